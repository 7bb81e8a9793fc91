// Real numbers: exact where they can be, else functions of the precision at which they are enclosed.
#pragma once

#include <functional>
#include <string>

#include "proofs/checker/interval.hpp"

namespace assay::checker {

/// An interval that holds one and the same real number, at each precision of `bits`.
using Enclosure = std::function<Interval(long bits)>;

/// The value as a decimal of 30 significant digits, rounded up or down in its last place.
/// Fails: refuses a value that 2,048 bits do not tell from such a decimal.
std::string rounded(const Enclosure& value, bool up);

/// shift + ln(ratio), or infinity, or what is computed.
struct Real {
  Rational shift = 0, ratio = 1;
  bool infinite = false;
  Enclosure computed = nullptr;
};

/// "0.5", "8/5", "ln(8/5)", "inf".
Real read_real(const std::string& text);

Interval value(const Real& x, long bits);

/// -1, 0, 1. Fails: refuses where neither exact forms nor 1024 bits tell.
int compare(const Real& a, const Real& b);

}  // namespace assay::checker
