#include "accounting/verdict/directions.hpp"

#include <algorithm>

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {
namespace {

std::vector<Direction> directions_of(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::add_remove: return {Direction::remove, Direction::add};
    case Adjacency::add: return {Direction::add};
    case Adjacency::remove: return {Direction::remove};
    case Adjacency::replace: return {Direction::replace, Direction::replace_reversed};
  }
  return {};
}

// Whether both orders of the mechanism's pair have one privacy loss. Only where that is known: a wrong yes would drop a
// direction, a wrong no costs time alone. A wrapper is as symmetric as what it wraps.
bool same_both_ways(const Mechanism& mechanism, Adjacency adjacency) {
  if (std::holds_alternative<FinitePair>(mechanism.family)) return false;
  if (std::holds_alternative<GaussianMixture>(mechanism.family)) return false;
  if (std::holds_alternative<GaussianPair>(mechanism.family)) return false;
  if (std::holds_alternative<SampledWithoutReplacement>(mechanism.family)) return true;  // replace alone, both orders
  if (const auto* group = std::get_if<Group>(&mechanism.family)) return same_both_ways(*group->base, adjacency);
  if (const auto* sampled = std::get_if<PoissonSampled>(&mechanism.family)) {
    // Under replace the two mixtures are mirror images; at rate 1 the base is all there is, at rate 0 nothing is.
    const bool balanced = sampled->rate == 0 || sampled->rate == 1 || adjacency == Adjacency::replace;
    return balanced && same_both_ways(*sampled->base, adjacency);
  }
  return true;
}

core::Result<DirectedParts> directed(const Composition& composition, Direction direction) {
  DirectedParts result{direction, {}, {}};
  for (std::size_t i = 0; i < composition.size(); ++i) {
    auto pair = dominating_pair(composition[i].mechanism, direction);
    if (!pair) {
      core::Error error = pair.error();
      error.pointer = "/composition/" + std::to_string(i) + error.pointer;
      return error;
    }
    for (auto& id : pair->theorems)
      if (std::find(result.theorems.begin(), result.theorems.end(), id) == result.theorems.end())
        result.theorems.push_back(std::move(id));
    result.parts.push_back({std::move(pair->loss), composition[i].count});
  }
  if (composition.size() > 1 || composition[0].count > 1) result.theorems.emplace_back("composition");
  return result;
}

}  // namespace

core::Result<std::vector<DirectedParts>> directed_parts(const Composition& composition, Adjacency adjacency) {
  std::vector<DirectedParts> all;
  const bool symmetric = std::all_of(composition.begin(), composition.end(),
                                     [&](const Part& part) { return same_both_ways(part.mechanism, adjacency); });
  for (const Direction direction : directions_of(adjacency)) {
    auto parts = directed(composition, direction);
    if (!parts) return parts.error();
    all.push_back(std::move(*parts));
    if (symmetric) break;
  }
  if (all.size() > 1)
    for (auto& one : all) one.theorems.insert(one.theorems.begin(), "two-directions");
  return all;
}

core::Result<DirectedLoss> directed_loss(const DirectedParts& directed, Engine engine) {
  auto loss = compose(directed.parts, engine);
  if (!loss) return loss.error();
  return DirectedLoss{directed.direction, std::move(*loss), directed.theorems};
}

core::Result<std::vector<DirectedLoss>> directed_losses(const Composition& composition, Adjacency adjacency,
                                                        Engine engine) {
  const auto all = directed_parts(composition, adjacency);
  if (!all) return all.error();
  std::vector<DirectedLoss> losses;
  for (const DirectedParts& one : *all) {
    auto loss = directed_loss(one, engine);
    if (!loss) return loss.error();
    losses.push_back(std::move(*loss));
  }
  return losses;
}

}  // namespace assay::accounting
