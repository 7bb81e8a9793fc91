#include "cli/persuade_problem.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "persuasive/guarantee/guarantee.hpp"

namespace assay::cli {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using persuasive::Bracket;
using persuasive::Score;
namespace pp = persuasive;

Error placed(Error error, const PersuadeAsk& ask) {
  const std::string_view top[] = {"/scores", "/priors", "/kappa", "/truth", "/criterion", "/output"};
  const bool absolute =
      std::any_of(std::begin(top), std::end(top), [&](std::string_view t) { return error.pointer.starts_with(t); });
  if (absolute || error.pointer.empty()) return error;
  // A mechanism alone is part 0 of a composition that nobody wrote.
  if (ask.subject_at == "/mechanism" && error.pointer.starts_with("/0")) error.pointer.erase(0, 2);
  error.pointer = ask.subject_at + error.pointer;
  return error;
}

pp::FiniteProblem finite_problem(const PersuadeAsk& ask, const Effort& effort) {
  pp::FiniteProblem problem;
  if (const auto* finite = std::get_if<FiniteSubject>(&ask.subject)) {
    problem.parts = finite->parts;
    problem.space = finite->space;
  } else {
    problem.space.size = 2;
  }
  problem.priors = ask.priors;
  problem.truth = ask.truth;
  problem.digits = effort.digits;
  problem.deadline = effort.deadline;
  return problem;
}

namespace {

/// The pair of a named mechanism, one problem a truth and a range of its mass.
Result<std::vector<pp::NamedProblem>> named_problems(const PersuadeAsk& ask, const Effort& effort) {
  const pp::NamedProblem whole{
      std::get<NamedSubject>(ask.subject).composition, {}, ask.truth, effort.digits, effort.deadline};
  std::vector<pp::NamedProblem> problems;
  const auto add = [&](const pp::TruthMass& mass, const std::optional<std::size_t>& truth) {
    problems.push_back(whole);
    problems.back().truth_mass = mass;
    problems.back().truth = truth;
  };
  if (const auto* pairs = std::get_if<pp::AdjacentPairs>(&ask.priors)) {
    add(pairs->truth, ask.truth);
  } else if (const auto* all = std::get_if<pp::AllPriors>(&ask.priors)) {
    add({all->truth.floor, all->truth.ceiling, all->truth.ceiling == 1}, ask.truth);
  } else if (const auto* near = std::get_if<pp::Neighbours>(&ask.priors)) {
    add({near->truth.floor, near->truth.ceiling, near->truth.ceiling == 1}, ask.truth);
  } else if (const auto* listed = std::get_if<pp::ListedPriors>(&ask.priors)) {
    for (const pp::Pmf& prior : listed->priors)
      for (std::size_t x = 0; x < 2; ++x)
        if (prior[x] != 0 && (!ask.truth || *ask.truth == x)) add({prior[x], prior[x]}, x);
  } else {
    const Result<std::vector<pp::TruthPair>> ranges = pp::as_two_point(finite_problem(ask, effort));
    if (!ranges) return ranges.error();
    for (const pp::TruthPair& pair : *ranges) add(pair.truth, pair.x);
  }
  if (problems.empty())
    return Error{ErrorCode::invalid_parameter, "/priors",
                 "the class has no prior that gives the truth a positive mass"};
  return problems;
}

}  // namespace

Effort share(const Effort& effort, std::size_t questions) {
  if (questions < 2) return effort;
  return {effort.digits, accounting::Deadline::after(effort.deadline.left() / static_cast<long>(questions))};
}

Result<Bracket> over_scores(const PersuadeAsk& ask, const Effort& effort, const FiniteRoutine& finite,
                            const NamedRoutine& named) {
  Bracket best;
  for (std::size_t i = 0; i < ask.scores.size(); ++i) {
    Bracket own;
    const Effort part = share(effort, ask.scores.size() - i);
    if (std::holds_alternative<FiniteSubject>(ask.subject)) {
      Result<Bracket> found = finite(finite_problem(ask, part), ask.scores[i]);
      if (!found) return placed(found.error(), ask);
      own = *std::move(found);
    } else {
      const Result<std::vector<pp::NamedProblem>> problems = named_problems(ask, part);
      if (!problems) return placed(problems.error(), ask);
      for (const pp::NamedProblem& problem : *problems) {
        Result<Bracket> found = named(problem, ask.scores[i]);
        if (!found) return placed(found.error(), ask);
        own = worse(std::move(own), *std::move(found));
      }
    }
    own.worst.score = i;
    best = worse(std::move(best), std::move(own));
  }
  return best;
}

Shown show(const Bracket& found, long digits) {
  const bool one = compare(found.lower, found.upper) != pp::Order::less;
  const accounting::Value value = one ? pp::value(found.lower, digits) : pp::value(found.lower, found.upper, digits);
  Shown shown{enclosure(value, digits)};
  if (value.exact || found.lower.infinity() != 0) {
    shown.converged = one;
    return shown;
  }
  if (!value.ball.is_finite()) return {shown.json, false};
  const Rational low = value.least ? *value.least : lower_rational(value.ball);
  const Rational high = value.most ? *value.most : upper_rational(value.ball);
  Rational tolerance = abs(high);
  for (long i = 0; i < digits; ++i) tolerance /= 10;
  shown.converged = high - low <= tolerance;
  return shown;
}

}  // namespace assay::cli
