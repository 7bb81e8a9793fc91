// Theorems that questions beyond delta and epsilon rest on: divergences, trade-offs, risk, conversion, calibration.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> question_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"divergence-domination",
       "A dominating pair bounds every f-divergence",
       "If (P, Q) dominates a mechanism (its hockey-stick curve is at least the mechanism's at every real "
       "epsilon), then for every convex f with f(1) = 0 the divergence D_f(P||Q) is at least D_f of any two "
       "neighbours' outputs: D_f = int_0^inf f''(x) [H_x - (1 - x)_+] dx + the terms at 0 and infinity, with "
       "H_x the hockey-stick divergence at e^epsilon = x. Renyi divergences of any order above 0, "
       "Kullback-Leibler, chi-square, squared Hellinger, Jensen-Shannon, total variation and the largest loss "
       "are such, or increasing functions of such.",
       {{checked, "the pair is one that a cited theorem makes dominate"}, {asserted, "the hypotheses of that theorem"}},
       "Sason, Verdu, f-divergence inequalities, IEEE Transactions on Information Theory 62, 2016 (the "
       "mixture); Zhu, Dong, Wang, Optimal accounting of differential privacy via characteristic function, "
       "AISTATS 2022 (dominating pairs). Proof on this page.",
       proved},
      {"renyi-additive",
       "Renyi divergences of a composition add up",
       "For independent pairs the moments multiply: E_Q[(dP/dQ)^a] of a product is the product of the factors' "
       "moments, for every real a. So D_a of a composition of dominating pairs is the sum of the parts' D_a, "
       "the Kullback-Leibler divergence is the sum, 1 + chi-square and 1 - squared Hellinger are products.",
       {{checked, "every part has a pair with a known moment"}},
       "Mironov, Renyi differential privacy, CSF 2017, Proposition 1 (for adaptive composition, numbering to "
       "be confirmed). Proof on this page.",
       proved},
      {"renyi-gaussian",
       "Renyi divergence of the Gaussian pair",
       "For N(mu, 1) against N(0, 1) and every real order a, log E_Q[(dP/dQ)^a] = a (a - 1) mu^2/2, so D_a = a "
       "mu^2/2 for a > 0, and the Kullback-Leibler divergence is mu^2/2.",
       {{checked, "mu >= 0"}},
       "Mironov, Renyi differential privacy, CSF 2017, Proposition 7. Proof on this page.",
       proved},
      {"renyi-laplace",
       "Renyi divergence of the Laplace pair",
       "For Lap(0, 1) against Lap(s, 1) and an order a other than 1/2, E_Q[(dP/dQ)^a] = (a e^{(a-1)s} + (a-1) "
       "e^{-as})/(2a - 1); at a = 1/2 it is e^{-s/2} (1 + s/2). The mean of the loss under P is s + e^{-s} - "
       "1. On the line a = 1/2 + it it is e^{-s/2} (cos(st) + sin(st)/(2t)).",
       {{checked, "s >= 0"}},
       "Mironov, Renyi differential privacy, CSF 2017, Proposition 6. Proof on this page.",
       proved},
      {"sampled-moment",
       "Moments of a sampled Gaussian step by a trapezoid sum",
       "Let F(x) = phi_s(x) prod_j w_j(x)^{e_j}, phi_s the N(0, s^2) density, w_j(x) = 1 - q + q e^{(2 sigma_j x "
       "- 1)/(2 s^2)}, sigma_j = 1 or -1, real e_j plus i t d_j with |d_j| = 1, J factors. With step h, 0 < A = "
       "v s^2, v < pi, the sum h F(ih) over all integers i differs from int F by at most 2 e^{A^2/(2 s^2) + |t| "
       "v J} C M/(e^{2 pi A/h} - 1), M = int of F with t = 0, C = prod over e_j < 0 of cos(v/2)^{e_j}. The "
       "terms beyond X (on the right; alike on the left) sum to at most prod w_j(X)^{e_j} e^{(m^2/2 - m X)/s^2} "
       "P[N > (X - m)/s], m the sum of the positive sigma_j e_j, where m <= X. For the mean of the loss under P "
       "the edges are bounded with |log w| <= -log((1-q) cos(v/2)) + v + w and E_P[w] <= 1 + q^2 (e^{1/s^2} - "
       "1). Without the sum: for a > 1, M is at least 1 and at most (1-q)^{1-a} for add, 1 - q + q g for remove "
       "and their product for replace, g = e^{a(a-1)/(2 s^2)}; for remove it is at least q^a g and, for whole a, "
       "sum C(a,k) (1-q)^{a-k} q^k e^{k(k-1)/(2 s^2)}; for 0 < a < 1 it lies between 1 - q and 1. The mean of "
       "the loss under P lies between 0 and, for remove, q/(2 s^2) (at least that less the entropy of q), for "
       "add, the smaller of q/(2 s^2) and -log(1-q), for replace, 2q/s^2.",
       {{checked, "s > 0, 0 < q < 1, 0 < v < pi, m <= X"}},
       "Trefethen, Weideman, The exponentially convergent trapezoidal rule, SIAM Review 56, 2014, Theorem 5.1; "
       "the bounds are this page's.",
       proved},
      {"sampled-laplace-moment",
       "Moments of a sampled Laplace step",
       "For P = Lap(0, 1), Q = Lap(s, 1) and 0 < q < 1, with w(l) = 1 - q + q e^l: E_Q[w(L)^a] = (w(-s)^p + "
       "e^{-s} w(s)^p + J)/2 with p = a, and E_P[w(-L)^{1-a}] is the same with p = 1 - a, where J = int over 0 < "
       "x < s of e^{-x} w(2x - s)^p dx = (1-q)^p (F(q e^{-s}/(1-q)) - e^{-s} F(q e^s/(1-q))), F(z) = 2F1(-p, "
       "-1/2; 1/2; -z), and 0 <= J <= (1 - e^{-s}) max(w(-s)^p, w(s)^p). These are the moments of order a of the "
       "sampled pair, remove and add.",
       {{checked, "s > 0, 0 < q < 1"}},
       "Mironov, Talwar, Zhang, Renyi differential privacy of the sampled Gaussian mechanism, 2019, section 3 (the "
       "form of the moment). Proof on this page.",
       proved},
      {"jensen-shannon-line",
       "Jensen-Shannon divergence on a vertical line",
       "With M(z) = E_P[e^{zS}; S < inf], the Jensen-Shannon divergence (natural logarithms, weights 1/2) is "
       "1/4 int over real t of (1 - Re M(-1/2 + it))/((1/4 + t^2) cosh(pi t)) dt. The trapezoid sum with step "
       "h errs by at most (1/4) 4 (256/15)/(cos(7 pi/16) (e^{7 pi/(8h)} - 1)), and the nodes beyond T add at "
       "most (1/4) 8 e^{-pi T}/(pi (1/4 + T^2)).",
       {{checked, "M is evaluated on the line -1/2 + it, where |M| <= 1, as a product over the parts"}},
       "Gradshteyn, Ryzhik, Table of integrals, 4.293.10 (the kernel). Proof on this page.",
       proved},
      {"tradeoff-dual",
       "The trade-off function from the hockey-stick curve",
       "Let T(P, Q)(a) be the least probability of accepting P under Q among tests that reject P with "
       "probability at most a under P. With H_y(Q||P) the hockey-stick divergence at e^epsilon = y, C(y) = 1 - "
       "y a - H_y(Q||P) is concave on y > 0, C(y) = y (1 - a - H_{1/y}(P||Q)), and T(P, Q)(a) = max(0, sup C). "
       "Each value C(y) is a lower bound. For y_1 < y_2, the line through both values bounds C outside [y_1, "
       "y_2]; a rising line to the left and a falling one to the right bound sup C by where they meet, and "
       "inside a stretch C exceeds its left value by at most its width times the slope of a line to the left "
       "(at most 1).",
       {{checked, "0 <= a <= 1; every value of the curve is an enclosure"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "Proposition 6 (duality, numbering to be confirmed). Proof on this page.",
       proved},
      {"gaussian-tradeoff",
       "The trade-off function of the Gaussian pair",
       "T(N(mu, 1), N(0, 1))(a) = Phi(Phi^{-1}(1 - a) - mu).",
       {{checked, "mu >= 0 and 0 < a < 1; a = 0 gives 1 and a = 1 gives 0"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022, "
       "equation (6). Proof on this page.",
       proved},
      {"bayes-accuracy",
       "The best attacker's accuracy",
       "Data set P has prior probability w, Q has 1 - w. No rule that sees one output names the data set "
       "correctly with a probability above (1 - w) + w delta(epsilon), epsilon = log((1 - w)/w), and the best "
       "rule attains it for the pair itself. At w = 1/2 it is (1 + delta(0))/2, and the largest difference of "
       "true-positive and false-positive rate is delta(0). After an output of loss l the posterior of P is w "
       "e^l/(1 - w + w e^l).",
       {{checked, "0 <= w <= 1"},
        {asserted, "the attacker knows everything but which of the two data sets it is, and the prior is his"}},
       "Humphries, Oya, Tulloch, Rafuse, Goldberg, Hengartner, Kerschbaum, Investigating membership inference "
       "attacks under data dependencies, CSF 2023, for the bound of pure privacy; proof on this page.",
       proved},
      {"reconstruction-robustness",
       "Reconstruction from the trade-off function",
       "If without the release no attacker reconstructs the record (to the error that counts as success) with "
       "a probability above k, then with it none does with a probability above sup {P(E) : Q(E) <= k} = 1 - "
       "T(Q, P)(k), P the outputs with the record and Q those without.",
       {{checked, "0 <= k <= 1"},
        {asserted,
         "k bounds the chance of success of every attacker who does not see the release, over the same prior "
         "of the record"}},
       "Hayes, Mahloujifar, Balle, Bounding training data reconstruction in DP-SGD, NeurIPS 2023, Theorem 2 "
       "(numbering to be confirmed). Proof on this page.",
       proved},
      {"calibration-bracket",
       "A calibrated parameter is bracketed by two proofs",
       "Let the loss of a composition be monotone in one parameter (every delta(epsilon), and every "
       "divergence, moves one way), or at least the number that the target bounds. If the target is proven met at x "
       "and proven missed at y, then the extreme "
       "value that meets it lies between x and y, and the target is met everywhere beyond x. Where the "
       "parameter is not known to be monotone, the value x alone is proven.",
       {{checked, "each verdict is an enclosure on one side of the target; the parameter is one of those below"},
        {asserted, "the hypotheses of the mechanisms"}},
       "Balle, Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018 (analytic "
       "calibration). Proof on this page.",
       proved},
      {"rdp-to-dp-mironov",
       "Renyi to approximate DP by Markov's inequality",
       "If D_a(P||Q) <= r for an order a > 1, then delta(epsilon) <= P[L > epsilon] <= e^{(a-1)(r - epsilon)}; "
       "so epsilon = r + ln(1/delta)/(a - 1) at delta.",
       {{checked, "a > 1 and r >= 0"}, {asserted, "the Renyi bound holds between all neighbours, in both orders"}},
       "Mironov, Renyi differential privacy, CSF 2017, Proposition 3. Proof on this page.",
       proved},
      {"rdp-to-dp-cks",
       "Renyi to approximate DP, the closed form",
       "If D_a(P||Q) <= r for a > 1, then delta(epsilon) <= e^{(a-1)(r - epsilon)}/(a - 1) (1 - 1/a)^a, and "
       "epsilon = r + ln((a-1)/a) - (ln delta + ln a)/(a - 1) at delta (0 where that is negative). With "
       "several orders, the smallest.",
       {{checked, "a > 1 and r >= 0"}, {asserted, "the Renyi bound holds between all neighbours, in both orders"}},
       "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, Proposition "
       "12; Balle, Barthe, Gaboardi, Hsu, Sato, Hypothesis testing interpretations and Renyi differential "
       "privacy, AISTATS 2020, Theorem 21. Proof on this page.",
       proved},
      {"rdp-to-dp-optimal",
       "Renyi to approximate DP, the exact worst case",
       "For a > 1, r > 0 and g = e^epsilon >= 1, sup {H_g(P||Q) : D_a(P||Q) <= r} is attained by a two-point "
       "pair P = (p, 1-p), Q = (q, 1-q). Where g a/(a-1) <= e^r it is 1 - g e^{-r} (p = 1). Else it is p - g q "
       "at the u = p/q, v = (1-p)/(1-q) with (a-1)(u^a - v^a) = g a (u^{a-1} - v^{a-1}) and (1-v) u^a + (u-1) "
       "v^a = e^{(a-1)r} (u - v). For every u > 1 > v >= 0 two bounds hold: from below by mixing the pair with "
       "(q, q) until it meets the constraint, from above by weak duality with lambda = 1/(a (u^{a-1} - "
       "v^{a-1})): the Lagrangian at (p, q) plus the sizes of its two derivatives.",
       {{checked, "a > 1 and r > 0"}, {asserted, "the Renyi bound holds between all neighbours"}},
       "Asoodeh, Liao, Calmon, Kosut, Sankar, A better bound gives a hundred rounds, ISIT 2020 (the joint "
       "range of two divergences; numbering to be confirmed). Proof on this page.",
       proved},
      {"zcdp-to-dp-simple",
       "zCDP to approximate DP by Markov's inequality",
       "rho-zCDP implies epsilon = rho + 2 sqrt(rho ln(1/delta)) at delta, and delta = e^{-(epsilon - "
       "rho)^2/(4 rho)} at epsilon > rho; P[L > epsilon] obeys the same bound.",
       {{checked, "rho > 0 and 0 < delta < 1"}, {asserted, "the mechanism is rho-zCDP"}},
       "Bun, Steinke, Concentrated differential privacy, TCC 2016, Proposition 1.3. Proof on this page.",
       proved},
      {"pure-to-zcdp",
       "Pure DP implies zCDP",
       "epsilon-DP implies (epsilon^2/2)-zCDP: D_a <= a epsilon^2/2 for every order a > 1.",
       {{checked, "epsilon >= 0"}, {asserted, "the mechanism is epsilon-DP"}},
       "Bun, Steinke, Concentrated differential privacy, TCC 2016, Proposition 1.4 (its proof is the place).",
       cited},
      {"pure-to-gdp",
       "Pure DP implies Gaussian DP",
       "epsilon-DP implies mu-GDP with mu = 2 Phi^{-1}(e^epsilon/(1 + e^epsilon)), and no smaller mu.",
       {{checked, "epsilon >= 0"}, {asserted, "the mechanism is epsilon-DP"}},
       "Dong, Roth, Su, Gaussian differential privacy, Journal of the Royal Statistical Society B 84, 2022 "
       "(trade-off of pure privacy). Proof on this page.",
       proved},
      {"dp-to-probabilistic",
       "Approximate DP bounds the probability of a large loss",
       "(epsilon, delta)-DP implies P[L > e] <= delta/(1 - e^{epsilon - e}) for every e > epsilon, L the loss "
       "of the outputs themselves.",
       {{checked, "e > epsilon, else the bound is 1"}, {asserted, "the mechanism is (epsilon, delta)-DP"}},
       "Known in several forms, for example Canonne, Kamath, Steinke, NeurIPS 2020. Proof on this page.",
       proved},
      {"probabilistic-to-dp",
       "Probabilistic DP implies approximate DP",
       "If P[L > epsilon] <= delta for all neighbours then the mechanism is (epsilon, delta)-DP.",
       {{asserted, "the bound holds for the losses of the outputs of all neighbours, in both orders"}},
       "Meiser, Approximate and probabilistic differential privacy definitions, 2018. Proof on this page.",
       proved},
      {"renyi-monotone",
       "Renyi divergence grows with its order",
       "D_a(P||Q) is nondecreasing in a: a bound at one order bounds all smaller orders.",
       {{checked, "the order asked is at most that of the point used"}},
       "van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence, IEEE Transactions on "
       "Information Theory 60, 2014, Theorem 3. Proof on this page.",
       proved},
      {"randomized-response-mean",
       "The mean estimated from randomized response",
       "n bits are each reported truthfully with probability 1/2 + gamma, independently. The estimate (mean of "
       "the reports - 1/2 + gamma)/(2 gamma) of the bits' mean is unbiased, of variance (1 - 4 gamma^2)/(16 n "
       "gamma^2) < 1/(16 n gamma^2); for independent bits of mean p the variance about p is larger by p (1 - "
       "p)/n. P[|error| >= alpha] <= beta where n >= (1 - 4 gamma^2)/(16 gamma^2 alpha^2 beta), and where n >= "
       "ln(2/beta)/(8 gamma^2 alpha^2).",
       {{checked, "0 < gamma < 1/2, n >= 1, alpha > 0, 0 < beta < 1"}, {asserted, "reports are independent"}},
       "Warner, Randomized response, JASA 60, 1965; Hoeffding, JASA 58, 1963. Proof on this page.",
       proved},
      {"selection-tail",
       "How far selection falls short",
       "The exponential mechanism and permute and flip (report noisy max with exponential noise) of scale s "
       "over d candidates choose a score short of the best by more than s (ln d + t) with probability at most "
       "e^{-t}; the expected shortfall is at most s (ln d + 1). epsilon-DP needs s = 2 Delta/epsilon for "
       "scores of sensitivity Delta, half of it where they are monotone. With one best candidate and all "
       "others exactly at the threshold the probabilities are (d-1) f/(1 + (d-1) f) and 1 - (1 - (1-f)^d)/(d "
       "f), f = e^{-t}/d.",
       {{checked, "s > 0, d >= 1, t >= 0"}, {asserted, "Delta bounds the change of every score between neighbours"}},
       "McSherry, Talwar, Mechanism design via differential privacy, FOCS 2007; Dwork, Roth, The algorithmic "
       "foundations of differential privacy, 2014, Corollary 3.12; McKenna, Sheldon, Permute-and-flip, NeurIPS "
       "2020 (never less accurate, Theorem 2, numbering to be confirmed). Proof on this page.",
       proved},
      {"laplace-width",
       "How far Laplace noise reaches",
       "k independent Laplace noises of scale b have variance 2 b^2 each; the largest in absolute value "
       "exceeds w with probability exactly beta at w = -b ln(1 - (1 - beta)^{1/k}), at most beta at b "
       "ln(k/beta). The expected largest of their absolute values is b (1 + 1/2 + ... + 1/k).",
       {{checked, "b > 0, k >= 1, 0 < beta < 1"}, {asserted, "the noises are independent"}},
       "Dwork, Roth, The algorithmic foundations of differential privacy, 2014, Theorem 3.8. Proof on this "
       "page.",
       proved},
      {"gaussian-width",
       "How far Gaussian noise reaches",
       "k independent N(0, sigma^2) noises: the largest in absolute value exceeds w with probability exactly "
       "beta where P[N > w/sigma] = (1 - (1 - beta)^{1/k})/2.",
       {{checked, "sigma > 0, k >= 1, 0 < beta < 1"}, {asserted, "the noises are independent"}},
       "Elementary. Proof on this page.",
       proved},
      {"composition-basic",
       "Basic composition",
       "Mechanisms that are (epsilon_i, delta_i)-DP compose, adaptively too, to (sum epsilon_i, sum "
       "delta_i)-DP.",
       {{checked, "the total delta is at least the sum of the parts'"}, {asserted, "each part's guarantee"}},
       "Dwork, Kenthapadi, McSherry, Mironov, Naor, Our data, ourselves, EUROCRYPT 2006; Dwork, Roth 2014, "
       "Theorem 3.16. Proof on this page.",
       proved},
      {"composition-advanced",
       "Advanced composition",
       "Mechanisms that are (epsilon_i, delta_i)-DP compose to epsilon = sqrt(2 ln(1/d) sum epsilon_i^2) + sum "
       "epsilon_i (e^{epsilon_i} - 1) at delta = d + sum delta_i, for every d > 0.",
       {{checked, "0 < d < 1"}, {asserted, "each part's guarantee"}},
       "Dwork, Rothblum, Vadhan, Boosting and differential privacy, FOCS 2010; Dwork, Roth 2014, Theorem 3.20, "
       "whose proof applies with unequal parts.",
       cited},
      {"composition-kov-closed",
       "The closed bounds of Kairouz, Oh and Viswanath",
       "Mechanisms that are (epsilon_i, delta_i)-DP compose to the smallest of sum epsilon_i, A + sqrt(2 B "
       "ln(e + sqrt(B)/d)) and A + sqrt(2 B ln(1/d)), A = sum epsilon_i (e^{epsilon_i} - 1)/(e^{epsilon_i} + "
       "1), B = sum epsilon_i^2, at delta with 1 - delta = (1 - d) prod (1 - delta_i).",
       {{checked, "0 < d < 1"}, {asserted, "each part's guarantee"}},
       "Kairouz, Oh, Viswanath, The composition theorem for differential privacy, ICML 2015, Theorems 3.4 and "
       "3.5.",
       cited},
      {"composition-optimal",
       "The optimal composition of guarantees",
       "The least delta at epsilon that (epsilon_i, delta_i)-DP guarantees imply for their composition is that "
       "of the composition of their extremal pairs (theorem `kov-binary-pair`), equal parts or not.",
       {{checked, "the composed pairs' curve is enclosed"}, {asserted, "each part's guarantee"}},
       "Kairouz, Oh, Viswanath, The composition theorem for differential privacy, ICML 2015, Theorem 3.3; "
       "Murtagh, Vadhan, The complexity of computing the optimal composition of differential privacy, TCC "
       "2016, Theorem 1.5. Proof on this page.",
       proved},
      {"composition-rounded",
       "Guarantees rounded to a grid",
       "The optimal composition is nondecreasing in every epsilon_i: with all epsilon_i rounded up to "
       "multiples of a step its epsilon is an upper bound, rounded down a lower one.",
       {{checked, "both roundings are computed"}},
       "Murtagh, Vadhan, The complexity of computing the optimal composition of differential privacy, TCC "
       "2016, Theorem 1.7 (the idea). Proof on this page.",
       proved},
      {"tail-from-curve",
       "The distribution of the loss from the hockey-stick curve",
       "With y = e^x and H_y the hockey-stick divergence, P[S > x] = H_y + y Q[S > x], and for every z < y < "
       "w, (H_y - H_w)/(w - y) <= Q[S > x] <= Q[S >= x] <= (H_z - H_y)/(y - z).",
       {{checked, "the values of the curve are enclosures"}},
       "Elementary convex analysis. Proof on this page.",
       proved},
      {"probabilistic-own-pair",
       "Probabilistic DP of mechanisms that are their own pair",
       "For epsilon >= 0 the largest P[L > epsilon] over neighbours is that of the pair at full sensitivity: "
       "P[N > epsilon/mu - mu/2] for Gaussian noise (with several parts run without adaptivity, at the total "
       "mu), 1 - e^{(epsilon - s)/2}/2 below s for Laplace noise on one real query, s = sensitivity/scale; "
       "P[X < (d - epsilon t)/2] below d/t for discrete Laplace noise X of scale t on an integer query of "
       "sensitivity d, P[X < d/2 - epsilon sigma^2/d] for discrete Gaussian noise; that of the two categories for "
       "randomized response, and of the given pair for an explicit one. For epsilon < 0 the value is that of this "
       "pair.",
       {{checked, "the composition is of Gaussian parts, or of one such mechanism run once"},
        {asserted,
         "some neighbours attain the sensitivity; the parts of a Gaussian composition are chosen in advance; L "
         "is the loss of the outputs themselves, before any processing; an explicit pair is that of all neighbours, "
         "not "
         "one that dominates theirs"}},
       "Meiser, Approximate and probabilistic differential privacy definitions, 2018 (the notion). Proof on "
       "this page.",
       proved},
      {"probabilistic-joint-pair",
       "Probabilistic DP of explicit pairs run together",
       "P[S > epsilon] for the sum S of independent losses of the pairs as they are given, one a run: exact where "
       "the masses are rational, and strict at the values that S takes.",
       {{checked, "every part is an explicit pair of output distributions"},
        {asserted,
         "all runs see the same two data sets and are chosen in advance; data sets whose outputs agree in some runs "
         "are other pairs, and are not asked about"}},
       "Definition, and the law of a sum of independent variables. Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
