// A real number of an answer: exact (a rational, a logarithm of one), infinite, or computed to any precision.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "accounting/composition/profile.hpp"
#include "persuasive/exact/log_number.hpp"
#include "scoring/exact_real.hpp"

namespace assay::persuasive {

class Real {
 public:
  using Computation = std::function<accounting::Ball(long bits)>;

  Real() = default;  // 0
  Real(LogNumber x) : exact_(std::move(x)) {}
  Real(core::Rational x) : exact_(LogNumber::rational(std::move(x))) {}
  static Real infinite(int sign = 1) {
    Real x;
    x.infinite_ = sign;
    return x;
  }
  /// A finite number by its enclosures, whose width tends to 0 with the bits.
  static Real computed(Computation f) {
    Real x;
    x.computed_ = std::make_shared<Computed>(Computed{std::move(f), {}, 0, {}});
    return x;
  }
  /// The same of a number that is known as a sum of rationals, logarithms and roots, too: such are compared exactly.
  static Real computed(Computation f, scoring::ExactReal form) {
    Real x = computed(std::move(f));
    x.computed_->form = std::move(form);
    return x;
  }
  /// The sum itself: exact where a LogNumber is.
  static Real of(const scoring::ExactReal& form);

  /// -1, 0, 1: minus infinity, finite, infinity.
  int infinity() const { return infinite_; }
  /// The exact number, where it is known as one.
  const LogNumber* exact() const { return infinite_ == 0 && computed_ == nullptr ? &exact_ : nullptr; }
  accounting::Ball enclose(long bits) const;
  /// The number as such a sum, where it is known as one; nothing for infinite ones.
  std::optional<scoring::ExactReal> form() const;
  /// Whether both are one computation: then they are equal, whatever it gives.
  bool is_same_computation(const Real& x) const { return computed_ != nullptr && computed_ == x.computed_; }

 private:
  /// Copies of a number share its last enclosure; a number serves one thread.
  struct Computed {
    Computation f;
    std::optional<accounting::Ball> last;
    long bits = 0;  // that `last` was asked at
    std::optional<scoring::ExactReal> form;
  };

  int infinite_ = 0;
  LogNumber exact_;
  std::shared_ptr<Computed> computed_;
};

enum class Order { less, equal, greater, unknown };

/// Exact for exact and infinite numbers, and for those with a form; with another, as far as `most_bits` bits tell.
Order compare(const Real& x, const Real& y, long most_bits = 1024);
inline bool certainly_less(const Real& x, const Real& y) { return compare(x, y) == Order::less; }

/// The larger, the smaller: the reals themselves, up to the precision of compare.
Real larger(const Real& x, const Real& y);
Real smaller(const Real& x, const Real& y);

/// An enclosure to `digits` significant digits of the number, or of all numbers between lower and upper.
accounting::Value value(const Real& x, long digits);
accounting::Value value(const Real& lower, const Real& upper, long digits);

}  // namespace assay::persuasive
