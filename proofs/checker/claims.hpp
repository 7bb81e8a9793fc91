// The four kinds of claims, and what all of them ask of their steps.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "proofs/checker/json.hpp"
#include "proofs/checker/real.hpp"
#include "proofs/checker/refused.hpp"
#include "proofs/checker/theorems.hpp"

namespace assay::checker {

struct Conclusion {
  std::string verdict;  // holds, fails, encloses
  Json hypotheses;      // what the theorems cited leave to believe: a list of {theorem, asserted}
};

/// A claim about a composition of mechanisms, about what a kernel or a release persuades a Receiver of, about a table:
/// its steps in their order.
/// `at` is the one that is looked at, counted from 1. With `completes`, what each step should state is written into it.
/// Fails: refuses the first step that does not follow, and steps that end without a conclusion (at = 0).
Conclusion follow_composition(const Json& claim, Json& steps, bool completes, std::size_t& at);
Conclusion follow_persuasion(const Json& claim, Json& steps, bool completes, std::size_t& at);
Conclusion follow_release(const Json& claim, Json& steps, bool completes, std::size_t& at);
Conclusion follow_table(const Json& claim, Json& steps, bool completes, std::size_t& at);

/// The privacy loss that a claim of delta is about: epsilon, or the loss l at which a gain is kappa. (With a mass of f
/// or more on the truth, a gain in the log score is at most -log(f + (1-f) e^-l).)
Real claimed_loss(const Json& claim);

inline constexpr std::size_t most_steps = 8192;

/// What a theorem takes of a step, and what it gives: members of these names and values.
struct Given {
  std::set<std::string> taken;
  Json stated;
  std::string also;  // a theorem that it rests on besides
};

/// Hands the steps one by one to subject.take(step, theorem), demands that each states what its theorem gives and no
/// more, and ends with subject.verdict().
template <class Subject>
Conclusion walk(Subject subject, Json& steps, bool completes, std::size_t& at) {
  need(steps.is_array() && !steps.empty() && steps.size() <= most_steps, "a certificate has 1 to 8192 steps");
  Json hypotheses = Json::array();
  for (Json& step : steps) {
    need(count(step, "step", most_steps) == ++at, "the steps are not numbered in their order");
    const std::string theorem = text(step, "theorem");
    remember(theorem, hypotheses);
    Given given = subject.take(step, theorem);
    if (!given.also.empty()) remember(given.also, hypotheses);
    if (completes) step.update(given.stated);
    for (const auto& [name, value] : given.stated.items()) {
      need(member(step, name.c_str()) == value, name + " is not what the theorem gives, " + value.dump().substr(0, 80));
      given.taken.insert(name);
    }
    given.taken.insert({"step", "theorem"});
    only(step, given.taken);
  }
  at = 0;
  return {subject.verdict(), hypotheses};
}

}  // namespace assay::checker
