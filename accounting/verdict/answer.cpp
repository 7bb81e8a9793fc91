#include "accounting/verdict/answer.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/refine.hpp"
#include "accounting/curve/hockey_stick.hpp"
#include "accounting/curve/probabilistic.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/directions.hpp"
#include "accounting/verdict/divergences.hpp"
#include "core/below.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

constexpr long crude_digits = 2;

// A little more than was asked: the decimals that are printed round outward by themselves.
Target inner(const Question& question, long digits) { return {digits + 1, question.deadline}; }

Answer answer(Value value, const DirectedLoss& loss, long digits) {
  if (!value.least) value.least = 0;  // delta and epsilon alike
  Answer a{std::move(value), std::string(loss.loss.method()), loss.theorems, true};
  proofs::cite(a.theorems, loss.loss.theorems());
  a.converged = within(a.value, digits);
  return a;
}

Answer delta_at(std::vector<DirectedLoss>& losses, const Question& question, const LossLevel& level) {
  std::vector<Answer> answers;
  for (auto& loss : losses) {
    if (!answers.empty()) {
      // The other direction is often far below: a crude enclosure shows it.
      Value crude = loss.loss.delta_at_level(level, inner(question, crude_digits));
      if (certainly_below(crude, answers.front().value)) {
        answers.push_back(answer(std::move(crude), loss, question.digits));
        continue;
      }
    }
    Value value = loss.loss.delta_at_level(level, inner(question, question.digits));
    value.most = 1;
    answers.push_back(answer(std::move(value), loss, question.digits));
  }
  return worst(std::move(answers), question.digits);
}

Answer epsilon_at(std::vector<DirectedLoss>& losses, const Question& question, const Rational& delta) {
  std::vector<Answer> answers;
  for (auto& loss : losses) {
    if (!answers.empty() && answers.front().value.ball.is_finite()) {
      // Where the other direction meets delta at an epsilon below the first one's, it is not the worse.
      const Rational low = lower_rational(answers.front().value.ball);
      if (low > 0) {
        const auto sign = compare(loss.loss.delta(low, inner(question, crude_digits)), delta);
        if (sign && *sign <= 0) {
          answers.push_back(answer(answers.front().value, loss, question.digits));  // the maximum, in any case
          continue;
        }
      }
    }
    answers.push_back(answer(least_epsilon(loss.loss, delta, inner(question, question.digits)), loss, question.digits));
  }
  return worst(std::move(answers), question.digits);
}

// Raises the accuracy until delta(epsilon) and the claim part; the cap is far beyond any published claim.
std::optional<int> decide(DirectedLoss& loss, const LossLevel& epsilon, const Rational& delta,
                          const Question& question) {
  if (delta >= 1) return -1;  // nothing to compute
  long last_bits = -1;
  for (const long digits : {3L, 8L, 14L, 22L, 40L, 80L, 160L, 320L}) {
    const Value value = loss.loss.delta_at_level(epsilon, {digits, question.deadline});
    if (const auto sign = compare_delta(value, delta)) return sign;
    if (question.deadline.passed()) break;
    if (value.ball.relative_bits() <= last_bits && digits > 14) break;  // the engine gives no more
    last_bits = value.ball.relative_bits();
  }
  return std::nullopt;
}

// A verdict is a bound too: the tightest value is at most what holds, at least what fails.
void cut(Answer& answer, Verdict verdict, const Rational& claimed, long digits) {
  Value& value = answer.value;
  if (value.exact || verdict == Verdict::undecided) return;
  if (verdict == Verdict::holds)
    value.most = value.most ? std::min(*value.most, claimed) : claimed;
  else
    value.least = value.least ? std::max(*value.least, claimed) : claimed;
  answer.converged = within(value, digits);
}

// The claimed epsilon as a bound of the least one: a rational not below it where it holds, not above it where it fails.
Rational claimed_end(const LossLevel& level, Verdict verdict, long digits) {
  if (level.ratio == 1) return std::max(level.shift, Rational(0));
  const Ball epsilon = enclose(level, wanted_bits(Target{digits, {}}) + 64);
  return std::max(verdict == Verdict::holds ? upper_rational(epsilon) : lower_rational(epsilon), Rational(0));
}

core::Result<Verification> verify_epsilon_delta(const Question& question, const Claim& claim) {
  auto losses = directed_losses(question.composition, question.adjacency, question.engine);
  if (!losses) return losses.error();
  Verification result;
  bool all_hold = true, one_fails = false;
  for (auto& loss : *losses) {
    const auto sign = decide(loss, claim.level(), *claim.delta, question);
    one_fails = one_fails || (sign && *sign > 0);
    all_hold = all_hold && sign && *sign <= 0;
    if (one_fails) break;
  }
  result.verdict = one_fails ? Verdict::fails : all_hold ? Verdict::holds : Verdict::undecided;
  result.delta = delta_at(*losses, question, claim.level());
  result.epsilon = epsilon_at(*losses, question, *claim.delta);
  cut(*result.delta, result.verdict, *claim.delta, question.digits);
  cut(*result.epsilon, result.verdict, claimed_end(claim.level(), result.verdict, question.digits), question.digits);
  return result;
}

// One direction of a composition whose outputs are its pairs.
Answer probabilistic(Value value, const DirectedParts& one, OwnPair kind) {
  Answer answer{std::move(value), "closed_form", one.theorems, true};
  answer.theorems.emplace_back(kind == OwnPair::single ? "probabilistic-own-pair" : "probabilistic-joint-pair");
  answer.direction = one.direction;
  return answer;
}

// The worst direction at each point asked; ask(parts, point) answers one.
template <class Point, class Ask>
core::Result<std::vector<Answer>> probabilistic_answers(const Question& question, std::span<const Point> points,
                                                        const Ask& ask) {
  const auto kind = own_pair(question.composition);
  if (!kind) return kind.error();
  const auto all = directed_parts(question.composition, question.adjacency);
  if (!all) return all.error();
  std::vector<Answer> answers;
  for (const Point& point : points) {
    std::vector<Answer> directions;
    for (const DirectedParts& one : *all) {
      core::Result<Value> value = ask(one.parts, point);
      if (!value) return value.error();
      directions.push_back(probabilistic(std::move(*value), one, *kind));
    }
    const bool several = directions.size() > 1;
    answers.push_back(worst(std::move(directions), question.digits));
    if (!several) answers.back().direction.reset();
    answers.back().converged = within(answers.back().value, question.digits);
  }
  return answers;
}

// The least epsilon that a probabilistic claim at this delta can name: 0 where a negative one would do.
core::Result<Answer> least_claimed(const std::vector<DirectedParts>& all, const Question& question,
                                   const Rational& delta) {
  std::vector<Answer> directions;
  const Rational none = 0;
  for (const DirectedParts& one : all) {
    Value value(none, wanted_bits(Target{question.digits, {}}));
    if (delta < 1) {
      const core::Result<Value> least = loss_quantile(one.parts, delta, inner(question, question.digits));
      if (!least) return least.error();
      value = larger(*least, value);
      value.least = std::max(value.least.value_or(none), none);
    }
    directions.push_back(probabilistic(std::move(value), one, OwnPair::single));
  }
  Answer answer = worst(std::move(directions), question.digits);
  answer.converged = within(answer.value, question.digits);
  return answer;
}

core::Result<Verification> verify_probabilistic(const Question& question, const Claim& claim) {
  const auto kind = own_pair(question.composition);
  if (!kind) return kind.error();
  if (*kind != OwnPair::single)
    return Error{
        ErrorCode::not_supported, "/composition",
        "a probabilistic claim of a composition is decided for gaussian parts alone: which pairs its neighbours "
        "give jointly is not said; ask delta with delta_kind probabilistic for the pairs as they stand"};
  auto all = directed_parts(question.composition, question.adjacency);
  if (!all) return all.error();
  Verification result;
  for (const long digits : {question.digits + 1, 2 * question.digits + 10, 4 * question.digits + 40, 320L}) {
    std::vector<Answer> answers;
    bool all_hold = true, one_fails = false;
    for (const DirectedParts& one : *all) {
      auto value = probability_of_loss(one.parts, claim.level(), {digits, question.deadline});
      if (!value) return value.error();
      const auto sign = compare_delta(*value, *claim.delta);
      one_fails = one_fails || (sign && *sign > 0);
      all_hold = all_hold && sign && *sign <= 0;
      answers.push_back({std::move(*value), "closed_form", one.theorems, true});
      answers.back().theorems.emplace_back("probabilistic-own-pair");
    }
    result.verdict = one_fails ? Verdict::fails : all_hold ? Verdict::holds : Verdict::undecided;
    // What decided is kept: an undecided later round may be wider, where the deadline cut it short.
    if (!result.delta || result.verdict != Verdict::undecided)
      result.delta = worst(std::move(answers), question.digits);
    if (result.verdict != Verdict::undecided || question.deadline.passed()) break;
  }
  cut(*result.delta, result.verdict, *claim.delta, question.digits);
  if (core::Result<Answer> least = least_claimed(*all, question, *claim.delta)) {
    result.epsilon = std::move(*least);
    cut(*result.epsilon, result.verdict, claimed_end(claim.level(), result.verdict, question.digits), question.digits);
  }
  return result;
}

core::Result<Verification> verify_renyi(const Question& question, const Claim& claim) {
  const Divergence asked{DivergenceKind::renyi, *claim.alpha, {}};
  Verification result;
  Question at = question;
  for (const long digits : {question.digits, 2 * question.digits + 10, 4 * question.digits + 40, 320L}) {
    at.digits = digits;
    auto answers = divergences(at, {&asked, 1});
    if (!answers) return answers.error();
    Answer& least = answers->front();
    const auto sign = compare(least.value, *claim.epsilon);
    if (sign) result.verdict = *sign > 0 ? Verdict::fails : Verdict::holds;
    if (!result.epsilon || sign) result.epsilon = std::move(least);
    if (sign || question.deadline.passed()) break;
  }
  cut(*result.epsilon, result.verdict, *claim.epsilon, question.digits);
  return result;
}

// The total rho (or mu^2) of parts that have one exactly: zCDP and Gaussian DP add up, and the Gaussian attains both.
core::Result<Rational> total_mu_squared(const Question& question, bool zcdp_allowed, std::string_view notion,
                                        std::vector<std::string>& theorems) {
  Rational total = 0;
  for (std::size_t i = 0; i < question.composition.size(); ++i) {
    const auto& part = question.composition[i];
    const std::string pointer = "/composition/" + std::to_string(i);
    const Direction direction = question.adjacency == Adjacency::replace ? Direction::replace : Direction::remove;
    auto pair = dominating_pair(part.mechanism, direction);
    if (!pair) return core::below(pointer, pair.error());
    proofs::cite(theorems, pair->theorems);
    if (const auto* gaussian = std::get_if<GaussianLoss>(&pair->loss)) {
      total += gaussian->mu_squared * part.count;
    } else if (const auto* zcdp = std::get_if<ZcdpLoss>(&pair->loss); zcdp && zcdp_allowed) {
      total += 2 * zcdp->rho * part.count;
    } else if (const auto* lattice = std::get_if<DiscreteGaussianLoss>(&pair->loss); lattice && zcdp_allowed) {
      const Rational mu = lattice->shift / lattice->sigma;  // order 2 attains it
      total += mu * mu * part.count;
      theorems.emplace_back("discrete-gaussian-zcdp");
    } else {
      return Error{ErrorCode::not_supported, pointer,
                   "a claim of " + std::string(notion) + " is decided for Gaussian" +
                       (zcdp_allowed ? ", discrete Gaussian and zCDP parts" : " parts") +
                       " in this version; claim epsilon and delta instead"};
    }
  }
  return total;
}

}  // namespace

core::Result<std::vector<Answer>> delta(const Question& question, std::span<const Rational> epsilons) {
  auto losses = directed_losses(question.composition, question.adjacency, question.engine);
  if (!losses) return losses.error();
  std::vector<Answer> answers;
  for (const auto& e : epsilons) answers.push_back(delta_at(*losses, question, {e, 1}));
  return answers;
}

core::Result<std::vector<Answer>> delta_at_levels(const Question& question, std::span<const LossLevel> epsilons) {
  auto losses = directed_losses(question.composition, question.adjacency, question.engine);
  if (!losses) return losses.error();
  std::vector<Answer> answers;
  for (const LossLevel& level : epsilons) answers.push_back(delta_at(*losses, question, level));
  return answers;
}

core::Result<std::vector<Answer>> probabilistic_delta(const Question& question, std::span<const LossLevel> epsilons) {
  const Target target = inner(question, question.digits);
  return probabilistic_answers(question, epsilons, [&](const auto& parts, const LossLevel& level) {
    return probability_of_loss(parts, level, target);
  });
}

core::Result<std::vector<Answer>> probabilistic_epsilon(const Question& question, std::span<const Rational> deltas) {
  const Target target = inner(question, question.digits);
  return probabilistic_answers(
      question, deltas, [&](const auto& parts, const Rational& delta) { return loss_quantile(parts, delta, target); });
}

core::Result<std::vector<Answer>> epsilon(const Question& question, std::span<const Rational> deltas) {
  auto losses = directed_losses(question.composition, question.adjacency, question.engine);
  if (!losses) return losses.error();
  std::vector<Answer> answers;
  for (const auto& d : deltas) answers.push_back(epsilon_at(*losses, question, d));
  return answers;
}

core::Result<Verification> verify(const Question& question, const Claim& claim) {
  if (claim.epsilon && claim.delta && claim.probabilistic) return verify_probabilistic(question, claim);
  if (claim.epsilon && claim.delta) return verify_epsilon_delta(question, claim);
  if (claim.epsilon && claim.alpha) return verify_renyi(question, claim);
  Verification result;
  const long bits = 64 + 4 * question.digits;
  std::vector<std::string> theorems;
  if (claim.rho) {
    const auto total = total_mu_squared(question, true, "rho", theorems);
    if (!total) return total.error();
    theorems.emplace_back("zcdp-composition");
    const Rational rho = *total / 2;
    result.verdict = rho <= *claim.rho ? Verdict::holds : Verdict::fails;
    result.rho = Answer{Value(rho, bits), "closed_form", std::move(theorems), true};
    return result;
  }
  if (claim.mu) {
    const auto total = total_mu_squared(question, false, "mu", theorems);
    if (!total) return total.error();
    theorems.emplace_back("gaussian-composition");
    result.verdict = *total <= *claim.mu * *claim.mu ? Verdict::holds : Verdict::fails;
    result.mu = Answer{Value(sqrt(Ball(*total, bits))), "closed_form", std::move(theorems), true};
    return result;
  }
  return Error{ErrorCode::missing_field, "/claim",
               "a claim needs epsilon and delta, or alpha and epsilon, or rho, or mu"};
}

}  // namespace assay::accounting
