#include "accounting/loss/sampled_laplace_moment.hpp"

#include <arb_hypgeom.h>

namespace assay::accounting {
namespace {

using core::Rational;

// F(z) = 2F1(-power, -1/2; 1/2; -z): y^{-1/2} F(z y) has the derivative -y^{-3/2} (1 + z y)^power / 2.
Ball antiderivative(const Ball& power, const Ball& z) {
  const long bits = z.bits();
  const Ball a = -power, c(Rational(1, 2), bits), b = -c, at = -z;
  Ball result(0, bits);
  arb_hypgeom_2f1(result.raw(), a.raw(), b.raw(), c.raw(), at.raw(), 0, bits);
  return result;
}

}  // namespace

Ball sampled_laplace_log_moment(const LaplaceLoss& base, const Rational& rate, Direction direction,
                                const Rational& order, long bits) {
  const bool remove = direction == Direction::remove;
  const long work = bits + 40;
  const Ball s(base.shift, work), q(rate, work), left(Rational(1 - rate), work);
  const Ball power(remove ? order : Rational(1 - order), work);
  const auto factor = [&](const Ball& loss) { return exp(power * log1p(q * expm1(loss))); };
  // Atoms: loss s with P-mass 1/2 and Q-mass e^{-s}/2, loss -s the other way round. With w(l) = 1 - q + q e^l, remove
  // takes the mean of w(L)^power under Q and add that of w(-L)^power under P: the same masses.
  const Ball rare = exp(-s), greatest = factor(s), least = factor(-s);
  const Ball atoms = greatest * rare + least;
  // Between the atoms: the integral of e^{-x} w(2x - s)^power over 0 < x < s, which no product of the factors' largest
  // values falls short of.
  const Ball ends = -expm1(-s) * max(greatest, least);
  const Ball odds = q / left;
  const Ball between =
      exp(power * log(left)) * (antiderivative(power, odds * rare) - rare * antiderivative(power, odds * exp(s)));
  const Ball held = between.is_finite() ? min(nonnegative(between), ends) : Ball::zero_to(ends);
  return log((atoms + held) / 2);
}

}  // namespace assay::accounting
