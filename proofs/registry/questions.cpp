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
       "Let F(x) = phi_s(x) prod_j w_j(x)^{e_j}, phi_s the N(0, s^2) density, w_j(x) = 1 - q + q e^{(2 sigma_j "
       "x - 1)/(2 s^2)}, sigma_j = 1 or -1, real e_j plus i t d_j with |d_j| = 1, J factors. With step h, 0 < "
       "A = v s^2, v < pi, the sum h F(ih) over all integers i differs from int F by at most 2 e^{A^2/(2 s^2) "
       "+ |t| v J} C M/(e^{2 pi A/h} - 1), M = int of F with t = 0, C = prod over e_j < 0 of cos(v/2)^{e_j}. "
       "The terms beyond X (on the right; alike on the left) sum to at most prod w_j(X)^{e_j} e^{(m^2/2 - m "
       "X)/s^2} P[N > (X - m)/s], m the sum of the positive sigma_j e_j, where m <= X. For the mean of the "
       "loss under P the edges are bounded with |log w| <= -log((1-q) cos(v/2)) + v + w and E_P[w] <= 1 + q^2 "
       "(e^{1/s^2} - 1).",
       {{checked, "s > 0, 0 < q < 1, 0 < v < pi, m <= X"}},
       "Trefethen, Weideman, The exponentially convergent trapezoidal rule, SIAM Review 56, 2014, Theorem 5.1; "
       "the bounds are this page's.",
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
       "divergence, moves one way). If the target is proven met at x and proven missed at y, then the extreme "
       "value that meets it lies between x and y, and the target is met everywhere beyond x. Where the "
       "parameter is not known to be monotone, the value x alone is proven.",
       {{checked, "each verdict is an enclosure on one side of the target; the parameter is one of those below"},
        {asserted, "the hypotheses of the mechanisms"}},
       "Balle, Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018 (analytic "
       "calibration). Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
