// Claims about the ranges of a table's cells: multipliers of its relations bound them, tables that agree attain them.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/exact.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t most_listed = 65'536;       // cells, relations, ranges
constexpr std::uint64_t most_terms = 10'000'000;  // gone through in all steps

using End = std::optional<Rational>;

struct Cell {
  std::vector<std::pair<End, End>> values;  // what the reader knows: the spans, ascending
  bool open = false;                        // not published
  End low, high;                            // the bounds shown so far
  End least, most;                          // of the tables met
};
struct Relation {
  std::vector<std::pair<std::size_t, Rational>> terms;
  Rational sum;
};

class Table {
 public:
  explicit Table(const Json& claim) : claim_(claim) {
    only(claim, {"kind", "cells", "relations", "ranges"});
    whole_ = text(claim, "kind") == "count";
    need(whole_ || text(claim, "kind") == "magnitude", "a table is of kind count or magnitude");
    for (const Json& cell : list(claim, "cells", most_listed)) cells_.push_back(read_cell(cell));
    for (const Json& relation : list(claim, "relations", most_listed)) {
      only(relation, {"cells", "coefficients", "sum"});
      relations_.push_back({{}, real(relation, "sum")});
      weighted(relation, "cells", "coefficients", [&](const Json& cell, const Rational& by) {
        relations_.back().terms.emplace_back(place(cell, cells_.size(), "cell"), by);
      });
    }
  }

  Given take(const Json& step, const std::string& theorem) {
    if (theorem == "table-dual") return bound(step);
    need(theorem == "table-relations", "no theorem " + theorem + " about such a claim");
    agree(numbers(member(step, "table"), "the table"));
    return {{"table"}, Json::object()};
  }

  std::string verdict() const {
    const Json& ranges = list(claim_, "ranges", most_listed);
    need(!ranges.empty(), "no ranges are claimed");
    for (const Json& range : ranges) {
      only(range, {"cell", "min", "max"});
      need(range.size() > 1, "a range without an end");
      const Cell& cell = cells_[place(member(range, "cell"), cells_.size(), "cell")];
      for (const char* side : {"min", "max"}) {
        if (!range.contains(side)) continue;
        const bool least = std::string(side) == "min";
        const End claimed = real(range, side);
        need((least ? cell.low : cell.high) == claimed, "no step shows the " + range.dump() + " as a bound");
        need((least ? cell.least : cell.most) == claimed, "no table attains the " + range.dump());
      }
    }
    return "encloses";
  }

 private:
  static End end_of(const Json& json) {
    if (json.is_null()) return std::nullopt;
    need(json.is_string(), "an end of a span is a text, or null");
    return read_rational(json.get<std::string>());
  }
  static Cell read_cell(const Json& json) {
    only(json, {"at", "value", "between"});
    Cell cell;
    cell.open = !either(json, "value", "between");
    if (!cell.open) cell.values.emplace_back(real(json, "value"), real(json, "value"));
    for (const Json& span : cell.open ? list(json, "between", most_listed) : Json::array()) {
      need(span.is_array() && span.size() == 2, "a span has two ends");
      cell.values.emplace_back(end_of(span[0]), end_of(span[1]));
    }
    need(!cell.values.empty(), "a cell without values");
    for (std::size_t i = 0; i + 1 < cell.values.size(); ++i)
      need(cell.values[i].second && cell.values[i + 1].first && *cell.values[i].second < *cell.values[i + 1].first,
           "spans are not in ascending order");
    cell.low = cell.values.front().first;
    cell.high = cell.values.back().second;
    return cell;
  }
  /// A list of things and a list of as many numbers, pair by pair.
  template <class Visit>
  static void weighted(const Json& object, const char* things, const char* weights, const Visit& visit) {
    const std::vector<Rational> by = numbers(member(object, weights), weights);
    const Json& all = list(object, things, by.size());
    need(all.size() == by.size(), std::string("not one of ") + weights + " for each of " + things);
    for (std::size_t i = 0; i < by.size(); ++i) visit(all[i], by[i]);
  }

  /// x_c = sum of m (sum of r) + sum of k x for k = 1 at c minus the relations times their multipliers m; each k x is
  /// at most k times the end of x on its side.
  Given bound(const Json& step) {
    const bool upper = either(step, "at_most", "at_least");
    const std::size_t target = place(member(step, "cell"), cells_.size(), "cell");
    std::map<std::size_t, Rational> left = {{target, 1}};
    Rational value = 0;
    weighted(step, "relations", "multipliers", [&](const Json& r, const Rational& by) {
      const Relation& relation = relations_[place(r, relations_.size(), "relation")];
      terms_.spend(relation.terms.size());
      kept_small(value += by * relation.sum);
      for (const auto& [c, coefficient] : relation.terms) kept_small(left[c] -= by * coefficient);
    });
    for (const auto& [c, k] : left) {
      if (k == 0) continue;
      const End& end = (k > 0) == upper ? cells_[c].high : cells_[c].low;
      need(end.has_value(), "a cell without a bound takes part");
      kept_small(value += k * *end);
    }
    if (whole_) {
      Integer rounded;
      (upper ? mpz_fdiv_q : mpz_cdiv_q)(rounded.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
      value = rounded;
    }
    End& end = upper ? cells_[target].high : cells_[target].low;
    if (!end || (upper ? value < *end : value > *end)) end = value;
    return {{"cell", "relations", "multipliers"}, {{upper ? "at_most" : "at_least", text_of(value)}}};
  }

  /// A table: a value for each cell that is not published. It keeps every relation, and what the reader knows.
  void agree(const std::vector<Rational>& values) {
    std::vector<Rational> table;
    std::size_t next = 0;
    for (Cell& cell : cells_) {
      need(!cell.open || next < values.size(), "a table that leaves out a cell");
      table.push_back(cell.open ? values[next++] : *cell.values.front().first);
      const Rational& x = table.back();
      const auto holds_x = [&](const auto& span) {
        return (!span.first || *span.first <= x) && (!span.second || x <= *span.second);
      };
      need(!whole_ || x.get_den() == 1, "a table of counts that are not whole");
      need(std::any_of(cell.values.begin(), cell.values.end(), holds_x), "a value that the reader knows to be wrong");
      if (!cell.least || x < *cell.least) cell.least = x;
      if (!cell.most || x > *cell.most) cell.most = x;
    }
    need(next == values.size(), "a table with more values than cells");
    for (const Relation& relation : relations_) {
      Rational sum = 0;
      terms_.spend(relation.terms.size());
      for (const auto& [c, coefficient] : relation.terms) kept_small(sum += coefficient * table[c]);
      need(sum == relation.sum, "a table that does not add up");
    }
  }

  const Json& claim_;
  bool whole_ = true;
  std::vector<Cell> cells_;
  std::vector<Relation> relations_;
  Budget terms_{most_terms};
};

}  // namespace

Conclusion follow_table(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Table(claim), steps, completes, at);
}

}  // namespace assay::checker
