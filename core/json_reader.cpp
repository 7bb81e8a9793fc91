// The strict JSON reader: nlohmann's SAX parser drives, what it lets pass or loses is mended here.
#include "core/json_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/rational.hpp"

namespace assay::core {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool in_number_text(char c) { return is_digit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E'; }

/// The text as the parser is shown it, a byte at a time. Two things differ from the text itself:
/// - Of every run of digits in a number only the first is shown. The parser converts numbers to doubles, refuses those
///   that overflow and forgets how integers were spelled; so it judges the grammar alone, number_text() has the text.
/// - A NUL between tokens is shown as another control character: the parser would take it for the end of the text.
class Feed {
 public:
  explicit Feed(std::string_view text) : text_(text) {}

  bool at_end() const { return next_ == text_.size(); }
  char front() const { return !in_string_ && text_[next_] == '\0' ? '\x01' : text_[next_]; }
  void pop() {
    const char c = text_[next_];
    last_ = next_++;
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
      return;
    }
    in_string_ = c == '"';
    if (!in_number_ || !in_number_text(c)) {
      in_number_ = is_digit(c) || c == '-';
      if (in_number_) number_ = last_;
    }
    if (in_number_ && is_digit(c) && !is_leading_zero())
      while (!at_end() && is_digit(text_[next_])) ++next_;
  }

  /// The number read last, as spelled.
  std::string_view number_text() const {
    const auto rest = text_.substr(number_);
    const auto end = std::find_if_not(rest.begin(), rest.end(), in_number_text);
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  }
  std::size_t number_offset() const { return number_; }
  /// Of the last byte read, and of the text's end.
  std::size_t offset() const { return last_; }
  std::size_t size() const { return text_.size(); }

 private:
  // The digit after it must be shown, so that "01" is refused.
  bool is_leading_zero() const {
    return text_[last_] == '0' && (last_ == number_ || (last_ == number_ + 1 && text_[number_] == '-'));
  }

  std::string_view text_;
  std::size_t next_ = 0, last_ = 0, number_ = 0;
  bool in_string_ = false, escaped_ = false, in_number_ = false;
};

/// An input iterator over a Feed; the end where there is none.
class FeedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  FeedIterator() = default;
  explicit FeedIterator(Feed& feed) : feed_(&feed) {}
  char operator*() const { return feed_->front(); }
  FeedIterator& operator++() {
    feed_->pop();
    return *this;
  }
  FeedIterator operator++(int) {
    FeedIterator before = *this;
    feed_->pop();
    return before;
  }
  bool operator==(const FeedIterator& other) const { return done() == other.done(); }

 private:
  bool done() const { return feed_ == nullptr || feed_->at_end(); }

  Feed* feed_ = nullptr;
};

/// What the parser says of malformed text, without its codes, its count of lines and the text it quotes.
std::string reason(std::string_view what) {
  const auto dash = what.find(" - ");
  if (dash == what.npos) return "syntax error";
  what = what.substr(dash + 3);
  what = what.substr(0, what.find("; last read"));
  if (what == "invalid literal") return "neither a JSON value nor punctuation (NaN and Infinity are not JSON)";
  return std::string(what);
}

/// Builds the value from the parser's events. Nesting lives on `open_`, not on the call stack.
class Builder {
 public:
  using Numbers = nlohmann::json;

  Builder(const Feed& feed, const JsonLimits& limits) : feed_(feed), limits_(limits) {}

  bool null() { return place(Json()); }
  bool boolean(bool b) { return place(Json(b)); }
  bool number_integer(Numbers::number_integer_t) { return number(); }
  bool number_unsigned(Numbers::number_unsigned_t) { return number(); }
  bool number_float(Numbers::number_float_t, const std::string&) { return number(); }
  bool string(std::string& s) { return place(Json(std::move(s))); }
  bool binary(Numbers::binary_t&) { return fail(ErrorCode::internal, "binary data in JSON text"); }
  bool start_object(std::size_t) { return open(Json(Json::Object{})); }
  bool start_array(std::size_t) { return open(Json(Json::Array{})); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    Level& level = open_.back();
    level.name = name;
    if (!level.names.insert(std::move(name)).second)
      return fail(ErrorCode::invalid_json, "the member is given twice in one object" + at(feed_.offset()));
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& e) {
    const std::string why = reason(e.what());
    if (why.starts_with("unexpected end of input"))
      return fail(ErrorCode::invalid_json, why + ": the text stops after " + std::to_string(feed_.size()) + " bytes");
    const auto offset = why.starts_with("unexpected number") ? feed_.number_offset() : feed_.offset();
    if (complete_) return fail(ErrorCode::invalid_json, "the text goes on after its value" + at(offset));
    return fail(ErrorCode::invalid_json, why + at(offset));
  }

  Result<Json> result() && {
    if (error_) return *std::move(error_);
    if (!complete_) return Error{ErrorCode::internal, "", "the JSON parser stopped without an error"};
    return std::move(root_);
  }

 private:
  /// An array or object whose end is yet to come.
  struct Level {
    Json value;
    std::optional<std::string> name;  // of the member that is being read
    std::set<std::string> names;      // ordered: no hash to flood
  };

  static std::string at(std::size_t offset) { return ", at byte " + std::to_string(offset); }

  std::string pointer() const {
    std::string out;
    for (const Level& level : open_) {
      if (const auto* array = level.value.array())
        out += '/' + std::to_string(array->size());
      else if (level.name)
        out += '/' + pointer_token(*level.name);
    }
    return out;
  }

  bool fail(ErrorCode code, std::string message) {
    error_ = Error{code, pointer(), std::move(message)};
    return false;
  }

  bool number() {
    const auto text = feed_.number_text();
    if (text.size() > max_number_length)
      return fail(ErrorCode::limit_exceeded, "a number of " + std::to_string(text.size()) + " characters; at most " +
                                                 std::to_string(max_number_length) + " are read");
    return place(Json(Json::Number{std::string(text)}));
  }

  bool count() {
    if (++values_ <= limits_.max_values) return true;
    return fail(ErrorCode::limit_exceeded, "more than " + std::to_string(limits_.max_values) + " values");
  }

  bool open(Json container) {
    if (!count()) return false;
    const auto depth = std::min(limits_.max_depth, max_json_depth);
    if (open_.size() >= depth)
      return fail(ErrorCode::limit_exceeded,
                  "arrays and objects are nested more than " + std::to_string(depth) + " deep");
    open_.push_back({std::move(container), std::nullopt, {}});
    return true;
  }

  bool close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    attach(std::move(value));
    return true;
  }

  bool place(Json value) {
    if (!count()) return false;
    attach(std::move(value));
    return true;
  }

  void attach(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      complete_ = true;
    } else if (Level& level = open_.back(); auto* array = level.value.array()) {
      array->push_back(std::move(value));
    } else {
      level.value.object()->emplace_back(*std::exchange(level.name, std::nullopt), std::move(value));
    }
  }

  const Feed& feed_;
  const JsonLimits& limits_;
  std::vector<Level> open_;
  Json root_;
  bool complete_ = false;
  std::size_t values_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<Json> read_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes)
    return Error{ErrorCode::limit_exceeded, "",
                 "a text of " + std::to_string(text.size()) + " bytes; at most " + std::to_string(limits.max_bytes) +
                     " are read"};
  if (text.find_first_not_of(" \t\r\n") == text.npos) return Error{ErrorCode::invalid_json, "", "the text is empty"};
  if (text.starts_with("\xEF\xBB\xBF"))
    return Error{ErrorCode::invalid_json, "", "the text begins with a byte order mark; JSON has none"};
  Feed feed(text);
  Builder builder(feed, limits);
  nlohmann::json::sax_parse(FeedIterator(feed), FeedIterator(), &builder);
  return std::move(builder).result();
}

std::string pointer_token(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

}  // namespace assay::core
