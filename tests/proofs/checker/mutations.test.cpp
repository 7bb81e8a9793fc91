// Valid certificates, fifty and more, and every change of one field of each.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "proofs/checker/check.hpp"
#include "tests/proofs/checker/mutate.hpp"

using namespace assay::checker;
using assay::test::certificates_of;
using assay::test::mutate;

namespace {

std::vector<Json> certificates() { return certificates_of("tests/data/certificates.jsonl"); }

}  // namespace

TEST_CASE("fifty and more certificates are proofs, and every change of one field makes them none") {
  std::vector<Json> all = certificates();
  REQUIRE(all.size() >= 50);
  std::size_t changes = 0;
  for (Json& certificate : all) {
    const Json report = check(certificate.dump());
    CHECK_MESSAGE(report["proved"] == true, report.dump() << " in " << certificate.dump().substr(0, 200));
    mutate(
        certificate,
        [&](const std::string& change) {
          ++changes;
          if (check(certificate.dump())["proved"] == false) return;
          CHECK_MESSAGE(false, "still proved: " << change << " in " << certificate["claim"].dump().substr(0, 200));
        },
        "");
  }
  CHECK(changes > 5000);
}

TEST_CASE("a certificate that ends early, anywhere, is no proof") {
  for (const Json& certificate : certificates()) {
    const std::string text = certificate.dump();
    for (std::size_t length = 0; length < text.size(); length += 1 + text.size() / 150)
      CHECK(check(text.substr(0, length))["proved"] == false);
  }
}
