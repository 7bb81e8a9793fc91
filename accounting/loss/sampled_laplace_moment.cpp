#include "accounting/loss/sampled_laplace_moment.hpp"

#include <acb.h>
#include <acb_calc.h>

namespace assay::accounting {
namespace {

using core::Rational;

// On 0 < x < s the base's loss is s - 2x; its densities are e^{-x}/2 under P and e^{x - s}/2 under Q. The integrand is
// e^{slope x} (1 - q + q e^{sign (s - 2x)})^power.
struct Integrand {
  Ball shift, rate;
  int slope, sign;
  Ball power;
};

int integrand(acb_ptr out, const acb_t x, void* parameters, slong order, slong bits) {
  const auto& f = *static_cast<const Integrand*>(parameters);
  acb_t t, weight;
  acb_init(t);
  acb_init(weight);
  acb_mul_si(weight, x, f.slope, bits);
  acb_exp(weight, weight, bits);
  acb_mul_si(t, x, -2, bits);
  acb_add_arb(t, t, f.shift.raw(), bits);
  acb_mul_si(t, t, f.sign, bits);
  acb_expm1(t, t, bits);
  acb_mul_arb(t, t, f.rate.raw(), bits);
  acb_add_ui(t, t, 1, bits);
  acb_t power;
  acb_init(power);
  acb_set_arb(power, f.power.raw());
  acb_pow_analytic(t, t, power, order != 0, bits);  // not finite where the box meets the cut
  acb_mul(out, t, weight, bits);
  acb_clear(power);
  acb_clear(weight);
  acb_clear(t);
  return 0;
}

Ball integral(Integrand f, long bits) {
  acb_t from, to, value;
  acb_init(from);
  acb_init(to);
  acb_init(value);
  acb_set_arb(to, f.shift.raw());
  mag_t tolerance;
  mag_init(tolerance);
  mag_set_ui_2exp_si(tolerance, 1, -bits);
  acb_calc_integrate(value, integrand, &f, from, to, bits, tolerance, nullptr, bits + 30);
  Ball result(0, bits + 30);
  arb_set(result.raw(), acb_realref(value));
  mag_clear(tolerance);
  acb_clear(value);
  acb_clear(to);
  acb_clear(from);
  return result;
}

}  // namespace

Ball sampled_laplace_log_moment(const LaplaceLoss& base, const Rational& rate, Direction direction,
                                const Rational& order, long bits) {
  const bool remove = direction == Direction::remove;
  const long work = bits + 40;
  const Ball s(base.shift, work), q(rate, work);
  const Ball power(remove ? order : Rational(1 - order), work);
  const auto factor = [&](const Ball& loss) { return exp(power * log1p(q * expm1(remove ? loss : -loss))); };
  // Atoms: loss s with P-mass 1/2 and Q-mass e^{-s}/2, loss -s the other way round.
  const Ball half(Rational(1, 2), work), rare = exp(-s) / 2;
  const Ball atoms = factor(s) * (remove ? rare : half) + factor(-s) * (remove ? half : rare);
  Ball between = integral({s, q, remove ? 1 : -1, remove ? 1 : -1, power}, work) / 2;
  if (remove) between = between * exp(-s);
  return log(atoms + between);
}

}  // namespace assay::accounting
