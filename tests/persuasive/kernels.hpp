// Random small kernels and priors for the tests of persuasive/.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "persuasive/guarantee/problem.hpp"

namespace assay::tests {

using core::Rational;

class RandomKernels {
 public:
  explicit RandomKernels(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  /// Masses i/sum with small i, some of them 0.
  std::vector<Rational> pmf(std::size_t n, bool positive = false) {
    std::vector<long> weights;
    long sum = 0;
    while (sum == 0) {
      weights.clear();
      for (std::size_t i = 0; i < n; ++i) weights.push_back(static_cast<long>(below(5)) + (positive ? 1 : 0));
      sum = 0;
      for (const long w : weights) sum += w;
    }
    std::vector<Rational> masses;
    for (const long w : weights) masses.emplace_back(w, sum);
    return masses;
  }

  persuasive::Kernel kernel(std::size_t data, std::size_t outputs, bool positive = false) {
    std::vector<std::vector<Rational>> rows;
    for (std::size_t x = 0; x < data; ++x) rows.push_back(pmf(outputs, positive));
    return persuasive::make_kernel(std::move(rows));
  }

  persuasive::FiniteProblem problem(std::size_t data, std::size_t outputs, bool positive = false) {
    persuasive::FiniteProblem problem;
    problem.parts.push_back({kernel(data, outputs, positive), 1});
    problem.space.size = data;
    return problem;
  }

 private:
  std::mt19937 random_;
};

inline persuasive::Score rule(persuasive::Score::Rule kind, scoring::Rule general, Rational order = 2) {
  persuasive::Score score;
  score.rule = kind;
  score.general = std::move(general);
  score.order = std::move(order);
  score.name = std::string(scoring::name(*score.general));
  return score;
}

inline std::vector<persuasive::Score> continuous_rules() {
  using Kind = persuasive::Score::Rule;
  return {rule(Kind::log, scoring::Logarithmic{}),
          rule(Kind::brier, scoring::Brier{}),
          rule(Kind::spherical, scoring::Spherical{}),
          rule(Kind::pseudospherical, scoring::Pseudospherical{3}, 3),
          rule(Kind::power, scoring::Power{{3, 2}}, {3, 2}),
          rule(Kind::tsallis, scoring::Tsallis{3}, 3),
          rule(Kind::ranked_probability, scoring::RankedProbability{})};
}

inline persuasive::Score zero_one(scoring::Ties ties) {
  persuasive::Score score = rule(persuasive::Score::Rule::zero_one, scoring::ZeroOne{ties});
  score.ties = ties;
  return score;
}

inline persuasive::Score decision(std::vector<std::vector<Rational>> loss, scoring::Ties ties) {
  persuasive::Score score = rule(persuasive::Score::Rule::decision, scoring::Decision{loss, ties});
  score.loss = std::move(loss);
  score.ties = ties;
  return score;
}

/// Certain orders, up to what no precision tells.
inline bool at_most(const persuasive::Real& x, const persuasive::Real& y) {
  return compare(x, y, 192) != persuasive::Order::greater;
}
inline bool equal(const persuasive::Real& x, const persuasive::Real& y) {
  const persuasive::Order order = compare(x, y, 256);
  return order == persuasive::Order::equal || order == persuasive::Order::unknown;
}

}  // namespace assay::tests
