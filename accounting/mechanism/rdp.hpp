// Any mechanism of given Renyi guarantees (Mironov 2017): the divergence of order alpha[i] is at most epsilon[i].
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Rdp {
  static constexpr std::string_view name = "rdp";
  std::vector<core::Rational> alpha, epsilon;  // of one length; orders above 1

  static void describe(auto& fields) {
    fields.reals("alpha", &Rdp::alpha, Domain::positive);
    fields.reals("epsilon", &Rdp::epsilon, Domain::nonnegative);
    fields.same_length("alpha", "epsilon");
  }
};

}  // namespace assay::accounting
