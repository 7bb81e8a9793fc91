// Certificates about exact means and linear statistics: true verdicts next to the truth are proved, false ones refused.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "proofs/checker/check.hpp"

using namespace assay;
using checker::Json;

namespace {

struct Asked {
  const char *release, *priors;
  double kappa;  // the least one
};

// The closed forms of theorem `exact-linear-release` and its neighbours, evaluated apart.
double general(double leverage, double condition, double radius, bool ellipsoid) {
  const double c = std::sqrt(leverage), up = condition * (1 + c), down = 1 - c, rho = (up - down) / (up + down);
  return (ellipsoid ? rho : 1) * radius - std::log(1 - rho * rho);
}

Json respond(const Asked& asked, double kappa) {
  const Json request = {{"request", "persuade"},
                        {"certificate", true},
                        {"release", Json::parse(asked.release)},
                        {"scores", {"dawid_sebastiani_marginal"}},
                        {"priors", Json::parse(asked.priors)},
                        {"kappa", std::to_string(kappa)},
                        {"delta", "1/10"}};
  return Json::parse(cli::respond(request.dump()).text);
}

const Asked mean_of_ten = {
    R"({"statistic":"mean","n":10})",
    R"({"class":"gaussian","bound":"standardized_record","radius":"1/2","condition_number":"3"})",
    general(0.1, 3, 0.5, false)};

}  // namespace

TEST_CASE("verdicts on exact statistics on two sides of the truth are proved, and the other verdict is not") {
  const Asked all[] = {
      mean_of_ten,
      {R"({"statistic":"sum","n":100})",
       R"({"class":"gaussian","bound":"mahalanobis","radius":4,"condition_number":10})", general(0.01, 10, 4, true)},
      {R"({"statistic":"mean","n":"inf"})",
       R"({"class":"gaussian","bound":"standardized_statistic","radius":1,"condition_number":10})",
       general(0, 10, 1, false)},
      {R"({"statistic":"mean","n":100})",
       R"({"class":"gaussian","bound":"standardized_statistic","radius":1,"condition_number":10,"structure":"diagonal"})",
       1 - std::log(1 - 10.0 / 109)},
      {R"({"statistic":"linear","rows":[[1,1,1,0,0],[0,0,1,1,1]]})",
       R"({"class":"gaussian","bound":"standardized_record","radius":"1/2","condition_number":5})",
       general(0.5, 5, 0.5, false)}};
  for (const Asked& asked : all)
    for (const bool holds : {true, false}) {
      const Json response = respond(asked, asked.kappa * (holds ? 1.001 : 0.999));
      CAPTURE(response.dump());
      CHECK(response["result"]["verdict"] == (holds ? "holds" : "fails"));
      REQUIRE(response.contains("certificate"));
      CHECK(checker::check(response.dump())["proved"] == true);
      Json lie = response["certificate"];
      lie["verdict"] = holds ? "fails" : "holds";
      CHECK(checker::check(lie.dump())["proved"] == false);
      lie = response["certificate"];
      lie["claim"]["kappa"] = std::to_string(asked.kappa * (holds ? 0.999 : 1.001));
      CHECK(checker::check(lie.dump())["proved"] == false);
    }
}

TEST_CASE("a determined record gains without bound") {
  const Asked single = {R"({"statistic":"linear","rows":[[1,1,1],[0,1,1]]})",
                        R"({"class":"gaussian","bound":"standardized_statistic","radius":0,"condition_number":1})", 0};
  const Json response = respond(single, 1000);
  CHECK(response["result"]["verdict"] == "fails");
  const Json report = checker::check(response.dump());
  CHECK_MESSAGE(report["proved"] == true, response.dump());
}

TEST_CASE("weights that are no projection, and claims without a closed form, are refused") {
  const Asked linear = {R"({"statistic":"linear","rows":[[1,1,1,0,0],[0,0,1,1,1]]})",
                        R"({"class":"gaussian","bound":"mahalanobis","radius":1,"condition_number":2})", 0};
  const Json good = respond(linear, 100)["certificate"];
  REQUIRE(checker::check(good.dump())["proved"] == true);
  for (const Json& weights : {Json::array(), Json::parse(R"([["0","0"]])"), Json(7), Json({"1", "1", "1", "1", "1"})}) {
    Json bad = good;
    bad["steps"][0]["weights"] = weights;
    CHECK(checker::check(bad.dump())["proved"] == false);
  }
  for (std::size_t i = 0; i < 5; ++i) {
    Json bad = good;
    bad["steps"][0]["weights"][i] = {"0", "0"};
    CHECK(checker::check(bad.dump())["proved"] == false);
  }
  const auto refuses = [](Json certificate, const char* at, const Json& value) {
    certificate["claim"][Json::json_pointer(at)] = value;
    CAPTURE(certificate.dump());
    CHECK(checker::check(certificate.dump())["proved"] == false);
  };
  refuses(good, "/release/rows", Json::parse(R"([["0","0"],["0","0"]])"));
  refuses(good, "/release/rows", Json::array());
  refuses(good, "/release/rows/1", Json({"0", "0", "1"}));
  const Json mean = respond(mean_of_ten, 100)["certificate"];
  REQUIRE(checker::check(mean.dump())["proved"] == true);
  for (const char* at : {"/priors/bound", "/priors/class", "/release/statistic", "/score/rule"})
    refuses(mean, at, "euclidean");
  refuses(mean, "/release/n", 0);
  refuses(mean, "/release/n", "10");
  refuses(mean, "/release/n", 1'000'000'000'001);
  refuses(mean, "/delta", "1");
  refuses(mean, "/delta", "-1/10");
  refuses(mean, "/priors/radius", "-1");
  refuses(mean, "/priors/condition_number", "1/2");
  refuses(mean, "/priors/structure", "exchangeable");  // another theorem
  refuses(mean, "/priors/covariance", "1");
}

TEST_CASE("a structure over infinitely many records, and a second step, change nothing") {
  Asked diagonal = mean_of_ten;
  diagonal.priors =
      R"({"class":"gaussian","bound":"standardized_record","radius":1,"condition_number":9,"structure":"diagonal"})";
  const double kappa = 1 - std::log(1 - 9.0 / 18);
  Json good = respond(diagonal, kappa * 1.001)["certificate"];
  REQUIRE(checker::check(good.dump())["proved"] == true);
  Json twice = good;
  twice["steps"].push_back(good["steps"][0]);
  twice["steps"][1]["step"] = 2;
  twice["claim"]["kappa"] = std::to_string(kappa * 0.999);
  CHECK(checker::check(twice.dump())["proved"] == false);
  good["claim"]["release"]["n"] = "inf";
  CHECK(checker::check(good.dump())["proved"] == false);
}
