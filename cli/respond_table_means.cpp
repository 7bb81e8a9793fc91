// Answers means of the request `table`: the counts, sums and records that printed means leave possible.

#include "cli/table_json.hpp"
#include "persuasive/table/means.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::cli {

using core::Json;
using core::Rational;
using Object = Json::Object;
using Array = Json::Array;
using persuasive::Amount;

std::optional<core::Error> answer_means(const TableAsk& ask, const Effort& effort, Outcome& out) {
  const core::Result<persuasive::MeansAnswer> found =
      persuasive::consistent_means(ask.release, ask.knowledge, ask.means, effort.deadline);
  if (!found) return found.error();
  const auto ends = [&](const std::optional<Amount>& low, const std::optional<Amount>& high) {
    const auto rational = [](const std::optional<Amount>& x) {
      return x ? std::optional<Rational>(Rational(*x)) : std::nullopt;
    };
    const Json enclosure = exact_enclosure(rational(low), rational(high), effort.digits);
    return Object{{"min", *enclosure.find("lower")}, {"max", *enclosure.find("upper")}};
  };
  Array cells;
  for (const auto& range : found->cells)
    cells.push_back(Object{{"at", cell_address(ask.release.cells[range.cell])},
                           {"count", ends(range.count_low, range.count_high)},
                           {"sum", ends(range.sum_low, range.sum_high)}});
  Object result{{"tables", Json::integer(static_cast<long long>(found->tables))}, {"cells", std::move(cells)}};
  Array records;
  for (const auto& one : found->records) {
    Array lists, law;
    for (const std::vector<Amount>& list : one.lists) {
      Array values;
      for (const Amount x : list) values.push_back(Json::integer(x));
      lists.emplace_back(std::move(values));
    }
    for (const auto& [x, chance] : one.record)
      law.push_back(Object{{"value", std::to_string(x)}, {"probability", fraction_text(chance)}});
    Object entry{{"at", cell_address(ask.release.cells[one.cell])}, {"lists", std::move(lists)}};
    if (!one.record.empty()) entry.emplace_back("record", std::move(law));
    records.emplace_back(std::move(entry));
  }
  if (!records.empty()) result.emplace_back("records", std::move(records));
  out.result.emplace_back("means", std::move(result));
  out.converged = out.converged && found->complete;
  proofs::cite(out.theorems, "table-means");
  return std::nullopt;
}

}  // namespace assay::cli
