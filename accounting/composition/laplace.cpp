// The exact finite sum for composed Laplace losses.
#include "accounting/composition/laplace.hpp"

#include <algorithm>
#include <cmath>

#include <flint/fmpz.h>

#include "accounting/composition/chernoff.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// c_m = [v^m] (1+v)^a (v-1)^b for m = 0, 1, ..., exact integers: from (v^2-1) f' = (a (v-1) + b (v+1)) f,
// (m+1) c_{m+1} = (m-1-a-b) c_{m-1} + (a-b) c_m. For b = -1 the series of -1/(1-v) obeys the same.
class Coefficients {
 public:
  Coefficients(long a, long b) : a_(a), b_(b) {
    fmpz_init(previous_);
    fmpz_init_set_si(current_, b % 2 == 0 ? 1 : -1);
    fmpz_init(next_);
  }
  Coefficients(const Coefficients&) = delete;
  Coefficients& operator=(const Coefficients&) = delete;
  ~Coefficients() {
    fmpz_clear(previous_);
    fmpz_clear(current_);
    fmpz_clear(next_);
  }
  const fmpz* current() const { return current_; }
  void advance() {
    fmpz_mul_si(next_, current_, a_ - b_);
    const long factor = m_ - 1 - a_ - b_;
    if (factor >= 0)
      fmpz_addmul_ui(next_, previous_, static_cast<ulong>(factor));
    else
      fmpz_submul_ui(next_, previous_, static_cast<ulong>(-factor));
    fmpz_divexact_si(next_, next_, m_ + 1);
    fmpz_swap(previous_, current_);
    fmpz_swap(current_, next_);
    ++m_;
  }

 private:
  long a_, b_, m_ = 0;
  fmpz_t previous_, current_, next_;
};

// [v^{k-1}] (1+v)^{k-j-1} (v-1)^{j-1} e^{v x} = sum_m c_m x^{k-1-m}/(k-1-m)! by Horner's rule in x, c_0 first.
Ball coefficient(long k, long j, const Ball& x) {
  const long bits = x.bits();
  Coefficients c(k - j - 1, j - 1);
  Ball sum(0, bits);
  for (long m = 0; m < k; ++m) {
    if (m > 0) sum = sum * x / (k - m);
    arb_add_fmpz(sum.raw(), sum.raw(), c.current(), bits);
    c.advance();
  }
  return sum;
}

// K = log of ((z+1) e^{z s} + z e^{-(z+1) s})/(2z+1), in double.
double log_moment(double s, double z) {
  if (s < 1e-4) return s * s * z * (z + 1) / 2;
  return z * s + std::log((z + 1) + z * std::exp(-(2 * z + 1) * s)) - std::log(2 * z + 1);
}

}  // namespace

// With y_j = (k - 2j) s - epsilon the sum runs over y_j > 0:
//   C(k,j) e^{-js} {1_{j=0} + 2^{1-k} e^{-y_j/2} [v^{k-1}] (1+v)^{k-j-1} (v-1)^{j-1} e^{v y_j/2}},
// the residues at 0 and -1/2 of M(z)^k e^{-epsilon z}/(z (z+1)) (the term j = k needs epsilon < -k s).
Ball LaplaceProfile::nonnegative_delta(const Rational& epsilon, const Target& target) const {
  if (count_ == 1)  // 1 - e^{(epsilon - s)/2}
    return refine(wanted_bits(target) + 16, target,
                  [&](long bits) { return -expm1(Ball((epsilon - shift_) / 2, bits)); });
  if (count_ > max_exact_count) return Ball::zero_to(chernoff_bound(epsilon, 64));
  const auto k = static_cast<long>(count_);
  // The terms are at most about 1: as many bits are lost as delta is small.
  const double size = std::clamp(chernoff_bound(epsilon, 64).log_midpoint(), -1e6, 0.0);
  const long guard = static_cast<long>((-size + std::max(0.0, -Ball(shift_, 64).log_midpoint())) * 1.4427 +
                                       3 * std::log2(1.0 + static_cast<double>(k)));
  return refine(wanted_bits(target) + 32 + guard, target, [&](long bits) {
    const Ball s(shift_, bits);
    Ball sum(0, bits), ways(1, bits);
    for (long j = 0; 2 * j <= k; ++j) {
      const Rational y = shift_ * (k - 2 * j) - epsilon;
      if (y <= 0) break;
      if (target.deadline.passed()) return Ball::zero_to(chernoff_bound(epsilon, 64));
      const Ball half = Ball(y, bits) / 2;
      Ball term = exp(-half) * coefficient(k, j, half);
      arb_mul_2exp_si(term.raw(), term.raw(), 1 - k);
      if (j == 0) term = term + 1;
      sum = sum + ways * exp(-s * j) * term;
      ways = ways * (k - j) / (j + 1);
    }
    return probability(sum);
  });
}

Ball LaplaceProfile::chernoff_bound(const Rational& epsilon, long bits) const {
  const double s = Ball(shift_, 64).midpoint();
  return chernoff_upper(
      epsilon, count_, bits, [&](double z) { return log_moment(s, z); },
      [&](const Ball& z) {
        const Ball shift(shift_, bits);
        return ((z + 1) * exp(z * shift) + z * exp(-(z + 1) * shift)) / (z * 2 + 1);
      });
}

Value LaplaceProfile::delta(const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 32;
  if (epsilon >= top()) return Value(Rational(0), bits);
  if (epsilon >= 0) return Value(nonnegative_delta(epsilon, target));
  // The pair's mirror image is itself: delta(eps) = 1 - e^eps + e^eps delta(-eps).
  const Ball other = -epsilon >= top() ? Ball(0, bits) : nonnegative_delta(-epsilon, target);
  return refine(bits, target, [&](long b) {
    const Ball e(epsilon, b);
    return probability(exp(e) * other.with_bits(b) - expm1(e));
  });
}

std::vector<std::string> LaplaceProfile::theorems() const {
  if (count_ == 1) return {"laplace-profile"};
  if (count_ > max_exact_count) return {"composition", "chernoff"};
  return {"composition", "laplace-composition"};
}

double LaplaceProfile::guess_epsilon(double log_delta) const {
  const double s = Ball(shift_, 64).midpoint(), k = static_cast<double>(count_);
  if (!std::isfinite(log_delta) || !std::isfinite(s)) return log_delta < 0 ? std::min(k * s, 1e300) : 0;
  if (count_ == 1 && log_delta < 0) return s + 2 * std::log1p(-std::exp(log_delta));
  const auto cumulant = [&](double z) {
    const double h = 1e-4 * (1 + z);
    const double low = log_moment(s, z - h), middle = log_moment(s, z), high = log_moment(s, z + h);
    return Cumulant{k * middle, k * (high - low) / (2 * h), k * std::max(0.0, high - 2 * middle + low) / (h * h)};
  };
  return std::min(guess_saddle_epsilon(cumulant, log_delta), k * s);
}

}  // namespace assay::accounting
