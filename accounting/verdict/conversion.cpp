#include "accounting/verdict/conversion.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/divergences.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

Error no_theorem(std::string message) { return {ErrorCode::not_supported, "/to", std::move(message)}; }

Converted from_list(std::vector<Conversion> list, const Target& target, bool attained) {
  Converted result;
  for (Conversion& c : list) {
    Answer answer{std::move(c.value), "closed_form", {std::move(c.theorem)}, true};
    answer.converged = within(answer.value, target.digits);
    result.all.push_back(std::move(answer));
  }
  result.attained = attained;
  return result;
}

core::Result<Converted> wrap(core::Result<std::vector<Answer>> answers, bool attained) {
  if (!answers) {
    Error error = answers.error();
    error.pointer = "/from";
    return error;
  }
  return Converted{std::move(*answers), attained};
}

// A guarantee whose class has a largest pair: the questions about that pair answer it, and the pair attains them.
core::Result<Converted> by_pair(Mechanism mechanism, const Conclusion& to, const Target& target) {
  Question question;
  question.composition.push_back({std::move(mechanism), 1});
  question.digits = target.digits;
  question.deadline = target.deadline;
  const std::array<Rational, 1> at{to.given};
  switch (to.wanted) {
    case Wanted::epsilon: return wrap(epsilon(question, at), true);
    case Wanted::delta: return wrap(delta(question, at), true);
    case Wanted::renyi: {
      const std::array<Divergence, 1> asked{Divergence{DivergenceKind::renyi, to.given, {}}};
      return wrap(divergences(question, asked), true);
    }
    case Wanted::type2: return wrap(tradeoffs(question, at), true);
    case Wanted::rho:
    case Wanted::mu:
    case Wanted::probabilistic_delta: break;
  }
  return no_theorem("no theorem here leads there");
}

struct Convert {
  const Conclusion& to;
  const Target& target;
  long bits() const { return 128 + 4 * target.digits; }

  core::Result<Converted> operator()(const ApproximateNotion& n) const {
    switch (to.wanted) {
      case Wanted::rho:
        if (n.delta > 0) return no_theorem("approximate DP implies no zCDP: its loss may be infinite");
        return from_list({pure_to_zcdp(n.epsilon, bits())}, target, false);
      case Wanted::mu:
        if (n.delta > 0) return no_theorem("approximate DP with delta > 0 implies no Gaussian DP");
        return from_list({pure_to_gdp(n.epsilon, target)}, target, false);
      case Wanted::probabilistic_delta:
        return from_list({probabilistic_delta(n.epsilon, n.delta, to.given, bits())}, target, false);
      default: return by_pair({ApproxDp{n.epsilon, n.delta}}, to, target);
    }
  }

  // P[L > epsilon] <= delta gives delta(epsilon) <= delta, and nothing more is known of the part beyond.
  core::Result<Converted> operator()(const ProbabilisticNotion& n) const {
    if (to.wanted == Wanted::probabilistic_delta) {
      const bool enough = to.given >= n.epsilon;
      return from_list({{"probabilistic-to-dp", Value(enough ? n.delta : Rational(1), bits())}}, target, enough);
    }
    auto result = (*this)(ApproximateNotion{n.epsilon, n.delta});
    if (result)
      for (Answer& answer : result->all) answer.theorems.insert(answer.theorems.begin(), "probabilistic-to-dp");
    if (result) result->attained = false;
    return result;
  }

  core::Result<Converted> operator()(const ZcdpNotion& n) const {
    switch (to.wanted) {
      case Wanted::epsilon:
        if (to.given == 0) {
          if (n.rho > 0) return no_theorem("zCDP bounds no epsilon at delta 0: the Gaussian has unbounded loss");
          return from_list({{"zcdp-definition", Value(Rational(0), bits())}}, target, true);
        }
        if (n.rho == 0 || to.given == 1)
          return from_list({{"zcdp-definition", Value(Rational(0), bits())}}, target, true);
        return from_list(zcdp_epsilon(n.rho, to.given, target), target, false);
      case Wanted::delta:
        if (n.rho == 0) return from_list({{"zcdp-definition", Value(Rational(0), bits())}}, target, true);
        return from_list(zcdp_delta(n.rho, to.given, target), target, false);
      case Wanted::rho: return from_list({{"zcdp-definition", Value(n.rho, bits())}}, target, true);
      case Wanted::renyi: return by_pair({Zcdp{n.rho}}, to, target);
      case Wanted::mu: return no_theorem("zCDP implies no Gaussian DP: Renyi bounds do not order trade-off functions");
      case Wanted::type2: return no_theorem("zCDP fixes no trade-off function; convert to epsilon at a delta first");
      case Wanted::probabilistic_delta: {
        // Markov on e^{(a-1)L}: the simple conversion bounds P[L > epsilon] itself.
        auto list = n.rho == 0 ? std::vector<Conversion>{{"zcdp-definition", Value(Rational(0), bits())}}
                               : zcdp_delta(n.rho, to.given, target);
        list.erase(list.begin() + 1, list.end());
        return from_list(std::move(list), target, false);
      }
    }
    return no_theorem("no theorem here leads there");
  }

  core::Result<Converted> operator()(const GdpNotion& n) const {
    switch (to.wanted) {
      case Wanted::rho: return from_list({{"renyi-gaussian", Value(n.mu * n.mu / 2, bits())}}, target, true);
      case Wanted::mu: return from_list({{"gdp-pair", Value(n.mu, bits())}}, target, true);
      case Wanted::probabilistic_delta:
        return no_theorem(
            "Gaussian DP bounds no probability of the loss itself (it is not closed under post-processing); convert to "
            "epsilon and delta first");
      default: return by_pair({Gdp{n.mu}}, to, target);
    }
  }

  core::Result<Converted> operator()(const RenyiNotion& n) const {
    switch (to.wanted) {
      case Wanted::epsilon:
        if (to.given == 0) return no_theorem("a Renyi bound of finite order gives no epsilon at delta 0");
        if (to.given == 1) return from_list({{"rdp-to-dp-mironov", Value(Rational(0), bits())}}, target, true);
        return from_list(epsilon_of(n.points, to.given, target), target, false);
      case Wanted::delta: return from_list(delta_of(n.points, to.given, target), target, false);
      case Wanted::renyi: {
        // D_a is nondecreasing in a: the least point of an order at least the one asked.
        std::optional<Rational> least;
        for (const RenyiPoint& p : n.points)
          if (p.alpha >= to.given && (!least || p.epsilon < *least)) least = p.epsilon;
        if (!least) return no_theorem("no point has an order as large as the one asked");
        std::vector<Conversion> list{{"renyi-monotone", Value(*least, bits())}};
        const Rational convex = *interpolated_epsilon(n.points, to.given);
        if (convex < *least) list.push_back({"rdp-definition", Value(convex, bits())});
        return from_list(std::move(list), target, false);
      }
      case Wanted::probabilistic_delta: {
        auto list = delta_of(n.points, to.given, target);
        list.erase(list.begin() + 1, list.end());  // Markov's inequality bounds P[L > epsilon] itself
        return from_list(std::move(list), target, false);
      }
      case Wanted::rho: return no_theorem("Renyi bounds at some orders imply no zCDP, which needs all of them");
      case Wanted::mu: return no_theorem("Renyi bounds imply no Gaussian DP");
      case Wanted::type2: return no_theorem("convert to epsilon at a delta first");
    }
    return no_theorem("no theorem here leads there");
  }
};

}  // namespace

core::Result<Converted> convert(const Notion& from, const Conclusion& to, const Target& target) {
  return std::visit(Convert{to, target}, from);
}

}  // namespace assay::accounting
