#include "persuasive/release/finding.hpp"

#include "proofs/registry/cite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using scoring::ExactReal;

/// A rational above both reals, where precision does not tell which of them is larger.
ExactReal above(const ExactReal& x, const ExactReal& y) {
  constexpr long bits = 512;
  const Ball both = max(x.ball(bits), y.ball(bits));
  return both.is_finite() ? ExactReal(upper_rational(both)) : ExactReal::infinity();
}

}  // namespace

Finding worse(Finding a, Finding b) {
  const bool second = compare(a.lower, b.lower).value_or(0) < 0;
  Finding f = std::move(second ? b : a);
  const Finding& other = second ? a : b;
  const std::optional<int> order = compare(f.upper, other.upper);
  if (!order || *order < 0) {
    f.upper = order ? other.upper : above(f.upper, other.upper);
    f.attained = false;
  }
  proofs::cite(f.theorems, other.theorems);
  return f;
}

}  // namespace assay::persuasive
