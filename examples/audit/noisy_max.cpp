// The index of the largest of three counts after Laplace noise of scale 1/4, claimed (1, 0)-private: WRONG.
//
// The input is the three counts, as in "1,0,0". For counts that change by 1 each, noise of scale 2 would be right.
#include <algorithm>
#include <array>
#include <sstream>

#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    std::istringstream in(input);
    std::array<double, 3> counts{};
    char comma = ',';
    for (double& count : counts) in >> count >> comma;
    for (double& count : counts) count += example::laplace(generator, 0.25);
    std::cout << std::max_element(counts.begin(), counts.end()) - counts.begin();
  });
}
