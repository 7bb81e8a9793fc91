#include "accounting/numeric/geometric.hpp"

#include <algorithm>

namespace assay::accounting {
namespace {

constexpr std::size_t longest_block = 1024;
constexpr double block_reach = 100;  // |rate| times the block's length: no value of the inner table is extreme
constexpr long bits = 96;

double nearest(const Ball& x) { return arf_get_d(arb_midref(x.raw()), ARF_RND_NEAR); }

}  // namespace

Geometric::Geometric(const Ball& start, const Ball& rate, std::size_t count) {
  const Ball r = rate.with_bits(bits + 64), s = start.with_bits(bits + 64);
  const double size = std::abs(rate.midpoint());
  while (block_ * 2 <= longest_block && static_cast<double>(block_ * 2) * size < block_reach) block_ *= 2;
  for (std::size_t j = 0; j < block_; ++j) inner_.push_back(nearest(exp(r * static_cast<long>(j))));
  const Ball log2 = log(Ball(2, bits + 64));
  for (std::size_t n = 0; n < count; n += block_) {
    const Ball power = s + r * static_cast<long>(n);
    // e^power = head 2^exponent; the exponent is cut far outside the range, where ldexp over- or underflows.
    const double wanted = std::clamp(std::nearbyint(power.midpoint() * 1.4426950408889634), -5000.0, 5000.0);
    const long e = static_cast<long>(wanted);
    const Ball head = exp(power - log2 * e);
    head_.push_back(e <= -4000 ? 0 : nearest(head));
    exponent_.push_back(static_cast<int>(e));
  }
}

double double_above(const Ball& x) { return arf_get_d(arb_midref(upper(x).raw()), ARF_RND_CEIL); }
double double_below(const Ball& x) { return arf_get_d(arb_midref(lower(x).raw()), ARF_RND_FLOOR); }

}  // namespace assay::accounting
