// Bisection by the sign of the derivative; the mean value form where the sign stays open.
#include "persuasive/table/rate_interval.hpp"

#include <optional>

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;

struct Moments {
  Ball value, mean;
};

/// P(x) and x P'(x) / P(x).
Moments moments(const PositivePolynomial& p, const Rational& x, long bits) {
  const Ball at(x, bits);
  Ball value(0L, bits), slope(0L, bits);
  const Amount first = p.front().first;
  for (const auto& [exponent, coefficient] : p) {
    const Ball term = Ball(coefficient, bits) * pow(at, static_cast<unsigned long>(exponent - first));
    value = value + term;
    slope = slope + term * static_cast<long>(exponent - first);
  }
  return {value * pow(at, static_cast<unsigned long>(first)), slope / value + static_cast<long>(first)};
}

struct Point {
  Rational x;
  Ball f, plus_mean, minus_mean;
};

Point evaluate(const RateFunction& f, const Rational& x, long bits) {
  const Moments plus = moments(f.plus, x, bits), minus = moments(f.minus, x, bits);
  const Ball at(x, bits);
  Ball value = Ball(f.linear, bits) * at + log(Ball(f.factor, bits)) + log(plus.value) - log(minus.value);
  if (f.logarithmic != 0) value = value + Ball(f.logarithmic, bits) * log(at);
  return {x, value, plus.mean, minus.mean};
}

}  // namespace

RateMaximum rate_maximum(const RateFunction& f, const Rational& low, const Rational& high, long bits,
                         const accounting::Deadline& deadline) {
  struct Piece {
    Point a, b;
    int depth;
  };
  const Point first = evaluate(f, low, bits), last = evaluate(f, high, bits);
  // The best value at a point, and the pieces where the supremum may lie beyond it.
  Ball most_lower = max(lower(first.f), lower(last.f)), most_upper = max(upper(first.f), upper(last.f));
  std::optional<Rational> where_low, where_high;
  const auto attained = [&](const Rational& a, const Rational& b) {
    if (!where_low || a < *where_low) where_low = a;
    if (!where_high || b > *where_high) where_high = b;
  };
  std::vector<Piece> open{{first, last, 0}};
  std::vector<std::pair<Piece, Ball>> undecided;
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    const Ball a(piece.a.x, bits), b(piece.b.x, bits);
    // x f'(x) = linear x + logarithmic + mean_plus - mean_minus, each part monotone.
    const Ball span = Ball(f.linear, bits) * hull(a, b) + Ball(f.logarithmic, bits) +
                      hull(piece.a.plus_mean, piece.b.plus_mean) - hull(piece.a.minus_mean, piece.b.minus_mean);
    if (certainly_nonnegative(span) || certainly_nonnegative(-span)) continue;  // monotone: an end is largest
    const Rational middle = (piece.a.x + piece.b.x) / 2;
    const Point centre = evaluate(f, middle, bits);
    most_lower = max(most_lower, lower(centre.f));
    most_upper = max(most_upper, upper(centre.f));
    const Ball half(Rational((piece.b.x - piece.a.x) / 2), bits);
    const Ball reach = centre.f + Ball::plus_minus(upper(abs(span / a)) * half);
    if (certainly_less(upper(reach), most_lower)) continue;  // another point is larger
    if (piece.depth >= bits / 2 || deadline.passed()) {
      undecided.emplace_back(piece, upper(reach));
      continue;
    }
    open.push_back({piece.a, centre, piece.depth + 1});
    open.push_back({centre, piece.b, piece.depth + 1});
  }
  for (const auto& [piece, reach] : undecided)
    if (!certainly_less(reach, most_lower)) {
      most_upper = max(most_upper, reach);
      attained(piece.a.x, piece.b.x);
    }
  if (!certainly_less(first.f, most_lower)) attained(low, low);
  if (!certainly_less(last.f, most_lower)) attained(high, high);
  return {hull(most_lower, most_upper), where_low.value_or(low), where_high.value_or(high)};
}

}  // namespace assay::persuasive
