// Request kinds that are not about one composition: each brings its own fields, decoder, schema and answer.
//
// A new one is a source cli/request_<kind>.cpp with one OwnKind, and one line in cli/own_kind.cpp.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "accounting/numeric/deadline.hpp"
#include "cli/outcome.hpp"
#include "cli/reading.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// What the common fields of a request say about the work.
struct Effort {
  long digits = 10;
  accounting::Deadline deadline;
};

/// The answer of a decoded request, still to be computed.
using Work = std::function<core::Result<Outcome>(const Effort&)>;

struct OwnKind {
  std::string_view name;
  /// The members beside the common ones; any other is unknown_field.
  std::span<const std::string_view> fields;
  /// Decodes the members of `fields`; a fault goes to the reader, and the value is then unused.
  Work (*read)(ObjectReader& in);
  /// The schema of the kind's own members, and what else the object must meet ("required" without "request", "oneOf",
  /// "definitions" that the $refs need).
  core::Json::Object (*properties)();
  core::Json::Object (*rest)();
};

/// The members of a kind's own fields that a request has. Shape: from: the request, or the reader of it.
template <class Source>
core::Json::Object members_of(const Source& from, std::span<const std::string_view> fields) {
  core::Json::Object members;
  for (const std::string_view name : fields)
    if (const core::Json* value = from.find(name)) members.emplace_back(name, *value);
  return members;
}

std::span<const OwnKind* const> own_kinds();
const OwnKind* find_own_kind(std::string_view name);

}  // namespace assay::cli
