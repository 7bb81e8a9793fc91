// Scores and releases through the codec and the responder: faults with code and place, keys of the answers.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

using namespace assay;
using core::Json;

namespace {

Json respond(const std::string& text) {
  core::Result<Json> json = core::read_json(cli::respond(text).text);
  REQUIRE(json.has_value());
  return std::move(json).value();
}

void check_fault(const std::string& text, std::string_view code, std::string_view at) {
  CAPTURE(text);
  const Json response = respond(text);
  REQUIRE_FALSE(*response.find("ok")->boolean());
  CHECK(*response.find("error")->find("code")->string() == code);
  CHECK(*response.find("error")->find("at")->string() == at);
}

const Json& result_of(const Json& response, std::string_view key) {
  REQUIRE(*response.find("ok")->boolean());
  const Json* found = response.find("result")->find(key);
  REQUIRE(found != nullptr);
  return *found;
}

std::string score(const std::string& rule, const std::string& forecast, const std::string& more = "") {
  return R"({"request":"score","rule":)" + rule + R"(,"forecast":)" + forecast + more + "}";
}

std::string release(const std::string& statistic, const std::string& priors, const std::string& more = R"(,"delta":0)",
                    const std::string& scores = R"(["dawid_sebastiani_marginal"])") {
  return R"({"request":"persuade","release":)" + statistic + R"(,"scores":)" + scores + R"(,"priors":)" + priors +
         more + "}";
}

const std::string pmf = R"({"distribution":"pmf","probabilities":["1/2","1/2"]})";
const std::string normal = R"({"distribution":"gaussian","mean":0,"sigma":1})";
const std::string mean = R"({"statistic":"mean","n":5})";
const std::string bounded = R"({"class":"gaussian","bound":"standardized_record","radius":1,"condition_number":2})";

}  // namespace

TEST_CASE("faults of score requests carry their code and place") {
  check_fault(score(R"("brier")", R"({"distribution":"pmf","probabilities":["1/2","1/3"]})"), "invalid_parameter",
              "/forecast/probabilities");
  check_fault(score(R"("brier")", R"({"distribution":"pmf","probabilities":["3/2","-1/2"]})"), "invalid_parameter",
              "/forecast/probabilities/1");
  check_fault(score(R"("briar")", pmf), "invalid_parameter", "/rule");
  check_fault(score(R"({"rule":"brierr"})", pmf), "invalid_parameter", "/rule/rule");
  check_fault(score(R"("zero_one")", pmf), "missing_field", "/rule/ties");
  check_fault(score(R"({"rule":"decision","loss":[[0,1],[1,0]],"ties":"uniform"})", pmf), "invalid_parameter",
              "/rule/ties");
  check_fault(score(R"({"rule":"decision","loss":[[0,1],[1]],"ties":"lowest_index"})", pmf), "invalid_parameter",
              "/rule/loss/1");
  check_fault(score(R"({"rule":"power","order":1})", pmf), "invalid_parameter", "/rule/order");
  check_fault(score(R"({"rule":"interval","coverage":1})", normal), "invalid_parameter", "/rule/coverage");
  check_fault(score(R"({"rule":"energy","order":2})", normal), "invalid_parameter", "/rule/order");
  check_fault(score(R"("crps")", pmf), "not_supported", "/rule");
  check_fault(score(R"("brier")", normal), "not_supported", "/rule");
  check_fault(score(R"("crps")", R"({"distribution":"gaussain"})"), "invalid_parameter", "/forecast/distribution");
  check_fault(score(R"("crps")", R"({"distribution":"gaussian","mean":0,"sigma":0})"), "invalid_parameter",
              "/forecast/sigma");
  check_fault(score(R"("log")", R"({"distribution":"gaussian_vector","mean":[0,0],"covariance":[[1,2],[2,1]]})"),
              "invalid_parameter", "/forecast/covariance");
  check_fault(score(R"("log")", R"({"distribution":"gaussian_vector","mean":[0,0],"covariance":[[1,0],[1,1]]})"),
              "invalid_parameter", "/forecast/covariance");
  check_fault(score(R"("brier")", pmf, R"(,"outcome":2)"), "invalid_parameter", "/outcome");
  check_fault(score(R"("crps")", R"({"distribution":"exponential","rate":1})", R"(,"outcome":-1)"), "invalid_parameter",
              "/outcome");
  check_fault(score(R"("brier")", pmf, R"(,"truth":{"distribution":"pmf","probabilities":[1]})"), "invalid_parameter",
              "/truth");
}

TEST_CASE("infinite scores are answers") {
  const Json sure = respond(score(R"("log")", R"({"distribution":"pmf","probabilities":[1,0]})", R"(,"outcome":1)"));
  CHECK(*result_of(sure, "score").find("lower")->string() == "inf");
  const Json right =
      respond(score(R"("dawid_sebastiani")", R"({"distribution":"empirical","points":[3]})", R"(,"outcome":3)"));
  CHECK(*result_of(right, "score").find("upper")->string() == "-inf");
}

TEST_CASE("a vector of one coordinate is a number") {
  const std::string vector = R"({"distribution":"gaussian_vector","mean":["1/3"],"covariance":[[4]]})";
  const std::string number = R"({"distribution":"gaussian","mean":"1/3","sigma":2})";
  const std::string other = R"({"distribution":"laplace","location":0,"scale":1})";
  const auto answer = [](const std::string& text) {
    const Json response = respond(text);
    return core::write_json(*response.find(*response.find("ok")->boolean() ? "result" : "error"));
  };
  for (const char* rule :
       {R"("dawid_sebastiani")", R"("dawid_sebastiani_marginal")", R"("crps")", R"({"rule":"quantile","level":"1/4"})",
        R"({"rule":"interval","coverage":"1/2"})", R"("log")", R"("hyvarinen")", R"({"rule":"energy","order":1})"}) {
    CAPTURE(rule);
    for (const std::string more :
         {R"(,"outcome":2)", R"(,"outcome":[2])", R"(,"truth":{"distribution":"laplace","location":0,"scale":1})",
          R"(,"truth":{"distribution":"logistic","location":0,"scale":1})"})
      CHECK(answer(score(rule, vector, more)) == answer(score(rule, number, more)));
    CHECK(answer(score(rule, other, R"(,"truth":)" + vector)) == answer(score(rule, other, R"(,"truth":)" + number)));
  }
}

TEST_CASE("faults of releases carry their code and place") {
  const auto priors = [](const std::string& fields) { return R"({"class":"gaussian",)" + fields + "}"; };
  check_fault(release(R"({"statistic":"mean","n":0})", bounded), "invalid_parameter", "/release/n");
  check_fault(release(R"({"statistic":"meen","n":5})", bounded), "invalid_parameter", "/release/statistic");
  check_fault(release("[]", bounded), "invalid_parameter", "/release");
  check_fault(release(mean, priors(R"("bound":"standardized_record","condition_number":2)")), "missing_field",
              "/priors/radius");
  check_fault(release(mean, priors(R"("bound":"standardized_record","radius":-1,"condition_number":2)")),
              "invalid_parameter", "/priors/radius");
  check_fault(release(mean, priors(R"("bound":"standardized_record","radius":1,"condition_number":"1/2")")),
              "invalid_parameter", "/priors/condition_number");
  check_fault(release(mean, priors(R"("covariance":[[1,2],[2,1]])")), "invalid_parameter", "/priors/covariance");
  check_fault(release(mean, priors(R"("covariance":[[1,0],[0,1]],"standardized_error":1)")), "invalid_parameter",
              "/priors/covariance");
  check_fault(release(mean, R"({"class":"student","degrees_of_freedom":2,"covariance":1,"standardized_error":1})"),
              "invalid_parameter", "/priors/degrees_of_freedom");
  check_fault(release(mean, bounded, R"(,"delta":1)"), "invalid_parameter", "/delta");
  check_fault(release(mean, bounded, ""), "missing_field", "/delta");
  check_fault(release(mean, bounded, R"(,"delta":0)", "[]"), "invalid_parameter", "/scores");
  check_fault(release(mean, bounded, R"(,"delta":0)", R"(["brier"])"), "not_supported", "/scores");
  check_fault(release(R"({"statistic":"mean","n":5,"grid":1})", bounded), "missing_field", "/release/rounding");
}

TEST_CASE("a release answers with worst case, meaning and verdict") {
  const Json response = respond(release(mean, bounded, R"(,"delta":0,"kappa":["1","2"])"));
  CHECK(*(*result_of(response, "verdict").array())[0].string() == "fails");
  CHECK(*(*result_of(response, "verdict").array())[1].string() == "holds");
  CHECK(result_of(response, "meaning").string()->find("record 0") != std::string::npos);
  CHECK(*result_of(response, "worst_case").find("attained")->boolean());
  // Publishing the means of n and of n - 1 records publishes the last one.
  const Json two = respond(release(R"([{"statistic":"mean","n":5},{"statistic":"mean","n":4}])", bounded));
  CHECK(*result_of(two, "kappa_at_delta").find("lower")->string() == "inf");
  CHECK(result_of(two, "meaning").string()->find("record 4 is a combination of what is published") !=
        std::string::npos);
}

TEST_CASE("the worst of several scores has the larger upper end, whichever has the larger lower end") {
  const auto ask = [](const std::string& scores, const std::string& kappa) {
    return respond(release(R"({"statistic":"linear","rows":[[2,1,1]]})",
                           R"({"class":"gaussian","condition_number":4,"bound":"euclidean","radius":1})",
                           R"(,"delta":0,"kappa":)" + kappa, "[" + scores + "]"));
  };
  const std::string wide = R"({"rule":"dawid_sebastiani","coordinate":1})", high = R"({"rule":"log","coordinate":0})";
  const auto end = [&](const Json& response, std::string_view side) {
    return core::parse_number(*result_of(response, "kappa_at_delta").find(side)->string())->value;
  };
  const Json first = ask(wide, "1.7"), second = ask(high, "1.7");
  REQUIRE(end(first, "lower") < end(second, "lower"));
  REQUIRE(end(first, "upper") > end(second, "upper"));
  CHECK(*result_of(first, "verdict").string() == "undecided");
  CHECK(*result_of(second, "verdict").string() == "holds");
  for (const std::string& scores : {wide + "," + high, high + "," + wide}) {
    const Json both = ask(scores, "1.7");
    CHECK(end(both, "lower") == end(second, "lower"));
    CHECK(end(both, "upper") == end(first, "upper"));
    CHECK(*result_of(both, "verdict").string() == "undecided");
    CHECK(*result_of(ask(scores, "1.2"), "verdict").string() == "fails");
    CHECK(*result_of(ask(scores, "2"), "verdict").string() == "holds");
  }
}

TEST_CASE("a belief floor of 1 leaves nothing to learn, a truth that it excludes is refused (2026-11-30)") {
  const std::string cells = R"({"statistic":"suppressed_cells","n":2,"suppressed_if":"1..2"})";
  const std::string floor = R"({"class":"belief_floor","floor":1})",
                    ceiling = R"({"class":"belief_floor","ceiling":0})";
  const auto kappa = [&](const std::string& priors, const std::string& scores) {
    const Json response = respond(release(cells, priors, R"(,"delta":0)", scores));
    return *result_of(response, "kappa_at_delta").find("upper")->string();
  };
  CHECK(kappa(floor, R"(["log"])") == "0");
  CHECK(kappa(R"({"class":"belief_floor","floor":"1/2"})", R"(["log"])") == "inf");
  CHECK(kappa(ceiling, R"(["log"])") == "inf");
  check_fault(release(cells, floor, R"(,"delta":0,"truth":[1,3])", R"(["log"])"), "invalid_parameter", "/truth/1");
  check_fault(release(cells, ceiling, R"(,"delta":0,"truth":[3,1])", R"(["log"])"), "invalid_parameter", "/truth/1");
}

TEST_CASE("what an answer means is true of noise, and of data that are given (2026-11-30)") {
  const std::string sum = R"({"statistic":"sum","n":2)", uniform = R"({"class":"uniform","lower":0,"upper":2})";
  const Json noisy = respond(release(sum + R"(,"noise":{"mechanism":"discrete_laplace","ratio":"1/2"}})", uniform,
                                     R"(,"truth":[0,2],"output":3)", R"(["log"])"));
  const std::string at_output = *result_of(noisy, "meaning").string();
  CAPTURE(at_output);
  CHECK(at_output.find("matter of chance") != std::string::npos);
  CHECK(at_output.find("left to chance") == std::string::npos);
  CHECK(at_output.find("worsens by about 0.02") != std::string::npos);
  CHECK(*result_of(noisy, "worst_case").find("outputs")->string() == "the output given");
  const Json certain = respond(release(sum + "}", uniform, R"(,"truth":[0,2],"delta":0)", R"(["log"])"));
  const std::string given = *result_of(certain, "meaning").string();
  CAPTURE(given);
  CHECK(given.find("when the truth given") == std::string::npos);
  CHECK(given.find("no smaller number is a bound (the data: the truth given)") != std::string::npos);
}
