#include "cli/request_translate.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "accounting/verdict/answer.hpp"
#include "cli/guarantee_form.hpp"
#include "cli/release_answer.hpp"
#include "cli/request_score.hpp"
#include "persuasive/translate/translate.hpp"

namespace assay::cli {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::translation::LossBound;
using persuasive::translation::Translated;
using scoring::ExactReal;
using Kind = GuaranteeForm::Kind;
using Priors = GuaranteeForm::Priors;
namespace tr = persuasive::translation;

constexpr std::array<std::string_view, 3> fields = {"from", "to", "theorem"};

struct TranslateAsk {
  GuaranteeForm from, to;
  std::string theorem;
};

/// What is answered: its key in the result, and a sentence.
struct Translation {
  std::string_view key;
  Translated found;
  /// The sentence around the number; all of it comes before where it does not speak the number.
  std::string before, after;
  /// Bounds that hold of such a number whatever is asked: all that is left where the time ends early.
  std::optional<Rational> least, most;
};

/// The number as it is shown in the result and in the sentence: computed once.
struct Shown {
  Json enclosure;
  std::string spoken;
  bool converged = true;
};

Shown show(const Translation& t, long digits) {
  const ExactReal& x = t.found.value;
  if (x.as_rational() != nullptr || !x.is_finite()) return {enclosure(x, digits), spoken(x)};
  accounting::Value value(x.ball_to_digits(digits));
  value.least = t.least;
  value.most = t.most;
  Shown shown{enclosure(value, digits), "",
              value.ball.is_exact_zero() || value.ball.relative_bits() >= digits * 10 / 3};
  const Json text = enclosure(value, 6);
  const std::string low = *text.find("lower")->string(), high = *text.find("upper")->string();
  if (shown.converged)
    shown.spoken = x.has_computed_part() ? "about " + high : spoken(x);
  else if (high != "inf")
    shown.spoken = low == "-inf" ? "a number of at most " + high : "a number from " + low + " to " + high;
  else
    shown.spoken =
        low == "-inf" ? "a number that was not found" : "a number of at least " + low + " that was not found";
  return shown;
}

Error unsupported(std::string at, std::string message) {
  return {ErrorCode::not_supported, std::move(at), std::move(message)};
}
Error missing(std::string at, std::string message) {
  return {ErrorCode::missing_field, std::move(at), std::move(message)};
}

bool is_log(const GuaranteeForm& form) { return std::holds_alternative<scoring::Logarithmic>(*form.rule); }

Result<LossBound> bound(const GuaranteeForm& from) {
  if (!from.epsilon.value || !from.delta.value)
    return missing("/from", "a guarantee {epsilon, delta} needs both numbers");
  return LossBound{*from.epsilon.value, *from.delta.value, from.probabilistic};
}

Translation accuracy(const LossBound& from) {
  return {"accuracy",
          tr::balanced_accuracy(from),
          "One bit published under this guarantee is told right with balanced accuracy at most ",
          ".",
          Rational(1, 2),
          1};
}

/// Whether the gain under every prior of the class is that of two points.
std::optional<Error> reduces_to_pairs(const GuaranteeForm& form, bool probabilistic, bool certain,
                                      const std::string& at) {
  if (!tr::is_covered(*form.rule))
    return unsupported(at + "/scores",
                       "translate covers log, brier, spherical, pseudospherical, power, tsallis of order above 1 and "
                       "ranked_probability, got " +
                           std::string(scoring::name(*form.rule)));
  if (form.range.ceiling != 1)
    return unsupported(at + "/priors/ceiling", "a ceiling is covered for zero_one alone: leave it out");
  if (form.priors == Priors::adjacent_pairs) return std::nullopt;
  const bool spherical = std::holds_alternative<scoring::Spherical>(*form.rule) ||
                         std::holds_alternative<scoring::Pseudospherical>(*form.rule);
  if (!is_log(form) && !(certain && spherical))
    return unsupported(
        at + "/priors",
        "over many neighbours at once log is covered, and at delta 0 the spherical rules; ask adjacent_pairs");
  if (probabilistic && !certain)
    return unsupported(at + "/priors",
                       "a bound on P[L > epsilon] does not pass to mixtures of neighbours; ask adjacent_pairs");
  return std::nullopt;
}

/// The least loss that gives more than kappa, from a Receiver's point of view.
Result<ExactReal> loss_of(const GuaranteeForm& to, const ExactReal& kappa, const Effort& effort) {
  return tr::loss_for(*to.rule, to.range, kappa, effort.deadline);
}

Result<Translation> solve_floor(const LossBound& from, const GuaranteeForm& to) {
  if (!is_log(to)) return unsupported("/to/priors/floor", "the floor is solved for under the log score");
  if (!to.kappa.value) return missing("/to/kappa", "to solve for the floor, give kappa");
  if (to.kappa.value->sign().value_or(-1) < 0)
    return Error{ErrorCode::invalid_parameter, "/to/kappa", "kappa must be at least 0: no floor keeps a gain below 0"};
  Result<Translated> loss = tr::worst_loss(from, to.delta.value.value_or(Rational(0)));
  if (!loss) return loss.error();
  Translation t{"floor", {{}, loss->sharp, loss->theorems}, "", "", 0, 1};
  t.found.theorems.push_back("two-point-recalibration");
  const ExactReal kappa = *to.kappa.value, l = loss->value;
  if (compare(kappa, l).value_or(-1) < 0)
    t.found.value = ExactReal::computed([kappa, l](long bits) {
      const Ball k = exp(-kappa.ball(bits));
      if (l.is_positive_infinity()) return k;
      const Ball e = exp(-l.ball(bits));
      return (k - e) / (1 - e);
    });
  t.before = "A Receiver who gives the truth a prior probability of at least ";
  t.after = " gains at most " + spoken(kappa) + " in the log score, except with probability " +
            spoken(to.delta.value.value_or(Rational(0))) + ".";
  return t;
}

Result<Translation> distances(const LossBound& from, const GuaranteeForm& to) {
  if (from.delta != 0 || !is_log(to) || !to.delta.value || *to.delta.value != 0)
    return unsupported("/to/priors", "a distance_profile is covered for pure epsilon, the log score and delta 0");
  const std::vector<Rational> weights = to.weights;
  Translation t{"kappa_at_delta", {{}, true, {"distance-profile"}}, "", ""};
  if (const std::optional<Rational> e = from.epsilon.as_log()) {
    Rational sum = 0, power = 1;
    for (const Rational& w : weights) {
      sum += w * power;
      power /= *e;
    }
    t.found.value = ExactReal::log(sum, -1);
  } else {
    t.found.value = ExactReal::computed([weights, epsilon = from.epsilon](long bits) {
      const Ball step = exp(-epsilon.ball(bits));
      Ball sum(0, bits), power(1, bits);
      for (const Rational& w : weights) {
        sum = sum + Ball(w, bits) * power;
        power = power * step;
      }
      return -log(sum);
    });
  }
  t.before = "A Receiver whose prior spreads over data at several distances as stated gains at most ";
  t.after = " in the log score, whatever is published.";
  return t;
}

Result<Translation> to_persuasion(const LossBound& from, const GuaranteeForm& to, const Effort& effort) {
  if (to.expectation) {
    if (!is_log(to) || from.probabilistic || to.priors == Priors::distance_profile || to.range.ceiling != 1)
      return unsupported(
          "/to", "the mean gain is covered for the log score and an (epsilon, delta) guarantee of the hockey-stick");
    Translated mean = tr::mean_log_gain(from, to.range.floor);
    return Translation{"kappa", std::move(mean),
                       "Averaged over what is published, a Receiver with that prior gains at most ",
                       " in the log score."};
  }
  if (to.floor.solve) return solve_floor(from, to);
  if (to.priors == Priors::distance_profile) return distances(from, to);
  const bool certain = from.delta == 0;
  if (std::optional<Error> error = reduces_to_pairs(to, from.probabilistic, certain, "/to")) return *std::move(error);
  const std::string who =
      "A Receiver who gives the truth a prior probability of at least " + spoken(to.range.floor) + " gains ";
  if (to.kappa.value && to.delta.value)
    return Error{ErrorCode::invalid_parameter, "/to", "leave one number open: kappa or delta"};
  if (to.kappa.value) {
    if (to.kappa.value->sign().value_or(-1) < 0)
      return Translation{"delta_at_kappa",
                         {1, true, {"two-point-recalibration"}},
                         "A Receiver who is nearly certain gains next to nothing, which is more than a negative kappa.",
                         ""};
    const Result<ExactReal> loss = loss_of(to, *to.kappa.value, effort);
    if (!loss) return loss.error();
    Result<Translated> tail = tr::worst_tail(from, *loss);
    if (!tail) return tail.error();
    tail->theorems.push_back("two-point-recalibration");
    const std::string said = who + "more than " + spoken(*to.kappa.value) + " in the score " +
                             std::string(scoring::name(*to.rule)) + " with probability at most ";
    return Translation{"delta_at_kappa", std::move(*tail), said, ".", 0, 1};
  }
  if (!to.delta.value) return missing("/to", "give kappa or delta: the other is answered");
  if (!certain && !is_log(to) && to.priors != Priors::adjacent_pairs)
    return unsupported("/to/priors", "ask adjacent_pairs");
  Result<Translated> loss = tr::worst_loss(from, *to.delta.value);
  if (!loss) return loss.error();
  loss->theorems.push_back("two-point-recalibration");
  Translated kappa{tr::recalibrated(*to.rule, to.range, loss->value, effort.deadline), loss->sharp, loss->theorems};
  const std::string rest = " in the score " + std::string(scoring::name(*to.rule)) + ", except with probability " +
                           spoken(*to.delta.value) + ".";
  return Translation{"kappa_at_delta", std::move(kappa), who + "at most ", rest, 0, {}};
}

/// The loss of which a guarantee of persuasive privacy is a bound, and its delta.
Result<LossBound> implied_by_persuasion(const GuaranteeForm& from, const Effort& effort) {
  if (from.expectation || !from.kappa.value || !from.delta.value)
    return missing("/from", "a guarantee of persuasive privacy needs kappa and delta, under the criterion tail");
  // A Receiver who is nearly certain gains next to nothing, and no less.
  if (from.kappa.value->sign().value_or(-1) < 0)
    return Error{ErrorCode::invalid_parameter, "/from/kappa",
                 "kappa must be at least 0: no mechanism keeps every gain of the class below 0"};
  if (const auto* rule = std::get_if<scoring::ZeroOne>(&*from.rule)) {
    const Rational ceiling = from.range.ceiling, odds = (1 - ceiling) / ceiling / Rational(from.points - 1);
    if (rule->ties != scoring::Ties::strict || *from.delta.value != 0 || from.range.floor != 0 ||
        from.priors == Priors::distance_profile || compare(*from.kappa.value, 1).value_or(0) >= 0 ||
        from.kappa.value->sign().value_or(-1) < 0)
      return unsupported("/from", "zero_one is covered with strict ties, delta 0 and 0 <= kappa < 1");
    if (odds < 1)
      return Error{ErrorCode::invalid_parameter, "/from",
                   "the truth may be the mode already or one step from it: no mechanism but a constant one meets this"};
    return LossBound{ExactReal::log(odds), 0, true};
  }
  if (std::optional<Error> error = reduces_to_pairs(from, true, *from.delta.value == 0, "/from"))
    return *std::move(error);
  const Result<ExactReal> loss = tr::loss_for(*from.rule, from.range, *from.kappa.value, effort.deadline);
  if (!loss) return loss.error();
  return LossBound{*loss, *from.delta.value, true};
}

Result<Translation> from_persuasion(const GuaranteeForm& from, const GuaranteeForm& to, const Effort& effort) {
  const Result<LossBound> loss = implied_by_persuasion(from, effort);
  if (!loss) return loss.error();
  const std::string theorem =
      std::holds_alternative<scoring::ZeroOne>(*from.rule) ? "zero-one-threshold" : "two-point-recalibration";
  if (to.kind == Kind::accuracy) {
    Translation best = accuracy(*loss);
    best.found.theorems.push_back(theorem);
    return best;
  }
  if (to.kind != Kind::dp)
    return unsupported("/to", "from persuasive privacy translate goes to {epsilon, delta} and to accuracy");
  if (!to.delta.value) return missing("/to/delta", "give delta: the largest epsilon that is enough is answered");
  Result<Translated> epsilon = tr::implied_epsilon(loss->epsilon, loss->delta, *to.delta.value, to.probabilistic);
  if (!epsilon) return epsilon.error();
  epsilon->theorems.push_back(theorem);
  return Translation{"epsilon",
                     std::move(*epsilon),
                     "Every mechanism with epsilon up to ",
                     " at delta " + spoken(*to.delta.value) + " meets the guarantee.",
                     0,
                     {}};
}

Result<Translation> to_dp(const LossBound& from, const GuaranteeForm& to) {
  if (!to.probabilistic)
    return unsupported(
        "/to/delta_kind",
        "between hockey-stick guarantees ask the request convert; here delta_kind probabilistic is answered");
  const LossBound start{from.epsilon, from.delta, from.probabilistic && !to.post_processed};
  if (to.epsilon.value) {
    Result<Translated> tail = tr::worst_tail(start, *to.epsilon.value);
    if (!tail) return tail.error();
    if (from.probabilistic && to.post_processed) tail->theorems.push_back("pdp-post-processed");
    // Below epsilon the bound is that of all hockey-stick guarantees, of which the post-processed ones are a part.
    if (from.probabilistic && to.post_processed && compare(*to.epsilon.value, from.epsilon).value_or(-1) <= 0)
      tail->sharp = false;
    return Translation{"delta",
                       std::move(*tail),
                       "The privacy loss exceeds " + spoken(*to.epsilon.value) + " with probability at most ",
                       ".",
                       0,
                       1};
  }
  if (!to.delta.value) return missing("/to", "give epsilon or delta: the other is answered");
  Result<Translated> loss = tr::worst_loss(start, *to.delta.value);
  if (!loss) return loss.error();
  if (from.probabilistic && to.post_processed) loss->theorems.push_back("pdp-post-processed");
  return Translation{"epsilon", std::move(*loss), "The privacy loss is at most ",
                     ", except with probability " + spoken(*to.delta.value) + "."};
}

/// Tails from moments, and from a whole profile: bounds of a named theorem, not sharp.
Result<Translation> from_moments(const TranslateAsk& ask, const Effort& effort) {
  const GuaranteeForm &from = ask.from, &to = ask.to;
  const bool persuasion = to.kind == Kind::persuasion;
  if (persuasion && (!is_log(to) || to.expectation || to.priors == Priors::distance_profile || to.range.ceiling != 1))
    return unsupported(
        "/to",
        "from moments and profiles translate goes to the log score, criterion tail, adjacent_pairs or neighbours");
  if (from.kind == Kind::renyi) {
    if (!persuasion || !to.delta.value || !from.epsilon.value)
      return unsupported("/to", "from {alpha, epsilon} translate goes to kappa at a delta");
    if (*to.delta.value == 0)
      return Error{ErrorCode::invalid_parameter, "/to/delta", "a moment bounds no tail at delta 0"};
    ExactReal kappa = *from.epsilon.value + ExactReal::log(*to.delta.value, -1 / (*from.alpha - 1));
    if (ask.theorem.empty() && to.range.floor > 0)
      if (const ExactReal cap = ExactReal::log(to.range.floor, -1); compare(cap, kappa).value_or(0) < 0) kappa = cap;
    return Translation{"kappa_at_delta",
                       {kappa, false, {"renyi-markov"}},
                       "A Receiver with any prior on neighbouring data gains at most ",
                       " in the log score, except with probability " + spoken(*to.delta.value) + "."};
  }
  std::optional<ExactReal> loss;
  if (persuasion) {
    if (!to.kappa.value || to.kappa.value->sign().value_or(-1) < 0)
      return missing("/to/kappa", "give a kappa of at least 0: delta is answered");
    Result<ExactReal> l = loss_of(to, *to.kappa.value, effort);
    if (!l) return l.error();
    loss = *l;
  } else if (to.kind == Kind::dp && to.probabilistic && to.epsilon.value) {
    loss = *to.epsilon.value;
  } else {
    return unsupported("/to",
                       "from a profile or rho translate goes to persuasive privacy at a kappa, or to delta_kind "
                       "probabilistic at an epsilon");
  }
  const std::string_view key = persuasion ? "delta_at_kappa" : "delta";
  Translated tail{{}, false, {from.kind == Kind::zcdp ? "zcdp-tail" : "profile-to-pdp"}};
  if (loss->is_positive_infinity()) {
    tail.sharp = true;
  } else if (from.kind == Kind::zcdp) {
    const Rational rho = *from.rho;
    if (compare(*loss, rho).value_or(-1) <= 0)
      return Error{ErrorCode::invalid_parameter, "/to", "the theorem needs a loss above rho: raise kappa or epsilon"};
    tail.value = ExactReal::computed([rho, l = *loss](long bits) {
      return exp(-square(l.ball(bits) - Ball(rho, bits)) / Ball(Rational(4 * rho), bits));
    });
  } else {
    accounting::Question question;
    question.composition = from.composition;
    question.digits = effort.digits + 22;
    question.deadline = effort.deadline;
    const auto profile = [&](const Rational& epsilon) -> Result<Ball> {
      const Rational at[] = {epsilon};
      Result<std::vector<accounting::Answer>> found = accounting::delta(question, at);
      if (!found) {
        Error error = found.error();
        error.pointer = "/from" + error.pointer;
        return error;
      }
      return found->front().value.ball;
    };
    const Result<Ball> found = tr::profile_tail(profile, loss->ball(effort.digits * 4 + 128));
    if (!found) return found.error();
    tail.value = ExactReal::computed([b = *found](long) { return b; });
  }
  if (persuasion) tail.theorems.push_back("two-point-recalibration");
  const std::string said = persuasion ? "A Receiver of this class gains more than " + spoken(*to.kappa.value) +
                                            " in the log score with probability at most "
                                      : "The privacy loss exceeds " + spoken(*loss) + " with probability at most ";
  return Translation{key, std::move(tail), said, ".", 0, 1};
}

Result<Translation> translated(const TranslateAsk& ask, const Effort& effort) {
  const GuaranteeForm &from = ask.from, &to = ask.to;
  const auto needs = [&](std::string_view theorem, Kind kind) { return ask.theorem == theorem && from.kind != kind; };
  if (needs("profile", Kind::composition) || needs("renyi_markov", Kind::renyi) || needs("zcdp_tail", Kind::zcdp))
    return Error{ErrorCode::invalid_parameter, "/theorem",
                 "the theorem " + ask.theorem +
                     " starts from another kind of guarantee (profile: composition; renyi_markov: {alpha, epsilon}; "
                     "zcdp_tail: {rho})"};
  if (from.kind == Kind::persuasion) return from_persuasion(from, to, effort);
  if (from.kind == Kind::renyi || from.kind == Kind::zcdp || from.kind == Kind::composition)
    return from_moments(ask, effort);
  if (from.kind != Kind::dp) return unsupported("/from", "accuracy is a target alone");
  const Result<LossBound> start = bound(from);
  if (!start) return start.error();
  if (to.kind == Kind::persuasion) return to_persuasion(*start, to, effort);
  if (to.kind == Kind::accuracy) return accuracy(*start);
  if (to.kind == Kind::dp) return to_dp(*start, to);
  return unsupported(
      "/to", "translate goes to {scores, priors, ...}, {epsilon, delta} with delta_kind probabilistic, and {accuracy}");
}

Result<Outcome> answer(const TranslateAsk& ask, const Effort& effort) {
  Result<Translation> t = translated(ask, effort);
  // A comparison that stays open is blamed on the time, where it ended.
  if (!t && t.error().code == ErrorCode::not_supported && effort.deadline.passed())
    return Error{ErrorCode::limit_exceeded, "/max_seconds", "the time ended first: " + t.error().message};
  if (!t) return t.error();
  Outcome outcome;
  Shown shown = show(*t, effort.digits);
  outcome.converged = shown.converged;
  outcome.result.emplace_back(t->key, std::move(shown.enclosure));
  // A wide bracket is not attained at both of its ends.
  if (shown.converged) outcome.result.emplace_back("sharp", t->found.sharp);
  Json::Array theorems;
  for (const std::string& theorem : t->found.theorems) theorems.emplace_back(theorem);
  outcome.result.emplace_back("theorems", theorems);
  outcome.result.emplace_back("meaning", t->after.empty() ? t->before : t->before + shown.spoken + t->after);
  outcome.method = t->found.value.as_rational() != nullptr ? "exact" : "closed_form";
  outcome.theorems = t->found.theorems;
  return outcome;
}

Work read(ObjectReader& in) {
  TranslateAsk ask;
  if (const Json* from = in.require("from")) ask.from = in.keep(read_guarantee(*from, in.place("from")));
  if (const Json* to = in.require("to")) ask.to = in.keep(read_guarantee(*to, in.place("to")));
  if (const Json* theorem = in.find("theorem")) {
    ask.theorem = in.keep(read_string(*theorem, "theorem", in.place("theorem")));
    if (!in.failed() && ask.theorem != "profile" && ask.theorem != "renyi_markov" && ask.theorem != "zcdp_tail")
      in.fail(ErrorCode::invalid_parameter, "theorem",
              "theorem must be profile, renyi_markov or zcdp_tail, got " + spell(*theorem));
  }
  return [ask = std::move(ask)](const Effort& effort) { return answer(ask, effort); };
}

Json::Object properties() {
  return {{"from", Json::Object{{"description", "A guarantee"}, {"type", "object"}}},
          {"to", Json::Object{{"description", "A guarantee of which one number is open"}, {"type", "object"}}},
          {"theorem", Json::Object{{"enum", Json::Array{"profile", "renyi_markov", "zcdp_tail"}}}}};
}

Json::Object rest() { return {{"required", Json::Array{"request", "from", "to"}}}; }

}  // namespace

const OwnKind translate_kind = {"translate", fields, read, properties, rest};

}  // namespace assay::cli
