// What the engines compose: the privacy loss L = log dP/dQ under P of one ordered (dominating) pair, by kind.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "accounting/loss/observation.hpp"
#include "accounting/mechanism/mechanism.hpp"
#include "accounting/numeric/ball.hpp"
#include "core/result.hpp"

namespace assay::accounting {

/// L ~ N(mu^2/2, mu^2). Independent Gaussian losses compose by adding mu^2.
struct GaussianLoss {
  core::Rational mu_squared;
};

/// L of Laplace(1) at 0 against Laplace(1) at `shift` = sensitivity / scale: atoms at +-shift, a density between.
struct LaplaceLoss {
  core::Rational shift;
};

/// Finitely many values of L, and mass at L = +inf.
struct FiniteLoss {
  struct Atoms {
    std::vector<Ball> loss;       // same order as `index`
    std::vector<Ball> mass;       // P-mass; sums to 1 - infinite_mass
    std::vector<Ball> dual_mass;  // Q-mass, = mass * e^{-loss}, to full relative accuracy
  };
  /// Set where every loss is index[i] * unit: atoms of losses with equal keys lie on one lattice.
  struct Lattice {
    std::string key;  // names the unit exactly: "1/10", "ln(3/1)"
    std::vector<std::int64_t> index;
    std::optional<core::Rational> unit;  // the unit, where it is rational
  };
  std::optional<Lattice> lattice;
  core::Rational infinite_mass = 0;
  /// Exact masses (P and Q per atom), where they are rational.
  struct Exact {
    std::vector<core::Rational> mass, dual_mass;
  };
  std::optional<Exact> exact;
  /// The largest loss as offset + ln(ratio), where it is of that form and neither a rational unit nor `exact` says so.
  struct Largest {
    core::Rational offset = 0, ratio = 1;
  };
  std::optional<Largest> largest;
  std::function<Atoms(long bits)> atoms;
};

/// L of the discrete Gaussian at 0 against the one at `shift`: the value shift (shift - 2x)/(2 sigma^2) with a mass
/// proportional to e^{-x^2/(2 sigma^2)}, for every integer x.
struct DiscreteGaussianLoss {
  core::Rational sigma;
  std::uint64_t shift = 1;
};

/// One step of the Gaussian on a Poisson sample; sigma in units of one record's contribution, 0 < rate < 1.
/// remove: P = (1-q) N(0) + q N(1), Q = N(0); add: swapped; replace: P as above, Q = (1-q) N(0) + q N(-1).
struct SampledGaussianLoss {
  enum class Kind { remove, add, replace };
  core::Rational sigma, rate;
  Kind kind = Kind::remove;
};

/// No pair: only that every Renyi divergence of order a is at most rho a.
struct ZcdpLoss {
  core::Rational rho;
};

/// A Renyi guarantee at one order: D_alpha <= epsilon between all neighbours, alpha > 1, epsilon >= 0.
struct RenyiPoint {
  core::Rational alpha, epsilon;
};

/// No pair: only the Renyi guarantees at these orders, ascending.
struct RenyiLoss {
  std::vector<RenyiPoint> points;
};

/// L through its distribution functions under P and Q, for pairs that no other alternative describes: atoms and a part
/// without atoms. Builders: accounting/loss/distribution_loss.hpp.
struct DistributionLoss {
  /// Of the part without atoms: the P- and Q-mass of {L <= l} and of {L > l}.
  struct Tails {
    Ball below, above, dual_below, dual_above;
  };
  /// Infimum and supremum of the finite losses of the part without atoms; nullopt where infinite.
  struct Support {
    std::optional<Ball> least, greatest;
  };
  std::string key;                        // names the law exactly: equal keys, equal laws
  core::Rational infinite_mass = 0;       // P[L = +inf]
  core::Rational dual_infinite_mass = 0;  // Q[L = -inf]
  std::function<FiniteLoss::Atoms(long bits)> atoms;
  std::function<Tails(const Ball& loss)> tails;  // at the precision of `loss`, for every real of that ball
  std::function<Support(long bits)> support;
  /// A pair that some neighbours attain, where the pair itself only bounds them all: lower bounds come from it.
  std::shared_ptr<const DistributionLoss> attained;
  /// log E_P[e^{(order - 1) L}], where it is known.
  std::function<Ball(const core::Rational& order, long bits)> log_moment;
  std::vector<Observation> observed;  // the part without atoms once more, in doubles: losses in disjoint ranges
};

/// No pair: any mechanism of one loss for each pair of neighbours, whose values lie within `range` of each other.
struct BoundedRangeLoss {
  core::Rational range;
  bool adaptive = true;  // later mechanisms may depend on what earlier ones published
};

/// No pair: `users` messages of epsilon-private local randomizers, shuffled.
struct ShuffledLoss {
  core::Rational epsilon;
  std::uint64_t users = 2;
};

/// No pair that is attained: the curve, composed with anything, lies above that of each of `lower` (pairs that the
/// class has) and below that of `upper` (a pair that dominates it).
struct BoundedLoss {
  std::vector<FiniteLoss> lower;  // at least one
  FiniteLoss upper;
};

using PrivacyLoss = std::variant<GaussianLoss, LaplaceLoss, FiniteLoss, DiscreteGaussianLoss, SampledGaussianLoss,
                                 ZcdpLoss, RenyiLoss, DistributionLoss, BoundedRangeLoss, ShuffledLoss, BoundedLoss>;

/// Whether the loss stands for a class of mechanisms without one pair that is attained.
bool is_class(const PrivacyLoss& loss);

/// Copies and moves of losses are compiled once, in privacy_loss.cpp.
struct LossPart {
  PrivacyLoss loss;
  std::uint64_t count = 1;

  LossPart();
  template <class L>
  requires(!std::is_same_v<std::remove_cvref_t<L>, LossPart> && std::is_constructible_v<PrivacyLoss, L>)
      LossPart(L&& one, std::uint64_t times = 1)
      : loss(std::forward<L>(one)), count(times) {}
  LossPart(const LossPart& other);
  LossPart(LossPart&& other) noexcept;
  LossPart& operator=(const LossPart& other);
  LossPart& operator=(LossPart&& other) noexcept;
  ~LossPart();
};

/// A loss, with the ids of the theorems that make its pair dominate the mechanism.
struct DominatingPair {
  PrivacyLoss loss;
  std::vector<std::string> theorems;

  DominatingPair();
  template <class L>
  requires(!std::is_same_v<std::remove_cvref_t<L>, DominatingPair> && std::is_constructible_v<PrivacyLoss, L>)
      DominatingPair(L&& one, std::vector<std::string> names = {})
      : loss(std::forward<L>(one)), theorems(std::move(names)) {}
  DominatingPair(const DominatingPair& other);
  DominatingPair(DominatingPair&& other) noexcept;
  DominatingPair& operator=(const DominatingPair& other);
  DominatingPair& operator=(DominatingPair&& other) noexcept;
  ~DominatingPair();
};

/// The loss of one mechanism for one ordered kind of neighbours.
/// Fails: not_supported where no theorem gives a dominating pair; the message names what is missing.
core::Result<DominatingPair> dominating_pair(const Mechanism& mechanism, Direction direction);

}  // namespace assay::accounting
