// Theorems on proper scoring rules.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> scoring_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"exact-comparison",
       "Rationals, logarithms and roots compare exactly",
       "Let x = r + sum c_i ln(a_i) + sum d_j b_j^{e_j} with r, c_i, d_j, e_j rational and a_i, b_j positive "
       "rationals. Then x = 0 exactly when the product of the a_i^{c_i} is 1 and the algebraic part r + sum d_j "
       "b_j^{e_j} is 0. That product is 1 exactly when its exponents over a base of pairwise coprime integers "
       "all vanish. The algebraic part is 0 exactly when, once terms whose roots have a rational ratio are "
       "gathered (1 among the roots), every gathered coefficient is 0.",
       {{checked, "every a_i and b_j is positive"}},
       "Baker, Transcendental Number Theory, Cambridge University Press, 1975, Theorem 2.2 (numbering to be "
       "confirmed). Carr, O'Sullivan, On the linear independence of roots, International Journal of Number "
       "Theory 5, 2009, Theorem 1.1 (numbering to be confirmed).",
       cited},
      {"scores-of-probability-vectors",
       "Scores of probability vectors",
       "On finitely many outcomes the rules log, brier, spherical, pseudospherical and power of order above 1, "
       "tsallis of positive order other than 1, and ranked_probability are strictly proper. zero_one with the "
       "ties uniform or lowest_index, decision with the ties lowest_index, censored_likelihood and "
       "conditional_likelihood are proper. Ranges over all forecasts and outcomes, for K >= 2 outcomes: log [0, "
       "inf], brier [0, 2], spherical and pseudospherical [-1, 0], power [-1, a - 1], tsallis [0, a/(a - 1)] for "
       "a > 1 and [0, inf] for a < 1, ranked_probability [0, K - 1], zero_one [0, 1], decision [the "
       "least loss, the greatest loss of an act that some forecast takes].",
       {{checked, "probabilities are nonnegative and sum to 1; orders lie in their domains"}},
       "Gneiting, Raftery, Strictly proper scoring rules, prediction, and estimation, Journal of the American "
       "Statistical Association 102, 2007. Gruenwald, Dawid, Game theory, maximum entropy, minimum discrepancy "
       "and robust Bayesian decision theory, Annals of Statistics 32, 2004. Proof on this page.",
       proved},
      {"scores-of-real-laws",
       "Scores of laws of numbers and vectors",
       "With PM(q) = E (q - X)_+ the partial moment of a law of numbers of mean m: E|X - x| = 2 PM(x) + m - x; "
       "the crps is E|X - x| - E|X - X'|/2, its entropy E|X - X'|/2, its divergence E|X - Y| - E|X - X'|/2 - E|Y "
       "- Y'|/2; the expected pinball loss of level a at q is PM(q) - a (q - m), and the interval score of "
       "coverage c is 2/(1 - c) times the sum of the pinball losses of its two ends. energy is the crps with "
       "Euclidean distances to the power b, 0 < b < 2. dawid_sebastiani depends on the first two moments alone, "
       "with entropy d + ln det of the covariance. hyvarinen has entropy minus the Fisher information. log, "
       "crps, energy and hyvarinen are strictly proper, interval, quantile and dawid_sebastiani proper.",
       {{checked,
         "the law is one for which the rule has a closed form here; scales are positive, covariances positive "
         "definite"},
        {asserted, "energy and crps: laws with the moment that the rule needs"}},
       "Gneiting, Raftery, Strictly proper scoring rules, prediction, and estimation, Journal of the American "
       "Statistical Association 102, 2007. Hyvarinen, Estimation of non-normalized statistical models by score "
       "matching, Journal of Machine Learning Research 6, 2005.",
       cited},
      {"propriety-of-candidates",
       "Candidates that are not proper, and how that is shown",
       "On two or more outcomes -p_x is improper; the formulas of power and pseudospherical with an order in (0, "
       "1) are improper and unbounded below, and of order 1 constant. zero_one with the ties strict or "
       "adversarial is improper. decision with adversarial ties is proper where one act has the least loss at "
       "every outcome and improper otherwise. zero_one and decision are never strictly proper. A witness is two "
       "laws with the divergence between them, in exact arithmetic: below 0 it refutes, and 0 shows that a "
       "proper rule is not strictly so. A table is judged on the forecasts that it lists.",
       {{checked, "the divergence of the witness is computed exactly"}},
       "Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
