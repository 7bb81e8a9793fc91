#include "accounting/curve/renyi.hpp"

#include "accounting/composition/refine.hpp"
#include "accounting/curve/moment.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// Sums of terms of both signs of infinity do not occur: for one order every term has one sign.
template <class OneLoss>
core::Result<Ball> total(std::span<const LossPart> parts, long bits, OneLoss one) {
  Ball sum(0, bits);
  for (const LossPart& part : parts) {
    core::Result<Ball> term = one(part.loss);
    if (!term) return term;
    sum = sum + *term * Ball(Rational(part.count), bits);
  }
  return sum;
}

// What is exact: Gaussian and zCDP parts alone.
std::optional<Rational> exact_slope(std::span<const LossPart> parts) {
  Rational half = 0;
  for (const LossPart& part : parts) {
    if (const auto* gaussian = std::get_if<GaussianLoss>(&part.loss))
      half += gaussian->mu_squared * part.count / 2;
    else if (const auto* zcdp = std::get_if<ZcdpLoss>(&part.loss))
      half += zcdp->rho * part.count;
    else
      return std::nullopt;
  }
  return half;
}

bool has_zcdp(std::span<const LossPart> parts) {
  for (const LossPart& part : parts)
    if (std::holds_alternative<ZcdpLoss>(part.loss)) return true;
  return false;
}

}  // namespace

core::Result<Ball> total_log_moment(std::span<const LossPart> parts, const Rational& order, long bits,
                                    const Deadline& deadline) {
  return total(parts, bits, [&](const PrivacyLoss& loss) { return log_moment(loss, order, bits, deadline); });
}

core::Result<Value> renyi(std::span<const LossPart> parts, const Rational& order, const Target& target) {
  const long bits = wanted_bits(target) + 32;
  if (const auto slope = exact_slope(parts); slope && (order >= 1 || !has_zcdp(parts)))
    return Value(*slope * order, bits);
  std::optional<core::Error> fault;
  Ball result = refine(bits, target, [&](long b) {
    const auto mean = [&](const PrivacyLoss& loss) { return mean_loss(loss, b, target.deadline); };
    core::Result<Ball> sum = order == 1 ? total(parts, b, mean) : total_log_moment(parts, order, b, target.deadline);
    if (!sum) {
      fault = sum.error();
      return Ball(0, b);
    }
    return order == 1 ? *sum : *sum / Ball(order - 1, b);
  });
  if (fault) return *fault;
  Value value(std::move(result));
  value.least = 0;
  return value;
}

}  // namespace assay::accounting
