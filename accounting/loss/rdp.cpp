// Renyi guarantees at listed orders: no single pair dominates what they allow.
#include <algorithm>
#include <string>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Rdp& mechanism, Direction) {
  RenyiLoss loss;
  for (std::size_t i = 0; i < mechanism.alpha.size(); ++i) {
    if (mechanism.alpha[i] <= 1)
      return core::Error{core::ErrorCode::invalid_parameter, "/alpha/" + std::to_string(i),
                         "a Renyi guarantee has an order above 1, got " +
                             core::to_decimal(mechanism.alpha[i], 12, core::Rounding::down)};
    loss.points.push_back({mechanism.alpha[i], mechanism.epsilon[i]});
  }
  std::sort(loss.points.begin(), loss.points.end(),
            [](const RenyiPoint& x, const RenyiPoint& y) { return x.alpha < y.alpha; });
  for (std::size_t i = 1; i < loss.points.size(); ++i)
    if (loss.points[i].alpha == loss.points[i - 1].alpha)
      return core::Error{core::ErrorCode::invalid_parameter, "/alpha", "each order stands once"};
  for (const RenyiPoint& point : loss.points)
    if (point.epsilon == 0) return DominatingPair{zero_loss(), {"rdp-definition"}};  // P = Q
  return DominatingPair{std::move(loss), {"rdp-definition"}};
}

}  // namespace assay::accounting
