// The value of one parameter at which a composition just meets a target.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "accounting/mechanism/field.hpp"
#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

/// The parameter that is solved for.
struct Unknown {
  std::string name;
  bool is_integer = false;
  std::uint64_t lowest = 1, highest = 1;  // of an integer: highest is the largest that is read, the domain goes on
  Domain domain = Domain::positive;       // of a real
  Trend trend = Trend::less_loss;
  /// False where delta is known not to be monotone in it: then nothing is said of values that were not tried.
  bool monotone = true;
  std::string reason;  // why not monotone
};

/// The composition at a value of the unknown.
using CompositionAt = std::function<core::Result<Composition>(const core::Rational&)>;

struct Calibration {
  /// The extreme value that meets the target: the least where more of the parameter means less loss, else the most.
  /// Where nothing is proven to miss the target the enclosure ends with the domain.
  Answer parameter;
  core::Rational safe;        // where the target is proven, on the safe side of the extreme
  bool safe_is_upper = true;  // the safe side is above
  bool monotone = true;       // where not, no side is safe: the target is proven at `safe` alone
  // `safe` is the extreme value to the digits asked for: right beyond it a value is proven not to meet the target, or
  // the domain ends.
  bool extreme = true;
  std::string reason;  // where it is not
};

/// Searches by sign: each end of the bracket is proven, by an evaluation whose enclosure lies on one side of the
/// target. Shape: `question.composition` is ignored. Fails: invalid_parameter where no value of the parameter was found
/// to meet the target; as verify otherwise. Source: theorem `calibration-bracket`.
core::Result<Calibration> calibrate(const Question& question, const Unknown& unknown, const CompositionAt& composition,
                                    const Claim& target);

}  // namespace assay::accounting
