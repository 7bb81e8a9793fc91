// A question of persuasive privacy about finite data, as the routines of the classes see it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "persuasive/guarantee/answer.hpp"
#include "persuasive/prior_class/prior_class.hpp"
#include "persuasive/score.hpp"

namespace assay::persuasive {

/// Independent kernels on the same data; each `count` times.
struct KernelPart {
  Kernel kernel;
  std::uint64_t count = 1;
};

struct FiniteProblem {
  std::vector<KernelPart> parts;
  DataSpace space;
  PriorClass priors;
  std::optional<std::size_t> truth;
  long digits = 10;  // of relative accuracy, for the routines that search
  accounting::Deadline deadline;

  std::vector<std::size_t> truths() const {
    std::vector<std::size_t> all;
    for (std::size_t x = truth.value_or(0); x < (truth ? *truth + 1 : space.size); ++x) all.push_back(x);
    return all;
  }
};

}  // namespace assay::persuasive
