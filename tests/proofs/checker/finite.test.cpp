// Certificates about persuasion and tables: changes of one field, hostile ones, and that they say what was answered.
#include <ctime>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "proofs/checker/check.hpp"
#include "proofs/checker/gains.hpp"
#include "tests/proofs/checker/mutate.hpp"

using namespace assay;
using checker::Json;
using checker::Rational;

namespace {

Json ask(const Json& request) { return Json::parse(cli::respond(request.dump()).text); }

Json persuade(const Json& rows, const Json& priors, const char* score, const char* kappa, const char* delta) {
  Json request = {
      {"request", "persuade"}, {"certificate", true}, {"mechanism", {{"mechanism", "kernel"}, {"rows", rows}}},
      {"scores", {score}},     {"priors", priors},    {"delta", delta}};
  if (*kappa != '\0') request["kappa"] = kappa;
  return request;
}

const Json three = {{"1/2", "1/4", "1/4"}, {"1/4", "1/2", "1/4"}, {"1/8", "1/8", "3/4"}};

void refused_soon(const Json& certificate) {
  const std::clock_t start = std::clock();
  const Json report = checker::check(certificate.dump());
  CHECK(report["proved"] == false);
  CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
}

Json certificate_of(const Json& claim, const Json& steps, const char* verdict) {
  return {{"format", "assay-certificate"}, {"version", 1},  {"claim", claim}, {"verdict", verdict},
          {"hypotheses", Json::array()},   {"steps", steps}};
}

/// Whether the program's own verdict is that of the certificate, where it has one on such a claim.
bool agrees(const Json& certificate) {
  Json request = certificate["claim"];
  if (!request.contains("kernels") && !request.contains("release")) return true;
  request["request"] = "persuade";
  request["scores"] = {request["score"]};
  if (request.contains("kernels")) {
    request["composition"] = request["kernels"];
    for (Json& kernel : request["composition"]) {
      kernel["mechanism"] = "kernel";
      if (request.contains("adjacent")) kernel["adjacent"] = request["adjacent"];
    }
  }
  if (request.contains("order")) request["criterion"] = "expectation";
  if (request.contains("order") && request["order"] != "1") request["criterion"] = "exponential_expectation";
  if (request["criterion"] == "expectation") request.erase("order");
  for (const char* name : {"kernels", "adjacent", "score"}) request.erase(name);
  if (request["criterion"].is_null()) request.erase("criterion");
  const Json answer = ask(request);
  if (!answer.contains("result") || !answer["result"].contains("verdict")) return true;
  return answer["result"]["verdict"] == certificate["verdict"];
}

bool is_any_of(const std::string& path, const std::vector<std::string>& places) {
  for (const std::string& place : places)
    if (path.find(place) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("certificates about kernels and tables are proofs, and a third of all changes of one field make them none") {
  std::vector<Json> all = test::certificates_of("tests/data/finite_certificates.jsonl");
  REQUIRE(all.size() >= 30);
  std::size_t changes = 0, survived = 0;
  for (Json& certificate : all) {
    const Json report = checker::check(certificate.dump());
    CHECK_MESSAGE(report["proved"] == true, report.dump() << " in " << certificate.dump().substr(0, 200));
    test::mutate(
        certificate,
        [&](const std::string& change) {
          if (++changes % 3 != 0) return;  // every third: all of them take a quarter of a minute
          if (checker::check(certificate.dump())["proved"] == false) return;
          // Relations may be in another order, a game may be won by another mixture; a list refutes without the prior
          // that does; another claim may be true, and proved by the same steps: the program must agree with it.
          ++survived;
          CHECK_MESSAGE((is_any_of(change, {"/claim/", "/games", "/prior [", "-> {\"probability", "/relations ["}) &&
                         agrees(certificate)),
                        "still proved: " << change << " in " << certificate["claim"].dump().substr(0, 200));
        },
        "");
  }
  CHECK(changes > 5000);
  CHECK(survived < changes / 15);
}

TEST_CASE("verdicts on two sides of the truth are proved, and the other verdict is not") {
  for (const char* score : {"log", "brier", "spherical"})
    for (const Json& priors :
         {Json({{"class", "adjacent_pairs"}, {"floor", "1/10"}}), Json({{"class", "adjacent_pairs"}}),
          Json({{"class", "list"}, {"priors", {{"1/3", "1/3", "1/3"}, {"1/10", "1/10", "4/5"}}}})}) {
      const Json least = ask(persuade(three, priors, score, "", "1/8"));
      CAPTURE(least.dump());
      REQUIRE(least.contains("certificate"));
      CHECK(checker::check(least.dump())["proved"] == true);
      const Json& ends = least["result"]["kappa_at_delta"];
      for (const bool holds : {true, false}) {
        const std::string level = std::to_string(std::stod(ends["upper"].get<std::string>()) + (holds ? 1e-4 : -1e-4));
        const Json answered = ask(persuade(three, priors, score, level.c_str(), "1/8"));
        CAPTURE(answered.dump());
        CHECK(answered["result"]["verdict"] == (holds ? "holds" : "fails"));
        REQUIRE(answered.contains("certificate"));
        CHECK(checker::check(answered.dump())["proved"] == true);
        Json lie = answered["certificate"];
        lie["verdict"] = holds ? "fails" : "holds";
        CHECK(checker::check(lie.dump())["proved"] == false);
      }
    }
}

TEST_CASE("a truth that no step speaks of is open, and no step about another kappa counts") {
  const Json good = ask(persuade(three, {{"class", "all"}}, "log", "2", "0"))["certificate"];
  REQUIRE(good["steps"].size() == 3);
  CHECK(checker::check(good.dump())["proved"] == true);
  for (std::size_t i = 0; i < 3; ++i) {
    Json bad = good;
    bad["steps"][i]["truth"] = (i + 1) % 3;
    CHECK(checker::check(bad.dump())["proved"] == false);
  }
  Json less = good;
  less["claim"]["kappa"] = "1";
  CHECK(checker::check(less.dump())["proved"] == false);
}

TEST_CASE("means, bands, pseudospherical scores and small ceilings: both verdicts are proved next to the truth") {
  const Json band = {{"class", "density_band"}, {"lower", {"1/4", "1/6", "1/12"}}, {"upper", {"3/4", "1/2", "1/4"}}};
  const Json cube = {{"rule", "pseudospherical"}, {"order", "3"}},
             zero_one = {{"rule", "zero_one"}, {"ties", "strict"}};
  const Json one = {{"class", "adjacent_pairs"}, {"floor", "9/10"}, {"ceiling", "9/10"}};
  struct Asked {
    Json priors, score, order;
  };
  for (const Asked& asked : {Asked{{{"class", "adjacent_pairs"}}, "log", "1"},
                             {{{"class", "adjacent_pairs"}, {"floor", "1/10"}}, "log", "1"},
                             {{{"class", "neighbours"}, {"floor", "1/10"}}, "log", "3"},
                             {{{"class", "all"}}, "log", "1/2"},
                             {one, "brier", "1"},
                             {one, "log", "2"},
                             {{{"class", "list"}, {"priors", {{"1/3", "1/3", "1/3"}}}}, "brier", "1"},
                             {{{"class", "adjacent_pairs"}}, cube, nullptr},
                             {{{"class", "adjacent_pairs"}, {"floor", "3/4"}}, cube, nullptr},
                             {{{"class", "adjacent_pairs"}, {"ceiling", "1/10"}}, cube, nullptr},
                             {{{"class", "all"}}, cube, nullptr},
                             {{{"class", "adjacent_pairs"}, {"ceiling", "2/5"}}, zero_one, nullptr},
                             {band, "log", nullptr}}) {
    Json request = persuade(three, asked.priors, "log", "", "0");
    request["scores"] = {asked.score};
    if (!asked.order.is_null()) {
      request.erase("delta");
      request["criterion"] = asked.order == "1" ? "expectation" : "exponential_expectation";
      if (asked.order != "1") request["order"] = asked.order;
    }
    request.erase("certificate");
    const Json least = ask(request)["result"][asked.order.is_null() ? "kappa_at_delta" : "kappa"];
    request["certificate"] = true;
    for (const bool holds : {true, false}) {
      const double truth = std::stod(least["upper"].get<std::string>());
      request["kappa"] = std::to_string(truth + std::abs(truth) * (holds ? 1e-3 : -1e-3));
      const Json answered = ask(request);
      CAPTURE(answered.dump());
      REQUIRE(answered["result"]["verdict"] == (holds ? "holds" : "fails"));
      REQUIRE(answered.contains("certificate"));
      CHECK(checker::check(answered.dump())["proved"] == true);
      Json lie = answered["certificate"];
      lie["verdict"] = holds ? "fails" : "holds";
      CHECK(checker::check(lie.dump())["proved"] == false);
      lie = answered["certificate"];
      lie["claim"]["kappa"] = std::to_string(truth + std::abs(truth) * (holds ? -1e-3 : 1e-3));
      CHECK(checker::check(lie.dump())["proved"] == false);
    }
  }
}

TEST_CASE(
    "2026-11-30: where ties count for the Receiver alone, an output that says nothing gains, and no list says no") {
  const Json coin = Json::parse(R"([["1/2","1/2"],["1/2","1/2"]])");
  const Json list = Json::parse(R"({"class":"list","priors":[["1/2","1/2"]]})");
  Json request = persuade(coin, list, "log", "1/2", "0");
  request["scores"] = {{{"rule", "zero_one"}, {"ties", "adversarial"}}};
  const Json answer = ask(request);
  CHECK(answer["result"]["verdict"] == "fails");
  const Json report = checker::check(answer.dump());
  CHECK_MESSAGE(report["proved"] == true, answer.dump());
}

TEST_CASE("claims that their theorem does not cover are refused") {
  const auto refused = [](const Json& good, const char* at, const Json& value) {
    REQUIRE(checker::check(good.dump())["proved"] == true);
    Json bad = good;
    bad["claim"][Json::json_pointer(at)] = value;
    CAPTURE(bad.dump());
    CHECK(checker::check(bad.dump())["proved"] == false);
  };
  Json request =
      persuade(three, {{"class", "adjacent_pairs"}, {"floor", "1/2"}, {"ceiling", "1/2"}}, "brier", "1", "0");
  request.erase("delta");
  request["criterion"] = "expectation";
  const Json mean = ask(request)["certificate"];
  refused(mean, "/priors/floor", "1/4");         // the worst mass is not known
  refused(mean, "/priors/class", "neighbours");  // nor that two points are worst
  refused(mean, "/delta", "0");
  refused(mean, "/order", "0");
  refused(mean, "/order", "-1");
  const Json games =
      ask(persuade(three, {{"class", "contamination"}, {"base", {"1/3", "1/3", "1/3"}}, {"weight", "1/2"}}, "log",
                   "0.9", "0"))["certificate"];
  refused(games, "/score/rule", "brier");
  refused(games, "/priors/lower/0", "0");
  refused(games, "/priors/lower", Json({"0", "0", "0"}));
  refused(games, "/priors/lower/1", "1");  // a class without priors
  refused(games, "/priors/upper", Json({"1/6", "1/6", "1/6"}));
  refused(games, "/priors/upper", Json({"1"}));
  refused(games, "/priors/class", "another");
  const Json two =
      ask(persuade(three, {{"class", "adjacent_pairs"}, {"floor", "1/2"}}, "brier", "1", "0"))["certificate"];
  refused(two, "/priors/class", "neighbours");
  refused(two, "/priors/class", "another");
  refused(two, "/kappa", "-1");
  refused(two, "/score/rule", "ranked_probability");
}

TEST_CASE("a prior outside of its class refutes nothing") {
  const Json response = ask(persuade(three, {{"class", "adjacent_pairs"}, {"floor", "1/10"}}, "log", "0.5", "1/8"));
  REQUIRE(response["certificate"]["verdict"] == "fails");
  for (const Json& prior : {Json({"1/100", "0", "99/100"}), Json({"1/3", "1/3", "1/3"}), Json({"0", "1/2", "1/2"}),
                            Json({"1/2", "1/2"}), Json({"1", "1", "-1"})}) {
    Json changed = response["certificate"];
    changed["steps"][0]["prior"] = prior;
    CHECK(checker::check(changed.dump())["proved"] == false);
  }
}

TEST_CASE("a class with members of another is refused") {
  for (const auto& [name, member] : {std::pair("list", "floor"),
                                     {"list", "ceiling"},
                                     {"density_band", "floor"},
                                     {"adjacent_pairs", "priors"},
                                     {"adjacent_pairs", "lower"},
                                     {"all", "weight"}}) {
    Json priors = {{"class", name}};
    if (priors["class"] == "list") priors["priors"] = {{"1/3", "1/3", "1/3"}, {"1/10", "1/10", "4/5"}};
    if (priors["class"] == "density_band")
      priors.update({{"lower", {"1/6", "1/6", "1/6"}}, {"upper", {"1", "1", "1"}}});
    Json certificate = ask(persuade(three, priors, "log", "0.01", "1/8"))["certificate"];
    CHECK(checker::check(certificate.dump())["proved"] == true);
    certificate["claim"]["priors"][member] = "1/2";
    CAPTURE(certificate.dump());
    CHECK(checker::check(certificate.dump())["proved"] == false);
  }
}

TEST_CASE("gains of the checker are those of the definitions") {
  const checker::Score brier{"brier", ""};
  // Prior (1/4, 3/4), likelihoods 3/4 and 1/4: posterior (1/2, 1/2). Scores 9/8 and 1/2.
  CHECK(checker::compare(checker::gain(brier, {Rational(1, 4), Rational(3, 4)}, {Rational(3, 4), Rational(1, 4)}, 0),
                         checker::read_real("5/8")) == 0);
  CHECK(checker::compare(
            checker::gain({"log", ""}, {Rational(1, 4), Rational(3, 4)}, {Rational(3, 4), Rational(1, 4)}, 0),
            checker::read_real("ln(2)")) == 0);
  CHECK(checker::compare(checker::gain({"zero_one", "strict"}, {Rational(1, 4), Rational(3, 4)},
                                       {Rational(3, 4), Rational(1, 4)}, 0),
                         checker::read_real("0")) == 0);
  // The largest Brier gain at a ratio of 8: a = 2, 54/49.
  const checker::Real most = checker::largest_gain(brier, Rational(8, 9), Rational(1, 9), 0, 1);
  CHECK(checker::compare(most, checker::read_real("1.10204081")) > 0);
  CHECK(checker::compare(most, checker::read_real("1.10204082")) < 0);
  CHECK(checker::compare(checker::read_real("inf"), checker::read_real("ln(2)")) > 0);
}

TEST_CASE("hostile certificates about kernels and tables are refused, soon") {
  const std::string long_number = "1/" + std::string(4000, '9');
  Json rows = Json::array(), steps = Json::array();
  for (int x = 0; x < 1000; ++x) rows.push_back({"1/2", "1/2"});
  Json claim = {{"kernels", {{{"rows", rows}, {"count", 4096}}}},
                {"score", {{"rule", "pseudospherical"}, {"order", "2"}}},
                {"priors", {{"class", "neighbours"}}},
                {"kappa", "1e-300"},
                {"delta", "0"}};
  const Json step = {{"step", 1}, {"theorem", "two-points-are-worst"}, {"truth", 0}, {"probability", "0"}};
  refused_soon(certificate_of(claim, Json::array({step}), "holds"));
  claim["kernels"] = Json::parse(R"([{"rows":[["1/3","2/3"],["2/3","1/3"]],"count":4096}])");
  refused_soon(certificate_of(claim, Json::array({step}), "holds"));
  claim["kernels"] = Json::parse(R"([{"rows":[[")" + long_number + R"(","0"],["1","0"]],"count":1}])");
  refused_soon(certificate_of(claim, Json::array({step}), "holds"));
  for (const Json& kernels : {Json(7), Json("x"), Json::array(), Json({{{"rows", 1}, {"count", 1}}}),
                              Json::parse(R"([{"rows":[["1"],["1","0"]],"count":1}])"), Json({nullptr})}) {
    claim["kernels"] = kernels;
    refused_soon(certificate_of(claim, Json::array({step}), "holds"));
  }
  claim = {{"kernels", {{{"rows", three}, {"count", 1}}}},
           {"score", {{"rule", "pseudospherical"}, {"order", "1e99999"}}},
           {"priors", {{"class", "list"}, {"priors", Json::array()}}},
           {"kappa", "-1"},
           {"order", "1e-99999"}};
  for (int n = 3; n < 3000; ++n)
    claim["priors"]["priors"].push_back(
        {"1/3", "1/" + std::to_string(n), std::to_string(2 * n - 3) + "/" + std::to_string(3 * n)});
  const Json all = {{"step", 1}, {"theorem", "gains-by-enumeration"}, {"truth", 0}, {"probability", "0"}};
  refused_soon(certificate_of(claim, Json::array({all}), "holds"));
  claim["order"] = "1e99999";
  refused_soon(certificate_of(claim, Json::array({all}), "holds"));
  claim["score"]["order"] = "1." + std::string(3000, '0') + "1";
  refused_soon(certificate_of(claim, Json::array({all}), "holds"));
  Json table = {{"kind", "magnitude"},
                {"cells", Json::array()},
                {"relations", Json::array()},
                {"ranges", {{{"cell", 0}, {"min", "0"}}}}};
  for (int c = 0; c < 50; ++c)
    table["cells"].push_back({{"at", {std::to_string(c)}}, {"between", Json::array({Json::array({"0", "1"})})}});
  for (int r = 0; r < 100; ++r)
    table["relations"].push_back(
        {{"cells", {r % 50}}, {"coefficients", {"1/" + std::string(3000, '1') + std::to_string(r)}}, {"sum", "0"}});
  Json used = Json::array(), by = Json::array();
  for (int r = 0; r < 100; ++r) used.push_back(r), by.push_back("1");
  for (int s = 1; s <= 500; ++s)
    steps.push_back({{"step", s},
                     {"theorem", "table-dual"},
                     {"cell", 0},
                     {"at_least", "0"},
                     {"relations", used},
                     {"multipliers", by}});
  refused_soon(certificate_of(table, steps, "encloses"));
  for (const char* name : {"cells", "relations", "ranges", "dimensions", "kind"})
    for (const Json& value : {Json(7), Json("x"), Json({nullptr}), Json({{"at", 1}}), Json({{{"at", {"a"}}}})}) {
      Json bad = table;
      bad[name] = value;
      refused_soon(certificate_of(bad, Json::array({steps[0]}), "encloses"));
    }
}

TEST_CASE("the bound of multipliers holds for every table that agrees, and is rounded inwards for counts") {
  // x + y = 3, 0 <= x, y; 2x + 4y = 9 has no whole solution, and says x <= 9/2 before rounding.
  const Json from_zero = Json::array({Json::array({"0", nullptr})});
  const Json cells = {{{"at", {"x"}}, {"between", from_zero}}, {{"at", {"y"}}, {"between", from_zero}}};
  const Json claim = {{"kind", "count"},
                      {"cells", cells},
                      {"relations", {{{"cells", {0, 1}}, {"coefficients", {"1", "1"}}, {"sum", "3"}}}},
                      {"ranges", {{{"cell", 0}, {"max", "3"}}}}};
  const Json table = {{"step", 1}, {"theorem", "table-relations"}, {"table", {"3", "0"}}};
  Json dual = {{"step", 2},      {"theorem", "table-dual"}, {"cell", 0},
               {"at_most", "3"}, {"relations", {0}},        {"multipliers", {"1"}}};
  Json certificate = certificate_of(claim, Json::array({table, dual}), "encloses");
  certificate["hypotheses"] = {{{"theorem", "table-relations"},
                                {"asserted",
                                 {"the published values are the true ones (or round from them by the stated method), "
                                  "and the table adds up by its hierarchies"}}}};
  const Json report = checker::check(certificate.dump());
  CHECK_MESSAGE(report["proved"] == true, report.dump());
  for (const char* value : {"2", "4", "7/2", "3.0"}) {
    Json bad = certificate;
    bad["steps"][1]["at_most"] = value;
    CHECK(checker::check(bad.dump())["proved"] == false);
  }
  for (const Json& values :
       {Json({"2", "0"}), Json({"4", "-1"}), Json({"3"}), Json({"3", "0", "0"}), Json({"5/2", "1/2"})}) {
    Json bad = certificate;
    bad["steps"][0]["table"] = values;
    CHECK(checker::check(bad.dump())["proved"] == false);
  }
}

TEST_CASE("2026-11-30: a bound that contradicts a published value does not take its place in a table") {
  const Json cells = {{{"at", {"x"}}, {"value", "3"}},
                      {{"at", {"y"}}, {"between", Json::array({Json::array({"0", nullptr})})}}};
  const Json claim = {{"kind", "count"},
                      {"cells", cells},
                      {"relations",
                       {{{"cells", {0}}, {"coefficients", {"1"}}, {"sum", "5"}},
                        {{"cells", {0, 1}}, {"coefficients", {"1", "1"}}, {"sum", "7"}}}},
                      {"ranges", {{{"cell", 1}, {"max", "2"}}}}};
  const auto dual = [](int step, int cell, const char* side, const char* value, const Json& relations, const Json& by) {
    return Json({{"step", step},
                 {"theorem", "table-dual"},
                 {"cell", cell},
                 {side, value},
                 {"relations", relations},
                 {"multipliers", by}});
  };
  const Json steps = {dual(1, 0, "at_least", "5", {0}, {"1"}),
                      dual(2, 1, "at_most", "2", {1}, {"1"}),
                      {{"step", 3}, {"theorem", "table-relations"}, {"table", {"2"}}}};
  const Json report = checker::check(certificate_of(claim, steps, "encloses").dump());
  CHECK(report["proved"] == false);
  CHECK_MESSAGE(report["step"] == 3, report.dump());
}
