// A persuade request as the routines of persuasive/ take it, and their brackets as JSON.
#pragma once

#include <cstddef>
#include <functional>

#include "cli/own_kind.hpp"
#include "cli/persuade_ask.hpp"
#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/guarantee/answer.hpp"
#include "persuasive/prior_class/named_pairs.hpp"

namespace assay::cli {

/// The error with its pointer made one into the request.
core::Error placed(core::Error error, const PersuadeAsk& ask);

/// The question about finite data; for a named mechanism its two data alone.
persuasive::FiniteProblem finite_problem(const PersuadeAsk& ask, const Effort& effort);

using FiniteRoutine =
    std::function<core::Result<persuasive::Bracket>(const persuasive::FiniteProblem&, const persuasive::Score&)>;
using NamedRoutine =
    std::function<core::Result<persuasive::Bracket>(const persuasive::NamedProblem&, const persuasive::Score&)>;

/// One of `questions` equal parts of the time that is left.
Effort share(const Effort& effort, std::size_t questions);

/// The worst over the scores, which share the time, by the routine that the subject has.
core::Result<persuasive::Bracket> over_scores(const PersuadeAsk& ask, const Effort& effort, const FiniteRoutine& finite,
                                              const NamedRoutine& named);

/// A bracket as an enclosure, and whether it has the digits asked.
struct Shown {
  core::Json json;
  bool converged = true;
};
Shown show(const persuasive::Bracket& found, long digits);

}  // namespace assay::cli
