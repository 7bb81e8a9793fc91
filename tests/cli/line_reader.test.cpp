// Lines out of a pipe: blank ones, long ones, the last one.
#include "cli/line_reader.hpp"

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "cli/batch.hpp"

namespace {

using namespace assay;

std::vector<cli::Line> lines_of(const std::string& text, std::size_t longest) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::thread writer([&] {
    CHECK(cli::write_all(ends[1], text) == 0);
    ::close(ends[1]);
  });
  cli::LineReader reader(ends[0], longest);
  std::vector<cli::Line> lines;
  while (true) {
    while (std::optional<cli::Line> line = reader.next()) lines.push_back(*line);
    if (reader.at_end()) break;
    REQUIRE(reader.read_some() == 0);
  }
  writer.join();
  ::close(ends[0]);
  return lines;
}

TEST_CASE("lines come without their breaks, blank ones do not come") {
  const auto lines = lines_of("a\n\n  \t\r\nb\r\n\nc", 10);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].text == "a");
  CHECK(lines[1].text == "b\r");
  CHECK(lines[1].number == 4);
  CHECK(lines[2].text == "c");
  CHECK(lines[2].number == 6);
  CHECK(lines_of("", 10).empty());
  CHECK(lines_of("\n\n \n", 10).empty());
}

TEST_CASE("a line past the limit is marked and costs the next one nothing") {
  const std::string exact(10, 'x'), over(11, 'y'), huge(1'000'000, 'z');
  for (const std::string& text :
       {exact + "\n" + over + "\n" + huge + "\nend\n", exact + "\n" + over + "\n" + huge + "\nend"}) {
    const auto lines = lines_of(text, 10);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].text == exact);
    CHECK_FALSE(lines[0].too_long);
    CHECK(lines[1].too_long);
    CHECK(lines[1].text.empty());
    CHECK(lines[2].too_long);
    CHECK(lines[3].text == "end");
    CHECK(lines[3].number == 4);
  }
  const auto last = lines_of("a\n" + huge, 10);
  REQUIRE(last.size() == 2);
  CHECK(last[1].too_long);
}

TEST_CASE("a NUL byte is part of its line") {
  const auto lines = lines_of(std::string("a\0b\n", 4), 10);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].text.size() == 3);
}

TEST_CASE("a descriptor that cannot be read gives the system's error") {
  cli::LineReader reader(-1, 10);
  CHECK(reader.read_some() == EBADF);
}

}  // namespace
