// One random composition asked of every engine that applies to it: all enclosures of delta must meet.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::tests {

/// The composition and the question follow from the seed; with_grid adds the engine that is the slowest and the widest.
/// Gives: the number of engines that answered.
inline int compare_engines(std::uint64_t seed, bool with_grid) {
  using namespace assay::accounting;
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto between = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  const auto thousandths = [&](int from, int to) { return core::Rational(between(from, to), 1000); };
  const auto any_part = [&]() -> LossPart {
    const auto count = static_cast<std::uint64_t>(between(1, 12));
    switch (between(0, 4)) {
      case 0: return {GaussianLoss{thousandths(20, 400)}, count};
      case 1: return {LaplaceLoss{thousandths(50, 800)}, count};
      case 2: {
        using Kind = SampledGaussianLoss::Kind;
        return {SampledGaussianLoss{thousandths(800, 3000), thousandths(10, 300), Kind(between(0, 2))}, count};
      }
      case 3: return {binary_loss(thousandths(50, 600), thousandths(0, 5)).loss, count};
      default: {
        const core::Rational truth = thousandths(550, 900);
        return {finite_loss({truth, 1 - truth}, {1 - truth, truth}).loss, count};
      }
    }
  };
  std::vector<LossPart> parts;
  for (int i = between(1, 2); i > 0; --i) parts.push_back(any_part());
  const core::Rational epsilon = thousandths(-200, 2500);
  CAPTURE(epsilon.str());

  std::optional<Ball> least, most;  // the intersection so far
  int answered = 0;
  for (const Engine engine : {Engine::automatic, Engine::closed_form, Engine::lattice, Engine::contour, Engine::grid}) {
    if (engine == Engine::grid && !with_grid) continue;
    auto loss = compose(parts, engine);
    if (!loss) continue;
    CAPTURE(std::string(loss->method()));
    const Ball delta = loss->delta(epsilon, {engine == Engine::grid ? 2 : 6, {}}).ball;
    REQUIRE(delta.is_finite());
    least = least ? max(*least, lower(delta)) : lower(delta);
    most = most ? min(*most, upper(delta)) : upper(delta);
    CHECK_FALSE(certainly_less(*most, *least));
    ++answered;
  }
  return answered;
}

}  // namespace assay::tests
