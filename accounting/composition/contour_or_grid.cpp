#include "accounting/composition/contour_or_grid.hpp"

#include <algorithm>

namespace assay::accounting {
namespace {

constexpr long grid_bits = 22;  // about what the grid reaches, in a second or two

}  // namespace

// Beside steady parts a moderate contour, then the grid, then a contour at any cost; else the contour, then the grid
// where that may tell more.
Value ContourOrGridProfile::delta(const core::Rational& epsilon, const Target& target) {
  std::optional<Value> best;
  const auto serves = [&](const Value& value) {
    if (value.exact || value.ball.is_exact_zero() || has_digits(value.ball, target.digits)) {
      best = value;
      return true;
    }
    best = best ? Value(hull(max(lower(best->ball), lower(value.ball)), min(upper(best->ball), upper(value.ball))))
                : value;
    return has_digits(best->ball, target.digits) || target.deadline.passed();
  };
  const Target half{target.digits, target.deadline.halfway()};
  if (!grid_first_) {
    used_contour_ = true;
    const bool steady = contour_.has_steady_part();
    if (serves(contour_.delta(epsilon, half, steady ? ContourProfile::moderate : ContourProfile::dearest)))
      return *best;
    if (!steady && best->ball.relative_bits() >= grid_bits) return *best;
    grid_first_ = steady;
  }
  used_grid_ = true;
  if (serves(grid_.delta(epsilon, {target.digits, target.deadline.halfway()}))) return *best;
  if (contour_.has_steady_part()) {
    used_contour_ = true;
    serves(contour_.delta(epsilon, target));
  }
  return *best;
}

std::vector<std::string> ContourOrGridProfile::theorems() const {
  std::vector<std::string> ids = used_contour_ || !used_grid_ ? contour_.theorems() : std::vector<std::string>{};
  if (used_grid_)
    for (auto& id : grid_.theorems())
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
  return ids;
}

}  // namespace assay::accounting
