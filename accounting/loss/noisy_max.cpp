// Report noisy max: the two output distributions of explicit scores, or the class that a sensitivity allows.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "accounting/loss/selection.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

// The integrals of the noises other than Gumbel's cost about the cube of the number of candidates.
constexpr std::size_t max_integrated = 200;
constexpr long most_bits = 8192;
constexpr std::uint64_t sorting_work = selection_work / 2 * 3;

std::vector<Rational> in_units(const std::vector<Rational>& scores, const Rational& scale) {
  const Rational top = *std::max_element(scores.begin(), scores.end());
  std::vector<Rational> units;
  for (const Rational& u : scores) units.push_back((u - top) / scale);
  return units;
}

struct Setting {
  NoisyMax::Noise noise = NoisyMax::Noise::laplace;
  std::vector<Rational> p, q;
  std::vector<std::vector<std::size_t>> classes;  // candidates of one loss, ascending in it

  FiniteLoss::Atoms atoms(long bits) const {
    const std::vector<Ball> first = selection_masses(noise, p, bits), second = selection_masses(noise, q, bits);
    FiniteLoss::Atoms atoms;
    for (const auto& candidates : classes) {
      Ball mass(0, bits), dual(0, bits);
      for (const std::size_t i : candidates) {
        mass = mass + first[i];
        dual = dual + second[i];
      }
      atoms.loss.push_back(log(first[candidates[0]] / second[candidates[0]]));
      atoms.mass.push_back(std::move(mass));
      atoms.dual_mass.push_back(std::move(dual));
    }
    return atoms;
  }
};

// Candidates whose losses are equal for a reason: with Gumbel noise the loss is u - v and a constant; a candidate's
// mass depends on its own score and on the collection of all scores.
void classify(Setting& setting) {
  std::vector<Rational> p = setting.p, q = setting.q;
  std::sort(p.begin(), p.end());
  std::sort(q.begin(), q.end());
  const bool same_scores = p == q;
  std::map<std::pair<Rational, Rational>, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < setting.p.size(); ++i) {
    std::pair<Rational, Rational> key{setting.p[i], setting.q[i]};
    if (setting.noise == NoisyMax::Noise::gumbel)
      key = {key.first - key.second, 0};
    else if (same_scores && key.first == key.second)
      key = {0, 0};
    classes[key].push_back(i);
  }
  for (auto& [key, candidates] : classes) setting.classes.push_back(std::move(candidates));
}

// Ascending in loss, by proof. Gives the bits that did not suffice, where none of those within the budget did.
std::optional<long> sort_classes(Setting& setting) {
  if (setting.noise == NoisyMax::Noise::gumbel) return std::nullopt;  // the map's order
  std::uint64_t spent = 0;
  long tried = 0;
  for (long bits = 128; bits <= most_bits; bits *= 4) {
    spent += 2 * selection_cost(setting.noise, setting.p.size(), bits + 2 * static_cast<long>(setting.p.size()));
    if (tried > 0 && spent > sorting_work) return tried;
    tried = bits;
    const std::vector<Ball> losses = setting.atoms(bits).loss;
    std::vector<std::size_t> order(losses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return arf_cmp(arb_midref(losses[i].raw()), arb_midref(losses[j].raw())) < 0;
    });
    bool apart = true;
    for (std::size_t k = 1; k < order.size(); ++k)
      apart = apart && certainly_less(losses[order[k - 1]], losses[order[k]]);
    if (!apart) continue;
    std::vector<std::vector<std::size_t>> sorted;
    for (const std::size_t k : order) sorted.push_back(std::move(setting.classes[k]));
    setting.classes = std::move(sorted);
    return std::nullopt;
  }
  return tried;
}

// With two candidates of Laplace or exponential noise, the one that is behind by g wins with probability e^-g times 1/2
// (+ g/4 for Laplace): the loss of one that is behind on both sides is a rational and the logarithm of one.
std::optional<FiniteLoss::Largest> largest_of_two(const Setting& setting) {
  if (setting.p.size() != 2 || setting.noise == NoisyMax::Noise::gumbel) return std::nullopt;
  const std::size_t i = setting.classes.back()[0], other = 1 - i;
  const Rational before = setting.p[other] - setting.p[i], after = setting.q[other] - setting.q[i];
  if (before < 0 || after < 0) return std::nullopt;
  if (setting.noise == NoisyMax::Noise::exponential) return FiniteLoss::Largest{after - before, 1};
  return FiniteLoss::Largest{after - before, (2 + before) / (2 + after)};
}

// With Gumbel noise and the same scores on both sides, in another order, the loss is u - v: a lattice of their greatest
// common divisor. (With other scores the loss of one run is no rational, nor a rational and the logarithm of one: the
// two normalising sums of exponentials would be proportional, which Lindemann and Weierstrass refute.)
std::optional<FiniteLoss::Lattice> lattice_of(const Setting& setting) {
  if (setting.noise != NoisyMax::Noise::gumbel) return std::nullopt;
  std::vector<Rational> p = setting.p, q = setting.q;
  std::sort(p.begin(), p.end());
  std::sort(q.begin(), q.end());
  if (p != q) return std::nullopt;
  core::Integer common = 1, divisor = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    common = lcm(common, core::Integer(denominator(setting.p[i] - setting.q[i])));
  std::vector<core::Integer> steps;
  for (const auto& candidates : setting.classes) {
    const Rational loss = (setting.p[candidates[0]] - setting.q[candidates[0]]) * Rational(common);
    steps.push_back(numerator(loss));
    divisor = gcd(divisor, steps.back());
  }
  if (divisor == 0) return std::nullopt;
  const Rational unit(divisor, common);
  FiniteLoss::Lattice lattice{unit.str(), {}, unit};
  for (const core::Integer& step : steps) {
    const core::Integer index = step / divisor;
    if (abs(index) > 1'000'000'000) return std::nullopt;
    lattice.index.push_back(static_cast<std::int64_t>(index));
  }
  return lattice;
}

core::Result<FiniteLossPair> pair_of(NoisyMax::Noise noise, std::vector<Rational> p, std::vector<Rational> q) {
  if (p == q) return finite_loss({1}, {1});
  const auto setting = std::make_shared<Setting>(Setting{noise, std::move(p), std::move(q), {}});
  classify(*setting);
  if (const std::optional<long> tried = sort_classes(*setting))
    return Error{ErrorCode::limit_exceeded, "/scores",
                 "two candidates have losses that agree to about " + std::to_string(*tried) +
                     " bits, the most that so many candidates allow: which one is the larger is not decided here"};
  FiniteLossPair pair;
  pair.loss.largest = largest_of_two(*setting);
  pair.loss.lattice = lattice_of(*setting);
  pair.loss.atoms = [setting = std::shared_ptr<const Setting>(setting)](long bits) { return setting->atoms(bits); };
  return pair;
}

// What the sensitivity alone allows: from two candidates, even on one side or changing places, up to s-differential
// privacy, s the furthest that one score moves against another, in units of the scale.
core::Result<DominatingPair> class_of(const NoisyMax& mechanism) {
  const Rational s = (mechanism.monotonic ? 1 : 2) * mechanism.sensitivity / mechanism.scale;
  if (mechanism.noise == NoisyMax::Noise::gumbel)
    return DominatingPair{BoundedRangeLoss{s, true}, {"exponential-bounded-range"}};
  BoundedLoss loss{{}, binary_loss(s, 0).loss};
  const Rational half = s / 2;
  for (const auto& [p, q] : {std::pair{std::vector<Rational>{0, -half}, std::vector<Rational>{-half, 0}},
                             std::pair{std::vector<Rational>{0, 0}, std::vector<Rational>{-s, 0}}}) {
    auto pair = pair_of(mechanism.noise, p, q);
    if (!pair) return pair.error();
    loss.lower.push_back(std::move(pair->loss));
  }
  return DominatingPair{std::move(loss), {"noisy-max-pure-dp", "noisy-max-distribution"}};
}

}  // namespace

core::Result<FiniteLossPair> finite_pair(const NoisyMax& mechanism, Direction direction) {
  if (mechanism.scores.size() != 2)
    return Error{
        ErrorCode::not_supported, "/scores",
        "noisy_max has one pair for the scores of two data sets alone: give scores, or state pure_dp of epsilon "
        "2 sensitivity/scale"};
  const std::size_t candidates = mechanism.scores[0].size();
  const std::size_t most = mechanism.noise == NoisyMax::Noise::gumbel ? max_atoms : max_integrated;
  if (candidates > most)
    return Error{ErrorCode::limit_exceeded, "/scores",
                 "noisy_max takes at most " + std::to_string(most) + " candidates of this noise here"};
  const bool forward = is_forward(direction);
  return pair_of(mechanism.noise, in_units(mechanism.scores[forward ? 0 : 1], mechanism.scale),
                 in_units(mechanism.scores[forward ? 1 : 0], mechanism.scale));
}

core::Result<DominatingPair> dominating_pair(const NoisyMax& mechanism, Direction direction) {
  if (mechanism.scores.empty()) return class_of(mechanism);
  return finite_pair(mechanism, direction).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"noisy-max-distribution"}};
  });
}

}  // namespace assay::accounting
