// What the best attacker attains who sees one release and must tell P from Q.
#pragma once

#include "accounting/composition/composed.hpp"

namespace assay::accounting {

/// The largest probability of naming the right data set when P has this prior probability:
/// (1 - prior) + prior delta(log((1 - prior)/prior)) (theorem `bayes-accuracy`).
/// Shape: 0 <= prior <= 1.
Value attacker_accuracy(ComposedLoss& loss, const core::Rational& prior, const Target& target);

/// The largest posterior probability of P after any release: prior e^m / (1 - prior + prior e^m), m the largest loss;
/// 1 where the loss is unbounded.
Value largest_posterior(const ComposedLoss& loss, const core::Rational& prior, const Target& target);

}  // namespace assay::accounting
