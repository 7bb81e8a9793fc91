// Answers rules, insiders, earlier releases and candidate patterns of the request `table`.
#include <algorithm>

#include "cli/table_json.hpp"
#include "persuasive/table/kappa.hpp"
#include "persuasive/table/ranges.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::cli {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::FibreKind;
using persuasive::KappaAnswer;
using persuasive::Release;
using Object = Json::Object;
using Array = Json::Array;

std::string_view name(persuasive::SensitivityRule::Kind kind) {
  using Kind = persuasive::SensitivityRule::Kind;
  switch (kind) {
    case Kind::threshold: return "threshold";
    case Kind::dominance: return "dominance";
    case Kind::p_percent: return "p_percent";
    case Kind::prior_posterior: return "prior_posterior";
    case Kind::zero: return "zero";
    case Kind::group: return "group";
  }
  return "group";
}

class Scenarios {
 public:
  Scenarios(const TableAsk& ask, const Effort& effort, Outcome& out) : ask_(ask), effort_(effort), out_(out) {}

  std::optional<Error> run() {
    if (ask_.asks("rules"))
      if (auto fault = rules()) return fault;
    if (ask_.asks("insider"))
      if (auto fault = insiders()) return fault;
    if (ask_.asks("previous"))
      if (auto fault = previous()) return fault;
    if (ask_.asks("candidates"))
      if (auto fault = candidates()) return fault;
    if (ask_.asks("cheapest"))
      if (auto fault = cheapest()) return fault;
    if (ask_.asks("group"))
      if (auto fault = group()) return fault;
    if (ask_.asks("means"))
      if (auto fault = answer_means(ask_, effort_, out_)) return fault;
    return std::nullopt;
  }

 private:
  void rests_on(const std::vector<std::string>& theorems) { proofs::cite(out_.theorems, theorems); }

  struct Found {
    persuasive::System system;
    persuasive::Ranges ranges;
  };
  Result<Found> ranges_of(const Release& release) {
    const FibreKind kind = fibre_kind(release, ask_.knowledge);
    Result<persuasive::System> system =
        persuasive::release_system(release, ask_.knowledge, kind != FibreKind::relations);
    if (!system) return system.error();
    persuasive::RangeOptions options;
    options.witnesses = false;
    Result<persuasive::Ranges> found = persuasive::ranges(*system, release, options, effort_.deadline);
    if (!found) return found.error();
    rests_on(found->theorems);
    out_.converged = out_.converged && found->converged;
    return Found{std::move(system).value(), std::move(found).value()};
  }

  Result<KappaAnswer> kappa_of(const Release& release) {
    persuasive::KappaQuestion question;
    question.priors = ask_.priors;
    question.score = ask_.score;
    question.rule = ask_.rule;
    question.cell = ask_.cell;
    question.digits = effort_.digits;
    question.posterior = false;
    Result<KappaAnswer> found = kappa(release, ask_.knowledge, question, effort_.deadline);
    if (found) rests_on(found->theorems);
    return found;
  }

  /// One cell of a range list: its ends, and whether it holds the protection interval of an unsafe cell.
  std::optional<Rational> high_end(const Found& found, std::size_t cell) const {
    const std::ptrdiff_t v = found.system.variable_of[cell];
    if (v < 0) return std::nullopt;
    const auto& end = found.ranges.ranges[static_cast<std::size_t>(v)].high;
    if (end.unbounded || !end.attained) return std::nullopt;
    return in_units(found.system, *end.attained);
  }

  std::optional<Error> rules() {
    const auto verdicts = persuasive::judge(ask_.release, ask_.rules);
    if (!verdicts) return verdicts.error();
    rests_on({"table-rules"});
    std::optional<Found> found;
    const bool some_suppressed =
        std::any_of(ask_.release.cells.begin(), ask_.release.cells.end(),
                    [](const auto& cell) { return cell.status == persuasive::CellStatus::suppressed; });
    if (some_suppressed) {
      Result<Found> ranges = ranges_of(ask_.release);
      if (!ranges) return ranges.error();
      found = std::move(ranges).value();
    }
    Array list;
    for (const persuasive::RuleVerdict& verdict : *verdicts) {
      const persuasive::TableCell& cell = ask_.release.cells[verdict.cell];
      Object entry{{"at", cell_address(cell)},
                   {"rule", Json::integer(static_cast<long long>(verdict.rule))},
                   {"name", name(ask_.rules[verdict.rule].kind)},
                   {"unsafe", verdict.unsafe}};
      if (verdict.upper_protection) {
        entry.emplace_back("upper_protection", fraction_text(*verdict.upper_protection));
        const bool suppressed = cell.status == persuasive::CellStatus::suppressed && cell.value && found;
        if (verdict.unsafe && suppressed) {
          const auto& range = found->ranges.ranges[static_cast<std::size_t>(found->system.variable_of[verdict.cell])];
          const std::optional<Rational> high = high_end(*found, verdict.cell);
          // Protected: some table reaches value + level; certain either way only where the end is exact.
          if (range.high.unbounded || (high && *high >= *cell.value + *verdict.upper_protection))
            entry.emplace_back("protected", true);
          else if (range.high.exact())
            entry.emplace_back("protected", false);
        }
      }
      list.emplace_back(std::move(entry));
    }
    out_.result.emplace_back("rules", std::move(list));
    return std::nullopt;
  }

  Json range_list(const Release& release, const Found& found, long& disclosed) const {
    Array list;
    for (std::size_t v = 0; v < found.system.variables.size(); ++v) {
      const persuasive::TableCell& cell = release.cells[found.system.variables[v].cell];
      const auto& range = found.ranges.ranges[v];
      const auto scaled = [&](const std::optional<Rational>& x) -> std::optional<Rational> {
        if (!x) return std::nullopt;
        return in_units(found.system, *x);
      };
      const bool known = range.low.bound && range.high.bound && *range.low.bound == *range.high.bound;
      disclosed += known ? 1 : 0;
      list.push_back(
          Object{{"at", cell_address(cell)},
                 {"min", exact_enclosure(scaled(range.low.bound), scaled(range.low.attained), effort_.digits)},
                 {"max", exact_enclosure(scaled(range.high.attained), scaled(range.high.bound), effort_.digits)},
                 {"disclosed", known}});
    }
    return list;
  }

  std::optional<Error> insiders() {
    std::vector<persuasive::Insider> all = ask_.insiders;
    if (ask_.every_insider) all = persuasive::every_insider(ask_.release);
    Array list;
    long worst = -1;
    std::string worst_name;
    std::optional<KappaAnswer> outside;
    const bool counted = ask_.release.kind == persuasive::TableKind::count && ask_.cell;
    if (counted) {
      Result<KappaAnswer> told = kappa_of(ask_.release);
      if (!told) return told.error();
      outside = std::move(told).value();
    }
    for (const persuasive::Insider& insider : all) {
      const Result<Release> seen = persuasive::seen_by(ask_.release, insider);
      if (!seen) return seen.error();
      const Result<Found> found = ranges_of(*seen);
      if (!found) return found.error();
      long disclosed = 0;
      Json ranges = range_list(*seen, *found, disclosed);
      Object entry{{"name", insider.name}, {"disclosed", Json::integer(disclosed)}, {"ranges", std::move(ranges)}};
      if (counted) {
        const Result<KappaAnswer> told = kappa_of(*seen);
        if (!told) return told.error();
        entry.emplace_back("kappa", gain_enclosure(told->kappa, effort_.digits));
        entry.emplace_back("kappa_outside", gain_enclosure(outside->kappa, effort_.digits));
      }
      if (disclosed > worst) {
        worst = disclosed;
        worst_name = insider.name;
      }
      list.emplace_back(std::move(entry));
    }
    out_.result.emplace_back("insider", std::move(list));
    if (worst >= 0) out_.result.emplace_back("worst_insider", worst_name);
    if (all.empty())
      out_.result.emplace_back(
          "insider_note",
          "nobody to be: no contribution names its contributor, and no suppressed cell is known to "
          "have a single one; give contributions, contributors or values, or list the insiders");
    return std::nullopt;
  }

  std::optional<Error> previous() {
    const Result<Found> joint = ranges_of(*ask_.joined);
    if (!joint) return joint.error();
    if (auto fault = persuasive::impossible_truth(*ask_.joined, joint->system)) return fault;
    long disclosed = 0;
    Json ranges = range_list(*ask_.joined, *joint, disclosed);
    Object entry{{"ranges", std::move(ranges)}, {"disclosed", Json::integer(disclosed)}};
    const bool random = std::any_of(ask_.joined->cells.begin(), ask_.joined->cells.end(), persuasive::is_random);
    if (ask_.release.kind == persuasive::TableKind::count && !ask_.cell && !random) {
      // What the earlier releases add to this one: ln of the ratio of what remains possible.
      const Result<KappaAnswer> alone = kappa_of(ask_.release), both = kappa_of(*ask_.joined);
      const bool same = ask_.joined->cells.size() == ask_.release.cells.size();
      if (alone && both && same) {
        Ball increment = both->kappa - alone->kappa;
        const bool completions = !ask_.priors.members.empty() &&
                                 ask_.priors.members[0].family == persuasive::TablePrior::Family::uniform_completions;
        if (completions && alone->fibre.exact() && both->fibre.exact())
          increment = log(Ball(Rational(alone->fibre.lower / both->fibre.lower), effort_.digits * 4 + 96));
        entry.emplace_back("increment", gain_enclosure(increment, effort_.digits));
      } else {
        entry.emplace_back("reason", !alone  ? "no increment: " + alone.error().message
                                     : !both ? "no increment: " + both.error().message
                                             : "no increment: the earlier releases have cells that this one lacks");
      }
    }
    out_.result.emplace_back("previous", std::move(entry));
    return std::nullopt;
  }

  std::optional<Error> candidates() {
    struct Judged {
      std::size_t number = 0;
      KappaAnswer answer;
      std::optional<bool> holds;
    };
    std::vector<Judged> all;
    for (std::size_t i = 0; i < ask_.candidates.size(); ++i) {
      const Result<Release> more = persuasive::with_suppressed(ask_.release, ask_.candidates[i].cells);
      if (!more) return more.error();
      Result<KappaAnswer> told = kappa_of(*more);
      if (!told) return told.error();
      Judged judged{i, std::move(told).value(), std::nullopt};
      if (ask_.kappa) judged.holds = within(*ask_.kappa, judged.answer.kappa, judged.answer.ratio, effort_.digits);
      all.push_back(std::move(judged));
    }
    // Those that meet kappa first, by cells lost; then by kappa.
    std::stable_sort(all.begin(), all.end(), [&](const Judged& x, const Judged& y) {
      const bool good_x = x.holds && *x.holds, good_y = y.holds && *y.holds;
      if (good_x != good_y) return good_x;
      const std::size_t lost_x = ask_.candidates[x.number].cells.size(),
                        lost_y = ask_.candidates[y.number].cells.size();
      if (good_x && lost_x != lost_y) return lost_x < lost_y;
      if (x.answer.ratio && y.answer.ratio) return *x.answer.ratio < *y.answer.ratio;
      return certainly_less(x.answer.kappa, y.answer.kappa);
    });
    Array list;
    for (const Judged& judged : all) {
      const TableAsk::Candidate& candidate = ask_.candidates[judged.number];
      Object entry{{"candidate", Json::integer(static_cast<long long>(judged.number))},
                   {"name", candidate.name},
                   {"cells_lost", Json::integer(static_cast<long long>(candidate.cells.size()))},
                   {"kappa", gain_enclosure(judged.answer.kappa, effort_.digits)}};
      if (judged.answer.ratio) entry.emplace_back("kappa_exact", "ln(" + fraction_text(*judged.answer.ratio) + ")");
      if (ask_.kappa) entry.emplace_back("verdict", verdict_name(judged.holds));
      out_.converged = out_.converged && judged.answer.converged;
      list.emplace_back(std::move(entry));
    }
    out_.result.emplace_back("candidates", std::move(list));
    return std::nullopt;
  }

  bool more_suppressed(const Release& release) const {
    for (std::size_t c = 0; c < release.cells.size(); ++c)
      if (release.cells[c].status != ask_.release.cells[c].status) return true;
    return false;
  }

  std::optional<Error> cheapest() {
    const Result<persuasive::Cheapest> found = persuasive::cheapest_suppression(
        ask_.release, ask_.added_at_most, effort_.deadline, [&](const Release& release) -> Result<std::optional<bool>> {
          const Result<KappaAnswer> told = kappa_of(release);
          if (!told) {
            // What a larger set leaves may be infinite, or impossible under the rule: then the set is not judged.
            if (told.error().code == ErrorCode::limit_exceeded || more_suppressed(release))
              return std::optional<bool>();
            return told.error();
          }
          return within(*ask_.kappa, told->kappa, told->ratio, effort_.digits);
        });
    if (!found) return found.error();
    Object entry;
    if (found->added) {
      Array cells;
      for (const std::size_t c : *found->added) cells.push_back(cell_address(ask_.release.cells[c]));
      entry.emplace_back("suppress", std::move(cells));
    }
    const long long upper = found->added ? static_cast<long long>(found->added->size()) : -1;
    const auto lower = static_cast<long long>(found->lower_bound);
    entry.emplace_back("cells",
                       Object{{"lower", std::to_string(lower)}, {"upper", upper < 0 ? "inf" : std::to_string(upper)}});
    entry.emplace_back("exact", upper == lower);
    out_.converged = out_.converged && found->complete;
    out_.result.emplace_back("cheapest", std::move(entry));
    return std::nullopt;
  }

  /// The chance that all of a published group share a category of the dimension.
  std::optional<Error> group() {
    persuasive::KappaQuestion question;
    question.priors = ask_.priors;
    question.digits = effort_.digits;
    const Result<KappaAnswer> told = kappa(ask_.release, ask_.knowledge, question, effort_.deadline);
    if (!told) return told.error();
    rests_on(told->theorems);
    Array list;
    for (const persuasive::Relation& relation : ask_.release.relations) {
      if (relation.dimension != *ask_.group) continue;
      const persuasive::TableCell& total = ask_.release.cells[relation.terms[0].cell];
      if (total.status != persuasive::CellStatus::published || !total.value || *total.value <= 0) continue;
      Rational sum = 0;
      bool exact = true;
      for (const persuasive::Relation::Term& term : relation.terms) {
        if (term.coefficient < 0) continue;
        const std::ptrdiff_t v = told->fibre.system.variable_of[term.cell];
        if (v < 0) {
          sum += *ask_.release.cells[term.cell].value == *total.value ? 1 : 0;
          continue;
        }
        if (told->fibre.posterior.empty() || told->fibre.posterior[static_cast<std::size_t>(v)].weights.empty()) {
          exact = false;
          break;
        }
        const persuasive::ValueWeights& law = told->fibre.posterior[static_cast<std::size_t>(v)];
        const long place = numerator(*total.value).convert_to<long>() - law.low;
        if (place >= 0 && place < static_cast<long>(law.weights.size()))
          sum += law.weights[static_cast<std::size_t>(place)];
      }
      Object entry{{"at", cell_address(total)}, {"relation", relation.name}};
      if (exact) entry.emplace_back("probability", fraction_text(sum));
      out_.converged = out_.converged && exact;
      list.emplace_back(std::move(entry));
    }
    out_.result.emplace_back("group", std::move(list));
    return std::nullopt;
  }

  const TableAsk& ask_;
  const Effort& effort_;
  Outcome& out_;
};

}  // namespace

std::optional<Error> answer_scenarios(const TableAsk& ask, const Effort& effort, Outcome& out) {
  return Scenarios(ask, effort, out).run();
}

}  // namespace assay::cli
