// Coverage: over 10,000 simulated audits of each mechanism whose epsilon (or mu) is known, the bound exceeds the truth
// no more often than 1 - confidence allows. Seeds are fixed; the limits are those of an exact binomial test at 1e-4.
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>

#include <doctest/doctest.h>

#include "accounting/audit/attack_counts.hpp"
#include "accounting/audit/binomial.hpp"
#include "accounting/audit/one_run.hpp"
#include "accounting/audit/samples.hpp"

namespace {

using namespace assay;
using accounting::AttackCounts;
using accounting::AuditQuestion;
using accounting::Ball;
using core::Rational;
using Random = std::mt19937_64;

constexpr int audits = 10'000;

AuditQuestion question(const Rational& confidence, const Rational& delta) {
  AuditQuestion q;
  q.confidence = confidence;
  q.delta = delta;
  q.digits = 6;
  return q;
}

double uniform(Random& random) { return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53; }
double laplace(Random& random) {
  const double u = uniform(random);
  return u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u));
}
std::uint64_t trials(Random& random, int n, const std::function<bool(Random&)>& one) {
  std::uint64_t successes = 0;
  for (int i = 0; i < n; ++i) successes += one(random) ? 1 : 0;
  return successes;
}

/// Misses beyond what chance allows: P[Bin(audits, error) >= misses] >= 1e-4 is required.
void check_coverage(int misses, const Rational& error) {
  CAPTURE(misses);
  const Ball chance = accounting::binomial_tail(audits, static_cast<std::uint64_t>(misses), Ball(error, 128));
  CHECK_FALSE(certainly_less(chance, Rational(1, 10'000)));
}

/// The lower end of a bound, by counts; each pair of counts is computed once.
class Bounds {
 public:
  explicit Bounds(AuditQuestion q) : question_(std::move(q)) {}
  const accounting::Evidence& of(const AttackCounts& counts) {
    const std::array<std::uint64_t, 4> key{counts.in.successes, counts.in.trials, counts.out.successes,
                                           counts.out.trials};
    auto known = known_.find(key);
    if (known == known_.end()) {
      auto evidence = accounting::audit_counts(counts, question_);
      REQUIRE(evidence);
      known = known_.emplace(key, std::move(*evidence)).first;
    }
    return known->second;
  }

 private:
  AuditQuestion question_;
  std::map<std::array<std::uint64_t, 4>, accounting::Evidence> known_;
};

TEST_CASE("attack counts of randomized response, at its exact epsilon") {
  // epsilon = 1: the truth with probability e/(1 + e).
  const double truth = std::exp(1) / (1 + std::exp(1));
  Random random(1);
  Bounds bounds(question(Rational(4, 5), 0));
  int misses = 0;
  for (int i = 0; i < audits; ++i) {
    const auto says_one = [&](double p) { return [p](Random& r) { return uniform(r) < p; }; };
    const AttackCounts counts{{trials(random, 60, says_one(truth)), 60}, {trials(random, 60, says_one(1 - truth)), 60}};
    misses += certainly_less(Rational(1), bounds.of(counts).epsilon.value.ball) ? 1 : 0;
  }
  CHECK(misses > 20);  // the bound is not so weak that it never tries
  check_coverage(misses, Rational(1, 5));
}

TEST_CASE("attack counts of a mechanism that leaks with probability delta") {
  // Randomized response of epsilon 1, but with probability 0.1 everything is published.
  const double truth = 0.1 + 0.9 * std::exp(1) / (1 + std::exp(1));
  Random random(2);
  Bounds bounds(question(Rational(4, 5), Rational(1, 10)));
  int misses = 0;
  for (int i = 0; i < audits; ++i) {
    const AttackCounts counts{{trials(random, 60, [&](Random& r) { return uniform(r) < truth; }), 60},
                              {trials(random, 60, [&](Random& r) { return uniform(r) > truth; }), 60}};
    misses += certainly_less(Rational(1), bounds.of(counts).epsilon.value.ball) ? 1 : 0;
  }
  check_coverage(misses, Rational(1, 5));
}

TEST_CASE("mu of the Gaussian mechanism") {
  Random random(3);
  Bounds bounds(question(Rational(4, 5), 0));
  std::normal_distribution<double> normal;
  int misses = 0;
  for (int i = 0; i < audits; ++i) {
    // mu = 1, threshold 1/2.
    const AttackCounts counts{{trials(random, 50, [&](Random& r) { return normal(r) + 1 > 0.5; }), 50},
                              {trials(random, 50, [&](Random& r) { return normal(r) > 0.5; }), 50}};
    misses += certainly_less(Rational(1), bounds.of(counts).mu->value.ball) ? 1 : 0;
  }
  CHECK(misses > 20);
  check_coverage(misses, Rational(1, 5));
}

TEST_CASE("one run of randomized response a canary, guessed where the attacker is sure, and with leaks") {
  const double truth = std::exp(1) / (1 + std::exp(1));
  for (const bool leaks : {false, true}) {
    CAPTURE(leaks);
    Random random(4);
    // Of 100 canaries 80 are guessed. With probability 1/1000 the mechanism publishes all.
    const AuditQuestion q = question(Rational(9, 10), leaks ? Rational(1, 1000) : Rational(0));
    std::map<std::uint64_t, bool> exceeds;
    int misses = 0;
    for (int i = 0; i < audits; ++i) {
      const bool all = leaks && uniform(random) < 1e-3;
      const std::uint64_t correct = all ? 80 : trials(random, 80, [&](Random& r) { return uniform(r) < truth; });
      if (exceeds.count(correct) == 0) {
        const auto evidence = accounting::audit_one_run({100, 80, correct}, q);
        REQUIRE(evidence);
        exceeds[correct] = certainly_less(Rational(1), evidence->epsilon.value.ball);
      }
      misses += exceeds[correct] ? 1 : 0;
    }
    CHECK(misses > 20);
    check_coverage(misses, Rational(1, 10));
  }
}

TEST_CASE("samples of the Laplace mechanism, whose event is searched anew each time") {
  Random random(5);
  const AuditQuestion q = question(Rational(4, 5), 0);
  Bounds bounds(q);
  int misses = 0;
  for (int i = 0; i < audits; ++i) {
    std::vector<std::string> first, second;
    for (int j = 0; j < 80; ++j) {
      first.push_back(std::to_string(laplace(random)));
      second.push_back(std::to_string(1 + laplace(random)));
    }
    const auto found = accounting::hold_out(first, second, accounting::EventFamily::all, q);
    REQUIRE(found);
    misses += certainly_less(Rational(1), bounds.of(found->counts).epsilon.value.ball) ? 1 : 0;
  }
  check_coverage(misses, Rational(1, 5));
}

TEST_CASE("scores of an attack on randomized response with three outputs") {
  // Truth with probability e/(2 + e): epsilon = 1. Scores are the outputs.
  const double truth = std::exp(1) / (2 + std::exp(1));
  Random random(6);
  const AuditQuestion q = question(Rational(4, 5), 0);
  Bounds bounds(q);
  int misses = 0;
  for (int i = 0; i < audits; ++i) {
    std::vector<std::string> in, out;
    const auto say = [&](int category) {
      return std::to_string(uniform(random) < truth ? category : (category + 1 + static_cast<int>(random() % 2)) % 3);
    };
    for (int j = 0; j < 100; ++j) {
      in.push_back(say(0));
      out.push_back(say(2));
    }
    const auto found = accounting::hold_out(in, out, accounting::EventFamily::value_thresholds, q);
    REQUIRE(found);
    misses += certainly_less(Rational(1), bounds.of(found->counts).epsilon.value.ball) ? 1 : 0;
  }
  check_coverage(misses, Rational(1, 5));
}

}  // namespace
