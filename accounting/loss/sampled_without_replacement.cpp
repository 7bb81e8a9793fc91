// The dominating pair of a mechanism run on a batch of fixed size, one record replaced.
#include <string>
#include <utility>
#include <variant>

#include "accounting/loss/distribution_loss.hpp"
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "core/below.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

constexpr const char* theorem = "sampling-without-replacement";

// The base by its distribution functions, for the replacement of one record of the batch.
struct Base {
  core::Result<DistributionLoss> law;
  std::vector<std::string> theorems;
};

struct Describe {
  static Base missing(std::string message) {
    return {core::Error{core::ErrorCode::not_supported, "/base", std::move(message)}, {}};
  }
  static Base finite(core::Result<FiniteLossPair> pair, std::string key, std::string id) {
    if (!pair) return {core::below("/base", pair.error()), {}};
    return {distribution(*pair, std::move(key)), {std::move(id)}};
  }

  Base operator()(const Gaussian& m) const {
    const Rational mu = m.sensitivity / m.sigma;
    return {distribution(GaussianLoss{mu * mu}), {"gaussian-pair"}};
  }
  Base operator()(const Gdp& m) const {
    if (m.mu == 0) return finite(binary_loss(0, 0), "zero", "gdp-pair");
    return {distribution(GaussianLoss{m.mu * m.mu}), {"gdp-pair"}};
  }
  Base operator()(const Laplace& m) const {
    return {distribution(LaplaceLoss{m.sensitivity / m.scale}), {"laplace-pair"}};
  }
  Base operator()(const PureDp& m) const {
    return finite(binary_loss(m.epsilon, 0), "pure_dp(" + m.epsilon.str() + ")", "kov-binary-pair");
  }
  Base operator()(const ApproxDp& m) const {
    return finite(binary_loss(m.epsilon, m.delta), "approx_dp(" + m.epsilon.str() + "," + m.delta.str() + ")",
                  "kov-binary-pair");
  }
  Base operator()(const DiscreteLaplace& m) const {
    return finite(finite_pair(m),
                  "discrete_laplace(" + (m.scale ? m.scale->str() : "ratio " + m.ratio.value_or(0).str()) + "," +
                      std::to_string(m.sensitivity) + ")",
                  "discrete-laplace-pair");
  }
  Base operator()(const RandomizedResponse& m) const {
    const auto text = [](const std::optional<Rational>& x) { return x ? x->str() : std::string(); };
    return finite(finite_pair(m),
                  "randomized_response(" + text(m.truth_probability) + "," + text(m.epsilon) + "," + text(m.gamma) +
                      "," + std::to_string(m.categories) + ")",
                  "randomized-response-pair");
  }
  Base operator()(const FinitePair&) const {
    return missing(
        "an explicit pair stands for one order of neighbours; batches need a base that every replacement "
        "meets in both orders");
  }
  Base operator()(const GaussianMixture&) const {
    return missing(
        "a mixture of Gaussians stands for add and remove; batches need a base for the replacement of a record");
  }
  Base operator()(const GaussianPair&) const {
    return missing(
        "an explicit pair stands for one order of neighbours; batches need a base that every replacement "
        "meets in both orders");
  }
  Base operator()(const Zcdp&) const {
    return missing("a zCDP bound has no dominating pair to sample: name the mechanism itself");
  }
  Base operator()(const PoissonSampled&) const {
    return missing("sampling of a sample is not supported: state the scheme that is run");
  }
  Base operator()(const SampledWithoutReplacement&) const {
    return missing("sampling of a sample is not supported: state the scheme that is run");
  }
  Base operator()(const Group&) const {
    return missing("a group inside sampling without replacement is not supported: its records are drawn one by one");
  }
  template <class M>
  Base operator()(const M&) const {
    return missing("batches of this mechanism have no theorem here: state its guarantee as pure_dp or approx_dp");
  }
};

}  // namespace

core::Result<DominatingPair> dominating_pair(const SampledWithoutReplacement& mechanism, Direction direction) {
  if (mechanism.batch > mechanism.population)
    return core::Error{core::ErrorCode::invalid_parameter, "/batch",
                       "batch must not exceed population = " + std::to_string(mechanism.population) + ", got " +
                           std::to_string(mechanism.batch)};
  if (!is_replace(direction))
    return core::Error{core::ErrorCode::not_supported, "",
                       "batches of fixed size have a dominating pair for adjacency replace alone, where the data set "
                       "keeps its size; for add or remove ask for poisson_sampled, if each record is sampled "
                       "independently"};
  Base base = std::visit(Describe{}, mechanism.base->family);
  if (!base.law) return base.law.error();
  base.theorems.emplace_back(theorem);
  if (mechanism.batch == mechanism.population) return DominatingPair{*std::move(base.law), std::move(base.theorems)};
  const Rational rate = Rational(core::Integer(mechanism.batch)) / Rational(core::Integer(mechanism.population));
  return DominatingPair{sampled_replace(*base.law, rate), std::move(base.theorems)};
}

}  // namespace assay::accounting
