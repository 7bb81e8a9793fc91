// Tables of counts one after another; for each, whether whole sums exist that fit all printed means.
#include "persuasive/table/means.hpp"

#include <algorithm>
#include <map>

#include "persuasive/table/fibre.hpp"
#include "persuasive/table/ranges.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;

constexpr Amount largest_sum = Amount{1} << 50;

std::optional<Amount> rounded(const Rational& x, bool up) {
  if (abs(x) > largest_sum) return std::nullopt;
  Integer whole = numerator(x) / denominator(x);
  if (Rational(whole) != x) whole += up ? (x > 0 ? 1 : 0) : (x < 0 ? -1 : 0);
  return whole.convert_to<Amount>();
}

/// The sums of a table of counts as a system: one variable a cell, one row a relation.
class Sums {
 public:
  Sums(const Release& release, const MeansQuestion& question) : release_(release), question_(question) {
    for (std::size_t r = 0; r < release.relations.size(); ++r) {
      const Relation& relation = release.relations[r];
      if (relation.redundant) continue;
      Row row{{}, 0, r, relation.dimension};
      for (const Relation::Term& term : relation.terms) row.terms.push_back({term.cell, term.coefficient});
      system_.rows.push_back(std::move(row));
    }
    system_.variables.resize(release.cells.size());
    for (std::size_t c = 0; c < release.cells.size(); ++c) {
      system_.variables[c].cell = c;
      system_.variable_of.push_back(static_cast<std::ptrdiff_t>(c));
    }
  }

  /// Bounds of the sums given the counts. False: some printed mean fits no whole sum; too_large is told apart.
  bool bound(const std::vector<Amount>& counts) {
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const Rational n(counts[c]);
      std::optional<Rational> low, high;
      if (question_.value_low) low = n * *question_.value_low;
      if (question_.value_high) high = n * *question_.value_high;
      if (counts[c] == 0) low = high = Rational(0);
      domain_[c] = {low, high};
    }
    for (const CellMean& mean : question_.means) {
      auto& [low, high] = domain_[mean.cell];
      const Rational n(counts[mean.cell]);
      if (counts[mean.cell] == 0 && mean.mean) return false;  // nothing has no mean
      const auto cut = [&](const Rational& from, const Rational& to) {
        low = low ? std::max(*low, from) : from;
        high = high ? std::min(*high, to) : to;
      };
      if (mean.mean) cut(n * (mean.mean->value - mean.mean->half), n * (mean.mean->value + mean.mean->half));
      if (mean.sum_low) low = low ? std::max(*low, *mean.sum_low) : *mean.sum_low;
      if (mean.sum_high) high = high ? std::min(*high, *mean.sum_high) : *mean.sum_high;
    }
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const auto& [low, high] = domain_[c];
      Span span;
      if (low) {
        const auto end = rounded(*low, true);
        too_large_ = too_large_ || !end;
        if (end) span.low = *end;
      }
      if (high) {
        const auto end = rounded(*high, false);
        too_large_ = too_large_ || !end;
        if (end) span.high = *end;
      }
      if (span.low > span.high) return false;
      system_.variables[c].domain = {span};
    }
    return true;
  }

  const System& system() const { return system_; }
  bool too_large() const { return too_large_; }

 private:
  const Release& release_;
  const MeansQuestion& question_;
  System system_;
  std::map<std::size_t, std::pair<std::optional<Rational>, std::optional<Rational>>> domain_;
  bool too_large_ = false;
};

/// All ordered lists of records of one cell that fit what is printed, shortest first.
class Lists {
 public:
  Lists(const CellMean& printed, const MeansQuestion& question, const accounting::Deadline& deadline,
        MeansAnswer::Records& out)
      : printed_(printed), question_(question), deadline_(deadline), out_(out) {}

  /// False where not all were met.
  bool search(Amount count, Amount sum_low, Amount sum_high) {
    if (count == 0) return true;
    const std::optional<Amount> low =
        question_.value_low ? rounded(*question_.value_low, true) : std::optional<Amount>();
    if (!low) return false;
    const std::optional<Amount> most =
        question_.value_high ? rounded(*question_.value_high, false) : sum_high - (count - 1) * *low;
    if (!most || count > 1000) return false;
    count_ = count;
    sum_low_ = sum_low;
    sum_high_ = sum_high;
    most_ = *most;
    list_.clear();
    extend(*low, 0);
    return whole_;
  }

 private:
  void extend(Amount least, Amount sum) {
    const auto left = count_ - static_cast<Amount>(list_.size());
    if (left == 0) return judge(sum);
    for (Amount x = least; x <= most_ && whole_; ++x) {
      // The rest is at least x each and at most the largest value each.
      if (sum + x * left > sum_high_) return;
      if (sum + x + most_ * (left - 1) < sum_low_) continue;
      if (++steps_ > 2'000'000 || ((steps_ & 0xfff) == 0 && deadline_.passed())) {
        whole_ = false;
        return;
      }
      list_.push_back(x);
      extend(x, sum + x);
      list_.pop_back();
    }
  }

  void judge(Amount sum) {
    if (sum < sum_low_ || sum > sum_high_) return;
    const Rational n(count_), mean = Rational(sum) / n;
    if (printed_.mean && !printed_.mean->allows(mean)) return;
    const auto middle = static_cast<std::size_t>(count_ / 2);
    const Rational median = count_ % 2 == 1 ? Rational(list_[middle]) : Rational(list_[middle - 1] + list_[middle]) / 2;
    if (printed_.median && !printed_.median->allows(median)) return;
    if (printed_.deviation) {
      if (count_ < 2) return;
      Rational square = 0;
      for (const Amount x : list_) square += (Rational(x) - mean) * (Rational(x) - mean);
      square /= n - 1;
      const Rational low = std::max(Rational(0), Rational(printed_.deviation->value - printed_.deviation->half));
      const Rational high = printed_.deviation->value + printed_.deviation->half;
      if (high < 0 || square < low * low || square > high * high) return;
    }
    if (out_.lists.size() >= question_.max_lists) {
      whole_ = false;
      return;
    }
    out_.lists.push_back(list_);
  }

  const CellMean& printed_;
  const MeansQuestion& question_;
  const accounting::Deadline& deadline_;
  MeansAnswer::Records& out_;
  Amount count_ = 0, sum_low_ = 0, sum_high_ = 0, most_ = 0;
  std::vector<Amount> list_;
  long steps_ = 0;
  bool whole_ = true;
};

/// Chance of each value of one record: a list counts as often as it can be ordered.
std::vector<std::pair<Amount, Rational>> record_law(const std::vector<std::vector<Amount>>& lists) {
  std::map<Amount, Rational> law;
  Rational total = 0;
  for (const std::vector<Amount>& list : lists) {
    std::map<Amount, long> times;
    Integer orders = 1;
    long place = 0;
    for (const Amount x : list) {
      orders *= ++place;
      orders /= ++times[x];
    }
    total += Rational(orders);
    for (const auto& [x, count] : times) law[x] += Rational(orders) * count / place;
  }
  std::vector<std::pair<Amount, Rational>> result;
  for (const auto& [x, weight] : law) result.emplace_back(x, weight / total);
  return result;
}

}  // namespace

Result<MeansAnswer> consistent_means(const Release& release, const Knowledge& knowledge, const MeansQuestion& question,
                                     const accounting::Deadline& deadline) {
  if (release.kind != TableKind::count)
    return Error{ErrorCode::not_supported, "/table/kind", "printed means stand beside a table of counts"};
  const FibreKind kind = fibre_kind(release, knowledge);
  if (kind == FibreKind::algorithm)
    return Error{ErrorCode::not_supported, "/knowledge/rule/secondary", "printed means beside an algorithm's fibre"};
  const Result<System> counts = release_system(release, knowledge, kind == FibreKind::rule);
  if (!counts) return counts.error();

  MeansAnswer answer;
  std::map<std::size_t, MeansAnswer::CellRange> cells;
  std::map<std::size_t, std::map<Amount, std::pair<Amount, Amount>>> sums_by_count;
  Sums sums(release, question);
  std::vector<Amount> table(release.cells.size(), 0);
  for (std::size_t c = 0; c < table.size(); ++c)
    if (counts->variable_of[c] < 0) table[c] = numerator(*release.cells[c].value).convert_to<Amount>();
  std::optional<Error> fault;
  const auto visit = [&](const std::vector<Amount>& point) {
    if (fault) return;
    for (std::size_t v = 0; v < point.size(); ++v) table[counts->variables[v].cell] = point[v];
    if (!sums.bound(table)) return;
    if (sums.too_large()) {
      fault = Error{ErrorCode::limit_exceeded, "/means", "sums of at most 2^50"};
      return;
    }
    RangeOptions options;
    options.witnesses = false;
    const Result<Ranges> found = ranges(sums.system(), release, options, deadline);
    if (!found) {
      // No whole sums add up, or nothing is known of these counts.
      if (found.error().code != ErrorCode::invalid_parameter) fault = found.error();
      return;
    }
    answer.complete = answer.complete && found->converged;
    ++answer.tables;
    for (std::size_t c = 0; c < table.size(); ++c) {
      const Ranges::Range& range = found->ranges[c];
      const auto end = [](const RangeEnd& at) {
        return at.bound ? std::optional<Amount>(numerator(*at.bound).convert_to<Amount>()) : std::nullopt;
      };
      const MeansAnswer::CellRange one{c, table[c], table[c], end(range.low), end(range.high)};
      const auto [place, fresh] = cells.emplace(c, one);
      MeansAnswer::CellRange& all = place->second;
      all.count_low = std::min(all.count_low, table[c]);
      all.count_high = std::max(all.count_high, table[c]);
      if (!fresh) {
        all.sum_low = all.sum_low && one.sum_low ? std::optional(std::min(*all.sum_low, *one.sum_low)) : std::nullopt;
        all.sum_high =
            all.sum_high && one.sum_high ? std::optional(std::max(*all.sum_high, *one.sum_high)) : std::nullopt;
      }
      if (one.sum_low && one.sum_high) {
        const auto [known, first] = sums_by_count[c].emplace(table[c], std::pair{*one.sum_low, *one.sum_high});
        if (!first)
          known->second = {std::min(known->second.first, *one.sum_low), std::max(known->second.second, *one.sum_high)};
      }
    }
  };
  const bool whole = for_each_table(*counts, question.max_tables, deadline, visit);
  if (fault) return *fault;
  if (!whole)
    return Error{ErrorCode::limit_exceeded, "/means",
                 "the tables of counts are listed one after another, and there are more than " +
                     std::to_string(question.max_tables) + ", or infinitely many"};
  if (answer.tables == 0)
    return Error{ErrorCode::invalid_parameter, "/means", "no counts and whole records agree with the printed means"};
  for (const auto& [c, range] : cells) answer.cells.push_back(range);
  for (const CellMean& mean : question.means) {
    if (!mean.median && !mean.deviation) continue;
    MeansAnswer::Records records;
    records.cell = mean.cell;
    // Beside relations, or without ends of the sums, the lists are not all of one kind: none is weighed.
    bool all = release.relations.empty() && cells[mean.cell].sum_low && cells[mean.cell].sum_high;
    for (const auto& [count, sum] : sums_by_count[mean.cell])
      all = all && Lists(mean, question, deadline, records).search(count, sum.first, sum.second);
    if (all && records.lists.empty())
      return Error{ErrorCode::invalid_parameter, "/means",
                   "no whole records agree with what is printed of the cell " + cell_name(release.cells[mean.cell])};
    if (all) records.record = record_law(records.lists);
    answer.complete = answer.complete && all;
    answer.records.push_back(std::move(records));
  }
  return answer;
}

}  // namespace assay::persuasive
