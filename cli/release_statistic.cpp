#include "cli/release_statistic.hpp"

#include <array>
#include <utility>

#include "cli/nearest.hpp"
#include "cli/reading.hpp"
#include "cli/request_law.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_rule.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::GaussianPriors;
using Kind = ReleasedStatistic::Kind;

constexpr std::uint64_t most_records = 1'000'000'000'000;
constexpr std::size_t most_rows = 50, most_columns = 400;

struct Form {
  std::string_view name;
  Kind kind;
  std::vector<std::string_view> fields;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> all = {{"mean", Kind::mean, {"n", "noise", "grid", "rounding"}},
                                        {"sum", Kind::sum, {"n", "noise", "grid", "rounding"}},
                                        {"linear", Kind::linear, {"rows"}},
                                        {"mean_and_variance", Kind::mean_and_variance, {"n"}},
                                        {"partition", Kind::partition, {"blocks"}},
                                        {"suppressed_cells", Kind::suppressed_cells, {"n", "suppressed_if"}}};
  return all;
}

void read_size(ObjectReader& in, ReleasedStatistic& statistic) {
  const Json* value = in.require("n");
  if (value == nullptr) return;
  if (value->string() != nullptr && *value->string() == "inf") return;
  statistic.records = Integer(in.keep(read_integer(*value, "n", in.place("n"), 1, most_records), std::uint64_t{1}));
}

void read_noise(ObjectReader& in, ReleasedStatistic& statistic) {
  const Json* value = in.find("noise");
  if (value == nullptr) return;
  constexpr std::array<std::string_view, 3> fields = {"mechanism", "sigma", "ratio"};
  ObjectReader noise(*value, in.place("noise"),
                     "the noise of a statistic (gaussian with sigma, discrete_laplace with ratio)", fields);
  const Json* name = noise.require("mechanism");
  if (name != nullptr && name->string() != nullptr && *name->string() == "gaussian") {
    if (const Json* sigma = noise.require("sigma")) {
      const Rational s = noise.keep(read_in_domain(*sigma, "sigma", noise.place("sigma"), Domain::positive)).value;
      statistic.noise_variance = s * s;
    }
  } else if (name != nullptr && name->string() != nullptr && *name->string() == "discrete_laplace") {
    if (const Json* ratio = noise.require("ratio"))
      statistic.noise_ratio =
          noise.keep(read_in_domain(*ratio, "ratio", noise.place("ratio"), Domain::open_unit)).value;
  } else if (name != nullptr) {
    noise.fail(ErrorCode::not_supported, "mechanism",
               "the noise of a statistic is gaussian or discrete_laplace here, got " + spell(*name));
  }
  if (noise.failed()) in.fail(*noise.fault());
}

void read_grid(ObjectReader& in, ReleasedStatistic& statistic) {
  const Json *grid = in.find("grid"), *rounding = in.find("rounding");
  if (grid != nullptr)
    statistic.grid = in.keep(read_in_domain(*grid, "grid", in.place("grid"), Domain::positive)).value;
  if (rounding == nullptr) {
    if (grid != nullptr) in.fail(ErrorCode::missing_field, "rounding", "a grid needs its rounding: down or nearest");
    return;
  }
  if (grid == nullptr) return in.fail(ErrorCode::missing_field, "grid", "rounding needs a grid");
  const std::string* text = rounding->string();
  if (text == nullptr || (*text != "down" && *text != "nearest"))
    return in.fail(ErrorCode::invalid_parameter, "rounding",
                   "rounding must be down or nearest, got " + spell(*rounding));
  statistic.rounding = *text == "down" ? persuasive::GridRounding::down : persuasive::GridRounding::nearest;
}

Result<ReleasedStatistic> read_statistic(const Json& value, const std::string& at) {
  if (value.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "a statistic must be an object, got " + spell(value)};
  const Json* named = value.find("statistic");
  if (named == nullptr) return Error{ErrorCode::missing_field, at + "/statistic", "a release names its statistic"};
  std::vector<std::string_view> names;
  for (const Form& form : forms()) {
    names.push_back(form.name);
    if (named->string() == nullptr || *named->string() != form.name) continue;
    std::vector<std::string_view> fields = {"statistic"};
    fields.insert(fields.end(), form.fields.begin(), form.fields.end());
    ObjectReader in(value, at, "the statistic " + std::string(form.name), fields);
    ReleasedStatistic statistic;
    statistic.kind = form.kind;
    if (form.fields.front() == "n") read_size(in, statistic);
    if (form.kind == Kind::mean || form.kind == Kind::sum) {
      read_noise(in, statistic);
      read_grid(in, statistic);
    } else if (form.kind == Kind::linear) {
      if (const Json* rows = in.require("rows"))
        statistic.rows = in.keep(read_matrix(*rows, "rows", in.place("rows"), most_rows, most_columns));
    } else if (form.kind == Kind::suppressed_cells) {
      if (const Json* range = in.require("suppressed_if"))
        statistic.suppressed_if = in.keep(read_region(*range, "suppressed_if", in.place("suppressed_if")));
    }
    if (in.failed()) return *in.fault();
    return statistic;
  }
  if (named->string() == nullptr)
    return Error{ErrorCode::invalid_parameter, at + "/statistic", "statistic must be a name, got " + spell(*named)};
  return Error{ErrorCode::invalid_parameter, at + "/statistic", no_such("statistic", *named->string(), names)};
}

template <class T>
struct Named {
  std::string_view name;
  T value;
};

constexpr std::array<Named<GaussianPriors::Bound>, 4> bounds = {
    {{"standardized_statistic", GaussianPriors::Bound::standardized_statistic},
     {"standardized_record", GaussianPriors::Bound::standardized_record},
     {"mahalanobis", GaussianPriors::Bound::mahalanobis},
     {"euclidean", GaussianPriors::Bound::euclidean}}};
constexpr std::array<Named<GaussianPriors::Structure>, 3> structures = {
    {{"general", GaussianPriors::Structure::general},
     {"exchangeable", GaussianPriors::Structure::exchangeable},
     {"diagonal", GaussianPriors::Structure::diagonal}}};

template <class T, std::size_t N>
T read_choice(ObjectReader& in, const Json& value, std::string_view name, const std::array<Named<T>, N>& table) {
  std::vector<std::string_view> names;
  for (const Named<T>& entry : table) {
    names.push_back(entry.name);
    if (value.string() != nullptr && *value.string() == entry.name) return entry.value;
  }
  in.fail(ErrorCode::invalid_parameter, name,
          value.string() != nullptr ? no_such(name, *value.string(), names)
                                    : std::string(name) + " must be a name, got " + spell(value));
  return table.front().value;
}

void read_radius(ObjectReader& in, GaussianPriors& priors) {
  const Json *bound = in.find("bound"), *radius = in.find("radius"), *error = in.find("standardized_error");
  if (error != nullptr) {
    if (bound != nullptr || radius != nullptr)
      return in.fail(
          ErrorCode::invalid_parameter, "standardized_error",
          "standardized_error is short for bound standardized_statistic with its radius: give one of the two");
    bound = nullptr;
    radius = error;
    priors.bound = GaussianPriors::Bound::standardized_statistic;
  }
  if (bound != nullptr) {
    priors.bound = read_choice(in, *bound, "bound", bounds);
    if (radius == nullptr)
      return in.fail(ErrorCode::missing_field, "radius", "a bound needs its radius (of the square)");
  } else if (radius != nullptr && error == nullptr) {
    return in.fail(ErrorCode::missing_field, "bound", "a radius needs the bound that it is of");
  }
  if (radius == nullptr || in.failed()) return;
  const std::string_view name = error != nullptr ? "standardized_error" : "radius";
  priors.radius = in.keep(read_in_domain(*radius, name, in.place(name), Domain::nonnegative)).value;
}

}  // namespace

Result<std::vector<ReleasedStatistic>> read_statistics(const Json& value, const std::string& at) {
  std::vector<ReleasedStatistic> all;
  const Json::Array* list = value.array();
  if (list != nullptr && list->empty())
    return Error{ErrorCode::invalid_parameter, at, "a release of no statistics says nothing"};
  for (std::size_t i = 0; i < (list == nullptr ? 1 : list->size()); ++i) {
    Result<ReleasedStatistic> one =
        list == nullptr ? read_statistic(value, at) : read_statistic((*list)[i], at + "/" + std::to_string(i));
    if (!one) return one.error();
    all.push_back(std::move(*one));
  }
  return all;
}

Result<GaussianPriors> read_gaussian_priors(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 9> fields = {
      "class", "mean",   "covariance",         "condition_number",  "structure",
      "bound", "radius", "standardized_error", "degrees_of_freedom"};
  const bool student = value.find("class")->string() != nullptr && *value.find("class")->string() == "student";
  ObjectReader in(value, at, student ? "the class student" : "the class gaussian",
                  std::span(fields.begin(), student ? fields.size() : fields.size() - 1));
  GaussianPriors priors;
  if (const Json* mean = in.find("mean")) {
    if (mean->array() != nullptr)
      priors.mean = in.keep(read_reals(*mean, "mean", in.place("mean"), most_columns));
    else
      priors.mean = scoring::Vector{in.keep(read_real(*mean, "mean", in.place("mean"))).value};
  }
  if (const Json* covariance = in.find("covariance")) {
    if (const Json::Array* matrix = covariance->array())
      priors.covariance = in.keep(read_covariance(*covariance, in.place("covariance"), matrix->size()));
    else
      priors.variance =
          in.keep(read_in_domain(*covariance, "covariance", in.place("covariance"), Domain::positive)).value;
    if (in.find("condition_number") != nullptr)
      in.fail(ErrorCode::invalid_parameter, "condition_number",
              "a covariance leaves no condition number open: give one of the two");
  }
  if (const Json* condition = in.find("condition_number")) {
    priors.condition = in.keep(read_real(*condition, "condition_number", in.place("condition_number"))).value;
    if (!in.failed() && *priors.condition < 1)
      in.fail(ErrorCode::invalid_parameter, "condition_number",
              "condition_number is the largest over the smallest eigenvalue: at least 1, got " + spell(*condition));
  }
  if (const Json* structure = in.find("structure")) {
    priors.structure = read_choice(in, *structure, "structure", structures);
    if (!in.failed() && !priors.condition)
      in.fail(ErrorCode::missing_field, "condition_number", "a structure needs a condition_number");
  }
  if (!in.failed()) read_radius(in, priors);
  if (student)
    if (const Json* freedom = in.require("degrees_of_freedom")) {
      priors.degrees_of_freedom =
          in.keep(read_real(*freedom, "degrees_of_freedom", in.place("degrees_of_freedom")), {Rational(3), {}}).value;
      if (!in.failed() && *priors.degrees_of_freedom <= 2)
        in.fail(ErrorCode::invalid_parameter, "degrees_of_freedom",
                "degrees_of_freedom must be above 2: otherwise there is no covariance, got " + spell(*freedom));
    }
  if (in.failed()) return *in.fault();
  return priors;
}

}  // namespace assay::cli
