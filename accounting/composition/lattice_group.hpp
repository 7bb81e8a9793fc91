// Finite losses that lie on one lattice, composed: S = offset + step I, I a sum of independent integers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "accounting/composition/lattice_law.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct FinitePart {
  FiniteLoss loss;
  std::uint64_t count = 1;
};

class LatticeGroup {
 public:
  /// Parts whose lattices have one rational unit or one key (or whose losses are all 0).
  /// Gives: nullopt where an index would leave 64 bits, or passes max_index once a common unit is found.
  static std::optional<LatticeGroup> common(const std::vector<const FinitePart*>& parts, std::int64_t max_index);
  /// Any part with one or two atoms: the losses of its composition are equidistant.
  static std::optional<LatticeGroup> two_point(const FinitePart& part);

  std::int64_t top() const { return top_; }
  TermsAt terms() const;
  TermsAt dual_terms() const;
  Ball offset(long bits) const;
  Ball step(long bits) const;

  /// The same law seen from the other side: -S, with P- and Q-masses exchanged.
  LatticeGroup reversed() const;

  /// The question for the excess over epsilon; nullopt where no loss is above it.
  std::optional<LatticeQuestion> above(const core::Rational& epsilon) const;

  /// The first index whose loss may exceed x: the index before it certainly does not. In [0, top + 1].
  std::int64_t first_above(const Ball& x) const;

 private:
  struct Member {
    std::shared_ptr<const FiniteLoss> loss;
    std::vector<std::int64_t> index;  // ascending from 0, in steps
    std::uint64_t count;
  };

  TermsAt masses(bool dual) const;
  Ball unit(long bits) const;
  std::optional<LatticeQuestion> question(core::Integer first, const core::Rational& epsilon) const;

  std::vector<Member> members_;
  bool reversed_ = false;
  std::int64_t top_ = 0;
  // Lattice: loss of I = (base + stride I) unit. Two points: unit is not set, see equidistant_.
  core::Integer base_ = 0;
  std::int64_t stride_ = 1;
  std::optional<core::Rational> unit_;
  std::shared_ptr<const FiniteLoss> unit_source_;  // unit = loss/index of one of its atoms, where it is no rational
  std::size_t unit_atom_ = 0;
  std::int64_t unit_index_ = 1;
  bool equidistant_ = false;  // two points: loss of I = offset + I (difference of the two losses)
};

}  // namespace assay::accounting
