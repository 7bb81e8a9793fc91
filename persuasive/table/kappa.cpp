// kappa of a table: sums over fibres against the prior's constant and the laws of cells.
#include "persuasive/table/kappa.hpp"

#include <algorithm>

#include "persuasive/table/kappa_over_rates.hpp"
#include "scoring/finite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using Family = TablePrior::Family;

Amount whole(const Rational& x) { return numerator(x).convert_to<Amount>(); }
/// log of a sum that is known exactly or between bounds.
Ball log_sum(const Fibre& fibre, long bits) {
  const Ball low = log(Ball(fibre.lower, bits));
  return fibre.exact() ? low : hull(low, log(Ball(*fibre.upper, bits)));
}

/// Probability of a value in a law.
Rational at(const ValueWeights& law, Amount x) {
  if (x < law.low || x >= law.low + static_cast<Amount>(law.weights.size())) return 0;
  return law.weights[static_cast<std::size_t>(x - law.low)];
}

bool sensitive(const Knowledge::SuppressedIf& rule, Amount x) {
  return rule.first <= x && (!rule.last || x <= *rule.last);
}

/// Probability of the sensitive values in a law.
Rational sensitive_mass(const ValueWeights& law, const Knowledge::SuppressedIf& rule) {
  Rational sum = 0;
  for (std::size_t i = 0; i < law.weights.size(); ++i)
    if (sensitive(rule, law.low + static_cast<Amount>(i))) sum += law.weights[i];
  return sum;
}

/// Everything that one member of the class needs.
class Member {
 public:
  Member(const Release& release, const Knowledge& knowledge, const KappaQuestion& question, const Deadline& deadline)
      : release_(release),
        knowledge_(knowledge),
        question_(question),
        deadline_(deadline),
        bits_(question.digits * 4 + 96) {}

  Result<KappaAnswer> answer(const TablePrior& prior) {
    const Result<BoundPrior> bound = BoundPrior::of(prior, release_);
    if (!bound) return bound.error();
    prior_ = &*bound;
    completions_ = prior.family == Family::uniform_completions;
    FibreQuestion asked;
    asked.kind = fibre_kind(release_, knowledge_);
    asked.posterior = question_.posterior || question_.cell.has_value();
    asked.count = question_.count;
    Result<Fibre> told = fibre(release_, knowledge_, prior_, asked, deadline_);
    if (!told) return told.error();
    if (told->infinite) return infinite_tables("the release");
    if (told->lower == 0) return uncounted(deadline_, "/table");
    KappaAnswer answer;
    answer.fibre = std::move(told).value();
    answer.theorems = answer.fibre.theorems;
    // Theorems on gains are about what the table decides; of chance there are beliefs alone.
    if (std::none_of(release_.cells.begin(), release_.cells.end(), is_random))
      answer.theorems.emplace_back(question_.cell ? "table-cell-gain" : "table-joint-gain");
    answer.converged = answer.fibre.exact();
    if (auto fault = before(asked, answer)) return *fault;
    if (auto fault = joint(answer)) return *fault;
    if (auto fault = cells(answer)) return *fault;
    return answer;
  }

 private:
  /// The same sums without what the symbols say.
  std::optional<Error> before(const FibreQuestion& asked, KappaAnswer&) {
    if (asked.kind == FibreKind::relations && !completions_) return std::nullopt;
    FibreQuestion plain = asked;
    plain.kind = FibreKind::relations;
    Result<Fibre> told = fibre(release_, knowledge_, prior_, plain, deadline_);
    if (!told) return told.error();
    if (!told->infinite && told->lower == 0) return uncounted(deadline_, "/table");
    if (told->infinite && completions_) return infinite_tables("the release without its rule");
    if (!told->infinite) relations_ = std::move(told).value();
    return std::nullopt;
  }

  std::optional<Error> joint(KappaAnswer& answer) {
    const Ball told = log_sum(answer.fibre, bits_);
    if (relations_) answer.symbol = log_sum(*relations_, bits_) - told;
    if (completions_) {
      answer.kappa = log_sum(*relations_, bits_) - told;
      if (relations_->exact() && answer.fibre.exact()) answer.ratio = relations_->lower / answer.fibre.lower;
      return std::nullopt;
    }
    const LogRational constant = prior_->constant(answer.fibre.system);
    if (constant.ratio == 0)
      return Error{ErrorCode::invalid_parameter, prior_->prior().pointer, "the prior excludes a published value"};
    answer.kappa = -(to_ball(constant, bits_) + told);
    if (answer.fibre.exact() && constant.linear == 0 && constant.power == 0)
      answer.ratio = 1 / (constant.ratio * answer.fibre.lower);
    // Cells that nothing ties together: the symbols' loss is what the published cells leave of it.
    const bool apart = answer.fibre.system.rows.empty() && answer.fibre.kind == FibreKind::rule;
    if (!answer.symbol && apart) {
      Ball sum = answer.kappa;
      for (std::size_t c = 0; c < release_.cells.size(); ++c) {
        if (!release_.cells[c].interior || answer.fibre.system.variable_of[c] >= 0) continue;
        const auto law = prior_->law(c, whole(*release_.cells[c].value));
        if (!law) return law.error();
        sum = sum + to_ball(**law, bits_);
      }
      answer.symbol = sum;
    }
    return std::nullopt;
  }

  std::optional<Error> cells(KappaAnswer& answer) {
    for (std::size_t c = 0; c < release_.cells.size(); ++c) {
      const TableCell& cell = release_.cells[c];
      const bool wanted = question_.cell == c;
      if (!wanted && (!question_.posterior || cell.status == CellStatus::published)) continue;
      Result<CellGain> gain = cell_gain(answer.fibre, c, wanted ? question_.score : TableScore::log);
      if (!gain) {
        if (wanted) return gain.error();
        CellGain none;
        none.cell = c;
        none.unanswered = gain.error().message;
        gain = std::move(none);
      }
      if (!gain->kappa && gain->unanswered.empty()) gain->unanswered = uncounted(deadline_, "").message;
      if (wanted) {
        if (!gain->kappa) return uncounted(deadline_, "/score/cell");
        answer.kappa = *gain->kappa;
        answer.ratio = gain->ratio;
      }
      if (cell.status != CellStatus::published) answer.cells.push_back(std::move(gain).value());
    }
    return std::nullopt;
  }

  struct Gain {
    std::optional<Ball> kappa;
    std::optional<Rational> ratio;
  };
  Gain log_of(const Rational& ratio) const { return {log(Ball(ratio, bits_)), ratio}; }

  /// Gain of the score at a value whose probability given the release is `after`.
  Result<Gain> gain_at(const Fibre& told, std::size_t c, Amount x, const Rational& after, TableScore score) const {
    const std::ptrdiff_t variable = told.system.variable_of[c];
    if (score != TableScore::log) {
      const Result<ValueWeights> law = prior_law(c);
      if (!law) return law.error();
      if (score == TableScore::rule) return rule_gain(told, c, x, *law);
      if (!knowledge_.suppressed_if)
        return Error{ErrorCode::missing_field, "/knowledge/rule", "this score needs the rule's sensitive values"};
      const Rational mass = sensitive_mass(*law, *knowledge_.suppressed_if);
      const Rational told_mass =
          variable < 0 ? Rational(sensitive(*knowledge_.suppressed_if, x) ? 1 : 0)
                       : sensitive_mass(told.posterior[static_cast<std::size_t>(variable)], *knowledge_.suppressed_if);
      if (score == TableScore::censored && !sensitive(*knowledge_.suppressed_if, x))
        return log_of((1 - told_mass) / (1 - mass));
      if (score == TableScore::conditional && !sensitive(*knowledge_.suppressed_if, x)) return log_of(1);
      Rational ratio = after / at(*law, x);
      if (score == TableScore::conditional) ratio = ratio / (told_mass / mass);
      return log_of(ratio);
    }
    if (completions_) {
      const std::ptrdiff_t before = relations_->system.variable_of[c];
      if (before < 0) return log_of(1);
      if (relations_->posterior.empty() || relations_->posterior[static_cast<std::size_t>(before)].weights.empty())
        return Gain{};
      return log_of(after / at(relations_->posterior[static_cast<std::size_t>(before)], x));
    }
    const Result<std::optional<LogRational>> law = prior_->law(c, x);
    if (!law) return law.error();
    const LogRational gain = LogRational{after, 0, 1, 0} - **law;
    if (gain.linear == 0 && gain.power == 0) return log_of(gain.ratio);
    return Gain{to_ball(gain, bits_), std::nullopt};
  }

  /// Gain of a scoring rule on the cell's law as a probability vector.
  Result<Gain> rule_gain(const Fibre& told, std::size_t c, Amount x, const ValueWeights& law) const {
    std::vector<Rational> after(law.weights.size(), Rational(0));
    const std::ptrdiff_t variable = told.system.variable_of[c];
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Amount value = law.low + static_cast<Amount>(i);
      after[i] =
          variable < 0 ? Rational(value == x ? 1 : 0) : at(told.posterior[static_cast<std::size_t>(variable)], value);
    }
    const auto outcome = static_cast<std::size_t>(x - law.low);
    const auto prior = scoring::score(question_.rule, law.weights, outcome, scoring::Belief::prior);
    if (!prior) return Error{prior.error().code, "/score", prior.error().message};
    const auto posterior = scoring::score(question_.rule, after, outcome, scoring::Belief::posterior);
    if (!posterior) return Error{posterior.error().code, "/score", posterior.error().message};
    const scoring::ExactReal gain = *prior - *posterior;
    return Gain{gain.ball_to_digits(question_.digits + 6), gain.as_log()};
  }

  Result<CellGain> cell_gain(const Fibre& told, std::size_t c, TableScore score) const {
    CellGain gain;
    gain.cell = c;
    const TableCell& cell = release_.cells[c];
    const std::ptrdiff_t variable = told.system.variable_of[c];
    const std::optional<Rational>& truth = true_value(cell);
    if (variable < 0) {
      const auto one = gain_at(told, c, whole(*cell.value), 1, score);
      if (!one) return one.error();
      gain.kappa = one->kappa;
      gain.ratio = one->ratio;
      gain.truth_probability = Rational(1);
      return gain;
    }
    if (told.posterior.empty() || told.posterior[static_cast<std::size_t>(variable)].weights.empty()) return gain;
    const ValueWeights& law = told.posterior[static_cast<std::size_t>(variable)];
    if (truth) {
      gain.truth_probability = at(law, whole(*truth));
      if (*gain.truth_probability == 0)
        return Error{ErrorCode::invalid_parameter, cell.pointer,
                     "the true value of the cell " + cell_name(cell) + " is impossible for this reader"};
      const auto one = gain_at(told, c, whole(*truth), *gain.truth_probability, score);
      if (!one) return one.error();
      gain.kappa = one->kappa;
      gain.ratio = one->ratio;
      return gain;
    }
    // The truth is not told: the worst value that is possible.
    for (std::size_t i = 0; i < law.weights.size(); ++i) {
      if (law.weights[i] == 0) continue;
      const auto one = gain_at(told, c, law.low + static_cast<Amount>(i), law.weights[i], score);
      if (!one) return one.error();
      if (!one->kappa) {
        gain = CellGain{};
        gain.cell = c;
        return gain;
      }
      const bool first = !gain.kappa;
      if (first || (gain.ratio && one->ratio && *one->ratio > *gain.ratio)) gain.ratio = one->ratio;
      if (!one->ratio) gain.ratio.reset();
      gain.kappa = first ? *one->kappa : max(*gain.kappa, *one->kappa);
    }
    return gain;
  }

  /// The whole prior law of a cell, where it has finitely many values.
  Result<ValueWeights> prior_law(std::size_t c) const {
    if (completions_) {
      const std::ptrdiff_t before = relations_->system.variable_of[c];
      if (before < 0) return ValueWeights{whole(*release_.cells[c].value), {Rational(1)}};
      if (relations_->posterior.empty() || relations_->posterior[static_cast<std::size_t>(before)].weights.empty())
        return uncounted(deadline_, "/score");
      return relations_->posterior[static_cast<std::size_t>(before)];
    }
    const std::optional<Span> support = prior_->support(c);
    if (!support || support->high - support->low > 1'000'000)
      return Error{ErrorCode::not_supported, prior_->prior().pointer,
                   "this score needs a prior with finitely many values"};
    ValueWeights law{support->low, {}};
    for (Amount x = support->low; x <= support->high; ++x) {
      const auto one = prior_->law(c, x);
      if (!one) return one.error();
      law.weights.push_back((*one)->ratio);
    }
    return law;
  }

  const Release& release_;
  const Knowledge& knowledge_;
  const KappaQuestion& question_;
  const Deadline& deadline_;
  long bits_;
  const BoundPrior* prior_ = nullptr;
  bool completions_ = false;
  std::optional<Fibre> relations_;
};

/// Classes with a floor: closed forms that need no sum.
Result<KappaAnswer> over_floor(const Release& release, const Knowledge& knowledge, const KappaQuestion& question,
                               const Deadline& deadline) {
  const long bits = question.digits * 4 + 96;
  FibreQuestion asked;
  asked.kind = fibre_kind(release, knowledge);
  Result<Fibre> told = fibre(release, knowledge, nullptr, asked, deadline);
  if (!told) return told.error();
  KappaAnswer answer;
  answer.fibre = std::move(told).value();
  answer.cells_unanswered = "over a class with a floor kappa is that of what the score names, not cell by cell";
  if (question.score != TableScore::log)
    return Error{ErrorCode::not_supported, "/score", "a class with a floor is answered for the log score"};
  if (question.priors.truth_floor) {
    if (question.cell)
      return Error{ErrorCode::not_supported, "/score/cell", "a floor on the whole truth speaks of the joint score"};
    answer.theorems = {"table-truth-floor"};
    answer.kappa = -log(Ball(*question.priors.truth_floor, bits));
    return answer;
  }
  if (answer.fibre.kind != FibreKind::rule || !answer.fibre.system.rows.empty())
    return Error{ErrorCode::not_supported, "/priors",
                 "a belief floor on sensitive values needs a rule, and a release without sums over suppressed cells"};
  long count = 0;
  bool published = false;
  for (const TableCell& cell : release.cells) {
    count += cell.status == CellStatus::suppressed ? 1 : 0;
    published = published || cell.status == CellStatus::published;
  }
  if (question.cell && release.cells[*question.cell].status == CellStatus::suppressed) count = 1;
  if (question.cell ? release.cells[*question.cell].status != CellStatus::suppressed : published)
    return Error{ErrorCode::not_supported, "/priors",
                 "published cells have no bound over this class (their gain is -log Q(x)): ask one suppressed cell"};
  answer.theorems = {"table-belief-floor"};
  answer.kappa = Ball(0L, bits) - log(Ball(*question.priors.belief_floor, bits)) * count;
  return answer;
}

/// Cell by cell the worst of two members; without an answer of both there is none. Both list the same cells.
std::vector<CellGain> worse_cells(std::vector<CellGain> worst, const std::vector<CellGain>& more) {
  for (std::size_t i = 0; i < worst.size(); ++i) {
    CellGain& known = worst[i];
    const CellGain& next = more[i];
    if (!known.kappa) continue;
    const bool exact = known.ratio && next.ratio;
    if (!next.kappa || (exact ? *known.ratio < *next.ratio : certainly_less(*known.kappa, *next.kappa))) {
      known = next;
    } else if (!exact && !certainly_less(*next.kappa, *known.kappa)) {
      known.kappa = max(*known.kappa, *next.kappa);
      known.ratio.reset();
    }
  }
  return worst;
}

}  // namespace

Chance chance_of(const TableCell& cell) {
  if (cell.chances) return Chance::given;
  if (cell.status != CellStatus::rounded || !cell.rounding) return Chance::none;
  switch (cell.rounding->method) {
    case RoundingMethod::random: return Chance::random_rounding;
    case RoundingMethod::controlled: return Chance::unknown_choice;
    case RoundingMethod::conventional:
    case RoundingMethod::perturbed: return Chance::none;
  }
  return Chance::none;
}

Result<KappaAnswer> kappa(const Release& release, const Knowledge& knowledge, const KappaQuestion& question,
                          const Deadline& deadline) {
  if (question.score != TableScore::log && !question.cell)
    return Error{ErrorCode::missing_field, "/score/cell", "this score judges one cell: name it"};
  if (question.priors.truth_floor || question.priors.belief_floor)
    return over_floor(release, knowledge, question, deadline);
  if (question.priors.poisson_rates) return kappa_over_rates(release, knowledge, question, deadline);
  std::optional<KappaAnswer> worst;
  std::vector<std::vector<ValueWeights>> posteriors;
  for (std::size_t i = 0; i < question.priors.members.size(); ++i) {
    Result<KappaAnswer> one = Member(release, knowledge, question, deadline).answer(question.priors.members[i]);
    if (!one) return one.error();
    one->member = i;
    if (question.priors.members.size() > 1) posteriors.push_back(one->fibre.posterior);
    for (CellGain& cell : one->cells) cell.member = i;
    if (!worst) {
      worst = std::move(one).value();
      continue;
    }
    std::vector<CellGain> cells = worse_cells(std::move(worst->cells), one->cells);
    const Ball both = max(worst->kappa, one->kappa);
    const bool converged = worst->converged && one->converged;
    const bool exact = worst->ratio && one->ratio;
    if (exact ? *worst->ratio < *one->ratio : certainly_less(worst->kappa, one->kappa)) worst = std::move(one).value();
    if (!exact) worst->ratio.reset();
    if (!exact) worst->kappa = both;
    worst->converged = converged;
    worst->cells = std::move(cells);
  }
  worst->posteriors = std::move(posteriors);
  if (question.priors.contamination != 0) {
    if (question.cell || question.score != TableScore::log)
      return Error{ErrorCode::not_supported, "/score", "contamination is answered for the joint log score"};
    worst->kappa = worst->kappa - log(Ball(Rational(1 - question.priors.contamination), question.digits * 4 + 96));
    if (worst->ratio) worst->ratio = *worst->ratio / (1 - question.priors.contamination);
    worst->theorems.emplace_back("table-contamination");
    worst->cells.clear();
    worst->cells_unanswered = "over a contaminated class kappa is that of the table, not cell by cell";
  }
  if (question.score == TableScore::censored || question.score == TableScore::conditional)
    worst->theorems.emplace_back("table-sensitive-range");
  if (question.score == TableScore::rule) worst->theorems.emplace_back("scores-of-probability-vectors");
  return *std::move(worst);
}

}  // namespace assay::persuasive
