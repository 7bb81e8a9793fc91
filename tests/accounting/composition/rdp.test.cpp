// Renyi guarantees: exact for one order of one run, bounds that hold a Gaussian otherwise; sums, orders, faults.
#include "accounting/composition/rdp.hpp"

#include <utility>
#include <vector>

#include "accounting/composition/composed.hpp"
#include "accounting/composition/gaussian.hpp"
#include "accounting/curve/renyi.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::digits;
using tests::number;

namespace {

LossPart part(const Rdp& mechanism, std::uint64_t count = 1) {
  auto pair = dominating_pair(Mechanism{mechanism}, Direction::remove);
  REQUIRE(pair.has_value());
  return {pair->loss, count};
}

Value delta(const std::vector<LossPart>& parts, std::string_view epsilon) {
  auto loss = compose(parts, Engine::automatic);
  REQUIRE(loss.has_value());
  return loss->delta(number(epsilon), digits(12));
}

}  // namespace

TEST_CASE("one Renyi guarantee of one run has its exact worst case, on both sides of 0") {
  const Value at = delta({part({{2}, {number("1/2")}})}, "1");
  CHECK(tests::accurate(at, 12));
  CHECK(overlaps(at.ball, optimal_delta({2, number("1/2")}, 1, digits(12)).ball));
  // Where e a/(a-1) <= e^r the worst pair is (1, 0) against (e^-r, 1 - e^-r).
  const Value corner = delta({part({{2}, {3}})}, "1");
  CHECK(overlaps(corner.ball, 1 - exp(Ball(-2, 128))));
  const Value below = delta({part({{2}, {number("1/2")}})}, "-1");
  const Ball e = exp(Ball(-1, 128));
  CHECK(overlaps(below.ball, 1 - e + e * at.ball));
}

TEST_CASE("several guarantees bound delta by the best of them, and a Gaussian lies inside") {
  const Rdp both{{2, 8}, {number("1/5"), number("4/5")}};
  const Value at = delta({part(both)}, "1");
  const Ball slack(number("1e-8"), 64);  // the ends of a wide ball are rounded outward to 30 bits
  for (const Rdp& one : {Rdp{{2}, {number("1/5")}}, Rdp{{8}, {number("4/5")}}})
    CHECK(certainly_less(upper(at.ball), upper(delta({part(one)}, "1").ball) + slack));
  // mu^2/2 = 1/10 meets both.
  CHECK(overlaps(at.ball, GaussianProfile(number("1/5")).delta(1, digits(12)).ball));
}

TEST_CASE("guarantees add order by order, with Gaussian and zCDP parts beside them") {
  const std::vector<LossPart> sum{
      part({{4, 16}, {number("1/10"), 1}}, 3), {GaussianLoss{number("1/20")}, 2}, {ZcdpLoss{number("1/40")}, 1}};
  // Orders 4: 3/10 + 4 (1/20 + 1/40); 16: 3 + 16 (1/20 + 1/40).
  const std::vector<LossPart> whole{part({{4, 16}, {number("3/5"), number("21/5")}})};
  CHECK(overlaps(lower(delta(sum, "2").ball), lower(delta(whole, "2").ball)));
  CHECK(overlaps(upper(delta(sum, "2").ball), upper(delta(whole, "2").ball)));
  CHECK(compose({part({{2}, {1}}), part({{3}, {1}})}, Engine::automatic).error().code ==
        core::ErrorCode::not_supported);
  CHECK(compose({part({{2}, {1}}), {LaplaceLoss{1}, 1}}, Engine::automatic).error().code ==
        core::ErrorCode::not_supported);
  CHECK(compose({part({{2}, {1}})}, Engine::grid).error().pointer == "/engine");
}

TEST_CASE("between listed orders the divergence is interpolated, beyond the last it is unbounded") {
  const auto at = [](const Rdp& mechanism, std::string_view order) {
    const std::vector<LossPart> parts{part(mechanism)};
    const auto value = renyi(parts, number(order), digits(12));
    REQUIRE(value.has_value());
    return value->ball;
  };
  const Rdp two{{2, 4}, {number("1/5"), 1}};
  // (a - 1) D_a is convex: at 3 at most (1/2)(1/5) + (1/2)(3) over 2 = 4/5; from below the Gaussian of slope 1/10.
  const auto near = [](const Ball& x, std::string_view value) {  // the ends of a wide ball are rounded to 30 bits
    return certainly_less(abs(x - Ball(number(value), 64)), number("1e-8"));
  };
  CHECK(near(upper(at(two, "3")), "4/5"));
  CHECK(near(lower(at(two, "3")), "3/10"));
  CHECK(near(upper(at(two, "1.5")), "1/5"));
  CHECK_FALSE(at(two, "5").is_finite());
  CHECK(overlaps(at({{2}, {number("1/5")}}, "2"), Ball(number("1/5"), 64)));
}

TEST_CASE("a Renyi guarantee has orders above 1, each once") {
  const auto fault = [](const Rdp& mechanism) {
    return dominating_pair(Mechanism{mechanism}, Direction::remove).error();
  };
  CHECK(fault({{1}, {1}}).pointer == "/alpha/0");
  CHECK(fault({{2, 2}, {1, 1}}).pointer == "/alpha");
  const auto zero = dominating_pair(Mechanism{Rdp{{2}, {0}}}, Direction::remove);
  REQUIRE(zero.has_value());
  CHECK(std::get<GaussianLoss>(zero->loss).mu_squared == 0);
}
