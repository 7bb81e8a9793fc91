// Running somebody's mechanism as a program: bounded in runs, time, memory and output, and nothing of it left behind.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace assay::cli {

inline constexpr std::uint64_t max_runs = 10'000'000;
/// The longest output of one run.
inline constexpr std::size_t max_output = 4096;

struct BlackBox {
  std::string program;  // a path, or a name that PATH finds
  std::vector<std::string> arguments;
  std::string first, second;  // the two inputs: the argument after `arguments`
  std::uint64_t runs = 5000;  // of each input
  /// False: the program is started once a run and prints one output. True: it is started once an input, gets the number
  /// of runs as one more argument, and prints one output a line.
  bool stream = false;
  std::chrono::milliseconds budget{60'000};       // of everything
  std::chrono::milliseconds one_run{10'000};      // of one start; of a whole stream the budget alone
  std::uint64_t memory = std::uint64_t{1} << 30;  // address space of the program, in bytes
};

struct Outputs {
  std::vector<std::string> first, second;
};

/// Gives:  the outputs, in the order of the runs; the two inputs take turns.
/// Fails:  invalid_parameter where the program cannot be started, ends with a failure, prints nothing, too much or what
///         is no text; limit_exceeded where time ends. However it ends, every process that it started is gone.
core::Result<Outputs> run_black_box(const BlackBox& box);

}  // namespace assay::cli
