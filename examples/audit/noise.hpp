// What the example mechanisms share: noise, and the two ways in which a program under audit is run.
//
// PROGRAM INPUT prints one output; PROGRAM INPUT COUNT prints COUNT outputs, one a line (assay audit --stream).
// AUDIT_SEED in the environment makes the outputs repeatable.
#pragma once

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace example {

inline std::mt19937_64 make_generator(const std::string& input) {
  if (const char* seed = std::getenv("AUDIT_SEED")) {
    std::seed_seq words{static_cast<unsigned>(std::strtoul(seed, nullptr, 10)),
                        static_cast<unsigned>(std::hash<std::string>{}(input))};
    return std::mt19937_64(words);
  }
  std::random_device device;
  std::seed_seq words{device(), device(), device(), device()};
  return std::mt19937_64(words);
}

/// Uniform on (0, 1), 53 bits.
inline double uniform(std::mt19937_64& generator) { return (static_cast<double>(generator() >> 11U) + 0.5) * 0x1p-53; }

inline double laplace(std::mt19937_64& generator, double scale) {
  const double u = uniform(generator);
  return u < 0.5 ? scale * std::log(2 * u) : -scale * std::log(2 * (1 - u));
}

inline double gaussian(std::mt19937_64& generator, double sigma) {
  return std::normal_distribution<double>(0, sigma)(generator);
}

/// x rounded to the grid of 2^-20, which hides where the doubles near it lie.
inline double coarse(double x) { return std::ldexp(std::round(std::ldexp(x, 20)), -20); }

/// Runs `mechanism(input, generator)`, which prints one output without a line break, as the arguments say.
template <class Mechanism>
int run(int argc, char** argv, Mechanism mechanism) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: " << argv[0] << " INPUT [COUNT]\n";
    return 2;
  }
  const std::string input = argv[1];
  const long count = argc == 3 ? std::strtol(argv[2], nullptr, 10) : 1;
  std::mt19937_64 generator = make_generator(input);
  std::cout.precision(17);
  for (long i = 0; i < count; ++i) {
    mechanism(input, generator);
    std::cout << '\n';
  }
  return 0;
}

}  // namespace example
