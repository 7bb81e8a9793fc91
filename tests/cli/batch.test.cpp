// The batch runner with a handler of the test's own: order, faults that cost one line alone, closed output.
#include "cli/batch.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace assay;
using OnBudget = std::function<void(std::chrono::milliseconds)>;

/// A file that is gone when the test ends.
class TemporaryFile {
 public:
  TemporaryFile() : descriptor_(::mkstemp(name_)) { REQUIRE(descriptor_ >= 0); }
  ~TemporaryFile() {
    ::close(descriptor_);
    ::unlink(name_);
  }
  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::ifstream file(name_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void fill(std::string_view text) const {
    REQUIRE(cli::write_all(descriptor_, text) == 0);
    REQUIRE(::lseek(descriptor_, 0, SEEK_SET) == 0);
  }

 private:
  char name_[24] = "/tmp/assay-test-XXXXXX";
  int descriptor_;
};

struct Ran {
  int status;
  std::string out;
};

Ran run(std::string_view input, std::size_t jobs, const cli::WorkerPool::Handler& handler) {
  const TemporaryFile in, out;
  in.fill(input);
  const int status = cli::run_batch({in.descriptor(), out.descriptor(), jobs, false, handler});
  return {status, out.text()};
}

/// Echoes; what a line starts with says what else it does.
cli::Reply misbehave(std::string_view text, const OnBudget& on_budget) {
  const auto sleep = [](int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); };
  if (text.starts_with("slow")) sleep(30);
  if (text.find("abort") != std::string_view::npos) std::abort();
  if (text.find("trap") != std::string_view::npos) std::raise(SIGTRAP);
  if (text.find("killed") != std::string_view::npos) std::raise(SIGKILL);
  if (text.find("alarm") != std::string_view::npos) std::raise(SIGALRM);
  if (text.find("budget") != std::string_view::npos) on_budget(std::chrono::seconds(1));
  return {text.find("bad") == std::string_view::npos, std::string(text)};
}

TEST_CASE("replies come in the order of the requests, whatever time they took") {
  std::string input;
  for (int i = 0; i < 200; ++i) input += (i % 50 == 0 ? "slow " : "line ") + std::to_string(i) + "\n";
  for (const std::size_t jobs : {1, 2, 5}) {
    const Ran ran = run(input, jobs, misbehave);
    CHECK(ran.status == cli::status::good);
    CHECK(ran.out == input);
  }
}

TEST_CASE("an error reply shows in the exit status") {
  CHECK(run("a\nbad\nb\n", 2, misbehave).status == cli::status::error);
  CHECK(run("", 2, misbehave).status == cli::status::good);
  CHECK(run("", 2, misbehave).out.empty());
}

TEST_CASE("a worker that dies costs its own line alone, and its reply has the id and a reason") {
  const Ran ran =
      run("a\n{\"id\":1,\"x\":\"abort\"}\nb\n{\"id\":[2],\"x\":\"trap\"}\n{\"id\":3,\"x\":\"killed\"}\n"
          "{\"id\":4,\"x\":\"alarm\"}\nbudget\nc\n",
          2, misbehave);
  const auto error = [](const std::string& id, const std::string& code, const std::string& message) {
    return "{\"id\":" + id + R"(,"ok":false,"error":{"code":")" + code + R"(","at":"","message":")" + message +
           "\"}}\n";
  };
  const std::string fault = "a fault of the program ended this request ";
  CHECK(ran.status == cli::status::error);
  CHECK(ran.out ==
        "a\n" + error("1", "internal", fault + "(signal 6)") + "b\n" + error("[2]", "internal", fault + "(signal 5)") +
            error("3", "limit_exceeded", "the system ended the request, most likely because memory ran out") +
            error("4", "limit_exceeded", "the request did not end within its max_seconds and was stopped") +
            "budget\nc\n");
}

TEST_CASE("a line past 8 MiB is answered limit_exceeded, its neighbours are answered") {
  const Ran ran = run("a\n" + std::string(cli::max_line + 1, 'x') + "\n" + std::string(cli::max_line, 'y') + "\nb\n", 2,
                      [](std::string_view text, const OnBudget&) {
                        return cli::Reply{true, std::string(text.substr(0, 1)) + std::to_string(text.size())};
                      });
  CHECK(ran.status == cli::status::error);
  CHECK(
      ran.out ==
      "a1\n"
      R"({"id":null,"ok":false,"error":{"code":"limit_exceeded","at":"","message":"line 2 is longer than 8 MiB (8388608 bytes) and was skipped"}})"
      "\ny8388608\nb1\n");
}

TEST_CASE("a reader that goes away ends the batch at once, though a worker is busy") {
  int out[2], in[2];
  REQUIRE(::pipe(out) == 0);
  REQUIRE(::pipe(in) == 0);
  REQUIRE(cli::write_all(in[1], "a\nb\n") == 0);
  std::signal(SIGPIPE, SIG_IGN);
  ::close(out[0]);
  const auto start = std::chrono::steady_clock::now();
  const int status = cli::run_batch({in[0], out[1], 2, false, [](std::string_view text, const OnBudget&) {
                                       std::this_thread::sleep_for(std::chrono::seconds(100));
                                       return cli::Reply{true, std::string(text)};
                                     }});
  CHECK(status == cli::status::unusable);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  for (const int end : {out[1], in[0], in[1]}) ::close(end);
}

TEST_CASE("a response goes out before the next request comes in") {
  int out[2], in[2];
  REQUIRE(::pipe(out) == 0);
  REQUIRE(::pipe(in) == 0);
  std::string seen;
  std::thread asker([&] {
    for (const char* line : {"one\n", "two\n"}) {
      cli::write_all(in[1], line);
      char reply[16];
      const ssize_t got = ::read(out[0], reply, sizeof reply);
      seen += std::string(reply, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
    ::close(in[1]);
  });
  CHECK(cli::run_batch({in[0], out[1], 3, false, misbehave}) == cli::status::good);
  asker.join();
  CHECK(seen == "one\ntwo\n");
  for (const int end : {out[0], out[1], in[0]}) ::close(end);
}

TEST_CASE("the reorder buffer gives replies in order and knows when it is full") {
  cli::ReorderBuffer buffer;
  CHECK(buffer.reserve() == 0);
  CHECK(buffer.reserve() == 1);
  CHECK_FALSE(buffer.take());
  buffer.put(1, {true, "b"});
  CHECK_FALSE(buffer.take());
  buffer.put(0, {true, "a"});
  CHECK(buffer.take()->text == "a");
  CHECK(buffer.take()->text == "b");
  CHECK(buffer.empty());
  CHECK(buffer.reserve() == 2);
  CHECK(buffer.reserve() == 3);
  buffer.put(3, {true, std::string(std::size_t{65} << 20, 'x')});
  CHECK_FALSE(buffer.has_room());
  buffer.put(2, {true, ""});
  buffer.take();
  buffer.take();
  CHECK(buffer.has_room());
}

TEST_CASE("run_all keeps the order and stops when told") {
  std::vector<std::string> texts;
  for (int i = 0; i < 50; ++i) texts.push_back((i % 10 == 0 ? "slow " : "") + std::to_string(i));
  std::vector<std::string> seen;
  cli::run_all(texts, 4, misbehave, [&](const cli::Reply& reply) {
    seen.push_back(reply.text);
    return true;
  });
  CHECK(seen == texts);
  std::size_t taken = 0;
  cli::run_all(texts, 4, misbehave, [&](const cli::Reply&) { return ++taken < 3; });
  CHECK(taken == 3);
  cli::run_all({}, 4, misbehave, [&](const cli::Reply&) { return ++taken < 3; });
  CHECK(taken == 3);
}

}  // namespace
