// `assay explain`: the theorems that answers rest on, for people.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::cli {

/// The page of a theorem: title, statement, hypotheses, proof, source. nullopt where the registry has no such id.
std::optional<std::string> explanation(std::string_view id);

/// Says that there is no such theorem, and which ones come nearest or, where none does, all of them.
std::string no_such_theorem(std::string_view id);

}  // namespace assay::cli
