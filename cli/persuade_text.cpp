#include "cli/persuade_text.hpp"

#include "cli/outcome.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Rational;
using persuasive::Bracket;
using persuasive::Real;
using persuasive::WorstCase;
namespace pp = persuasive;

constexpr std::size_t most_outputs = 256;

/// The number, rounded to the side named, for people.
std::string rounded(const Real& x, core::Rounding side) {
  if (x.infinity() != 0) return x.infinity() > 0 ? "infinitely much" : "minus infinity";
  const accounting::Value value = pp::value(x, 8);
  if (value.exact) return core::to_decimal(*value.exact, 6, side);
  const auto text = to_decimal(value.ball, 6);
  return side == core::Rounding::down ? text.lower : text.upper;
}

std::string up(const Real& x) { return rounded(x, core::Rounding::up); }

Json datum(const PersuadeAsk& ask, std::size_t x) {
  const auto* finite = std::get_if<FiniteSubject>(&ask.subject);
  if (finite == nullptr || finite->space.records.empty()) return Json::integer(static_cast<long long>(x));
  Json::Array values;
  for (const std::size_t v : finite->space.digits(x)) values.push_back(Json::integer(static_cast<long long>(v)));
  return values;
}

std::string datum_text(const PersuadeAsk& ask, std::size_t x) {
  const auto* finite = std::get_if<FiniteSubject>(&ask.subject);
  if (finite == nullptr || finite->space.records.empty()) return std::to_string(x);
  std::string text;
  for (const std::size_t v : finite->space.digits(x)) text += (text.empty() ? "(" : ", ") + std::to_string(v);
  return text + ")";
}

Json mass(const Real& x, long digits) {
  if (x.exact() != nullptr && x.exact()->is_rational()) return exact_number(x.exact()->shift);
  return enclosure(pp::value(x, digits), digits);
}

std::string score_name(const PersuadeAsk& ask, const WorstCase& worst) {
  const pp::Score& score = ask.scores[worst.score];
  std::string name = score.name;
  if (!score.coordinates.empty()) {
    name += score.coordinates.size() == 1 ? " score of record " : " score of records ";
    for (std::size_t i = 0; i < score.coordinates.size(); ++i)
      name += (i == 0 ? "" : ", ") + std::to_string(score.coordinates[i]);
    return name;
  }
  return name + " score";
}

std::string class_text(const PersuadeAsk& ask) {
  struct Visitor {
    static std::string range(const pp::TruthMass& truth) {
      std::string text;
      if (truth.floor > 0) text += " of at least " + exact_number(truth.floor);
      if (truth.ceiling < 1) text += (text.empty() ? " of at most " : " and at most ") + exact_number(truth.ceiling);
      return text.empty() ? "" : ", with a mass on the truth" + text;
    }
    std::string operator()(const pp::AdjacentPairs& p) const {
      return "A Receiver who wavers between the truth and one adjacent datum" + range(p.truth);
    }
    std::string operator()(const pp::Neighbours& p) const {
      return "A Receiver who believes in the truth and data adjacent to it" + range(p.truth);
    }
    std::string operator()(const pp::AllPriors& p) const { return "A Receiver of any belief" + range(p.truth); }
    std::string operator()(const pp::ListedPriors& p) const {
      return p.priors.size() == 1 ? "A Receiver with the prior given"
                                  : "A Receiver with one of the " + std::to_string(p.priors.size()) + " priors listed";
    }
    std::string operator()(const pp::Contamination& p) const {
      return "A Receiver whose prior is the base but for a part of weight " + exact_number(p.weight);
    }
    std::string operator()(const pp::DensityBand&) const { return "A Receiver whose prior lies in the band"; }
    std::string operator()(const pp::RatioBand&) const { return "A Receiver whose prior has its ratios in the band"; }
    std::string operator()(const pp::PriorPolytope&) const {
      return "A Receiver whose prior meets the given inequalities";
    }
    std::string operator()(const pp::DistanceProfile&) const {
      return "A Receiver whose prior has the given weights at each distance from the truth";
    }
    std::string operator()(const pp::ProductPriors& p) const {
      return "A Receiver who holds the " + std::to_string(p.records.size()) + " records to be independent";
    }
  };
  return std::visit(Visitor{}, ask.priors);
}

std::string worst_text(const PersuadeAsk& ask, const WorstCase& worst) {
  std::string text = "; worst at the truth " + datum_text(ask, worst.data);
  if (!worst.attained && !worst.sequence.empty()) text += ", approached by " + worst.sequence;
  return text;
}

/// The end that a promise may use, and whether it is the least one.
std::string no_more_than(const Bracket& found) {
  const bool exact = compare(found.lower, found.upper) != pp::Order::less;
  return (exact ? "at most " : "no more than ") + up(found.upper);
}

}  // namespace

std::string exact_number(const Rational& x) {
  constexpr long digits = 20;
  std::string decimal = core::to_decimal(x, digits, core::Rounding::down);
  return decimal == core::to_decimal(x, digits, core::Rounding::up) ? decimal : x.str();
}

Json worst_case(const PersuadeAsk& ask, const WorstCase& worst, long digits) {
  Json::Array points, masses, outputs;
  for (const auto& [x, m] : worst.prior) {
    points.push_back(datum(ask, x));
    masses.push_back(mass(m, digits));
  }
  for (const pp::Output& output : worst.outputs) {
    if (outputs.size() == most_outputs) break;
    if (output.size() == 1) {
      outputs.push_back(Json::integer(static_cast<long long>(output.front())));
      continue;
    }
    Json::Array parts;
    for (const std::size_t t : output) parts.push_back(Json::integer(static_cast<long long>(t)));
    outputs.emplace_back(std::move(parts));
  }
  const pp::Score& score = ask.scores[worst.score];
  Json::Object object{{"score", score.name}};
  if (!score.coordinates.empty()) {
    Json::Array coordinates;
    for (const std::size_t i : score.coordinates) coordinates.push_back(Json::integer(static_cast<long long>(i)));
    object.emplace_back("coordinates", std::move(coordinates));
  }
  object.emplace_back("data", ask.drawn_from_prior ? Json("drawn_from_prior") : datum(ask, worst.data));
  object.emplace_back("prior", Json::Object{{"points", std::move(points)}, {"masses", std::move(masses)}});
  object.emplace_back("outputs", std::move(outputs));
  object.emplace_back("attained", worst.attained);
  if (!worst.attained && !worst.sequence.empty()) object.emplace_back("approached_by", worst.sequence);
  return object;
}

/// Whether an upper end is infinite because the search ended, not because the gain is.
static bool is_unproven(const Bracket& found) { return found.upper.infinity() > 0 && found.lower.infinity() <= 0; }

static std::string unproven_text(const std::string& what) {
  return " has a gain in the " + what +
         " that no bound is proven for yet: the time or the search ended first, and the lower end is what some prior "
         "gains";
}

std::string meaning_of_kappa(const PersuadeAsk& ask, const Bracket& found, const Rational& delta) {
  const std::string who = class_text(ask), what = score_name(ask, found.worst);
  const std::string chance = delta == 0 ? "with certainty" : "but with a probability of at most " + exact_number(delta);
  if (is_unproven(found)) return who + unproven_text(what) + worst_text(ask, found.worst) + ".";
  if (found.upper.infinity() > 0)
    return who + " can gain without any limit in the " + what +
           (delta == 0 ? "" : ", with a probability above " + exact_number(delta)) + worst_text(ask, found.worst) + ".";
  return who + " gains " + no_more_than(found) + " in the " + what + " from what is published, " + chance +
         worst_text(ask, found.worst) + ".";
}

std::string meaning_of_delta(const PersuadeAsk& ask, const Bracket& found, const Level& kappa) {
  const std::string level = kappa.infinite ? "infinity" : up(Real(kappa.value));
  return class_text(ask) + " gains more than " + level + " in the " + score_name(ask, found.worst) +
         " with a probability of " + no_more_than(found) + worst_text(ask, found.worst) + ".";
}

std::string meaning_of_mean(const PersuadeAsk& ask, const Bracket& found) {
  const std::string who = class_text(ask), what = score_name(ask, found.worst);
  if (is_unproven(found)) return who + unproven_text(what) + worst_text(ask, found.worst) + ".";
  if (found.upper.infinity() > 0)
    return who + " has an unlimited mean gain in the " + what + worst_text(ask, found.worst) + ".";
  std::string mean = ask.criterion == Criterion::exponential_expectation
                         ? "an exponential mean gain of order " + exact_number(ask.order) + " of "
                         : "a mean gain of ";
  return who + " has " + mean + no_more_than(found) + " in the " + what +
         (ask.drawn_from_prior ? ", averaged over data drawn from that prior." : worst_text(ask, found.worst) + ".");
}

std::string meaning_of_gain(const PersuadeAsk& ask, const Bracket& found) {
  return class_text(ask) + ", at the truth " + datum_text(ask, found.worst.data) + ", gains " + up(found.upper) +
         " in the " + score_name(ask, found.worst) + " from this output.";
}

}  // namespace assay::cli
