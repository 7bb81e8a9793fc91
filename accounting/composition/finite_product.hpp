// Finite losses on several lattices, or on none: joint atoms enumerated, the longest lattice kept as tail sums.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "accounting/composition/lattice_group.hpp"
#include "accounting/composition/profile.hpp"

namespace assay::accounting {

class FiniteProduct {
 public:
  /// The joint atoms of all groups but one, and the points of that one.
  static constexpr std::uint64_t max_outer = 200'000, max_inner = 1'000'000;
  /// Products of polynomials with more terms than two go term by term.
  static constexpr std::uint64_t max_convolved = 20'000;
  /// Atoms, each with its own evaluation of the Gaussian profile.
  static constexpr std::uint64_t max_with_gaussian = 5'000;

  /// `loose` parts lie on no lattice. Gives: nullopt past the limits.
  static std::optional<FiniteProduct> make(std::vector<LatticeGroup> groups, std::vector<FinitePart> loose,
                                           bool with_gaussian);

  /// E[(1 - e^{epsilon - S})_+; S < inf] of the finite losses, or with a Gaussian loss of this mu^2 added to S.
  Ball excess(const core::Rational& epsilon, const core::Rational& mu_squared, const Target& target);

 private:
  struct Atom {
    Ball loss, mass, dual_mass;
  };
  struct Joint {
    long bits = 0;
    std::vector<Atom> outer;
    Ball offset, step;                  // of the inner lattice
    std::vector<Ball> mass, dual;       // its points
    std::vector<Ball> tail, dual_tail;  // sums over n >= index
  };

  FiniteProduct() = default;
  /// nullptr where the deadline passed meanwhile.
  const Joint* joint(long bits, const Deadline& deadline);
  Ball finite_excess(const core::Rational& epsilon, long bits, const Deadline& deadline);
  Ball gaussian_excess(const core::Rational& epsilon, const core::Rational& mu_squared, long bits,
                       const Deadline& deadline);

  std::vector<LatticeGroup> outer_;
  std::vector<FinitePart> loose_;
  std::optional<LatticeGroup> inner_;
  std::shared_ptr<const Joint> cache_;
};

}  // namespace assay::accounting
