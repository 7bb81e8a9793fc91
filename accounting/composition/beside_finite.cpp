#include "accounting/composition/beside_finite.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

using Sums = std::map<LossLevel, Ball, LossLevel::ByMembers>;

std::optional<Sums> joint(const std::vector<FinitePart>& parts, long bits, std::size_t most) {
  Sums all;
  all.emplace(LossLevel{}, Ball(1, bits));
  for (const FinitePart& part : parts) {
    const auto levels = exact_losses(part.loss);
    if (!levels || part.count > most) return std::nullopt;
    const std::vector<Ball> mass = part.loss.atoms(bits).mass;
    for (std::uint64_t step = 0; step < part.count; ++step) {
      Sums next;
      for (const auto& [level, m] : all)
        for (std::size_t i = 0; i < mass.size(); ++i) {
          Ball& to = next.try_emplace(level + (*levels)[i], Ball(0, bits)).first->second;
          to = to + m * mass[i];
        }
      if (next.size() > most) return std::nullopt;
      all = std::move(next);
    }
  }
  return all;
}

}  // namespace

std::optional<BesideFiniteProfile> BesideFiniteProfile::make(std::vector<FinitePart> parts, Rest rest) {
  const auto sums = joint(parts, 64, max_values);
  if (!sums || sums->empty()) return std::nullopt;
  BesideFiniteProfile profile(std::move(parts), std::move(rest));
  for (const auto& [level, mass] : *sums) profile.values_.push_back(level);
  return profile;
}

std::vector<Ball> BesideFiniteProfile::masses(long bits) const {
  std::vector<Ball> list;
  const auto sums = joint(parts_, bits, max_values);
  for (const auto& [level, mass] : *sums) list.push_back(mass);
  return list;
}

Value BesideFiniteProfile::infinite_mass(long bits) const {
  Ball log_finite(0, bits);
  bool none = true;
  for (const FinitePart& part : parts_) {
    none = none && part.loss.infinite_mass == 0;
    log_finite = log_finite + log1p(-Ball(part.loss.infinite_mass, bits)) * Ball(Rational(Integer(part.count)), bits);
  }
  if (none) return Value(Rational(0), bits);
  return Value(probability(-expm1(log_finite)));
}

// The infinite mass and the mean, over the finite losses, of the rest's curve at what is left of epsilon: a sum of
// nonnegative terms, each to the accuracy asked.
Value BesideFiniteProfile::delta(const Rational& epsilon, const Target& target) {
  const Target fine{target.digits + 2, target.deadline};
  const long bits = wanted_bits(fine) + 64;
  const auto rest = [&](const Rational& at) {
    return std::visit([&](auto& profile) { return profile.delta(at, fine).ball; }, rest_);
  };
  const std::vector<Ball> mass = masses(bits);
  Ball sum = infinite_mass(bits).ball;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const LossLevel& at = values_[i];
    if (at.ratio == 1) {
      sum = sum + mass[i] * rest(epsilon - at.shift).with_bits(bits);
      continue;
    }
    // Between two rationals around an irrational place: the curve does not increase.
    const Ball place = Ball(epsilon, 2 * bits) - enclose(at, 2 * bits);
    const Ball most = rest(lower_rational(place)), least = rest(upper_rational(place));
    sum = sum + mass[i] * hull(lower(least), upper(most)).with_bits(bits);
  }
  return probability(sum);
}

std::optional<Value> BesideFiniteProfile::max_loss(long bits) const {
  const auto rest = std::visit([&](const auto& profile) { return profile.max_loss(bits); }, rest_);
  if (!rest) return std::nullopt;
  const auto greatest = std::max_element(values_.begin(), values_.end(),
                                         [](const LossLevel& x, const LossLevel& y) { return compare(x, y) < 0; });
  if (greatest->ratio == 1 && rest->exact) return Value(Rational(*rest->exact + greatest->shift), bits);
  return Value(rest->ball + enclose(*greatest, bits));
}

int BesideFiniteProfile::compare_max_loss(const Rational& x) const {
  for (long bits = 128; bits <= 4096; bits *= 2) {
    const auto most = max_loss(bits);
    if (!most) return -1;
    if (most->exact) return Rational(x - *most->exact).sign();
    if (certainly_less(x, most->ball)) return -1;
    if (certainly_less(most->ball, x)) return 1;
  }
  return -1;
}

double BesideFiniteProfile::guess_epsilon(double log_delta) const {
  double mean = 0;
  const std::vector<Ball> mass = masses(64);
  for (std::size_t i = 0; i < values_.size(); ++i) mean += mass[i].midpoint() * enclose(values_[i], 64).midpoint();
  const double guess = std::visit([&](const auto& profile) { return profile.guess_epsilon(log_delta); }, rest_);
  return std::isfinite(guess) ? guess + mean : 1;
}

std::vector<std::string> BesideFiniteProfile::theorems() const {
  std::vector<std::string> ids{"composition", "finite-mixture"};
  for (auto& id : std::visit([](const auto& profile) { return profile.theorems(); }, rest_))
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
  return ids;
}

}  // namespace assay::accounting
