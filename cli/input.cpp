// The file that a command names, or standard input.
#include "cli/input.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::cli {

using core::Error;
using core::ErrorCode;

Input::~Input() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

core::Result<Input> open_input(const std::string& file) {
  Input input(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  const std::string shown = file == "-" ? "standard input" : file;
  struct stat kind {};
  if (input.descriptor() < 0 || ::fstat(input.descriptor(), &kind) != 0)
    return Error{ErrorCode::invalid_parameter, "", shown + " cannot be read: " + std::strerror(errno)};
  if (S_ISDIR(kind.st_mode)) return Error{ErrorCode::invalid_parameter, "", shown + " is a directory, not a file"};
  return input;
}

core::Result<std::string> read_all(const Input& input, std::size_t longest) {
  constexpr std::size_t chunk = std::size_t{64} << 10;
  std::string text;
  while (true) {
    const std::size_t held = text.size();
    text.resize(held + chunk);
    const ssize_t got = ::read(input.descriptor(), text.data() + held, chunk);
    if (got < 0 && errno != EINTR)
      return Error{ErrorCode::invalid_parameter, "", std::string("the input cannot be read: ") + std::strerror(errno)};
    text.resize(held + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return text;
    if (text.size() > longest)
      return Error{ErrorCode::limit_exceeded, "",
                   "the input is longer than " + std::to_string(longest) +
                       " bytes; more requests go to assay batch, one a line"};
  }
}

}  // namespace assay::cli
