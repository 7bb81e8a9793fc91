// Unions of disjoint intervals of amounts, in order.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace assay::persuasive {

using Amount = std::int64_t;
/// Ends of an interval that has none; far above every sum of finite amounts (release_system checks that).
inline constexpr Amount no_limit = std::numeric_limits<Amount>::max() / 4;

struct Span {
  Amount low = -no_limit;
  Amount high = no_limit;
  bool operator==(const Span&) const = default;
};

/// What lies in the kept span.
std::vector<Span> within(const std::vector<Span>& domain, Span kept);

/// What lies outside of the hole. Reals lose an open interval: its ends stay, which only widens.
std::vector<Span> without(const std::vector<Span>& domain, Span hole, bool integral);

}  // namespace assay::persuasive
