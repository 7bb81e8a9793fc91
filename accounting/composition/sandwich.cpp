#include "accounting/composition/sandwich.hpp"

#include <algorithm>
#include <utility>

#include "accounting/composition/composed.hpp"

namespace assay::accounting {
namespace {

// Everything from the lower end of one to the upper end of the other.
Value between(const Value& low, const Value& high) {
  if (low.exact && high.exact && *low.exact == *high.exact) return low;
  Value value = hull(lower(low.ball), upper(high.ball));
  value.least = low.exact ? low.exact : low.least;
  value.most = high.exact ? high.exact : high.most;
  return value;
}

// The larger of two values, of which each is a bound from below.
Value larger(const Value& x, const Value& y) {
  if (x.exact && y.exact) return *x.exact < *y.exact ? y : x;
  if (certainly_less(x.ball, y.ball)) return y;
  if (certainly_less(y.ball, x.ball)) return x;
  return max(x.ball, y.ball);
}

Value largest(const auto& profiles, const auto& of) {
  Value result = of(profiles.front());
  for (std::size_t i = 1; i < profiles.size(); ++i) result = larger(result, of(profiles[i]));
  return result;
}

}  // namespace

SandwichProfile::SandwichProfile(std::vector<ComposedLoss> lower, ComposedLoss upper)
    : lower_(std::move(lower)), upper_(std::make_unique<ComposedLoss>(std::move(upper))) {}
SandwichProfile::SandwichProfile(SandwichProfile&&) noexcept = default;
SandwichProfile& SandwichProfile::operator=(SandwichProfile&&) noexcept = default;
SandwichProfile::~SandwichProfile() = default;

Value SandwichProfile::delta(const core::Rational& epsilon, const Target& target) {
  Value low = lower_.front().delta(epsilon, target);
  for (std::size_t i = 1; i < lower_.size(); ++i) low = larger(low, lower_[i].delta(epsilon, target));
  return between(low, upper_->delta(epsilon, target));
}

Value SandwichProfile::infinite_mass(long bits) const {
  return between(largest(lower_, [&](const ComposedLoss& p) { return p.infinite_mass(bits); }),
                 upper_->infinite_mass(bits));
}

std::optional<Value> SandwichProfile::max_loss(long bits) const {
  const auto high = upper_->max_loss(bits);
  if (!high) return std::nullopt;
  for (const ComposedLoss& p : lower_)
    if (!p.max_loss(bits)) return std::nullopt;
  return between(largest(lower_, [&](const ComposedLoss& p) { return *p.max_loss(bits); }), *high);
}

int SandwichProfile::compare_max_loss(const core::Rational& x) const {
  return upper_->compare_max_loss(x) >= 0 ? 1 : -1;
}

double SandwichProfile::guess_epsilon(double log_delta) const { return upper_->guess_epsilon(log_delta); }

std::vector<std::string> SandwichProfile::theorems() const {
  std::vector<std::string> ids = upper_->theorems();
  for (const ComposedLoss& p : lower_)
    for (auto& id : p.theorems())
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
  return ids;
}

}  // namespace assay::accounting
