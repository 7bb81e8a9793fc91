#include "persuasive/release/counts.hpp"

#include <chrono>

#include <doctest/doctest.h>

namespace assay::persuasive {
namespace {

using core::Integer;
using core::Rational;
using scoring::ExactReal;
using scoring::Scoring;

const Scoring joint{scoring::Logarithmic{}, {}, false};
const Scoring first{scoring::Logarithmic{}, {0}, false};

CellLaw uniform(long lower, long upper) {
  CellLaw law;
  law.first = lower;
  law.last = upper;
  return law;
}

CellLaw poisson(const Rational& rate) {
  CellLaw law;
  law.family = CellLaw::Family::poisson;
  law.exponent = rate;
  return law;
}

CellLaw bernoulli(const Rational& p) {
  CellLaw law;
  law.family = CellLaw::Family::bernoulli;
  law.parameter = p;
  law.last = 1;
  return law;
}

bool equal(const core::Result<ExactReal>& x, const ExactReal& y) { return x.has_value() && compare(*x, y) == 0; }

TEST_CASE("sums of counts by hand") {
  const PublishedSum uniforms{{uniform(0, 3), uniform(0, 3), uniform(0, 3)}, {}};
  CHECK(equal(gain(uniforms, first, {3, 0, 0}, 3), ExactReal::log({2, 5})));
  CHECK(equal(largest_gain(uniforms, first), ExactReal::log(4)));
  const PublishedSum bits{std::vector<CellLaw>(10, bernoulli({1, 3})), {}};
  CHECK(equal(gain(bits, first, {1, 1, 1, 1, 0, 0, 0, 0, 0, 0}, 4), ExactReal::log({6, 5})));
  const PublishedSum noisy{std::vector<CellLaw>(3, bernoulli({1, 3})), Rational(1, 2)};
  CHECK(equal(gain(noisy, first, {1, 1, 1}, 3), ExactReal::log({3, 2})));
}

TEST_CASE("with noise an output beyond every sum tells what the last sum tells, at once") {
  const PublishedSum noisy{std::vector<CellLaw>(3, bernoulli({1, 3})), Rational(1, 2)};
  const Integer far = Integer(1) << 62;
  for (const Scoring& scoring : {joint, first}) {
    CHECK(compare(*gain(noisy, scoring, {1, 1, 1}, far), *gain(noisy, scoring, {1, 1, 1}, 3)) == 0);
    CHECK(compare(*gain(noisy, scoring, {1, 1, 1}, -far), *gain(noisy, scoring, {1, 1, 1}, 0)) == 0);
  }
  // By hand at 4: weights of the sums 0 to 3 are 8, 12, 6, 1, their likelihoods as 1, 2, 4, 8.
  CHECK(equal(gain(noisy, joint, {1, 1, 1}, 4), ExactReal::log(Rational(8 * 27, 8 + 24 + 24 + 8))));
}

TEST_CASE("the law of a sum ends with its time") {
  const PublishedSum sum{std::vector<CellLaw>(3, bernoulli({1, 3})), {}};
  const auto now = accounting::Deadline::after(std::chrono::milliseconds(0));
  CHECK(gain(sum, first, {1, 1, 1}, 3, now).error().code == core::ErrorCode::limit_exceeded);
  CHECK(largest_gain(sum, first, now).error().code == core::ErrorCode::limit_exceeded);
  CHECK(largest_gain(sum, joint, now).error().code == core::ErrorCode::limit_exceeded);
}

TEST_CASE("the worst data are the worst of all data") {
  const PublishedSum sum{{uniform(0, 2), uniform(1, 2), bernoulli({1, 5})}, {}};
  for (const Scoring& scoring : {joint, first, Scoring{scoring::Brier{}, {}, true}}) {
    const core::Result<ExactReal> most = largest_gain(sum, scoring);
    REQUIRE(most.has_value());
    bool reached = false;
    for (long a = 0; a <= 2; ++a)
      for (long b = 1; b <= 2; ++b)
        for (long c = 0; c <= 1; ++c) {
          const int order = compare(*gain(sum, scoring, {a, b, c}, Integer(a + b + c)), *most).value_or(9);
          CHECK(order <= 0);
          reached = reached || order == 0;
        }
    CHECK(reached);
  }
}

TEST_CASE("suppressed cells by hand") {
  const SuppressedCells rule{1, 2};
  CHECK(equal(gain(rule, {poisson(1), poisson(6)}, 0, joint, {1, 7}),
              ExactReal(1) - ExactReal::log({3, 2}) + ExactReal(6) - ExactReal::log(Rational(279936, 5040))));
  CHECK(equal(gain(SuppressedCells{1, 4}, {uniform(0, 20)}, 0, {scoring::Brier{}, {}, false}, {2}), Rational(17, 84)));
  CHECK(equal(gain(SuppressedCells{1, 4}, {uniform(0, 20)}, {1, 10}, joint, {2}), ExactReal::log({35, 6})));
  CHECK(largest_gain(rule, {poisson(1)}, 0, joint)->is_positive_infinity());
  CHECK(equal(largest_gain(rule, {uniform(0, 20)}, 0, joint), ExactReal::log(21)));
}

TEST_CASE("cells of a known total, multinomial and Dirichlet, by hand") {
  const SuppressedCells rule{1, 2};
  const KnownTotal multinomial{10, false, {{1, 2}, {1, 4}, {1, 8}, {1, 8}}};
  CHECK(equal(gain(rule, multinomial, joint, {4, 3, 2, 1}), ExactReal::log({32768, 1575})));
  // All compositions of 2 into 3 cells are equally likely: 6 of them, of which (1,1,0) alone shows two symbols and a 0.
  const KnownTotal flat{2, true, {1, 1, 1}};
  CHECK(equal(gain(rule, flat, joint, {1, 1, 0}), ExactReal::log(6)));
}

}  // namespace
}  // namespace assay::persuasive
