// The dominating pair of a mechanism run on a Poisson sample.
#include <string>
#include <utility>
#include <variant>

#include "accounting/loss/distribution_loss.hpp"
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "accounting/loss/sampled_laplace_moment.hpp"
#include "core/below.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

struct Sample {
  const Rational& rate;
  Direction direction;

  static core::Error missing(const std::string& message) { return {core::ErrorCode::not_supported, "/base", message}; }

  static core::Error no_replace() {
    return missing(
        "Poisson sampling under replace has a dominating pair here for a Gaussian base alone; ask for add_remove, or, "
        "if that is the scheme, for sampled_without_replacement, whose base's sensitivity is the distance when one "
        "record changes its value (twice one record's contribution)");
  }

  core::Result<DominatingPair> finite(core::Result<FiniteLossPair> base, std::string theorem) const {
    if (!base) return core::below("/base", base.error());
    if (rate == 0) return DominatingPair{zero_loss(), {"poisson-sampling"}};  // no record takes part
    if (is_replace(direction)) return no_replace();
    if (rate == 1) return DominatingPair{loss_of(std::move(*base)), {std::move(theorem), "poisson-sampling"}};
    return DominatingPair{loss_of(poisson_sampled_loss(*base, rate, direction)),
                          {std::move(theorem), "poisson-sampling"}};
  }

  // sigma in units of one record's contribution.
  core::Result<DominatingPair> gaussian(const Rational& sigma, std::vector<std::string> theorems) const {
    using Kind = SampledGaussianLoss::Kind;
    if (rate == 0) return DominatingPair{zero_loss(), std::move(theorems)};
    const Kind kind = is_replace(direction) ? Kind::replace : direction == Direction::remove ? Kind::remove : Kind::add;
    if (rate == 1) {  // replace: N(+1) against N(-1), two contributions apart
      const Rational mu = (kind == Kind::replace ? 2 : 1) / sigma;
      return DominatingPair{GaussianLoss{mu * mu}, std::move(theorems)};
    }
    return DominatingPair{SampledGaussianLoss{sigma, rate, kind}, std::move(theorems)};
  }

  core::Result<DominatingPair> operator()(const Gaussian& m) const {
    return gaussian(
        m.sigma / m.sensitivity,
        {"gaussian-pair", is_replace(direction) ? "poisson-sampling-gaussian-replace" : "poisson-sampling-gaussian"});
  }
  core::Result<DominatingPair> operator()(const Gdp& m) const {
    if (is_replace(direction))
      return missing("Poisson sampling under replace needs the base's mechanism, not only its mu; ask for add_remove");
    if (m.mu == 0) return DominatingPair{zero_loss(), {"gdp-pair", "poisson-sampling"}};
    return gaussian(1 / m.mu, {"gdp-pair", "poisson-sampling"});
  }
  core::Result<DominatingPair> operator()(const PureDp& m) const {
    return finite(binary_loss(m.epsilon, 0), "kov-binary-pair");
  }
  core::Result<DominatingPair> operator()(const ApproxDp& m) const {
    return finite(binary_loss(m.epsilon, m.delta), "kov-binary-pair");
  }
  core::Result<DominatingPair> operator()(const RandomizedResponse& m) const {
    return finite(finite_pair(m), "randomized-response-pair");
  }
  core::Result<DominatingPair> operator()(const DiscreteLaplace& m) const {
    return finite(finite_pair(m), "discrete-laplace-pair");
  }
  core::Result<DominatingPair> operator()(const FinitePair& m) const {
    return finite(finite_pair(m, direction), "finite-pair");
  }
  core::Result<DominatingPair> operator()(const Staircase& m) const { return finite(finite_pair(m), "staircase-pair"); }
  core::Result<DominatingPair> operator()(const NoisyMax& m) const {
    return finite(finite_pair(m, direction), "noisy-max-distribution");
  }
  core::Result<DominatingPair> operator()(const Leak& m) const {
    return finite(finite_pair(m, direction), "leak-pair");
  }
  core::Result<DominatingPair> operator()(const PostProcessed& m) const {
    auto pair =
        std::visit(*this, m.base->family);  // the sample of a function of the output is a function of the sample
    if (!pair) return core::below("/base", pair.error());
    pair->theorems.insert(pair->theorems.begin(), "post-processing");
    return pair;
  }
  core::Result<DominatingPair> operator()(const AdaptiveClipping& m) const {
    if (!m.noise_multiplier)
      return missing(
          "Poisson sampling takes the noise_multiplier of both queries together: 1/sqrt(1/gradient^2 + "
          "1/(2 count_stddev)^2)");
    const auto square = mu_squared(m);
    if (!square) return core::below("/base", square.error());
    return gaussian(*m.noise_multiplier,
                    {"gaussian-pair", "adaptive-clipping",
                     is_replace(direction) ? "poisson-sampling-gaussian-replace" : "poisson-sampling-gaussian"});
  }
  core::Result<DominatingPair> operator()(const MatrixMechanism&) const {
    return missing("a matrix mechanism is one release over all steps: a sample of its records has no theorem here");
  }
  core::Result<DominatingPair> operator()(const Exponential& m) const {
    if (!m.scores.empty()) return finite(finite_pair(m, direction), "noisy-max-distribution");
    return missing(
        "an exponential mechanism is a class without one pair: sample pure_dp of its epsilon, or noisy_max with "
        "scores");
  }
  core::Result<DominatingPair> operator()(const SparseVector&) const {
    return missing("the sparse vector technique is bounded as pure_dp here: sample pure_dp of its epsilon");
  }
  core::Result<DominatingPair> operator()(const Shuffled&) const {
    return missing("shuffled messages of a Poisson sample have no theorem here");
  }
  core::Result<DominatingPair> operator()(const Kernel&) const {
    return missing("a kernel with several pairs of neighbours has no single dominating pair: ask about each pair");
  }
  core::Result<DominatingPair> operator()(const DiscreteGaussian&) const {
    return missing("Poisson sampling of discrete Gaussian noise has no engine here");
  }
  core::Result<DominatingPair> operator()(const Laplace& m) const {
    if (rate == 0) return DominatingPair{zero_loss(), {"poisson-sampling"}};
    if (is_replace(direction)) return no_replace();
    const LaplaceLoss base{m.sensitivity / m.scale};
    const std::vector<std::string> theorems{"laplace-pair", "poisson-sampling"};
    if (rate == 1) return DominatingPair{base, theorems};
    const DistributionLoss law = distribution(base);
    DistributionLoss sampled = direction == Direction::remove ? sampled_remove(law, rate) : sampled_add(law, rate);
    sampled.log_moment = [base, q = rate, to = direction](const Rational& order, long bits) {
      return sampled_laplace_log_moment(base, q, to, order, bits);
    };
    return DominatingPair{std::move(sampled), theorems};
  }
  core::Result<DominatingPair> operator()(const Zcdp&) const {
    return missing("Poisson sampling of a zCDP bound has no dominating pair: name the mechanism itself");
  }
  core::Result<DominatingPair> operator()(const Rdp&) const {
    return missing("Poisson sampling of Renyi guarantees has no dominating pair: name the mechanism itself");
  }
  core::Result<DominatingPair> operator()(const PoissonSampled&) const {
    return missing("nested Poisson sampling is not supported: multiply the rates into one");
  }
  core::Result<DominatingPair> operator()(const SampledWithoutReplacement&) const {
    return missing("sampling of a sample is not supported: state the scheme that is run");
  }
  core::Result<DominatingPair> operator()(const GaussianMixture&) const {
    return missing(
        "a mixture of Gaussians inside Poisson sampling is not supported: put the rate into its probabilities");
  }
  core::Result<DominatingPair> operator()(const GaussianPair& m) const {
    if (rate == 0) return DominatingPair{zero_loss(), {"poisson-sampling"}};
    if (is_replace(direction)) return no_replace();
    auto pair = dominating_pair(m, direction);
    if (!pair) return core::below("/base", pair.error());
    pair->theorems.emplace_back("poisson-sampling");
    if (rate == 1) return pair;
    const auto* normal = std::get_if<GaussianLoss>(&pair->loss);
    if (normal && normal->mu_squared == 0) return pair;
    const DistributionLoss law = normal ? distribution(*normal) : std::get<DistributionLoss>(pair->loss);
    pair->loss = direction == Direction::remove ? sampled_remove(law, rate) : sampled_add(law, rate);
    return pair;
  }
  core::Result<DominatingPair> operator()(const Group&) const {
    return missing("a group inside Poisson sampling is not supported: records of a group are sampled one by one");
  }
};

}  // namespace

core::Result<DominatingPair> dominating_pair(const PoissonSampled& mechanism, Direction direction) {
  return std::visit(Sample{mechanism.rate, direction}, mechanism.base->family);
}

}  // namespace assay::accounting
