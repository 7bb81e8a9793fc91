// The persuade kind through the codec and the responder: contract examples, faults with code and place, equivalences.
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "core/json_reader.hpp"
#include "core/rational.hpp"

using namespace assay;
using core::Json;
using core::Rational;

namespace {

Json respond(const std::string& fields) {
  const cli::Reply reply = cli::respond(R"({"request":"persuade",)" + fields + "}");
  core::Result<Json> json = core::read_json(reply.text);
  REQUIRE(json.has_value());
  return std::move(json).value();
}

const std::string halves = R"("mechanism":{"mechanism":"kernel","rows":[["2/3","1/3"],["1/3","2/3"]]})";
const std::string kernel =
    R"("mechanism":{"mechanism":"kernel","rows":[["1/2","1/4","1/8","1/8"],["1/4","1/4","1/4","1/4"],["1/8","1/8","1/4","1/2"]]})";
const std::string log = R"("scores":["log"])";
const std::string pairs = R"("priors":{"class":"adjacent_pairs"})";

struct Ends {
  Rational lower, upper;
};

Ends ends(const Json& value) {
  return {core::parse_number(*value.find("lower")->string())->value,
          core::parse_number(*value.find("upper")->string())->value};
}

const Json& result(const Json& response, std::string_view key) {
  CAPTURE(core::name(core::ErrorCode::internal));
  REQUIRE(*response.find("ok")->boolean());
  const Json* found = response.find("result")->find(key);
  REQUIRE(found != nullptr);
  return *found;
}

void check_near(const std::string& fields, std::string_view key, std::string_view low, std::string_view high) {
  CAPTURE(fields);
  const Ends found = ends(result(respond(fields), key));
  CHECK(core::parse_number(low)->value <= found.upper);
  CHECK(found.lower <= core::parse_number(high)->value);
  CHECK(found.upper - found.lower <= abs(found.upper) / 1'000'000'000);
}

void check_fault(const std::string& fields, std::string_view code, std::string_view at) {
  CAPTURE(fields);
  const Json response = respond(fields);
  REQUIRE_FALSE(*response.find("ok")->boolean());
  CAPTURE(*response.find("error")->find("message")->string());
  CHECK(*response.find("error")->find("code")->string() == code);
  CHECK(*response.find("error")->find("at")->string() == at);
}

TEST_CASE("the examples of the contract") {
  check_near(halves + "," + log + R"(,"priors":{"class":"adjacent_pairs","floor":"1/4"},"delta":"0")", "kappa_at_delta",
             "0.47000362924573555365", "0.47000362924573555366");
  const std::string gaussian = R"("mechanism":{"mechanism":"gaussian","sigma":"1"},)" + log + "," + pairs;
  check_near(gaussian + R"(,"kappa":"2","delta":"0.1")", "delta_at_kappa", "0.06680720126885806600",
             "0.06680720126885806601");
  CHECK(*result(respond(gaussian + R"(,"kappa":"2","delta":"0.1")"), "verdict").string() == "holds");
  CHECK(*result(respond(gaussian + R"(,"kappa":"2","delta":"0.05")"), "verdict").string() == "fails");
  check_near(
      R"("mechanism":{"mechanism":"laplace","scale":"2"},)" + log + "," + pairs + R"(,"criterion":"expectation")",
      "kappa", "0.10653065971263342360", "0.10653065971263342361");
}

TEST_CASE("events are strict: a kappa that is an atom, and its decimal below") {
  const auto mass = [&](std::string_view kappa) {
    return ends(result(respond(kernel + "," + log + "," + pairs + R"(,"kappa":")" + std::string(kappa) + "\""),
                       "delta_at_kappa"))
        .upper;
  };
  CHECK(mass("ln 2") == Rational(1, 2));
  CHECK(mass("0.6931471805599453") == Rational(3, 4));
  CHECK(mass("0.6931471805599454") == Rational(1, 2));
  CHECK(mass("ln(4/1)") == 0);
  CHECK(mass("inf") == 0);
  CHECK(mass("-1") == 1);
}

TEST_CASE("a response says what is worst, and means something") {
  const Json response = respond(kernel + R"(,"scores":["brier","log"],)" + pairs + R"(,"delta":["0","1/2"])");
  CHECK(result(response, "kappa_at_delta").array()->size() == 2);
  const Json& worst = result(response, "worst_case");
  CHECK(*worst.find("score")->string() == "log");
  CHECK_FALSE(*worst.find("attained")->boolean());
  CHECK(worst.find("approached_by") != nullptr);
  const std::string meaning = *result(response, "meaning").string();
  CHECK(meaning.find("1.3863 ") != std::string::npos);
  CHECK(meaning.find("log score") != std::string::npos);
}

TEST_CASE("the hockey-stick value stands beside, never above") {
  for (const std::string& subject : {kernel, std::string(R"("mechanism":{"mechanism":"gaussian","sigma":"1"})"),
                                     std::string(R"("composition":[{"mechanism":"laplace","scale":"1","count":2}])")})
    for (const std::string kappa : {"0", "1/2", "1"}) {
      CAPTURE(subject);
      const Json response = respond(subject + "," + log + "," + pairs + R"(,"kappa":")" + kappa + "\"");
      CHECK(ends(result(response, "hockey_stick")).lower <= ends(result(response, "delta_at_kappa")).upper);
    }
}

TEST_CASE("the gain itself, where prior, truth and output are one") {
  const std::string prior = R"("priors":{"class":"list","priors":[["1/2","1/3","1/6"]]})";
  check_near(R"("release":{"statistic":"partition","blocks":[0,0,1]},)" + log + "," + prior + R"(,"truth":2)", "gain",
             "1.79175946922805500081", "1.79175946922805500082");
  // posterior of datum 0 after output 0: (1/4)/(1/4 + 1/12 + 1/48) = 12/17
  check_near(kernel + "," + log + "," + prior + R"(,"truth":0,"output":0)", "gain", "0.34484048629172952",
             "0.34484048629172953");
  check_fault(kernel + "," + log + "," + prior + R"(,"truth":0)", "missing_field", "/delta");
  check_fault(kernel + "," + log + "," + pairs + R"(,"truth":0,"output":0)", "missing_field", "/delta");
  check_fault(
      R"("release":{"statistic":"partition","blocks":[0,0,1]},)" + log + "," + prior + R"(,"truth":2,"output":0)",
      "invalid_parameter", "/output");
}

TEST_CASE("post-processing: the Receiver's is safe, the Sender's is found out") {
  const std::string leaky =
      R"("mechanism":{"mechanism":"kernel","rows":[["1/10","2/5","1/2"],["0","1/5","4/5"]]},)" + log + "," + pairs;
  const auto processed = [&](const std::string& rest) { return result(respond(leaky + rest), "post_processing"); };
  CHECK(*processed(R"(,"kappa":"ln 2","post_processing":"receiver")").find("verdict")->string() == "safe");
  CHECK(*processed(R"(,"delta":"0","post_processing":"sender")").find("verdict")->string() == "safe");
  const Json found = processed(R"(,"kappa":"ln 2","post_processing":"sender")");
  CHECK(*found.find("verdict")->string() == "unsafe");
  CHECK(ends(*found.find("before")).upper == Rational(1, 10));
  CHECK(ends(*found.find("after")).lower == Rational(1, 2));
  check_fault(leaky + R"(,"kappa":"ln 2","post_processing":"nobody")", "invalid_parameter", "/post_processing");
}

TEST_CASE("bad input names its field") {
  const auto with = [&](const std::string& subject, const std::string& rest) { return subject + "," + rest; };
  const std::string rest = log + "," + pairs + R"(,"delta":"0")";
  const auto rows = [](const std::string& text) { return R"("mechanism":{"mechanism":"kernel","rows":)" + text + "}"; };
  check_fault(with(rows(R"([["1/2","1/4"],["1/2","1/2"]])"), rest), "invalid_parameter", "/mechanism/rows/0");
  check_fault(with(rows(R"([["0.3333","0.6667"],["1/3","0.6667"]])"), rest), "invalid_parameter", "/mechanism/rows/1");
  check_fault(with(rows(R"([["3/2","-1/2"],["1/2","1/2"]])"), rest), "invalid_parameter", "/mechanism/rows/0/0");
  check_fault(with(rows(R"([["1/2","1/2"],["1"]])"), rest), "invalid_parameter", "/mechanism/rows/1");
  check_fault(with(rows("[]"), rest), "invalid_parameter", "/mechanism/rows");
  check_fault(with(R"("mechanism":{"mechanism":"kernel","rows":[["1"],["1"]],"adjacent":[[0,0]]})", rest),
              "invalid_parameter", "/mechanism/adjacent/0");
  check_fault(with(R"("mechanism":{"mechanism":"kernel","rows":[["1"],["1"]],"records":[3]})", rest),
              "invalid_parameter", "/mechanism/records");
  for (const std::string guarantee : {R"("pure_dp","epsilon":"1")", R"("zcdp","rho":"1")", R"("gdp","mu":"1")"})
    check_fault(with(R"("mechanism":{"mechanism":)" + guarantee + "}", rest), "not_supported", "/mechanism/mechanism");
  check_fault(
      with(R"("mechanism":{"mechanism":"randomized_response","truth_probability":"3/4","records":1000000000})", rest),
      "limit_exceeded", "/mechanism/records");
  check_fault(rest, "missing_field", "/mechanism");
  check_fault(with(halves, R"("composition":[],)" + rest), "invalid_parameter", "");
  check_fault(with(halves, log + R"(,"delta":"0")"), "missing_field", "/priors");
  check_fault(with(halves, pairs + R"(,"delta":"0")"), "missing_field", "/scores");
  check_fault(with(halves, R"("scores":[],)" + pairs + R"(,"delta":"0")"), "invalid_parameter", "/scores");
  check_fault(with(halves, R"("scores":["brierr"],)" + pairs + R"(,"delta":"0")"), "invalid_parameter", "/scores/0");
  check_fault(with(halves, R"("scores":["crps"],)" + pairs + R"(,"delta":"0")"), "not_supported", "/scores/0");
  check_fault(with(halves, R"("scores":["zero_one"],)" + pairs + R"(,"delta":"0")"), "missing_field", "/scores/0/ties");
  check_fault(with(halves, R"("scores":[{"rule":"hinge","epsilon":"1"}],)" + pairs + R"(,"delta":"0")"),
              "not_supported", "/scores");
  check_fault(with(halves, R"("scores":[{"rule":"decision","loss":[["0","1","2"]],"ties":"lowest_index"}],)" + pairs +
                               R"(,"delta":"0")"),
              "invalid_parameter", "/scores/0");
  for (const std::string delta : {"1", "-1/10", "2"})
    check_fault(with(halves, log + "," + pairs + R"(,"delta":")" + delta + "\""), "invalid_parameter", "/delta");
  check_fault(with(halves, log + "," + pairs), "missing_field", "/delta");
  for (const std::string kappa : {"ln 0", "ln(0/1)", "ln -2", "ln x", "ln2", "NaN", "ln 3/2"})
    check_fault(with(halves, log + "," + pairs + R"(,"kappa":")" + kappa + "\""), "invalid_parameter", "/kappa");
  check_fault(with(halves, rest + R"(,"truth":2)"), "invalid_parameter", "/truth");
  check_fault(with(halves, rest + R"(,"truth":"drawn_from_prior")"), "not_supported", "/truth");
  check_fault(with(halves, log + "," + pairs + R"(,"criterion":"mean")"), "invalid_parameter", "/criterion");
  check_fault(with(halves, log + "," + pairs + R"(,"criterion":"exponential_expectation")"), "missing_field", "/order");
  check_fault(with(halves, log + "," + pairs + R"(,"criterion":"exponential_expectation","order":"1")"),
              "invalid_parameter", "/order");
  check_fault(with(halves, log + "," + pairs + R"(,"criterion":"expectation","delta":"0")"), "invalid_parameter",
              "/delta");
  check_fault(
      with(R"("composition":[{"mechanism":"kernel","rows":[["1"],["1"],["1"]]},{"mechanism":"gaussian","sigma":"1"}])",
           rest),
      "invalid_parameter", "/composition/0");
}

TEST_CASE("two searches without the time for either give brackets that hold, not an empty class") {
  const Json response = respond(
      R"("mechanism":{"mechanism":"kernel","rows":[["1/2","1/4","1/4","0"],["1/8","1/2","1/4","1/8"],["1/4","1/4","1/4","1/4"]]},)"
      R"("scores":["brier","spherical"],"priors":{"class":"contamination","base":["1/3","1/3","1/3"],"weight":"9/10"},)"
      R"("delta":"0.1","kappa":"0.3","max_seconds":"0.1")");
  const Ends kappa = ends(result(response, "kappa_at_delta")), delta = ends(result(response, "delta_at_kappa"));
  CHECK(kappa.lower > 0);
  CHECK(kappa.lower <= kappa.upper);
  CHECK(kappa.upper <= 2);
  CHECK(delta.lower <= delta.upper);
  CHECK(delta.upper <= 1);
}

TEST_CASE("empty and mistaken classes name the class") {
  const auto fault = [&](const std::string& priors, std::string_view code, std::string_view at) {
    check_fault(kernel + "," + log + R"(,"priors":{)" + priors + R"(},"delta":"0")", code, at);
  };
  fault(R"("class":"adjacent_pairs","floor":"1/2","ceiling":"1/4")", "invalid_parameter", "/priors");
  fault(R"("class":"adjacent_pairs","floor":"2")", "invalid_parameter", "/priors/floor");
  fault(R"("class":"adjacent_pair")", "invalid_parameter", "/priors/class");
  fault(R"("class":"gaussian")", "not_supported", "/priors/class");
  fault(R"("class":"list","priors":[["1/2","1/4","1/8"]])", "invalid_parameter", "/priors/priors/0");
  fault(R"("class":"list","priors":[])", "invalid_parameter", "/priors/priors");
  fault(R"("class":"density_band","lower":["1/2","1/2","1/2"])", "invalid_parameter", "/priors");
  fault(R"("class":"density_band","upper":["1/4","1/4","1/4"])", "invalid_parameter", "/priors");
  fault(R"("class":"ratio_band","lower":["1","1","1"],"upper":["1","1","1/2"])", "invalid_parameter", "/priors");
  fault(R"("class":"polytope","rows":[["1","0","0"],["-1","0","0"]],"at_least":["2/3","-1/3"])", "invalid_parameter",
        "/priors");
  fault(R"("class":"polytope","rows":[["1","0"]],"at_least":["0"])", "invalid_parameter", "/priors/rows/0");
  fault(R"("class":"contamination","base":["1","0","0"],"weight":"3/2")", "invalid_parameter", "/priors/weight");
  fault(R"("class":"product","floor":"1/4")", "invalid_parameter", "/priors");
  fault(R"("class":"distance_profile","weights":["1"])", "invalid_parameter", "/priors");
  check_fault(kernel + "," + log + R"(,"priors":{"class":"list","priors":[["0","1/2","1/2"]]},"truth":0,"delta":"0")",
              "invalid_parameter", "/truth");
}

TEST_CASE("one thing is published: a mechanism beside a release is refused as that (2026-11-30)") {
  const std::string sum = R"("release":{"statistic":"sum","n":2})";
  check_fault(halves + "," + sum + "," + log + "," + pairs, "invalid_parameter", "");
  check_fault(halves + "," + sum + "," + log + R"(,"priors":{"class":"uniform","lower":0,"upper":2})",
              "invalid_parameter", "");
}

TEST_CASE("a mean over vertices is no smaller for want of time (2026-11-30)") {
  const Json response = respond(
      R"("max_seconds":0.000001,"mechanism":{"mechanism":"kernel","rows":[["1/2","1/2"],["2/3","1/3"],["1/10","9/10"]]},)"
      R"("scores":["log"],"priors":{"class":"contamination","base":["1/3","1/3","1/3"],"weight":"1/2"},"criterion":"expectation")");
  if (!*response.find("ok")->boolean()) {
    CHECK(*response.find("error")->find("code")->string() == "limit_exceeded");
    return;
  }
  CHECK(ends(result(response, "kappa")).upper >= core::parse_number("0.44332980709387")->value);
}

}  // namespace
