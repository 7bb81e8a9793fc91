#include "accounting/mechanism/mechanism.hpp"

namespace assay::accounting {

Mechanism::Mechanism() = default;
Mechanism::Mechanism(const Mechanism& other) = default;
Mechanism::Mechanism(Mechanism&& other) noexcept = default;
Mechanism& Mechanism::operator=(const Mechanism& other) = default;
Mechanism& Mechanism::operator=(Mechanism&& other) noexcept = default;
Mechanism::~Mechanism() = default;

}  // namespace assay::accounting
