// Scores of laws of numbers and vectors: at a point, and in expectation under another law.
#pragma once

#include <optional>

#include "core/result.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/law.hpp"
#include "scoring/rule.hpp"

namespace assay::scoring {

/// Why a rule cannot score a law; nullopt where it can. Not for categories.
std::optional<core::Error> mismatch(const Rule& rule, const Law& law);

/// S(law, x) for a rule that fits the law and a point of its support.
ExactReal score_at(const Rule& rule, const Law& law, const Vector& x);

/// E S(forecast, X) for X ~ truth; absent where no closed form is known.
std::optional<ExactReal> expected_score(const Rule& rule, const Law& forecast, const Law& truth);

}  // namespace assay::scoring
