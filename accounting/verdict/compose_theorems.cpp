#include "accounting/verdict/compose_theorems.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/composition/theorems.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/directions.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

// One part's guarantee, the worse of its directions; its epsilon as exact bounds for the optimal theorems.
struct PartBounds {
  Guarantee guarantee;
  Rational low, high;
};

core::Result<PartBounds> bounds_of(const Question& question, std::size_t i, long bits) {
  const Part& part = question.composition[i];
  const std::string at = "/composition/" + std::to_string(i);
  auto losses = directed_losses({{part.mechanism, 1}}, question.adjacency, Engine::automatic);
  if (!losses) {
    Error error = losses.error();
    constexpr std::string_view alone = "/composition/0";
    if (error.pointer.starts_with(alone)) error.pointer = at + error.pointer.substr(alone.size());
    return error;
  }
  PartBounds result{{Ball(0, bits), 0, part.count}, 0, 0};
  for (const DirectedLoss& loss : *losses) {
    const Value mass = loss.loss.infinite_mass(bits);
    const auto most = loss.loss.max_loss(bits);
    if (!most || !mass.exact)
      return Error{
          ErrorCode::not_supported, at,
          "composition theorems take parts of bounded loss, each as its own (epsilon, delta); state this part as "
          "approx_dp, or ask for epsilon"};
    const Rational low = most->exact ? *most->exact : lower_rational(most->ball);
    const Rational high = most->exact ? *most->exact : upper_rational(most->ball);
    result.guarantee.epsilon = max(result.guarantee.epsilon, most->ball);
    result.guarantee.delta = std::max(result.guarantee.delta, *mass.exact);
    result.low = std::max(result.low, low);
    result.high = std::max(result.high, high);
  }
  return result;
}

using EpsilonEnd = Rational PartBounds::*;

// The optimal composition of guarantees whose epsilons are at that end, by the pairs that attain it.
core::Result<Answer> optimal(const Question& question, const std::vector<PartBounds>& parts, EpsilonEnd end,
                             const Rational& delta, const Rational& grid) {
  Question of = question;
  of.adjacency = Adjacency::add_remove;
  of.engine = Engine::automatic;
  of.composition.clear();
  for (const PartBounds& part : parts) {
    Rational epsilon = part.*end;
    if (grid > 0) {
      const Rational steps = epsilon / grid;
      epsilon = grid * Rational(end == &PartBounds::high ? core::ceiling(steps) : core::floor(steps));
    }
    of.composition.push_back({Mechanism{ApproxDp{epsilon, part.guarantee.delta}}, part.guarantee.count});
  }
  const std::array<Rational, 1> at{delta};
  auto answers = epsilon(of, at);
  if (!answers) return answers.error();
  return std::move(answers->front());
}

// Both ends of the epsilons, rounded to a grid that the lattice engine can hold where the parts lie on no common one.
core::Result<Answer> optimal(const Question& question, const std::vector<PartBounds>& parts, const Rational& delta) {
  const bool exact = std::all_of(parts.begin(), parts.end(), [](const PartBounds& p) { return p.low == p.high; });
  auto high = optimal(question, parts, &PartBounds::high, delta, 0);
  if (high && exact) return high;
  Rational grid = 0;
  if (!high) {
    if (high.error().code != ErrorCode::not_supported && high.error().code != ErrorCode::limit_exceeded)
      return high.error();
    Rational sum = 0;
    for (const PartBounds& part : parts) sum += part.high * part.guarantee.count;
    grid = sum / 1'000'000;
    high = optimal(question, parts, &PartBounds::high, delta, grid);
    if (!high) return high.error();
  }
  auto low = optimal(question, parts, &PartBounds::low, delta, grid);
  if (!low) return low.error();
  Value value = hull(low->value.ball, high->value.ball);
  value.least = 0;
  high->value = std::move(value);
  if (grid > 0) high->theorems.emplace_back("composition-rounded");
  high->converged = within(high->value, question.digits);
  return high;
}

std::optional<Rational> exact_sum(const std::vector<PartBounds>& parts) {
  Rational sum = 0;
  for (const PartBounds& part : parts) {
    if (part.low != part.high) return std::nullopt;
    sum += part.high * part.guarantee.count;
  }
  return sum;
}

}  // namespace

core::Result<ComposedByTheorems> compose_by_theorems(const Question& question,
                                                     std::span<const CompositionTheorem> theorems,
                                                     const Rational& delta) {
  const Target target{question.digits + 1, question.deadline};
  const long start = wanted_bits(target) + 96;
  std::vector<PartBounds> parts;
  for (std::size_t i = 0; i < question.composition.size(); ++i) {
    auto part = bounds_of(question, i, 4 * start);
    if (!part) return part.error();
    parts.push_back(std::move(*part));
  }
  std::vector<Guarantee> guarantees;
  for (const PartBounds& part : parts) guarantees.push_back(part.guarantee);
  const auto formula = [&](auto one, std::vector<std::string> ids) {
    Value value(refine(start, target, [&](long bits) { return one(guarantees, delta, bits); }));
    value.least = 0;
    Answer answer{std::move(value), "closed_form", std::move(ids), true};
    answer.converged = within(answer.value, question.digits);
    return answer;
  };

  const std::array<Rational, 1> at{delta};
  auto exact = epsilon(question, at);
  if (!exact && exact.error().code != ErrorCode::not_supported) return exact.error();
  ComposedByTheorems result;
  if (exact) result.exact = std::move(exact->front());
  for (const CompositionTheorem theorem : theorems) {
    switch (theorem) {
      case CompositionTheorem::basic:
        result.epsilon.push_back(formula(basic_composition, {"composition-basic"}));
        if (const auto sum = exact_sum(parts); sum && result.epsilon.back().value.ball.is_finite())
          result.epsilon.back().value = Value(*sum, start);
        break;
      case CompositionTheorem::advanced:
        result.epsilon.push_back(formula(advanced_composition, {"composition-advanced"}));
        break;
      case CompositionTheorem::kov_closed:
        result.epsilon.push_back(formula(kov_closed_composition, {"composition-kov-closed"}));
        break;
      case CompositionTheorem::zcdp:
        result.epsilon.push_back(formula(zcdp_composition, {"pure-to-zcdp", "zcdp-to-dp-simple"}));
        break;
      case CompositionTheorem::optimal_homogeneous:
        for (const PartBounds& part : parts)
          if (part.low != parts[0].low || part.guarantee.delta != parts[0].guarantee.delta)
            return Error{ErrorCode::invalid_parameter, "/theorem",
                         "optimal_homogeneous takes parts of one (epsilon, delta); ask for optimal_heterogeneous"};
        [[fallthrough]];
      case CompositionTheorem::optimal_heterogeneous: {
        auto answer = optimal(question, parts, delta);
        if (!answer) return answer.error();
        answer->theorems.emplace_back("composition-optimal");
        result.epsilon.push_back(std::move(*answer));
        break;
      }
    }
  }
  return result;
}

}  // namespace assay::accounting
