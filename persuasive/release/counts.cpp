#include "persuasive/release/counts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/rational_arithmetic.hpp"
#include "scoring/finite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;
using scoring::ExactReal;
using scoring::Scoring;

using Sequence = std::vector<Rational>;  // indexed from 0

Error unsupported(std::string message) { return {ErrorCode::not_supported, "/scores", std::move(message)}; }

Sequence convolved(const Sequence& a, const Sequence& b, std::size_t most) {
  Sequence c(std::min(a.size() + b.size() - 1, most));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != 0)
      for (std::size_t j = 0; j < b.size() && i + j < c.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}

Sequence weights(const CellLaw& law) {
  Sequence w(static_cast<std::size_t>(*law.last) + 1);
  for (long k = law.first; k <= *law.last; ++k) w[static_cast<std::size_t>(k)] = law.weight(k);
  return w;
}

constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

Error out_of_time() { return {ErrorCode::limit_exceeded, "", "max_seconds ended before the law of the sum was known"}; }

/// P[S = s] of all records but one (none left out: no index); nothing where the deadline passed first.
std::optional<Sequence> sum_law(const PublishedSum& sum, std::optional<std::size_t> without, const Deadline& deadline) {
  Sequence law = {1};
  for (std::size_t i = 0; i < sum.records.size(); ++i) {
    if (deadline.passed()) return std::nullopt;
    if (i != without) law = convolved(law, weights(sum.records[i]), unlimited);
  }
  return law;
}

/// P[T = t | S = s + shift] summed over s.
Rational likelihood(const PublishedSum& sum, const Sequence& law, const Integer& t, long shift) {
  if (!sum.noise_ratio) {
    const Integer s = t - shift;
    return s < 0 || s >= law.size() ? Rational(0) : law[s.convert_to<std::size_t>()];
  }
  const Rational& ratio = *sum.noise_ratio;
  Rational total = 0;
  for (std::size_t s = 0; s < law.size(); ++s) {
    if (law[s] == 0) continue;
    const Integer distance = abs(Integer(t - shift - Integer(s)));
    total += (1 - ratio) / (1 + ratio) * law[s] * core::power(ratio, distance.convert_to<std::uint64_t>());
  }
  return total;
}

/// What is published beyond every sum tells as much as the last of them: the likelihoods of all sums fall by one
/// factor.
Integer within_sums(const PublishedSum& sum, const Integer& published) {
  if (!sum.noise_ratio) return published;
  Integer most = 0;
  for (const CellLaw& record : sum.records) most += *record.last;
  return std::clamp(published, Integer(0), most);
}

std::vector<std::size_t> records_of(const Scoring& scoring, std::size_t n) {
  if (!scoring.each) return scoring.coordinates;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(i);
  return all;
}

/// S(prior, x) - S(posterior, x) of probability vectors.
Result<ExactReal> score_gain(const scoring::Rule& rule, const Sequence& prior, const Sequence& posterior,
                             std::size_t x) {
  const Result<ExactReal> before = scoring::score(rule, prior, x, scoring::Belief::prior);
  if (!before) return unsupported(before.error().message);
  return *before - *scoring::score(rule, posterior, x, scoring::Belief::posterior);
}

void raise(std::optional<ExactReal>& worst, ExactReal x) { worst = worst ? larger(*worst, x) : std::move(x); }

std::optional<Error> joint_fault(const Scoring& scoring) {
  if (scoring.each || !scoring.coordinates.empty()) return std::nullopt;
  if (std::holds_alternative<scoring::Logarithmic>(scoring.rule)) return std::nullopt;
  return unsupported("all counts together are covered under the log score; name one coordinate");
}

}  // namespace

Result<ExactReal> gain(const PublishedSum& sum, const Scoring& scoring, const std::vector<long>& truth,
                       const Integer& output, const Deadline& deadline) {
  if (std::optional<Error> error = joint_fault(scoring)) return *std::move(error);
  const std::size_t n = sum.records.size();
  if (scoring.coordinates.size() > 1) return unsupported("several coordinates jointly are not covered; name one");
  const Integer published = within_sums(sum, output);
  if (!scoring.each && scoring.coordinates.empty()) {
    long total = 0;
    for (const long x : truth) total += x;
    const std::optional<Sequence> law = sum_law(sum, std::nullopt, deadline);
    if (!law) return out_of_time();
    const Rational marginal = likelihood(sum, *law, published, 0);
    return ExactReal::log(likelihood(sum, {1}, published, total) / marginal);
  }
  std::optional<ExactReal> worst;
  for (const std::size_t i : records_of(scoring, n)) {
    const Sequence prior = weights(sum.records[i]);
    const std::optional<Sequence> others = sum_law(sum, i, deadline);
    if (!others) return out_of_time();
    Sequence posterior(prior.size());
    Rational marginal = 0;
    for (std::size_t v = 0; v < prior.size(); ++v) {
      if (deadline.passed()) return out_of_time();
      posterior[v] = prior[v] * likelihood(sum, *others, published, static_cast<long>(v));
      marginal += posterior[v];
    }
    for (Rational& p : posterior) p /= marginal;
    const auto low = sum.records[i].first;
    const auto from = [&](const Sequence& p) { return Sequence(p.begin() + low, p.end()); };
    const Result<ExactReal> gained =
        score_gain(scoring.rule, from(prior), from(posterior), static_cast<std::size_t>(truth[i] - low));
    if (!gained) return gained;
    raise(worst, *gained);
  }
  return *worst;
}

Result<ExactReal> largest_gain(const PublishedSum& sum, const Scoring& scoring, const Deadline& deadline) {
  if (sum.noise_ratio) return unsupported("with noise give the truth and the output");
  if (std::optional<Error> error = joint_fault(scoring)) return *std::move(error);
  if (scoring.coordinates.size() > 1) return unsupported("several coordinates jointly are not covered; name one");
  std::optional<ExactReal> worst;
  if (!scoring.each && scoring.coordinates.empty()) {
    const std::optional<Sequence> law = sum_law(sum, std::nullopt, deadline);
    if (!law) return out_of_time();
    for (const Rational& p : *law)
      if (p > 0) raise(worst, ExactReal::log(p, -1));
    return *worst;
  }
  for (const std::size_t i : records_of(scoring, sum.records.size())) {
    const Sequence prior = weights(sum.records[i]);
    const std::optional<Sequence> others = sum_law(sum, i, deadline);
    if (!others) return out_of_time();
    const Sequence whole = convolved(prior, *others, unlimited);
    const auto low = sum.records[i].first;
    for (std::size_t t = 0; t < whole.size(); ++t) {
      if (whole[t] == 0) continue;
      if (deadline.passed()) return out_of_time();
      Sequence posterior(prior.size());
      for (std::size_t v = 0; v < prior.size() && v <= t; ++v)
        if (t - v < others->size()) posterior[v] = prior[v] * (*others)[t - v] / whole[t];
      const auto from = [&](const Sequence& p) { return Sequence(p.begin() + low, p.end()); };
      for (std::size_t v = 0; v < prior.size(); ++v) {
        if (posterior[v] == 0) continue;
        const Result<ExactReal> gained =
            score_gain(scoring.rule, from(prior), from(posterior), v - static_cast<std::size_t>(low));
        if (!gained) return gained;
        raise(worst, *gained);
      }
    }
  }
  return *worst;
}

namespace {

/// -ln of the prior mass of what is seen of one cell: its value, or that it lies in the range.
ExactReal seen_cost(const SuppressedCells& rule, const CellLaw& cell, long x) {
  const auto cost = [&](const CellLaw& law) {
    return ExactReal(law.exponent) -
           ExactReal::log(rule.suppresses(x) ? law.weight(rule.first, rule.last) : law.weight(x));
  };
  std::optional<ExactReal> worst = cost(cell);
  // The mass rises and falls in the rate, so an end of the range of rates is worst.
  if (cell.other_rate) raise(worst, cost(cell.at_other_rate()));
  return *worst;
}

/// A region of values as one of indices from the first of the support.
scoring::Rule shifted(scoring::Rule rule, long first) {
  if (auto* r = std::get_if<scoring::CensoredLikelihood>(&rule))
    r->region = {r->region.first - first, r->region.last - first};
  if (auto* r = std::get_if<scoring::ConditionalLikelihood>(&rule))
    r->region = {r->region.first - first, r->region.last - first};
  return rule;
}

Result<ExactReal> cell_gain(const SuppressedCells& rule, const CellLaw& cell, const scoring::Rule& scored, long x) {
  if (std::holds_alternative<scoring::Logarithmic>(scored)) return seen_cost(rule, cell, x);
  if (!cell.last) return unsupported("a cell without an upper end is covered under the log score");
  Sequence prior, posterior;
  for (long k = cell.first; k <= *cell.last; ++k) {
    prior.push_back(cell.weight(k));
    const bool possible = rule.suppresses(x) ? rule.suppresses(k) : k == x;
    posterior.push_back(possible ? cell.weight(k) : Rational(0));
  }
  Rational mass = 0;
  for (const Rational& p : posterior) mass += p;
  for (Rational& p : posterior) p /= mass;
  return score_gain(shifted(scored, cell.first), prior, posterior, static_cast<std::size_t>(x - cell.first));
}

bool is_joint(const Scoring& scoring, std::size_t cells) {
  return !scoring.each && scoring.coordinates.empty() && cells > 1;
}

}  // namespace

Result<ExactReal> gain(const SuppressedCells& rule, const std::vector<CellLaw>& cells, const Rational& contamination,
                       const Scoring& scoring, const std::vector<long>& truth) {
  const bool log = std::holds_alternative<scoring::Logarithmic>(scoring.rule);
  if (contamination != 0 && (!log || scoring.each || (!scoring.coordinates.empty() && cells.size() > 1)))
    return unsupported("contaminated cells are covered under the log score about all of them together");
  if (scoring.coordinates.size() > 1) return unsupported("several coordinates jointly are not covered; name one");
  if (is_joint(scoring, cells.size())) {
    if (!log) return unsupported("all cells together are covered under the log score; name one coordinate");
    ExactReal sum = ExactReal::log(1 - contamination, -1);
    for (std::size_t i = 0; i < cells.size(); ++i) sum = sum + seen_cost(rule, cells[i], truth[i]);
    return sum;
  }
  std::vector<std::size_t> asked = records_of(scoring, cells.size());
  if (asked.empty()) asked = {0};
  std::optional<ExactReal> worst;
  for (const std::size_t i : asked) {
    const Result<ExactReal> gained = cell_gain(rule, cells[i], scoring.rule, truth[i]);
    if (!gained) return gained;
    raise(worst, *gained + ExactReal::log(1 - contamination, -1));
  }
  return *worst;
}

Result<ExactReal> largest_gain(const SuppressedCells& rule, const std::vector<CellLaw>& cells,
                               const Rational& contamination, const Scoring& scoring) {
  const std::vector<std::size_t> asked = is_joint(scoring, cells.size()) || scoring.each ? std::vector<std::size_t>()
                                         : scoring.coordinates.empty()                   ? std::vector<std::size_t>{0}
                                                                                         : scoring.coordinates;
  std::vector<long> truth;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const CellLaw& cell = cells[i];
    const bool matters = asked.empty() || asked.front() == i;
    if (!cell.last && matters) return ExactReal::infinity();  // far counts are published, and were all but ruled out
    std::optional<ExactReal> worst;
    long at = cell.first;
    for (long x = cell.first; matters && x <= *cell.last; ++x) {
      if (cell.weight(x) == 0) continue;
      const Result<ExactReal> gained = cell_gain(rule, cell, scoring.rule, x);
      if (!gained) return gained;
      if (worst && compare(*worst, *gained).value_or(0) >= 0) continue;
      worst = *gained;
      at = x;
    }
    truth.push_back(at);
  }
  return gain(rule, cells, contamination, scoring, truth);
}

Result<ExactReal> gain(const SuppressedCells& rule, const KnownTotal& prior, const Scoring& scoring,
                       const std::vector<long>& truth) {
  if (!std::holds_alternative<scoring::Logarithmic>(scoring.rule))
    return unsupported("cells of a known total are covered under the log score");
  if (scoring.coordinates.size() > 1) return unsupported("several coordinates jointly are not covered; name one");
  const std::size_t n = truth.size(), most = static_cast<std::size_t>(prior.total) + 1;
  // What may be behind each symbol, and what is published; the total weighs each combination.
  const auto sequence = [&](std::size_t cell, auto possible) {
    Sequence w(most);
    for (long k = 0; k <= prior.total; ++k)
      if (possible(k)) w[static_cast<std::size_t>(k)] = prior.weight(cell, k);
    return w;
  };
  const auto fibre = [&](std::size_t cell) {
    return sequence(cell, [&](long k) { return rule.suppresses(truth[cell]) ? rule.suppresses(k) : k == truth[cell]; });
  };
  const auto product = [&](const auto& of, std::optional<std::size_t> fixed) {
    Sequence all = {1};
    for (std::size_t i = 0; i < n; ++i)
      all = convolved(all, i == fixed ? sequence(i, [&](long k) { return k == truth[i]; }) : of(i), most);
    return all.size() == most ? all.back() : Rational(0);
  };
  const auto any = [&](std::size_t cell) { return sequence(cell, [](long) { return true; }); };
  const Rational whole = product(any, std::nullopt), seen = product(fibre, std::nullopt);
  if (!scoring.each && scoring.coordinates.empty()) return ExactReal::log(whole / seen);
  std::optional<ExactReal> worst;
  for (const std::size_t i : records_of(scoring, n))
    raise(worst, ExactReal::log((product(fibre, i) / seen) / (product(any, i) / whole)));
  return *worst;
}

}  // namespace assay::persuasive
