// The set of tables that a release leaves possible (its fibre), summed under a prior.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/table/count.hpp"
#include "persuasive/table/prior.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// What a reader is taken to use: the relations alone, what the suppression symbols say too, or the algorithm that
/// chose the suppressions (theorem `table-algorithm-fibre`).
enum class FibreKind { relations, rule, algorithm };

struct Fibre {
  FibreKind kind = FibreKind::relations;
  System system;
  /// Sum of weights over the fibre, without the prior's constant.
  core::Rational lower = 0;
  std::optional<core::Rational> upper;
  bool infinite = false;
  /// Per variable of the system, probabilities given the release; empty where not exact.
  std::vector<ValueWeights> posterior;
  std::vector<std::string> theorems;
  bool exact() const { return upper && *upper == lower; }
};

struct FibreQuestion {
  FibreKind kind = FibreKind::relations;
  bool posterior = false;
  CountOptions count;
  /// Most tables that the fibre of an algorithm is searched through.
  std::size_t max_tables = 300'000;
};

/// Sums the weights of a prior (nullptr: each table counts 1) over the fibre.
/// Fails: invalid_parameter where the fibre is empty; limit_exceeded where an algorithm's fibre has too many
/// candidates.
core::Result<Fibre> fibre(const Release& release, const Knowledge& knowledge, const BoundPrior* prior,
                          const FibreQuestion& question, const accounting::Deadline& deadline);

/// Why tables were not counted: the time ended, or they are too many.
core::Error uncounted(const accounting::Deadline& deadline, std::string pointer);

/// The kind that the knowledge makes: an algorithm where one is named, else the rule where one is given.
FibreKind fibre_kind(const Release& release, const Knowledge& knowledge);

/// Every whole-number table of a system (one amount a variable), handed to `visit` one after another.
/// Gives: false where more than `most` tables were met, the deadline passed or a variable has no bound.
bool for_each_table(const System& system, std::size_t most, const accounting::Deadline& deadline,
                    const std::function<void(const std::vector<Amount>&)>& visit);

/// Whether the named algorithm, run on a table (one value a cell of the release), suppresses exactly the release's
/// cells.
bool algorithm_gives(const Release& release, const Knowledge& knowledge, const std::vector<Amount>& table);

}  // namespace assay::persuasive
