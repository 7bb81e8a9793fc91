// Theorems on releases of statistics: what exact means and their like tell about records.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> release_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"gaussian-marginal-gain",
       "What exact linear statistics tell about one record",
       "Let X be N(m, V) with V positive definite and A x published, A of full row rank. With z = (x_i - "
       "m_i)/sqrt(V_ii), R^2 = (V A'(A V A')^{-1} A V)_ii / V_ii < 1 and d the deviation of the posterior mean "
       "of record i from its prior mean in units of sqrt(V_ii), the gain in the Dawid-Sebastiani score of record "
       "i is -ln(1 - R^2) + z^2 - (z - d)^2/(1 - R^2). It is at most z^2 - ln(1 - R^2), attained exactly where "
       "the posterior mean is the record. The gain in the log density of record i is half of it. Without a bound "
       "on the data it has no upper bound. Where R = 0 it is 0. If every record is bounded by z_j^2 <= r, the "
       "largest gain is found on a segment: with U the largest sum over j other than i of |w_j| sqrt(V_jj/V_ii), "
       "w the weights of the records in the posterior mean, it is r times the maximum over t in [0, 1] of t^2 - "
       "((1 - w_i) t - U)_+^2/(1 - R^2), less ln(1 - R^2).",
       {{checked, "the covariance is symmetric and positive definite"},
        {asserted, "the Receiver's prior is the Gaussian stated, or one of the class"}},
       "Proof on this page.",
       proved},
      {"exact-linear-release",
       "The largest gain from exact linear statistics",
       "Let A x be published, h_i the leverage of record i (the diagonal of A'(AA')^{-1}A), c = sqrt(h_i). Over "
       "Gaussian priors whose covariance has condition number at most chi, with the bound W^2 <= r on the "
       "standardized statistic (A(x-m))'(AVA')^{-1}(A(x-m)), the supremum of the Dawid-Sebastiani gain of record "
       "i is r + ln((chi(1+c) + 1 - c)^2/(4 chi (1 - c^2))), attained, for every delta below 1. The same holds "
       "with the bound z_j^2 <= r on every record for the record of highest leverage. It is infinite exactly "
       "where c = 1, which is where record i is a combination of what is published. With the covariance V given "
       "it is r - ln(1 - R_i^2) under the first bound, and under the second where the other records can bring "
       "the posterior mean to the record. As n grows the mean keeps r + ln((chi + 1)^2/(4 chi)), which is not r "
       "unless chi = 1.",
       {{checked, "condition number at least 1, radius not negative; leverages and ranks in exact arithmetic"},
        {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page. The correlation bound is of the kind of Bauer and Householder, and Wielandt.",
       proved},
      {"exact-release-mahalanobis",
       "Exact linear statistics, data in an ellipsoid",
       "With the bound (x-m)'V^{-1}(x-m) <= r the supremum of the gain of record i is rho r - ln(1 - rho^2), "
       "where rho is the multiple correlation R_i of a given covariance, or rho_max = (chi(1+c) - "
       "(1-c))/(chi(1+c) + (1-c)) over condition numbers up to chi, attained. With |x-m|^2 <= r lambda_min(V) it "
       "is the same for chi = 1, and for chi > 1 at most that; and at least rho_l r/l - ln(1 - rho_l^2) for "
       "every l in [1, chi], rho_l the value of rho_max at l.",
       {{checked, "condition number at least 1, radius not negative"},
        {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page.",
       proved},
      {"exact-release-structured",
       "Exact means of exchangeable or independent records",
       "Let one statistic a'x be published. Over independent records whose variances have ratio at most chi the "
       "largest squared correlation with record i is chi a_i^2/(chi a_i^2 + sum of the other a_j^2); over "
       "equicorrelated records of equal variance and the mean it is chi/(chi + n - 1). With rho^2 that value the "
       "supremum of the Dawid-Sebastiani gain is r - ln(1 - rho^2) under a bound on the standardized statistic, "
       "under one on every record for the record of largest weight, and rho r - ln(1 - rho^2) in an ellipsoid.",
       {{checked, "condition number at least 1, radius not negative"},
        {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page.",
       proved},
      {"joint-gain-of-exact-release",
       "Several records jointly after an exact release",
       "Let A x be published and J a set of records. If some combination of the records of J is determined by A "
       "x, the posterior covariance of J is singular and the gain of the joint Dawid-Sebastiani score and of the "
       "joint log density is infinite; for all records together that is always so. Otherwise, for a given "
       "covariance and W^2 <= r, the supremum of the joint Dawid-Sebastiani gain is r plus ln of the ratio of "
       "the determinants of the prior and the posterior covariance of J; the log density gains half.",
       {{checked, "ranks and determinants in exact arithmetic"}, {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page.",
       proved},
      {"grid-release",
       "A statistic on a grid",
       "If a'x is published rounded to multiples of g, the gain of the log score about all records together is "
       "-ln Q(a'X in the bin of a'x), for a Gaussian prior the logarithm of a difference of two normal "
       "probabilities. It grows like ln(1/g) as the grid is refined.",
       {{checked,
         "the grid is positive; the bin of the truth is found in exact arithmetic (down: [kg, kg + g); nearest: "
         "[kg - g/2, kg + g/2))"},
        {asserted, "the Receiver's prior is the one stated"}},
       "Proof on this page.",
       proved},
      {"scaled-scores-of-exact-release",
       "Scores with a scale after an exact release",
       "Let a score of N(a, s^2) at x be s times s_0(|x - a|/s) with s_0 increasing: crps with s_0(z) = z(2 "
       "Phi(z) - 1) + 2 phi(z) - 1/sqrt(pi), interval of coverage c with s_0(z) = 2 q + (2/(1 - c))(z - q)_+, q "
       "the normal quantile of (1 + c)/2. With every record bounded by z_j^2 <= r, a covariance that is given, "
       "and data that can bring the posterior mean to the record, the supremum of the gain of record i is "
       "sqrt(V_ii) (s_0(sqrt(r)) - sqrt(1 - R_i^2) s_0(0)). A class that does not bound the variance has an "
       "infinite supremum.",
       {{checked, "that the posterior mean can be the record at its largest deviation, exactly"},
        {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page.",
       proved},
      {"noisy-linear-release",
       "A linear statistic with Gaussian noise",
       "Let T = a'x + N(0, t^2), s^2 = a'Va, and rho^2 = (Va)_i^2/(V_ii (s^2 + t^2)). Given the data, the "
       "Dawid-Sebastiani gain of record i is z^2 - ln(1 - rho^2) - (z - D)^2/(1 - rho^2), where D, the "
       "standardized shift of the posterior mean, is normal with mean b a'(x - m) and variance b^2 t^2, b = "
       "(Va)_i/((s^2 + t^2) sqrt(V_ii)). So P[gain > kappa] = P[|z - D| < h] with h^2 = (1 - rho^2)(z^2 - ln(1 - "
       "rho^2) - kappa), and 0 where that is not positive; the least kappa at delta = 0 is z^2 - ln(1 - rho^2).",
       {{checked, "the covariance is positive definite, the noise positive"},
        {asserted, "the Receiver's prior and the data are those stated"}},
       "Proof on this page.",
       proved},
      {"student-exact-release",
       "Exact linear statistics, multivariate t",
       "For a multivariate t prior of nu > 2 degrees of freedom and covariance V, and a standardized statistic "
       "of square t in units of its standard deviation, the posterior variance of record i is g V_ii with g = (1 "
       "- R^2)(nu - 2 + t)/(nu - 1). The supremum over record i of the Dawid-Sebastiani gain given t is R^2 t/(1 "
       "- g) - ln g where g < 1, and infinite where g >= 1. It is convex in t, so its supremum over t in [0, r] "
       "is at an end, and infinite where g at r is at least 1.",
       {{checked, "nu > 2, radius not negative"}, {asserted, "the Receiver's prior is in the class"}},
       "Proof on this page. Conditional moments: Kotz, Nadarajah, Multivariate t Distributions and Their "
       "Applications, 2004.",
       proved},
      {"mean-and-variance-release",
       "Mean and variance published together",
       "Let the records be independent N(m, s^2) a priori, and their mean xbar and variance v (divisor n, v > 0) "
       "be published. A posteriori record i has mean xbar and variance v, and the Dawid-Sebastiani gain is (x_i "
       "- m)^2/s^2 - (x_i - xbar)^2/v + ln(s^2/v). Where v = 0 it is infinite; over any class of such priors and "
       "data that holds data next to equal it has no bound.",
       {{checked, "one mean and one variance for all records"}, {asserted, "the Receiver's prior is the one stated"}},
       "Proof on this page.",
       proved},
      {"exponential-sum-release",
       "Sums of exponential records",
       "Let n >= 2 records be independent and exponential of rate q a priori, and their sum t > 0 published. A "
       "posteriori record i has mean t/n and variance t^2 (n - 1)/(n^2 (n + 1)), and the Dawid-Sebastiani gain "
       "is q^2 (x_i - 1/q)^2 - (x_i - t/n)^2 n^2 (n + 1)/(t^2 (n - 1)) - ln(q^2 t^2 (n - 1)/(n^2 (n + 1))). It "
       "is infinite for n = 1, and has no bound over all data.",
       {{checked, "the data are not negative"}, {asserted, "the Receiver's prior is the one stated"}},
       "Proof on this page.",
       proved},
      {"sum-of-counts-release",
       "Sums of independent counts",
       "Let independent counts of finite range be published as their sum, exactly or with noise of mass "
       "proportional to a^|z|. The posterior of record i is q_i(v) P[T = t | x_i = v]/P[T = t], with P[T = t | "
       "x_i = v] from the convolution of the laws of the other records; the log gain about all records is ln(P[T "
       "= t | x]/P[T = t]). All are rational, so any score of probability vectors is exact. The largest gain "
       "without noise is over the finitely many values of a record and of the sum.",
       {{checked, "probabilities are rational; the truth and the output have positive probability"},
        {asserted, "the Receiver's prior is the one stated"}},
       "Proof on this page.",
       proved},
      {"suppressed-cells-release",
       "Small cells suppressed by a known rule",
       "Let independent cells be published, where those in a range A are replaced by a symbol. The log gain "
       "about all cells is the sum over suppressed cells of -ln Q_c(A) and over published cells of -ln Q_c(x_c); "
       "a cell alone gains its own term, and under any score of probability vectors the posterior is Q_c given "
       "A, or certain. Poisson: Q_c(A) and Q_c(x_c) rise to one maximum in the rate and fall, so over a range of "
       "rates an end is worst. Belief floors b <= Q_c(A) <= d: a suppressed cell gains at most -ln b; a "
       "published one has no bound under log, and gains at most -ln(1 - d) under the likelihood censored to A. "
       "Contamination (1 - w) Q + w anything adds -ln(1 - w). Cells of a known total: the gain about all is -ln "
       "of the prior mass of the tables that agree with what is published and with the rule; about a cell it is "
       "ln of the ratio of its posterior to its prior mass, by sums of products of the factors p^y/y! "
       "(multinomial) or a(a+1)...(a+y-1)/y! (Dirichlet).",
       {{checked, "the truth has positive probability; sums are exact"},
        {asserted, "the Receiver knows the rule, and that it looks at each cell alone"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
