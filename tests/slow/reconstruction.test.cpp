// The attack at size: 2,000 bits, 4,000 random subset queries, answers off by up to 3.
#include "accounting/audit/reconstruction.hpp"

#include <chrono>
#include <functional>
#include <random>

#include <doctest/doctest.h>

namespace {

using namespace assay;
using accounting::SubsetAnswers;

struct Secret {
  std::vector<bool> bits;
  SubsetAnswers answers;
};

Secret secret(unsigned seed, const std::function<int(std::mt19937_64&)>& error) {
  std::mt19937_64 random(seed);
  Secret s{std::vector<bool>(2000), {2000, {}}};
  for (std::size_t i = 0; i < s.bits.size(); ++i) s.bits[i] = random() % 2 == 0;
  for (int q = 0; q < 4000; ++q) {
    accounting::SubsetAnswer answer;
    std::int64_t count = 0;
    for (std::uint32_t i = 0; i < s.bits.size(); ++i)
      if (random() % 2 == 0) {
        answer.records.push_back(i);
        count += s.bits[i] ? 1 : 0;
      }
    const std::int64_t said = count + error(random);
    answer.least = said - 3;
    answer.most = said + 3;
    s.answers.answers.push_back(std::move(answer));
  }
  return s;
}

void check_recovered(const Secret& s) {
  const auto start = std::chrono::steady_clock::now();
  const auto found = accounting::reconstruct(s.answers, accounting::Deadline::after(std::chrono::seconds(60)));
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
  std::size_t right = 0;
  for (std::size_t i = 0; i < s.bits.size(); ++i) {
    right += found.bits[i] == s.bits[i] ? 1 : 0;
    // The truth is consistent, so a certified record has its bit.
    if (found.certified[i]) CHECK(found.bits[i] == s.bits[i]);
  }
  MESSAGE("recovered " << right << " of 2000 in " << seconds << " s");
  CHECK(right >= 1980);
}

TEST_CASE("uniform errors up to 3") {
  check_recovered(secret(1, [](std::mt19937_64& random) { return static_cast<int>(random() % 7) - 3; }));
}

TEST_CASE("errors that are always 3, up or down") {
  check_recovered(secret(2, [](std::mt19937_64& random) { return random() % 2 == 0 ? 3 : -3; }));
}

}  // namespace
