// The question kinds through the codec and the responder: result keys, faults with code and place, schemas.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "cli/request.hpp"
#include "cli/respond.hpp"
#include "cli/schema.hpp"
#include "core/json_reader.hpp"

using namespace assay;
using core::Json;

namespace {

const std::string gaussian = R"("composition":[{"mechanism":"gaussian","sigma":1}])";

Json respond(const std::string& text) {
  const cli::Reply reply = cli::respond(text);
  core::Result<Json> json = core::read_json(reply.text);
  REQUIRE(json.has_value());
  return std::move(json).value();
}

const Json& result_of(const Json& response, std::string_view key) {
  REQUIRE_MESSAGE(*response.find("ok")->boolean(), core::name(core::ErrorCode::internal));
  const Json* found = response.find("result")->find(key);
  REQUIRE(found != nullptr);
  return *found;
}

void check_fault(const std::string& text, std::string_view code, std::string_view at) {
  CAPTURE(text);
  const Json response = respond(text);
  REQUIRE_FALSE(*response.find("ok")->boolean());
  CHECK(*response.find("error")->find("code")->string() == code);
  CHECK(*response.find("error")->find("at")->string() == at);
}

std::string ask(const std::string& kind, const std::string& fields) {
  return R"({"request":")" + kind + "\"," + gaussian + "," + fields + "}";
}

}  // namespace

TEST_CASE("renyi, tradeoff and divergence answer under the contract's keys") {
  CHECK(*result_of(respond(ask("renyi", R"("alpha":2)")), "epsilon").find("upper")->string() == "1");
  const Json list = respond(ask("renyi", R"("alpha":[1,"3/2"])"));
  CHECK(result_of(list, "epsilon").array()->size() == 2);
  CHECK(*(*result_of(list, "epsilon").array())[1].find("lower")->string() == "0.75");
  CHECK(result_of(respond(ask("tradeoff", R"("type1":[0,"0.5",1])")), "type2").array()->size() == 3);
  const Json several = respond(ask("divergence", R"("divergence":["kl","max",{"alpha":4},{"alpha":5}])"));
  CHECK(*result_of(several, "kl").find("lower")->string() == "0.5");
  CHECK(*result_of(several, "max").find("lower")->string() == "inf");
  CHECK(result_of(several, "renyi").array()->size() == 2);
  CHECK(*(*result_of(several, "renyi").array())[1].find("alpha")->string() == "5");
}

TEST_CASE("a hockey-stick mixture at 0 alone is the total variation") {
  const Json mixture = respond(ask("divergence", R"("divergence":["tv",{"hockey_stick":[{"epsilon":0,"weight":1}]}])"));
  CHECK(result_of(mixture, "tv").find("lower")->string()->substr(0, 12) ==
        (*result_of(mixture, "hockey_stick").array())[0].find("lower")->string()->substr(0, 12));
}

TEST_CASE("the worse direction is named where the two differ") {
  const Json response =
      respond(R"({"request":"renyi","alpha":2,"composition":[{"mechanism":"poisson_sampled","rate":"0.1",)"
              R"("base":{"mechanism":"gaussian","sigma":1}}]})");
  CHECK(*result_of(response, "direction").string() == "remove");
  CHECK(respond(ask("renyi", R"("alpha":2)")).find("result")->find("direction") == nullptr);
}

TEST_CASE("risk answers what it is asked, and the advantage always") {
  const Json response = respond(ask("risk", R"("prior":["1/2","1/10"],"fpr":"0.01","baseline":0.1)"));
  CHECK(result_of(response, "accuracy").array()->size() == 2);
  CHECK(result_of(response, "advantage").find("lower") != nullptr);
  CHECK(*result_of(response, "accuracy").array()->at(0).find("lower")->string() == "0.69146246127401");
  CHECK(*result_of(response, "posterior").array()->at(0).find("upper")->string() == "1");
  CHECK(result_of(response, "true_positive_rate").find("lower") != nullptr);
  CHECK(result_of(response, "reconstruction").find("lower") != nullptr);
}

TEST_CASE("calibrate finds sigma, scale, rate, count and epsilon, and says where the target is proven") {
  const auto solve = [](const std::string& mechanism, const std::string& target) {
    return respond(R"({"request":"calibrate","composition":[)" + mechanism + R"(],"target":)" + target + "}");
  };
  const std::string target = R"({"epsilon":1,"delta":"1e-5"})";
  const Json sigma = solve(R"({"mechanism":"gaussian","sigma":{"solve":true}})", target);
  CHECK(result_of(sigma, "sigma").find("lower")->string()->substr(0, 11) == "3.730631634");
  CHECK(*result_of(sigma, "safe_side").string() == "upper");
  CHECK(*result_of(sigma, "optimal").boolean());
  const Json count = solve(R"({"mechanism":"gaussian","sigma":20,"count":{"solve":true}})", target);
  CHECK(*result_of(count, "count").find("lower")->string() == "28");  // (20/3.7306...)^2 = 28.74
  CHECK(*result_of(count, "safe_side").string() == "lower");
  const Json epsilon =
      solve(R"({"mechanism":"pure_dp","epsilon":{"solve":true},"count":10})", R"({"epsilon":1,"delta":0})");
  CHECK(*result_of(epsilon, "epsilon").find("upper")->string() >= "0.1");
  CHECK(*result_of(epsilon, "safe").string() == "0.1");
  const Json rate = solve(
      R"({"mechanism":"poisson_sampled","rate":{"solve":true},"base":{"mechanism":"gaussian","sigma":1},"count":100})",
      target);
  CHECK(*result_of(rate, "safe_side").string() == "lower");
  const Json all = solve(
      R"({"mechanism":"poisson_sampled","rate":{"solve":true},"base":{"mechanism":"gaussian","sigma":10}})", target);
  CHECK(*result_of(all, "rate").find("lower")->string() == "1");  // the whole domain will do
  CHECK(*result_of(all, "optimal").boolean());
  const Json rho = solve(R"({"mechanism":"gaussian","sigma":{"solve":true}})", R"({"rho":"1/2"})");
  CHECK(*result_of(rho, "safe").string() == "1");
  const Json order = solve(R"({"mechanism":"gaussian","sigma":{"solve":true}})", R"({"alpha":2,"epsilon":1})");
  CHECK(*result_of(order, "safe").string() == "1");
  // The other fields narrow the domain to [1/3, 1]; p - e^(1/2) (1 - p)/2 = 0.05.
  const Json truth = solve(R"({"mechanism":"randomized_response","categories":3,"truth_probability":{"solve":true}})",
                           R"({"epsilon":"0.5","delta":"0.05"})");
  CHECK(result_of(truth, "truth_probability").find("lower")->string()->substr(0, 7) == "0.47926");
}

TEST_CASE("calibrate reads delta_kind, and claims no side where a parameter is not monotone") {
  const auto solve = [](const std::string& mechanism, const std::string& target) {
    return respond(R"({"request":"calibrate","composition":[)" + mechanism + R"(],"target":)" + target + "}");
  };
  const std::string outputs = R"({"epsilon":1,"delta":"1e-5","delta_kind":"probabilistic"})";
  const Json scale = solve(R"({"mechanism":"laplace","scale":{"solve":true}})", outputs);
  CHECK(*result_of(scale, "safe").string() == "1");
  CHECK(*result_of(scale, "safe_side").string() == "upper");
  CHECK(*result_of(scale, "optimal").boolean());
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"poisson_sampled","rate":{"solve":true},)"
              R"("base":{"mechanism":"gaussian","sigma":1}}],"target":)" +
                  outputs + "}",
              "not_supported", "/target/delta_kind");
  // sqrt 2, by the moments of order 2, is not proven to be the least.
  const Json lattice =
      solve(R"({"mechanism":"discrete_gaussian","sigma":{"solve":true}})", R"({"alpha":2,"epsilon":"0.5"})");
  CHECK(*result_of(lattice, "sigma").find("lower")->string() == "0");
  CHECK(result_of(lattice, "sigma").find("upper")->string()->substr(0, 9) == "1.4142135");
  CHECK(lattice.find("result")->find("safe_side") == nullptr);
  CHECK_FALSE(*result_of(lattice, "optimal").boolean());
  CHECK_FALSE(*lattice.find("converged")->boolean());
  // The target is proven to be met there, and nothing is proven to miss it above.
  const Json staircase =
      solve(R"({"mechanism":"staircase","epsilon":{"solve":true},"gamma":"0.3"})", R"({"epsilon":1,"delta":"1e-3"})");
  CHECK(result_of(staircase, "epsilon").find("lower")->string()->substr(0, 5) == "1.001");
  CHECK(*result_of(staircase, "epsilon").find("upper")->string() == "inf");
  CHECK(staircase.find("result")->find("safe_side") == nullptr);
}

TEST_CASE("calibrate knows which way an integer moves the loss (2026-11-30)") {
  const auto solve = [](const std::string& mechanism, const std::string& target, const std::string& value,
                        const std::string& side) {
    const Json response = respond(R"({"request":"calibrate","adjacency":"replace","composition":[)" + mechanism +
                                  R"(],"target":)" + target + "}");
    CAPTURE(mechanism);
    CHECK(*result_of(response, "safe").string() == value);
    CHECK(*result_of(response, "safe_side").string() == side);
    CHECK(*result_of(response, "optimal").boolean());
  };
  // 10/N <= (e^0.1 - 1)/(e - 1) = 0.0612...
  solve(R"({"mechanism":"sampled_without_replacement","batch":10,"population":{"solve":true},)"
        R"("base":{"mechanism":"pure_dp","epsilon":1}})",
        R"({"epsilon":"0.1","delta":0})", "164", "upper");
  // 0.4 (k - 1)/0.6 <= e, and 0.4 is a probability of truth for 3 categories or more.
  solve(R"({"mechanism":"randomized_response","truth_probability":0.4,"categories":{"solve":true}})",
        R"({"epsilon":1,"delta":0})", "5", "lower");
  // (e^2 - e)/(e^2 + k - 1) <= 0.1
  solve(R"({"mechanism":"randomized_response","epsilon":2,"categories":{"solve":true}})",
        R"({"epsilon":1,"delta":"0.1"})", "41", "upper");
}

TEST_CASE("faults of the question kinds carry their code and place") {
  check_fault(ask("renyi", R"("alpha":0)"), "invalid_parameter", "/alpha");
  check_fault(ask("renyi", R"("alpha":[2,-1])"), "invalid_parameter", "/alpha/1");
  check_fault(ask("renyi", R"("order":2)"), "unknown_field", "/order");
  check_fault(ask("divergence", R"("divergence":"js2")"), "invalid_parameter", "/divergence");
  check_fault(ask("divergence", R"("divergence":[])"), "invalid_parameter", "/divergence");
  check_fault(ask("divergence", R"("divergence":["kl",{}])"), "invalid_parameter", "/divergence/1");
  check_fault(ask("divergence", R"("divergence":{"alpha":2,"hockey_stick":[]})"), "invalid_parameter", "/divergence");
  check_fault(ask("divergence", R"("divergence":{"hockey_stick":[{"epsilon":1,"weight":-1}]})"), "invalid_parameter",
              "/divergence/hockey_stick/0/weight");
  check_fault(ask("tradeoff", R"("type1":1.5)"), "invalid_parameter", "/type1");
  check_fault(ask("risk", R"("prior":-1)"), "invalid_parameter", "/prior");
  check_fault(ask("calibrate", R"("target":{"epsilon":1,"delta":0})"), "invalid_parameter", "/composition");
  check_fault(ask("delta", R"("epsilon":{"solve":true})"), "invalid_parameter", "/epsilon");
  check_fault(R"({"request":"delta","epsilon":1,"composition":[{"mechanism":"gaussian","sigma":{"solve":true}}]})",
              "invalid_parameter", "/composition/0/sigma");
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"gaussian","sigma":{"solve":false}}],)"
              R"("target":{"epsilon":1,"delta":"1e-5"}})",
              "invalid_parameter", "/composition/0/sigma");
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"gaussian","sigma":{"solve":true}},)"
              R"({"mechanism":"gaussian","sigma":{"solve":true}}],"target":{"epsilon":1,"delta":"1e-5"}})",
              "invalid_parameter", "/composition");
  // Another part exceeds the target by itself.
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"gaussian","sigma":{"solve":true}},)"
              R"({"mechanism":"gaussian","sigma":"0.1"}],"target":{"rho":1}})",
              "invalid_parameter", "/target");
  check_fault(R"({"request":"tradeoff","composition":[{"mechanism":"zcdp","rho":1}],"type1":"0.1"})", "not_supported",
              "/composition/0");
}

TEST_CASE("between two Renyi points convexity bounds the divergence, and a smaller one above bounds those below") {
  const auto at = [](std::string_view points, std::string_view order) {
    const Json response = respond(R"({"request":"convert","from":)" + std::string(points) + R"(,"to":{"alpha":)" +
                                  std::string(order) + "}}");
    return *result_of(response, "epsilon").find("upper")->string();
  };
  const std::string_view points = R"({"alpha":[8,2],"epsilon":[3,"0.5"]})";
  CHECK(at(points, "4") == "2.4444444444445");  // (0.5 + (21 - 0.5) (4 - 2)/(8 - 2))/(4 - 1) = 22/9
  CHECK(at(points, "2") == "0.5");
  CHECK(at(points, "8") == "3");
  CHECK(at(points, "1.5") == "0.5");
  CHECK(at(points, "0.5") == "0.5");
  CHECK(at(R"({"alpha":[2,8,4],"epsilon":[3,1,2]})", "2") == "1");
  check_fault(R"({"request":"convert","from":{"alpha":[2],"epsilon":[1]},"to":{"alpha":3}})", "not_supported", "/to");
}

TEST_CASE("convert names the tightest theorem and gives the others beside it") {
  const Json response = respond(R"({"request":"convert","from":{"alpha":10,"epsilon":1},"to":{"delta":"1e-5"}})");
  CHECK(*result_of(response, "theorem").string() == "rdp-to-dp-optimal");
  const Json& all = result_of(response, "by_theorem");
  CHECK(all.find("rdp-to-dp-mironov")->find("upper")->string()->substr(0, 8) == "2.279213");
  CHECK(all.find("rdp-to-dp-cks")->find("upper")->string()->substr(0, 8) == "1.918010");
  CHECK(all.find("rdp-to-dp-optimal")->find("upper")->string()->substr(0, 8) == "1.917996");
  check_fault(R"({"request":"convert","from":{"rho":1},"to":"mu"})", "not_supported", "/to");
  check_fault(R"({"request":"convert","from":{"rho":1,"mu":1},"to":"mu"})", "invalid_parameter", "/from");
  check_fault(R"({"request":"convert","from":{"alpha":[2,3],"epsilon":1},"to":{"delta":0.1}})", "invalid_parameter",
              "/from/epsilon");
  check_fault(R"({"request":"convert","from":{"alpha":[2,3,2],"epsilon":[1,2,3]},"to":{"delta":0.1}})",
              "invalid_parameter", "/from/alpha/2");
  check_fault(R"({"request":"convert","from":{"alpha":1,"epsilon":1},"to":{"delta":0.1}})", "invalid_parameter",
              "/from/alpha");
  check_fault(R"({"request":"convert","from":{"rho":1},"to":{"delta":2}})", "invalid_parameter", "/to/delta");
  check_fault(R"({"request":"convert","from":{"rho":1},"to":{}})", "invalid_parameter", "/to");
  check_fault(R"({"request":"convert","from":{"rho":1}})", "missing_field", "/to");
}

TEST_CASE("compose_theorem shows each theorem beside the exact value") {
  const std::string parts = R"("composition":[{"mechanism":"pure_dp","epsilon":"0.05","count":100}],"delta":"1e-5")";
  const Json response =
      respond(R"({"request":"compose_theorem",)" + parts + R"(,"theorem":["basic","advanced","optimal_homogeneous"]})");
  CHECK(*result_of(response, "by_theorem").find("basic")->find("upper")->string() == "5");
  CHECK(result_of(response, "by_theorem").find("advanced")->find("upper")->string()->substr(0, 6) == "2.6556");
  CHECK(result_of(response, "exact").find("upper")->string()->substr(0, 7) == "1.96813");
  check_fault(R"({"request":"compose_theorem",)" + parts + R"(,"theorem":"best"})", "invalid_parameter", "/theorem");
  check_fault(R"({"request":"compose_theorem","composition":[{"mechanism":"gaussian","sigma":1}],"delta":"1e-5",)"
              R"("theorem":"basic"})",
              "not_supported", "/composition/0");
  check_fault(R"({"request":"compose_theorem","composition":[{"mechanism":"pure_dp","epsilon":1},)"
              R"({"mechanism":"pure_dp","epsilon":2}],"delta":"1e-5","theorem":"optimal_homogeneous"})",
              "invalid_parameter", "/theorem");
  // A mixture that only the grid composes has its theorems, however little time there is.
  const Json mixed =
      respond(R"({"request":"compose_theorem","composition":[{"mechanism":"laplace","scale":20},)"
              R"({"mechanism":"pure_dp","epsilon":"0.1"}],"delta":"1e-5","max_seconds":1,"theorem":"basic"})");
  CHECK(*result_of(mixed, "epsilon").find("upper")->string() == "0.15");
}

TEST_CASE("utility states the right variance and sample sizes, and refuses what does not belong") {
  const Json response = respond(
      R"({"request":"utility","mechanism":"randomized_response","gamma":"0.1","n":50,"alpha":"0.01","beta":"0.01"})");
  CHECK(*result_of(response, "variance").find("lower")->string() == "0.12");
  CHECK(*result_of(response, "sample_size").find("chebyshev")->string() == "6000000");
  CHECK(*result_of(response, "sample_size").find("hoeffding")->string() == "662290");
  check_fault(R"({"request":"utility","mechanism":"randomized_response","gamma":"0.1"})", "missing_field", "/n");
  check_fault(R"({"request":"utility","mechanism":"randomized_response","gamma":"0.1","n":9,"sigma":1})",
              "unknown_field", "/sigma");
  check_fault(R"({"request":"utility","mechanism":"randomized_response","gamma":"0.5","n":9})", "invalid_parameter",
              "/gamma");
  check_fault(R"({"request":"utility","mechanism":"noisy_max","noise":"laplace","candidates":3,"epsilon":1})",
              "not_supported", "/noise");
  check_fault(R"({"request":"utility","mechanism":"exponential","epsilon":1})", "missing_field", "/candidates");
  check_fault(R"({"request":"utility","mechanism":"laplace"})", "missing_field", "/scale");
  check_fault(R"({"request":"utility","mechanism":"magic"})", "invalid_parameter", "/mechanism");
}

TEST_CASE("loss_distribution lists atoms, the mass at infinity and the distribution function") {
  const Json response = respond(
      R"({"request":"loss_distribution","points":[-1,0,1],"composition":[{"mechanism":"approx_dp","epsilon":"0.5",)"
      R"("delta":"0.1","count":2}]})");
  CHECK(*result_of(response, "infinite_mass").find("lower")->string() == "0.19");
  CHECK(result_of(response, "atoms").array()->size() == 3);
  CHECK(*result_of(response, "cdf").array()->at(2).find("upper")->string() == "0.81");
  const Json gaussian_law = respond(ask("loss_distribution", R"("range":[0,1],"step":"1/2")"));
  CHECK(result_of(gaussian_law, "atoms").array()->empty());
  CHECK(result_of(gaussian_law, "cdf").array()->size() == 3);
  CHECK(*result_of(gaussian_law, "cdf").array()->at(1).find("lower")->string() == "0.5");
  const Json laplace =
      respond(R"({"request":"loss_distribution","points":"0.25","composition":[{"mechanism":"laplace","scale":1}]})");
  CHECK(result_of(laplace, "atoms").array()->size() == 2);
  // P[L <= l] = e^{-(s - l)/2}/2 inside (-s, s).
  CHECK(result_of(laplace, "cdf").array()->at(0).find("lower")->string()->substr(0, 10) == "0.34364463");
  // Six ordered pairs of rows have six laws (2026-11-30).
  check_fault(R"({"request":"loss_distribution","points":[0],"composition":[{"mechanism":"kernel","rows":)"
              R"([["1/2","1/2"],["1/3","2/3"],["1/5","4/5"]]}]})",
              "not_supported", "/composition");
  // A class of mechanisms has no one law (2026-11-30).
  check_fault(R"({"request":"loss_distribution","points":[0],"composition":[{"mechanism":"sparse_vector",)"
              R"("threshold_scale":1,"query_scale":2}]})",
              "not_supported", "/composition/0");
  check_fault(ask("loss_distribution", R"("range":[0,1])"), "missing_field", "/step");
  check_fault(ask("loss_distribution", R"("range":[1,0],"step":1)"), "invalid_parameter", "/range");
  check_fault(ask("loss_distribution", R"("points":[0],"step":1)"), "invalid_parameter", "/points");
}

TEST_CASE("curve answers several curves at once") {
  const Json response = respond(ask("curve", R"("epsilon":[0,1],"delta":"1e-5","alpha":[2,3],"type1":[0.1])"));
  CHECK(result_of(response, "delta").array()->size() == 2);
  CHECK(result_of(response, "epsilon").find("lower") != nullptr);
  CHECK(result_of(response, "renyi").array()->size() == 2);
  CHECK(result_of(response, "type2").array()->size() == 1);
  check_fault(ask("curve", R"("label":"x")"), "missing_field", "/epsilon");
  const auto at = [](const std::string& kind) {
    const Json both = respond(ask(kind, R"("epsilon":["ln 3",1])"));
    return *result_of(both, "delta").array()->front().find("lower")->string();
  };
  CHECK(at("curve") == at("delta"));
  check_fault(ask("curve", R"("epsilon":[1,"inf"])"), "invalid_parameter", "/epsilon/1");
}

TEST_CASE("a claimed epsilon may be the logarithm of a rational (2026-11-30)") {
  const auto verify = [](const std::string& mechanism, const std::string& claim, const std::string& more = "") {
    return respond(R"({"request":"verify","composition":[)" + mechanism + R"(],"claim":)" + claim + more + "}");
  };
  const auto verdict = [&](const std::string& mechanism, const std::string& claim) {
    return *result_of(verify(mechanism, claim), "verdict").string();
  };
  const std::string response = R"({"mechanism":"randomized_response","truth_probability":"3/4"})";
  const std::string twice = R"({"mechanism":"randomized_response","truth_probability":"3/4","count":2})";
  CHECK(verdict(response, R"({"epsilon":"ln 3","delta":0})") == "holds");
  CHECK(verdict(response, R"x({"epsilon":"ln(299/100)","delta":0})x") == "fails");
  CHECK(verdict(twice, R"({"epsilon":"ln 9","delta":0})") == "holds");
  CHECK(verdict(twice, R"x({"epsilon":"ln(899/100)","delta":0})x") == "fails");
  // delta at ln(3/2) is 3/4 - 3/2 1/4 = 3/8
  CHECK(verdict(response, R"x({"epsilon":"ln(3/2)","delta":"3/8"})x") == "holds");
  CHECK(verdict(response, R"x({"epsilon":"ln(3/2)","delta":"0.3749999999999999999"})x") == "fails");
  CHECK(verdict(response, R"x({"epsilon":"ln(3/2)","delta":"0.75","delta_kind":"probabilistic"})x") == "holds");
  CHECK(verdict(response, R"({"epsilon":"ln 3","delta":0,"delta_kind":"probabilistic"})") == "holds");
  const std::string gaussian = R"({"mechanism":"gaussian","sigma":1})";
  const Json met = verify(gaussian, R"({"epsilon":"ln 3","delta":"0.2"})", R"(,"as_printed":true)");
  CHECK(*result_of(met, "verdict").string() == "holds");
  const auto end = [&](const Json& one, std::string_view side) {
    return core::parse_number(*one.find(side)->string())->value;
  };
  // ln 3 = 1.09861228866...
  const Json &tightest = *result_of(met, "tightest").find("epsilon"), &slack = *result_of(met, "slack").find("epsilon");
  CHECK(end(tightest, "upper") < core::parse_number("1.0986122886")->value);
  CHECK(end(tightest, "lower") + end(slack, "lower") < core::parse_number("1.0986122887")->value);
  CHECK(end(tightest, "upper") + end(slack, "upper") > core::parse_number("1.0986122886")->value);
  CHECK(end(slack, "lower") > 0);
  check_fault(R"({"request":"verify","composition":[)" + gaussian + R"x(],"claim":{"epsilon":"ln(1/2)","delta":0}})x",
              "invalid_parameter", "/claim/epsilon");
  check_fault(R"({"request":"verify","composition":[)" + gaussian + R"(],"claim":{"epsilon":"ln 3","alpha":2}})",
              "invalid_parameter", "/claim/epsilon");
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"gaussian","sigma":{"solve":true}}],)"
              R"("target":{"epsilon":"ln 3","delta":"0.1"}})",
              "not_supported", "/target/epsilon");
  check_fault(R"({"request":"hypothesis","claim":{"epsilon":"ln 3","delta":"0.1"},"false_positive":0.1})",
              "not_supported", "/claim/epsilon");
  check_fault(
      R"({"request":"audit","method":"clopper_pearson","confidence":"0.95","claim":{"epsilon":"ln 3","delta":0},)"
      R"("true_positives":600,"positives":1000,"false_positives":400,"negatives":1000})",
      "not_supported", "/claim/epsilon");
  // A Renyi guarantee has no delta to take the region from.
  check_fault(R"({"request":"hypothesis","claim":{"epsilon":1,"alpha":2},"false_positive":0.1})", "not_supported",
              "/claim");
}

TEST_CASE("probabilistic claims are decided for mechanisms that are their own pair") {
  const auto verdict = [](const std::string& mechanism, const std::string& epsilon, const std::string& delta) {
    const Json response = respond(R"({"request":"verify","composition":[)" + mechanism + R"(],"claim":{"epsilon":)" +
                                  epsilon + R"(,"delta":)" + delta + R"(,"delta_kind":"probabilistic"}})");
    return *result_of(response, "verdict").string();
  };
  // P[N > 4.5] = 3.3977e-6 at mu = 1, epsilon = 5.
  CHECK(verdict(R"({"mechanism":"gaussian","sigma":1})", "5", R"("3.398e-6")") == "holds");
  CHECK(verdict(R"({"mechanism":"gaussian","sigma":1})", "5", R"("3.397e-6")") == "fails");
  CHECK(verdict(R"({"mechanism":"gaussian","sigma":2,"count":4})", "5", R"("3.397e-6")") == "fails");
  CHECK(verdict(R"({"mechanism":"laplace","scale":1})", "1", "0") == "holds");
  CHECK(verdict(R"({"mechanism":"laplace","scale":1})", "0.99", R"("0.5")") == "fails");
  CHECK(verdict(R"({"mechanism":"randomized_response","truth_probability":"0.75"})", R"("1.09")", R"("0.75")") ==
        "holds");
  CHECK(verdict(R"({"mechanism":"randomized_response","truth_probability":"0.75"})", R"("1.09")", R"("0.74")") ==
        "fails");
  check_fault(
      R"({"request":"verify","composition":[{"mechanism":"pure_dp","epsilon":1}],"claim":{"epsilon":1,"delta":0,)"
      R"("delta_kind":"probabilistic"}})",
      "not_supported", "/composition/0");
  check_fault(
      R"({"request":"verify","composition":[{"mechanism":"gaussian","sigma":1}],"claim":{"epsilon":1,"delta":0,)"
      R"("delta_kind":"magic"}})",
      "invalid_parameter", "/claim/delta_kind");
}

TEST_CASE("a probabilistic claim has a tightest epsilon, 0 where a negative one would do") {
  const auto tightest = [](const std::string& epsilon, const std::string& delta) {
    const Json response =
        respond(R"({"request":"verify","composition":[{"mechanism":"gaussian","sigma":1}],"claim":{"epsilon":)" +
                epsilon + R"(,"delta":)" + delta + R"(,"delta_kind":"probabilistic"}})");
    const Json* epsilons = result_of(response, "tightest").find("epsilon");
    REQUIRE(epsilons != nullptr);
    return *epsilons->find("lower")->string() + " " + *epsilons->find("upper")->string();
  };
  CHECK(tightest("0", "0.9") == "0 0");
  CHECK(tightest("3", "0.5") == "0.5 0.5");  // the median of N(1/2, 1)
  CHECK(tightest("0", "0.5") == "0.5 0.5");
  CHECK(tightest("0", "1") == "0 0");
  CHECK(tightest("2", "0") == "inf inf");
}

TEST_CASE("delta and epsilon take a probabilistic delta and logarithms of rationals") {
  const auto composition = [](const std::string& kind, const std::string& mechanism, const std::string& rest) {
    return R"({"request":")" + kind + R"(","composition":[)" + mechanism + "]," + rest + "}";
  };
  const std::string geometric = R"({"mechanism":"discrete_laplace","ratio":"1/2","sensitivity":3})";
  const Json exact = respond(composition("delta", geometric, R"x("epsilon":["ln 2","ln(1/2)",0])x"));
  CHECK(*(*result_of(exact, "delta").array())[0].find("lower")->string() == "0.5");
  const Json tie =
      respond(composition("delta", geometric, R"("epsilon":["ln 8","2.07"],"delta_kind":"probabilistic")"));
  CHECK(*(*result_of(tie, "delta").array())[0].find("upper")->string() == "0");
  CHECK(*(*result_of(tie, "delta").array())[1].find("lower")->string() == "0.66666666666666");
  const Json negative = respond(
      composition("epsilon", R"({"mechanism":"laplace","scale":2})", R"("delta":"0.9","delta_kind":"probabilistic")"));
  CHECK(*result_of(negative, "epsilon").find("upper")->string() == "-0.5");
  check_fault(composition("delta", geometric, R"("epsilon":"ln 0")"), "invalid_parameter", "/epsilon");
  check_fault(composition("delta", geometric, R"("epsilon":"inf")"), "invalid_parameter", "/epsilon");
  check_fault(composition("delta", geometric, R"("epsilon":1,"delta_kind":"odd")"), "invalid_parameter", "/delta_kind");
  check_fault(composition("delta", geometric, R"("epsilon":1,"delta_kind":"probabilistic","engine":"grid")"),
              "invalid_parameter", "/engine");
  check_fault(composition("epsilon", geometric, R"("delta":1,"delta_kind":"probabilistic")"), "invalid_parameter",
              "/delta");
  check_fault(
      composition("delta", R"({"mechanism":"pure_dp","epsilon":1})", R"("epsilon":1,"delta_kind":"probabilistic")"),
      "not_supported", "/composition/0");
}

TEST_CASE("geometric noise has a scale or a ratio, the exponential mechanism may have scores, a kernel all its pairs") {
  const auto ask = [](const std::string& mechanism) {
    return R"({"request":"delta","composition":[)" + mechanism + R"(],"epsilon":"0.1"})";
  };
  check_fault(ask(R"({"mechanism":"discrete_laplace","sensitivity":3})"), "missing_field", "/composition/0/scale");
  check_fault(ask(R"({"mechanism":"discrete_laplace","scale":1,"ratio":"1/2"})"), "invalid_parameter",
              "/composition/0/ratio");
  check_fault(ask(R"({"mechanism":"discrete_laplace","ratio":1})"), "invalid_parameter", "/composition/0/ratio");
  check_fault(ask(R"({"mechanism":"exponential","epsilon":1,"sensitivity":2})"), "invalid_parameter",
              "/composition/0/sensitivity");
  check_fault(ask(R"({"mechanism":"exponential","epsilon":1,"scores":[[1,2]]})"), "invalid_parameter",
              "/composition/0/scores");
  check_fault(R"({"request":"calibrate","composition":[{"mechanism":"exponential","epsilon":{"solve":true},)"
              R"("scores":[[1,2],[2,1]]}],"target":{"epsilon":1,"delta":0}})",
              "not_supported", "/composition/0/scores");
  // e^{epsilon u/(2 sensitivity)}: of the first scores e/(1+e) and 1/(1+e), of the second a half each.
  const Json pair = respond(ask(R"({"mechanism":"exponential","epsilon":2,"sensitivity":2,"scores":[[2,0],[0,0]]})"));
  CHECK(*result_of(pair, "delta").find("lower")->string() == "0.20277376243595");  // 1/2 - e^0.1/(1+e), of add
  const Json kernel = respond(ask(R"({"mechanism":"kernel","rows":[["1/2","1/2"],["1/3","2/3"],["1/4","3/4"]]})"));
  const Json listed = respond(ask(
      R"({"mechanism":"kernel","rows":[["1/2","1/2"],["1/3","2/3"],["1/4","3/4"]],"adjacent":[[0,1],[1,2],[0,2]]})"));
  CHECK(*result_of(kernel, "delta").find("lower")->string() == *result_of(listed, "delta").find("lower")->string());
}

TEST_CASE("a sampling rate next to 1 has a verdict or none, and ends no request") {
  const std::string rate = "0." + std::string(320, '9');
  const Json response =
      respond(R"({"request":"verify","max_seconds":2,"claim":{"epsilon":20,"delta":"0.1"},"composition":[{"mechanism":)"
              R"("poisson_sampled","rate":")" +
              rate + R"(","count":2,"base":{"mechanism":"gaussian","sigma":1}}]})");
  CHECK(*result_of(response, "verdict").string() != "fails");
}
