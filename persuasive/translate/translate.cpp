#include "persuasive/translate/translate.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::persuasive::translation {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using scoring::ExactReal;

Error undecided(std::string what) { return {ErrorCode::not_supported, "", std::move(what)}; }

/// e^x, exact where x is the logarithm of a rational.
ExactReal exponential(const ExactReal& x) {
  if (x.is_positive_infinity()) return ExactReal::infinity();
  if (const std::optional<Rational> r = x.as_log()) return *r;
  return ExactReal::computed([x](long bits) { return exp(x.ball(bits)); });
}

template <class F>
ExactReal combined(const ExactReal& x, const ExactReal& y, F f) {
  const Rational *a = x.as_rational(), *b = y.as_rational();
  if (a != nullptr && b != nullptr) return Rational(f(*a, *b));
  return ExactReal::computed([x, y, f](long bits) { return f(x.ball(bits), y.ball(bits)); });
}

/// delta/(1 - e^(epsilon - loss)) for loss > epsilon.
ExactReal above(const LossBound& from, const ExactReal& loss) {
  if (from.delta == 0) return {};
  const Rational delta = from.delta;
  return combined(exponential(from.epsilon), exponential(loss), [delta](const auto& e, const auto& l) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Rational>)
      return Rational(delta / (1 - e / l));
    else
      return Ball(delta, e.bits()) / (1 - e / l);
  });
}

/// (e^epsilon - 1 + delta)/(e^epsilon - e^(-loss)) for epsilon > 0, or loss > -epsilon.
ExactReal below(const LossBound& from, const ExactReal& loss) {
  const Rational delta = from.delta;
  return combined(exponential(from.epsilon), exponential(loss), [delta](const auto& e, const auto& l) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Rational>)
      return Rational((e - 1 + delta) / (e - 1 / l));
    else
      return (e - 1 + Ball(delta, e.bits())) / (e - Ball(1, e.bits()) / l);
  });
}

}  // namespace

Result<Translated> worst_tail(const LossBound& from, const ExactReal& loss) {
  if (loss.is_positive_infinity()) return Translated{{}, true, {"pdp-to-pp"}};
  const std::optional<int> order = compare(loss, from.epsilon);
  if (!order) return undecided("epsilon and the loss asked cannot be told apart");
  if (from.probabilistic) {
    if (*order >= 0) return Translated{from.delta, true, {"pdp-to-pp"}};
    return Error{ErrorCode::not_supported, "/to",
                 "below its epsilon a bound on P[L > epsilon] says nothing sharp; ask at epsilon or above"};
  }
  const std::optional<int> side = loss.sign(), given = from.epsilon.sign();
  if (!side || !given) return undecided("the loss asked, or epsilon, cannot be told apart from 0");
  if (*side < 0 || (*side == 0 && *given <= 0)) return Translated{1, false, {"dp-to-pdp"}};
  ExactReal tail = smaller(1, below(from, loss));
  // Above epsilon nothing but delta is left; at epsilon itself the first bound alone counts.
  if (*order > 0) tail = from.delta == 0 ? ExactReal() : smaller(tail, above(from, loss));
  if (*order == 0 && from.delta == 0) tail = {};
  return Translated{std::move(tail), true, {"dp-to-pdp"}};
}

Result<Translated> worst_loss(const LossBound& from, const Rational& delta) {
  if (from.probabilistic) {
    if (delta == from.delta) return Translated{from.epsilon, true, {"pdp-to-pp"}};
    if (delta < from.delta) return Translated{ExactReal::infinity(), true, {"pdp-to-pp"}};
    return Error{ErrorCode::not_supported, "/to/delta", "ask at the delta of the guarantee, or below it"};
  }
  // P[L > l] <= delta from whichever bound is met first as l grows.
  ExactReal first = ExactReal::infinity();
  if (from.delta == 0)
    first = from.epsilon;
  else if (delta > from.delta)
    first = from.epsilon - ExactReal::log(1 - from.delta / delta);
  if (delta == 0) return Translated{first, true, {"dp-to-pdp"}};
  // e^(-l) <= e^epsilon - (e^epsilon - 1 + delta_from)/delta.
  const Rational given = from.delta;
  const auto rest = [given, delta](const auto& e, const auto&) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Rational>)
      return Rational(e - (e - 1 + given) / delta);
    else
      return e - (e - 1 + Ball(given, e.bits())) / Ball(delta, e.bits());
  };
  const ExactReal value = combined(exponential(from.epsilon), ExactReal(0), rest);
  const std::optional<int> positive = value.sign();
  if (!positive) return undecided("delta lies at the edge of what epsilon allows: move it a little");
  if (*positive > 0) {
    const Rational* r = value.as_rational();
    ExactReal second = r != nullptr ? ExactReal::log(*r, -1)
                                    : ExactReal::computed([value](long bits) { return -log(value.ball(bits)); });
    first = smaller(first, larger(second, ExactReal()));
  }
  return Translated{std::move(first), true, {"dp-to-pdp"}};
}

Result<Translated> implied_epsilon(const ExactReal& loss, const Rational& allowed, const Rational& delta,
                                   bool probabilistic) {
  if (loss.is_positive_infinity()) return Translated{ExactReal::infinity(), true, {"pdp-to-pp"}};
  if (probabilistic || (delta == 0 && allowed == 0)) {
    if (delta != allowed)
      return Error{ErrorCode::not_supported, "/to/delta", "ask at the delta of the guarantee that is given"};
    return Translated{loss, true, {"pdp-to-pp"}};
  }
  if (delta >= allowed)
    return Error{
        ErrorCode::invalid_parameter, "/to/delta",
        "no epsilon will do: a mechanism may reveal everything with probability delta, so it must be below the "
        "delta of the guarantee that is given"};
  // Sufficient: delta/(1 - e^(epsilon - loss)) <= allowed.
  ExactReal epsilon = delta == 0 ? loss : loss + ExactReal::log(1 - delta / allowed);
  if (epsilon.sign().value_or(-1) < 0)
    return Error{ErrorCode::not_supported, "/to/delta", "no epsilon of 0 or more is proven to be enough: lower delta"};
  return Translated{std::move(epsilon), false, {"dp-to-pdp"}};
}

Translated mean_log_gain(const LossBound& from, const Rational& floor) {
  Translated t{{}, true, {"dp-to-expected-log-gain"}};
  if (floor == 0 && from.delta > 0) {
    t.value = ExactReal::infinity();
    return t;
  }
  const Rational delta = from.delta;
  t.value = ExactReal::computed([epsilon = from.epsilon, floor, delta](long bits) {
    const Ball e = epsilon.ball(bits), tau(floor, bits), p = Ball(1, bits) / (exp(-e) + 1);
    const auto g = [&](const Ball& l) { return -log1p((1 - tau) * expm1(-l)); };
    Ball mean = (1 - Ball(delta, bits)) * (p * g(e) + (1 - p) * g(-e));
    if (delta > 0) mean = mean - Ball(delta, bits) * log(tau);
    return mean;
  });
  if (from.epsilon.sign() == 0) t.value = floor > 0 && delta > 0 ? ExactReal::log(floor, -delta) : ExactReal();
  return t;
}

Translated balanced_accuracy(const LossBound& from) {
  Translated t{1, true, {"balanced-accuracy"}};
  if (from.epsilon.is_positive_infinity()) return t;
  const Rational delta = from.delta;
  t.value = combined(exponential(from.epsilon), ExactReal(0), [delta](const auto& e, const auto&) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Rational>)
      return Rational((e + delta) / (e + 1));
    else
      return (e + Ball(delta, e.bits())) / (e + 1);
  });
  return t;
}

Result<Ball> profile_tail(const std::function<Result<Ball>(const Rational&)>& profile, const Ball& loss) {
  const long bits = loss.bits();
  std::optional<Error> fault;
  const auto delta = [&](const Rational& epsilon) {
    Result<Ball> d = profile(epsilon);
    if (!d) fault = d.error();
    return d ? *d : Ball(1, bits);
  };
  const auto value = [&](const Rational& epsilon) { return delta(epsilon) / -expm1(Ball(epsilon, bits) - loss); };
  // Golden sections choose; the function is quasiconvex, but nothing rests on that.
  const Rational end = lower_rational(loss);
  Rational low = end - 1, high = end;
  for (int i = 0; i < 12 && !fault && !certainly_less(value(Rational((low + high) / 2)), value(low)); ++i)
    low = end - 2 * (end - low);
  const Rational ratio(618034, 1000000);
  Rational a = high - ratio * (high - low), b = low + ratio * (high - low);
  Ball fa = value(a), fb = value(b);
  for (int i = 0; i < 60 && !fault && high - low > Rational(1, 10000000); ++i) {
    if (certainly_less(fa, fb)) {
      high = b;
      b = a;
      fb = fa;
      a = high - ratio * (high - low);
      fa = value(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + ratio * (high - low);
      fb = value(b);
    }
  }
  // Three points around the best: left, middle, right; delta is convex in u = e^epsilon.
  const Rational step(1, 1000000), middle = (low + high) / 2, left = middle - step, right = middle + step;
  const Ball best = value(middle);
  if (right >= end && !fault) return hull(Ball(0, bits), upper(best));  // one point bounds the infimum from above
  const Ball fl = fault ? best : value(left), fr = fault ? best : value(right);
  if (fault) return *fault;
  if (!certainly_less(best, fl) || !certainly_less(best, fr)) return hull(Ball(0, bits), upper(best));
  const auto u = [&](const Rational& epsilon) { return exp(Ball(epsilon, bits)); };
  const Ball dl = delta(left), dm = delta(middle), dr = delta(right);
  // Outside [left, right] the chord through the middle lies below the curve's continuation: a line over 1 - u/u' is
  // monotone, and its value at the point passed is larger than at the middle; so the infimum lies inside. There the
  // line through the other pair bounds delta from below, and the quotient is least at an end of the piece.
  const auto line = [](const Ball& x, const Ball& x1, const Ball& y1, const Ball& x2, const Ball& y2) {
    return y1 + (y2 - y1) * (x - x1) / (x2 - x1);
  };
  const Ball from_right = line(u(left), u(middle), dm, u(right), dr) / -expm1(Ball(left, bits) - loss);
  const Ball from_left = line(u(right), u(left), dl, u(middle), dm) / -expm1(Ball(right, bits) - loss);
  return hull(min(min(lower(from_right), lower(from_left)), lower(best)), upper(best));
}

}  // namespace assay::persuasive::translation
