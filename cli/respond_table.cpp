// Answers the request `table` and writes what was found.

#include <algorithm>
#include <initializer_list>

#include "cli/request_table.hpp"
#include "cli/table_json.hpp"
#include "persuasive/table/disclosure.hpp"
#include "persuasive/table/fibre.hpp"
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
using persuasive::CellStatus;
using persuasive::Fibre;
using persuasive::FibreKind;
using persuasive::TableCell;
using Object = Json::Object;
using Array = Json::Array;

class Answer {
 public:
  Answer(const TableAsk& ask, const Effort& effort)
      : ask_(ask), release_(ask.release), effort_(effort), kind_(fibre_kind(ask.release, ask.knowledge)) {}

  Result<Outcome> run() {
    if (auto fault = impossible()) return *fault;
    out_.result.emplace_back("fibre", name(kind_));
    if (ask_.asks("ranges"))
      if (auto fault = kind_ == FibreKind::algorithm ? listed_ranges() : ranges()) return *fault;
    if (ask_.asks("completions"))
      if (auto fault = completions(); fault && !left_open(*fault, {"completions"})) return *fault;
    if (ask_.asks("posterior") || ask_.asks("kappa") || ask_.asks("symbol"))
      if (auto fault = beliefs(); fault && !left_open(*fault, {"posterior", "kappa", "symbol"})) return *fault;
    if (auto fault = answer_scenarios(ask_, effort_, out_);
        fault && !left_open(*fault, {"rules", "insider", "previous", "candidates", "cheapest", "group", "means"}))
      return *fault;
    if (!unanswered_.empty()) out_.result.emplace_back("unanswered", std::move(unanswered_));
    if (out_.method.empty()) out_.method = "exact";
    return std::move(out_);
  }

 private:
  void use(const std::string& method) {
    if (!method.empty() && ("+" + out_.method + "+").find("+" + method + "+") == std::string::npos)
      out_.method += (out_.method.empty() ? "" : "+") + method;
  }
  void rests_on(const std::vector<std::string>& theorems) { proofs::cite(out_.theorems, theorems); }

  /// What time or size ended costs the other answers nothing: it is left out, with its reason. False: there is none.
  bool left_open(const Error& fault, std::initializer_list<const char*> asks) {
    if (fault.code != ErrorCode::limit_exceeded || (!ask_.asks("ranges") && out_.result.size() < 2)) return false;
    for (const std::string name : asks) {
      const bool answered = std::any_of(out_.result.begin(), out_.result.end(),
                                        [&](const Json::Member& member) { return member.first == name; });
      if (!ask_.asks(name) || answered) continue;
      unanswered_.emplace_back(name, fault.message);
      if (name == "kappa" && ask_.kappa) out_.result.emplace_back("verdict", "undecided");
    }
    out_.converged = false;
    return true;
  }

  /// Whatever is asked, the true values fit what is published. What else is wrong is told by what needs it.
  std::optional<Error> impossible() const {
    const Result<persuasive::System> system =
        persuasive::release_system(release_, ask_.knowledge, kind_ != FibreKind::relations);
    return system ? persuasive::impossible_truth(release_, *system) : std::nullopt;
  }

  std::optional<Error> ranges() {
    const Result<persuasive::System> system =
        persuasive::release_system(release_, ask_.knowledge, kind_ != FibreKind::relations);
    if (!system) return system.error();
    persuasive::RangeOptions options;
    const std::size_t count = system->variables.size();
    options.witnesses = ask_.witnesses.value_or(count <= 100);
    if (count == 0) {
      out_.result.emplace_back("ranges", Array{});
      return std::nullopt;
    }
    const Result<persuasive::Ranges> found = persuasive::ranges(*system, release_, options, effort_.deadline);
    if (!found) return found.error();
    Array list;
    std::vector<std::size_t> disclosed;
    for (std::size_t v = 0; v < count; ++v) {
      const auto& range = found->ranges[v];
      if (range.low.bound && range.high.bound && *range.low.bound == *range.high.bound) disclosed.push_back(v);
    }
    const auto combinations = persuasive::disclosing_combinations(release_, *system, disclosed, effort_.deadline);
    std::size_t next = 0;
    for (std::size_t v = 0; v < count; ++v) {
      Json entry = range(*system, *found, v);
      if (next < disclosed.size() && disclosed[next] == v) {
        const std::size_t place = next++;
        // Not searched for: nothing is said of how it is disclosed.
        if (combinations) {
          const auto& combination = (*combinations)[place];
          entry.object()->emplace_back("disclosed_by", combination ? "equations" : "bounds");
          if (combination) entry.object()->emplace_back("combination", write(*combination));
        }
      }
      list.push_back(std::move(entry));
    }
    out_.result.emplace_back("ranges", std::move(list));
    if (options.witnesses) {
      Array unknown, tables;
      for (const persuasive::Variable& variable : system->variables)
        unknown.push_back(cell_address(release_.cells[variable.cell]));
      for (const auto& witness : found->witnesses) {
        Array table;
        for (const Rational& x : witness) table.emplace_back(amount_text(in_units(*system, x)));
        tables.emplace_back(std::move(table));
      }
      out_.result.emplace_back("unknown", std::move(unknown));
      out_.result.emplace_back("witnesses", std::move(tables));
    }
    use(found->method);
    rests_on(found->theorems);
    out_.converged = out_.converged && found->converged;
    return std::nullopt;
  }

  Json write(const persuasive::Combination& combination) const {
    Array terms;
    for (const auto& [cell, coefficient] : combination.terms)
      terms.push_back(Object{{"at", cell_address(release_.cells[cell])}, {"coefficient", fraction_text(coefficient)}});
    return terms;
  }

  Json range(const persuasive::System& system, const persuasive::Ranges& found, std::size_t v) const {
    const TableCell& cell = release_.cells[system.variables[v].cell];
    const persuasive::Ranges::Range& range = found.ranges[v];
    const auto scaled = [&](const std::optional<Rational>& x) -> std::optional<Rational> {
      if (!x) return std::nullopt;
      return in_units(system, *x);
    };
    const std::optional<Rational> none;
    Object entry{{"at", cell_address(cell)}, {"status", name(cell.status)}};
    entry.emplace_back("min", range.low.unbounded ? Json(Object{{"lower", "-inf"}, {"upper", "-inf"}})
                                                  : exact_enclosure(scaled(range.low.bound), scaled(range.low.attained),
                                                                    effort_.digits));
    entry.emplace_back("max", range.high.unbounded ? Json(Object{{"lower", "inf"}, {"upper", "inf"}})
                                                   : exact_enclosure(scaled(range.high.attained),
                                                                     scaled(range.high.bound), effort_.digits));
    entry.emplace_back("exact", range.low.exact() && range.high.exact());
    const bool disclosed = range.low.bound && range.high.bound && *range.low.bound == *range.high.bound;
    entry.emplace_back("disclosed", disclosed);
    if (range.low.witness) entry.emplace_back("min_witness", Json::integer(static_cast<long long>(*range.low.witness)));
    if (range.high.witness)
      entry.emplace_back("max_witness", Json::integer(static_cast<long long>(*range.high.witness)));
    return entry;
  }

  /// The fibre without a prior, with the laws of the cells where an algorithm chose.
  const Result<Fibre>& plain() {
    if (!plain_) {
      persuasive::FibreQuestion question;
      question.kind = kind_;
      question.posterior = kind_ == FibreKind::algorithm;
      plain_ = persuasive::fibre(release_, ask_.knowledge, nullptr, question, effort_.deadline);
    }
    return *plain_;
  }

  std::optional<Error> listed_ranges() {
    const Result<Fibre>& fibre = plain();
    if (!fibre) return fibre.error();
    Array list;
    for (std::size_t v = 0; v < fibre->posterior.size(); ++v) {
      const persuasive::ValueWeights& law = fibre->posterior[v];
      std::optional<Rational> low, high;
      for (std::size_t i = 0; i < law.weights.size(); ++i) {
        if (law.weights[i] == 0) continue;
        high = Rational(law.low + static_cast<long>(i));
        if (!low) low = high;
      }
      const TableCell& cell = release_.cells[fibre->system.variables[v].cell];
      list.push_back(Object{{"at", cell_address(cell)},
                            {"status", name(cell.status)},
                            {"min", exact_enclosure(low, low, effort_.digits)},
                            {"max", exact_enclosure(high, high, effort_.digits)},
                            {"exact", true},
                            {"disclosed", *low == *high}});
    }
    out_.result.emplace_back("ranges", std::move(list));
    use("enumeration");
    rests_on(fibre->theorems);
    return std::nullopt;
  }

  std::optional<Error> completions() {
    if (release_.kind == persuasive::TableKind::magnitude)
      return Error{ErrorCode::not_supported, "/ask", "completions are counted for counts; of a magnitude ask ranges"};
    const Result<Fibre>& fibre = plain();
    if (!fibre) return fibre.error();
    if (fibre->infinite)
      out_.result.emplace_back("completions", Object{{"lower", "inf"}, {"upper", "inf"}});
    else
      out_.result.emplace_back("completions", exact_enclosure(fibre->lower, fibre->upper, effort_.digits));
    out_.converged = out_.converged && (fibre->infinite || fibre->exact());
    use(kind_ == FibreKind::algorithm ? "enumeration" : "counting");
    rests_on(fibre->theorems);
    return std::nullopt;
  }

  std::optional<Error> beliefs() {
    persuasive::KappaQuestion question;
    question.priors = ask_.priors;
    question.score = ask_.score;
    question.rule = ask_.rule;
    question.cell = ask_.cell;
    question.digits = effort_.digits;
    Result<persuasive::KappaAnswer> found = kappa(release_, ask_.knowledge, question, effort_.deadline);
    if (!found) return found.error();
    if (ask_.asks("posterior")) out_.result.emplace_back("posterior", posterior(*found));
    if (ask_.asks("kappa")) write_kappa(*found);
    if (ask_.asks("symbol")) {
      if (!found->symbol)
        return Error{ErrorCode::missing_field, "/knowledge/rule",
                     "the loss of the suppression symbol needs the rule that places it, and a prior with finitely many "
                     "tables or independent cells"};
      out_.result.emplace_back("symbol", gain_enclosure(*found->symbol, effort_.digits));
    }
    use(kind_ == FibreKind::algorithm ? "enumeration" : "counting");
    rests_on(found->theorems);
    out_.converged = out_.converged && found->converged;
    return std::nullopt;
  }

  /// The laws of the cells; under a list of priors those of each, one after the other.
  Json posterior(const persuasive::KappaAnswer& found) {
    Array list;
    if (found.posteriors.empty()) add_posterior(found.fibre.system, found.fibre.posterior, std::nullopt, list);
    for (std::size_t i = 0; i < found.posteriors.size(); ++i)
      add_posterior(found.fibre.system, found.posteriors[i], i, list);
    return list;
  }

  void add_posterior(const persuasive::System& system, const std::vector<persuasive::ValueWeights>& laws,
                     const std::optional<std::size_t>& member, Array& list) {
    constexpr std::size_t most = 10'000;
    for (std::size_t v = 0; v < system.variables.size(); ++v) {
      const TableCell& cell = release_.cells[system.variables[v].cell];
      Object entry{{"at", cell_address(cell)}, {"status", name(cell.status)}};
      if (member) entry.emplace_back("prior", Json::integer(static_cast<long long>(*member)));
      if (laws.empty() || laws[v].weights.empty() || laws[v].weights.size() > most) {
        entry.emplace_back("values", Json());
        out_.converged = false;
        list.emplace_back(std::move(entry));
        continue;
      }
      const persuasive::ValueWeights& law = laws[v];
      Array values;
      for (std::size_t i = 0; i < law.weights.size(); ++i)
        if (law.weights[i] != 0)
          values.push_back(Object{{"value", std::to_string(law.low + static_cast<long>(i))},
                                  {"probability", fraction_text(law.weights[i])}});
      entry.emplace_back("values", std::move(values));
      const std::optional<Rational>& truth = true_value(cell);
      if (truth) {
        const auto place = static_cast<std::size_t>(numerator(*truth).convert_to<long>() - law.low);
        const Rational p = place < law.weights.size() ? law.weights[place] : Rational(0);
        entry.emplace_back("truth", fraction_text(p));
        if (p > 0)
          entry.emplace_back("residual", gain_enclosure(-log(Ball(p, effort_.digits * 4 + 96)), effort_.digits));
      }
      list.emplace_back(std::move(entry));
    }
  }

  void write_kappa(const persuasive::KappaAnswer& found) {
    out_.result.emplace_back("kappa", gain_enclosure(found.kappa, effort_.digits));
    if (found.ratio) out_.result.emplace_back("kappa_exact", "ln(" + fraction_text(*found.ratio) + ")");
    Object worst;
    if (found.rate_low)
      worst.emplace_back("rate", exact_enclosure(found.rate_low, found.rate_high, effort_.digits));
    else if (!ask_.priors.members.empty())
      worst.emplace_back("prior", Json::integer(static_cast<long long>(found.member)));
    out_.result.emplace_back("worst_case", std::move(worst));
    if (found.symbol) out_.result.emplace_back("symbol_loss", gain_enclosure(*found.symbol, effort_.digits));
    if (ask_.kappa)
      out_.result.emplace_back("verdict", verdict_name(within(*ask_.kappa, found.kappa, found.ratio, effort_.digits)));
    if (!found.cells_unanswered.empty()) {
      out_.result.emplace_back("kappa_cells_unanswered", found.cells_unanswered);
      return;
    }
    Array cells;
    for (const persuasive::CellGain& gain : found.cells) {
      Object entry{{"at", cell_address(release_.cells[gain.cell])}};
      if (gain.truth_probability) entry.emplace_back("truth_probability", fraction_text(*gain.truth_probability));
      if (gain.kappa) entry.emplace_back("kappa", gain_enclosure(*gain.kappa, effort_.digits));
      if (gain.ratio) entry.emplace_back("kappa_exact", "ln(" + fraction_text(*gain.ratio) + ")");
      if (!gain.kappa) entry.emplace_back("unanswered", gain.unanswered);
      if (gain.kappa && ask_.priors.members.size() > 1)
        entry.emplace_back("prior", Json::integer(static_cast<long long>(gain.member)));
      if (gain.kappa && ask_.kappa)
        entry.emplace_back("verdict", verdict_name(within(*ask_.kappa, *gain.kappa, gain.ratio, effort_.digits)));
      cells.emplace_back(std::move(entry));
    }
    out_.result.emplace_back("kappa_cells", std::move(cells));
  }

  const TableAsk& ask_;
  const persuasive::Release& release_;
  const Effort& effort_;
  FibreKind kind_;
  std::optional<Result<Fibre>> plain_;
  Object unanswered_;
  Outcome out_;
};

}  // namespace

Result<Outcome> answer_table(const TableAsk& ask, const Effort& effort) { return Answer(ask, effort).run(); }

}  // namespace assay::cli
