// An explicit pair of normal laws dominates itself.
#include <string>
#include <utility>

#include "accounting/loss/distribution_loss.hpp"
#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {
namespace {

using core::Rational;
using Tails = DistributionLoss::Tails;

// P[a < N(mean, sigma^2) <= b] and the rest, for a <= b.
std::pair<Ball, Ball> inside_outside(const Ball& a, const Ball& b, const Ball& mean, const Ball& sigma) {
  const Ball x = (a - mean) / sigma, y = (b - mean) / sigma;
  const Ball outside = normal_cdf(x) + normal_tail(y);
  // The difference of the smaller tails cancels less.
  const Ball inside = certainly_positive(x)   ? normal_tail(x) - normal_tail(y)
                      : certainly_negative(y) ? normal_cdf(y) - normal_cdf(x)
                                              : 1 - outside;
  return {nonnegative(inside), outside};
}

// P = N(0, 1) and Q = N(d, t^2), t > 0, t != 1: L = log t + (x - d)^2/(2 t^2) - x^2/2 is a parabola of vertex c = d/(1
// - t^2) and extreme log t + d^2/(2 (t^2 - 1)); it is least there for t < 1, greatest for t > 1.
struct NormalPair {
  Rational d, t;

  Ball extreme(long bits) const { return log(Ball(t, bits)) + Ball(d * d / (2 * (t * t - 1)), bits); }

  Tails tails(const Ball& l) const {
    const long bits = l.bits();
    const Ball none(0, bits), one(1, bits);
    const Rational curvature = (1 / (t * t) - 1) / 2;  // L = extreme + curvature (x - c)^2
    const Ball square_of_reach = (l - extreme(bits)) / Ball(curvature, bits);
    const bool top = curvature < 0;  // L > l near the vertex
    if (certainly_negative(square_of_reach)) {
      if (top) return {one, none, one, none};
      return {none, one, none, one};
    }
    const Ball reach = sqrt(nonnegative(square_of_reach)), c(d / (1 - t * t), bits);
    const auto [p_in, p_out] = inside_outside(c - reach, c + reach, none, one);
    const auto [q_in, q_out] = inside_outside(c - reach, c + reach, Ball(d, bits), Ball(t, bits));
    return top ? Tails{p_out, p_in, q_out, q_in} : Tails{p_in, p_out, q_in, q_out};
  }
};

}  // namespace

core::Result<DominatingPair> dominating_pair(const GaussianPair& mechanism, Direction direction) {
  for (const auto& [name, list] : {std::pair("/means", &mechanism.means), std::pair("/sigmas", &mechanism.sigmas)})
    if (list->size() != 2)
      return core::Error{core::ErrorCode::invalid_parameter, name, "two numbers are needed, one for each law"};
  const bool forward = is_forward(direction);
  const std::size_t p = forward ? 0 : 1, q = 1 - p;
  const Rational d = abs(mechanism.means[q] - mechanism.means[p]) / mechanism.sigmas[p];
  const Rational t = mechanism.sigmas[q] / mechanism.sigmas[p];
  const std::vector<std::string> theorems{"gaussian-pair-explicit"};
  if (t == 1) return DominatingPair{GaussianLoss{d * d}, theorems};
  const NormalPair pair{d, t};
  DistributionLoss law;
  law.key = "gaussian_pair(" + d.str() + "," + t.str() + ")";
  law.atoms = [](long) { return FiniteLoss::Atoms{}; };
  law.support = [pair](long bits) {
    DistributionLoss::Support s;
    (pair.t < 1 ? s.least : s.greatest) = pair.extreme(bits);
    return s;
  };
  law.tails = [pair](const Ball& l) { return pair.tails(l); };
  return DominatingPair{std::move(law), theorems};
}

}  // namespace assay::accounting
