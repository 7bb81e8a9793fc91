#include "proofs/checker/losses.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

// The ends of a law are cut where they hold at most this many units: one unit is lost a point by rounding anyway.
constexpr long trim = 1024;

std::size_t widest(const Law& law) {
  std::size_t bits = 1;
  for (const Integer& m : law.mass) bits = std::max(bits, mpz_sizeinbase(m.get_mpz_t(), 2));
  return bits;
}

/// All masses in one whole number, a slot of `limbs` limbs each.
Integer packed(const Law& law, std::size_t limbs) {
  std::vector<mp_limb_t> words(law.mass.size() * limbs);
  for (std::size_t i = 0; i < law.mass.size(); ++i)
    mpz_export(&words[i * limbs], nullptr, -1, sizeof(mp_limb_t), 0, 0, law.mass[i].get_mpz_t());
  Integer result;
  mpz_import(result.get_mpz_t(), words.size(), -1, sizeof(mp_limb_t), 0, 0, words.data());
  return result;
}

/// The law of the sum of two independent losses, exactly, then cut at both ends and rounded to its side.
Law product(const Law& a, const Law& b, const Grid& grid, Budget& budget) {
  Law result;
  result.infinite = a.infinite + b.infinite;
  if (a.mass.empty() || b.mass.empty()) return result;
  constexpr long far = 1L << 60U;  // no sum of two overflows
  need(std::labs(a.first) < far && std::labs(b.first) < far, "losses too far out for this grid");
  result.first = a.first + b.first;
  const std::size_t size = a.mass.size() + b.mass.size() - 1;
  need(size <= most_cells, "a law of too many points");
  // No coefficient of the product exceeds the number of its terms times the largest of them.
  const std::size_t terms = std::min(a.mass.size(), b.mass.size());
  const std::size_t limbs = (widest(a) + widest(b) + mpz_sizeinbase(Integer(terms).get_mpz_t(), 2)) / GMP_NUMB_BITS + 1;
  const std::size_t words = std::max(a.mass.size(), b.mass.size()) * limbs;
  budget.spend(std::uint64_t{words} * 1'500 + 1'000);
  Integer whole = packed(a, limbs);
  if (&a == &b)
    whole *= whole;
  else
    whole *= packed(b, limbs);
  const mp_limb_t* data = mpz_limbs_read(whole.get_mpz_t());
  const std::size_t length = mpz_size(whole.get_mpz_t());
  const auto coefficient = [&](std::size_t i) {
    Integer c;
    const std::size_t begin = std::min(i * limbs, length), end = std::min(begin + limbs, length);
    if (begin < end) mpz_import(c.get_mpz_t(), end - begin, -1, sizeof(mp_limb_t), 0, 0, data + begin);
    return c;
  };
  const Integer allowed = Integer(trim) << static_cast<unsigned long>(grid.bits);
  Integer top = 0, bottom = 0;
  std::size_t begin = 0, end = size;
  for (; end > 1; --end) {
    const Integer more = top + coefficient(end - 1);
    if (more > allowed) break;
    top = more;
  }
  for (; begin + 1 < end; ++begin) {
    const Integer more = bottom + coefficient(begin);
    if (more > allowed) break;
    bottom = more;
  }
  for (std::size_t i = begin; i < end; ++i) {
    Integer c = coefficient(i);
    if (grid.upper && i == begin) c += bottom;
    if (!grid.upper && i + 1 == end) c += top;
    result.mass.push_back(shifted(c, grid.bits, grid.upper));
  }
  result.first += static_cast<long>(begin);
  if (grid.upper) result.infinite += shifted(top, grid.bits, true);
  return result;
}

Law power(Law base, Integer n, const Grid& grid, Budget& budget) {
  std::optional<Law> result;
  while (true) {
    if (mpz_odd_p(n.get_mpz_t()) != 0) result = result ? product(*result, base, grid, budget) : base;
    n >>= 1;
    if (n == 0) return *result;
    base = product(base, base, grid, budget);
  }
}

}  // namespace

Integer bound_delta(const std::vector<Counted>& parts, const Grid& grid, const Real& epsilon, Budget& budget) {
  need(grid.bits >= 16, "masses of fewer than 16 bits");
  need(grid.unit > (grid.unit_is_log ? 1 : 0), "a grid that does not go up");
  const long precision = working_precision(grid);
  const Interval unit = distance(grid, precision);
  need(at_least(unit, Rational(1, 1U << 30U)) && at_most(unit, 64), "a unit below 2^-30 or above 64");
  std::optional<Law> law;
  Interval none_infinite(0, precision);  // log of the chance of no infinite loss
  for (const auto& [pair, count] : parts) {
    const Law step = power(discretise(pair, grid, budget), count, grid, budget);
    law = law ? product(*law, step, grid, budget) : step;
    if (pair.infinite > 0) none_infinite = none_infinite + log1p(Interval(-pair.infinite, precision)) * Rational(count);
  }
  // The sum over s_n > epsilon of m_n, or of m_n (1 - e^{epsilon - s_n}), in units of 2^(-2 bits).
  Integer total = units(-expm1(none_infinite), 2 * grid.bits, grid.upper);
  if (grid.upper) total += law->infinite << static_cast<unsigned long>(grid.bits);
  const std::optional<long> exact = exact_place(epsilon, grid);
  const Interval ratio = exp(-unit), one(1, precision);
  Interval growth = exp(value(epsilon, precision) - unit * Rational(law->first));  // e^{epsilon - s_n}
  for (long n = law->first; const Integer& m : law->mass) {
    const bool above = exact ? n > *exact : grid.upper ? !at_least(growth, 1) : at_most(growth, 1);
    if (above) total += m * units(grid.tail ? one : one - growth, grid.bits, grid.upper);
    growth = growth * ratio;
    ++n;
  }
  return total;
}

}  // namespace assay::checker
