// Geometric sequences in binary64 with their error: e^{start + n rate}, n = 0, 1, 2, ...
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// Each value is a product of two correctly placed doubles.
/// Bound:  relative error at most 2^-50 for values in [2^-1000, 2^1000]; smaller ones are given as something in
///         [0, 2^-999], larger ones as something above 2^999, maybe infinite.
class Geometric {
 public:
  Geometric(const Ball& start, const Ball& rate, std::size_t count);

  double at(std::size_t n) const { return std::ldexp(head_[n / block_] * inner_[n % block_], exponent_[n / block_]); }

 private:
  std::size_t block_ = 1;
  std::vector<double> inner_, head_;
  std::vector<int> exponent_;
};

/// x rounded to a double not below it (not above it); +-infinity beyond the range.
double double_above(const Ball& x);
double double_below(const Ball& x);

}  // namespace assay::accounting
