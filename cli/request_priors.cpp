#include "cli/request_priors.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cli/nearest.hpp"
#include "cli/reading.hpp"

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

struct ClassFields {
  std::string_view name;
  std::vector<std::string_view> fields;
};

const std::vector<ClassFields>& finite_classes() {
  static const std::vector<ClassFields> all = {{"adjacent_pairs", {"floor", "ceiling"}},
                                               {"neighbours", {"floor", "ceiling", "points"}},
                                               {"all", {"floor", "ceiling"}},
                                               {"list", {"priors"}},
                                               {"contamination", {"base", "weight"}},
                                               {"density_band", {"lower", "upper"}},
                                               {"ratio_band", {"lower", "upper"}},
                                               {"polytope", {"rows", "at_least"}},
                                               {"product", {"records", "floor", "ceiling"}},
                                               {"distance_profile", {"weights"}}};
  return all;
}

/// Classes of the contract that are about releases.
constexpr std::array<std::string_view, 10> release_classes = {
    "gaussian",          "student",     "exponential",           "uniform",     "bernoulli", "poisson",
    "negative_binomial", "multinomial", "dirichlet_multinomial", "belief_floor"};

constexpr std::size_t max_listed = 10'000, max_rows = 4096;

std::string decimal(const Rational& x) {
  const std::string down = core::to_decimal(x, 12, core::Rounding::down);
  return down == core::to_decimal(x, 12, core::Rounding::up) ? down : x.str();
}

Rational read_unit(ObjectReader& in, std::string_view name, const Rational& otherwise) {
  const Json* value = in.find(name);
  if (value == nullptr) return otherwise;
  const Rational x = in.keep(read_real(*value, name, in.place(name))).value;
  if (!in.failed() && (x < 0 || x > 1))
    in.fail(ErrorCode::invalid_parameter, name, std::string(name) + " must lie between 0 and 1, got " + spell(*value));
  return x;
}

pp::TruthMass read_truth_mass(ObjectReader& in, const std::string& at) {
  pp::TruthMass truth{read_unit(in, "floor", 0), read_unit(in, "ceiling", 1)};
  if (!in.failed() && (truth.floor > truth.ceiling || truth.ceiling == 0))
    in.fail({ErrorCode::invalid_parameter, at,
             "no prior has a mass of the truth of at least the floor " + decimal(truth.floor) +
                 " and at most the ceiling " + decimal(truth.ceiling)});
  return truth;
}

/// Nonnegative reals, `length` of them (0: any).
std::vector<Rational> read_list(ObjectReader& in, std::string_view name, std::size_t length, bool signs) {
  std::vector<Rational> numbers;
  const Json* value = in.require(name);
  if (value == nullptr) return numbers;
  const Array* list = value->array();
  if (list == nullptr || list->empty() || list->size() > max_rows || (length != 0 && list->size() != length)) {
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must be a list of " +
                (length == 0 ? "numbers" : std::to_string(length) + " numbers") + ", got " + spell(*value));
    return numbers;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const std::string at = in.place(name) + "/" + std::to_string(i);
    numbers.push_back(in.keep(read_real((*list)[i], name, at)).value);
    if (!in.failed() && !signs && numbers.back() < 0)
      in.fail(
          {ErrorCode::invalid_parameter, at, std::string(name) + " must not be negative, got " + spell((*list)[i])});
  }
  return numbers;
}

Rational total(const std::vector<Rational>& numbers) {
  Rational sum = 0;
  for (const Rational& x : numbers) sum += x;
  return sum;
}

void refuse_empty_band(ObjectReader& in, const std::string& at, const std::vector<Rational>& lower,
                       const std::vector<Rational>& upper) {
  if (in.failed()) return;
  for (std::size_t y = 0; y < lower.size(); ++y)
    if (lower[y] > upper[y])
      return in.fail({ErrorCode::invalid_parameter, at,
                      "the band is empty: at " + std::to_string(y) + " its lower end " + decimal(lower[y]) +
                          " is above its upper end " + decimal(upper[y])});
}

pp::DensityBand read_density_band(ObjectReader& in, const std::string& at, std::size_t size) {
  pp::DensityBand band;
  band.lower = in.find("lower") == nullptr ? std::vector<Rational>(size) : read_list(in, "lower", size, false);
  band.upper =
      in.find("upper") == nullptr ? std::vector<Rational>(size, Rational(1)) : read_list(in, "upper", size, false);
  refuse_empty_band(in, at, band.lower, band.upper);
  if (in.failed()) return band;
  if (total(band.lower) > 1 || total(band.upper) < 1)
    in.fail({ErrorCode::invalid_parameter, at,
             "the band holds no probability vector: its lower ends sum to " + decimal(total(band.lower)) +
                 ", its upper ends to " + decimal(total(band.upper))});
  return band;
}

pp::RatioBand read_ratio_band(ObjectReader& in, const std::string& at, std::size_t size) {
  pp::RatioBand band{read_list(in, "lower", size, false), {}};
  if (!in.failed()) band.upper = read_list(in, "upper", size, false);
  refuse_empty_band(in, at, band.lower, band.upper);
  if (!in.failed() && total(band.upper) == 0)
    in.fail({ErrorCode::invalid_parameter, at, "the band is empty: every upper end is 0"});
  return band;
}

pp::PriorPolytope read_polytope(ObjectReader& in, std::size_t size) {
  pp::PriorPolytope polytope;
  const Json* rows = in.require("rows");
  if (rows == nullptr) return polytope;
  const Array* list = rows->array();
  if (list == nullptr || list->size() > max_rows) {
    in.fail(ErrorCode::invalid_parameter, "rows", "rows must be a list of rows, got " + spell(*rows));
    return polytope;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const std::string at = in.place("rows") + "/" + std::to_string(i);
    const Array* row = (*list)[i].array();
    if (row == nullptr || row->size() != size) {
      in.fail({ErrorCode::invalid_parameter, at,
               "a row must have one number a datum, " + std::to_string(size) + ", got " + spell((*list)[i])});
      break;
    }
    std::vector<Rational>& numbers = polytope.rows.emplace_back();
    for (std::size_t y = 0; y < size && !in.failed(); ++y)
      numbers.push_back(in.keep(read_real((*row)[y], "rows", at + "/" + std::to_string(y))).value);
  }
  if (!in.failed() && !polytope.rows.empty()) polytope.at_least = read_list(in, "at_least", polytope.rows.size(), true);
  return polytope;
}

pp::ListedPriors read_listed(ObjectReader& in, std::size_t size) {
  pp::ListedPriors listed;
  const Json* value = in.require("priors");
  if (value == nullptr) return listed;
  const Array* list = value->array();
  if (list == nullptr || list->empty()) {
    in.fail(ErrorCode::invalid_parameter, "priors",
            "priors must be a list of probability vectors, got " + spell(*value));
    return listed;
  }
  if (list->size() > max_listed)
    in.fail(ErrorCode::limit_exceeded, "priors", "at most " + std::to_string(max_listed) + " priors");
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    listed.priors.push_back(
        in.keep(read_pmf((*list)[i], "a prior", in.place("priors") + "/" + std::to_string(i), size)));
  return listed;
}

pp::Contamination read_contamination(ObjectReader& in, std::size_t size) {
  pp::Contamination contamination;
  const Json* base = in.require("base");
  const Json* weight = in.require("weight");
  if (base == nullptr || weight == nullptr) return contamination;
  contamination.weight = read_unit(in, "weight", 0);
  if (base->object() == nullptr) {
    contamination.base = in.keep(read_pmf(*base, "base", in.place("base"), size));
    return contamination;
  }
  const pp::DataSpace space{size, std::nullopt, {}};
  const Result<pp::PriorClass> inner = read_priors(*base, in.place("base"), space);
  if (!inner) {
    in.fail(inner.error());
    return contamination;
  }
  const auto* listed = std::get_if<pp::ListedPriors>(&*inner);
  if (listed == nullptr || listed->priors.size() != 1)
    in.fail(ErrorCode::invalid_parameter, "base", "base must be a probability vector or a class with one prior");
  else
    contamination.base = listed->priors.front();
  return contamination;
}

Result<pp::PriorClass> read_class(const Json& value, const std::string& at, const pp::DataSpace& space);

pp::ProductPriors read_product(ObjectReader& in, const std::string& at, const pp::DataSpace& space) {
  pp::ProductPriors product;
  if (space.records.empty()) {
    in.fail({ErrorCode::invalid_parameter, at,
             "product needs data that are lists of records: give records beside the rows of the kernel, or records of "
             "randomized_response"});
    return product;
  }
  const Json* records = in.find("records");
  if (records == nullptr) {
    const pp::TruthMass truth = read_truth_mass(in, at);
    product.records.assign(space.records.size(), pp::AllPriors{truth});
    return product;
  }
  if (in.find("floor") != nullptr || in.find("ceiling") != nullptr)
    in.fail(ErrorCode::invalid_parameter, "records", "give records, or floor and ceiling for all alike, not both");
  const Array* list = records->array();
  if (list == nullptr || list->size() != space.records.size()) {
    in.fail(ErrorCode::invalid_parameter, "records",
            "records must be a list of " + std::to_string(space.records.size()) + " classes, got " + spell(*records));
    return product;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const std::string place = in.place("records") + "/" + std::to_string(i);
    const Result<pp::PriorClass> own = read_class((*list)[i], place, {space.records[i], std::nullopt, {}});
    if (!own) {
      in.fail(own.error());
      break;
    }
    std::visit(
        [&](const auto& c) {
          if constexpr (std::is_constructible_v<pp::RecordClass, decltype(c)>)
            product.records.emplace_back(c);
          else
            in.fail({ErrorCode::not_supported, place,
                     "one record's class is all, list, contamination, density_band, ratio_band or polytope"});
        },
        *own);
  }
  return product;
}

pp::DistanceProfile read_profile(ObjectReader& in, const std::string& at, const pp::DataSpace& space) {
  if (space.records.empty())
    in.fail({ErrorCode::invalid_parameter, at, "distance_profile needs data that are lists of records"});
  pp::DistanceProfile profile{in.failed() ? std::vector<Rational>{} : read_list(in, "weights", 0, false)};
  if (in.failed()) return profile;
  if (total(profile.weights) != 1)
    in.fail({ErrorCode::invalid_parameter, at,
             "weights must sum to 1 exactly, their sum is " + decimal(total(profile.weights))});
  else if (profile.weights.front() == 0)
    in.fail(
        {ErrorCode::invalid_parameter, at, "the weight at distance 0 is the mass of the truth and must be positive"});
  else if (profile.weights.size() > space.records.size() + 1)
    in.fail({ErrorCode::invalid_parameter, at,
             "weights go to distance " + std::to_string(space.records.size()) + ", the number of records"});
  return profile;
}

Result<pp::PriorClass> read_class(const Json& value, const std::string& at, const pp::DataSpace& space) {
  if (value.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "a class of priors must be an object, got " + spell(value)};
  const Json* kind = value.find("class");
  if (kind == nullptr) return Error{ErrorCode::missing_field, at + "/class", "the field class says which class it is"};
  const Result<std::string> name = read_string(*kind, "class", at + "/class");
  if (!name) return name.error();
  std::vector<std::string_view> names;
  for (const ClassFields& entry : finite_classes()) {
    names.push_back(entry.name);
    if (entry.name != *name) continue;
    std::vector<std::string_view> fields{"class"};
    fields.insert(fields.end(), entry.fields.begin(), entry.fields.end());
    ObjectReader in(value, at, "the class " + *name, fields);
    pp::PriorClass priors;
    if (*name == "adjacent_pairs") priors = pp::AdjacentPairs{read_truth_mass(in, at)};
    if (*name == "all") priors = pp::AllPriors{read_truth_mass(in, at)};
    if (*name == "neighbours") {
      pp::Neighbours near{read_truth_mass(in, at), std::nullopt};
      if (const Json* points = in.find("points"))
        near.points = in.keep(read_integer(*points, "points", in.place("points"), 2, 1'000'000'000));
      priors = near;
    }
    if (*name == "list") priors = read_listed(in, space.size);
    if (*name == "contamination") priors = read_contamination(in, space.size);
    if (*name == "density_band") priors = read_density_band(in, at, space.size);
    if (*name == "ratio_band") priors = read_ratio_band(in, at, space.size);
    if (*name == "polytope") priors = read_polytope(in, space.size);
    if (*name == "product") priors = read_product(in, at, space);
    if (*name == "distance_profile") priors = read_profile(in, at, space);
    if (in.failed()) return *in.fault();
    return priors;
  }
  if (std::find(release_classes.begin(), release_classes.end(), *name) != release_classes.end())
    return Error{ErrorCode::not_supported, at + "/class",
                 *name + " is a class for the statistics of release; over the data of a mechanism ask " + join(names)};
  return Error{ErrorCode::invalid_parameter, at + "/class", no_such("class", *name, names)};
}

}  // namespace

bool is_finite_class(std::string_view name) {
  return std::any_of(finite_classes().begin(), finite_classes().end(),
                     [&](const ClassFields& entry) { return entry.name == name; });
}

Result<pp::Pmf> read_pmf(const Json& value, std::string_view name, const std::string& at, std::size_t length) {
  const Array* list = value.array();
  if (list == nullptr || list->empty() || (length != 0 && list->size() != length))
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must be a list of " + (length == 0 ? "" : std::to_string(length) + " ") +
                     "probabilities, got " + spell(value)};
  pp::Pmf masses;
  Rational sum = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    const Result<core::ExactNumber> mass = read_real((*list)[i], "a probability", place);
    if (!mass) return mass.error();
    if (mass->value < 0 || mass->value > 1)
      return Error{ErrorCode::invalid_parameter, place,
                   "a probability must lie between 0 and 1, got " + spell((*list)[i])};
    sum += mass->value;
    masses.push_back(mass->value);
  }
  if (sum != 1)
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) + " must sum to 1 exactly, its sum is " + decimal(sum)};
  return masses;
}

Result<pp::PriorClass> read_priors(const Json& value, const std::string& at, const pp::DataSpace& space) {
  return read_class(value, at, space);
}

Json priors_schema() {
  const auto reference = [](std::string_view name) {
    return Json(Object{{"$ref", "#/definitions/" + std::string(name)}});
  };
  const auto list = [](Json item) {
    return Json(Object{{"type", "array"}, {"minItems", Json::integer(1)}, {"items", std::move(item)}});
  };
  Array forms;
  for (const ClassFields& entry : finite_classes()) {
    Object properties{{"class", Object{{"const", entry.name}}}};
    Array required{"class"};
    for (const std::string_view field : entry.fields) {
      const bool is_optional = field == "floor" || field == "ceiling" || field == "points" || field == "records" ||
                               entry.name == "density_band";
      if (!is_optional) required.emplace_back(field);
      Json schema = reference("unit");
      if (field == "points") schema = Object{{"type", Array{"integer", "string"}}, {"minimum", Json::integer(2)}};
      if (field == "priors" || field == "rows") schema = list(list(reference("real")));
      if (field == "rows") schema = Object{{"type", "array"}, {"items", list(reference("real"))}};
      if (field == "base") schema = Object{{"oneOf", Array{list(reference("unit")), Object{{"type", "object"}}}}};
      if (field == "lower" || field == "upper" || field == "weights") schema = list(reference("nonnegative"));
      if (field == "at_least") schema = list(reference("real"));
      if (field == "records") schema = list(Object{{"type", "object"}, {"required", Array{"class"}}});
      properties.emplace_back(field, std::move(schema));
    }
    forms.push_back(Object{{"type", "object"},
                           {"required", std::move(required)},
                           {"additionalProperties", false},
                           {"properties", std::move(properties)}});
  }
  return Object{{"oneOf", std::move(forms)}};
}

}  // namespace assay::cli
