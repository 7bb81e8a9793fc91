// kappa over an interval of common Poisson rates.
#pragma once

#include <string>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/table/kappa.hpp"

namespace assay::persuasive {

/// The supremum of the log gain, of the table or of one interior cell, over the rates of the class.
/// Fails: not_supported for other scores and for the fibre of an algorithm; the errors of fibre().
/// Source: theorem `table-rate-interval`.
core::Result<KappaAnswer> kappa_over_rates(const Release& release, const Knowledge& knowledge,
                                           const KappaQuestion& question, const accounting::Deadline& deadline);

/// The error of a sum over infinitely many tables.
core::Error infinite_tables(const std::string& what);

}  // namespace assay::persuasive
