#include "cli/certificate_table.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cli/certificate_json.hpp"
#include "cli/certificate_multipliers.hpp"
#include "cli/request_table.hpp"
#include "core/rational_arithmetic.hpp"
#include "persuasive/table/fibre.hpp"
#include "persuasive/table/ranges.hpp"
#include "proofs/certificate/complete.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;
using End = std::optional<Rational>;

constexpr std::size_t most_cells = 4096, most_tightened = 2000;

Json end_text(const End& end) { return end ? Json(end->str()) : Json(); }

Rational rounded(const Rational& x, bool down) { return Rational(down ? core::floor(x) : core::ceiling(x)); }

class Prover {
 public:
  Prover(const TableAsk& ask, const accounting::Deadline& deadline)
      : ask_(ask), release_(ask.release), deadline_(deadline) {}

  TableCertificate write() {
    if (!ask_.asks("ranges")) return none("of a table the ranges have certificates: ask ranges");
    const persuasive::FibreKind kind = fibre_kind(release_, ask_.knowledge);
    if (kind == persuasive::FibreKind::algorithm)
      return none("ranges over what an algorithm could have done are enumerated: they have no certificate");
    if (release_.cells.size() > most_cells) return none("tables of more than 4096 cells have no certificate");
    const Result<persuasive::System> system =
        release_system(release_, ask_.knowledge, kind != persuasive::FibreKind::relations);
    if (!system) return none(system.error().message);
    describe(*system);
    persuasive::RangeOptions options;
    const Result<persuasive::Ranges> found = persuasive::ranges(*system, release_, options, deadline_);
    if (!found) return none(found.error().message);
    tables(*system, *found);
    bounds(*system, *found);
    if (ranges_.empty()) return none("no end of a range is shown by multipliers of the relations");
    claim_.emplace_back("ranges", ranges_);
    TableCertificate result{proofs::complete(claim_, steps_, "encloses"), ""};
    if (!left_out_.empty()) result.left_out = "no certificate for " + left_out_;
    return result;
  }

 private:
  static TableCertificate none(std::string reason) { return {{"", std::move(reason)}, ""}; }

  void describe(const persuasive::System& system) {
    Array cells;
    for (std::size_t c = 0; c < release_.cells.size(); ++c) {
      const persuasive::TableCell& cell = release_.cells[c];
      Array at;
      for (const std::string& code : cell.at) at.emplace_back(code);
      Object json{{"at", std::move(at)}};
      Unknown own;
      if (system.variable_of[c] < 0) {
        own.low = own.high = *cell.value;
        json.emplace_back("value", cell.value->str());
      } else {
        own.open = true;
        Array spans;
        const auto& domain = system.variables[static_cast<std::size_t>(system.variable_of[c])].domain;
        const auto end = [&](persuasive::Amount x) -> End {
          if (x <= -persuasive::no_limit || x >= persuasive::no_limit) return std::nullopt;
          return in_units(system, Rational(x));
        };
        for (const persuasive::Span& span : domain)
          spans.push_back(Array{end_text(end(span.low)), end_text(end(span.high))});
        own.low = end(domain.front().low);
        own.high = end(domain.back().high);
        json.emplace_back("between", std::move(spans));
      }
      cells_.push_back(std::move(own));
      cells.emplace_back(std::move(json));
    }
    whole_ = release_.kind == persuasive::TableKind::count;
    claim_ = {{"kind", whole_ ? "count" : "magnitude"}, {"cells", std::move(cells)}};
    Array relations;
    for (const persuasive::Relation& relation : release_.relations) {
      Equation row;
      row.sum = relation.constant;
      Array cells_of, by;
      for (const auto& term : relation.terms) row.terms[term.cell] += term.coefficient;
      for (const auto& [c, k] : row.terms) {
        cells_of.push_back(number(c));
        by.emplace_back(k.str());
      }
      relations.push_back(
          Object{{"cells", std::move(cells_of)}, {"coefficients", std::move(by)}, {"sum", row.sum.str()}});
      rows_.push_back(std::move(row));
    }
    claim_.emplace_back("relations", std::move(relations));
  }

  std::size_t cell_of(const persuasive::System& system, std::size_t v) const { return system.variables[v].cell; }

  /// Tables that reach the ends, each once.
  void tables(const persuasive::System& system, const persuasive::Ranges& found) {
    std::vector<std::vector<Rational>> met;
    std::set<std::size_t> wanted;
    for (const auto& range : found.ranges)
      for (const persuasive::RangeEnd* end : {&range.low, &range.high})
        if (end->witness) wanted.insert(*end->witness);
    for (const std::size_t w : wanted) met.push_back(found.witnesses[w]);
    const bool fixed = std::all_of(found.ranges.begin(), found.ranges.end(), [](const auto& range) {
      return range.low.attained && range.low.exact() && range.low.attained == range.high.attained;
    });
    if (met.empty() && fixed) {
      met.emplace_back();
      for (const auto& range : found.ranges) met.back().push_back(*range.low.attained);
    }
    for (const std::vector<Rational>& table : met) {
      Array values;
      for (std::size_t v = 0; v < table.size(); ++v) {
        const Rational value = in_units(system, table[v]);
        auto& [least, most] = reached_[cell_of(system, v)];
        if (!least || value < *least) least = value;
        if (!most || value > *most) most = value;
        values.emplace_back(value.str());
      }
      steps_.push_back(Object{{"theorem", "table-relations"}, {"table", std::move(values)}});
    }
  }

  void bounds(const persuasive::System& system, const persuasive::Ranges& found) {
    std::map<std::size_t, Object> shown;
    std::vector<std::pair<std::size_t, bool>> open;
    const auto attempt = [&](std::size_t v, bool upper) {
      const std::size_t c = cell_of(system, v);
      const persuasive::RangeEnd& end = upper ? found.ranges[v].high : found.ranges[v].low;
      const End met = upper ? reached_[c].second : reached_[c].first;
      if (end.unbounded || !end.exact() || !met || *met != in_units(system, *end.bound)) return false;
      if (!prove(c, upper, *met)) return false;
      shown[c].emplace_back(upper ? "max" : "min", met->str());
      return true;
    };
    for (std::size_t v = 0; v < found.ranges.size(); ++v)
      for (const bool upper : {false, true})
        if (!attempt(v, upper)) open.emplace_back(v, upper);
    // Rounding of counts at each step may reach further than the relations taken together.
    if (!open.empty() && whole_) {
      tighten();
      std::erase_if(open, [&](const auto& end) { return attempt(end.first, end.second); });
    }
    for (const auto& [v, upper] : open) {
      const persuasive::TableCell& cell = release_.cells[cell_of(system, v)];
      if (left_out_.size() < 400)
        left_out_ +=
            (left_out_.empty() ? "the " : ", the ") + std::string(upper ? "max" : "min") + " of " + cell_name(cell);
    }
    if (!left_out_.empty())
      left_out_ += ": unbounded, not known exactly, or shown by a search over whole numbers alone";
    for (auto& [c, ends] : shown) {
      Object range{{"cell", number(c)}};
      range.insert(range.end(), ends.begin(), ends.end());
      ranges_.emplace_back(std::move(range));
    }
  }

  /// Adds the step that shows the end of a cell's range; false where no multipliers do.
  bool prove(std::size_t c, bool upper, const Rational& value) {
    if ((upper ? cells_[c].high : cells_[c].low) == value) return true;
    std::optional<Bound> bound = dual(c, upper);
    if (!bound || bound->value != value) return false;
    put(*bound);
    return true;
  }

  void put(const Bound& bound) {
    Array places, by;
    for (const auto& [r, m] : bound.multipliers) {
      places.push_back(number(r));
      by.emplace_back(m.str());
    }
    steps_.push_back(Object{{"theorem", "table-dual"},
                            {"cell", number(bound.unknown)},
                            {bound.upper ? "at_most" : "at_least", ""},
                            {"relations", std::move(places)},
                            {"multipliers", std::move(by)}});
    End& end = bound.upper ? cells_[bound.unknown].high : cells_[bound.unknown].low;
    if (!end || (bound.upper ? bound.value < *end : bound.value > *end)) end = bound.value;
  }

  std::optional<Bound> dual(std::size_t c, bool upper) const {
    std::optional<Bound> bound = best_bound(rows_, cells_, c, upper, deadline_);
    if (bound && whole_) bound->value = rounded(bound->value, upper);
    return bound;
  }

  /// Bounds by one relation each, rounded to whole numbers, until nothing changes.
  void tighten() {
    std::size_t done = 0;
    for (bool moved = true; moved && done < most_tightened;) {
      moved = false;
      for (std::size_t r = 0; r < rows_.size() && done < most_tightened; ++r)
        for (const auto& [c, k] : rows_[r].terms)
          for (const bool upper : {false, true}) {
            if (!cells_[c].open || deadline_.passed()) continue;
            const std::optional<Rational> value = by_one(r, c, k, upper);
            const End& end = upper ? cells_[c].high : cells_[c].low;
            if (!value || (end && (upper ? *value >= *end : *value <= *end))) continue;
            put({c, upper, *value, {{r, 1 / k}}});
            moved = true;
            ++done;
          }
    }
  }

  std::optional<Rational> by_one(std::size_t r, std::size_t c, const Rational& k, bool upper) const {
    Rational value = rows_[r].sum;
    for (const auto& [other, coefficient] : rows_[r].terms) {
      if (other == c) continue;
      const Rational left = -coefficient / k;
      const End& end = (left > 0) == upper ? cells_[other].high : cells_[other].low;
      if (!end) return std::nullopt;
      value -= coefficient * *end;
    }
    return rounded(value / k, upper);
  }

  const TableAsk& ask_;
  const persuasive::Release& release_;
  const accounting::Deadline& deadline_;
  bool whole_ = true;
  std::vector<Unknown> cells_;
  std::vector<Equation> rows_;
  std::map<std::size_t, std::pair<End, End>> reached_;
  Object claim_;
  Array steps_, ranges_;
  std::string left_out_;
};

}  // namespace

TableCertificate certify_ranges(const Json& request, const accounting::Deadline& deadline) {
  const std::optional<TableAsk> ask = table_ask(request);
  if (!ask) return {{"", "the request has a fault"}, ""};
  return Prover(*ask, deadline).write();
}

}  // namespace assay::cli
