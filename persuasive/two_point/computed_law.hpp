// Sums of finite losses whose masses are computed: balls at losses that are ordered exactly.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "persuasive/exact/real.hpp"

namespace assay::persuasive {

/// Sums of finite losses with computed masses; their losses exact where they lie on rational lattices.
struct ComputedLaw {
  struct Part {
    accounting::FiniteLoss loss;
    std::uint64_t count = 1;
  };
  std::vector<Part> parts;
};

/// A loss and its mass.
using ComputedAtom = std::pair<Real, accounting::Ball>;

/// Whether compositions of these parts can be written out: one loss, or few atoms on rational lattices.
bool can_write_out(const std::vector<ComputedLaw::Part>& parts);

/// The finite losses. Shape: parts that can be written out, here and below.
std::vector<ComputedAtom> atoms_of(const ComputedLaw& law, long bits);
core::Rational infinite_mass(const ComputedLaw& law);

/// P[L > level].
accounting::Value tail(const ComputedLaw& law, const Real& level, long bits);

/// The least v with P[L > v] <= delta, 0 <= delta < 1; infinite where there is none.
Real quantile(const ComputedLaw& law, const core::Rational& delta);

}  // namespace assay::persuasive
