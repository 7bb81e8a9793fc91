#include "accounting/audit/one_run_tradeoff.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "accounting/audit/attack_counts.hpp"
#include "accounting/audit/enclose.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

Ball whole(std::uint64_t n, long bits) {
  Ball r(0, bits);
  arb_set_ui(r.raw(), n);
  return r;
}

/// i/(r - i), how many correct guesses go with a wrong one where i of r are correct.
Ball odds(std::uint64_t i, std::uint64_t r, long bits) { return whole(i, bits) / whole(r - i, bits); }

/// The recursion in doubles: whether it shows the count unlikely. Nothing where they do not reach.
std::optional<bool> guess_unlikely(const ValueGuesses& of, double level, const std::function<double(double)>& least) {
  const auto r = static_cast<double>(of.guesses.guesses), m = static_cast<double>(of.guesses.canaries);
  const auto v = static_cast<double>(of.guesses.correct);
  double right = level * v / m, wrong = level * (r - v) / m;
  for (std::uint64_t i = of.guesses.correct; i-- > 0;) {
    if (right + wrong > r / m) return true;
    const double next = static_cast<double>(of.values - 1) * least(right);
    if (!(next >= 0)) return std::nullopt;
    if (next <= wrong) return false;  // then nothing grows from here on
    right += static_cast<double>(i) / (r - static_cast<double>(i)) * (next - wrong);
    wrong = next;
  }
  return right + wrong > r / m;
}

const char* event_theorem(Notion notion) {
  switch (notion) {
    case Notion::epsilon: return "region-approx";
    case Notion::mu: return "region-gaussian";
    case Notion::rho: return "zcdp-event";
  }
  return "zcdp-event";
}

Notion notion_of(const AuditClaim& claim) { return claim.mu ? Notion::mu : claim.rho ? Notion::rho : Notion::epsilon; }

/// One count's least strength: where refuting turns into not refuting.
class Search {
 public:
  Search(const ValueGuesses& of, Notion notion, const AuditQuestion& question)
      : of_(of), notion_(notion), question_(question), level_(1 - question.confidence) {}

  std::optional<bool> certain(const Rational& strength, long bits) const {
    return unlikely(of_, level_, least_mass(notion_, Ball(strength, bits), question_.delta), bits, question_.deadline);
  }

  Answer run() {
    Answer answer{Value(Rational(0), 64), "one_run_tradeoff", {"one-run-tradeoff", event_theorem(notion_)}, true};
    const std::optional<bool> at_zero = certain(0, 128);
    if (at_zero == false || of_.guesses.correct == 0) return answer;
    bracket_by_guess();
    const bool bounded = prove_ends();
    if (bounded) bisect();
    answer.value = Value(bounded ? hull(Ball(low_, working()), Ball(high_, working()))
                                 : hull(Ball(low_, 64), Ball::positive_infinity(64)));
    answer.value.least = low_;
    if (bounded) answer.value.most = high_;
    answer.converged = bounded && fine();
    return answer;
  }

 private:
  long working() const { return 96 + 4 * question_.digits; }

  bool guess(const Rational& strength) const {
    const auto told =
        guess_unlikely(of_, level_.convert_to<double>(),
                       least_mass_guess(notion_, strength.convert_to<double>(), question_.delta.convert_to<double>()));
    return told ? *told : certain(strength, 96).value_or(false);
  }

  void bracket_by_guess() {
    high_ = 1;
    for (int i = 0; i < 40 && guess(high_) && !question_.deadline.passed(); ++i) {
      low_ = high_;
      high_ *= 2;
    }
    for (int i = 0; i < 46 && !question_.deadline.passed(); ++i) {
      const Rational middle = (low_ + high_) / 2;
      (guess(middle) ? low_ : high_) = middle;
    }
  }

  /// Moves the guessed ends outward until both are certain.
  bool prove_ends() {
    Rational step = (low_ + high_) / (std::int64_t(1) << 44);
    const Rational guessed_low = low_, guessed_high = high_;
    bool below = false, above = false;
    low_ = 0;
    for (int i = 0; i < 16 && !question_.deadline.passed() && !(below && above); ++i, step *= 16) {
      if (!below) {
        const Rational under = guessed_low - step;
        if (under <= 0)
          below = true;
        else if (certain(under, working()) == true) {
          low_ = under;
          below = true;
        }
      }
      if (!above && certain(guessed_high + step, working()) == false) {
        high_ = guessed_high + step;
        above = true;
      }
    }
    return above;
  }

  bool fine() const {
    Rational width = high_ - low_;
    for (long i = 0; i < question_.digits; ++i) width *= 10;
    return width <= high_;
  }

  void bisect() {
    while (!fine() && !question_.deadline.passed()) {
      const Rational middle = (low_ + high_) / 2;
      std::optional<bool> told;
      for (long bits = working(); bits <= 4 * working() && !told; bits *= 2) told = certain(middle, bits);
      if (!told) break;
      (*told ? low_ : high_) = middle;
    }
  }

  ValueGuesses of_;
  Notion notion_;
  AuditQuestion question_;
  Rational level_, low_ = 0, high_ = 1;
};

ValueGuesses perfect(const ValueGuesses& of) {
  const std::uint64_t all = of.guesses.canaries;
  return {{all, all, all}, of.values};
}

std::optional<core::Error> too_long(const ValueGuesses& of) {
  if (of.guesses.canaries <= max_recursion) return std::nullopt;
  return core::Error{core::ErrorCode::limit_exceeded, "/canaries",
                     "the recursion of a trade-off function takes at most " + std::to_string(max_recursion) +
                         " canaries; one_run with a claim of epsilon and delta takes more"};
}

/// Nothing where the time ended before it could be told.
std::optional<bool> refuted(const ValueGuesses& of, const AuditQuestion& question) {
  const AuditClaim& claim = *question.claim;
  const Notion notion = notion_of(claim);
  const Rational strength = claim.mu ? *claim.mu : claim.rho ? *claim.rho : *claim.epsilon;
  const Rational delta = claim.delta.value_or(0);
  for (long bits = 128; bits <= 1024 && !question.deadline.passed(); bits *= 2) {
    const auto told =
        unlikely(of, 1 - question.confidence, least_mass(notion, Ball(strength, bits), delta), bits, question.deadline);
    if (told) return told;
  }
  return question.deadline.passed() ? std::nullopt : std::optional(false);
}

}  // namespace

std::optional<bool> unlikely(const ValueGuesses& of, const Rational& level, const LeastMass& least, long bits,
                             const Deadline& deadline) {
  const std::uint64_t r = of.guesses.guesses, v = of.guesses.correct;
  if (v == 0) return false;
  const Rational share(r, of.guesses.canaries);
  // right = (correct guesses on the event that at least i are correct)/m = i/(r-i) wrong + before: every term of this
  // form is positive, so that enclosures stay narrow.
  Ball wrong(Rational(level * Rational(r - v) / Rational(of.guesses.canaries)), bits);
  Ball right(Rational(level * Rational(v) / Rational(of.guesses.canaries)), bits);
  Ball before = v == r ? right : Ball(0, bits);
  for (std::uint64_t i = v; i-- > 0;) {
    if (certainly_less(share, right + wrong)) return true;
    if (!certainly_positive(right) || !certainly_less(right, Ball(1, bits))) return std::nullopt;
    if (i % 64 == 0 && deadline.passed()) return std::nullopt;
    const Ball next = least(right) * static_cast<long>(of.values - 1);
    if (certainly_less_equal(next, wrong)) break;  // then no smaller count needs any probability
    // (i+1)/(r-i-1) - i/(r-i); of all r correct nothing is wrong, and `before` has them.
    if (i + 1 < r) before = before + whole(r, bits) / (whole(r - i - 1, bits) * whole(r - i, bits)) * wrong;
    wrong = max(wrong, next);
    right = odds(i, r, bits) * wrong + before;
  }
  if (certainly_less(share, right + wrong)) return true;
  if (certainly_less(right + wrong, share)) return false;
  return std::nullopt;
}

core::Result<Evidence> audit_one_run_tradeoff(const ValueGuesses& of, const AuditQuestion& question) {
  if (auto error = too_long(of)) return *error;
  Evidence evidence{.epsilon = Search(of, Notion::epsilon, question).run(),
                    .best = Search(perfect(of), Notion::epsilon, question).run()};
  evidence.mu = Search(of, Notion::mu, question).run();
  evidence.rho = Search(of, Notion::rho, question).run();
  evidence.epsilon_if_gaussian = epsilon_of_mu(*evidence.mu, question);
  if (question.claim) {
    auto judged = judge_by_tradeoff(of, question);
    if (!judged) return judged.error();
    evidence.verdict = judged->verdict;
    evidence.can_refute = judged->can_refute;
  }
  return evidence;
}

core::Result<TradeoffVerdict> judge_by_tradeoff(const ValueGuesses& of, const AuditQuestion& question) {
  if (auto error = too_long(of)) return *error;
  return TradeoffVerdict{verdict_of(refuted(of, question)),
                         refuted(perfect(of), question),
                         {"one-run-tradeoff", event_theorem(notion_of(*question.claim))}};
}

}  // namespace assay::accounting
