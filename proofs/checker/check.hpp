// Certificates: whether every step of one follows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "proofs/checker/json.hpp"

namespace assay::checker {

inline constexpr std::string_view format_name = "assay-certificate";
inline constexpr std::uint64_t format_version = 1;

struct Report {
  bool proved = false;
  /// Where not proved: the first step that is bad (counted from 1; 0 for what stands before the steps), and why.
  std::size_t bad_step = 0;
  std::string theorem, why;
  /// Where proved: holds or fails, the claim, and what is left to believe (a list of {theorem, asserted}).
  std::string verdict;
  Json claim, hypotheses;
  std::size_t steps = 0;
};

/// Checks one certificate, or a response that carries one. Never throws, but where memory ends.
Report check(std::string_view text);

/// The report as the program prints it.
Json answer(const Report& report);

/// Puts into a draft the numbers that a checker computes: where a step states the empty text, what it should state.
/// Fails: refuses a draft that would be refused once it is complete.
Json completed(Json draft);

}  // namespace assay::checker
