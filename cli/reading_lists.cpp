#include "cli/reading_lists.hpp"

#include <algorithm>
#include <utility>

#include "cli/reading.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;

namespace {

Result<std::vector<Rational>> read_reals(const Json& json, const std::string& at, bool literal) {
  const Json::Array* array = json.array();
  if (array == nullptr || array->empty())
    return Error{ErrorCode::invalid_parameter, at, "a row must be a list of reals, got " + spell(json)};
  std::vector<Rational> row;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    Result<core::ExactNumber> entry = read_real((*array)[i], "an entry", place);
    if (!entry) return entry.error();
    if (!literal && entry->half_unit)
      return Error{ErrorCode::not_supported, place,
                   "as_printed does not move the entries of a list one by one; write the exact fractions, or ask "
                   "without as_printed"};
    row.push_back(std::move(entry->value));
  }
  return row;
}

}  // namespace

Result<std::vector<Rational>> read_distribution(const Json& json, std::string_view name, const std::string& at,
                                                bool literal) {
  const Json::Array* array = json.array();
  if (array == nullptr || array->empty())
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must be a list of probabilities, got " + spell(json)};
  std::vector<Rational> masses;
  Rational sum = 0;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    Result<core::ExactNumber> mass = read_in_domain((*array)[i], "a probability", place, accounting::Domain::unit);
    if (!mass) return mass.error();
    if (!literal && mass->half_unit)
      return Error{ErrorCode::not_supported, place,
                   "as_printed cannot move one rounded probability of a finite pair alone, the sum would leave 1; "
                   "write the exact fractions, or ask without as_printed"};
    sum += mass->value;
    masses.push_back(std::move(mass->value));
  }
  if (sum != 1)
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must sum to 1 exactly, its sum is " +
                     core::to_decimal(sum, 12, sum < 1 ? core::Rounding::down : core::Rounding::up)};
  return masses;
}

Result<std::vector<std::vector<Rational>>> read_table(const Json& json, std::string_view name, const std::string& at,
                                                      const TableShape& shape, bool literal) {
  const Json::Array* array = json.array();
  if (array == nullptr || array->size() < shape.least || array->size() > shape.most)
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must be a list of " +
                     (shape.least == shape.most
                          ? std::to_string(shape.least)
                          : "at least " + std::to_string(shape.least) + " and at most " + std::to_string(shape.most)) +
                     " lists, got " + spell(json)};
  std::vector<std::vector<Rational>> rows;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    Result<std::vector<Rational>> row = shape.entries == accounting::Entries::distributions
                                            ? read_distribution((*array)[i], "a row", place, literal)
                                            : read_reals((*array)[i], place, literal);
    if (!row) return row.error();
    if (!rows.empty() && row->size() != rows[0].size())
      return Error{ErrorCode::invalid_parameter, place,
                   "every row of " + std::string(name) + " must have as many entries as the first (" +
                       std::to_string(rows[0].size()) + "), got " + std::to_string(row->size())};
    rows.push_back(std::move(*row));
  }
  return rows;
}

Result<std::vector<std::pair<std::uint64_t, std::uint64_t>>> read_pairs(const Json& json, std::string_view name,
                                                                        const std::string& at, std::size_t rows) {
  const Json::Array* array = json.array();
  if (array == nullptr || array->empty())
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must be a list of pairs of row numbers, got " + spell(json)};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    const Json::Array* pair = (*array)[i].array();
    if (pair == nullptr || pair->size() != 2)
      return Error{ErrorCode::invalid_parameter, place,
                   "a pair must be a list of two row numbers, got " + spell((*array)[i])};
    std::uint64_t ends[2] = {0, 0};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto end = read_integer((*pair)[k], "a row number", place + "/" + std::to_string(k), 0,
                                    std::max<std::size_t>(rows, 1) - 1);
      if (!end) return end.error();
      ends[k] = *end;
    }
    if (ends[0] == ends[1]) return Error{ErrorCode::invalid_parameter, place, "a data set is no neighbour of itself"};
    pairs.emplace_back(ends[0], ends[1]);
  }
  return pairs;
}

}  // namespace assay::cli
