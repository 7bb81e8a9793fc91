// The relations of a release, written out from its dimensions and hierarchies.
#include "persuasive/table/release.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

/// A dimension with its codes numbered.
struct Numbered {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> number;
  std::optional<std::size_t> total;
  struct Breakdown {
    std::size_t parent = 0;
    std::vector<std::size_t> parts;
  };
  std::vector<Breakdown> breakdowns;
  std::vector<bool> leaf;

  std::size_t add(const std::string& code) {
    const auto [place, fresh] = number.emplace(code, names.size());
    if (fresh) names.push_back(code);
    return place->second;
  }
};

Error bad(const std::string& pointer, std::string message) {
  return {ErrorCode::invalid_parameter, pointer, std::move(message)};
}

/// A code that is a part of itself, if there is one: codes without a parent are taken away until none is left.
std::optional<std::size_t> find_cycle(const Numbered& dimension) {
  std::vector<std::vector<std::size_t>> parts(dimension.names.size());
  std::vector<std::size_t> parents(dimension.names.size(), 0);
  for (const auto& breakdown : dimension.breakdowns)
    for (const std::size_t part : breakdown.parts) {
      parts[breakdown.parent].push_back(part);
      ++parents[part];
    }
  std::vector<std::size_t> ready;
  for (std::size_t code = 0; code < parents.size(); ++code)
    if (parents[code] == 0) ready.push_back(code);
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::size_t code = ready.back();
    ready.pop_back();
    ++done;
    for (const std::size_t part : parts[code])
      if (--parents[part] == 0) ready.push_back(part);
  }
  if (done == parents.size()) return std::nullopt;
  // Every code that is left has a parent among them: going up for long enough ends on a cycle.
  std::vector<std::size_t> above(parents.size());
  std::size_t code = 0;
  for (std::size_t parent = 0; parent < parents.size(); ++parent) {
    if (parents[parent] == 0) continue;
    code = parent;
    for (const std::size_t part : parts[parent]) above[part] = parent;
  }
  for (std::size_t step = 0; step < parents.size(); ++step) code = above[code];
  return code;
}

Result<Numbered> number_codes(const Dimension& dimension) {
  Numbered numbered;
  const std::string where = "dimension " + dimension.name + ": ";
  for (const std::string& code : dimension.codes) {
    if (numbered.number.contains(code)) return bad(dimension.pointer + "/codes", where + "code " + code + " repeats");
    numbered.add(code);
  }
  if (dimension.total) {
    if (numbered.number.contains(*dimension.total))
      return bad(dimension.pointer + "/total", where + "the total " + *dimension.total + " is also one of the codes");
    numbered.total = numbered.add(*dimension.total);
  }
  std::set<std::size_t> is_part;
  for (const auto& breakdown : dimension.breakdowns) {
    Numbered::Breakdown row{numbered.add(breakdown.parent), {}};
    for (const std::string& part : breakdown.parts) {
      const std::size_t number = numbered.add(part);
      if (std::find(row.parts.begin(), row.parts.end(), number) != row.parts.end())
        return bad(dimension.pointer + "/children", where + part + " is twice a part of " + breakdown.parent);
      row.parts.push_back(number);
      is_part.insert(number);
    }
    if (row.parts.empty()) return bad(dimension.pointer + "/children", where + breakdown.parent + " has no parts");
    numbered.breakdowns.push_back(std::move(row));
  }
  const bool total_is_broken_down =
      numbered.total && std::any_of(numbered.breakdowns.begin(), numbered.breakdowns.end(),
                                    [&](const auto& row) { return row.parent == *numbered.total; });
  if (numbered.total && !total_is_broken_down) {
    Numbered::Breakdown row{*numbered.total, {}};
    for (std::size_t code = 0; code < numbered.names.size(); ++code)
      if (code != *numbered.total && !is_part.contains(code)) row.parts.push_back(code);
    if (row.parts.empty()) return bad(dimension.pointer + "/codes", where + "there are no codes beside the total");
    numbered.breakdowns.push_back(std::move(row));
  }
  if (const std::optional<std::size_t> cycle = find_cycle(numbered))
    return bad(dimension.pointer + "/children", where + numbered.names[*cycle] + " is a part of itself");
  numbered.leaf.assign(numbered.names.size(), true);
  for (const auto& row : numbered.breakdowns) numbered.leaf[row.parent] = false;
  return numbered;
}

/// Collects the cells of all tables under one key a cell.
class Builder {
 public:
  explicit Builder(TableKind kind) { release_.kind = kind; }

  std::optional<Error> add(const TableText& table);
  std::optional<Error> check();
  Release take() && { return std::move(release_); }

 private:
  std::string key(const std::vector<std::size_t>& codes) const {
    std::vector<std::string> parts;
    for (std::size_t d = 0; d < codes.size(); ++d)
      if (!dimensions_[d].total || *dimensions_[d].total != codes[d])
        parts.push_back(names_[d] + '\x1f' + dimensions_[d].names[codes[d]]);
    std::sort(parts.begin(), parts.end());
    std::string text;
    for (const std::string& part : parts) text += part + '\x1e';
    return text;
  }
  std::vector<std::string> address(const std::vector<std::size_t>& codes) const {
    std::vector<std::string> at;
    for (std::size_t d = 0; d < codes.size(); ++d) at.push_back(dimensions_[d].names[codes[d]]);
    return at;
  }
  std::optional<Error> add_cell(const TableCell& cell, const std::string& key);
  std::optional<Error> relate(std::size_t dimension, const TableText& table);
  std::optional<Error> relate_sums(const TableText& table);
  std::optional<std::size_t> find_or_add(const std::string& key, const std::vector<std::string>& at, bool zero);

  Release release_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Numbered> dimensions_;
  std::vector<std::string> names_;
};

std::optional<Error> Builder::add_cell(const TableCell& cell, const std::string& key) {
  if (release_.kind == TableKind::count)
    for (const auto& value : {cell.value, cell.truth})
      if (value && (*value < 0 || denominator(*value) != 1))
        return bad(cell.pointer + "/value", "the cell " + cell_name(cell) + " is a count: it must be a whole number " +
                                                "that is not negative, got " +
                                                core::to_decimal(*value, 20, core::Rounding::down));
  const auto [place, fresh] = index_.emplace(key, release_.cells.size());
  if (fresh) {
    if (release_.cells.size() >= max_table_cells)
      return Error{ErrorCode::limit_exceeded, cell.pointer,
                   "a release of at most " + std::to_string(max_table_cells) + " cells"};
    release_.cells.push_back(cell);
    return std::nullopt;
  }
  TableCell& known = release_.cells[place->second];
  if (known.pointer.substr(0, known.pointer.rfind("/cells/")) == cell.pointer.substr(0, cell.pointer.rfind("/cells/")))
    return bad(cell.pointer, "the cell " + cell_name(cell) + " is given twice");
  if (known.value && cell.value && known.value != cell.value)
    return bad(cell.pointer, "the cell " + cell_name(cell) + " has another value in another table of the release");
  // Published in one table, suppressed in another: the reader knows it.
  const bool better = cell.status == CellStatus::published && known.status != CellStatus::published;
  if (better) known = cell;
  return std::nullopt;
}

std::optional<std::size_t> Builder::find_or_add(const std::string& key, const std::vector<std::string>& at, bool zero) {
  const auto [place, fresh] = index_.emplace(key, release_.cells.size());
  if (fresh) {
    if (release_.cells.size() >= max_table_cells) return std::nullopt;
    TableCell cell;
    cell.at = at;
    cell.status = zero ? CellStatus::published : CellStatus::absent;
    if (zero) cell.value = Rational(0);
    release_.cells.push_back(std::move(cell));
  }
  return place->second;
}

std::optional<Error> Builder::relate(std::size_t dimension, const TableText& table) {
  const std::size_t count = dimensions_.size();
  // An odometer over the codes of the other dimensions.
  std::vector<std::size_t> codes(count, 0);
  for (;;) {
    bool redundant = false;
    for (std::size_t d = 0; d < dimension; ++d) redundant = redundant || !dimensions_[d].leaf[codes[d]];
    for (const auto& row : dimensions_[dimension].breakdowns) {
      std::vector<std::size_t> at = codes;
      Relation relation;
      relation.dimension = dimension;
      relation.redundant = redundant;
      const auto term = [&](std::size_t code, long coefficient) {
        at[dimension] = code;
        // A cell that the release lacks: zero where that was said of interior cells, else unknown.
        bool leaf = table.absent_is_zero;
        for (std::size_t d = 0; d < count; ++d) leaf = leaf && dimensions_[d].leaf[at[d]];
        const std::optional<std::size_t> cell = find_or_add(key(at), address(at), leaf);
        if (cell) relation.terms.push_back({*cell, coefficient});
        return cell.has_value();
      };
      bool room = term(row.parent, -1);
      for (const std::size_t part : row.parts) room = room && term(part, 1);
      if (!room)
        return Error{ErrorCode::limit_exceeded, "/table",
                     "a release of at most " + std::to_string(max_table_cells) + " cells, counting those not given"};
      at[dimension] = row.parent;
      for (std::size_t d = 0; d < count; ++d)
        relation.name += (d == 0 ? "" : ", ") + names_[d] + " " + dimensions_[d].names[at[d]];
      release_.relations.push_back(std::move(relation));
    }
    std::size_t d = 0;
    for (; d < count; ++d) {
      if (d == dimension) continue;
      if (++codes[d] < dimensions_[d].names.size()) break;
      codes[d] = 0;
    }
    if (d == count) return std::nullopt;
  }
}

std::optional<Error> Builder::relate_sums(const TableText& table) {
  for (const TableText::Sum& sum : table.sums) {
    Relation relation;
    relation.dimension = dimensions_.size();
    const auto find = [&](const std::vector<std::string>& at, long coefficient) -> std::optional<Error> {
      std::string name;
      for (const std::string& code : at) name += '\x1f' + code + '\x1e';
      if (!dimensions_.empty()) {
        if (at.size() != dimensions_.size()) return bad(sum.pointer, "an address of the relation has another length");
        std::vector<std::size_t> codes;
        for (std::size_t d = 0; d < at.size(); ++d) {
          const auto place = dimensions_[d].number.find(at[d]);
          if (place == dimensions_[d].number.end())
            return bad(sum.pointer, "dimension " + names_[d] + " has no code " + at[d]);
          codes.push_back(place->second);
        }
        name = key(codes);
      }
      const std::optional<std::size_t> cell = find_or_add(name, at, false);
      if (!cell) return Error{ErrorCode::limit_exceeded, sum.pointer, "too many cells"};
      for (const Relation::Term& term : relation.terms)
        if (term.cell == *cell) return bad(sum.pointer, "the cell " + cell_name(release_.cells[*cell]) + " repeats");
      relation.terms.push_back({*cell, coefficient});
      return std::nullopt;
    };
    if (auto fault = find(sum.total, -1)) return fault;
    for (const auto& part : sum.parts)
      if (auto fault = find(part, 1)) return fault;
    if (relation.terms.size() < 2) return bad(sum.pointer, "a relation needs parts");
    relation.name = "total " + cell_name(release_.cells[relation.terms[0].cell]);
    release_.relations.push_back(std::move(relation));
  }
  return std::nullopt;
}

std::optional<Error> Builder::add(const TableText& table) {
  dimensions_.clear();
  names_.clear();
  std::size_t size = 1;  // of the whole product of codes: what cannot fit stops here
  for (const Dimension& dimension : table.dimensions) {
    if (std::find(names_.begin(), names_.end(), dimension.name) != names_.end())
      return bad(dimension.pointer + "/name", "the dimension " + dimension.name + " repeats");
    Result<Numbered> numbered = number_codes(dimension);
    if (!numbered) return numbered.error();
    size *= std::max<std::size_t>(1, numbered->names.size());
    if (size > max_table_cells)
      return Error{ErrorCode::limit_exceeded, "/table",
                   "the codes of the dimensions make more than " + std::to_string(max_table_cells) + " cells"};
    dimensions_.push_back(std::move(numbered).value());
    names_.push_back(dimension.name);
  }
  if (release_.dimensions.empty()) release_.dimensions = names_;
  for (const TableCell& cell : table.cells) {
    std::string name;
    if (table.dimensions.empty()) {
      for (const std::string& code : cell.at) name += '\x1f' + code + '\x1e';
    } else {
      if (cell.at.size() != dimensions_.size())
        return bad(cell.pointer + "/at", "there are " + std::to_string(dimensions_.size()) + " dimensions, got " +
                                             std::to_string(cell.at.size()) + " codes");
      std::vector<std::size_t> codes;
      for (std::size_t d = 0; d < cell.at.size(); ++d) {
        const auto place = dimensions_[d].number.find(cell.at[d]);
        if (place == dimensions_[d].number.end())
          return bad(cell.pointer + "/at/" + std::to_string(d),
                     "dimension " + names_[d] + " has no code " + cell.at[d]);
        codes.push_back(place->second);
      }
      name = key(codes);
    }
    if (auto fault = add_cell(cell, name)) return fault;
  }
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    if (!dimensions_[d].breakdowns.empty())
      if (auto fault = relate(d, table)) return fault;
  return relate_sums(table);
}

std::optional<Error> Builder::check() {
  for (const Relation& relation : release_.relations)
    for (const Relation::Term& term : relation.terms)
      if (term.coefficient < 0) release_.cells[term.cell].interior = false;
  for (const Relation& relation : release_.relations) {
    Rational sum = 0;
    bool known = true;
    for (const Relation::Term& term : relation.terms) {
      const TableCell& cell = release_.cells[term.cell];
      const auto& value = true_value(cell);
      known = known && value.has_value();
      if (!known) break;
      sum += *value * term.coefficient;
    }
    if (!known || sum == relation.constant) continue;
    const TableCell& total = release_.cells[relation.terms[0].cell];
    const auto& printed = true_value(total);
    return bad(total.pointer.empty() ? "/table" : total.pointer,
               "the relation of " + relation.name + " does not add up: the total is " +
                   core::to_decimal(*printed, 30, core::Rounding::down) + ", its parts sum to " +
                   core::to_decimal(Rational(*printed + sum), 30, core::Rounding::down));
  }
  return std::nullopt;
}

}  // namespace

std::string cell_name(const TableCell& cell) {
  std::string text = "(";
  for (std::size_t i = 0; i < cell.at.size(); ++i) text += (i == 0 ? "" : ", ") + cell.at[i];
  return text + ")";
}

Result<Release> make_release(TableKind kind, const std::vector<TableText>& tables) {
  Builder builder(kind);
  for (const TableText& table : tables)
    if (auto fault = builder.add(table)) return *fault;
  if (auto fault = builder.check()) return *fault;
  return std::move(builder).take();
}

}  // namespace assay::persuasive
