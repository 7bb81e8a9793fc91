// Raising the precision until an enclosure is as narrow as asked.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accounting/audit/evidence.hpp"

namespace assay::accounting {

/// A real of which nothing is known.
inline Ball unknown(long bits) {
  Ball r(0, bits);
  arb_zero_pm_inf(r.raw());
  return r;
}

/// (upper - lower)/upper <= 10^-digits.
inline bool narrow(const Ball& x, long digits) {
  if (!x.is_finite()) return x.is_exact();
  const Ball top = upper(x), bottom = lower(x);
  const Ball scale = pow(Ball(10, 64 + 4 * digits), static_cast<unsigned long>(digits));
  return certainly_less_equal((top - bottom) * scale, abs(top)) || (top.is_exact_zero() && bottom.is_exact_zero());
}

/// compute(bits) is a ball that holds one nonnegative real at any precision; the answer is narrow where the deadline
/// and the cap on precision allow.
template <class Compute>
Answer enclosed(const AuditQuestion& question, std::string method, std::vector<std::string> theorems, Compute compute) {
  const long first = 64 + 7 * question.digits / 2;
  Ball x = compute(first);
  for (long bits = 2 * first; bits <= 8 * first && !narrow(x, question.digits + 1); bits *= 2) {
    if (question.deadline.passed()) break;
    x = compute(bits);
  }
  Answer answer{Value(x), std::move(method), std::move(theorems), narrow(x, question.digits)};
  if (x.is_exact_zero()) answer.value = Value(core::Rational(0), x.bits());
  answer.value.least = 0;
  return answer;
}

}  // namespace assay::accounting
