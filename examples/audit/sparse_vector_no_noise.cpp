// Above-threshold answers with a noisy threshold but exact queries, without end, claimed (1, 0)-private: WRONG.
//
// The input is the query values, as in "0,1"; the threshold is 0.5 with Laplace noise of scale 2. Every answer compares
// with the same threshold, so (below, above) says that the first query is smaller: with the values exchanged it never
// happens. The sixth variant in Lyu, Su, Li, Understanding the sparse vector technique, VLDB 2017, is of this kind.
#include <sstream>

#include "examples/audit/noise.hpp"

int main(int argc, char** argv) {
  return example::run(argc, argv, [](const std::string& input, std::mt19937_64& generator) {
    const double threshold = 0.5 + example::laplace(generator, 2);
    std::istringstream in(input);
    for (double value = 0; in >> value; in.ignore()) std::cout << (value >= threshold ? 'T' : 'F');
  });
}
