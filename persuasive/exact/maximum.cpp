// Branch and bound in one variable.
#include "persuasive/exact/maximum.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;

namespace {

constexpr std::size_t most_pieces = 20'000;

struct Piece {
  Rational low, high;
};

/// Upper bound of f over a piece.
struct Bounded {
  Ball upper;
  std::optional<Rational> end;  // where it is attained, an end whose value is known
};

class Search {
 public:
  Search(const IntervalFunction& f, long bits) : f_(f), bits_(bits) {}

  Ball at(const Rational& x) {
    Ball value = f_.value(Ball(x, work()));
    if (value.is_finite() && (!best_ || certainly_less(lower(*best_), lower(value)))) {
      best_ = value;
      where_ = x;
    }
    return value;
  }

  Bounded bound(const Piece& piece) {
    const Rational middle = (piece.low + piece.high) / 2;
    const Ball centre = at(middle);
    const Ball box = hull(Ball(piece.low, work()), Ball(piece.high, work()));
    const Ball slope = f_.slope(box);
    Ball bound = upper(f_.value(box));
    if (slope.is_finite()) {
      if (certainly_nonnegative(slope)) return {upper(at(piece.high)), piece.high};
      if (certainly_nonnegative(-slope)) return {upper(at(piece.low)), piece.low};
      const Ball expanded = upper(centre + abs(slope) * Ball::plus_minus(Ball((piece.high - piece.low) / 2, work())));
      bound = bound.is_finite() ? min(bound, expanded) : expanded;
    }
    return {bound, std::nullopt};
  }

  /// Whether an upper bound is as good as met.
  bool is_met(const Ball& bound) const {
    if (!bound.is_finite() || !best_) return false;
    const Ball slack = abs(*best_) * Ball(Rational(1, core::Integer(1) << static_cast<unsigned>(bits_)), work());
    return certainly_less_equal(bound, lower(*best_) + slack) ||
           certainly_less_equal(
               bound, lower(*best_) + Ball(Rational(1, core::Integer(1) << static_cast<unsigned>(3 * bits_)), work()));
  }
  const Ball& best() const { return *best_; }
  bool has_best() const { return best_.has_value(); }
  const Rational& where() const { return where_; }
  long work() const { return 2 * bits_ + 64; }

 private:
  const IntervalFunction& f_;
  long bits_;
  std::optional<Ball> best_;
  Rational where_ = 0;
};

}  // namespace

IntervalMaximum maximum(const IntervalFunction& f, const Rational& low, const Rational& high, long bits,
                        const accounting::Deadline& deadline) {
  Search search(f, bits);
  search.at(low);
  search.at(high);
  std::vector<Piece> open{{low, high}};
  std::vector<std::pair<Ball, Piece>> closed;  // what is done, with upper bounds
  for (std::size_t done = 0; !open.empty(); ++done) {
    // Halves of one length are handled together, so that the bounds improve everywhere alike.
    std::vector<Piece> next;
    for (Piece& piece : open) {
      const Bounded bounded = search.bound(piece);
      if (bounded.end || search.is_met(bounded.upper) || done + next.size() > most_pieces || deadline.passed()) {
        closed.emplace_back(bounded.upper, bounded.end ? Piece{*bounded.end, *bounded.end} : std::move(piece));
        continue;
      }
      const Rational middle = (piece.low + piece.high) / 2;
      next.push_back({piece.low, middle});
      next.push_back({middle, std::move(piece.high)});
    }
    done += next.size();
    open = std::move(next);
  }
  if (!search.has_best()) return {Ball::positive_infinity(bits), search.where(), low, high};
  const Ball least = lower(search.best());
  IntervalMaximum found{upper(search.best()), search.where(), search.where(), search.where()};
  for (const auto& [bound, piece] : closed) {
    found.value = max(found.value, bound);
    if (certainly_less(bound, least)) continue;
    found.low = std::min(found.low, piece.low);
    found.high = std::max(found.high, piece.high);
  }
  found.value = hull(least, found.value);
  return found;
}

Ball real_power(const Ball& x, const Rational& y) {
  if (y == 1) return x;
  const Ball exponent(y, x.bits());
  if (certainly_positive(x)) return pow(x, exponent);
  const Ball top = upper(x);
  if (!certainly_positive(top)) return y > 0 ? Ball(0, x.bits()) : Ball::positive_infinity(x.bits());
  return y > 0 ? Ball::zero_to(pow(top, exponent)) : Ball::positive_infinity(x.bits());
}

}  // namespace assay::persuasive
