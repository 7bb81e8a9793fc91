// Randomized response that tells the truth with probability 1/2 + gamma, gamma = 0.4, claimed "4 gamma" = 1.6-private:
// WRONG.
//
// The input is the bit. The exact epsilon is ln((1 + 2 gamma)/(1 - 2 gamma)) = ln 9 = 2.197...
#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    const bool bit = input == "1", truth = example::uniform(generator) < 0.5 + 0.4;
    std::cout << (truth == bit ? 1 : 0);
  });
}
