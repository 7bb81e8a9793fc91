// Numbers and worst cases of persuasive privacy, as JSON and as sentences.
#pragma once

#include <string>

#include "cli/persuade_ask.hpp"
#include "core/json.hpp"
#include "persuasive/guarantee/answer.hpp"

namespace assay::cli {

/// A rational as text that can be read back: a decimal where that is short and exact, else a fraction.
std::string exact_number(const core::Rational& x);

/// {score, data, prior, outputs, attained} and, where the supremum is only approached, how.
core::Json worst_case(const PersuadeAsk& ask, const persuasive::WorstCase& worst, long digits);

/// One sentence each, made from the numbers.
std::string meaning_of_kappa(const PersuadeAsk& ask, const persuasive::Bracket& found, const core::Rational& delta);
std::string meaning_of_delta(const PersuadeAsk& ask, const persuasive::Bracket& found, const Level& kappa);
std::string meaning_of_mean(const PersuadeAsk& ask, const persuasive::Bracket& found);
std::string meaning_of_gain(const PersuadeAsk& ask, const persuasive::Bracket& found);

}  // namespace assay::cli
