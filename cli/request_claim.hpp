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

/// Decodes a claim; at a corner each real moves to the end that is easiest (least_loss) or hardest (most_loss) to meet.
/// Fails: missing_field and invalid_parameter for another set of members, not_supported for the contract's claims that
///        this version cannot decide.
/// Its epsilon, beside delta, may be the logarithm of a rational.
core::Result<DecodedClaim> read_claim(const core::Json& value, const std::string& at, Corner corner);

/// For requests whose claim, the member `name`, must have a rational epsilon: not_supported where it has not.
void refuse_logarithm(ObjectReader& in, std::string_view name, const accounting::Claim& claim);

}  // namespace assay::cli
