// Mechanisms, as the claim names them, and the pairs of laws that dominate them.
//
// Each theorem on pairs is one function from a mechanism (a JSON object of exact parameters) and a direction to a pair.
#pragma once

#include <string>
#include <vector>

#include "proofs/checker/json.hpp"
#include "proofs/checker/real.hpp"

namespace assay::checker {

/// One value of the privacy loss log(P/Q), with its probabilities under P and under Q.
struct Atom {
  Enclosure p, q;
  Real loss;
};

/// An ordered pair (P, Q). Some mechanism of those that it stands for attains it.
struct Pair {
  enum class Kind { gaussian, laplace, finite, sampled_gaussian, zcdp };
  Kind kind = Kind::gaussian;
  /// gaussian: mu^2. laplace: the shift. sampled_gaussian: sigma. zcdp: rho.
  Rational a;
  /// sampled_gaussian: the rate q, and which of the three pairs (remove, add, replace).
  Rational rate;
  std::string orientation;
  /// finite: the finite values of the loss; P's mass where Q has none, and Q's where P has none.
  std::vector<Atom> atoms;
  Rational infinite, reverse_infinite;
  /// Whether (Q, P) has the same privacy profile.
  bool symmetric = true;
  /// Whether the pair bounds the mechanism from above.
  bool dominates = true;
};
struct Counted {
  Pair pair;
  Integer count;
};

/// The pair that a theorem gives a mechanism in a direction (remove, add, replace, replace_reversed).
/// Fails: refuses a theorem that gives no pair, and a mechanism or parameters that it does not cover.
Pair pair_by(const std::string& theorem, const Json& mechanism, const std::string& direction);

/// How a certificate writes a pair of a mechanism down.
Json description(const Pair& pair, const Json& mechanism);

/// The mechanism that a theorem on groups of records puts in the place of a group.
Json mechanism_by(const std::string& theorem, const Json& group);

}  // namespace assay::checker
