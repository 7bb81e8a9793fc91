// A persuade request about finite data or a named mechanism, decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "accounting/mechanism/mechanism.hpp"
#include "core/json.hpp"
#include "persuasive/guarantee/problem.hpp"

namespace assay::cli {

/// A kappa or an epsilon: a decimal, a fraction, "ln 3", "ln(3/2)", or "inf".
struct Level {
  persuasive::LogNumber value;
  bool infinite = false;
};

/// What is published: kernels over one data space, or mechanisms whose pair of data is 0 and 1.
struct FiniteSubject {
  std::vector<persuasive::KernelPart> parts;
  persuasive::DataSpace space;
};
struct NamedSubject {
  accounting::Composition composition;
};
using Subject = std::variant<FiniteSubject, NamedSubject>;

enum class Criterion { tail, expectation, exponential_expectation };

struct PersuadeAsk {
  Subject subject;
  std::string subject_at;  // pointer of what is published
  std::vector<persuasive::Score> scores;
  persuasive::PriorClass priors;
  Criterion criterion = Criterion::tail;
  core::Rational order = 1;  // exponential_expectation
  std::optional<std::size_t> truth;
  bool drawn_from_prior = false;
  std::optional<persuasive::Output> output;
  std::vector<Level> kappas;
  std::vector<core::Rational> deltas;
  bool kappa_is_list = false, delta_is_list = false;
  /// Who else works on the output before it is seen.
  enum class PostProcessing { none, receiver, sender };
  PostProcessing post_processing = PostProcessing::none;
};

/// A request once more, decoded; nothing where it has a fault or is about a release of records.
std::optional<PersuadeAsk> persuade_ask(const core::Json& request);

}  // namespace assay::cli
