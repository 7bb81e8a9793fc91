// The law of a sum of independent losses of one kind that take two values.
#pragma once

#include <cstdint>
#include <utility>

namespace assay::accounting {

/// Hands the terms to `visit(level, mass)`, n = 0..count of the losses being low + step, until it returns false.
/// Shape:  Level adds, Level{} being zero; Mass is a rational or a ball, masses = (that of low, that of low + step),
///         the first positive; `one` is the mass 1 at the precision wanted.
/// Gives:  level = count low + n step, mass = (count over n) masses.first^(count-n) masses.second^n.
template <class Level, class Mass, class Visit>
void binomial_law(const Level& low, const Level& step, const std::pair<Mass, Mass>& masses, std::uint64_t count,
                  const Mass& one, Visit visit) {
  Level at{};
  Mass mass = one;
  Level level = low;
  Mass power = masses.first;
  for (std::uint64_t k = count; k != 0; k >>= 1U) {
    if ((k & 1U) != 0) {
      at = at + level;
      mass = mass * power;
    }
    if (k == 1) break;
    level = level + level;
    power = power * power;
  }
  const Mass odds = masses.second / masses.first;
  for (std::uint64_t n = 0; n <= count; ++n) {
    if (!visit(std::as_const(at), std::as_const(mass))) return;
    mass = mass * odds * static_cast<long>(count - n) / static_cast<long>(n + 1);
    at = at + step;
  }
}

}  // namespace assay::accounting
