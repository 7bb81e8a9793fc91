// One line of JSON in, one response out.
#include "cli/respond.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <vector>

#include "cli/certificate.hpp"
#include "cli/request.hpp"
#include "cli/respond_questions.hpp"
#include "cli/respond_verify.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"
#include "proofs/registry/cite.hpp"
#include "proofs/registry/theorems.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Result;

Result<Outcome> enclosures(std::string_view name, const Asked& asked, long digits,
                           Result<std::vector<accounting::Answer>> answers) {
  if (!answers) return answers.error();
  Outcome outcome;
  outcome.add(name, asked.is_list, *answers, digits);
  return outcome;
}

Result<Outcome> answer(const DeltaAsk& ask, const accounting::Question& question) {
  return enclosures("delta", ask.epsilons, question.digits,
                    ask.probabilistic ? accounting::probabilistic_delta(question, ask.levels)
                                      : accounting::delta_at_levels(question, ask.levels));
}

Result<Outcome> answer(const EpsilonAsk& ask, const accounting::Question& question) {
  return enclosures("epsilon", ask.deltas, question.digits,
                    ask.probabilistic ? accounting::probabilistic_epsilon(question, ask.deltas.values)
                                      : accounting::epsilon(question, ask.deltas.values));
}

template <class Texts>
Json list_of(const Texts& texts) {
  Json::Array list;
  for (const auto& text : texts) list.emplace_back(text);
  return list;
}

/// What the theorems take from whoever asks, as the checker of certificates lists it.
Json asserted_hypotheses(const std::vector<std::string>& theorems) {
  Json::Array list;
  for (const std::string& id : theorems) {
    std::vector<std::string_view> texts;
    if (const proofs::Theorem* theorem = proofs::find(id))
      for (const proofs::Hypothesis& hypothesis : theorem->hypotheses)
        if (hypothesis.standing == proofs::Standing::asserted) texts.push_back(hypothesis.text);
    if (!texts.empty()) list.push_back(Json::Object{{"theorem", id}, {"asserted", list_of(texts)}});
  }
  return list;
}

/// Milliseconds with three decimals, as a JSON number.
Json milliseconds(std::chrono::steady_clock::duration span) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(span).count();
  const std::string rest = std::to_string(us % 1000);
  return Json::Number{std::to_string(us / 1000) + "." + std::string(3 - rest.size(), '0') + rest};
}

Reply answer_request(const Json& id, const Json& json,
                     const std::function<void(std::chrono::milliseconds)>& on_budget) {
  const auto start = std::chrono::steady_clock::now();
  Result<Request> read = read_request(json);
  if (!read) return error_reply(id, read.error());
  Request request = std::move(read).value();
  if (on_budget) on_budget(request.budget);
  // Half of the time is for the certificate.
  request.question.deadline = accounting::Deadline::after(request.certificate ? request.budget / 2 : request.budget);
  Result<Outcome> outcome =
      request.work ? request.work({request.question.digits, request.question.deadline})
                   : std::visit([&](const auto& ask) { return answer(ask, request.question); }, request.ask);
  if (!outcome) return error_reply(id, outcome.error());

  Json::Object response;
  response.emplace_back("id", id);
  response.emplace_back("ok", true);
  response.emplace_back("request", request.kind);
  if (request.label) response.emplace_back("label", *request.label);
  response.emplace_back("result", std::move(outcome->result));
  response.emplace_back("method", outcome->method);
  response.emplace_back("theorems", list_of(outcome->theorems));
  response.emplace_back("hypotheses", asserted_hypotheses(outcome->theorems));
  response.emplace_back("converged", outcome->converged);
  if (request.certificate)
    add_certificate(response, json, request.question.digits,
                    request.budget - (std::chrono::steady_clock::now() - start));
  response.emplace_back("elapsed_ms", milliseconds(std::chrono::steady_clock::now() - start));
  return {true, core::write_json(response)};
}

}  // namespace

void Outcome::add(std::string_view name, bool is_list, std::span<const accounting::Answer> answers, long digits) {
  Json::Array list;
  for (const accounting::Answer& answer : answers) {
    list.push_back(enclosure(answer.value, digits));
    rests_on(answer);
  }
  result.emplace_back(name, is_list ? Json(std::move(list)) : std::move(list.front()));
}

void Outcome::add_directions(std::string_view name, bool is_list, std::span<const accounting::Answer> answers) {
  Json::Array list;
  bool any = false;
  for (const accounting::Answer& answer : answers) {
    any = any || answer.direction.has_value();
    list.push_back(answer.direction ? Json(direction_name(*answer.direction)) : Json());
  }
  if (any) result.emplace_back(name, is_list ? Json(std::move(list)) : std::move(list.front()));
}

std::string_view direction_name(accounting::Direction direction) {
  switch (direction) {
    case accounting::Direction::remove: return "remove";
    case accounting::Direction::add: return "add";
    case accounting::Direction::replace: return "replace";
    case accounting::Direction::replace_reversed: return "replace_reversed";
  }
  return "";
}

void Outcome::rests_on(const accounting::Answer& answer) {
  converged = converged && answer.converged;
  for (std::size_t begin = 0; begin < answer.method.size();) {
    const std::size_t end = std::min(answer.method.find('+', begin), answer.method.size());
    const std::string name = answer.method.substr(begin, end - begin);
    if (("+" + method + "+").find("+" + name + "+") == std::string::npos) method += (method.empty() ? "" : "+") + name;
    begin = end + 1;
  }
  proofs::cite(theorems, answer.theorems);
}

Json enclosure(const accounting::Value& value, long digits) {
  const long shown = digits + 4;
  const auto decimal = [shown](const core::Rational& x, core::Rounding rounding) {
    return core::to_decimal(x, shown, rounding);
  };
  accounting::DecimalEnclosure text;
  if (value.exact) {
    text = {decimal(*value.exact, core::Rounding::down), decimal(*value.exact, core::Rounding::up)};
  } else {
    const bool below = value.least && !certainly_less(*value.least, lower(value.ball));
    const bool above = value.most && !certainly_less(upper(value.ball), *value.most);
    if (!below || !above) text = to_decimal(value.ball, shown);
    if (below) text.lower = decimal(*value.least, core::Rounding::down);
    if (above) text.upper = decimal(*value.most, core::Rounding::up);
  }
  return Json::Object{{"lower", std::move(text.lower)}, {"upper", std::move(text.upper)}};
}

Reply error_reply(const Json& id, const Error& error) {
  Json::Object response;
  response.emplace_back("id", id);
  response.emplace_back("ok", false);
  response.emplace_back(
      "error", Json::Object{{"code", core::name(error.code)}, {"at", error.pointer}, {"message", error.message}});
  return {false, core::write_json(response)};
}

Reply respond_to(const Json& id, const Json& request) { return answer_request(id, request, {}); }

Reply respond(std::string_view text, const std::function<void(std::chrono::milliseconds)>& on_budget) {
  Json id;
  try {
    const Result<Json> json = core::read_json(text);
    if (!json) return error_reply(salvage_id(text), json.error());
    if (const Json* given = json->find("id")) id = *given;
    return answer_request(id, *json, on_budget);
  } catch (const std::bad_alloc&) {
    return error_reply(id, {ErrorCode::limit_exceeded, "", "the request needs more memory than there is"});
  } catch (const std::exception& e) {
    return error_reply(id, {ErrorCode::internal, "", std::string("a fault of the program: ") + e.what()});
  } catch (...) {
    return error_reply(id, {ErrorCode::internal, "", "a fault of the program"});
  }
}

}  // namespace assay::cli
