#include "cli/persuade_scores.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "cli/request_level.hpp"
#include "cli/request_rule.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Array = Json::Array;
namespace pp = persuasive;

constexpr std::size_t max_scores = 256;

/// Fills a score; false for a rule that needs more than probabilities.
struct FiniteRule {
  using Kind = pp::Score::Rule;
  pp::Score& score;
  bool operator()(const scoring::Logarithmic&) const { return set(Kind::log); }
  bool operator()(const scoring::Brier&) const { return set(Kind::brier); }
  bool operator()(const scoring::Spherical&) const { return set(Kind::spherical); }
  bool operator()(const scoring::Pseudospherical& r) const { return set(Kind::pseudospherical, r.order); }
  bool operator()(const scoring::Power& r) const { return set(Kind::power, r.order); }
  bool operator()(const scoring::Tsallis& r) const { return set(Kind::tsallis, r.order); }
  bool operator()(const scoring::RankedProbability&) const { return set(Kind::ranked_probability); }
  bool operator()(const scoring::ZeroOne& r) const {
    score.ties = r.ties;
    return set(Kind::zero_one);
  }
  bool operator()(const scoring::Decision& r) const {
    score.ties = r.ties;
    score.loss = r.loss;
    return set(Kind::decision);
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
  bool set(Kind kind, Rational order = 2) const {
    score.rule = kind;
    score.order = std::move(order);
    return true;
  }
};

/// The rule as the routines of finite data take it; not_supported for a rule that needs more than probabilities.
Result<pp::Score> finite_score(const scoring::Rule& rule, const std::string& at) {
  pp::Score score;
  score.general = rule;
  score.name = std::string(scoring::name(rule));
  if (std::visit(FiniteRule{score}, rule)) return score;
  return Error{ErrorCode::not_supported, at,
               score.name +
                   " scores beliefs about numbers, and the data of a mechanism are indices: ask log, brier, spherical, "
                   "pseudospherical, power, tsallis, ranked_probability, zero_one or decision"};
}

Result<pp::Score> read_hinge(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 2> known = {"rule", "epsilon"};
  ObjectReader in(value, at, "the rule hinge", known);
  pp::Score score;
  score.rule = pp::Score::Rule::hinge;
  score.name = "hinge";
  if (const Json* epsilon = in.require("epsilon")) {
    const Level level = in.keep(read_level(*epsilon, "epsilon", in.place("epsilon")));
    if (level.infinite) in.fail(ErrorCode::invalid_parameter, "epsilon", "epsilon must be finite");
    score.epsilon = level.value;
  }
  if (in.failed()) return *in.fault();
  return score;
}

/// One score, or one a record for "each".
Result<std::vector<pp::Score>> read_score(const Json& value, const std::string& at, const pp::DataSpace& space) {
  if (const Json* rule = value.find("rule");
      rule != nullptr && rule->string() != nullptr && *rule->string() == "hinge") {
    Result<pp::Score> hinge = read_hinge(value, at);
    if (!hinge) return hinge.error();
    return std::vector<pp::Score>{std::move(hinge).value()};
  }
  const Result<scoring::Scoring> read = read_rule(value, at);
  if (!read) return read.error();
  Result<pp::Score> score = finite_score(read->rule, at);
  if (!score) return score.error();
  std::vector<std::size_t> records = read->coordinates;
  if ((read->each || !records.empty()) && space.records.empty())
    return Error{
        ErrorCode::invalid_parameter, at,
        "a score about coordinates needs data that are lists of records: give records beside the kernel's rows, or "
        "records of randomized_response"};
  for (const std::size_t i : records)
    if (i >= space.records.size())
      return Error{ErrorCode::invalid_parameter, at,
                   "there is no coordinate " + std::to_string(i) + " of " + std::to_string(space.records.size())};
  std::vector<pp::Score> scores;
  if (read->each)
    for (std::size_t i = 0; i < space.records.size(); ++i) {
      score->coordinates = {i};
      scores.push_back(*score);
    }
  else {
    std::sort(records.begin(), records.end());
    score->coordinates = std::move(records);
    scores.push_back(*score);
  }
  for (const pp::Score& one : scores)
    if (!one.loss.empty() && one.loss.front().size() != pp::seen_size(one, space))
      return Error{ErrorCode::invalid_parameter, at,
                   "the loss has " + std::to_string(one.loss.front().size()) + " outcomes, and the score tells " +
                       std::to_string(pp::seen_size(one, space)) + " apart"};
  return scores;
}

}  // namespace

std::vector<pp::Score> read_scores(ObjectReader& in, const pp::DataSpace& space) {
  std::vector<pp::Score> scores;
  const Json* value = in.require("scores");
  if (value == nullptr) return scores;
  const Array* list = value->array();
  if (list == nullptr || list->empty())
    in.fail(ErrorCode::invalid_parameter, "scores", "scores must be a list of one rule or more, got " + spell(*value));
  for (std::size_t i = 0; !in.failed() && i < list->size(); ++i) {
    std::vector<pp::Score> more = in.keep(read_score((*list)[i], in.place("scores") + "/" + std::to_string(i), space));
    scores.insert(scores.end(), more.begin(), more.end());
    if (scores.size() > max_scores)
      in.fail(ErrorCode::limit_exceeded, "scores", "at most " + std::to_string(max_scores) + " scores");
  }
  return scores;
}

}  // namespace assay::cli
