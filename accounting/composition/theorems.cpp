#include "accounting/composition/theorems.hpp"

#include <optional>

namespace assay::accounting {
namespace {

using core::Rational;

template <class F>
Ball total(std::span<const Guarantee> parts, long bits, F one) {
  Ball sum(0, bits);
  for (const Guarantee& part : parts) sum = sum + one(part.epsilon.with_bits(bits)) * Ball(Rational(part.count), bits);
  return sum;
}

Rational total_delta(std::span<const Guarantee> parts) {
  Rational sum = 0;
  for (const Guarantee& part : parts) sum += part.delta * part.count;
  return sum;
}

Ball squares(std::span<const Guarantee> parts, long bits) {
  return total(parts, bits, [](const Ball& e) { return square(e); });
}

}  // namespace

Ball basic_composition(std::span<const Guarantee> parts, const Rational& delta, long bits) {
  if (total_delta(parts) > delta) return Ball::positive_infinity(bits);
  return total(parts, bits, [](const Ball& e) { return e; });
}

Ball advanced_composition(std::span<const Guarantee> parts, const Rational& delta, long bits) {
  const Rational slack = delta - total_delta(parts);
  if (slack <= 0) return Ball::positive_infinity(bits);
  const Ball drift = total(parts, bits, [](const Ball& e) { return e * expm1(e); });
  return sqrt(squares(parts, bits) * -log(Ball(slack, bits)) * 2) + drift;
}

Ball kov_closed_composition(std::span<const Guarantee> parts, const Rational& delta, long bits) {
  // log of (1 - delta) / prod (1 - delta_i)^count
  Ball log_rest = log1p(Ball(-delta, bits));
  for (const Guarantee& part : parts)
    if (part.delta > 0) log_rest = log_rest - log1p(Ball(-part.delta, bits)) * Ball(Rational(part.count), bits);
  const Ball slack = total_delta(parts) == 0 ? Ball(delta, bits) : -expm1(log_rest);
  if (!certainly_positive(slack)) return Ball::positive_infinity(bits);
  const Ball sum = total(parts, bits, [](const Ball&e) { return e; }), two = squares(parts, bits) * 2;
  const Ball drift = total(parts, bits, [](const Ball& e) { return e * expm1(e) / (exp(e) + 1); });
  const Ball first = drift + sqrt(two * log(exp(Ball(1, bits)) + sqrt(two / 2) / slack));
  const Ball second = drift + sqrt(two * -log(slack));
  return min(sum, min(first, second));
}

Ball zcdp_composition(std::span<const Guarantee> parts, const Rational& delta, long bits) {
  const Rational slack = delta - total_delta(parts);
  if (slack <= 0) return Ball::positive_infinity(bits);
  const Ball rho = squares(parts, bits) / 2;
  return rho + sqrt(rho * -log(Ball(slack, bits))) * 2;
}

}  // namespace assay::accounting
