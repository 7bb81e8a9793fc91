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
      {"two-rates-rho",
       "Two error rates of an attack bound rho from below",
       "If the mechanism is rho-zCDP then T and F of `two-rates-epsilon` lie in the region of `region-zcdp`. With "
       "limits t <= T and f >= F that hold jointly with probability at least 1 - a, and t > f, rho is at least the "
       "supremum over orders b > 1 of max(D_b(Bern(t), Bern(f)), D_b(Bern(f), Bern(t)))/b with probability at least 1 "
       "- a.",
       {{checked, "the limits are those of `clopper-pearson` at a/2 each"},
        {asserted,
         "the runs are independent, on two neighbouring data sets, and the test was fixed before these runs were "
         "seen"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC 2016; van "
       "Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence, IEEE Transactions on Information Theory "
       "60, 2014 (quasi-convexity, Theorem 13; numbering to be confirmed). Proof on this page.",
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
      {"one-run-tradeoff",
       "Correct guesses about one run, held against a trade-off function",
       "Let each of m canaries take one of k >= 2 values by a fair die of its own, and let the mechanism be such that, "
       "for every canary, every two of its values, every choice of the other canaries and every event S of the output, "
       "P'[S] >= g(P[S]), with g convex and nondecreasing on [0, 1]. Let the attacker, from the output, guess at most "
       "r of the values. For 1 <= v <= r and 0 < t <= 1 let A_v = t v/m, H_v = t (r-v)/m and, for i = v-1, ..., 0, H_i "
       "= max(H_{i+1}, (k-1) g(A_{i+1})) and A_i = A_{i+1} + (i/(r-i)) (H_i - H_{i+1}), stopped where A_i + H_i > r/m. "
       "If v or more guesses are correct with probability at least t, then A_i + H_i <= r/m for all i. Hence, for a "
       "family g_s that decreases in s, the supremum of {s : some A_i + H_i > r/m for g_s and t = a} is at most the "
       "mechanism's s with probability at least 1 - a.",
       {{checked,
         "1 <= v <= r <= m, k >= 2 and 0 < a < 1; g is that of `region-approx`, `region-gaussian` or `zcdp-event`"},
        {asserted,
         "the dice are fair and independent, each decides on one record of its own, data sets that differ in one "
         "canary are neighbours, and the number of guesses r was fixed in advance (which canaries are guessed may "
         "depend on the output)"}},
       "Mahloujifar, Melis, Chaudhuri, Auditing f-differential privacy in one run, ICML 2025 (there with abstentions "
       "and k values, too; numbering to be confirmed). Proof on this page.",
       proved},
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
      {"reconstruction-all-subsets",
       "Reconstruction from the answers to all subset queries",
       "Let x be n bits, let every subset S of the records have an answer within E of the number of ones of x in S, "
       "and let y be bits that are within E of every answer too. Then x and y differ in at most min(n, 2 floor(2 E)) "
       "records, which is at most 4 E, and for every n and E there are answers, x and y that differ in so many.",
       {{checked, "E >= 0"}, {asserted, "every one of the 2^n subsets is answered within E"}},
       "Dinur, Nissim, Revealing information while preserving privacy, PODS 2003; Dwork, Roth, The algorithmic "
       "foundations of differential privacy, 2014, Theorem 8.1 (4 E; numbering to be confirmed). Proof on this page, "
       "with the exact constant.",
       proved},
      {"reconstruction-random-subsets",
       "Reconstruction from the answers to random subset queries",
       "Let x be n fixed bits and let Q subsets be drawn independently, each record in each subset by a fair coin, "
       "and answered within E. But for an event of probability at most 2^n 0.9^Q, every y that is within E of every "
       "answer differs from x in at most 256 E^2 records. For Q = 20 n that probability is below 2^(-2 n).",
       {{checked, "E >= 0"},
        {asserted,
         "the subsets are random as stated, drawn independently of x and of each other, and each answer is within E"}},
       "Dinur, Nissim, Revealing information while preserving privacy, PODS 2003; Dwork, Roth, The algorithmic "
       "foundations of differential privacy, 2014, Theorem 8.2 (numbering to be confirmed). Proof on this page, with "
       "the constants of this statement.",
       proved},
      {"consistent-propagation",
       "Bits that answers force, one after another",
       "Let bits x meet bounds l <= (number of ones of x in S) <= u for several subsets S. (a) If the ones already "
       "known in S number u, all other bits of S are 0; if they and the open ones number l, all open ones are 1. (b) "
       "If A is part of B, the number of ones in B without A lies between l_B - u_A and u_B - l_A. (c) If giving a "
       "bit one value leads to a contradiction in every branch of a search by (a) and (b), the bit has the other "
       "value in every consistent data set.",
       {{checked, "the bounds are whole numbers that hold every count within the stated error"},
        {asserted, "the answers are as accurate as the request says"}},
       "Folklore (unit propagation, cardinality constraints). Proof on this page.",
       proved},
      {"consistent-dual",
       "A weighted sum of answers that proves a bit",
       "Let bits x meet bounds l_q <= (A x)_q <= u_q. For whole weights w, a scale K > 0 and a record i let c = w A, "
       "L = sum over q of w_q l_q or w_q u_q (whichever is smaller) plus the sum over j of min(0, (K e_i - c)_j), "
       "and U with the larger ones and max(0, .). Then L <= K x_i <= U: if U < K the bit is 0, and if L > 0 it is 1, "
       "in every consistent data set.",
       {{checked, "all sums are taken in exact whole numbers; the weights may come from anywhere"},
        {asserted, "the answers are as accurate as the request says"}},
       "Folklore (linear programming duality); Dwork, McSherry, Talwar, The price of privacy and the limits of LP "
       "decoding, STOC 2007, for the attack. Proof on this page.",
       proved},
      {"region-approx",
       "The errors that epsilon and delta leave to a test",
       "Under (epsilon, delta)-privacy every test between two neighbours with false-positive rate a has a "
       "false-negative rate of at least f(a) = max(0, 1 - delta - e^epsilon a, e^-epsilon (1 - delta - a)), and some "
       "(epsilon, delta)-private mechanism and test attain it for every a. For delta = 0: with error rates p and q, "
       "e^-epsilon <= p/(1-q) and e^-epsilon <= q/(1-p).",
       {{checked, "epsilon >= 0, 0 <= delta <= 1, 0 <= a <= 1"},
        {asserted, "the mechanism is (epsilon, delta)-private, in both orders of the neighbours"}},
       "Wasserman, Zhou, A statistical framework for differential privacy, JASA 105, 2010; Kairouz, Oh, Viswanath, "
       "The composition theorem for differential privacy, ICML 2015, Theorem 2.1 (numbering to be confirmed). Proof "
       "on this page.",
       proved},
      {"region-gaussian",
       "The errors that mu leaves to a test",
       "Under mu-Gaussian privacy every test between two neighbours with false-positive rate a has a false-negative "
       "rate of at least Phi(Phi^{-1}(1-a) - mu) = P[N > Phi^{-1}(a) + mu], attained by the Gaussian mechanism with "
       "mu = sensitivity/sigma.",
       {{checked, "mu >= 0 and 0 <= a <= 1"}, {asserted, "the mechanism is mu-Gaussian private"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, equation "
       "(6). Proof on this page.",
       proved},
      {"region-laplace",
       "The errors that Laplace noise leaves to a test",
       "Let the outputs on two neighbours have Laplace laws of one scale whose means lie s > 0 scales apart. The "
       "least false-negative rate at false-positive rate a is 1 - e^s a for a <= e^-s/2, e^-s/(4 a) for e^-s/2 <= a "
       "<= 1/2, and e^-s (1-a) for a >= 1/2.",
       {{checked, "s > 0 and 0 <= a <= 1"},
        {asserted, "one real query, whose values on the neighbours differ by s scales of the noise"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, Lemma "
       "A.6 (numbering to be confirmed). Proof on this page.",
       proved},
      {"region-zcdp",
       "The errors that rho leaves to a test",
       "Some rho-zCDP mechanism and test between two of its neighbours have true-positive rate t and false-positive "
       "rate f, both in (0, 1), if and only if D_b(Bern(t), Bern(f)) <= b rho and D_b(Bern(f), Bern(t)) <= b rho for "
       "every order b > 1. With s = b - 1, p and q the two laws, L their loss and K(s) = ln E_p[e^{s L}], D_b/b is "
       "K(s)/(s(1+s)); its limit at s = 0 is the Kullback-Leibler divergence. The supremum over b increases in t > f "
       "and decreases in f, so that at a false-positive rate f the least false-negative rate is 1 - t at the root t of "
       "supremum = rho.",
       {{checked, "rho > 0 and 0 < f < 1"}, {asserted, "the mechanism is rho-zCDP, in both orders of the neighbours"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC 2016 "
       "(definition and data processing). Proof on this page.",
       proved},
      {"zcdp-event",
       "What zero-concentrated privacy leaves of an event",
       "Let P and P' be the laws of the output of a rho-zCDP mechanism on neighbours, S an event and y = P[S]. Then "
       "P'[S] >= e^{-(sqrt(ln(1/y)) + sqrt(rho))^2}, and where 1 - y <= e^{-rho}, P'[S] >= 1 - e^{-(sqrt(ln(1/(1-y))) "
       "- sqrt(rho))^2}. The larger of the two (with 0 for the second elsewhere) is convex and nondecreasing in y and "
       "decreases in rho.",
       {{checked, "rho >= 0 and 0 < y < 1"}, {asserted, "the mechanism is rho-zCDP, in both orders of the neighbours"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC 2016, for "
       "the definition. Proof on this page.",
       proved},
      {"credible-region",
       "The posterior probability of the region of the two rates",
       "Let the true-positive rate T and the false-positive rate F have independent uniform priors, and let k of n "
       "and j of m runs be positive. A posteriori T is Beta(k+1, n-k+1) and F is Beta(j+1, m-j+1), independent. The "
       "region T <= u(F) of (epsilon, delta)-privacy, u(x) = min(e^epsilon x + delta, 1 - e^-epsilon max(0, "
       "1-delta-x), 1), grows with epsilon; that of mu-Gaussian privacy or rho-zCDP, u(x) = 1 - the least "
       "false-negative rate at the false-positive rate x, grows with mu or rho. Its probability is the integral of "
       "P[T <= u(x)] over the law of F. As u is nondecreasing, on each cell [a, b] of F that integral lies between "
       "P[a < F <= b] P[T <= u(a)] and P[a < F <= b] P[T <= u(b)].",
       {{checked, "0 <= k <= n and 0 <= j <= m"},
        {asserted,
         "the priors are accepted: a credible interval speaks of beliefs, and covers the truth at no fixed rate"},
        {asserted,
         "the runs are independent, on two neighbouring data sets, and the test was fixed before these runs were "
         "seen"}},
       "Zanella-Beguelin, Wutschitz, Tople, Salem, Ruhle, Paverd, Naseri, Kopf, Jones, Bayesian estimation of "
       "differential privacy, ICML 2023 (there with other priors, too). Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
