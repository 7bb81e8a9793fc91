#include "cli/certificate_persuade.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cli/certificate_games.hpp"
#include "cli/certificate_json.hpp"
#include "cli/certificate_release.hpp"
#include "cli/persuade_problem.hpp"
#include "core/rational_arithmetic.hpp"
#include "persuasive/guarantee/guarantee.hpp"
#include "proofs/certificate/complete.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Rational;
using proofs::Certified;
using Object = Json::Object;
using Array = Json::Array;
namespace pp = persuasive;

Certified none(std::string reason) { return {"", std::move(reason)}; }

std::optional<Json> score_json(const pp::Score& score) {
  using enum pp::Score::Rule;
  if (!score.coordinates.empty()) return std::nullopt;
  switch (score.rule) {
    case log: return Object{{"rule", "log"}};
    case brier: return Object{{"rule", "brier"}};
    case spherical: return Object{{"rule", "spherical"}};
    case ranked_probability: return Object{{"rule", "ranked_probability"}};
    case zero_one: {
      constexpr const char* names[] = {"uniform", "lowest_index", "strict", "adversarial"};
      return Object{{"rule", "zero_one"}, {"ties", names[static_cast<std::size_t>(score.ties)]}};
    }
    default: return std::nullopt;
  }
}

struct PriorsJson {
  std::optional<Json> operator()(const pp::AdjacentPairs& p) const { return bounded("adjacent_pairs", p.truth); }
  std::optional<Json> operator()(const pp::AllPriors& p) const { return bounded("all", p.truth); }
  std::optional<Json> operator()(const pp::Neighbours& p) const {
    return p.points ? std::nullopt : bounded("neighbours", p.truth);
  }
  std::optional<Json> operator()(const pp::ListedPriors& p) const {
    Array priors;
    for (const pp::Pmf& prior : p.priors) priors.push_back(texts(prior));
    return Object{{"class", "list"}, {"priors", std::move(priors)}};
  }
  std::optional<Json> operator()(const pp::Contamination& p) const {
    return Object{{"class", "contamination"}, {"base", texts(p.base)}, {"weight", p.weight.str()}};
  }
  template <class Other>
  std::optional<Json> operator()(const Other&) const {
    return std::nullopt;
  }
  static std::optional<Json> bounded(const char* name, const pp::TruthMass& truth) {
    Object json{{"class", name}};
    if (truth.floor != 0) json.emplace_back("floor", truth.floor.str());
    if (truth.ceiling != 1) json.emplace_back("ceiling", truth.ceiling.str());
    return Json(std::move(json));
  }
};

/// x rounded down to so many bits after the point, where it is not known exactly.
Rational rounded(const pp::Real& x, unsigned bits) {
  if (x.exact() != nullptr && x.exact()->is_rational()) return x.exact()->shift;
  const Rational scale(core::Integer(1) << bits);
  return Rational(core::floor(lower_rational(x.enclose(bits + 64L)) * scale)) / scale;
}

/// Priors near the worst one, as rationals: itself, ever more precisely, then others with ever less mass on the truth,
/// or on the rest.
std::vector<pp::Pmf> candidates(const pp::WorstCase& worst, std::size_t data) {
  std::vector<pp::Pmf> all;
  for (const unsigned bits : {16U, 40U, 100U, 400U}) {
    pp::Pmf prior(data);
    Rational others = 0;
    for (const auto& [y, mass] : worst.prior) {
      prior[y] = rounded(mass, bits);
      if (y != worst.data) others += prior[y];
    }
    const Rational at = prior[worst.data];
    const auto with = [&](const Rational& q) {
      pp::Pmf next = prior;
      for (std::size_t y = 0; y < data; ++y)
        if (y != worst.data && others > 0) next[y] *= (1 - q) / others;
      next[worst.data] = q;
      const bool known = std::find(all.begin(), all.end(), next) != all.end();
      if (q > 0 && (q == 1 || others > 0) && !known) all.push_back(std::move(next));
    };
    with(at);
    for (unsigned k = 1; k <= 4 * bits && !worst.attained; k *= 2) {
      const Rational small(1, core::Integer(1) << k);
      with(at + small * (1 - at));
      with(at * (1 - small));
    }
  }
  return all;
}

class Writer {
 public:
  Writer(const PersuadeAsk& ask, const Json& result, const Effort& effort)
      : ask_(ask), result_(result), effort_(effort), problem_(finite_problem(ask, effort_)) {}

  Certified write() {
    if (auto reason = describe()) return none(*reason);
    const Json* verdict = result_.find("verdict");
    if (verdict != nullptr) {
      if (*verdict == Json("undecided")) return none("nothing was decided");
      return decided(*verdict == Json("holds"));
    }
    return ask_.deltas.empty() ? largest_delta() : least_kappa();
  }

 private:
  std::optional<std::string> describe() {
    if (!std::holds_alternative<FiniteSubject>(ask_.subject))
      return "named mechanisms have no certificate: write kernels";
    if (ask_.criterion != Criterion::tail || ask_.drawn_from_prior || (ask_.kappas.empty() && ask_.deltas.empty()))
      return "expectations and single gains have no certificate";
    if (ask_.kappa_is_list || ask_.delta_is_list || ask_.scores.size() != 1)
      return "a certificate is of one kappa or delta, and one score: ask the others apart";
    const std::optional<Json> score = score_json(ask_.scores.front());
    if (!score) return "the score " + ask_.scores.front().name + " has no certificate";
    const std::optional<Json> priors = std::visit(PriorsJson{}, ask_.priors);
    if (!priors) return "this class of priors has no certificate";
    Array kernels;
    for (const pp::KernelPart& part : problem_.parts) {
      Array rows;
      for (const auto& row : part.kernel.rows) rows.push_back(texts(row));
      kernels.push_back(Object{{"rows", std::move(rows)}, {"count", number(part.count)}});
    }
    claim_ = {{"kernels", std::move(kernels)}, {"score", *score}, {"priors", *priors}};
    const bool near =
        std::holds_alternative<pp::AdjacentPairs>(ask_.priors) || std::holds_alternative<pp::Neighbours>(ask_.priors);
    if (near && (problem_.space.adjacent || !problem_.space.records.empty())) {
      Array pairs;
      for (std::size_t x = 0; x < problem_.space.size; ++x)
        for (const std::size_t y : problem_.space.neighbours(x))
          if (x < y) pairs.push_back(Array{number(x), number(y)});
      claim_.emplace_back("adjacent", std::move(pairs));
    }
    if (problem_.truth) claim_.emplace_back("truth", number(*problem_.truth));
    if (!ask_.kappas.empty() && !level_text(ask_.kappas.front())) return "such a kappa has no certificate";
    return std::nullopt;
  }

  bool is_zero_one() const { return ask_.scores.front().rule == pp::Score::Rule::zero_one; }
  bool is_two_point() const {
    return std::holds_alternative<pp::AdjacentPairs>(ask_.priors) ||
           (problem_.space.size == 2 && (std::holds_alternative<pp::AllPriors>(ask_.priors) ||
                                         std::holds_alternative<pp::Neighbours>(ask_.priors)));
  }

  Json whole_class(const std::string& relation, const std::string& level, const char* theorem) const {
    return Object{{"theorem", theorem}, {"event", Object{{relation, level}}}, {"probability", ""}};
  }
  /// The step about every prior of a class that is gone through whole.
  std::optional<Json> enumeration(const std::string& relation, const std::string& level) const {
    if (std::holds_alternative<pp::ListedPriors>(ask_.priors))
      return whole_class(relation, level, "gains-by-enumeration");
    if (is_two_point()) return whole_class(relation, level, is_zero_one() ? "step-gains" : "persuasion-is-pdp");
    return std::nullopt;
  }

  /// Steps that bound the probability of gains above a level by delta.
  std::optional<std::string> bound(const std::string& level, const Rational& delta) {
    if (std::optional<Json> step = enumeration("gain_above", level)) {
      steps_.push_back(*std::move(step));
      return std::nullopt;
    }
    if (ask_.scores.front().rule == pp::Score::Rule::log) {
      if (problem_.parts.size() != 1 || problem_.parts.front().count != 1)
        return "compositions have certificates for lists and two-point priors alone";
      for (const std::size_t x : problem_.truths()) {
        std::optional<Json> step = game_step(problem_, x, delta, level);
        if (!step) return "the games of this class are too many, or too large, for a certificate";
        steps_.push_back(*std::move(step));
      }
      return std::nullopt;
    }
    if (delta != 0) return "only the log score has certificates over this class where delta is above 0";
    steps_.push_back(whole_class("gain_above", level, "two-points-are-worst"));
    return std::nullopt;
  }

  /// Completes the certificate with a prior that shows an event to be likely.
  Certified with_witness(const pp::Bracket& found, const std::string& relation, const std::string& level,
                         const std::string& verdict) const {
    Certified last = none("no single prior was found that shows it");
    for (const pp::Pmf& prior : candidates(found.worst, problem_.space.size)) {
      if (effort_.deadline.passed()) break;
      Array steps = steps_;
      steps.push_back(Object{{"theorem", "gains-by-enumeration"},
                             {"event", Object{{relation, level}}},
                             {"truth", number(found.worst.data)},
                             {"prior", texts(prior)},
                             {"probability", ""}});
      last = proofs::complete(claim_, steps, verdict);
      if (last.reason.empty()) break;
    }
    return last;
  }

  core::Result<pp::Bracket> delta_again() const {
    return over_scores(
        ask_, effort_,
        [&](const auto& problem, const pp::Score& score) {
          return pp::delta_at_kappa(problem, score, ask_.kappas.front().value);
        },
        nullptr);
  }

  Certified decided(bool holds) {
    const std::string level = *level_text(ask_.kappas.front());
    claim_.emplace_back("kappa", level);
    claim_.emplace_back("delta", ask_.deltas.front().str());
    if (holds) {
      if (auto reason = bound(level, ask_.deltas.front())) return none(*reason);
      return proofs::complete(claim_, steps_, "holds");
    }
    const core::Result<pp::Bracket> found = delta_again();
    if (!found) return none(found.error().message);
    return with_witness(*found, "gain_above", level, "fails");
  }

  Certified largest_delta() {
    const std::string level = *level_text(ask_.kappas.front());
    const Json* ends = result_.find("delta_at_kappa");
    claim_.emplace_back("kappa", level);
    claim_.emplace_back("largest_delta", *ends);
    const core::Result<pp::Bracket> found = delta_again();
    if (!found) return none(found.error().message);
    const pp::LogNumber* upper = found->upper.exact();
    if (upper == nullptr || !upper->is_rational()) return none("its upper end is not known exactly");
    if (auto reason = bound(level, upper->shift)) return none(*reason);
    if (enumeration("gain_above", level) || *ends->find("lower") == Json("0"))
      return proofs::complete(claim_, steps_, "encloses");
    return with_witness(*found, "gain_above", level, "encloses");
  }

  Certified least_kappa() {
    const Json* ends = result_.find("kappa_at_delta");
    const std::string *lower = ends->find("lower")->string(), *upper = ends->find("upper")->string();
    claim_.emplace_back("delta", ask_.deltas.front().str());
    claim_.emplace_back("least_kappa", *ends);
    if (lower == nullptr || upper == nullptr) return none("its ends are no numbers");
    if (*upper != "inf")
      if (auto reason = bound(*upper, ask_.deltas.front())) return none(*reason);
    if (std::optional<Json> step = enumeration("gain_at_least", *lower)) {
      steps_.push_back(*std::move(step));
      return proofs::complete(claim_, steps_, "encloses");
    }
    const core::Result<pp::Bracket> found = over_scores(
        ask_, effort_,
        [&](const auto& problem, const pp::Score& score) {
          return pp::kappa_at_delta(problem, score, ask_.deltas.front());
        },
        nullptr);
    if (!found) return none(found.error().message);
    return with_witness(*found, "gain_at_least", *lower, "encloses");
  }

  const PersuadeAsk& ask_;
  const Json& result_;
  Effort effort_;
  pp::FiniteProblem problem_;
  Object claim_;
  Array steps_;
};

}  // namespace

Certified certify_persuasion(const Json& request, const Json& result, const Effort& effort) {
  const std::optional<PersuadeAsk> ask = persuade_ask(request);
  if (!ask) return certify_release(request, result);
  return Writer(*ask, result, effort).write();
}

}  // namespace assay::cli
