#include "cli/request_persuade.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "accounting/mechanism/field.hpp"
#include "cli/nearest.hpp"
#include "cli/persuade_ask.hpp"
#include "cli/persuade_release.hpp"
#include "cli/persuade_scores.hpp"
#include "cli/reading.hpp"
#include "cli/request_level.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_priors.hpp"
#include "cli/request_subject.hpp"
#include "cli/respond_persuade.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;
namespace pp = persuasive;

constexpr std::array<std::string_view, 12> fields = {"mechanism", "composition", "release", "truth",
                                                     "output",    "scores",      "priors",  "criterion",
                                                     "order",     "kappa",       "delta",   "post_processing"};
constexpr std::size_t max_asked = 1000;

struct CriterionName {
  std::string_view name;
  Criterion criterion;
};
constexpr std::array<CriterionName, 3> criteria = {{{"tail", Criterion::tail},
                                                    {"expectation", Criterion::expectation},
                                                    {"exponential_expectation", Criterion::exponential_expectation}}};

Result<Subject> read_subject(ObjectReader& in, std::string& at) {
  const Json *one = in.find("mechanism"), *many = in.find("composition"), *release = in.find("release");
  const int given = (one != nullptr ? 1 : 0) + (many != nullptr ? 1 : 0) + (release != nullptr ? 1 : 0);
  if (given == 0)
    return Error{ErrorCode::missing_field, "/mechanism",
                 "one of mechanism, composition, release says what is published"};
  if (given > 1)
    return Error{ErrorCode::invalid_parameter, "", "give one of mechanism, composition, release, not several"};
  at = one != nullptr ? "/mechanism" : many != nullptr ? "/composition" : "/release";
  if (release != nullptr) return read_partition(*release, at);
  if (many != nullptr && many->array() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "composition must be a list of mechanisms, got " + spell(*many)};
  if (one != nullptr && one->array() != nullptr)
    return Error{ErrorCode::invalid_parameter, at, "mechanism is one object; a list goes into composition"};
  return read_published(one != nullptr ? *one : *many, at);
}

pp::DataSpace space_of(const Subject& subject) {
  if (const auto* finite = std::get_if<FiniteSubject>(&subject)) return finite->space;
  pp::DataSpace pair;
  pair.size = 2;
  return pair;
}

/// An index, or the list of the records' values.
Result<std::size_t> read_datum(const Json& value, const std::string& at, const pp::DataSpace& space) {
  const Array* list = value.array();
  if (list == nullptr) {
    const Result<std::uint64_t> index = read_integer(value, "truth", at, 0, space.size - 1);
    if (!index) return index.error();
    return static_cast<std::size_t>(*index);
  }
  if (space.records.empty() || list->size() != space.records.size())
    return Error{ErrorCode::invalid_parameter, at,
                 space.records.empty() ? "the data are no lists of records: give the index of the truth"
                                       : "the truth must list the values of " + std::to_string(space.records.size()) +
                                             " records, got " + spell(value)};
  std::size_t datum = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Result<std::uint64_t> digit =
        read_integer((*list)[i], "a record", at + "/" + std::to_string(i), 0, space.records[i] - 1);
    if (!digit) return digit.error();
    datum = datum * space.records[i] + *digit;
  }
  return datum;
}

void read_truth(ObjectReader& in, PersuadeAsk& ask, const pp::DataSpace& space) {
  const Json* value = in.find("truth");
  if (value == nullptr) return;
  if (value->string() != nullptr && *value->string() == "drawn_from_prior") {
    ask.drawn_from_prior = true;
    if (ask.criterion != Criterion::expectation)
      in.fail(ErrorCode::not_supported, "truth",
              "drawn_from_prior averages the gain: ask it with the criterion expectation; a tail is that of one truth");
    return;
  }
  ask.truth = in.keep(read_datum(*value, in.place("truth"), space));
  if (const auto* listed = std::get_if<pp::ListedPriors>(&ask.priors); listed != nullptr && !in.failed())
    if (std::all_of(listed->priors.begin(), listed->priors.end(), [&](const pp::Pmf& q) { return q[*ask.truth] == 0; }))
      in.fail(ErrorCode::invalid_parameter, "truth",
              "no listed prior gives the truth " + std::to_string(*ask.truth) + " a positive mass");
}

void read_output(ObjectReader& in, PersuadeAsk& ask) {
  const Json* value = in.find("output");
  if (value == nullptr) return;
  const auto* finite = std::get_if<FiniteSubject>(&ask.subject);
  if (finite == nullptr)
    return in.fail(ErrorCode::not_supported, "output",
                   "an output is an index of a kernel's columns; this mechanism has none");
  std::size_t parts = 0;
  for (const pp::KernelPart& part : finite->parts) parts += part.count > 64 ? 65 : static_cast<std::size_t>(part.count);
  if (parts > 64) return in.fail(ErrorCode::limit_exceeded, "output", "an output of at most 64 parts");
  const Array list = value->array() != nullptr ? *value->array() : Array{*value};
  if (list.size() != parts)
    return in.fail(ErrorCode::invalid_parameter, "output",
                   "the output must name one column a part, " + std::to_string(parts) + ", got " + spell(*value));
  pp::Output output;
  for (const pp::KernelPart& part : finite->parts)
    for (std::uint64_t i = 0; i < part.count && !in.failed(); ++i) {
      const std::size_t n = output.size();
      output.push_back(in.keep(
          read_integer(list[n], "output",
                       value->array() != nullptr ? in.place("output") + "/" + std::to_string(n) : in.place("output"), 0,
                       part.kernel.columns() - 1)));
    }
  ask.output = std::move(output);
}

void read_criterion(ObjectReader& in, PersuadeAsk& ask) {
  if (const Json* value = in.find("criterion")) {
    std::vector<std::string_view> names;
    bool known = false;
    for (const CriterionName& entry : criteria) {
      names.push_back(entry.name);
      if (value->string() == nullptr || *value->string() != entry.name) continue;
      ask.criterion = entry.criterion;
      known = true;
    }
    if (!known)
      in.fail(ErrorCode::invalid_parameter, "criterion",
              "criterion must be one of " + join(names) + ", got " + spell(*value));
  }
  const Json* order = in.find("order");
  if (ask.criterion == Criterion::exponential_expectation) {
    if (order == nullptr) return in.fail(ErrorCode::missing_field, "order", "exponential_expectation needs its order");
    ask.order = in.keep(read_in_domain(*order, "order", in.place("order"), accounting::Domain::positive)).value;
    if (!in.failed() && (ask.order == 1 || ask.order > 10'000))
      in.fail(ErrorCode::invalid_parameter, "order",
              ask.order == 1 ? "at order 1 the exponential mean is the mean: ask the criterion expectation"
                             : "order must be at most 10000, got " + spell(*order));
  } else if (order != nullptr) {
    in.fail(ErrorCode::invalid_parameter, "order", "order belongs to the criterion exponential_expectation");
  }
}

template <class Add>
bool read_asked(ObjectReader& in, std::string_view name, Add add) {
  const Json* value = in.find(name);
  if (value == nullptr) return false;
  const Array* list = value->array();
  if (list == nullptr) {
    add(*value, in.place(name));
    return false;
  }
  if (list->empty() || list->size() > max_asked)
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must be a number or a list of 1 to " + std::to_string(max_asked) + ", got " +
                spell(*value));
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    add((*list)[i], in.place(name) + "/" + std::to_string(i));
  return true;
}

void read_asks(ObjectReader& in, PersuadeAsk& ask) {
  ask.kappa_is_list = read_asked(in, "kappa", [&](const Json& value, const std::string& at) {
    ask.kappas.push_back(in.keep(read_level(value, "kappa", at)));
  });
  ask.delta_is_list = read_asked(in, "delta", [&](const Json& value, const std::string& at) {
    const Rational delta = in.keep(read_real(value, "delta", at)).value;
    if (!in.failed() && (delta < 0 || delta >= 1))
      in.fail({ErrorCode::invalid_parameter, at,
               "delta is the probability that a gain is larger: at least 0 and below 1, got " + spell(value)});
    ask.deltas.push_back(delta);
  });
  if (in.failed()) return;
  const bool tail = ask.criterion == Criterion::tail;
  if (!tail && !ask.deltas.empty())
    in.fail(ErrorCode::invalid_parameter, "delta", "an expectation has no delta: leave it out");
  if (!tail && (ask.kappa_is_list || ask.output))
    in.fail(ErrorCode::invalid_parameter, ask.output ? "output" : "kappa",
            "an expectation is compared with one kappa, over all outputs");
  if (tail)
    for (const pp::Score& score : ask.scores)
      if (score.rule == pp::Score::Rule::hinge)
        in.fail(ErrorCode::not_supported, "scores",
                "hinge is made for the criterion expectation, where it gives the delta of differential privacy");
  if (const Json* value = in.find("post_processing")) {
    const std::string who = in.keep(read_string(*value, "post_processing", in.place("post_processing")));
    if (who == "receiver")
      ask.post_processing = PersuadeAsk::PostProcessing::receiver;
    else if (who == "sender")
      ask.post_processing = PersuadeAsk::PostProcessing::sender;
    else
      in.fail(ErrorCode::invalid_parameter, "post_processing",
              "post_processing must be one of receiver, sender, got " + spell(*value));
    if (!tail || ask.kappa_is_list || ask.delta_is_list || (ask.kappas.empty() && ask.deltas.empty()))
      in.fail(ErrorCode::invalid_parameter, "post_processing",
              "post_processing is answered for the criterion tail at one kappa or one delta");
  }
  if (ask.kappas.size() > 1 && ask.deltas.size() > 1)
    in.fail(ErrorCode::invalid_parameter, "kappa", "give a list of kappa or a list of delta, not both");
}

/// Whether this release goes to the routines of finite data.
bool is_finite_release(const ObjectReader& in) {
  const Json* release = in.find("release");
  if (release == nullptr || in.find("mechanism") != nullptr || in.find("composition") != nullptr) return true;
  const Json* priors = in.find("priors");
  const Json* name = priors == nullptr ? nullptr : priors->find("class");
  return is_partition(*release) && name != nullptr && name->string() != nullptr && is_finite_class(*name->string());
}

/// Faults go to the reader, and the value is then unused.
std::shared_ptr<PersuadeAsk> read_ask(ObjectReader& in) {
  auto ask = std::make_shared<PersuadeAsk>();
  Result<Subject> subject = read_subject(in, ask->subject_at);
  if (!subject) {
    in.fail(subject.error());
    return ask;
  }
  ask->subject = std::move(subject).value();
  const pp::DataSpace space = space_of(ask->subject);
  ask->scores = read_scores(in, space);
  if (!in.failed()) read_criterion(in, *ask);
  if (const Json* priors = in.failed() ? nullptr : in.require("priors"))
    ask->priors = in.keep(read_priors(*priors, in.place("priors"), space));
  if (!in.failed()) read_truth(in, *ask, space);
  if (!in.failed()) read_output(in, *ask);
  if (!in.failed()) read_asks(in, *ask);
  return ask;
}

Work read(ObjectReader& in) {
  if (!is_finite_release(in)) {
    Result<Work> work = read_release(members_of(in, fields));
    if (!work) in.fail(work.error());
    return work ? std::move(work).value() : Work{};
  }
  const std::shared_ptr<PersuadeAsk> ask = read_ask(in);
  return [ask](const Effort& effort) { return answer(*ask, effort); };
}

Object properties() {
  Object all;
  const auto text = [](std::string_view description) { return Object{{"description", description}}; };
  all.emplace_back("mechanism", Object{{"description", "A mechanism, or a kernel with its rows"}, {"type", "object"}});
  all.emplace_back("composition", Object{{"description", "Mechanisms on the same data, with independent outputs"},
                                         {"type", "array"},
                                         {"minItems", Json::integer(1)},
                                         {"items", Object{{"type", "object"}}}});
  all.emplace_back("release", text("A statistic published without a mechanism, or several of the same data"));
  all.emplace_back("truth", text("An index, the list of records, or drawn_from_prior"));
  all.emplace_back("output", text("A column of the kernel, or one a part of a composition"));
  all.emplace_back("scores", Object{{"type", "array"}, {"minItems", Json::integer(1)}});
  all.emplace_back("priors", Object{{"type", "object"}, {"required", Array{"class"}}});
  Array names;
  for (const CriterionName& entry : criteria) names.emplace_back(entry.name);
  all.emplace_back("criterion", Object{{"enum", std::move(names)}});
  all.emplace_back("order", Object{{"$ref", "#/definitions/positive"}});
  all.emplace_back("post_processing", Object{{"enum", Array{"receiver", "sender"}}});
  const auto one_or_list = [](const Json& item) {
    return Object{{"oneOf", Array{item, Object{{"type", "array"},
                                               {"items", item},
                                               {"minItems", Json::integer(1)},
                                               {"maxItems", Json::integer(static_cast<long long>(max_asked))}}}}};
  };
  all.emplace_back("kappa", one_or_list(level_schema()));
  all.emplace_back("delta", one_or_list(Object{{"$ref", "#/definitions/unit"}}));
  return all;
}

Object rest() {
  Array published;
  for (const std::string_view name : {"mechanism", "composition", "release"})
    published.push_back(Object{{"required", Array{name}}});
  return Object{{"required", Array{"request", "scores", "priors"}}, {"oneOf", std::move(published)}};
}

}  // namespace

std::optional<PersuadeAsk> persuade_ask(const Json& request) {
  const Json own = members_of(request, fields);
  ObjectReader in(own, "", "a request of kind persuade", fields);
  if (!is_finite_release(in)) return std::nullopt;
  const std::shared_ptr<PersuadeAsk> ask = read_ask(in);
  return in.failed() ? std::nullopt : std::optional(*ask);
}

const OwnKind persuade_kind = {"persuade", fields, read, properties, rest};

}  // namespace assay::cli
