#include "accounting/verdict/divergences.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "accounting/curve/moment.hpp"
#include "accounting/curve/tradeoff.hpp"
#include "accounting/verdict/combine.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

Target inner(const Question& question) { return {question.digits + 1, question.deadline}; }

// An adjacency whose directions contain both.
Adjacency both_ways(Direction direction) { return is_replace(direction) ? Adjacency::replace : Adjacency::add_remove; }

struct Direct {
  const DirectedParts* parts;
  std::unique_ptr<DirectedLoss> loss;
};

core::Result<Answer> one(const Divergence& asked, Direct& direct, const Question& question) {
  if (needs_engine(asked.kind) && !direct.loss) {
    auto loss = directed_loss(*direct.parts, question.engine);
    if (!loss) return loss.error();
    direct.loss = std::make_unique<DirectedLoss>(std::move(*loss));
  }
  ComposedLoss* loss = needs_engine(asked.kind) ? &direct.loss->loss : nullptr;
  auto value = divergence(asked, direct.parts->parts, loss, inner(question));
  if (!value) {
    core::Error error = value.error();
    if (error.pointer.empty()) error.pointer = "/composition";
    return error;
  }
  Answer answer{std::move(*value), "", direct.parts->theorems, true, direct.parts->direction};
  proofs::cite(answer.theorems, divergence_theorems(asked.kind));
  if (loss != nullptr) {
    answer.method = loss->method();
    proofs::cite(answer.theorems, loss->theorems());
  } else {
    bool sums = asked.kind == DivergenceKind::jensen_shannon;
    for (const LossPart& part : direct.parts->parts) {
      proofs::cite(answer.theorems, moment_theorems(part.loss));
      sums = sums || std::holds_alternative<SampledGaussianLoss>(part.loss);
    }
    answer.method = sums ? "contour" : "closed_form";
  }
  answer.converged = within(answer.value, question.digits);
  return answer;
}

}  // namespace

core::Result<std::vector<Answer>> divergences(const Question& question, std::span<const Divergence> asked) {
  const auto all = directed_parts(question.composition, question.adjacency);
  if (!all) return all.error();
  std::vector<Direct> directions;
  for (const DirectedParts& parts : *all) directions.push_back({&parts, nullptr});
  std::vector<Answer> answers;
  for (const Divergence& d : asked) {
    std::vector<Answer> both;
    for (Direct& direct : directions) {
      auto answer = one(d, direct, question);
      if (!answer) return answer.error();
      both.push_back(std::move(*answer));
    }
    if (both.size() == 1) both.front().direction.reset();
    answers.push_back(worst(std::move(both), question.digits));
  }
  return answers;
}

core::Result<TradeoffCurve> TradeoffCurve::make(const Question& question, Direction direction) {
  const auto all = directed_parts(question.composition, both_ways(direction));
  if (!all) return all.error();
  const auto of = [&](Direction d) {
    for (const DirectedParts& parts : *all)
      if (parts.direction == d) return &parts;
    return &all->front();  // symmetric: one stands for both
  };
  for (const DirectedParts& parts : *all)
    for (std::size_t i = 0; i < parts.parts.size(); ++i)
      if (is_class(parts.parts[i].loss))
        return core::Error{
            core::ErrorCode::not_supported, "/composition/" + std::to_string(i),
            "this part stands for many mechanisms, with no one trade-off curve; name the mechanism itself, "
            "or ask convert for what a bound implies"};
  // Under add or remove alone a kernel may have a pair in both orders, which add_remove takes for one.
  const bool one_way = question.adjacency == Adjacency::add || question.adjacency == Adjacency::remove;
  const auto own = one_way ? directed_parts(question.composition, question.adjacency) : all;
  if (!own) return own.error();
  if (std::count_if(own->begin(), own->end(),
                    [&](const DirectedParts& parts) { return parts.direction == own->front().direction; }) > 1)
    return core::Error{core::ErrorCode::not_supported, "/composition",
                       "a kernel with several pairs of neighbours has no one trade-off curve; ask about each pair"};
  TradeoffCurve curve;
  curve.direction_ = direction;
  const DirectedParts* parts = of(direction);
  for (const std::string& id : parts->theorems)
    if (id != "two-directions") curve.theorems_.push_back(id);
  if (question.engine == Engine::automatic || question.engine == Engine::closed_form)
    curve.mu_squared_ = gaussian_total(parts->parts);
  auto forward = directed_loss(*parts, question.engine);
  if (!forward) return forward.error();
  proofs::cite(curve.theorems_, forward->loss.theorems());
  curve.forward_.emplace(std::move(*forward));
  if (all->size() > 1) {
    auto backward = directed_loss(*of(reverse(direction)), question.engine);
    if (!backward) return backward.error();
    curve.backward_.emplace(std::move(*backward));
  }
  return curve;
}

Answer TradeoffCurve::at(const Rational& type1, const Question& question) {
  std::vector<std::string> theorems = theorems_;
  if (mu_squared_) {
    proofs::cite(theorems, "gaussian-tradeoff");
    Answer answer{gaussian_tradeoff(*mu_squared_, type1, inner(question)), "closed_form", std::move(theorems), true,
                  direction_};
    answer.converged = within(answer.value, question.digits);
    return answer;
  }
  ComposedLoss& forward = forward_->loss;
  Value value = tradeoff(forward, backward_ ? backward_->loss : forward, type1, inner(question));
  proofs::cite(theorems, forward.theorems());
  proofs::cite(theorems, "tradeoff-dual");
  Answer answer{std::move(value), std::string(forward.method()), std::move(theorems), true, direction_};
  answer.converged = within(answer.value, question.digits);
  return answer;
}

Answer TradeoffCurve::delta(const Rational& epsilon, const Question& question) {
  ComposedLoss& forward = forward_->loss;
  Value value = forward.delta(epsilon, inner(question));
  value.least = 0;
  value.most = 1;
  std::vector<std::string> theorems = theorems_;
  proofs::cite(theorems, forward.theorems());
  Answer answer{std::move(value), std::string(forward.method()), std::move(theorems), true, direction_};
  answer.converged = within(answer.value, question.digits);
  return answer;
}

core::Result<std::vector<Answer>> tradeoffs(const Question& question, std::span<const Rational> type1) {
  const auto all = directed_parts(question.composition, question.adjacency);
  if (!all) return all.error();
  std::vector<TradeoffCurve> curves;
  for (const DirectedParts& parts : *all) {
    auto curve = TradeoffCurve::make(question, parts.direction);
    if (!curve) return curve.error();
    curves.push_back(std::move(*curve));
  }
  std::vector<Answer> answers;
  for (const Rational& x : type1) {
    std::vector<Answer> both;
    for (TradeoffCurve& curve : curves) both.push_back(curve.at(x, question));
    if (both.size() == 1) both.front().direction.reset();
    answers.push_back(least(std::move(both), question.digits));
  }
  return answers;
}

}  // namespace assay::accounting
