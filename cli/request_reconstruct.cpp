#include "cli/request_reconstruct.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "accounting/audit/reconstruction.hpp"
#include "cli/request_mechanism.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using accounting::Reconstruction;
using accounting::SubsetAnswer;
using accounting::SubsetAnswers;
using core::ErrorCode;
using core::Integer;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 7> fields = {"n", "error", "alpha", "queries", "answers", "source", "note"};
constexpr std::uint64_t most_bound_records = 1'000'000'000'000;
constexpr std::uint64_t most_bound_queries = 1'000'000'000'000'000;

/// x as a whole number, cut to [lowest, highest].
std::int64_t cut(const Integer& x, std::int64_t lowest, std::int64_t highest) {
  if (x < lowest) return lowest;
  if (x > highest) return highest;
  return x.convert_to<std::int64_t>();
}

std::vector<std::uint32_t> read_bits(ObjectReader& in, const std::string& text, const std::string& at, std::size_t n) {
  std::vector<std::uint32_t> records;
  if (text.size() != n || text.find_first_not_of("01") != std::string::npos) {
    in.fail({ErrorCode::invalid_parameter, at,
             "a subset as text is one 0 or 1 for each of the " + std::to_string(n) + " records, got " + spell(text)});
    return records;
  }
  for (std::uint32_t i = 0; i < n; ++i)
    if (text[i] == '1') records.push_back(i);
  return records;
}

std::vector<std::uint32_t> read_subset(ObjectReader& in, const Json& value, const std::string& at, std::size_t n) {
  if (const std::string* text = value.string()) return read_bits(in, *text, at, n);
  std::vector<std::uint32_t> records;
  const Array* list = value.array();
  if (list == nullptr) {
    in.fail({ErrorCode::invalid_parameter, at,
             "a subset is a list of record numbers from 0, or a text of 0 and 1, got " + spell(value)});
    return records;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    records.push_back(static_cast<std::uint32_t>(
        in.keep(read_integer((*list)[i], "a record", at + "/" + std::to_string(i), 0, n - 1))));
  std::sort(records.begin(), records.end());
  if (!in.failed() && std::adjacent_find(records.begin(), records.end()) != records.end())
    in.fail({ErrorCode::invalid_parameter, at, "a subset names each record once"});
  return records;
}

/// The bounds of the true count, cut to what a subset of that size can have.
void bound(SubsetAnswer& answer, const Rational& least, const Rational& most) {
  const auto size = static_cast<std::int64_t>(answer.records.size());
  // One beyond the range keeps an impossible answer impossible.
  answer.least = cut(core::ceiling(least), 0, size + 1);
  answer.most = cut(core::floor(most), -1, size);
}

void read_answer(ObjectReader& in, const Json& value, const std::string& at, const Rational& error,
                 SubsetAnswer& answer) {
  if (value.object() == nullptr) {
    const Rational count = in.keep(read_real(value, "an answer", at)).value;
    return bound(answer, count - error, count + error);
  }
  constexpr std::array<std::string_view, 3> known = {"lower", "upper", "below"};
  ObjectReader interval(value, at, "an answer", known);
  const auto real = [&](std::string_view name) {
    const Json* given = interval.require(name);
    return given == nullptr ? Rational(0) : interval.keep(read_real(*given, name, interval.place(name))).value;
  };
  if (interval.find("below") != nullptr) {
    const Rational below = real("below");
    if (interval.find("lower") != nullptr || interval.find("upper") != nullptr)
      interval.fail({ErrorCode::invalid_parameter, at, "an answer is {below}, or {lower, upper}, not both"});
    bound(answer, 0, Rational(core::ceiling(below) - 1));
  } else {
    const Rational lower = real("lower"), upper = real("upper");
    bound(answer, lower, upper);
  }
  if (interval.failed()) in.fail(*interval.fault());
}

SubsetAnswers read_attack(ObjectReader& in, std::size_t n, const Rational& error) {
  SubsetAnswers all{n, {}};
  const Json *queries = in.require("queries"), *answers = in.require("answers");
  if (queries == nullptr || answers == nullptr) return all;
  const Array *subsets = queries->array(), *counts = answers->array();
  if (subsets == nullptr || subsets->empty() || counts == nullptr) {
    in.fail(ErrorCode::invalid_parameter, subsets == nullptr || subsets->empty() ? "queries" : "answers",
            "an attack takes a list of queries (subsets) and a list of their answers");
    return all;
  }
  if (subsets->size() != counts->size()) {
    in.fail(
        ErrorCode::invalid_parameter, "answers",
        "there are " + std::to_string(subsets->size()) + " queries and " + std::to_string(counts->size()) + " answers");
    return all;
  }
  if (subsets->size() > accounting::max_queries) {
    in.fail(ErrorCode::limit_exceeded, "queries",
            "at most " + std::to_string(accounting::max_queries) + " queries, got " + std::to_string(subsets->size()));
    return all;
  }
  for (std::size_t q = 0; q < subsets->size() && !in.failed(); ++q) {
    const std::string place = "/" + std::to_string(q);
    SubsetAnswer answer{read_subset(in, (*subsets)[q], in.place("queries") + place, n), 0, 0};
    if (!in.failed()) read_answer(in, (*counts)[q], in.place("answers") + place, error, answer);
    all.answers.push_back(std::move(answer));
  }
  return all;
}

Json exact(const Rational& x, long digits) { return enclosure(accounting::Value(x, 64), digits); }

Result<Outcome> answer_bounds(const Integer& n, const Rational& error, const Integer& queries, const Effort& effort) {
  const accounting::ReconstructionBounds bounds = accounting::reconstruction_bounds(n, error, queries, effort.digits);
  Outcome outcome;
  outcome.rests_on(bounds.failure_probability);
  outcome.result.emplace_back("all_subsets",
                              Object{{"most_wrong", exact(bounds.all_subsets, effort.digits)},
                                     {"exact_worst_case", exact(Rational(bounds.exact_worst_case), effort.digits)},
                                     {"says_something", bounds.exact_worst_case < n}});
  outcome.result.emplace_back(
      "random_subsets", Object{{"queries", Json::Number{queries.str()}},
                               {"most_wrong", exact(bounds.random_subsets, effort.digits)},
                               {"failure_probability", enclosure(bounds.failure_probability.value, effort.digits)},
                               {"says_something", bounds.says_something}});
  return outcome;
}

std::string_view name(Reconstruction::Consistent consistent) {
  switch (consistent) {
    case Reconstruction::Consistent::yes: return "yes";
    case Reconstruction::Consistent::no: return "no";
    case Reconstruction::Consistent::unknown: return "unknown";
  }
  return "unknown";
}

Result<Outcome> answer_attack(const SubsetAnswers& answers, const Effort& effort) {
  const Reconstruction found = accounting::reconstruct(answers, effort.deadline);
  Outcome outcome;
  outcome.method = "search";
  outcome.theorems = {"consistent-propagation", "consistent-dual"};
  outcome.converged = found.complete;
  outcome.result.emplace_back("consistent", name(found.consistent));
  if (found.consistent == Reconstruction::Consistent::no) return outcome;
  std::string bits, certified;
  for (std::size_t i = 0; i < found.bits.size(); ++i) {
    bits += found.bits[i] ? '1' : '0';
    certified += found.certified[i] ? bits.back() : '?';
  }
  const auto count = std::count(found.certified.begin(), found.certified.end(), true);
  outcome.result.emplace_back("reconstruction", std::move(bits));
  outcome.result.emplace_back("certified", Json::integer(count));
  outcome.result.emplace_back("certified_records", std::move(certified));
  outcome.result.emplace_back("complete", found.complete);
  return outcome;
}

Work read(ObjectReader& in) {
  for (const std::string_view text : {"source", "note"})
    if (const Json* given = in.find(text)) in.keep(read_string(*given, text, in.place(text)));
  const bool attack = in.find("answers") != nullptr;
  std::uint64_t n = 1;
  if (const Json* given = in.require("n"))
    n = in.keep(read_integer(*given, "n", in.place("n"), 1, most_bound_records), n);
  const Json *error_given = in.find("error"), *alpha = in.find("alpha");
  if (error_given != nullptr && alpha != nullptr)
    in.fail(ErrorCode::invalid_parameter, "alpha", "error is alpha n: give one of the two");
  Rational error = 0;
  if (error_given != nullptr)
    error = in.keep(read_in_domain(*error_given, "error", in.place("error"), Domain::nonnegative)).value;
  if (alpha != nullptr)
    error = in.keep(read_in_domain(*alpha, "alpha", in.place("alpha"), Domain::nonnegative)).value * n;
  if (!attack) {
    if (error_given == nullptr && alpha == nullptr)
      in.fail(ErrorCode::missing_field, "error", "the bounds need error, the largest error of an answer, or alpha");
    Integer queries = Integer(20) * n;
    if (const Json* given = in.find("queries"))
      queries = in.keep(read_integer(*given, "queries", in.place("queries"), 1, most_bound_queries));
    return [n, error, queries](const Effort& effort) { return answer_bounds(n, error, queries, effort); };
  }
  if (!in.failed() && n > accounting::max_records)
    in.fail(
        ErrorCode::limit_exceeded, "n",
        "an attack takes at most " + std::to_string(accounting::max_records) + " records, got " + std::to_string(n));
  SubsetAnswers answers;
  if (!in.failed()) answers = read_attack(in, n, error);
  return [answers = std::move(answers)](const Effort& effort) { return answer_attack(answers, effort); };
}

Json reference(std::string_view name) { return Object{{"$ref", "#/definitions/" + std::string(name)}}; }

Json whole(std::uint64_t lowest, std::uint64_t highest) {
  return Object{{"type", Array{"integer", "string"}},
                {"minimum", Json::Number{std::to_string(lowest)}},
                {"maximum", Json::Number{std::to_string(highest)}},
                {"pattern", "^[0-9]+$"}};
}

Object properties() {
  const Json subset =
      Object{{"oneOf", Array{Object{{"type", "string"}, {"pattern", "^[01]+$"}},
                             Object{{"type", "array"}, {"items", whole(0, accounting::max_records - 1)}}}}};
  const Json interval = Object{
      {"type", "object"},
      {"additionalProperties", false},
      {"properties", Object{{"lower", reference("real")}, {"upper", reference("real")}, {"below", reference("real")}}},
      {"oneOf", Array{Object{{"required", Array{"below"}}, {"maxProperties", Json::integer(1)}},
                      Object{{"required", Array{"lower", "upper"}}}}}};
  const Json answer = Object{{"oneOf", Array{reference("real"), interval}}};
  const auto list = [](Json item) {
    return Object{{"type", "array"},
                  {"items", std::move(item)},
                  {"minItems", Json::integer(1)},
                  {"maxItems", Json::integer(static_cast<long long>(accounting::max_queries))}};
  };
  Object all{{"n", whole(1, most_bound_records)},
             {"error", reference("nonnegative")},
             {"alpha", reference("nonnegative")},
             {"queries", Object{{"description", "Subsets to attack, or how many random ones the bound is about"},
                                {"oneOf", Array{whole(1, most_bound_queries), list(subset)}}}},
             {"answers", list(answer)}};
  for (const std::string_view text : {"source", "note"})
    all.emplace_back(text, Object{{"description", "Free text"}, {"type", "string"}});
  return all;
}

Object rest() {
  const Json both = Object{{"required", Array{"error", "alpha"}}};
  const Json attack =
      Object{{"required", Array{"answers", "queries"}}, {"properties", Object{{"queries", Object{{"type", "array"}}}}}};
  const Json bounds =
      Object{{"not", Object{{"required", Array{"answers"}}}},
             {"properties", Object{{"queries", Object{{"type", Array{"integer", "string"}}}}}},
             {"anyOf", Array{Object{{"required", Array{"error"}}}, Object{{"required", Array{"alpha"}}}}}};
  return Object{{"required", Array{"request", "n"}}, {"not", both}, {"oneOf", Array{attack, bounds}}};
}

}  // namespace

const OwnKind reconstruct_kind = {"reconstruct", fields, read, properties, rest};

}  // namespace assay::cli
