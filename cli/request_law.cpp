#include "cli/request_law.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cli/nearest.hpp"
#include "cli/reading.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using scoring::Law;
using scoring::Matrix;
using scoring::Vector;
using Object = Json::Object;
using Array = Json::Array;

Error invalid(const std::string& at, std::string message) {
  return {ErrorCode::invalid_parameter, at, std::move(message)};
}

Rational read_number(ObjectReader& in, std::string_view name, std::optional<Domain> domain = std::nullopt) {
  const Json* value = in.require(name);
  if (value == nullptr) return 1;
  const std::string at = in.place(name);
  return in.keep(domain ? read_in_domain(*value, name, at, *domain) : read_real(*value, name, at)).value;
}

std::vector<Rational> read_weights(ObjectReader& in, std::string_view name, std::size_t size) {
  const Json* value = in.require(name);
  if (value == nullptr) return {};
  std::vector<Rational> weights = in.keep(read_pmf(*value, name, in.place(name)));
  if (!in.failed() && size != 0 && weights.size() != size)
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must have one entry a point, " + std::to_string(size) + ", got " +
                std::to_string(weights.size()));
  return weights;
}

Vector read_list(ObjectReader& in, std::string_view name, std::size_t size = 0) {
  const Json* value = in.require(name);
  if (value == nullptr) return {};
  Vector list = in.keep(read_reals(*value, name, in.place(name), max_categories));
  if (!in.failed() && size != 0 && list.size() != size)
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must have " + std::to_string(size) + " entries, got " + std::to_string(list.size()));
  return list;
}

/// Numbers, or vectors of one length.
std::vector<Vector> read_points(ObjectReader& in) {
  const Json* value = in.require("points");
  if (value == nullptr) return {};
  const Array* list = value->array();
  if (list != nullptr && !list->empty() && list->front().array() != nullptr)
    return in.keep(read_matrix(*value, "points", in.place("points"), max_categories, max_dimension));
  std::vector<Vector> points;
  for (Rational& x : in.keep(read_reals(*value, "points", in.place("points"), max_categories)))
    points.push_back({std::move(x)});
  return points;
}

Law fill(ObjectReader& in, scoring::Categories) { return scoring::Categories{read_weights(in, "probabilities", 0)}; }
Law fill(ObjectReader& in, scoring::Gaussian) {
  const Rational mean = read_number(in, "mean"), sigma = read_number(in, "sigma", Domain::positive);
  return scoring::Gaussian{mean, sigma * sigma};
}
template <class Family>
Law located(ObjectReader& in) {
  const Rational location = read_number(in, "location"), scale = read_number(in, "scale", Domain::positive);
  return Family{location, scale};
}
Law fill(ObjectReader& in, scoring::Laplace) { return located<scoring::Laplace>(in); }
Law fill(ObjectReader& in, scoring::Logistic) { return located<scoring::Logistic>(in); }
Law fill(ObjectReader& in, scoring::Exponential) {
  return scoring::Exponential{read_number(in, "rate", Domain::positive)};
}
Law fill(ObjectReader& in, scoring::Uniform) {
  const scoring::Uniform law{read_number(in, "lower"), read_number(in, "upper")};
  if (!in.failed() && law.lower >= law.upper)
    in.fail(ErrorCode::invalid_parameter, "upper", "upper must be above lower");
  return law;
}
Law fill(ObjectReader& in, scoring::Discrete) {
  std::vector<Vector> points = read_points(in);
  std::vector<Rational> weights = read_weights(in, "weights", points.size());
  if (in.failed()) return scoring::Discrete{};
  return scoring::make_discrete(std::move(points), std::move(weights));
}
Law read_empirical(ObjectReader& in) {
  std::vector<Vector> points = read_points(in);
  if (in.failed()) return scoring::Discrete{};
  const std::vector<Rational> weights(points.size(), Rational(1, points.size()));
  return scoring::make_discrete(std::move(points), weights);
}
Law fill(ObjectReader& in, scoring::GaussianMixture) {
  scoring::GaussianMixture law;
  law.weights = read_weights(in, "weights", 0);
  law.means = read_list(in, "means", law.weights.size());
  law.variances = read_list(in, "sigmas", law.weights.size());
  for (std::size_t i = 0; i < law.variances.size(); ++i) {
    if (!in.failed() && law.variances[i] <= 0)
      in.fail({ErrorCode::invalid_parameter, in.place("sigmas") + "/" + std::to_string(i), "sigma must be positive"});
    law.variances[i] *= law.variances[i];
  }
  return law;
}
Law fill(ObjectReader& in, scoring::GaussianVector) {
  scoring::GaussianVector law;
  law.mean = read_list(in, "mean");
  if (!in.failed() && law.mean.size() > max_dimension)
    in.fail(ErrorCode::limit_exceeded, "mean", "at most " + std::to_string(max_dimension) + " coordinates");
  if (const Json* covariance = in.require("covariance"))
    law.covariance = in.keep(read_covariance(*covariance, in.place("covariance"), law.mean.size()));
  // One coordinate is a number, and the rules for numbers take it.
  if (!in.failed() && law.mean.size() == 1) return scoring::Gaussian{law.mean[0], law.covariance[0][0]};
  return law;
}

struct Form {
  std::string_view name;
  std::vector<std::string_view> fields;
  Law (*read)(ObjectReader&);
};

template <class Family>
Form form(std::vector<std::string_view> fields) {
  return {Family::name, std::move(fields), [](ObjectReader& in) { return fill(in, Family{}); }};
}

const std::vector<Form>& forms() {
  static const std::vector<Form> all = {form<scoring::Categories>({"probabilities"}),
                                        form<scoring::Gaussian>({"mean", "sigma"}),
                                        form<scoring::Laplace>({"location", "scale"}),
                                        form<scoring::Logistic>({"location", "scale"}),
                                        form<scoring::Exponential>({"rate"}),
                                        form<scoring::Uniform>({"lower", "upper"}),
                                        form<scoring::Discrete>({"points", "weights"}),
                                        {"empirical", {"points"}, read_empirical},
                                        form<scoring::GaussianMixture>({"weights", "means", "sigmas"}),
                                        form<scoring::GaussianVector>({"mean", "covariance"})};
  return all;
}

Json field_schema(std::string_view name, bool vector) {
  const Json real = Object{{"$ref", "#/definitions/real"}};
  const auto list = [](Json item) {
    return Json(Object{{"type", "array"}, {"items", std::move(item)}, {"minItems", Json::integer(1)}});
  };
  if (name == "covariance") return list(list(real));
  if (name == "points") return list(Object{{"oneOf", Array{real, list(real)}}});
  if (name == "probabilities" || name == "weights") return list(Object{{"$ref", "#/definitions/unit"}});
  if (name == "means" || name == "sigmas" || (name == "mean" && vector)) return list(real);
  return real;
}

}  // namespace

Result<Vector> read_reals(const Json& value, std::string_view name, const std::string& at, std::size_t most) {
  const Array* list = value.array();
  if (list == nullptr || list->empty())
    return invalid(at, std::string(name) + " must be a list of numbers, got " + spell(value));
  if (list->size() > most)
    return Error{
        ErrorCode::limit_exceeded, at,
        std::string(name) + " may have " + std::to_string(most) + " entries, got " + std::to_string(list->size())};
  Vector numbers;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Result<core::ExactNumber> x = read_real((*list)[i], name, at + "/" + std::to_string(i));
    if (!x) return x.error();
    numbers.push_back(std::move(x->value));
  }
  return numbers;
}

Result<std::vector<Rational>> read_pmf(const Json& value, std::string_view name, const std::string& at) {
  Result<Vector> p = read_reals(value, name, at, max_categories);
  if (!p) return p.error();
  Rational sum = 0;
  for (std::size_t i = 0; i < p->size(); ++i) {
    if ((*p)[i] < 0)
      return invalid(at + "/" + std::to_string(i),
                     std::string(name) + " must not be negative, got " + spell((*value.array())[i]));
    sum += (*p)[i];
  }
  if (sum != 1)
    return invalid(at, std::string(name) + " must sum to 1 exactly, the sum is " +
                           core::to_decimal(sum, 20, core::Rounding::down) + (sum < 1 ? " (below 1)" : " (above 1)"));
  return p;
}

Result<Matrix> read_matrix(const Json& value, std::string_view name, const std::string& at, std::size_t most_rows,
                           std::size_t most_columns) {
  const Array* rows = value.array();
  if (rows == nullptr || rows->empty())
    return invalid(at, std::string(name) + " must be a list of lists of numbers, got " + spell(value));
  if (rows->size() > most_rows)
    return Error{
        ErrorCode::limit_exceeded, at,
        std::string(name) + " may have " + std::to_string(most_rows) + " rows, got " + std::to_string(rows->size())};
  Matrix matrix;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    Result<Vector> row = read_reals((*rows)[i], name, at + "/" + std::to_string(i), most_columns);
    if (!row) return row.error();
    if (i > 0 && row->size() != matrix.front().size())
      return invalid(at + "/" + std::to_string(i), std::string(name) + " has rows of " +
                                                       std::to_string(matrix.front().size()) + " and of " +
                                                       std::to_string(row->size()) + " entries");
    matrix.push_back(std::move(*row));
  }
  return matrix;
}

Result<Matrix> read_covariance(const Json& value, const std::string& at, std::size_t size) {
  Result<Matrix> matrix = read_matrix(value, "covariance", at, max_dimension, max_dimension);
  if (!matrix) return matrix.error();
  if (matrix->size() != size || matrix->front().size() != size)
    return invalid(at, "covariance must have " + std::to_string(size) + " rows and columns, got " +
                           std::to_string(matrix->size()) + " by " + std::to_string(matrix->front().size()));
  if (const auto pair = scoring::asymmetry(*matrix))
    return invalid(at, "covariance must be symmetric: row " + std::to_string(pair->first) + ", column " +
                           std::to_string(pair->second) + " differs from its mirror image");
  if (const auto minor = scoring::failing_minor(*matrix))
    return invalid(at, "covariance must be positive definite: its leading minor of order " + std::to_string(*minor) +
                           " is not positive");
  return matrix;
}

Result<Law> read_law(const Json& value, const std::string& at) {
  if (value.object() == nullptr) return invalid(at, "a law must be an object, got " + spell(value));
  const Json* named = value.find("distribution");
  if (named == nullptr) return Error{ErrorCode::missing_field, at + "/distribution", "a law names its distribution"};
  const std::string* name = named->string();
  std::vector<std::string_view> names;
  for (const Form& form : forms()) {
    names.push_back(form.name);
    if (name == nullptr || *name != form.name) continue;
    std::vector<std::string_view> fields = {"distribution"};
    fields.insert(fields.end(), form.fields.begin(), form.fields.end());
    ObjectReader in(value, at, "the distribution " + *name, fields);
    Law law = form.read(in);
    if (in.failed()) return *in.fault();
    return law;
  }
  if (name == nullptr) return invalid(at + "/distribution", "distribution must be a name, got " + spell(*named));
  return invalid(at + "/distribution", no_such("distribution", *name, names));
}

Json law_schema() {
  Array laws;
  for (const Form& form : forms()) {
    Object properties{{"distribution", Object{{"const", form.name}}}};
    Array required{"distribution"};
    for (const std::string_view field : form.fields) {
      properties.emplace_back(field, field_schema(field, form.name == scoring::GaussianVector::name));
      required.emplace_back(field);
    }
    laws.push_back(Object{{"type", "object"},
                          {"required", std::move(required)},
                          {"additionalProperties", false},
                          {"properties", std::move(properties)}});
  }
  return Object{{"oneOf", std::move(laws)}};
}

}  // namespace assay::cli
