// Exact comparisons of logarithms of rationals.
#include "persuasive/exact/log_number.hpp"

#include <utility>

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;

LogNumber operator-(const LogNumber& x) { return {1 / x.ratio, -x.shift}; }
LogNumber operator+(const LogNumber& x, const LogNumber& y) { return {x.ratio * y.ratio, x.shift + y.shift}; }
LogNumber operator-(const LogNumber& x, const LogNumber& y) { return {x.ratio / y.ratio, x.shift - y.shift}; }

Ball enclose(const LogNumber& x, long bits) {
  if (x.ratio == 1) return Ball(x.shift, bits);
  // ln of a ratio next to 1 loses no digit as log1p of the exact difference.
  const Rational distance = x.ratio - 1;
  const Ball log = abs(distance) < Rational(1, 2) ? log1p(Ball(distance, bits)) : accounting::log(Ball(x.ratio, bits));
  return x.shift == 0 ? log : log + Ball(x.shift, bits);
}

Ball exponential(const LogNumber& x, long bits) {
  const Ball ratio(x.ratio, bits);
  return x.shift == 0 ? ratio : ratio * exp(Ball(x.shift, bits));
}

int sign(const LogNumber& x) {
  const int of_log = x.ratio.compare(1), of_shift = x.shift.sign();
  if (of_log == 0 || of_shift == 0 || of_log == of_shift) return of_log != 0 ? of_log : of_shift;
  // Of opposite signs and never equal: some precision tells.
  for (long bits = 96;; bits *= 2) {
    const Ball sum = enclose(x, bits);
    if (certainly_positive(sum)) return 1;
    if (certainly_negative(sum)) return -1;
  }
}

int compare(const LogNumber& x, const LogNumber& y) { return sign(x - y); }

int compare_exponential(const LogNumber& x, const Rational& r) {
  if (r <= 0) return 1;
  return sign(x - LogNumber::log(r));
}

}  // namespace assay::persuasive
