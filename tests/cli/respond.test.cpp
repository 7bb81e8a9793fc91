// Responses whole: what a claim of each form is answered with.
#include "cli/respond.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace {

using namespace assay;
using core::Json;

/// The result of a verify request on one Gaussian of sigma 2: mu = 1/2, rho = 1/8.
Json result_of(const std::string& claim, const std::string& fields = "") {
  const cli::Reply reply = cli::respond(
      R"({"request":"verify","composition":[{"mechanism":"gaussian","sigma":2}],"claim":)" + claim + fields + "}");
  CAPTURE(reply.text);
  REQUIRE(reply.ok);
  return *core::read_json(reply.text)->find("result");
}

std::string text(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  return member != nullptr ? core::write_json(*member) : "absent";
}

TEST_CASE("a claim of rho or mu is answered by the least that holds, and the slack") {
  const Json rho = result_of(R"({"rho":"0.2"})");
  CHECK(text(rho, "verdict") == R"("holds")");
  CHECK(text(rho, "tightest") == R"({"rho":{"lower":"0.125","upper":"0.125"}})");
  CHECK(text(rho, "slack") == R"({"rho":{"lower":"0.075","upper":"0.075"}})");
  CHECK(text(rho, "delta") == "absent");
  const Json mu = result_of(R"({"mu":"1/4"})");
  CHECK(text(mu, "verdict") == R"("fails")");
  CHECK(mu.find("tightest")->find("mu") != nullptr);
  CHECK(mu.find("slack")->find("mu") != nullptr);
}

TEST_CASE("a claim of epsilon and delta states the delta it was checked at") {
  CHECK(text(*result_of(R"({"epsilon":3,"delta":"1e-5"})").find("tightest"), "delta") == R"("0.00001")");
  CHECK(text(*result_of(R"({"epsilon":3,"delta":"1/3"})").find("tightest"), "delta") == R"("1/3")");
}

TEST_CASE("the reading as printed is answered where it is asked") {
  CHECK(text(result_of(R"({"rho":"0.13"})"), "verdict_as_printed") == "absent");
  // 0.13 is read as [0.125, 0.135], and 0.125 is what holds; 0.1 is [0.05, 0.15].
  CHECK(text(result_of(R"({"rho":"0.13"})", R"(,"as_printed":true)"), "verdict_as_printed") == R"("holds")");
  CHECK(text(result_of(R"({"rho":"0.1"})", R"(,"as_printed":true)"), "verdict_as_printed") == R"("depends")");
  CHECK(text(result_of(R"({"rho":"0.10"})", R"(,"as_printed":true)"), "verdict_as_printed") == R"("fails")");
}

TEST_CASE("no finite epsilon at delta 0 is shown as inf, with an infinite lack") {
  const Json never = result_of(R"({"epsilon":3,"delta":0})");
  CHECK(text(never, "verdict") == R"("fails")");
  CHECK(text(never, "tightest") == R"({"epsilon":{"lower":"inf","upper":"inf"},"delta":"0"})");
  CHECK(text(never, "slack") == R"({"epsilon":{"lower":"-inf","upper":"-inf"}})");
}

TEST_CASE("digits decide how many are printed, rounded outward") {
  const cli::Reply reply =
      cli::respond(R"({"request":"delta","digits":3,"composition":[{"mechanism":"gaussian","sigma":1}],"epsilon":0})");
  // 2 Phi(1/2) - 1 = 0.38292492254802620727...
  CHECK(reply.text.find(R"("result":{"delta":{"lower":"0.3829249","upper":"0.382925"}})") != std::string::npos);
}

}  // namespace
