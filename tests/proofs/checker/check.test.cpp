// Certificates: that valid ones are proofs, and that changed ones are not.
#include "proofs/checker/check.hpp"

#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"

using namespace assay;
using checker::Json;

namespace {

/// The response to a verify request that asks for its certificate.
Json certified(const std::string& composition, const std::string& claim, const std::string& adjacency = "add_remove") {
  const cli::Reply reply = cli::respond(R"({"request":"verify","certificate":true,"composition":[)" + composition +
                                        R"(],"claim":)" + claim + R"(,"adjacency":")" + adjacency + R"("})");
  return Json::parse(reply.text);
}

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
