#include "proofs/checker/theorems.hpp"

#include <algorithm>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

const std::string joined = "the data sets are joined by t steps of the stated adjacency";
const std::string contribution = "each record's contribution has norm at most the base's sensitivity";
const std::string sampled = "records are sampled independently with probability q";

}  // namespace

const std::map<std::string, std::vector<std::string>>& citable() {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"gaussian-pair",
       {"s bounds the L2 distance of the query between neighbours of the stated adjacency",
        "the noise is Gaussian with independent coordinates of standard deviation sigma"}},
      {"laplace-pair",
       {"s bounds the change of the query between neighbours of the stated adjacency",
        "the query is one real number; for several coordinates compose one Laplace part a coordinate"}},
      {"discrete-laplace-pair", {"d bounds the change of the integer query between neighbours"}},
      {"randomized-response-pair",
       {"neighbours differ in the true category of one respondent (an absent respondent counts as one of another "
        "category)"}},
      {"finite-pair", {"every pair of neighbours gives these two distributions, or a pair that they dominate"}},
      {"kov-binary-pair",
       {"the mechanism is (e0, d0)-differentially private for the stated adjacency, in both orders; nothing else is "
        "known of it"}},
      {"gdp-pair", {"the mechanism is mu-Gaussian differentially private for the stated adjacency"}},
      {"zcdp-definition", {"the mechanism is rho-zCDP for the stated adjacency; nothing else is known of it"}},
      {"gaussian-is-zcdp", {}},
      {"poisson-sampling",
       {"records are sampled independently with probability q (not in fixed-size batches, not in a known order)",
        "neighbours differ by the presence of one record"}},
      {"poisson-sampling-gaussian", {contribution, sampled, "neighbours differ by the presence of one record"}},
      {"poisson-sampling-gaussian-replace", {contribution, sampled, "neighbours have one record of different value"}},
      {"sampling-without-replacement",
       {"every batch of b records is equally likely, drawn anew in each step",
        "the base meets its pair when one record of the batch changes its value: its sensitivity is that distance, "
        "twice the bound on one record's contribution where records may be opposite"}},
      {"group-sensitivity", {joined}},
      {"group-pure-exact", {joined + ", and the mechanism is private in both orders"}},
      {"group-zcdp", {joined}},
      {"group-gdp", {joined}},
      {"composition",
       {"each mechanism meets its pair for every value of the earlier outputs",
        "the number of steps and their parameters are fixed beforehand"}},
      {"gaussian-composition", {}},
      {"zcdp-composition", {"each mechanism is rho_i-zCDP for every value of the earlier outputs"}},
      {"gaussian-profile", {}},
      {"staircase-pair",
       {"s bounds the change of the query between neighbours, and the steps of the density have the width s",
        "the query is one real number"}},
      {"adaptive-clipping", {"both queries see the same records, and a record enters each once"}},
      {"matrix-mechanism",
       {"neighbours differ in one record, which enters one row of x: by at most s in L2 norm",
        "for adaptive rows, C is lower triangular"}},
      {"discrete-gaussian-pair",
       {"d bounds the change of the integer query between neighbours",
        "the query is one integer; a vector of noises is one part a coordinate, which is not the same as one part with "
        "the L2 norm as shift"}},
      {"group-of-queries",
       {"the data sets are joined by t steps of the stated adjacency; where the base is monotonic, by steps in one "
        "direction"}},
      {"noisy-max-pure-dp",
       {"s bounds the change of each score between neighbours",
        "monotonic: between neighbours no score rises while another falls", "nothing but the index is published"}},
      {"sparse-vector-pure-dp",
       {"s bounds the change of each query between neighbours",
        "no noisy value is published, and the threshold noise is drawn once",
        "monotonic: between neighbours no query rises while another falls"}},
      {"probabilistic-own-pair",
       {"some neighbours attain the sensitivity; the parts of a Gaussian composition are chosen in advance; L is the "
        "loss "
        "of the outputs themselves, before any processing; an explicit pair is that of all neighbours, not one that "
        "dominates theirs"}},
      {"laplace-composition", {}},
      {"zcdp-to-dp", {}},
      {"largest-loss", {}},
      {"integer-losses", {}},
      {"gains-by-enumeration", {}},
      {"persuasion-is-pdp", {"the mechanism draws its output from the law stated, at every datum of the pair"}},
      {"step-gains", {}},
      {"two-points-are-worst", {}},
      {"prior-game", {}},
      {"persuasion-in-expectation", {"the mechanism draws its output from the law stated, at every datum of the pair"}},
      {"exact-linear-release", {"the Receiver's prior is in the class"}},
      {"exact-release-mahalanobis", {"the Receiver's prior is in the class"}},
      {"exact-release-structured", {"the Receiver's prior is in the class"}},
      {"table-relations",
       {"the published values are the true ones (or round from them by the stated method), and the table adds up by "
        "its hierarchies"}},
      {"table-dual", {}},
      {"two-directions", {"one and the same pair of neighbouring data sets is run through every step"}},
      {"attained-pairs", {"two neighbouring data sets attain every bound that the parameters state"}},
  };
  return all;
}

void remember(const std::string& theorem, Json& hypotheses) {
  const auto found = citable().find(theorem);
  need(found != citable().end(), "no theorem " + theorem + " that a certificate may cite");
  const Json entry = {{"theorem", theorem}, {"asserted", found->second}};
  if (!found->second.empty() && std::find(hypotheses.begin(), hypotheses.end(), entry) == hypotheses.end())
    hypotheses.push_back(entry);
}

}  // namespace assay::checker
