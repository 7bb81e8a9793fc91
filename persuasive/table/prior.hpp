// Beliefs about the interior cells of a table before it is published.
//
// Every family here is a constant times a product over interior cells, so sums over tables need weights alone; the
// constant and the law of one cell (or of a sum of cells) come apart. Statements C-1 to C-5 of the theory of tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/table/count.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

struct TablePrior {
  enum class Family { uniform_completions, uniform, poisson, negative_binomial, multinomial, dirichlet_multinomial };
  Family family = Family::uniform_completions;
  /// Rates, success probabilities, category probabilities or concentrations: one a interior cell in the order of the
  /// cells, or one for all.
  std::vector<core::Rational> parameters;
  /// uniform: the whole numbers from `lower` to `upper`.
  core::Rational lower = 0, upper = 0;
  /// negative_binomial: the number of successes.
  core::Rational size = 1;
  /// multinomial families: the number of records, known to the reader.
  Amount total = 0;
  std::string pointer;
};

/// x = log(ratio) + linear: exact logarithms of rationals with a rational term beside them.
struct LogRational {
  core::Rational ratio = 1;
  core::Rational linear = 0;
  /// power * log(base) more, for fractional powers.
  core::Rational base = 1, power = 0;
};
accounting::Ball to_ball(const LogRational& x, long bits);
LogRational operator-(const LogRational& x, const LogRational& y);

/// A prior bound to the interior cells of a release.
class BoundPrior {
 public:
  /// Fails: invalid_parameter for parameters outside their domain or of another number; not_supported for magnitudes;
  ///        limit_exceeded for counts whose factorials are too large.
  static core::Result<BoundPrior> of(const TablePrior& prior, const Release& release);

  /// Narrows domains to the support, adds the equation of a known total.
  core::Result<System> restrict(const System& system) const;
  /// limit_exceeded where the weights of the values in these spans are too large to be written out.
  std::optional<core::Error> unweighable(const System& system, const std::vector<Span>& spans) const;
  /// Weights of the values of each variable; of sums, 1. Shape: spans that are not `unweighable`.
  std::vector<ValueWeights> weights(const System& system, const std::vector<Span>& spans) const;
  /// log of the constant, with the weights of what is published.
  LogRational constant(const System& system) const;
  /// log of the law of one cell at a value; the cell may be a sum. nullopt for uniform_completions.
  /// Fails: not_supported where sums have no closed law here.
  core::Result<std::optional<LogRational>> law(std::size_t cell, Amount value) const;
  /// Whether the law of a cell has finitely many values, and how far they go.
  std::optional<Span> support(std::size_t cell) const;

  const TablePrior& prior() const { return prior_; }

 private:
  const core::Rational& parameter(std::size_t cell) const;
  core::Rational weight(std::size_t cell, Amount value) const;
  core::Rational growth(std::size_t cell, Amount value) const;
  core::Rational coefficient_of_sum(const std::vector<std::size_t>& cells, Amount value) const;
  bool has_factorials() const;
  core::Error too_large(const std::string& pointer) const;

  TablePrior prior_;
  const Release* release_ = nullptr;
  /// Rank of an interior cell among the interior cells; of sums, the interior cells below.
  std::vector<std::ptrdiff_t> rank_;
  std::vector<std::vector<std::size_t>> below_;
  std::size_t interior_ = 0;
};

}  // namespace assay::persuasive
