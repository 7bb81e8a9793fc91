#include "scoring/coprime_base.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace assay::scoring {
namespace {

using core::Integer;
using core::Rational;

constexpr long most_result_bits = 1L << 20;

long bit_length(const Integer& n) { return n == 0 ? 1 : static_cast<long>(msb(abs(n))) + 1; }

Integer power(const Integer& n, unsigned long e) {
  Integer r;
  mpz_pow_ui(r.backend().data(), n.backend().data(), e);
  return r;
}

/// The n-th root of a positive integer, where it is an integer.
std::optional<Integer> exact_root(const Integer& x, unsigned long n) {
  Integer root;
  const bool exact = mpz_root(root.backend().data(), x.backend().data(), n) != 0;
  if (!exact) return std::nullopt;
  return root;
}

/// x = c^k with k as large as can be: {c, k}.
std::pair<Integer, long> primitive_root(const Integer& x) {
  Integer c = x;
  long k = 1;
  while (mpz_perfect_power_p(c.backend().data()) != 0) {
    const long most = bit_length(c);
    for (long n = 2; n <= most; ++n)
      if (const std::optional<Integer> root = exact_root(c, static_cast<unsigned long>(n))) {
        c = *root;
        k *= n;
        break;
      }
    if (c == 1) break;
  }
  return {c, k};
}

void insert(std::vector<Integer>& base, Integer x) {
  std::vector<Integer> work = {std::move(x)};
  while (!work.empty()) {
    Integer n = std::move(work.back());
    work.pop_back();
    bool whole = true;
    for (std::size_t i = 0; i < base.size() && n != 1; ++i) {
      const Integer g = gcd(n, base[i]);
      if (g == 1) continue;
      if (g == base[i]) {
        do n /= g;
        while (n % g == 0);
        --i;  // what is left may share a smaller factor
        continue;
      }
      // base[i] splits: g and base[i]/g may share factors still, so both are inserted anew.
      const Integer other = base[i] / g;
      base.erase(base.begin() + static_cast<std::ptrdiff_t>(i));
      work.push_back(n);
      work.push_back(other);
      work.push_back(g);
      whole = false;
      break;
    }
    if (whole && n != 1) base.push_back(std::move(n));
  }
}

}  // namespace

CoprimeBase::CoprimeBase(std::span<const Rational> numbers) {
  for (const Rational& x : numbers) {
    insert(elements_, numerator(x));
    insert(elements_, denominator(x));
  }
}

long CoprimeBase::valuation(const Rational& x, const Integer& b) {
  long v = 0;
  Integer n = numerator(x), d = denominator(x);
  while (n % b == 0) n /= b, ++v;
  while (d % b == 0) d /= b, --v;
  return v;
}

std::optional<Rational> rational_power(const Rational& base, const Rational& exponent) {
  if (exponent == 0 || base == 1) return Rational(1);
  const Integer root_order = denominator(exponent);
  Integer n = numerator(base), d = denominator(base);
  if (root_order != 1) {
    const long longest = std::max(bit_length(n), bit_length(d));
    if (root_order > longest) return std::nullopt;  // only 1 has a root of that order
    const auto order = root_order.convert_to<unsigned long>();
    const std::optional<Integer> above = exact_root(n, order), below = exact_root(d, order);
    if (!above || !below) return std::nullopt;
    n = *above;
    d = *below;
  }
  Integer e = numerator(exponent);
  if (e < 0) {
    e = -e;
    std::swap(n, d);
  }
  if (e * std::max(bit_length(n), bit_length(d)) > most_result_bits) return std::nullopt;
  const auto times = e.convert_to<unsigned long>();
  return Rational(power(n, times), power(d, times));
}

std::optional<Rational> rational_ratio(const Rational& a, const Rational& s, const Rational& b, const Rational& t) {
  const std::array<Rational, 2> both = {a, b};
  const CoprimeBase base(both);
  Rational ratio = 1;
  for (const Integer& element : base.elements()) {
    const auto [c, k] = primitive_root(element);
    const Rational exponent =
        (s * Rational(CoprimeBase::valuation(a, element)) - t * Rational(CoprimeBase::valuation(b, element))) *
        Rational(k);
    if (denominator(exponent) != 1) return std::nullopt;
    const std::optional<Rational> factor = rational_power(Rational(c), exponent);
    if (!factor) return std::nullopt;
    ratio *= *factor;
  }
  return ratio;
}

}  // namespace assay::scoring
