// `assay explain`.
#include "cli/explain.hpp"

#include <doctest/doctest.h>

using namespace assay::cli;

TEST_CASE("a theorem is explained with its statement, hypotheses, proof and source") {
  const auto text = explanation("gaussian-profile");
  REQUIRE(text.has_value());
  for (const char* part : {"Statement", "Hypotheses", "Proof", "Source", "Phi(mu/2 - epsilon/mu)"})
    CHECK(text->find(part) != std::string::npos);
}

TEST_CASE("an unknown theorem is refused, with the ids that come nearest") {
  CHECK(!explanation("gaussian").has_value());
  CHECK(!explanation("").has_value());
  const std::string near = no_such_theorem("gaussian-pro");
  CHECK(near.find("gaussian-profile") != std::string::npos);
  CHECK(near.find("kov-binary-pair") == std::string::npos);
  CHECK(no_such_theorem("nothing like it").find("kov-binary-pair") != std::string::npos);
}
