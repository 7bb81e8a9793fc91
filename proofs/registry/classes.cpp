// Theorems on classes of mechanisms that no pair describes alone, and on their groups.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> classes_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"exponential-bounded-range",
       "The exponential mechanism has a bounded range",
       "The mechanism that chooses i with probability proportional to e^{epsilon u_i/(2 s)}, each utility of "
       "sensitivity s, has for every pair of neighbours losses that lie within an interval of length epsilon, "
       "and within one of length epsilon/2 if between neighbours all utilities move the same way. So has "
       "report noisy max with Gumbel noise of scale b, with epsilon = 2 s/b. Every pair of losses t and t - "
       "r, 0 <= t <= r, with r that length, is the pair of such a mechanism.",
       {{checked, "epsilon >= 0"},
        {asserted, "s bounds the change of each utility between neighbours"},
        {asserted, "monotonic: between neighbours no utility rises while another falls"}},
       "Dong, Durfee, Rogers, Optimal differential privacy composition for exponential mechanisms, ICML 2020. "
       "Proof on this page.",
       proved},
      {"bounded-range-profile",
       "The curve of one mechanism of bounded range",
       "Among the mechanisms whose losses, for each pair of neighbours, span at most r, the largest "
       "delta(epsilon) is (1 - e^{-(r - epsilon)/2})^2/(1 - e^-r) for |epsilon| <= r.",
       {{checked, "r > 0"}},
       "Dong, Durfee, Rogers, Optimal differential privacy composition for exponential mechanisms, ICML 2020. "
       "Proof on this page.",
       proved},
      {"bounded-range-moment",
       "The moments of one mechanism of bounded range",
       "Among the mechanisms whose losses, for each pair of neighbours, span at most r, the extreme moment "
       "E_Q[(dP/dQ)^a] of an order a > 0 other than 1 (the largest for a > 1, the least for a < 1) is u^{a-1} (1 "
       "- e^{-ar})/(a (1 - e^-r)) with u = (a-1) (1 - e^{-ar})/(a (e^-r - e^{-ar})), and the largest "
       "Kullback-Leibler divergence is x - 1 - ln x with x = r/(1 - e^-r). Of several such mechanisms, chosen "
       "adaptively, the extreme moment is the product.",
       {{checked, "r > 0"}},
       "Dong, Durfee, Rogers, Optimal differential privacy composition for exponential mechanisms, ICML 2020, for "
       "the divergence. Proof on this page.",
       proved},
      {"bounded-range-composition",
       "Adaptive compositions of mechanisms of bounded range",
       "The pair whose privacy loss has under P the density e^{l/2}/(4 sinh(r/2)) on (-r, r) dominates every "
       "mechanism whose losses span at most r. So the delta(epsilon) of k of them, chosen adaptively, is at "
       "most 2 (4 sinh(r/2))^-k e^{epsilon/2} sum_j (-1)^j C(k,j) R(y_j), over the j with y_j = (k - 2j) r - "
       "epsilon > 0, R(y) = sum_{n >= 0} 2^{-2n-1} y^{k+2n+1}/(k+2n+1)!. Its moments are E[e^{z L}] = sinh((z "
       "+ 1/2) r)/((2z + 1) sinh(r/2)).",
       {{checked, "r > 0; epsilon >= 0 (below 0 by the symmetry of the pair)"}},
       "Zhu, Dong, Wang, Optimal accounting of differential privacy via characteristic function, AISTATS "
       "2022, for the pair of a curve. Proof on this page.",
       proved},
      {"bounded-range-fixed",
       "Mechanisms of bounded range that are fixed beforehand",
       "Of k mechanisms of range r that are fixed beforehand, the largest delta(epsilon) is the largest over "
       "l = 0, ..., k of that of k equal ones with losses t_l and t_l - r, t_l = (epsilon + (l + 1) r)/(k + "
       "1), where 0 < t_l < r. That each of these is attained, and so bounds every class that contains it "
       "from below, needs no theorem.",
       {{checked, "r > 0 and k at most the limit for exact answers"},
        {asserted, "non_adaptive: no utility depends on what another run published"}},
       "Dong, Durfee, Rogers, Optimal differential privacy composition for exponential mechanisms, ICML 2020, "
       "Theorem 3 (numbering to be confirmed).",
       cited},
      {"noisy-max-pure-dp",
       "Report noisy max of a given sensitivity",
       "Report noisy max with Laplace or one-sided exponential noise of scale b, each score of sensitivity s, "
       "is (2 s/b)-differentially private, and (s/b)-differentially private if between neighbours all scores "
       "move the same way, whatever the number of candidates.",
       {{checked, "b > 0 and s > 0"},
        {asserted, "s bounds the change of each score between neighbours"},
        {asserted, "monotonic: between neighbours no score rises while another falls"},
        {asserted, "nothing but the index is published"}},
       "Dwork, Roth, The algorithmic foundations of differential privacy, 2014, Claim 3.9 (numbering to be "
       "confirmed); McKenna, Sheldon, Permute-and-flip, NeurIPS 2020. Proof on this page.",
       proved},
      {"sparse-vector-pure-dp",
       "The sparse vector technique",
       "Let the threshold get Laplace noise of scale b1 once and each query, of sensitivity s, Laplace noise "
       "of scale b2 afresh; yes or no is published for each query until the c-th yes. This is (s/b1 + 2 c "
       "s/b2)-differentially private, and (s/b1 + c s/b2)-differentially private if between neighbours all "
       "queries move the same way.",
       {{checked, "b1, b2, s > 0; c is a positive integer"},
        {asserted, "s bounds the change of each query between neighbours"},
        {asserted, "no noisy value is published, and the threshold noise is drawn once"},
        {asserted, "monotonic: between neighbours no query rises while another falls"}},
       "Lyu, Su, Li, Understanding the sparse vector technique for differential privacy, PVLDB 10, 2017, "
       "Theorems 2 and 3 (numbering to be confirmed). Proof on this page.",
       proved},
      {"shuffled-clones",
       "Shuffled messages hide among clones",
       "n users send messages of epsilon0-private local randomizers, which are shuffled; neighbours differ in "
       "one user's input. Let C be binomial of n - 1 trials and chance e^-epsilon0, A binomial of C fair "
       "trials, and B a coin of chance e^epsilon0/(e^epsilon0 + 1). The release is dominated by (A + B, C - A "
       "+ 1 - B) against (A + 1 - B, C - A + B).",
       {{checked, "epsilon0 > 0 and n >= 2"},
        {asserted, "every randomizer is epsilon0-differentially private, and each user sends one message"},
        {asserted, "nothing but the shuffled messages is seen; a user who is absent sends the message of some input"}},
       "Feldman, McMillan, Talwar, Hiding among the clones, FOCS 2021, Theorem 3.2 (numbering to be "
       "confirmed). Proof on this page.",
       proved},
      {"shuffled-responses",
       "Shuffled randomized response",
       "Let one user answer by binary randomized response of epsilon0, and n - 1 others too, all of whose "
       "bits are 0. The number of ones among the shuffled messages is a binomial variable of n - 1 trials and "
       "chance 1/(e^epsilon0 + 1), plus one with chance e^epsilon0/(e^epsilon0 + 1) if the user's bit is 1 "
       "and with the complement if it is 0. Its delta(epsilon) bounds from below the largest of all "
       "epsilon0-private randomizers.",
       {{checked, "epsilon0 > 0 and n >= 2"}},
       "Proof on this page.",
       proved},
      {"matrix-mechanism",
       "The matrix mechanism with single participation",
       "Gaussian noise N(0, sigma^2 I) is added to C x, the records being the rows of x, each of L2 norm at "
       "most s and in one row alone. The release has the pair of the Gaussian mechanism with mu = s/sigma "
       "times the largest L2 norm of a column of C. If C is lower triangular, x may be chosen adaptively, "
       "each row after the outputs before it.",
       {{checked, "sigma > 0 and s > 0"},
        {asserted, "neighbours differ in one record, which enters one row of x: by at most s in L2 norm"},
        {asserted, "for adaptive rows, C is lower triangular"}},
       "Li, Miklau, Hay, McGregor, Rastogi, The matrix mechanism, VLDB Journal 24, 2015; Denisov, McMahan, "
       "Rush, Smith, Thakurta, Improved differential privacy for SGD via optimal private linear operators on "
       "adaptive streams, NeurIPS 2022, Theorem 2.1 (numbering to be confirmed).",
       proved},
      {"adaptive-clipping",
       "A noisy sum and the noisy count that steers its clipping",
       "A sum of contributions clipped to norm C gets Gaussian noise of standard deviation z1 C, and a count "
       "of bits b - 1/2 gets Gaussian noise of standard deviation sigma_b. Both together have the pair of one "
       "Gaussian of multiplier z, 1/z^2 = 1/z1^2 + 1/(2 sigma_b)^2; of multiplier z/2 where a record changes its "
       "value. A total z needs z < 2 sigma_b.",
       {{checked, "the multiplier and sigma_b are positive; z < 2 sigma_b where the total is given"},
        {asserted, "both queries see the same records, and a record enters each once"}},
       "Andrew, Thakkar, McMahan, Ramaswamy, Differentially private learning with adaptive clipping, NeurIPS "
       "2021, Theorem 1 (numbering to be confirmed). Proof on this page.",
       proved},
      {"group-of-queries",
       "Groups of records, mechanisms of a sensitivity",
       "A theorem that is stated for a query (or scores, or several queries) of sensitivity s gives, with t s "
       "in its place, the mechanism between data sets that differ in t records.",
       {{checked, "t is a positive integer"},
        {asserted,
         "the data sets are joined by t steps of the stated adjacency; where the base is monotonic, by steps "
         "in one direction"}},
       "Triangle inequality; see `discrete-gaussian-pair`, `exponential-bounded-range`, `noisy-max-pure-dp`, "
       "`sparse-vector-pure-dp`, `matrix-mechanism`, `adaptive-clipping`.",
       proved},
      {"group-randomized-response",
       "Groups of respondents",
       "If t respondents of randomized response differ, each answering by independent coins, the pair of the "
       "group is the t-fold product of the pair of one respondent.",
       {{checked, "t is a positive integer"}, {asserted, "each respondent answers once and independently"}},
       "Proof on this page.",
       proved},
      {"group-approx-dp",
       "Groups of records, approximate differential privacy",
       "An (epsilon, delta)-differentially private mechanism is (t epsilon, delta (e^{t epsilon} - 1)/(e^epsilon - "
       "1))-differentially private between data sets that differ in t records, t delta at epsilon 0. The worst of "
       "all such mechanisms is at least as bad as one that reveals everything with probability delta and else has "
       "the pair of theorem `group-pure-exact`, and, where (e^epsilon + 1) delta (e^{(t-1) epsilon} - "
       "1)/(e^epsilon - 1) + delta <= 1, as an event whose probability is that geometric sum on one side and 0 on "
       "the other: at t epsilon the bound is attained.",
       {{checked, "t is a positive integer"},
        {asserted, "the data sets are joined by t steps of the stated adjacency"}},
       "Vadhan, The complexity of differential privacy, 2017, Lemma 2.2 (numbering to be confirmed). Proof on "
       "this page.",
       proved},
      {"group-leak",
       "Groups of records, leaks",
       "A leak of each record with probability delta leaks one of t records or more with probability 1 - (1 - "
       "delta)^t, and its pair for a group of t is the leak's with that probability.",
       {{checked, "t is a positive integer"}, {asserted, "each record leaks independently"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
