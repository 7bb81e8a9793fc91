// JSON -> what a verify request claims.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "accounting/verdict/answer.hpp"
#include "cli/request_mechanism.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// The forms of a claim: which members are given together.
inline constexpr std::string_view claim_forms =
    "{epsilon, delta} (delta_kind approximate or probabilistic), {alpha, epsilon}, {rho} or {mu}";

struct DecodedClaim {
  accounting::Claim claim;
  bool in_domain = true;
};

/// Whether the epsilon beside a delta may be the logarithm of a rational: only who asks for the claim's level reads it.
enum class Logarithms { refused, read };

/// Decodes a claim; at a corner each real moves to the end that is easiest (least_loss) or hardest (most_loss) to meet.
/// Fails: missing_field and invalid_parameter for another set of members, not_supported for the contract's claims that
///        this version cannot decide, and for a logarithm where it is refused.
core::Result<DecodedClaim> read_claim(const core::Json& value, const std::string& at, Corner corner,
                                      Logarithms logarithms = Logarithms::refused);

}  // namespace assay::cli
