#include "proofs/checker/profiles.hpp"

#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {

Interval gaussian_delta(const Rational& mu_squared, const Rational& epsilon, long bits) {
  const Interval e(epsilon, bits);
  if (mu_squared == 0) return epsilon >= 0 ? Interval(0, bits) : -expm1(e);
  const Interval mu = sqrt(Interval(mu_squared, bits)), half = mu * Rational(1, 2), at = e / mu;
  return normal_tail(at - half) - exp(e) * normal_tail(at + half);
}

// The law of the loss of one step, times e^{-l/2}, is e^{-s/2}/2 times an atom at each of +-s and the density 1/2
// between. Its transform e^{sz}(1 + 1/(2z)) + e^{-sz}(1 - 1/(2z)) to the k-th power is a sum over j and r of
//   C(k,j) c(j,r) (2z)^{-r} e^{(k-2j)sz},   c(j,r) = [x^r] (1+x)^{k-j} (1-x)^j,
// and (2z)^{-r} e^{cz} is the transform of the density 2^{-r} (l+c)^{r-1}/(r-1)! on l > -c (an atom at -c for r = 0).
// By the symmetry of the law, l may be read as -l: densities 2^{-r} (c-l)^{r-1}/(r-1)! on l < c, which reach epsilon
// only where c = (k-2j)s > epsilon. Then delta = (e^{-s/2}/2)^k int_{l > epsilon} (e^{l/2} - e^{epsilon-l/2}).
Interval laplace_delta(const Rational& shift, unsigned long steps, const Rational& epsilon, long bits) {
  const auto k = static_cast<long>(steps);
  Interval total(0, bits);
  Integer choose = 1;  // C(k, j)
  for (long j = 0; j <= k; ++j) {
    if (j > 0) choose = choose * (k - j + 1) / j;
    const Rational c = (k - 2 * j) * shift;
    if (c <= epsilon) break;
    // The coefficients of (1+x)^{k-j} (1-x)^j.
    std::vector<Integer> polynomial(1, 1);
    for (long i = 0; i < k; ++i) {
      polynomial.emplace_back(0);
      for (std::size_t r = polynomial.size() - 1; r > 0; --r)
        polynomial[r] += i < k - j ? polynomial[r - 1] : Integer(-polynomial[r - 1]);
    }
    // With y = (c - epsilon)/2 and l = c - 2t: the integral over t in (0, y) of t^{r-1}/(r-1)! (e^{c/2-t} -
    // e^{epsilon-c/2+t}) = e^{epsilon/2} t^{r-1}/(r-1)! (e^{y-t} - e^{t-y}). Its value I_r obeys I_0 = e^y - e^{-y}
    // (the atom), I_1 = e^y + e^{-y} - 2, I_r = I_{r-2} - 2 y^{r-1}/(r-1)! for odd r, I_r = I_{r-2} for even r, where
    // the last follows from two integrations by parts; in general I_r = I_{r-2} - 2 [y^{r-1}/(r-1)!].
    const Interval y = Interval((c - epsilon) / 2, bits), up = exp(y), down = exp(-y);
    Interval even = up - down, odd = up + down - Rational(2), power(1, bits), sum(0, bits);
    for (long r = 0; r <= k; ++r) {
      if (r > 0) power *= r == 1 ? Interval(1, bits) : y / Rational(r - 1);  // y^{r-1}/(r-1)!
      Interval& term = r % 2 == 0 ? even : odd;
      if (r > 1) term -= power * Rational(2);
      sum += term * Rational(polynomial[static_cast<std::size_t>(r)]);
    }
    total += sum * Rational(choose);
  }
  return total * exp(Interval((epsilon - k * shift) / 2, bits)) / Rational(Integer(1) << steps);
}

Interval zcdp_delta(const Rational& rho, const Rational& order, const Rational& epsilon, long bits) {
  need(order > 1, "an order that is not above 1");
  const Interval exponent(Rational((order - 1) * (order * rho - epsilon)), bits);
  const Interval power = log1p(Interval(Rational(-1 / order), bits)) * order;
  return exp(exponent + power) / Rational(order - 1);
}

LargestLoss largest_loss(const std::vector<Counted>& parts) {
  LargestLoss total;
  for (const auto& [pair, count] : parts) {
    if (pair.kind == Pair::Kind::laplace) {
      total.rational += count * pair.a;
    } else if (pair.kind == Pair::Kind::sampled_gaussian && pair.orientation == "add") {
      total.logs.emplace_back(-count, 1 - pair.rate);
    } else if (pair.kind == Pair::Kind::finite) {
      if (pair.infinite > 0) total.infinite = true;
      // Of two values one is certainly the larger, or they are compared exactly: rational ones, and logarithms.
      const Atom* largest = nullptr;
      for (const Atom& atom : pair.atoms) {
        need(atom.has_loss, "a largest loss that is known only as an interval");
        need(largest == nullptr || atom.log_of == 0 || largest->log_of != 0 || atom.loss == largest->loss,
             "losses of two kinds in one pair");
        if (largest == nullptr ||
            (atom.log_of != 0 ? atom.log_of > (largest->log_of == 0 ? Rational(1) : largest->log_of)
                              : atom.loss > largest->loss))
          largest = &atom;
      }
      need(largest != nullptr || pair.infinite > 0, "a pair without a loss");
      if (largest == nullptr) continue;
      if (largest->log_of != 0)
        total.logs.emplace_back(count, largest->log_of);
      else
        total.rational += count * largest->loss;
    } else {
      need(pair.kind == Pair::Kind::gaussian || pair.kind == Pair::Kind::sampled_gaussian, "a pair without a loss");
      if (pair.kind != Pair::Kind::gaussian || pair.a > 0) total.infinite = true;  // unbounded
    }
  }
  return total;
}

Interval value(const LargestLoss& loss, long bits) {
  Interval sum(loss.rational, bits);
  for (const auto& [n, r] : loss.logs) sum += log(Interval(r, bits)) * n;
  return sum;
}

namespace {

constexpr long most_bits = 8192;

/// Whether the value is certainly in the half-open unit next to the decimal, at some precision that is tried.
bool in_unit(const Enclosure& value, const Rational& greatest, const Rational& least, bool least_is_open) {
  for (long bits = 128; bits <= most_bits; bits *= 2) {
    const Interval x = value(bits);
    if (at_most(x, greatest) && at_least(x, least) && (least_is_open ? above(x, least) : below(x, greatest)))
      return true;
    if (above(x, greatest) || below(x, least)) return false;
  }
  return false;
}

std::string rounded(const Enclosure& value, std::size_t digits, bool up) {
  for (long bits = 128; bits <= most_bits; bits *= 2) {
    const Interval x = value(bits);
    if (mpfr_number_p(x.lower()) == 0 || mpfr_number_p(x.upper()) == 0) continue;
    std::string decimal = up ? decimal_up(x, digits) : decimal_down(x, digits);
    if (up ? rounds_up_to(value, decimal) : rounds_down_to(value, decimal)) return decimal;
  }
  throw Refused("the value could not be rounded");
}

}  // namespace

bool rounds_up_to(const Enclosure& value, const std::string& decimal) {
  const Written x = read_written(decimal);
  return in_unit(value, x.value, x.value - x.last_place, true);
}

bool rounds_down_to(const Enclosure& value, const std::string& decimal) {
  const Written x = read_written(decimal);
  return in_unit(value, x.value + x.last_place, x.value, false);
}

std::string rounded_up(const Enclosure& value, std::size_t digits) { return rounded(value, digits, true); }
std::string rounded_down(const Enclosure& value, std::size_t digits) { return rounded(value, digits, false); }

}  // namespace assay::checker
