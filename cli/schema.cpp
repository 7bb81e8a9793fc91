// JSON Schema of the requests.
#include "cli/schema.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "accounting/mechanism/mechanism.hpp"
#include "cli/own_kind.hpp"
#include "cli/request.hpp"
#include "cli/schema_fields.hpp"
#include "core/json_writer.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using accounting::Entries;
using accounting::Mechanism;
using accounting::Required;
using accounting::Trend;
using core::Json;
using Object = Json::Object;
using Array = Json::Array;

/// Text of a decimal or a fraction without its sign.
constexpr std::string_view unsigned_text =
    "((0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?|(0|[1-9][0-9]*)/(0|[1-9][0-9]*))$";

Json reference(std::string_view name) { return schema_reference(name); }

Json real(bool may_be_negative, std::string description) {
  Object schema;
  schema.emplace_back("description", std::move(description));
  schema.emplace_back("type", Array{"number", "string"});
  schema.emplace_back("pattern", (may_be_negative ? "^-?" : "^") + std::string(unsigned_text));
  return schema;
}

Json bounded(std::string description, std::vector<Json::Member> bounds) {
  Json schema = real(false, std::move(description));
  for (Json::Member& bound : bounds) schema.object()->push_back(std::move(bound));
  return schema;
}

Json number(std::string_view text) { return Json::Number{std::string(text)}; }

struct DomainEntry {
  Domain domain;
  std::string_view name;
};
constexpr std::array<DomainEntry, 5> domains = {{{Domain::positive, "positive"},
                                                 {Domain::nonnegative, "nonnegative"},
                                                 {Domain::unit, "unit"},
                                                 {Domain::open_unit, "open_unit"},
                                                 {Domain::open_half, "open_half"}}};

Json domain_schema(Domain domain) {
  switch (domain) {
    case Domain::positive: return bounded("An exact real above 0", {{"exclusiveMinimum", number("0")}});
    case Domain::nonnegative: return bounded("An exact real, at least 0", {{"minimum", number("0")}});
    case Domain::unit:
      return bounded("An exact real from 0 to 1", {{"minimum", number("0")}, {"maximum", number("1")}});
    case Domain::open_unit:
      return bounded("An exact real strictly between 0 and 1",
                     {{"exclusiveMinimum", number("0")}, {"exclusiveMaximum", number("1")}});
    case Domain::open_half:
      return bounded("An exact real strictly between 0 and 1/2",
                     {{"exclusiveMinimum", number("0")}, {"exclusiveMaximum", number("0.5")}});
  }
  std::abort();
}

std::string_view domain_name(Domain domain) {
  for (const DomainEntry& entry : domains)
    if (entry.domain == domain) return entry.name;
  std::abort();
}

Json integer(std::uint64_t lowest, std::uint64_t highest) { return schema_integer(lowest, highest); }

/// Collects the schema of one family's fields.
template <class Family>
struct Describer {
  Object properties;
  Array required{"mechanism"};
  Array choices;
  bool choosing = false;

  void one_of() { choosing = true; }
  void same_length(std::string_view, std::string_view) {}
  void real(std::string_view name, auto member, Domain domain, Trend, Required needed) {
    constexpr bool is_optional = std::is_same_v<decltype(member), std::optional<core::Rational> Family::*>;
    if (is_optional && choosing) choices.push_back(Object{{"required", Array{name}}});
    add(name, reference(domain_name(domain)), needed);
  }
  void integer(std::string_view name, auto, std::uint64_t lowest, std::uint64_t highest, Trend, Required needed) {
    add(name, cli::integer(lowest, highest), needed);
  }
  void distribution(std::string_view name, auto) {
    add(name,
        Object{{"description", "Probabilities that sum to 1 exactly"},
               {"type", "array"},
               {"items", reference("unit")},
               {"minItems", number("1")}},
        Required::yes);
  }
  void reals(std::string_view name, auto, Domain domain) {
    add(name, Object{{"type", "array"}, {"items", reference(domain_name(domain))}, {"minItems", number("1")}},
        Required::yes);
  }
  void base(std::string_view name, auto) { add(name, reference("base"), Required::yes); }
  void boolean(std::string_view name, auto) { add(name, Object{{"type", "boolean"}}, Required::no); }
  void choice(std::string_view name, auto, std::span<const std::string_view> names) {
    add(name, Object{{"enum", Array(names.begin(), names.end())}}, Required::yes);
  }
  void table(std::string_view name, auto, Entries entries, std::size_t least, std::size_t most,
             Required needed = Required::yes) {
    const bool distributions = entries == Entries::distributions;
    add(name,
        Object{{"description", distributions ? "Rows of one length, each of probabilities that sum to 1 exactly"
                                             : "Rows of one length"},
               {"type", "array"},
               {"items", Object{{"type", "array"},
                                {"items", reference(distributions ? "unit" : "real")},
                                {"minItems", number("1")}}},
               {"minItems", number(std::to_string(least))},
               {"maxItems", number(std::to_string(most))}},
        needed);
  }
  void pairs_of(std::string_view name, auto, std::string_view table, Required needed) {
    add(name,
        Object{{"description", "Pairs of row numbers of " + std::string(table) + ", counted from 0"},
               {"type", "array"},
               {"items", Object{{"type", "array"},
                                {"items", cli::integer(0, 9'999)},
                                {"minItems", number("2")},
                                {"maxItems", number("2")}}},
               {"minItems", number("1")}},
        needed);
  }

 private:
  void add(std::string_view name, Json schema, Required needed) {
    properties.emplace_back(name, std::move(schema));
    if (needed == Required::yes) required.emplace_back(name);
  }
};

template <class Family>
Json family_schema() {
  Describer<Family> fields;
  Family::describe(fields);
  Object properties{{"mechanism", Object{{"const", Family::name}}}};
  for (Json::Member& property : fields.properties) properties.push_back(std::move(property));
  properties.emplace_back("count", integer(1, accounting::max_count));
  Object schema{{"type", "object"},
                {"required", std::move(fields.required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
  if (!fields.choices.empty()) schema.emplace_back("oneOf", std::move(fields.choices));
  return schema;
}

template <std::size_t... I>
void add_families(Object& definitions, std::index_sequence<I...>) {
  Array alternatives;
  const auto add = [&]<class Family>(std::type_identity<Family>) {
    definitions.emplace_back(Family::name, family_schema<Family>());
    alternatives.push_back(reference(Family::name));
  };
  (add(std::type_identity<std::variant_alternative_t<I, Mechanism::Family>>{}), ...);
  definitions.emplace_back("mechanism", Object{{"oneOf", std::move(alternatives)}});
  definitions.emplace_back(
      "base",
      Object{{"description", "A mechanism that runs once inside another"},
             {"allOf", Array{reference("mechanism"),
                             Object{{"properties", Object{{"count", Object{{"enum", Array{number("1"), "1"}}}}}}}}}});
}

Json closed_form(Object properties) {
  Array required;
  for (const auto& [name, ignored] : properties) required.emplace_back(name);
  return Object{{"type", "object"},
                {"required", std::move(required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
}

/// At least 0, or ln r: as claims of verify have it.
Json claimed_epsilon() {
  return Object{{"description", "An exact real, at least 0, or the logarithm of a rational (ln 3, ln(3/2))"},
                {"type", Array{"number", "string"}},
                {"minimum", number("0")},
                {"pattern", "^(ln [0-9.eE+-]+$|ln[(][0-9.eE+/-]+[)]$|" + std::string(unsigned_text) + ")"}};
}

Json claim_schema(bool with_logarithms) {
  return Object{
      {"oneOf",
       Array{Object{{"type", "object"},
                    {"required", Array{"epsilon", "delta"}},
                    {"additionalProperties", false},
                    {"properties", Object{{"epsilon", with_logarithms ? claimed_epsilon() : reference("nonnegative")},
                                          {"delta", reference("unit")},
                                          {"delta_kind", Object{{"enum", Array{"approximate", "probabilistic"}}}}}}},
             closed_form({{"alpha", reference("positive")}, {"epsilon", reference("nonnegative")}}),
             closed_form({{"rho", reference("nonnegative")}}), closed_form({{"mu", reference("nonnegative")}})}}};
}

Json names(const auto& table) {
  Array list;
  for (const auto& entry : table) list.emplace_back(entry.name);
  return Object{{"enum", std::move(list)}};
}

Json text(std::string_view description) { return Object{{"description", description}, {"type", "string"}}; }

/// The schema of one field of a request of that kind.
Json field_schema(std::string_view kind, std::string_view name) {
  if (std::optional<Json> own = question_field_schema(kind, name)) return *std::move(own);
  if (name == "request") return Object{{"const", kind}};
  if (name == "id") return Object{{"description", "Any value; echoed as it is"}};
  if (name == "digits") return integer(1, max_digits);
  if (name == "max_seconds")
    return bounded("The time budget of this request",
                   {{"exclusiveMinimum", number("0")}, {"maximum", number(std::to_string(max_seconds))}});
  if (name == "engine") return names(engine_names());
  if (name == "certificate")
    return Object{
        {"description", "Attach a certificate that assay-check verifies, or say in no_certificate why there is none"},
        {"type", "boolean"}};
  if (name == "label") return text("Free text; echoed");
  if (name == "composition")
    return Object{{"type", "array"}, {"items", reference("mechanism")}, {"minItems", number("1")}};
  if (name == "adjacency") return names(adjacency_names());
  if (name == "epsilon") return schema_list_or_one("level");
  if (name == "delta_kind") return Object{{"enum", Array{"approximate", "probabilistic"}}};
  if (name == "delta") return schema_list_or_one("unit");
  if (name == "claim" || name == "target") return claim_schema(name == "claim");
  if (name == "as_printed")
    return Object{{"description", "Read printed decimals as the reals that round to them, too"}, {"type", "boolean"}};
  if (name == "source") return text("Where the claim was published; shown in the table of assay verify");
  if (name == "note") return text("A remark; shown in the table of assay verify");
  std::abort();
}

template <class Kind>
Json kind_schema() {
  Object properties;
  for (const std::string_view name : common_fields) properties.emplace_back(name, field_schema(Kind::kind, name));
  for (const std::string_view name : Kind::fields) properties.emplace_back(name, field_schema(Kind::kind, name));
  Array required{"request"};
  for (const std::string_view name : Kind::required) required.emplace_back(name);
  return Object{{"type", "object"},
                {"required", std::move(required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
}

Json own_schema(const OwnKind& kind) {
  Object properties;
  for (const std::string_view name : common_fields)
    if (name != "engine") properties.emplace_back(name, field_schema(kind.name, name));
  properties.emplace_back("engine", Object{{"const", "auto"}});
  for (Json::Member& property : kind.properties()) properties.push_back(std::move(property));
  Object schema{{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  for (Json::Member& member : kind.rest()) schema.push_back(std::move(member));
  return schema;
}

/// Numbers by their domain.
Object plain_definitions() {
  Object all;
  all.emplace_back("real", real(true, "An exact real: a JSON number, or a string that spells a decimal or a fraction"));
  all.emplace_back("level", Object{{"description",
                                    "An exact real: a JSON number, or a string that spells a decimal, a fraction, or "
                                    "the logarithm of a positive rational (ln 3, ln(3/2))"},
                                   {"type", Array{"number", "string"}},
                                   {"pattern",
                                    "^(ln [0-9.eE+-]+|ln[(][0-9.eE+/-]+[)]|-?((0|[1-9][0-9]*)([.][0-9]+)?"
                                    "([eE][+-]?[0-9]+)?|(0|[1-9][0-9]*)/(0|[1-9][0-9]*)))$"}});
  for (const DomainEntry& entry : domains) all.emplace_back(entry.name, domain_schema(entry.domain));
  return all;
}

Object definitions() {
  Object all = plain_definitions();
  add_families(all, std::make_index_sequence<std::variant_size_v<Mechanism::Family>>{});
  return all;
}

constexpr std::string_view draft = "http://json-schema.org/draft-07/schema#";

/// Calls f with the type of each kind.
template <std::size_t... I>
void for_each_kind(const auto& f, std::index_sequence<I...>) {
  (f(std::type_identity<std::variant_alternative_t<I, Ask>>{}), ...);
}
void for_each_kind(const auto& f) { for_each_kind(f, std::make_index_sequence<std::variant_size_v<Ask>>{}); }

bool is_plain(const Json& value) { return value.array() == nullptr && value.object() == nullptr; }

void print(const Json& value, std::string& out, std::size_t level);

void print_all(const auto& items, char open, char close, std::string& out, std::size_t level, const auto& print_one) {
  const std::string indent(2 * (level + 1), ' ');
  out += open;
  bool first = true;
  for (const auto& item : items) {
    out += (first ? "\n" : ",\n") + indent;
    print_one(item);
    first = false;
  }
  out += "\n" + std::string(2 * level, ' ') + close;
}

void print(const Json& value, std::string& out, std::size_t level) {
  const Array* array = value.array();
  const Object* object = value.object();
  if (array != nullptr && !std::all_of(array->begin(), array->end(), is_plain)) {
    print_all(*array, '[', ']', out, level, [&](const Json& item) { print(item, out, level + 1); });
  } else if (array != nullptr) {
    out += '[';
    for (std::size_t i = 0; i < array->size(); ++i) out += (i == 0 ? "" : ", ") + core::write_json((*array)[i]);
    out += ']';
  } else if (object != nullptr && !object->empty()) {
    print_all(*object, '{', '}', out, level, [&](const Json::Member& member) {
      out += core::write_json(Json(member.first)) + ": ";
      print(member.second, out, level + 1);
    });
  } else {
    out += core::write_json(value);
  }
}

}  // namespace

std::vector<std::string_view> schema_kinds() {
  std::vector<std::string_view> kinds;
  for_each_kind([&]<class Kind>(std::type_identity<Kind>) { kinds.push_back(Kind::kind); });
  for (const OwnKind* own : own_kinds()) kinds.push_back(own->name);
  return kinds;
}

std::optional<Json> request_schema(std::string_view kind) {
  std::optional<Json> found;
  for_each_kind([&]<class Kind>(std::type_identity<Kind>) {
    if (Kind::kind != kind) return;
    Object schema{{"$schema", draft}, {"title", "assay request: " + std::string(kind)}};
    Json body = kind_schema<Kind>();
    for (Json::Member& member : *body.object()) schema.push_back(std::move(member));
    schema.emplace_back("definitions", definitions());
    found = std::move(schema);
  });
  if (const OwnKind* own = find_own_kind(kind)) {
    Object schema{{"$schema", draft}, {"title", "assay request: " + std::string(kind)}};
    Json body = own_schema(*own);
    for (Json::Member& member : *body.object()) schema.push_back(std::move(member));
    schema.emplace_back("definitions", plain_definitions());
    found = std::move(schema);
  }
  return found;
}

Json any_request_schema() {
  Object all = definitions();
  Array alternatives;
  for_each_kind([&]<class Kind>(std::type_identity<Kind>) {
    const std::string name = "request_" + std::string(Kind::kind);
    all.emplace_back(name, kind_schema<Kind>());
    alternatives.push_back(reference(name));
  });
  for (const OwnKind* own : own_kinds()) {
    const std::string name = "request_" + std::string(own->name);
    all.emplace_back(name, own_schema(*own));
    alternatives.push_back(reference(name));
  }
  return Object{{"$schema", draft},
                {"title", "assay request"},
                {"oneOf", std::move(alternatives)},
                {"definitions", std::move(all)}};
}

std::string pretty(const Json& value) {
  std::string out;
  print(value, out, 0);
  return out + "\n";
}

}  // namespace assay::cli
