// Linear programs over the tables of a system, in exact arithmetic: no tolerance decides anything.
//
// A dense tableau of fractions: each basic variable as a sum of nonbasic ones. Feasibility by Bland's rule (it
// terminates), optimisation from a feasible table; the final row of reduced costs is the dual certificate, exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// A fraction of integers of at most 62 bits, in lowest terms. Its operations throw Overflow where the result does not
/// fit; nothing outside persuasive/table sees that.
class SmallFraction {
 public:
  struct Overflow {};
  SmallFraction() = default;
  SmallFraction(std::int64_t n) : SmallFraction(n, 1) {}
  SmallFraction(std::int64_t n, std::int64_t d);
  bool is_zero() const { return n_ == 0; }
  int sign() const { return n_ > 0 ? 1 : n_ < 0 ? -1 : 0; }
  bool is_whole() const { return d_ == 1; }
  Amount floor() const;
  core::Rational exact() const { return {n_, d_}; }

  friend SmallFraction operator+(const SmallFraction& x, const SmallFraction& y);
  friend SmallFraction operator-(const SmallFraction& x, const SmallFraction& y);
  friend SmallFraction operator*(const SmallFraction& x, const SmallFraction& y);
  friend SmallFraction operator/(const SmallFraction& x, const SmallFraction& y);
  friend bool operator<(const SmallFraction& x, const SmallFraction& y);
  friend bool operator==(const SmallFraction& x, const SmallFraction& y) = default;

 private:
  __extension__ typedef __int128 Wide;
  static SmallFraction reduced(Wide n, Wide d);
  std::int64_t n_ = 0, d_ = 1;
};

/// What a linear program, or a whole-number one, came to.
enum class LpOutcome { optimal, infeasible, unbounded, out_of_time };

/// Largest and least value of one variable over the tables of a system that is no network.
class TableProgram {
 public:
  /// nullopt where the tableau would be larger than max_tableau entries.
  /// `start`: a table that is known, one amount a variable, or empty.
  static std::optional<TableProgram> of(const System& system, const std::vector<Span>& spans,
                                        const std::vector<Amount>& start = {});
  static constexpr std::size_t max_tableau = 8'000'000;

  TableProgram(TableProgram&&) noexcept;
  TableProgram& operator=(TableProgram&&) noexcept;
  ~TableProgram();

  /// The optimum over reals (or over whole numbers and domains with holes, by branch and bound).
  /// Gives: `bound`: no table has a larger (smaller) value, proven whatever the outcome; `point`: a table that attains
  ///        the best value found, in amounts. optimal: the two agree.
  struct Optimum {
    LpOutcome outcome = LpOutcome::optimal;
    std::optional<core::Rational> bound;
    std::optional<std::vector<core::Rational>> point;
  };
  /// `last` ends the first call's preparation, which serves all calls.
  Optimum extreme(std::size_t variable, bool largest, const accounting::Deadline& deadline,
                  const accounting::Deadline& last);

 private:
  struct State;
  explicit TableProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::persuasive
