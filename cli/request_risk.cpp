// JSON -> what a risk request asks of the best attacker.
#include "cli/read_ask.hpp"

namespace assay::cli {

RiskAsk read_ask(ObjectReader& in, std::type_identity<RiskAsk>) {
  RiskAsk ask;
  if (in.find("prior") != nullptr) ask.priors = read_probabilities(in, "prior");
  if (in.find("fpr") != nullptr) ask.false_positive_rates = read_probabilities(in, "fpr");
  if (in.find("baseline") != nullptr) ask.baselines = read_probabilities(in, "baseline");
  return ask;
}

}  // namespace assay::cli
