// The command `assay audit --run PROGRAM`: runs a mechanism as a black box and says what its outputs prove.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

/// The command's options, as given; their meaning is checked when it runs.
struct AuditOptions {
  std::string program;
  std::vector<std::string> inputs;     // two
  std::vector<std::string> arguments;  // before the input
  std::string confidence = "0.99", delta, claim_epsilon, claim_delta = "0", claim_mu;
  unsigned long runs = 5000, memory_mib = 1024;
  unsigned seconds = 60, one_run_seconds = 10;
  bool stream = false;
};

/// Prints the response of the request `audit` (as JSON), or a report for people, to standard output.
/// Gives: the exit status: 0 consistent or no claim, 1 refuted, 2 where nothing could be audited (with the reason).
int run_audit(const AuditOptions& options, bool json);

}  // namespace assay::cli
