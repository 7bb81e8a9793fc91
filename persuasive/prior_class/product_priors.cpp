// Products of record classes.
#include "persuasive/prior_class/product_priors.hpp"

#include <algorithm>
#include <utility>

#include "persuasive/prior_class/listed.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

constexpr std::size_t most_bases = 200'000, most_products = 2'000'000;

Pmf times(const Pmf& a, const Pmf& b) {
  Pmf all;
  for (const Rational& x : a)
    for (const Rational& y : b) all.push_back(x * y);
  return all;
}

Result<std::vector<Pmf>> record_vertices(const RecordClass& priors, std::size_t values, std::size_t at,
                                         const accounting::Deadline& deadline) {
  if (const auto* listed = std::get_if<ListedPriors>(&priors)) return listed->priors;
  std::optional<std::vector<Pmf>> found = vertices(region(priors, values, at), most_bases, deadline);
  if (!found && deadline.passed())
    return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before the vertices of the class were found"};
  if (!found)
    return Error{ErrorCode::limit_exceeded, "/priors/records", "the class of one record has too many vertices"};
  return *std::move(found);
}

FiniteProblem as_list(const FiniteProblem& problem, Pmf prior) {
  FiniteProblem listed = problem;
  listed.priors = ListedPriors{{std::move(prior)}};
  return listed;
}

}  // namespace

std::optional<Pmf> single_product(const ProductPriors& priors) {
  Pmf all{Rational(1)};
  for (const RecordClass& record : priors.records) {
    const auto* listed = std::get_if<ListedPriors>(&record);
    if (listed == nullptr || listed->priors.size() != 1) return std::nullopt;
    all = times(all, listed->priors.front());
  }
  return all;
}

Result<Bracket> product_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  const auto& priors = std::get<ProductPriors>(problem.priors);
  if (std::optional<Pmf> single = single_product(priors))
    return listed_kappa(as_list(problem, *std::move(single)), score, delta);
  if (score.rule != Score::Rule::log || delta != 0 || !score.coordinates.empty())
    return Error{
        ErrorCode::not_supported, "/priors",
        "classes of independent records are answered for the log score of the whole datum at delta 0, where vertices "
        "of the records' classes are worst, or for one prior a record; ask that, or list the joint priors"};
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  Bracket best;
  for (const std::size_t x : problem.truths()) {
    const std::vector<std::size_t> values = problem.space.digits(x);
    std::vector<std::vector<Pmf>> choices;
    std::size_t products = 1;
    bool possible = true;
    for (std::size_t i = 0; i < priors.records.size(); ++i) {
      Result<std::vector<Pmf>> own =
          record_vertices(priors.records[i], problem.space.records[i], values[i], problem.deadline);
      if (!own) return own.error();
      possible = possible && std::any_of(own->begin(), own->end(), [&](const Pmf& p) { return p[values[i]] > 0; });
      products *= own->size();
      if (products > most_products)
        return Error{
            ErrorCode::limit_exceeded, "/priors",
            "more than " + std::to_string(most_products) + " products of vertices; give fewer records or values"};
      choices.push_back(*std::move(own));
    }
    if (!possible || products == 0) continue;
    std::vector<std::size_t> chosen(choices.size());
    std::optional<Rational> least;
    Pmf where;
    std::size_t column = 0;
    for (std::size_t n = 0; n < products; ++n) {
      if (problem.deadline.passed())
        return Error{ErrorCode::limit_exceeded, "/priors",
                     "max_seconds ended before every product of vertices was tried"};
      Pmf joint{Rational(1)};
      std::size_t code = n;
      for (const std::vector<Pmf>& own : choices) {
        joint = times(joint, own[code % own.size()]);
        code /= own.size();
      }
      for (std::size_t t = 0; t < kernel->columns(); ++t) {
        if (kernel->rows[x][t] == 0) continue;
        Rational predicted = 0;
        for (std::size_t y = 0; y < joint.size(); ++y)
          if (joint[y] != 0) predicted += joint[y] * kernel->rows[y][t];
        predicted /= kernel->rows[x][t];
        if (least && predicted >= *least) continue;
        least = predicted;
        where = joint;
        column = t;
      }
    }
    WorstCase worst;
    worst.data = x;
    worst.attained = where[x] > 0;
    if (!worst.attained) worst.sequence = "products of priors of the classes that tend to the one shown";
    for (std::size_t y = 0; y < where.size(); ++y)
      if (where[y] != 0) worst.prior.emplace_back(y, Real(where[y]));
    worst.outputs = kernel->outputs[column];
    const Real gain = *least == 0 ? Real::infinite() : Real(LogNumber::log(1 / *least));
    best = worse(std::move(best), Bracket::exactly(gain, std::move(worst), {"independent-records"}));
  }
  return best;
}

Result<Bracket> product_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  const auto& priors = std::get<ProductPriors>(problem.priors);
  if (std::optional<Pmf> single = single_product(priors))
    return listed_delta(as_list(problem, *std::move(single)), score, kappa);
  if (score.rule == Score::Rule::log && score.coordinates.empty()) {
    // Where no gain at all exceeds kappa, none does with any probability.
    const Result<Bracket> all = product_kappa(problem, score, 0);
    if (!all) return all;
    if (all->found && compare(all->upper, Real(kappa)) != Order::greater) {
      Bracket none = *all;
      none.lower = none.upper = Real();
      return none;
    }
  }
  return Error{
      ErrorCode::not_supported, "/kappa",
      "over independent records the probability of a gain above kappa is not covered; ask kappa_at_delta with delta 0, "
      "or list the joint priors"};
}

}  // namespace assay::persuasive
