// A pair as densities of one real observation x, in doubles: cell masses and losses fast, with their errors charged.
#pragma once

#include <limits>
#include <optional>
#include <vector>

namespace assay::accounting {

/// P and Q as sums of components, and the loss L(x) = log dP/dQ, increasing in x. The doubles stand for reals within a
/// relative 2^-52 of them.
struct Observation {
  struct Component {
    double weight = 1;
    double mean = 0;  // of N(mean, 1), where normal
    double rate = 0;  // else the density is weight e^{rate x}
    bool normal = true;
  };
  struct Term {
    double weight, slope, offset;
  };
  std::vector<Component> p, q;
  /// L = log(1 + sum w (e^{a x + b} - 1)) over `up`, less the same over `down`; one term of weight 1 stands for a x +
  /// b.
  std::vector<Term> up, down;
  double from = -std::numeric_limits<double>::infinity();  // the range of x
  double to = std::numeric_limits<double>::infinity();
  double least = -std::numeric_limits<double>::infinity();  // the losses for which it stands
  double greatest = std::numeric_limits<double>::infinity();
};

/// L at the double x, with a bound on its error, and about its slope.
struct ObservedLoss {
  double value, error, slope;
};
ObservedLoss observed_loss(const Observation& observation, double x);

/// sum of the components' masses over [a, b], times e^{shift}, with a bound on the relative error. `shift_size` bounds
/// the terms that shift was summed from.
/// Fails:  nullopt where the cell is too wide for the series, or a number leaves the range of doubles.
/// Source: theorem `normal-cell`.
struct CellMass {
  double value, error;
};
std::optional<CellMass> cell_mass(const std::vector<Observation::Component>& components, double a, double b,
                                  double shift, double shift_size);

/// The pair in the other order: x and the loss change sign.
Observation reversed(const Observation& observation);

/// ((1-rate) Q + rate P, Q), where L is one term of weight 1.
std::optional<Observation> sampled(const Observation& observation, double rate);

}  // namespace assay::accounting
