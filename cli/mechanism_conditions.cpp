#include "cli/mechanism_conditions.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/rational_arithmetic.hpp"

namespace assay::cli {

using accounting::Trend;
using core::ErrorCode;
using core::Json;
using core::Rational;

void check_together(accounting::SampledWithoutReplacement& sampled, ObjectReader& in, Corner) {
  if (sampled.batch > sampled.population)
    in.fail(ErrorCode::invalid_parameter, "batch",
            "batch must not exceed population = " + std::to_string(sampled.population) + ", got " +
                std::to_string(sampled.batch));
}

void check_together(accounting::GaussianPair& pair, ObjectReader& in, Corner) {
  if (pair.means.size() != 2) in.fail(ErrorCode::invalid_parameter, "means", "means must be a list of two numbers");
  if (pair.sigmas.size() != 2) in.fail(ErrorCode::invalid_parameter, "sigmas", "sigmas must be a list of two numbers");
}

// Explicit scores make one pair, in whose parameters delta need not be monotone.
void check_together(accounting::Exponential& mechanism, ObjectReader& in, Corner corner) {
  if (mechanism.scores.empty()) {
    if (in.find("sensitivity") != nullptr)
      in.fail(ErrorCode::invalid_parameter, "sensitivity",
              "sensitivity divides explicit scores: give scores, or leave it out, since epsilon alone describes the "
              "mechanism");
    return;
  }
  const Json* epsilon = in.find("epsilon");
  if (corner != Corner::literal || (epsilon != nullptr && epsilon->object() != nullptr))
    in.fail(ErrorCode::not_supported, "scores",
            "delta of explicit scores is not known to be monotone in epsilon, so neither as_printed nor solving for it "
            "is offered; ask at one epsilon, or leave the scores out");
}

void check_together(accounting::RandomizedResponse& response, ObjectReader& in, Corner corner) {
  const Rational uniform(1, response.categories);
  if (response.truth_probability && *response.truth_probability < uniform) {
    if (corner == Corner::literal)
      in.fail(ErrorCode::invalid_parameter, "truth_probability",
              "truth_probability must be at least 1/categories = 1/" + std::to_string(response.categories) + ", got " +
                  core::to_decimal(*response.truth_probability, 12, core::Rounding::down));
    else
      response.truth_probability = uniform;  // a closed end of the domain: the printed number lay at or above it
  }
  if (response.gamma && response.categories != 2)
    in.fail(ErrorCode::invalid_parameter, "gamma",
            "gamma describes two categories, got " + std::to_string(response.categories) +
                "; give truth_probability or epsilon");
}

void settle(accounting::DiscreteGaussian&, Solve& solve) {
  if (solve.unknown.name == "sigma")
    solve.unknown.reason =
        "delta of the discrete Gaussian is not monotone in sigma (it oscillates with the lattice), so a smaller sigma "
        "may meet the target too: the value is proven, its minimality is not claimed";
}

// The largest loss is at most epsilon: the search goes up, whatever is known of delta in between.
void settle(accounting::Staircase&, Solve& solve) {
  if (solve.unknown.name != "epsilon") return;
  solve.unknown.trend = accounting::Trend::more_loss;
  solve.unknown.reason =
      "delta is not known to be monotone in epsilon: the value is proven, that it is the largest is not claimed";
}

// At one epsilon delta is (e^epsilon - e^x)/(e^epsilon + k - 1); at one truth probability p it is p - e^x (1-p)/(k-1).
void settle(accounting::RandomizedResponse& response, Solve& solve) {
  accounting::Unknown& unknown = solve.unknown;
  if (unknown.name != "categories") return;
  unknown.trend = response.epsilon ? Trend::less_loss : Trend::more_loss;
  unknown.monotone = true;
  unknown.reason.clear();
  if (!response.truth_probability || *response.truth_probability <= 0) return;
  const core::Integer least = core::ceiling(1 / *response.truth_probability);
  if (least > unknown.highest) return;
  unknown.lowest = std::max(unknown.lowest, static_cast<std::uint64_t>(least));
  if (!solve.has_value) response.categories = unknown.lowest;
}

}  // namespace assay::cli
