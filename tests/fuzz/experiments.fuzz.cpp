// Fuzz target: requests about experiments. The first byte names the kind: a audit, r reconstruct, h hypothesis; the
// rest are the members of the request, without braces. What is accepted is answered within a second or refused with a
// code and a sentence; a bound's ends are in order, and what is answered is JSON again. As a fuzzer: clang++ -std=c++20
// -fsanitize=fuzzer,address,undefined -I. tests/fuzz/experiments.fuzz.cpp with the
//              sources of the program but its main, then run it on a copy of tests/fuzz/corpus/experiments.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/respond.hpp"
#include "core/json_reader.hpp"
#include "core/rational.hpp"

namespace {

using namespace assay;

void expect(bool holds) {
  if (!holds) std::abort();
}

/// Every {"lower", "upper"} of finite decimals is in order.
void check_enclosures(const core::Json& value) {
  const core::Json *lower = value.find("lower"), *upper = value.find("upper");
  if (lower != nullptr && upper != nullptr && lower->string() != nullptr && upper->string() != nullptr) {
    const auto low = core::parse_number(*lower->string()), high = core::parse_number(*upper->string());
    if (low && high) expect(low->value <= high->value);
  }
  if (const auto* object = value.object())
    for (const auto& [name, member] : *object) check_enclosures(member);
  if (const auto* array = value.array())
    for (const auto& item : *array) check_enclosures(item);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const char kind = static_cast<char>(data[0]);
  const std::string_view members(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string name = kind == 'a' ? "audit" : kind == 'r' ? "reconstruct" : "hypothesis";
  const std::string text =
      "{\"request\":\"" + name + "\",\"max_seconds\":1" + (members.empty() ? "" : ",") + std::string(members) + "}";
  const auto request = core::read_json(text);
  if (!request) {
    expect(!request.error().message.empty());
    return 0;
  }
  const cli::Reply reply = cli::respond(text);
  const auto response = core::read_json(reply.text);
  expect(response.has_value());
  if (!reply.ok) {
    const core::Json* error = response->find("error");
    expect(error != nullptr && error->find("code") != nullptr && error->find("message") != nullptr);
    expect(!error->find("message")->string()->empty());
    expect(*error->find("code")->string() != "internal");
    return 0;
  }
  expect(response->find("result") != nullptr && !response->find("theorems")->array()->empty());
  check_enclosures(*response);
  return 0;
}
