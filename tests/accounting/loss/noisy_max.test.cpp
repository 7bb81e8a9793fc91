// Output distributions of report noisy max: sums, symmetries, special cases in closed form.
#include <variant>

#include <doctest/doctest.h>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/loss/selection.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::number;
using Noise = NoisyMax::Noise;

namespace {

constexpr Noise all_noises[] = {Noise::laplace, Noise::exponential, Noise::gumbel};

}  // namespace

TEST_SUITE("accounting/loss") {
  TEST_CASE("the masses of a selection sum to one and keep their accuracy") {
    const std::vector<std::vector<Rational>> all = {
        {0}, {0, 0, 0}, {0, -1}, {-1000, 0, number("-1e-9")}, {-3, -3, 0, -5, number("-0.5"), -40}};
    for (const Noise noise : all_noises)
      for (const auto& scores : all)
        for (const long bits : {64L, 300L}) {
          Ball sum(0, bits);
          for (const Ball& m : selection_masses(noise, scores, bits)) {
            CHECK(certainly_positive(m));
            CHECK(m.relative_bits() >= bits);
            sum = sum + m;
          }
          CHECK(overlaps(sum, Ball(1, bits)));
          CHECK(sum.relative_bits() >= bits - 8);
        }
  }

  TEST_CASE("equal scores win alike, and a larger score wins more often") {
    for (const Noise noise : all_noises) {
      const auto even = selection_masses(noise, std::vector<Rational>(40, 0), 100);
      for (const Ball& m : even) CHECK(overlaps(m, Ball(Rational(1, 40), 100)));
      const auto rising = selection_masses(noise, {-2, -1, number("-0.5"), 0}, 100);
      for (std::size_t i = 1; i < rising.size(); ++i) CHECK(certainly_less(rising[i - 1], rising[i]));
    }
  }

  TEST_CASE("two candidates: the loser's chance in closed form") {
    // A gap g in units of the scale: Laplace (1/2 + g/4) e^-g, exponential e^-g/2, Gumbel 1/(1 + e^g).
    const Rational g = number("7/3");
    const Ball fall = exp(-Ball(g, 200)), half(Rational(1, 2), 200);
    const auto loser = [&](Noise noise) { return selection_masses(noise, {-g, 0}, 200)[0]; };
    CHECK(overlaps(loser(Noise::laplace), (half + Ball(g / 4, 200)) * fall));
    CHECK(overlaps(loser(Noise::exponential), half * fall));
    CHECK(overlaps(loser(Noise::gumbel), fall / (fall + 1)));
  }

  TEST_CASE("a shift of all scores changes nothing, candidates of one loss merge") {
    const auto pair = [](Noise noise, std::vector<std::vector<Rational>> scores) {
      return dominating_pair(Mechanism{NoisyMax{noise, 2, 1, false, std::move(scores)}}, Direction::remove);
    };
    for (const Noise noise : all_noises) {
      const auto same = pair(noise, {{3, 1, 2}, {5, 3, 4}});
      REQUIRE(same);
      CHECK(std::holds_alternative<GaussianLoss>(same->loss));
      // Two candidates exchange their scores, two keep them: losses x, 0, -x.
      const auto swapped = pair(noise, {{1, 0, 5, 3}, {0, 1, 5, 3}});
      REQUIRE(swapped);
      const auto atoms = std::get<FiniteLoss>(swapped->loss).atoms(128);
      REQUIRE(atoms.loss.size() == 3);
      CHECK(overlaps(atoms.loss[1], Ball(0, 128)));
      CHECK(overlaps(atoms.loss[0], -atoms.loss[2]));
      CHECK(overlaps(atoms.mass[0], atoms.dual_mass[2]));
    }
  }

  TEST_CASE("the direction says which scores come first") {
    const Mechanism m{NoisyMax{Noise::gumbel, 1, 1, false, {{2, 0, 0}, {0, 0, 1}}}};
    const auto atoms = [&](Direction d) { return std::get<FiniteLoss>(dominating_pair(m, d)->loss).atoms(100); };
    const auto remove = atoms(Direction::remove), add = atoms(Direction::add);
    CHECK(overlaps(remove.loss.back(), -add.loss.front()));
    CHECK(overlaps(remove.mass.back(), add.dual_mass.front()));
    CHECK(overlaps(atoms(Direction::replace_reversed).loss.back(), add.loss.back()));
  }

  TEST_CASE("too many candidates are refused") {
    const auto pair = dominating_pair(
        Mechanism{
            NoisyMax{Noise::laplace, 1, 1, false, {std::vector<Rational>(201, 0), std::vector<Rational>(201, 1)}}},
        Direction::add);
    REQUIRE_FALSE(pair);
    CHECK(pair.error().code == core::ErrorCode::limit_exceeded);
    CHECK(pair.error().pointer == "/scores");
  }
}
