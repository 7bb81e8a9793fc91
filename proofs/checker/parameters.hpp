// The parameters of a mechanism, as the claim states them: each in its domain.
#pragma once

#include <set>
#include <string>

#include "proofs/checker/json.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::checker {

inline Rational positive(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x > 0, std::string(name) + " is not positive");
  return x;
}
inline Rational nonnegative(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x >= 0, std::string(name) + " is negative");
  return x;
}
inline Rational probability(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x >= 0 && x <= 1, std::string(name) + " is not in [0, 1]");
  return x;
}
inline Rational sensitivity(const Json& mechanism) {
  return mechanism.contains("sensitivity") ? positive(mechanism, "sensitivity") : Rational(1);
}

inline void expect(const Json& mechanism, const std::string& name, std::set<std::string> fields) {
  need(text(mechanism, "mechanism") == name, "the theorem is not about " + text(mechanism, "mechanism"));
  fields.insert({"mechanism", "count"});
  only(mechanism, fields);
}
inline const Json& base_of(const Json& mechanism) {
  const Json& base = member(mechanism, "base");
  need(!base.contains("count"), "a count within another mechanism");
  return base;
}

}  // namespace assay::checker
