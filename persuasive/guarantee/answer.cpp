// Joining brackets.
#include "persuasive/guarantee/answer.hpp"

#include "proofs/registry/cite.hpp"

namespace assay::persuasive {

Bracket worse(Bracket a, Bracket b) {
  if (!a.found) return b;
  if (!b.found) return a;
  // Of equal ones the one that is attained says more.
  const Order order = compare(a.lower, b.lower);
  if (order == Order::less || (order == Order::equal && b.worst.attained && !a.worst.attained))
    a.worst = std::move(b.worst);
  a.lower = larger(a.lower, b.lower);
  a.upper = larger(a.upper, b.upper);
  proofs::cite(a.theorems, b.theorems);
  return a;
}

}  // namespace assay::persuasive
