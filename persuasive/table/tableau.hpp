// The tableau behind TableProgram: basic variables as affine functions of nonbasic ones, over any exact field.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "persuasive/table/simplex.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

inline bool is_zero(const SmallFraction& x) { return x.is_zero(); }
inline bool is_zero(const core::Rational& x) { return x.is_zero(); }
inline int sign(const SmallFraction& x) { return x.sign(); }
inline int sign(const core::Rational& x) { return x.sign(); }
inline core::Rational exact(const SmallFraction& x) { return x.exact(); }
inline core::Rational exact(const core::Rational& x) { return x; }

template <class Number>
class Tableau {
 public:
  /// Eliminates the rows; false in `consistent()` where they contradict each other.
  Tableau(const System& system, const std::vector<Span>& spans) : spans_(spans), values_(spans.size()) {
    eliminate(system);
  }

  bool consistent() const { return consistent_; }
  const std::vector<Number>& values() const { return values_; }
  std::size_t entries() const { return basic_.size() * nonbasic_.size(); }

  /// New bounds; nonbasic variables move into them.
  void set_spans(const std::vector<Span>& spans) {
    spans_ = spans;
    for (std::size_t j = 0; j < nonbasic_.size(); ++j) {
      const std::size_t v = nonbasic_[j];
      if (below(v))
        move(j, Number(spans_[v].low) - values_[v]);
      else if (above(v))
        move(j, Number(spans_[v].high) - values_[v]);
    }
  }

  /// Finds values within all bounds, or proves that there are none (a row whose span misses its variable's bounds).
  LpOutcome feasible(const accounting::Deadline& deadline) {
    if (!consistent_) return LpOutcome::infeasible;
    for (;;) {
      if (deadline.passed()) return LpOutcome::out_of_time;
      std::size_t row = none;
      for (std::size_t i = 0; i < basic_.size(); ++i)
        if ((below(basic_[i]) || above(basic_[i])) && (row == none || basic_[i] < basic_[row])) row = i;
      if (row == none) return LpOutcome::optimal;
      const std::size_t v = basic_[row];
      const bool up = below(v);
      std::size_t column = none;
      for (std::size_t j = 0; j < nonbasic_.size(); ++j) {
        const int slope = sign(at(row, j)) * (up ? 1 : -1);
        if (slope == 0 || !(slope > 0 ? can_rise(nonbasic_[j]) : can_fall(nonbasic_[j]))) continue;
        if (column == none || nonbasic_[j] < nonbasic_[column]) column = j;
      }
      if (column == none) return LpOutcome::infeasible;
      const Number target(up ? spans_[v].low : spans_[v].high);
      move(column, (target - values_[v]) / at(row, column));
      pivot(row, column);
    }
  }

  /// From feasible values to the largest (least) value of v.
  LpOutcome optimise(std::size_t v, bool largest, const accounting::Deadline& deadline) {
    long stalled = 0;
    for (;;) {
      if (deadline.passed()) return LpOutcome::out_of_time;
      if (!(largest ? can_rise(v) : can_fall(v))) return LpOutcome::optimal;
      const auto [column, rises] = entering(v, largest, stalled > 30);
      if (column == none) return LpOutcome::optimal;
      // How far the column may move, and which basic variable stops it first.
      const std::size_t own = nonbasic_[column];
      std::optional<Number> room;
      if (rises && spans_[own].high < no_limit) room = Number(spans_[own].high) - values_[own];
      if (!rises && spans_[own].low > -no_limit) room = values_[own] - Number(spans_[own].low);
      std::size_t row = none;
      for (std::size_t i = 0; i < basic_.size(); ++i) {
        const int slope = sign(at(i, column)) * (rises ? 1 : -1);
        if (slope == 0) continue;
        const std::size_t b = basic_[i];
        if (slope > 0 ? spans_[b].high >= no_limit : spans_[b].low <= -no_limit) continue;
        const Number left = slope > 0 ? Number(spans_[b].high) - values_[b] : Number(spans_[b].low) - values_[b];
        const Number step = rises ? left / at(i, column) : Number(0) - left / at(i, column);
        if (!room || step < *room || (step == *room && row != none && b < basic_[row])) {
          room = step;
          row = i;
        }
      }
      if (!room) return LpOutcome::unbounded;
      stalled = is_zero(*room) ? stalled + 1 : 0;
      move(column, rises ? *room : Number(0) - *room);
      if (row != none) pivot(row, column);
    }
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  Number& at(std::size_t row, std::size_t column) { return entries_[row * nonbasic_.size() + column]; }
  const Number& at(std::size_t row, std::size_t column) const { return entries_[row * nonbasic_.size() + column]; }
  bool below(std::size_t v) const { return spans_[v].low > -no_limit && values_[v] < Number(spans_[v].low); }
  bool above(std::size_t v) const { return spans_[v].high < no_limit && Number(spans_[v].high) < values_[v]; }
  bool can_rise(std::size_t v) const { return spans_[v].high >= no_limit || values_[v] < Number(spans_[v].high); }
  bool can_fall(std::size_t v) const { return spans_[v].low <= -no_limit || Number(spans_[v].low) < values_[v]; }

  /// A column whose move improves v: the steepest, or Bland's (the first) where progress stalls.
  std::pair<std::size_t, bool> entering(std::size_t v, bool largest, bool bland) const {
    const std::ptrdiff_t row = row_of_[v];
    if (row < 0) return {static_cast<std::size_t>(-row - 1), largest};
    std::size_t best = none;
    bool rises = true;
    std::optional<Number> steepest;
    for (std::size_t j = 0; j < nonbasic_.size(); ++j) {
      const Number& slope = at(static_cast<std::size_t>(row), j);
      if (is_zero(slope)) continue;
      const bool rise = (sign(slope) > 0) == largest;
      if (!(rise ? can_rise(nonbasic_[j]) : can_fall(nonbasic_[j]))) continue;
      const Number size = sign(slope) > 0 ? slope : Number(0) - slope;
      if (best == none || (bland ? nonbasic_[j] < nonbasic_[best] : *steepest < size)) {
        best = j;
        rises = rise;
        steepest = size;
      }
    }
    return {best, rises};
  }

  void move(std::size_t column, const Number& by) {
    if (is_zero(by)) return;
    values_[nonbasic_[column]] = values_[nonbasic_[column]] + by;
    for (std::size_t i = 0; i < basic_.size(); ++i)
      if (!is_zero(at(i, column))) values_[basic_[i]] = values_[basic_[i]] + at(i, column) * by;
  }

  /// Exchanges a basic and a nonbasic variable; values stay.
  void pivot(std::size_t row, std::size_t column) {
    const Number inverse = Number(1) / at(row, column);
    for (std::size_t j = 0; j < nonbasic_.size(); ++j)
      if (j != column && !is_zero(at(row, j))) at(row, j) = Number(0) - at(row, j) * inverse;
    at(row, column) = inverse;
    for (std::size_t i = 0; i < basic_.size(); ++i) {
      if (i == row || is_zero(at(i, column))) continue;
      const Number factor = at(i, column);
      for (std::size_t j = 0; j < nonbasic_.size(); ++j)
        if (j != column && !is_zero(at(row, j))) at(i, j) = at(i, j) + factor * at(row, j);
      at(i, column) = factor * inverse;
    }
    std::swap(basic_[row], nonbasic_[column]);
    row_of_[basic_[row]] = static_cast<std::ptrdiff_t>(row);
    row_of_[nonbasic_[column]] = -static_cast<std::ptrdiff_t>(column) - 1;
  }

  /// Gauss-Jordan on the rows.
  void eliminate(const System& system) {
    const std::size_t n = system.variables.size(), m = system.rows.size();
    std::vector<std::vector<Number>> rows(m, std::vector<Number>(n + 1, Number(0)));
    for (std::size_t r = 0; r < m; ++r) {
      for (const Row::Term& term : system.rows[r].terms)
        rows[r][term.variable] = rows[r][term.variable] + Number(term.coefficient);
      rows[r][n] = Number(system.rows[r].total);
    }
    std::vector<std::ptrdiff_t> pivot_row(n, -1);
    std::size_t done = 0;
    for (std::size_t v = 0; v < n && done < m; ++v) {
      std::size_t found = done;
      while (found < m && is_zero(rows[found][v])) ++found;
      if (found == m) continue;
      std::swap(rows[found], rows[done]);
      const Number inverse = Number(1) / rows[done][v];
      for (std::size_t j = v; j <= n; ++j)
        if (!is_zero(rows[done][j])) rows[done][j] = rows[done][j] * inverse;
      for (std::size_t r = 0; r < m; ++r) {
        if (r == done || is_zero(rows[r][v])) continue;
        const Number factor = rows[r][v];
        for (std::size_t j = v; j <= n; ++j)
          if (!is_zero(rows[done][j])) rows[r][j] = rows[r][j] - factor * rows[done][j];
      }
      pivot_row[v] = static_cast<std::ptrdiff_t>(done++);
    }
    for (std::size_t r = done; r < m; ++r) consistent_ = consistent_ && is_zero(rows[r][n]);
    row_of_.assign(n, 0);
    basic_.resize(done);
    for (std::size_t v = 0; v < n; ++v) {
      row_of_[v] = pivot_row[v];
      if (pivot_row[v] >= 0) {
        basic_[static_cast<std::size_t>(pivot_row[v])] = v;
      } else {
        nonbasic_.push_back(v);
        row_of_[v] = -static_cast<std::ptrdiff_t>(nonbasic_.size());
        values_[v] = Number(std::clamp<Amount>(0, spans_[v].low, spans_[v].high));
      }
    }
    entries_.assign(basic_.size() * nonbasic_.size(), Number(0));
    for (std::size_t i = 0; i < basic_.size(); ++i) {
      Number value = rows[i][n];
      for (std::size_t j = 0; j < nonbasic_.size(); ++j) {
        at(i, j) = Number(0) - rows[i][nonbasic_[j]];
        if (!is_zero(at(i, j))) value = value + at(i, j) * values_[nonbasic_[j]];
      }
      values_[basic_[i]] = value;
    }
  }

  std::vector<Span> spans_;
  std::vector<Number> values_;
  std::vector<Number> entries_;
  std::vector<std::size_t> basic_, nonbasic_;
  /// Row of a basic variable, or -1 - column of a nonbasic one.
  std::vector<std::ptrdiff_t> row_of_;
  bool consistent_ = true;
};

}  // namespace assay::persuasive
