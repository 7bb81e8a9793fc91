// Weights, constants and laws of the prior families.
#include "persuasive/table/prior.hpp"

#include <algorithm>

#include "core/rational_arithmetic.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;
using Family = TablePrior::Family;

/// Counts up to here have their weights written out: factorials of some 10^7 bits.
constexpr Amount most_counted = 1'000'000;
/// Sums of cells with different probabilities up to here: the work grows with the square.
constexpr Amount most_convolved = 300;
/// Bits of all weights together.
constexpr Amount most_bits = Amount{1} << 32;

Integer factorial(Amount n) { return core::factorial(static_cast<std::uint64_t>(n)); }
Rational power(const Rational& x, Amount n) { return core::power(x, static_cast<std::uint64_t>(n)); }

/// (p + first q) (p + (first + 1) q) ... (p + (last - 1) q), halved for factors of like size.
Integer progression(const Integer& p, const Integer& q, Amount first, Amount last) {
  if (last - first > 8) {
    const Amount middle = first + (last - first) / 2;
    return progression(p, q, first, middle) * progression(p, q, middle, last);
  }
  Integer product = 1;
  for (Amount i = first; i < last; ++i) product *= p + i * q;
  return product;
}

/// a (a+1) ... (a+n-1) / n!, the weight of n in the negative binomial and Polya families.
Rational rising_over_factorial(const Rational& a, Amount n) {
  const Integer p = numerator(a), q = denominator(a);
  return Rational(progression(p, q, 0, n), factorial(n)) / power(Rational(q), n);
}

Rational product(const std::vector<Rational>& factors) {
  Rational product = 1;
  for (const Rational& x : factors) product *= x;
  return product;
}

Rational power_over_factorial(const Rational& x, Amount n) { return power(x, n) / Rational(factorial(n)); }

Integer choose(Amount n, Amount k) {
  if (k <= 0) return 1;
  Integer result;
  mpz_bin_uiui(result.backend().data(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

/// The interior cells below each sum: leaves of the relations, each once. Absent where a cell would be counted twice.
std::vector<std::vector<std::size_t>> interiors_below(const Release& release) {
  std::vector<const Relation*> breakdown(release.cells.size(), nullptr);
  for (const Relation& relation : release.relations)
    for (const Relation::Term& term : relation.terms)
      if (term.coefficient == -1 && breakdown[term.cell] == nullptr) breakdown[term.cell] = &relation;
  std::vector<std::vector<std::size_t>> below(release.cells.size());
  std::vector<char> state(release.cells.size(), 0);  // 0 unseen, 1 open, 2 done
  for (std::size_t start = 0; start < below.size(); ++start) {
    std::vector<std::size_t> stack{start};
    while (!stack.empty()) {
      const std::size_t c = stack.back();
      if (state[c] == 2) {
        stack.pop_back();
        continue;
      }
      if (breakdown[c] == nullptr) {
        below[c] = {c};
        state[c] = 2;
        continue;
      }
      bool ready = true;
      if (state[c] == 0)
        for (const Relation::Term& term : breakdown[c]->terms)
          if (term.cell != c && state[term.cell] == 0) {
            stack.push_back(term.cell);
            ready = false;
          }
      state[c] = 1;
      if (!ready) continue;
      for (const Relation::Term& term : breakdown[c]->terms)
        if (term.cell != c) below[c].insert(below[c].end(), below[term.cell].begin(), below[term.cell].end());
      state[c] = 2;
    }
  }
  return below;
}

/// Chance that a cell is printed as it is, if it holds x.
Rational chance_of_printed(const TableCell& cell, Amount x) {
  if (cell.chances) return cell.chances->at(x);
  if (cell.status != CellStatus::rounded || cell.rounding->method != RoundingMethod::random) return 1;
  return 1 - abs(Rational(x - *cell.value)) / cell.rounding->base;
}

}  // namespace

Ball to_ball(const LogRational& x, long bits) {
  Ball sum(x.linear, bits);
  if (x.ratio != 1) sum = sum + log(Ball(x.ratio, bits));
  if (x.power != 0) sum = sum + Ball(x.power, bits) * log(Ball(x.base, bits));
  return sum;
}

LogRational operator-(const LogRational& x, const LogRational& y) {
  LogRational difference{x.ratio / y.ratio, x.linear - y.linear, x.base, x.power};
  if (x.power == 0) {
    difference.base = y.base;
    difference.power = -y.power;
  } else if (y.power != 0) {
    difference.power = x.power - y.power;  // the two have one base: a family has one
  }
  return difference;
}

Result<BoundPrior> BoundPrior::of(const TablePrior& prior, const Release& release) {
  const auto bad = [&](const std::string& field, const std::string& message) {
    return Error{ErrorCode::invalid_parameter, prior.pointer + field, message};
  };
  if (release.kind != TableKind::count)
    return Error{ErrorCode::not_supported, "/table/kind",
                 "priors are on whole numbers; for magnitudes ask ranges, rules or insider"};
  BoundPrior bound;
  bound.prior_ = prior;
  bound.release_ = &release;
  bound.rank_.assign(release.cells.size(), -1);
  for (std::size_t c = 0; c < release.cells.size(); ++c)
    if (release.cells[c].interior) bound.rank_[c] = static_cast<std::ptrdiff_t>(bound.interior_++);
  bound.below_ = interiors_below(release);
  const std::vector<Rational>& p = bound.prior_.parameters;
  const bool positive = std::all_of(p.begin(), p.end(), [](const Rational& x) { return x > 0; });
  const std::string field = prior.family == Family::poisson                 ? "/rate"
                            : prior.family == Family::dirichlet_multinomial ? "/concentration"
                                                                            : "/probability";
  if (prior.family == Family::uniform_completions) return bound;
  if (prior.family == Family::uniform) {
    if (prior.lower > prior.upper || denominator(prior.lower) != 1 || denominator(prior.upper) != 1 || prior.lower < 0)
      return bad("", "a uniform prior needs whole numbers 0 <= lower <= upper");
    return bound;
  }
  if (p.size() != 1 && p.size() != bound.interior_)
    return bad(field, "one value, or one a interior cell in the order of the cells: there are " +
                          std::to_string(bound.interior_) + " interior cells, got " + std::to_string(p.size()));
  if (!positive) return bad(field, "must be positive");
  for (const TableCell& cell : release.cells)
    if (cell.interior && cell.value && *cell.value > most_counted) return bound.too_large(cell.pointer);
  if (prior.family == Family::negative_binomial) {
    if (std::any_of(p.begin(), p.end(), [](const Rational& x) { return x >= 1; }))
      return bad(field, "a probability below 1");
    if (prior.size <= 0) return bad("/successes", "must be positive");
  }
  if (prior.family == Family::multinomial) {
    Rational sum = p.size() == 1 ? p[0] * static_cast<long>(bound.interior_) : Rational(0);
    if (p.size() != 1)
      for (const Rational& x : p) sum += x;
    if (sum != 1) return bad(field, "the probabilities of the interior cells must sum to 1");
  }
  return bound;
}

const Rational& BoundPrior::parameter(std::size_t cell) const {
  return prior_.parameters.size() == 1 ? prior_.parameters[0]
                                       : prior_.parameters[static_cast<std::size_t>(rank_[cell])];
}

Error BoundPrior::too_large(const std::string& pointer) const {
  return {ErrorCode::limit_exceeded, pointer,
          "under this prior counts have factorials: cells of at most " + std::to_string(most_counted) +
              ", and fewer possible values of large ones; ask ranges"};
}

bool BoundPrior::has_factorials() const {
  return prior_.family != Family::uniform && prior_.family != Family::uniform_completions;
}

std::optional<Error> BoundPrior::unweighable(const System& system, const std::vector<Span>& spans) const {
  if (!has_factorials()) return std::nullopt;
  Amount bits = 0;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    const std::size_t cell = system.variables[v].cell;
    if (rank_[cell] < 0) continue;
    if (spans[v].high > most_counted) return too_large(release_->cells[cell].pointer);
    // log2(n!) is below 20 n here, and the parameter's power is as long as it.
    const auto each = static_cast<Amount>(20 + core::bit_size(parameter(cell)) + core::bit_size(prior_.size));
    bits += (spans[v].high - spans[v].low + 1) * spans[v].high * each;
    if (bits > most_bits) return too_large(release_->cells[cell].pointer);
  }
  return std::nullopt;
}

/// weight(cell, value) / weight(cell, value - 1).
Rational BoundPrior::growth(std::size_t cell, Amount value) const {
  switch (prior_.family) {
    case Family::uniform_completions:
    case Family::uniform: return 1;
    case Family::poisson:
    case Family::multinomial: return parameter(cell) / value;
    case Family::negative_binomial: return (prior_.size + (value - 1)) / value * (1 - parameter(cell));
    case Family::dirichlet_multinomial: return (parameter(cell) + (value - 1)) / value;
  }
  return 0;
}

Rational BoundPrior::weight(std::size_t cell, Amount value) const {
  switch (prior_.family) {
    case Family::uniform_completions: return 1;
    case Family::uniform: return prior_.lower <= value && value <= prior_.upper ? 1 : 0;
    case Family::poisson:
    case Family::multinomial: return power_over_factorial(parameter(cell), value);
    case Family::negative_binomial:
      return rising_over_factorial(prior_.size, value) * power(1 - parameter(cell), value);
    case Family::dirichlet_multinomial: return rising_over_factorial(parameter(cell), value);
  }
  return 0;
}

Result<System> BoundPrior::restrict(const System& system) const {
  System narrowed = system;
  const bool has_total = prior_.family == Family::multinomial || prior_.family == Family::dirichlet_multinomial;
  if (prior_.family == Family::uniform)
    for (Variable& variable : narrowed.variables) {
      if (rank_[variable.cell] < 0) continue;
      std::vector<Span> left;
      for (const Span& span : variable.domain) {
        const Span cut{std::max(span.low, numerator(prior_.lower).convert_to<Amount>()),
                       std::min(span.high, numerator(prior_.upper).convert_to<Amount>())};
        if (cut.low <= cut.high) left.push_back(cut);
      }
      variable.domain = std::move(left);
      if (variable.domain.empty())
        return Error{ErrorCode::invalid_parameter, prior_.pointer,
                     "the prior excludes what is known of the cell " + cell_name(release_->cells[variable.cell])};
    }
  if (has_total) {
    Row row;
    row.total = prior_.total;
    for (std::size_t c = 0; c < rank_.size(); ++c) {
      if (rank_[c] < 0) continue;
      if (system.variable_of[c] >= 0)
        row.terms.push_back({static_cast<std::size_t>(system.variable_of[c]), 1});
      else
        row.total -= numerator(*release_->cells[c].value).convert_to<Amount>();
    }
    if (!row.terms.empty()) narrowed.rows.push_back(std::move(row));
  }
  return narrowed;
}

std::vector<ValueWeights> BoundPrior::weights(const System& system, const std::vector<Span>& spans) const {
  std::vector<ValueWeights> all;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    ValueWeights weights{spans[v].low, {}};
    const Variable& variable = system.variables[v];
    const bool grows = has_factorials() && rank_[variable.cell] >= 0;
    Rational grown = grows ? weight(variable.cell, spans[v].low) : Rational(1);
    for (Amount x = spans[v].low; x <= spans[v].high; ++x) {
      if (grows && x > spans[v].low) grown *= growth(variable.cell, x);
      const bool inside = std::any_of(variable.domain.begin(), variable.domain.end(),
                                      [&](const Span& span) { return span.low <= x && x <= span.high; });
      weights.weights.push_back(!inside                             ? Rational(0)
                                : grows || rank_[variable.cell] < 0 ? grown
                                                                    : weight(variable.cell, x));
      if (inside) weights.weights.back() *= chance_of_printed(release_->cells[variable.cell], x);
    }
    all.push_back(std::move(weights));
  }
  return all;
}

LogRational BoundPrior::constant(const System& system) const {
  LogRational constant;
  for (std::size_t c = 0; c < rank_.size(); ++c)
    if (rank_[c] >= 0 && system.variable_of[c] < 0)
      constant.ratio *= weight(c, numerator(*release_->cells[c].value).convert_to<Amount>());
  const auto cells = static_cast<Amount>(interior_);
  switch (prior_.family) {
    case Family::uniform_completions: constant.ratio = 1; break;
    case Family::uniform: constant.ratio /= power(prior_.upper - prior_.lower + 1, cells); break;
    case Family::poisson:
      for (std::size_t c = 0; c < rank_.size(); ++c)
        if (rank_[c] >= 0) constant.linear -= parameter(c);
      break;
    case Family::negative_binomial:
      constant.base = product(prior_.parameters);
      constant.power = prior_.parameters.size() == 1 ? Rational(prior_.size * cells) : prior_.size;
      break;
    case Family::multinomial: constant.ratio *= Rational(factorial(prior_.total)); break;
    case Family::dirichlet_multinomial: {
      Rational sum = 0;
      for (std::size_t c = 0; c < rank_.size(); ++c)
        if (rank_[c] >= 0) sum += parameter(c);
      constant.ratio /= rising_over_factorial(sum, prior_.total);
      break;
    }
  }
  return constant;
}

std::optional<Span> BoundPrior::support(std::size_t cell) const {
  const auto cells = static_cast<Amount>(below_[cell].size());
  switch (prior_.family) {
    case Family::uniform:
      return Span{numerator(prior_.lower).convert_to<Amount>() * cells,
                  numerator(prior_.upper).convert_to<Amount>() * cells};
    case Family::multinomial:
    case Family::dirichlet_multinomial: return Span{0, prior_.total};
    case Family::uniform_completions:
    case Family::poisson:
    case Family::negative_binomial: return std::nullopt;
  }
  return std::nullopt;
}

/// The coefficient of x^value in the product over the cells of (1 - (1 - p) x)^-size. n f_n is size times the sum over
/// j = 1..n of s_j f_{n-j}, where s_j sums the j-th powers of the 1 - p: the logarithm's derivative.
Rational BoundPrior::coefficient_of_sum(const std::vector<std::size_t>& cells, Amount value) const {
  std::vector<Rational> powers(cells.size(), Rational(1)), sums = {0}, f = {1};
  for (Amount n = 1; n <= value; ++n) {
    Rational sum = 0, next = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) sum += powers[i] *= 1 - parameter(cells[i]);
    sums.push_back(sum);
    for (std::size_t j = 1; j < sums.size(); ++j) next += sums[j] * f[static_cast<std::size_t>(n) - j];
    f.push_back(prior_.size / n * next);
  }
  return f.back();
}

Result<std::optional<LogRational>> BoundPrior::law(std::size_t cell, Amount value) const {
  using Law = std::optional<LogRational>;
  const std::vector<std::size_t>& below = below_[cell];
  Rational sum = 0, all = 0;
  if (has_factorials()) {
    for (const std::size_t c : below) sum += parameter(c);
    for (std::size_t c = 0; c < rank_.size(); ++c)
      if (rank_[c] >= 0) all += parameter(c);
  }
  if (has_factorials() && value > most_counted) return too_large(release_->cells[cell].pointer);
  LogRational law;
  switch (prior_.family) {
    case Family::uniform_completions: return Law{};
    case Family::uniform: {
      const Rational size = prior_.upper - prior_.lower + 1;
      const auto k = static_cast<Amount>(below.size());
      const Rational shifted = value - prior_.lower * k;
      if (shifted < 0 || shifted > (size - 1) * k || k > 10'000)
        return Error{ErrorCode::invalid_parameter, prior_.pointer, "the prior excludes the value of a cell"};
      // The sum of k uniforms, by inclusion and exclusion.
      Rational ways = 0;
      const Amount s = numerator(shifted).convert_to<Amount>(), n = numerator(size).convert_to<Amount>();
      for (Amount j = 0; j <= k && s - j * n >= 0; ++j)
        ways += (j % 2 == 0 ? 1 : -1) * Rational(choose(k, j) * choose(s - j * n + k - 1, k - 1));
      law.ratio = ways / power(size, k);
      break;
    }
    case Family::poisson:
      law.ratio = power_over_factorial(sum, value);
      law.linear = -sum;
      break;
    case Family::negative_binomial: {
      const bool alike = std::all_of(below.begin(), below.end(),
                                     [&](std::size_t c) { return parameter(c) == parameter(below.front()); });
      if (!alike && value > most_convolved)
        return Error{ErrorCode::limit_exceeded, release_->cells[cell].pointer,
                     "a sum of cells with different probabilities is weighed to " + std::to_string(most_convolved)};
      law.ratio = alike ? rising_over_factorial(prior_.size * static_cast<long>(below.size()), value) *
                              power(1 - parameter(below.front()), value)
                        : coefficient_of_sum(below, value);
      // All successes of all cells: one base to the power of their number, or a product to that of one cell.
      std::vector<Rational> bases;
      for (const std::size_t c : below)
        if (!alike || bases.empty()) bases.push_back(parameter(c));
      law.base = product(bases);
      law.power = alike ? Rational(prior_.size * static_cast<long>(below.size())) : prior_.size;
      break;
    }
    case Family::multinomial:
      if (value > prior_.total)
        return Error{ErrorCode::invalid_parameter, prior_.pointer, "a cell exceeds the number of records"};
      law.ratio = Rational(choose(prior_.total, value)) * power(sum, value) * power(1 - sum, prior_.total - value);
      break;
    case Family::dirichlet_multinomial: {
      if (value > prior_.total)
        return Error{ErrorCode::invalid_parameter, prior_.pointer, "a cell exceeds the number of records"};
      const Rational rest = all - sum;
      law.ratio =
          rising_over_factorial(sum, value) *
          (rest == 0 ? Rational(value == prior_.total ? 1 : 0) : rising_over_factorial(rest, prior_.total - value)) /
          rising_over_factorial(all, prior_.total);
      break;
    }
  }
  return Law{law};
}

}  // namespace assay::persuasive
