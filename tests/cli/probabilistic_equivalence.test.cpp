// Probabilistic differential privacy twice: the accountant's tail of the loss, and what persuade says of the log score.
#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "core/json_reader.hpp"
#include "core/rational.hpp"

using namespace assay;

namespace {

struct Ends {
  core::Rational lower, upper;
};

Ends ends(const std::string& request, const char* field) {
  const cli::Reply reply = cli::respond(request);
  CAPTURE(reply.text);
  const auto json = core::read_json(reply.text);
  REQUIRE(json.has_value());
  REQUIRE(reply.ok);
  const core::Json& value = *json->find("result")->find(field);
  return {core::parse_number(*value.find("lower")->string())->value,
          core::parse_number(*value.find("upper")->string())->value};
}

void check_equivalent(const std::string& part, const std::string& level) {
  CAPTURE(part);
  CAPTURE(level);
  const std::string composition = R"("composition":[{)" + part + R"(}],)";
  const Ends tail = ends(R"({"request":"delta","adjacency":"replace",)" + composition + R"("epsilon":)" + level +
                             R"(,"delta_kind":"probabilistic"})",
                         "delta");
  const Ends gain = ends(R"({"request":"persuade",)" + composition +
                             R"("scores":["log"],"priors":{"class":"adjacent_pairs"},"kappa":)" + level + "}",
                         "delta_at_kappa");
  CHECK(tail.lower <= gain.upper);
  CHECK(gain.lower <= tail.upper);
  CHECK(tail.upper - tail.lower <= tail.upper / 1'000'000'000);
  CHECK(gain.upper - gain.lower <= gain.upper / 1'000'000'000);
}

}  // namespace

TEST_CASE("persuasion in the log score is probabilistic differential privacy, composed a thousand times too") {
  for (const char* level : {"0", "\"ln 2\""}) {
    for (const char* part : {R"("mechanism":"randomized_response","epsilon":1)",
                             R"("mechanism":"randomized_response","truth_probability":"3/5")",
                             R"("mechanism":"randomized_response","truth_probability":"3/5","count":3)",
                             R"("mechanism":"discrete_laplace","scale":2)", R"("mechanism":"laplace","scale":2)",
                             R"("mechanism":"gaussian","sigma":2)", R"("mechanism":"gaussian","sigma":2,"count":3)",
                             R"("mechanism":"discrete_gaussian","sigma":2)"})
      check_equivalent(part, level);
  }
  for (const char* level : {"40"}) {
    check_equivalent(R"("mechanism":"randomized_response","truth_probability":"11/20","count":1000)", level);
    check_equivalent(R"("mechanism":"randomized_response","epsilon":"0.1","count":1000)", level);
    check_equivalent(R"("mechanism":"gaussian","sigma":10,"count":1000)", level);
  }
}
