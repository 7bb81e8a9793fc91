#include "cli/release_answer.hpp"

#include <utility>

#include "cli/reading.hpp"
#include "cli/request_rule.hpp"
#include "cli/request_score.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::Finding;
using scoring::ExactReal;
using scoring::Scoring;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::size_t most_asked = 1000;

template <class Read>
Result<bool> read_list(const Json& value, const std::string& name, Read read) {
  const Array* list = value.array();
  if (list == nullptr) {
    const std::optional<Error> fault = read(value, "/" + name);
    if (fault) return *fault;
    return false;
  }
  if (list->empty() || list->size() > most_asked)
    return Error{ErrorCode::invalid_parameter, "/" + name,
                 name + " must be a number or a list of 1 to " + std::to_string(most_asked) + ", got " + spell(value)};
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::optional<Error> fault = read((*list)[i], "/" + name + "/" + std::to_string(i));
    if (fault) return *fault;
  }
  return true;
}

Json listed(Array values, bool is_list) { return is_list ? Json(std::move(values)) : values.front(); }

Json bracket(const ExactReal& lower, const ExactReal& upper, long digits) {
  Json low = enclosure(lower, digits);
  const Json high = enclosure(upper, digits);
  return Object{{"lower", *low.find("lower")}, {"upper", *high.find("upper")}};
}

std::string_view verdict(const Finding& f, const ExactReal& kappa) {
  if (compare(f.upper, kappa).value_or(1) <= 0) return "holds";
  return compare(f.lower, kappa).value_or(-1) > 0 ? "fails" : "undecided";
}

std::string changes(const ExactReal& gain) {
  const int sign = compare(gain, ExactReal(0)).value_or(1);
  if (sign == 0) return " does not change";
  return sign > 0 ? " improves by " + spoken(gain) : " worsens by " + spoken(ExactReal(0) - gain);
}

std::string meaning(const ReleaseAsk& ask, const Finding& f, const std::string& score) {
  const std::string about = f.record ? " about record " + std::to_string(*f.record) : "";
  const std::string who = ask.at_output
                              ? "With noise the gain is a matter of chance; at the truth and the output given, "
                              : "Given the data nothing about this release is left to chance, so delta plays no part: ";
  if (f.lower.is_positive_infinity())
    return who + "the gain in the score " + score + about + " has no bound (" + f.data + ").";
  const bool exact = f.is_exact();
  if (ask.wants_gain() && exact) return who + "the Receiver's score " + score + about + changes(f.upper) + ".";
  std::string text = who +
                     (ask.wants_gain() ? "the Receiver gains at most " : "a Receiver of this class gains at most ") +
                     spoken(f.upper) + " in the score " + score + about;
  if (exact && !f.data.empty()) text += "; no smaller number is a bound (the data: " + f.data + ")";
  if (!exact) text += ", and at least " + spoken(f.lower) + " is reached";
  return text + ".";
}

}  // namespace

Result<ExactReal> read_level_text(const Json& value, std::string_view name, const std::string& at) {
  const std::string* text = value.string();
  if (text != nullptr && *text == "inf") return ExactReal::infinity();
  if (is_logarithm(value))
    return read_logarithm(value, name, at).transform([](const Rational& r) { return ExactReal::log(r); });
  return read_real(value, name, at).transform([](const core::ExactNumber& x) { return ExactReal(x.value); });
}

Result<std::vector<Scoring>> read_scorings(const Json* scores) {
  if (scores == nullptr)
    return Error{ErrorCode::missing_field, "/scores", "scores lists the rules by which the Receiver is judged"};
  const Array* list = scores->array();
  if (list == nullptr || list->empty() || list->size() > 256)
    return Error{ErrorCode::invalid_parameter, "/scores",
                 "scores must be a list of 1 to 256 rules, got " + spell(*scores)};
  std::vector<Scoring> all;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Result<Scoring> one = read_rule((*list)[i], "/scores/" + std::to_string(i));
    if (!one) return one.error();
    all.push_back(std::move(*one));
  }
  return all;
}

std::string spoken(const ExactReal& x) {
  const Json e = enclosure(x, 6);
  std::string text = "about " + *e.find("upper")->string();
  if (const Rational* r = x.as_rational(); r != nullptr && r->str().size() < 12) return r->str();
  if (const std::optional<Rational> r = x.as_log(); r && r->str().size() < 12)
    text += denominator(*r) == 1 ? " (ln " + r->str() + ")" : " (ln(" + r->str() + "))";
  return text;
}

Result<ReleaseAsk> read_release_ask(const Json& request) {
  ReleaseAsk ask;
  if (const Json* kappa = request.find("kappa")) {
    const Result<bool> list =
        read_list(*kappa, "kappa", [&](const Json& value, const std::string& at) -> std::optional<Error> {
          const Result<ExactReal> x = read_level_text(value, "kappa", at);
          if (!x) return x.error();
          ask.kappas.push_back(*x);
          return std::nullopt;
        });
    if (!list) return list.error();
    ask.kappa_is_list = *list;
  }
  if (const Json* delta = request.find("delta")) {
    const Result<bool> list =
        read_list(*delta, "delta", [&](const Json& value, const std::string& at) -> std::optional<Error> {
          const Result<core::ExactNumber> x = read_real(value, "delta", at);
          if (!x) return x.error();
          if (x->value < 0 || x->value >= 1)
            return Error{ErrorCode::invalid_parameter, at, "delta must be at least 0 and below 1, got " + spell(value)};
          ask.deltas.push_back(x->value);
          return std::nullopt;
        });
    if (!list) return list.error();
    ask.delta_is_list = *list;
  }
  if (ask.kappas.size() > 1 && ask.deltas.size() > 1)
    return Error{ErrorCode::invalid_parameter, "/kappa", "give a list of kappa or a list of delta, not both"};
  return ask;
}

Outcome answer_certain(const ReleaseAsk& ask, const Finding& f, long digits) {
  Outcome outcome;
  const Json& asked = (*ask.scores.array())[f.score];
  outcome.method = f.lower.as_rational() != nullptr && f.is_exact() ? "exact" : "closed_form";
  outcome.theorems = f.theorems;
  outcome.converged = f.is_exact();
  Array kappas, deltas, verdicts;
  for (std::size_t i = 0; i < ask.deltas.size(); ++i) kappas.push_back(bracket(f.lower, f.upper, digits));
  for (const ExactReal& kappa : ask.kappas) {
    const std::string_view said = verdict(f, kappa);
    deltas.push_back(Object{{"lower", said == "fails" ? "1" : "0"}, {"upper", said == "holds" ? "0" : "1"}});
  }
  for (std::size_t i = 0;
       i < std::max(ask.deltas.size(), ask.kappas.size()) && !ask.deltas.empty() && !ask.kappas.empty(); ++i)
    verdicts.emplace_back(verdict(f, ask.kappas[std::min(i, ask.kappas.size() - 1)]));
  if (ask.wants_gain()) outcome.result.emplace_back("gain", bracket(f.lower, f.upper, digits));
  if (!kappas.empty()) outcome.result.emplace_back("kappa_at_delta", listed(std::move(kappas), ask.delta_is_list));
  if (!deltas.empty()) outcome.result.emplace_back("delta_at_kappa", listed(std::move(deltas), ask.kappa_is_list));
  if (!verdicts.empty())
    outcome.result.emplace_back("verdict", listed(std::move(verdicts), ask.kappa_is_list || ask.delta_is_list));
  Object worst{{"score", asked},
               {"data", f.data},
               {"prior", f.prior},
               {"outputs", ask.at_output ? "the output given" : "what the data determine"}};
  if (f.record) worst.emplace_back("record", Json::integer(static_cast<long long>(*f.record)));
  worst.emplace_back("attained", f.attained);
  outcome.result.emplace_back("worst_case", std::move(worst));
  const Json* named = asked.object() != nullptr ? asked.find("rule") : &asked;
  outcome.result.emplace_back("meaning", meaning(ask, f, *named->string()));
  return outcome;
}

}  // namespace assay::cli
