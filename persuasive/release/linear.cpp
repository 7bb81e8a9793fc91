#include "persuasive/release/linear.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "persuasive/release/record_gain.hpp"
#include "scoring/expected.hpp"

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;
using scoring::ExactReal;
using scoring::Matrix;
using scoring::Scoring;
using scoring::solve;
using scoring::submatrix;
using scoring::times;
using scoring::transposed;
using scoring::Vector;

namespace {

Error not_supported(std::string message) { return {ErrorCode::not_supported, "/scores", std::move(message)}; }

Matrix identity(std::size_t n, const Rational& v) {
  Matrix m(n, Vector(n));
  for (std::size_t i = 0; i < n; ++i) m[i][i] = v;
  return m;
}

/// (A V A')^-1 A V for independent rows.
Matrix regression(const Matrix& rows, const Matrix& covariance) {
  const Matrix av = times(rows, covariance);
  return solve(times(av, transposed(rows)), av).solution;
}

/// The coordinates that one scoring is about, set by set: each record alone, or the set named.
std::vector<std::vector<std::size_t>> parts(const Scoring& scoring, std::size_t records) {
  const bool each = scoring.each || (scoring.coordinates.empty() &&
                                     std::holds_alternative<scoring::DawidSebastianiMarginal>(scoring.rule));
  std::vector<std::vector<std::size_t>> all;
  if (each)
    for (std::size_t i = 0; i < records; ++i) all.push_back({i});
  else
    all.push_back(scoring.coordinates);
  if (!each && all.front().empty())
    for (std::size_t i = 0; i < records; ++i) all.front().push_back(i);
  return all;
}

bool is_log(const scoring::Rule& rule) { return std::holds_alternative<scoring::Logarithmic>(rule); }
bool is_moments(const scoring::Rule& rule) {
  return std::holds_alternative<scoring::DawidSebastiani>(rule) ||
         std::holds_alternative<scoring::DawidSebastianiMarginal>(rule);
}

/// Whether some combination of the coordinates alone is published.
bool meets_row_space(const Matrix& rows, const std::vector<std::size_t>& coordinates, std::size_t n) {
  Matrix together = scoring::independent_rows(rows);
  const std::size_t rank = together.size();
  for (const std::size_t i : coordinates) {
    Vector e(n);
    e[i] = 1;
    together.push_back(std::move(e));
  }
  return scoring::independent_rows(together).size() < rank + coordinates.size();
}

Finding infinite(std::string prior, std::string data, std::vector<std::string> theorems) {
  Finding f;
  f.lower = f.upper = ExactReal::infinity();
  f.attained = false;
  f.prior = std::move(prior);
  f.data = std::move(data);
  f.theorems = std::move(theorems);
  return f;
}

std::string joined(const std::vector<std::size_t>& indices) {
  std::string text;
  for (const std::size_t i : indices) text += (text.empty() ? "" : ", ") + std::to_string(i);
  return text;
}

Result<Finding> joint_gain(const Matrix& rows, const GaussianPriors& priors, const Scoring& scoring,
                           const std::vector<std::size_t>& part, std::size_t n) {
  if (!is_moments(scoring.rule) && !is_log(scoring.rule))
    return not_supported("a score of several records jointly is dawid_sebastiani or log here; name one coordinate");
  const std::vector<std::string> theorems = {"joint-gain-of-exact-release"};
  if (meets_row_space(rows, part, n))
    return infinite(
        "any of the class",
        "a combination of the records " + joined(part) + " is published exactly: the posterior has no density there",
        theorems);
  if (!priors.covariance || priors.bound != GaussianPriors::Bound::standardized_statistic)
    return not_supported(
        "several records jointly have a theorem for a given covariance with the bound "
        "standardized_statistic; name one coordinate");
  const Matrix& v = *priors.covariance;
  const Matrix explained = times(transposed(times(rows, v)), regression(rows, v));
  Matrix posterior = v;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) posterior[i][j] -= explained[i][j];
  const auto determinant = [&](const Matrix& m) { return solve(submatrix(m, part), Matrix(part.size())).determinant; };
  Finding f;
  f.lower = f.upper = (ExactReal(priors.radius) + ExactReal::log(determinant(v) / determinant(posterior)))
                          .times(is_log(scoring.rule) ? Rational(1, 2) : Rational(1));
  f.prior = "the covariance given, any mean at that distance";
  f.data = "the posterior mean of the records " + joined(part) + " equals their values";
  f.theorems = theorems;
  return f;
}

}  // namespace

Matrix matrix(const LinearStatistics& statistics) {
  if (!statistics.is_mean()) return statistics.rows;
  return {Vector(statistics.records->convert_to<std::size_t>(), Rational(1))};
}

std::vector<Rational> leverages(const Matrix& rows) {
  const Matrix a = scoring::independent_rows(rows);
  const std::size_t n = a.front().size();
  const Matrix projection = solve(times(a, transposed(a)), a).solution;
  std::vector<Rational> h(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < a.size(); ++k) h[i] += a[k][i] * projection[k][i];
  return h;
}

Update update(const Matrix& rows, const Vector& mean, const Matrix& covariance, const Vector& truth) {
  const Matrix a = scoring::independent_rows(rows);
  const Matrix b = regression(a, covariance);  // transposed weights
  Vector d(truth.size());
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = truth[i] - mean[i];
  Vector shift = times(transposed(b), times(a, d));
  Update u{mean, covariance, mean, covariance};
  const Matrix explained = times(transposed(times(a, covariance)), b);
  for (std::size_t i = 0; i < d.size(); ++i) {
    u.posterior_mean[i] += shift[i];
    for (std::size_t j = 0; j < d.size(); ++j) u.posterior_covariance[i][j] -= explained[i][j];
  }
  return u;
}

Result<Finding> gain(const Update& u, const Scoring& scoring, const Vector& truth) {
  std::optional<Finding> worst;
  for (const std::vector<std::size_t>& part : parts(scoring, truth.size())) {
    const auto law = [&](const Vector& mean, const Matrix& covariance) {
      return marginal(scoring::GaussianVector{mean, covariance}, part);
    };
    const scoring::Law before = law(u.prior_mean, u.prior_covariance);
    if (std::optional<Error> error = scoring::mismatch(scoring.rule, before)) {
      error->pointer = "/scores";
      return *std::move(error);
    }
    Vector x;
    for (const std::size_t i : part) x.push_back(truth[i]);
    Finding f;
    f.theorems = {"gaussian-marginal-gain"};
    if (part.size() == 1) f.record = part.front();
    const bool sure = scoring::failing_minor(submatrix(u.posterior_covariance, part)).has_value();
    if (sure && (is_log(scoring.rule) || is_moments(scoring.rule))) {
      f.lower = f.upper = ExactReal::infinity();
      f.theorems = {"joint-gain-of-exact-release"};
      f.data = "what is published determines a combination of the records " + joined(part);
    } else if (sure && part.size() == 1) {
      // The belief is the truth alone: the score of a sure and right forecast.
      f.lower = f.upper = score_at(scoring.rule, before, x) - score_at(scoring.rule, scoring::Discrete{{x}, {1}}, x);
    } else if (sure) {
      return not_supported("the posterior is singular and the rule has no score for it; ask dawid_sebastiani");
    } else {
      f.lower = f.upper =
          score_at(scoring.rule, before, x) - score_at(scoring.rule, law(u.posterior_mean, u.posterior_covariance), x);
    }
    worst = worst ? worse(*std::move(worst), std::move(f)) : std::move(f);
  }
  return *worst;
}

Result<Finding> largest_gain(const LinearStatistics& statistics, const GaussianPriors& priors, const Scoring& scoring) {
  const bool single =
      scoring.coordinates.size() == 1 || scoring.each ||
      (scoring.coordinates.empty() && std::holds_alternative<scoring::DawidSebastianiMarginal>(scoring.rule));
  // All records alike: nothing is written out, so that a million of them cost nothing.
  if (statistics.is_mean() && !priors.covariance) {
    if (statistics.records && scoring.coordinates.size() == 1 && *statistics.records <= scoring.coordinates[0])
      return Error{ErrorCode::invalid_parameter, "/scores",
                   "there is no coordinate " + std::to_string(scoring.coordinates[0]) + " of " +
                       statistics.records->str() + " records"};
    if (single) {
      const Rational leverage = statistics.records ? Rational(1) / Rational(*statistics.records) : Rational(0);
      return record_gain_of_class(
          {leverage, true, statistics.records, scoring.coordinates.size() == 1 ? scoring.coordinates[0] : 0, {}, false},
          priors, scoring);
    }
    if (scoring.coordinates.empty() && (is_moments(scoring.rule) || is_log(scoring.rule)))
      return infinite("any of the class", "the mean is published exactly: the joint posterior has no density",
                      {"joint-gain-of-exact-release"});
    if (!statistics.records || *statistics.records > max_matrix_records)
      return not_supported("several of very many records jointly are not covered: name one coordinate");
  }
  const Matrix rows = scoring::independent_rows(matrix(statistics));
  if (rows.empty())
    return Error{ErrorCode::invalid_parameter, "/release", "the statistic is 0 whatever the data: it says nothing"};
  const std::size_t n = rows.front().size();
  for (const std::size_t i : scoring.coordinates)
    if (i >= n)
      return Error{ErrorCode::invalid_parameter, "/scores",
                   "there is no coordinate " + std::to_string(i) + " of " + std::to_string(n) + " records"};
  if (priors.covariance && priors.covariance->size() != n)
    return Error{ErrorCode::invalid_parameter, "/priors/covariance",
                 "the covariance has " + std::to_string(priors.covariance->size()) + " rows for " + std::to_string(n) +
                     " records"};
  if (!single) {
    GaussianPriors given = priors;
    if (priors.variance) given.covariance = identity(n, *priors.variance);
    return joint_gain(rows, given, scoring, parts(scoring, n).front(), n);
  }
  const std::vector<Rational> h = leverages(rows);
  const Rational highest = *std::max_element(h.begin(), h.end());
  std::optional<Finding> worst;
  std::vector<std::vector<std::size_t>> records = parts(scoring, n);
  // Without a covariance the record of the highest leverage gains most: the closed forms increase in it.
  if (!priors.covariance && records.size() > 1)
    records = {{static_cast<std::size_t>(std::max_element(h.begin(), h.end()) - h.begin())}};
  for (const std::vector<std::size_t>& part : records) {
    const std::size_t i = part.front();
    Result<Finding> f = Finding{};
    if (h[i] == 1) {
      f = infinite("any of the class",
                   "record " + std::to_string(i) + " is a combination of what is published: it is determined exactly",
                   {"exact-linear-release"});
      if (!is_log(scoring.rule) && !is_moments(scoring.rule))
        return not_supported("record " + std::to_string(i) +
                             " is determined by what is published; ask dawid_sebastiani_marginal or log");
      f->record = i;
    } else if (priors.covariance) {
      f = record_gain(rows, *priors.covariance, i, priors, scoring);
    } else {
      const std::optional<Vector> weights = rows.size() == 1 ? std::optional(rows.front()) : std::nullopt;
      f = record_gain_of_class({h[i], h[i] == highest, Integer(n), i, weights, rows.size() > 1}, priors, scoring);
    }
    if (!f) return f;
    worst = worst ? worse(*std::move(worst), *std::move(f)) : *std::move(f);
  }
  return *worst;
}

}  // namespace assay::persuasive
