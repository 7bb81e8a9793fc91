// The dominating pair of Gaussian noise on a sum in which a record takes part a random number of times.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "accounting/loss/distribution_loss.hpp"
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;
using Tails = DistributionLoss::Tails;

struct Component {
  Rational weight, mean;  // in units of sigma
};

struct Mixture {
  std::vector<Component> components;

  // L(x) = log sum w e^{m x - m^2/2}, increasing in x.
  Ball loss(const Ball& x) const {
    Ball sum(0, x.bits());
    for (const Component& c : components) {
      const Ball m(c.mean, x.bits());
      sum = sum + Ball(c.weight, x.bits()) * exp(m * x - square(m) / 2);
    }
    return log(sum);
  }

  // A ball that holds the x with L(x) = l: L is increasing, so the sign of L - l at both ends proves it.
  std::optional<Ball> place(const Ball& l) const {
    const long bits = l.bits();
    Ball low = Ball(-1, bits), high = Ball(1, bits);
    int doublings = 0;
    for (; !certainly_less(loss(low), l); low = low * 2)
      if (++doublings > 60) return std::nullopt;
    for (; !certainly_less(l, loss(high)); high = high * 2)
      if (++doublings > 120) return std::nullopt;
    for (int i = 0; i < 30; ++i) {
      const Ball middle = centre((low + high) / 2), value = loss(middle);
      if (certainly_less(value, l))
        low = middle;
      else if (certainly_less(l, value))
        high = middle;
      else
        break;
    }
    // Newton from the middle, then the narrowest proven bracket around it.
    Ball x = centre((low + high) / 2);
    for (int i = 0; i < 8; ++i) {
      const Ball next = centre(x + (l - loss(x)) / slope(x));
      if (!next.is_finite() || !certainly_less(low, next) || !certainly_less(next, high)) break;
      x = next;
    }
    Ball reach(1, bits);
    arb_mul_2exp_si(reach.raw(), reach.raw(), 8 - bits);
    reach = reach * (abs(x) + 1);
    for (int i = 0; i < 40; ++i, reach = centre(reach * 8)) {
      const Ball left = lower(x - reach), right = upper(x + reach);
      if (certainly_less_equal(loss(left), l) && certainly_less_equal(l, loss(right))) return hull(left, right);
    }
    return hull(low, high);
  }

  Tails tails(const Ball& l) const {
    const long bits = l.bits();
    const Ball none(0, bits), one(1, bits);
    const auto x = place(l);
    if (!x) {
      const Ball any = hull(none, one);
      if (components.front().mean == 0 && certainly_less_equal(l, log(Ball(components.front().weight, bits))))
        return {none, one, none, one};
      return {any, any, any, any};
    }
    Ball below(0, bits), above(0, bits);
    for (const Component& c : components) {
      const Ball w(c.weight, bits), y = *x - Ball(c.mean, bits);
      below = below + w * normal_cdf(y);
      above = above + w * normal_tail(y);
    }
    return {below, above, normal_cdf(*x), normal_tail(*x)};
  }

 private:
  Ball slope(const Ball& x) const {
    Ball sum(0, x.bits()), moment(0, x.bits());
    for (const Component& c : components) {
      const Ball m(c.mean, x.bits()), t = Ball(c.weight, x.bits()) * exp(m * x - square(m) / 2);
      sum = sum + t;
      moment = moment + t * m;
    }
    return moment / sum;
  }
};

DistributionLoss law_of(Mixture mixture) {
  DistributionLoss d;
  d.key = "mixture_of_gaussians(";
  for (const Component& c : mixture.components) d.key += c.weight.str() + ":" + c.mean.str() + ",";
  d.key += ")";
  Observation o;
  o.q = {{1, 0, 0, true}};
  for (const Component& c : mixture.components) {
    const double w = Ball(c.weight, 64).midpoint(), m = Ball(c.mean, 64).midpoint();
    o.p.push_back({w, m, 0, true});
    if (c.mean > 0) o.up.push_back({w, m, -Ball(c.mean * c.mean / 2, 64).midpoint()});
  }
  d.observed = {o};
  const auto shared = std::make_shared<const Mixture>(std::move(mixture));
  d.atoms = [](long) { return FiniteLoss::Atoms{}; };
  d.support = [shared](long bits) {
    DistributionLoss::Support s;
    if (shared->components.front().mean == 0) s.least = log(Ball(shared->components.front().weight, bits));
    return s;
  };
  d.tails = [shared](const Ball& l) { return shared->tails(l); };
  return d;
}

}  // namespace

core::Result<DominatingPair> dominating_pair(const GaussianMixture& mechanism, Direction direction) {
  if (is_replace(direction))
    return core::Error{
        core::ErrorCode::not_supported, "",
        "a mixture of Gaussians has a dominating pair here for add and remove alone; ask for add_remove"};
  Mixture mixture;
  for (std::size_t i = 0; i < mechanism.contributions.size(); ++i)
    if (mechanism.probabilities[i] > 0)
      mixture.components.push_back({mechanism.probabilities[i], mechanism.contributions[i] / mechanism.sigma});
  std::sort(mixture.components.begin(), mixture.components.end(),
            [](const Component& x, const Component& y) { return x.mean < y.mean; });
  std::vector<Component> merged;
  for (Component& c : mixture.components) {
    if (!merged.empty() && merged.back().mean == c.mean)
      merged.back().weight += c.weight;
    else
      merged.push_back(std::move(c));
  }
  const std::vector<std::string> theorems{"gaussian-mixture-pair"};
  if (merged.size() == 1) return DominatingPair{GaussianLoss{merged[0].mean * merged[0].mean}, theorems};
  if (merged.size() == 2 && merged[0].mean == 0) {
    using Kind = SampledGaussianLoss::Kind;
    return DominatingPair{SampledGaussianLoss{1 / merged[1].mean, merged[1].weight,
                                              direction == Direction::remove ? Kind::remove : Kind::add},
                          theorems};
  }
  mixture.components = std::move(merged);
  DistributionLoss law = law_of(std::move(mixture));
  return DominatingPair{direction == Direction::remove ? law : reversed(law), theorems};
}

}  // namespace assay::accounting
