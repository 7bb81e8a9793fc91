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

/// An id and what puts its statement to the test: a test case's name, a file of values of another computation (of its
/// responses one cites the id), or a theorem of proofs/formal as File.name.
struct Probe {
  std::string_view id;
  std::vector<std::string_view> by;
};

/// Every id but those of definitions, each once.
std::span<const Probe> probes();

}  // namespace assay::proofs
