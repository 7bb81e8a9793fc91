// Changed releases.
#include "persuasive/table/scenarios.hpp"

#include <algorithm>
#include <set>

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

void publish(TableCell& cell) {
  cell.status = CellStatus::published;
  cell.reason = SuppressionReason::unstated;
  if (cell.truth) cell.value = cell.truth;
  cell.rounding.reset();
  cell.chances.reset();
  // Known to the insider alone: the rule does not speak of it.
  cell.pointer.clear();
}

}  // namespace

Result<Release> seen_by(const Release& release, const Insider& insider) {
  Release seen = release;
  for (const std::size_t c : insider.cells) {
    TableCell& cell = seen.cells[c];
    if (cell.status == CellStatus::published) continue;
    if (!true_value(cell))
      return Error{ErrorCode::missing_field, cell.pointer + "/value",
                   "what the insider knows of the cell " + cell_name(cell) + " is not given"};
    publish(cell);
  }
  if (insider.contributors.empty()) return seen;
  const std::set<std::string> own(insider.contributors.begin(), insider.contributors.end());
  for (TableCell& cell : seen.cells) {
    if (cell.status == CellStatus::published || cell.contributions.empty()) continue;
    Rational sum = 0;
    bool some = false, all = true;
    for (const Contribution& contribution : cell.contributions) {
      if (contribution.value < 0)
        return Error{ErrorCode::not_supported, cell.pointer + "/contributions",
                     "with negative contributions an insider's own ones bound nothing"};
      const bool mine = own.contains(contribution.contributor);
      if (mine) sum += contribution.value * contribution.weight.value_or(Rational(1));
      some = some || mine;
      all = all && mine;
    }
    if (some && all && (cell.value || cell.truth))
      publish(cell);
    else if (some)
      cell.at_least = release.kind == TableKind::count ? Rational(1) : sum;
  }
  return seen;
}

std::vector<Insider> every_insider(const Release& release) {
  std::set<std::string> names;
  std::vector<Insider> all;
  for (std::size_t c = 0; c < release.cells.size(); ++c) {
    const TableCell& cell = release.cells[c];
    for (const Contribution& contribution : cell.contributions)
      if (!contribution.contributor.empty()) names.insert(contribution.contributor);
    const bool one_contributor = cell.contributors ? *cell.contributors == 1 : cell.contributions.size() == 1;
    const bool counted_one = release.kind == TableKind::count && cell.value && *cell.value == 1;
    if (cell.status == CellStatus::suppressed && cell.interior && cell.value && (one_contributor || counted_one))
      all.push_back({"singleton " + cell_name(cell), {c}, {}});
  }
  for (const std::string& name : names) all.push_back({name, {}, {name}});
  return all;
}

Result<Release> with_suppressed(const Release& release, const std::vector<std::size_t>& cells) {
  Release more = release;
  for (const std::size_t c : cells) {
    if (more.cells[c].status != CellStatus::published)
      return Error{ErrorCode::invalid_parameter, more.cells[c].pointer,
                   "the cell " + cell_name(more.cells[c]) + " is not published, so it cannot be suppressed"};
    more.cells[c].status = CellStatus::suppressed;
    more.cells[c].reason = SuppressionReason::secondary;
  }
  return more;
}

Result<Cheapest> cheapest_suppression(const Release& release, std::size_t most, const accounting::Deadline& deadline,
                                      const std::function<Result<std::optional<bool>>(const Release&)>& acceptable) {
  std::vector<std::size_t> open;
  for (std::size_t c = 0; c < release.cells.size(); ++c)
    if (release.cells[c].status == CellStatus::published && !release.cells[c].pointer.empty()) open.push_back(c);
  Cheapest cheapest;
  std::optional<std::size_t> untold;  // size of the smallest set that could not be judged
  for (std::size_t size = 0; size <= std::min(most, open.size()); ++size) {
    cheapest.lower_bound = untold.value_or(size);
    std::vector<std::size_t> pick(size);
    for (std::size_t i = 0; i < size; ++i) pick[i] = i;
    for (;;) {
      if (deadline.passed()) {
        cheapest.complete = false;
        return cheapest;
      }
      std::vector<std::size_t> cells;
      for (const std::size_t i : pick) cells.push_back(open[i]);
      const Result<Release> more = with_suppressed(release, cells);
      if (!more) return more.error();
      const Result<std::optional<bool>> good = acceptable(*more);
      if (!good) return good.error();
      if (!*good && !untold) untold = size;
      if (*good && **good) {
        cheapest.added = std::move(cells);
        cheapest.complete = cheapest.lower_bound == size;
        return cheapest;
      }
      // The next set of this size.
      std::size_t i = size;
      while (i > 0 && pick[i - 1] == open.size() - size + i - 1) --i;
      if (i == 0) break;
      ++pick[i - 1];
      for (std::size_t j = i; j < size; ++j) pick[j] = pick[j - 1] + 1;
    }
  }
  cheapest.lower_bound = untold.value_or(std::min(most, open.size()) + 1);
  cheapest.complete = !untold;
  return cheapest;
}

}  // namespace assay::persuasive
