// Theorems that certificates rest on beside those of the answers: theorem `integer-losses`, theorem `largest-loss`,
// theorem `attained-pairs`.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> certificate_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"integer-losses",
       "Privacy losses in whole numbers",
       "Put the privacy loss of each step of a composition on a grid of losses. Upper: each cell of the loss goes to "
       "the two points around it that keep its mass under both laws. Lower: it goes to two neighbouring points on "
       "one side of it that keep both masses, one of the two weights being negative, or whole to the point below it; "
       "all sums of weights at a point are nonnegative. Round the sums to multiples of 2^-p, up (down). In every "
       "product, mass at the upper end goes to infinity (down to the last point that is kept), mass at the lower end "
       "up to the first point that is kept (to nothing), and the rest is rounded again. Then P[S = inf] of the steps "
       "plus the mass moved to infinity plus the sum of the masses m_n times (1 - e^{epsilon - s_n})_+ is an upper "
       "(a lower, without what was moved) bound on delta(epsilon) of the product of the pairs.",
       {{checked,
         "masses are intervals with ends rounded outward; products are exact integers; sums of lower weights are "
         "nonnegative"}},
       "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, Connect the dots: tighter discrete approximations of privacy "
       "loss distributions, PoPETs 2022, for the upper spread. Proof on this page.",
       proved},
      {"largest-loss",
       "Above the largest loss nothing is left",
       "Let s be the supremum of the privacy loss of a product pair: the sum of the suprema of its factors, "
       "+infinity where one of them is unbounded or infinite with positive probability. Then delta(epsilon) = 0 for "
       "every epsilon >= s, and delta(epsilon) > 0 for every epsilon < s.",
       {{checked, "the suprema are exact: rationals, and logarithms of rationals that are enclosed"}},
       "Proof on this page.",
       proved},
      {"attained-pairs",
       "What is attained refutes",
       "The dominating pairs of the mechanisms that a certificate names are the laws of outputs on two neighbouring "
       "data sets that attain the stated bounds; for a class of mechanisms (pure or approximate privacy, Gaussian or "
       "concentrated privacy) those of one mechanism in the class. So a lower bound on delta(epsilon) of the product "
       "of the pairs in one direction of the adjacency that exceeds a claimed delta shows that the claim does not "
       "follow from the parameters. The event that tells the two data sets apart is that the privacy loss exceeds "
       "epsilon. Likewise a sum of rho or of mu^2 above the claimed one: the composition of Gaussians attains it.",
       {{checked, "the lower bound exceeds the claim, in a direction of the adjacency"},
        {asserted, "two neighbouring data sets attain every bound that the parameters state"}},
       "Proof on this page; see `gaussian-pair`, `laplace-pair`, `discrete-laplace-pair`, `kov-binary-pair`, "
       "`poisson-sampling`, `poisson-sampling-gaussian` and `gaussian-is-zcdp`.",
       proved},
      {"rounded-losses",
       "Rounding masses and ratios to a safe side",
       "Describe a pair of laws by atoms, a ratio P/Q and a P-mass each, and an infinite mass. Moving atoms to larger "
       "ratios or to infinity and enlarging masses, in each step and after each product, gives an upper description: "
       "delta(epsilon) computed from it is at least that of every adaptive composition of steps below their "
       "descriptions. Moving atoms to smaller ratios or away and diminishing masses gives a lower one. So a claim that "
       "the upper value meets is true, and one that the lower value misses is false. Masses in units of 2^-b whose "
       "products are divided by 2^b and rounded up (down) keep their side.",
       {{checked, "masses are nonnegative whole numbers of units, ratios are positive"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
