#include "cli/respond_persuade.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "accounting/verdict/answer.hpp"
#include "cli/persuade_problem.hpp"
#include "cli/persuade_text.hpp"
#include "persuasive/guarantee/expectation.hpp"
#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/guarantee/post_processing.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/product_priors.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::Bracket;
using persuasive::Real;
using persuasive::Score;
namespace pp = persuasive;

/// The hockey-stick value is given beside kernels of at most this many comparisons.
constexpr std::size_t most_compared = 200'000;

/// How the theorems say the answer was found.
std::string method(const std::vector<std::string>& theorems) {
  struct Entry {
    std::string_view theorem, method;
  };
  constexpr Entry entries[] = {{"prior-search", "search"},
                               {"prior-game", "linear_programs"},
                               {"independent-records", "enumeration"},
                               {"gains-by-enumeration", "enumeration"},
                               {"step-gains", "enumeration"},
                               {"persuasion-in-expectation", "closed_form"},
                               {"persuasion-is-pdp", "closed_form"}};
  for (const Entry& entry : entries)
    if (std::find(theorems.begin(), theorems.end(), entry.theorem) != theorems.end()) return std::string(entry.method);
  return "closed_form";
}

void rest_on(Outcome& outcome, const Bracket& found) {
  proofs::cite(outcome.theorems, found.theorems);
  const std::string own = method(found.theorems);
  if (outcome.method.find(own) == std::string::npos) outcome.method += (outcome.method.empty() ? "" : "+") + own;
}

Json listed(std::vector<Json> values, bool is_list) {
  if (!is_list) return std::move(values.front());
  return Json::Array(std::make_move_iterator(values.begin()), std::make_move_iterator(values.end()));
}

/// The hockey-stick delta of differential privacy at the same kappa, which probabilistic DP bounds from above.
/// Source: theorem `hockey-stick-below-pdp`.
std::optional<Bracket> hockey_stick(const PersuadeAsk& ask, const Level& kappa, const Effort& effort) {
  const auto* pairs = std::get_if<pp::AdjacentPairs>(&ask.priors);
  if (pairs == nullptr || pairs->truth.floor != 0 || ask.scores.size() != 1 ||
      ask.scores.front().rule != Score::Rule::log || !ask.scores.front().coordinates.empty() || kappa.infinite ||
      sign(kappa.value) < 0)
    return std::nullopt;
  Score hinge;
  hinge.rule = Score::Rule::hinge;
  hinge.name = "hinge";
  hinge.epsilon = kappa.value;
  if (const auto* finite = std::get_if<FiniteSubject>(&ask.subject)) {
    std::size_t cells = 0;
    for (const pp::KernelPart& part : finite->parts)
      cells += finite->space.size * finite->space.size * part.kernel.columns();
    if (cells > most_compared) return std::nullopt;
    Result<Bracket> found = pp::expected_gain(finite_problem(ask, effort), hinge, {});
    if (found && found->found) return *std::move(found);
    return std::nullopt;
  }
  if (!kappa.value.is_rational()) return std::nullopt;
  accounting::Question question;
  question.composition = std::get<NamedSubject>(ask.subject).composition;
  question.digits = effort.digits;
  question.deadline = effort.deadline;
  if (ask.truth) question.adjacency = *ask.truth == 0 ? accounting::Adjacency::remove : accounting::Adjacency::add;
  const std::vector<Rational> epsilons{kappa.value.shift};
  const auto deltas = accounting::delta(question, epsilons);
  if (!deltas) return std::nullopt;
  Bracket found;
  found.found = true;
  const accounting::Value value = deltas->front().value;
  if (value.exact)
    found.lower = found.upper = Real(*value.exact);
  else
    found.lower = found.upper = Real::computed([ball = value.ball](long) { return ball; });
  found.theorems = deltas->front().theorems;
  return found;
}

std::string_view verdict(const Bracket& delta, const Rational& asked) {
  if (compare(delta.upper, Real(asked)) == pp::Order::less || compare(delta.upper, Real(asked)) == pp::Order::equal)
    return "holds";
  if (compare(delta.lower, Real(asked)) == pp::Order::greater) return "fails";
  return "undecided";
}

Result<Bracket> delta_at(const PersuadeAsk& ask, const Level& kappa, const Effort& effort) {
  if (kappa.infinite) {
    // No gain is above infinity.
    Bracket none = Bracket::exactly(Real(), {}, {"persuasion-is-pdp"});
    none.worst.attained = true;
    none.worst.data = ask.truth.value_or(0);
    return none;
  }
  return over_scores(
      ask, effort,
      [&](const auto& problem, const Score& score) { return pp::delta_at_kappa(problem, score, kappa.value); },
      [&](const auto& problem, const Score& score) { return pp::named_delta(problem, score, kappa.value); });
}

/// What happens when the output is worked on: nothing by the Receiver; by the Sender the worst pair of outputs to
/// merge. Source: theorem `receiver-post-processing`, theorem `sender-post-processing`.
Result<Json> post_processing(const PersuadeAsk& ask, const Effort& effort) {
  if (ask.post_processing == PersuadeAsk::PostProcessing::receiver)
    return Json(Json::Object{{"by", "receiver"},
                             {"verdict", "safe"},
                             {"why", "what a Receiver computes from the output is no news to the Receiver"}});
  const auto* subject = std::get_if<FiniteSubject>(&ask.subject);
  if (subject == nullptr || subject->parts.size() != 1 || subject->parts.front().count != 1)
    return Error{ErrorCode::not_supported, "/post_processing",
                 "outputs are merged one pair after the other for a single kernel: write the mechanism as one"};
  Json::Object answer{{"by", "sender"}};
  const std::size_t data = subject->space.size;
  if (ask.kappas.empty() && std::all_of(ask.scores.begin(), ask.scores.end(), [&](const Score& score) {
        return pp::is_safe_from_sender(score, data, ask.deltas.front());
      })) {
    answer.emplace_back("verdict", "safe");
    answer.emplace_back("why", "at delta 0 no channel raises the gain in the log score, nor any gain between two data");
    return Json(std::move(answer));
  }
  const auto at = [&](const pp::FiniteProblem& problem) -> Result<Bracket> {
    Bracket worst;
    for (const Score& score : ask.scores) {
      Result<Bracket> own = ask.kappas.empty() ? pp::kappa_at_delta(problem, score, ask.deltas.front())
                                               : pp::delta_at_kappa(problem, score, ask.kappas.front().value);
      if (!own) return own;
      worst = worse(std::move(worst), *std::move(own));
    }
    return worst;
  };
  if (!ask.kappas.empty() && ask.kappas.front().infinite)
    return Error{ErrorCode::invalid_parameter, "/kappa", "no gain is above infinity, whatever is merged"};
  const pp::FiniteProblem problem = finite_problem(ask, effort);
  const Result<Bracket> before = at(problem);
  if (!before) return placed(before.error(), ask);
  const Result<std::optional<pp::MergedPair>> found = pp::worst_merged_pair(problem, *before, at);
  if (!found) return placed(found.error(), ask);
  if (!*found) {
    answer.emplace_back("verdict", "undecided");
    answer.emplace_back("why", "no merged pair of outputs raises the value; other channels were not tried");
    return Json(std::move(answer));
  }
  answer.emplace_back("verdict", "unsafe");
  answer.emplace_back("merged", Json::Array{Json::integer(static_cast<long long>((*found)->first)),
                                            Json::integer(static_cast<long long>((*found)->second))});
  answer.emplace_back("before", show(*before, effort.digits).json);
  answer.emplace_back("after", show((*found)->after, effort.digits).json);
  answer.emplace_back("repair", "publish the finer output beside what is made of it: the value is then the one before");
  return Json(std::move(answer));
}

Result<Outcome> answer_tail(const PersuadeAsk& ask, const Effort& effort) {
  Outcome outcome;
  std::vector<Bracket> deltas;
  std::optional<Json> worst;
  std::string meaning;
  std::vector<Json> values;
  // The questions share the time: what one leaves goes to the next.
  std::size_t questions = ask.deltas.size() + ask.kappas.size();
  if (ask.post_processing == PersuadeAsk::PostProcessing::sender) ++questions;
  for (const Rational& delta : ask.deltas) {
    const Result<Bracket> found = over_scores(
        ask, share(effort, questions--),
        [&](const auto& problem, const Score& score) { return pp::kappa_at_delta(problem, score, delta); },
        [&](const auto& problem, const Score& score) { return pp::named_kappa(problem, score, delta); });
    if (!found) return found.error();
    Shown shown = show(*found, effort.digits);
    values.push_back(std::move(shown.json));
    outcome.converged = outcome.converged && shown.converged;
    rest_on(outcome, *found);
    if (!worst) {
      worst = worst_case(ask, found->worst, effort.digits);
      meaning = meaning_of_kappa(ask, *found, delta);
    }
  }
  if (!values.empty()) outcome.result.emplace_back("kappa_at_delta", listed(std::move(values), ask.delta_is_list));
  values.clear();
  std::vector<Json> sticks;
  for (const Level& kappa : ask.kappas) {
    Result<Bracket> found = delta_at(ask, kappa, share(effort, questions--));
    if (!found) return found.error();
    Shown shown = show(*found, effort.digits);
    values.push_back(std::move(shown.json));
    outcome.converged = outcome.converged && shown.converged;
    rest_on(outcome, *found);
    if (const std::optional<Bracket> stick = hockey_stick(ask, kappa, effort)) {
      sticks.push_back(show(*stick, effort.digits).json);
      proofs::cite(outcome.theorems, "hockey-stick-below-pdp");
    }
    if (!worst) {
      worst = worst_case(ask, found->worst, effort.digits);
      meaning = meaning_of_delta(ask, *found, kappa);
    }
    deltas.push_back(*std::move(found));
  }
  if (!values.empty()) outcome.result.emplace_back("delta_at_kappa", listed(std::move(values), ask.kappa_is_list));
  if (!sticks.empty() && sticks.size() == ask.kappas.size())
    outcome.result.emplace_back("hockey_stick", listed(std::move(sticks), ask.kappa_is_list));
  if (!ask.kappas.empty() && !ask.deltas.empty()) {
    std::vector<Json> verdicts;
    for (std::size_t i = 0; i < std::max(deltas.size(), ask.deltas.size()); ++i)
      verdicts.emplace_back(
          verdict(deltas[std::min(i, deltas.size() - 1)], ask.deltas[std::min(i, ask.deltas.size() - 1)]));
    outcome.result.emplace_back("verdict", listed(std::move(verdicts), ask.kappa_is_list || ask.delta_is_list));
  }
  if (ask.post_processing != PersuadeAsk::PostProcessing::none) {
    Result<Json> processed = post_processing(ask, effort);
    if (!processed) return processed.error();
    outcome.result.emplace_back("post_processing", *std::move(processed));
    const bool by_receiver = ask.post_processing == PersuadeAsk::PostProcessing::receiver;
    proofs::cite(outcome.theorems, by_receiver ? "receiver-post-processing" : "sender-post-processing");
  }
  outcome.result.emplace_back("worst_case", *std::move(worst));
  outcome.result.emplace_back("meaning", std::move(meaning));
  return outcome;
}

Result<Outcome> answer_mean(const PersuadeAsk& ask, const Effort& effort) {
  pp::Mean mean;
  if (ask.criterion == Criterion::exponential_expectation) mean.order = ask.order;
  const Result<Bracket> found =
      ask.drawn_from_prior
          ? over_scores(
                ask, effort, [](const auto& problem, const Score& score) { return pp::average_gain(problem, score); },
                [](const auto&, const Score&) -> Result<Bracket> {
                  return Error{ErrorCode::not_supported, "/truth",
                               "drawn_from_prior is answered for kernels: write the mechanism as one"};
                })
          : over_scores(
                ask, effort,
                [&](const auto& problem, const Score& score) { return pp::expected_gain(problem, score, mean); },
                [&](const auto& problem, const Score& score) { return pp::expected_gain(problem, score, mean); });
  if (!found) return found.error();
  Outcome outcome;
  Shown shown = show(*found, effort.digits);
  outcome.converged = shown.converged;
  rest_on(outcome, *found);
  outcome.result.emplace_back("kappa", std::move(shown.json));
  if (!ask.kappas.empty()) {
    const Real level = ask.kappas.front().infinite ? Real::infinite() : Real(ask.kappas.front().value);
    const bool holds =
        compare(found->upper, level) == pp::Order::less || compare(found->upper, level) == pp::Order::equal;
    const bool fails = compare(found->lower, level) == pp::Order::greater;
    outcome.result.emplace_back("verdict", holds ? "holds" : fails ? "fails" : "undecided");
  }
  outcome.result.emplace_back("worst_case", worst_case(ask, found->worst, effort.digits));
  outcome.result.emplace_back("meaning", meaning_of_mean(ask, *found));
  return outcome;
}

/// The only output that the truth gives, where it gives one.
std::optional<pp::Output> certain_output(const FiniteSubject& subject, std::size_t x) {
  pp::Output output;
  for (const pp::KernelPart& part : subject.parts) {
    const auto& row = part.kernel.rows[x];
    const auto sure = std::find(row.begin(), row.end(), Rational(1));
    if (sure == row.end() || part.count > 64) return std::nullopt;
    for (std::uint64_t i = 0; i < part.count; ++i) output.push_back(static_cast<std::size_t>(sure - row.begin()));
  }
  return output;
}

Result<Outcome> answer_gain(const PersuadeAsk& ask, const Effort& effort) {
  const auto missing = [](const std::string& what) {
    return Error{
        ErrorCode::missing_field, "/delta",
        "ask kappa, delta or both; the gain itself, asked by neither, needs one prior, the truth, and the output: " +
            what};
  };
  const auto* subject = std::get_if<FiniteSubject>(&ask.subject);
  if (subject == nullptr) return missing("the mechanism is no kernel");
  std::optional<pp::Pmf> prior;
  if (const auto* one = std::get_if<pp::ListedPriors>(&ask.priors); one != nullptr && one->priors.size() == 1)
    prior = one->priors.front();
  if (const auto* product = std::get_if<pp::ProductPriors>(&ask.priors)) prior = pp::single_product(*product);
  if (!prior) return missing("the class has several priors");
  if (!ask.truth) return missing("truth is not given");
  const std::size_t x = *ask.truth;
  if ((*prior)[x] == 0)
    return Error{ErrorCode::invalid_parameter, "/truth", "the prior gives the truth " + std::to_string(x) + " no mass"};
  const std::optional<pp::Output> output = ask.output ? ask.output : certain_output(*subject, x);
  if (!output) return missing("output is not given, and the truth has several");
  // One column: the probabilities of this output.
  std::vector<std::vector<Rational>> rows(prior->size(), {Rational(1)});
  std::size_t at = 0;
  for (const pp::KernelPart& part : subject->parts)
    for (std::uint64_t i = 0; i < part.count; ++i, ++at)
      for (std::size_t y = 0; y < rows.size(); ++y) rows[y][0] *= part.kernel.rows[y][(*output)[at]];
  if (rows[x][0] == 0)
    return Error{ErrorCode::invalid_parameter, "/output",
                 "the truth " + std::to_string(x) + " cannot give this output"};
  const pp::Kernel column = pp::make_kernel(std::move(rows));
  Bracket best;
  for (std::size_t i = 0; i < ask.scores.size(); ++i) {
    const Result<scoring::ExactReal> gain = pp::gain(column, subject->space, ask.scores[i], *prior, x, 0);
    if (!gain) return gain.error();
    pp::WorstCase worst;
    worst.score = i;
    worst.data = x;
    worst.attained = true;
    worst.outputs = {*output};
    for (std::size_t y = 0; y < prior->size(); ++y)
      if ((*prior)[y] != 0) worst.prior.emplace_back(y, Real((*prior)[y]));
    best = worse(std::move(best), Bracket::exactly(pp::to_real(*gain), std::move(worst), {"gains-by-enumeration"}));
  }
  Outcome outcome;
  Shown shown = show(best, effort.digits);
  outcome.converged = shown.converged;
  rest_on(outcome, best);
  outcome.result.emplace_back("gain", std::move(shown.json));
  outcome.result.emplace_back("worst_case", worst_case(ask, best.worst, effort.digits));
  outcome.result.emplace_back("meaning", meaning_of_gain(ask, best));
  return outcome;
}

/// A polytope without a probability vector is bad input, whatever is asked.
std::optional<Error> empty_class(const PersuadeAsk& ask, const Effort& effort) {
  const auto* polytope = std::get_if<pp::PriorPolytope>(&ask.priors);
  if (polytope == nullptr) return std::nullopt;
  const auto* subject = std::get_if<FiniteSubject>(&ask.subject);
  const pp::PriorRegion region = pp::region(*polytope, subject == nullptr ? 2 : subject->space.size, 0);
  if (!pp::is_empty(region, effort.deadline)) return std::nullopt;
  return Error{ErrorCode::invalid_parameter, "/priors",
               "the class is empty: no probability vector meets its inequalities"};
}

}  // namespace

Result<Outcome> answer(const PersuadeAsk& ask, const Effort& effort) {
  if (auto error = empty_class(ask, effort)) return *error;
  if (ask.criterion != Criterion::tail) return answer_mean(ask, effort);
  if (ask.kappas.empty() && ask.deltas.empty()) return answer_gain(ask, effort);
  if (ask.output)
    return Error{ErrorCode::invalid_parameter, "/output",
                 "output fixes what is published, and then nothing is left to chance: "
                 "leave it out, or leave out kappa and delta to ask the gain"};
  return answer_tail(ask, effort);
}

}  // namespace assay::cli
