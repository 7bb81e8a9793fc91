// The Chernoff bound on delta of many like losses, from above.
#pragma once

#include <cmath>
#include <cstdint>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// delta <= c(z) M(z)^count e^{-z epsilon} for every z > 0, c(z) = z^z/(1+z)^{1+z}, M the moment generating function of
/// one loss, at the z where the double log_moment(z) of log M(z) makes it least; moment(z) encloses M there.
/// Source: theorem `chernoff`.
template <class LogMoment, class Moment>
Ball chernoff_upper(const core::Rational& epsilon, std::uint64_t count, long bits, const LogMoment& log_moment,
                    const Moment& moment) {
  const double e = Ball(epsilon, 64).midpoint(), k = static_cast<double>(count);
  const auto exponent = [&](double z) { return k * log_moment(z) - z * e + z * std::log(z) - (1 + z) * std::log1p(z); };
  double best = 0, least = HUGE_VAL;
  for (double log_z = -30; log_z <= 30; log_z += 0.05)
    if (const double value = exponent(std::exp(log_z)); value < least) least = value, best = log_z;
  const Ball z = Ball::exact(std::exp(best), bits);
  const Ball log_bound = log(moment(z)) * Ball(core::Rational(core::Integer(count)), bits) - z * Ball(epsilon, bits) +
                         z * log(z) - (z + 1) * log1p(z);
  return min(exp(upper(log_bound)), Ball(1, bits));
}

}  // namespace assay::accounting
