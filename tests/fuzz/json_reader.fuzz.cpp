// Fuzz target: whatever text is accepted, write then read gives it back; whatever is refused, the error can be sent.
// As a fuzzer: clang++ -std=c++20 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/json_reader.fuzz.cpp core/*.cpp
//              -lgmp, then run it on a copy of tests/fuzz/corpus/json_reader.
#include "core/json_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/json_writer.hpp"

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::core;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = read_json(text);
  if (!value) {
    const Error& error = value.error();
    expect(error.code == ErrorCode::invalid_json || error.code == ErrorCode::limit_exceeded);
    expect(error.pointer.empty() || error.pointer.front() == '/');
    expect(!error.message.empty());
    const Json report(Json::Array{Json(error.pointer), Json(error.message)});
    const auto back = read_json(write_json(report));
    expect(back && *back == report);
    return 0;
  }
  const std::string canonical = write_json(*value);
  const auto back = read_json(canonical, {.max_bytes = canonical.size()});
  expect(back && *back == *value);
  expect(write_json(*back) == canonical);
  return 0;
}
