// Dinur and Nissim's bounds.
#include <algorithm>

#include "accounting/audit/enclose.hpp"
#include "accounting/audit/reconstruction.hpp"

namespace assay::accounting {

using core::Integer;
using core::Rational;

ReconstructionBounds reconstruction_bounds(const Integer& n, const Rational& error, const Integer& queries,
                                           long digits) {
  const Rational twice = 2 * error;
  const Integer whole = numerator(twice) / denominator(twice);  // the floor: nothing here is negative
  AuditQuestion effort;
  effort.digits = digits;
  Answer failure =
      enclosed(effort, "closed_form", {"reconstruction-all-subsets", "reconstruction-random-subsets"}, [&](long bits) {
        const long inner = bits + 2 * static_cast<long>(msb(n + queries + 1)) + 16;
        const Ball two = log(Ball(2, inner)), base = log(Ball(Rational(9, 10), inner));
        return exp(Ball(Rational(n), inner) * two + Ball(Rational(queries), inner) * base);
      });
  const bool trivial = !certainly_less(failure.value.ball, Rational(1));
  if (trivial) {
    failure.value = Value(Rational(1), failure.value.ball.bits());
    failure.converged = true;
  }
  const Rational random = 256 * error * error;
  return {4 * error, std::min(n, Integer(2 * whole)), queries, random, std::move(failure), !trivial && random < n};
}

}  // namespace assay::accounting
