#include "accounting/audit/error_region.hpp"

#include "accounting/audit/concentrated_region.hpp"
#include "accounting/audit/confidence.hpp"
#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

Ball region(const ApproxGuarantee& g, const Rational& alpha, long bits) {
  // Both lines in one formula each: 1 - delta - e^epsilon alpha and e^-epsilon (1 - delta - alpha).
  const Ball factor = exp(Ball(g.epsilon, bits)), rest(Rational(1 - g.delta), bits), a(alpha, bits);
  return max(nonnegative(rest - factor * a), nonnegative((rest - a) / factor));
}

Ball region(const GaussianGuarantee& g, const Rational& alpha, long bits) {
  if (alpha == 0) return Ball(1, bits);
  if (alpha == 1) return Ball(0, bits);
  // Phi(Phi^{-1}(1 - alpha) - mu), by the tail so that small rates keep their digits.
  return normal_tail(Ball(g.mu, bits) - normal_upper_quantile(Ball(alpha, bits)));
}

Ball region(const LaplaceGuarantee& g, const Rational& alpha, long bits) {
  const Ball factor = exp(Ball(g.shift, bits)), a(alpha, bits), edge = Ball(1, bits) / (factor * 2);
  const auto line = [&] { return 1 - factor * a; };
  const auto middle = [&] { return Ball(1, bits) / (factor * a * 4); };
  if (2 * alpha >= 1) return (1 - a) / factor;
  if (certainly_less(a, edge)) return line();
  if (certainly_less(edge, a)) return middle();
  return hull(line(), middle());  // the pieces meet at the edge
}

Ball region(const ConcentratedGuarantee& g, const Rational& alpha, long bits) {
  if (alpha == 0) return Ball(1, bits);
  if (alpha == 1) return Ball(0, bits);
  return least_false_negative_zcdp(g.rho, alpha, bits / 7);
}

std::optional<Rational> exact(const ApproxGuarantee& g, const Rational& alpha) {
  if (alpha + g.delta >= 1) return Rational(0);
  if (alpha == 0 || g.epsilon == 0) return Rational(1 - g.delta - alpha);
  return std::nullopt;
}
/// Of the others: no false positives, always positive, or no privacy loss at all.
std::optional<Rational> exact(const Rational& loss, const Rational& alpha) {
  if (alpha == 0 || alpha == 1 || loss == 0) return Rational(1 - alpha);
  return std::nullopt;
}
std::optional<Rational> exact(const GaussianGuarantee& g, const Rational& alpha) { return exact(g.mu, alpha); }
std::optional<Rational> exact(const LaplaceGuarantee& g, const Rational& alpha) { return exact(g.shift, alpha); }

std::optional<Rational> exact(const ConcentratedGuarantee& g, const Rational& alpha) { return exact(g.rho, alpha); }

core::Error unsupported(const char* pointer, const char* message) {
  return {core::ErrorCode::not_supported, pointer, message};
}

}  // namespace

Ball least_false_negative(const Guarantee& guarantee, const Rational& alpha, long bits) {
  return std::visit([&](const auto& g) { return region(g, alpha, bits); }, guarantee);
}

std::optional<Rational> exact_least_false_negative(const Guarantee& guarantee, const Rational& alpha) {
  return std::visit([&](const auto& g) { return exact(g, alpha); }, guarantee);
}

const char* region_theorem(const Guarantee& guarantee) {
  if (std::holds_alternative<GaussianGuarantee>(guarantee)) return "region-gaussian";
  if (std::holds_alternative<LaplaceGuarantee>(guarantee)) return "region-laplace";
  if (std::holds_alternative<ConcentratedGuarantee>(guarantee)) return "region-zcdp";
  return "region-approx";
}

core::Result<Guarantee> guarantee_of(const Composition& composition) {
  if (composition.size() != 1 || composition.front().count != 1)
    return unsupported("/composition",
                       "the region of several runs has no closed form here; ask tradeoff for single points of it");
  const Mechanism::Family& family = composition.front().mechanism.family;
  if (const auto* gaussian = std::get_if<Gaussian>(&family))
    return Guarantee(GaussianGuarantee{gaussian->sensitivity / gaussian->sigma});
  if (const auto* laplace = std::get_if<Laplace>(&family))
    return Guarantee(LaplaceGuarantee{laplace->sensitivity / laplace->scale});
  if (const auto* gdp = std::get_if<Gdp>(&family)) return Guarantee(GaussianGuarantee{gdp->mu});
  if (const auto* zcdp = std::get_if<Zcdp>(&family)) return Guarantee(ConcentratedGuarantee{zcdp->rho});
  if (const auto* pure = std::get_if<PureDp>(&family)) return Guarantee(ApproxGuarantee{pure->epsilon, 0});
  if (const auto* approx = std::get_if<ApproxDp>(&family))
    return Guarantee(ApproxGuarantee{approx->epsilon, approx->delta});
  return unsupported("/composition/0",
                     "no closed region is known here for this mechanism; ask tradeoff for single points of it, or give "
                     "its epsilon and delta as the claim");
}

}  // namespace assay::accounting
