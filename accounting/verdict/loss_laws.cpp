#include "accounting/verdict/loss_laws.hpp"

#include <algorithm>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/curve/tradeoff.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/directions.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// P[S <= x] where the composition is Gaussian, a list of atoms, or known by its curve.
Value below(const DirectedParts& parts, const LossLaw& law, bool all_atoms, ComposedLoss& loss, const Rational& x,
            const Target& target) {
  const long bits = wanted_bits(target) + 64;
  if (loss.compare_max_loss(x) >= 0)
    if (const Value rest = loss.infinite_mass(bits); rest.exact) return Value(1 - *rest.exact, bits);
  if (const auto mu_squared = gaussian_total(parts.parts); mu_squared && *mu_squared > 0) {
    // S ~ N(mu^2/2, mu^2)
    Value value = normal_cdf(Ball(x - *mu_squared / 2, bits) / sqrt(Ball(*mu_squared, bits)));
    value.least = 0;
    value.most = 1;
    return value;
  }
  if (all_atoms) {
    Ball sum(0, bits), open(0, bits);
    for (const LossAtom& atom : *law.atoms) {
      if (certainly_less(x, atom.loss)) continue;
      const bool inside = certainly_less_equal(atom.loss, Ball(x, atom.loss.bits() + 64));
      (inside ? sum : open) = (inside ? sum : open) + atom.mass;
    }
    Value value = probability(sum + Ball::zero_to(open));
    value.least = 0;
    value.most = 1;
    return value;
  }
  const Value above = loss_above(loss, x, target);
  Value value = probability(1 - above.ball);
  value.least = 0;
  value.most = 1;
  return value;
}

}  // namespace

core::Result<std::vector<LossLaw>> loss_laws(const Question& question, std::span<const Rational> points) {
  const auto all = directed_parts(question.composition, question.adjacency);
  if (!all) return all.error();
  const Target target{question.digits + 1, question.deadline};
  std::vector<LossLaw> laws;
  for (const DirectedParts& parts : *all) {
    for (std::size_t i = 0; i < parts.parts.size(); ++i)
      if (is_class(parts.parts[i].loss))
        return core::Error{
            core::ErrorCode::not_supported, "/composition/" + std::to_string(i),
            "this part stands for many mechanisms, with no one loss distribution; name the mechanism itself"};
    auto loss = directed_loss(parts, question.engine);
    if (!loss) return loss.error();
    const long bits = 2 * wanted_bits(target) + 128;
    std::vector<std::string> theorems = parts.theorems;
    proofs::cite(theorems, loss->loss.theorems());
    LossLaw law{parts.direction,
                Answer{loss->loss.infinite_mass(bits), std::string(loss->loss.method()), theorems, true},
                loss_atoms(parts.parts, bits),
                {}};
    const bool finite = std::all_of(parts.parts.begin(), parts.parts.end(),
                                    [](const LossPart& part) { return std::holds_alternative<FiniteLoss>(part.loss); });
    for (const Rational& x : points) {
      Answer answer{below(parts, law, finite && law.atoms, loss->loss, x, target), std::string(loss->loss.method()),
                    theorems, true};
      answer.theorems.emplace_back("tail-from-curve");
      answer.converged = within(answer.value, question.digits);
      law.below.push_back(std::move(answer));
    }
    laws.push_back(std::move(law));
  }
  return laws;
}

}  // namespace assay::accounting
