// Compositions of discrete Gaussians: against the closed form of one, at several precisions, at the limits.
#include "accounting/composition/windowed.hpp"

#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/composition/discrete_gaussian_step.hpp"
#include "accounting/composition/gaussian.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::digits;
using tests::number;

namespace {

WindowedProfile windowed(const char* sigma, std::uint64_t shift, std::uint64_t count, const char* mu_squared = "0") {
  auto profile = WindowedProfile::compose({{{number(sigma), shift}, count}}, {}, number(mu_squared));
  REQUIRE(profile);
  return std::move(*profile);
}

}  // namespace

TEST_SUITE("accounting/composition") {
  TEST_CASE("one discrete Gaussian: the window and the closed form agree") {
    for (const char* sigma : {"0.3", "1", "6.5"})
      for (const std::uint64_t shift : {1u, 4u})
        for (const char* epsilon : {"-2", "-0.1", "0", "0.25", "1", "20"}) {
          CAPTURE(sigma);
          CAPTURE(epsilon);
          const Value closed = DiscreteGaussianStepProfile({number(sigma), shift}).delta(number(epsilon), digits(25));
          const Value window = windowed(sigma, shift, 1).delta(number(epsilon), digits(20));
          CHECK(tests::accurate(closed, 25));
          CHECK(tests::accurate(window, 20));
          CHECK(overlaps(closed.ball, window.ball));
        }
  }

  TEST_CASE("windows of several precisions hold one truth, and the curve falls") {
    for (const std::uint64_t count : {2u, 50u, 10'000u}) {
      tests::check_precisions_overlap(windowed("8", 3, count), number("1.5"));
      tests::check_monotone(windowed("8", 3, count), {"-3", "0", "0.5", "2", "20"});
    }
    tests::check_precisions_overlap(windowed("2", 1, 3, "1/4"), number("1"));
  }

  TEST_CASE("a wide discrete Gaussian is close to the continuous one, at most as bad") {
    // The lattice is coarse beside the sum of few: the curves agree to e^{-2 pi^2 sigma^2} relative to the spread.
    const Value lattice = windowed("20", 1, 400).delta(number("1"), digits(15));
    const Value line = GaussianProfile(1).delta(number("1"), digits(15));
    CHECK(certainly_less(abs(lattice.ball - line.ball), line.ball * Ball(number("1e-3"), 64)));
  }

  TEST_CASE("beside Laplace or sampled parts a discrete Gaussian needs another engine") {
    const DiscreteGaussianLoss loss{2, 1};
    for (const PrivacyLoss& other :
         {PrivacyLoss{LaplaceLoss{1}}, PrivacyLoss{SampledGaussianLoss{1, number("0.1")}}, PrivacyLoss{ZcdpLoss{1}}}) {
      const auto composed = compose({{loss, 1}, {other, 1}}, Engine::automatic);
      REQUIRE_FALSE(composed);
      CHECK(composed.error().code == core::ErrorCode::not_supported);
    }
    CHECK_FALSE(compose({{loss, 2}}, Engine::closed_form));
    CHECK_FALSE(compose({{loss, 2}}, Engine::contour));
    CHECK(compose({{loss, 2}}, Engine::lattice));
    CHECK(compose({{loss, 1}}, Engine::closed_form));
  }
}
