// The mean gain of the log score under one order of a named mechanism's pair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/exact/real.hpp"
#include "persuasive/two_point/mean_gain.hpp"
#include "persuasive/two_point/named_loss.hpp"

namespace assay::persuasive {

/// The atoms of a law, an infinite loss last.
std::vector<WeightedLoss> weighted(const LossLaw& law);

/// x times a count; infinite where x is.
Real times(const Real& x, std::uint64_t count);

/// The mean, or with an order ln E e^{(order - 1) gain}/(order - 1), where the prior gives the truth `floor`; without a
/// floor the divergence.
/// Gives: nothing where the floor needs a law that has no formula here.
/// Source: theorem `persuasion-in-expectation`.
std::optional<Real> named_log_mean(const NamedLoss& loss, const core::Rational& floor,
                                   const std::optional<core::Rational>& order, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
