// One training run against trade-off functions: bounds of an independent computation, and attackers enumerated exactly.
#include "accounting/audit/one_run_tradeoff.hpp"

#include <chrono>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::Answer;
using accounting::AuditQuestion;
using accounting::AuditVerdict;
using accounting::Ball;
using accounting::Notion;
using accounting::ValueGuesses;
using core::Rational;
using tests::number;

AuditQuestion at(const char* delta) {
  AuditQuestion question;
  question.confidence = number("0.95");
  question.delta = number(delta);
  return question;
}

void check(const Answer& answer, const char* value) {
  INFO(value);
  CHECK(answer.converged);
  CHECK_FALSE(certainly_less(number(value), answer.value.ball));
  CHECK_FALSE(certainly_less(answer.value.ball, number(value)));
}

TEST_CASE("bounds of one run by its trade-off function are those of an independent computation") {
  // The recursion in 40 digits (mpmath), bisected.
  const auto plain = accounting::audit_one_run_tradeoff({{100, 100, 75}}, at("0"));
  REQUIRE(plain);
  check(plain->epsilon, "0.6875960327921018360279");
  check(*plain->mu, "0.4043119829838284111095");
  check(*plain->rho, "0.05663559383474079040684");
  const auto with_delta = accounting::audit_one_run_tradeoff({{500, 200, 160}}, at("1e-5"));
  REQUIRE(with_delta);
  check(with_delta->epsilon, "1.0744010918726253862");
  check(*with_delta->mu, "0.4845848818487809845341");
  const auto perfect = accounting::audit_one_run_tradeoff({{20, 20, 20}}, at("0"));
  REQUIRE(perfect);
  check(perfect->epsilon, "1.822715606502897916381");
  check(*perfect->mu, "1.069833376847440685157");
  check(perfect->best, "1.822715606502897916381");
  const auto three_values = accounting::audit_one_run_tradeoff({{100, 60, 40}, 3}, at("0"));
  REQUIRE(three_values);
  check(*three_values->mu, "0.4420366515776156903246");
}

TEST_CASE("a count that guessing gives refutes nothing, and more digits are had for time") {
  const auto half = accounting::audit_one_run_tradeoff({{100, 60, 30}}, at("0"));
  REQUIRE(half);
  CHECK(half->epsilon.value.exact == Rational(0));
  CHECK(half->mu->value.exact == Rational(0));
  AuditQuestion question = at("0");
  question.digits = 18;
  const auto fine = accounting::audit_one_run_tradeoff({{50, 30, 30}}, question);
  REQUIRE(fine);
  check(*fine->mu, "1.122995869852604973305");
}

TEST_CASE("a claim that there was no time to judge is undecided (2026-11-30)") {
  AuditQuestion question = at("0");
  question.deadline = accounting::Deadline::after(std::chrono::milliseconds(0));
  for (accounting::Claim claim : {accounting::Claim{.rho = number("1/10")},
                                  accounting::Claim{.epsilon = number("1/10"), .delta = number("0.01")}}) {
    question.claim = std::move(claim);
    const auto judged = accounting::audit_one_run_tradeoff({{5000, 4000, 3500}}, question);
    REQUIRE(judged);
    CHECK(judged->verdict == AuditVerdict::undecided);
    CHECK_FALSE(judged->can_refute);
  }
}

TEST_CASE("claims of epsilon, mu and rho turn where the bounds lie") {
  AuditQuestion question = at("0");
  const ValueGuesses of{{100, 100, 75}};
  const auto verdict = [&](accounting::Claim claim) {
    question.claim = std::move(claim);
    return accounting::judge_by_tradeoff(of, question)->verdict;
  };
  CHECK(verdict({.mu = number("0.4043119829838")}) == AuditVerdict::refuted);
  CHECK(verdict({.mu = number("0.4043119829839")}) == AuditVerdict::consistent);
  CHECK(verdict({.rho = number("0.05663559383474")}) == AuditVerdict::refuted);
  CHECK(verdict({.rho = number("0.05663559383475")}) == AuditVerdict::consistent);
  CHECK(verdict({.epsilon = number("0.687596032792"), .delta = 0}) == AuditVerdict::refuted);
  CHECK(verdict({.epsilon = number("0.687596032793"), .delta = 0}) == AuditVerdict::consistent);
  CHECK(accounting::judge_by_tradeoff(of, question)->can_refute);
  question.claim = accounting::Claim{.mu = 1};
  CHECK(accounting::judge_by_tradeoff({{2'000'000, 5, 5}}, question).error().code == core::ErrorCode::limit_exceeded);
}

/// The law of the output for each vector of values; rows sum to 1.
using Kernel = std::vector<std::vector<Rational>>;

std::size_t power(std::size_t base, std::size_t exponent) {
  std::size_t r = 1;
  while (exponent-- > 0) r *= base;
  return r;
}

std::size_t digit(std::size_t vector, std::size_t place, std::size_t values) {
  return vector / power(values, place) % values;
}

/// The largest P[at least v of r guesses are correct] of any attacker, exactly: for each output the best guess of some
/// r canaries. A guess is a number in base values + 1, the digit `values` an abstention.
Rational best_attack(const Kernel& kernel, std::size_t m, std::size_t values, std::size_t r, std::size_t v) {
  Rational total = 0;
  for (std::size_t y = 0; y < kernel.front().size(); ++y) {
    Rational best = 0;
    for (std::size_t guess = 0; guess < power(values + 1, m); ++guess) {
      std::size_t made = 0;
      for (std::size_t i = 0; i < m; ++i) made += digit(guess, i, values + 1) < values ? 1 : 0;
      if (made != r) continue;
      Rational mass = 0;
      for (std::size_t u = 0; u < kernel.size(); ++u) {
        std::size_t correct = 0;
        for (std::size_t i = 0; i < m; ++i) correct += digit(guess, i, values + 1) == digit(u, i, values) ? 1 : 0;
        if (correct >= v) mass += kernel[u][y];
      }
      best = std::max(best, mass);
    }
    total += best;
  }
  return total / Rational(kernel.size());
}

/// sup over neighbours of the hockey-stick divergence at e^epsilon = factor: the least delta there.
Rational least_delta(const Kernel& kernel, std::size_t m, std::size_t values, const Rational& factor) {
  Rational worst = 0;
  for (std::size_t u = 0; u < kernel.size(); ++u)
    for (std::size_t w = 0; w < kernel.size(); ++w) {
      std::size_t differ = 0;
      for (std::size_t i = 0; i < m; ++i) differ += digit(u, i, values) != digit(w, i, values) ? 1 : 0;
      if (differ != 1) continue;
      Rational sum = 0;
      for (std::size_t y = 0; y < kernel[u].size(); ++y)
        sum += std::max(Rational(0), Rational(kernel[u][y] - factor * kernel[w][y]));
      worst = std::max(worst, sum);
    }
  return worst;
}

Kernel random_kernel(std::mt19937& dice, std::size_t rows, std::size_t outputs) {
  Kernel kernel(rows);
  const unsigned likely = 1 + dice() % 12;
  for (auto& row : kernel) {
    Rational sum = 0;
    for (std::size_t y = 0; y < outputs; ++y) {
      row.emplace_back(1 + dice() % (dice() % 3 == 0 ? 2 * likely : likely));
      sum += row.back();
    }
    for (Rational& x : row) x /= sum;
  }
  return kernel;
}

/// Randomized response of every canary: right with probability p.
Kernel responses(std::size_t m, const Rational& p) {
  Kernel kernel(power(2, m), std::vector<Rational>(power(2, m), 1));
  for (std::size_t u = 0; u < kernel.size(); ++u)
    for (std::size_t y = 0; y < kernel.size(); ++y)
      for (std::size_t i = 0; i < m; ++i) kernel[u][y] *= digit(u, i, 2) == digit(y, i, 2) ? p : Rational(1 - p);
  return kernel;
}

void never_refuted(const Kernel& kernel, std::size_t m, std::size_t values) {
  for (const char* factor_text : {"1", "3/2", "3", "10"}) {
    const Rational factor = number(factor_text), delta = least_delta(kernel, m, values, factor);
    const auto least = accounting::least_mass(Notion::epsilon, log(Ball(factor, 128)), delta);
    for (std::size_t r = 1; r <= m; ++r)
      for (std::size_t v = 1; v <= r; ++v) {
        const Rational chance = best_attack(kernel, m, values, r, v);
        CAPTURE(factor_text);
        CAPTURE(r);
        CAPTURE(v);
        if (chance < 1) CHECK(accounting::unlikely({{m, r, v}, values}, chance, least, 128, {}) != true);
        if (values == 2) {
          const Ball p = accounting::one_run_p_value({m, r, v}, log(Ball(factor, 128)), delta);
          CHECK_FALSE(certainly_less(p, chance));
        }
      }
  }
}

TEST_CASE("probe: no attacker of a random finite mechanism guesses more often right than one run's bounds allow") {
  std::mt19937 dice(20261130);
  for (int i = 0; i < 12; ++i) never_refuted(random_kernel(dice, 4, 4), 2, 2);
  for (int i = 0; i < 4; ++i) never_refuted(random_kernel(dice, 8, 3), 3, 2);
  for (int i = 0; i < 4; ++i) never_refuted(random_kernel(dice, 9, 3), 2, 3);
  never_refuted(responses(3, Rational(3, 4)), 3, 2);
}

TEST_CASE("of randomized responses all guessed right the bound is nearly attained") {
  // All m guesses right has probability p^m; the recursion refutes any level that is a little higher.
  for (const std::size_t m : {1, 2, 4}) {
    CAPTURE(m);
    const Kernel kernel = responses(m, Rational(3, 4));
    const Rational chance = best_attack(kernel, m, 2, m, m);
    CHECK(chance ==
          pow(core::Integer(3), static_cast<unsigned>(m)) / Rational(pow(core::Integer(4), static_cast<unsigned>(m))));
    const auto least = accounting::least_mass(Notion::epsilon, log(Ball(3, 128)), 0);
    CHECK(accounting::unlikely({{m, m, m}}, chance, least, 128, {}) != true);
    CHECK(accounting::unlikely({{m, m, m}}, chance * Rational(1001, 1000), least, 128, {}) == true);
  }
}

TEST_CASE("guesses by the sign of Gaussian noise stay consistent with mu, and refute less") {
  // Each canary is published with noise N(0, 1) around -1/2 or 1/2: mu is 1, and a sign is right with P[N <= 1/2].
  const Ball right = normal_cdf(Ball(1, 128) / 2);
  const std::uint64_t m = 60;
  for (const std::uint64_t v : {45, 50, 55}) {
    Ball tail(0, 128), mass = pow(1 - right, m);
    for (std::uint64_t c = 0; c <= m; ++c) {
      if (c >= v) tail = tail + mass;
      mass = mass * right / (1 - right) * static_cast<long>(m - c) / static_cast<long>(c + 1);
    }
    const Rational chance = accounting::lower_rational(tail);
    CAPTURE(v);
    CHECK(accounting::unlikely({{m, m, v}}, chance, accounting::least_mass(Notion::mu, Ball(1, 128), 0), 128, {}) !=
          true);
    CHECK(accounting::unlikely({{m, m, v}}, chance, accounting::least_mass(Notion::rho, Ball(Rational(1, 2), 128), 0),
                               128, {}) != true);
    // Far in the tail a mechanism may do better than independent noise: there half of mu is not refuted.
    if (v == 45)
      CHECK(accounting::unlikely({{m, m, v}}, chance, accounting::least_mass(Notion::mu, Ball(Rational(1, 2), 128), 0),
                                 128, {}) == true);
  }
}

}  // namespace
