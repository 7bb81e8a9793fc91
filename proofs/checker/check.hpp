// Certificates: whether every step of one follows.
#pragma once

#include <cstdint>
#include <string_view>

#include "proofs/checker/json.hpp"

namespace assay::checker {

inline constexpr std::string_view format_name = "assay-certificate";
inline constexpr std::uint64_t format_version = 1;

/// Checks one certificate, or a response that carries one. Never throws, but where memory ends.
/// Gives: {"proved": true, "verdict", "claim", "steps" (how many), "hypotheses" (what is left to believe)}, or
///        {"proved": false, "reason", "step", "theorem"} of the first bad step (neither for what stands outside of it).
Json check(std::string_view text);

/// Puts into a draft what a checker computes: all that its steps should state, and the hypotheses.
/// Fails: refuses a draft that would be refused once it is complete.
Json completed(Json draft);

}  // namespace assay::checker
