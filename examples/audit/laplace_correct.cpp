// A count with Laplace noise of scale 1, rounded to a coarse grid after the noise is added: (1, 0)-private, as claimed.
//
// The input is the count. The grid of 2^-20 hides which doubles were near (Mironov 2012 is why; see laplace_rounded).
#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    std::cout << example::coarse(std::stod(input) + example::laplace(generator, 1));
  });
}
