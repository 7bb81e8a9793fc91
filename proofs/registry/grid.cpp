// Theorems of the grid engine and of the sampling that needs it.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> grid_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"grid-pessimistic",
       "A law on a grid that dominates a loss",
       "Let points l_0 < l_1 < ... < l_N have equal steps, v_i = e^{-l_i}. Replace a loss L as follows. In "
       "the cell from l_i to l_{i+1}, with P-mass p and Q-mass r, put (1-x) p on l_i and x p on l_{i+1}, x = "
       "(v_i p - r)/(p (v_i - v_{i+1})). Move what lies left of l_0 to l_0. Of what lies right of l_N, with "
       "P-mass p and Q-mass r, put r/v_N on l_N and the rest on +infinity. Then delta(epsilon) of any "
       "composition does not decrease, for any real epsilon. Neither do larger masses, a larger x, or a law "
       "moved up as a whole decrease it.",
       {{checked, "the P- and Q-masses of the cells are enclosed, and x and the masses are rounded up"},
        {checked, "an atom counts as on a point within a slack of it, and the whole law is moved up by that slack"}},
       "Proof on this page. Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, Connect the dots: tighter discrete "
       "approximations of privacy loss distributions, PoPETs 2022, show that this law is the least on the "
       "grid that dominates.",
       proved},
      {"grid-optimistic",
       "A law on a grid that a loss dominates",
       "With the notation of `grid-pessimistic`, let a cell that lies within its two points have mass p and "
       "share x. Put on the points either p (1 + x e^{-step}) at l_i and -p x e^{-step} at l_{i-1}, or p (1 + "
       "(1-x) e^{step}) at l_{i+1} and -p (1-x) e^{step} at l_{i+2}, or p at l_i. Drop what lies left of the "
       "grid and move what lies right of it to l_N. If the weight of every point is nonnegative in the end, "
       "delta(epsilon) of any composition does not increase, for any real epsilon, the infinite masses being "
       "kept. Neither do smaller weights or a smaller x increase it.",
       {{checked, "the weights that are used are at least 0; a cell that would spoil this takes the third form"},
        {checked, "the P- and Q-masses are enclosed, and masses and x are rounded down"},
        {checked, "0 <= x <= 1 for the enclosure of x, else the cell is dropped"}},
       "Proof on this page. Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, Connect the dots: tighter discrete "
       "approximations of privacy loss distributions, PoPETs 2022, give the best law of this kind by another "
       "construction.",
       proved},
      {"grid-fold",
       "Tilt and window of a composition on a grid",
       "Let S be a sum of independent losses on grids of one step, tilted by e^{theta S}, theta > 0, and let "
       "the N-point transform fold its masses modulo N onto a window of period P = N step that starts at a <= "
       "epsilon. Then the sum over the window of folded mass times e^{-theta s} (1 - e^{epsilon - s})_+, "
       "times the normalisation, differs from E[(1 - e^{epsilon - S})_+; S < inf] by at most: above, M(t) "
       "e^{-t epsilon}/(e^{(t - theta) P} - 1) for any t > theta, plus either M(t) e^{-t epsilon}/(e^{(theta "
       "- t) P} - 1) for any 0 <= t < theta or M(t) e^{-t a}/(e^{theta P} - 1) for any t < 0; below, M(t) "
       "e^{-t (a + P)} for any t > 0. M(t) = E[e^{tS}; S < inf].",
       {{checked, "theta > 0, the window starts at or below epsilon, and the moments are bounded above"},
        {checked, "where the sum has at most N points nothing folds and nothing is charged"}},
       "Proof on this page.",
       proved},
      {"fft-rounding",
       "Rounding of the transform and of powers",
       "A radix-2 transform of length N = 2^m in binary64, roundoff u = 2^-53, with twiddle factors within 3u "
       "of the true ones and complex products of relative error at most sqrt(5) u, returns in either "
       "direction a vector within 7 m u of the exact one, relative in the 2-norm. If |y_i - x_i| <= e_i then "
       "|prod y_i^k_i - prod x_i^k_i| <= prod (|y_i| + e_i)^k_i sum k_i e_i/(|y_i| + e_i), and repeated "
       "squaring returns a k-th power within ((1 + sqrt(5) u)^{k-1} - 1) |y|^k of the exact one. With a "
       "kernel g the sum of mass times g is off by at most the 2-norm of g times the 2-norm of the error of "
       "the masses.",
       {{checked, "no intermediate number overflows; what underflow takes is charged by a constant"},
        {checked, "N <= 2^22; the twiddle factors are products of two correctly rounded ones, held to 26 and 53 bits"}},
       "Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, 2002, Theorem 24.2; Brisebarre, "
       "Joldes, Muller, Nanes, Picot, Error analysis of some operations involved in the Cooley-Tukey fast "
       "Fourier transform, ACM Transactions on Mathematical Software 46(2), 2020. Proof on this page.",
       proved},
      {"normal-cell",
       "The normal mass of a narrow cell",
       "For real c and h > 0 with y = (|c| + 1) h <= 0.03, the standard normal mass of [c - h, c + h] is "
       "e^{-c^2/2} (2 pi)^{-1/2} 2h times the sum over even n <= 10 of He_n(c) h^n/(n! (n+1)), to within a "
       "relative 2^-54.",
       {{checked,
         "cells are cut until y <= 0.03; arguments of the exponential are charged with the rounding of every "
         "term"},
        {checked,
         "the library functions exp, expm1, log, log1p and sinh are charged 2^-48 relative, eight times what "
         "the C library documents"}},
       "Proof on this page. He_n is the Hermite polynomial with leading coefficient 1.",
       proved},
      {"sampling-without-replacement",
       "A mechanism on a batch of fixed size, one record replaced",
       "A batch of b records is drawn uniformly without replacement from n, q = b/n, and given to a mechanism "
       "that (P, Q) dominates for neighbours that differ in the value of one record. Between data sets that "
       "differ in the value of one record, delta(epsilon) of the whole is at most that of ((1-q) Q + qP, Q) "
       "for epsilon >= 0, and at most that of (P, (1-q) P + qQ) for epsilon < 0. One pair has this curve: its "
       "loss has the law of the first pair above 0, of the second below 0, and the rest of the mass, P[L = 0] "
       "+ (1-q) (P[L > 0] - Q[L > 0]), at 0. It dominates in both orders. Where "
       "every other record has the value that the one is changed to, the two outputs are (1-q) Q + qP and Q, "
       "if the base attains its pair.",
       {{checked, "1 <= b <= n, and the adjacency is replace"},
        {asserted, "every batch of b records is equally likely, drawn anew in each step"},
        {asserted,
         "the base meets its pair when one record of the batch changes its value: its sensitivity is that "
         "distance, twice the bound on one record's contribution where records may be opposite"}},
       "Balle, Barthe, Gaboardi, Privacy amplification by subsampling: tight analyses via couplings and "
       "divergences, NeurIPS 2018, Theorems 2 and 9 (numbering to be confirmed); Zhu, Dong, Wang, Optimal "
       "accounting of differential privacy via characteristic function, AISTATS 2022, Theorem 11 (numbering "
       "to be confirmed). Proof on this page.",
       proved},
      {"gaussian-mixture-pair",
       "Several contributions on a Poisson sample, Gaussian noise",
       "Let a record's contribution to a sum have norm at most m_i with probability p_i, the m_i nonnegative "
       "and the p_i summing to 1, chosen independently of the data, and let the sum get noise N(0, sigma^2 "
       "I). For remove the pair sum p_i N(m_i, sigma^2) against N(0, sigma^2) dominates, for add the reverse "
       "order.",
       {{checked, "sigma > 0, m_i >= 0, the p_i are nonnegative and sum to 1"},
        {asserted,
         "the number of times that a record takes part has the stated law, independent of everything else, as "
         "when a record may be drawn several times"},
        {asserted, "neighbours differ by all contributions of one record"}},
       "Choquette-Choo, Ganesh, Steinke, Thakurta, Privacy amplification for matrix mechanisms, ICLR 2024, "
       "Theorem 4.3 and Lemma 4.5 (numbering to be confirmed).",
       cited},
      {"gaussian-pair-explicit",
       "Two normal laws",
       "An explicit pair of normal laws N(a, s^2) and N(b, t^2) is its own dominating pair: P for remove, the "
       "other order for add.",
       {{checked, "s > 0 and t > 0"},
        {asserted, "every pair of neighbours gives these two laws, or a pair that they dominate"}},
       "Definition.",
       definition},
      {"one-step-profile",
       "One step by its distribution functions",
       "For every pair and every real epsilon delta(epsilon) = P[L > epsilon] - e^epsilon Q[L > epsilon], L = "
       "log dP/dQ with infinite values counted; the summand of an atom of P-mass p and Q-mass q is (p - "
       "e^epsilon q)_+.",
       {{checked,
         "the distribution functions are enclosed at epsilon; the working precision is raised until the "
         "difference is known"}},
       "Neyman-Pearson; proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
