// Theorems on translating guarantees of differential and persuasive privacy into each other.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> translation_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"two-point-recalibration",
       "A score recalibrates the privacy loss",
       "Let a Receiver hold two candidate data, with prior mass q on the truth in [floor, ceiling], and let s(q) "
       "be a continuous proper score of the truth. At the privacy loss L the gain is s(q) - s(q e^L/(1 - q + q "
       "e^L)), which increases in L and is 0 at 0. With g(e) its supremum over q at L = e, the least kappa at "
       "delta over all such Receivers is g of the least loss l with P[L > l] <= delta, and P[gain > kappa] has "
       "the supremum P[L > sup{e: g(e) <= kappa}]. log: g(e) = -ln(floor + (1 - floor) e^{-e}). brier: the value "
       "at the point of the range nearest to q = 1/(a^2 + a + 1), a = e^{e/3}, of 2(1-q)^2(1 - D^{-2}), D = 1 + "
       "q(e^e - 1). ranked_probability at neighbouring ranks: half of brier. pseudospherical of order a: with w "
       "= ((1-q)/q)^a and c = e^{-a e}, -(1+w)^{-(a-1)/a} + (1+wc)^{-(a-1)/a} at the point of the range nearest "
       "to the root of (1+wc)/(1+w) = c^{a/(2a-1)}. For log, and at delta = 0 for the spherical rules, priors on "
       "the truth and any number of neighbours of it gain no more under a pure or hockey-stick guarantee.",
       {{checked, "the rule is one of those; floor <= ceiling"}},
       "Proof on this page.",
       proved},
      {"dp-to-pdp",
       "The largest tail of the privacy loss under (epsilon, delta)",
       "Over all (epsilon, delta) mechanisms and a loss l >= 0, the supremum of P[L > l] is the least of 1, "
       "(e^epsilon - 1 + delta)/(e^epsilon - e^{-l}) and, for l > epsilon, delta/(1 - e^{epsilon - l}); it is 0 "
       "for delta = 0 and l >= epsilon. Each is approached by a mechanism of two outputs.",
       {{checked, "epsilon >= 0, 0 <= delta < 1, l >= 0"},
        {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page. The third bound alone is in the literature on probabilistic differential privacy.",
       proved},
      {"pdp-to-pp",
       "Probabilistic differential privacy is a bound on the gain",
       "If P[L > epsilon] <= delta for all neighbours, then P[L > l] <= delta for every l >= epsilon, which is "
       "sharp, and the least loss with tail delta is epsilon at delta and infinite below it. Conversely "
       "persuasive privacy at (kappa, delta) over two-point priors holds exactly where P[L > l] <= delta at the "
       "loss l that theorem `two-point-recalibration` gives to kappa, so epsilon = l is the largest that is "
       "enough at delta.",
       {{checked, "the class is of two points, with a floor at most"},
        {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"pdp-post-processed",
       "What post-processing leaves of a probabilistic guarantee",
       "If P[L > epsilon] <= delta for all neighbours, in both orders, then after any post-processing P[L > l] is "
       "at most the least of 1, delta/(1 - e^{epsilon - l}) and (e^epsilon - 1 + delta)/(e^epsilon - e^{-l}) for l "
       "> epsilon, and some mechanism and post-processing approach it. The guarantee itself is not kept: merging "
       "outputs can raise P[L > epsilon].",
       {{checked, "l > epsilon"}, {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"dp-to-expected-log-gain",
       "The largest mean log gain under (epsilon, delta)",
       "Over all (epsilon, delta) mechanisms and Receivers who give the truth a prior mass of at least t, the "
       "supremum of the mean gain of the log score is delta ln(1/t) + (1 - delta)(p g(epsilon) + (1 - p) "
       "g(-epsilon)), with p = e^epsilon/(1 + e^epsilon) and g(l) = -ln(t + (1 - t) e^{-l}); infinite for t = 0 "
       "and delta > 0.",
       {{checked, "epsilon >= 0, 0 <= delta < 1"}, {asserted, "the mechanism meets the guarantee that is translated"}},
       "Kairouz, Oh, Viswanath, The composition theorem for differential privacy, ICML 2015. Proof on this page.",
       proved},
      {"balanced-accuracy",
       "How well one bit can be told",
       "The best balanced accuracy with which an output of an (epsilon, delta) mechanism tells two neighbours "
       "apart, in either sense of delta, is (e^epsilon + delta)/(e^epsilon + 1), attained by revealing the datum "
       "with probability delta and else answering at random with odds e^epsilon.",
       {{checked, "epsilon >= 0, 0 <= delta < 1"}, {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"profile-to-pdp",
       "From a whole privacy profile to a tail",
       "For a mechanism with privacy profile delta(.) and a loss l, P[L > l] is at most the infimum over epsilon "
       "< l of delta(epsilon)/(1 - e^{epsilon - l}). With u = e^epsilon, delta is convex in u and the quotient "
       "quasiconvex, so three values with the least in the middle enclose the infimum, and chords bound it from "
       "below.",
       {{checked, "the middle of three values is proven the least"},
        {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"distance-profile",
       "Priors spread over several distances",
       "Under pure epsilon a Receiver with prior mass w_d on the data at Hamming distance d from the truth gains "
       "at most -ln sum w_d e^{-d epsilon} in the log score; record-wise randomised response attains it.",
       {{checked, "delta = 0; the weights sum to 1 and that of the truth is positive"},
        {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"renyi-markov",
       "A Renyi bound is a tail for every prior on neighbours",
       "If the Renyi divergence of order a > 1 between neighbours is at most e, then for every prior on the "
       "truth and its neighbours the log gain exceeds e + ln(1/delta)/(a - 1) with probability at most delta.",
       {{checked, "a > 1, 0 < delta < 1"}, {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
      {"zcdp-tail",
       "A zCDP bound is a tail for every prior on neighbours",
       "Under rho-zCDP the log gain of a Receiver with prior mass at least t on the truth and the rest on "
       "neighbours exceeds kappa with probability at most exp(-(l - rho)^2/(4 rho)), with l = -ln((e^{-kappa} - "
       "t)/(1 - t)) > rho, and never where kappa >= ln(1/t).",
       {{checked, "l > rho"}, {asserted, "the mechanism meets the guarantee that is translated"}},
       "Bun, Steinke, Concentrated differential privacy, TCC 2016. Proof on this page.",
       proved},
      {"zero-one-threshold",
       "When a release cannot change the best guess",
       "Let the score be zero_one with ties that count as misses, the prior mass of the truth at most c, and K "
       "points (the truth and K - 1 neighbours) in all. Under pure epsilon the gain is 0 whatever is published, "
       "for every such prior, exactly where (K - 1) e^epsilon <= (1 - c)/c.",
       {{checked, "delta = 0, 0 <= kappa < 1, c < 1"},
        {asserted, "the mechanism meets the guarantee that is translated"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
