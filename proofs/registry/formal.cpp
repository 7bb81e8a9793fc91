// What the formal layer proves: theorems of the registry whose statement, for finitely many outputs, Coq has checked.
#include "proofs/registry/parts.hpp"

namespace assay::proofs {

std::span<const Formal> formal_layer() {
  static const std::vector<Formal> layer = {
      {"composition",
       {"Domination.dominates_runs", "LossComposition.loss_of_runs", "LossComposition.infinite_mass_runs",
        "LossLaws.delta_loss_of"}},
      {"two-directions", {"Domination.two_directions"}},
      {"monotone-composition",
       {"Monotone.omit_steps", "Monotone.poisson_often_nothing", "Monotone.hockey_stick_floor"}},
      {"post-processing", {"Domination.dominates_post", "Domination.dominates_post_least"}},
      {"one-step-profile", {"Finite.hockey_stick_attained", "Finite.hockey_stick_event"}},
      {"composition-basic", {"Composition.dp_compose_many"}},
      {"kov-binary-pair", {"ExtremalPair.extremal_dominates"}},
      {"composition-optimal", {"ExtremalPair.optimal_composition"}},
      {"composition-rounded", {"ExtremalPair.optimal_composition_mono"}},
      {"group-pure-dp", {"Group.group_pure_dp"}},
      {"group-pure-exact",
       {"GroupCurve.geometric_dominates", "GroupCurve.geometric_mirror", "GroupCurve.geometric_dp",
        "GroupCurve.geometric_steps", "GroupCurve.group_pure_event", "GroupCurve.chain_dp",
        "GroupCurve.chain_attains"}},
      {"randomized-response-pair", {"RandomizedResponse.rr_atoms", "RandomizedResponse.rr_hockey_stick"}},
      {"poisson-sampling", {"Subsampling.poisson_removal_dominated", "Subsampling.poisson_addition_dominated"}},
      {"probabilistic-to-dp", {"Probabilistic.pdp_dp"}},
      {"dp-to-probabilistic", {"Probabilistic.dp_pdp"}},
      {"dp-to-pdp",
       {"Probabilistic.dp_to_tail", "Probabilistic.dp_tail_swap", "Probabilistic.dp_tail_pure",
        "Probabilistic.dp_tail_approached"}},
      {"hockey-stick-below-pdp",
       {"Probabilistic.tail_less_hockey_stick", "Probabilistic.pdp_dp", "Probabilistic.dp_not_tail"}},
      {"distance-profile", {"Distance.distance_persuasive", "Distance.recordwise_dp", "Distance.recordwise_attains"}},
      {"receiver-post-processing",
       {"ReceiverPostProcessing.receiver_posterior", "ReceiverPostProcessing.receiver_prob",
        "ReceiverPostProcessing.receiver_post_persuasive"}},
      {"persuasive-composition",
       {"PersuasiveComposition.persuasive_score_compose", "PersuasiveComposition.persuasive_log_compose_many",
        "PersuasiveComposition.all_priors_closed", "PersuasiveComposition.adjacent_pairs_closed",
        "PersuasiveComposition.open_adjacent_pairs_not_closed"}},
      {"rounded-losses",
       {"Rounding.round_up_below", "Rounding.round_down_below", "Rounding.upper_confirms", "Rounding.lower_refutes",
        "RoundedComposition.upper_runs", "RoundedComposition.lower_runs", "RoundedComposition.computed_up_confirms",
        "RoundedComposition.computed_down_refutes", "RoundedComposition.shift_up_mass",
        "RoundedComposition.shift_down_mass"}},
  };
  return layer;
}

}  // namespace assay::proofs
