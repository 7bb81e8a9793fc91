// JSON -> what a verify request claims.
#include "cli/request_claim.hpp"

#include <optional>

#include "cli/reading.hpp"

namespace assay::cli {
namespace {

using accounting::Claim;
using accounting::Domain;
using core::ErrorCode;
using core::Json;
using core::Rational;

constexpr std::array<std::string_view, 7> fields = {"epsilon", "delta", "rho", "mu", "alpha", "kappa", "delta_kind"};

struct ClaimedReal {
  std::string_view name;
  std::optional<Rational> Claim::*member;
  Domain domain;
};
constexpr std::array<ClaimedReal, 5> reals = {{{"epsilon", &Claim::epsilon, Domain::nonnegative},
                                               {"alpha", &Claim::alpha, Domain::positive},
                                               {"delta", &Claim::delta, Domain::unit},
                                               {"rho", &Claim::rho, Domain::nonnegative},
                                               {"mu", &Claim::mu, Domain::nonnegative}}};

void refuse_other_forms(ObjectReader& in) {
  const std::string instead = "; it decides " + std::string(claim_forms);
  if (in.find("kappa") != nullptr)
    in.fail(ErrorCode::not_supported, "kappa",
            "a persuasive claim is the request persuade with kappa and delta" + instead);
}

/// Exactly one form: rho alone, mu alone, or epsilon with delta or with alpha.
void check_form(ObjectReader& in, const Claim& claim, const std::string& at) {
  if (in.failed()) return;
  const int pair = claim.epsilon || claim.delta || claim.alpha ? 1 : 0;
  const int forms = pair + (claim.rho ? 1 : 0) + (claim.mu ? 1 : 0);
  if (forms == 0) return in.fail(ErrorCode::missing_field, "epsilon", "a claim is " + std::string(claim_forms));
  if (forms > 1)
    return in.fail(
        {ErrorCode::invalid_parameter, at, "a claim is one of " + std::string(claim_forms) + ", not several"});
  if (pair == 0) return;
  if (claim.alpha && claim.delta)
    return in.fail(
        {ErrorCode::invalid_parameter, at, "a claim is one of " + std::string(claim_forms) + ", not several"});
  if (!claim.epsilon)
    in.fail(ErrorCode::missing_field, "epsilon",
            std::string("a claim of ") + (claim.alpha ? "alpha" : "delta") + " needs its epsilon");
  if (!claim.delta && !claim.alpha)
    in.fail(ErrorCode::missing_field, "delta", "a claim of epsilon needs its delta (0 for pure privacy)");
}

}  // namespace

core::Result<DecodedClaim> read_claim(const Json& value, const std::string& at, Corner corner, Logarithms logarithms) {
  ObjectReader in(value, at, "a claim", fields);
  refuse_other_forms(in);
  DecodedClaim decoded;
  for (const ClaimedReal& real : reals)
    if (const Json* given = in.find(real.name)) {
      if (real.member == &Claim::epsilon && is_logarithm(*given) && in.find("alpha") == nullptr) {
        if (logarithms == Logarithms::refused) {
          in.fail(ErrorCode::not_supported, real.name,
                  "no logarithm of a rational is read here: give a decimal or a fraction");
          break;
        }
        decoded.claim.ratio = in.keep(read_logarithm(*given, real.name, in.place(real.name)), Rational(1));
        decoded.claim.epsilon = 0;
        if (decoded.claim.ratio < 1)
          in.fail(ErrorCode::invalid_parameter, real.name, "epsilon must not be negative, got " + spell(*given));
        continue;
      }
      const core::Result<core::ExactNumber> number =
          read_in_domain(*given, real.name, in.place(real.name), real.domain);
      if (!number) {
        in.fail(number.error());
        break;
      }
      // A larger parameter is the easier claim, so the least-loss end is the upper one; a larger order is the harder.
      const auto trend = real.member == &Claim::alpha ? accounting::Trend::more_loss : accounting::Trend::less_loss;
      CornerReal moved = at_corner(*number, real.domain, trend, corner);
      decoded.claim.*real.member = std::move(moved.value);
      decoded.in_domain = decoded.in_domain && moved.in_domain;
    }
  decoded.claim.probabilistic = read_delta_kind(in);
  if (in.find("delta_kind") != nullptr && !decoded.claim.delta)
    in.fail(ErrorCode::missing_field, "delta", "delta_kind says which delta is claimed: epsilon and delta are needed");
  check_form(in, decoded.claim, at);
  if (in.failed()) return *in.fault();
  return decoded;
}

}  // namespace assay::cli
