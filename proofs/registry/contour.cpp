// Theorems behind the contour engine.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> contour_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"contour-inversion",
       "The profile as an integral of the transform",
       "Let M_S(z) = E[e^{zS}; S < inf] under P and theta > 0 with M_S(theta) finite. Then delta(epsilon) = P[S "
       "= inf] + (1/(2 pi i)) times the integral of M_S(z) e^{-epsilon z}/(z (z+1)) over the line Re z = theta.",
       {{checked, "theta > 0; M_S(theta) is enclosed, so finite"},
        {checked, "epsilon lies below the largest loss; at and beyond it delta is P[S = inf] exactly"}},
       "Proof on this page. Bromwich's inversion with the kernel of the hockey-stick divergence; compare Zhu, "
       "Dong, Wang 2022.",
       proved},
      {"aliasing-correction",
       "What the trapezoid rule adds, known and subtracted",
       "Let P = 2 pi/h and let T_h be h/(2 pi) times the sum of M_S(z) e^{-epsilon z}/(z (z+1)) over z = theta + "
       "i j h, all integers j, and d the finite part of delta. Then T_h = d(epsilon) + M_S(0)/(e^{theta P} - 1) "
       "- e^epsilon M_S(-1)/(e^{(1+theta) P} - 1) + A_R + A_L with, for theta' > theta and s > 0, 0 <= A_R <= "
       "c(theta') M_S(theta') e^{-theta' epsilon}/(e^{(theta' - theta) P} - 1) and 0 <= A_L <= c(s) M_S(-1-s) "
       "e^{(1+s) epsilon}/(e^{(1+s+theta) P} - 1), c as in `chernoff`.",
       {{checked, "theta' > theta > 0, s > 0"}, {checked, "the moments at theta' and -1-s are enclosed, so finite"}},
       "Proof on this page; trapezoid rule: Trefethen, Weideman, The exponentially convergent trapezoidal rule, "
       "SIAM Review 56, 2014.",
       proved},
      {"contour-truncation",
       "Cutting the sum at a finite height",
       "Let B be nonincreasing with |M_S(theta + it)| <= B(t) for t >= T = J h. Leaving out the nodes |j| > J "
       "changes T_h by at most tau = e^{-theta epsilon} B(T)/(pi T). With the poles of `aliasing-correction` "
       "subtracted from the finite sum, delta lies in the result plus P[S = inf] plus [-tau - A_R - A_L, tau].",
       {{checked, "B comes from `shift-bound` for sampled steps and from closed forms for the others"}},
       "Proof on this page.",
       proved},
      {"shift-bound",
       "How fast the sampled Gaussian's transform decays",
       "Let w(x) = 1 - q + q e^{(2x-1)/(2 s^2)}, z = theta + it, alpha = 1 + z (remove) or -z (add), alpha_r = "
       "Re alpha. For 0 < y < pi s^2 and |Im z| >= T, |M(z)| <= e^{y^2/(2 s^2)} times the integral of phi_s(x) "
       "|w(x+iy)|^{alpha_r} e^{-T arg w(x+iy)}, and the bound is nonincreasing in T. For replace the same holds "
       "with the product over the two ratios w_+ and w_-, whose arguments count with one sign.",
       {{checked, "0 < y < pi s^2; with strip height c, either (y + c)/s^2 <= pi/2, or c <= y and (y + c)/s^2 < pi"},
        {checked, "|M(z)| <= M(theta) is used where the above fails"}},
       "Proof on this page.",
       proved},
      {"trapezoid-strip",
       "The error of the trapezoid rule for one transform",
       "Let f be analytic and decaying in -a_- <= Im x <= a_+, and N_+, N_- the integrals of |f| along the two "
       "edges. The trapezoid sum of step eta over all nodes differs from the integral of f by at most N_+/(e^{2 "
       "pi a_+/eta} - 1) + N_-/(e^{2 pi a_-/eta} - 1). For f = phi_s w^alpha, v = a/s^2 < pi and x real: "
       "cos(v/2) w(x) <= |w(x+ia)| <= w(x) and 0 <= arg w(x+ia) <= v, so on the edge where |w^alpha| falls with "
       "Im alpha N <= e^{a^2/(2 s^2)} C M(theta), C = max(1, cos(v/2)^{alpha_r}), and on the other N is bounded "
       "by upper sums over cells, or with a further factor e^{|t| v}.",
       {{checked, "a < pi s^2 on either side"},
        {checked, "M(theta) is bounded through its own sum: M <= (sum + tails)/(1 - 2 strip error)"}},
       "Trefethen, Weideman, SIAM Review 56, 2014, Theorem 5.1 (numbering to be confirmed), with the two edges "
       "kept apart. Proof on this page.",
       proved},
      {"sampled-tail-bound",
       "What the transform's grid leaves out",
       "Let the integrand be phi_s(x) times a product of w_j(x)^{e_j}, w_j(x) = 1 - q + q e^{(2 side_j x - 1)/(2 "
       "s^2)}, with real exponents e_j. Beyond the last node X on one side let m be the largest value there of "
       "the sum over j of side_j e_j p_j (counted outward), p_j = q e^{u_j}/w_j in [0, 1], and g the log of the "
       "product at X. If m <= X then both the integral beyond X and the trapezoid's nodes beyond X are at most "
       "e^{g + (m^2/2 - m X)/s^2} (1 - Phi((X - m)/s)), X counted outward. If m > X, the same holds in two pieces: "
       "with "
       "Y >= m beyond X, and m' <= X the largest value between X and Y, both are at most that bound with m' at X plus "
       "the "
       "bound at Y.",
       {{checked, "m <= X, or m' <= X and m <= Y; otherwise the bound is infinite and the plan is refused"}},
       "Proof on this page.",
       proved},
      {"bent-contour",
       "The contour bent to the right",
       "For steps of the sampled Gaussian, all remove or all add, let b = 1 - q, F(alpha) = "
       "E_{N(0)}[(w/b)^alpha], and D_0 = epsilon - sum k_i log b_i (remove) or -epsilon - sum k_i log b_i (add), "
       "D_0 > 0. With alpha = 1 + z (remove) or -z (add), the finite part of delta is (1/(2 pi i)) times the "
       "integral of prod F_i(alpha)^{k_i} e^{c - D_0 alpha}/(alpha (alpha - 1)) over a hyperbola bent to the "
       "right, c = epsilon (remove) or 0 (add); its trapezoid sum in the hyperbola's parameter u has an error of "
       "at most (N_+ + N_-)/(2 pi (e^{2 pi beta/h} - 1)), N_+ and N_- the integrals of the integrand's modulus "
       "on the hyperbolas of angles g - beta and g + beta, themselves bounded by upper sums over cells and a "
       "tail in closed form.",
       {{checked, "no zero of w between the real line and the bent path of x, nor in its strip (H1)"},
        {checked, "on that path, log(w/b) = lambda + i omega has omega >= 0 and omega >= tan(g + beta) lambda (H2)"},
        {checked, "no pole (0 or 1) on any hyperbola of an angle from g - beta to g + beta (H3)"},
        {checked, "D_0 > 0; D_0 <= 0 is the end of the support and answered exactly"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
