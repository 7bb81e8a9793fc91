// The audit of outputs: an event is searched on one half of the samples and certified on the other, never on both.
#pragma once

#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "accounting/audit/attack_counts.hpp"

namespace assay::accounting {

/// What a threshold looks at: the output as a number, or how fine the grid is that the number lies on, as the exponent
/// of the least bit of the double next to it. The latter sees noise that was rounded together with the data.
enum class Feature { value, least_bit };

/// {output : feature >= bound}, or <= where `at_least` is false. What is no number is outside.
struct ThresholdEvent {
  Feature feature = Feature::value;
  double bound = 0;
  bool at_least = true;
};

/// {output : it is one of these}; numbers are compared as numbers.
struct OutputSet {
  std::set<std::string> keys;
};

/// An empty set is what stands where no event was found.
using SampleEvent = std::variant<OutputSet, ThresholdEvent>;

/// Which events are searched: thresholds on the value alone (scores), or every kind.
enum class EventFamily { value_thresholds, all };

/// An event found on one half, and what it counts on the other.
struct HeldOut {
  SampleEvent event;
  /// The event counts as positive for the first array, or (swapped) for the second.
  bool swapped = false;
  AttackCounts counts;
};

struct SampleEvidence {
  Evidence evidence;
  HeldOut held_out;
};

inline constexpr std::size_t max_samples = 10'000'000;

/// Shape:  each array has 2 to max_samples outputs; an output is the text of a number, or any text.
/// Gives:  the event that the first half's outputs suggest, and its counts among those of the second half.
/// Fails:  invalid_parameter for fewer than two outputs on a side, limit_exceeded for too many.
core::Result<HeldOut> hold_out(std::span<const std::string> first, std::span<const std::string> second,
                               EventFamily family, const AuditQuestion& question);

/// Gives:  the bound that the second half's counts of the event prove; the event depends on the first half alone.
/// Fails:  invalid_parameter for fewer than two outputs on a side, limit_exceeded for too many.
/// Source: theorem `held-out-event`.
core::Result<SampleEvidence> audit_samples(std::span<const std::string> first, std::span<const std::string> second,
                                           EventFamily family, const AuditQuestion& question);

/// A sentence for people: "value >= 1.25", "the output is one of ...".
std::string describe(const SampleEvent& event);

}  // namespace assay::accounting
