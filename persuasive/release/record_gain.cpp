#include "persuasive/release/record_gain.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "scoring/coprime_base.hpp"
#include "scoring/real_line.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;
using scoring::ExactReal;
using scoring::Matrix;
using scoring::solve;
using scoring::times;
using scoring::transposed;
using scoring::Vector;
using Bound = GaussianPriors::Bound;
using Structure = GaussianPriors::Structure;

Error not_supported(std::string pointer, std::string message) {
  return {ErrorCode::not_supported, std::move(pointer), std::move(message)};
}

std::string text(const Rational& x) { return x.str(); }

/// The gain of the log density is half that of the Dawid-Sebastiani score of a Gaussian belief.
std::optional<Rational> moments_factor(const scoring::Rule& rule) {
  if (std::holds_alternative<scoring::DawidSebastiani>(rule) ||
      std::holds_alternative<scoring::DawidSebastianiMarginal>(rule))
    return Rational(1);
  if (std::holds_alternative<scoring::Logarithmic>(rule)) return Rational(1, 2);
  return std::nullopt;
}

Finding infinite(std::size_t record, std::string prior, std::string data, std::string theorem) {
  Finding f;
  f.lower = f.upper = ExactReal::infinity();
  f.attained = false;
  f.record = record;
  f.prior = std::move(prior);
  f.data = std::move(data);
  f.theorems = {std::move(theorem)};
  return f;
}

/// What is published is independent of the record: the posterior is the prior.
Finding untouched(std::size_t record) {
  Finding f;
  f.record = record;
  f.prior = "the class";
  f.data = "any: what is published is independent of the record";
  f.theorems = {"gaussian-marginal-gain"};
  return f;
}

/// A correlation with the statistic, at its largest: the square, exact where it is rational.
struct Correlation {
  ExactReal root;  // rho
  Rational squared_if_rational;
  bool rational = false;
  ExactReal minus_log_rest;  // -ln(1 - rho^2)
};

Correlation of_square(const Rational& squared) {
  return {ExactReal::radical(1, squared == 0 ? Rational(1) : squared, Rational(1, 2)).times(squared == 0 ? 0 : 1),
          squared, true, ExactReal::log(1 - squared, -1)};
}

/// rho_max = (chi(1+c) - (1-c))/(chi(1+c) + (1-c)), c the root of the leverage;
/// 1 - rho_max^2 = 4 chi (1 - c^2)/(chi(1+c) + 1 - c)^2.
Correlation of_condition(const Rational& leverage, const Rational& chi) {
  if (const std::optional<Rational> c =
          leverage == 0 ? std::optional<Rational>(0) : scoring::rational_power(leverage, Rational(1, 2))) {
    const Rational rho = (chi * (1 + *c) - (1 - *c)) / (chi * (1 + *c) + (1 - *c));
    return of_square(rho * rho);
  }
  if (chi == 1) return of_square(leverage);
  const auto c = [leverage](long bits) { return sqrt(Ball(leverage, bits)); };
  const auto sum = [chi, c](long bits) {
    const Ball root = c(bits);
    return Ball(chi, bits) * (root + 1) + (1 - root);
  };
  return {ExactReal::computed([chi, c, sum](long bits) {
            const Ball root = c(bits);
            return (Ball(chi, bits) * (root + 1) - (1 - root)) / sum(bits);
          }),
          0, false, ExactReal::computed([sum](long bits) {
                      return log(sum(bits)) * 2;
                    }) - ExactReal::log(4 * chi * (1 - leverage))};
}

std::string worst_covariance(const Rational& chi, const RecordOfClass& record, bool finite) {
  if (chi == 1) return "independent records of equal variance";
  return "covariance I + (" + text(chi - 1) + ") b b', b the unit vector along e_" + std::to_string(record.index) +
         " + p, p the projection of e_" + std::to_string(record.index) + " onto the published rows, of length 1" +
         (finite ? "" : ", in the limit of many records");
}

const char* const at_the_truth =
    "the posterior mean equals the record, which lies sqrt(radius) standard deviations from its prior mean";

/// crps and interval have a scale: sigma times s0(|z|).
struct ScaleScore {
  std::optional<Rational> tail;  // interval: (1 - coverage)/2
  /// s0 at |z|.
  Ball at(const Ball& z) const {
    const long bits = z.bits();
    if (!tail) {
      const Ball density = exp(-square(z) / 2) / sqrt(Ball::pi(bits) * 2);
      return z * (normal_cdf(z) * 2 - 1) + density * 2 - Ball(1, bits) / sqrt(Ball::pi(bits));
    }
    const Ball q = -scoring::quantile(scoring::Gaussian{0, 1}, *tail).ball(bits);
    return q * 2 + max(z - q, Ball(0, bits)) / Ball(*tail, bits);
  }
};

std::optional<ScaleScore> scale_score(const scoring::Rule& rule) {
  if (std::holds_alternative<scoring::Crps>(rule)) return ScaleScore{};
  if (const auto* interval = std::get_if<scoring::Interval>(&rule))
    return ScaleScore{Rational((1 - interval->coverage) / 2)};
  return std::nullopt;
}

/// sigma [s0(sqrt r) - sqrt(1 - rho^2) s0(0)] of variance v.
ExactReal scaled_gain(const ScaleScore& score, const Rational& variance, const Rational& radius, const Rational& rest) {
  return ExactReal::computed([=](long bits) {
    const Ball sigma = sqrt(Ball(variance, bits));
    return sigma * (score.at(sqrt(Ball(radius, bits))) - sqrt(Ball(rest, bits)) * score.at(Ball(0, bits)));
  });
}

Result<Finding> scaled(const scoring::Scoring& scoring, const GaussianPriors& priors, const Rational& variance,
                       const Rational& rest, std::size_t record, bool reachable) {
  const std::optional<ScaleScore> score = scale_score(scoring.rule);
  if (!score)
    return not_supported("/scores", "no theorem covers the rule " + std::string(scoring::name(scoring.rule)) +
                                        " here: ask dawid_sebastiani_marginal, log, crps or interval");
  if (priors.bound != Bound::standardized_record)
    return not_supported("/priors/bound", "a score with a scale is covered with the bound standardized_record");
  if (!reachable)
    return not_supported("/scores", "the data of this class cannot bring the posterior mean to record " +
                                        std::to_string(record) +
                                        " at its largest deviation; no closed form is known then: ask "
                                        "dawid_sebastiani_marginal");
  Finding f;
  f.lower = f.upper = scaled_gain(*score, variance, priors.radius, rest);
  f.record = record;
  f.prior = "the covariance given";
  f.data = at_the_truth;
  f.theorems = {"scaled-scores-of-exact-release"};
  return f;
}

/// Multivariate t: convex in the square of the statistic, so an end of its range is worst.
Result<Finding> student(const Rational& squared, std::size_t record, const GaussianPriors& priors,
                        const scoring::Scoring& scoring) {
  if (!std::holds_alternative<scoring::DawidSebastianiMarginal>(scoring.rule) &&
      !std::holds_alternative<scoring::DawidSebastiani>(scoring.rule))
    return not_supported("/scores", "multivariate t is covered for dawid_sebastiani_marginal");
  if (priors.bound != Bound::standardized_statistic)
    return not_supported("/priors/bound", "multivariate t is covered with the bound standardized_statistic");
  const Rational nu = *priors.degrees_of_freedom;
  const auto shrink = [&](const Rational& t) { return Rational((1 - squared) * (nu - 2 + t) / (nu - 1)); };
  if (shrink(priors.radius) >= 1)
    return infinite(
        record, "the covariance given",
        "a statistic so far out that the posterior is wider than the prior: the further the record, the more "
        "is gained",
        "student-exact-release");
  const auto at = [&](const Rational& t) {
    const Rational g = shrink(t);
    return ExactReal(Rational(squared * t / (1 - g))) - ExactReal::log(g);
  };
  const ExactReal ends[] = {at(0), at(priors.radius)};
  const bool second = compare(ends[0], ends[1]).value_or(0) < 0;
  Finding f;
  f.lower = f.upper = larger(ends[0], ends[1]);
  f.record = record;
  f.prior = "the covariance given";
  f.data = second ? "the standardized statistic at sqrt(radius)" : "the statistic at its prior mean";
  f.theorems = {"student-exact-release"};
  return f;
}

Finding found(const Correlation& rho, const Rational& factor, ExactReal first, std::size_t record,
              std::string theorem) {
  Finding f;
  f.lower = f.upper = (std::move(first) + rho.minus_log_rest).times(factor);
  f.record = record;
  f.data = at_the_truth;
  f.theorems = {std::move(theorem)};
  return f;
}

}  // namespace

Result<Finding> record_gain_of_class(const RecordOfClass& record, const GaussianPriors& priors,
                                     const scoring::Scoring& scoring) {
  const std::optional<Rational> factor = moments_factor(scoring.rule);
  if (priors.degrees_of_freedom) {
    if (!priors.variance) return not_supported("/priors", "multivariate t is covered with a covariance given");
    return student(record.leverage, record.index, priors, scoring);
  }
  if (!factor) {
    if (!priors.variance)
      return infinite(record.index, "any, with a large variance",
                      "the score grows with the scale, which the class does not bound",
                      "scaled-scores-of-exact-release");
    return scaled(scoring, priors, *priors.variance, 1 - record.leverage, record.index, record.highest);
  }
  if (record.leverage == 1)
    return infinite(
        record.index, "any of the class",
        "record " + std::to_string(record.index) + " is a combination of what is published: it is determined exactly",
        "exact-linear-release");
  if (priors.bound == Bound::none)
    return infinite(record.index, "a mean far from the record", "a posterior mean that equals the record",
                    "gaussian-marginal-gain");
  if (!priors.variance && !priors.condition)
    return infinite(record.index, "records that are all but equal: correlation next to 1",
                    "any: the posterior variance tends to 0", "exact-linear-release");
  const bool spread = priors.condition && *priors.condition != 1 && priors.structure == Structure::general;
  if (record.leverage == 0 && record.records && !spread) return untouched(record.index);
  const Rational chi = priors.variance ? Rational(1) : *priors.condition;
  Correlation rho = of_condition(record.leverage, chi);
  std::string prior = worst_covariance(chi, record, record.records.has_value());
  std::string theorem = "exact-linear-release";
  if (!priors.variance && priors.structure != Structure::general && chi != 1) {
    theorem = "exact-release-structured";
    // Squared weights of the record and of the others, in the ratio that the structure allows.
    Rational own = 1, others = record.records ? Rational(*record.records - 1) : Rational(0);
    if (record.weights) {
      if (priors.structure == Structure::exchangeable)
        return not_supported("/priors/structure",
                             "exchangeable records are covered for the mean and the sum; ask diagonal or general");
      own = (*record.weights)[record.index] * (*record.weights)[record.index];
      others = scoring::dot(*record.weights, *record.weights) - own;
    } else if (record.several) {
      return not_supported("/priors/structure", "several statistics at once are covered for the structure general");
    }
    if (priors.bound == Bound::standardized_record && !record.highest)
      return not_supported(
          "/priors/bound",
          "a record of less than the highest leverage is covered with the bound standardized_statistic");
    if (own == 0) return untouched(record.index);
    rho = of_square(record.records ? Rational(chi * own / (chi * own + others)) : Rational(0));
    prior = priors.structure == Structure::diagonal ? "independent records, variance " + text(chi) + " for record " +
                                                          std::to_string(record.index) + " and 1 for the others"
                                                    : "equicorrelated records whose common component has " + text(chi) +
                                                          " times the variance of the others";
  }
  switch (priors.bound) {
    case Bound::none: break;
    case Bound::standardized_statistic: break;
    case Bound::standardized_record: {
      if (record.highest) break;
      return not_supported(
          "/priors/bound",
          "a record of less than the highest leverage is covered with the bound standardized_statistic");
    }
    case Bound::euclidean:
      if (chi != 1) {
        // The ball of squared radius r lambda_min holds the ellipsoid of radius r / lambda of each condition lambda.
        Finding bracket = found(rho, *factor, rho.root.times(priors.radius), record.index, "exact-release-mahalanobis");
        bracket.lower = ExactReal();
        for (int step = 0; step <= 16; ++step) {
          const Rational lambda = 1 + (chi - 1) * Rational(step, 16);
          const Correlation at = of_condition(record.leverage, lambda);
          const ExactReal value = (at.root.times(priors.radius / lambda) + at.minus_log_rest).times(*factor);
          if (compare(bracket.lower, value).value_or(0) < 0) {
            bracket.prior = worst_covariance(lambda, record, record.records.has_value());
          }
          bracket.lower = larger(bracket.lower, value);
        }
        bracket.attained = false;
        if (theorem != "exact-linear-release")
          return not_supported("/priors/bound", "euclidean is covered for the structure general");
        return bracket;
      }
      [[fallthrough]];
    case Bound::mahalanobis: {
      Finding f = found(rho, *factor, rho.root.times(priors.radius), record.index, "exact-release-mahalanobis");
      f.prior = std::move(prior);
      f.data = "the record and the standardized statistic deviate alike, all else at its regression on them";
      return f;
    }
  }
  Finding f = found(rho, *factor, ExactReal(priors.radius), record.index, theorem);
  f.prior = std::move(prior);
  f.attained = record.records.has_value();
  return f;
}

Result<Finding> record_gain(const Matrix& rows, const Matrix& v, std::size_t record, const GaussianPriors& priors,
                            const scoring::Scoring& scoring) {
  const Matrix av = times(rows, v);
  const Matrix gram = times(av, transposed(rows));
  Matrix column;
  for (const Vector& row : av) column.push_back({row[record]});
  const Matrix solved = solve(gram, column).solution;  // (A V A')^-1 A V e_i
  Rational explained = 0;
  Vector weights(v.size());  // of the records in the posterior mean of this one
  for (std::size_t k = 0; k < rows.size(); ++k) {
    explained += av[k][record] * solved[k][0];
    for (std::size_t j = 0; j < v.size(); ++j) weights[j] += rows[k][j] * solved[k][0];
  }
  const Rational squared = explained / v[record][record];
  if (priors.degrees_of_freedom) return student(squared, record, priors, scoring);
  if (squared == 0) return untouched(record);
  const std::optional<Rational> factor = moments_factor(scoring.rule);
  const Correlation rho = of_square(squared);
  // Can the other records, each within its bound, bring the posterior mean to this one? In units of sqrt(radius):
  // sum over j of |weight_j| sqrt(V_jj) against (1 - weight_i) sqrt(V_ii).
  ExactReal reach;
  for (std::size_t j = 0; j < v.size(); ++j)
    if (j != record && weights[j] != 0) reach = reach + ExactReal::radical(abs(weights[j]), v[j][j], Rational(1, 2));
  const ExactReal need = ExactReal::radical(1 - weights[record], v[record][record], Rational(1, 2));
  const bool reachable = compare(reach, need).value_or(-1) >= 0;
  if (!factor) return scaled(scoring, priors, v[record][record], 1 - squared, record, reachable);
  const auto with = [&](ExactReal first, std::string theorem) {
    Finding f = found(rho, *factor, std::move(first), record, std::move(theorem));
    f.prior = "the covariance given";
    return f;
  };
  switch (priors.bound) {
    case Bound::none:
      return infinite(record, "a mean far from the record", "a posterior mean that equals the record",
                      "gaussian-marginal-gain");
    case Bound::standardized_statistic: return with(ExactReal(priors.radius), "exact-linear-release");
    case Bound::mahalanobis: {
      Finding f = with(rho.root.times(priors.radius), "exact-release-mahalanobis");
      f.data = "the record and the standardized statistic deviate alike, all else at its regression on them";
      return f;
    }
    case Bound::euclidean:
      return not_supported(
          "/priors/bound",
          "euclidean is covered for a multiple of the identity or a condition number; ask mahalanobis");
    case Bound::standardized_record: break;
  }
  if (reachable) return with(ExactReal(priors.radius), "exact-linear-release");
  // z^2 - ((1 - w) z - U)^2/(1 - R^2) over 0 <= z <= 1 in units of sqrt(radius), U the reach: an end, or the vertex.
  const Rational slope = 1 - weights[record], rest = 1 - squared, lead = slope * slope - rest;
  const ExactReal u = reach, sd = ExactReal::radical(1, v[record][record], Rational(1, 2));
  const auto share = [slope, rest, u, sd](const Ball& z, long bits) {
    const Ball miss = Ball(slope, bits) * z - u.ball(bits) / sd.ball(bits);
    return square(z) - square(miss) / Ball(rest, bits);
  };
  const Rational radius = priors.radius;
  const ExactReal best = ExactReal::computed([=](long bits) {
    const Ball end = share(Ball(1, bits), bits);
    if (lead <= 0) return end * Ball(radius, bits);
    const Ball vertex = min(Ball(slope, bits) * (u.ball(bits) / sd.ball(bits)) / Ball(lead, bits), Ball(1, bits));
    return max(end, share(vertex, bits)) * Ball(radius, bits);
  });
  Finding f = with(best, "gaussian-marginal-gain");
  f.data = "every other record at its bound, on the side that brings the posterior mean nearest to the record";
  return f;
}

}  // namespace assay::persuasive
