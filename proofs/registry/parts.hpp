// The parts of the registry, one a file.
#pragma once

#include <vector>

#include "proofs/registry/theorems.hpp"

namespace assay::proofs {

std::vector<Theorem> audit_theorems();
std::vector<Theorem> pairs_theorems();
std::vector<Theorem> mechanisms_theorems();
std::vector<Theorem> classes_theorems();
std::vector<Theorem> composition_theorems();
std::vector<Theorem> contour_theorems();
std::vector<Theorem> persuasion_theorems();
std::vector<Theorem> grid_theorems();
std::vector<Theorem> question_theorems();
std::vector<Theorem> release_theorems();
std::vector<Theorem> scoring_theorems();
std::vector<Theorem> table_theorems();
std::vector<Theorem> translation_theorems();

}  // namespace assay::proofs
