// Theorems on what a table with suppressed or rounded cells reveals.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::vector<Theorem> table_theorems() {
  using enum Standing;
  using enum Status;
  return {
      {"table-relations",
       "A release is a system of equations",
       "Let a release give the values of some cells of a table, the hierarchies of its dimensions, and what "
       "the reader knows of each other cell as a set of values. The tables that agree with it are exactly the "
       "solutions of the system that has one variable a cell not published, restricted to that set, and one "
       "equation a sum: the parts minus the total is 0. A sum along one dimension at codes of which an "
       "earlier dimension's is itself a sum follows from the others. Tightening the bounds of a variable by "
       "an equation and the bounds of its other variables removes no solution.",
       {{asserted,
         "the published values are the true ones (or round from them by the stated method), and the table "
         "adds up by its hierarchies"},
        {checked, "every sum whose cells are all given adds up exactly; each hierarchy is free of cycles"}},
       "Cox, Network models for complementary cell suppression, Journal of the American Statistical "
       "Association 90, 1995, for the setting. Proof on this page.",
       proved},
      {"table-network-ranges",
       "Ranges of network tables by maximum flow",
       "Let signs +1, -1 for the equations make every variable enter at most one equation with +1 and at most "
       "one with -1, all coefficients being 1 or -1, and let totals and bounds be whole numbers. Then the "
       "tables are the flows of a network whose arcs are the variables. From any whole flow x, the largest "
       "value of a variable is x plus the smaller of its room and the maximum flow from its head to its tail "
       "through the residual network without it, and a whole table attains it; likewise the least. For counts "
       "this is the range over whole tables, and for magnitudes over real ones. With some equations left out "
       "the same values are bounds that no table passes.",
       {{checked, "the coefficients and the signs; totals and bounds are whole numbers of one unit"}},
       "Ford, Fulkerson, Flows in Networks, Princeton University Press, 1962. Dinic, Algorithm for solution "
       "of a problem of maximum flow in networks with power estimation, Soviet Mathematics Doklady 11, 1970. "
       "Proof on this page.",
       proved},
      {"table-exact-program",
       "Ranges of other tables by exact branch and bound",
       "For a system of equations with bounds, a basic solution within the bounds at which no nonbasic "
       "variable can move so as to raise x_i has the largest value of x_i over all real solutions; if a basic "
       "variable lies outside its bounds and no nonbasic variable of its row can move to mend that, there is "
       "no solution. Splitting a variable's bounds at a value that is not whole, or lies in a gap of its "
       "values, loses no whole solution; a part that has no real solution, or none better than one already "
       "found, may be dropped. When no part is left, the best solution found is the best there is. All of it "
       "is computed with fractions, without rounding.",
       {{checked, "every pivot and every comparison is exact; each dropped part has its proof as stated"}},
       "Land, Doig, An automatic method of solving discrete programming problems, Econometrica 28, 1960. "
       "Bland, New finite pivoting rules for the simplex method, Mathematics of Operations Research 2, 1977. "
       "Proof on this page.",
       proved},
      {"table-dual",
       "Multipliers bound a cell",
       "Let amounts x_1, ..., x_n meet equations sum over j of a(r,j) x_j = b(r), and low(j) <= x_j <= "
       "high(j). For a cell i and any multipliers m(r) let k(i) = 1 - sum over r of m(r) a(r,i), and k(j) = "
       "- sum over r of m(r) a(r,j) for the other cells. Then x_i = sum over r of m(r) b(r) + sum over j of "
       "k(j) x_j, which is at most the value that this has with high(j) where k(j) > 0 and low(j) where k(j) "
       "< 0, and at least the value that it has with the ends exchanged. If the amounts are whole numbers, "
       "each bound may be rounded inwards to one. A bound may serve as an end from then on. A table that "
       "keeps the equations and the bounds and has the value of a bound shows that the bound is attained.",
       {{checked, "the products and sums are exact; a cell that lacks the end that is needed has k = 0"}},
       "Farkas, Theorie der einfachen Ungleichungen, Journal fuer die reine und angewandte Mathematik 124, "
       "1902; Gomory, Outline of an algorithm for integer solutions to linear programs, Bulletin of the "
       "American Mathematical Society 64, 1958, for the rounding. Proof on this page.",
       proved},
      {"table-counting",
       "Sums over all tables by partial sums",
       "Process the cells of a system one after another. Of the cells processed so far, only the partial sums "
       "of the equations that are begun and not finished matter to the rest. So the sum over all whole tables "
       "of a product of weights, one factor a cell, is computed by adding up weights of equal partial sums, "
       "dropping those that the remaining cells cannot complete; the product of the sums of parts that share "
       "no equation is the sum of the whole. Forwards and backwards together give, for each cell, the share "
       "of each of its values. Whole-number sums may be taken modulo coprime numbers whose product exceeds a bound "
       "on them. Where this is given up, the sum is at most the product, over cells that are "
       "not determined by the others, of their total weights, and of the largest weights of the others, and "
       "at least the product of the smallest weights.",
       {{checked, "all bounds are finite, and at least one table exists"},
        {checked, "weights are nonnegative rationals, added and multiplied exactly"},
        {asserted,
         "where the weights are chances: the prior is the reader's, and each cell is printed independently of the "
         "others, by the chances given, or by random rounding that prints a multiple t next to x with chance 1 - |x - "
         "t|/base; a cell printed with a deviation and no law of it is as likely to be printed from every value within "
         "it"}},
       "Proof on this page.",
       proved},
      {"table-two-way-count",
       "Counting two-way tables by four blocks",
       "Cut a table of at most six rows and six columns after the third of each. The number of tables with "
       "given margins is the sum, over all column sums a of the upper half, of the number of upper halves "
       "with column sums a times the number of lower halves with the remaining column sums. The number of "
       "upper halves is the sum, over what the first two rows take in the left three columns, of the numbers "
       "of the two blocks; each depends on its column sums only up to their order.",
       {{checked,
         "the cells are free between 0 and their margins, each pair of a row and a column has one cell, and "
         "all tables weigh the same"}},
       "Proof on this page.",
       proved},
      {"table-joint-gain",
       "The gain on the whole table",
       "Let a deterministic release leave the set F of tables possible. The log score of a reader with prior "
       "Q improves by -ln Q(F), whatever the true table in F. For a prior that is a constant times a product "
       "of weights over interior cells, Q(F) is the constant times the sum of weights over F. The symbols of "
       "suppressed cells, where the rule that places them is known, are part of the release: their own loss "
       "is ln Q(F0) - ln Q(F), F0 being the tables that agree with the relations alone.",
       {{asserted, "the prior is the reader's, and the stated rule or algorithm is how suppressions were placed"},
        {asserted,
         "a cell printed with a deviation and no law of it is as likely to be printed from every value within it"},
        {checked, "Q(F) > 0"}},
       "Proof on this page.",
       proved},
      {"table-cell-gain",
       "The gain on one cell",
       "Let F be the tables that a deterministic release leaves possible. The log score of one cell's law "
       "improves by ln Q(X_c = x | F) - ln Q(X_c = x) at its true value x, which is at most -ln Q(X_c = x), "
       "with equality exactly where the cell is determined on F.",
       {{asserted, "the prior is the reader's, and the stated rule or algorithm is how suppressions were placed"},
        {asserted,
         "a cell printed with a deviation and no law of it is as likely to be printed from every value within it"},
        {checked, "Q(F) > 0 and Q(X_c = x) > 0"}},
       "Proof on this page.",
       proved},
      {"table-algorithm-fibre",
       "The tables that an algorithm could have released so",
       "Let suppressions be placed by a known deterministic algorithm. The tables possible after the release "
       "are those that agree with the relations and on which the algorithm gives exactly the published "
       "pattern (and flags): a subset of the tables that agree with the relations, in general a proper one. "
       "The algorithm smallest_other suppresses every cell whose value the rule names, and then, as long as a "
       "relation has exactly one suppressed cell, the smallest other part of it, the first of equal ones.",
       {{asserted, "the suppressions were placed by that algorithm"},
        {checked, "every table that agrees with the relations was tried"}},
       "Proof on this page.",
       proved},
      {"table-rate-interval",
       "The worst common rate in an interval",
       "Let all interior cells be independent Poisson variables of one rate r in an interval. The gains on "
       "the table and on a cell are linear in r plus a multiple of ln r plus a constant plus the difference "
       "of logarithms of two polynomials with nonnegative coefficients. In r d/dr of it, each polynomial "
       "contributes its mean exponent, which grows with r; so over an interval the derivative lies between "
       "values at the ends, and where it keeps a sign the gain is largest at an end.",
       {{checked, "0 < rate.lower <= rate.upper"},
        {asserted, "the reader's prior has one common rate, in that interval"}},
       "Proof on this page.",
       proved},
      {"table-truth-floor",
       "A floor on the probability of the truth",
       "Over all priors that give the true table probability at least t, the largest gain of the log score on "
       "the table is ln(1/t), for every deterministic release that is not constant.",
       {{checked, "0 < t <= 1"},
        {asserted, "the release is not constant on the tables that the reader thinks possible"}},
       "Proof on this page.",
       proved},
      {"table-belief-floor",
       "A floor on the sensitive values of each cell",
       "Let a cell be suppressed exactly when its value lies in a set A, with nothing else published that "
       "involves it, the cells being independent in the reader's prior, each with Q(A) at least b. Then the "
       "largest gain of the log score on s suppressed cells together is s ln(1/b).",
       {{checked, "no equation ties suppressed cells"},
        {asserted, "the reader's prior has independent cells and gives the rule's values at least b in each"}},
       "Proof on this page.",
       proved},
      {"table-contamination",
       "Contaminated priors",
       "Over the priors (1 - h) Q0 + h R with R any law, the largest gain of the joint log score of a "
       "deterministic release is -ln((1 - h) Q0(F)), F being the tables that it leaves possible, if F is not "
       "everything.",
       {{checked, "0 <= h < 1"}, {asserted, "some table outside F is possible for the reader"}},
       "Proof on this page.",
       proved},
      {"table-rules",
       "Sensitivity rules",
       "Let x1 >= x2 >= ... be the contributions to a cell (of one contributor together, where the rule is on "
       "holdings) and X their total. Unsafe are: by threshold n, a cell with fewer than n contributors and at "
       "least one; by dominance (n, k), x1 + ... + xn > k X/100 (or >=, where asked); by p per cent, X - x1 - "
       "x2 < p x1/100, or a single contributor; by prior-posterior (p, q), the same with p/q for p/100; by "
       "zero, a cell of value 0; by group with coalition k, a category c of a group of size T with c > 0 and "
       "T - k <= c. Upper protection levels: p x1/100 - (X - x1 - x2), and 100/k (x1 + ... + xn) - X. A "
       "suppressed cell is protected above exactly where its range reaches its value plus that level.",
       {{checked,
         "contributions are not negative, or absolute values are asked for; weighted contributions come with "
         "a convention"},
        {asserted, "contributions and contributors are as given"}},
       "Hundepool and others, Statistical Disclosure Control, Wiley, 2012, chapter 4. Hundepool and others, "
       "Handbook on Statistical Disclosure Control, chapters 4 and 5.",
       definition},
      {"table-means",
       "Printed means beside counts",
       "Let every record be a whole number in given bounds, and let means be printed beside counts, each "
       "within half a unit of its last place of the true one. A table of counts agrees with the printed "
       "means exactly where whole sums exist that obey the table's equations, each between its count times "
       "the bounds of a record and its count times the ends of the printed mean. The range of a sum is the "
       "union, over those tables, of its ranges. In a cell tied to no other, the records are the ordered "
       "lists with such a count and sum that have the printed median and sample standard deviation; where "
       "each ordering of each list counts the same, a record has value x with the chance: the sum over "
       "lists of orderings times the share of x, divided by the sum of orderings.",
       {{asserted, "records are whole numbers in the bounds given, and printed numbers are rounded from the true ones"},
        {checked, "every table of counts is met, its sums are decided exactly, and every list is met"}},
       "Proof on this page.",
       proved},
      {"table-sensitive-range",
       "Scores of the sensitive values alone",
       "Let A be the rule's values. The censored likelihood scores -ln q(x) at x in A and -ln Q(not A) "
       "outside; the conditional likelihood scores -ln(q(x)/Q(A)) at x in A and 0 outside. Both are proper. "
       "The gain of the first is ln of the ratio of posterior to prior probability, of x in A, or of the "
       "complement of A; that of the second is the same ratio, of x in A, divided by that of A.",
       {{checked, "the rule's values have positive probability under prior and posterior"},
        {asserted, "the prior is the reader's"}},
       "Diks, Panchenko, van Dijk, Likelihood-based scoring rules for comparing density forecasts in tails, "
       "Journal of Econometrics 163, 2011. Proof on this page.",
       proved},
  };
}

}  // namespace assay::proofs
