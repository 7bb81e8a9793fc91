// Kullback-Leibler and Renyi divergences of named laws, and with a floor the means that have a formula.
#include "persuasive/two_point/named_log_mean.hpp"

#include "accounting/loss/discrete_gaussian.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;
using scoring::ExactReal;

std::vector<WeightedLoss> weighted(const ComputedLaw& law) {
  std::vector<WeightedLoss> list;
  const accounting::FiniteLoss& loss = law.parts.front().loss;
  const std::size_t n = loss.atoms(64).mass.size();
  for (std::size_t i = 0; i < n; ++i)
    list.push_back({Real::computed([loss, i](long bits) { return loss.atoms(bits).loss[i]; }),
                    Real::computed([loss, i](long bits) { return loss.atoms(bits).mass[i]; })});
  if (loss.infinite_mass != 0) list.push_back({Real::infinite(), Real(loss.infinite_mass)});
  return list;
}

}  // namespace

std::vector<WeightedLoss> weighted(const LossLaw& law) {
  std::vector<WeightedLoss> list;
  for (const LossAtom& atom : law.atoms) list.push_back({Real(atom.loss), Real(atom.mass)});
  if (law.infinite != 0) list.push_back({Real::infinite(), Real(law.infinite)});
  return list;
}

Real times(const Real& x, std::uint64_t count) {
  if (x.infinity() != 0 || count == 1) return x;
  const Rational n{core::Integer(count)};
  if (const std::optional<ExactReal> form = x.form()) return Real::of(form->times(n));
  return Real::computed([x, n](long bits) { return x.enclose(bits) * Ball(n, bits); });
}

std::optional<Real> named_log_mean(const NamedLoss& loss, const Rational& floor, const std::optional<Rational>& order,
                                   const accounting::Deadline& deadline) {
  if (const auto* law = std::get_if<LossLaw>(&loss.law)) return log_mean(floor, weighted(*law), order);
  if (const auto* law = std::get_if<ComputedLaw>(&loss.law)) {
    if (law->parts.size() == 1 && law->parts.front().count == 1) return log_mean(floor, weighted(*law), order);
    return std::nullopt;
  }
  if (const auto* law = std::get_if<GaussianLaw>(&loss.law)) {
    if (floor == 1) return Real();
    if (floor > 0) return order ? std::nullopt : std::optional(gaussian_log_mean(floor, law->mu_squared, deadline));
    return Real(Rational(law->mu_squared * order.value_or(1) / 2));
  }
  if (const auto* law = std::get_if<DiscreteGaussianLaw>(&loss.law)) {
    if (floor == 1) return Real();
    if (floor > 0) return std::nullopt;
    const Rational d(law->loss.shift), half = d * d / (2 * law->loss.sigma * law->loss.sigma);
    if (!order) return Real(half);                                                     // E[d (d - 2X)/(2 sigma^2)]
    if (denominator(Rational(*order * d)) == 1) return Real(Rational(*order * half));  // theta has the period 1
    // D_a = a d^2/(2 sigma^2) + ln(theta((1-a) d)/theta(0))/(a - 1).
    return Real::computed([sigma = law->loss.sigma, d, half, a = *order](long bits) {
      const Ball theta = accounting::discrete_gaussian_theta(sigma, (1 - a) * d, bits);
      return Ball(Rational(a * half), bits) + accounting::log(theta) / Ball(Rational(a - 1), bits);
    });
  }
  const auto& law = std::get<LaplaceLaw>(loss.law);
  if (floor == 1) return Real();
  if (floor > 0) return order || law.count != 1 ? std::nullopt : std::optional(laplace_log_mean(floor, law.shift));
  const Real one = Real::computed([s = law.shift, order](long bits) {
    const Ball shift(s, bits);
    if (!order) return shift + expm1(-shift);
    const Rational a = *order;
    if (a * 2 == 1) return accounting::log(exp(-(shift / 2)) * (shift / 2 + 1)) * -2;  // the limit of the next line
    const Ball b(a, bits);
    const Ball inner = (b * exp((b - 1) * shift) + (b - 1) * exp(-(b * shift))) / (b * 2 - 1);
    return accounting::log(inner) / (b - 1);
  });
  return times(one, law.count);
}

}  // namespace assay::persuasive
