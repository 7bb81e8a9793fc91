#include "accounting/curve/moment.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "accounting/composition/renyi_point.hpp"
#include "accounting/curve/sampled_moment.hpp"
#include "accounting/loss/discrete_gaussian.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

core::Error no_moment() {
  return {core::ErrorCode::not_supported, "",
          "no Renyi moment is known here for one of the parts; ask for delta, epsilon or tradeoff instead"};
}

Ball negative_infinity(long bits) { return -Ball::positive_infinity(bits); }

// The largest divergence of order a >= 1 that the guarantees allow. Below: a Gaussian that meets all of them. Above:
// divergences grow with the order, and (a - 1) D_a is convex in it (Hoelder); beyond the last order nothing is bounded.
Ball renyi_bounds(const RenyiLoss& loss, const Rational& a, long bits) {
  const auto& points = loss.points;
  const auto most = interpolated_epsilon(points, a);
  if (!most) return Ball::positive_infinity(bits);
  Rational slope = points.front().epsilon / points.front().alpha;
  for (const RenyiPoint& point : points) slope = std::min(slope, Rational(point.epsilon / point.alpha));
  const Rational least = slope * a;
  if (least >= *most) return Ball(*most, bits);
  return hull(Ball(least, bits), Ball(*most, bits));
}

struct LogMoment {
  const Rational& a;
  long bits;
  const Deadline& deadline;

  core::Result<Ball> operator()(const GaussianLoss& loss) const {
    return Ball(a * (a - 1) / 2 * loss.mu_squared, bits);
  }
  // Mironov 2017, Proposition 6: (a e^{(a-1)s} + (a-1) e^{-as}) / (2a - 1), at a = 1/2 its limit e^{-s/2} (1 + s/2).
  // Written as expm1 and log1p, which keep small moments.
  core::Result<Ball> operator()(const LaplaceLoss& loss) const {
    const Ball s(loss.shift, bits);
    if (2 * a == 1) return log1p(s / 2) - s / 2;
    const Rational first = a / (2 * a - 1), second = (a - 1) / (2 * a - 1);
    return log1p(expm1(Ball((a - 1) * loss.shift, bits)) * Ball(first, bits) +
                 expm1(Ball(-a * loss.shift, bits)) * Ball(second, bits));
  }
  core::Result<Ball> operator()(const FiniteLoss& loss) const {
    if (a > 1 && loss.infinite_mass > 0) return Ball::positive_infinity(bits);
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    if (atoms.loss.empty()) return negative_infinity(bits);
    const Ball order(a - 1, bits);
    Ball sum(0, bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) sum = sum + atoms.mass[i] * exp(order * atoms.loss[i]);
    return log(sum);
  }
  core::Result<Ball> operator()(const SampledGaussianLoss& loss) const {
    constexpr int quick = 2000;  // terms of the binomial sum that cost no more than the quadrature
    if (a <= quick)
      if (const auto sum = sampled_moment_sum(loss, a, bits, deadline)) return log(*sum);
    const Ball m = SampledMoment(loss, a, Ball(0, bits), bits, deadline).real();
    if (certainly_positive(m)) return log(m);
    if (const auto sum = sampled_moment_sum(loss, a, bits, deadline)) return log(*sum);
    return sampled_log_moment_bounds(loss, a, bits);
  }
  // Completing the square: a (a-1) d^2/(2 sigma^2) + log(theta((1-a) d)/theta(0)).
  core::Result<Ball> operator()(const DiscreteGaussianLoss& loss) const {
    const Rational mu = loss.shift / loss.sigma;
    return Ball(a * (a - 1) / 2 * mu * mu, bits) + log(discrete_gaussian_theta(loss.sigma, (1 - a) * loss.shift, bits));
  }
  core::Result<Ball> operator()(const ZcdpLoss& loss) const {
    if (a < 1)
      return core::Error{core::ErrorCode::not_supported, "", "a zCDP bound says nothing exact of orders below 1"};
    return Ball(a * (a - 1) * loss.rho, bits);
  }
  core::Result<Ball> operator()(const RenyiLoss& loss) const {
    if (a < 1)
      return core::Error{core::ErrorCode::not_supported, "", "a Renyi guarantee says nothing of orders below 1"};
    return Ball(a - 1, bits) * renyi_bounds(loss, a, bits);
  }
  core::Result<Ball> operator()(const DistributionLoss& loss) const {
    if (loss.log_moment) return loss.log_moment(a, bits);
    return no_moment();
  }
  // The worst losses are t and t - r at u = e^t = (a-1) (1 - e^{-ar}) / (a (e^{-r} - e^{-ar})), where the moment is
  // u^{a-1} (1 - e^{-ar}) / (a (1 - e^{-r})).
  core::Result<Ball> operator()(const BoundedRangeLoss& loss) const {
    if (loss.range == 0) return Ball(0, bits);
    const Rational &r = loss.range, down = a - 1;
    const Ball all = -expm1(Ball(-a * r, bits)) / Ball(a, bits);
    const Ball u = all * Ball(down, bits) / (exp(Ball(-r, bits)) * -expm1(Ball(-down * r, bits)));
    return Ball(down, bits) * log(u) + log(all / -expm1(Ball(-r, bits)));
  }
  core::Result<Ball> operator()(const ShuffledLoss&) const { return no_moment(); }
  core::Result<Ball> operator()(const BoundedLoss&) const { return no_moment(); }
};

struct MeanLoss {
  long bits;
  const Deadline& deadline;

  core::Result<Ball> operator()(const GaussianLoss& loss) const { return Ball(loss.mu_squared / 2, bits); }
  core::Result<Ball> operator()(const LaplaceLoss& loss) const {
    return Ball(loss.shift, bits) + expm1(Ball(-loss.shift, bits));
  }
  core::Result<Ball> operator()(const FiniteLoss& loss) const {
    if (loss.infinite_mass > 0) return Ball::positive_infinity(bits);
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    Ball sum(0, bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) sum = sum + atoms.mass[i] * atoms.loss[i];
    return sum;
  }
  core::Result<Ball> operator()(const SampledGaussianLoss& loss) const {
    const Ball mean = SampledMoment(loss, 1, Ball(0, bits), bits, deadline).mean_loss();
    return mean.is_finite() ? mean : sampled_mean_bounds(loss, bits);
  }
  core::Result<Ball> operator()(const DiscreteGaussianLoss& loss) const {  // the noise has mean 0
    const Rational mu = loss.shift / loss.sigma;
    return Ball(mu * mu / 2, bits);
  }
  core::Result<Ball> operator()(const ZcdpLoss& loss) const { return Ball(loss.rho, bits); }
  core::Result<Ball> operator()(const RenyiLoss& loss) const { return renyi_bounds(loss, 1, bits); }
  core::Result<Ball> operator()(const DistributionLoss&) const { return no_moment(); }
  core::Result<Ball> operator()(const BoundedRangeLoss& loss) const {
    if (loss.range == 0) return Ball(0, bits);
    const Ball x = Ball(loss.range, bits) / -expm1(Ball(-loss.range, bits));
    return x - 1 - log(x);
  }
  core::Result<Ball> operator()(const ShuffledLoss&) const { return no_moment(); }
  core::Result<Ball> operator()(const BoundedLoss&) const { return no_moment(); }
};

void set(acb_t out, const Ball& re, const Ball& im) {
  arb_set(acb_realref(out), re.raw());
  arb_set(acb_imagref(out), im.raw());
}

struct FillLine {
  const Ball& step;
  std::vector<acb_struct>& values;
  long bits;
  const Deadline& deadline;

  // Once the deadline passed: |M(-1/2 + it)| <= E_P[e^{-L/2}] <= 1 (Cauchy and Schwarz) is all that is said.
  void bound_from(std::size_t n) const {
    const Ball unit = Ball::plus_minus(Ball(1, bits));
    for (; n < values.size(); ++n) set(&values[n], unit, unit);
  }

  bool operator()(const GaussianLoss& loss) const {
    // M(z) = e^{mu^2 z (z+1) / 2}, z (z+1) = -(1/4 + t^2).
    const Ball half(loss.mu_squared / 2, bits);
    for (std::size_t n = 0; n < values.size(); ++n) {
      const Ball t = step * static_cast<long>(n);
      set(&values[n], exp(-half * (square(t) + Ball(1, bits) / 4)), Ball(0, bits));
    }
    return true;
  }
  bool operator()(const LaplaceLoss& loss) const {
    // z = -1/2 + it, a = z + 1: (a e^{(a-1)s} + (a-1) e^{-as}) / (2a - 1) = e^{-s/2} (cos(st) + sin(st) / (2t)).
    const Ball s(loss.shift, bits), front = exp(-s / 2);
    set(&values[0], front * (s / 2 + 1), Ball(0, bits));
    for (std::size_t n = 1; n < values.size(); ++n) {
      const Ball t = step * static_cast<long>(n);
      set(&values[n], front * (cos(s * t) + sin(s * t) / (t * 2)), Ball(0, bits));
    }
    return true;
  }
  bool operator()(const FiniteLoss& loss) const {
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    std::vector<Ball> weight;
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) weight.push_back(sqrt(atoms.mass[i] * atoms.dual_mass[i]));
    for (std::size_t n = 0; n < values.size(); ++n) {
      if (deadline.passed()) {
        bound_from(n);
        break;
      }
      const Ball t = step * static_cast<long>(n);
      Ball re(0, bits), im(0, bits);
      for (std::size_t i = 0; i < weight.size(); ++i) {
        const Ball angle = t * atoms.loss[i];
        re = re + weight[i] * cos(angle);
        im = im + weight[i] * sin(angle);
      }
      set(&values[n], re, im);
    }
    return true;
  }
  bool operator()(const SampledGaussianLoss& loss) const {
    const SampledMoment moment(loss, Rational(1, 2), step * static_cast<long>(values.size() - 1), bits, deadline);
    for (std::size_t n = 0; n < values.size(); ++n) {
      if (deadline.passed()) {
        bound_from(n);
        break;
      }
      moment.at(&values[n], step * static_cast<long>(n));
    }
    return true;
  }
  bool operator()(const DiscreteGaussianLoss& loss) const {
    // |e^{zL}| = e^{-L/2}, so outside a window at most sqrt(P Q) of it is lost (Cauchy and Schwarz).
    const auto window = discrete_gaussian_window(loss, static_cast<std::uint64_t>(bits));
    if (!window) return false;
    (*this)(window->loss);
    for (acb_struct& value : values) {
      arb_add_error(acb_realref(&value), upper(window->missing).raw());
      arb_add_error(acb_imagref(&value), upper(window->missing).raw());
    }
    return true;
  }
  bool operator()(const ZcdpLoss&) const { return false; }
  bool operator()(const RenyiLoss&) const { return false; }
  bool operator()(const DistributionLoss&) const { return false; }
  bool operator()(const BoundedRangeLoss&) const { return false; }
  bool operator()(const ShuffledLoss&) const { return false; }
  bool operator()(const BoundedLoss&) const { return false; }
};

}  // namespace

core::Result<Ball> log_moment(const PrivacyLoss& loss, const Rational& order, long bits, const Deadline& deadline) {
  return std::visit(LogMoment{order, bits, deadline}, loss);
}

core::Result<Ball> mean_loss(const PrivacyLoss& loss, long bits, const Deadline& deadline) {
  return std::visit(MeanLoss{bits, deadline}, loss);
}

MiddleLine::MiddleLine(long size, long bits) : values_(static_cast<std::size_t>(size)), bits_(bits) {
  for (acb_struct& value : values_) acb_init(&value);
}

MiddleLine::~MiddleLine() {
  for (acb_struct& value : values_) acb_clear(&value);
}

core::Result<MiddleLine> MiddleLine::make(const PrivacyLoss& loss, const Ball& step, long last, long bits,
                                          const Deadline& deadline) {
  MiddleLine line(last + 1, bits);
  if (!std::visit(FillLine{step, line.values_, bits, deadline}, loss)) return no_moment();
  return line;
}

void MiddleLine::multiply(std::vector<acb_struct>& products, std::uint64_t count) const {
  acb_t power;
  acb_init(power);
  for (std::size_t n = 0; n < values_.size(); ++n) {
    acb_pow_ui(power, &values_[n], count, bits_);
    acb_mul(&products[n], &products[n], power, bits_);
  }
  acb_clear(power);
}

std::vector<std::string> moment_theorems(const PrivacyLoss& loss) {
  if (std::holds_alternative<GaussianLoss>(loss)) return {"renyi-gaussian"};
  if (std::holds_alternative<LaplaceLoss>(loss)) return {"renyi-laplace"};
  if (std::holds_alternative<SampledGaussianLoss>(loss)) return {"sampled-moment"};
  if (std::holds_alternative<DiscreteGaussianLoss>(loss)) return {"discrete-gaussian-zcdp"};
  if (std::holds_alternative<ZcdpLoss>(loss)) return {"zcdp-definition"};
  if (std::holds_alternative<RenyiLoss>(loss)) return {"rdp-definition"};
  if (std::holds_alternative<BoundedRangeLoss>(loss)) return {"bounded-range-moment"};
  // Of the laws that have a moment, the only one.
  if (std::holds_alternative<DistributionLoss>(loss)) return {"sampled-laplace-moment"};
  return {};
}

}  // namespace assay::accounting
