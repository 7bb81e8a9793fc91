// ln(ratio) + shift with rational ratio and shift: the numbers that gains of the log score and asked kappas are,
// exactly.
#pragma once

#include <utility>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::persuasive {

/// Precondition of every operation: ratio > 0. A rational r is {1, r}. Since e^shift is transcendental for a rational
/// shift other than 0, two of them are equal only where both members are: the order is decidable.
struct LogNumber {
  core::Rational ratio = 1;
  core::Rational shift = 0;

  static LogNumber log(core::Rational r) { return {std::move(r), 0}; }
  static LogNumber rational(core::Rational r) { return {1, std::move(r)}; }
  bool is_rational() const { return ratio == 1; }
  bool operator==(const LogNumber&) const = default;
};

LogNumber operator-(const LogNumber& x);
LogNumber operator+(const LogNumber& x, const LogNumber& y);
LogNumber operator-(const LogNumber& x, const LogNumber& y);

accounting::Ball enclose(const LogNumber& x, long bits);
/// e^x.
accounting::Ball exponential(const LogNumber& x, long bits);

/// -1, 0, 1, exactly.
int sign(const LogNumber& x);
int compare(const LogNumber& x, const LogNumber& y);
/// The sign of e^x - r for a rational r, exactly.
int compare_exponential(const LogNumber& x, const core::Rational& r);

/// For a map by value: any total order of the pairs (not that of the reals).
struct ByMembers {
  bool operator()(const LogNumber& x, const LogNumber& y) const {
    return x.ratio != y.ratio ? x.ratio < y.ratio : x.shift < y.shift;
  }
};

}  // namespace assay::persuasive
