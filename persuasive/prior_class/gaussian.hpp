// Gaussian priors about real records, and multivariate t: what a Receiver may believe about all of them together.
#pragma once

#include <optional>

#include "core/rational.hpp"
#include "scoring/linear_algebra.hpp"

namespace assay::persuasive {

/// N(m, V) with the mean free unless it is given. V is one of: covariance; variance v for v times the identity; any
/// with largest over smallest eigenvalue <= condition and of the structure; nothing (any V).
struct GaussianPriors {
  enum class Structure { general, exchangeable, diagonal };
  /// What `radius` bounds, a square each time: (A(x-m))'(AVA')^-1(A(x-m)); (x_i-m_i)^2/V_ii of every record;
  /// (x-m)'V^-1(x-m); |x-m|^2 over the smallest eigenvalue of V.
  enum class Bound { none, standardized_statistic, standardized_record, mahalanobis, euclidean };

  std::optional<scoring::Vector> mean;  // one entry a record; or one for all
  std::optional<scoring::Matrix> covariance;
  std::optional<core::Rational> variance, condition;
  Structure structure = Structure::general;
  Bound bound = Bound::none;
  core::Rational radius = 0;
  /// Above 2: multivariate t, and V is its covariance.
  std::optional<core::Rational> degrees_of_freedom;

  /// Whether one prior is left.
  bool is_one() const { return mean.has_value() && (covariance.has_value() || variance.has_value()); }
};

}  // namespace assay::persuasive
