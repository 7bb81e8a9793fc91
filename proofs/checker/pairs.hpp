// Mechanisms, as the claim names them, and the pairs of laws that dominate them.
//
// Each theorem on pairs is one function from a mechanism (a JSON object of exact parameters) and a direction to a pair.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/checker/json.hpp"
#include "proofs/checker/real.hpp"

namespace assay::checker {

/// One value of the privacy loss log(P/Q), with its probabilities under P and under Q.
struct Atom {
  Enclosure p, q;
  Real loss;
};

/// The probabilities under P and under Q that the loss has no atom and is above a number.
using Tails = std::function<std::pair<Interval, Interval>(const Interval& loss)>;

/// An ordered pair (P, Q).
struct Pair {
  /// The law of the loss: atoms; what has no atoms; the supremum of the losses that are not listed as atoms, where
  /// there are any; P's mass where Q has none, and Q's where P has none; P's mass of further losses, of any size.
  std::vector<Atom> atoms;
  Tails tails = nullptr;
  std::optional<Real> top;
  Rational infinite, reverse_infinite;
  Enclosure rest = nullptr;
  /// What a closed form knows it by: "mu_squared" of a Gaussian loss, "shift" of a Laplace one, "rho" of a zCDP bound
  /// (which has no law); else empty.
  std::string name;
  Rational parameter;
  /// Whether (Q, P) has the same law.
  bool symmetric = true;
  /// Whether the pair bounds the mechanism from above; whether a mechanism of those that it stands for attains it.
  bool dominates = true, attained = true;
  /// The theorem that the base of a sample is taken by.
  std::string also;
};
struct Counted {
  Pair pair;
  Integer count;
};

/// The pair that a theorem gives a mechanism in a direction (remove, add, replace, replace_reversed).
/// Fails: refuses a theorem that gives no pair, and a mechanism or parameters that it does not cover.
Pair pair_by(const std::string& theorem, const Json& mechanism, const std::string& direction);

/// The mechanism that a theorem puts in the place of another.
Json mechanism_by(const std::string& theorem, const Json& mechanism);

}  // namespace assay::checker
