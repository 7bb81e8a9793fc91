// The verify kind's part of a response.
#pragma once

#include "accounting/verdict/answer.hpp"
#include "cli/outcome.hpp"
#include "cli/request.hpp"
#include "core/result.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const VerifyAsk& ask, const accounting::Question& question);

}  // namespace assay::cli
