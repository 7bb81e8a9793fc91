// Theorems that audits from experiments, reconstruction attacks and hypothesis regions rest on.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> audit_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"binomial-tail",
       "The tail of a binomial distribution, with the error of stopping",
       "For X of n trials with success probability p, P[X >= k] is continuous and strictly increasing in p on (0, 1) "
       "for 1 <= k <= n. The ratio of consecutive masses P[X = j+1]/P[X = j] = (n-j) p/((j+1)(1-p)) falls in j; "
       "where it is r < 1 at j, P[X > j] <= P[X = j] r/(1-r).",
       {{checked, "0 < p < 1 and 0 <= k <= n"}, {checked, "the sum stops only where the ratio is certainly below 1"}},
       "Folklore. Proof on this page.",
       proved},
      {"clopper-pearson",
       "Exact confidence limits of a probability",
       "Let X have the law of n trials with success probability p, and for k >= 1 let L(k) be the root q of P[Bin(n, "
       "q) >= k] = a; let L(0) = 0. Then P[L(X) > p] <= a for every p. By exchanging success and failure, U(X) = 1 - "
       "L'(n-X) has P[U(X) < p] <= a.",
       {{checked, "0 < a < 1, n >= 1, 0 <= k <= n"},
        {asserted,
         "the n trials are independent with one and the same success probability, and n was fixed in advance"}},
       "Clopper, Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial, "
       "Biometrika 26, 1934. Proof on this page.",
       proved},
      {"monotone-inverse",
       "The root of a monotone function between two signs",
       "If f is continuous and strictly monotone on an interval and y lies strictly between f(a) and f(b), then f(x) "
       "= y has one solution, and it lies between a and b.",
       {{checked, "enclosures of f(a) and f(b) lie on different sides of the enclosure of y"}},
       "Folklore. Proof on this page.",
       proved},
      {"two-rates-epsilon",
       "Two error rates of an attack bound epsilon from below",
       "Let a test decide between a run of the mechanism on D and on its neighbour D', with true-positive rate T and "
       "false-positive rate F. If the mechanism is (epsilon, delta)-private then T <= e^epsilon F + delta and 1 - F "
       "<= e^epsilon (1 - T) + delta. If t <= T and f >= F, each with probability at least 1 - a/2, then epsilon >= "
       "max(0, ln((t-delta)/f), ln((1-f-delta)/(1-t))) with probability at least 1 - a, for every delta at once.",
       {{checked, "the limits are those of `clopper-pearson` at a/2 each"},
        {asserted,
         "the runs are independent, on two neighbouring data sets, and the test was fixed before these runs were "
         "seen"}},
       "Kairouz, Oh, Viswanath, The composition theorem for differential privacy, ICML 2015 (the region of the two "
       "errors); Jagielski, Ullman, Oprea, Auditing differentially private machine learning, NeurIPS 2020. Proof on "
       "this page.",
       proved},
      {"two-rates-mu",
       "Two error rates of an attack bound mu from below",
       "If the mechanism is mu-Gaussian private then T and F of `two-rates-epsilon` have Phi^{-1}(T) - Phi^{-1}(F) "
       "<= mu. With limits t <= T and f >= F that hold jointly with probability at least 1 - a, mu >= Phi^{-1}(t) - "
       "Phi^{-1}(f) with probability at least 1 - a.",
       {{checked, "the limits are those of `clopper-pearson` at a/2 each"},
        {asserted,
         "the runs are independent, on two neighbouring data sets, and the test was fixed before these runs were "
         "seen"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Definition 2.6; Nasr, Hayes, Steinke, Balle, Tramer, Jagielski, Carlini, Terzis, Tight auditing of "
       "differentially private machine learning, USENIX Security 2023. Proof on this page.",
       proved},
      {"one-run",
       "Correct guesses about the canaries of one run",
       "Let each of m canaries be in the data set by a fair coin of its own, and let the attacker, from the output "
       "of an (epsilon, delta)-private mechanism, guess at most r of the coins, v of them correctly. Let B be "
       "binomial with r trials and success probability e^epsilon/(1 + e^epsilon). Then so many correct guesses, or "
       "more, have a probability of at most p_v(epsilon) = P[B >= v] + 2 m delta max over 1 <= i <= m of P[v-i <= B "
       "< v]/i. Hence the supremum of {epsilon : p_v(epsilon) < a} is at most the mechanism's epsilon with "
       "probability at least 1 - a.",
       {{checked, "v <= r <= m and 0 < a < 1"},
        {asserted,
         "the coins are fair and independent, each decides on one record of its own, and the number of guesses r was "
         "fixed in advance (which coins are guessed may depend on the output)"}},
       "Steinke, Nasr, Jagielski, Privacy auditing with one (1) training run, NeurIPS 2023, Theorem 5.2 and "
       "Corollary 5.4 (numbering to be confirmed).",
       cited},
      {"held-out-event",
       "An event chosen on other samples",
       "Let an event of the output, and which of two data sets counts as positive, be chosen as a function of some "
       "runs alone. The counts of that event among other, independent runs are then the counts of a test that was "
       "fixed before, and every bound on epsilon that such counts prove (`two-rates-epsilon`, `two-rates-mu`) holds "
       "at its confidence.",
       {{checked, "no output takes part both in the search and in the counts"},
        {asserted,
         "the outputs are independent runs of the mechanism on two neighbouring data sets, in an order that does not "
         "depend on their values"}},
       "Folklore (sample splitting); Ding, Wang, Wang, Zhang, Kifer, Detecting violations of differential privacy, "
       "CCS 2018; Bichsel, Steffen, Bogunovic, Vechev, DP-Sniper, IEEE S&P 2021. Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
