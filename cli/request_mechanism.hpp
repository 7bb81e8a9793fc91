// JSON <-> mechanisms: one generic decoder over the table that each family gives of its own fields.
#pragma once

#include <string>
#include <string_view>

#include "accounting/mechanism/mechanism.hpp"
#include "accounting/verdict/calibrate.hpp"
#include "cli/reading.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// How printed decimals are read: as spelled, or at the end of the interval of reals that round to them which makes
/// every delta smallest (least_loss) or largest (most_loss).
enum class Corner { literal, least_loss, most_loss };

/// A real moved to the end named. An interval that sticks out of a closed end of its domain is cut there, since the
/// number that was printed lay in the domain; `in_domain` says no where an open end is reached.
struct CornerReal {
  core::Rational value;
  bool in_domain = true;
};
CornerReal at_corner(const core::ExactNumber& number, accounting::Domain domain, accounting::Trend trend,
                     Corner corner);

/// Fails: invalid_parameter outside the domain, with the sentence for it ("sigma must be positive, got -1").
core::Result<core::ExactNumber> read_in_domain(const core::Json& value, std::string_view name, const std::string& at,
                                               accounting::Domain domain);

/// The one parameter that a request leaves open: {"solve": true} in its place.
struct Solve {
  core::Rational value;  // read in its place; of the domain's middle where it is not set
  bool has_value = false;
  std::size_t found = 0;  // how many there were
  std::string pointer;    // of the last
  accounting::Unknown unknown;
};

struct DecodedComposition {
  accounting::Composition composition;
  /// False where some interval reaches an open end of its field's domain: then this corner decides nothing.
  bool in_domain = true;
};

/// Decodes the array `value`, found at pointer `at`.
/// Fails: with the first fault, its pointer below `at`; at a corner, not_supported for a finite pair of printed
/// decimals (moved one by one they would no longer sum to 1). With `solve`, {"solve": true} may stand for a parameter
/// and is read as solve->value.
core::Result<DecodedComposition> read_composition(const core::Json& value, const std::string& at,
                                                  Corner corner = Corner::literal, Solve* solve = nullptr);

}  // namespace assay::cli
