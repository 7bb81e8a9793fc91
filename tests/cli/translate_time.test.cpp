// What `translate` answers when its time has ended before the search: brackets, and no claim beyond them.
#include <chrono>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "cli/own_kind.hpp"
#include "cli/respond.hpp"
#include "core/json_reader.hpp"

using namespace assay;
using core::Json;

namespace {

Json parsed(const std::string& text) {
  core::Result<Json> json = core::read_json(text);
  REQUIRE(json.has_value());
  return std::move(json).value();
}

/// The answer after a deadline that has ended.
core::Result<cli::Outcome> late(const std::string& from, const std::string& to) {
  const cli::OwnKind* kind = cli::find_own_kind("translate");
  REQUIRE(kind != nullptr);
  const Json request = parsed(R"({"from":)" + from + R"(,"to":)" + to + "}");
  cli::ObjectReader in(request, "", "a request", kind->fields);
  const cli::Work work = kind->read(in);
  REQUIRE_FALSE(in.failed());
  return work({10, accounting::Deadline::after(std::chrono::milliseconds(0))});
}

/// Not converged, not called sharp, no infinity in the sentence; gives [lower, upper].
std::string bracket(const core::Result<cli::Outcome>& answer, std::string_view key) {
  REQUIRE(answer.has_value());
  CHECK_FALSE(answer->converged);
  const Json result = answer->result;
  CHECK(result.find("sharp") == nullptr);
  CHECK(result.find("meaning")->string()->find("inf") == std::string::npos);
  const Json* shown = result.find(key);
  REQUIRE(shown != nullptr);
  return *shown->find("lower")->string() + " " + *shown->find("upper")->string();
}

std::string meaning(const core::Result<cli::Outcome>& answer) {
  const Json result = answer->result;
  return *result.find("meaning")->string();
}

std::string scored(const std::string& rule, const std::string& order, const std::string& more) {
  return R"({"scores":[{"rule":")" + rule + R"(","order":")" + order +
         R"("}],"priors":{"class":"adjacent_pairs","floor":"1/2"},)" + more + "}";
}

}  // namespace

TEST_CASE("an epsilon that was not found in the time is at least 0, and not said to be infinite") {
  const auto answer = late(scored("power", "5/2", R"("kappa":"1/10","delta":0)"), R"({"delta":0})");
  CHECK(bracket(answer, "epsilon") == "0 inf");
  CHECK(meaning(answer) ==
        "Every mechanism with epsilon up to a number of at least 0 that was not found at delta 0 meets the guarantee.");
}

TEST_CASE("an accuracy that was not found in the time lies between a guess and certainty") {
  const auto answer = late(scored("power", "5/2", R"("kappa":"1/10","delta":0)"), R"({"accuracy":"balanced"})");
  CHECK(bracket(answer, "accuracy") == "0.5 1");
  CHECK(meaning(answer).find("a number from 0.5 to 1.") != std::string::npos);
}

TEST_CASE("a kappa that was not found in the time is bracketed, in the sentence too") {
  const auto answer =
      late(R"({"epsilon":1,"delta":0,"delta_kind":"probabilistic"})", scored("tsallis", "4", R"("delta":0)"));
  const std::string ends = bracket(answer, "kappa_at_delta");
  const std::size_t gap = ends.find(' ');
  // The truth, 0.188417634955...
  CHECK(std::stod(ends.substr(0, gap)) < 0.1884176);
  CHECK(std::stod(ends.substr(gap)) > 0.1884177);
  CHECK(meaning(answer).find("a number from 0.") != std::string::npos);
}

TEST_CASE("a loss that was not found in the time leaves no tail to answer") {
  const auto answer = late(R"({"epsilon":1,"delta":"1/100"})", scored("power", "4", R"("kappa":"1/2")"));
  REQUIRE_FALSE(answer.has_value());
  CHECK(answer.error().code == core::ErrorCode::limit_exceeded);
  CHECK(answer.error().pointer == "/max_seconds");
}

TEST_CASE("no mechanism keeps gains below 0, and no floor does") {
  for (const std::string_view score : {"log", "brier"}) {
    const Json response =
        parsed(cli::respond(R"({"request":"translate","from":{"scores":[")" + std::string(score) +
                            R"("],"priors":{"class":"adjacent_pairs"},"kappa":"-1/10","delta":0},"to":{"delta":0}})")
                   .text);
    REQUIRE_FALSE(*response.find("ok")->boolean());
    CHECK(*response.find("error")->find("at")->string() == "/from/kappa");
  }
  const Json response =
      parsed(cli::respond(R"({"request":"translate","from":{"epsilon":1,"delta":0},"to":{"scores":["log"],)"
                          R"("priors":{"class":"neighbours","floor":{"solve":true}},"kappa":"-1/10","delta":0}})")
                 .text);
  REQUIRE_FALSE(*response.find("ok")->boolean());
  CHECK(*response.find("error")->find("at")->string() == "/to/kappa");
}
