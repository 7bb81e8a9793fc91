// The closed family of mechanisms: plain values, no numerics. Registration is one include and one line here.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "accounting/mechanism/adaptive_clipping.hpp"
#include "accounting/mechanism/approx_dp.hpp"
#include "accounting/mechanism/discrete_gaussian.hpp"
#include "accounting/mechanism/discrete_laplace.hpp"
#include "accounting/mechanism/exponential.hpp"
#include "accounting/mechanism/finite.hpp"
#include "accounting/mechanism/gaussian.hpp"
#include "accounting/mechanism/gaussian_mixture.hpp"
#include "accounting/mechanism/gaussian_pair.hpp"
#include "accounting/mechanism/gdp.hpp"
#include "accounting/mechanism/group.hpp"
#include "accounting/mechanism/kernel.hpp"
#include "accounting/mechanism/laplace.hpp"
#include "accounting/mechanism/leak.hpp"
#include "accounting/mechanism/matrix_mechanism.hpp"
#include "accounting/mechanism/noisy_max.hpp"
#include "accounting/mechanism/poisson_sampled.hpp"
#include "accounting/mechanism/post_processed.hpp"
#include "accounting/mechanism/pure_dp.hpp"
#include "accounting/mechanism/randomized_response.hpp"
#include "accounting/mechanism/rdp.hpp"
#include "accounting/mechanism/sampled_without_replacement.hpp"
#include "accounting/mechanism/shuffled.hpp"
#include "accounting/mechanism/sparse_vector.hpp"
#include "accounting/mechanism/staircase.hpp"
#include "accounting/mechanism/zcdp.hpp"

namespace assay::accounting {

/// The copies and moves are compiled once, in mechanism.cpp: a variant this wide costs every source seconds.
struct Mechanism {
  using Family = std::variant<    //
      Gaussian,                   //
      Laplace,                    //
      DiscreteLaplace,            //
      DiscreteGaussian,           //
      Staircase,                  //
      RandomizedResponse,         //
      Exponential,                //
      NoisyMax,                   //
      SparseVector,               //
      FinitePair,                 //
      Kernel,                     //
      Leak,                       //
      MatrixMechanism,            //
      AdaptiveClipping,           //
      Shuffled,                   //
      PureDp,                     //
      ApproxDp,                   //
      Gdp,                        //
      Zcdp,                       //
      Rdp,                        //
      PoissonSampled,             //
      SampledWithoutReplacement,  //
      GaussianMixture,            //
      GaussianPair,               //
      PostProcessed,              //
      Group>;
  Family family;

  Mechanism();
  template <class M>
  requires(!std::is_same_v<std::remove_cvref_t<M>, Mechanism> && std::is_constructible_v<Family, M>) Mechanism(M&& one)
      : family(std::forward<M>(one)) {}
  Mechanism(const Mechanism& other);
  Mechanism(Mechanism&& other) noexcept;
  Mechanism& operator=(const Mechanism& other);
  Mechanism& operator=(Mechanism&& other) noexcept;
  ~Mechanism();
};

/// A mechanism run `count` times, 1 <= count <= max_count.
struct Part {
  Mechanism mechanism;
  std::uint64_t count = 1;
};

/// Adaptive composition: every part runs on the same data set.
using Composition = std::vector<Part>;

/// Which data sets are neighbours.
enum class Adjacency { add_remove, add, remove, replace };

/// One ordered kind of neighbours: P on the first data set, Q on the second.
/// remove: the first holds the record that the second lacks; add: the reverse.
/// replace and replace_reversed: one record differs; the two orders of the pair.
enum class Direction { remove, add, replace, replace_reversed };

constexpr bool is_replace(Direction d) { return d == Direction::replace || d == Direction::replace_reversed; }
/// The direction in which explicit pairs are written: the first law against the second.
constexpr bool is_forward(Direction d) { return d == Direction::remove || d == Direction::replace; }
/// The other order of the same pair.
constexpr Direction reverse(Direction d) {
  switch (d) {
    case Direction::remove: return Direction::add;
    case Direction::add: return Direction::remove;
    case Direction::replace: return Direction::replace_reversed;
    case Direction::replace_reversed: return Direction::replace;
  }
  return d;
}

}  // namespace assay::accounting
