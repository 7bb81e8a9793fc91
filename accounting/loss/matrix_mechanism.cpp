// The matrix mechanism as one Gaussian: the largest column norm is the sensitivity.
#include <algorithm>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const MatrixMechanism& mechanism, Direction) {
  using core::Rational;
  Rational largest = 0;
  for (std::size_t column = 0; column < mechanism.strategy.front().size(); ++column) {
    Rational square = 0;
    for (const auto& row : mechanism.strategy) square += row[column] * row[column];
    largest = std::max(largest, square);
  }
  const Rational unit = mechanism.sensitivity / mechanism.sigma;
  return DominatingPair{GaussianLoss{largest * unit * unit}, {"gaussian-pair", "matrix-mechanism"}};
}

}  // namespace assay::accounting
