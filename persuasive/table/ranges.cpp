// Ranges: bounds by propagation, then networks by flow, the rest by exact linear and whole-number programs.
#include "persuasive/table/ranges.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "persuasive/table/network.hpp"
#include "persuasive/table/propagate.hpp"
#include "persuasive/table/simplex.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

Error no_table(const System& system, const Release& release, std::optional<std::size_t> row) {
  std::string message = "no table agrees with what is published and what the reader knows";
  if (row) message += "; the relation of " + release.relations[system.rows[*row].relation].name + " cannot hold";
  return {ErrorCode::invalid_parameter, "/table", message};
}

bool has_holes(const System& system) {
  return std::any_of(system.variables.begin(), system.variables.end(),
                     [](const Variable& v) { return v.domain.size() > 1; });
}

/// Whether a point lies in every domain.
bool in_domains(const System& system, const std::vector<Amount>& point) {
  for (std::size_t v = 0; v < point.size(); ++v)
    if (std::none_of(system.variables[v].domain.begin(), system.variables[v].domain.end(),
                     [&](const Span& span) { return span.low <= point[v] && point[v] <= span.high; }))
      return false;
  return true;
}

bool solves(const System& system, const std::vector<Amount>& point) {
  for (const Row& row : system.rows) {
    Amount sum = 0;
    for (const Row::Term& term : row.terms) sum += term.coefficient * point[term.variable];
    if (sum != row.total) return false;
  }
  return in_domains(system, point);
}

/// The true value of a cell in amounts, where it is given.
std::optional<Amount> true_amount(const System& system, const TableCell& cell) {
  const std::optional<Rational>& truth = true_value(cell);
  if (!truth) return std::nullopt;
  const Rational amount = *truth / system.unit;
  if (denominator(amount) != 1 || abs(amount) >= no_limit) return std::nullopt;
  return numerator(amount).convert_to<Amount>();
}

/// Works on one component and writes into the ranges of the whole.
class ComponentRanges {
 public:
  ComponentRanges(const System& part, const Release& release, const Component& component,
                  const std::vector<Span>& spans, std::vector<std::optional<Rational>>& one_table, Ranges& out,
                  bool witnesses, const Deadline& deadline)
      : part_(part),
        release_(release),
        component_(component),
        one_table_(one_table),
        out_(out),
        witnesses_(witnesses),
        deadline_(deadline) {
    for (const std::size_t v : component.variables) local_.push_back(spans[v]);
  }

  /// False: the component has no solution.
  bool by_network() {
    std::optional<Network> network = Network::of(part_, local_, deadline_);
    if (!network) return true;
    if (!network->find_flow()) return false;
    if (network->stopped()) {
      out_.converged = false;
      return true;
    }
    const bool holes = has_holes(part_);
    if (!holes) meet(network->flow());
    bool exact = true;
    for (std::size_t v = 0; v < local_.size(); ++v)
      for (const bool largest : {false, true}) {
        RangeEnd& end = this->end(v, largest);
        if (end.exact()) continue;
        if (deadline_.passed()) {
          out_.converged = false;
          return true;
        }
        const std::optional<Amount> value = network->extreme(v, largest);
        if (network->stopped()) {
          out_.converged = false;
          return true;
        }
        if (!value && !holes) {
          end.unbounded = true;
          end.bound.reset();
          continue;
        }
        if (value) tighten_bound(v, largest, Rational(*value));
        if (!holes || in_domains(part_, network->flow()))
          meet(network->flow());
        else
          exact = false;
        exact = exact && end.exact();
      }
    use(exact ? "network" : "", "table-network-ranges");
    return true;
  }

  bool by_program() {
    // The true table, where the sender gives it, is one of those sought: it saves the search for a first one.
    std::vector<Amount> start;
    for (const Variable& variable : part_.variables)
      if (const std::optional<Amount> truth = true_amount(part_, release_.cells[variable.cell]))
        start.push_back(*truth);
    if (start.size() != part_.variables.size() || !solves(part_, start)) start.clear();
    if (!start.empty() && !witnesses_) meet(start);
    std::optional<TableProgram> program = TableProgram::of(part_, local_, start);
    if (!program) {
      out_.converged = false;
      return true;
    }
    use("program", "table-exact-program");
    for (std::size_t v = 0; v < local_.size(); ++v)
      for (const bool largest : {false, true}) {
        RangeEnd& end = this->end(v, largest);
        if (end.exact()) continue;
        if (deadline_.passed()) {
          out_.converged = false;
          return true;
        }
        TableProgram::Optimum optimum =
            program->extreme(v, largest, share(2 * (local_.size() - v) - (largest ? 1 : 0)), deadline_);
        if (optimum.outcome == LpOutcome::infeasible) return false;
        if (optimum.outcome == LpOutcome::out_of_time) out_.converged = false;
        if (optimum.outcome == LpOutcome::unbounded) {
          end.unbounded = true;
          end.bound.reset();
        }
        if (optimum.bound) tighten_bound(v, largest, *optimum.bound);
        if (optimum.point) meet(*optimum.point);
      }
    return true;
  }

  /// Sound bounds from parts of the rows that are networks: pairs of dimensions. False: no solution.
  bool by_slices() {
    std::set<std::size_t> dimensions;
    for (const Row& row : part_.rows) dimensions.insert(row.dimension);
    bool some = false;
    for (const std::size_t first : dimensions)
      for (const std::size_t second : dimensions) {
        if (first >= second) continue;
        System slice = part_;
        std::erase_if(slice.rows, [&](const Row& row) { return row.dimension != first && row.dimension != second; });
        std::optional<Network> network = Network::of(slice, local_, deadline_);
        if (!network) continue;
        if (!network->find_flow()) return false;
        if (network->stopped()) return true;
        some = true;
        for (std::size_t v = 0; v < local_.size(); ++v)
          for (const bool largest : {false, true}) {
            if (local_[v].low == local_[v].high) continue;
            if (deadline_.passed()) return true;
            const std::optional<Amount> value = network->extreme(v, largest);
            if (network->stopped()) return true;
            if (!value) continue;
            (largest ? local_[v].high : local_[v].low) = *value;
            tighten_bound(v, largest, Rational(*value));
          }
        if (tighten(part_, local_)) return false;
        for (std::size_t v = 0; v < local_.size(); ++v) {
          if (local_[v].low > -no_limit) tighten_bound(v, false, Rational(local_[v].low));
          if (local_[v].high < no_limit) tighten_bound(v, true, Rational(local_[v].high));
        }
      }
    if (some) use("bounds", "table-network-ranges");
    return true;
  }

  bool done() const {
    return std::all_of(component_.variables.begin(), component_.variables.end(),
                       [&](std::size_t v) { return out_.ranges[v].low.exact() && out_.ranges[v].high.exact(); });
  }

 private:
  /// A part of the time that is left, so that one hard end does not starve the others.
  Deadline share(std::size_t ends) const {
    if (deadline_.left() > std::chrono::hours(24)) return deadline_;
    return Deadline::after(deadline_.left() / static_cast<long>(ends) + std::chrono::milliseconds(5));
  }

  RangeEnd& end(std::size_t v, bool largest) {
    Ranges::Range& range = out_.ranges[component_.variables[v]];
    return largest ? range.high : range.low;
  }

  void tighten_bound(std::size_t v, bool largest, const Rational& bound) {
    RangeEnd& end = this->end(v, largest);
    if (end.unbounded) return;
    if (!end.bound || (largest ? bound < *end.bound : bound > *end.bound)) end.bound = bound;
  }

  /// A table was met: it may reach further than those before, for any variable.
  template <class Number>
  void meet(const std::vector<Number>& point) {
    std::optional<std::size_t> witness;
    for (std::size_t v = 0; v < point.size(); ++v)
      if (!one_table_[component_.variables[v]]) one_table_[component_.variables[v]] = Rational(point[v]);
    for (std::size_t v = 0; v < point.size(); ++v)
      for (const bool largest : {false, true}) {
        RangeEnd& end = this->end(v, largest);
        const Rational value(point[v]);
        if (end.attained && !(largest ? value > *end.attained : value < *end.attained)) continue;
        end.attained = value;
        if (!witnesses_) continue;
        if (!witness) {
          witness = out_.witnesses.size();
          out_.witnesses.emplace_back(out_.ranges.size());
          for (std::size_t w = 0; w < point.size(); ++w)
            out_.witnesses.back()[component_.variables[w]] = Rational(point[w]);
        }
        end.witness = witness;
      }
  }

  void use(const std::string& method, const std::string& theorem) {
    if (!method.empty() && ("+" + out_.method + "+").find("+" + method + "+") == std::string::npos)
      out_.method += (out_.method.empty() ? "" : "+") + method;
    proofs::cite(out_.theorems, theorem);
  }

  const System& part_;
  const Release& release_;
  const Component& component_;
  std::vector<std::optional<Rational>>& one_table_;
  Ranges& out_;
  bool witnesses_;
  const Deadline& deadline_;
  std::vector<Span> local_;
};

/// Tables that a component met say nothing of the others: these take the values of one table.
void complete_witnesses(const std::vector<Component>& parts, const std::vector<std::size_t>& owner,
                        const std::vector<std::optional<Rational>>& one_table, Ranges& out) {
  const bool whole = std::all_of(one_table.begin(), one_table.end(), [](const auto& x) { return x.has_value(); });
  if (!whole) {
    out.witnesses.clear();
    for (Ranges::Range& range : out.ranges) range.low.witness = range.high.witness = std::nullopt;
    return;
  }
  std::vector<std::size_t> part_of(one_table.size(), parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (const std::size_t v : parts[p].variables) part_of[v] = p;
  for (std::size_t w = 0; w < out.witnesses.size(); ++w)
    for (std::size_t v = 0; v < one_table.size(); ++v)
      if (part_of[v] != owner[w]) out.witnesses[w][v] = *one_table[v];
}

}  // namespace

Result<Ranges> ranges(const System& system, const Release& release, const RangeOptions& options,
                      const Deadline& deadline) {
  std::vector<Span> spans;
  for (const Variable& variable : system.variables) spans.push_back(hull(variable));
  if (const auto row = tighten(system, spans)) return no_table(system, release, row);
  if (!snap(system, spans)) return no_table(system, release, std::nullopt);

  Ranges out;
  out.theorems = {"table-relations"};
  out.ranges.resize(spans.size());
  std::vector<std::optional<Rational>> one_table(spans.size());
  for (std::size_t v = 0; v < spans.size(); ++v) {
    Ranges::Range& range = out.ranges[v];
    if (spans[v].low > -no_limit) range.low.bound = Rational(spans[v].low);
    if (spans[v].high < no_limit) range.high.bound = Rational(spans[v].high);
    if (spans[v].low != spans[v].high) continue;
    one_table[v] = range.low.attained = range.high.attained = Rational(spans[v].low);
  }
  const std::vector<Component> parts = components(system, spans);
  std::vector<std::size_t> owner;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const System part = restricted(system, parts[p], spans);
    ComponentRanges work(part, release, parts[p], spans, one_table, out, options.witnesses, deadline);
    if (!work.by_network()) return no_table(system, release, std::nullopt);
    if (!work.done() && out.converged) {
      if (!network_signs(part) || has_holes(part)) {
        if (!network_signs(part) && !work.by_slices()) return no_table(system, release, std::nullopt);
        if (!work.done() && !work.by_program()) return no_table(system, release, std::nullopt);
      }
    }
    if (!work.done()) out.converged = false;
    owner.resize(out.witnesses.size(), p);
  }
  complete_witnesses(parts, owner, one_table, out);
  if (out.method.empty()) out.method = "propagation";
  return out;
}

}  // namespace assay::persuasive
