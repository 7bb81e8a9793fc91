#include "scoring/scored.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "scoring/expected.hpp"
#include "scoring/finite.hpp"

namespace assay::scoring {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

/// A discrete law is scored as a probability vector by the rules for those, and by log: its points are the categories.
bool as_categories(const Rule& rule, const Law& law) {
  return std::holds_alternative<Categories>(law) || (std::holds_alternative<Discrete>(law) && takes_pmf(rule));
}

Error bad_outcome(std::string message) { return {ErrorCode::invalid_parameter, "/outcome", std::move(message)}; }

/// Forecast, truth and outcome over one list of categories.
struct OneSpace {
  std::vector<Vector> points;  // of discrete laws
  std::vector<Rational> forecast, truth;
};

std::vector<Rational> weights_over(const std::vector<Vector>& points, const Discrete& law) {
  std::vector<Rational> weights(points.size());
  for (std::size_t i = 0; i < law.points.size(); ++i)
    weights[static_cast<std::size_t>(std::lower_bound(points.begin(), points.end(), law.points[i]) - points.begin())] =
        law.weights[i];
  return weights;
}

OneSpace one_space(const Law& forecast, const std::optional<Law>& truth) {
  OneSpace space;
  if (const auto* f = std::get_if<Categories>(&forecast)) {
    space.forecast = f->probabilities;
    if (truth) space.truth = std::get<Categories>(*truth).probabilities;
    return space;
  }
  const auto& f = std::get<Discrete>(forecast);
  space.points = f.points;
  if (truth) {
    const auto& t = std::get<Discrete>(*truth);
    space.points.insert(space.points.end(), t.points.begin(), t.points.end());
    std::sort(space.points.begin(), space.points.end());
    space.points.erase(std::unique(space.points.begin(), space.points.end()), space.points.end());
    space.truth = weights_over(space.points, t);
  }
  space.forecast = weights_over(space.points, f);
  return space;
}

/// A region of values as the region of indices of the points in it.
Rule over_points(Rule rule, const std::vector<Vector>& points) {
  if (points.empty()) return rule;
  const auto translate = [&](Region& region) {
    const auto before = [&](const Rational& x) {
      return std::count_if(points.begin(), points.end(), [&](const Vector& p) { return p.front() < x; });
    };
    region = {before(Rational(region.first)), before(Rational(region.last + 1)) - 1};
  };
  if (auto* censored = std::get_if<CensoredLikelihood>(&rule)) translate(censored->region);
  if (auto* conditional = std::get_if<ConditionalLikelihood>(&rule)) translate(conditional->region);
  return rule;
}

Result<std::size_t> index_of(const Outcome& outcome, const OneSpace& space) {
  if (const auto* index = std::get_if<std::size_t>(&outcome)) {
    if (*index < space.forecast.size()) return *index;
    return bad_outcome("outcome " + std::to_string(*index) + " is none of the " +
                       std::to_string(space.forecast.size()) + " categories, which count from 0");
  }
  const Vector& x = std::get<Vector>(outcome);
  const auto found = std::find(space.points.begin(), space.points.end(), x);
  if (found != space.points.end()) return static_cast<std::size_t>(found - space.points.begin());
  return bad_outcome("the outcome is none of the forecast's points");
}

Result<Scored> categorical(const Rule& given, const Law& forecast, const std::optional<Outcome>& outcome,
                           const std::optional<Law>& truth) {
  const OneSpace space = one_space(forecast, truth);
  const Rule rule = over_points(given, space.points);
  const auto at_rule = [](Error error) {
    error.pointer = "/rule" + error.pointer;
    return error;
  };
  Scored scored;
  Result<ExactReal> own = entropy(rule, space.forecast);
  if (!own) return at_rule(own.error());
  scored.entropy = *own;
  if (outcome) {
    const Result<std::size_t> index = index_of(*outcome, space);
    if (!index) return index.error();
    scored.score = *score(rule, space.forecast, *index);
  }
  if (truth) scored.divergence = *divergence(rule, space.truth, space.forecast);
  return scored;
}

std::optional<Error> bad_pair(const Law& forecast, const Law& truth) {
  const bool categories = std::holds_alternative<Categories>(forecast);
  const auto refused = [](std::string message) {
    return Error{ErrorCode::invalid_parameter, "/truth", std::move(message)};
  };
  if (categories != std::holds_alternative<Categories>(truth))
    return refused("the truth is a law of kind " + std::string(name(truth)) + ", the forecast of kind " +
                   std::string(name(forecast)) + ": they need one space of outcomes");
  const auto size = [&](const Law& law) {
    return categories ? std::get<Categories>(law).probabilities.size() : dimension(law);
  };
  if (size(forecast) != size(truth))
    return refused("the truth has " + std::to_string(size(truth)) + (categories ? " categories" : " coordinates") +
                   ", the forecast " + std::to_string(size(forecast)));
  return std::nullopt;
}

Result<Scored> on_whole(const Rule& rule, const Law& forecast, const std::optional<Outcome>& outcome,
                        const std::optional<Law>& truth) {
  const bool log = std::holds_alternative<Logarithmic>(rule);
  if (as_categories(rule, forecast)) {
    if (truth && !as_categories(rule, *truth))
      return Error{ErrorCode::not_supported, "/truth",
                   "the forecast has probabilities and the truth a density: no divergence of this rule compares them; "
                   "ask crps or dawid_sebastiani"};
    return categorical(rule, forecast, outcome, truth);
  }
  if (std::optional<Error> error = mismatch(rule, forecast)) return *std::move(error);
  Scored scored;
  if (outcome) {
    const Vector& x = std::get<Vector>(*outcome);
    if (!in_support(forecast, x)) return bad_outcome("the outcome lies outside the forecast's support");
    scored.score = score_at(rule, forecast, x);
  }
  scored.entropy = expected_score(rule, forecast, forecast);
  if (truth) {
    const std::string what = "no closed form is known for the divergence of the rule " + std::string(name(rule)) +
                             " from a law of kind " + std::string(name(*truth)) + " to one of kind " +
                             std::string(name(forecast));
    const Error unknown{ErrorCode::not_supported, "/truth", what + "; ask dawid_sebastiani or quantile"};
    if (log && std::holds_alternative<Discrete>(*truth)) return unknown;
    if (forecast == *truth) {
      scored.divergence = ExactReal();
      return scored;
    }
    if (std::optional<Error> error = mismatch(rule, *truth)) {
      error->pointer = "/truth";
      return *std::move(error);
    }
    const std::optional<ExactReal> expected = expected_score(rule, forecast, *truth);
    const std::optional<ExactReal> least = expected_score(rule, *truth, *truth);
    if (expected && expected->is_positive_infinity())
      scored.divergence = ExactReal::infinity();
    else if (expected && least)
      scored.divergence = *expected - *least;
    else
      return unknown;
  }
  return scored;
}

std::optional<ExactReal> worse(const std::optional<ExactReal>& x, const std::optional<ExactReal>& y) {
  if (!x || !y) return std::nullopt;
  return larger(*x, *y);
}

}  // namespace

Result<Scored> evaluate(const Scoring& scoring, const Law& forecast, const std::optional<Outcome>& outcome,
                        const std::optional<Law>& truth) {
  if (truth)
    if (std::optional<Error> error = bad_pair(forecast, *truth)) return *std::move(error);
  const std::size_t d = dimension(forecast);
  if (outcome && d > 0 && std::get<Vector>(*outcome).size() != d)
    return bad_outcome("the outcome has " + std::to_string(std::get<Vector>(*outcome).size()) +
                       " coordinates, the forecast " + std::to_string(d));
  const bool each =
      scoring.each || (scoring.coordinates.empty() && std::holds_alternative<DawidSebastianiMarginal>(scoring.rule));
  if (!each && scoring.coordinates.empty()) return on_whole(scoring.rule, forecast, outcome, truth);
  if (d == 0)
    return Error{ErrorCode::invalid_parameter, "/rule/coordinate",
                 "a pmf has no coordinates: give points that are vectors (distribution discrete)"};
  std::vector<std::vector<std::size_t>> parts;
  if (each)
    for (std::size_t i = 0; i < d; ++i) parts.push_back({i});
  else
    parts.push_back(scoring.coordinates);
  std::optional<Scored> worst;
  for (const std::vector<std::size_t>& part : parts) {
    for (const std::size_t i : part)
      if (i >= d)
        return Error{
            ErrorCode::invalid_parameter, "/rule/coordinate",
            "coordinate " + std::to_string(i) + " is none of the " + std::to_string(d) + ", which count from 0"};
    std::optional<Outcome> seen;
    if (outcome) {
      Vector x;
      for (const std::size_t i : part) x.push_back(std::get<Vector>(*outcome)[i]);
      seen = x;
    }
    std::optional<Law> law;
    if (truth) law = marginal(*truth, part);
    const Result<Scored> scored = on_whole(scoring.rule, marginal(forecast, part), seen, law);
    if (!scored) return scored.error();
    if (!worst)
      worst = *scored;
    else
      worst = Scored{worse(worst->score, scored->score), worse(worst->entropy, scored->entropy),
                     worse(worst->divergence, scored->divergence)};
  }
  return *worst;
}

}  // namespace assay::scoring
