// What a request kind puts into its response.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "core/json.hpp"

namespace assay::cli {

/// The part of a response that depends on the kind.
struct Outcome {
  core::Json::Object result;
  std::string method;  // "a+b" where two engines took part
  std::vector<std::string> theorems;
  bool converged = true;

  /// Adds the answer's method and theorems, each once and in order.
  void rests_on(const accounting::Answer& answer);
  /// One enclosure, or a list of them, under a key; and what they rest on.
  void add(std::string_view name, bool is_list, std::span<const accounting::Answer> answers, long digits);
  /// The direction whose values those are, null where neither is certainly the worse; nothing where none is named.
  void add_directions(std::string_view name, bool is_list, std::span<const accounting::Answer> answers);
};

std::string_view direction_name(accounting::Direction direction);

/// {"lower", "upper"} of `digits` + 4 significant digits, rounded outward.
core::Json enclosure(const accounting::Value& value, long digits);

}  // namespace assay::cli
