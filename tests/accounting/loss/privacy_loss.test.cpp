// Dominating pairs of every family: masses, directions, refusals.
#include "accounting/loss/privacy_loss.hpp"

#include <variant>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::number;

namespace {

constexpr Direction all_directions[] = {Direction::remove, Direction::add, Direction::replace,
                                        Direction::replace_reversed};

PrivacyLoss loss_of(const Mechanism& mechanism, Direction direction = Direction::remove) {
  const auto pair = dominating_pair(mechanism, direction);
  REQUIRE(pair.has_value());
  CHECK_FALSE(pair->theorems.empty());
  return pair->loss;
}

FiniteLoss finite_of(const Mechanism& mechanism, Direction direction = Direction::remove) {
  const PrivacyLoss loss = loss_of(mechanism, direction);
  REQUIRE(std::holds_alternative<FiniteLoss>(loss));
  return std::get<FiniteLoss>(loss);
}

core::ErrorCode error_of(const Mechanism& mechanism, const char* pointer, Direction direction = Direction::remove) {
  const auto pair = dominating_pair(mechanism, direction);
  REQUIRE_FALSE(pair.has_value());
  CHECK(pair.error().pointer == pointer);
  CHECK_FALSE(pair.error().message.empty());
  return pair.error().code;
}

Mechanism sampled(const char* rate, const Mechanism& base) {
  return {PoissonSampled{number(rate), std::make_shared<const Mechanism>(base)}};
}

Mechanism group(std::uint64_t size, const Mechanism& base) {
  return {Group{size, std::make_shared<const Mechanism>(base)}};
}

Mechanism truth_three_quarters() { return {RandomizedResponse{number("3/4"), {}, {}, 2}}; }

// What every FiniteLoss promises: ascending losses, dual = mass e^-loss, P-mass 1 - infinite_mass, Q-mass at most 1,
// losses on the named lattice, exact masses inside the balls.
void check_finite(const FiniteLoss& loss) {
  for (long bits : {64L, 200L}) {
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    REQUIRE(atoms.loss.size() == atoms.mass.size());
    REQUIRE(atoms.loss.size() == atoms.dual_mass.size());
    Ball p(0, bits), q(0, bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) {
      p = p + atoms.mass[i];
      q = q + atoms.dual_mass[i];
      CHECK(certainly_positive(atoms.mass[i]));
      CHECK(certainly_positive(atoms.dual_mass[i]));
      CHECK(atoms.dual_mass[i].relative_bits() > bits - 16);
      CHECK(overlaps(atoms.dual_mass[i], atoms.mass[i] * exp(-atoms.loss[i])));
      if (i > 0) CHECK(certainly_less(atoms.loss[i - 1], atoms.loss[i]));
      if (loss.lattice && loss.lattice->unit)
        CHECK(overlaps(atoms.loss[i], Ball(core::Rational(*loss.lattice->unit * loss.lattice->index[i]), bits)));
      if (loss.exact) {
        CHECK(overlaps(atoms.mass[i], Ball(loss.exact->mass[i], bits)));
        CHECK(overlaps(atoms.dual_mass[i], Ball(loss.exact->dual_mass[i], bits)));
      }
    }
    CHECK(overlaps(p, Ball(core::Rational(1 - loss.infinite_mass), bits)));
    CHECK_FALSE(certainly_less(Ball(1, bits), q));
  }
}

}  // namespace

TEST_SUITE("accounting/loss") {
  TEST_CASE("Gaussian, mu-GDP, Laplace and zCDP losses are alike in every direction") {
    for (Direction d : all_directions) {
      CHECK(std::get<GaussianLoss>(loss_of({Gaussian{number("2"), number("3")}}, d)).mu_squared == number("9/4"));
      CHECK(std::get<GaussianLoss>(loss_of({Gdp{number("1.5")}}, d)).mu_squared == number("9/4"));
      CHECK(std::get<LaplaceLoss>(loss_of({Laplace{number("20"), number("3")}}, d)).shift == number("3/20"));
      CHECK(std::get<ZcdpLoss>(loss_of({Zcdp{number("0.5")}}, d)).rho == number("1/2"));
    }
  }

  TEST_CASE("parameters without any loss give the zero loss") {
    const Mechanism fair{FinitePair{{number("1/2"), number("1/2")}, {number("1/2"), number("1/2")}}};
    for (const Mechanism& m : {Mechanism{PureDp{0}}, Mechanism{Zcdp{0}}, Mechanism{ApproxDp{0, 0}}, fair,
                               Mechanism{RandomizedResponse{number("1/4"), {}, {}, 4}},
                               Mechanism{RandomizedResponse{{}, number("0"), {}, 5}}, sampled("0", {Gaussian{1, 1}}),
                               sampled("0", truth_three_quarters())}) {
      const PrivacyLoss loss = loss_of(m);
      REQUIRE(std::holds_alternative<GaussianLoss>(loss));
      CHECK(std::get<GaussianLoss>(loss).mu_squared == 0);
    }
  }

  TEST_CASE("finite losses keep their promises") {
    const Mechanism skew{
        FinitePair{{number("1/2"), number("1/4"), number("1/4"), 0}, {number("1/8"), 0, number("1/2"), number("3/8")}}};
    for (Direction d : {Direction::remove, Direction::add})
      for (const Mechanism& m :
           {Mechanism{PureDp{number("0.1")}}, Mechanism{PureDp{number("1e6")}},
            Mechanism{ApproxDp{number("0.1"), number("1e-8")}}, Mechanism{ApproxDp{0, number("1/3")}},
            Mechanism{ApproxDp{2, 1}}, truth_three_quarters(), Mechanism{RandomizedResponse{number("1"), {}, {}, 3}},
            Mechanism{RandomizedResponse{{}, number("2"), {}, 7}},
            Mechanism{RandomizedResponse{{}, {}, number("0.25"), 2}}, Mechanism{DiscreteLaplace{number("2"), 1}},
            Mechanism{DiscreteLaplace{number("1e9"), 9}}, Mechanism{DiscreteLaplace{number("0.01"), 4}}, skew,
            sampled("0.3", skew), sampled("0.3", truth_three_quarters()), sampled("1e-6", {PureDp{1}}),
            sampled("0.5", {ApproxDp{1, number("0.01")}}), sampled("0.25", {DiscreteLaplace{2, 3}}),
            sampled("1", skew)})
        check_finite(finite_of(m, d));
  }

  TEST_CASE("the pair of an epsilon attains epsilon, and delta is its infinite mass") {
    const FiniteLoss loss = finite_of({ApproxDp{number("0.1"), number("1e-8")}});
    CHECK(loss.infinite_mass == number("1e-8"));
    CHECK(loss.lattice->key == "1/10");
    CHECK(loss.lattice->index == std::vector<std::int64_t>{-1, 1});
    // (1 - 1e-8) e^0.1/(1 + e^0.1)
    CHECK(loss.atoms(128).mass[1].midpoint() == doctest::Approx(0.5249791823));
  }

  TEST_CASE("a lattice of logarithms is named by its primitive ratio") {
    CHECK(finite_of(truth_three_quarters()).lattice->key == "ln(3/1)");
    // truth 9/10: ratio 9 = 3^2.
    const FiniteLoss nine = finite_of({RandomizedResponse{number("9/10"), {}, {}, 2}});
    CHECK(nine.lattice->key == "ln(3/1)");
    CHECK(nine.lattice->index == std::vector<std::int64_t>{-2, 2});
    const FiniteLoss mixed = finite_of(
        {FinitePair{{number("4/7"), number("2/7"), number("1/7")}, {number("1/7"), number("2/7"), number("4/7")}}});
    CHECK(mixed.lattice->key == "ln(2/1)");
    CHECK(mixed.lattice->index == std::vector<std::int64_t>{-2, 0, 2});
    CHECK_FALSE(
        finite_of({FinitePair{{number("1/2"), number("1/2")}, {number("1/3"), number("2/3")}}}).lattice.has_value());
  }

  TEST_CASE("equal ratios merge, one-sided outcomes are kept apart") {
    const FiniteLoss loss = finite_of({FinitePair{{number("0.2"), number("0.4"), number("0.4"), 0, 0},
                                                  {number("0.1"), number("0.2"), 0, number("0.7"), 0}}});
    CHECK(loss.exact->mass == std::vector<core::Rational>{number("0.6")});
    CHECK(loss.exact->dual_mass == std::vector<core::Rational>{number("0.3")});
    CHECK(loss.infinite_mass == number("0.4"));
  }

  TEST_CASE("a finite pair is p against q with the record, q against p without") {
    const Mechanism m{FinitePair{{number("3/4"), number("1/4")}, {number("1/2"), number("1/2")}}};
    CHECK(finite_of(m, Direction::remove).exact->mass.back() == number("3/4"));
    CHECK(finite_of(m, Direction::replace).exact->mass.back() == number("3/4"));
    CHECK(finite_of(m, Direction::add).exact->mass.back() == number("1/2"));
    CHECK(finite_of(m, Direction::replace_reversed).exact->mass.back() == number("1/2"));
  }

  TEST_CASE("Poisson sampling of a finite pair is the mixture, in both directions") {
    // rate 1/5 of truth 3/4: remove mixes (3/4, 1/4) into Q = (1/4, 3/4): P = (7/20, 13/20).
    const FiniteLoss remove = finite_of(sampled("1/5", truth_three_quarters()), Direction::remove);
    CHECK(remove.exact->mass == std::vector<core::Rational>{number("13/20"), number("7/20")});
    CHECK(remove.exact->dual_mass == std::vector<core::Rational>{number("3/4"), number("1/4")});
    const FiniteLoss add = finite_of(sampled("1/5", truth_three_quarters()), Direction::add);
    CHECK(add.exact->mass == std::vector<core::Rational>{number("1/4"), number("3/4")});
    CHECK(add.exact->dual_mass == std::vector<core::Rational>{number("7/20"), number("13/20")});
  }

  TEST_CASE("sampling turns one-sided outcomes into losses of +-ln(1 - rate)") {
    const Mechanism m = sampled("1/4", {ApproxDp{1, number("1/10")}});
    const FiniteLoss remove = finite_of(m, Direction::remove), add = finite_of(m, Direction::add);
    CHECK(remove.infinite_mass == number("1/40"));
    CHECK(add.infinite_mass == 0);
    CHECK(overlaps(remove.atoms(100).loss.front(), log(Ball(number("3/4"), 100))));
    CHECK(overlaps(remove.atoms(100).mass.front(), Ball(number("3/40"), 100)));
    CHECK(overlaps(add.atoms(100).loss.back(), -log(Ball(number("3/4"), 100))));
    CHECK(overlaps(add.atoms(100).mass.back(), Ball(number("1/10"), 100)));
  }

  TEST_CASE("the sampled Gaussian keeps its direction, and its corners are Gaussian") {
    using Kind = SampledGaussianLoss::Kind;
    const Mechanism m = sampled("0.01", {Gaussian{number("3"), number("2")}});
    const auto loss = std::get<SampledGaussianLoss>(loss_of(m, Direction::add));
    CHECK(loss.kind == Kind::add);
    CHECK(loss.sigma == number("3/2"));
    CHECK(loss.rate == number("0.01"));
    CHECK(std::get<SampledGaussianLoss>(loss_of(m, Direction::remove)).kind == Kind::remove);
    CHECK(std::get<SampledGaussianLoss>(loss_of(m, Direction::replace)).kind == Kind::replace);
    CHECK(std::get<SampledGaussianLoss>(loss_of(m, Direction::replace_reversed)).kind == Kind::replace);
    CHECK(std::get<GaussianLoss>(loss_of(sampled("1", {Gaussian{2, 1}}))).mu_squared == number("1/4"));
    CHECK(std::get<GaussianLoss>(loss_of(sampled("1", {Gaussian{2, 1}}), Direction::replace)).mu_squared == 1);
    CHECK(std::get<SampledGaussianLoss>(loss_of(sampled("0.5", {Gdp{number("0.25")}}))).sigma == 4);
  }

  TEST_CASE("a group enlarges the parameter that plays the sensitivity's part") {
    CHECK(std::get<GaussianLoss>(loss_of(group(3, {Gaussian{2, 1}}))).mu_squared == number("9/4"));
    CHECK(std::get<GaussianLoss>(loss_of(group(3, {Gdp{number("0.5")}}))).mu_squared == number("9/4"));
    CHECK(std::get<LaplaceLoss>(loss_of(group(4, {Laplace{2, 1}}))).shift == 2);
    CHECK(std::get<ZcdpLoss>(loss_of(group(5, {Zcdp{number("0.1")}}))).rho == number("5/2"));
    CHECK(finite_of(group(2, {PureDp{number("0.1")}})).lattice->index == std::vector<std::int64_t>{-2, 0, 2});
    CHECK(finite_of(group(2, {DiscreteLaplace{2, 3}})).lattice->index.size() == 7);
    CHECK(std::get<GaussianLoss>(loss_of(group(2, group(3, {Gaussian{1, 1}})))).mu_squared == 36);
    CHECK(finite_of(group(1, truth_three_quarters())).lattice->key == "ln(3/1)");
  }

  TEST_CASE("staircase noise has three losses, a leak an infinite one") {
    // gamma 1/2: no loss 0; e^-epsilon = 1/e: 1/2 + h/2, h = (1 - 1/e)/(1 + 1/e).
    const FiniteLoss even = finite_of({Staircase{1, number("1/2")}});
    CHECK(even.lattice->index == std::vector<std::int64_t>{-1, 1});
    CHECK(even.atoms(100).mass[1].midpoint() == doctest::Approx(0.7310585786));
    for (const char* gamma : {"0", "0.2", "0.7", "1"}) check_finite(finite_of({Staircase{2, number(gamma)}}));
    CHECK(finite_of({Leak{number("0.1"), false}}).infinite_mass == number("0.1"));
    CHECK(finite_of({Leak{number("0.1"), true}}, Direction::remove).infinite_mass == number("0.1"));
    const FiniteLoss added = finite_of({Leak{number("0.1"), true}}, Direction::add);
    CHECK(added.infinite_mass == 0);
    CHECK(added.exact->mass == std::vector<core::Rational>{1});
    CHECK(added.exact->dual_mass == std::vector<core::Rational>{number("0.9")});
    CHECK(finite_of({Leak{number("0.1"), true}}, Direction::replace).infinite_mass == number("0.1"));
  }

  TEST_CASE("matrix mechanisms and adaptive clipping are Gaussian") {
    const auto mu2 = [](const Mechanism& m) { return std::get<GaussianLoss>(loss_of(m)).mu_squared; };
    // Columns (1, 1, 1), (0, 2, -1), (0, 0, 3): norms squared 3, 5, 9.
    const Mechanism matrix{MatrixMechanism{{{1, 0, 0}, {1, 2, 0}, {1, -1, 3}}, 2, number("1/3")}};
    CHECK(mu2(matrix) == number("1/4"));
    CHECK(mu2(group(2, matrix)) == 1);
    // A prefix sum without a factorisation: the first record enters all three sums.
    CHECK(mu2({MatrixMechanism{{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, 1, 1}}) == 3);
    CHECK(mu2({AdaptiveClipping{2, {}, 20}}) == number("1/4"));
    CHECK(mu2({AdaptiveClipping{{}, 2, 1}}) == number("1/2"));
    CHECK(mu2(group(3, {AdaptiveClipping{{}, 2, 1}})) == number("9/2"));
    // A record that changes moves both queries twice as far.
    for (const Mechanism& m : {Mechanism{AdaptiveClipping{{}, 2, 1}}, group(1, {AdaptiveClipping{{}, 2, 1}})})
      CHECK(std::get<GaussianLoss>(loss_of(m, Direction::replace)).mu_squared == 2);
    const auto step = std::get<SampledGaussianLoss>(loss_of(sampled("0.01", {AdaptiveClipping{2, {}, 20}})));
    CHECK(step.sigma == 2);
  }

  TEST_CASE("classes are bounded from both sides, or by their range") {
    CHECK(std::get<BoundedRangeLoss>(loss_of({Exponential{number("0.5"), false, false}})).range == number("1/2"));
    CHECK(std::get<BoundedRangeLoss>(loss_of({Exponential{number("0.5"), true, false}})).range == number("1/4"));
    CHECK_FALSE(std::get<BoundedRangeLoss>(loss_of({Exponential{1, false, true}})).adaptive);
    CHECK(std::get<BoundedRangeLoss>(loss_of({NoisyMax{NoisyMax::Noise::gumbel, 4, 1, false, {}}})).range ==
          number("1/2"));
    CHECK(std::get<BoundedRangeLoss>(loss_of(group(3, {Exponential{1}}))).range == 3);
    const Mechanism laplace{NoisyMax{NoisyMax::Noise::laplace, 4, 1, true, {}}};
    const Mechanism one_sided{NoisyMax{NoisyMax::Noise::exponential, 4, 1, false, {}}};
    const Mechanism sparse{SparseVector{2, 4, 1, 3, false}}, monotone{SparseVector{2, 2, 1, 1, true}};
    const auto epsilon = [](const Mechanism& m) {
      const auto loss = std::get<BoundedLoss>(loss_of(m));
      for (const FiniteLoss& lower : loss.lower) {
        check_finite(lower);
        // A pair of the class obeys the class's bound.
        CHECK_FALSE(certainly_less(Ball(*loss.upper.lattice->unit, 100), lower.atoms(100).loss.back()));
      }
      return *loss.upper.lattice->unit;
    };
    CHECK(epsilon(laplace) == number("1/4"));
    CHECK(epsilon(one_sided) == number("1/2"));
    CHECK(epsilon(group(2, one_sided)) == 1);
    CHECK(epsilon(sparse) == 2);
    CHECK(epsilon(monotone) == 1);
    CHECK(epsilon(group(2, monotone)) == 2);
    // One-sided noise: an even start attains the whole epsilon.
    const FiniteLoss even = std::get<BoundedLoss>(loss_of(one_sided)).lower[1];
    CHECK(even.largest->offset == number("1/2"));
    CHECK(even.largest->ratio == 1);
    const auto shuffled = std::get<ShuffledLoss>(loss_of({Shuffled{2, 100}}));
    CHECK(shuffled.users == 100);
    CHECK(finite_of({Shuffled{2, 1}}).lattice->key == "2");
  }

  TEST_CASE("post-processing keeps the pair and names the theorem first") {
    const Mechanism m{PostProcessed{std::make_shared<const Mechanism>(Mechanism{Laplace{2, 1}})}};
    const auto pair = dominating_pair(m, Direction::add);
    REQUIRE(pair);
    CHECK(std::get<LaplaceLoss>(pair->loss).shift == number("1/2"));
    CHECK(pair->theorems.front() == "post-processing");
    CHECK(std::get<LaplaceLoss>(loss_of(group(3, m))).shift == number("3/2"));
    const Mechanism bad{RandomizedResponse{number("1/4"), {}, {}, 3}};
    CHECK(error_of({PostProcessed{std::make_shared<const Mechanism>(bad)}}, "/base/truth_probability") ==
          core::ErrorCode::invalid_parameter);
  }

  TEST_CASE("what has no theorem is refused by name and place") {
    using enum core::ErrorCode;
    CHECK(error_of({RandomizedResponse{number("1/4"), {}, {}, 3}}, "/truth_probability") == invalid_parameter);
    CHECK(error_of({RandomizedResponse{{}, {}, number("1/4"), 3}}, "/gamma") == invalid_parameter);
    CHECK(error_of({RandomizedResponse{number("3/4"), number("1"), {}, 2}}, "") == invalid_parameter);
    CHECK(error_of({RandomizedResponse{{}, {}, {}, 2}}, "") == invalid_parameter);
    CHECK(error_of({DiscreteLaplace{1, 500'000}}, "/sensitivity") == limit_exceeded);
    CHECK(error_of(group(1000, {DiscreteLaplace{1, 1000}}), "/size") == limit_exceeded);
    CHECK(error_of(group(2, {Shuffled{1, 10}}), "/base") == not_supported);
    CHECK(error_of(group(2, {NoisyMax{NoisyMax::Noise::gumbel, 1, 1, false, {{0, 1}, {1, 0}}}}), "/base") ==
          not_supported);
    CHECK(error_of(sampled("0.1", {Exponential{1}}), "/base") == not_supported);
    CHECK(error_of(sampled("0.1", {NoisyMax{NoisyMax::Noise::laplace, 1, 1, false, {}}}), "/base/scores") ==
          not_supported);
    CHECK(error_of({AdaptiveClipping{1, {}, number("0.4")}}, "/noise_multiplier") == invalid_parameter);
    CHECK(error_of({AdaptiveClipping{1, 1, 1}}, "") == invalid_parameter);
    CHECK(error_of(sampled("0.1", {AdaptiveClipping{{}, 1, 1}}), "/base") == not_supported);
    CHECK(error_of(group(2, sampled("0.1", {Gaussian{1, 1}})), "/base") == not_supported);
    CHECK(error_of(sampled("0.1", group(2, {Gaussian{1, 1}})), "/base") == not_supported);
    CHECK(error_of(sampled("0.1", sampled("0.1", {Gaussian{1, 1}})), "/base") == not_supported);
    CHECK(error_of(sampled("0.1", {Laplace{1, 1}}), "/base", Direction::replace) == not_supported);
    CHECK(error_of(sampled("0.1", {Zcdp{1}}), "/base") == not_supported);
    CHECK(error_of(sampled("0.1", truth_three_quarters()), "/base", Direction::replace) == not_supported);
    CHECK(error_of(sampled("0.1", {RandomizedResponse{number("1/4"), {}, {}, 3}}), "/base/truth_probability") ==
          invalid_parameter);
    const Mechanism post{
        PostProcessed{std::make_shared<const Mechanism>(Mechanism{RandomizedResponse{number("1/4"), {}, {}, 3}})}};
    CHECK(error_of(sampled("0.1", post), "/base/base/truth_probability") == invalid_parameter);
    CHECK(error_of(group(2, post), "/base/base/truth_probability") == invalid_parameter);
  }
}
