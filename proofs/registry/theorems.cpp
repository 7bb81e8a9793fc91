// Puts the parts of the registry together.
#include "proofs/registry/theorems.hpp"

#include <algorithm>

#include "proofs/registry/parts.hpp"

namespace assay::proofs {
namespace {

std::vector<Theorem> gathered() {
  std::vector<Theorem> theorems;
  for (auto part : {pairs_theorems, composition_theorems, contour_theorems, question_theorems, scoring_theorems,
                    persuasion_theorems, release_theorems, audit_theorems, table_theorems, translation_theorems,
                    grid_theorems, mechanisms_theorems, classes_theorems, certificate_theorems}) {
    const std::vector<Theorem> more = part();
    theorems.insert(theorems.end(), more.begin(), more.end());
  }
  for (Theorem& theorem : theorems) {
    for (const Formal& formal : formal_layer())
      if (formal.id == theorem.id) theorem.formal = formal.theorems;
    for (const Probe& probe : probes())
      if (probe.id == theorem.id) theorem.probes = probe.by;
  }
  return theorems;
}

}  // namespace

std::span<const Theorem> all() {
  static const std::vector<Theorem> theorems = gathered();
  return theorems;
}

const Theorem* find(std::string_view id) {
  const auto theorems = all();
  const auto found = std::find_if(theorems.begin(), theorems.end(), [&](const Theorem& t) { return t.id == id; });
  return found == theorems.end() ? nullptr : &*found;
}

}  // namespace assay::proofs
