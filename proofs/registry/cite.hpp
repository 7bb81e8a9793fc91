// Lists of theorem ids: each once, in the order of the argument.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace assay::proofs {

/// Adds the id, unless it is there.
inline void cite(std::vector<std::string>& theorems, std::string id) {
  if (std::find(theorems.begin(), theorems.end(), id) == theorems.end()) theorems.push_back(std::move(id));
}

/// Adds those that are not there.
inline void cite(std::vector<std::string>& theorems, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) cite(theorems, id);
}

}  // namespace assay::proofs
