// The contour sum with all its error terms, for one plan and any epsilon near the one it was made for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "accounting/composition/bent_bounds.hpp"
#include "accounting/numeric/ball.hpp"

namespace assay::accounting::bent {

/// The constants of the exponent e^{constant - decay al} at one epsilon.
struct Exponential {
  Ball constant, decay;
};

class ContourSum {
 public:
  /// Proves the plan's conditions and encloses the transforms on its nodes. nullopt where a check fails or time is up.
  /// `near` is the exponent that the plan was made for: it sets how far the strip's bounds are carried in u.
  static std::optional<ContourSum> make(const Plan& plan, const std::vector<SampledSteps>& steps, bool add,
                                        const Exponential& near, const Deadline& deadline);

  /// Encloses the contour integral. Precondition: decay > 0.
  Ball integral(const Exponential& exponential) const;

 private:
  /// |transforms al'/(al(al-1))| du <= e^{log_size} on a cell of a strip's edge (both halves), Re al in [low, high].
  struct Cell {
    double log_size, low, high;
  };
  struct Edge {
    std::vector<Cell> cells;
    double log_tail = no_bound;  // of all factors of the tail but e^{-decay low} / decay
    double tail_low = 0;
  };
  struct Decay {
    double low, high, constant;  // decay in [low, high], constant at most
  };

  std::optional<Edge> edge(double angle, const Decay& near, const Deadline& deadline) const;
  Exponent exponent(double u, double angle) const;
  double log_transforms_upper(const Exponent& al) const;
  void set_tail(Edge& edge, double u, double angle) const;
  static double log_tail_upper(const Edge& edge, const Decay& decay);
  static double log_mass_upper(const Edge& edge, const Decay& decay);
  static Decay decay_of(const Exponential& exponential);
  void contour_point(acb_ptr al, acb_ptr derivative, long j) const;
  bool add_node(long j, const std::vector<std::vector<int>>& level, const std::vector<std::vector<double>>& log_skip,
                const Deadline& deadline);

  Contour contour_;
  double step_;
  long nodes_, bits_;
  std::vector<SampledSteps> steps_;
  std::vector<CertifiedPath> paths_;
  ComplexVector al_, factor_;  // at the nodes: al, and prod F^k al' / (i al (al-1)), doubled for j > 0
  Edge left_, right_, end_;    // the strip's two edges; end_ has only the contour's own tail
};

}  // namespace assay::accounting::bent
