// The checker's own list of hypotheses against the registry: it shares no code with it, and must share its words.
#include "proofs/checker/theorems.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "proofs/checker/refused.hpp"
#include "proofs/registry/theorems.hpp"

using namespace assay;

TEST_CASE("what a citable theorem leaves to believe is what the registry marks as asserted, word for word") {
  for (const auto& [id, left_to_believe] : checker::citable()) {
    CAPTURE(id);
    const proofs::Theorem* theorem = proofs::find(id);
    REQUIRE(theorem != nullptr);
    std::vector<std::string> asserted;
    for (const proofs::Hypothesis& hypothesis : theorem->hypotheses)
      if (hypothesis.standing == proofs::Standing::asserted) asserted.emplace_back(hypothesis.text);
    CHECK(left_to_believe == asserted);
  }
  CHECK(checker::citable().size() == 46);
}

TEST_CASE("an id that is not citable is refused") {
  checker::Json hypotheses = checker::Json::array();
  CHECK_THROWS_AS(checker::remember("gaussian-pai", hypotheses), checker::Refused);
  CHECK_THROWS_AS(checker::remember("", hypotheses), checker::Refused);
}
