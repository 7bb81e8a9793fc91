// Claims about compositions of mechanisms: what each theorem takes from earlier steps, and what it gives.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/losses.hpp"
#include "proofs/checker/pairs.hpp"
#include "proofs/checker/profiles.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t most_parts = 1024;
constexpr std::uint64_t most_count = 1'000'000'000'000;

/// What a step has established.
struct Fact {
  enum class Kind { mechanism, pair, product, gaussian, zcdp, delta, largest, conclusion };
  Kind kind = Kind::conclusion;
  std::set<std::size_t> covers;  // the parts of the composition that it is about
  std::string direction;
  bool symmetric = true, dominates = true, attained = true;
  Json mechanism;              // mechanism
  std::vector<Counted> parts;  // pair: one; product: all
  Rational number;             // gaussian: mu^2; zcdp: rho; delta, largest: the bound
  bool upper = true;           // delta: an upper bound
  bool infinite = false;       // largest
};

class Chain {
 public:
  Chain(const Json& claim, bool completes) : claim_(claim), completes_(completes) {
    only(claim, {"composition", "adjacency", "epsilon", "delta", "rho", "mu"});
    const Json& composition = list(claim, "composition", most_parts);
    need(!composition.empty(), "a composition without parts");
    for (const Json& part : composition) counts_.emplace_back(count(part, "count", most_count));
    for (const Integer& n : counts_) need(n >= 1, "a count of 0");
    const std::string adjacency = text(claim, "adjacency");
    if (adjacency == "add_remove")
      directions_ = {"remove", "add"};
    else if (adjacency == "replace")
      directions_ = {"replace", "replace_reversed"};
    else if (adjacency == "add" || adjacency == "remove")
      directions_ = {adjacency};
    else
      throw Refused("no such adjacency");
    const bool pair = claim.contains("epsilon") && claim.contains("delta");
    need(pair + claim.contains("rho") + claim.contains("mu") == 1 &&
             claim.contains("epsilon") == claim.contains("delta"),
         "a claim is of epsilon and delta, of rho, or of mu");
    if (pair) {
      epsilon_ = read_rational(text(claim, "epsilon"));
      delta_ = read_rational(text(claim, "delta"));
      need(delta_ >= 0, "a negative delta");
    }
  }

  /// Checks one step, which may cite those before it alone; a completing chain may write into it.
  void take(Json& step, const std::string& theorem) {
    static const std::map<std::string, Fact (Chain::*)(Json&)> rules = {
        {"composition", &Chain::product},
        {"gaussian-composition", &Chain::gaussian_sum},
        {"zcdp-composition", &Chain::zcdp_sum},
        {"gaussian-profile", &Chain::gaussian_bound},
        {"laplace-composition", &Chain::laplace_bound},
        {"zcdp-to-dp", &Chain::zcdp_bound},
        {"largest-loss", &Chain::largest},
        {"integer-losses", &Chain::integer_bound},
        {"two-directions", &Chain::holds},
        {"attained-pairs", &Chain::fails},
    };
    const auto rule = rules.find(theorem);
    facts_.push_back(rule != rules.end()             ? (this->*rule->second)(step)
                     : theorem.starts_with("group-") ? grouped(step, theorem)
                                                     : paired(step, theorem));
  }

  /// "holds" or "fails": what the last step concludes.
  std::string verdict() const {
    need(!facts_.empty() && facts_.back().kind == Fact::Kind::conclusion, "the last step is no conclusion");
    return facts_.back().upper ? "holds" : "fails";
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
      need(facts.empty() || &fact(entry.get<std::uint64_t>()) > facts.back(), "uses is not in ascending order");
      facts.push_back(&fact(entry.get<std::uint64_t>()));
    }
    need(!facts.empty(), "it uses no steps");
    return facts;
  }

  const Fact& one(const Json& step, Fact::Kind kind) const {
    const std::vector<const Fact*> facts = used(step);
    need(facts.size() == 1 && facts.front()->kind == kind, "it uses a step of another kind than its theorem takes");
    return *facts.front();
  }

  /// A bound on delta as a decimal, rounded to the side that keeps it true; refused where it is not that decimal.
  Rational settle_bound(Json& step, const Enclosure& value, bool upper) const {
    const char* name = upper ? "delta_at_most" : "delta_at_least";
    if (completes_ && text(step, name).empty())
      for (std::size_t digits = 30; digits <= 480; digits *= 2) {
        step[name] = upper ? rounded_up(value, digits) : rounded_down(value, digits);
        const Rational bound = read_rational(text(step, name));
        if (upper ? bound <= delta_ : bound > delta_) break;
      }
    const std::string decimal = text(step, name);
    need(upper ? rounds_up_to(value, decimal) : rounds_down_to(value, decimal),
         std::string(name) + " is not the value rounded to that side in its last place");
    return read_rational(decimal);
  }

  /// Which bound a step states.
  static bool states_upper(const Json& step) {
    need(step.contains("delta_at_most") != step.contains("delta_at_least"), "one of delta_at_most, delta_at_least");
    return step.contains("delta_at_most");
  }

  const Rational& epsilon(const Json& step) const {
    need(claim_.contains("epsilon") && text(step, "epsilon") == text(claim_, "epsilon"),
         "epsilon is not the claimed one");
    return epsilon_;
  }

  /// The part that a step on a mechanism is about, and the mechanism: the part itself, or what an earlier step made of
  /// it.
  std::pair<std::size_t, Json> subject(const Json& step) const {
    need(step.contains("part") != step.contains("from"), "one of part, from");
    if (step.contains("from")) {
      const Fact& earlier = fact(count(step, "from", most_steps));
      need(earlier.kind == Fact::Kind::mechanism, "it starts from a step that gives no mechanism");
      return {*earlier.covers.begin(), earlier.mechanism};
    }
    const std::uint64_t part = count(step, "part", most_parts);
    need(part < counts_.size(), "there is no such part");
    return {part, member(claim_, "composition")[part]};
  }

  Fact grouped(Json& step, const std::string& theorem) const {
    only(step, {"step", "theorem", "part", "from", "mechanism"});
    const auto [part, mechanism] = subject(step);
    Fact fact;
    fact.kind = Fact::Kind::mechanism;
    fact.covers = {part};
    fact.mechanism = mechanism_by(theorem, mechanism);
    if (completes_ && !step.contains("mechanism")) step["mechanism"] = fact.mechanism;
    need(member(step, "mechanism") == fact.mechanism, "the theorem gives another mechanism, " + fact.mechanism.dump());
    return fact;
  }

  Fact paired(Json& step, const std::string& theorem) const {
    only(step, {"step", "theorem", "part", "from", "direction", "pair", "count"});
    const auto [part, mechanism] = subject(step);
    Fact fact;
    fact.kind = Fact::Kind::pair;
    fact.covers = {part};
    fact.direction = text(step, "direction");
    need(directions_.contains(fact.direction), "a direction that the adjacency does not have");
    Counted counted{pair_by(theorem, mechanism, fact.direction), counts_[part]};
    Json described = description(counted.pair);
    if (counted.pair.kind == Pair::Kind::finite) {
      described["of"] = mechanism;
      described["of"].erase("count");
    }
    if (completes_ && !step.contains("pair")) {
      step["pair"] = described;
      step["count"] = counts_[part].get_ui();
    }
    need(member(step, "pair") == described, "the theorem gives another pair, " + described.dump().substr(0, 200));
    need(count(step, "count", most_count) == counts_[part].get_ui(), "the count is not that of the part");
    fact.symmetric = counted.pair.symmetric;
    fact.dominates = counted.pair.dominates;
    fact.attained = counted.pair.attained;
    fact.parts.push_back(std::move(counted));
    return fact;
  }

  /// What the pairs used have in common; each part of the composition is covered by exactly one of them.
  Fact gathered(const Json& step, Fact::Kind kind) const {
    Fact all;
    all.kind = kind;
    for (const Fact* pair : used(step)) {
      need(pair->kind == Fact::Kind::pair, "it uses a step that gives no pair");
      need(all.covers.empty() || pair->direction == all.direction, "it mixes directions");
      need(all.covers.insert(*pair->covers.begin()).second, "it uses two pairs of one part");
      all.direction = pair->direction;
      all.symmetric = all.symmetric && pair->symmetric;
      all.dominates = all.dominates && pair->dominates;
      all.attained = all.attained && pair->attained;
      all.parts.push_back(pair->parts.front());
    }
    need(all.covers.size() == counts_.size(), "it leaves out a part of the composition");
    return all;
  }

  Fact product(Json& step) {
    only(step, {"step", "theorem", "uses"});
    return gathered(step, Fact::Kind::product);
  }

  Fact gaussian_sum(Json& step) {
    only(step, {"step", "theorem", "uses", "mu_squared"});
    Fact fact = one(step, Fact::Kind::product);
    fact.kind = Fact::Kind::gaussian;
    for (const auto& [pair, n] : fact.parts) {
      need(pair.kind == Pair::Kind::gaussian, "a loss that is not Gaussian");
      fact.number += n * pair.a;
    }
    settle(step, "mu_squared", text_of(fact.number), completes_);
    return fact;
  }

  Fact zcdp_sum(Json& step) {
    only(step, {"step", "theorem", "uses", "rho"});
    Fact fact = gathered(step, Fact::Kind::zcdp);
    for (const auto& [pair, n] : fact.parts) {
      need(pair.kind == Pair::Kind::zcdp, "a pair without a rho");
      fact.number += n * pair.a;
    }
    settle(step, "rho", text_of(fact.number), completes_);
    return fact;
  }

  Fact delta(Fact fact, Rational bound, bool upper) const {
    need(upper ? fact.dominates : fact.attained,
         upper ? "a pair that does not dominate" : "a pair that no mechanism of the claim attains");
    fact.kind = Fact::Kind::delta;
    fact.number = std::move(bound);
    fact.upper = upper;
    return fact;
  }

  Fact gaussian_bound(Json& step) {
    only(step, {"step", "theorem", "uses", "epsilon", "delta_at_most", "delta_at_least"});
    const Fact& sum = one(step, Fact::Kind::gaussian);
    const Rational& e = epsilon(step);
    const bool upper = states_upper(step);
    const auto value = [&](long bits) { return gaussian_delta(sum.number, e, bits); };
    return delta(sum, settle_bound(step, value, upper), upper);
  }

  Fact laplace_bound(Json& step) {
    only(step, {"step", "theorem", "uses", "epsilon", "delta_at_most", "delta_at_least"});
    const Fact& all = one(step, Fact::Kind::product);
    const Rational& e = epsilon(step);
    const bool upper = states_upper(step);
    Integer steps = 0;
    for (const auto& [pair, n] : all.parts) {
      need(pair.kind == Pair::Kind::laplace && pair.a == all.parts.front().pair.a,
           "losses that are not Laplace of one shift");
      steps += n;
    }
    need(steps <= 128, "more than 128 Laplace steps in closed form");
    const auto value = [&](long bits) { return laplace_delta(all.parts.front().pair.a, steps.get_ui(), e, bits); };
    return delta(all, settle_bound(step, value, upper), upper);
  }

  Fact zcdp_bound(Json& step) {
    only(step, {"step", "theorem", "uses", "epsilon", "order", "delta_at_most"});
    const Fact& sum = one(step, Fact::Kind::zcdp);
    const Rational& e = epsilon(step);
    const Rational order = read_rational(text(step, "order"));
    need(order <= 1'000'000'000, "an order above 10^9");
    const auto value = [&](long bits) { return zcdp_delta(sum.number, order, e, bits); };
    return delta(sum, settle_bound(step, value, true), true);
  }

  Fact largest(Json& step) {
    only(step, {"step", "theorem", "uses", "largest"});
    Fact fact = one(step, Fact::Kind::product);
    fact.kind = Fact::Kind::largest;
    const LargestLoss loss = largest_loss(fact.parts);
    fact.infinite = loss.infinite;
    if (loss.infinite || loss.logs.empty()) {
      settle(step, "largest", loss.infinite ? "inf" : text_of(loss.rational), completes_);
      fact.number = loss.rational;
      return fact;
    }
    // A sum of logarithms is not the claimed rational: a decimal between the two decides.
    const Enclosure enclosure = [&](long bits) { return value(loss, bits); };
    const bool upper = at_most(enclosure(1024), epsilon_);
    if (completes_ && text(step, "largest").empty())
      for (std::size_t digits = 30; digits <= 240; digits *= 2) {
        step["largest"] = upper ? rounded_up(enclosure, digits) : rounded_down(enclosure, digits);
        const Rational bound = read_rational(text(step, "largest"));
        if (upper ? bound <= epsilon_ : bound > epsilon_) break;
      }
    const std::string decimal = text(step, "largest");
    need(upper ? rounds_up_to(enclosure, decimal) : rounds_down_to(enclosure, decimal),
         "largest is not the value rounded to its side in its last place");
    fact.number = read_rational(decimal);
    return fact;
  }

  Fact integer_bound(Json& step) {
    only(step, {"step", "theorem", "uses", "epsilon", "unit", "log_unit", "bits", "delta_at_most", "delta_at_least"});
    const Fact& all = one(step, Fact::Kind::product);
    const Rational& e = epsilon(step);
    need(step.contains("unit") != step.contains("log_unit"), "one of unit, log_unit");
    Grid grid;
    grid.unit_is_log = step.contains("log_unit");
    grid.unit = read_rational(text(step, grid.unit_is_log ? "log_unit" : "unit"));
    grid.bits = static_cast<long>(count(step, "bits", 1024));
    grid.upper = states_upper(step);
    // A draft that states its bound comes from this very computation.
    const char* stated = grid.upper ? "delta_at_most" : "delta_at_least";
    const Integer units =
        completes_ ? read_integer(text(step, stated), 4096) : bound_delta(all.parts, grid, e, budget_);
    settle(step, stated, units.get_str(), completes_);
    Rational bound(units, Integer(1) << static_cast<unsigned long>(2 * grid.bits));
    bound.canonicalize();
    return delta(all, std::move(bound), grid.upper);
  }

  /// A conclusion says again what is concluded (but for the composition, which the pairs do), and of which directions.
  void restates(Json& step) const {
    Json claim = claim_, directions = Json::array();
    claim.erase("composition");
    for (const Fact* fact : used(step)) directions.push_back(fact->direction);
    if (completes_ && !step.contains("claim")) {
      step["claim"] = claim;
      step["directions"] = directions;
    }
    need(member(step, "claim") == claim, "it concludes another claim");
    need(member(step, "directions") == directions, "its directions are not those of the steps that it uses");
  }

  /// Every direction of the adjacency has a bound that the claim allows.
  Fact holds(Json& step) {
    only(step, {"step", "theorem", "uses", "claim", "directions"});
    restates(step);
    std::set<std::string> open = directions_;
    for (const Fact* used_fact : used(step)) {
      need(allows(*used_fact), "the bound of a step that it uses is above the claim");
      if (used_fact->symmetric)
        open.clear();
      else
        open.erase(used_fact->direction);
    }
    need(open.empty(), open.empty() ? "" : "nothing is said of the direction " + *open.begin());
    return {};
  }

  /// Whether an upper bound proves the claim in its direction.
  bool allows(const Fact& fact) const {
    if (!fact.dominates) return false;
    switch (fact.kind) {
      case Fact::Kind::delta: return fact.upper && claim_.contains("delta") && fact.number <= delta_;
      case Fact::Kind::largest: return !fact.infinite && claim_.contains("delta") && fact.number <= epsilon_;
      case Fact::Kind::zcdp: return claim_.contains("rho") && fact.number <= read_rational(text(claim_, "rho"));
      case Fact::Kind::gaussian: return claim_.contains("mu") && mu_allows(fact.number);
      default: return false;
    }
  }

  bool mu_allows(const Rational& mu_squared) const {
    const Rational mu = read_rational(text(claim_, "mu"));
    return mu >= 0 && mu_squared <= mu * mu;
  }

  /// One direction has pairs that are attained, and the event "the privacy loss exceeds epsilon" tells them apart.
  Fact fails(Json& step) {
    only(step, {"step", "theorem", "uses", "claim", "directions", "event"});
    restates(step);
    const std::vector<const Fact*> facts = used(step);
    need(facts.size() == 1, "one bound refutes");
    const Fact& fact = *facts.front();
    if (claim_.contains("epsilon")) {
      const Json& event = member(step, "event");
      only(event, {"loss_above"});
      need(text(event, "loss_above") == text(claim_, "epsilon"),
           "the event is another one than the loss above epsilon");
    } else {
      need(!step.contains("event"), "an event in a claim without an epsilon");
    }
    bool refuted = false;
    if (fact.kind == Fact::Kind::delta) refuted = !fact.upper && claim_.contains("delta") && fact.number > delta_;
    if (fact.kind == Fact::Kind::largest)
      refuted = fact.attained && claim_.contains("delta") && delta_ == 0 && (fact.infinite || fact.number > epsilon_);
    // rho and mu: the Gaussian of the whole class has them, and no smaller ones.
    if (fact.kind == Fact::Kind::zcdp)
      refuted = claim_.contains("rho") && fact.number > read_rational(text(claim_, "rho"));
    if (fact.kind == Fact::Kind::gaussian) refuted = claim_.contains("mu") && fact.attained && !mu_allows(fact.number);
    need(refuted, "the bound of the step that it uses does not refute the claim");
    Fact conclusion;
    conclusion.upper = false;
    return conclusion;
  }

  const Json& claim_;
  bool completes_;
  std::vector<Integer> counts_;
  std::set<std::string> directions_;
  Rational epsilon_, delta_;
  std::vector<Fact> facts_;
  Budget budget_{most_work};
};

}  // namespace

Conclusion follow_composition(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Chain(claim, completes), steps, at);
}

}  // namespace assay::checker
