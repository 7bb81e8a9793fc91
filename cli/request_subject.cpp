#include "cli/request_subject.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "accounting/mechanism/field.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_priors.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;
namespace pp = persuasive;

constexpr std::array<std::string_view, 5> guarantees = {"pure_dp", "approx_dp", "zcdp", "rdp", "gdp"};
constexpr std::uint64_t max_ratio_steps = 20'000;
/// Randomized response of more categories keeps two of them: all pairs are alike.
constexpr std::uint64_t max_written_categories = 64;

/// One part of a composition, read as a kernel where it is one.
struct Part {
  std::optional<pp::Kernel> kernel;
  pp::DataSpace space;
  std::optional<accounting::Mechanism> mechanism;
  std::uint64_t count = 1;
};

Error too_many_data(const std::string& at) {
  return {ErrorCode::limit_exceeded, at,
          "the data space has more than " + std::to_string(pp::max_data) + " data, or the kernel more than " +
              std::to_string(pp::max_cells) + " probabilities"};
}

std::vector<std::vector<Rational>> read_rows(ObjectReader& in) {
  std::vector<std::vector<Rational>> rows;
  const Json* value = in.require("rows");
  if (value == nullptr) return rows;
  const Array* list = value->array();
  if (list == nullptr || list->empty()) {
    in.fail(ErrorCode::invalid_parameter, "rows", "rows must be a list of rows, one a datum, got " + spell(*value));
    return rows;
  }
  if (list->size() > pp::max_data) in.fail(too_many_data(in.place("rows")));
  for (std::size_t x = 0; x < list->size() && !in.failed(); ++x) {
    const std::string at = in.place("rows") + "/" + std::to_string(x);
    rows.push_back(in.keep(read_pmf((*list)[x], "a row", at, x == 0 ? 0 : rows.front().size())));
    if (!in.failed() && rows.size() * rows.front().size() > pp::max_cells) in.fail(too_many_data(in.place("rows")));
  }
  return rows;
}

void read_adjacent(ObjectReader& in, pp::DataSpace& space) {
  const Json* value = in.find("adjacent");
  if (value == nullptr) return;
  if (in.find("records") != nullptr)
    return in.fail(ErrorCode::invalid_parameter, "adjacent", "give adjacent or records, not both");
  const Array* list = value->array();
  if (list == nullptr || list->empty())
    return in.fail(ErrorCode::invalid_parameter, "adjacent", "adjacent must be a list of pairs, got " + spell(*value));
  auto& pairs = space.adjacent.emplace();
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const std::string at = in.place("adjacent") + "/" + std::to_string(i);
    const Array* pair = (*list)[i].array();
    if (pair == nullptr || pair->size() != 2)
      return in.fail({ErrorCode::invalid_parameter, at, "a pair is two indices of rows, got " + spell((*list)[i])});
    const std::uint64_t a = in.keep(read_integer((*pair)[0], "a datum", at + "/0", 0, space.size - 1));
    const std::uint64_t b = in.keep(read_integer((*pair)[1], "a datum", at + "/1", 0, space.size - 1));
    if (!in.failed() && a == b)
      return in.fail({ErrorCode::invalid_parameter, at, "a datum is not adjacent to itself, got " + spell((*list)[i])});
    pairs.emplace_back(a, b);
  }
}

void read_radices(ObjectReader& in, pp::DataSpace& space) {
  const Json* value = in.find("records");
  if (value == nullptr) return;
  const Array* list = value->array();
  if (list == nullptr || list->empty())
    return in.fail(ErrorCode::invalid_parameter, "records",
                   "records must be the list of the records' numbers of values, got " + spell(*value));
  std::size_t size = 1;
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const std::string at = in.place("records") + "/" + std::to_string(i);
    space.records.push_back(in.keep(read_integer((*list)[i], "a number of values", at, 1, pp::max_data)));
    if (in.failed()) return;
    size *= space.records.back();
    if (size > pp::max_data) return in.fail(too_many_data(in.place("records")));
  }
  if (size != space.size)
    in.fail(ErrorCode::invalid_parameter, "records",
            "the records make " + std::to_string(size) + " data, and rows has " + std::to_string(space.size));
}

std::uint64_t read_count(ObjectReader& in) {
  const Json* count = in.find("count");
  return count == nullptr
             ? 1
             : in.keep(read_integer(*count, "count", in.place("count"), 1, accounting::max_count), std::uint64_t{1});
}

Result<Part> read_kernel(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 5> fields = {"mechanism", "rows", "adjacent", "records", "count"};
  ObjectReader in(value, at, "kernel", fields);
  Part part;
  part.count = read_count(in);
  part.kernel = pp::make_kernel(read_rows(in));
  if (in.failed()) return *in.fault();
  part.space.size = part.kernel->data();
  read_adjacent(in, part.space);
  if (!in.failed()) read_radices(in, part.space);
  if (in.failed()) return *in.fault();
  return part;
}

/// Geometric noise of a rational ratio on two queries `sensitivity` apart, the outputs beyond either merged.
Result<Part> read_ratio(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 4> fields = {"mechanism", "ratio", "sensitivity", "count"};
  ObjectReader in(value, at, "discrete_laplace", fields);
  const Json* ratio = in.require("ratio");
  Part part;
  part.count = read_count(in);
  Rational a = 0;
  if (ratio != nullptr)
    a = in.keep(read_in_domain(*ratio, "ratio", in.place("ratio"), accounting::Domain::open_unit)).value;
  std::uint64_t shift = 1;
  if (const Json* given = in.find("sensitivity"))
    shift = in.keep(read_integer(*given, "sensitivity", in.place("sensitivity"), 1, max_ratio_steps), std::uint64_t{1});
  if (in.failed()) return *in.fault();
  std::vector<std::vector<Rational>> rows(2);
  Rational power = 1;
  rows[0].push_back(1 / (1 + a));
  for (std::uint64_t x = 1; x < shift; ++x) {
    power *= a;
    rows[0].push_back(power * (1 - a) / (1 + a));
  }
  rows[0].push_back(power * a / (1 + a));
  rows[1].assign(rows[0].rbegin(), rows[0].rend());
  part.kernel = pp::make_kernel(std::move(rows));
  part.space.size = 2;
  return part;
}

std::optional<Rational> truth_probability(const accounting::RandomizedResponse& response) {
  if (response.truth_probability) return response.truth_probability;
  if (response.gamma) return Rational(Rational(1, 2) + *response.gamma);
  return std::nullopt;
}

/// Each of `records` records answers for itself.
Result<Part> response_kernel(const Rational& truth, std::uint64_t categories, std::uint64_t records,
                             const std::string& at) {
  std::uint64_t size = 1;
  for (std::uint64_t i = 0; i < records; ++i) {
    size *= categories;
    if (size > pp::max_data || size * size > pp::max_cells) return too_many_data(at);
  }
  const Rational other = (1 - truth) / Rational(core::Integer(categories - 1));
  std::vector<std::vector<Rational>> rows{{Rational(1)}};
  for (std::uint64_t i = 0; i < records; ++i) {
    std::vector<std::vector<Rational>> next;
    for (const auto& row : rows)
      for (std::uint64_t v = 0; v < categories; ++v) {
        std::vector<Rational>& longer = next.emplace_back();
        for (const Rational& mass : row)
          for (std::uint64_t answer = 0; answer < categories; ++answer)
            longer.push_back(mass * (answer == v ? truth : other));
      }
    rows = std::move(next);
  }
  Part part;
  part.kernel = pp::make_kernel(std::move(rows));
  part.space.size = size;
  if (records > 1) part.space.records.assign(records, categories);
  return part;
}

Result<Part> read_named(const Json& value, const std::string& at) {
  // `records` belongs to persuade alone.
  Object members;
  std::uint64_t records = 1;
  for (const auto& [name, member] : *value.object()) {
    if (name == "records") {
      const Result<std::uint64_t> n = read_integer(member, "records", at + "/records", 1, 1'000'000'000'000);
      if (!n) return n.error();
      records = *n;
    } else {
      members.emplace_back(name, member);
    }
  }
  Result<DecodedComposition> decoded = read_composition(Json(Array{Json(std::move(members))}), at);
  if (!decoded) {
    Error error = decoded.error();
    if (error.pointer.starts_with(at + "/0")) error.pointer = at + error.pointer.substr(at.size() + 2);
    return error;
  }
  Part part;
  part.count = decoded->composition.front().count;
  accounting::Mechanism mechanism = std::move(decoded->composition.front().mechanism);
  if (const auto* response = std::get_if<accounting::RandomizedResponse>(&mechanism.family)) {
    const std::optional<Rational> truth = truth_probability(*response);
    if (truth && (records > 1 || response->categories <= max_written_categories)) {
      Result<Part> made = response_kernel(*truth, response->categories, records, at + (records > 1 ? "/records" : ""));
      if (!made) return made;
      made->count = part.count;
      return made;
    }
  }
  if (records > 1)
    return Error{
        ErrorCode::not_supported, at + "/records",
        "records of randomized_response need its truth_probability, or gamma: with epsilon the probabilities are "
        "irrational"};
  if (const auto* pair = std::get_if<accounting::FinitePair>(&mechanism.family)) {
    part.kernel = pp::make_kernel({pair->p, pair->q});
    part.space.size = 2;
  }
  part.mechanism = std::move(mechanism);
  return part;
}

Result<Part> read_part(const Json& value, const std::string& at) {
  if (value.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "a mechanism must be an object, got " + spell(value)};
  const Json* kind = value.find("mechanism");
  const std::string* name = kind == nullptr ? nullptr : kind->string();
  if (name != nullptr && *name == "kernel") return read_kernel(value, at);
  if (name != nullptr && *name == "discrete_laplace" && value.find("ratio") != nullptr) return read_ratio(value, at);
  if (name != nullptr && std::find(guarantees.begin(), guarantees.end(), *name) != guarantees.end())
    return Error{
        ErrorCode::not_supported, at + "/mechanism",
        *name +
            " is a guarantee, not a mechanism: many mechanisms meet it, and what they let a Receiver gain differs; "
            "ask translate for the worst of them"};
  return read_named(value, at);
}

Result<Subject> joined(std::vector<Part> parts, const std::string& at) {
  const bool finite = std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.kernel.has_value(); });
  if (finite) {
    FiniteSubject subject;
    subject.space = parts.front().space;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const pp::DataSpace& space = parts[i].space;
      if (space.size != subject.space.size)
        return Error{ErrorCode::invalid_parameter, at + "/" + std::to_string(i),
                     "the parts must have the same data: the first has " + std::to_string(subject.space.size) +
                         ", this has " + std::to_string(space.size)};
      const bool said = space.adjacent.has_value() || !space.records.empty();
      const bool known = subject.space.adjacent.has_value() || !subject.space.records.empty();
      if (said && known && (space.adjacent != subject.space.adjacent || space.records != subject.space.records))
        return Error{ErrorCode::invalid_parameter, at + "/" + std::to_string(i),
                     "the parts must agree on which data are adjacent, and on the records"};
      if (said && !known) subject.space = space;
      subject.parts.push_back({*std::move(parts[i].kernel), parts[i].count});
    }
    return Subject{std::move(subject)};
  }
  NamedSubject subject;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[i];
    if (!part.mechanism) {
      if (part.space.size != 2)
        return Error{ErrorCode::invalid_parameter, at + "/" + std::to_string(i),
                     "beside a mechanism whose pair is all its data a kernel must have two rows, got " +
                         std::to_string(part.space.size)};
      part.mechanism = accounting::Mechanism{accounting::FinitePair{part.kernel->rows[0], part.kernel->rows[1]}};
    }
    subject.composition.push_back({*std::move(part.mechanism), part.count});
  }
  return Subject{std::move(subject)};
}

const Array one_or_more(const Json& value) { return value.array() != nullptr ? *value.array() : Array{value}; }

}  // namespace

Result<Subject> read_published(const Json& list, const std::string& at) {
  if (list.array() != nullptr && list.array()->empty())
    return Error{ErrorCode::invalid_parameter, at, "composition must be a list of one mechanism or more"};
  std::vector<Part> parts;
  const bool many = list.array() != nullptr;
  const Array members = one_or_more(list);
  for (std::size_t i = 0; i < members.size(); ++i) {
    Result<Part> part = read_part(members[i], many ? at + "/" + std::to_string(i) : at);
    if (!part) return part.error();
    parts.push_back(std::move(part).value());
  }
  return joined(std::move(parts), at);
}

bool is_partition(const Json& release) {
  const Array members = one_or_more(release);
  return !members.empty() && std::all_of(members.begin(), members.end(), [](const Json& member) {
    const Json* name = member.find("statistic");
    return name != nullptr && name->string() != nullptr && *name->string() == "partition";
  });
}

Result<Subject> read_partition(const Json& release, const std::string& at) {
  constexpr std::array<std::string_view, 2> fields = {"statistic", "blocks"};
  std::vector<Part> parts;
  const Array members = one_or_more(release);
  for (std::size_t i = 0; i < members.size(); ++i) {
    ObjectReader in(members[i], release.array() != nullptr ? at + "/" + std::to_string(i) : at, "partition", fields);
    std::vector<std::uint64_t> blocks;
    if (const Json* value = in.require("blocks")) {
      const Array* list = value->array();
      if (list == nullptr || list->empty() || list->size() > pp::max_data)
        in.fail(ErrorCode::invalid_parameter, "blocks",
                "blocks must be a list of the block of each datum, got " + spell(*value));
      for (std::size_t x = 0; list != nullptr && x < list->size() && !in.failed(); ++x)
        blocks.push_back(in.keep(
            read_integer((*list)[x], "a block", in.place("blocks") + "/" + std::to_string(x), 0, pp::max_data - 1)));
    }
    if (in.failed()) return *in.fault();
    const std::uint64_t columns = *std::max_element(blocks.begin(), blocks.end()) + 1;
    if (columns * blocks.size() > pp::max_cells) return too_many_data(at);
    std::vector<std::vector<Rational>> rows(blocks.size(), std::vector<Rational>(columns));
    for (std::size_t x = 0; x < blocks.size(); ++x) rows[x][blocks[x]] = 1;
    Part part;
    part.kernel = pp::make_kernel(std::move(rows));
    part.space.size = blocks.size();
    parts.push_back(std::move(part));
  }
  return joined(std::move(parts), at);
}

}  // namespace assay::cli
