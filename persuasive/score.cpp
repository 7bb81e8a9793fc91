// What a score sees of a datum.
#include "persuasive/score.hpp"

#include "scoring/propriety.hpp"

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

std::optional<core::Rational> greatest_gain(const Score& score, std::size_t outcomes) {
  if (!score.general) return std::nullopt;
  const std::optional<scoring::ScoreRange> range = scoring::score_range(*score.general, outcomes);
  if (!range) return std::nullopt;
  const scoring::ExactReal width = range->upper - range->lower;
  const core::Rational* exact = width.as_rational();
  return exact != nullptr && width.is_finite() ? std::optional(*exact) : std::nullopt;
}

}  // namespace assay::persuasive
