// Requests decoded, and every kind of fault with its place.
#include "cli/request.hpp"

#include <fstream>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "cli/request_mechanism.hpp"
#include "core/json_reader.hpp"

namespace {

using namespace assay;
using core::ErrorCode;
using core::Json;
using core::Rational;

core::Result<cli::Request> decode(std::string_view text) {
  core::Result<Json> value = core::read_json(text);
  REQUIRE(value);
  return cli::read_request(*value);
}

void check_fault(std::string_view text, ErrorCode code, std::string_view pointer, std::string_view message = "") {
  CAPTURE(text);
  const auto request = decode(text);
  REQUIRE_FALSE(request);
  CHECK(request.error().code == code);
  CHECK(request.error().pointer == pointer);
  CAPTURE(request.error().message);
  CHECK(request.error().message.find(message) != std::string::npos);
}

/// A delta request on one mechanism.
void check_mechanism_fault(const std::string& mechanism, ErrorCode code, const std::string& pointer,
                           std::string_view message = "") {
  check_fault(R"({"request":"delta","epsilon":1,"composition":[)" + mechanism + "]}", code, "/composition/0" + pointer,
              message);
}

TEST_CASE("a delta request is decoded with its defaults") {
  const auto request = decode(
      R"({"request":"delta","composition":[{"mechanism":"gaussian","sigma":"1.1","count":100}],"epsilon":[1,"-1/3"]})");
  REQUIRE(request);
  CHECK(request->question.digits == 10);
  CHECK(request->budget == std::chrono::seconds(60));
  CHECK(request->question.adjacency == accounting::Adjacency::add_remove);
  CHECK(request->question.engine == accounting::Question::Engine::automatic);
  CHECK_FALSE(request->label);
  const auto& part = request->question.composition.at(0);
  CHECK(part.count == 100);
  CHECK(std::get<accounting::Gaussian>(part.mechanism.family).sigma == Rational(11, 10));
  CHECK(std::get<accounting::Gaussian>(part.mechanism.family).sensitivity == 1);
  const auto& epsilons = std::get<cli::DeltaAsk>(request->ask).epsilons;
  CHECK(epsilons.is_list);
  CHECK(epsilons.values == std::vector<Rational>{1, Rational(-1, 3)});
}

TEST_CASE("common fields are decoded") {
  const auto request =
      decode(R"({"request":"epsilon","id":[1],"digits":30,"max_seconds":"5/2","engine":"contour","certificate":false,)"
             R"("label":"l","adjacency":"replace","composition":[{"mechanism":"zcdp","rho":1}],"delta":"1e-6"})");
  REQUIRE(request);
  CHECK(request->question.digits == 30);
  CHECK(request->budget == std::chrono::milliseconds(2500));
  CHECK(request->question.engine == accounting::Question::Engine::contour);
  CHECK(request->question.adjacency == accounting::Adjacency::replace);
  CHECK(request->label == "l");
  CHECK_FALSE(std::get<cli::EpsilonAsk>(request->ask).deltas.is_list);
}

TEST_CASE("faults of a request carry their code and place") {
  const std::string composition = R"("composition":[{"mechanism":"gaussian","sigma":1}])";
  const auto with = [&](const std::string& fields) { return R"({"request":"delta",)" + composition + fields + "}"; };
  check_fault("[]", ErrorCode::invalid_parameter, "");
  check_fault("{}", ErrorCode::missing_field, "/request");
  check_fault(R"({"request":7})", ErrorCode::invalid_parameter, "/request");
  check_fault(R"({"request":"detla"})", ErrorCode::unknown_request, "/request");
  check_fault(with(""), ErrorCode::missing_field, "/epsilon");
  check_fault(R"({"request":"delta","epsilon":1})", ErrorCode::missing_field, "/composition");
  check_fault(R"({"request":"delta","epsilon":1,"composition":[]})", ErrorCode::invalid_parameter, "/composition");
  check_fault(R"({"request":"delta","epsilon":1,"composition":{}})", ErrorCode::invalid_parameter, "/composition");
  check_fault(with(R"(,"epsilon":1,"sampling":0.1)"), ErrorCode::unknown_field, "/sampling");
  check_fault(with(R"(,"epsilon":1,"delta":0.1)"), ErrorCode::unknown_field, "/delta");
  check_fault(with(R"(,"epsilon":"inf")"), ErrorCode::invalid_parameter, "/epsilon");
  check_fault(with(R"(,"epsilon":[1,"NaN"])"), ErrorCode::invalid_parameter, "/epsilon/1");
  check_fault(with(R"(,"epsilon":[])"), ErrorCode::invalid_parameter, "/epsilon");
  check_fault(with(R"(,"epsilon":1,"digits":0)"), ErrorCode::invalid_parameter, "/digits");
  check_fault(with(R"(,"epsilon":1,"digits":1001)"), ErrorCode::invalid_parameter, "/digits");
  check_fault(with(R"(,"epsilon":1,"max_seconds":0)"), ErrorCode::invalid_parameter, "/max_seconds");
  check_fault(with(R"(,"epsilon":1,"max_seconds":86401)"), ErrorCode::invalid_parameter, "/max_seconds");
  check_fault(with(R"(,"epsilon":1,"engine":"fast")"), ErrorCode::invalid_parameter, "/engine", "closed_form");
  check_fault(with(R"(,"epsilon":1,"adjacency":"swap")"), ErrorCode::invalid_parameter, "/adjacency", "replace");
  check_fault(with(R"(,"epsilon":1,"label":1)"), ErrorCode::invalid_parameter, "/label");
  check_fault(with(R"(,"epsilon":1,"certificate":1)"), ErrorCode::invalid_parameter, "/certificate");
}

TEST_CASE("delta must be a probability") {
  for (const char* delta : {"-1e-9", "1.0000001", "\"2\"", "-1"})
    check_fault(
        R"({"request":"epsilon","composition":[{"mechanism":"gdp","mu":1}],"delta":)" + std::string(delta) + "}",
        ErrorCode::invalid_parameter, "/delta", "must lie between 0 and 1, got ");
}

TEST_CASE("a list longer than the limit is refused") {
  std::string list = "[1";
  for (std::size_t i = 0; i < cli::max_list; ++i) list += ",1";
  check_fault(R"({"request":"delta","composition":[{"mechanism":"gdp","mu":1}],"epsilon":)" + list + "]}",
              ErrorCode::limit_exceeded, "/epsilon");
}

TEST_CASE("faults of a mechanism carry their place and a sentence") {
  const auto bad = ErrorCode::invalid_parameter;
  check_mechanism_fault(R"({"mechanism":"gaussian","sigma":-1})", bad, "/sigma", "sigma must be positive, got -1");
  check_mechanism_fault(R"({"mechanism":"gaussian","sigma":"-1"})", bad, "/sigma", "sigma must be positive, got -1");
  check_mechanism_fault(R"({"mechanism":"gaussian","sigma":0})", bad, "/sigma", "sigma must be positive, got 0");
  check_mechanism_fault(R"({"mechanism":"gaussian"})", ErrorCode::missing_field, "/sigma");
  check_mechanism_fault(R"({"sigma":1})", ErrorCode::missing_field, "/mechanism");
  check_mechanism_fault(R"({"mechanism":3})", bad, "/mechanism");
  check_mechanism_fault("7", bad, "");
  check_mechanism_fault(R"({"mechanism":"gaussian","sigma":1,"sampling":0.1})", ErrorCode::unknown_field, "/sampling");
  check_mechanism_fault(R"({"mechanism":"gaussian","sgima":1})", ErrorCode::unknown_field, "/sgima", "sigma");
  check_mechanism_fault(R"({"mechanism":"gausian","sigma":1})", bad, "/mechanism", "gaussian");
  check_mechanism_fault(R"({"mechanism":"rdp","alpha":[2]})", ErrorCode::missing_field, "/epsilon");
  check_mechanism_fault(R"({"mechanism":"rdp","alpha":[2,3],"epsilon":[1]})", bad, "/epsilon");
  for (const char* count : {"0", "-1", "1.5", "1000000000000000000000000000000", "1000000000001", "null"})
    check_mechanism_fault(R"({"mechanism":"gaussian","sigma":1,"count":)" + std::string(count) + "}", bad, "/count",
                          "count must be an integer from 1 to 1000000000000, got " + std::string(count).substr(0, 10));
  check_mechanism_fault(R"({"mechanism":"discrete_laplace","scale":1,"sensitivity":1.5})", bad, "/sensitivity");
  check_mechanism_fault(R"({"mechanism":"approx_dp","epsilon":1,"delta":1.5})", bad, "/delta");
}

TEST_CASE("a sampled mechanism checks its rate and its base") {
  const auto bad = ErrorCode::invalid_parameter;
  const auto sampled = [](std::string_view rate, std::string_view base) {
    return R"({"mechanism":"poisson_sampled","rate":)" + std::string(rate) + R"(,"base":)" + std::string(base) + "}";
  };
  check_mechanism_fault(sampled("1.5", R"({"mechanism":"gaussian","sigma":1})"), bad, "/rate",
                        "rate must lie between 0 and 1, got 1.5");
  check_mechanism_fault(sampled("0.1", R"({"mechanism":"gaussian","sigma":0})"), bad, "/base/sigma");
  check_mechanism_fault(sampled("0.1", R"({"mechanism":"gaussian","sigma":1,"count":2})"), bad, "/base/count");
  check_mechanism_fault(sampled("0.1", R"({"mechanism":"gaussian","sigma":1,"x":2})"), ErrorCode::unknown_field,
                        "/base/x");
  check_mechanism_fault(R"({"mechanism":"poisson_sampled","rate":0.1})", ErrorCode::missing_field, "/base");
  const auto request =
      decode(R"({"request":"delta","epsilon":1,"composition":[)" +
             sampled("\"256/60000\"",
                     R"({"mechanism":"group","size":3,"base":{"mechanism":"gaussian","sigma":2,"count":1}})") +
             "]}");
  REQUIRE(request);
  const auto& outer = std::get<accounting::PoissonSampled>(request->question.composition[0].mechanism.family);
  CHECK(outer.rate == Rational(256, 60000));
  const auto& group = std::get<accounting::Group>(outer.base->family);
  CHECK(group.size == 3);
  CHECK(std::get<accounting::Gaussian>(group.base->family).sigma == 2);
}

TEST_CASE("randomized response takes exactly one of its three parameters") {
  const auto bad = ErrorCode::invalid_parameter;
  check_mechanism_fault(R"({"mechanism":"randomized_response"})", ErrorCode::missing_field, "/truth_probability",
                        "one of truth_probability, epsilon, gamma");
  check_mechanism_fault(R"({"mechanism":"randomized_response","epsilon":1,"gamma":"1/4"})", bad, "/gamma",
                        "either epsilon or gamma");
  check_mechanism_fault(R"({"mechanism":"randomized_response","truth_probability":0.2})", bad, "/truth_probability",
                        "1/2");
  check_mechanism_fault(R"({"mechanism":"randomized_response","gamma":"1/4","categories":3})", bad, "/gamma");
  check_mechanism_fault(R"({"mechanism":"randomized_response","gamma":"1/2"})", bad, "/gamma");
  check_mechanism_fault(R"({"mechanism":"randomized_response","epsilon":1,"categories":1})", bad, "/categories");
  CHECK(decode(R"({"request":"delta","epsilon":0,"composition":[)"
               R"({"mechanism":"randomized_response","truth_probability":"1/3","categories":3}]})"));
}

TEST_CASE("a finite pair holds two exact distributions of one length") {
  const auto bad = ErrorCode::invalid_parameter;
  check_mechanism_fault(R"({"mechanism":"finite","p":["3/4","1/4"],"q":["1/4","1/4","1/2"]})", bad, "/q");
  check_mechanism_fault(R"({"mechanism":"finite","p":["3/4","1/3"],"q":["1/4","3/4"]})", bad, "/p", "sum");
  check_mechanism_fault(R"({"mechanism":"finite","p":["3/4","1/4"],"q":["5/4","-1/4"]})", bad, "/q/0");
  check_mechanism_fault(R"({"mechanism":"finite","p":[],"q":[]})", bad, "/p");
  check_mechanism_fault(R"({"mechanism":"finite","p":["1"]})", ErrorCode::missing_field, "/q");
  CHECK(decode(R"({"request":"delta","epsilon":0,"composition":[{"mechanism":"finite","p":[0.25,0.75],"q":[1,0]}]})"));
}

TEST_CASE("kernels, selections and leaks are decoded, their faults have places") {
  const auto bad = ErrorCode::invalid_parameter;
  const auto kernel = [](std::string_view rows, std::string_view adjacent) {
    return R"({"mechanism":"kernel","rows":)" + std::string(rows) + R"(,"adjacent":)" + std::string(adjacent) + "}";
  };
  check_mechanism_fault(kernel("[[1]]", "[[0,1]]"), bad, "/adjacent/0/1", "row number");
  check_mechanism_fault(kernel("[[1],[1]]", "[[0,0]]"), bad, "/adjacent/0", "neighbour");
  check_mechanism_fault(kernel("[[1],[1]]", "[[0]]"), bad, "/adjacent/0", "two row numbers");
  check_mechanism_fault(kernel("[[1],[1]]", "[[0,1],[0,1,1]]"), bad, "/adjacent/1");
  check_mechanism_fault(kernel("[[1],[1]]", "[]"), bad, "/adjacent");
  check_mechanism_fault(kernel("[[1],[0.5,0.5]]", "[[0,1]]"), bad, "/rows/1", "as many entries");
  check_mechanism_fault(kernel("[[1],[0.5]]", "[[0,1]]"), bad, "/rows/1", "sum");
  check_mechanism_fault(kernel("[[1],[-1]]", "[[0,1]]"), bad, "/rows/1/0");
  check_mechanism_fault(kernel("[]", "[[0,1]]"), bad, "/rows");
  check_mechanism_fault(kernel("7", "[[0,1]]"), bad, "/rows");
  const auto selection = [](std::string_view rest) {
    return R"({"mechanism":"noisy_max","scale":2)" + std::string(rest) + "}";
  };
  check_mechanism_fault(selection(""), ErrorCode::missing_field, "/noise");
  check_mechanism_fault(selection(R"(,"noise":"cauchy")"), bad, "/noise", "laplace, exponential, gumbel");
  check_mechanism_fault(selection(R"(,"noise":"laplace","scores":[[1,2]])"), bad, "/scores");
  check_mechanism_fault(selection(R"(,"noise":"laplace","scores":[[1,2],[1]])"), bad, "/scores/1");
  check_mechanism_fault(selection(R"(,"noise":"laplace","scores":[[1,2],[1,"x"]])"), bad, "/scores/1/1");
  check_mechanism_fault(selection(R"(,"noise":"laplace","scores":[[],[]])"), bad, "/scores/0");
  check_mechanism_fault(selection(R"(,"noise":"laplace","monotonic":1)"), bad, "/monotonic");
  check_mechanism_fault(R"({"mechanism":"leak","delta":1.1})", bad, "/delta");
  check_mechanism_fault(R"({"mechanism":"leak","delta":0.1,"per_record":"yes"})", bad, "/per_record");
  check_mechanism_fault(R"({"mechanism":"staircase","epsilon":0,"gamma":"1/2"})", bad, "/epsilon");
  check_mechanism_fault(R"({"mechanism":"staircase","epsilon":1,"gamma":2})", bad, "/gamma");
  check_mechanism_fault(R"({"mechanism":"discrete_gaussian","sigma":0})", bad, "/sigma");
  check_mechanism_fault(R"({"mechanism":"discrete_gaussian","sigma":1,"sensitivity":"1/2"})", bad, "/sensitivity");
  check_mechanism_fault(R"({"mechanism":"post_processed"})", ErrorCode::missing_field, "/base");
  const auto request = decode(R"({"request":"delta","epsilon":0,"composition":[)" +
                              selection(R"(,"noise":"gumbel","scores":[[-1,"2/3"],[0,1e3]])") + "," +
                              kernel(R"([["1/3","2/3"],[1,0],[0,1]])", "[[0,1],[2,0]]") + "]}");
  REQUIRE(request);
  const auto& max = std::get<accounting::NoisyMax>(request->question.composition[0].mechanism.family);
  CHECK(max.noise == accounting::NoisyMax::Noise::gumbel);
  CHECK(max.scores == std::vector<std::vector<Rational>>{{-1, Rational(2, 3)}, {0, 1000}});
  const auto& rows = std::get<accounting::Kernel>(request->question.composition[1].mechanism.family);
  CHECK(rows.rows[0] == std::vector<Rational>{Rational(1, 3), Rational(2, 3)});
  CHECK(rows.adjacent[1] == std::pair<std::uint64_t, std::uint64_t>{2, 0});
}

TEST_CASE("classes of mechanisms are decoded, their faults have places") {
  const auto bad = ErrorCode::invalid_parameter;
  check_mechanism_fault(R"({"mechanism":"exponential"})", ErrorCode::missing_field, "/epsilon");
  check_mechanism_fault(R"({"mechanism":"exponential","epsilon":-1})", bad, "/epsilon");
  check_mechanism_fault(R"({"mechanism":"exponential","epsilon":1,"monotonic":"true"})", bad, "/monotonic");
  check_mechanism_fault(R"({"mechanism":"sparse_vector","threshold_scale":1})", ErrorCode::missing_field,
                        "/query_scale");
  check_mechanism_fault(R"({"mechanism":"sparse_vector","threshold_scale":1,"query_scale":2,"cutoff":0})", bad,
                        "/cutoff");
  check_mechanism_fault(R"({"mechanism":"shuffled","epsilon":1,"users":0})", bad, "/users");
  check_mechanism_fault(R"({"mechanism":"matrix_mechanism","strategy":[[1,0],[1]],"sigma":1})", bad, "/strategy/1");
  check_mechanism_fault(R"({"mechanism":"matrix_mechanism","strategy":[],"sigma":1})", bad, "/strategy");
  check_mechanism_fault(R"({"mechanism":"adaptive_clipping","count_stddev":1})", ErrorCode::missing_field,
                        "/noise_multiplier", "one of noise_multiplier, gradient_noise_multiplier");
  check_mechanism_fault(
      R"({"mechanism":"adaptive_clipping","count_stddev":1,"noise_multiplier":1,"gradient_noise_multiplier":1})", bad,
      "/gradient_noise_multiplier", "not both");
}

TEST_CASE("as_printed refuses a rounded number that has no worse end") {
  const auto printed = [](std::string_view mechanism) {
    return R"({"request":"verify","as_printed":true,"claim":{"epsilon":1,"delta":0},"composition":[)" +
           std::string(mechanism) + "]}";
  };
  CHECK(decode(printed(R"({"mechanism":"discrete_gaussian","sigma":"5/2"})")));
  check_fault(printed(R"({"mechanism":"discrete_gaussian","sigma":"2.5"})"), ErrorCode::not_supported,
              "/composition/0/sigma", "may do either");
  check_fault(printed(R"({"mechanism":"noisy_max","noise":"gumbel","scale":2,"scores":[[1.5,0],[0,1]]})"),
              ErrorCode::not_supported, "/composition/0/scores/0/0");
}

TEST_CASE("a claim is one of its forms") {
  const auto claim = [](std::string_view text) {
    return R"({"request":"verify","composition":[{"mechanism":"gdp","mu":1}],"claim":)" + std::string(text) + "}";
  };
  CHECK(decode(claim(R"({"epsilon":1,"delta":0})")));
  CHECK(decode(claim(R"({"rho":"1/2"})")));
  CHECK(decode(claim(R"({"mu":1})")));
  check_fault(R"({"request":"verify","composition":[{"mechanism":"gdp","mu":1}]})", ErrorCode::missing_field, "/claim");
  check_fault(claim("1"), ErrorCode::invalid_parameter, "/claim");
  check_fault(claim("{}"), ErrorCode::missing_field, "/claim/epsilon");
  check_fault(claim(R"({"epsilon":1})"), ErrorCode::missing_field, "/claim/delta");
  check_fault(claim(R"({"delta":0.1})"), ErrorCode::missing_field, "/claim/epsilon");
  check_fault(claim(R"({"epsilon":-1,"delta":0})"), ErrorCode::invalid_parameter, "/claim/epsilon");
  check_fault(claim(R"({"epsilon":1,"delta":1.5})"), ErrorCode::invalid_parameter, "/claim/delta");
  check_fault(claim(R"({"epsilon":1,"delta":0,"rho":1})"), ErrorCode::invalid_parameter, "/claim");
  check_fault(claim(R"({"eps":1,"delta":0})"), ErrorCode::unknown_field, "/claim/eps");
  check_fault(claim(R"({"alpha":2})"), ErrorCode::missing_field, "/claim/epsilon");
  check_fault(claim(R"({"alpha":0,"epsilon":1})"), ErrorCode::invalid_parameter, "/claim/alpha");
  check_fault(claim(R"({"alpha":2,"epsilon":1,"delta":0})"), ErrorCode::invalid_parameter, "/claim");
  check_fault(claim(R"({"kappa":2,"delta":0})"), ErrorCode::not_supported, "/claim/kappa");
  check_fault(claim(R"({"epsilon":2,"delta":0,"delta_kind":7})"), ErrorCode::invalid_parameter, "/claim/delta_kind");
  check_fault(claim(R"({"rho":2,"delta_kind":"probabilistic"})"), ErrorCode::missing_field, "/claim/delta");
}

TEST_CASE("as_printed decodes both ends of the box of rounded decimals") {
  const auto request = decode(
      R"({"request":"verify","as_printed":true,"claim":{"epsilon":"2.5","delta":"1e-5"},"composition":[)"
      R"({"mechanism":"poisson_sampled","rate":"0.010","count":10,"base":{"mechanism":"gaussian","sigma":"1.1"}},)"
      R"({"mechanism":"gaussian","sigma":"3","sensitivity":"1/3"},)"
      R"({"mechanism":"poisson_sampled","rate":1.0,"base":{"mechanism":"pure_dp","epsilon":0.0}}]})");
  REQUIRE(request);
  const auto& box = std::get<cli::VerifyAsk>(request->ask).as_printed;
  REQUIRE(box);
  CHECK(box->easiest.in_domain);
  CHECK(box->hardest.in_domain);
  // Less loss: a lower rate, a larger sigma; an easier claim: larger epsilon and delta.
  const auto& easy = std::get<accounting::PoissonSampled>(box->easiest.composition[0].mechanism.family);
  CHECK(easy.rate == Rational(95, 10000));
  CHECK(std::get<accounting::Gaussian>(easy.base->family).sigma == Rational(115, 100));
  CHECK(box->easiest.claim.epsilon == Rational(255, 100));
  CHECK(box->easiest.claim.delta == Rational(15, 1'000'000));
  const auto& hard = std::get<accounting::PoissonSampled>(box->hardest.composition[0].mechanism.family);
  CHECK(hard.rate == Rational(105, 10000));
  CHECK(std::get<accounting::Gaussian>(hard.base->family).sigma == Rational(105, 100));
  CHECK(box->hardest.claim.epsilon == Rational(245, 100));
  CHECK(box->hardest.claim.delta == Rational(5, 1'000'000));
  // Integers and fractions stay; intervals are cut at the closed ends of their domains.
  CHECK(std::get<accounting::Gaussian>(box->hardest.composition[1].mechanism.family).sensitivity == Rational(1, 3));
  const auto& cut = std::get<accounting::PoissonSampled>(box->hardest.composition[2].mechanism.family);
  CHECK(cut.rate == 1);
  CHECK(std::get<accounting::PureDp>(cut.base->family).epsilon == Rational(5, 100));
  CHECK(std::get<accounting::PureDp>(
            std::get<accounting::PoissonSampled>(box->easiest.composition[2].mechanism.family).base->family)
            .epsilon == 0);
}

TEST_CASE("an interval that reaches an open end of its domain decides nothing") {
  const core::ExactNumber wide{Rational(1, 2), Rational(1)};
  using accounting::Domain;
  using accounting::Trend;
  CHECK_FALSE(cli::at_corner(wide, Domain::positive, Trend::less_loss, cli::Corner::most_loss).in_domain);
  CHECK(cli::at_corner(wide, Domain::positive, Trend::less_loss, cli::Corner::least_loss).value == Rational(3, 2));
  CHECK_FALSE(cli::at_corner(wide, Domain::open_unit, Trend::more_loss, cli::Corner::most_loss).in_domain);
  CHECK(cli::at_corner(wide, Domain::unit, Trend::more_loss, cli::Corner::most_loss).value == 1);
  CHECK(cli::at_corner(wide, Domain::unit, Trend::more_loss, cli::Corner::most_loss).in_domain);
  CHECK(cli::at_corner(wide, Domain::nonnegative, Trend::more_loss, cli::Corner::least_loss).value == 0);
  CHECK(cli::at_corner(wide, Domain::positive, Trend::less_loss, cli::Corner::literal).value == Rational(1, 2));
}

TEST_CASE("a truth probability is cut at the uniform answer") {
  const auto request = decode(R"({"request":"verify","as_printed":true,"claim":{"epsilon":1,"delta":0},)"
                              R"("composition":[{"mechanism":"randomized_response","truth_probability":"0.5"}]})");
  REQUIRE(request);
  const auto& box = std::get<cli::VerifyAsk>(request->ask).as_printed;
  const auto truth = [](const cli::BoxEnd& end) {
    return std::get<accounting::RandomizedResponse>(end.composition[0].mechanism.family).truth_probability;
  };
  CHECK(truth(box->easiest) == Rational(1, 2));
  CHECK(truth(box->hardest) == Rational(55, 100));
}

TEST_CASE("printed decimals of a finite pair are not supported as printed") {
  check_fault(R"({"request":"verify","as_printed":true,"claim":{"epsilon":1,"delta":0},)"
              R"("composition":[{"mechanism":"finite","p":["1/2","1/2"],"q":["0.25","0.75"]}]})",
              ErrorCode::not_supported, "/composition/0/q/0");
  CHECK(decode(R"({"request":"verify","as_printed":true,"claim":{"epsilon":1,"delta":0},)"
               R"("composition":[{"mechanism":"finite","p":["1/2","1/2"],"q":["1/4","3/4"]}]})"));
}

TEST_CASE("every request of the sample file is decoded") {
  std::ifstream file("tests/cli/data/requests.jsonl");
  REQUIRE(file);
  std::map<std::string, int> kinds;
  for (std::string line; std::getline(file, line);) {
    CAPTURE(line);
    const auto request = decode(line);
    REQUIRE(request);
    ++kinds[request->kind];
  }
  CHECK(kinds["delta"] == 150);
  CHECK(kinds["epsilon"] == 45);
  CHECK(kinds["verify"] == 129);
}

}  // namespace
