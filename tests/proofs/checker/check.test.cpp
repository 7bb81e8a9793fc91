// Certificates: that valid ones are proofs, and that changed ones are not.
#include "proofs/checker/check.hpp"

#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "proofs/checker/refused.hpp"

using namespace assay;
using checker::Json;

namespace {

/// The response to a verify request that asks for its certificate.
Json certified(const std::string& composition, const std::string& claim, const std::string& adjacency = "add_remove") {
  const cli::Reply reply = cli::respond(R"({"request":"verify","certificate":true,"composition":[)" + composition +
                                        R"(],"claim":)" + claim + R"(,"adjacency":")" + adjacency + R"("})");
  return Json::parse(reply.text);
}

/// As the checker reads it: whole numbers of a text are unsigned.
Json completed(const Json& draft) { return checker::completed(checker::read_json(draft.dump())); }

}  // namespace

TEST_CASE("a Gaussian claim and its certificate: the verdict is proved to the checker") {
  for (const auto& [epsilon, verdict] : {std::pair("8", "holds"), std::pair("7", "fails")}) {
    const Json response = certified(R"({"mechanism":"gaussian","sigma":1.1,"count":3})",
                                    std::string(R"({"epsilon":)") + epsilon + R"(,"delta":"1e-5"})");
    CHECK(response["result"]["verdict"] == verdict);
    const Json report = checker::check(response.dump());
    CHECK_MESSAGE(report["proved"] == true, report.dump());
    CHECK(report["verdict"] == verdict);
    CHECK(report["claim"]["composition"][0]["sigma"] == "1.1");
    CHECK(report["hypotheses"].size() == 3);
  }
}

TEST_CASE(
    "2026-11-30: a group of a pure mechanism does not attain pure t epsilon, and a proof that it does is refused") {
  // No two records of epsilon 1 change a probability by more than 1 - 1/e = 0.632; randomized response of 2 by 0.762.
  Json certificate = {
      {"format", "assay-certificate"},
      {"version", 1},
      {"verdict", "fails"},
      {"claim",
       {{"composition",
         {{{"mechanism", "group"}, {"size", 2}, {"count", 1}, {"base", {{"mechanism", "pure_dp"}, {"epsilon", "1"}}}}}},
        {"adjacency", "remove"},
        {"epsilon", "0"},
        {"delta", "0.7"}}},
      {"steps",
       {{{"theorem", "group-pure-dp"}, {"part", 0}},
        {{"theorem", "kov-binary-pair"}, {"from", 1}, {"direction", "remove"}},
        {{"theorem", "composition"}, {"uses", {2}}},
        {{"theorem", "integer-losses"},
         {"uses", {3}},
         {"unit", "2"},
         {"bits", 64},
         {"delta_at_least", "259157062021782019231419948724527296640"}},
        {{"theorem", "attained-pairs"}, {"uses", {4}}}}},
      {"hypotheses", Json::array()}};
  for (std::size_t i = 0; i < 5; ++i) certificate["steps"][i]["step"] = i + 1;
  CHECK_THROWS_WITH_AS(completed(certificate), doctest::Contains("no theorem"), checker::Refused);
  const std::string group = R"({"mechanism":"group","size":2,"base":{"mechanism":"pure_dp","epsilon":1}})";
  for (const auto& [delta, verdict] : {std::pair("0.6", "fails"), std::pair("0.7", "holds")}) {
    const Json response = certified(group, std::string(R"({"epsilon":0,"delta":)") + delta + "}");
    CHECK(response["result"]["verdict"] == verdict);
    const Json report = checker::check(response.dump());
    CHECK_MESSAGE(report["proved"] == true, response.dump());
    CHECK(report["verdict"] == verdict);
  }
}

TEST_CASE("a claim of kappa or of a probability needs mechanisms whose own law is stated") {
  // A pure mechanism of epsilon 1 can lose more than 1/2 with probability 0.81; its pair does so with 0.73.
  for (const auto& [theorem, level] :
       {std::pair("persuasion-is-pdp", "kappa"), {"probabilistic-own-pair", "epsilon"}}) {
    Json certificate = {{"format", "assay-certificate"},
                        {"version", 1},
                        {"verdict", "holds"},
                        {"claim",
                         {{"composition", {{{"mechanism", "pure_dp"}, {"epsilon", "1"}, {"count", 1}}}},
                          {"adjacency", "remove"},
                          {level, "1/2"},
                          {"delta", "0.8"}}},
                        {"steps",
                         {{{"theorem", "kov-binary-pair"}, {"part", 0}, {"direction", "remove"}},
                          {{"theorem", "composition"}, {"uses", {1}}},
                          {{"theorem", "integer-losses"},
                           {"uses", {2}},
                           {"unit", "1"},
                           {"bits", 64},
                           {"delta_at_most", "270000000000000000000000000000000000000"}},
                          {{"theorem", theorem}, {"uses", {3}}},
                          {{"theorem", "two-directions"}, {"uses", {4}}}}},
                        {"hypotheses", Json::array()}};
    if (certificate["claim"].contains("epsilon")) certificate["claim"]["delta_kind"] = "probabilistic";
    for (std::size_t i = 0; i < 5; ++i) certificate["steps"][i]["step"] = i + 1;
    CHECK_THROWS_WITH_AS(completed(certificate), doctest::Contains("the theorem is about"), checker::Refused);
    certificate["claim"]["composition"][0] = {
        {"mechanism", "randomized_response"}, {"epsilon", "1"}, {"count", 1}};  // the same pair, and the law itself
    certificate["steps"][0]["theorem"] = "randomized-response-pair";
    CHECK(completed(certificate)["verdict"] == "holds");
  }
}

TEST_CASE("a batch of fixed size has certificates of claims that fail") {
  const cli::Reply reply = cli::respond(
      R"({"request":"verify","certificate":true,"max_seconds":1,"adjacency":"replace","claim":{"epsilon":"1/2","delta":"1e-5"},
          "composition":[{"mechanism":"sampled_without_replacement","batch":10,"population":100,
                          "base":{"mechanism":"gaussian","sigma":1}}]})");
  const Json response = Json::parse(reply.text);
  CHECK(response["result"]["verdict"] == "fails");
  const Json report = checker::check(response.dump());
  CHECK_MESSAGE(report["proved"] == true, response.dump());
  CHECK(report["verdict"] == "fails");
}
