// Values of several directions put together.
#pragma once

#include <vector>

#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

/// The relative width is at most 10^-digits (exact and infinite values are).
bool within(const Value& value, long digits);

/// x <= y for certain.
bool certainly_below(const Value& x, const Value& y);

/// An enclosure of max(x, y); of min(x, y).
Value larger(const Value& x, const Value& y);
Value smaller(const Value& x, const Value& y);

/// Adds what `other` rests on.
void merge(Answer& into, const Answer& other);

/// The largest (smallest) of the answers, resting on all of them; `direction` only where one is certainly the worse.
Answer worst(std::vector<Answer> answers, long digits);
Answer least(std::vector<Answer> answers, long digits);

}  // namespace assay::accounting
