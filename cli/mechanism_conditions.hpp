// What joins the fields of one family of mechanisms: the only place where a decoder names families.
#pragma once

#include "accounting/mechanism/mechanism.hpp"
#include "cli/reading.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {

/// Conditions that join two fields of one family; none for most. Faults go to the reader.
template <class Family>
void check_together(Family&, ObjectReader&, Corner) {}
void check_together(accounting::SampledWithoutReplacement& sampled, ObjectReader& in, Corner corner);
void check_together(accounting::GaussianPair& pair, ObjectReader& in, Corner corner);
void check_together(accounting::Exponential& mechanism, ObjectReader& in, Corner corner);
void check_together(accounting::RandomizedResponse& response, ObjectReader& in, Corner corner);

/// What more is known of the unknown of one family, once its other fields are read.
template <class Family>
void settle(Family&, Solve&) {}
void settle(accounting::DiscreteGaussian& mechanism, Solve& solve);
void settle(accounting::RandomizedResponse& response, Solve& solve);
void settle(accounting::Staircase& mechanism, Solve& solve);

}  // namespace assay::cli
