// JSON -> the guarantees between which `translate` goes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounting/mechanism/mechanism.hpp"
#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/translate/recalibration.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/rule.hpp"

namespace assay::cli {

/// A number of a guarantee: given, left out, or asked for by {"solve": true}.
template <class T>
struct Slot {
  std::optional<T> value;
  bool solve = false;
};

/// One guarantee, one number of it open where it is the target.
struct GuaranteeForm {
  enum class Kind { dp, renyi, zcdp, composition, persuasion, accuracy };
  enum class Priors { adjacent_pairs, neighbours, distance_profile };

  Kind kind = Kind::dp;
  Slot<scoring::ExactReal> epsilon, kappa;
  Slot<core::Rational> delta, floor;
  bool probabilistic = false, post_processed = false;
  std::optional<core::Rational> alpha, rho;
  accounting::Composition composition;
  // persuasion
  std::optional<scoring::Rule> rule;
  Priors priors = Priors::adjacent_pairs;
  persuasive::translation::MassRange range;
  std::size_t points = 2;
  std::vector<core::Rational> weights;
  bool expectation = false;
};

core::Result<GuaranteeForm> read_guarantee(const core::Json& value, const std::string& at);

}  // namespace assay::cli
