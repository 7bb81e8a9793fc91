// Rational arithmetic on the atoms of small compositions.
#include "accounting/composition/finite_exact.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

constexpr std::uint64_t max_bits = 20'000;
constexpr std::uint64_t max_steps = 256;
constexpr std::size_t max_ratios = 1024;

bool fits(std::uint64_t& budget, std::uint64_t count, std::uint64_t bits) {
  if (count > max_bits || count * bits > budget) return false;
  budget -= count * bits;
  return true;
}

}  // namespace

std::optional<Rational> exact_infinite_mass(const std::vector<FinitePart>& parts) {
  std::uint64_t budget = max_bits;
  Rational finite = 1;
  for (const FinitePart& part : parts) {
    if (part.loss.infinite_mass == 0) continue;
    const Rational rest = 1 - part.loss.infinite_mass;
    if (rest != 0 && !fits(budget, part.count, core::bit_size(rest))) return std::nullopt;
    finite *= rest == 0 ? Rational(0) : core::power(rest, part.count);
  }
  return 1 - finite;
}

std::optional<Rational> exact_delta_at_odds(const std::vector<FinitePart>& parts, const Rational& odds) {
  std::uint64_t budget = max_bits, steps = 0;
  if (core::bit_size(odds) > max_bits) return std::nullopt;
  for (const FinitePart& part : parts) {
    if (!part.loss.exact || (steps += part.count) > max_steps) return std::nullopt;
    std::uint64_t bits = 0;
    for (const Rational& m : part.loss.exact->mass) bits = std::max(bits, core::bit_size(m));
    for (const Rational& m : part.loss.exact->dual_mass) bits = std::max(bits, core::bit_size(m));
    if (!fits(budget, part.count, bits)) return std::nullopt;
  }
  // By likelihood ratio: outcomes of one ratio count as one.
  using Masses = std::map<Rational, std::pair<Rational, Rational>>;
  Masses all{{Rational(1), {Rational(1), Rational(1)}}};
  for (const FinitePart& part : parts) {
    const auto& [mass, dual] = *part.loss.exact;
    for (std::uint64_t step = 0; step < part.count; ++step) {
      Masses next;
      for (const auto& [ratio, pq] : all)
        for (std::size_t i = 0; i < mass.size(); ++i) {
          auto& to = next[ratio * mass[i] / dual[i]];
          to.first += pq.first * mass[i];
          to.second += pq.second * dual[i];
        }
      if (next.size() > max_ratios) return std::nullopt;
      all = std::move(next);
    }
  }
  const auto infinite = exact_infinite_mass(parts);
  if (!infinite) return std::nullopt;
  Rational delta = *infinite;
  for (const auto& [ratio, pq] : all)
    if (ratio > odds) delta += pq.first - odds * pq.second;
  return delta;
}

}  // namespace assay::accounting
