// Theorems on the mechanisms of lattices, staircases, leaks, kernels and selections.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> mechanisms_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"discrete-gaussian-pair",
       "The pair of the discrete Gaussian",
       "Let the noise have masses proportional to e^{-x^2/(2 sigma^2)} on the integers. On an integer query "
       "of integer sensitivity d it is dominated, in every direction, by the noise at 0 against the noise at "
       "d. At the integer x the privacy loss is d (d - 2x)/(2 sigma^2).",
       {{checked, "sigma > 0; d is a positive integer"},
        {asserted, "d bounds the change of the integer query between neighbours"},
        {asserted,
         "the query is one integer; a vector of noises is one part a coordinate, which is not the same as one "
         "part with the L2 norm as shift"}},
       "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, Theorem 7 "
       "(numbering to be confirmed). Proof on this page.",
       proved},
      {"discrete-gaussian-zcdp",
       "The concentrated privacy of the discrete Gaussian",
       "Discrete Gaussian noise of parameter sigma on an integer query of integer sensitivity d is rho-zCDP "
       "for rho = d^2/(2 sigma^2) and for no smaller rho.",
       {{checked, "sigma > 0; d is a positive integer"},
        {asserted, "d bounds the change of the integer query between neighbours"}},
       "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, Theorem 4 "
       "(numbering to be confirmed). Proof on this page.",
       proved},
      {"discrete-gaussian-profile",
       "The curve of one discrete Gaussian",
       "With m the largest integer below d/2 - epsilon sigma^2/d, one release has delta(epsilon) = P[X <= m] "
       "- e^epsilon P[X <= m - d], X the noise, for every real epsilon.",
       {{checked,
         "sigma > 0; d is a positive integer; the sum of a tail is left where a geometric series bounds the "
         "rest"}},
       "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, Theorem 7 "
       "(numbering to be confirmed). Proof on this page.",
       proved},
      {"lattice-window",
       "A window of an infinite lattice",
       "Let each step's outcomes be split into finitely many inside a window and the rest, of P-mass at most "
       "tau. Let D(epsilon) be the sum of (P - e^epsilon Q)_+ over the outcomes of k steps that all lie "
       "inside. Then D(epsilon) <= delta(epsilon) <= D(epsilon) + k tau for every real epsilon.",
       {{checked,
         "tau bounds the P-mass outside, by a geometric series; for several kinds of steps k tau is the sum "
         "of their own"}},
       "Proof on this page.",
       proved},
      {"staircase-pair",
       "The pair of staircase noise",
       "Let s be the sensitivity, E = e^{-epsilon} and B = gamma + (1 - gamma) E. Staircase noise has the "
       "density (1 - E)/(2 s B) E^k on [k s, (k + gamma) s) and E times that on [(k + gamma) s, (k + 1) s), k "
       "= 0, 1, ..., mirrored at 0. On one real query of sensitivity s it is dominated, in every direction, "
       "by the noise at 0 against the noise at s. With m = min(gamma, 1 - gamma) and h = (1 - E)/(2 B) the "
       "privacy loss is epsilon with mass 1/2 + h m, -epsilon with E times that mass, and 0 with mass h (1 - "
       "2m), times E if gamma < 1/2.",
       {{checked, "epsilon > 0 and 0 <= gamma <= 1"},
        {asserted,
         "s bounds the change of the query between neighbours, and the steps of the density have the width s"},
        {asserted, "the query is one real number"}},
       "The mechanism: Geng, Viswanath, The optimal noise-adding mechanism in differential privacy, IEEE "
       "Transactions on Information Theory 62, 2016. Proof on this page.",
       proved},
      {"leak-pair",
       "Publishing everything with a small probability",
       "A mechanism that publishes the whole data set with probability delta and else nothing has, in every "
       "direction, loss +infinity with mass delta and 0 with mass 1 - delta. One that publishes each record "
       "by itself with probability delta has for remove loss +infinity with mass delta and ln(1 - delta) with "
       "the rest, for add loss -ln(1 - delta) with mass 1, and for replace the loss of the first kind.",
       {{checked, "0 <= delta <= 1"},
        {asserted, "neighbours are different data sets; what is published tells them apart"}},
       "Folklore; Dwork, Roth, The algorithmic foundations of differential privacy, 2014, section 2.3 warns "
       "of it. Proof on this page.",
       proved},
      {"post-processing",
       "Post-processing",
       "A function, randomized or not, of the output of a mechanism that does not look at the data again is "
       "dominated by the pair that dominates the mechanism. No pair does better for all functions: the "
       "identity is one.",
       {{asserted, "the function sees the output of the base and nothing else that depends on the data"}},
       "Dwork, Roth, The algorithmic foundations of differential privacy, 2014, Proposition 2.1 (numbering to "
       "be confirmed). Proof on this page.",
       proved},
      {"noisy-max-distribution",
       "The output distribution of report noisy max",
       "Candidates of scores u_i get independent noise of scale b and the index of the largest sum is "
       "published. With v_i = (u_i - max u)/b and c_i = e^{v_i}: for Gumbel noise P_i = c_i/sum c_j, the "
       "exponential mechanism; for exponential noise P_i = int_0^1 c_i prod_{j != i} (1 - c_j w) dw, which is "
       "permute-and-flip; for Laplace noise P_i = int f(x - v_i) prod_{j != i} F(x - v_j) dx with the "
       "standard Laplace density f and distribution function F. The mechanism on two data sets is the pair of "
       "these two distributions.",
       {{checked, "b > 0; both data sets score the same number of candidates"},
        {asserted,
         "the scores given are those of the two data sets, or every pair of neighbours is dominated by these"}},
       "McKenna, Sheldon, Permute-and-flip, NeurIPS 2020; Ding, Kifer, Sayed-Ahmed, Steinke, Wang, Xiao, "
       "Zhang, The permute-and-flip mechanism is identical to report-noisy-max with exponential noise, 2021. "
       "Proof on this page.",
       proved},
      {"kernel-neighbours",
       "An explicit mechanism on finitely many data sets",
       "For a mechanism given by one row of output probabilities a data set, delta(epsilon) of a composition "
       "is the largest over the pairs of neighbouring rows, each composed with itself; for a group of t "
       "records, over the pairs of rows that at most t steps of neighbours join.",
       {{checked, "every row is nonnegative and sums to 1 exactly; neighbours are different rows"},
        {asserted, "the rows are the output distributions of the data sets that they stand for"}},
       "Definition; proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
