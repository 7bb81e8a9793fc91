// Mechanisms, as the claim names them, and the pairs of laws that dominate them.
//
// Each theorem on pairs is one function from a mechanism (a JSON object of exact parameters) and a direction to a pair.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proofs/checker/exact.hpp"
#include "proofs/checker/interval.hpp"
#include "proofs/checker/json.hpp"

namespace assay::checker {

/// One value of the privacy loss log(P/Q), with its probabilities under P and under Q.
struct Atom {
  std::function<Interval(long bits)> p, q;
  /// The loss, where it is this rational, or the logarithm of this one; both 0 where it is neither.
  Rational loss, log_of;
  bool has_loss = false;
};

/// An ordered pair (P, Q).
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
  /// Whether the pair bounds the mechanism; whether the mechanism (or one of its class) attains the pair.
  bool dominates = true, attained = true;
};

/// The pair that a theorem gives a mechanism in a direction (remove, add, replace, replace_reversed).
/// Fails: refuses a theorem that gives no pair, and a mechanism or parameters that it does not cover.
Pair pair_by(const std::string& theorem, const Json& mechanism, const std::string& direction);

/// The mechanism that a theorem on groups of records puts in the place of a group.
Json mechanism_by(const std::string& theorem, const Json& group);

/// At most 4096 numbers; and such that are a probability distribution.
std::vector<Rational> numbers(const Json& list, const std::string& name);
std::vector<Rational> distribution(const Json& list, const std::string& name);

/// How a certificate writes a pair down.
Json description(const Pair& pair);

}  // namespace assay::checker
