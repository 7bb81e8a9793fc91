// From a mechanism to its loss: one visit, one file a family.
#include "accounting/loss/privacy_loss.hpp"

#include <variant>

#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {

bool is_class(const PrivacyLoss& loss) {
  return std::holds_alternative<ZcdpLoss>(loss) || std::holds_alternative<RenyiLoss>(loss) ||
         std::holds_alternative<BoundedRangeLoss>(loss) || std::holds_alternative<ShuffledLoss>(loss) ||
         std::holds_alternative<BoundedLoss>(loss);
}

core::Result<DominatingPair> dominating_pair(const Mechanism& mechanism, Direction direction) {
  return std::visit([&](const auto& family) { return dominating_pair(family, direction); }, mechanism.family);
}

LossPart::LossPart() = default;
LossPart::LossPart(const LossPart& other) = default;
LossPart::LossPart(LossPart&& other) noexcept = default;
LossPart& LossPart::operator=(const LossPart& other) = default;
LossPart& LossPart::operator=(LossPart&& other) noexcept = default;
LossPart::~LossPart() = default;

DominatingPair::DominatingPair() = default;
DominatingPair::DominatingPair(const DominatingPair& other) = default;
DominatingPair::DominatingPair(DominatingPair&& other) noexcept = default;
DominatingPair& DominatingPair::operator=(const DominatingPair& other) = default;
DominatingPair& DominatingPair::operator=(DominatingPair&& other) noexcept = default;
DominatingPair::~DominatingPair() = default;

}  // namespace assay::accounting
