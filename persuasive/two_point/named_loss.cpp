// Laws of named mechanisms: Gaussian and Laplace in closed form, finite ones atom by atom.
#include "persuasive/two_point/named_loss.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "accounting/composition/discrete_gaussian_step.hpp"
#include "accounting/curve/probabilistic.hpp"
#include "core/below.hpp"
#include "core/rational_arithmetic.hpp"
#include "persuasive/two_point/laplace_sum.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using accounting::Value;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

constexpr std::uint64_t max_laplace_count = 64;

/// A family that promises a bound but is no mechanism.
bool is_guarantee(const accounting::Mechanism& mechanism) {
  constexpr std::array<std::string_view, 5> names = {"pure_dp", "approx_dp", "zcdp", "rdp", "gdp"};
  const std::string_view name = std::visit([](const auto& family) { return family.name; }, mechanism.family);
  return std::find(names.begin(), names.end(), name) != names.end();
}

Error guarantee_refused(const accounting::Mechanism& mechanism, std::size_t part) {
  const std::string name(std::visit([](const auto& family) { return family.name; }, mechanism.family));
  return {
      ErrorCode::not_supported, "/" + std::to_string(part),
      name +
          " is a guarantee, not a mechanism: many mechanisms meet it, and what they let a Receiver gain differs; ask "
          "translate for the worst of them"};
}

Result<LossLaw> exact_law(const accounting::FiniteLoss& loss) {
  std::map<LogNumber, Rational, ByMembers> masses;
  const auto& [mass, dual] = *loss.exact;
  LossLaw law;
  law.infinite = loss.infinite_mass;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (mass[i] == 0) continue;
    if (dual[i] == 0)
      law.infinite += mass[i];
    else
      masses[LogNumber::log(mass[i] / dual[i])] += mass[i];
  }
  for (auto& [at, m] : masses) law.atoms.push_back({at, m});
  return law;
}

// ---- Quantiles by bisection of the tail.

/// The zero of a decreasing function between two reals, to the precision asked: tail(v) <= delta above it.
Real bisected(const NamedLoss& loss, const Rational& delta, const Rational& low, const Rational& high) {
  return Real::computed([loss, delta, low, high](long bits) {
    Rational below = low, above = high;
    const Ball level(delta, bits + 64);
    for (long step = 0; step < bits + 16; ++step) {
      const Rational middle = (below + above) / 2;
      const Ball at = tail(loss, Real(middle), bits + 64).ball;
      if (certainly_less(level, at))
        below = middle;
      else if (certainly_less_equal(at, level))
        above = middle;
      else
        break;
    }
    return hull(Ball(below, bits + 64), Ball(above, bits + 64));
  });
}

Real gaussian_quantile(const GaussianLaw& law, const Rational& delta) {
  if (law.mu_squared == 0) return Real();
  if (delta == 0) return Real::infinite();
  return Real::computed([law, delta](long bits) {
    // z with P[N > z] = delta, by bisection of dyadic z.
    const Ball level(delta, bits + 64);
    Rational below = -1, above = 1;
    while (!certainly_less(level, normal_tail(Ball(below, bits + 64)))) below *= 2;
    while (!certainly_less(normal_tail(Ball(above, bits + 64)), level)) above *= 2;
    for (long step = 0; step < bits + 8; ++step) {
      const Rational middle = (below + above) / 2;
      const Ball at = normal_tail(Ball(middle, bits + 64));
      if (certainly_less(level, at))
        below = middle;
      else if (certainly_less_equal(at, level))
        above = middle;
      else
        break;
    }
    const Ball z = hull(Ball(below, bits + 64), Ball(above, bits + 64)), mu2(law.mu_squared, bits + 64);
    return mu2 / 2 + sqrt(mu2) * z;
  });
}

Real laplace_quantile(const NamedLoss& loss, const LaplaceLaw& law, const Rational& delta) {
  const Rational top = law.shift * Rational(core::Integer(law.count));
  // The atom at the top has mass 2^-count.
  if (delta < Rational(1, core::Integer(1) << static_cast<unsigned>(law.count))) return Real(top);
  if (law.count == 1) {
    // 1 - e^{-(shift - v)/2}/2 = delta, unless that lies below -shift, where the mass jumps to 1.
    const Real inner{LogNumber{4 * (1 - delta) * (1 - delta), law.shift}};
    return larger(inner, Real(Rational(-top)));
  }
  return bisected(loss, delta, -top - 1, top);
}

}  // namespace

Result<NamedLoss> named_loss(const accounting::Composition& composition, accounting::Direction direction,
                             const accounting::Deadline& deadline) {
  NamedLoss result{GaussianLaw{0}, {}};
  std::vector<accounting::LossPart> parts;
  for (std::size_t i = 0; i < composition.size(); ++i) {
    if (is_guarantee(composition[i].mechanism)) return guarantee_refused(composition[i].mechanism, i);
    core::Result<accounting::DominatingPair> pair = dominating_pair(composition[i].mechanism, direction);
    if (!pair) return core::below("/" + std::to_string(i), pair.error());
    proofs::cite(result.theorems, pair->theorems);
    parts.push_back({std::move(pair->loss), composition[i].count});
  }
  Rational mu_squared = 0;
  std::optional<LaplaceLaw> laplace;
  std::optional<LossLaw> exact;
  std::vector<ComputedLaw::Part> computed;
  bool covered = true;
  if (parts.size() == 1 && parts.front().count == 1)
    if (const auto* lattice = std::get_if<accounting::DiscreteGaussianLoss>(&parts.front().loss);
        lattice != nullptr && lattice->sigma <= accounting::DiscreteGaussianStepProfile::max_sigma) {
      result.law = DiscreteGaussianLaw{*lattice};
      return result;
    }
  for (const accounting::LossPart& part : parts) {
    const Rational count{core::Integer(part.count)};
    if (const auto* gaussian = std::get_if<accounting::GaussianLoss>(&part.loss)) {
      mu_squared += gaussian->mu_squared * count;
    } else if (const auto* one = std::get_if<accounting::LaplaceLoss>(&part.loss)) {
      if (laplace && laplace->shift != one->shift) covered = false;
      const std::uint64_t before = laplace ? laplace->count : 0;
      laplace = LaplaceLaw{one->shift, before + part.count};
    } else if (const auto* finite = std::get_if<accounting::FiniteLoss>(&part.loss)) {
      computed.push_back({*finite, part.count});
    } else {
      covered = false;
    }
  }
  const int kinds = (mu_squared != 0 ? 1 : 0) + (laplace ? 1 : 0) + (computed.empty() ? 0 : 1);
  if (kinds == 0) {
    result.law = LossLaw{{{LogNumber{}, 1}}, 0};
    if (covered) return result;
  }
  if (kinds > 1 || (laplace && laplace->count > max_laplace_count)) covered = false;
  if (covered && mu_squared != 0) {
    result.law = GaussianLaw{mu_squared};
    return result;
  }
  if (covered && laplace) {
    result.law = *laplace;
    return result;
  }
  if (covered && std::all_of(computed.begin(), computed.end(),
                             [](const ComputedLaw::Part& part) { return part.loss.exact.has_value(); })) {
    LossLaw all{{{LogNumber{}, 1}}, 0};
    for (const ComputedLaw::Part& part : computed) {
      const Result<LossLaw> one = exact_law(part.loss);
      if (!one) return one.error();
      const Result<LossLaw> many = sum(*one, part.count, deadline);
      if (!many) return many.error();
      Result<LossLaw> next = sum(all, *many, deadline);
      if (!next) return next.error();
      all = std::move(next).value();
    }
    result.law = std::move(all);
    return result;
  }
  if (covered && can_write_out(computed)) {
    result.law = ComputedLaw{std::move(computed)};
    return result;
  }
  return Error{
      ErrorCode::not_supported, "",
      "the law of this composition's privacy loss is not covered: Gaussian parts alone, one discrete Gaussian, Laplace "
      "parts of one scale "
      "(at most " +
          std::to_string(max_laplace_count) +
          " in all), or finite losses with few values are; ask delta for the hockey-stick value, which every "
          "composition has"};
}

Value tail(const NamedLoss& loss, const Real& level, long bits) {
  struct Visitor {
    const Real& level;
    long bits;
    Value operator()(const GaussianLaw& law) const {
      if (level.infinity() != 0) return Value(Rational(level.infinity() < 0 ? 1 : 0), bits);
      if (law.mu_squared == 0) return Value(Rational(compare(Real(), level) == Order::greater ? 1 : 0), bits);
      const Ball mu2(law.mu_squared, bits), mu = sqrt(mu2);
      return Value(normal_tail((level.enclose(bits) - mu2 / 2) / mu));
    }
    Value operator()(const LaplaceLaw& law) const {
      if (level.infinity() != 0) return Value(Rational(level.infinity() < 0 ? 1 : 0), bits);
      return laplace_tail(law.shift, law.count, level, bits);
    }
    Value operator()(const DiscreteGaussianLaw& law) const {
      if (level.infinity() != 0) return Value(Rational(level.infinity() < 0 ? 1 : 0), bits);
      const long digits = bits * 3 / 10;
      if (const LogNumber* exact = level.exact())
        return discrete_gaussian_above(law.loss, {exact->shift, exact->ratio}, {digits, {}});
      // A level that is a ball: the tail does not increase.
      const Ball at = level.enclose(bits);
      const Value least = discrete_gaussian_above(law.loss, {upper_rational(at), 1}, {digits, {}});
      const Value most = discrete_gaussian_above(law.loss, {lower_rational(at), 1}, {digits, {}});
      return Value(hull(lower(least.ball), upper(most.ball)));
    }
    Value operator()(const LossLaw& law) const {
      const Mass mass = mass_above(law, [&](const Real& l) { return compare(l, level); });
      if (mass.lower == mass.upper) return Value(mass.lower, bits);
      return Value(hull(Ball(mass.lower, bits), Ball(mass.upper, bits)));
    }
    Value operator()(const ComputedLaw& law) const { return persuasive::tail(law, level, bits); }
  };
  return std::visit(Visitor{level, bits}, loss.law);
}

std::optional<Real> next_loss(const NamedLoss& loss, const Real& level) {
  struct Visitor {
    const Real& level;
    std::optional<Real> operator()(const GaussianLaw& law) const {
      if (law.mu_squared == 0 && certainly_less(level, Real())) return Real();
      return std::nullopt;
    }
    std::optional<Real> operator()(const LaplaceLaw& law) const {
      const Real bottom(Rational(-law.shift * Rational(core::Integer(law.count))));
      return certainly_less(level, bottom) ? std::optional(bottom) : std::nullopt;
    }
    std::optional<Real> operator()(const DiscreteGaussianLaw& law) const {
      // L = d (d - 2 k)/(2 sigma^2) for whole k: the largest k below d/2 - level sigma^2/d.
      if (level.infinity() != 0) return std::nullopt;
      const Rational d(law.loss.shift), variance = law.loss.sigma * law.loss.sigma;
      const Ball around = level.enclose(256);
      const LogNumber* exact = level.exact();
      const bool rational = exact != nullptr && exact->is_rational();
      const auto below = [&](const Rational& v) { return Rational(-core::floor(-(d / 2 - v * variance / d)) - 1); };
      const Rational k = below(rational ? exact->shift : lower_rational(around));
      if (!rational && k != below(upper_rational(around))) return std::nullopt;
      return Real(Rational(d * (d - 2 * k) / (2 * variance)));
    }
    std::optional<Real> operator()(const LossLaw& law) const {
      for (const LossAtom& atom : law.atoms) {
        const Order order = compare(Real(atom.loss), level);
        if (order == Order::unknown) return std::nullopt;
        if (order == Order::greater) return Real(atom.loss);
      }
      return law.infinite != 0 ? std::optional(Real::infinite()) : std::nullopt;
    }
    std::optional<Real> operator()(const ComputedLaw& law) const {
      std::optional<Real> least;
      for (const auto& [at, mass] : atoms_of(law, 64)) {
        const Order order = compare(at, level);
        if (order == Order::unknown) return std::nullopt;
        if (order == Order::greater && (!least || certainly_less(at, *least))) least = at;
      }
      if (!least && infinite_mass(law) != 0) return Real::infinite();
      return least;
    }
  };
  return std::visit(Visitor{level}, loss.law);
}

Real quantile(const NamedLoss& loss, const Rational& delta) {
  struct Visitor {
    const NamedLoss& loss;
    const Rational& delta;
    Real operator()(const GaussianLaw& law) const { return gaussian_quantile(law, delta); }
    Real operator()(const LaplaceLaw& law) const { return laplace_quantile(loss, law, delta); }
    Real operator()(const DiscreteGaussianLaw& law) const {
      if (delta == 0) return Real::infinite();
      const std::vector<accounting::LossPart> one{{law.loss, 1}};
      const auto value = accounting::loss_quantile(one, delta, {60, {}});
      if (value && value->exact) return Real(*value->exact);
      // A tie of a tail with delta that no precision decides: between two neighbouring values.
      return Real::computed([ball = value->ball](long) { return ball; });
    }
    Real operator()(const LossLaw& law) const { return quantile(law, delta); }
    Real operator()(const ComputedLaw& law) const { return persuasive::quantile(law, delta); }
  };
  return std::visit(Visitor{loss, delta}, loss.law);
}

}  // namespace assay::persuasive
