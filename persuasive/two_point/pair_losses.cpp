// Integer comparisons of rows; laws of compositions.
#include "persuasive/two_point/pair_losses.hpp"

#include <algorithm>

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;

namespace {

Error out_of_time() { return {ErrorCode::limit_exceeded, "", "max_seconds ended before every pair was looked at"}; }

/// Compares a * p with b * q without new memory: sign of the difference.
class Comparison {
 public:
  int operator()(const Integer& a, const Integer& p, const Integer& b, const Integer& q) {
    mpz_mul(left_.backend().data(), a.backend().data(), p.backend().data());
    mpz_mul(right_.backend().data(), b.backend().data(), q.backend().data());
    return mpz_cmp(left_.backend().data(), right_.backend().data());
  }

 private:
  Integer left_, right_;
};

}  // namespace

PairLosses::PairLosses(const std::vector<KernelPart>& parts) : parts_(parts) {
  if (parts.size() != 1 || parts.front().count != 1) return;
  for (const auto& masses : parts.front().kernel.rows) {
    Row row;
    row.denominator = 1;
    for (const Rational& mass : masses) row.denominator = lcm(row.denominator, denominator(mass));
    for (const Rational& mass : masses) row.entries.push_back(numerator(mass) * (row.denominator / denominator(mass)));
    rows_.push_back(std::move(row));
  }
}

Result<const LossLaw*> PairLosses::law(std::size_t x, std::size_t y, const accounting::Deadline& deadline) {
  if (deadline.passed()) return out_of_time();
  if (last_ && last_->first == std::pair(x, y)) return const_cast<const LossLaw*>(&last_->second);
  std::optional<LossLaw> all;
  for (const KernelPart& part : parts_) {
    const LossLaw one = loss_law(part.kernel.rows[x], part.kernel.rows[y]);
    Result<LossLaw> many = part.count == 1 ? Result<LossLaw>(one) : sum(one, part.count, deadline);
    if (!many) return many.error();
    if (all) many = sum(*all, *many, deadline);
    if (!many) return many.error();
    all = std::move(many).value();
  }
  last_.emplace(std::pair(x, y), *std::move(all));
  return const_cast<const LossLaw*>(&last_->second);
}

Result<bool> PairLosses::exceeds(std::size_t x, std::size_t y, const Real& loss, const Rational& delta,
                                 const accounting::Deadline& deadline) {
  if (loss.infinity() > 0) return false;
  const LogNumber* exact = loss.exact();
  if (rows_.empty() || exact == nullptr || exact->shift != 0) {
    const Result<Real> own = quantile(x, y, delta, deadline);
    if (!own) return own.error();
    return !certainly_less(*own, loss) && compare(*own, loss) != Order::equal;
  }
  if (deadline.passed()) return out_of_time();
  const Row &p = rows_[x], &q = rows_[y];
  // m(x,t) > ratio m(y,t)  <=>  p_t * (q.denominator * den) > q_t * (p.denominator * num)
  const Integer a = q.denominator * denominator(exact->ratio), b = p.denominator * numerator(exact->ratio);
  Comparison compare_products;
  Integer above = 0;
  for (std::size_t t = 0; t < p.entries.size(); ++t)
    if (p.entries[t] != 0 && compare_products(p.entries[t], a, q.entries[t], b) > 0) above += p.entries[t];
  return Rational(above, p.denominator) > delta;
}

Result<Real> PairLosses::quantile(std::size_t x, std::size_t y, const Rational& delta,
                                  const accounting::Deadline& deadline) {
  if (rows_.empty()) {
    const Result<const LossLaw*> known = law(x, y, deadline);
    if (!known) return known.error();
    return persuasive::quantile(**known, delta);
  }
  if (deadline.passed()) return out_of_time();
  const Row &p = rows_[x], &q = rows_[y];
  std::vector<std::size_t> order;
  for (std::size_t t = 0; t < p.entries.size(); ++t)
    if (p.entries[t] != 0) order.push_back(t);
  Comparison compare_products;
  std::sort(order.begin(), order.end(), [&](std::size_t s, std::size_t t) {
    return compare_products(p.entries[s], q.entries[t], p.entries[t], q.entries[s]) > 0;
  });
  Integer above = 0;
  for (const std::size_t t : order) {
    above += p.entries[t];
    if (Rational(above, p.denominator) <= delta) continue;
    if (q.entries[t] == 0) return Real::infinite();
    return Real(LogNumber::log(Rational(p.entries[t] * q.denominator, q.entries[t] * p.denominator)));
  }
  return Real::infinite(-1);
}

Result<Mass> PairLosses::mass_above(std::size_t x, std::size_t y, const RatioGate& gate,
                                    const accounting::Deadline& deadline) {
  if (rows_.empty()) {
    const Result<const LossLaw*> known = law(x, y, deadline);
    if (!known) return known.error();
    return persuasive::mass_above(**known, gate.against);
  }
  if (deadline.passed()) return out_of_time();
  const Row &p = rows_[x], &q = rows_[y];
  Comparison compare_products;
  const auto sides = [&](const std::optional<Rational>& ratio) {
    return ratio ? std::pair(Integer(q.denominator * denominator(*ratio)), Integer(p.denominator * numerator(*ratio)))
                 : std::pair(Integer(0), Integer(0));
  };
  const auto [above_p, above_q] = sides(gate.above);
  const auto [below_p, below_q] = sides(gate.below);
  Integer surely = 0, maybe = 0;
  for (std::size_t t = 0; t < p.entries.size(); ++t) {
    const Integer& entry = p.entries[t];
    if (entry == 0) continue;
    if (gate.below && compare_products(entry, below_p, q.entries[t], below_q) <= 0) continue;
    if (!gate.above || q.entries[t] == 0 || compare_products(entry, above_p, q.entries[t], above_q) <= 0) {
      const Real loss = q.entries[t] == 0
                            ? Real::infinite()
                            : Real(LogNumber::log(Rational(entry * q.denominator, q.entries[t] * p.denominator)));
      const Order order = gate.against(loss);
      if (order == Order::less || order == Order::equal) continue;
      maybe += entry;
      if (order == Order::greater) surely += entry;
      continue;
    }
    surely += entry;
    maybe += entry;
  }
  return Mass{Rational(surely, p.denominator), Rational(maybe, p.denominator)};
}

}  // namespace assay::persuasive
