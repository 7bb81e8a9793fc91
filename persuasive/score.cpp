// What a score sees of a datum.
#include "persuasive/score.hpp"

namespace assay::persuasive {

std::size_t seen_size(const Score& score, const DataSpace& space) {
  if (score.coordinates.empty()) return space.size;
  std::size_t size = 1;
  for (const std::size_t i : score.coordinates) size *= space.records[i];
  return size;
}

std::size_t seen(const Score& score, const DataSpace& space, std::size_t datum) {
  if (score.coordinates.empty()) return datum;
  const std::vector<std::size_t> values = space.digits(datum);
  std::size_t index = 0;
  for (const std::size_t i : score.coordinates) index = index * space.records[i] + values[i];
  return index;
}

}  // namespace assay::persuasive
