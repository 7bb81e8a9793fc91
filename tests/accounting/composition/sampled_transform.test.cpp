// The transform of one sampled step against its finite sums at integer points, and its decay bound against the
// transform.
#include "accounting/composition/sampled_transform.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::accounting;
using Kind = SampledGaussianLoss::Kind;

namespace {

core::Rational number(std::string_view text) { return core::parse_number(text)->value; }

SampledGaussianLoss loss_of(const char* sigma, const char* rate, Kind kind) {
  return {number(sigma), number(rate), kind};
}

SampledTransform transform_at(const SampledGaussianLoss& loss, double theta) {
  fast::Product::Sampled factor{
      fast::SampledGrid(loss.sigma.convert_to<double>(), loss.rate.convert_to<double>(), loss.kind, false), 1};
  const auto plan = fast::plan_real(factor, theta);
  REQUIRE(plan);
  return {loss, *plan, 160, 160};
}

// E_{N(0,s^2)}[w^a] for a natural a: sum_n C(a,n) (1-q)^{a-n} q^n e^{n(n-1)/2s^2} (Mironov, Talwar, Zhang 2019).
Ball moment(const SampledGaussianLoss& loss, unsigned long a) {
  const long bits = 200;
  const Ball q(loss.rate, bits), s2 = square(Ball(loss.sigma, bits));
  Ball sum(0, bits);
  for (unsigned long n = 0; n <= a; ++n) {
    Ball binomial(1, bits);
    arb_bin_uiui(binomial.raw(), a, n, bits);
    sum = sum +
          binomial * pow(1 - q, a - n) * pow(q, n) * exp(Ball(static_cast<long>(n * (n - (n > 0))), bits) / (s2 * 2));
  }
  return sum;
}

}  // namespace

TEST_CASE("integer moments are the binomial sums, in both directions and under replace") {
  const std::array<std::array<const char*, 2>, 5> cases{
      {{"1.1", "256/60000"}, {"0.5", "1/1000"}, {"3", "0.7"}, {"1000", "1e-6"}, {"0.7", "1/2"}}};
  for (const auto& [sigma, rate] : cases) {
    for (unsigned long a : {2UL, 3UL, 6UL}) {
      const auto remove = loss_of(sigma, rate, Kind::remove), add = loss_of(sigma, rate, Kind::add);
      const Ball expected = moment(remove, a);
      const Ball removed = transform_at(remove, static_cast<double>(a - 1)).real(static_cast<double>(a - 1));
      CHECK(overlaps(removed, expected));
      CHECK(removed.relative_bits() > 40);
      CHECK(overlaps(transform_at(add, -static_cast<double>(a)).real(-static_cast<double>(a)), expected));
      const auto replace = loss_of(sigma, rate, Kind::replace);
      // Swapping the two mirror images maps z to -1 - z.
      CHECK(overlaps(transform_at(replace, 1.5).real(1.5), transform_at(replace, -2.5).real(-2.5)));
    }
    for (const Kind kind : {Kind::remove, Kind::add, Kind::replace}) {
      const auto loss = loss_of(sigma, rate, kind);
      CHECK(overlaps(transform_at(loss, 1e-9).real(0), Ball(1, 100)));
      CHECK(overlaps(transform_at(loss, -1).real(-1), Ball(1, 100)));
    }
  }
}

TEST_CASE("the shift bound lies above the transform wherever the line was computed") {
  for (const Kind kind : {Kind::remove, Kind::add, Kind::replace}) {
    const auto loss = loss_of("0.9", "1/30", kind);
    fast::Product product;
    product.sampled.push_back({fast::SampledGrid(0.9, 1.0 / 30, kind, false), 200});
    const auto plan = fast::plan_contour(product, 1, 50, std::nullopt, {});
    REQUIRE(plan);
    const SampledTransform transform(loss, plan->factors[0], 200, 120);
    const auto line = transform.line(plan->theta, plan->height, plan->nodes, {});
    REQUIRE(line);
    for (long j = 1; j <= plan->nodes; j += std::max(1L, plan->nodes / 7)) {
      const Ball bound = transform.decay_bound(plan->theta, Ball::exact(plan->height, 120) * j);
      for (long i = j; i <= plan->nodes; ++i) {
        Ball modulus(0, 120);
        acb_abs(modulus.raw(), line->values[i], 120);
        CHECK(certainly_less_equal(lower(modulus * line->scale), bound));
      }
    }
  }
}
