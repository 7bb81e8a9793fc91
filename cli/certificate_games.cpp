#include "cli/certificate_games.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "cli/certificate_json.hpp"
#include "persuasive/exact/linear_program.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Rational;
using Object = Json::Object;
using Array = Json::Array;
namespace pp = persuasive;

constexpr std::size_t most_games = 2000, most_outputs = 64, most_sets = 20'000, most_bases = 20'000;

/// Mixed outputs of which every prior loses in one: a game a set of outputs that is too likely (theorem `prior-game`).
class Games {
 public:
  Games(const pp::FiniteProblem& problem, std::size_t x, Rational delta)
      : problem_(problem), rows_(problem.parts.front().kernel.rows), x_(x), delta_(std::move(delta)) {
    if (const auto* mixed = std::get_if<pp::Contamination>(&problem.priors)) {
      for (std::size_t y = 0; y < rows_.size(); ++y) {
        vertices_.push_back(mixed->base);
        for (Rational& mass : vertices_.back()) mass *= 1 - mixed->weight;
        vertices_.back()[y] += mixed->weight;
      }
      return;
    }
    if (std::holds_alternative<pp::DensityBand>(problem.priors)) {
      const auto band = regions(problem.priors, problem.space, x);
      if (auto corners = band ? vertices(band->front(), most_bases, problem.deadline) : std::nullopt)
        vertices_ = *std::move(corners);
      return;
    }
    const auto* all = std::get_if<pp::AllPriors>(&problem.priors);
    const pp::TruthMass mass = all != nullptr ? all->truth : std::get<pp::Neighbours>(problem.priors).truth;
    std::vector<std::size_t> others = problem.space.neighbours(x);
    if (all != nullptr) {
      others.clear();
      for (std::size_t y = 0; y < rows_.size(); ++y)
        if (y != x) others.push_back(y);
    }
    for (const std::size_t y : others)
      for (const Rational& q : {mass.floor, mass.ceiling}) {
        vertices_.emplace_back(rows_.size());
        vertices_.back()[x] += q;
        vertices_.back()[y] += 1 - q;
      }
    if (!others.empty()) return;
    vertices_.emplace_back(rows_.size());
    vertices_.back()[x] = 1;
  }

  std::optional<Json> step() {
    std::vector<std::size_t> all;
    for (std::size_t t = 0; t < rows_[x_].size(); ++t)
      if (rows_[x_][t] > 0) all.push_back(t);
    if (vertices_.empty() || all.size() > most_outputs || !cover(all)) return std::nullopt;
    Array games;
    for (const auto& [support, game] : games_) games.push_back(game);
    return Object{{"theorem", "prior-game"}, {"truth", number(x_)}, {"games", std::move(games)}, {"probability", ""}};
  }

 private:
  /// Games for every set of outputs that is too likely and lies in this one. The first set that fails ends the search,
  /// so a set seen before is covered or will be.
  bool cover(const std::vector<std::size_t>& left) {
    Rational mass = 0;
    for (const std::size_t t : left) mass += rows_[x_][t];
    if (mass <= delta_ || seen_.count(left) > 0) return true;
    if (seen_.size() >= most_sets || problem_.deadline.passed()) return false;
    seen_.insert(left);
    const auto found = std::find_if(games_.begin(), games_.end(), [&](const auto& game) {
      return std::includes(left.begin(), left.end(), game.first.begin(), game.first.end());
    });
    std::vector<std::size_t> game;
    if (found != games_.end()) {
      game = found->first;
    } else if (games_.size() >= most_games || !play(left, game)) {
      return false;
    }
    return std::all_of(game.begin(), game.end(), [&](std::size_t t) {
      std::vector<std::size_t> fewer = left;
      fewer.erase(std::find(fewer.begin(), fewer.end(), t));
      return cover(fewer);
    });
  }

  /// Weights that make the least value of the mixture over the class largest.
  bool play(const std::vector<std::size_t>& outputs, std::vector<std::size_t>& support) {
    const std::size_t n = outputs.size();
    pp::LinearProgram program{n + 1, std::vector<Rational>(n + 1), {}};
    program.objective[n] = -1;
    for (const pp::Pmf& vertex : vertices_) {
      std::vector<Rational> row(n + 1);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t y = 0; y < vertex.size(); ++y)
          if (vertex[y] != 0) row[i] += vertex[y] * rows_[y][outputs[i]] / rows_[x_][outputs[i]];
      row[n] = -1;
      program.constraints.push_back({std::move(row), pp::Relation::at_least, 0});
    }
    std::vector<Rational> one(n, Rational(1));
    program.constraints.push_back({std::move(one), pp::Relation::equal, 1});
    const pp::LinearOptimum optimum = solve(program, problem_.deadline);
    if (optimum.status != pp::LinearOptimum::Status::optimal) return false;
    Array places, weights;
    for (std::size_t i = 0; i < n; ++i) {
      if (optimum.point[i] == 0) continue;
      support.push_back(outputs[i]);
      places.push_back(number(outputs[i]));
      weights.emplace_back(optimum.point[i].str());
    }
    games_.emplace(support, Object{{"outputs", std::move(places)}, {"weights", std::move(weights)}});
    return true;
  }

  const pp::FiniteProblem& problem_;
  const std::vector<std::vector<Rational>>& rows_;
  std::size_t x_;
  Rational delta_;
  std::vector<pp::Pmf> vertices_;
  std::map<std::vector<std::size_t>, Json> games_;
  std::set<std::vector<std::size_t>> seen_;
};

}  // namespace

std::optional<Json> game_step(const pp::FiniteProblem& problem, std::size_t x, const Rational& delta) {
  return Games(problem, x, delta).step();
}

}  // namespace assay::cli
