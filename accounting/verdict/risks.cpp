#include "accounting/verdict/risks.hpp"

#include <optional>
#include <utility>

#include "accounting/curve/risk.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/divergences.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// "In" first: the record takes part in P.
std::vector<Direction> orders(Adjacency adjacency) {
  if (adjacency == Adjacency::replace) return {Direction::replace, Direction::replace_reversed};
  return {Direction::remove};
}

Answer complement(Answer answer) {
  Value value = answer.value.exact ? Value(1 - *answer.value.exact, answer.value.ball.bits()) : 1 - answer.value.ball;
  if (answer.value.most) value.least = 1 - *answer.value.most;
  if (answer.value.least) value.most = 1 - *answer.value.least;
  answer.value = std::move(value);
  return answer;
}

struct Order {
  TradeoffCurve in_out;                 // (P, Q)
  std::optional<TradeoffCurve> out_in;  // (Q, P): null hypothesis "out"
};

}  // namespace

core::Result<Risk> risk(const Question& question, const RiskQuestion& asked) {
  const Target target{question.digits + 1, question.deadline};
  std::vector<Order> all;
  for (const Direction direction : orders(question.adjacency)) {
    auto curve = TradeoffCurve::make(question, direction);
    if (!curve) return curve.error();
    Order order{std::move(*curve), std::nullopt};
    if (!asked.false_positive_rates.empty() || !asked.baselines.empty()) {
      auto other = TradeoffCurve::make(question, reverse(direction));
      if (!other) return other.error();
      order.out_in.emplace(std::move(*other));
    }
    all.push_back(std::move(order));
  }
  const auto from_each = [&](const auto& one) {
    std::vector<Answer> answers;
    for (Order& order : all) answers.push_back(one(order));
    return worst(std::move(answers), question.digits);
  };
  const auto about_loss = [&](Order& order, Value value, const char* theorem) {
    ComposedLoss& loss = order.in_out.loss();
    Answer answer{std::move(value), std::string(loss.method()), order.in_out.theorems(), true};
    answer.theorems.emplace_back(theorem);
    return answer;
  };
  const auto power = [&](const Rational& level) {
    return from_each([&](Order& order) { return complement(order.out_in->at(level, question)); });
  };

  Risk risk{from_each([&](Order& order) { return order.in_out.delta(0, question); }), {}, {}, {}, {}};
  for (const Rational& prior : asked.priors) {
    risk.accuracy.push_back(from_each([&](Order& order) {
      return about_loss(order, attacker_accuracy(order.in_out.loss(), prior, target), "bayes-accuracy");
    }));
    risk.posterior.push_back(from_each([&](Order& order) {
      return about_loss(order, largest_posterior(order.in_out.loss(), prior, target), "bayes-accuracy");
    }));
  }
  for (const Rational& rate : asked.false_positive_rates) risk.true_positive_rate.push_back(power(rate));
  for (const Rational& baseline : asked.baselines) {
    risk.reconstruction.push_back(power(baseline));
    risk.reconstruction.back().theorems.emplace_back("reconstruction-robustness");
  }
  return risk;
}

}  // namespace assay::accounting
