#include "cli/certificate_persuade.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cli/certificate_games.hpp"
#include "cli/certificate_json.hpp"
#include "cli/certificate_release.hpp"
#include "cli/persuade_problem.hpp"
#include "cli/reading.hpp"
#include "core/rational_arithmetic.hpp"
#include "persuasive/guarantee/expectation.hpp"
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
    case spherical:
    case pseudospherical: return Object{{"rule", "pseudospherical"}, {"order", score.order.str()}};
    case zero_one: {
      constexpr const char* names[] = {"uniform", "lowest_index", "strict", "adversarial"};
      return Object{{"rule", "zero_one"}, {"ties", names[static_cast<std::size_t>(score.ties)]}};
    }
    default: return std::nullopt;
  }
}

struct PriorsJson {
  std::optional<Json> operator()(const pp::AdjacentPairs& p) const { return bounded("adjacent_pairs", p.truth); }
  /// All data are neighbours where the claim names none.
  std::optional<Json> operator()(const pp::AllPriors& p) const { return bounded("neighbours", p.truth); }
  std::optional<Json> operator()(const pp::Neighbours& p) const {
    return p.points ? std::nullopt : bounded("neighbours", p.truth);
  }
  std::optional<Json> operator()(const pp::ListedPriors& p) const {
    Array priors;
    for (const pp::Pmf& prior : p.priors) priors.push_back(texts(prior));
    return Object{{"class", "list"}, {"priors", std::move(priors)}};
  }
  /// A band without upper ends.
  std::optional<Json> operator()(const pp::Contamination& p) const {
    pp::DensityBand band{p.base, pp::Pmf(p.base.size(), 1)};
    for (Rational& mass : band.lower) mass *= 1 - p.weight;
    return (*this)(band);
  }
  std::optional<Json> operator()(const pp::DensityBand& p) const {
    return Object{{"class", "density_band"}, {"lower", texts(p.lower)}, {"upper", texts(p.upper)}};
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
    if (verdict != nullptr && *verdict == Json("undecided")) return none("nothing was decided");
    if (auto reason = fill_in()) return none(*reason);
    return verdict != nullptr && *verdict == Json("fails") ? refuted() : shown();
  }

 private:
  std::optional<std::string> describe() {
    if (!std::holds_alternative<FiniteSubject>(ask_.subject))
      return "named mechanisms have no certificate: write kernels";
    if (ask_.drawn_from_prior || (is_tail() && ask_.kappas.empty() && ask_.deltas.empty()))
      return "single gains, and means over the prior, have no certificate";
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
    return std::nullopt;
  }

  /// The kappa and the delta of the claim: those asked, and where one is not, the upper end of the answer.
  std::optional<std::string> fill_in() {
    const auto upper_end = [&](const char* name) {
      const std::string* upper = result_.find(name)->find("upper")->string();
      return upper == nullptr ? std::string("inf") : *upper;
    };
    std::optional<std::string> kappa;
    if (!ask_.kappas.empty())
      kappa = level_text(ask_.kappas.front());
    else if (kappa = upper_end(is_tail() ? "kappa_at_delta" : "kappa"); *kappa == "inf")
      return "a bound that is infinite says nothing";
    if (!kappa) return "such a kappa has no certificate";
    claim_.emplace_back("kappa", *kappa);
    if (!is_tail()) {
      claim_.emplace_back("order", ask_.order.str());
      return std::nullopt;
    }
    const std::string delta = ask_.deltas.empty() ? upper_end("delta_at_kappa") : ask_.deltas.front().str();
    claim_.emplace_back("delta", delta);
    const core::Result<core::ExactNumber> read = read_real(Json(delta), "delta", "");
    if (!read) return read.error().message;
    delta_ = read->value;
    return std::nullopt;
  }

  bool is_tail() const { return ask_.criterion == Criterion::tail; }
  bool is_log() const { return ask_.scores.front().rule == pp::Score::Rule::log; }
  bool is_zero_one() const { return ask_.scores.front().rule == pp::Score::Rule::zero_one; }
  bool is_two_point() const {
    return std::holds_alternative<pp::AdjacentPairs>(ask_.priors) ||
           (problem_.space.size == 2 && (std::holds_alternative<pp::AllPriors>(ask_.priors) ||
                                         std::holds_alternative<pp::Neighbours>(ask_.priors)));
  }

  /// The theorem by which the worst prior of the class is known, but for games.
  const char* theorem() const {
    if (std::holds_alternative<pp::ListedPriors>(ask_.priors)) return "gains-by-enumeration";
    if (!is_tail()) return "persuasion-in-expectation";
    if (is_two_point()) return is_zero_one() ? "step-gains" : "persuasion-is-pdp";
    return "two-points-are-worst";
  }

  Json step_at(std::size_t x) const {
    return Object{{"theorem", theorem()}, {"truth", number(x)}, {"probability", ""}};
  }

  /// The steps that bound the probability of larger gains, truth by truth.
  Certified shown() {
    const std::string by = theorem();
    const bool plays = by == "two-points-are-worst" && is_log();
    if (plays && (problem_.parts.size() != 1 || problem_.parts.front().count != 1))
      return none("compositions have certificates for lists and two-point priors alone");
    if (by == "two-points-are-worst" && !plays && delta_ != 0)
      return none("only the log score has certificates over this class where delta is above 0");
    for (const std::size_t x : problem_.truths()) {
      std::optional<Json> step = plays ? game_step(problem_, x, delta_) : step_at(x);
      if (!step) return none("the games of this class are too many, or too large, for a certificate");
      steps_.push_back(*std::move(step));
    }
    return proofs::complete(claim_, steps_, "holds");
  }

  /// A prior that gains too much.
  Certified refuted() {
    pp::Mean mean;
    if (ask_.criterion == Criterion::exponential_expectation) mean.order = ask_.order;
    const core::Result<pp::Bracket> found = over_scores(
        ask_, effort_,
        [&](const auto& problem, const pp::Score& score) {
          return is_tail() ? pp::delta_at_kappa(problem, score, ask_.kappas.front().value)
                           : pp::expected_gain(problem, score, mean);
        },
        nullptr);
    if (!found) return none(found.error().message);
    for (const pp::Pmf& prior : candidates(found->worst, problem_.space.size)) {
      if (effort_.deadline.passed()) break;
      const Object step{{"theorem", "gains-by-enumeration"},
                        {"truth", number(found->worst.data)},
                        {"prior", texts(prior)},
                        {"probability", ""}};
      Certified by_prior = proofs::complete(claim_, {step}, "fails");
      if (by_prior.reason.empty()) return by_prior;
    }
    return proofs::complete(claim_, {step_at(found->worst.data)}, "fails");  // by the supremum, where it is approached
  }

  const PersuadeAsk& ask_;
  const Json& result_;
  Effort effort_;
  pp::FiniteProblem problem_;
  Rational delta_ = 0;
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
