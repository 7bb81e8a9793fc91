// Branch and bound over events, linear programs in exact rationals at its nodes.
#include "persuasive/prior_class/log_game.hpp"

#include <algorithm>
#include <utility>

#include "persuasive/prior_class/listed.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

/// One truth against one region of priors.
struct Game {
  const PriorRegion& region;
  std::size_t x;
  std::vector<std::size_t> columns;           // of the kernel, those that x can give
  std::vector<Rational> mass;                 // P_x of each
  std::vector<std::vector<Rational>> ratios;  // rho_y(t) = m(y,t)/m(x,t), by column
  std::vector<Rational> alone;                // the game value of each single column
};

Rational dot(const std::vector<Rational>& row, const std::vector<Rational>& point) {
  Rational sum = 0;
  for (std::size_t y = 0; y < row.size(); ++y)
    if (row[y] != 0 && point[y] != 0) sum += row[y] * point[y];
  return sum;
}

/// min over the region of the largest q . rho(t) over the columns chosen.
LinearOptimum value(const Game& game, const std::vector<std::size_t>& chosen, const accounting::Deadline& deadline) {
  const std::size_t v = game.region.variables;
  LinearProgram program{v + 1, std::vector<Rational>(v + 1), game.region.constraints};
  program.objective[v] = 1;
  for (const std::size_t t : chosen) {
    std::vector<Rational> row = game.ratios[t];
    row.resize(v + 1);
    row[v] = -1;
    program.constraints.push_back({std::move(row), Relation::at_most, 0});
  }
  return solve(program, deadline);
}

Result<Game> make_game(const Kernel& kernel, const PriorRegion& region, std::size_t x,
                       const accounting::Deadline& deadline) {
  Game game{region, x, {}, {}, {}, {}};
  for (std::size_t t = 0; t < kernel.columns(); ++t) {
    if (kernel.rows[x][t] == 0) continue;
    game.columns.push_back(t);
    game.mass.push_back(kernel.rows[x][t]);
    std::vector<Rational> ratios;
    for (const auto& row : kernel.rows) ratios.push_back(row[t] / kernel.rows[x][t]);
    game.ratios.push_back(std::move(ratios));
  }
  for (std::size_t t = 0; t < game.columns.size(); ++t) {
    const LinearOptimum optimum = value(game, {t}, deadline);
    if (optimum.status != LinearOptimum::Status::optimal)
      return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before the first linear programs did"};
    game.alone.push_back(optimum.value);
  }
  return game;
}

struct Node {
  std::vector<std::size_t> in;
  std::vector<bool> out;
};

Node with(const Node& node, std::size_t t) {
  Node next = node;
  next.in.push_back(t);
  return next;
}

Node without(const Node& node, std::size_t t) {
  Node next = node;
  next.out[t] = true;
  return next;
}

bool holds(const Node& node, std::size_t t) { return std::find(node.in.begin(), node.in.end(), t) != node.in.end(); }

struct Found {
  Rational value = 1;  // of the best event
  Rational open = 1;   // bound on what was not searched
  std::vector<Rational> point;
  std::vector<std::size_t> event;
  bool complete = true;
};

/// The least value of an event with mass above delta.
Found least_value(const Game& game, const Rational& delta, const accounting::Deadline& deadline) {
  Found best;
  const std::size_t n = game.columns.size();
  std::optional<Rational> least;
  std::vector<Node> open{{{}, std::vector<bool>(n)}};
  while (!open.empty()) {
    const Node node = std::move(open.back());
    open.pop_back();
    Rational reachable = 0;
    for (std::size_t t = 0; t < n; ++t)
      if (!node.out[t] && (!least || game.alone[t] < *least)) reachable += game.mass[t];
    if (reachable <= delta) continue;
    std::vector<Rational> reached(n);  // q . rho(t) at the optimum of the columns chosen
    Rational at = 0;
    std::vector<Rational> point;
    if (!node.in.empty()) {
      const LinearOptimum optimum = value(game, node.in, deadline);
      if (optimum.status != LinearOptimum::Status::optimal) {
        // Out of time: every event of this node and those below costs at least its dearest single column.
        Rational bound = 0;
        for (const std::size_t t : node.in) bound = std::max(bound, game.alone[t]);
        best.open = best.complete ? bound : std::min(best.open, bound);
        best.complete = false;
        continue;
      }
      at = optimum.value;
      point = optimum.point;
      if (least && at >= *least) continue;
      Rational mass = 0;
      std::vector<std::size_t> event;
      for (std::size_t t = 0; t < n; ++t) {
        reached[t] = dot(game.ratios[t], point);
        if (node.out[t] || reached[t] > at) continue;
        mass += game.mass[t];
        event.push_back(t);
      }
      if (mass > delta) {
        least = at;
        best.point = std::move(point);
        best.event = std::move(event);
        continue;
      }
    } else {
      reached = game.alone;
    }
    std::optional<std::size_t> branch;
    for (std::size_t t = 0; t < n; ++t) {
      if (node.out[t] || holds(node, t) || (!node.in.empty() && reached[t] <= at)) continue;
      if (least && game.alone[t] >= *least) continue;
      if (!branch || reached[t] < reached[*branch]) branch = t;
    }
    if (!branch) continue;
    open.push_back(without(node, *branch));
    open.push_back(with(node, *branch));
  }
  best.value = least.value_or(0);
  if (!least) {
    // No event was met in time: that of all outputs costs no more than the largest ratio.
    best.complete = false;
    for (const auto& ratios : game.ratios)
      best.value = std::max(best.value, *std::max_element(ratios.begin(), ratios.end()));
  }
  if (best.complete || best.open > best.value) best.open = best.value;
  return best;
}

/// The largest mass of an event whose value is below the level, decided exactly by `below`.
template <class Below>
Found largest_mass(const Game& game, Below below, const accounting::Deadline& deadline) {
  Found best;
  best.value = best.open = 0;
  const std::size_t n = game.columns.size();
  std::vector<bool> possible;
  for (const Rational& alone : game.alone) possible.push_back(below(alone));
  std::vector<Node> open{{{}, std::vector<bool>(n)}};
  while (!open.empty()) {
    const Node node = std::move(open.back());
    open.pop_back();
    Rational reachable = 0;
    for (std::size_t t = 0; t < n; ++t)
      if (!node.out[t] && possible[t]) reachable += game.mass[t];
    if (reachable <= best.value) continue;
    std::vector<bool> met(n);
    if (!node.in.empty()) {
      const LinearOptimum optimum = value(game, node.in, deadline);
      if (optimum.status != LinearOptimum::Status::optimal) {
        best.complete = false;
        best.open = std::max(best.open, reachable);
        continue;
      }
      if (!below(optimum.value)) continue;
      Rational mass = 0;
      std::vector<std::size_t> event;
      for (std::size_t t = 0; t < n; ++t) {
        met[t] = possible[t] && below(dot(game.ratios[t], optimum.point));
        if (!met[t]) continue;
        mass += game.mass[t];
        event.push_back(t);
      }
      if (mass > best.value) {
        best.value = mass;
        best.point = optimum.point;
        best.event = std::move(event);
      }
    }
    std::optional<std::size_t> branch;
    for (std::size_t t = 0; t < n; ++t)
      if (!node.out[t] && !holds(node, t) && possible[t] && !met[t] && (!branch || game.mass[t] > game.mass[*branch]))
        branch = t;
    if (!branch) {
      // What is met here stays out of the branching: only other columns could add mass, and none is left.
      continue;
    }
    open.push_back(without(node, *branch));
    open.push_back(with(node, *branch));
  }
  best.open = std::max(best.open, best.value);
  return best;
}

/// A prior of the region with the largest mass on the truth, under further rows.
LinearOptimum most_on_truth(const Game& game, const std::vector<std::size_t>& event,
                            const std::optional<Rational>& at_most, const accounting::Deadline& deadline) {
  LinearProgram program{game.region.variables, std::vector<Rational>(game.region.variables), game.region.constraints};
  program.objective[game.x] = -1;
  if (at_most)
    for (const std::size_t t : event) program.constraints.push_back({game.ratios[t], Relation::at_most, *at_most});
  return solve(program, deadline);
}

WorstCase described(const Game& game, const Kernel& kernel, const Found& found) {
  WorstCase worst;
  worst.data = game.x;
  for (std::size_t y = 0; y < game.region.data && y < found.point.size(); ++y)
    if (found.point[y] != 0) worst.prior.emplace_back(y, Real(found.point[y]));
  for (const std::size_t t : found.event)
    worst.outputs.insert(worst.outputs.end(), kernel.outputs[game.columns[t]].begin(),
                         kernel.outputs[game.columns[t]].end());
  std::sort(worst.outputs.begin(), worst.outputs.end());
  return worst;
}

Real gain_of(const Rational& value) { return value == 0 ? Real::infinite() : Real(LogNumber::log(1 / value)); }

/// Calls f with each game of the problem.
template <class F>
std::optional<Error> for_each_game(const FiniteProblem& problem, F f) {
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  for (const std::size_t x : problem.truths()) {
    const Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (const PriorRegion& region : *all) {
      if (!may_hold(region, x, problem.deadline)) continue;
      const Result<Game> game = make_game(*kernel, region, x, problem.deadline);
      if (!game) return game.error();
      f(*kernel, *game);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Bracket> log_game_kappa(const FiniteProblem& problem, const Rational& delta) {
  Bracket best;
  const std::optional<Error> error = for_each_game(problem, [&](const Kernel& kernel, const Game& game) {
    Found found = least_value(game, delta, problem.deadline);
    WorstCase worst = described(game, kernel, found);
    if (!found.event.empty()) {
      const LinearOptimum inside = most_on_truth(game, found.event, found.value, problem.deadline);
      worst.attained = inside.status == LinearOptimum::Status::optimal && inside.value < 0;
      if (worst.attained) {
        found.point = inside.point;
        worst = described(game, kernel, found);
        worst.attained = true;
      } else {
        worst.sequence =
            "mixtures of the prior shown with a prior of the class that holds the truth, of weight tending to 0";
      }
    }
    best = worse(std::move(best),
                 Bracket{gain_of(found.value), gain_of(found.open), std::move(worst), {"prior-game"}, true});
  });
  if (error) return *error;
  return best;
}

Result<Bracket> log_game_delta(const FiniteProblem& problem, const LogNumber& kappa) {
  const LogNumber level = -kappa;
  const auto below = [&](const Rational& value) { return compare_exponential(level, value) > 0; };
  Bracket best;
  const std::optional<Error> error = for_each_game(problem, [&](const Kernel& kernel, const Game& game) {
    Found found = largest_mass(game, below, problem.deadline);
    // The events are strict: a little of a prior that holds the truth may be mixed in.
    if (!found.event.empty() && found.point[game.x] == 0) {
      const LinearOptimum inside = most_on_truth(game, {}, std::nullopt, problem.deadline);
      const bool may_mix = inside.status == LinearOptimum::Status::optimal && inside.point[game.x] != 0;
      Rational weight = 1;
      while (may_mix && found.point[game.x] == 0) {
        weight /= 2;
        // The program of the event had a variable more than the region, its level.
        std::vector<Rational> mixed(found.point.begin(),
                                    found.point.begin() + static_cast<std::ptrdiff_t>(inside.point.size()));
        for (std::size_t y = 0; y < mixed.size(); ++y) mixed[y] += weight * (inside.point[y] - mixed[y]);
        if (std::all_of(found.event.begin(), found.event.end(),
                        [&](std::size_t t) { return below(dot(game.ratios[t], mixed)); }))
          found.point = std::move(mixed);
      }
    }
    WorstCase worst = described(game, kernel, found);
    worst.attained = found.complete;
    best = worse(std::move(best), Bracket{Real(found.value), Real(found.open), std::move(worst), {"prior-game"}, true});
  });
  if (error) return *error;
  return best;
}

}  // namespace assay::persuasive
