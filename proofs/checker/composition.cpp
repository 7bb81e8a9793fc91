// Claims about compositions of mechanisms: what each theorem takes from earlier steps, and what it gives.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/losses.hpp"
#include "proofs/checker/profiles.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t most_parts = 1024;
constexpr std::uint64_t most_count = 1'000'000'000'000;

/// What a step has established.
struct Fact {
  enum class Kind { mechanism, pair, product, gaussian, zcdp, delta, largest, holds, fails };
  Kind kind = Kind::holds;
  std::size_t part = 0;        // mechanism, pair: the part of the composition that it is about
  Json mechanism;              // mechanism: what stands in the place of the part
  bool attained = true;        // mechanism: whether all that it can do the part can do
  std::string direction;       // pair, and all that is made of pairs
  std::vector<Counted> parts;  // pair: one; else all
  Real number;                 // gaussian: mu^2; zcdp: rho; delta, or the probability that is claimed; largest
  bool at_most = true;         // delta: whether it is at most the number,
  bool at_least = true;        // or at least; of all others the number is exact
  bool of_outputs = false;     // whether the loss is that of the outputs, not of a pair that dominates

  bool all(bool Pair::*property) const {
    return std::all_of(parts.begin(), parts.end(), [&](const Counted& counted) { return counted.pair.*property; });
  }
};
using Kind = Fact::Kind;

}  // namespace

Real claimed_loss(const Json& claim) {
  const Real level = read_real(text(claim, claim.contains("kappa") ? "kappa" : "epsilon"));
  if (!claim.contains("floor")) return level;
  const Rational floor = real(claim, "floor");
  need(floor >= 0 && floor < 1, "a floor that is not in [0, 1)");
  if (compare(level, {}) == 0) return {};
  return {.computed = [=](long bits) { return -log((exp(-value(level, bits)) - floor) / Rational(1 - floor)); }};
}

namespace {

class Composition {
 public:
  Composition(const Json& claim, bool completes) : claim_(claim), completes_(completes) {
    only(claim, {"composition", "adjacency", "epsilon", "delta", "delta_kind", "kappa", "floor", "rho", "mu"});
    for (const Json& part : list(claim, "composition", most_parts)) {
      counts_.push_back(count(part, "count", most_count));
      need(counts_.back() >= 1, "a count of 0");
    }
    need(!counts_.empty(), "a composition without parts");
    static const std::map<std::string, std::set<std::string>> directions = {
        {"add_remove", {"remove", "add"}},
        {"replace", {"replace", "replace_reversed"}},
        {"add", {"add"}},
        {"remove", {"remove"}}};
    const auto found = directions.find(text(claim, "adjacency"));
    need(found != directions.end(), "no such adjacency");
    directions_ = found->second;
    need(claim.contains("delta") + claim.contains("rho") + claim.contains("mu") == 1 &&
             claim.contains("epsilon") + claim.contains("kappa") == claim.contains("delta"),
         "a claim is of epsilon and delta, of kappa and delta, of rho, or of mu");
    for (const char* name : {"delta", "rho", "mu"})
      if (claim.contains(name)) claimed_[name] = real(claim, name);
    need(claimed_["delta"] >= 0 && claimed_["mu"] >= 0, "a negative delta or mu");
    need(!claim.contains("delta_kind") || (text(claim, "delta_kind") == "probabilistic" && claim.contains("epsilon")),
         "no such kind of delta");
    tail_ = claim.contains("delta_kind") || claim.contains("kappa");
    need(!claim.contains("floor") || claim.contains("kappa"), "a floor without kappa");
    if (claim.contains("delta")) epsilon_text_ = text(claim, claim.contains("kappa") ? "kappa" : "epsilon");
    if (claim.contains("delta")) epsilon_ = claimed_loss(claim);
    need(compare(epsilon_, {}) >= 0 && !epsilon_.infinite, "an epsilon or kappa below 0, or infinite");
  }

  /// One step, which may cite those before it alone.
  Given take(const Json& step, const std::string& theorem) {
    static const std::map<std::string, Given (Composition::*)(const Json&, Fact&)> rules = {
        {"group-sensitivity", &Composition::replaced},
        {"group-zcdp", &Composition::replaced},
        {"group-gdp", &Composition::replaced},
        {"group-of-queries", &Composition::replaced},
        {"noisy-max-pure-dp", &Composition::replaced},
        {"sparse-vector-pure-dp", &Composition::replaced},
        {"composition", &Composition::product},
        {"gaussian-composition", &Composition::gaussian_sum},
        {"zcdp-composition", &Composition::zcdp_sum},
        {"gaussian-profile", &Composition::gaussian_bound},
        {"laplace-composition", &Composition::laplace_bound},
        {"zcdp-to-dp", &Composition::zcdp_bound},
        {"largest-loss", &Composition::largest},
        {"integer-losses", &Composition::integer_bound},
        {"probabilistic-own-pair", &Composition::own_pair},
        {"persuasion-is-pdp", &Composition::persuades},
        {"two-directions", &Composition::holds},
        {"attained-pairs", &Composition::fails},
    };
    Fact fact;
    const auto rule = rules.find(theorem);
    Given given = rule != rules.end() ? (this->*rule->second)(step, fact) : paired(step, theorem, fact);
    facts_.push_back(std::move(fact));
    return given;
  }

  std::string verdict() const {
    const Kind last = facts_.back().kind;
    need(last == Kind::holds || last == Kind::fails, "the last step is no conclusion");
    return last == Kind::holds ? "holds" : "fails";
  }

 private:
  const Fact& fact(std::uint64_t number) const {
    need(number >= 1 && number <= facts_.size(), "it uses a step that is not before it");
    return facts_[number - 1];
  }

  std::vector<const Fact*> used(const Json& step) const {
    std::vector<const Fact*> facts;
    for (const Json& entry : list(step, "uses", most_parts)) {
      need(entry.is_number_unsigned(), "uses holds something that is no step");
      facts.push_back(&fact(entry));
      need(facts.size() == 1 || facts[facts.size() - 2] < facts.back(), "uses is not in ascending order");
    }
    need(!facts.empty(), "it uses no steps");
    return facts;
  }

  const Fact& one(const Json& step) const {
    const std::vector<const Fact*> facts = used(step);
    need(facts.size() == 1, "it uses more steps than its theorem takes");
    return *facts.front();
  }
  const Fact& one(const Json& step, Kind kind) const {
    need(one(step).kind == kind, "it uses a step of another kind than its theorem takes");
    return one(step);
  }

  /// What a step on a mechanism is about: a part itself, or what an earlier step has put in its place.
  Fact subject(const Json& step) const {
    Fact about;
    if (either(step, "part", "from")) {
      about.part = place(step["part"], counts_.size(), "part");
      about.mechanism = claim_["composition"][about.part];
      return about;
    }
    about = fact(count(step, "from", most_steps));
    need(about.kind == Kind::mechanism, "it starts from a step that gives no mechanism");
    return about;
  }

  Given replaced(const Json& step, Fact& fact) {
    const std::string theorem = text(step, "theorem");
    fact = subject(step);
    fact.kind = Kind::mechanism;
    fact.mechanism = mechanism_by(theorem, fact.mechanism);
    fact.attained = fact.attained && theorem.starts_with("group");
    return {{"part", "from"}, {{"mechanism", fact.mechanism}}};
  }

  Given paired(const Json& step, const std::string& theorem, Fact& fact) const {
    fact = subject(step);
    fact.kind = Kind::pair;
    fact.direction = text(step, "direction");
    need(directions_.contains(fact.direction), "a direction that the adjacency does not have");
    Pair pair = pair_by(theorem, fact.mechanism, fact.direction);
    pair.attained = pair.attained && fact.attained;
    Given given{{"part", "from", "direction"}, {{"count", counts_[fact.part]}}, pair.also};
    if (!pair.name.empty()) given.stated[pair.name] = text_of(pair.parameter);
    fact.parts = {{std::move(pair), Integer(counts_[fact.part])}};
    return given;
  }

  /// The pairs used, of one direction; each part of the composition is covered by exactly one of them.
  void gather(const Json& step, Fact& all) {
    std::set<std::size_t> covers;
    for (const Fact* pair : used(step)) {
      need(pair->kind == Kind::pair, "it uses a step that gives no pair");
      need(covers.empty() || pair->direction == all.direction, "it mixes directions");
      need(covers.insert(pair->part).second, "it uses two pairs of one part");
      all.direction = pair->direction;
      budget_.spend(1'000'000);
      all.parts.push_back(pair->parts.front());
    }
    need(covers.size() == counts_.size(), "it leaves out a part of the composition");
  }

  Given product(const Json& step, Fact& fact) {
    gather(step, fact);
    fact.kind = Kind::product;
    return {{"uses"}, Json::object()};
  }

  /// The sum of what each pair, of this kind, is said by.
  static Rational sum(const Fact& fact, const char* name) {
    Rational sum = 0;
    for (const auto& [pair, n] : fact.parts) {
      need(pair.name == name, "it uses a pair of another kind than its theorem takes");
      sum += n * pair.parameter;
    }
    return sum;
  }

  Given gaussian_sum(const Json& step, Fact& fact) {
    fact = one(step, Kind::product);
    fact.kind = Kind::gaussian;
    fact.number.shift = sum(fact, "mu_squared");
    return {{"uses"}, {{"mu_squared", text_of(fact.number.shift)}}};
  }

  Given zcdp_sum(const Json& step, Fact& fact) {
    gather(step, fact);
    fact.kind = Kind::zcdp;
    fact.number.shift = sum(fact, "rho");
    return {{"uses"}, {{"rho", text_of(fact.number.shift)}}};
  }

  /// Makes a fact that of a bound on delta, of the side that the step names; gives the name.
  static const char* side(const Json& step, Fact& fact) {
    fact.kind = Kind::delta;
    fact.at_most = either(step, "delta_at_most", "delta_at_least");
    fact.at_least = !fact.at_most;
    return fact.at_most ? "delta_at_most" : "delta_at_least";
  }

  Given bounded(const Json& step, Fact& fact, const Enclosure& bound, std::set<std::string> taken) {
    const char* name = side(step, fact);
    budget_.spend(100'000'000);
    const std::string stated = rounded(bound, fact.at_most);
    fact.number = {.shift = read_rational(stated)};
    return {std::move(taken), {{"epsilon", epsilon_text_}, {name, stated}}};
  }

  Given gaussian_bound(const Json& step, Fact& fact) {
    fact = one(step, Kind::gaussian);
    const auto bound = [&, mu_squared = fact.number.shift](long bits) {
      return (tail_ ? gaussian_tail : gaussian_delta)(mu_squared, value(epsilon_, bits));
    };
    return bounded(step, fact, bound, {"uses"});
  }

  Given laplace_bound(const Json& step, Fact& fact) {
    fact = one(step, Kind::product);
    const Rational shift = fact.parts.front().pair.parameter;
    Integer steps = 0;
    for (const auto& [pair, n] : fact.parts) {
      need(pair.name == "shift" && pair.parameter == shift, "losses that are not Laplace of one shift");
      steps += n;
    }
    need(steps <= 128 && !tail_, "more than 128 Laplace steps in closed form, or a claim of a probability");
    const auto bound = [&](long bits) { return laplace_delta(shift, steps.get_ui(), epsilon_, bits); };
    return bounded(step, fact, bound, {"uses"});
  }

  Given zcdp_bound(const Json& step, Fact& fact) {
    fact = one(step, Kind::zcdp);
    const Rational order = real(step, "order");
    need(order > 1 && order <= 1'000'000'000, "an order that is not above 1, or above 10^9");
    need(step.contains("delta_at_most") && !tail_, "an order bounds delta from above");
    const auto bound = [&, rho = fact.number.shift](long bits) {
      return zcdp_delta(rho, order, value(epsilon_, bits));
    };
    return bounded(step, fact, bound, {"uses", "order"});
  }

  Given integer_bound(const Json& step, Fact& fact) {
    fact = one(step, Kind::product);
    const char* name = side(step, fact);
    Grid grid;
    grid.unit_is_log = !either(step, "unit", "log_unit");
    grid.unit = real(step, grid.unit_is_log ? "log_unit" : "unit");
    grid.bits = static_cast<long>(count(step, "bits", 1024));
    grid.upper = fact.at_most;
    grid.tail = tail_;
    // A draft that states its bound comes from this very computation.
    const Integer units =
        completes_ ? read_integer(text(step, name)) : bound_delta(fact.parts, grid, epsilon_, budget_);
    fact.number = {.shift = Rational(units) / (Integer(1) << static_cast<unsigned long>(2 * grid.bits))};
    return {{"uses", "unit", "log_unit", "bits"}, {{"epsilon", epsilon_text_}, {name, units.get_str()}}};
  }

  /// States a rational number as it is, another rounded away from the claimed epsilon.
  Given largest(const Json& step, Fact& fact) {
    fact = one(step, Kind::product);
    fact.kind = Kind::largest;
    budget_.spend(1'000'000 * fact.parts.size());
    const Real loss = fact.number = largest_loss(fact.parts);
    const bool up = compare(loss, epsilon_) <= 0;
    const bool rational = !loss.computed && loss.ratio == 1;
    const Enclosure enclosed = [&](long bits) { return value(loss, bits); };
    const std::string stated = loss.infinite ? "inf" : rational ? text_of(loss.shift) : rounded(enclosed, up);
    return {{"uses"}, {{"largest", stated}}};
  }

  /// Whether a part's law is stated, not only a bound on it.
  static bool has_law(const Json& part) {
    static const std::set<std::string> laws = {
        "gaussian", "laplace", "discrete_laplace", "discrete_gaussian", "staircase", "randomized_response", "finite"};
    return laws.contains(text(part, "mechanism"));
  }

  /// Neighbours of a smaller sensitivity exceed epsilon less often: known of these compositions alone.
  Given own_pair(const Json& step, Fact& fact) {
    const Json& parts = claim_["composition"];
    const auto gaussian = [](const Json& part) { return text(part, "mechanism") == "gaussian"; };
    const bool once =
        parts.size() == 1 && counts_.front() == 1 && has_law(parts[0]) && text(parts[0], "mechanism") != "staircase";
    need(claim_.contains("delta_kind") && (once || std::all_of(parts.begin(), parts.end(), gaussian)),
         "the theorem is about Gaussian parts, or one mechanism of a few run once");
    return taken_for_outputs(step, fact);
  }

  /// A Receiver of two-point priors gains more than kappa in the log score where the loss exceeds kappa.
  Given persuades(const Json& step, Fact& fact) {
    const Json& parts = claim_["composition"];
    need(claim_.contains("kappa") && std::all_of(parts.begin(), parts.end(), has_law),
         "the theorem is about a claim of kappa, and mechanisms whose law is stated");
    return taken_for_outputs(step, fact);
  }

  Given taken_for_outputs(const Json& step, Fact& fact) const {
    fact = one(step);
    fact.of_outputs = true;
    return {{"uses"}, Json::object()};
  }

  /// What the claim says of the number of such a fact, where it says something.
  std::optional<Real> claimed(Kind kind) const {
    static const std::map<Kind, const char*> names = {
        {Kind::delta, "delta"}, {Kind::zcdp, "rho"}, {Kind::gaussian, "mu"}};
    const auto name = names.find(kind);
    if (kind == Kind::largest && claim_.contains("delta")) return epsilon_;
    if (name == names.end() || !claim_.contains(name->second)) return std::nullopt;
    const Rational x = claimed_.at(name->second);
    return Real{.shift = kind == Kind::gaussian ? Rational(x * x) : x};
  }

  /// Every direction of the adjacency has a bound that the claim allows.
  Given holds(const Json& step, Fact& fact) {
    std::set<std::string> open = directions_;
    for (const Fact* bound : used(step)) {
      const std::optional<Real> most = claimed(bound->kind);
      need(most && bound->all(&Pair::dominates) && bound->of_outputs == tail_ && bound->at_most &&
               compare(bound->number, *most) <= 0,
           "the bound of a step that it uses is above the claim");
      open.erase(bound->direction);
      if (bound->all(&Pair::symmetric)) open.clear();
    }
    need(open.empty(), "nothing is said of another direction");
    fact.kind = Kind::holds;
    return concluded(step);
  }

  /// One direction has pairs that are attained, and the event "the privacy loss exceeds epsilon" tells them apart.
  Given fails(const Json& step, Fact& fact) {
    const Fact& bound = one(step);
    const std::optional<Real> most = claimed(bound.kind);
    // Of rho and mu: the Gaussian of the whole class has them, and no smaller ones.
    need(most && bound.all(&Pair::attained) && bound.of_outputs == tail_ && bound.at_least &&
             compare(bound.number, *most) > 0 && (bound.kind != Kind::largest || claimed_["delta"] == 0),
         "the bound of the step that it uses does not refute the claim");
    fact.kind = Kind::fails;
    Given given = concluded(step);
    if (claim_.contains("delta")) given.stated["event"] = {{"loss_above", epsilon_text_}};
    return given;
  }

  /// A conclusion says again what is concluded, and of which directions.
  Given concluded(const Json& step) const {
    Json directions = Json::array();
    for (const Fact* fact : used(step)) directions.push_back(fact->direction);
    return {{"uses"}, {{"claim", claim_}, {"directions", directions}}};
  }

  const Json& claim_;
  bool completes_;
  std::vector<std::uint64_t> counts_;
  std::set<std::string> directions_;
  std::map<std::string, Rational> claimed_;  // delta, rho, mu
  std::string epsilon_text_ = "0";
  Real epsilon_;       // or the loss at which a gain is kappa
  bool tail_ = false;  // whether delta is claimed to bound P[loss > epsilon]
  std::vector<Fact> facts_;
  Budget budget_{most_work};
};

}  // namespace

Conclusion follow_composition(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Composition(claim, completes), steps, completes, at);
}

}  // namespace assay::checker
