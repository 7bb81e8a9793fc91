// What a release of a table teaches a reader: kappa, the largest gain of a proper score, for the table and for each
// cell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/table/fibre.hpp"
#include "scoring/rule.hpp"

namespace assay::persuasive {

/// log of the whole table or of one cell's law; the censored and conditional likelihoods of theorem
/// `table-sensitive-range` judge a cell by the rule's sensitive values alone; `rule`: KappaQuestion::rule, of a cell.
enum class TableScore { log, censored, conditional, rule };

/// A class of priors; kappa is the worst case over it.
struct PriorClass {
  /// The members listed; for `poisson_rates`, one prior whose common rate runs from rate_low to rate_high.
  std::vector<TablePrior> members;
  bool poisson_rates = false;
  core::Rational rate_low = 0, rate_high = 0;
  /// Contamination: (1 - weight) member + weight anything.
  core::Rational contamination = 0;
  /// truth_floor: the prior gives the truth at least this, all else is free. belief_floor: each suppressed cell's
  /// sensitive set has at least this.
  std::optional<core::Rational> truth_floor, belief_floor;
  std::string pointer;
};

struct KappaQuestion {
  PriorClass priors;
  TableScore score = TableScore::log;
  scoring::Rule rule;
  /// A cell of the release; absent: the table as a whole.
  std::optional<std::size_t> cell;
  bool posterior = true;
  long digits = 10;
  CountOptions count;
};

struct CellGain {
  std::size_t cell = 0;
  /// Probability of the true value given the release, where the truth is known.
  std::optional<core::Rational> truth_probability;
  std::optional<accounting::Ball> kappa;
  /// kappa = ln(ratio), where it is the logarithm of a rational.
  std::optional<core::Rational> ratio;
  /// The member of the class that is worst for this cell.
  std::size_t member = 0;
  /// Why there is no kappa, where there is none.
  std::string unanswered;
};

struct KappaAnswer {
  accounting::Ball kappa;
  std::optional<core::Rational> ratio;
  /// Which member attains it.
  std::size_t member = 0;
  std::optional<core::Rational> rate_low, rate_high;
  /// Gains of the cells that are not published, each under the member that is worst for it.
  std::vector<CellGain> cells;
  /// Why there are none, where the class has no answer cell by cell.
  std::string cells_unanswered;
  /// Loss of the suppression symbols: -log Q(symbols | everything else published), where a rule is known.
  std::optional<accounting::Ball> symbol;
  Fibre fibre;
  /// Under a list of priors: the laws of the cells of the fibre, as Fibre::posterior, one a member.
  std::vector<std::vector<ValueWeights>> posteriors;
  std::vector<std::string> theorems;
  bool converged = true;
};

/// How the printed value comes from the true one: by chances that are given; by random rounding, which prints a
/// multiple t next to the true value x with probability 1 - |x - t| / base; by a choice of unknown method, which is
/// what controlled rounding makes between the multiples next to x. A deviation without a law is none of these: as
/// likely from every value within it, by hypothesis, it tells what a deterministic release of its values would.
enum class Chance { none, given, random_rounding, unknown_choice };
Chance chance_of(const TableCell& cell);
/// Then no gain is decided by the table.
inline bool is_random(const TableCell& cell) { return chance_of(cell) != Chance::none; }

/// Fails: not_supported where no theorem covers the class and score; the errors of fibre().
core::Result<KappaAnswer> kappa(const Release& release, const Knowledge& knowledge, const KappaQuestion& question,
                                const accounting::Deadline& deadline);

}  // namespace assay::persuasive
