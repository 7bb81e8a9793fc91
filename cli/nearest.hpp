// The known name next to a mistyped one, for error messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay::cli {

/// The name of fewest edits; the first of equals. Precondition: names is not empty.
std::string_view nearest(std::string_view text, std::span<const std::string_view> names);

/// "there is no WHAT \"text\"; the nearest is ..., of a, b, c".
std::string no_such(std::string_view what, std::string_view text, std::span<const std::string_view> names);

}  // namespace assay::cli
