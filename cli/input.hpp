// The file that a command names, or standard input.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.hpp"

namespace assay::cli {

/// A file descriptor that closes itself, unless it is standard input.
class Input {
 public:
  explicit Input(int descriptor) : descriptor_(descriptor) {}
  Input(Input&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  Input& operator=(Input&&) = delete;
  ~Input();
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Opens `file` ("-" is standard input) for reading.
/// Fails: invalid_parameter with a sentence for people where it is missing, may not be read, or is a directory.
core::Result<Input> open_input(const std::string& file);

/// All that it holds.
/// Fails: limit_exceeded past `longest` bytes (nothing more is read), invalid_parameter where reading fails.
core::Result<std::string> read_all(const Input& input, std::size_t longest);

}  // namespace assay::cli
