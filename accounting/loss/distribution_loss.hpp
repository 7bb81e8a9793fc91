// Builders of DistributionLoss: base laws, and what sampling and reversal make of any of them.
#pragma once

#include <string>

#include "accounting/loss/finite_loss.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

DistributionLoss distribution(const GaussianLoss& loss);
DistributionLoss distribution(const LaplaceLoss& loss);
DistributionLoss distribution(const SampledGaussianLoss& loss);
/// `key` names the pair exactly.
DistributionLoss distribution(const FiniteLossPair& pair, std::string key);

/// The law of log dQ/dP under Q: the pair in the other order.
DistributionLoss reversed(const DistributionLoss& loss);

/// ((1-rate) Q + rate P, Q) for 0 < rate < 1: theorem `poisson-sampling`, remove.
DistributionLoss sampled_remove(const DistributionLoss& base, const core::Rational& rate);
/// (P, (1-rate) P + rate Q): the same theorem, add.
DistributionLoss sampled_add(const DistributionLoss& base, const core::Rational& rate);

/// The pair whose curve is that of sampled_remove at epsilon >= 0 and that of sampled_add below: theorem
/// `sampling-without-replacement`. An atom at loss 0 joins the two. Data sets whose other
/// records all have the replaced value attain sampled_remove.
DistributionLoss sampled_replace(const DistributionLoss& base, const core::Rational& rate);

}  // namespace assay::accounting
