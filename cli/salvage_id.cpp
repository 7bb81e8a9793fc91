// The id of a request whose JSON is broken elsewhere: a lexical scan that trusts nothing behind the fault.
#include <optional>
#include <string_view>

#include "cli/respond.hpp"
#include "core/json_reader.hpp"

namespace assay::cli {
namespace {

/// Splits text into the raw tokens of JSON without judging them.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// The next token: one punctuation character, a string with its quotes, or a run of other characters; "" at the end
  /// and where a string is not closed.
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    const std::size_t begin = at_;
    if (begin == text_.size()) return {};
    if (text_[begin] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
        if (text_[at_] == '\\') ++at_;
      if (at_ >= text_.size()) {
        at_ = text_.size();
        return {};
      }
      return text_.substr(begin, ++at_ - begin);
    }
    if (is_punctuation(text_[at_])) return text_.substr(at_++, 1);
    while (at_ < text_.size() && !is_space(text_[at_]) && !is_punctuation(text_[at_]) && text_[at_] != '"') ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// One value, balanced brackets and all; "" where the text ends inside it.
  std::string_view value() {
    std::size_t depth = 0;
    std::optional<std::size_t> begin;
    while (true) {
      const std::string_view token = next();
      if (token.empty()) return {};
      if (!begin) begin = at_ - token.size();
      if (token == "{" || token == "[") ++depth;
      if (token == "}" || token == "]") {
        if (depth == 0) return {};
        --depth;
      }
      if (depth == 0) return text_.substr(*begin, at_ - *begin);
    }
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool is_punctuation(char c) { return std::string_view("{}[],:").find(c) != std::string_view::npos; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

core::Json salvage_id(std::string_view text) {
  Scanner scan(text);
  std::optional<core::Json> id;
  if (scan.next() != "{") return {};
  while (true) {
    const std::string_view name = scan.next();
    if (name.empty() || name.front() != '"' || scan.next() != ":") break;
    const std::string_view value = scan.value();
    if (value.empty()) break;
    if (name == "\"id\"") {
      if (id) return {};  // given twice: neither is the id
      core::Result<core::Json> read = core::read_json(value);
      if (!read) return {};
      id = std::move(read).value();
    }
    if (scan.next() != ",") break;
  }
  return id.value_or(core::Json());
}

}  // namespace assay::cli
