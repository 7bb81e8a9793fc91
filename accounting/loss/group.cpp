// Group privacy: data sets that differ in t records.
#include <string>
#include <utility>
#include <variant>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/group_losses.hpp"
#include "core/below.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// t records change a query of sensitivity s by at most t s (triangle inequality), and the pair of a shift t s
// dominates every smaller shift.
struct Enlarge {
  std::uint64_t t;
  Direction direction;

  static core::Result<DominatingPair> cite(core::Result<DominatingPair> pair, std::string theorem) {
    if (pair) pair->theorems.insert(pair->theorems.begin(), std::move(theorem));
    return pair;
  }
  static core::Result<DominatingPair> refuse(std::string_view family) {
    return core::Error{core::ErrorCode::not_supported, "/base",
                       "no theorem here gives a dominating pair for a group of records of " + std::string(family) +
                           "; group takes mechanisms whose noise or guarantee grows with a sensitivity, randomized "
                           "response, leaks and kernels"};
  }

  core::Result<DominatingPair> operator()(Gaussian m) const {
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-sensitivity");
  }
  core::Result<DominatingPair> operator()(Laplace m) const {
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-sensitivity");
  }
  core::Result<DominatingPair> operator()(DiscreteLaplace m) const {
    if (t > UINT64_MAX / m.sensitivity)
      return core::Error{core::ErrorCode::limit_exceeded, "/size", "the sensitivity of the group is too large"};
    m.sensitivity *= t;
    auto pair = dominating_pair(m, direction);
    if (!pair && pair.error().code == core::ErrorCode::limit_exceeded)
      return core::Error{pair.error().code, "/size", pair.error().message};
    return cite(std::move(pair), "group-sensitivity");
  }
  core::Result<DominatingPair> operator()(DiscreteGaussian m) const {
    if (t > UINT64_MAX / m.sensitivity)
      return core::Error{core::ErrorCode::limit_exceeded, "/size", "the sensitivity of the group is too large"};
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-of-queries");
  }
  core::Result<DominatingPair> operator()(const PostProcessed& m) const {
    auto pair = std::visit(*this, m.base->family);
    if (!pair) {
      const std::string& at = pair.error().pointer;  // below the base where the base is at fault
      return core::Error{pair.error().code, at.starts_with("/base") ? "/base" + at : at, pair.error().message};
    }
    return cite(std::move(pair), "post-processing");
  }
  core::Result<DominatingPair> operator()(const PureDp& m) const { return group_of(m, t); }
  core::Result<DominatingPair> operator()(Zcdp m) const {
    m.rho *= Rational(t) * Rational(t);
    return cite(dominating_pair(m, direction), "group-zcdp");
  }
  core::Result<DominatingPair> operator()(Gdp m) const {
    m.mu *= t;
    return cite(dominating_pair(m, direction), "group-gdp");
  }
  core::Result<DominatingPair> operator()(const Group& m) const {
    if (t > UINT64_MAX / m.size) return core::Error{core::ErrorCode::limit_exceeded, "/size", "the group is too large"};
    auto pair = dominating_pair(Group{t * m.size, m.base}, direction);
    if (!pair) return core::below("/base", pair.error());
    return pair;
  }
  core::Result<DominatingPair> operator()(MatrixMechanism m) const {
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-of-queries");
  }
  core::Result<DominatingPair> operator()(const AdaptiveClipping& m) const {
    auto square = mu_squared(m);
    if (!square) return core::below("/base", square.error());
    const int each = is_replace(direction) ? 4 : 1;
    return DominatingPair{GaussianLoss{each * *square * t * t},
                          {"group-of-queries", "gaussian-pair", "adaptive-clipping"}};
  }
  core::Result<DominatingPair> operator()(Exponential m) const {  // utilities move t times as far
    if (!m.scores.empty()) return refuse("exponential with scores");
    m.epsilon *= t;
    return cite(dominating_pair(m, direction), "group-of-queries");
  }
  core::Result<DominatingPair> operator()(NoisyMax m) const {
    if (!m.scores.empty()) return refuse("noisy_max with scores");
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-of-queries");
  }
  core::Result<DominatingPair> operator()(SparseVector m) const {
    m.sensitivity *= t;
    return cite(dominating_pair(m, direction), "group-of-queries");
  }
  core::Result<DominatingPair> operator()(const RandomizedResponse& m) const { return group_of(m, t); }
  core::Result<DominatingPair> operator()(const Staircase& m) const { return group_of(m, t); }
  core::Result<DominatingPair> operator()(const ApproxDp& m) const { return group_of(m, t); }
  core::Result<DominatingPair> operator()(const Leak& m) const { return group_of(m, t, direction); }
  core::Result<DominatingPair> operator()(const Shuffled& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const Rdp& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const FinitePair& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const Kernel& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const PoissonSampled& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const SampledWithoutReplacement& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const GaussianMixture& m) const { return refuse(m.name); }
  core::Result<DominatingPair> operator()(const GaussianPair& m) const { return refuse(m.name); }
};

}  // namespace

core::Result<DominatingPair> dominating_pair(const Group& mechanism, Direction direction) {
  if (mechanism.size == 1) {
    auto pair = dominating_pair(*mechanism.base, direction);
    if (!pair) return core::below("/base", pair.error());
    return pair;
  }
  return std::visit(Enlarge{mechanism.size, direction}, mechanism.base->family);
}

}  // namespace assay::accounting
