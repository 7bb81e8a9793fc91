// Processes that answer requests.
#include "cli/worker_pool.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <gmp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;

/// Exit status of a worker that could not get memory.
constexpr int out_of_memory = 77;

// send() and not write(): MSG_NOSIGNAL makes a dead peer an error here, whatever SIGPIPE does in the process.
bool send_all(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(socket, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(socket, data, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// A message: a mark, the size of the text, the text.
struct Header {
  std::uint64_t mark = 0, size = 0;
};

bool send_message(int socket, std::uint64_t mark, std::string_view text) {
  const Header header{mark, text.size()};
  char bytes[sizeof header];
  std::memcpy(bytes, &header, sizeof header);
  return send_all(socket, bytes, sizeof bytes) && send_all(socket, text.data(), text.size());
}

struct Message {
  std::uint64_t mark = 0;
  std::string text;
};

std::optional<Message> receive_message(int socket) {
  char bytes[sizeof(Header)];
  if (!receive_all(socket, bytes, sizeof bytes)) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes, sizeof header);
  Message message{header.mark, std::string(header.size, '\0')};
  if (!receive_all(socket, message.text.data(), message.text.size())) return std::nullopt;
  return message;
}

void end_at_no_memory() { ::_exit(out_of_memory); }

// GMP (and MPFR through it) would print and abort; a status of our own lets the pool tell why the worker ended.
void* allocate(std::size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) end_at_no_memory();
  return block;
}
void* reallocate(void* block, std::size_t, std::size_t size) {
  void* const moved = std::realloc(block, size);
  if (moved == nullptr) end_at_no_memory();
  return moved;
}
void release(void* block, std::size_t) { std::free(block); }

/// The worker's own surroundings: it keeps its socket and standard error alone (an inherited copy of a pipe's end would
/// hide from others that the pipe was closed), dies with its parent, leaves no core file. Gives the socket.
int settle(int socket, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  constexpr int kept = STDERR_FILENO + 1;
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere < 0 || ::dup2(nowhere, STDIN_FILENO) < 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) ::_exit(1);
  if (socket != kept && ::dup2(socket, kept) < 0) ::_exit(1);
  ::close_range(kept + 1, ~0U, 0);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::signal(SIGALRM, SIG_DFL);
  mp_set_memory_functions(allocate, reallocate, release);
  return kept;
}

/// Ends this process that long from now, whatever it does then; never where `span` is zero.
void ring_after(std::chrono::seconds span) { ::alarm(static_cast<unsigned>(span.count())); }

Error cause_of_death(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory)
    return {ErrorCode::limit_exceeded, "", "the request needs more memory than there is"};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return {ErrorCode::limit_exceeded, "", "the request did not end within its max_seconds and was stopped"};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return {ErrorCode::limit_exceeded, "", "the system ended the request, most likely because memory ran out"};
  const std::string how = WIFSIGNALED(status) ? std::string("signal ") + std::to_string(WTERMSIG(status))
                                              : "status " + std::to_string(WEXITSTATUS(status));
  return {ErrorCode::internal, "", "a fault of the program ended this request (" + how + ")"};
}

}  // namespace

WorkerPool::WorkerPool(std::size_t size, Handler handler) : handler_(std::move(handler)), workers_(size) {
  assert(size > 0);
}

WorkerPool::~WorkerPool() {
  for (Worker& worker : workers_)
    if (worker.pid > 0) {
      ::kill(worker.pid, SIGKILL);
      bury(worker);
    }
}

bool WorkerPool::has_idle() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const Worker& worker) { return !worker.busy; });
}

std::optional<Reply> WorkerPool::submit(std::uint64_t ticket, std::string text) {
  const auto idle = [](const Worker& worker) { return !worker.busy; };
  // One that runs already, before one that must be started.
  auto chosen = std::find_if(workers_.begin(), workers_.end(),
                             [&](const Worker& worker) { return idle(worker) && worker.pid > 0; });
  if (chosen == workers_.end()) chosen = std::find_if(workers_.begin(), workers_.end(), idle);
  assert(chosen != workers_.end());
  if (chosen->pid <= 0 && !start(*chosen))
    return error_reply(salvage_id(text),
                       {ErrorCode::limit_exceeded, "", "the system would not start a process for the request"});
  chosen->busy = true;
  chosen->ticket = ticket;
  chosen->text = std::move(text);
  // A send that fails shows in collect(): the descriptor of a dead worker is readable, at its end.
  send_message(chosen->socket, 0, chosen->text);
  return std::nullopt;
}

void WorkerPool::append_to(std::vector<pollfd>& descriptors) const {
  for (const Worker& worker : workers_)
    if (worker.busy) descriptors.push_back({worker.socket, POLLIN, 0});
}

std::vector<WorkerPool::Done> WorkerPool::collect(const std::vector<pollfd>& descriptors) {
  std::vector<Done> done;
  for (Worker& worker : workers_) {
    if (!worker.busy) continue;
    const bool ready = std::any_of(descriptors.begin(), descriptors.end(), [&](const pollfd& descriptor) {
      return descriptor.fd == worker.socket && descriptor.revents != 0;
    });
    if (!ready) continue;
    std::optional<Message> message = receive_message(worker.socket);
    worker.busy = false;
    Reply reply = message ? Reply{message->mark == 1, std::move(message->text)} : bury(worker);
    worker.text.clear();
    done.push_back({worker.ticket, std::move(reply)});
  }
  return done;
}

bool WorkerPool::start(Worker& worker) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) serve(settle(ends[1], parent));
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return false;
  }
  worker.pid = pid;
  worker.socket = ends[0];
  return true;
}

Reply WorkerPool::bury(Worker& worker) {
  int status = 0;
  ::close(worker.socket);
  while (::waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {
  }
  worker.pid = -1;
  worker.socket = -1;
  return error_reply(salvage_id(worker.text), cause_of_death(status));
}

void WorkerPool::serve(int socket) const {
  while (std::optional<Message> message = receive_message(socket)) {
    const auto arm = [](std::chrono::milliseconds budget) {
      ring_after(std::chrono::duration_cast<std::chrono::seconds>(budget) + std::chrono::seconds(1) + grace);
    };
    const Reply reply = handler_(message->text, arm);
    ring_after(std::chrono::seconds(0));
    if (!send_message(socket, reply.ok ? 1 : 0, reply.text)) break;
  }
  ::_exit(0);
}

}  // namespace assay::cli
