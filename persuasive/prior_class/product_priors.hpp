// Independent records: the posterior odds are multilinear in the records' priors.
#pragma once

#include <optional>

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// The log score of the whole datum at delta = 0 by the vertices of each record's class; every score and delta where
/// each record has one prior. Fails: not_supported for the rest; limit_exceeded where the vertices are too many.
/// Source: theorem `independent-records`.
core::Result<Bracket> product_kappa(const FiniteProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> product_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

/// The one prior of a product of single priors; nothing where some record has more.
std::optional<Pmf> single_product(const ProductPriors& priors);

}  // namespace assay::persuasive
