#include "accounting/loss/loss_level.hpp"

#include <cstddef>

namespace assay::accounting {

using core::Rational;

LossLevel operator+(const LossLevel& x, const LossLevel& y) { return {x.shift + y.shift, x.ratio * y.ratio}; }

Ball enclose(const LossLevel& x, long bits) {
  if (x.ratio == 1) return Ball(x.shift, bits);
  // log1p keeps the accuracy near 1; far from 1 the difference would lose the ratio.
  const bool near_one = 2 * x.ratio > 1 && x.ratio < 2;
  return Ball(x.shift, bits) + (near_one ? log1p(Ball(x.ratio - 1, bits)) : log(Ball(x.ratio, bits)));
}

int compare(const LossLevel& x, const LossLevel& y) {
  const Rational shift = x.shift - y.shift, ratio = x.ratio / y.ratio;
  if (ratio == 1) return shift.sign();
  if (shift == 0) return ratio > 1 ? 1 : -1;
  for (long bits = 64;; bits *= 2) {  // they differ: the balls part
    const Ball difference = enclose({shift, ratio}, bits);
    if (certainly_positive(difference)) return 1;
    if (certainly_negative(difference)) return -1;
  }
}

std::optional<std::vector<LossLevel>> exact_losses(const FiniteLoss& loss) {
  std::vector<LossLevel> levels;
  if (loss.lattice && loss.lattice->unit) {
    for (const auto index : loss.lattice->index) levels.push_back({*loss.lattice->unit * index, 1});
    return levels;
  }
  if (!loss.exact) return std::nullopt;
  for (std::size_t i = 0; i < loss.exact->mass.size(); ++i)
    levels.push_back({0, loss.exact->mass[i] / loss.exact->dual_mass[i]});
  return levels;
}

}  // namespace assay::accounting
