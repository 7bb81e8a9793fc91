#include "accounting/curve/optimal_conversion.hpp"

#include <algorithm>
#include <optional>

#include "accounting/composition/refine.hpp"
#include "accounting/curve/hockey_stick.hpp"
#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

}  // namespace

Value optimal_epsilon(const RenyiPoint& point, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Target fine{target.digits + 3, target.deadline};
  const auto sign_at = [&](const Rational& x) { return compare(optimal_delta(point, x, fine), delta); };
  if (const auto zero = sign_at(0); zero && *zero <= 0) return Value(Rational(0), bits);
  // Above: the closed formula. Below: 0.
  const Ball top = Ball(point.epsilon, bits) - log(Ball(delta, bits)) / Ball(point.alpha - 1, bits);
  Rational low = 0, high = upper_rational(top);
  Rational tolerance(1, 2);
  for (long i = 0; i < target.digits; ++i) tolerance /= 10;
  while (high - low > high * tolerance && !target.deadline.passed()) {
    Ball middle = centre(Ball((low + high) / 2, bits));
    const Rational x = lower_rational(middle);
    const auto sign = sign_at(x);
    if (!sign) {
      // Next to the root: both flanks.
      const Rational reach = x * tolerance / 3;
      const auto left = sign_at(x - reach), right = sign_at(x + reach);
      if (left && *left > 0) low = std::max(low, Rational(x - reach));
      if (right && *right <= 0) high = std::min(high, Rational(x + reach));
      break;
    }
    (*sign > 0 ? low : high) = x;
  }
  Value value(hull(Ball(low, bits), Ball(high, bits)));
  value.least = low;
  value.most = high;
  return value;
}

}  // namespace assay::accounting
