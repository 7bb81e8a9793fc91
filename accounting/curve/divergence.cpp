#include "accounting/curve/divergence.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/curve/moment.hpp"
#include "accounting/curve/renyi.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

bool has_class_bound(std::span<const LossPart> parts) {
  return std::any_of(parts.begin(), parts.end(), [](const LossPart& part) { return is_class(part.loss); });
}

core::Error class_bound() {
  return {core::ErrorCode::not_supported, "",
          "a part that stands for many mechanisms has no one divergence of this kind: name the mechanism itself, or, "
          "where it "
          "is a zCDP or Renyi bound, ask for renyi or kl"};
}

// A function of the log moment at one order, raised to the target's accuracy.
template <class Map>
core::Result<Value> of_moment(std::span<const LossPart> parts, const Rational& order, const Target& target, Map map) {
  if (has_class_bound(parts)) return class_bound();
  std::optional<core::Error> fault;
  Ball result = refine(wanted_bits(target) + 32, target, [&](long bits) {
    core::Result<Ball> moment = total_log_moment(parts, order, bits, target.deadline);
    if (!moment) {
      fault = moment.error();
      return Ball(0, bits);
    }
    return map(*moment);
  });
  if (fault) return *fault;
  Value value(std::move(result));
  value.least = 0;
  return value;
}

// With z = -1/2 + it, z (z+1) sin(pi z) = (1/4 + t^2) cosh(pi t), and
//   JS = 1/4 int (1 - Re M(z)) / ((1/4 + t^2) cosh(pi t)) dt        (theorem `jensen-shannon-line`),
// by the trapezoid rule with step h. In |Im t| <= 7/16 the numerator is at most 2, |1/4 + t^2| >= 1/4 - (7/16)^2 =
// 15/256, |cosh| >= cos(7 pi/16) cosh(pi Re t), int 1/cosh(pi x) dx = 1.
core::Result<Ball> jensen_shannon(std::span<const LossPart> parts, long bits, const Deadline& deadline) {
  // About equal: e^{-2 pi (7/16) / h} of the strip and e^{-pi last h} of the tail, so h^2 last = 7/8; both 2^-bits.
  const long last = std::max(16L, bits * bits / 16);
  const Ball step = Ball(Rational(15, 16), bits) / sqrt(Ball(last, bits));
  std::vector<acb_struct> products(static_cast<std::size_t>(last + 1));
  for (auto& value : products) {
    acb_init(&value);
    acb_one(&value);
  }
  std::optional<core::Error> fault;
  for (const LossPart& part : parts) {
    core::Result<MiddleLine> line = MiddleLine::make(part.loss, step, last, bits, deadline);
    if (!line) {
      fault = line.error();
      break;
    }
    line->multiply(products, part.count);
  }
  const Ball pi = Ball::pi(bits);
  Ball sum(0, bits);
  for (long n = 0; n <= last; ++n) {
    Ball re(0, bits), t = step * n;
    arb_set(re.raw(), acb_realref(&products[static_cast<std::size_t>(n)]));
    const Ball cosh = (exp(pi * t) + exp(-pi * t)) / 2;
    const Ball term = (1 - re) / ((square(t) + Ball(1, bits) / 4) * cosh);
    sum = sum + (n == 0 ? term : term * 2);
  }
  for (auto& value : products) acb_clear(&value);
  if (fault) return *fault;
  const Ball strip = Ball(Rational(256, 15), bits) * 4 / cos(pi * 7 / 16) / expm1(pi * 7 / 8 / step);
  // Nodes beyond the last: 1 - Re M <= 2, 1/cosh(x) <= 2 e^{-x}, decreasing, both sides.
  const Ball end = step * last;
  const Ball tail = exp(-pi * end) * 8 / (pi * (square(end) + Ball(1, bits) / 4));
  return (sum * step + Ball::plus_minus(strip + tail)) / 4;
}

core::Result<Value> largest_loss(ComposedLoss& loss, long bits) {
  const Value mass = loss.infinite_mass(bits);
  const bool none = mass.exact ? *mass.exact == 0 : mass.ball.is_exact_zero();
  if (!none && (mass.exact || certainly_positive(mass.ball))) return Value(Ball::positive_infinity(bits));
  const auto most = loss.max_loss(bits);
  if (!most) return Value(Ball::positive_infinity(bits));
  if (none) return *most;
  return Value(hull(most->ball, Ball::positive_infinity(bits)));
}

core::Result<Value> mixture(const std::vector<HockeyStick>& sticks, ComposedLoss& loss, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  Ball sum(0, bits);
  std::optional<Rational> exact = 0;
  for (const HockeyStick& stick : sticks) {
    const Value delta = loss.delta(stick.epsilon, {target.digits + 3, target.deadline});
    exact =
        exact && delta.exact && stick.epsilon >= 0 ? std::optional(*exact + stick.weight * *delta.exact) : std::nullopt;
    Ball term = delta.ball;
    if (stick.epsilon < 0) term = term + expm1(Ball(stick.epsilon, bits));  // - (1 - e^epsilon)
    sum = sum + Ball(stick.weight, bits) * nonnegative(term);
  }
  if (exact) return Value(*exact, bits);
  Value value(std::move(sum));
  value.least = 0;
  return value;
}

}  // namespace

bool needs_engine(DivergenceKind kind) {
  return kind == DivergenceKind::total_variation || kind == DivergenceKind::max || kind == DivergenceKind::hockey_stick;
}

core::Result<Value> divergence(const Divergence& asked, std::span<const LossPart> parts, ComposedLoss* loss,
                               const Target& target) {
  switch (asked.kind) {
    case DivergenceKind::kl: return renyi(parts, 1, target);
    case DivergenceKind::renyi: return renyi(parts, asked.order, target);
    case DivergenceKind::chi2: return of_moment(parts, 2, target, [](const Ball& m) { return expm1(m); });
    case DivergenceKind::hellinger2:
      return of_moment(parts, Rational(1, 2), target, [](const Ball& m) { return -expm1(m); });
    case DivergenceKind::jensen_shannon: {
      if (has_class_bound(parts)) return class_bound();
      std::optional<core::Error> fault;
      // Equal laws: the sum would tend to 0 and never be it.
      const core::Result<Value> kl = renyi(parts, 1, {2, target.deadline});
      if (kl && (kl->ball.is_exact_zero() || (kl->exact && *kl->exact == 0))) return Value(Rational(0), 64);
      Ball result = refine(wanted_bits(target) + 32, target, [&](long bits) {
        core::Result<Ball> js = jensen_shannon(parts, bits, target.deadline);
        if (js) return *js;
        fault = js.error();
        return Ball(0, bits);
      });
      if (fault) return *fault;
      Value value(std::move(result));
      value.least = 0;
      return value;
    }
    case DivergenceKind::total_variation: {
      Value value = loss->delta(0, target);
      value.least = 0;
      value.most = 1;
      return value;
    }
    case DivergenceKind::max: return largest_loss(*loss, wanted_bits(target) + 64);
    case DivergenceKind::hockey_stick: return mixture(asked.sticks, *loss, target);
  }
  return core::Error{core::ErrorCode::internal, "", "no such divergence"};
}

std::vector<std::string> divergence_theorems(DivergenceKind kind) {
  switch (kind) {
    case DivergenceKind::kl:
    case DivergenceKind::renyi:
    case DivergenceKind::chi2:
    case DivergenceKind::hellinger2: return {"divergence-domination", "renyi-additive"};
    case DivergenceKind::jensen_shannon: return {"divergence-domination", "jensen-shannon-line"};
    case DivergenceKind::total_variation:
    case DivergenceKind::max:
    case DivergenceKind::hockey_stick: return {"divergence-domination"};
  }
  return {};
}

}  // namespace assay::accounting
