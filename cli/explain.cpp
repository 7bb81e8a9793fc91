// Theorems by id.
#include "cli/explain.hpp"

#include <vector>

#include "cli/reading.hpp"
#include "proofs/registry/theorems.hpp"

namespace assay::cli {

std::optional<std::string> explanation(std::string_view id) {
  const proofs::Theorem* theorem = proofs::find(id);
  if (theorem == nullptr) return std::nullopt;
  return std::string(proofs::page(theorem->id));
}

std::string no_such_theorem(std::string_view id) {
  std::vector<std::string_view> near, ids;
  for (const proofs::Theorem& theorem : proofs::all()) {
    ids.push_back(theorem.id);
    if (!id.empty() && theorem.id.find(id) != std::string_view::npos) near.push_back(theorem.id);
  }
  return "there is no theorem '" + std::string(id) + "'; there are " + join(near.empty() ? ids : near);
}

}  // namespace assay::cli
