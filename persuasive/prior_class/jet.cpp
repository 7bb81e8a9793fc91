// The rules of differentiation.
#include "persuasive/prior_class/jet.hpp"

#include <utility>

#include "persuasive/exact/maximum.hpp"

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;

namespace {

/// x^a, where a may be 0 or, for a ball that holds 0, negative.
Ball any_power(const Ball& x, const Rational& a) {
  if (a == 0) return Ball(1, x.bits());
  if (a == 1) return x;
  if (a == 2) return square(x);
  return real_power(x, a);
}

/// f(x) from f, f' and f'' over the values of x.
Jet chained(const Jet& x, Ball value, const Ball& first, const Ball& second) {
  Jet y{std::move(value), {}, {}};
  y.slope.reserve(x.slope.size());
  for (const Ball& s : x.slope) y.slope.push_back(first * s);
  y.curvature.reserve(x.curvature.size());
  for (std::size_t j = 0, at = 0; at < x.curvature.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i, ++at)
      y.curvature.push_back(first * x.curvature[at] + second * (i == j ? square(x.slope[i]) : x.slope[i] * x.slope[j]));
  return y;
}

template <class F>
Jet entrywise(const Jet& x, const Jet& y, F f) {
  Jet z{f(x.value, y.value), {}, {}};
  for (std::size_t i = 0; i < x.slope.size(); ++i) z.slope.push_back(f(x.slope[i], y.slope[i]));
  for (std::size_t i = 0; i < x.curvature.size(); ++i) z.curvature.push_back(f(x.curvature[i], y.curvature[i]));
  return z;
}

}  // namespace

Jet linear(Ball value, BallVector slope, bool with_curvature) {
  const long bits = value.bits();
  const std::size_t n = slope.size();
  return {std::move(value), std::move(slope), BallVector(with_curvature ? n * (n + 1) / 2 : 0, Ball(0, bits))};
}

Jet operator+(const Jet& x, const Jet& y) {
  return entrywise(x, y, [](const Ball& a, const Ball& b) { return a + b; });
}

Jet operator-(const Jet& x, const Jet& y) {
  return entrywise(x, y, [](const Ball& a, const Ball& b) { return a - b; });
}

Jet operator*(const Jet& x, const Jet& y) {
  Jet z{x.value * y.value, {}, {}};
  for (std::size_t i = 0; i < x.slope.size(); ++i) z.slope.push_back(x.value * y.slope[i] + x.slope[i] * y.value);
  for (std::size_t j = 0, at = 0; at < x.curvature.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i, ++at)
      z.curvature.push_back(x.value * y.curvature[at] + x.curvature[at] * y.value + x.slope[i] * y.slope[j] +
                            x.slope[j] * y.slope[i]);
  return z;
}

Jet scaled(const Jet& x, const Rational& by) {
  const Ball factor(by, x.value.bits());
  Jet y{factor * x.value, {}, {}};
  for (const Ball& s : x.slope) y.slope.push_back(factor * s);
  for (const Ball& c : x.curvature) y.curvature.push_back(factor * c);
  return y;
}

Jet square(const Jet& x) { return chained(x, square(x.value), x.value * 2, Ball(2, x.value.bits())); }

Jet to_power(const Jet& x, const Rational& a) {
  const long bits = x.value.bits();
  return chained(x, any_power(x.value, a), Ball(a, bits) * any_power(x.value, a - 1),
                 a == 1 ? Ball(0, bits) : Ball(Rational(a * (a - 1)), bits) * any_power(x.value, a - 2));
}

}  // namespace assay::persuasive
