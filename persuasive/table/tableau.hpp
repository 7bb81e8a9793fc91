// The tableau behind TableProgram: basic variables as affine functions of nonbasic ones, over any exact field.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
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
  /// Eliminates the rows; false in `consistent()` where they contradict each other. `start`: a table to begin with.
  Tableau(const System& system, const std::vector<Span>& spans, const std::vector<Amount>* start,
          const accounting::Deadline& deadline)
      : spans_(spans), values_(spans.size()) {
    eliminate(system, start, deadline);
  }

  /// The deadline passed before the tableau stood: it cannot be used.
  bool expired() const { return expired_; }

  bool consistent() const { return consistent_; }
  const std::vector<Number>& values() const { return values_; }

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

  /// A row of the system while it is eliminated: the sum of coefficient * variable is `total`.
  struct Line {
    std::map<std::size_t, Number> terms;
    Number total = Number(0);
  };

  /// Sparse elimination, shortest rows first (tables with totals fall apart almost without fill), then the basic
  /// variables as functions of the others, backwards.
  void eliminate(const System& system, const std::vector<Amount>* start, const accounting::Deadline& deadline) {
    const std::size_t n = system.variables.size(), m = system.rows.size();
    std::vector<Line> lines(m);
    std::vector<std::set<std::size_t>> lines_of(n);  // open lines that mention a variable
    std::set<std::pair<std::size_t, std::size_t>> shortest;
    for (std::size_t r = 0; r < m; ++r) {
      for (const Row::Term& term : system.rows[r].terms) {
        Number& place = lines[r].terms.emplace(term.variable, Number(0)).first->second;
        place = place + Number(term.coefficient);
        if (is_zero(place)) lines[r].terms.erase(term.variable);
      }
      for (const auto& [v, coefficient] : lines[r].terms) lines_of[v].insert(r);
      lines[r].total = Number(system.rows[r].total);
      shortest.emplace(lines[r].terms.size(), r);
    }
    std::vector<std::size_t> order;  // lines in the order of their pivots
    std::vector<std::size_t> pivot_of(m, none);
    while (!shortest.empty()) {
      if (deadline.passed()) {
        expired_ = true;
        return;
      }
      const std::size_t r = shortest.begin()->second;
      shortest.erase(shortest.begin());
      Line& line = lines[r];
      if (line.terms.empty()) {
        consistent_ = consistent_ && is_zero(line.total);
        continue;
      }
      std::size_t pivot = none;
      for (const auto& [v, coefficient] : line.terms) {
        lines_of[v].erase(r);
        if (pivot == none || lines_of[v].size() < lines_of[pivot].size()) pivot = v;
      }
      const Number inverse = Number(1) / line.terms.at(pivot);
      for (auto& [v, coefficient] : line.terms) coefficient = coefficient * inverse;
      line.total = line.total * inverse;
      for (const std::size_t other : std::set<std::size_t>(lines_of[pivot])) {
        Line& to = lines[other];
        shortest.erase({to.terms.size(), other});
        const Number factor = to.terms.at(pivot);
        for (const auto& [v, coefficient] : line.terms) {
          const auto [place, fresh] = to.terms.emplace(v, Number(0));
          place->second = place->second - factor * coefficient;
          if (is_zero(place->second)) {
            to.terms.erase(place);
            lines_of[v].erase(other);
          } else if (fresh) {
            lines_of[v].insert(other);
          }
        }
        to.total = to.total - factor * line.total;
        shortest.emplace(to.terms.size(), other);
      }
      pivot_of[r] = pivot;
      order.push_back(r);
    }
    row_of_.assign(n, -1);
    basic_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      basic_[i] = pivot_of[order[i]];
      row_of_[basic_[i]] = static_cast<std::ptrdiff_t>(i);
    }
    for (std::size_t v = 0; v < n; ++v) {
      if (row_of_[v] >= 0) continue;
      nonbasic_.push_back(v);
      row_of_[v] = -static_cast<std::ptrdiff_t>(nonbasic_.size());
      values_[v] = Number(start != nullptr ? (*start)[v] : std::clamp<Amount>(0, spans_[v].low, spans_[v].high));
    }
    entries_.assign(basic_.size() * nonbasic_.size(), Number(0));
    for (std::size_t i = order.size(); i-- > 0;) {
      if (deadline.passed()) {
        expired_ = true;
        return;
      }
      const Line& line = lines[order[i]];
      Number value = line.total;
      for (const auto& [v, coefficient] : line.terms) {
        if (v == basic_[i]) continue;
        value = value - coefficient * values_[v];
        if (row_of_[v] < 0) {
          Number& place = at(i, static_cast<std::size_t>(-row_of_[v] - 1));
          place = place - coefficient;
          continue;
        }
        // A variable of a later pivot: its own function is known.
        const auto later = static_cast<std::size_t>(row_of_[v]);
        for (std::size_t j = 0; j < nonbasic_.size(); ++j)
          if (!is_zero(at(later, j))) at(i, j) = at(i, j) - coefficient * at(later, j);
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
  bool expired_ = false;
};

}  // namespace assay::persuasive
