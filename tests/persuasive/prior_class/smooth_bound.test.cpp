// Bounds of gains over boxes of priors, against priors of the box.
#include "persuasive/prior_class/smooth_bound.hpp"

#include <algorithm>

#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

SmoothField field_of(const Kernel& kernel, std::size_t x, PriorRegion region, bool is_box) {
  SmoothField field{x, std::move(region), is_box, {}, {}};
  for (std::size_t t = 0; t < kernel.columns(); ++t) {
    if (kernel.rows[x][t] == 0) continue;
    field.mass.push_back(kernel.rows[x][t]);
    Point ratios;
    for (const auto& row : kernel.rows) ratios.push_back(row[t] / kernel.rows[x][t]);
    field.ratios.push_back(std::move(ratios));
  }
  return field;
}

Rational gain_below(const Score& score, const Point& q, const Point& ratios, std::size_t x) {
  BallVector balls;
  for (const Rational& mass : q) balls.emplace_back(mass, 128);
  return lower_rational(smooth_gain(score, balls, ratios, x));
}

/// The bound of some output at every prior of a box on a grid, and of two outputs together. Gives: the bounds met.
std::size_t check_box(const Score& score, const SmoothField& field, const PriorBox& box, long bits = 128) {
  const accounting::Deadline deadline;
  const SmoothScore smooth{score, greatest_gain(score, 3), bits};
  BoxBounds bounds(smooth, field, box, deadline);
  if (bounds.empty()) return 0;
  std::vector<std::size_t> both{0, 1};
  const std::optional<Rational> joint = field.ratios.size() > 1 ? bounds.joint(both) : std::nullopt;
  for (long i = 0; i <= 3; ++i)
    for (long j = 0; j <= 3; ++j) {
      Point q{box.low[0] + Rational(i, 3) * (box.high[0] - box.low[0]),
              box.low[1] + Rational(j, 3) * (box.high[1] - box.low[1]), 0};
      q[2] = 1 - q[0] - q[1];
      if (q[2] < box.low[2] || q[2] > box.high[2] || q[field.x] == 0) continue;
      Rational least = 10;
      for (std::size_t t = 0; t < field.ratios.size(); ++t) {
        const Rational gain = gain_below(score, q, field.ratios[t], field.x);
        if (t < 2) least = std::min(least, gain);
        if (bounds.upper()[t]) CHECK(gain <= *bounds.upper()[t]);
      }
      if (joint) CHECK(least <= *joint);
    }
  for (const Point& q : bounds.points()) {
    Rational total = 0;
    for (std::size_t y = 0; y < 3; ++y) {
      CHECK(box.low[y] <= q[y]);
      CHECK(q[y] <= box.high[y]);
      total += q[y];
    }
    CHECK(total == 1);
  }
  return static_cast<std::size_t>(
      std::count_if(bounds.upper().begin(), bounds.upper().end(), [](const auto& upper) { return upper.has_value(); }));
}

TEST_CASE("no prior of a box gains more than the bound of the box, alone or jointly") {
  tests::RandomKernels random(31);
  const std::vector<Score> rules = tests::continuous_rules();
  for (std::size_t i = 1; i < rules.size(); ++i) {
    CAPTURE(rules[i].name);
    for (int round = 0; round < 4; ++round) {
      const Kernel kernel = random.kernel(3, 3, round % 2 == 0);
      const std::size_t x = random.below(3);
      const auto place = [&] { return Rational(static_cast<long>(random.below(8)), 16); };
      const Rational a = place(), b = place(), side(1, round < 2 ? 4 : 64);
      PriorBox box{{a, b, 0}, {a + side, b + side, 1}};
      if (!tighten(box)) continue;
      PriorRegion region{3, 3, {{{1, 1, 1}, Relation::equal, 1}}};
      check_box(rules[i], field_of(kernel, x, region, true), box);
      check_box(rules[i], field_of(kernel, x, region, false), box);
    }
  }
}

TEST_CASE("a centre that rounding moves out of its box leaves the bounds sound (2026-11-30)") {
  tests::RandomKernels random(32);
  const std::vector<Score> rules = tests::continuous_rules();
  std::size_t met = 0;
  for (std::size_t i = 1; i < rules.size(); ++i) {
    CAPTURE(rules[i].name);
    for (const long bits : {16L, 24L}) {  // the masses are cut to 8 and 12 bits, in boxes of a side of 1/1000
      const Kernel kernel = random.kernel(3, 3, true);
      const auto place = [&] { return Rational(1 + static_cast<long>(random.below(8)), 17); };
      const Rational a = place(), b = place(), side(1, 1000);
      if (a + b >= 1) continue;
      PriorBox box{{a, b, 0}, {a + side, b + side, 1}};
      if (!tighten(box)) continue;
      const PriorRegion region{3, 3, {{{1, 1, 1}, Relation::equal, 1}}};
      for (std::size_t x = 0; x < 3; ++x) met += check_box(rules[i], field_of(kernel, x, region, true), box, bits);
    }
  }
  CHECK(met > 20);
}

TEST_CASE("a small box about the worst prior is bounded to second order") {
  // Brier between two data at the ratio 8: the largest gain is 54/49, at mass 1/7.
  const Kernel kernel = make_kernel({{{8, 9}, {1, 9}}, {{1, 9}, {8, 9}}});
  const Score brier = tests::continuous_rules()[1];
  const SmoothField field = field_of(kernel, 0, {2, 2, {{{1, 1}, Relation::equal, 1}}}, true);
  const accounting::Deadline deadline;
  const SmoothScore smooth{brier, greatest_gain(brier, 2), 128};
  const Rational side(1, 1024), at(1, 7);
  PriorBox box{{at - side, 0}, {at + side, 1}};
  REQUIRE(tighten(box));
  const BoxBounds bounds(smooth, field, box, deadline);
  CHECK(*bounds.upper()[0] >= Rational(54, 49));
  CHECK(*bounds.upper()[0] <= Rational(54, 49) + side * side * side * 100);
}

}  // namespace
}  // namespace assay::persuasive
