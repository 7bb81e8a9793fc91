#include "cli/certificate_release.hpp"

#include <string>
#include <utility>

#include "cli/certificate_json.hpp"
#include "cli/reading.hpp"
#include "cli/release_statistic.hpp"
#include "cli/request_level.hpp"
#include "proofs/certificate/complete.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Rational;
using proofs::Certified;
using Object = Json::Object;
using Array = Json::Array;
using persuasive::GaussianPriors;
using Bound = GaussianPriors::Bound;
using Structure = GaussianPriors::Structure;

/// The class, where one with a closed form of the checker's bounds the condition number.
std::optional<Object> priors_json(const GaussianPriors& priors) {
  if (priors.mean || !priors.condition || priors.bound == Bound::none || priors.bound == Bound::euclidean)
    return std::nullopt;
  Object json{{"class", "gaussian"},
              {"bound", priors.bound == Bound::mahalanobis           ? "mahalanobis"
                        : priors.bound == Bound::standardized_record ? "standardized_record"
                                                                     : "standardized_statistic"},
              {"radius", priors.radius.str()},
              {"condition_number", priors.condition->str()}};
  if (priors.structure != Structure::general)
    json.emplace_back("structure", priors.structure == Structure::diagonal ? "diagonal" : "exchangeable");
  return json;
}

/// What is published, and for a linear statistic the weights of its rows in the projection of each record.
std::optional<std::pair<Object, std::optional<Array>>> release_json(const ReleasedStatistic& s) {
  using Kind = ReleasedStatistic::Kind;
  const bool is_mean = (s.kind == Kind::mean || s.kind == Kind::sum) && !s.noise_variance && !s.noise_ratio && !s.grid;
  if (is_mean)
    return std::pair(
        Object{{"statistic", "mean"}, {"n", s.records ? number(s.records->convert_to<std::size_t>()) : Json("inf")}},
        std::nullopt);
  if (s.kind != Kind::linear) return std::nullopt;
  using scoring::transposed;
  const scoring::Matrix weights =
      transposed(scoring::solve(scoring::times(s.rows, transposed(s.rows)), s.rows).solution);
  if (weights.empty()) return std::nullopt;
  const auto lists = [](const scoring::Matrix& m) {
    Array all;
    for (const auto& row : m) all.push_back(texts(row));
    return all;
  };
  return std::pair(Object{{"statistic", "linear"}, {"rows", lists(s.rows)}}, std::optional(lists(weights)));
}

}  // namespace

Certified certify_release(const Json& request, const Json& result) {
  const Json* verdict = result.find("verdict");
  if (verdict == nullptr || (*verdict != Json("holds") && *verdict != Json("fails")))
    return {"", "of releases of records verdicts have certificates: ask with one kappa and one delta"};
  const Certified none{"",
                       "of releases of records exact means and independent linear statistics have certificates, "
                       "scored by dawid_sebastiani_marginal, over Gaussian priors with a bounded condition number"};
  const auto statistics = read_statistics(*request.find("release"), "");
  const Json& priors = *request.find("priors");
  if (!statistics || statistics->size() != 1 || *request.find("scores") != Json(Array{"dawid_sebastiani_marginal"}) ||
      *priors.find("class") != Json("gaussian"))
    return none;
  const auto gaussian = read_gaussian_priors(priors, "");
  const auto kappa = read_level(*request.find("kappa"), "kappa", "");
  const auto delta = read_real(*request.find("delta"), "delta", "");
  if (!gaussian || !kappa || !delta) return none;
  const auto of_class = priors_json(*gaussian);
  auto published = release_json(statistics->front());
  const std::optional<std::string> level = level_text(*kappa);
  if (!of_class || !published || !level) return none;
  Object step{{"theorem", gaussian->structure != Structure::general ? "exact-release-structured"
                          : gaussian->bound == Bound::mahalanobis   ? "exact-release-mahalanobis"
                                                                    : "exact-linear-release"},
              {"explained", ""}};
  if (published->second) step.emplace_back("weights", *std::move(published->second));
  const Object claim{{"release", std::move(published->first)},
                     {"score", Object{{"rule", "dawid_sebastiani_marginal"}}},
                     {"priors", *of_class},
                     {"kappa", *level},
                     {"delta", delta->value.str()}};
  return proofs::complete(claim, {step}, *verdict->string());
}

}  // namespace assay::cli
