// JSON -> mechanisms. No family is named below: what joins the fields of one is in mechanism_conditions.
#include "cli/request_mechanism.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cli/mechanism_conditions.hpp"
#include "cli/reading_lists.hpp"
#include "core/json_reader.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using accounting::Entries;
using accounting::Mechanism;
using accounting::Required;
using accounting::Trend;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;

struct State {
  Corner corner;
  Solve* solve = nullptr;
  bool in_domain = true;
};

/// Whether `json` is the marker, in a request that may have one.
bool is_unknown(const Json& json, const State& state) {
  const Json* marker = state.solve != nullptr ? json.find("solve") : nullptr;
  return marker != nullptr && json.object()->size() == 1 && marker->boolean() != nullptr && *marker->boolean();
}

Rational open_value(State& state, accounting::Unknown unknown, std::string at) {
  Solve& solve = *state.solve;
  ++solve.found;
  solve.pointer = std::move(at);
  Rational value = solve.value;
  if (!solve.has_value) {
    const bool fraction = unknown.domain == Domain::unit || unknown.domain == Domain::open_unit;
    // An integer is tried where the loss is least: the other fields allow that end, or none.
    value = unknown.is_integer ? Rational(unknown.trend == Trend::less_loss ? unknown.highest : unknown.lowest)
            : fraction         ? Rational(1, 2)
            : unknown.domain == Domain::open_half ? Rational(1, 4)
                                                  : Rational(1);
  }
  solve.unknown = std::move(unknown);
  return value;
}

void claim_no_minimum(accounting::Unknown& unknown) {
  unknown.monotone = false;
  unknown.reason =
      "delta is not known to be monotone in " + unknown.name + ": the value is proven, its minimality is not claimed";
}

std::uint64_t whole(const Rational& x) { return static_cast<std::uint64_t>(numerator(x) / denominator(x)); }

Result<Mechanism> read_mechanism(const Json& value, const std::string& at, State& state, bool is_base,
                                 std::uint64_t& count);

/// Collects the names of a family's fields.
template <class Family>
struct Names {
  std::vector<std::string_view> names{"mechanism", "count"};

  void one_of() {}
  void same_length(std::string_view, std::string_view) {}
  void real(std::string_view name, auto, Domain, Trend, Required) { names.push_back(name); }
  void integer(std::string_view name, auto, std::uint64_t, std::uint64_t, Trend, Required) { names.push_back(name); }
  void distribution(std::string_view name, auto) { names.push_back(name); }
  void reals(std::string_view name, auto, Domain) { names.push_back(name); }
  void base(std::string_view name, auto) { names.push_back(name); }
  void boolean(std::string_view name, auto) { names.push_back(name); }
  void choice(std::string_view name, auto, std::span<const std::string_view>) { names.push_back(name); }
  void table(std::string_view name, auto, Entries, std::size_t, std::size_t, Required = Required::yes) {
    names.push_back(name);
  }
  void pairs_of(std::string_view name, auto, std::string_view, Required) { names.push_back(name); }
};

/// Fills one family's struct from an object.
template <class Family>
class Decoder {
 public:
  Decoder(ObjectReader& in, State& state) : in_(in), state_(state) {}

  void one_of() { choice_ = true; }

  void real(std::string_view name, Rational Family::*member, Domain domain, Trend trend, Required required) {
    const Json* value = required == Required::yes ? in_.require(name) : in_.find(name);
    if (value != nullptr) built.*member = read(*value, name, domain, trend);
  }

  void real(std::string_view name, std::optional<Rational> Family::*member, Domain domain, Trend trend, Required) {
    if (choice_) choices_.push_back(name);
    const Json* value = in_.find(name);
    if (value == nullptr) return;
    if (choice_ && !chosen_.empty())
      in_.fail(ErrorCode::invalid_parameter, name,
               "give either " + std::string(chosen_) + " or " + std::string(name) + ", not both");
    chosen_ = name;
    built.*member = read(*value, name, domain, trend);
  }

  void integer(std::string_view name, std::uint64_t Family::*member, std::uint64_t lowest, std::uint64_t highest,
               Trend trend, Required required) {
    const Json* value = required == Required::yes ? in_.require(name) : in_.find(name);
    if (value == nullptr) return;
    if (is_unknown(*value, state_)) {
      accounting::Unknown unknown{std::string(name), true, lowest, highest, Domain::positive, trend, true, {}};
      if (trend == Trend::none) claim_no_minimum(unknown);
      built.*member = whole(open_value(state_, std::move(unknown), in_.place(name)));
      return;
    }
    built.*member = in_.keep(read_integer(*value, name, in_.place(name), lowest, highest));
  }

  /// A list whose entries as_printed cannot move: which way a larger one moves the loss is not known.
  void reals(std::string_view name, std::vector<Rational> Family::*member, Domain domain) {
    if (const Json* value = in_.require(name))
      built.*member = in_.keep(read_reals(*value, name, in_.place(name), domain));
    lengths_.emplace_back(name, (built.*member).size());
  }

  void distribution(std::string_view name, std::vector<Rational> Family::*member) {
    const Json* value = in_.require(name);
    if (value != nullptr) built.*member = in_.keep(read_distribution(*value, name, in_.place(name), literal()));
    lengths_.emplace_back(name, (built.*member).size());
  }

  void same_length(std::string_view a, std::string_view b) {
    if (length(a) != length(b))
      in_.fail(ErrorCode::invalid_parameter, b,
               std::string(b) + " must have as many entries as " + std::string(a) + " (" + std::to_string(length(a)) +
                   "), got " + std::to_string(length(b)));
  }

  void base(std::string_view name, std::shared_ptr<const Mechanism> Family::*member) {
    const Json* value = in_.require(name);
    if (value == nullptr) return;
    std::uint64_t count = 1;
    Result<Mechanism> mechanism = read_mechanism(*value, in_.place(name), state_, true, count);
    if (!mechanism) return in_.fail(mechanism.error());
    built.*member = std::make_shared<const Mechanism>(std::move(mechanism).value());
  }

  void boolean(std::string_view name, bool Family::*member) {
    const Json* value = in_.find(name);
    if (value != nullptr) built.*member = in_.keep(read_boolean(*value, name, in_.place(name)));
  }

  template <class E>
  void choice(std::string_view name, E Family::*member, std::span<const std::string_view> names) {
    const Json* value = in_.require(name);
    if (value == nullptr) return;
    const std::string text = in_.keep(read_string(*value, name, in_.place(name)));
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end())
      return in_.fail(ErrorCode::invalid_parameter, name,
                      std::string(name) + " is one of " + join(names) + ", got " + spell(*value));
    built.*member = static_cast<E>(found - names.begin());
  }

  void table(std::string_view name, std::vector<std::vector<Rational>> Family::*member, Entries entries,
             std::size_t least, std::size_t most, Required required = Required::yes) {
    const Json* value = required == Required::yes ? in_.require(name) : in_.find(name);
    if (value == nullptr) return;
    built.*member = in_.keep(read_table(*value, name, in_.place(name), {entries, least, most}, literal()));
    lengths_.emplace_back(name, (built.*member).size());
  }

  void pairs_of(std::string_view name, std::vector<std::pair<std::uint64_t, std::uint64_t>> Family::*member,
                std::string_view table, Required required) {
    const Json* value = required == Required::yes ? in_.require(name) : in_.find(name);
    if (value != nullptr) built.*member = in_.keep(read_pairs(*value, name, in_.place(name), length(table)));
  }

  /// What can be said only after every field was seen.
  void finish() {
    if (choice_ && chosen_.empty())
      in_.fail(ErrorCode::missing_field, choices_.front(), "one of " + join(choices_) + " is needed");
  }

  Family built;

 private:
  bool literal() const { return state_.corner == Corner::literal; }

  Rational read(const Json& json, std::string_view name, Domain domain, Trend trend) {
    if (is_unknown(json, state_)) {
      accounting::Unknown unknown{std::string(name), false, 1, 1, domain, trend, true, {}};
      if (trend == Trend::none) claim_no_minimum(unknown);
      return open_value(state_, std::move(unknown), in_.place(name));
    }
    const Result<core::ExactNumber> number = read_in_domain(json, name, in_.place(name), domain);
    if (!number) {
      in_.fail(number.error());
      return 0;
    }
    if (trend == Trend::none && state_.corner != Corner::literal && number->half_unit) {
      in_.fail(ErrorCode::not_supported, name,
               "as_printed needs to know which way " + std::string(name) +
                   " makes the loss worse, and it may do either; write the exact fraction, or ask without as_printed");
      return 0;
    }
    CornerReal moved = at_corner(*number, domain, trend, state_.corner);
    state_.in_domain = state_.in_domain && moved.in_domain;
    return moved.value;
  }

  Result<std::vector<Rational>> read_reals(const Json& json, std::string_view name, const std::string& at,
                                           Domain domain) {
    const Json::Array* array = json.array();
    if (array == nullptr || array->empty())
      return Error{ErrorCode::invalid_parameter, at,
                   std::string(name) + " must be a list of numbers, got " + spell(json)};
    std::vector<Rational> list;
    for (std::size_t i = 0; i < array->size(); ++i) {
      const std::string place = at + "/" + std::to_string(i);
      Result<core::ExactNumber> number = read_in_domain((*array)[i], "an entry of " + std::string(name), place, domain);
      if (!number) return number.error();
      if (state_.corner != Corner::literal && number->half_unit)
        return Error{ErrorCode::not_supported, place,
                     "as_printed cannot move one entry of " + std::string(name) +
                         ": the loss is not known to be monotone in it; write fractions, or ask without as_printed"};
      list.push_back(std::move(number->value));
    }
    return list;
  }

  std::size_t length(std::string_view name) const {
    for (const auto& [known, size] : lengths_)
      if (known == name) return size;
    return 0;
  }

  ObjectReader& in_;
  State& state_;
  bool choice_ = false;
  std::string_view chosen_;
  std::vector<std::string_view> choices_;
  std::vector<std::pair<std::string_view, std::size_t>> lengths_;
};

template <class Family>
Result<Mechanism> read_family(const Json& value, const std::string& at, State& state, bool is_base,
                              std::uint64_t& count) {
  Names<Family> names;
  Family::describe(names);
  ObjectReader in(value, at, Family::name, names.names);
  Decoder<Family> decoder(in, state);
  const std::size_t before = state.solve != nullptr ? state.solve->found : 0;
  Family::describe(decoder);
  decoder.finish();
  if (state.solve != nullptr && state.solve->found == before + 1) settle(decoder.built, *state.solve);
  if (const Json* times = in.find("count"); times != nullptr && is_unknown(*times, state)) {
    if (is_base) in.fail(ErrorCode::invalid_parameter, "count", "a base runs once: solve for the count around it");
    accounting::Unknown unknown{"count", true, 1, accounting::max_count, Domain::positive, Trend::more_loss, true, {}};
    count = whole(open_value(state, std::move(unknown), in.place("count")));
  } else if (times != nullptr) {
    count = in.keep(read_integer(*times, "count", in.place("count"), 1, accounting::max_count), std::uint64_t{1});
    if (is_base && count != 1)
      in.fail(ErrorCode::invalid_parameter, "count",
              "a base runs once, its count can only be 1; put the count beside the mechanism around it, got " +
                  spell(*times));
  }
  if (!in.failed()) check_together(decoder.built, in, state.corner);
  if (in.failed()) return *in.fault();
  return Mechanism{std::move(decoder.built)};
}

template <std::size_t... I>
Result<Mechanism> read_named(std::string_view name, const Json& value, const std::string& at, State& state,
                             bool is_base, std::uint64_t& count, std::index_sequence<I...>) {
  std::optional<Result<Mechanism>> found;
  std::vector<std::string_view> names;
  const auto attempt = [&]<class Family>(std::type_identity<Family>) {
    names.push_back(Family::name);
    if (Family::name == name) found = read_family<Family>(value, at, state, is_base, count);
  };
  (attempt(std::type_identity<std::variant_alternative_t<I, Mechanism::Family>>{}), ...);
  if (found) return *std::move(found);
  const std::string place = at + "/mechanism";
  return Error{ErrorCode::invalid_parameter, place,
               "there is no mechanism " + spell(Json(name)) + "; this version has " + join(names)};
}

Result<Mechanism> read_mechanism(const Json& value, const std::string& at, State& state, bool is_base,
                                 std::uint64_t& count) {
  if (value.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "a mechanism must be an object, got " + spell(value)};
  const Json* kind = value.find("mechanism");
  if (kind == nullptr)
    return Error{ErrorCode::missing_field, at + "/mechanism", "the field mechanism says which mechanism it is"};
  const Result<std::string> name = read_string(*kind, "mechanism", at + "/mechanism");
  if (!name) return name.error();
  return read_named(*name, value, at, state, is_base, count,
                    std::make_index_sequence<std::variant_size_v<Mechanism::Family>>{});
}

struct Bounds {
  std::optional<Rational> lowest, highest;
  bool closed_below = true, closed_above = true;
  std::string_view sentence;
};

Bounds bounds(Domain domain) {
  switch (domain) {
    case Domain::positive: return {Rational(0), std::nullopt, false, true, "must be positive"};
    case Domain::nonnegative: return {Rational(0), std::nullopt, true, true, "must not be negative"};
    case Domain::unit: return {Rational(0), Rational(1), true, true, "must lie between 0 and 1"};
    case Domain::open_unit: return {Rational(0), Rational(1), false, false, "must lie strictly between 0 and 1"};
    case Domain::open_half: return {Rational(0), Rational(1, 2), false, false, "must lie strictly between 0 and 1/2"};
  }
  std::abort();
}

bool holds_real(const Bounds& domain, const Rational& x) {
  if (domain.lowest && (domain.closed_below ? x < *domain.lowest : x <= *domain.lowest)) return false;
  return !domain.highest || (domain.closed_above ? x <= *domain.highest : x < *domain.highest);
}

}  // namespace

CornerReal at_corner(const core::ExactNumber& number, Domain domain, Trend trend, Corner corner) {
  if (corner == Corner::literal || !number.half_unit) return {number.value};
  const bool larger = (corner == Corner::most_loss) == (trend == Trend::more_loss);
  const Rational moved = larger ? number.value + *number.half_unit : number.value - *number.half_unit;
  const Bounds limits = bounds(domain);
  if (holds_real(limits, moved)) return {moved};
  const bool closed = larger ? limits.closed_above : limits.closed_below;
  if (closed) return {larger ? *limits.highest : *limits.lowest};
  return {number.value, false};
}

Result<core::ExactNumber> read_in_domain(const Json& value, std::string_view name, const std::string& at,
                                         Domain domain) {
  Result<core::ExactNumber> number = read_real(value, name, at);
  if (!number) return number;
  const Bounds limits = bounds(domain);
  if (holds_real(limits, number->value)) return number;
  return Error{ErrorCode::invalid_parameter, at,
               std::string(name) + " " + std::string(limits.sentence) + ", got " +
                   spell(value.string() != nullptr ? Json(Json::Number{*value.string()}) : value)};
}

Result<DecodedComposition> read_composition(const Json& value, const std::string& at, Corner corner, Solve* solve) {
  const Json::Array* array = value.array();
  if (array == nullptr || array->empty())
    return Error{ErrorCode::invalid_parameter, at,
                 "composition must be a list of one mechanism or more, got " + spell(value)};
  if (solve != nullptr) solve->found = 0;
  State state{corner, solve};
  DecodedComposition decoded;
  for (std::size_t i = 0; i < array->size(); ++i) {
    std::uint64_t count = 1;
    Result<Mechanism> mechanism = read_mechanism((*array)[i], at + "/" + std::to_string(i), state, false, count);
    if (!mechanism) return mechanism.error();
    decoded.composition.push_back({std::move(mechanism).value(), count});
  }
  decoded.in_domain = state.in_domain;
  return decoded;
}

}  // namespace assay::cli
