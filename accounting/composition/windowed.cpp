#include "accounting/composition/windowed.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/loss/discrete_gaussian.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

constexpr std::uint64_t narrow = 48;  // nats of the first window

}  // namespace

core::Result<WindowedProfile::Window> WindowedProfile::window(std::uint64_t nats) const {
  std::vector<FinitePart> parts = finite_;
  Ball missing(0, 64);
  for (const DiscreteGaussianPart& part : infinite_) {
    auto one = discrete_gaussian_window(part.loss, nats);
    if (!one)
      return core::Error{core::ErrorCode::limit_exceeded, "/composition",
                         "the discrete Gaussian is too wide: the masses of its values are enumerated here; the "
                         "continuous Gaussian has no such limit"};
    missing = missing + one->missing * Ball(Rational(Integer(part.count)), 64);
    parts.push_back({std::move(one->loss), part.count});
  }
  auto profile = FiniteProfile::compose(std::move(parts), mu_squared_);
  if (!profile) return profile.error();
  return Window{nats, std::move(*profile), upper(min(missing, Ball(1, 64)))};
}

core::Result<WindowedProfile> WindowedProfile::compose(std::vector<DiscreteGaussianPart> infinite,
                                                       std::vector<FinitePart> finite, const Rational& mu_squared) {
  WindowedProfile profile;
  profile.infinite_ = std::move(infinite);
  profile.finite_ = std::move(finite);
  profile.mu_squared_ = mu_squared;
  auto first = profile.window(narrow);
  if (!first) return first.error();
  profile.window_ = std::move(*first);
  return profile;
}

// The window's law is the true one without the outcomes outside. For epsilon >= 0 the finite engine sums a nonnegative
// term for each outcome inside: too little by at most the P-mass outside, since a term is at most its P-mass. For
// epsilon < 0 it takes 1 - e^eps Q[inside] + e^eps (sum of (Q - P e^-eps)_+ inside) = P[outside] + sum of (P - e^eps
// Q)_+ inside, which misses the sum outside: off by at most the P-mass outside, on either side.
Value WindowedProfile::delta(const Rational& epsilon, const Target& target) {
  Ball best = hull(Ball(0, 64), Ball(1, 64));
  std::uint64_t nats = std::max(window_->nats, narrow + 3 * static_cast<std::uint64_t>(target.digits));
  for (int round = 0; round < 12; ++round) {
    if (nats != window_->nats) {
      auto wider = window(nats);
      if (!wider) {
        if (round > 0 || nats <= window_->nats) break;
        nats = window_->nats;  // what there is, with its charge
      } else {
        window_ = std::move(*wider);
      }
    }
    const Ball inside = window_->profile.delta(epsilon, target).ball;
    const Ball charge = epsilon < 0 ? Ball::plus_minus(window_->missing) : Ball::zero_to(window_->missing);
    const Ball value = probability(inside + charge);
    if (round == 0 || value.relative_bits() > best.relative_bits()) best = value;
    const double lost = window_->missing.log_midpoint() - inside.log_midpoint();
    if (lost < -2.31 * static_cast<double>(target.digits) - 2 || target.deadline.passed()) break;
    // As many nats more as the charge is too large; where all is outside, four times as many.
    const bool seen = std::isfinite(inside.log_midpoint()) && inside.relative_bits() > 2;
    const double more = seen ? lost + 2.31 * static_cast<double>(target.digits) + 8 : 3 * static_cast<double>(nats);
    nats += static_cast<std::uint64_t>(std::clamp(more, 16.0, 1e7));
  }
  return best;
}

double WindowedProfile::guess_epsilon(double log_delta) const {
  if (!std::isfinite(log_delta)) return window_->profile.guess_epsilon(log_delta);
  const double wanted = 32 + 1.25 * std::max(0.0, -log_delta);
  if (static_cast<double>(window_->nats) >= wanted) return window_->profile.guess_epsilon(log_delta);
  const auto wider = window(static_cast<std::uint64_t>(std::min(wanted, 1e9)));
  return wider ? wider->profile.guess_epsilon(log_delta) : window_->profile.guess_epsilon(log_delta);
}

std::vector<std::string> WindowedProfile::theorems() const {
  std::vector<std::string> ids = window_->profile.theorems();
  ids.emplace_back("lattice-window");
  return ids;
}

}  // namespace assay::accounting
