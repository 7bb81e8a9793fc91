#include "persuasive/table/span_set.hpp"

#include <algorithm>

namespace assay::persuasive {

std::vector<Span> without(const std::vector<Span>& domain, Span hole, bool integral) {
  const Amount step = integral ? 1 : 0;
  std::vector<Span> left;
  for (const Span& span : domain) {
    if (hole.high < span.low || span.high < hole.low) {
      left.push_back(span);
      continue;
    }
    if (span.low < hole.low || (step == 0 && span.low == hole.low)) left.push_back({span.low, hole.low - step});
    if (hole.high < span.high || (step == 0 && hole.high == span.high)) left.push_back({hole.high + step, span.high});
  }
  return left;
}

std::vector<Span> within(const std::vector<Span>& domain, Span kept) {
  std::vector<Span> left;
  for (const Span& span : domain) {
    const Span cut{std::max(span.low, kept.low), std::min(span.high, kept.high)};
    if (cut.low <= cut.high) left.push_back(cut);
  }
  return left;
}

}  // namespace assay::persuasive
