// Bounds of a system by propagation, and its parts that share nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// The hull of a domain.
Span hull(const Variable& variable);

/// Tightens spans by the rows until nothing changes (or an effort limit): what is cut off is in no solution.
/// Gives: the row that has no solution within the spans, if one was found.
/// Shape: one span a variable.
std::optional<std::size_t> tighten(const System& system, std::vector<Span>& spans);

/// Cuts the spans to the hull of what the domains leave. False where nothing is left.
bool snap(const System& system, std::vector<Span>& spans);

/// Sets of variables that share no row, with the rows of each; variables whose span is one value are left out.
struct Component {
  std::vector<std::size_t> variables;
  std::vector<std::size_t> rows;
};
std::vector<Component> components(const System& system, std::span<const Span> spans);

/// The part of a system that a component is, with the fixed variables moved to the totals.
System restricted(const System& system, const Component& component, std::span<const Span> spans);

}  // namespace assay::persuasive
