// The table of claims, and the exit status of assay verify.
#include "cli/claim_table.hpp"

#include <string>

#include <doctest/doctest.h>

#include "cli/batch.hpp"
#include "cli/eval.hpp"
#include "core/json_reader.hpp"

namespace {

using namespace assay;
using cli::ClaimOutcome;
using core::Json;

Json json(std::string_view text) {
  core::Result<Json> value = core::read_json(text);
  REQUIRE(value);
  return *value;
}

TEST_CASE("a row shows the claim, the verdict and the tightest claim rounded up") {
  const Json request =
      json(R"({"request":"verify","id":7,"claim":{"epsilon":"17.14","delta":1e-10},"source":"a page"})");
  const Json response = json(
      R"({"id":7,"ok":true,"result":{"verdict":"fails","verdict_as_printed":"depends",)"
      R"("tightest":{"epsilon":{"lower":"17.14355074","upper":"17.14355075"},"delta":"1e-10"}},"converged":false})");
  const cli::ClaimRow row = cli::claim_row(request, response, 1);
  CHECK(row.name == "7");
  CHECK(row.claim == "epsilon 17.14, delta 1e-10");
  CHECK(row.verdict == "fails");
  CHECK(row.tightest == "epsilon 17.1436");
  CHECK(row.note == "as printed: depends; stopped before the digits asked for; a page");
  CHECK(cli::outcome_of(response) == ClaimOutcome::fails);
}

TEST_CASE("a row without an answer shows why") {
  const Json response =
      json(R"({"id":null,"ok":false,"error":{"code":"invalid_parameter","at":"/claim/delta","message":"m"}})");
  const cli::ClaimRow row = cli::claim_row(Json(), response, 3);
  CHECK(row.name == "#3");
  CHECK(row.verdict == "error");
  CHECK(row.note == "invalid_parameter at /claim/delta: m");
}

TEST_CASE("columns are aligned by characters and hold no control characters") {
  const std::string table = cli::claim_table(
      {{"\xC3\xA9t\xC3\xA9", "c", "holds", "t", "a\nb\x1B[31m"}, {"long name", "c", "fails", "t", ""}});
  CHECK(table ==
        "name       claim  verdict  tightest that holds  note\n"
        "\xC3\xA9t\xC3\xA9        c      holds    t                    a b [31m\n"
        "long name  c      fails    t\n");
}

TEST_CASE("the exit status is of the worst outcome") {
  using enum ClaimOutcome;
  CHECK(cli::verify_status({}) == 0);
  CHECK(cli::verify_status({holds, holds}) == 0);
  CHECK(cli::verify_status({holds, fails, undecided, faulty}) == 1);
  CHECK(cli::verify_status({holds, undecided}) == 3);
  CHECK(cli::verify_status({holds, unanswered}) == 3);
  CHECK(cli::verify_status({holds, undecided, faulty}) == 2);
}

TEST_CASE("errors that are not the request's fault leave a claim unanswered") {
  const auto outcome = [](const std::string& code) {
    return cli::outcome_of(json(R"({"id":1,"ok":false,"error":{"code":")" + code + R"(","at":"","message":""}})"));
  };
  for (const char* code : {"not_supported", "limit_exceeded", "internal"})
    CHECK(outcome(code) == ClaimOutcome::unanswered);
  for (const char* code : {"invalid_json", "unknown_request", "unknown_field", "missing_field", "invalid_parameter"})
    CHECK(outcome(code) == ClaimOutcome::faulty);
}

TEST_CASE("an input is one request, an array of them, or lines") {
  const auto one = cli::split_requests(" {\"a\":1} ");
  REQUIRE(one);
  CHECK_FALSE(one->is_list);
  CHECK(one->texts.size() == 1);
  const auto list = cli::split_requests("\n[{\"a\":1.50},2]");
  REQUIRE(list);
  CHECK(list->is_list);
  CHECK(list->texts == std::vector<std::string>{"{\"a\":1.50}", "2"});
  CHECK_FALSE(cli::split_requests("[1,"));
  CHECK(cli::split_lines("a\n\n \nb").texts == std::vector<std::string>{"a", "b"});
  CHECK(cli::split_lines("").texts.empty());
}

}  // namespace
