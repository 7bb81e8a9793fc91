// Joining brackets.
#include "persuasive/guarantee/answer.hpp"

#include <algorithm>

namespace assay::persuasive {

void add_theorems(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& id : from)
    if (std::find(to.begin(), to.end(), id) == to.end()) to.push_back(id);
}

Bracket worse(Bracket a, Bracket b) {
  if (!a.found) return b;
  if (!b.found) return a;
  // Of equal ones the one that is attained says more.
  const Order order = compare(a.lower, b.lower);
  if (order == Order::less || (order == Order::equal && b.worst.attained && !a.worst.attained))
    a.worst = std::move(b.worst);
  a.lower = larger(a.lower, b.lower);
  a.upper = larger(a.upper, b.upper);
  add_theorems(a.theorems, b.theorems);
  return a;
}

}  // namespace assay::persuasive
