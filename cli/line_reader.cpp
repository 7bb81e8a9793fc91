// Lines from a file descriptor, in bounded memory.
#include "cli/line_reader.hpp"

#include <cerrno>
#include <string_view>

#include <unistd.h>

namespace assay::cli {
namespace {

constexpr std::size_t chunk = std::size_t{64} << 10;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

std::optional<Line> LineReader::next() {
  while (true) {
    const std::size_t stop = buffer_.find('\n', scanned_);
    const bool complete = stop != std::string::npos;
    const std::size_t end = complete ? stop : buffer_.size();
    scanned_ = end;
    const bool exceeds = skipping_ || end - begin_ > longest_;
    if (!complete && !ended_) {
      if (exceeds) {
        skipping_ = true;
        buffer_.clear();
        begin_ = scanned_ = 0;
      }
      return std::nullopt;
    }
    if (!complete && begin_ == end && !skipping_) return std::nullopt;  // the end, after a line break
    Line line{exceeds ? std::string() : buffer_.substr(begin_, end - begin_), ++number_, exceeds};
    skipping_ = false;
    begin_ = scanned_ = complete ? end + 1 : end;
    if (line.too_long || !is_blank(line.text)) return line;
  }
}

int LineReader::read_some() {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    scanned_ -= begin_;
    begin_ = 0;
  }
  const std::size_t held = buffer_.size();
  buffer_.resize(held + chunk);
  const ssize_t got = ::read(descriptor_, buffer_.data() + held, chunk);
  const int error = got < 0 ? errno : 0;
  buffer_.resize(held + (got > 0 ? static_cast<std::size_t>(got) : 0));
  if (got == 0) ended_ = true;
  return error == EINTR || error == EAGAIN ? 0 : error;
}

}  // namespace assay::cli
