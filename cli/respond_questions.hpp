// The answers of the request kinds beyond delta, epsilon and verify, one file a kind.
#pragma once

#include <string>

#include "cli/asks.hpp"
#include "cli/respond_verify.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const RenyiAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const DivergenceAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const TradeoffAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const RiskAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const CalibrateAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const CurveAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const LossDistributionAsk& ask, const accounting::Question& question);
core::Result<Outcome> answer(const ComposeTheoremAsk& ask, const accounting::Question& question);

/// A rational as text that the reader reads back: a decimal where that is exact, else a fraction.
std::string exact_text(const core::Rational& x);

}  // namespace assay::cli
