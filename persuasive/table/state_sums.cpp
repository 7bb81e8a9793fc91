// A state is what the rest of a system needs to know: the partial sums of the relations that are begun but not
// finished.
#include "persuasive/table/state_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Integer;

/// The partial sums of the unfinished rows, each in its own bits.
__extension__ typedef unsigned __int128 Code;

struct CodeHash {
  std::size_t operator()(Code code) const {
    std::uint64_t x = static_cast<std::uint64_t>(code) ^ (static_cast<std::uint64_t>(code >> 64) * 0x9e3779b97f4a7c15U);
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15U;
    return x ^ (x >> 29);
  }
};
using Layer = std::unordered_map<Code, Integer, CodeHash>;

/// What one step does to one row.
struct Touch {
  std::size_t row = 0;
  long coefficient = 1;
  int offset = 0;
  Code mask = 0;
  Amount least = 0;  // the smallest partial sum: what the bits count from
  Amount total = 0;
  Amount rest_low = 0, rest_high = 0;  // what the later cells of the row can add
  bool first = false, last = false;
};

struct Step {
  std::size_t variable = 0;
  std::vector<Touch> touches;
};

/// Bits of a number of values.
int width(Amount values) { return std::bit_width(static_cast<std::uint64_t>(values)); }

/// Chooses the order of the cells: row after row, each time the one that leaves the least open.
class Order {
 public:
  Order(const System& system, const std::vector<Span>& spans) : system_(system), rows_of_(system.variables.size()) {
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
      Amount values = 1;
      for (const Row::Term& term : system.rows[r].terms) {
        rows_of_[term.variable].push_back(r);
        values += (spans[term.variable].high - spans[term.variable].low) * std::abs(term.coefficient);
      }
      cost_.push_back(width(values));
      open_terms_.push_back(system.rows[r].terms.size());
    }
    placed_.assign(system.variables.size(), false);
    begun_.assign(system.rows.size(), false);
  }

  /// Nothing where the deadline passed first.
  std::optional<std::vector<std::size_t>> take(const Deadline& deadline) {
    std::vector<std::size_t> order;
    for (;;) {
      if (deadline.passed()) return std::nullopt;
      std::optional<std::size_t> best;
      std::pair<long, std::size_t> least{0, 0};
      std::size_t looked = 0;
      for (std::size_t r = 0; r < open_terms_.size(); ++r) {
        if (open_terms_[r] == 0 || (looked > 400 && best && !begun_[r])) continue;
        ++looked;
        const std::pair<long, std::size_t> cost{added(r), open_terms_[r]};
        if (!best || cost < least) {
          best = r;
          least = cost;
        }
      }
      if (!best) break;
      for (const Row::Term& term : system_.rows[*best].terms) {
        if (placed_[term.variable]) continue;
        place(term.variable, order);
      }
    }
    for (std::size_t v = 0; v < placed_.size(); ++v)
      if (!placed_[v]) order.push_back(v);
    return order;
  }

 private:
  /// Bits by which the frontier grows when row r is finished next.
  long added(std::size_t r) const {
    long bits = begun_[r] ? -cost_[r] : 0;
    std::vector<std::pair<std::size_t, std::size_t>> touched;
    for (const Row::Term& term : system_.rows[r].terms) {
      if (placed_[term.variable]) continue;
      for (const std::size_t other : rows_of_[term.variable]) {
        if (other == r) continue;
        const auto known =
            std::find_if(touched.begin(), touched.end(), [&](const auto& t) { return t.first == other; });
        if (known == touched.end())
          touched.push_back({other, 1});
        else
          ++known->second;
      }
    }
    for (const auto& [other, count] : touched) {
      const bool finished = open_terms_[other] == count;
      if (begun_[other] && finished) bits -= cost_[other];
      if (!begun_[other] && !finished) bits += cost_[other];
    }
    return bits;
  }

  void place(std::size_t variable, std::vector<std::size_t>& order) {
    placed_[variable] = true;
    order.push_back(variable);
    for (const std::size_t r : rows_of_[variable]) {
      begun_[r] = true;
      --open_terms_[r];
    }
  }

  const System& system_;
  std::vector<std::vector<std::size_t>> rows_of_;
  std::vector<int> cost_;
  std::vector<std::size_t> open_terms_;
  std::vector<bool> placed_, begun_;
};

/// The steps with their places in the code; nullopt where 128 bits do not hold the frontier.
std::optional<std::vector<Step>> plan(const System& system, const std::vector<Span>& spans, const Deadline& deadline) {
  std::vector<Amount> least(system.rows.size(), 0), most(system.rows.size(), 0);
  std::vector<Amount> rest_low(system.rows.size(), 0), rest_high(system.rows.size(), 0);
  std::vector<std::size_t> left(system.rows.size(), 0);
  std::vector<std::vector<std::pair<std::size_t, long>>> rows_of(system.variables.size());
  for (std::size_t r = 0; r < system.rows.size(); ++r) {
    for (const Row::Term& term : system.rows[r].terms) {
      rows_of[term.variable].emplace_back(r, term.coefficient);
      const Amount a = spans[term.variable].low * term.coefficient, b = spans[term.variable].high * term.coefficient;
      rest_low[r] += std::min(a, b);
      rest_high[r] += std::max(a, b);
      least[r] += std::min<Amount>({a, b, 0});
      most[r] += std::max<Amount>({a, b, 0});
    }
    left[r] = system.rows[r].terms.size();
  }
  std::vector<int> offset(system.rows.size(), -1), bits(system.rows.size(), 0);
  std::vector<bool> taken(128, false);
  std::vector<Step> steps;
  const std::optional<std::vector<std::size_t>> order = Order(system, spans).take(deadline);
  if (!order) return std::nullopt;
  for (const std::size_t v : *order) {
    Step step{v, {}};
    for (const auto& [r, coefficient] : rows_of[v]) {
      Touch touch;
      touch.row = r;
      touch.coefficient = coefficient;
      touch.least = least[r];
      touch.total = system.rows[r].total;
      const Amount a = spans[v].low * coefficient, b = spans[v].high * coefficient;
      rest_low[r] -= std::min(a, b);
      rest_high[r] -= std::max(a, b);
      touch.rest_low = rest_low[r];
      touch.rest_high = rest_high[r];
      touch.first = offset[r] < 0;
      touch.last = --left[r] == 0;
      if (touch.first && !touch.last) {
        bits[r] = width(most[r] - least[r] + 1);
        int at = 0;
        for (int run = 0; at < 128 && run < bits[r]; ++at) run = taken[static_cast<std::size_t>(at)] ? 0 : run + 1;
        int run = 0;
        for (int i = at - 1; i >= 0 && !taken[static_cast<std::size_t>(i)] && run < bits[r]; --i) ++run;
        if (run < bits[r]) return std::nullopt;
        offset[r] = at - bits[r];
        for (int i = offset[r]; i < at; ++i) taken[static_cast<std::size_t>(i)] = true;
      }
      touch.offset = std::max(0, offset[r]);
      touch.mask = (Code{1} << bits[r]) - 1;
      if (touch.last && offset[r] >= 0)
        for (int i = offset[r]; i < offset[r] + bits[r]; ++i) taken[static_cast<std::size_t>(i)] = false;
      step.touches.push_back(touch);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

Amount floor_div(Amount a, Amount b) {
  const Amount quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Partial sum of a row in a state.
Amount partial(const Touch& touch, Code code) {
  return touch.first ? 0 : static_cast<Amount>((code >> touch.offset) & touch.mask) + touch.least;
}

/// Values of the step's cell that the rows allow in a state.
Span allowed(const Step& step, Code code, Span span) {
  for (const Touch& touch : step.touches) {
    // total - rest_high <= partial + coefficient * x <= total - rest_low
    const Amount done = partial(touch, code);
    const Amount low = touch.total - touch.rest_high - done, high = touch.total - touch.rest_low - done;
    const Amount c = touch.coefficient;
    span.low = std::max(span.low, c > 0 ? -floor_div(-low, c) : -floor_div(-high, c));
    span.high = std::min(span.high, c > 0 ? floor_div(high, c) : floor_div(low, c));
  }
  return span;
}

Code next(const Step& step, Code code, Amount x) {
  for (const Touch& touch : step.touches) {
    const Amount sum = partial(touch, code) + touch.coefficient * x;
    if (!touch.first) code &= ~(touch.mask << touch.offset);
    if (!touch.last) code |= static_cast<Code>(sum - touch.least) << touch.offset;
  }
  return code;
}

/// Polls the clock each few thousand moves: a state may have as many as a cell has values.
class Watch {
 public:
  explicit Watch(const Deadline& deadline) : deadline_(deadline) {}
  bool over(const Span& values) {
    moves_ += 1 + (values.low <= values.high ? values.high - values.low + 1 : 0);
    if (moves_ < 4096) return false;
    moves_ = 0;
    return deadline_.passed();
  }

 private:
  const Deadline& deadline_;
  Amount moves_ = 0;
};

}  // namespace

std::optional<TableSums> state_sums(const System& system, const std::vector<Span>& spans,
                                    const std::vector<WholeWeights>& weights, bool parts, const StateLimits& limits,
                                    const Deadline& deadline) {
  const std::optional<std::vector<Step>> steps = plan(system, spans, deadline);
  if (!steps) return std::nullopt;
  Watch watch(deadline);
  std::vector<Layer> layers(1);
  layers[0].emplace(Code{0}, Integer(1));
  std::size_t kept = 1, moves = 0;
  for (const Step& step : *steps) {
    const WholeWeights& w = weights[step.variable];
    Layer after;
    for (const auto& [code, ways] : layers.back()) {
      const Span values = allowed(step, code, spans[step.variable]);
      if (watch.over(values)) return std::nullopt;
      if (values.low <= values.high) moves += static_cast<std::size_t>(values.high - values.low) + 1;
      if (limits.moves && moves > *limits.moves) return std::nullopt;
      for (Amount x = values.low; x <= values.high; ++x) {
        const Integer& weight = w.weights[static_cast<std::size_t>(x - w.low)];
        if (weight.is_zero()) continue;
        Integer& place = after[next(step, code, x)];
        if (weight == 1)
          place += ways;
        else
          place += ways * weight;
      }
      if (after.size() + kept > limits.states) return std::nullopt;
    }
    if (parts)
      kept += after.size();
    else
      layers.clear();
    layers.push_back(std::move(after));
  }
  TableSums sums;
  const auto end = layers.back().find(Code{0});
  if (end != layers.back().end()) sums.total = end->second;
  if (!parts) return sums;

  sums.parts.resize(system.variables.size());
  Layer behind;
  behind.emplace(Code{0}, Integer(1));
  for (std::size_t k = steps->size(); k-- > 0;) {
    const Step& step = (*steps)[k];
    const WholeWeights& w = weights[step.variable];
    std::vector<Integer> law(static_cast<std::size_t>(spans[step.variable].high - spans[step.variable].low) + 1, 0);
    Layer before;
    before.reserve(layers[k].size());
    for (const auto& [code, ways] : layers[k]) {
      const Span values = allowed(step, code, spans[step.variable]);
      if (watch.over(values)) {
        sums.parts.clear();  // the total itself is known
        return sums;
      }
      Integer rest = 0;
      for (Amount x = values.low; x <= values.high; ++x) {
        const Integer& weight = w.weights[static_cast<std::size_t>(x - w.low)];
        if (weight.is_zero()) continue;
        const auto later = behind.find(next(step, code, x));
        if (later == behind.end()) continue;
        const Integer part = weight * later->second;
        rest += part;
        law[static_cast<std::size_t>(x - spans[step.variable].low)] += ways * part;
      }
      if (!rest.is_zero()) before.emplace(code, std::move(rest));
    }
    sums.parts[step.variable] = std::move(law);
    behind = std::move(before);
  }
  return sums;
}

}  // namespace assay::persuasive
