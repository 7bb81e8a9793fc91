// Persuasion on thousands of random small kernels, against brute force.
#include "tests/persuasive/random_games.hpp"

using namespace assay;
using namespace assay::persuasive;

TEST_CASE("9,600 random kernels: the log score over every convex class is that of every event") {
  tests::RandomKernels random(20261130);
  for (int round = 0; round < 9600; ++round) games::check_every_event(random, round);
}

TEST_CASE("400 random kernels: no two-point prior beats the answer, for every rule") {
  tests::RandomKernels random(30112026);
  const std::vector<Score> rules = games::pair_rules();
  for (int round = 0; round < 400; ++round) games::check_pairs(random, round, rules);
}
