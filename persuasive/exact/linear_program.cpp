// The simplex method in two phases.
#include "persuasive/exact/linear_program.hpp"

#include <utility>

namespace assay::persuasive {
namespace {

using core::Rational;
using Row = std::vector<Rational>;

/// Steps that do not move the point before Bland's rule takes over.
constexpr int patience = 8;

/// Rows a . x = b with b >= 0, a basis of unit columns, and reduced costs in the last row (their value negated at the
/// end).
class Tableau {
 public:
  explicit Tableau(const LinearProgram& program) : variables_(program.variables) {
    std::size_t slacks = 0;
    for (const LinearConstraint& c : program.constraints) slacks += c.relation == Relation::equal ? 0 : 1;
    real_columns_ = variables_ + slacks;
    columns_ = real_columns_ + program.constraints.size();  // an artificial one a row, dropped where a slack will do
    std::size_t slack = variables_, artificial = real_columns_;
    for (const LinearConstraint& c : program.constraints) {
      Row row(columns_ + 1);
      for (std::size_t j = 0; j < c.row.size(); ++j) row[j] = c.row[j];
      row[columns_] = c.bound;
      std::size_t basic = artificial++;
      if (c.relation != Relation::equal) row[slack] = c.relation == Relation::at_most ? 1 : -1;
      if (row[columns_] < 0)
        for (Rational& entry : row) entry = -entry;
      if (c.relation != Relation::equal) {
        if (row[slack] == 1) basic = slack;
        // At bound 0 a row of at_least may be turned round to have its slack as the basis.
        if (row[slack] == -1 && row[columns_] == 0) {
          for (Rational& entry : row) entry = -entry;
          basic = slack;
        }
        ++slack;
      }
      if (basic >= real_columns_) row[basic] = 1;
      basis_.push_back(basic);
      rows_.push_back(std::move(row));
    }
  }

  /// Reduced costs of the sum of the artificial variables.
  void start_first_phase() {
    cost_.assign(columns_ + 1, Rational(0));
    for (std::size_t j = real_columns_; j < columns_; ++j) cost_[j] = 1;
    price_out();
  }

  void start_second_phase(const Row& objective) {
    // An artificial variable that stays basic at 0 leaves by any pivot, or its row says nothing.
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (basis_[i] < real_columns_) continue;
      for (std::size_t j = 0; j < real_columns_; ++j)
        if (rows_[i][j] != 0) {
          pivot(i, j);
          break;
        }
    }
    cost_.assign(columns_ + 1, Rational(0));
    for (std::size_t j = 0; j < objective.size(); ++j) cost_[j] = objective[j];
    price_out();
  }

  LinearOptimum::Status minimise(const accounting::Deadline& deadline) {
    for (int still = 0;;) {
      if (deadline.passed()) return LinearOptimum::Status::stopped;
      std::size_t enter = columns_;
      for (std::size_t j = 0; j < real_columns_; ++j) {
        if (cost_[j] >= 0) continue;
        if (enter == columns_ || (still < patience && cost_[j] < cost_[enter])) enter = j;
        if (still >= patience) break;  // Bland: the first
      }
      if (enter == columns_) return LinearOptimum::Status::optimal;
      std::size_t leave = rows_.size();
      Rational least;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i][enter] <= 0) continue;
        Rational ratio = rows_[i][columns_] / rows_[i][enter];
        if (leave == rows_.size() || ratio < least || (ratio == least && basis_[i] < basis_[leave])) {
          leave = i;
          least = std::move(ratio);
        }
      }
      if (leave == rows_.size()) return LinearOptimum::Status::unbounded;
      still = least == 0 ? still + 1 : 0;
      pivot(leave, enter);
    }
  }

  Rational value() const { return -cost_[columns_]; }

  /// The reduced costs of the slacks.
  Row prices() const {
    return {cost_.begin() + static_cast<std::ptrdiff_t>(variables_),
            cost_.begin() + static_cast<std::ptrdiff_t>(real_columns_)};
  }

  Row point() const {
    Row x(variables_);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (basis_[i] < variables_) x[basis_[i]] = rows_[i][columns_];
    return x;
  }

 private:
  void price_out() {
    for (std::size_t i = 0; i < rows_.size(); ++i) subtract(cost_, rows_[i], cost_[basis_[i]]);
  }

  static void subtract(Row& from, const Row& row, const Rational& times) {
    if (times == 0) return;
    const Rational factor = times;  // it may be an entry of `from`
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != 0) from[j] -= factor * row[j];
  }

  void pivot(std::size_t leave, std::size_t enter) {
    Row& row = rows_[leave];
    const Rational by = row[enter];
    if (by != 1)
      for (Rational& entry : row)
        if (entry != 0) entry /= by;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (i != leave) subtract(rows_[i], row, rows_[i][enter]);
    subtract(cost_, row, cost_[enter]);
    basis_[leave] = enter;
  }

  std::size_t variables_, real_columns_ = 0, columns_ = 0;
  std::vector<Row> rows_;
  std::vector<std::size_t> basis_;
  Row cost_;
};

}  // namespace

LinearOptimum solve(const LinearProgram& program, const accounting::Deadline& deadline) {
  using Status = LinearOptimum::Status;
  LinearOptimum result;
  Tableau tableau(program);
  tableau.start_first_phase();
  result.status = tableau.minimise(deadline);
  if (result.status != Status::optimal) return result;
  if (tableau.value() != 0) {
    result.status = Status::infeasible;
    return result;
  }
  tableau.start_second_phase(program.objective);
  result.status = tableau.minimise(deadline);
  if (result.status != Status::optimal) return result;
  result.value = tableau.value();
  result.point = tableau.point();
  result.prices = tableau.prices();
  return result;
}

}  // namespace assay::persuasive
