// Lines from a file descriptor, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace assay::cli {

struct Line {
  std::string text;          // without its line break; empty where too_long
  std::uint64_t number = 0;  // from 1
  bool too_long = false;
};

/// Cuts a stream into lines. A line of more than `longest` bytes is skipped as it comes, never held; lines of white
/// space alone are passed over.
class LineReader {
 public:
  LineReader(int descriptor, std::size_t longest) : descriptor_(descriptor), longest_(longest) {}

  /// The next line that has come in whole; nullopt where more must be read first (or nothing is left).
  std::optional<Line> next();
  /// One read(2); it blocks where nothing has come. Returns the system's error number, 0 where all went well.
  int read_some();
  bool at_end() const { return ended_; }

 private:
  int descriptor_;
  std::size_t longest_;
  std::string buffer_;
  std::size_t begin_ = 0;    // of the line being looked at
  std::size_t scanned_ = 0;  // no line break between begin_ and here
  bool skipping_ = false;    // within a line that is too long
  bool ended_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace assay::cli
