#include "accounting/verdict/combine.hpp"

#include <algorithm>
#include <utility>

#include "proofs/registry/cite.hpp"

namespace assay::accounting {
namespace {

Answer fold(std::vector<Answer> answers, long digits, bool largest) {
  Answer result = std::move(answers.front());
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const Value &x = result.value, &y = answers[i].value;
    const bool keep = largest ? certainly_below(y, x) : certainly_below(x, y);
    const bool take = largest ? certainly_below(x, y) : certainly_below(y, x);
    if (keep && take)
      result.direction.reset();  // equal: neither is the worse
    else if (take)
      result.direction = answers[i].direction;
    else if (!keep)
      result.direction.reset();
    result.value = largest ? larger(x, y) : smaller(x, y);
    merge(result, answers[i]);
  }
  result.converged = within(result.value, digits);
  return result;
}

}  // namespace

bool within(const Value& value, long digits) {
  if (value.exact) return true;
  if (!value.ball.is_finite()) return value.ball.is_exact();  // +inf, as an answer
  const Ball top = upper(value.ball), bottom = lower(value.ball);
  if (top.is_exact_zero() && bottom.is_exact_zero()) return true;
  // Below what can be printed an answer is a bound.
  if (arf_cmpabs_2exp_si(arb_midref(top.raw()), -3'321'928'090) < 0) return false;
  const Ball scale = pow(Ball(10, top.bits()), static_cast<unsigned long>(digits));
  return certainly_less_equal((top - bottom) * scale, abs(top));
}

bool certainly_below(const Value& x, const Value& y) {
  if (x.exact && y.exact) return *x.exact <= *y.exact;
  return certainly_less_equal(x.ball, y.ball);
}

Value larger(const Value& x, const Value& y) {
  if (certainly_below(x, y)) return y;
  if (certainly_below(y, x)) return x;
  Value both = max(x.ball, y.ball);
  if (x.least && y.least) both.least = std::max(*x.least, *y.least);
  if (x.most && y.most) both.most = std::max(*x.most, *y.most);
  return both;
}

Value smaller(const Value& x, const Value& y) {
  if (certainly_below(x, y)) return x;
  if (certainly_below(y, x)) return y;
  Value both = min(x.ball, y.ball);
  if (x.least && y.least) both.least = std::min(*x.least, *y.least);
  if (x.most && y.most) both.most = std::min(*x.most, *y.most);
  return both;
}

void merge(Answer& into, const Answer& other) {
  proofs::cite(into.theorems, other.theorems);
  if (into.method.find(other.method) == std::string::npos) into.method += "+" + other.method;
}

Answer worst(std::vector<Answer> answers, long digits) { return fold(std::move(answers), digits, true); }
Answer least(std::vector<Answer> answers, long digits) { return fold(std::move(answers), digits, false); }

}  // namespace assay::accounting
