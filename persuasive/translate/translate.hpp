// From guarantees of differential privacy to what a Receiver can gain, and back: worst mechanisms in closed form.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "scoring/exact_real.hpp"

namespace assay::persuasive::translation {

// Closed forms that a request puts together itself rest on theorem `distance-profile`, theorem `renyi-markov`,
// theorem `zcdp-tail`, theorem `zero-one-threshold` and theorem `pdp-post-processed`.

/// A number, whether some mechanism attains or approaches it, and what it rests on.
struct Translated {
  scoring::ExactReal value;
  bool sharp = true;
  std::vector<std::string> theorems;
};

/// (epsilon, delta) in either sense: of the hockey-stick, or P[L > epsilon] <= delta.
struct LossBound {
  scoring::ExactReal epsilon;
  core::Rational delta;
  bool probabilistic = false;
};

/// sup P_x[L > loss] over all mechanisms that meet the bound.
/// Source: theorem `dp-to-pdp`, theorem `pdp-to-pp`.
core::Result<Translated> worst_tail(const LossBound& from, const scoring::ExactReal& loss);

/// The least loss l with P_x[L > l] <= delta for all mechanisms that meet the bound; infinite where there is none.
core::Result<Translated> worst_loss(const LossBound& from, const core::Rational& delta);

/// The largest epsilon such that (epsilon, delta), in the sense of `probabilistic`, implies P_x[L > loss] <= allowed.
core::Result<Translated> implied_epsilon(const scoring::ExactReal& loss, const core::Rational& allowed,
                                         const core::Rational& delta, bool probabilistic);

/// The largest mean gain of the log score over (epsilon, delta) mechanisms, prior mass at least `floor` on the truth.
/// Source: theorem `dp-to-expected-log-gain`.
Translated mean_log_gain(const LossBound& from, const core::Rational& floor);

/// The best balanced accuracy of one bit: (e^epsilon + delta)/(e^epsilon + 1).
/// Source: theorem `balanced-accuracy`.
Translated balanced_accuracy(const LossBound& from);

/// inf over epsilon < loss of delta(epsilon)/(1 - e^(epsilon - loss)) of one privacy profile.
/// Shape:  profile gives enclosures at rational epsilons; loss finite.
/// Gives:  a ball: delta is convex in e^epsilon, so chords bound it from below between the points tried.
/// Source: theorem `profile-to-pdp`.
core::Result<accounting::Ball> profile_tail(
    const std::function<core::Result<accounting::Ball>(const core::Rational&)>& profile, const accounting::Ball& loss);

}  // namespace assay::persuasive::translation
