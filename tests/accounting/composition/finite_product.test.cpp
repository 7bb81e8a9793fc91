// Joint atoms of several finite losses: every mass counts, also that of a loss with one finite atom.
#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using namespace assay::accounting;
using tests::number;

// With probability d everything is published, else nothing: one finite atom, of loss 0 and mass 1 - d.
LossPart leak(const char* d) {
  const core::Rational rest = 1 - number(d);
  return {finite_loss({rest, number(d)}, {1, 0}).loss, 1};
}

TEST_CASE("two leaks beside a Gaussian are one leak of the joint probability beside it") {
  auto two = compose({leak("1/10"), leak("1/5"), {GaussianLoss{1}, 1}}, Engine::automatic);
  auto one = compose({leak("28/100"), {GaussianLoss{1}, 1}}, Engine::automatic);
  REQUIRE(two);
  REQUIRE(one);
  for (const char* epsilon : {"-1", "0", "1", "3"}) {
    const Value x = two->delta(number(epsilon), {15, {}}), y = one->delta(number(epsilon), {15, {}});
    CHECK(overlaps(x.ball, y.ball));
    CHECK(x.ball.relative_bits() > 40);
  }
}

}  // namespace
