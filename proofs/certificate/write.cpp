#include "proofs/certificate/write.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_writer.hpp"
#include "proofs/certificate/plan.hpp"
#include "proofs/checker/check.hpp"
#include "proofs/checker/claims.hpp"
#include "proofs/checker/profiles.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::proofs {
namespace {

using checker::Counted;
using checker::Pair;
using checker::Rational;
using checker::Refused;
using DraftJson = checker::Json;

/// As the request, every number but counts as a text: the checker reads those alone.
core::Json with_texts(const core::Json& value, std::string_view name) {
  static const std::set<std::string_view> counts = {"count", "size", "categories", "cutoff"};
  if (const auto* number = value.number()) {
    if (counts.contains(name)) return value;
    return core::Json(number->text);
  }
  if (const auto* list = value.array()) {
    core::Json::Array copy;
    for (const core::Json& entry : *list) copy.push_back(with_texts(entry, name));
    return copy;
  }
  if (const auto* object = value.object()) {
    core::Json::Object copy;
    for (const auto& [key, entry] : *object) copy.emplace_back(key, with_texts(entry, key));
    return copy;
  }
  return value;
}

/// "ln 3" as the checker writes it, "ln(3)".
std::string as_logarithm(const std::string& text) {
  return text.starts_with("ln ") ? "ln(" + text.substr(3) + ")" : text;
}

DraftJson claim_of(const core::Json& request) {
  static const std::set<std::string_view> fields = {"epsilon", "delta", "delta_kind", "kappa", "floor", "rho", "mu"};
  core::Json::Object claim;
  const core::Json* composition = request.find("composition");
  const core::Json* adjacency = request.find("adjacency");
  const core::Json* claimed = request.find("claim");
  if (composition == nullptr || claimed == nullptr || claimed->object() == nullptr) throw Refused("no claim");
  claim.emplace_back("composition", with_texts(*composition, ""));
  claim.emplace_back("adjacency", adjacency != nullptr ? *adjacency : core::Json("add_remove"));
  for (const auto& [name, value] : *claimed->object()) {
    if (!fields.contains(name)) throw Refused("claims with " + name + " have no certificate yet");
    claim.emplace_back(name, with_texts(value, name));
  }
  DraftJson json = checker::read_json(core::write_json(claim));
  if (json.value("delta_kind", "") == "approximate") json.erase("delta_kind");
  for (const char* level : {"epsilon", "kappa"})
    if (json.contains(level)) json[level] = as_logarithm(json[level]);
  for (DraftJson& part : json["composition"]) {
    if (!part.contains("count")) part["count"] = 1U;
    for (DraftJson* base = &part; base->contains("base");) {
      base = &(*base)["base"];
      base->erase("count");  // 1: a request with another is refused
    }
  }
  return json;
}

/// The theorem that puts another mechanism in its place; empty where none is needed.
std::string theorem_of_replacement(const DraftJson& mechanism) {
  const std::string name = checker::text(mechanism, "mechanism");
  if (name == "noisy_max") return "noisy-max-pure-dp";
  if (name == "sparse_vector") return "sparse-vector-pure-dp";
  if (name != "group") return "";
  const std::string base = checker::text(checker::member(mechanism, "base"), "mechanism");
  if (base == "pure_dp") return "";
  if (base == "zcdp") return "group-zcdp";
  if (base == "gdp") return "group-gdp";
  if (base == "gaussian" || base == "laplace" || base == "discrete_laplace") return "group-sensitivity";
  if (base == "discrete_gaussian") return "group-of-queries";
  throw Refused("groups of " + base + " have no certificate yet");
}

/// What a zCDP part is taken for: its class (bounds from above), or the Gaussian in it (bounds from below).
enum class Concentrated { not_at_all, as_class, as_gaussian };

std::string pair_theorem(const DraftJson& mechanism, const std::string& direction, Concentrated concentrated) {
  const std::string name = checker::text(mechanism, "mechanism");
  if (name == "zcdp") return concentrated == Concentrated::as_gaussian ? "gaussian-is-zcdp" : "zcdp-definition";
  if (name == "gaussian" || name == "gdp") {
    if (concentrated == Concentrated::as_class) return "gaussian-is-zcdp";
    return name == "gaussian" ? "gaussian-pair" : "gdp-pair";
  }
  if (name == "laplace") return "laplace-pair";
  if (name == "discrete_gaussian") return "discrete-gaussian-pair";
  if (name == "discrete_laplace") return "discrete-laplace-pair";
  if (name == "staircase") return "staircase-pair";
  if (name == "adaptive_clipping") return "adaptive-clipping";
  if (name == "matrix_mechanism") return "matrix-mechanism";
  if (name == "randomized_response") return "randomized-response-pair";
  if (name == "pure_dp" || name == "approx_dp") return "kov-binary-pair";
  if (name == "finite") return "finite-pair";
  if (name == "group") return "group-pure-exact";
  if (name == "poisson_sampled") {
    if (checker::text(checker::member(mechanism, "base"), "mechanism") != "gaussian") return "poisson-sampling";
    return direction.starts_with("replace") ? "poisson-sampling-gaussian-replace" : "poisson-sampling-gaussian";
  }
  if (name == "sampled_without_replacement") return "sampling-without-replacement";
  throw Refused("the mechanism " + name + " has no certificate yet");
}

bool all_of(const std::vector<Counted>& parts, const auto& test) {
  return std::all_of(parts.begin(), parts.end(), [&](const Counted& part) { return test(part.pair); });
}

class Writer {
 public:
  Writer(const core::Json& request, bool holds, std::chrono::milliseconds time)
      : claim_(claim_of(request)), holds_(holds), until_(Clock::now() + time * 3 / 4) {}

  std::string write() {
    const bool of_delta = claim_.contains("delta");
    bool any_zcdp = claim_.contains("rho");
    for (const DraftJson& part : claim_["composition"]) {
      const DraftJson* mechanism = &part;
      while (checker::text(*mechanism, "mechanism") == "group") mechanism = &checker::member(*mechanism, "base");
      any_zcdp = any_zcdp || checker::text(*mechanism, "mechanism") == "zcdp";
    }
    concentrated_ = !any_zcdp             ? Concentrated::not_at_all
                    : holds_ || !of_delta ? Concentrated::as_class
                                          : Concentrated::as_gaussian;
    const std::string adjacency = claim_["adjacency"];
    const std::vector<std::string> directions = adjacency == "add_remove" ? std::vector<std::string>{"remove", "add"}
                                                : adjacency == "replace"
                                                    ? std::vector<std::string>{"replace", "replace_reversed"}
                                                    : std::vector<std::string>{adjacency};
    std::vector<std::uint64_t> bounds;
    std::string reasons;
    for (const std::string& direction : directions) {
      const std::size_t before = steps_.size();
      try {
        bounds.push_back(direction_bound(direction));
      } catch (const Refused& refusal) {  // a claim fails in one direction, be it the other one
        if (holds_) throw;
        reasons += (reasons.empty() ? "" : "; ") + direction + ": " + refusal.what();
        if (direction == directions.back()) throw Refused(reasons);
        steps_.erase(steps_.begin() + static_cast<long>(before), steps_.end());
        continue;
      }
      if (!holds_) return refuting(bounds.back());
      if (symmetric_) break;
    }
    step({{"theorem", "two-directions"}, {"uses", bounds}});
    return finished("holds");
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t step(DraftJson fields) {
    fields["step"] = steps_.size() + 1;
    steps_.push_back(std::move(fields));
    return steps_.size();
  }

  std::string refuting(std::uint64_t bound) {
    step({{"theorem", "attained-pairs"}, {"uses", {bound}}});
    return finished("fails");
  }

  std::string finished(const char* verdict) {
    DraftJson draft = {{"format", checker::format_name},
                       {"version", checker::format_version},
                       {"claim", claim_},
                       {"verdict", verdict},
                       {"steps", steps_},
                       {"hypotheses", DraftJson::array()}};
    std::string text = checker::completed(std::move(draft)).dump();
    if (text.size() > checker::largest_text) throw Refused("the certificate would be longer than the checker reads");
    return text;
  }

  /// The steps of one direction, up to its bound; gives the number of that step.
  std::uint64_t direction_bound(const std::string& direction) {
    std::vector<std::uint64_t> pairs;
    std::vector<Counted> parts;
    symmetric_ = true;
    for (std::size_t i = 0; i < claim_["composition"].size(); ++i) {
      DraftJson mechanism = claim_["composition"][i];
      const std::uint64_t n = checker::count(mechanism, "count", UINT64_MAX);
      DraftJson subject = {{"part", i}};
      for (std::string theorem; !(theorem = theorem_of_replacement(mechanism)).empty();) {
        mechanism = checker::mechanism_by(theorem, mechanism);
        subject["theorem"] = theorem;
        subject = {{"from", step(subject)}};
      }
      const std::string theorem = pair_theorem(mechanism, direction, concentrated_);
      parts.push_back({checker::pair_by(theorem, mechanism, direction), checker::Integer(n)});
      if (!holds_ && !parts.back().pair.attained)
        throw Refused("what bounds this mechanism is not attained, and the checker knows no other pair");
      if (holds_ && !parts.back().pair.dominates)
        throw Refused("batches of fixed size have certificates of fails alone");
      symmetric_ = symmetric_ && parts.back().pair.symmetric;
      subject["theorem"] = theorem;
      subject["direction"] = direction;
      pairs.push_back(step(std::move(subject)));
    }
    if (concentrated_ == Concentrated::as_class) return zcdp_bound(pairs, parts);
    return bound(step({{"theorem", "composition"}, {"uses", pairs}}), parts);
  }

  std::uint64_t zcdp_bound(const std::vector<std::uint64_t>& pairs, const std::vector<Counted>& parts) {
    Rational rho = 0;
    for (const auto& [pair, n] : parts) {
      if (pair.name != "rho") throw Refused("zCDP parts beside other than Gaussian ones have no certificate");
      rho += n * pair.parameter;
    }
    const std::uint64_t sum = step({{"theorem", "zcdp-composition"}, {"uses", pairs}});
    if (!claim_.contains("delta")) return sum;
    return step({{"theorem", "zcdp-to-dp"},
                 {"uses", {sum}},
                 {"order", order(rho, checker::claimed_loss(claim_))},
                 {"delta_at_most", ""}});
  }

  std::uint64_t bound(std::uint64_t product, const std::vector<Counted>& parts) {
    const bool gaussian = all_of(parts, [](const Pair& pair) { return pair.name == "mu_squared"; });
    if (claim_.contains("mu")) {
      if (!gaussian) throw Refused("a claim of mu has a certificate for Gaussian parts alone");
      return step({{"theorem", "gaussian-composition"}, {"uses", {product}}});
    }
    return of_outputs(delta_bound(product, parts, gaussian));
  }

  /// A bound on P[loss > epsilon] is one on what is claimed by a theorem on the outputs themselves.
  std::uint64_t of_outputs(std::uint64_t bound) {
    if (claim_.contains("kappa")) return step({{"theorem", "persuasion-is-pdp"}, {"uses", {bound}}});
    if (claim_.contains("delta_kind")) return step({{"theorem", "probabilistic-own-pair"}, {"uses", {bound}}});
    return bound;
  }

  std::uint64_t delta_bound(std::uint64_t product, const std::vector<Counted>& parts, bool gaussian) {
    if (within_largest(parts)) return step({{"theorem", "largest-loss"}, {"uses", {product}}});
    DraftJson fields = {{"uses", {product}}};
    const char* side = holds_ ? "delta_at_most" : "delta_at_least";
    if (gaussian) {
      fields["uses"] = {step({{"theorem", "gaussian-composition"}, {"uses", {product}}})};
      fields["theorem"] = "gaussian-profile";
      fields[side] = "";
      return step(std::move(fields));
    }
    const bool tail = claim_.contains("kappa") || claim_.contains("delta_kind");
    checker::Integer steps = 0;
    for (const Counted& part : parts) steps += part.count;
    const auto same = [&](const Pair& pair) {
      return pair.name == "shift" && pair.parameter == parts.front().pair.parameter;
    };
    if (!tail && steps <= 128 && all_of(parts, same)) {
      fields["theorem"] = "laplace-composition";
      fields[side] = "";
      return step(std::move(fields));
    }
    const GridBound found = search_grid(parts, checker::claimed_loss(claim_), delta(), holds_, tail, until_);
    fields["theorem"] = "integer-losses";
    fields[found.grid.unit_is_log ? "log_unit" : "unit"] = checker::text_of(found.grid.unit);
    fields["bits"] = static_cast<std::uint64_t>(found.grid.bits);
    fields[side] = found.units.get_str();
    return step(std::move(fields));
  }

  /// Whether the largest loss alone decides: it is at most epsilon, or above it where delta is claimed to be 0.
  bool within_largest(const std::vector<Counted>& parts) const {
    try {
      const checker::Real loss = checker::largest_loss(parts);
      return holds_ ? checker::compare(loss, checker::claimed_loss(claim_)) <= 0 : delta() == 0;
    } catch (const Refused&) {
      return false;
    }
  }

  Rational delta() const { return checker::real(claim_, "delta"); }

  DraftJson claim_;
  bool holds_;
  Clock::time_point until_;
  Concentrated concentrated_ = Concentrated::not_at_all;
  bool symmetric_ = true;
  std::vector<DraftJson> steps_;
};

}  // namespace

Certified certify(const core::Json& request, bool holds, std::chrono::milliseconds time) {
  try {
    return {Writer(request, holds, time).write(), ""};
  } catch (const Refused& refusal) {
    return {"", refusal.what()};
  }
}

}  // namespace assay::proofs
