// Questions about a composition, answered with enclosures; claims about it, decided.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/loss_level.hpp"
#include "accounting/mechanism/mechanism.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

struct Question {
  using Engine = accounting::Engine;

  Composition composition;
  Adjacency adjacency = Adjacency::add_remove;
  long digits = 10;  // relative accuracy wanted: 10^-digits
  Deadline deadline;
  Engine engine = Engine::automatic;
};

/// One enclosure and what it rests on.
struct Answer {
  Value value;
  std::string method;                 // closed_form, exact, bounds, or the engine: lattice, contour, grid
  std::vector<std::string> theorems;  // registry ids, in order
  bool converged = true;              // the relative width is at most 10^-digits
  /// The direction whose value it is, where the adjacency has two and one is certainly the worse.
  std::optional<Direction> direction = std::nullopt;
};

/// delta at each epsilon (any reals), the worse of the adjacency's directions.
/// Shape:  one answer an epsilon, in order.
/// Fails:  not_supported, invalid_parameter or limit_exceeded, with a pointer into the request.
core::Result<std::vector<Answer>> delta(const Question& question, std::span<const core::Rational> epsilons);

/// The same at levels that may be logarithms of rationals: where few rational atoms are composed, exact.
core::Result<std::vector<Answer>> delta_at_levels(const Question& question, std::span<const LossLevel> epsilons);

/// P[L > epsilon] at each level, the worse of the directions, in place of the hockey-stick value (theorem
/// `probabilistic-own-pair`, of compositions of explicit pairs `probabilistic-joint-pair`).
/// Fails:  not_supported where the outputs are not the pair itself.
core::Result<std::vector<Answer>> probabilistic_delta(const Question& question, std::span<const LossLevel> epsilons);

/// The least epsilon, negative ones too, with P[L > epsilon] <= delta, at each delta in [0, 1).
core::Result<std::vector<Answer>> probabilistic_epsilon(const Question& question,
                                                        std::span<const core::Rational> deltas);

/// The least epsilon >= 0 at each delta in [0, 1]; infinite where none will do.
core::Result<std::vector<Answer>> epsilon(const Question& question, std::span<const core::Rational> deltas);

/// {epsilon, delta} (epsilon may be a logarithm of a rational), {rho} (zero-concentrated DP), {mu} (Gaussian DP) or
/// {alpha, epsilon} (Renyi DP at one order).
struct Claim {
  std::optional<core::Rational> epsilon, delta, rho, mu, alpha;
  /// With epsilon and delta: P[L > epsilon] <= delta of the outputs themselves (probabilistic DP).
  bool probabilistic = false;
  /// With epsilon and delta: what is claimed is epsilon + ln(ratio), ratio > 0.
  core::Rational ratio = 1;

  /// Precondition: epsilon.
  LossLevel level() const { return {*epsilon, ratio}; }
};

enum class Verdict { holds, fails, undecided };

struct Verification {
  Verdict verdict = Verdict::undecided;
  /// For {epsilon, delta}: delta at the claimed epsilon, and the least epsilon at the claimed delta. For {alpha,
  /// epsilon}: epsilon is the Renyi divergence of that order.
  std::optional<Answer> delta, epsilon;
  /// For {rho} and {mu}: the least that holds.
  std::optional<Answer> rho, mu;
};

/// Decides a claim: raises the precision until the enclosures tell, or the budget ends (undecided).
/// Fails:  as above; not_supported where no theorem decides a claim of this kind for these mechanisms.
core::Result<Verification> verify(const Question& question, const Claim& claim);

}  // namespace assay::accounting
