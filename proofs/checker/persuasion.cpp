// Claims about what an output persuades a Receiver of: every prior of the class recomputed, or the worst ones by
// theorem.
#include <algorithm>
#include <numeric>
#include <utility>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/gains.hpp"

namespace assay::checker {
namespace {

constexpr std::uint64_t most_work = 10'000'000;  // masses gone through
constexpr std::uint64_t cost_of_roots = 50;      // of a mass where the score takes roots
constexpr std::size_t most_listed = 65'536;      // priors, pairs of data, games

class Persuasion {
 public:
  explicit Persuasion(const Json& claim)
      : claim_(claim),
        outputs_(read_outputs(claim)),
        data_(outputs_.front().size()),
        score_(read_score(member(claim, "score"))),
        near_(data_, std::vector<bool>(data_, !claim.contains("adjacent"))),
        shown_(data_) {
    only(claim, {"kernels", "adjacent", "score", "order", "priors", "truth", "delta", "kappa"});
    kappa_ = read_real(text(claim, "kappa"));
    (either(claim, "delta", "order") ? delta_ : order_) = real(claim, claim.contains("delta") ? "delta" : "order");
    need(claim.contains("delta") || order_ > 0, "an order that is not positive");
    for (const Column& output : outputs_) measure(output);
    read_priors(member(claim, "priors"));
    if (claim.contains("adjacent"))
      for (const Json& pair : list(claim, "adjacent", most_listed)) {
        need(pair.is_array() && pair.size() == 2, "adjacent holds something that is no pair");
        const std::size_t x = place(pair[0], data_, "datum"), y = place(pair[1], data_, "datum");
        near_[x][y] = near_[y][x] = true;
      }
  }

  /// A step is about the probability, given a truth, of gains above kappa. In a claim about the mean of the gain that
  /// mean takes the gain's place: the probability is 1 or 0.
  Given take(const Json& step, const std::string& theorem) {
    const std::size_t x = datum(step);
    need(is_asked(x), "a truth that the claim leaves out");
    Rational probability = 0;
    bool bounds = true, attained = true;  // by every prior of the class; by one, or as near as you like
    const auto raise = [&](const auto& gain_at, std::size_t masses) {
      spend(outputs_.size() * masses * (score_.takes_roots() ? cost_of_roots : 1));
      std::vector<Weighted> gains;
      for (const Column& output : outputs_)
        if (output[x] > 0) gains.push_back({output[x], gain_at(output)});
      if (order_ > 0) gains = {{1, mean(gains, order_)}};
      Rational sum = 0;
      for (const Weighted& gain : gains)
        if (compare(gain.gain, kappa_) > 0) sum += gain.mass;
      probability = std::max(probability, sum);
    };
    const auto under = [&](const Column& prior) {
      raise([&](const Column& output) { return gain(score_, prior, output, x); }, data_ + 1);
    };
    std::set<std::string> taken = {"truth"};
    if (theorem == "gains-by-enumeration" && step.contains("prior")) {
      taken.insert("prior");
      const Column prior = prior_of(step["prior"]);
      admit(prior, x);
      under(prior);
      bounds = false;
    } else if (theorem == "gains-by-enumeration") {
      need(class_ == "list", "only a list can be enumerated");
      for (const Column& prior : listed_)
        if (prior[x] > 0) under(prior);
    } else if (theorem == (order_ > 0                  ? "persuasion-in-expectation"
                           : score_.name == "zero_one" ? "step-gains"
                                                       : "persuasion-is-pdp")) {
      // One mass of the truth is worst: the only one; the least, for the mean of the log score, which two points
      // maximise over any number of data; the largest, while it is no mode.
      const bool convex = order_ > 0 && score_.name == "log";
      const bool single = convex || floor_ == ceiling_ || (score_.name == "zero_one" && 2 * ceiling_ < 1);
      need(class_ == "adjacent_pairs" || (class_ == "neighbours" && (data_ == 2 || convex)),
           "the theorem is about two-point priors");
      need(order_ == 0 || single, "a mean whose worst prior is not known");
      need(compare(kappa_, {}) >= 0 || (single && class_ == "adjacent_pairs"), "a kappa below 0");
      for (std::size_t y = 0; y < data_; ++y) {
        if (y == x || !believable(x, y)) continue;
        if (single)
          under(two_points(x, y, convex ? floor_ : ceiling_));
        else
          raise([&](const Column& m) { return largest_gain(score_, m[x], m[y], floor_, ceiling_); }, 5);
      }
    } else if (theorem == "two-points-are-worst") {
      need(class_ == "neighbours" && score_.name != "zero_one" && ceiling_ == 1 && order_ == 0 &&
               compare(kappa_, {}) >= 0,
           "the theorem is about other classes or rules");
      Rational p = 0, q = 1;  // of the largest ratio
      for (std::size_t y = 0; y < data_; ++y)
        for (std::size_t z = 0; z < data_; ++z) {
          spend(5 * outputs_.size());
          for (const Column& m : outputs_)
            if (believable(x, y) && believable(x, z) && m[y] * q > p * m[z]) p = m[y], q = m[z];
        }
      probability = compare(largest_gain(score_, p, q, floor_, ceiling_), kappa_) > 0 ? 1 : 0;
      attained = false;
    } else if (theorem == "prior-game") {
      need(score_.name == "log" && order_ == 0, "the theorem is about gains of the log score");
      taken.insert("games");
      std::vector<std::vector<std::size_t>> games;
      for (const Json& game : list(step, "games", most_listed)) games.push_back(won(game, x));
      std::vector<bool> left(outputs_.size(), true);
      probability = most(left, x, games);
      attained = false;
    } else {
      throw Refused("no theorem " + theorem + " about such a claim");
    }
    if (bounds && probability <= delta_) shown_[x] = true;
    refuted_ = refuted_ || (attained && probability > delta_);
    return {std::move(taken), {{"probability", text_of(probability)}}};
  }

  std::string verdict() const {
    bool holds = true;
    for (std::size_t x = 0; x < data_; ++x) holds = holds && (shown_[x] || !is_asked(x));
    need(holds || refuted_, "nothing proves the claim, and no prior refutes it");
    return holds ? "holds" : "fails";
  }

 private:
  void read_priors(const Json& priors) {
    class_ = text(priors, "class");
    if (class_ == "list") {
      only(priors, {"class", "priors"});
      for (const Json& prior : list(priors, "priors", most_listed)) listed_.push_back(prior_of(prior));
    } else if (class_ == "density_band") {
      only(priors, {"class", "lower", "upper"});
      lower_ = numbers(member(priors, "lower"), "lower");
      upper_ = numbers(member(priors, "upper"), "upper");
      need(lower_.size() == data_ && upper_.size() == data_, "a band about other data");
    } else {
      need(class_ == "adjacent_pairs" || class_ == "neighbours", "no class " + class_);
      only(priors, {"class", "floor", "ceiling"});
      if (priors.contains("floor")) floor_ = real(priors, "floor");
      if (priors.contains("ceiling")) ceiling_ = real(priors, "ceiling");
      need(floor_ >= 0 && floor_ <= ceiling_ && ceiling_ <= 1 && ceiling_ > 0, "bounds on the mass of the truth");
    }
  }
  Column prior_of(const Json& masses) {
    Column prior = distribution(masses, "a prior");
    need(prior.size() == data_, "a prior about other data");
    measure(prior);
    return prior;
  }
  /// What is done costs as much more as the numbers are long.
  void measure(const Column& numbers) {
    for (const Rational& p : numbers) limbs_ = std::max(limbs_, mpz_size(p.get_den_mpz_t()));
  }
  void spend(std::uint64_t masses) { work_.spend(masses * limbs_); }
  Column two_points(std::size_t x, std::size_t y, const Rational& mass) const {
    Column prior(data_);
    prior[x] = mass;
    prior[y] = 1 - mass;
    return prior;
  }
  std::size_t datum(const Json& at) const { return place(member(at, "truth"), data_, "datum"); }
  bool is_asked(std::size_t x) const { return !claim_.contains("truth") || datum(claim_) == x; }
  bool believable(std::size_t x, std::size_t y) const { return x == y || near_[x][y]; }

  /// The least and the largest mass of each datum, in priors at the truth x.
  std::pair<Column, Column> band(std::size_t x) const {
    if (!lower_.empty()) return {lower_, upper_};
    Column lower(data_), upper(data_);
    for (std::size_t y = 0; y < data_; ++y) upper[y] = believable(x, y) ? 1 : 0;
    lower[x] = floor_;
    upper[x] = ceiling_;
    return {lower, upper};
  }

  /// Refuses a prior that the class does not have at the truth x.
  void admit(const Column& prior, std::size_t x) const {
    need(prior[x] > 0, "a prior that rules the truth out");
    if (class_ == "list")
      return need(std::find(listed_.begin(), listed_.end(), prior) != listed_.end(), "a prior that is not listed");
    const auto [lower, upper] = band(x);
    std::size_t points = 0;
    for (std::size_t y = 0; y < data_; ++y) {
      points += prior[y] > 0 ? 1 : 0;
      need(lower[y] <= prior[y] && prior[y] <= upper[y], "the class " + class_ + " has no such prior");
    }
    need(class_ != "adjacent_pairs" || points <= 2, "a prior on more than two points");
  }

  /// The least mean of values over the priors at the truth x: what the least masses leave goes to the least values.
  Rational least_mean(const Column& values, std::size_t x) const {
    const auto [lower, upper] = band(x);
    std::vector<std::size_t> order(data_);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t y, std::size_t z) { return values[y] < values[z]; });
    Rational left = 1, mean = 0;
    for (const Rational& mass : lower) left -= mass;
    need(left >= 0, "a class without priors");
    for (const std::size_t y : order) {
      const Rational more = std::min<Rational>(left, upper[y] - lower[y]);
      kept_small(mean += (lower[y] + more) * values[y]);
      left -= more;
    }
    need(left == 0, "a class without priors");
    return mean;
  }

  /// The outputs of a game: mixed by these weights, they keep every prior of the class from gaining in all of them.
  std::vector<std::size_t> won(const Json& game, std::size_t x) {
    spend(5 * data_);
    only(game, {"outputs", "weights"});
    const std::vector<Rational> weights = distribution(member(game, "weights"), "weights");
    const Json& outputs = list(game, "outputs", most_listed);
    measure(weights);
    need(outputs.size() == weights.size() && class_ != "list", "not one weight an output, or no game for a list");
    std::vector<std::size_t> chosen;
    Column mixed(data_);  // E of m(y, t)/m(x, t)
    for (std::size_t i = 0; i < weights.size(); ++i) {
      chosen.push_back(place(outputs[i], outputs_.size(), "output"));
      need(i == 0 || chosen[i - 1] < chosen[i], "outputs are not in ascending order");
      const Column& output = outputs_[chosen[i]];
      need(output[x] > 0, "an output that the truth does not give");
      for (std::size_t y = 0; y < data_; ++y) kept_small(mixed[y] += weights[i] * output[y] / output[x]);
    }
    const Rational least = least_mean(mixed, x);
    need(least > 0 && compare({.ratio = 1 / least}, kappa_) <= 0,
         "the weights of a game do not keep every prior from gaining");
    return chosen;
  }

  /// The largest probability of outputs of which no game has all.
  Rational most(std::vector<bool>& left, std::size_t x, const std::vector<std::vector<std::size_t>>& games) {
    spend(5 * (games.size() + left.size()));
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

  const Json& claim_;
  std::vector<Column> outputs_;
  std::size_t data_;
  Score score_;
  Real kappa_;
  Rational delta_ = 0, order_ = 0;  // order: of the mean that the claim is about
  std::string class_;
  Rational floor_ = 0, ceiling_ = 1;  // of the truth's mass
  Column lower_, upper_;              // of the masses, in bands
  std::vector<Column> listed_;
  std::vector<std::vector<bool>> near_;
  std::vector<bool> shown_;  // the truths at which no prior gains too much
  bool refuted_ = false;     // some prior does
  std::size_t limbs_ = 1;    // of the longest number
  Budget work_{most_work};
};

}  // namespace

Conclusion follow_persuasion(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Persuasion(claim), steps, completes, at);
}

}  // namespace assay::checker
