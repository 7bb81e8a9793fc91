#include "proofs/certificate/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "proofs/checker/refused.hpp"

namespace assay::proofs {
namespace {

using checker::Counted;
using checker::Grid;
using checker::Integer;
using checker::Rational;
using checker::Refused;

long log2_of(const Integer& x) { return static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

/// -log2 of a positive rational, roughly.
long bits_below_one(const Rational& x) { return x > 0 ? log2_of(x.get_den()) - log2_of(x.get_num()) + 1 : 64; }

Rational gcd(const Rational& a, const Rational& b) {
  Integer n, d;
  mpz_gcd(n.get_mpz_t(), a.get_num_mpz_t(), b.get_num_mpz_t());
  mpz_lcm(d.get_mpz_t(), a.get_den_mpz_t(), b.get_den_mpz_t());
  return Rational(n, d);
}

/// The unit of a lattice that holds every loss exactly, where there is one and its points are few.
std::optional<Grid> lattice(const std::vector<Counted>& parts) {
  Rational unit = 0, base = 0;
  for (const Counted& part : parts) {
    if (part.pair.tails) return std::nullopt;
    for (const auto& atom : part.pair.atoms) {
      if (atom.loss.computed) return std::nullopt;
      unit = gcd(unit, atom.loss.shift);
      if (atom.loss.ratio > 1 && (base == 0 || atom.loss.ratio < base)) base = atom.loss.ratio;
    }
  }
  if ((unit == 0) == (base == 0)) return std::nullopt;
  Grid grid;
  grid.unit_is_log = unit == 0;
  grid.unit = grid.unit_is_log ? base : unit;
  double points = 0;
  for (const Counted& part : parts)
    for (const auto& atom : part.pair.atoms) {
      if (!checker::exact_place(atom.loss, grid)) return std::nullopt;
      if (!grid.unit_is_log) points = std::max(points, std::fabs(Rational(atom.loss.shift / unit).get_d()));
    }
  return points < 100'000 ? std::optional(grid) : std::nullopt;
}

double approximately(const checker::Real& x) { return mpfr_get_d(checker::value(x, 64).lower, MPFR_RNDN); }

/// A loss that should lie on the grid, since much mass is at it or crowds below it; 0 where there is none.
Rational anchor(const std::vector<Counted>& parts) {
  for (const Counted& part : parts) {
    for (const auto& atom : part.pair.atoms)
      if (part.pair.tails && !atom.loss.computed && atom.loss.shift > 0) return atom.loss.shift;
    if (part.pair.top && !part.pair.top->infinite) return Rational(approximately(*part.pair.top) * (1 + 0x1p-40));
  }
  return 0;
}

/// The unit of about 2^-halvings of which `at` is a multiple; 2^-halvings where `at` is nearer to 0.
Rational unit_of(long halvings, const Rational& at) {
  const Integer power = Integer(1) << static_cast<unsigned long>(std::labs(halvings));
  Rational unit = halvings < 0 ? Rational(power) : Rational(1, power);
  if (at < unit) return unit;
  Integer times;
  const Rational ratio = at / unit;
  mpz_cdiv_q(times.get_mpz_t(), ratio.get_num_mpz_t(), ratio.get_den_mpz_t());
  return at / times;
}

/// How often the unit is to be halved for a bound to pass delta, from two bounds: the error falls with its square.
long halvings_to_go(double last, double found, long halved, double delta, bool upper) {
  const double error = std::fabs(last - found) / (std::exp2(2.0 * static_cast<double>(halved)) - 1);
  const double margin = upper ? delta - (found - error) : found + error - delta;
  if (!(error > 0 && margin > 0)) return 1;
  return std::clamp(std::lround(std::ceil(std::log2(2 * error / margin) / 2)), 1L, 6L);
}

}  // namespace

std::string order(const Rational& rho, const checker::Real& epsilon) {
  const double r = rho.get_d(), e = approximately(epsilon);
  const auto exponent = [&](double a) { return (a - 1) * (a * r - e) + a * std::log1p(-1 / a) - std::log(a - 1); };
  // By thirds in log(a - 1): the exponent has one minimum.
  double low = std::log(1e-9), high = std::log(1e9);
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (exponent(1 + std::exp(a)) < exponent(1 + std::exp(b)) ? high : low) =
        exponent(1 + std::exp(a)) < exponent(1 + std::exp(b)) ? b : a;
  }
  std::ostringstream text;
  text.precision(8);
  text << 1 + std::exp((low + high) / 2);
  return text.str();
}

GridBound search_grid(const std::vector<Counted>& parts, const checker::Real& epsilon, const Rational& delta,
                      bool upper, bool tail, std::chrono::steady_clock::time_point until) {
  Integer steps = 0;
  for (const Counted& part : parts) steps += part.count;
  const std::optional<Grid> exact = lattice(parts);
  const Rational fixed = anchor(parts);
  Grid grid = exact.value_or(Grid{});
  const double e = std::max(approximately(epsilon), 0.01);
  long halvings = std::lround(std::ceil(-std::log2(std::min(e / 32, 32.0))));
  long bits = log2_of(steps) + bits_below_one(delta) + (exact ? 80 : 44);
  grid.upper = upper;
  grid.tail = tail;
  std::string reason = "the claim is nearer to the truth than the checker's method reaches";
  long halved = 1;  // since the round before
  double last = 0;
  for (int round = 0; round < 20; ++round) {
    grid.bits = bits;
    if (!exact) grid.unit = unit_of(halvings, fixed);
    const auto started = std::chrono::steady_clock::now();
    if (started > until)
      throw Refused("no grid was found in the time for the request that proves the claim to the checker");
    double found = 0;
    try {
      checker::Budget budget{checker::most_work};
      Integer units = checker::bound_delta(parts, grid, epsilon, budget);
      Rational bound(units, Integer(1) << static_cast<unsigned long>(2 * bits));
      bound.canonicalize();
      if (upper ? bound <= delta : bound > delta) return {grid, std::move(units)};
      found = bound.get_d();
    } catch (const Refused& refusal) {
      throw Refused(round == 0 ? refusal.what() : reason);
    }
    if (exact && round == 3) break;
    const auto now = std::chrono::steady_clock::now();
    halved = round == 0 ? 1 : halvings_to_go(last, found, halved, delta.get_d(), upper);
    if (now + (now - started) * (exact ? 2 : 1L << halved) > until)
      throw Refused(reason + " in the time for the request");
    last = found;
    halvings += halved;
    bits += exact ? 64 : 2 * halved;
  }
  throw Refused(reason);
}

}  // namespace assay::proofs
