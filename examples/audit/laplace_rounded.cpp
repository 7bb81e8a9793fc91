// A count with Laplace noise of scale 1 in doubles, claimed (1, 0)-private: WRONG.
//
// The sum is rounded to the grid of the larger of its two terms. So near 0 a count of 0 leaves finer least bits than a
// count of 1 ever can: Mironov, On significance of the least significant bits for differential privacy, CCS 2012.
#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    std::cout << std::stod(input) + example::laplace(generator, 1);
  });
}
