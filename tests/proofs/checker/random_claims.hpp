// Random claims next to the truth, for the prover and the checker to agree on.
#pragma once

#include <cmath>
#include <random>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "proofs/checker/check.hpp"

namespace assay::test {

using Random = std::mt19937_64;
using checker::Json;

inline double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline int whole(Random& random, int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

/// Six digits: the text is the number.
inline std::string shown(double x, int digits = 6) {
  std::ostringstream text;
  text.precision(digits);
  text << x;
  return text.str();
}

inline Json part(Random& random, int kind, int most) {
  const int count = whole(random, 1, most);
  switch (kind) {
    case 0: return {{"mechanism", "gaussian"}, {"sigma", shown(between(random, 0.5, 20))}, {"count", count}};
    case 1: return {{"mechanism", "laplace"}, {"scale", shown(between(random, 1, 20))}, {"count", count}};
    case 2:
      return {{"mechanism", "randomized_response"},
              {"truth_probability", shown(between(random, 0.5, 0.9), 3)},
              {"categories", 2},
              {"count", count}};
    case 3:
      return {{"mechanism", "discrete_laplace"},
              {"scale", std::to_string(whole(random, 1, 12))},
              {"sensitivity", std::to_string(whole(random, 1, 3))},
              {"count", count}};
    case 4: return {{"mechanism", "pure_dp"}, {"epsilon", shown(whole(random, 1, 50) / 100.0)}, {"count", count}};
    case 5:
      return {{"mechanism", "approx_dp"},
              {"epsilon", shown(whole(random, 1, 50) / 100.0)},
              {"delta", "1e-9"},
              {"count", count}};
    case 6:
      return {{"mechanism", "poisson_sampled"},
              {"rate", shown(between(random, 0.01, 0.6), 3)},
              {"count", count},
              {"base", {{"mechanism", "gaussian"}, {"sigma", shown(between(random, 0.8, 3), 3)}}}};
    case 8:
      return {{"mechanism", "discrete_gaussian"},
              {"sigma", shown(between(random, 0.8, 8), 3)},
              {"sensitivity", whole(random, 1, 3)},
              {"count", count}};
    case 9:
      return {{"mechanism", "poisson_sampled"},
              {"rate", shown(between(random, 0.01, 0.6), 3)},
              {"count", 1},
              {"base", {{"mechanism", "laplace"}, {"scale", shown(between(random, 0.8, 3), 3)}}}};
    default: return {{"mechanism", "zcdp"}, {"rho", shown(between(random, 0.001, 0.5))}, {"count", count}};
  }
}

/// A composition of one to three parts that engine and checker both take.
inline Json composition(Random& random) {
  Json parts = Json::array();
  switch (whole(random, 0, 11)) {
    case 0:
    case 1:
      for (int n = whole(random, 1, 3); n > 0; --n) parts.push_back(part(random, 0, 100));
      break;
    case 2: parts.push_back(part(random, 1, 24)); break;
    case 3: parts.push_back(part(random, 2, 200)); break;
    case 4: parts.push_back(part(random, 3, 100)); break;
    case 5:
      for (int n = whole(random, 1, 3); n > 0; --n) parts.push_back(part(random, whole(random, 4, 5), 60));
      break;
    case 6: parts.push_back(part(random, 6, 60)); break;
    case 7:
      parts.push_back(part(random, 6, 20));
      parts.push_back(part(random, 0, 3));
      break;
    case 8:
      parts.push_back(part(random, whole(random, 2, 5), 10));
      parts.push_back(part(random, 0, 5));
      break;
    case 9: parts.push_back(part(random, 8, 10)); break;
    case 10: parts.push_back(part(random, 9, 1)); break;
    default:
      parts.push_back(part(random, 7, 5));
      if (whole(random, 0, 1) == 1) parts.push_back(part(random, 0, 3));
  }
  return parts;
}

inline Json ask(const Json& request) { return Json::parse(cli::respond(request.dump()).text); }

/// One claim, true or false by a thousandth of epsilon: the verdict is that, and the checker finds it proved.
/// Gives: whether the claim could be made (epsilon is positive and finite).
inline bool agree(Random& random, bool truth) {
  static const char* const deltas[] = {"1e-3", "1e-5", "1e-6", "1e-8"};
  const std::string delta = deltas[whole(random, 0, 3)];
  const Json parts = composition(random);
  const bool sampled_laplace = parts[0].contains("base") && parts[0]["base"]["mechanism"] == "laplace";
  const bool replace = whole(random, 0, 3) == 0 && !sampled_laplace;
  Json request = {{"request", "epsilon"},
                  {"composition", parts},
                  {"adjacency", replace ? "replace" : "add_remove"},
                  {"delta", delta}};
  const Json response = ask(request);
  REQUIRE_MESSAGE(response["ok"] == true, response.dump());
  const std::string bound = response["result"]["epsilon"][truth ? "upper" : "lower"];
  if (bound == "inf" || std::stod(bound) < 1e-3) return false;
  request["request"] = "verify";
  request.erase("delta");
  request["claim"] = {{"epsilon", shown(std::stod(bound) * (truth ? 1.001 : 0.999), 8)}, {"delta", delta}};
  request["certificate"] = true;
  const Json verified = ask(request);
  CAPTURE(request.dump());
  CHECK(verified["result"]["verdict"] == (truth ? "holds" : "fails"));
  CHECK_MESSAGE(verified.contains("certificate"), verified.value("no_certificate", ""));
  if (!verified.contains("certificate")) return true;
  const Json report = checker::check(verified["certificate"].dump());
  CHECK_MESSAGE(report["proved"] == true, report.dump());
  CHECK(report["verdict"] == verified["result"]["verdict"]);
  // The other verdict is not to be had by saying so.
  Json lie = verified["certificate"];
  lie["verdict"] = truth ? "fails" : "holds";
  CHECK(checker::check(lie.dump())["proved"] == false);
  return true;
}

}  // namespace assay::test
