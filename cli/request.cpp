// JSON -> typed requests.
#include "cli/request.hpp"

#include <algorithm>
#include <utility>

#include "cli/read_ask.hpp"
#include "cli/reading.hpp"
#include "cli/request_claim.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {
namespace {

using accounting::Adjacency;
using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Engine = accounting::Question::Engine;

constexpr std::array<EngineName, 5> engines = {{{"auto", Engine::automatic},
                                                {"closed_form", Engine::closed_form},
                                                {"lattice", Engine::lattice},
                                                {"contour", Engine::contour},
                                                {"grid", Engine::grid}}};

constexpr std::array<AdjacencyName, 4> adjacencies = {{{"add_remove", Adjacency::add_remove},
                                                       {"add", Adjacency::add},
                                                       {"remove", Adjacency::remove},
                                                       {"replace", Adjacency::replace}}};

/// The entry of a table of spellings that `value` names.
template <class Table>
Result<typename Table::value_type> read_choice(const Json& value, std::string_view name, const std::string& at,
                                               const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& entry : table) {
    names.push_back(entry.name);
    if (const std::string* text = value.string(); text != nullptr && *text == entry.name) return entry;
  }
  std::string message(name);
  message.append(" must be one of ").append(join(names)).append(", got ").append(spell(value));
  return Error{ErrorCode::invalid_parameter, at, std::move(message)};
}

Result<std::chrono::milliseconds> read_budget(const Json& value, const std::string& at) {
  const Result<core::ExactNumber> seconds = read_in_domain(value, "max_seconds", at, Domain::positive);
  if (!seconds) return seconds.error();
  if (seconds->value > max_seconds)
    return Error{ErrorCode::invalid_parameter, at,
                 "max_seconds must be at most " + std::to_string(max_seconds) + ", got " + spell(value)};
  const Rational thousandths = seconds->value * 1000;
  const core::Integer whole = numerator(thousandths) / denominator(thousandths);
  return std::chrono::milliseconds(std::max(1L, whole.convert_to<long>()));
}

Request read_common(ObjectReader& in, const std::string& kind) {
  Request request;
  request.kind = kind;
  if (const Json* digits = in.find("digits"))
    request.question.digits =
        static_cast<long>(in.keep(read_integer(*digits, "digits", in.place("digits"), 1, max_digits)));
  if (const Json* seconds = in.find("max_seconds"))
    request.budget = in.keep(read_budget(*seconds, in.place("max_seconds")));
  if (const Json* engine = in.find("engine"))
    request.question.engine = in.keep(read_choice(*engine, "engine", in.place("engine"), engines)).engine;
  if (const Json* label = in.find("label")) request.label = in.keep(read_string(*label, "label", in.place("label")));
  if (const Json* certificate = in.find("certificate"))
    request.certificate = in.keep(read_boolean(*certificate, "certificate", in.place("certificate")));
  return request;
}

void read_adjacency(ObjectReader& in, accounting::Question& question) {
  if (const Json* adjacency = in.find("adjacency"))
    question.adjacency = in.keep(read_choice(*adjacency, "adjacency", in.place("adjacency"), adjacencies)).adjacency;
}

void read_subject(ObjectReader& in, accounting::Question& question) {
  read_adjacency(in, question);
  if (const Json* composition = in.require("composition"))
    question.composition = in.keep(read_composition(*composition, in.place("composition"))).composition;
}

/// Which delta, with the engines that there are for it.
bool is_probabilistic(ObjectReader& in) {
  const bool probabilistic = read_delta_kind(in);
  if (probabilistic && in.find("engine") != nullptr)
    in.fail(ErrorCode::invalid_parameter, "engine", "a probabilistic delta has no engines to choose from");
  return probabilistic;
}

DeltaAsk read_ask(ObjectReader& in, std::type_identity<DeltaAsk>) {
  DeltaAsk ask;
  ask.epsilons = read_levels(in, "epsilon", ask.levels);
  ask.probabilistic = is_probabilistic(in);
  return ask;
}

EpsilonAsk read_ask(ObjectReader& in, std::type_identity<EpsilonAsk>) {
  const auto probability = [](const Json& value, std::string_view name, const std::string& at) {
    return read_in_domain(value, name, at, Domain::unit);
  };
  EpsilonAsk ask{read_asked(in, "delta", probability), is_probabilistic(in)};
  if (ask.probabilistic)
    for (const Rational& delta : ask.deltas.values)
      if (delta == 1)
        in.fail(ErrorCode::invalid_parameter, "delta",
                "every epsilon meets a probability of 1: ask a probabilistic delta below 1");
  return ask;
}

BoxEnd read_box_end(ObjectReader& in, const Json& claim, Corner corner) {
  BoxEnd end;
  const Json* composition = in.find("composition");
  if (composition == nullptr) return end;
  DecodedComposition decoded = in.keep(read_composition(*composition, in.place("composition"), corner));
  DecodedClaim easier = in.keep(read_claim(claim, in.place("claim"), corner, Logarithms::read));
  return {std::move(decoded.composition), std::move(easier.claim), decoded.in_domain && easier.in_domain};
}

VerifyAsk read_ask(ObjectReader& in, std::type_identity<VerifyAsk>) {
  VerifyAsk ask;
  for (const std::string_view name : {"source", "note"})
    if (const Json* text = in.find(name)) in.keep(read_string(*text, name, in.place(name)));
  const Json* claim = in.require("claim");
  if (claim == nullptr) return ask;
  ask.claim = in.keep(read_claim(*claim, in.place("claim"), Corner::literal, Logarithms::read)).claim;
  const Json* printed = in.find("as_printed");
  if (printed != nullptr && in.keep(read_boolean(*printed, "as_printed", in.place("as_printed"))))
    ask.as_printed =
        VerifyAsk::Box{read_box_end(in, *claim, Corner::least_loss), read_box_end(in, *claim, Corner::most_loss)};
  return ask;
}

template <class Kind>
Result<Request> read_kind(const Json& json) {
  std::vector<std::string_view> fields(common_fields.begin(), common_fields.end());
  fields.insert(fields.end(), Kind::fields.begin(), Kind::fields.end());
  ObjectReader in(json, "", "a request of kind " + std::string(Kind::kind), fields);
  Request request = read_common(in, std::string(Kind::kind));
  constexpr bool has_subject = std::find(Kind::fields.begin(), Kind::fields.end(), "composition") != Kind::fields.end();
  if constexpr (requires { Kind::solves; })
    read_adjacency(in, request.question);  // its composition has an open place
  else if constexpr (has_subject)
    read_subject(in, request.question);
  request.ask = read_ask(in, std::type_identity<Kind>{});
  if (in.failed()) return *in.fault();
  return request;
}

template <std::size_t... I>
std::optional<Result<Request>> read_known(std::string_view kind, const Json& json, std::index_sequence<I...>) {
  std::optional<Result<Request>> found;
  const auto attempt = [&]<class Kind>(std::type_identity<Kind>) {
    if (Kind::kind == kind) found = read_kind<Kind>(json);
  };
  (attempt(std::type_identity<std::variant_alternative_t<I, Ask>>{}), ...);
  return found;
}

Result<Request> read_own_kind(const OwnKind& kind, const Json& json) {
  std::vector<std::string_view> fields(common_fields.begin(), common_fields.end());
  fields.insert(fields.end(), kind.fields.begin(), kind.fields.end());
  ObjectReader in(json, "", "a request of kind " + std::string(kind.name), fields);
  Request request = read_common(in, std::string(kind.name));
  if (request.question.engine != Engine::automatic)
    in.fail(ErrorCode::invalid_parameter, "engine",
            "a request of kind " + std::string(kind.name) + " has no engines to choose from");
  request.work = kind.read(in);
  if (in.failed()) return *in.fault();
  return request;
}

template <std::size_t... I>
std::string names_of_kinds(std::index_sequence<I...>) {
  std::vector<std::string_view> names = {std::variant_alternative_t<I, Ask>::kind...};
  for (const OwnKind* own : own_kinds()) names.push_back(own->name);
  return join(names);
}
std::string kind_names() { return names_of_kinds(std::make_index_sequence<std::variant_size_v<Ask>>{}); }

}  // namespace

std::span<const EngineName> engine_names() { return engines; }
std::span<const AdjacencyName> adjacency_names() { return adjacencies; }

Result<Request> read_request(const Json& json) {
  if (json.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, "", "a request must be an object, got " + spell(json)};
  const Json* kind = json.find("request");
  if (kind == nullptr)
    return Error{ErrorCode::missing_field, "/request", "the field request says what is asked: " + kind_names()};
  const Result<std::string> name = read_string(*kind, "request", "/request");
  if (!name) return name.error();
  std::optional<Result<Request>> known = read_known(*name, json, std::make_index_sequence<std::variant_size_v<Ask>>{});
  if (known) return *std::move(known);
  if (const OwnKind* own = find_own_kind(*name)) return read_own_kind(*own, json);
  return Error{ErrorCode::unknown_request, "/request",
               "there is no request " + spell(*kind) + "; this version has " + kind_names()};
}

}  // namespace assay::cli
