#include "persuasive/prior_class/counts.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/rational_arithmetic.hpp"

namespace assay::persuasive {

using core::Rational;

Rational CellLaw::weight(long k) const {
  if (!holds(k)) return 0;
  switch (family) {
    case Family::uniform: return Rational(1, *last - first + 1);
    case Family::bernoulli: return k == 1 ? parameter : Rational(1 - parameter);
    case Family::poisson: {
      Rational w = 1;
      for (long i = 1; i <= k; ++i) w *= exponent / i;
      return w;
    }
    case Family::negative_binomial: {
      Rational w = core::power(parameter, static_cast<std::uint64_t>(successes));
      for (long i = 1; i <= k; ++i) w *= (1 - parameter) * Rational(i + successes - 1, i);
      return w;
    }
  }
  return 0;
}

Rational CellLaw::weight(long a, long b) const {
  Rational sum = 0;
  for (long k = std::max(a, first); k <= (last ? std::min(b, *last) : b); ++k) sum += weight(k);
  return sum;
}

CellLaw CellLaw::at_other_rate() const {
  CellLaw law = *this;
  if (other_rate) law.exponent = *other_rate;
  return law;
}

/// p^k/k!, or a (a+1) ... (a+k-1)/k!: the factors that the cell contributes to a multinomial or a Polya law.
Rational KnownTotal::weight(std::size_t cell, long k) const {
  Rational w = 1;
  for (long i = 1; i <= k; ++i) w *= (dirichlet ? Rational(parameters[cell] + i - 1) : parameters[cell]) / i;
  return w;
}

}  // namespace assay::persuasive
