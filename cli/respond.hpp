// One line of JSON in, one response out: the only place where exceptions of a request end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// A response: its JSON text (no line break in it), and whether it is an answer or an error.
struct Reply {
  bool ok = false;
  std::string text;
};

/// The response that carries an error.
Reply error_reply(const core::Json& id, const core::Error& error);

/// Answers a request that is a value already; of any size, and unlike respond() it lets exceptions through.
Reply respond_to(const core::Json& id, const core::Json& request);

/// Reads, answers and writes one request. Never throws: what is thrown below becomes `limit_exceeded` (memory) or
/// `internal`. `on_budget` is told the request's time budget before the work starts.
Reply respond(std::string_view text, const std::function<void(std::chrono::milliseconds)>& on_budget = {});

/// The value of the top-level member "id" of a text that may be malformed after it; null where it cannot be read.
core::Json salvage_id(std::string_view text);

}  // namespace assay::cli
