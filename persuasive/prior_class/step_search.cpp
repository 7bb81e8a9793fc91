// Patterns of best acts and the search over events.
#include "persuasive/prior_class/step_search.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "persuasive/prior_class/listed.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using Row = std::vector<Rational>;

constexpr std::size_t most_tied = 12;  // data whose ties are told apart one by one

/// row . w >= 0, or > 0.
struct Half {
  Row row;
  bool strict = false;
};

/// Beliefs w (of any total) under which the score of the truth is `score`.
struct Pattern {
  Rational score;
  std::vector<Half> halves;
};

Row difference(std::size_t n, std::size_t plus, std::size_t minus) {
  Row row(n);
  row[plus] = 1;
  row[minus] = -1;
  return row;
}

/// Zero-one at the truth x. `posterior` says on which side an adversarial tie counts.
std::vector<Pattern> zero_one_patterns(Ties ties, std::size_t n, std::size_t x, bool posterior) {
  std::vector<Pattern> patterns;
  const bool tie_wins = ties == Ties::adversarial && posterior;
  const auto beats = [&](std::size_t y) {
    const bool loses_tie = ties == Ties::strict || ties == Ties::uniform || (ties == Ties::adversarial && !posterior) ||
                           (ties == Ties::lowest_index && y < x);
    return Half{difference(n, x, y), loses_tie && !tie_wins};
  };
  if (ties == Ties::uniform) {
    // Every set of data tied with the truth.
    for (std::size_t set = 0; set < (std::size_t{1} << n); ++set) {
      if ((set >> x & 1U) == 0) continue;
      Pattern pattern{0, {}};
      long tied = 0;
      for (std::size_t y = 0; y < n; ++y) {
        const bool in = (set >> y & 1U) != 0;
        tied += in ? 1 : 0;
        if (y == x) continue;
        pattern.halves.push_back({difference(n, x, y), !in});
        if (in) pattern.halves.push_back({difference(n, y, x), false});
      }
      pattern.score = 1 - Rational(1, tied);
      patterns.push_back(std::move(pattern));
    }
  } else {
    Pattern hit{0, {}};
    for (std::size_t y = 0; y < n; ++y)
      if (y != x) hit.halves.push_back(beats(y));
    patterns.push_back(std::move(hit));
  }
  for (std::size_t y = 0; y < n; ++y) {
    if (y == x) continue;
    // A miss: some y is above the truth, or level with it where the truth loses the tie.
    const bool level_is_miss = ties != Ties::uniform && beats(y).strict;
    patterns.push_back({1, {{difference(n, y, x), !level_is_miss}}});
  }
  return patterns;
}

std::vector<Pattern> decision_patterns(const Score& score, std::size_t n, std::size_t x) {
  std::vector<Pattern> patterns;
  for (std::size_t a = 0; a < score.loss.size(); ++a) {
    Pattern pattern{score.loss[a][x], {}};
    for (std::size_t b = 0; b < score.loss.size(); ++b) {
      if (a == b) continue;
      Row row(n);
      for (std::size_t y = 0; y < n; ++y) row[y] = score.loss[b][y] - score.loss[a][y];
      // With adversarial ties every best act may count: before as the worst, after as the best.
      pattern.halves.push_back({std::move(row), score.ties == Ties::lowest_index && b < a});
    }
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

std::vector<Pattern> patterns_of(const Score& score, std::size_t n, std::size_t x, bool posterior) {
  return score.rule == Score::Rule::zero_one ? zero_one_patterns(score.ties, n, x, posterior)
                                             : decision_patterns(score, n, x);
}

/// A pattern of the posterior at an output, as rows on the prior.
std::vector<Half> pulled_back(const std::vector<Half>& halves, const Row& ratios) {
  std::vector<Half> back = halves;
  for (Half& half : back)
    for (std::size_t y = 0; y < ratios.size(); ++y) half.row[y] *= ratios[y];
  return back;
}

struct Place {
  const PriorRegion& region;
  std::size_t x;
  std::vector<std::size_t> columns;  // largest mass first
  std::vector<Rational> mass;
  std::vector<Row> ratios;
};

/// A prior of the region with all halves, the strict ones strictly, and the truth possible; nothing where there is
/// none.
struct Feasible {
  bool stopped = false;
  std::optional<Row> point;
};
Feasible find_prior(const Place& place, const std::vector<Half>& halves, const accounting::Deadline& deadline) {
  // Maximise the slack s <= 1 of what is strict.
  const std::size_t v = place.region.variables;
  LinearProgram program{v + 1, Row(v + 1), place.region.constraints};
  program.objective[v] = -1;
  const auto add = [&](Row row, bool strict) {
    row.resize(v + 1);
    if (strict) row[v] = -1;
    program.constraints.push_back({std::move(row), Relation::at_least, 0});
  };
  for (const Half& half : halves) add(half.row, half.strict);
  Row truth(v + 1);
  truth[place.x] = 1;
  add(truth, true);
  Row most(v + 1);
  most[v] = 1;
  program.constraints.push_back({std::move(most), Relation::at_most, 1});
  LinearOptimum optimum = solve(program, deadline);
  if (optimum.status == LinearOptimum::Status::stopped) return {true, std::nullopt};
  if (optimum.status != LinearOptimum::Status::optimal || optimum.value >= 0) return {};
  optimum.point.resize(place.region.data);
  return {false, std::move(optimum.point)};
}

struct Best {
  Rational mass = 0, open = 0;
  Row prior;
  std::vector<std::size_t> event;
};

class EventSearch {
 public:
  EventSearch(const Place& place, std::vector<std::vector<Pattern>> winning, const accounting::Deadline& deadline,
              Best& best)
      : place_(place), winning_(std::move(winning)), deadline_(deadline), best_(best) {}

  void run(const std::vector<Half>& halves) {
    Rational rest = 0;
    for (std::size_t t = 0; t < place_.mass.size(); ++t)
      if (!winning_[t].empty()) rest += place_.mass[t];
    const Feasible start = find_prior(place_, halves, deadline_);
    if (start.stopped) best_.open = std::max(best_.open, rest);
    if (start.point) descend(0, halves, 0, rest, *start.point);
  }

 private:
  /// `prior` meets the halves so far.
  void descend(std::size_t t, const std::vector<Half>& halves, const Rational& taken, const Rational& rest,
               const Row& prior) {
    if (taken > best_.mass) {
      best_.mass = taken;
      best_.prior = prior;
      best_.event = event_;
    }
    if (taken + rest <= best_.mass) return;
    while (t < winning_.size() && winning_[t].empty()) ++t;
    if (t == winning_.size()) return;
    if (deadline_.passed()) {
      best_.open = std::max(best_.open, Rational(taken + rest));
      return;
    }
    const Rational without = rest - place_.mass[t];
    for (const Pattern& pattern : winning_[t]) {
      std::vector<Half> more = halves;
      for (Half& half : pulled_back(pattern.halves, place_.ratios[t])) more.push_back(std::move(half));
      const Feasible found = find_prior(place_, more, deadline_);
      if (found.stopped) best_.open = std::max(best_.open, Rational(taken + rest));
      if (!found.point) continue;
      event_.push_back(t);
      descend(t + 1, more, taken + place_.mass[t], without, *found.point);
      event_.pop_back();
      if (taken + rest <= best_.mass) return;
    }
    descend(t + 1, halves, taken, without, prior);
  }

  const Place& place_;
  std::vector<std::vector<Pattern>> winning_;  // by output: patterns of the posterior that gain more than kappa
  const accounting::Deadline& deadline_;
  Best& best_;
  std::vector<std::size_t> event_;
};

/// The largest mass at one place, from `best` on.
Best search_place(const Place& place, const Score& score, const LogNumber& kappa,
                  const accounting::Deadline& deadline) {
  Best best;
  const std::size_t n = place.region.data;
  const std::vector<Pattern> after = patterns_of(score, n, place.x, true);
  for (const Pattern& before : patterns_of(score, n, place.x, false)) {
    std::vector<Pattern> winning;
    for (const Pattern& pattern : after)
      if (compare(LogNumber::rational(before.score - pattern.score), kappa) > 0) winning.push_back(pattern);
    if (winning.empty()) continue;
    EventSearch(place, std::vector<std::vector<Pattern>>(place.columns.size(), winning), deadline, best)
        .run(before.halves);
  }
  best.open = std::max(best.open, best.mass);
  return best;
}

std::optional<Error> check_size(const FiniteProblem& problem, const Score& score) {
  if (score.rule != Score::Rule::zero_one || score.ties != Ties::uniform || problem.space.size <= most_tied)
    return std::nullopt;
  return Error{ErrorCode::limit_exceeded, "/scores",
               "zero_one with uniform ties over a class of this kind takes at most " + std::to_string(most_tied) +
                   " data; ask for adversarial ties, which bound it"};
}

Place make_place(const Kernel& kernel, const PriorRegion& region, std::size_t x) {
  Place place{region, x, {}, {}, {}};
  for (std::size_t t = 0; t < kernel.columns(); ++t)
    if (kernel.rows[x][t] != 0) place.columns.push_back(t);
  std::stable_sort(place.columns.begin(), place.columns.end(),
                   [&](std::size_t s, std::size_t t) { return kernel.rows[x][s] > kernel.rows[x][t]; });
  for (const std::size_t t : place.columns) {
    place.mass.push_back(kernel.rows[x][t]);
    Row ratios;
    for (const auto& row : kernel.rows) ratios.push_back(row[t] / kernel.rows[x][t]);
    place.ratios.push_back(std::move(ratios));
  }
  return place;
}

Result<Bracket> largest_mass(const FiniteProblem& problem, const Kernel& kernel, const Score& score,
                             const LogNumber& kappa) {
  Bracket best;
  for (const std::size_t x : problem.truths()) {
    const Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (const PriorRegion& region : *all) {
      if (!may_hold(region, x, problem.deadline)) continue;
      const Place place = make_place(kernel, region, x);
      const Best found = search_place(place, score, kappa, problem.deadline);
      WorstCase worst;
      worst.data = x;
      worst.attained = found.open == found.mass;
      for (std::size_t y = 0; y < found.prior.size(); ++y)
        if (found.prior[y] != 0) worst.prior.emplace_back(y, Real(found.prior[y]));
      for (const std::size_t t : found.event)
        worst.outputs.insert(worst.outputs.end(), kernel.outputs[place.columns[t]].begin(),
                             kernel.outputs[place.columns[t]].end());
      std::sort(worst.outputs.begin(), worst.outputs.end());
      best =
          worse(std::move(best), Bracket{Real(found.mass), Real(found.open), std::move(worst), {"step-gains"}, true});
    }
  }
  return best;
}

}  // namespace

Result<Bracket> step_search_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  if (auto error = check_size(problem, score)) return *error;
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  return largest_mass(problem, *kernel, score, kappa);
}

Result<Bracket> step_search_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  if (auto error = check_size(problem, score)) return *error;
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  // Gains take finitely many values: kappa is the least of them whose mass above is at most delta.
  std::set<Rational> gains;
  for (const std::size_t x : problem.truths())
    for (const Pattern& before : patterns_of(score, problem.space.size, x, false))
      for (const Pattern& after : patterns_of(score, problem.space.size, x, true))
        gains.insert(before.score - after.score);
  const std::vector<Rational> values(gains.begin(), gains.end());
  std::size_t low = 0, high = values.size() - 1;  // at the largest value no gain is above
  Bracket at_high;
  Rational certain_high = values[high];
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const Result<Bracket> mass = largest_mass(problem, *kernel, score, LogNumber::rational(values[middle]));
    if (!mass) return mass;
    if (!mass->found) return mass;
    if (compare(mass->upper, Real(delta)) != Order::greater) {
      high = middle;
      certain_high = values[middle];
    } else if (compare(mass->lower, Real(delta)) == Order::greater) {
      low = middle + 1;
      at_high = *mass;  // the event of a gain above values[middle]
    } else {
      return Bracket{Real(values[low]), Real(certain_high), mass->worst, {"step-gains"}, true};
    }
  }
  if (!at_high.found) {
    Result<Bracket> any = largest_mass(problem, *kernel, score, LogNumber::rational(values.front() - 1));
    if (!any || !any->found) return any;
    at_high = *std::move(any);
  }
  at_high.lower = at_high.upper = Real(values[high]);
  at_high.worst.attained = true;
  return at_high;
}

}  // namespace assay::persuasive
