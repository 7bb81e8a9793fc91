// Theorems that give a mechanism its dominating pair.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> pairs_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"gaussian-pair",
       "The pair of the Gaussian mechanism",
       "Noise N(0, sigma^2 I) added to a query of L2 sensitivity s is dominated, in every direction, by N(mu, 1) "
       "against N(0, 1) with mu = s/sigma. Under the first of the two, the privacy loss has the law N(mu^2/2, "
       "mu^2).",
       {{checked, "sigma > 0 and s > 0"},
        {asserted, "s bounds the L2 distance of the query between neighbours of the stated adjacency"},
        {asserted, "the noise is Gaussian with independent coordinates of standard deviation sigma"}},
       "Balle, Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018, Theorem 5 and Lemma 3 "
       "(numbering to be confirmed); Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal "
       "Statistical Society B 84, 2022, Theorem 2.7. Proof on this page.",
       proved},
      {"laplace-pair",
       "The pair of the Laplace mechanism",
       "Laplace noise of scale b added to one real query of sensitivity s is dominated, in every direction, by "
       "Lap(0, 1) against Lap(s/b, 1).",
       {{checked, "b > 0 and s > 0"},
        {asserted, "s bounds the change of the query between neighbours of the stated adjacency"},
        {asserted, "the query is one real number; for several coordinates compose one Laplace part a coordinate"}},
       "Koskela, Jalko, Honkela, Computing tight differential privacy guarantees using FFT, AISTATS 2020. Proof "
       "on this page.",
       proved},
      {"discrete-laplace-pair",
       "The pair of two-sided geometric noise",
       "Let a = e^{-1/t} and let the noise have masses proportional to a^|x| on the integers. On an integer "
       "query of integer sensitivity d it is dominated, in every direction, by the noise at 0 against the noise "
       "at d. The privacy loss is (d - 2x)/t at x = 1, ..., d-1; it is d/t on x <= 0, of mass 1/(1+a), and -d/t "
       "on x >= d, of mass a^d/(1+a); in between the mass of x is a^x (1-a)/(1+a).",
       {{checked, "t > 0; d is a positive integer"},
        {asserted, "d bounds the change of the integer query between neighbours"}},
       "The mechanism: Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms, SIAM "
       "Journal on Computing 41, 2012. Proof on this page.",
       proved},
      {"randomized-response-pair",
       "The pair of randomized response",
       "A respondent of c categories answers truthfully with probability p and otherwise uniformly one of the c "
       "- 1 others, p >= 1/c. With e0 = ln(p (c-1)/(1-p)), the pair of two different true categories has loss e0 "
       "with mass p, -e0 with mass (1-p)/(c-1) and 0 with the rest; p = 1 puts all mass at +infinity.",
       {{checked, "c >= 2 and 1/c <= p <= 1"},
        {asserted,
         "neighbours differ in the true category of one respondent (an absent respondent counts as one of another "
         "category)"}},
       "Warner, Randomized response, JASA 60, 1965; Kairouz, Oh, Viswanath, Extremal mechanisms for local "
       "differential privacy, JMLR 17, 2016. Proof on this page.",
       proved},
      {"finite-pair",
       "An explicit pair of distributions",
       "A mechanism given by its two output distributions p (on the data set with the record) and q (on the one "
       "without) is dominated by (p, q) for remove and by (q, p) for add; it is that pair.",
       {{checked, "p and q are nonnegative, of the same length, and each sums to 1 exactly"},
        {asserted, "every pair of neighbours gives these two distributions, or a pair that they dominate"}},
       "Definition.",
       definition},
      {"kov-binary-pair",
       "Every (epsilon, delta)-private mechanism",
       "Every (e0, d0)-differentially private mechanism is dominated, in both orders, by P = (d0, (1-d0) "
       "e^e0/(1+e^e0), (1-d0)/(1+e^e0), 0) against its mirror image Q = (0, (1-d0)/(1+e^e0), (1-d0) "
       "e^e0/(1+e^e0), d0). Pure differential privacy is d0 = 0.",
       {{checked, "e0 >= 0 and 0 <= d0 <= 1"},
        {asserted,
         "the mechanism is (e0, d0)-differentially private for the stated adjacency, in both orders; nothing else is "
         "known of it"}},
       "Kairouz, Oh, Viswanath, The composition theorem for differential privacy, IEEE Transactions on "
       "Information Theory 63(6), 2017, Theorems 3.3 and 3.4 (numbering to be confirmed); Murtagh, Vadhan, The "
       "complexity of computing the optimal composition of differential privacy, TCC 2016-A.",
       cited},
      {"gdp-pair",
       "Every mu-Gaussian private mechanism",
       "A mechanism is mu-Gaussian differentially private exactly when N(0, 1) against N(mu, 1) dominates it in "
       "both orders.",
       {{checked, "mu >= 0"},
        {asserted, "the mechanism is mu-Gaussian differentially private for the stated adjacency"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Definition 2.6 and Proposition 2.12 (numbering to be confirmed).",
       definition},
      {"zcdp-definition",
       "Zero-concentrated differential privacy",
       "A mechanism is rho-zCDP when the Renyi divergence of order a between the outputs on neighbours is at "
       "most rho a, for every a > 1 and in both orders. rho = 0 means that the two output laws agree.",
       {{checked, "rho >= 0"},
        {asserted, "the mechanism is rho-zCDP for the stated adjacency; nothing else is known of it"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC "
       "2016-B, Definition 1.1.",
       definition},
      {"rdp-definition",
       "Renyi differential privacy",
       "A mechanism has the Renyi guarantee (a, r) when the Renyi divergence of order a between the outputs on "
       "neighbours is at most r, in both orders. r = 0 means that the two output laws agree. With several guarantees "
       "the divergence of an order between two of them is at most what the convexity of (a - 1) D_a gives, below the "
       "first at most that of the first, and beyond the last nothing bounds it.",
       {{checked, "every a > 1 and r >= 0; each order stands once"},
        {asserted, "the mechanism has these guarantees for the stated adjacency; nothing else is known of it"}},
       "Mironov, Renyi differential privacy, CSF 2017, Definition 4 (numbering to be confirmed). Proof on this page.",
       proved},
      {"poisson-sampling",
       "A mechanism on a Poisson sample, add and remove",
       "Each record takes part independently with probability q. If (P, Q) dominates the base mechanism for "
       "remove, then (qP + (1-q)Q, Q) dominates the sampled one for remove; if (P, Q) dominates it for add, then "
       "(P, (1-q)P + qQ) dominates the sampled one for add.",
       {{checked, "0 <= q <= 1"},
        {asserted,
         "records are sampled independently with probability q (not in fixed-size batches, not in a known order)"},
        {asserted, "neighbours differ by the presence of one record"}},
       "Zhu, Dong, Wang, Optimal accounting of differential privacy via characteristic function, AISTATS 2022, "
       "Theorem 11 (numbering to be confirmed). Sketch on this page.",
       cited},
      {"poisson-sampling-gaussian",
       "The sampled Gaussian, add and remove",
       "Let each record contribute at most one unit in L2 norm to a sum, be sampled independently with "
       "probability q, and let the sum get noise N(0, sigma^2 I). For remove the pair (1-q) N(0, sigma^2) + q "
       "N(1, sigma^2) against N(0, sigma^2) dominates; for add the reverse order of the same two laws.",
       {{checked, "sigma > 0 and 0 <= q <= 1"},
        {asserted, "each record's contribution has norm at most the base's sensitivity"},
        {asserted, "records are sampled independently with probability q"},
        {asserted, "neighbours differ by the presence of one record"}},
       "Mironov, Talwar, Zhang, Renyi differential privacy of the sampled Gaussian mechanism, 2019, for the "
       "Renyi form. Proof on this page.",
       proved},
      {"poisson-sampling-gaussian-replace",
       "The sampled Gaussian, one record replaced",
       "As in `poisson-sampling-gaussian`, but neighbours differ in the value of one record. The pair (1-q) N(0, "
       "sigma^2) + q N(1, sigma^2) against (1-q) N(0, sigma^2) + q N(-1, sigma^2) dominates, in both orders.",
       {{checked, "sigma > 0 and 0 <= q <= 1"},
        {asserted, "each record's contribution has norm at most the base's sensitivity"},
        {asserted, "records are sampled independently with probability q"},
        {asserted, "neighbours have one record of different value"}},
       "Proof on this page; the pair is used, for the composition of steps, in Koskela, Jalko, Honkela, AISTATS "
       "2020.",
       proved},
      {"group-sensitivity",
       "Groups of records, noise on a query",
       "A query of sensitivity s changes by at most t s when t records change, so for Gaussian, Laplace and "
       "discrete Laplace noise the pair of sensitivity t s dominates the mechanism between data sets that differ "
       "in t records.",
       {{checked, "t is a positive integer"},
        {asserted, "the data sets are joined by t steps of the stated adjacency"}},
       "Triangle inequality; see `gaussian-pair`, `laplace-pair`, `discrete-laplace-pair`.",
       proved},
      {"group-pure-dp",
       "Groups of records, pure differential privacy",
       "An epsilon-differentially private mechanism is t epsilon-differentially private between data sets that "
       "differ in t records.",
       {{checked, "t is a positive integer"},
        {asserted, "the data sets are joined by t steps of the stated adjacency"}},
       "Dwork, Roth, The algorithmic foundations of differential privacy, 2014, Theorem 2.2 (numbering to be "
       "confirmed). Proof on this page.",
       proved},
      {"group-pure-exact",
       "Groups of records, pure differential privacy, exactly",
       "For t steps of neighbours, two-sided geometric noise of scale 1/epsilon at 0 against the same noise at t "
       "dominates, in both orders, every epsilon-differentially private mechanism, and noise on a count is such a "
       "mechanism: the pair is exact, and less than that of pure t epsilon for t > 1. An event of probability p has t "
       "steps away at most the probability F(F(...F(p))), t times, with F(p) = min(e^epsilon p, 1 - (1 - p) "
       "e^{-epsilon}), and some mechanism of two outputs attains it.",
       {{checked, "epsilon > 0; t is a positive integer"},
        {asserted,
         "the data sets are joined by t steps of the stated adjacency, and the mechanism is private in both orders"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Theorem 2.14 (groups by iterating a trade-off function, numbering to be confirmed). Proof on this page.",
       proved},
      {"group-zcdp",
       "Groups of records, zero-concentrated privacy",
       "A rho-zCDP mechanism is t^2 rho-zCDP between data sets that differ in t records.",
       {{checked, "t is a positive integer"},
        {asserted, "the data sets are joined by t steps of the stated adjacency"}},
       "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds, TCC "
       "2016-B, Proposition 1.9 (numbering to be confirmed).",
       cited},
      {"group-gdp",
       "Groups of records, Gaussian privacy",
       "A mu-Gaussian differentially private mechanism is (t mu)-Gaussian differentially private between data "
       "sets that differ in t records.",
       {{checked, "t is a positive integer"},
        {asserted, "the data sets are joined by t steps of the stated adjacency"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Theorem 2.14 (numbering to be confirmed).",
       cited},
  };
}

}  // namespace assay::proofs
