// The parts of the registry, one a file.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "proofs/registry/theorems.hpp"

namespace assay::proofs {

std::vector<Theorem> audit_theorems();
std::vector<Theorem> pairs_theorems();
std::vector<Theorem> mechanisms_theorems();
std::vector<Theorem> classes_theorems();
std::vector<Theorem> certificate_theorems();
std::vector<Theorem> composition_theorems();
std::vector<Theorem> contour_theorems();
std::vector<Theorem> persuasion_theorems();
std::vector<Theorem> grid_theorems();
std::vector<Theorem> question_theorems();
std::vector<Theorem> release_theorems();
std::vector<Theorem> scoring_theorems();
std::vector<Theorem> table_theorems();
std::vector<Theorem> translation_theorems();

/// An id and the theorems of proofs/formal that prove it.
struct Formal {
  std::string_view id;
  std::vector<std::string_view> theorems;
};

/// Every id that the formal layer proves, each once.
std::span<const Formal> formal_layer();

}  // namespace assay::proofs
