// Theorems about persuasive privacy over finite data and named mechanisms.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> persuasion_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"persuasion-is-pdp",
       "Against two-point Receivers persuasion is probabilistic DP",
       "Let a prior put mass q on the truth x and 1 - q on x', L be the privacy loss ln(m(x,T)/m(x',T)) under x, "
       "s(p) the score at x of belief p in x, continuous on (0, 1), and g(l) the supremum over floor <= q <= "
       "ceiling of s(q) - s(q e^l/(1 - q + q e^l)), with g(l) = 0 for l <= 0 where every q below 1 is allowed. "
       "The least kappa with P_x[gain > kappa] <= delta for all such q is g of the least v with P_x[L > v] <= "
       "delta, and the supremum over q of P_x[gain > kappa] is P_x[g(L) > kappa]. For log and floor 0, g(l) = l "
       "for l >= 0: persuasive privacy at kappa >= 0 is probabilistic DP at epsilon = kappa. For kappa < 0 with "
       "ceiling 1 the supremum is 1.",
       {{checked, "the rule is continuous on (0, 1) and the class is two-point, or a convex class over two data"},
        {asserted, "the mechanism draws its output from the law stated, at every datum of the pair"}},
       "The notion: persuasive privacy of a Sender against Receivers with proper scores; Dawid, Musio, Theory "
       "and applications of proper scoring rules, Metron 72, 2014, for the scores. Proof on this page.",
       proved},
      {"step-gains",
       "Zero-one and decision scores, by the acts that are best",
       "Where the score of the truth depends on the best act alone, gains take finitely many values, and each "
       "set of best acts (before, and after each output) is held by a set of priors that is cut out by linear "
       "inequalities, strict or not as ties are read. The supremum of P_x[gain > kappa] over a convex class is "
       "the largest mass of outputs for which such a set, with the class, is not empty. For two data the acts "
       "change at finitely many masses q; the supremum is attained at one of them or between two of them.",
       {{checked,
         "each polytope is tested by a linear program in exact rationals, strict inequalities with a positive "
         "slack"},
        {checked,
         "for two data every breakpoint of the prior and of each posterior is tried, and a mass between each two"}},
       "Gruenwald, Dawid, Game theory, maximum entropy, minimum discrepancy and robust Bayesian decision theory, "
       "Annals of Statistics 32, 2004, for the score of a decision problem. Proof on this page.",
       proved},
      {"gains-by-enumeration",
       "Gains under one prior",
       "Under one prior Q and truth x with Q(x) > 0 on finite data, a finite mechanism takes each output t with "
       "probability m(x,t), and the gain there is S(Q,x) - S(Q_t,x) with Q_t(y) proportional to Q(y) m(y,t). The "
       "least kappa with P_x[gain > kappa] <= delta is the least gain v with mass of larger gains at most delta. "
       "Outputs with proportional columns have one posterior and may be merged.",
       {{checked, "gains are compared exactly, as sums of rationals, logarithms and roots of rationals"},
        {checked, "Q(x) > 0"}},
       "Proof on this page.",
       proved},
      {"prior-game",
       "The log score over convex classes is a matrix game",
       "Let rho_y(t) = m(y,t)/m(x,t), and let a class of priors at x be a polytope whose closure is meant. For "
       "the log score sup over the class of P_x[gain > kappa] is the largest P_x[A] over events A with v(A) < "
       "e^{-kappa}, and the least kappa at delta is the largest -ln v(A) over events with P_x[A] > delta, where "
       "v(A) is the minimum over the class of the maximum over t in A of sum over y of q(y) rho_y(t). Each v(A) "
       "is a linear program. At delta = 0 single outputs suffice and a vertex of the class is worst: for all "
       "priors with floor <= q(x) <= ceiling a two-point prior.",
       {{checked, "linear programs are solved in exact rationals; e^{-kappa} is compared with them exactly"},
        {checked, "some prior of the class has q(x) > 0"}},
       "Proof on this page.",
       proved},
      {"two-points-are-worst",
       "Over all priors two points are worst at delta 0",
       "Let c be the largest ratio m(y,t)/m(z,t) over data y, z of the support and outputs t, and l = ln c. For "
       "log, Brier, spherical and pseudospherical scores, the supremum of the gain over all priors on any number "
       "of points with q(x) >= floor, and over outputs, is at most g(l), the two-point value of theorem "
       "`persuasion-is-pdp`; with a pair that involves x and attains c it equals it.",
       {{checked, "the class bounds the mass of the truth from below alone"},
        {checked,
         "where the pairs that involve the truths asked do not attain c the answer is a bracket, narrowed by "
         "theorem `prior-search`"}},
       "Proof on this page.",
       proved},
      {"prior-search",
       "Branch and bound over priors",
       "Write a prior of a box by its masses but that of the truth, which is what they leave of 1. Let c be a "
       "point of the box, d = q - c, and g a convex combination of the gains at the outputs of an event, with "
       "slopes s at c and second derivatives in intervals H over the box. Then g(q) <= g(c) + s . d + 1/2 sum "
       "over i of a_i d_i^2 with a_i = upper end of H_ii + sum over j of |H_ij|, and where a_i < 0 the square "
       "a_i d_i^2 / 2 is at most its tangent at any point. The maximum of what is left over the box and a "
       "polytope of priors is a linear program, and the least gain of the event is at most that. The least kappa "
       "at delta over the part of the class in the box is at most the largest of such bounds over the events of "
       "mass above delta of which none holds another, and at least the same at any prior of it.",
       {{checked,
         "values and derivatives are enclosed by interval arithmetic over the box; where a formula breaks down the "
         "range of the score is used"},
        {checked,
         "linear programs are solved in exact rationals, over a box and the total alone by sorting slopes; boxes "
         "that hold no prior of the class are dropped because their program has no solution"}},
       "Proof on this page; the method: Moore, Kearfott, Cloud, Introduction to Interval Analysis, 2009, chapter "
       "6 (numbering to be confirmed).",
       proved},
      {"independent-records",
       "Independent records, log score",
       "Over priors that make the records independent, record i in a polytope of its own, the supremum of the "
       "log gain for the whole datum at delta = 0 is attained or approached at a product of vertices. Per record "
       "and with delta > 0 this fails, and a guarantee for pairs does not bound the gain about one record.",
       {{checked, "every product of vertices is tried, at every output"}},
       "Proof on this page.",
       proved},
      {"persuasion-in-expectation",
       "Gains in expectation are divergences",
       "Two-point priors, M and M' the output laws of the two data. Log score: the mean gain is KL(M | q M + "
       "(1-q) M'), and the exponential mean ln E e^{(a-1) gain}/(a-1), a > 0 other than 1, equals D_a(M | q M + "
       "(1-q) M'); both decrease in q, so a class with a floor is worst at the floor, and without one they tend "
       "to KL(M | M') and to the Renyi divergence D_a(M | M'). The plain mean gives KL alone. Over a convex "
       "class of priors on any finite data a vertex is worst. The hinge score at epsilon gives delta of the "
       "hockey-stick at epsilon, less (1 - e^epsilon)_+. Divergences of independent parts add.",
       {{checked,
         "sums over finite outputs are exact or enclosed; other rules are maximised over q by certified bisection"},
        {checked,
         "for the Gaussian with a floor the mean is a trapezoid sum with a strip bound, for Laplace an elementary "
         "integral"},
        {asserted, "the mechanism draws its output from the law stated, at every datum of the pair"}},
       "van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence, IEEE Transactions on Information "
       "Theory 60, 2014, for additivity. Proof on this page.",
       proved},
      {"hockey-stick-below-pdp",
       "Differential privacy below probabilistic DP",
       "For one ordered pair, P[L > epsilon] - delta(epsilon) = E[min(1, e^{epsilon-L}); L > epsilon] >= 0, "
       "where delta(epsilon) = E (1 - e^{epsilon-L})_+ is the hockey-stick value: probabilistic DP at (epsilon, "
       "delta) implies DP at (epsilon, delta), and not the reverse.",
       {{checked, "both are of the same ordered pairs"}},
       "Proof on this page; Meiser, Approximate and probabilistic differential privacy definitions, 2018, for "
       "the comparison (numbering to be confirmed).",
       proved},
      {"sender-post-processing",
       "Post-processing by the Sender",
       "If the Receiver also sees T, a further output made from T alone changes no posterior: publish both. If "
       "the Sender publishes the further output U alone, then at delta = 0 the least kappa does not grow for the "
       "log score and any class, nor for any score over two data; with delta > 0, and for other scores over "
       "three data or more, it can grow. Merging two outputs is the finest channel that can show it.",
       {{checked, "a counter-example is a merged pair of outputs with both values computed exactly"}},
       "Proof on this page.",
       proved},
      {"receiver-post-processing",
       "Post-processing by the Receiver",
       "Let a Receiver see the output T and a further random output U whose law depends on T alone. Wherever (t, u) is "
       "possible, the posterior given (t, u) is that given t, for every prior. So the gain of any score has the same "
       "law as without U, and the publication of both is persuasively private at (kappa, delta) over a class of priors "
       "exactly where that of T is.",
       {{checked, "the data enter through T alone"}},
       "Proof on this page.",
       proved},
      {"persuasive-composition",
       "Persuasive guarantees add up where an update stays in the class",
       "Let a class of priors give the truth positive mass and hold, with each prior, its posterior after every output "
       "of the first mechanism. If the first mechanism is persuasively private over the class at (kappa_1, delta_1), "
       "and the second at (kappa_2, delta_2) whatever the first has put out, then both together are so at (kappa_1 + "
       "kappa_2, delta_1 + delta_2), for any score of the truth, and n mechanisms at the sums. All priors that give "
       "the truth positive mass, and those on the truth and one neighbour alone (certain ones not excluded), are such "
       "classes; priors on two neighbours that must keep mass on both are not.",
       {{checked, "the class is one of those named, without floor or ceiling on the mass of the truth"},
        {asserted, "the guarantees that are added hold over the same class"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
