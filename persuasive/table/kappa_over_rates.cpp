// kappa where the rate of a Poisson prior runs through an interval: the sum over the fibre is a polynomial in the rate.
#include "persuasive/table/kappa_over_rates.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/rational_arithmetic.hpp"
#include "persuasive/table/rate_interval.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

/// Adds a variable for the sum of the interior cells: its law makes a polynomial in the rate.
Result<PositivePolynomial> rate_polynomial(const Release& release, const Knowledge& knowledge, const BoundPrior& unit,
                                           std::optional<std::pair<std::size_t, Amount>> fixed,
                                           const KappaQuestion& question, const Deadline& deadline,
                                           Fibre* kept = nullptr) {
  Release summed = release;
  TableCell total;
  total.status = CellStatus::absent;
  total.at = {"the sum of all interior cells"};
  total.interior = false;
  Relation relation;
  relation.name = "all interior cells";
  relation.terms.push_back({summed.cells.size(), -1});
  for (std::size_t c = 0; c < release.cells.size(); ++c)
    if (release.cells[c].interior) relation.terms.push_back({c, 1});
  summed.cells.push_back(total);
  summed.relations.push_back(relation);
  if (fixed) {
    summed.cells[fixed->first].status = CellStatus::published;
    summed.cells[fixed->first].value = Rational(fixed->second);
    summed.cells[fixed->first].pointer.clear();
  }
  FibreQuestion asked;
  asked.kind = fibre_kind(release, knowledge);
  asked.posterior = true;
  asked.count = question.count;
  Result<BoundPrior> bound = BoundPrior::of(unit.prior(), summed);
  if (!bound) return bound.error();
  Result<Fibre> told = fibre(summed, knowledge, &*bound, asked, deadline);
  if (!told) return told.error();
  if (told->infinite) return infinite_tables("the release");
  const auto variable = static_cast<std::size_t>(told->system.variable_of.back());
  if (!told->exact() || told->posterior[variable].weights.empty()) return uncounted(deadline, "/priors");
  const Rational constant = bound->constant(told->system).ratio;
  PositivePolynomial polynomial;
  const ValueWeights& law = told->posterior[variable];
  for (std::size_t i = 0; i < law.weights.size(); ++i)
    if (law.weights[i] != 0)
      polynomial.emplace_back(law.low + static_cast<Amount>(i), law.weights[i] * told->lower * constant);
  if (kept != nullptr) *kept = std::move(told).value();
  return polynomial;
}

}  // namespace

Error infinite_tables(const std::string& what) {
  return {ErrorCode::not_supported, "/knowledge/upper",
          what + " has infinitely many tables: publish totals, or give knowledge.upper"};
}

Result<KappaAnswer> kappa_over_rates(const Release& release, const Knowledge& knowledge, const KappaQuestion& question,
                                     const Deadline& deadline) {
  if (question.score != TableScore::log)
    return Error{ErrorCode::not_supported, "/score", "over an interval of rates the score is log"};
  if (fibre_kind(release, knowledge) == FibreKind::algorithm)
    return Error{ErrorCode::not_supported, "/priors", "an interval of rates beside the fibre of an algorithm"};
  TablePrior unit;
  unit.family = TablePrior::Family::poisson;
  unit.parameters = {Rational(1)};
  unit.pointer = question.priors.pointer;
  const Result<BoundPrior> bound = BoundPrior::of(unit, release);
  if (!bound) return bound.error();
  KappaAnswer answer;
  Result<PositivePolynomial> all =
      rate_polynomial(release, knowledge, *bound, std::nullopt, question, deadline, &answer.fibre);
  if (!all) return all.error();
  RateFunction f;
  f.minus = std::move(all).value();
  if (question.cell) {
    const TableCell& cell = release.cells[*question.cell];
    if (!cell.value || !cell.interior)
      return Error{ErrorCode::not_supported, "/score/cell",
                   "over an interval of rates: an interior cell with its value"};
    const Amount x = numerator(*cell.value).convert_to<Amount>();
    Result<PositivePolynomial> part =
        rate_polynomial(release, knowledge, *bound, std::pair{*question.cell, x}, question, deadline);
    if (!part) return part.error();
    f.plus = std::move(part).value();
    f.linear = 1;
    f.logarithmic = -x;
    f.factor = Rational(core::factorial(static_cast<std::uint64_t>(x)));  // x: one that the prior took
  } else {
    f.linear = static_cast<long>(
        std::count_if(release.cells.begin(), release.cells.end(), [](const TableCell& cell) { return cell.interior; }));
  }
  const RateMaximum most =
      rate_maximum(f, question.priors.rate_low, question.priors.rate_high, question.digits * 4 + 96, deadline);
  answer.kappa = most.value;
  answer.rate_low = most.low;
  answer.rate_high = most.high;
  answer.fibre.posterior.clear();
  answer.fibre.system.variables.pop_back();  // the sum, which is no cell of the release
  answer.cells_unanswered = "over an interval of rates kappa is that of the table, or of the one cell that score names";
  answer.theorems = answer.fibre.theorems;
  if (std::none_of(release.cells.begin(), release.cells.end(), is_random))
    answer.theorems.emplace_back(question.cell ? "table-cell-gain" : "table-joint-gain");
  answer.theorems.emplace_back("table-rate-interval");
  return answer;
}

}  // namespace assay::persuasive
