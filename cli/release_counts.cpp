#include "cli/release_counts.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "cli/reading.hpp"
#include "cli/release_answer.hpp"
#include "cli/release_statistic.hpp"
#include "cli/request_law.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_rule.hpp"
#include "persuasive/release/counts.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::CellLaw;
using persuasive::Finding;
using persuasive::KnownTotal;
using scoring::ExactReal;
using scoring::Scoring;
using Kind = ReleasedStatistic::Kind;

constexpr std::array<std::string_view, 8> names = {"uniform",           "bernoulli",    "poisson",
                                                   "negative_binomial", "multinomial",  "dirichlet_multinomial",
                                                   "belief_floor",      "contamination"};
constexpr std::uint64_t most_count = 10'000, most_cells = 200, most_total = 2000;

/// Independent cells floor <= Q(suppressed range) <= ceiling.
struct BeliefFloor {
  Rational floor = 0, ceiling = 1;
};

struct CountRelease {
  ReleasedStatistic statistic;
  std::variant<std::vector<CellLaw>, KnownTotal, BeliefFloor> priors;
  Rational contamination = 0;
  std::vector<Scoring> scores;
  std::optional<std::vector<long>> truth;
  std::optional<Integer> output;
  ReleaseAsk ask;
};

Error unsupported(std::string at, std::string message) {
  return {ErrorCode::not_supported, std::move(at), std::move(message)};
}

/// One number for all coordinates, or a list of one each.
std::vector<Rational> read_each(ObjectReader& in, std::string_view name, std::size_t n, Domain domain) {
  const Json* value = in.require(name);
  if (value == nullptr) return {};
  const Json::Array* list = value->array();
  if (list != nullptr && list->size() != n) {
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must be one number or " + std::to_string(n) + ", got " + spell(*value));
    return {};
  }
  std::vector<Rational> all;
  for (std::size_t i = 0; i < n && !in.failed(); ++i)
    all.push_back(in.keep(list != nullptr
                              ? read_in_domain((*list)[i], name, in.place(name) + "/" + std::to_string(i), domain)
                              : read_in_domain(*value, name, in.place(name), domain))
                      .value);
  return all;
}

std::vector<CellLaw> read_poisson(ObjectReader& in, std::size_t n) {
  std::vector<CellLaw> cells(n);
  const Json* rate = in.require("rate");
  if (rate == nullptr) return cells;
  std::vector<Rational> rates, others;
  if (rate->object() != nullptr) {
    constexpr std::array<std::string_view, 2> ends = {"lower", "upper"};
    ObjectReader range(*rate, in.place("rate"), "a range of rates", ends);
    rates = read_each(range, "lower", n, Domain::positive);
    others = read_each(range, "upper", n, Domain::positive);
    for (std::size_t i = 0; i < n && !range.failed(); ++i)
      if (rates[i] > others[i]) range.fail(ErrorCode::invalid_parameter, "upper", "the range of rates is empty");
    if (range.failed()) in.fail(*range.fault());
  } else {
    rates = read_each(in, "rate", n, Domain::positive);
  }
  for (std::size_t i = 0; i < n && !in.failed(); ++i) {
    cells[i].family = CellLaw::Family::poisson;
    cells[i].exponent = rates[i];
    if (!others.empty()) cells[i].other_rate = others[i];
  }
  return cells;
}

std::vector<CellLaw> read_cells(ObjectReader& in, const std::string& name, std::size_t n) {
  if (name == "poisson") return read_poisson(in, n);
  std::vector<CellLaw> cells(n);
  if (name == "uniform") {
    const Json *lower = in.require("lower"), *upper = in.require("upper");
    if (in.failed()) return cells;
    const std::uint64_t a = in.keep(read_integer(*lower, "lower", in.place("lower"), 0, most_count));
    const std::uint64_t b = in.keep(read_integer(*upper, "upper", in.place("upper"), 0, most_count));
    if (!in.failed() && a > b) in.fail(ErrorCode::invalid_parameter, "upper", "upper must be at least lower");
    for (CellLaw& cell : cells) {
      cell.first = static_cast<long>(a);
      cell.last = static_cast<long>(b);
    }
    return cells;
  }
  const bool bernoulli = name == "bernoulli";
  const std::vector<Rational> p = read_each(in, "probability", n, bernoulli ? Domain::unit : Domain::open_unit);
  std::uint64_t successes = 1;
  if (!bernoulli)
    if (const Json* r = in.require("successes"))
      successes = in.keep(read_integer(*r, "successes", in.place("successes"), 1, most_count), std::uint64_t{1});
  for (std::size_t i = 0; i < n && !in.failed(); ++i) {
    cells[i].family = bernoulli ? CellLaw::Family::bernoulli : CellLaw::Family::negative_binomial;
    cells[i].parameter = p[i];
    cells[i].successes = static_cast<long>(successes);
    if (bernoulli) cells[i].last = 1;
  }
  return cells;
}

KnownTotal read_total(ObjectReader& in, const std::string& name, std::size_t n) {
  KnownTotal prior;
  prior.dirichlet = name != "multinomial";
  if (const Json* total = in.require("total"))
    prior.total = static_cast<long>(in.keep(read_integer(*total, "total", in.place("total"), 0, most_total)));
  prior.parameters = read_each(in, prior.dirichlet ? "concentration" : "probability", n,
                               prior.dirichlet ? Domain::positive : Domain::unit);
  Rational sum = 0;
  for (const Rational& p : prior.parameters) sum += p;
  if (!in.failed() && !prior.dirichlet && sum != 1)
    in.fail(ErrorCode::invalid_parameter, "probability", "probability must sum to 1 exactly, the sum is " + sum.str());
  return prior;
}

std::optional<Error> read_priors(const Json& value, const std::string& at, CountRelease& r) {
  const std::size_t n = r.statistic.records->convert_to<std::size_t>();
  const std::string name = *value.find("class")->string();
  const auto fields = [&]() -> std::vector<std::string_view> {
    if (name == "uniform") return {"class", "lower", "upper"};
    if (name == "bernoulli") return {"class", "probability"};
    if (name == "poisson") return {"class", "rate"};
    if (name == "negative_binomial") return {"class", "successes", "probability"};
    if (name == "multinomial") return {"class", "total", "probability"};
    if (name == "dirichlet_multinomial") return {"class", "total", "concentration"};
    if (name == "belief_floor") return {"class", "floor", "ceiling"};
    return {"class", "base", "weight"};
  }();
  ObjectReader in(value, at, "the class " + name, fields);
  if (name == "contamination") {
    const Json *base = in.require("base"), *weight = in.require("weight");
    if (weight != nullptr)
      r.contamination = in.keep(read_in_domain(*weight, "weight", in.place("weight"), Domain::unit)).value;
    if (!in.failed() && r.contamination == 1)
      in.fail(ErrorCode::invalid_parameter, "weight", "weight 1 leaves nothing of the base");
    const Json* inner = base == nullptr ? nullptr : base->find("class");
    const bool known = inner != nullptr && inner->string() != nullptr && *inner->string() != "contamination" &&
                       *inner->string() != "belief_floor" &&
                       std::find(names.begin(), names.end(), *inner->string()) != names.end();
    if (!in.failed() && !known)
      in.fail(ErrorCode::not_supported, "base", "contamination is covered around a class of counts with one prior");
    if (in.failed()) return in.fault();
    return read_priors(*base, at + "/base", r);
  }
  if (name == "belief_floor") {
    BeliefFloor floor;
    if (const Json* x = in.find("floor"))
      floor.floor = in.keep(read_in_domain(*x, "floor", in.place("floor"), Domain::unit)).value;
    if (const Json* x = in.find("ceiling"))
      floor.ceiling = in.keep(read_in_domain(*x, "ceiling", in.place("ceiling"), Domain::unit)).value;
    if (!in.failed() && floor.floor > floor.ceiling)
      in.fail(Error{ErrorCode::invalid_parameter, at, "the class is empty: floor must be at most ceiling"});
    r.priors = floor;
  } else if (name == "multinomial" || name == "dirichlet_multinomial") {
    r.priors = read_total(in, name, n);
  } else {
    r.priors = read_cells(in, name, n);
  }
  return in.fault();
}

/// Cells whose belief in the suppressed range has a floor and a ceiling; nothing more is known of them.
Result<ExactReal> floor_gain(const BeliefFloor& prior, const CountRelease& r, const Scoring& scoring) {
  const persuasive::SuppressedCells rule{r.statistic.suppressed_if->first.convert_to<long>(),
                                         r.statistic.suppressed_if->last.convert_to<long>()};
  const auto* censored = std::get_if<scoring::CensoredLikelihood>(&scoring.rule);
  const bool log = std::holds_alternative<scoring::Logarithmic>(scoring.rule);
  const bool same = censored != nullptr && censored->region.first == rule.first && censored->region.last == rule.last;
  const std::size_t n = r.statistic.records->convert_to<std::size_t>();
  if (!log && !same)
    return unsupported("/scores",
                       "belief_floor is covered under log, and under censored_likelihood of the suppressed range");
  if (!log && n > 1 && !scoring.each && scoring.coordinates.empty())
    return unsupported("/scores", "name one coordinate, or \"each\"");
  const auto cost = [&](const Rational& mass) { return mass > 0 ? ExactReal::log(mass, -1) : ExactReal::infinity(); };
  const ExactReal small = cost(prior.floor), large = log ? ExactReal::infinity() : cost(1 - prior.ceiling);
  // At a floor of 1 every cell is in the range, at a ceiling of 0 none is.
  const ExactReal worse = prior.floor == 1 ? small : prior.ceiling == 0 ? large : larger(small, large);
  for (std::size_t i = 0; r.truth && i < n; ++i)
    if (rule.suppresses((*r.truth)[i]) ? prior.ceiling == 0 : prior.floor == 1)
      return Error{ErrorCode::invalid_parameter, "/truth/" + std::to_string(i),
                   "no prior of the class gives the truth " + std::to_string((*r.truth)[i]) + " a mass"};
  const auto one = [&](std::size_t i) { return !r.truth ? worse : rule.suppresses((*r.truth)[i]) ? small : large; };
  if (!scoring.each && scoring.coordinates.empty()) {
    ExactReal sum;
    for (std::size_t i = 0; i < n; ++i) sum = sum + one(i);
    return sum;
  }
  ExactReal worst = one(scoring.coordinates.empty() ? 0 : scoring.coordinates.front());
  for (std::size_t i = 0; scoring.each && i < n; ++i) worst = larger(worst, one(i));
  return worst;
}

Result<ExactReal> one_gain(const CountRelease& r, const Scoring& scoring, const accounting::Deadline& deadline) {
  for (const std::size_t i : scoring.coordinates)
    if (Integer(i) >= *r.statistic.records)
      return Error{ErrorCode::invalid_parameter, "/scores", "there is no coordinate " + std::to_string(i)};
  const auto* cells = std::get_if<std::vector<CellLaw>>(&r.priors);
  if (r.statistic.kind != Kind::suppressed_cells) {
    if (cells == nullptr || r.contamination != 0 ||
        std::any_of(cells->begin(), cells->end(), [](const CellLaw& c) { return !c.last; }))
      return unsupported("/priors", "a sum of counts is covered for the classes uniform and bernoulli");
    const persuasive::PublishedSum sum{*cells, r.statistic.noise_ratio};
    if (!r.truth) return persuasive::largest_gain(sum, scoring, deadline);
    Integer published = 0;
    for (const long x : *r.truth) published += x;
    return persuasive::gain(sum, scoring, *r.truth, r.output.value_or(published), deadline);
  }
  const persuasive::SuppressedCells rule{r.statistic.suppressed_if->first.convert_to<long>(),
                                         r.statistic.suppressed_if->last.convert_to<long>()};
  if (const auto* floor = std::get_if<BeliefFloor>(&r.priors)) return floor_gain(*floor, r, scoring);
  if (cells != nullptr)
    return r.truth ? persuasive::gain(rule, *cells, r.contamination, scoring, *r.truth)
                   : persuasive::largest_gain(rule, *cells, r.contamination, scoring);
  if (!r.truth || r.contamination != 0)
    return unsupported("/truth", "cells of a known total are covered for one truth, without contamination");
  return persuasive::gain(rule, std::get<KnownTotal>(r.priors), scoring, *r.truth);
}

Result<Outcome> answer(const CountRelease& r, const Effort& effort) {
  const bool range = std::holds_alternative<BeliefFloor>(r.priors) || r.contamination != 0;
  if (r.ask.wants_gain() && (!r.truth || range))
    return Error{ErrorCode::missing_field, "/delta",
                 "the gain itself needs one prior and a truth; over a class ask with kappa or delta"};
  std::optional<Finding> worst;
  for (std::size_t i = 0; i < r.scores.size(); ++i) {
    const Result<ExactReal> gained = one_gain(r, r.scores[i], effort.deadline);
    if (!gained) return gained.error();
    Finding f;
    f.lower = f.upper = *gained;
    f.score = i;
    if (!r.scores[i].coordinates.empty()) f.record = r.scores[i].coordinates.front();
    f.prior = range ? "the one of the class that least expects what is published" : "the prior given";
    f.data = r.truth ? "the truth given" : "the least expected of what can be published";
    f.attained = !range && f.lower.is_finite();
    f.theorems = {r.statistic.kind == Kind::suppressed_cells ? "suppressed-cells-release" : "sum-of-counts-release"};
    worst = worst ? worse(*std::move(worst), std::move(f)) : std::move(f);
  }
  return answer_certain(r.ask, *worst, effort.digits);
}

std::optional<Error> read_truth(const Json& request, CountRelease& r) {
  const Json* truth = request.find("truth");
  if (truth == nullptr) return std::nullopt;
  const std::size_t n = r.statistic.records->convert_to<std::size_t>();
  const Json::Array* list = truth->array();
  if (list == nullptr || list->size() != n)
    return Error{ErrorCode::invalid_parameter, "/truth",
                 "the truth must list " + std::to_string(n) + " counts, got " + spell(*truth)};
  r.truth.emplace();
  long total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string at = "/truth/" + std::to_string(i);
    const Result<std::uint64_t> count = read_integer((*list)[i], "a count", at, 0, most_count);
    if (!count) return count.error();
    const long x = static_cast<long>(*count);
    r.truth->push_back(x);
    total += x;
    const auto* cells = std::get_if<std::vector<CellLaw>>(&r.priors);
    if (cells != nullptr && ((*cells)[i].weight(x) == 0))
      return Error{ErrorCode::invalid_parameter, at, "the prior gives the truth " + std::to_string(x) + " no mass"};
    const auto* known = std::get_if<KnownTotal>(&r.priors);
    if (known != nullptr && known->weight(i, std::min(x, known->total)) == 0)
      return Error{ErrorCode::invalid_parameter, at, "the prior gives the truth " + std::to_string(x) + " no mass"};
  }
  if (const auto* known = std::get_if<KnownTotal>(&r.priors); known != nullptr && total != known->total)
    return Error{ErrorCode::invalid_parameter, "/truth",
                 "the truth sums to " + std::to_string(total) + ", the total is " + std::to_string(known->total)};
  return std::nullopt;
}

}  // namespace

std::span<const std::string_view> count_classes() { return names; }

Result<Work> read_count_release(const Json& request, const std::string& name) {
  auto r = std::make_shared<CountRelease>();
  const Result<std::vector<ReleasedStatistic>> statistics = read_statistics(*request.find("release"), "/release");
  if (!statistics) return statistics.error();
  if (statistics->size() != 1)
    return unsupported("/release", "several statistics of counts at once are not covered; ask the request table");
  r->statistic = statistics->front();
  const bool sum = r->statistic.kind == Kind::sum || r->statistic.kind == Kind::mean;
  if ((!sum && r->statistic.kind != Kind::suppressed_cells) || r->statistic.noise_variance || r->statistic.grid ||
      (r->statistic.kind == Kind::mean && r->statistic.noise_ratio))
    return unsupported(
        "/release", "of counts with the class " + name +
                        " an exact sum or mean, a sum with discrete_laplace noise, and suppressed_cells are covered");
  if (!r->statistic.records || *r->statistic.records > most_cells)
    return Error{ErrorCode::limit_exceeded, "/release/n", "at most " + std::to_string(most_cells) + " counts"};
  if (std::optional<Error> fault = read_priors(*request.find("priors"), "/priors", *r)) return *std::move(fault);
  Result<std::vector<Scoring>> scores = read_scorings(request.find("scores"));
  if (!scores) return scores.error();
  r->scores = std::move(*scores);
  if (std::optional<Error> fault = read_truth(request, *r)) return *std::move(fault);
  const Json* output = request.find("output");
  if ((output != nullptr) != (r->statistic.noise_ratio.has_value()))
    return Error{output != nullptr ? ErrorCode::invalid_parameter : ErrorCode::missing_field, "/output",
                 output != nullptr ? "the truth determines what is published"
                                   : "with noise the gain is that at one output: give it"};
  if (output != nullptr) {
    if (!r->truth) return Error{ErrorCode::missing_field, "/truth", "an output goes with a truth"};
    const Result<core::ExactNumber> x = read_real(*output, "output", "/output");
    if (!x) return x.error();
    if (denominator(x->value) != 1 || abs(x->value) > Rational(most_count) * most_cells)
      return Error{ErrorCode::invalid_parameter, "/output", "output must be a whole number of moderate size"};
    r->output = numerator(x->value);
  }
  Result<ReleaseAsk> ask = read_release_ask(request);
  if (!ask) return ask.error();
  r->ask = std::move(*ask);
  r->ask.scores = *request.find("scores");
  r->ask.at_output = r->output.has_value();
  if (r->output && !r->ask.wants_gain())
    return unsupported("/output", "at one output the gain is answered: leave kappa and delta out");
  return Work([r](const Effort& effort) { return answer(*r, effort); });
}

}  // namespace assay::cli
