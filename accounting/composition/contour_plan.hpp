// Parameters of the vertical contour, chosen in doubles. Any choice gives a valid enclosure; a good one a narrow ball.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "accounting/composition/fast_transform.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting::fast {

/// A factor of M_S whose transform is elementary: its cumulant, already times its count.
using ClosedCumulant = std::function<Cumulant(double theta)>;

/// The composed loss S = sum of independent losses, for parameter choice.
struct Product {
  struct Sampled {
    SampledGrid grid;
    double count;
  };
  std::vector<Sampled> sampled;
  std::vector<ClosedCumulant> closed;
  double gaussian_mu_squared = 0;  // the part of `closed` that decays: |M(theta+it)| = M(theta) e^{-mu^2 t^2 / 2}

  Cumulant cumulant(double theta);
};

struct Saddle {
  double theta = 0;
  Cumulant cumulant;
  double log_delta = 0;  // saddle-point estimate of log delta (epsilon)
};

/// The minimiser of K(theta) - theta epsilon - log theta - log(1 + theta), theta > 0; nullopt where doubles give out.
std::optional<Saddle> saddle_at_epsilon(Product& product, double epsilon);
/// The epsilon whose saddle estimate of log delta is `log_delta` (clamped to where saddles exist).
double epsilon_at_log_delta(Product& product, double log_delta);

/// x-quadrature of one sampled factor.
struct FactorPlan {
  double step;  // nodes (first + i) * step, 0 <= i < nodes; 24 bits of mantissa, so that every node is exact
  long first, nodes;
  double good_shift, bad_shift;                 // heights of the two strip edges
  bool bad_by_cells;                            // bound the bad edge by upper sums rather than by e^{T max arg}
  double decay_shift, decay_strip, decay_step;  // y of the shift bound, and its own quadrature
};

struct ContourPlan {
  double theta, height;        // nodes z_j = theta + i j height
  long nodes;                  // j = 0 .. nodes
  double theta_right, s_left;  // exponents of the two aliasing bounds
  double log_delta;            // estimate that the relative target refers to
  double cancelled_bits;       // bits that the pole correction, or an oscillating integrand, cancels
  std::vector<FactorPlan> factors;
  double cost() const;  // node products
};

/// Parameters for relative accuracy 2^-target_bits at epsilon; `log_delta_hint` replaces the saddle estimate.
std::optional<ContourPlan> plan_contour(Product& product, double epsilon, double target_bits,
                                        std::optional<double> log_delta_hint, const Deadline& deadline);

/// An x-quadrature good for M(theta) alone, to about 2^-60 / count; nullopt where it takes too many nodes.
std::optional<FactorPlan> plan_real(Product::Sampled& factor, double theta);

}  // namespace assay::accounting::fast
