#include "accounting/verdict/directions.hpp"

#include <algorithm>
#include <string>

#include "accounting/loss/alternatives.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "core/below.hpp"
#include "proofs/registry/cite.hpp"

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
  if (std::holds_alternative<Kernel>(mechanism.family)) return false;
  if (const auto* selection = std::get_if<NoisyMax>(&mechanism.family)) return selection->scores.empty();
  if (const auto* selection = std::get_if<Exponential>(&mechanism.family)) return selection->scores.empty();
  if (const auto* leak = std::get_if<Leak>(&mechanism.family))
    return !leak->per_record || adjacency == Adjacency::replace;
  if (const auto* post = std::get_if<PostProcessed>(&mechanism.family)) return same_both_ways(*post->base, adjacency);
  if (const auto* group = std::get_if<Group>(&mechanism.family)) return same_both_ways(*group->base, adjacency);
  if (const auto* sampled = std::get_if<PoissonSampled>(&mechanism.family)) {
    // Under replace the two mixtures are mirror images; at rate 1 the base is all there is, at rate 0 nothing is.
    const bool balanced = sampled->rate == 0 || sampled->rate == 1 || adjacency == Adjacency::replace;
    return balanced && same_both_ways(*sampled->base, adjacency);
  }
  return true;
}

core::Error below(const core::Error& error, std::size_t part) {
  return core::below("/composition/" + std::to_string(part), error);
}

// Every choice of one alternative a part. Which neighbours the data sets are to one kernel says nothing about another.
core::Result<std::vector<Composition>> choices(const Composition& composition, Adjacency adjacency) {
  std::vector<Composition> all{{}};
  for (std::size_t i = 0; i < composition.size(); ++i) {
    const auto options = alternatives(composition[i].mechanism, adjacency, composition.size() == 1);
    if (!options) return below(options.error(), i);
    if (all.size() * options->size() > max_alternatives)
      return core::Error{core::ErrorCode::limit_exceeded, "/composition",
                         "the kernels of this composition have more than " + std::to_string(max_alternatives) +
                             " combinations of neighbours"};
    std::vector<Composition> longer;
    for (const Composition& so_far : all)
      for (const Mechanism& option : *options) {
        longer.push_back(so_far);
        longer.back().push_back({option, composition[i].count});
      }
    all = std::move(longer);
  }
  return all;
}

core::Result<DirectedParts> directed(const Composition& composition, Direction direction) {
  DirectedParts result{direction, {}, {}};
  for (std::size_t i = 0; i < composition.size(); ++i) {
    auto pair = dominating_pair(composition[i].mechanism, direction);
    if (!pair) return below(pair.error(), i);
    proofs::cite(result.theorems, pair->theorems);
    result.parts.push_back({std::move(pair->loss), composition[i].count});
  }
  if (composition.size() > 1 || composition[0].count > 1) result.theorems.emplace_back("composition");
  return result;
}

}  // namespace

core::Result<std::vector<DirectedParts>> directed_parts(const Composition& composition, Adjacency adjacency) {
  std::vector<DirectedParts> all;
  const auto every = choices(composition, adjacency);
  if (!every) return every.error();
  for (const Composition& choice : *every) {
    const bool symmetric = std::all_of(choice.begin(), choice.end(),
                                       [&](const Part& part) { return same_both_ways(part.mechanism, adjacency); });
    for (const Direction direction : directions_of(adjacency)) {
      auto parts = directed(choice, direction);
      if (!parts) return parts.error();
      all.push_back(std::move(*parts));
      if (symmetric) break;
    }
  }
  if (every->size() > 1)
    for (auto& one : all) one.theorems.insert(one.theorems.begin(), "kernel-neighbours");
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
