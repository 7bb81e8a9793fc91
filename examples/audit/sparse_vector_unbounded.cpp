// Above-threshold answers with noise on the threshold and on each query, but never stopping, claimed (1, 0)-private:
// WRONG.
//
// The input is the query values, as in "1,1,1,1". Stopping after the first answer above the threshold is what bounds
// epsilon (Dwork, Roth 2014, section 3.6); here each answer above costs anew (Lyu, Su, Li 2017, the other variants).
#include <sstream>

#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    const double threshold = example::laplace(generator, 2);
    std::istringstream in(input);
    for (double value = 0; in >> value; in.ignore())
      std::cout << (value + example::laplace(generator, 2) >= threshold ? 'T' : 'F');
  });
}
