// A count with Gaussian noise of sigma = sqrt(2 ln(1.25/delta))/epsilon at epsilon 8 and delta 0.2, claimed
// (8, 0.2)-private: WRONG. The formula is proved for epsilon < 1 alone; here delta at epsilon 8 is 0.4766.
// The coarse grid keeps the audit to that fault: doubles would give it away sooner (see laplace_rounded).
#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    constexpr double epsilon = 8, delta = 0.2;
    const double noise = example::gaussian(generator, std::sqrt(2 * std::log(1.25 / delta)) / epsilon);
    std::cout << example::coarse(std::stod(input) + noise);
  });
}
