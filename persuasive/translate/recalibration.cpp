#include "persuasive/translate/recalibration.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounting/numeric/root.hpp"

namespace assay::persuasive::translation {
namespace {

using accounting::Ball;
using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using scoring::ExactReal;
using scoring::Rule;

/// max(low, min(high, x)): where the gain rises to one peak and falls, its best point of the range.
Ball clamp(const Ball& x, const MassRange& range) {
  return max(Ball(range.floor, x.bits()), min(Ball(range.ceiling, x.bits()), x));
}

Ball real_power(const Ball& x, const Rational& y) { return exp(Ball(y, x.bits()) * log(x)); }

/// Brier: 2 (1-q)^2 (1 - D^-2), D = 1 + q (e^epsilon - 1), with its peak at 1/(a^2 + a + 1), a = e^(epsilon/3).
Ball brier(const MassRange& range, const Ball& epsilon) {
  const long bits = epsilon.bits();
  const Ball a = exp(epsilon / 3), q = clamp(Ball(1, bits) / (square(a) + a + 1), range);
  const Ball d = q * expm1(epsilon) + 1;
  return square(1 - q) * 2 * (1 - Ball(1, bits) / square(d));
}

/// -(1 + w)^-gamma + (1 + w e^(-order epsilon))^-gamma with w the odds of the others to the power of the order; one
/// peak, where (1 + w c)/(1 + w) = c^(1/(1 + gamma)).
Ball pseudospherical(const Rational& order, const MassRange& range, const Ball& epsilon) {
  const long bits = epsilon.bits();
  const Rational gamma = (order - 1) / order;
  const Ball c = exp(-Ball(order, bits) * epsilon), root = real_power(c, 1 / (1 + gamma));
  const Ball odds = real_power((1 - root) / (root - c), 1 / order);
  const Ball q = clamp(Ball(1, bits) / (odds + 1), range);
  const Ball w = real_power((1 - q) / q, order);
  return real_power(w * c + 1, -gamma) - real_power(w + 1, -gamma);
}

/// Power and Tsallis on two points: s and its slope at masses away from 0 and 1.
struct PowerScore {
  Rational order, divisor;  // divisor 1, or order - 1 for Tsallis
  Ball at(const Ball& p) const {
    const long bits = p.bits();
    const Ball rest = 1 - p;
    const Ball own = real_power(p, order - 1);
    const Ball sum = own * p + real_power(rest, order);
    return (Ball(Rational(order - 1), bits) * sum - Ball(order, bits) * own) / Ball(divisor, bits);
  }
  Ball slope(const Ball& p) const {
    const Ball rest = 1 - p;
    return -Ball(Rational(order * (order - 1) / divisor), p.bits()) * rest *
           (real_power(p, order - 2) + real_power(rest, order - 2));
  }
};

/// Branch and bound: pieces whose upper bound cannot beat the best midpoint are dropped. Past the deadline the pieces
/// that are left stand undivided.
Ball maximum(const PowerScore& s, const Rational& low, const Rational& high, const Ball& epsilon,
             const Deadline& deadline) {
  // Next to mass 1 what is left of it has as many bits fewer as the end is near.
  const long wanted = epsilon.bits(), bits = wanted + 64;
  const Ball growth = exp(epsilon.with_bits(bits));
  const auto posterior = [&](const Ball& q) { return q * growth / (q * growth + (1 - q)); };
  const auto gain = [&](const Ball& q) { return s.at(q) - s.at(posterior(q)); };
  struct Piece {
    Rational low, high;
    Ball bound;
  };
  const auto bounded = [&](Rational a, Rational b) {
    const Ball left(a, bits), right(b, bits), middle(Rational((a + b) / 2), bits);
    // s falls: on the piece the gain is at most s at its left end less s at the posterior of its right end.
    Ball bound = upper(s.at(left) - s.at(posterior(right)));
    const Ball whole = hull(left, right);
    const Ball d = whole * growth + (1 - whole);
    const Ball slope = s.slope(whole) - s.slope(posterior(whole)) * growth / square(d);
    if (slope.is_finite()) {
      const Ball half(Rational((b - a) / 2), bits);
      bound = upper(min(bound, upper(gain(middle) + abs(slope) * half)));
    }
    return Piece{std::move(a), std::move(b), std::move(bound)};
  };
  Ball best = lower(gain(Ball(Rational((low + high) / 2), bits)));
  const Ball enough = pow(Ball(2, bits), static_cast<unsigned long>(std::max(8L, wanted - 40)));
  std::vector<Piece> pieces = {bounded(low, high)};
  Ball top = pieces.front().bound;
  for (long round = 0; round < wanted && !pieces.empty() && !deadline.passed(); ++round) {
    std::vector<Piece> next;
    for (const Piece& piece : pieces) {
      if (deadline.passed()) {
        if (!certainly_less(piece.bound, best)) next.push_back(piece);
        continue;
      }
      const Rational middle = (piece.low + piece.high) / 2;
      best = max(best, lower(gain(Ball(middle, bits))));
      for (const Piece& part : {bounded(piece.low, middle), bounded(middle, piece.high)})
        if (!certainly_less(part.bound, best)) next.push_back(part);
    }
    top = best;
    for (const Piece& piece : next) top = max(top, piece.bound);
    pieces = std::move(next);
    if ((top - best).is_exact_zero() || pieces.size() > 20000) break;
    if (certainly_less(upper((top - best) * enough), best)) break;
  }
  return hull(best, top).with_bits(wanted);
}

/// Near 0 and 1 the piece is bounded by monotony alone: the gain of q <= b is at most s(0+) - s(posterior of b).
Ball power_gain(const PowerScore& s, const MassRange& range, const Ball& epsilon, const Deadline& deadline) {
  const Rational tiny(1, core::Integer(1) << 60);
  const Rational low = range.floor > 0 ? range.floor : tiny,
                 high = range.ceiling < 1 ? range.ceiling : Rational(1 - tiny);
  Ball best = maximum(s, low, high, epsilon, deadline);
  const long bits = epsilon.bits() + 64;
  // s(0+) = order - 1 and s(1) = -1, over the divisor, for orders above 1.
  if (range.floor == 0) {
    const Ball q(tiny, bits), growth = exp(epsilon.with_bits(bits)), r = q * growth / (q * growth + (1 - q));
    best = max(best, hull(lower(best), max(upper(best), Ball(Rational((s.order - 1) / s.divisor), bits) - s.at(r))));
  }
  if (range.ceiling == 1)
    best = hull(lower(best), max(upper(best), s.at(Ball(high, bits)) - Ball(Rational(-1 / s.divisor), bits)));
  return best.with_bits(epsilon.bits());
}

/// g as a ball at a ball of losses, for the rules without logarithms.
Ball at_loss(const Rule& rule, const MassRange& range, const Ball& epsilon, const Deadline& deadline) {
  if (std::holds_alternative<scoring::Brier>(rule)) return brier(range, epsilon);
  if (std::holds_alternative<scoring::RankedProbability>(rule)) return brier(range, epsilon) / 2;
  if (std::holds_alternative<scoring::Spherical>(rule)) return pseudospherical(2, range, epsilon);
  if (const auto* r = std::get_if<scoring::Pseudospherical>(&rule)) return pseudospherical(r->order, range, epsilon);
  if (const auto* r = std::get_if<scoring::Power>(&rule)) return power_gain({r->order, 1}, range, epsilon, deadline);
  const auto& r = std::get<scoring::Tsallis>(rule);
  return power_gain({r.order, Rational(r.order - 1)}, range, epsilon, deadline);
}

/// g(infinity) = s(floor) - s(1).
ExactReal at_infinity(const Rule& rule, const Rational& floor) {
  if (std::holds_alternative<scoring::Logarithmic>(rule))
    return floor > 0 ? ExactReal::log(floor, -1) : ExactReal::infinity();
  const Rational rest = 1 - floor;
  if (std::holds_alternative<scoring::Brier>(rule)) return Rational(2 * rest * rest);
  if (std::holds_alternative<scoring::RankedProbability>(rule)) return Rational(rest * rest);
  Rational order = 2, divisor = 1;
  if (const auto* r = std::get_if<scoring::Pseudospherical>(&rule)) order = r->order;
  if (std::holds_alternative<scoring::Spherical>(rule) || std::holds_alternative<scoring::Pseudospherical>(rule)) {
    if (floor == 0) return 1;
    return ExactReal(1) - ExactReal::computed([floor, rest, order](long bits) {
             const Ball p(floor, bits), w = real_power(Ball(rest, bits) / p, order);
             return real_power(w + 1, -(order - 1) / order);
           });
  }
  if (const auto* r = std::get_if<scoring::Power>(&rule)) order = r->order;
  if (const auto* r = std::get_if<scoring::Tsallis>(&rule)) {
    order = r->order;
    divisor = order - 1;
  }
  if (floor == 0) return Rational(order / divisor);
  const PowerScore s{order, divisor};
  return ExactReal(Rational(1 / divisor)) +
         ExactReal::computed([s, floor](long bits) { return s.at(Ball(floor, bits)); });
}

}  // namespace

ExactReal remembered(ExactReal::Computation f) {
  struct Kept {
    std::map<long, Ball> known;
    std::optional<Ball> best;
  };
  return ExactReal::computed([f = std::move(f), kept = std::make_shared<Kept>()](long bits) {
    if (const auto before = kept->known.find(bits); before != kept->known.end()) return before->second;
    Ball x = f(bits);
    if (kept->best && kept->best->relative_bits() > x.relative_bits())
      x = kept->best->with_bits(bits);
    else
      kept->best = x;
    return kept->known.emplace(bits, std::move(x)).first->second;
  });
}

bool is_covered(const Rule& rule) {
  if (const auto* tsallis = std::get_if<scoring::Tsallis>(&rule)) return tsallis->order > 1;
  return std::holds_alternative<scoring::Logarithmic>(rule) || std::holds_alternative<scoring::Brier>(rule) ||
         std::holds_alternative<scoring::Spherical>(rule) || std::holds_alternative<scoring::Pseudospherical>(rule) ||
         std::holds_alternative<scoring::Power>(rule) || std::holds_alternative<scoring::RankedProbability>(rule);
}

ExactReal recalibrated(const Rule& rule, const MassRange& range, const ExactReal& epsilon, const Deadline& deadline) {
  if (epsilon.sign().value_or(1) <= 0) return {};
  if (epsilon.is_positive_infinity()) return at_infinity(rule, range.floor);
  if (std::holds_alternative<scoring::Logarithmic>(rule)) {
    if (range.floor == 0) return epsilon;
    if (const std::optional<Rational> e = epsilon.as_log())
      return ExactReal::log(range.floor + (1 - range.floor) / *e, -1);
    return ExactReal::computed([range, epsilon](long bits) {
      const Ball floor(range.floor, bits);
      // 1 - (1 - floor)(1 - e^-epsilon), as ln(1 + ...): small losses keep their accuracy.
      return -log1p((1 - floor) * expm1(-epsilon.ball(bits)));
    });
  }
  return remembered(
      [rule, range, epsilon, deadline](long bits) { return at_loss(rule, range, epsilon.ball(bits), deadline); });
}

Result<ExactReal> loss_for(const Rule& rule, const MassRange& range, const ExactReal& kappa, const Deadline& deadline) {
  const ExactReal most = at_infinity(rule, range.floor);
  const std::optional<int> order = kappa.is_positive_infinity() ? 1 : compare(kappa, most);
  if (!order)
    return Error{ErrorCode::not_supported, "/from/kappa",
                 "kappa cannot be told from the largest gain of the class: move it a little"};
  if (*order >= 0) return ExactReal::infinity();
  if (std::holds_alternative<scoring::Logarithmic>(rule)) {
    if (range.floor == 0) return kappa;
    if (const std::optional<Rational> k = kappa.as_log())
      return ExactReal::log((1 - range.floor) / (1 / *k - range.floor));
    return ExactReal::computed([range, kappa](long bits) {
      const Ball floor(range.floor, bits);
      return log((1 - floor) / (exp(-kappa.ball(bits)) - floor));
    });
  }
  return remembered([rule, range, kappa, deadline](long bits) {
    if (deadline.passed()) return nonnegative(Ball::everything(bits));
    // g increases. Below 0, where no gain is, any increasing continuation will do.
    const auto gain = [&](const Rational& loss) {
      return loss > 0 ? at_loss(rule, range, Ball(loss, bits), deadline) : Ball(loss, bits);
    };
    return nonnegative(root_of(gain, kappa.ball(bits), 0, 1, bits));
  });
}

}  // namespace assay::persuasive::translation
