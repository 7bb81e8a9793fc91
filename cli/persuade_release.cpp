#include "cli/persuade_release.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cli/reading.hpp"
#include "cli/release_answer.hpp"
#include "cli/release_counts.hpp"
#include "cli/release_statistic.hpp"
#include "cli/request_law.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_rule.hpp"
#include "cli/request_score.hpp"
#include "persuasive/release/linear.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::Finding;
using persuasive::GaussianPriors;
using persuasive::LinearStatistics;
using scoring::ExactReal;
using scoring::Matrix;
using scoring::Scoring;
using scoring::Vector;
using Kind = ReleasedStatistic::Kind;

/// A release of real records, decoded.
struct RealRelease {
  std::vector<ReleasedStatistic> statistics;
  GaussianPriors priors;
  std::optional<Rational> rate;  // exponential records instead
  std::vector<Scoring> scores;
  std::optional<Vector> truth;
  ReleaseAsk ask;
};

Error unsupported(std::string at, std::string message) {
  return {ErrorCode::not_supported, std::move(at), std::move(message)};
}

bool is_linear(const ReleasedStatistic& s) {
  return s.kind == Kind::linear ||
         ((s.kind == Kind::mean || s.kind == Kind::sum) && !s.noise_variance && !s.noise_ratio && !s.grid);
}

/// All statistics stacked: records beyond those of a mean or a sum have weight 0 in it.
Result<LinearStatistics> stacked(const std::vector<ReleasedStatistic>& statistics) {
  if (statistics.size() == 1 && statistics.front().kind != Kind::linear)
    return LinearStatistics{statistics.front().records, {}};
  std::size_t n = 0;
  for (const ReleasedStatistic& s : statistics) {
    if (s.kind != Kind::linear && (!s.records || *s.records > persuasive::max_matrix_records))
      return unsupported("/release", "several statistics together take at most " +
                                         std::to_string(persuasive::max_matrix_records) + " records");
    n = std::max(n, s.kind == Kind::linear ? s.rows.front().size() : s.records->convert_to<std::size_t>());
  }
  LinearStatistics all{Integer(n), {}};
  for (const ReleasedStatistic& s : statistics) {
    Matrix rows = s.kind == Kind::linear ? s.rows : Matrix{Vector(s.records->convert_to<std::size_t>(), Rational(1))};
    for (Vector& row : rows) {
      row.resize(n);
      all.rows.push_back(std::move(row));
    }
  }
  return all;
}

/// Mean and covariance of the one prior of a class, for n records.
struct OnePrior {
  Vector mean;
  Matrix covariance;
};
Result<OnePrior> one_prior(const GaussianPriors& priors, std::size_t n) {
  OnePrior one;
  one.mean = priors.mean->size() == 1 ? Vector(n, priors.mean->front()) : *priors.mean;
  if (priors.covariance) {
    one.covariance = *priors.covariance;
  } else {
    one.covariance = Matrix(n, Vector(n));
    for (std::size_t i = 0; i < n; ++i) one.covariance[i][i] = *priors.variance;
  }
  const auto wrong = [&](std::string at, std::size_t size) {
    return Error{ErrorCode::invalid_parameter, std::move(at),
                 "there are " + std::to_string(n) + " records, got " + std::to_string(size) + " entries"};
  };
  if (one.mean.size() != n) return wrong("/priors/mean", one.mean.size());
  if (one.covariance.size() != n) return wrong("/priors/covariance", one.covariance.size());
  return one;
}

bool is_moments(const Scoring& s) {
  return std::holds_alternative<scoring::DawidSebastianiMarginal>(s.rule) ||
         (std::holds_alternative<scoring::DawidSebastiani>(s.rule) && (s.each || s.coordinates.size() == 1));
}

/// The worst of a function over the records that a scoring is about.
template <class F>
Finding over_records(const Scoring& scoring, std::size_t n, std::string theorem, F gain) {
  std::vector<std::size_t> records = scoring.coordinates;
  if (records.empty())
    for (std::size_t i = 0; i < n; ++i) records.push_back(i);
  std::optional<Finding> worst;
  for (const std::size_t i : records) {
    Finding f;
    f.lower = f.upper = gain(i);
    f.record = i;
    f.prior = "the prior given";
    f.data = "the truth given";
    f.theorems = {theorem};
    worst = worst ? worse(*std::move(worst), std::move(f)) : std::move(f);
  }
  return *std::move(worst);
}

Result<Finding> fixed_gain(const RealRelease& r, const Scoring& scoring) {
  const std::size_t n = r.truth->size();
  for (const std::size_t i : scoring.coordinates)
    if (i >= n)
      return Error{ErrorCode::invalid_parameter, "/scores",
                   "there is no coordinate " + std::to_string(i) + " of " + std::to_string(n) + " records"};
  const ReleasedStatistic& s = r.statistics.front();
  if (r.rate) {
    if (!is_moments(scoring) || r.statistics.size() != 1 || !is_linear(s) || s.kind == Kind::linear)
      return unsupported("/release",
                         "exponential records are covered for an exact mean or sum and dawid_sebastiani_marginal");
    return over_records(scoring, n, "exponential-sum-release",
                        [&](std::size_t i) { return persuasive::exponential_sum_gain(*r.rate, *r.truth, i); });
  }
  const Result<OnePrior> prior = one_prior(r.priors, n);
  if (!prior) return prior.error();
  if (s.kind == Kind::mean_and_variance && r.statistics.size() == 1) {
    const bool alike = r.priors.variance && std::all_of(prior->mean.begin(), prior->mean.end(),
                                                        [&](const Rational& m) { return m == prior->mean.front(); });
    if (!alike || !is_moments(scoring))
      return unsupported("/priors",
                         "mean and variance together are covered for records of one mean and one variance (covariance "
                         "a number), scored by dawid_sebastiani_marginal");
    return over_records(scoring, n, "mean-and-variance-release", [&](std::size_t i) {
      return persuasive::mean_and_variance_gain(prior->mean.front(), *r.priors.variance, *r.truth, i);
    });
  }
  if (s.grid && !s.noise_variance && r.statistics.size() == 1) {
    if (!std::holds_alternative<scoring::Logarithmic>(scoring.rule) || scoring.each || !scoring.coordinates.empty())
      return unsupported("/scores", "a statistic on a grid is covered for the log score about all records together");
    const Rational weight = s.kind == Kind::mean ? Rational(1, n) : Rational(1);
    Finding f;
    f.lower = f.upper =
        persuasive::grid_gain(Vector(n, weight), prior->mean, prior->covariance, *r.truth, *s.grid, s.rounding);
    f.prior = "the prior given";
    f.data = "the truth given";
    f.theorems = {"grid-release"};
    return f;
  }
  if (!std::all_of(r.statistics.begin(), r.statistics.end(), is_linear))
    return unsupported(
        "/release",
        "this mixture of statistics has no theorem: publish linear statistics, or one statistic with a grid");
  const Result<LinearStatistics> linear = stacked(r.statistics);
  if (!linear) return linear.error();
  const Matrix rows = scoring::independent_rows(matrix(*linear));
  if (rows.empty())
    return Error{ErrorCode::invalid_parameter, "/release", "the statistic is 0 whatever the data: it says nothing"};
  Result<Finding> f =
      persuasive::gain(persuasive::update(rows, prior->mean, prior->covariance, *r.truth), scoring, *r.truth);
  if (f) f->prior = "the prior given";
  if (f && f->data.empty()) f->data = "the truth given";
  return f;
}

Result<Finding> class_gain(const RealRelease& r, const Scoring& scoring) {
  if (r.rate) {
    Finding f;
    f.lower = f.upper = ExactReal::infinity();
    f.attained = false;
    f.data = "a sum next to 0: every record is then known to be small";
    f.theorems = {"exponential-sum-release"};
    if (!is_moments(scoring))
      return unsupported("/scores", "exponential records are covered for dawid_sebastiani_marginal");
    return f;
  }
  const ReleasedStatistic& s = r.statistics.front();
  if (s.kind == Kind::mean_and_variance) {
    if (!is_moments(scoring))
      return unsupported("/scores", "mean and variance are covered for dawid_sebastiani_marginal");
    Finding f;
    f.lower = f.upper = ExactReal::infinity();
    f.attained = false;
    f.data = "records that are all but equal: the published variance tends to 0 and tells every one of them";
    f.theorems = {"mean-and-variance-release"};
    return f;
  }
  if (!std::all_of(r.statistics.begin(), r.statistics.end(), is_linear))
    return unsupported(
        "/truth",
        "a statistic with noise or on a grid is covered for one prior and one truth: give mean, covariance and truth");
  const Result<LinearStatistics> linear = stacked(r.statistics);
  if (!linear) return linear.error();
  return persuasive::largest_gain(*linear, r.priors, scoring);
}

Result<Outcome> answer_noisy(const RealRelease& r, const Effort& effort) {
  const ReleasedStatistic& s = r.statistics.front();
  if (r.statistics.size() != 1 || !r.truth || !r.priors.is_one() || r.scores.size() != 1 ||
      !is_moments(r.scores.front()) || r.scores.front().coordinates.size() != 1 || s.grid)
    return unsupported("/release",
                       "a statistic with Gaussian noise is covered for one prior, one truth and "
                       "dawid_sebastiani_marginal of one coordinate");
  if (r.ask.wants_gain()) return unsupported("/kappa", "with noise the gain is random: ask for kappa or delta");
  const std::size_t n = r.truth->size();
  const Result<OnePrior> prior = one_prior(r.priors, n);
  if (!prior) return prior.error();
  const std::size_t record = r.scores.front().coordinates.front();
  if (record >= n)
    return Error{ErrorCode::invalid_parameter, "/scores", "there is no coordinate " + std::to_string(record)};
  const persuasive::NoisyStatistic noisy{Vector(n, s.kind == Kind::mean ? Rational(1, n) : Rational(1)),
                                         prior->mean,
                                         *r.truth,
                                         prior->covariance,
                                         *s.noise_variance,
                                         record};
  Outcome outcome;
  outcome.method = "closed_form";
  outcome.theorems = {"noisy-linear-release"};
  Json::Array kappas, deltas, verdicts;
  std::vector<ExactReal> tails;
  for (const Rational& delta : r.ask.deltas)
    kappas.push_back(enclosure(persuasive::level(noisy, delta), effort.digits));
  for (const ExactReal& kappa : r.ask.kappas) {
    tails.push_back(persuasive::tail(noisy, kappa));
    deltas.push_back(enclosure(tails.back(), effort.digits));
  }
  for (std::size_t i = 0; i < std::max(tails.size(), r.ask.deltas.size()) && !tails.empty() && !r.ask.deltas.empty();
       ++i) {
    const std::optional<int> order =
        compare(tails[std::min(i, tails.size() - 1)], r.ask.deltas[std::min(i, r.ask.deltas.size() - 1)]);
    verdicts.emplace_back(!order ? "undecided" : *order <= 0 ? "holds" : "fails");
  }
  const auto add = [&](std::string_view name, Json::Array& values, bool list) {
    if (!values.empty()) outcome.result.emplace_back(name, list ? Json(values) : values.front());
  };
  std::string meaning =
      "A Receiver with this prior improves the score dawid_sebastiani_marginal about record " + std::to_string(record);
  meaning += tails.empty()
                 ? " by more than " + spoken(persuasive::level(noisy, r.ask.deltas.front())) +
                       " with probability at most " + spoken(r.ask.deltas.front())
                 : " by more than " + spoken(r.ask.kappas.front()) + " with probability " + spoken(tails.front());
  add("kappa_at_delta", kappas, r.ask.delta_is_list);
  add("delta_at_kappa", deltas, r.ask.kappa_is_list);
  add("verdict", verdicts, r.ask.kappa_is_list || r.ask.delta_is_list);
  outcome.result.emplace_back("worst_case",
                              Json::Object{{"score", r.ask.scores.array()->front()},
                                           {"data", "the truth given"},
                                           {"prior", "the prior given"},
                                           {"outputs", "statistics near the one whose posterior mean is the record"},
                                           {"attained", true}});
  outcome.result.emplace_back("meaning", meaning + ".");
  return outcome;
}

Result<Outcome> answer_real(const RealRelease& r, const Effort& effort) {
  if (std::any_of(r.statistics.begin(), r.statistics.end(),
                  [](const ReleasedStatistic& s) { return s.noise_variance.has_value(); }))
    return answer_noisy(r, effort);
  const bool fixed = r.truth && (r.rate || r.priors.is_one());
  if (r.ask.wants_gain() && !fixed)
    return Error{ErrorCode::missing_field, "/delta",
                 "a class of priors, or data that are open, are asked with kappa or delta; the gain itself needs one "
                 "prior and a truth"};
  if (r.truth && !fixed)
    return unsupported(
        "/truth",
        "a truth is covered with one prior (mean and covariance); over a class leave it out: the worst data are found");
  if (fixed && r.priors.degrees_of_freedom)
    return unsupported("/priors", "one multivariate t prior with a truth is not covered; leave the truth out");
  std::optional<Finding> worst;
  for (std::size_t i = 0; i < r.scores.size(); ++i) {
    Result<Finding> f = fixed ? fixed_gain(r, r.scores[i]) : class_gain(r, r.scores[i]);
    if (!f) return f.error();
    f->score = i;
    worst = worst ? worse(*std::move(worst), *std::move(f)) : *std::move(f);
  }
  return answer_certain(r.ask, *worst, effort.digits);
}

Result<Work> read_real_release(const Json& request, const std::string& name) {
  auto r = std::make_shared<RealRelease>();
  Result<std::vector<ReleasedStatistic>> statistics = read_statistics(*request.find("release"), "/release");
  if (!statistics) return statistics.error();
  r->statistics = std::move(*statistics);
  for (std::size_t i = 0; i < r->statistics.size(); ++i)
    if (r->statistics[i].kind == Kind::partition || r->statistics[i].kind == Kind::suppressed_cells ||
        r->statistics[i].noise_ratio)
      return unsupported("/release", "this statistic is of counts, and the class " + name + " is of real records");
  Result<std::vector<Scoring>> scores = read_scorings(request.find("scores"));
  if (!scores) return scores.error();
  r->scores = std::move(*scores);
  const Json& priors = *request.find("priors");
  if (name == "exponential") {
    constexpr std::array<std::string_view, 2> fields = {"class", "rate"};
    ObjectReader in(priors, "/priors", "the class exponential", fields);
    if (const Json* rate = in.require("rate"))
      r->rate = in.keep(read_in_domain(*rate, "rate", in.place("rate"), accounting::Domain::positive)).value;
    if (in.failed()) return *in.fault();
  } else {
    Result<GaussianPriors> gaussian = read_gaussian_priors(priors, "/priors");
    if (!gaussian) return gaussian.error();
    r->priors = std::move(*gaussian);
  }
  if (const Json* truth = request.find("truth")) {
    Result<Vector> x = read_reals(*truth, "truth", "/truth", persuasive::max_matrix_records);
    if (!x) return x.error();
    r->truth = std::move(*x);
    for (const ReleasedStatistic& s : r->statistics) {
      const std::size_t size = s.kind == Kind::linear ? s.rows.front().size()
                               : s.records            ? s.records->convert_to<std::size_t>()
                                                      : 0;
      if (size > r->truth->size() || (r->statistics.size() == 1 && size != r->truth->size()))
        return Error{ErrorCode::invalid_parameter, "/truth",
                     "the truth lists " + std::to_string(r->truth->size()) + " records, the statistic takes " +
                         std::to_string(size)};
    }
    if (r->rate)
      for (std::size_t i = 0; i < r->truth->size(); ++i)
        if ((*r->truth)[i] < 0)
          return Error{ErrorCode::invalid_parameter, "/truth/" + std::to_string(i),
                       "an exponential record is not negative"};
  }
  if (request.find("output") != nullptr)
    return Error{ErrorCode::invalid_parameter, "/output", "the truth determines what is published"};
  Result<ReleaseAsk> ask = read_release_ask(request);
  if (!ask) return ask.error();
  r->ask = std::move(*ask);
  r->ask.scores = *request.find("scores");
  return Work([r](const Effort& effort) { return answer_real(*r, effort); });
}

}  // namespace

Result<Work> read_release(const Json::Object& members) {
  const Json request(members);
  if (const Json* criterion = request.find("criterion"); criterion != nullptr && *criterion != Json("tail"))
    return unsupported("/criterion",
                       "a release is answered with the criterion tail: given the data its gain is certain");
  const Json* priors = request.find("priors");
  if (priors == nullptr) return Error{ErrorCode::missing_field, "/priors", "priors names the class of beliefs"};
  const Json* name = priors->find("class");
  if (name == nullptr || name->string() == nullptr)
    return Error{name == nullptr ? ErrorCode::missing_field : ErrorCode::invalid_parameter, "/priors/class",
                 "priors names its class"};
  if (*name->string() == "gaussian" || *name->string() == "student" || *name->string() == "exponential")
    return read_real_release(request, *name->string());
  const auto counts = count_classes();
  if (std::find(counts.begin(), counts.end(), *name->string()) != counts.end())
    return read_count_release(request, *name->string());
  return unsupported("/priors/class",
                     "releases are answered for the classes gaussian, student, exponential and those of counts; "
                     "partitions for classes of finite data");
}

}  // namespace assay::cli
