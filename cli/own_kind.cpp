#include "cli/own_kind.hpp"

#include <algorithm>
#include <array>

#include "cli/request_audit.hpp"
#include "cli/request_convert.hpp"
#include "cli/request_hypothesis.hpp"
#include "cli/request_persuade.hpp"
#include "cli/request_propriety.hpp"
#include "cli/request_reconstruct.hpp"
#include "cli/request_score.hpp"
#include "cli/request_table.hpp"
#include "cli/request_translate.hpp"
#include "cli/request_utility.hpp"

namespace assay::cli {
namespace {

constexpr auto kinds =
    std::to_array<const OwnKind*>({&audit_kind, &convert_kind, &hypothesis_kind, &persuade_kind, &propriety_kind,
                                   &reconstruct_kind, &score_kind, &table_kind, &translate_kind, &utility_kind});

}  // namespace

std::span<const OwnKind* const> own_kinds() { return kinds; }

const OwnKind* find_own_kind(std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const OwnKind* kind) { return kind->name == name; });
  return found == kinds.end() ? nullptr : *found;
}

}  // namespace assay::cli
