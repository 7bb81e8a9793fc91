#include "cli/own_kind.hpp"

#include <algorithm>
#include <array>

#include "cli/request_audit.hpp"

namespace assay::cli {
namespace {

constexpr std::array<const OwnKind*, 1> kinds = {&audit_kind};

}  // namespace

std::span<const OwnKind* const> own_kinds() { return kinds; }

const OwnKind* find_own_kind(std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const OwnKind* kind) { return kind->name == name; });
  return found == kinds.end() ? nullptr : *found;
}

}  // namespace assay::cli
