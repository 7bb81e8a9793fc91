// Composition of finite losses: which parts share a lattice, and delta from the excess.
#include "accounting/composition/finite.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "accounting/composition/finite_exact.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

constexpr std::int64_t widest_common_index = 1'000'000;
// Rational units are all commensurable; past this index a common lattice is too fine to be worth it.
constexpr std::int64_t common_index = 20'000;

bool zero_only(const FiniteLoss& loss) {
  return loss.lattice &&
         std::all_of(loss.lattice->index.begin(), loss.lattice->index.end(), [](auto i) { return i == 0; });
}

std::string group_key(const FiniteLoss& loss) {
  if (!loss.lattice) return "";
  return loss.lattice->unit ? "rational" : loss.lattice->key;
}

struct Grouping {
  std::vector<LatticeGroup> groups;
  std::vector<FinitePart> loose;
};

Grouping group(const std::vector<FinitePart>& parts) {
  std::map<std::string, std::vector<const FinitePart*>> keyed;
  std::vector<const FinitePart*> zeros;
  Grouping result;
  for (const FinitePart& part : parts) {
    if (zero_only(part.loss))
      zeros.push_back(&part);
    else if (const std::string key = group_key(part.loss); !key.empty())
      keyed[key].push_back(&part);
    else if (auto two = LatticeGroup::two_point(part))
      result.groups.push_back(std::move(*two));
    else
      result.loose.push_back(part);
  }
  if (keyed.empty() && !zeros.empty()) keyed["rational"] = {};
  bool first = true;
  for (auto& [key, members] : keyed) {
    if (first) members.insert(members.end(), zeros.begin(), zeros.end());
    first = false;
    const bool alone = members.size() == 1;
    if (auto lattice = LatticeGroup::common(members, alone || key != "rational" ? widest_common_index : common_index)) {
      result.groups.push_back(std::move(*lattice));
      continue;
    }
    std::map<std::string, std::vector<const FinitePart*>> by_unit;  // no common lattice: one a unit
    for (const FinitePart* part : members)
      by_unit[zero_only(part->loss) ? "" : part->loss.lattice->key].push_back(part);
    for (const auto& [unit, same] : by_unit) {
      if (auto lattice = LatticeGroup::common(same, widest_common_index))
        result.groups.push_back(std::move(*lattice));
      else
        for (const FinitePart* part : same) result.loose.push_back(*part);
    }
  }
  return result;
}

double log_sub(double a, double b) { return a + std::log1p(-std::exp(b - a)); }

}  // namespace

core::Result<FiniteProfile> FiniteProfile::compose(std::vector<FinitePart> parts, const Rational& mu_squared) {
  FiniteProfile profile;
  profile.mu_squared_ = mu_squared;
  profile.parts_ = std::move(parts);
  for (const FinitePart& part : profile.parts_) profile.all_infinite_ |= part.loss.infinite_mass == 1;
  if (profile.all_infinite_) return profile;
  profile.max_loss_.emplace(profile.parts_);
  Grouping grouping = group(profile.parts_);
  if (mu_squared == 0 && grouping.groups.size() == 1 && grouping.loose.empty()) {
    profile.lattice_ = std::move(grouping.groups[0]);
    return profile;
  }
  profile.product_ = FiniteProduct::make(std::move(grouping.groups), std::move(grouping.loose), mu_squared != 0);
  if (!profile.product_)
    return core::Error{core::ErrorCode::not_supported, "",
                       mu_squared != 0
                           ? "a Gaussian beside finite losses of more than " +
                                 std::to_string(FiniteProduct::max_with_gaussian) + " joint atoms has no lattice engine"
                           : "the finite losses lie on no common lattice and have more than " +
                                 std::to_string(FiniteProduct::max_outer) +
                                 " joint atoms: no engine here enumerates them"};
  return profile;
}

Value FiniteProfile::infinite_mass(long bits) const {
  if (const auto exact = exact_infinite_mass(parts_)) return Value(*exact, bits);
  Ball log_finite(0, bits);
  for (const FinitePart& part : parts_)
    log_finite = log_finite + log1p(-Ball(part.loss.infinite_mass, bits)) * Ball(Rational(Integer(part.count)), bits);
  return Value(probability(-expm1(log_finite)));
}

// log of the Q-mass where P has mass.
Ball FiniteProfile::dual_mass_log(long bits) const {
  Ball sum(0, bits);
  for (const FinitePart& part : parts_) {
    Ball mass(0, bits);
    if (part.loss.exact) {
      Rational exact = 0;
      for (const Rational& q : part.loss.exact->dual_mass) exact += q;
      mass = Ball(exact, bits);
    } else {
      for (const Ball& q : part.loss.atoms(bits).dual_mass) mass = mass + q;
    }
    sum = sum + log(min(mass, Ball(1, bits))) * Ball(Rational(Integer(part.count)), bits);
  }
  return sum;
}

// Above 0: m + excess(epsilon). Below 0: 1 - e^eps Q[dP > 0] + e^eps (excess of the reversed law at -epsilon), a sum of
// nonnegative terms, since E[(e^{eps - S} - 1)_+] = e^eps E_Q[(1 - e^{S - eps})_+].
Ball FiniteProfile::lattice_delta(const Rational& epsilon, const Target& target) const {
  const bool negative = epsilon < 0;
  const LatticeGroup side = negative ? lattice_->reversed() : *lattice_;
  const auto question = side.above(abs(epsilon));
  const Ball excess = question ? lattice_excess(side.terms(), *question, target) : Ball(0, 64);
  const long first = wanted_bits(target) + 64;
  return refine(first, target, [&](long bits) {
    const Ball part = excess.with_bits(bits);
    if (!negative) return probability(infinite_mass(bits).ball + part);
    const Ball e(epsilon, bits);
    return probability(exp(e) * part - expm1(e + dual_mass_log(bits)));
  });
}

Value FiniteProfile::delta(const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 32;
  if (all_infinite_) return Value(Rational(1), bits);
  if (mu_squared_ == 0) {
    if (max_loss_->compare(epsilon) >= 0) {
      Value mass = infinite_mass(bits);
      if (mass.exact) return mass;
      return refine(bits, target, [&](long b) { return infinite_mass(b).ball; });
    }
    if (epsilon == 0)
      if (const auto exact = exact_delta_at_odds(parts_, 1)) return Value(*exact, bits);
  }
  if (lattice_) return lattice_delta(epsilon, target);
  const Ball excess = product_->excess(epsilon, mu_squared_, target);
  return refine(bits, target, [&](long b) { return probability(infinite_mass(b).ball + excess.with_bits(b)); });
}

std::optional<Value> FiniteProfile::max_loss(long bits) const {
  if (all_infinite_) return Value(Rational(0), bits);
  if (mu_squared_ != 0) return std::nullopt;
  return max_loss_->value(bits);
}

std::optional<Rational> FiniteProfile::exact_delta(const Rational& odds) const {
  if (all_infinite_ || mu_squared_ != 0) return std::nullopt;
  return exact_delta_at_odds(parts_, odds);
}

int FiniteProfile::compare_max_loss(const LossLevel& x) const {
  if (all_infinite_) return compare(x, LossLevel{});
  return mu_squared_ != 0 ? -1 : max_loss_->compare(x);
}

double FiniteProfile::guess_epsilon(double log_delta) const {
  if (all_infinite_) return 0;
  const double top = mu_squared_ != 0 ? HUGE_VAL : max_loss_->value(64).ball.midpoint();
  const double log_infinite = infinite_mass(64).ball.log_midpoint();
  if (log_infinite >= log_delta || !std::isfinite(log_delta)) return std::isfinite(top) ? top : 0;
  const double log_excess = std::isfinite(log_infinite) ? log_sub(log_delta, log_infinite) : log_delta;

  struct Fast {
    std::vector<double> loss, log_mass;
    double count;
  };
  std::vector<Fast> fast;
  for (const FinitePart& part : parts_) {
    const FiniteLoss::Atoms atoms = part.loss.atoms(64);
    Fast f{{}, {}, static_cast<double>(part.count)};
    for (const Ball& x : atoms.loss) f.loss.push_back(x.midpoint());
    for (const Ball& x : atoms.mass) f.log_mass.push_back(x.log_midpoint());
    fast.push_back(std::move(f));
  }
  const double mu2 = Ball(mu_squared_, 64).midpoint();
  const double guess = guess_saddle_epsilon(
      [&](double theta) {
        Cumulant sum{mu2 * theta * (theta + 1) / 2, mu2 * (theta + 0.5), mu2};
        for (const Fast& f : fast) {
          double peak = -HUGE_VAL, m0 = 0, m1 = 0, m2 = 0;
          for (std::size_t i = 0; i < f.loss.size(); ++i) peak = std::max(peak, f.log_mass[i] + theta * f.loss[i]);
          for (std::size_t i = 0; i < f.loss.size(); ++i) {
            const double w = std::exp(f.log_mass[i] + theta * f.loss[i] - peak);
            m0 += w, m1 += w * f.loss[i], m2 += w * f.loss[i] * f.loss[i];
          }
          sum.value += f.count * (peak + std::log(m0));
          sum.slope += f.count * m1 / m0;
          sum.curvature += f.count * std::max(0.0, m2 / m0 - m1 / m0 * (m1 / m0));
        }
        return sum;
      },
      log_excess);
  return std::min(guess, top);
}

std::vector<std::string> FiniteProfile::theorems() const {
  if (all_infinite_) return {"composition"};
  return {"composition", lattice_ ? "lattice-inversion" : "finite-enumeration"};
}

}  // namespace assay::accounting
