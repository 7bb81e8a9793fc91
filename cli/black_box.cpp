#include "cli/black_box.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Result;
using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int) { interrupted = 1; }

/// Ctrl-C ends the runs, not this process before it has cleaned up.
class Interrupts {
 public:
  Interrupts() {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    ::sigaction(SIGINT, &action, &old_int_);
    ::sigaction(SIGTERM, &action, &old_term_);
  }
  ~Interrupts() {
    ::sigaction(SIGINT, &old_int_, nullptr);
    ::sigaction(SIGTERM, &old_term_, nullptr);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  struct sigaction old_int_ {
  }, old_term_{};
};

/// Children of this process, adopted ones too: it is the reaper of what the program leaves behind.
std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::ifstream list("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  for (pid_t pid = 0; list >> pid;) found.push_back(pid);
  return found;
}

/// Kills the program's group and everything that was orphaned to this process, until there is nothing.
void sweep(pid_t group) {
  if (group > 0) ::kill(-group, SIGKILL);
  if (group > 0) ::kill(group, SIGKILL);
  while (group > 0 && ::waitpid(group, nullptr, 0) < 0 && errno == EINTR) {
  }
  // A killed parent hands its children on: a few rounds reach the deepest.
  for (int round = 0; round < 1000; ++round) {
    const std::vector<pid_t> left = children();
    if (left.empty()) return;
    for (const pid_t pid : left) {
      ::kill(-pid, SIGKILL);
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
}

void limit(int resource, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

[[noreturn]] void become(const BlackBox& box, const std::vector<std::string>& words, int output, int report,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  const auto seconds = static_cast<rlim_t>(std::chrono::duration_cast<std::chrono::seconds>(box.budget).count()) + 2;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_FSIZE, rlim_t{1} << 26);
  limit(RLIMIT_AS, box.memory);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  const int fault = errno;
  if (::write(report, &fault, sizeof fault) < 0) ::_exit(126);
  ::_exit(127);
}

/// One started program; its end is the end of everything that it started.
class Child {
 public:
  ~Child() {
    sweep(pid_);
    if (output_ >= 0) ::close(output_);
  }
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  std::optional<Error> start(const BlackBox& box, const std::vector<std::string>& words) {
    int output[2], report[2];
    if (::pipe2(output, O_CLOEXEC) != 0) return no_start(errno);
    if (::pipe2(report, O_CLOEXEC) != 0) {
      const int fault = errno;
      ::close(output[0]);
      ::close(output[1]);
      return no_start(fault);
    }
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) become(box, words, output[1], report[1], parent);
    const int fork_fault = errno;
    ::close(output[1]);
    ::close(report[1]);
    output_ = output[0];
    int fault = 0;
    ssize_t got = 0;
    if (pid_ > 0) {
      ::setpgid(pid_, pid_);  // here too: whichever is first
      while ((got = ::read(report[0], &fault, sizeof fault)) < 0 && errno == EINTR) {
      }
    }
    ::close(report[0]);
    if (pid_ < 0) return no_start(fork_fault);
    if (got > 0)
      return Error{ErrorCode::invalid_parameter, "", "cannot run " + words.front() + ": " + std::strerror(fault)};
    return std::nullopt;
  }

  enum class Read { some, end, late };
  /// Appends what the program has written, waiting until `deadline` at most.
  Read read(std::string& text, Clock::time_point deadline) {
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0 || interrupted != 0) return Read::late;
      pollfd descriptor{output_, POLLIN, 0};
      const int ready = ::poll(&descriptor, 1, static_cast<int>(std::min<long>(left, 1000)));
      if (ready <= 0) continue;
      char bytes[65536];
      const ssize_t got = ::read(output_, bytes, sizeof bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return Read::end;
      text.append(bytes, static_cast<std::size_t>(got));
      return Read::some;
    }
  }

  /// The exit status, once the output has ended; nullopt where it has not ended by the deadline.
  std::optional<int> finish(Clock::time_point deadline) {
    for (int status = 0; interrupted == 0; ::usleep(200)) {
      const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
      if (ended == pid_) {
        // Its group may live on.
        ::kill(-pid_, SIGKILL);
        pid_ = -1;
        return status;
      }
      if (Clock::now() >= deadline) break;
    }
    return std::nullopt;
  }

 private:
  static Error no_start(int fault) {
    return {ErrorCode::limit_exceeded, "",
            std::string("the system would not start a process: ") + std::strerror(fault)};
  }

  pid_t pid_ = -1;
  int output_ = -1;
};

Error stopped(const BlackBox& box, const std::string& input, std::uint64_t done) {
  if (interrupted != 0) return {ErrorCode::limit_exceeded, "", "interrupted; every process was ended"};
  return {ErrorCode::limit_exceeded, "",
          box.program + " " + input + " was stopped: time ended after " + std::to_string(done) + " of " +
              std::to_string(box.runs) + " outputs; nothing is left running"};
}

std::optional<Error> bad_end(const BlackBox& box, const std::string& input, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  const std::string how = WIFSIGNALED(status) ? std::string("was ended by signal ") + std::to_string(WTERMSIG(status)) +
                                                    " (" + ::strsignal(WTERMSIG(status)) + ")"
                                              : "ended with status " + std::to_string(WEXITSTATUS(status));
  return Error{ErrorCode::invalid_parameter, "", box.program + " " + input + " " + how};
}

/// Well-formed UTF-8 without control characters.
bool is_text(const std::string& line) {
  std::size_t follow = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (follow > 0) {
      if ((byte & 0xC0U) != 0x80U) return false;
      --follow;
    } else if (byte >= 0xC2U && byte <= 0xF4U) {
      follow = byte >= 0xF0U ? 3 : byte >= 0xE0U ? 2 : 1;
    } else if (byte >= 0x80U || byte == 0x7FU || (byte < 0x20U && byte != '\t' && byte != '\r')) {
      return false;
    }
  }
  return follow == 0;
}

std::optional<Error> bad_line(const BlackBox& box, const std::string& input, const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos)
    return Error{ErrorCode::invalid_parameter, "", box.program + " " + input + " printed nothing for one run"};
  if (!is_text(line))
    return Error{ErrorCode::invalid_parameter, "", box.program + " " + input + " printed bytes that are no text"};
  return std::nullopt;
}

Error flood(const BlackBox& box, const std::string& input) {
  return {ErrorCode::invalid_parameter, "",
          box.program + " " + input + " printed more than " + std::to_string(max_output) + " bytes for one run"};
}

std::vector<std::string> command(const BlackBox& box, const std::string& input) {
  std::vector<std::string> words{box.program};
  words.insert(words.end(), box.arguments.begin(), box.arguments.end());
  words.push_back(input);
  return words;
}

std::optional<Error> run_once(const BlackBox& box, const std::string& input, Clock::time_point end,
                              std::vector<std::string>& outputs) {
  Child child;
  if (auto fault = child.start(box, command(box, input))) return fault;
  const Clock::time_point deadline = std::min(end, Clock::now() + box.one_run);
  std::string text;
  while (true) {
    const Child::Read read = child.read(text, deadline);
    if (text.size() > max_output) return flood(box, input);
    if (read == Child::Read::late) return stopped(box, input, outputs.size());
    if (read == Child::Read::end) break;
  }
  const std::optional<int> status = child.finish(deadline);
  if (!status) return stopped(box, input, outputs.size());
  if (auto fault = bad_end(box, input, *status)) return fault;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  // Several lines are one output: a line break is then part of what is compared.
  std::replace(text.begin(), text.end(), '\n', '\t');
  if (auto fault = bad_line(box, input, text)) return fault;
  outputs.push_back(std::move(text));
  return std::nullopt;
}

std::optional<Error> run_stream(const BlackBox& box, const std::string& input, Clock::time_point end,
                                std::vector<std::string>& outputs) {
  Child child;
  std::vector<std::string> words = command(box, input);
  words.push_back(std::to_string(box.runs));
  if (auto fault = child.start(box, words)) return fault;
  std::string text;
  while (outputs.size() < box.runs) {
    const Child::Read read = child.read(text, end);
    if (read == Child::Read::late) return stopped(box, input, outputs.size());
    std::size_t begin = 0;
    for (std::size_t stop = 0; outputs.size() < box.runs && (stop = text.find('\n', begin)) != std::string::npos;
         begin = stop + 1) {
      if (stop - begin > max_output) return flood(box, input);
      std::string line = text.substr(begin, stop - begin);
      if (auto fault = bad_line(box, input, line)) return fault;
      outputs.push_back(std::move(line));
    }
    text.erase(0, begin);
    if (outputs.size() >= box.runs) break;
    if (text.size() > max_output) return flood(box, input);
    if (read == Child::Read::end) {
      const std::optional<int> status = child.finish(end);
      if (!status) return stopped(box, input, outputs.size());
      if (auto fault = bad_end(box, input, *status)) return fault;
      return Error{ErrorCode::invalid_parameter, "",
                   box.program + " " + input + " printed " + std::to_string(outputs.size()) + " lines, not " +
                       std::to_string(box.runs)};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Outputs> run_black_box(const BlackBox& box) {
  if (box.runs < 2 || box.runs > max_runs)
    return Error{ErrorCode::invalid_parameter, "", "the number of runs must be from 2 to " + std::to_string(max_runs)};
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Interrupts watch;
  const Clock::time_point end = Clock::now() + box.budget;
  Outputs outputs;
  if (box.stream) {
    if (auto fault = run_stream(box, box.first, end, outputs.first)) return *fault;
    if (auto fault = run_stream(box, box.second, end, outputs.second)) return *fault;
    return outputs;
  }
  for (std::uint64_t i = 0; i < box.runs; ++i) {
    if (auto fault = run_once(box, box.first, end, outputs.first)) return *fault;
    if (auto fault = run_once(box, box.second, end, outputs.second)) return *fault;
  }
  return outputs;
}

}  // namespace assay::cli
