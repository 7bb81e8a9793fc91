// Calibration: the value returned is proven, the one beside it is proven too short, and nothing is claimed without
// proof.
#include "accounting/verdict/calibrate.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::accounting;
using core::Rational;

namespace {

Rational number(std::string_view text) { return core::parse_number(text)->value; }

Unknown real(const char* name, Trend trend, Domain domain = Domain::positive) {
  Unknown unknown;
  unknown.name = name;
  unknown.trend = trend;
  unknown.domain = domain;
  return unknown;
}

Verdict verdict_at(Composition composition, const Claim& claim) {
  Question q;
  q.composition = std::move(composition);
  const auto verification = verify(q, claim);
  REQUIRE(verification.has_value());
  return verification->verdict;
}

void check_bracket(const Unknown& unknown, const CompositionAt& at, const Claim& target, long digits = 10) {
  Question q;
  q.digits = digits;
  const auto found = calibrate(q, unknown, at, target);
  REQUIRE(found.has_value());
  CHECK(found->extreme);
  CHECK(found->parameter.converged);
  const Rational low = *found->parameter.value.least, high = *found->parameter.value.most;
  core::Integer ten = 1;
  for (long i = 0; i < digits; ++i) ten *= 10;
  CHECK((high - low) * ten <= high);
  CHECK(found->safe == (found->safe_is_upper ? high : low));
  CHECK(verdict_at(*at(found->safe), target) == Verdict::holds);
  CHECK(verdict_at(*at(found->safe_is_upper ? low : high), target) == Verdict::fails);
}

}  // namespace

TEST_CASE("both ends of a calibrated bracket are proven") {
  const Claim target{number("1"), number("1e-5"), {}, {}, {}};
  const CompositionAt gaussian = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{x}}, 3}};
  };
  check_bracket(real("sigma", Trend::less_loss), gaussian, target);
  check_bracket(real("sigma", Trend::less_loss), gaussian, target, 25);
  const CompositionAt laplace = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Laplace{x}}, 4}};
  };
  check_bracket(real("scale", Trend::less_loss), laplace, target);
  const CompositionAt sampled = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{PoissonSampled{x, std::make_shared<const Mechanism>(Mechanism{Gaussian{1}})}}, 50}};
  };
  check_bracket(real("rate", Trend::more_loss, Domain::unit), sampled, target, 8);
  const CompositionAt pure = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{PureDp{x}}, 30}};
  };
  check_bracket(real("epsilon", Trend::more_loss, Domain::nonnegative), pure, target);
}

TEST_CASE("claims of rho, mu and a Renyi order are targets too") {
  const CompositionAt gaussian = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{x}}, 2}};
  };
  check_bracket(real("sigma", Trend::less_loss), gaussian, Claim{{}, {}, number("1/3"), {}, {}});
  check_bracket(real("sigma", Trend::less_loss), gaussian, Claim{{}, {}, {}, number("1/3"), {}});
  check_bracket(real("sigma", Trend::less_loss), gaussian, Claim{number("1/3"), {}, {}, {}, number("3/2")});
}

TEST_CASE("the largest count meets the target and the next does not") {
  Unknown unknown = real("count", Trend::more_loss);
  unknown.is_integer = true;
  unknown.highest = max_count;
  const Claim target{number("2"), number("1e-6"), {}, {}, {}};
  const CompositionAt at = [](const Rational& x) -> core::Result<Composition> {
    return Composition{
        {Mechanism{PoissonSampled{number("0.01"), std::make_shared<const Mechanism>(Mechanism{Gaussian{2}})}},
         static_cast<std::uint64_t>(numerator(x))}};
  };
  const auto found = calibrate(Question{}, unknown, at, target);
  REQUIRE(found.has_value());
  CHECK(found->extreme);
  CHECK(verdict_at(*at(found->safe), target) == Verdict::holds);
  CHECK(verdict_at(*at(found->safe + 1), target) == Verdict::fails);
}

TEST_CASE("where the parameter is not monotone the value is proven and nothing more is said") {
  Unknown unknown = real("sigma", Trend::less_loss);
  unknown.monotone = false;
  unknown.reason = "why";
  const CompositionAt at = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{x}}, 1}};
  };
  const Claim target{number("1"), number("1e-5"), {}, {}, {}};
  const auto found = calibrate(Question{}, unknown, at, target);
  REQUIRE(found.has_value());
  CHECK_FALSE(found->extreme);
  CHECK_FALSE(found->monotone);
  CHECK_FALSE(found->parameter.converged);
  CHECK(found->reason == "why");
  CHECK(*found->parameter.value.least == 0);  // nothing below is proven to miss the target
  CHECK(*found->parameter.value.most == found->safe);
  CHECK(verdict_at(*at(found->safe), target) == Verdict::holds);
}

TEST_CASE("a probabilistic target is met where verify says so of a probabilistic claim") {
  Claim target{number("1"), number("1e-5"), {}, {}, {}};
  const CompositionAt gaussian = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{x}}, 3}};
  };
  const auto approximate = calibrate(Question{}, real("sigma", Trend::less_loss), gaussian, target);
  target.probabilistic = true;
  check_bracket(real("sigma", Trend::less_loss), gaussian, target);
  REQUIRE(approximate.has_value());
  CHECK(verdict_at(*gaussian(approximate->safe), target) == Verdict::fails);
  // One Laplace step: above scale 1 no loss exceeds 1, below it more than half of the outputs do.
  const CompositionAt laplace = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Laplace{x}}, 1}};
  };
  check_bracket(real("scale", Trend::less_loss), laplace, target);
  CHECK(calibrate(Question{}, real("scale", Trend::less_loss), laplace, target)->safe == 1);
  // The largest loss is epsilon itself, and has more than half of the mass.
  const CompositionAt response = [](const Rational& x) -> core::Result<Composition> {
    RandomizedResponse mechanism;
    mechanism.epsilon = x;
    return Composition{{Mechanism{mechanism}, 1}};
  };
  CHECK(calibrate(Question{}, real("epsilon", Trend::more_loss, Domain::nonnegative), response, target)->safe == 1);
}

TEST_CASE("a probabilistic target that verify does not decide is refused, and no order is claimed of explicit scores") {
  Claim target{number("1"), number("0.5"), {}, {}, {}};
  target.probabilistic = true;
  const CompositionAt twice = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Laplace{x}}, 2}};
  };
  const auto refused = calibrate(Question{}, real("scale", Trend::less_loss), twice, target);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == core::ErrorCode::not_supported);
  CHECK(refused.error().pointer == "/target/delta_kind");

  const CompositionAt scores = [](const Rational& x) -> core::Result<Composition> {
    Exponential mechanism;
    mechanism.epsilon = x;
    mechanism.scores = {{0, 1, 2}, {1, 0, 2}};
    return Composition{{Mechanism{mechanism}, 1}};
  };
  const auto some = calibrate(Question{}, real("epsilon", Trend::more_loss, Domain::nonnegative), scores, target);
  REQUIRE(some.has_value());
  CHECK_FALSE(some->monotone);
  CHECK_FALSE(some->extreme);
  CHECK(*some->parameter.value.least == some->safe);
  CHECK_FALSE(some->parameter.value.most.has_value());
  CHECK(verdict_at(*scores(some->safe), target) == Verdict::holds);
}

TEST_CASE("the largest count that is read is not called the largest there is") {
  Unknown unknown = real("count", Trend::more_loss);
  unknown.is_integer = true;
  unknown.highest = 1000;
  const CompositionAt at = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{number("1e9")}}, static_cast<std::uint64_t>(numerator(x))}};
  };
  const auto found = calibrate(Question{}, unknown, at, Claim{number("1"), number("1e-5"), {}, {}, {}});
  REQUIRE(found.has_value());
  CHECK_FALSE(found->extreme);
  CHECK_FALSE(found->parameter.converged);
  CHECK_FALSE(found->reason.empty());
  CHECK(found->safe == 1000);
  CHECK(*found->parameter.value.least == 1000);
  CHECK(to_decimal(found->parameter.value.ball, 10).upper == "inf");
}

TEST_CASE("the rho of a discrete Gaussian has a least sigma") {
  Unknown unknown = real("sigma", Trend::none);
  unknown.monotone = false;
  const CompositionAt at = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{DiscreteGaussian{x, 3}}, 2}};
  };
  check_bracket(unknown, at, Claim{{}, {}, number("1/3"), {}, {}});
}

TEST_CASE("where a class leaves values undecided both ends are still proven, and no optimum is claimed") {
  const Claim target{number("1"), number("1e-6"), {}, {}, {}};
  const CompositionAt zcdp = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Zcdp{x}}, 1}};
  };
  const auto rho = calibrate(Question{}, real("rho", Trend::more_loss, Domain::nonnegative), zcdp, target);
  REQUIRE(rho.has_value());
  CHECK_FALSE(rho->extreme);
  CHECK_FALSE(rho->reason.empty());
  const Rational low = *rho->parameter.value.least, high = *rho->parameter.value.most;
  CHECK(rho->safe == low);
  CHECK(verdict_at(*zcdp(low), target) == Verdict::holds);
  CHECK(verdict_at(*zcdp(high), target) == Verdict::fails);
  // As near to what is undecided as a thousandth.
  CHECK(verdict_at(*zcdp(low + high / 900), target) == Verdict::undecided);
  CHECK(verdict_at(*zcdp(high - high / 900), target) == Verdict::undecided);

  Unknown count = real("count", Trend::more_loss);
  count.is_integer = true;
  count.highest = max_count;
  const CompositionAt selections = [](const Rational& x) -> core::Result<Composition> {
    Exponential one;
    one.epsilon = Rational(1, 10);
    return Composition{{Mechanism{one}, static_cast<std::uint64_t>(numerator(x))}};
  };
  const auto most = calibrate(Question{}, count, selections, target);
  REQUIRE(most.has_value());
  CHECK_FALSE(most->extreme);
  const Rational last = *most->parameter.value.most;
  CHECK(*most->parameter.value.least == most->safe);
  CHECK(verdict_at(*selections(most->safe), target) == Verdict::holds);
  CHECK(verdict_at(*selections(most->safe + 1), target) == Verdict::undecided);
  CHECK(verdict_at(*selections(last), target) == Verdict::undecided);
  CHECK(verdict_at(*selections(last + 1), target) == Verdict::fails);
}

TEST_CASE("a target that no value meets is an error at the target") {
  const CompositionAt at = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{Gaussian{x}}, 1}, {Mechanism{PureDp{2}}, 1}};
  };
  const auto found =
      calibrate(Question{}, real("sigma", Trend::less_loss), at, Claim{number("1"), number("0.01"), {}, {}, {}});
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().code == core::ErrorCode::invalid_parameter);
  CHECK(found.error().pointer == "/target");
}

TEST_CASE("where nothing is seen to miss the target the bracket ends with the domain and no optimum is claimed") {
  const CompositionAt response = [](const Rational& x) -> core::Result<Composition> {
    RandomizedResponse mechanism;
    mechanism.gamma = x;
    return Composition{{Mechanism{mechanism}, 1}};
  };
  const auto gamma = calibrate(Question{}, real("gamma", Trend::more_loss, Domain::open_half), response,
                               Claim{number("100"), Rational(0), {}, {}, {}});
  REQUIRE(gamma.has_value());
  CHECK_FALSE(gamma->extreme);
  CHECK_FALSE(gamma->reason.empty());
  CHECK_FALSE(gamma->parameter.converged);
  CHECK(*gamma->parameter.value.least == gamma->safe);
  CHECK(*gamma->parameter.value.most == Rational(1, 2));
  CHECK(gamma->safe > number("0.4999"));

  const CompositionAt pure = [](const Rational& x) -> core::Result<Composition> {
    return Composition{{Mechanism{PureDp{x}}, 1}};
  };
  const auto epsilon = calibrate(Question{}, real("epsilon", Trend::more_loss, Domain::nonnegative), pure,
                                 Claim{number("1"), Rational(1), {}, {}, {}});
  REQUIRE(epsilon.has_value());
  CHECK_FALSE(epsilon->extreme);
  CHECK(*epsilon->parameter.value.least == epsilon->safe);
  CHECK(epsilon->safe > 1000);
  CHECK_FALSE(epsilon->parameter.value.most.has_value());
  CHECK(to_decimal(epsilon->parameter.value.ball, 10).upper == "inf");
}
