// The three kinds of claims, and what all of them ask of their steps.
#pragma once

#include <cstddef>
#include <string>

#include "proofs/checker/json.hpp"
#include "proofs/checker/refused.hpp"
#include "proofs/checker/theorems.hpp"

namespace assay::checker {

struct Conclusion {
  std::string verdict;  // holds, fails, encloses
  Json hypotheses;      // what the theorems cited leave to believe: a list of {theorem, asserted}
};

/// A claim about a composition of mechanisms, about what persuades a Receiver, about a table: its steps in their order.
/// `at` is the one that is looked at, counted from 1. With `completes`, where a step states the empty text (or no pair,
/// no mechanism) what it should state is written into it.
/// Fails: refuses the first step that does not follow, and steps that end without a conclusion (at = 0).
Conclusion follow_composition(const Json& claim, Json& steps, bool completes, std::size_t& at);
Conclusion follow_persuasion(const Json& claim, Json& steps, bool completes, std::size_t& at);
Conclusion follow_table(const Json& claim, Json& steps, bool completes, std::size_t& at);

inline constexpr std::size_t most_steps = 8192;

/// A stated text must be what is computed; a completing chain states it.
inline void settle(Json& step, const char* name, const std::string& computed, bool completes) {
  if (completes && text(step, name).empty()) step[name] = computed;
  need(text(step, name) == computed, std::string(name) + " is not what the theorem gives, " + computed.substr(0, 80));
}

/// Hands the steps one by one to subject.take(step, theorem), and ends with subject.verdict().
template <class Subject>
Conclusion walk(Subject subject, Json& steps, std::size_t& at) {
  need(steps.is_array() && !steps.empty() && steps.size() <= most_steps, "a certificate has 1 to 8192 steps");
  Json hypotheses = Json::array();
  for (Json& step : steps) {
    need(count(step, "step", most_steps) == ++at, "the steps are not numbered in their order");
    const std::string theorem = text(step, "theorem");
    remember(theorem, hypotheses);
    subject.take(step, theorem);
  }
  at = 0;
  return {subject.verdict(), hypotheses};
}

}  // namespace assay::checker
