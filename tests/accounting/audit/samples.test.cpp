// Audits of outputs: the event is chosen on one half and counted on the other.
#include "accounting/audit/samples.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::AuditQuestion;
using accounting::EventFamily;
using core::Rational;
using Texts = std::vector<std::string>;

AuditQuestion question() {
  AuditQuestion q;
  q.confidence = Rational(19, 20);
  return q;
}

Texts repeated(const std::string& text, std::size_t n) { return Texts(n, text); }

TEST_CASE("outputs that never meet are told apart as far as the half that certifies allows") {
  const auto found = accounting::audit_samples(repeated("a", 200), repeated("b", 200), EventFamily::all, question());
  REQUIRE(found);
  CHECK(found->held_out.counts.in.successes == 100);
  CHECK(found->held_out.counts.in.trials == 100);
  CHECK(found->held_out.counts.out.successes == 0);
  CHECK(overlaps(found->evidence.epsilon.value.ball, found->evidence.best.value.ball));
}

TEST_CASE("an event that only the searching half shows proves nothing") {
  // Even places differ, odd ones are alike: what the search sees does not hold where it counts.
  Texts first, second;
  for (int i = 0; i < 100; ++i) {
    first.insert(first.end(), {"1", "5"});
    second.insert(second.end(), {"9", "5"});
  }
  for (const EventFamily family : {EventFamily::all, EventFamily::value_thresholds}) {
    const auto found = accounting::audit_samples(first, second, family, question());
    REQUIRE(found);
    CHECK(found->evidence.epsilon.value.exact == Rational(0));
  }
}

TEST_CASE("either array may be the one with more of the event") {
  Texts first, second;
  for (int i = 0; i < 400; ++i) {
    first.push_back(i % 8 < 2 ? "3" : "1");
    second.push_back(i % 8 < 6 ? "3" : "1");
  }
  const auto plain = accounting::hold_out(first, second, EventFamily::value_thresholds, question());
  const auto turned = accounting::hold_out(second, first, EventFamily::value_thresholds, question());
  REQUIRE(plain);
  REQUIRE(turned);
  CHECK(plain->counts.in.successes == turned->counts.in.successes);
  CHECK(plain->counts.out.successes == turned->counts.out.successes);
  CHECK(plain->swapped != turned->swapped);
}

TEST_CASE("numbers are compared as numbers, texts as texts, blanks aside") {
  Texts first, second;
  for (int i = 0; i < 60; ++i) {
    first.push_back(i % 3 == 0 ? "1.0" : i % 3 == 1 ? "1" : " +1e0 ");
    second.push_back("2");
  }
  const auto found = accounting::hold_out(first, second, EventFamily::all, question());
  REQUIRE(found);
  CHECK(found->counts.in.successes + found->counts.out.successes == 30);
  const std::string text = accounting::describe(accounting::OutputSet{{"x", "y"}});
  CHECK(text == "the output is one of x, y");
}

TEST_CASE("the grid of the least bits is seen") {
  // 0.1 has its least bit at 2^-55, 0.75 at 2^-2; by size they would interleave.
  Texts fine, coarse;
  for (int i = 0; i < 200; ++i) {
    fine.push_back(i % 4 < 2 ? "0.1" : "0.9" + std::to_string(100 + i) + "1");
    coarse.push_back(i % 4 < 2 ? "0.0625" : "0." + std::string(i % 8 < 4 ? "75" : "5"));
  }
  const auto found = accounting::hold_out(fine, coarse, EventFamily::all, question());
  REQUIRE(found);
  CHECK(found->counts.in.successes == 100);
  CHECK(found->counts.out.successes == 0);
}

TEST_CASE("too few outputs are refused, and outputs that never repeat are no event") {
  CHECK_FALSE(accounting::audit_samples(Texts{"1"}, Texts{"1", "2"}, EventFamily::all, question()));
  Texts first, second;
  for (int i = 0; i < 50; ++i) {
    first.push_back("a" + std::to_string(i));
    second.push_back("b" + std::to_string(i));
  }
  const auto found = accounting::audit_samples(first, second, EventFamily::all, question());
  REQUIRE(found);
  CHECK(found->evidence.epsilon.value.exact == Rational(0));
}

}  // namespace
