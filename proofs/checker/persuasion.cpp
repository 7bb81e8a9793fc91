// Claims about what an output persuades a Receiver of: every prior of the class recomputed, or the worst ones by
// theorem.
#include <algorithm>
#include <functional>
#include <utility>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/gains.hpp"

namespace assay::checker {
namespace {

constexpr std::uint64_t most_work = 2'000'000;  // outputs and priors gone through
constexpr std::size_t most_listed = 65'536;     // priors, pairs of data, games

/// The probability of an event, "the gain is above a level" or "at least a level", for a truth or for every one.
struct Fact {
  std::string relation, level;
  Rational probability;
  std::vector<bool> truths;  // those that it bounds from above, whatever the prior of the class
  bool attained = false;     // some prior of the class has it, or comes as near as you like
  bool witnessed = false;    // that prior is given
};

class Persuasion {
 public:
  explicit Persuasion(const Json& claim) : claim_(claim), outputs_(read_outputs(claim)) {
    only(claim, {"kernels", "adjacent", "score", "priors", "truth", "delta", "kappa", "least_kappa", "largest_delta"});
    data_ = outputs_.front().size();
    score_ = read_score(member(claim, "score"));
    const Json& priors = member(claim, "priors");
    class_ = text(priors, "class");
    if (class_ == "list") {
      only(priors, {"class", "priors"});
      for (const Json& prior : list(priors, "priors", most_listed)) listed_.push_back(prior_of(prior));
    } else if (class_ == "contamination") {
      only(priors, {"class", "base", "weight"});
      listed_.push_back(prior_of(member(priors, "base")));
      of_base_ = 1 - real(priors, "weight");
      need(of_base_ >= 0 && of_base_ <= 1, "the weight is not in [0, 1]");
    } else {
      only(priors, {"class", "floor", "ceiling"});
      if (priors.contains("floor")) floor_ = real(priors, "floor");
      if (priors.contains("ceiling")) ceiling_ = real(priors, "ceiling");
      need(floor_ >= 0 && floor_ <= ceiling_ && ceiling_ <= 1 && ceiling_ > 0, "bounds on the mass of the truth");
    }
    truths_.assign(data_, !claim.contains("truth"));
    if (claim.contains("truth")) truths_[datum(claim)] = true;
    near_.assign(data_, std::vector<bool>(data_, !claim.contains("adjacent")));
    if (claim.contains("adjacent"))
      for (const Json& pair : list(claim, "adjacent", most_listed)) {
        need(pair.is_array() && pair.size() == 2, "adjacent holds something that is no pair");
        const std::size_t x = place(pair[0], data_, "datum"), y = place(pair[1], data_, "datum");
        near_[x][y] = near_[y][x] = true;
      }
  }

  Given take(const Json& step, const std::string& theorem) {
    const Json& event = member(step, "event");
    const bool above = either(event, "gain_above", "gain_at_least");
    only(event, {"gain_above", "gain_at_least"});
    Fact fact;
    fact.relation = above ? "gain_above" : "gain_at_least";
    fact.level = text(event, fact.relation.c_str());
    const Real level = read_real(fact.level);
    const auto occurs = [&](const Real& gain) {
      work_.spend(5);
      return compare(gain, level) >= (above ? 1 : 0);
    };
    // The probability, given a truth, of the outputs whose gain is in the event.
    const auto raise = [&](std::size_t x, const auto& gain_at) {
      Rational sum = 0;
      work_.spend(outputs_.size());
      for (const Column& output : outputs_)
        if (output[x] > 0 && occurs(gain_at(output))) sum += output[x];
      fact.probability = std::max(fact.probability, sum);
    };
    const auto under = [&](const Column& prior, std::size_t x) {
      raise(x, [&](const Column& output) { return gain(score_, prior, output, x); });
    };
    const auto two_points = [&](const Column& output, std::size_t x, std::size_t y) {
      return largest_gain(score_, output[x], output[y], floor_, ceiling_);
    };
    fact.truths = truths_;
    std::set<std::string> taken = {"event"};
    if (theorem == "gains-by-enumeration" && step.contains("prior")) {
      const Column prior = prior_of(member(step, "prior"));
      const std::size_t x = datum(step);
      admit(prior, x);
      under(prior, x);
      taken.insert({"truth", "prior"});
      fact.truths.assign(data_, false);
      fact.attained = fact.witnessed = true;
    } else if (theorem == "gains-by-enumeration") {
      need(class_ == "list", "only a list can be enumerated");
      for (const Column& prior : listed_)
        for (std::size_t x = 0; x < data_; ++x)
          if (truths_[x] && prior[x] > 0) under(prior, x);
      fact.attained = true;
    } else if (theorem == (score_.name == "zero_one" ? "step-gains" : "persuasion-is-pdp")) {
      need(class_ == "adjacent_pairs" || (data_ == 2 && (class_ == "all" || class_ == "neighbours")),
           "the theorem is about two-point priors");
      need(compare(level, {}) >= 0, "a level below 0");
      for (std::size_t x = 0; x < data_; ++x)
        for (std::size_t y = 0; y < data_; ++y)
          if (truths_[x] && x != y && believable(x, y))
            raise(x, [&](const Column& output) { return two_points(output, x, y); });
      fact.attained = ceiling_ == 1 || compare(level, {}) > 0;
    } else if (theorem == "two-points-are-worst") {
      need((class_ == "all" || class_ == "neighbours") && score_.name != "zero_one" && ceiling_ == 1,
           "the theorem is about other classes or rules");
      need(compare(level, {}) >= 0, "a level below 0");
      for (std::size_t x = 0; x < data_; ++x)
        for (std::size_t y = 0; y < data_; ++y)
          for (std::size_t z = 0; z < data_; ++z) {
            work_.spend(1);
            if (truths_[x] && y != z && believable(x, y) && believable(x, z))
              for (const Column& output : outputs_)
                if (output[y] > 0 && occurs(two_points(output, y, z))) fact.probability = 1;
          }
    } else if (theorem == "prior-game") {
      need(score_.name == "log" && above, "the theorem is about gains of the log score");
      const std::size_t x = datum(step);
      taken.insert({"truth", "games"});
      std::vector<std::vector<std::size_t>> games;
      for (const Json& game : list(step, "games", most_listed)) {
        games.push_back(won(game, x, level));
        need(games.size() == 1 || games[games.size() - 2] < games.back(), "games are not in ascending order");
      }
      std::vector<bool> left(outputs_.size(), true);
      fact.probability = most(left, x, games);
      fact.truths.assign(data_, false);
      fact.truths[x] = true;
    } else {
      throw Refused("no theorem " + theorem + " about such a claim");
    }
    facts_.push_back(std::move(fact));
    return {std::move(taken), {{"probability", text_of(facts_.back().probability)}}};
  }

  std::string verdict() const {
    const bool of_kappa = claim_.contains("least_kappa"), of_delta = claim_.contains("largest_delta");
    need(of_kappa != claim_.contains("kappa") && of_delta != claim_.contains("delta") && !(of_kappa && of_delta),
         "a claim is of kappa and delta, of the least kappa, or of the largest delta");
    const Json& ends = of_kappa ? claim_["least_kappa"] : of_delta ? claim_["largest_delta"] : Json::object();
    only(ends, {"lower", "upper"});
    if (of_kappa) {
      const Rational delta = real(claim_, "delta");
      const std::string lower = text(ends, "lower"), upper = text(ends, "upper");
      need(upper == "inf" || never_above(upper, delta), "nothing shows that kappa is at most its upper end");
      need(some("gain_at_least", lower, [&](const Fact& fact) { return fact.probability > delta; }),
           "nothing shows that kappa is at least its lower end");
      return "encloses";
    }
    const std::string kappa = text(claim_, "kappa");
    if (of_delta) {
      const Rational lower = real(ends, "lower");
      need(never_above(kappa, real(ends, "upper")), "nothing shows that delta is at most its upper end");
      need(lower <= 0 || some("gain_above", kappa, [&](const Fact& fact) { return fact.probability >= lower; }),
           "nothing shows that delta is at least its lower end");
      return "encloses";
    }
    const Rational delta = real(claim_, "delta");
    if (never_above(kappa, delta)) return "holds";
    need(some("gain_above", kappa, [&](const Fact& fact) { return fact.witnessed && fact.probability > delta; }),
         "nothing proves the claim, and no prior refutes it");
    return "fails";
  }

 private:
  Column prior_of(const Json& masses) const {
    Column prior = distribution(masses, "a prior");
    need(prior.size() == data_, "a prior about other data");
    return prior;
  }
  std::size_t datum(const Json& at) const { return place(member(at, "truth"), data_, "datum"); }
  bool believable(std::size_t x, std::size_t y) const { return x == y || class_ == "all" || near_[x][y]; }

  /// Refuses a prior that the class does not have at the truth x.
  void admit(const Column& prior, std::size_t x) const {
    need(truths_[x] && prior[x] > 0, "a truth that the claim or the prior leaves out");
    if (class_ == "list")
      return need(std::find(listed_.begin(), listed_.end(), prior) != listed_.end(), "a prior that is not listed");
    std::size_t points = 0;
    for (std::size_t y = 0; y < data_; ++y) {
      if (class_ == "contamination") {
        need(prior[y] >= of_base_ * listed_.front()[y], "a prior that is no contamination of the base");
      } else if (prior[y] > 0) {
        ++points;
        need(believable(x, y), "a prior on data that are not adjacent");
      }
    }
    need(class_ == "contamination" || class_ == "all" || class_ == "neighbours" ||
             (class_ == "adjacent_pairs" && points <= 2),
         "the class " + class_ + " has no such prior");
    need(class_ == "contamination" || (floor_ <= prior[x] && prior[x] <= ceiling_),
         "a mass of the truth out of bounds");
  }

  /// The outputs of a game: mixed by these weights, they keep every prior of the class from gaining in all of them.
  std::vector<std::size_t> won(const Json& game, std::size_t x, const Real& level) const {
    only(game, {"outputs", "weights"});
    const std::vector<Rational> weights = distribution(member(game, "weights"), "weights");
    const Json& outputs = list(game, "outputs", most_listed);
    need(outputs.size() == weights.size(), "not one weight an output");
    std::vector<std::size_t> chosen;
    Column mixed(data_);  // E of m(y, t)/m(x, t)
    for (std::size_t i = 0; i < weights.size(); ++i) {
      chosen.push_back(place(outputs[i], outputs_.size(), "output"));
      need(i == 0 || chosen[i - 1] < chosen[i], "outputs are not in ascending order");
      const Column& output = outputs_[chosen[i]];
      need(output[x] > 0, "an output that the truth does not give");
      for (std::size_t y = 0; y < data_; ++y) kept_small(mixed[y] += weights[i] * output[y] / output[x]);
    }
    const Rational least = class_ == "contamination" ? least_in_contamination(mixed) : least_of_truths(mixed, x);
    need(least > 0 && compare({.ratio = 1 / least}, level) <= 0,
         "the weights of a game do not keep every prior from gaining");
    return chosen;
  }
  Rational least_in_contamination(const Column& mixed) const {
    Rational base = 0;
    for (std::size_t y = 0; y < data_; ++y) base += listed_.front()[y] * mixed[y];
    return of_base_ * base + (1 - of_base_) * *std::min_element(mixed.begin(), mixed.end());
  }
  Rational least_of_truths(const Column& mixed, std::size_t x) const {
    need(class_ == "all" || class_ == "neighbours", "no game for the class " + class_);
    std::vector<Rational> others;
    for (std::size_t y = 0; y < data_; ++y)
      if (y != x && believable(x, y)) others.push_back(mixed[y]);
    if (others.empty()) return 1;
    const Rational least = *std::min_element(others.begin(), others.end()), at = least < 1 ? floor_ : ceiling_;
    return at + (1 - at) * least;
  }

  /// The largest probability of outputs of which no game has all.
  Rational most(std::vector<bool>& left, std::size_t x, const std::vector<std::vector<std::size_t>>& games) {
    work_.spend(games.size() + left.size());
    for (const auto& game : games) {
      if (!std::all_of(game.begin(), game.end(), [&](std::size_t t) { return left[t]; })) continue;
      Rational best = 0;
      for (const std::size_t t : game) {
        left[t] = false;
        best = std::max(best, most(left, x, games));
        left[t] = true;
      }
      return best;
    }
    Rational sum = 0;
    for (std::size_t t = 0; t < left.size(); ++t)
      if (left[t]) sum += outputs_[t][x];
    return sum;
  }

  /// Whether the steps show that no prior gains more than kappa with a probability above delta.
  bool never_above(const std::string& kappa, const Rational& delta) const {
    std::vector<bool> open = truths_;
    for (const Fact& fact : facts_)
      for (std::size_t x = 0; x < data_; ++x)
        if (fact.truths[x] && fact.relation == "gain_above" && fact.level == kappa && fact.probability <= delta)
          open[x] = false;
    return std::find(open.begin(), open.end(), true) == open.end();
  }

  /// Whether a step shows that some prior attains such an event, with a probability of that kind.
  bool some(const char* relation, const std::string& level, const std::function<bool(const Fact&)>& test) const {
    return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
      return fact.attained && fact.relation == relation && fact.level == level && test(fact);
    });
  }

  const Json& claim_;
  std::vector<Column> outputs_;
  std::size_t data_ = 0;
  Score score_;
  std::string class_;
  Rational floor_ = 0, ceiling_ = 1;  // of the truth's mass
  Rational of_base_ = 0;              // what a contamination keeps
  std::vector<Column> listed_;        // the priors of a list, the base of a contamination
  std::vector<bool> truths_;
  std::vector<std::vector<bool>> near_;
  std::vector<Fact> facts_;
  Budget work_{most_work};
};

}  // namespace

Conclusion follow_persuasion(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Persuasion(claim), steps, completes, at);
}

}  // namespace assay::checker
