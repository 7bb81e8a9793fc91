// Theorems on composition, and closed forms of privacy profiles.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> composition_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"composition",
       "Products of dominating pairs",
       "If (P_i, Q_i) dominates the i-th of a sequence of mechanisms, whatever the outputs of the earlier ones, "
       "then the product pair (P_1 x P_2 x ..., Q_1 x Q_2 x ...) dominates their adaptive composition. Its "
       "privacy loss S is the sum of independent losses, it is +infinity with probability 1 - prod(1 - m_i), m_i "
       "the infinite mass of the i-th, and delta(epsilon) = P[S = inf] + E[(1 - e^{epsilon - S})_+; S < inf].",
       {{checked, "every count is an integer from 1 to 10^12"},
        {asserted, "each mechanism meets its pair for every value of the earlier outputs"},
        {asserted, "the number of steps and their parameters are fixed beforehand"}},
       "Zhu, Dong, Wang, Optimal accounting of differential privacy via characteristic function, AISTATS 2022, "
       "Theorem 10 (domination under adaptive composition; Definition 7 of a dominating pair).",
       cited},
      {"two-directions",
       "Both directions, never mixed",
       "For the adjacency add_remove, delta(epsilon) of a composition is bounded by the larger of two values: "
       "all steps in direction remove, and all steps in direction add. For replace likewise the two orders of "
       "the pair. No mixture of directions over the steps is needed.",
       {{asserted, "one and the same pair of neighbouring data sets is run through every step"}},
       "Proof on this page.",
       proved},
      {"monotone-composition",
       "Dropping steps, and the chance that nothing happens",
       "Leaving out some steps of a composition never raises delta at any epsilon, so any sub-composition gives "
       "a lower bound. For steps on Poisson samples of rates q_i and epsilon >= 0, delta(epsilon) <= 1 - prod(1 "
       "- q_i). For every real epsilon, delta(epsilon) >= 1 - e^epsilon.",
       {{checked, "epsilon >= 0 where the second bound is used"}},
       "Proof on this page.",
       proved},
      {"gaussian-composition",
       "Gaussian losses add in squares",
       "The composition of Gaussian losses of parameters mu_i is a Gaussian loss of parameter mu, mu^2 = sum "
       "mu_i^2.",
       {{checked, "mu_i^2 is an exact rational; the sum is exact"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Corollary 3.3. Proof on this page.",
       proved},
      {"gaussian-profile",
       "The privacy profile of a Gaussian",
       "For N(mu, 1) against N(0, 1) and every real epsilon, delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon "
       "Phi(-mu/2 - epsilon/mu). mu = 0 gives (1 - e^epsilon)_+.",
       {{checked, "mu > 0; mu = 0 is answered apart"}},
       "Balle, Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018, Theorem 8 (numbering "
       "to be confirmed). Proof on this page.",
       proved},
      {"mills-ratio-series",
       "The normal tail far out",
       "For x > 0 and every N, the sum over n < N of (-1)^n (2n-1)!!/x^{2n+1} differs from (1 - Phi(x))/phi(x) "
       "by less than the absolute value of its next term, and the difference has that term's sign.",
       {{checked, "x > 0"}},
       "NIST Digital Library of Mathematical Functions, section 7.12. Proof on this page.",
       proved},
      {"sampled-gaussian-profile-remove",
       "One sampled Gaussian step, remove",
       "For (1-q) N(0) + q N(1) against N(0), variance sigma^2, delta(epsilon) = q d(ln(1 + (e^epsilon - 1)/q)) "
       "where e^epsilon > 1 - q, with d the `gaussian-profile` of mu = 1/sigma, and 1 - e^epsilon elsewhere.",
       {{checked, "0 < q < 1; the comparison of e^epsilon with 1 - q is decided exactly"}},
       "Balle, Barthe, Gaboardi, Privacy amplification by subsampling: tight analyses via couplings and "
       "divergences, NeurIPS 2018, Theorem 8 (numbering to be confirmed), for epsilon >= 0. Proof on this page "
       "for every epsilon.",
       proved},
      {"sampled-gaussian-profile-add",
       "One sampled Gaussian step, add",
       "For N(0) against (1-q) N(0) + q N(1), variance sigma^2, let c = 1 - (1-q) e^epsilon. Then delta(epsilon) "
       "= c d(epsilon + ln(q/c)) if c > 0, with d the `gaussian-profile` of mu = 1/sigma, and 0 otherwise.",
       {{checked, "0 < q < 1; the sign of c is decided exactly"}},
       "Proof on this page.",
       proved},
      {"sampled-gaussian-profile-replace",
       "One sampled Gaussian step, one record replaced",
       "For (1-q) N(0) + q N(1) against (1-q) N(0) + q N(-1), variance s^2, and epsilon >= 0, the loss exceeds "
       "epsilon beyond the threshold x = s^2 ln u, where u is the positive root of a u^2 - (1-q)(e^epsilon - 1) "
       "u - e^epsilon a and a = q e^{-1/(2 s^2)}; delta(epsilon) is P minus e^epsilon Q beyond it. For epsilon < "
       "0, delta(epsilon) = 1 - e^epsilon + e^epsilon delta(-epsilon).",
       {{checked, "0 < q < 1"}},
       "Proof on this page.",
       proved},
      {"laplace-profile",
       "The privacy profile of one Laplace step",
       "For Lap(0, 1) against Lap(s, 1): delta(epsilon) = 1 - e^{(epsilon - s)/2} for |epsilon| <= s, 0 above s "
       "and 1 - e^epsilon below -s.",
       {{checked, "s > 0"}},
       "Balle, Barthe, Gaboardi, Privacy amplification by subsampling: tight analyses via couplings and "
       "divergences, NeurIPS 2018, Theorem 3 (numbering to be confirmed). Proof on this page.",
       proved},
      {"laplace-composition",
       "Many Laplace steps, exactly",
       "For k steps of loss parameter s and epsilon >= 0, delta(epsilon) is the sum over j with y_j = (k - 2j) s "
       "- epsilon > 0 of C(k,j) e^{-j s} {[j = 0] + 2^{1-k} e^{-y_j/2} [v^{k-1}] (1+v)^{k-j-1} (v-1)^{j-1} e^{v "
       "y_j/2}}, where [v^n] takes a coefficient of the power series.",
       {{checked, "k at most the number that the exact sum is used for; epsilon >= 0"}},
       "Proof on this page.",
       proved},
      {"chernoff",
       "An upper bound from one moment",
       "For theta >= 0 with M_S(theta) = E[e^{theta S}; S < inf] finite, delta(epsilon) <= P[S = inf] + c(theta) "
       "M_S(theta) e^{-theta epsilon}, where c(x) = x^x/(1+x)^{1+x} and c(0) = 1. Likewise E[(e^{epsilon - S} - "
       "1)_+] <= c(s) M_S(-1-s) e^{(1+s) epsilon} for s >= 0.",
       {{checked, "theta > 0; the moment is an enclosure, so finite"}},
       "Proof on this page. The best constant for this use of Markov's inequality; compare Canonne, Kamath, "
       "Steinke 2020.",
       proved},
      {"lattice-inversion",
       "Losses on a lattice",
       "Let every finite loss be an offset plus an integer multiple of one step, so that S = s_0 + step I with I "
       "a sum of independent integers in 0..top, with known masses. The excess E[(1 - e^{epsilon - S})_+; S < "
       "inf] is the finite sum over the masses of I. Where the masses are not multiplied out, the n-point "
       "trapezoid sum of the tilted characteristic function times the transform of the finitely many kernel "
       "values gives the same number up to the tilted mass outside a window of n points, which is bounded and "
       "charged.",
       {{checked, "all losses of the composition lie on one lattice, shown exactly"},
        {checked, "the mass outside the window, and at nodes that are skipped, is bounded and added to the enclosure"}},
       "Proof on this page. Kairouz, Oh, Viswanath 2017 and Murtagh, Vadhan 2016 for the sums of randomized "
       "response.",
       proved},
      {"finite-enumeration",
       "Finitely many outcomes",
       "For a composition of finite pairs, delta(epsilon) is the infinite mass plus the sum over joint atoms of "
       "(P - e^epsilon Q)_+; with a Gaussian beside them, it is the infinite mass plus the sum of P(atom) "
       "d(epsilon - loss of the atom), d the `gaussian-profile`.",
       {{checked, "the number of joint atoms, counted with multiplicities, is within the limit"}},
       "Proof on this page.",
       proved},
      {"zcdp-composition",
       "Zero-concentrated losses add",
       "The composition of rho_i-zCDP mechanisms is (sum rho_i)-zCDP, adaptive choice included.",
       {{checked, "the sum is exact"},
        {asserted, "each mechanism is rho_i-zCDP for every value of the earlier outputs"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC "
       "2016-B, Lemma 1.7; adaptive: Lemma 2.3 (numbering to be confirmed).",
       cited},
      {"finite-mixture",
       "A finite loss beside another",
       "Let F be a finite loss, with infinite mass m, beside an independent loss of curve d. The curve of both is m + "
       "sum "
       "P(atom) d(epsilon - loss of the atom).",
       {{checked, "the values of the finite losses together are few and exact"}},
       "Conditioning on the finite loss. Proof on this page.",
       proved},
      {"rdp-composition",
       "Renyi guarantees add",
       "The composition of mechanisms with Renyi guarantees (a, r_i) of one order has the guarantee (a, sum r_i), "
       "adaptive choice included. A Gaussian loss of parameter mu has r = a mu^2/2, a rho-zCDP mechanism r = a rho.",
       {{checked, "every part has a guarantee of that order; the sum is exact"},
        {asserted, "each mechanism has its guarantee for every value of the earlier outputs"}},
       "Mironov, Renyi differential privacy, CSF 2017, Proposition 1 (numbering to be confirmed). Proof on this page.",
       proved},
      {"gaussian-is-zcdp",
       "The Gaussian's concentrated privacy",
       "The Gaussian loss of parameter mu is (mu^2/2)-zCDP, and no smaller rho will do.",
       {{checked, "mu^2 is an exact rational"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC "
       "2016-B, Proposition 1.6. Proof on this page.",
       proved},
      {"zcdp-to-dp",
       "From concentrated to approximate privacy",
       "If a mechanism is rho-zCDP then, for every real epsilon and every a > 1, it has delta(epsilon) <= "
       "e^{(a-1)(a rho - epsilon)}/(a-1) (1 - 1/a)^a. The worst mechanism of the class is at least as bad as the "
       "Gaussian of mu^2 = 2 rho, which gives the lower end of the enclosure printed.",
       {{checked, "a > 1; any such a is valid, the best is sought in floating point"}},
       "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, Proposition 12. "
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
