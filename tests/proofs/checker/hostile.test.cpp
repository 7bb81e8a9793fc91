// Certificates written to cost time or memory: each is refused, soon, with a reason.
#include <ctime>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "proofs/checker/check.hpp"
#include "tests/proofs/checker/mutate.hpp"

using namespace assay::checker;

namespace {

/// A certificate of one direction about one part, its bound by the step given.
Json one_part(Json mechanism, Json pair_step, Json bound, const std::string& epsilon = "1") {
  pair_step.update({{"step", 1}, {"part", 0}, {"direction", "remove"}, {"count", mechanism.value("count", 1ULL)}});
  bound.update({{"step", 3}, {"uses", {2}}});
  if (!mechanism.contains("count")) mechanism["count"] = 1U;
  return {{"format", "assay-certificate"},
          {"version", 1},
          {"verdict", "holds"},
          {"claim", {{"composition", {mechanism}}, {"adjacency", "remove"}, {"epsilon", epsilon}, {"delta", "0.001"}}},
          {"steps", {pair_step, {{"step", 2}, {"theorem", "composition"}, {"uses", {1}}}, bound}},
          {"hypotheses", Json::array()}};
}

Json sampled(const std::string& sigma, const std::string& rate, std::uint64_t count) {
  return {{"mechanism", "poisson_sampled"},
          {"rate", rate},
          {"count", count},
          {"base", {{"mechanism", "gaussian"}, {"sigma", sigma}}}};
}

Json sampled_certificate(const std::string& sigma, const std::string& rate, std::uint64_t count,
                         const std::string& unit, std::uint64_t bits, const char* side = "delta_at_most",
                         const std::string& epsilon = "1") {
  return one_part(sampled(sigma, rate, count), {{"theorem", "poisson-sampling-gaussian"}},
                  {{"theorem", "integer-losses"}, {"epsilon", epsilon}, {"unit", unit}, {"bits", bits}, {side, "1"}},
                  epsilon);
}

// Of processor time: another's load is no fault of the checker.
void refused_soon(const std::string& text, int seconds = 5) {
  const std::clock_t start = std::clock();
  const Json report = check(text);
  CHECK(report["proved"] == false);
  CHECK(report["reason"] != "");
  CHECK(std::clock() - start < seconds * CLOCKS_PER_SEC);
}

std::string repeated(const std::string& piece, std::size_t times) {
  std::string text;
  while (times-- > 0) text += piece;
  return text;
}

}  // namespace

TEST_CASE("text that is no certificate is refused: depth, size, duplicates, other types") {
  for (const char* text :
       {"", "{", "null", "[]", "7", "\"x\"", "{}", "{\"certificate\":{}}", "\xff\xfe", "{\"a\":1e999}"})
    refused_soon(text);
  refused_soon(repeated("[", 100'000));
  refused_soon(repeated("{\"a\":", 100'000));
  refused_soon(repeated("[", 100'000) + repeated("]", 100'000));
  refused_soon("{\"format\":\"assay-certificate\",\"version\":1,\"steps\":[" + repeated("{},", 300'000) + "{}]}");
  refused_soon(std::string(3U << 20U, ' ') + "{}");
  CHECK(check(R"({"format":"a","format":"b"})")["reason"].get<std::string>().find("twice") != std::string::npos);
  for (const char* version : {"0", "2", "-1", "1.0", "\"1\"", "18446744073709551616", "null"})
    refused_soon(R"({"format":"assay-certificate","claim":{},"steps":[],"verdict":"holds","hypotheses":[],"version":)" +
                 std::string(version) + "}");
}

TEST_CASE("numbers that are too long or too large are refused before they are computed") {
  const auto gaussian = [](const std::string& sigma, const std::string& mu_squared) {
    return one_part({{"mechanism", "gaussian"}, {"sigma", sigma}},
                    {{"theorem", "gaussian-pair"}, {"mu_squared", mu_squared}},
                    {{"theorem", "gaussian-composition"}, {"mu_squared", mu_squared}})
        .dump();
  };
  for (const char* sigma : {"1e1000000000",
                            "1e-1000000000",
                            "1e999999",
                            "1e-999999",
                            "1e99999999999999999999",
                            "0",
                            "-1",
                            "inf",
                            "nan",
                            "0x10",
                            "1e",
                            "1.",
                            ".5",
                            "1/0",
                            "1//2",
                            "1 ",
                            " 1",
                            "+1",
                            "1e+-3",
                            "--1"})
    refused_soon(gaussian(sigma, "1"));
  refused_soon(gaussian(std::string(900'000, '9'), "1"));
  refused_soon(gaussian("1e99999", "1"));
  refused_soon(gaussian("1e-99999", "1"));
}

TEST_CASE("grids that are too fine, laws that are too long and powers that are too many are refused") {
  refused_soon(sampled_certificate("1", "1/100", 1'000'000'000'000, "1/1073741824", 4096).dump(), 30);
  refused_soon(sampled_certificate("1", "1/100", 1000, "1e-300", 64).dump());
  refused_soon(sampled_certificate("1", "1/100", 1000, "1e300", 64).dump());
  refused_soon(sampled_certificate("1", "1/100", 1000, "-1", 64).dump());
  refused_soon(sampled_certificate("1", "1/100", 1000, "0", 64).dump());
  refused_soon(sampled_certificate("1e-90000", "1/100", 10, "1/1024", 64).dump());
  refused_soon(sampled_certificate("1e90000", "1e-90000", 10, "1/1024", 64).dump());
  refused_soon(sampled_certificate("1", "1/100", 10, "1/8", 15).dump());
  refused_soon(sampled_certificate("1", "1/100", 10, "1/8", 5000).dump());
  refused_soon(sampled_certificate("1", "1/100", 10, "1/8", 64, "delta_at_most", "1e90000").dump());
  refused_soon(sampled_certificate("1", "1/100", 10, "1/8", 64, "delta_at_least", "-1e90000").dump());
  refused_soon(sampled_certificate("0.001", "1/2", 10, "1/64", 64, "delta_at_least").dump(), 30);
  for (const char* sigma : {"1e9", "3000", "1e-9"})
    refused_soon(one_part({{"mechanism", "discrete_gaussian"}, {"sigma", sigma}, {"sensitivity", "2"}},
                          {{"theorem", "discrete-gaussian-pair"}},
                          {{"theorem", "integer-losses"},
                           {"epsilon", "1"},
                           {"unit", "1/1024"},
                           {"bits", 1024},
                           {"delta_at_most", "0"}})
                     .dump(),
                 30);
}

TEST_CASE("certificates that were forged, or written to cost time, are refused soon") {
  const std::vector<Json> forged = assay::test::certificates_of("tests/data/forged_certificates.jsonl");
  CHECK(forged.size() == 6);
  for (const Json& certificate : forged) refused_soon(certificate.dump());
}

TEST_CASE("steps that cite later steps, themselves or nothing are refused") {
  const Json good =
      one_part({{"mechanism", "gaussian"}, {"sigma", "1"}}, {{"theorem", "gaussian-pair"}, {"mu_squared", "1"}},
               {{"theorem", "gaussian-composition"}, {"mu_squared", "1"}});
  CHECK(check(good.dump())["reason"] == "the last step is no conclusion");
  for (const Json& uses : {Json({2, 1}), Json({0}), Json({2}), Json({3}), Json({18446744073709551615U}), Json({-1}),
                           Json("1"), Json::array(), Json({1, 1}), Json({nullptr})}) {
    Json bad = good;
    bad["steps"][1]["uses"] = uses;
    const Json report = check(bad.dump());
    CHECK(report["proved"] == false);
    CHECK(report["step"] == 2);
    CHECK(report["theorem"] == "composition");
  }
  Json unknown = good;
  unknown["steps"][0]["theorem"] = "gaussian-pai";
  CHECK(check(unknown.dump())["step"] == 1);
}
