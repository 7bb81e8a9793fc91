// Reals that scores of rational forecasts take: sums of rationals, logarithms and roots of rationals, compared exactly.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::scoring {

/// A value: rational + sum of c * ln(a) + sum of c * a^e (all c, a, e rational, a > 0) + sum of c * (any computable
/// real); or plus, minus infinity; or undefined (infinity - infinity).
class ExactReal {
 public:
  /// An enclosure of one fixed real at the working precision asked for; its width tends to 0 as bits grow.
  using Computation = std::function<accounting::Ball(long bits)>;

  ExactReal() = default;  // zero
  ExactReal(core::Rational x) : rational_(std::move(x)) {}
  ExactReal(long n) : rational_(n) {}

  /// coefficient * ln(argument); argument > 0.
  static ExactReal log(const core::Rational& argument, const core::Rational& coefficient = 1);
  /// coefficient * base^exponent; base > 0. Exact roots come out rational.
  static ExactReal radical(const core::Rational& coefficient, const core::Rational& base,
                           const core::Rational& exponent);
  static ExactReal computed(Computation f);
  static ExactReal infinity(bool positive = true);

  bool is_finite() const { return infinite_ == 0; }
  bool is_positive_infinity() const { return infinite_ == 1; }
  bool is_negative_infinity() const { return infinite_ == -1; }
  /// The value, where no logarithm, root or computation is left.
  const core::Rational* as_rational() const;
  /// Whether a part is known by its enclosures alone.
  bool has_computed_part() const { return !computed_.empty(); }
  /// The r with value = ln r, where the value is 0 or one logarithm whose argument to its coefficient is rational.
  std::optional<core::Rational> as_log() const;
  /// Enclosure at the working precision `bits`; infinite where the value is.
  accounting::Ball ball(long bits) const;
  /// Enclosure of relative width about 10^-digits (bits are raised until it is, up to a limit; 0 only if exact).
  accounting::Ball ball_to_digits(long digits) const;

  ExactReal operator-() const;
  ExactReal operator+(const ExactReal& other) const;
  ExactReal operator-(const ExactReal& other) const { return *this + -other; }
  /// Times a rational; 0 times infinity is 0 (an outcome of probability 0 weighs nothing).
  ExactReal times(const core::Rational& factor) const;

  /// -1, 0, 1: the sign, decided exactly for sums of rationals, logarithms and roots, infinities included.
  /// Gives:  nullopt where the value is undefined, or a computed part cannot be told from zero by 2^14 bits.
  /// Source: theorem `exact-comparison`.
  std::optional<int> sign() const;

 private:
  struct LogTerm {
    core::Rational coefficient, argument;
  };
  struct Radical {
    core::Rational coefficient, base, exponent;
  };
  struct Computed {
    core::Rational coefficient;
    std::shared_ptr<const Computation> f;
  };

  void add(const LogTerm& term);
  void add(const Radical& term);
  void add(const Computed& term);
  bool logs_vanish() const;
  bool algebraic_part_vanishes() const;

  core::Rational rational_ = 0;
  std::vector<LogTerm> logs_;
  std::vector<Radical> radicals_;
  std::vector<Computed> computed_;
  int infinite_ = 0;  // 1, -1; 2 is undefined
};

/// -1, 0, 1 as x < y, x = y, x > y; infinities of one sign are equal. nullopt as ExactReal::sign.
std::optional<int> compare(const ExactReal& x, const ExactReal& y);

/// The larger, the smaller: one of the two, or where compare cannot tell a computation of it; undefined where one is.
ExactReal larger(const ExactReal& x, const ExactReal& y);
ExactReal smaller(const ExactReal& x, const ExactReal& y);

}  // namespace assay::scoring
