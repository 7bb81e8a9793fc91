#include "proofs/checker/json.hpp"

#include <vector>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

/// What the reader reports while it reads, before any value is built: depth and duplicate keys are judged here.
struct Guard {
  std::vector<std::set<std::string>> open;  // the keys of each object or list that is open
  bool enter() {
    constexpr std::size_t deepest = 16;
    need(open.size() < deepest, "more than 16 levels");
    open.emplace_back();
    return true;
  }
  bool leave() {
    open.pop_back();
    return true;
  }
  bool start_object(std::size_t) { return enter(); }
  bool start_array(std::size_t) { return enter(); }
  bool end_object() { return leave(); }
  bool end_array() { return leave(); }
  bool key(std::string& name) {
    need(open.back().insert(name).second, "the key " + name.substr(0, 60) + " twice");
    return true;
  }
  static bool null() { return true; }
  static bool boolean(bool) { return true; }
  static bool number_integer(Json::number_integer_t) { return true; }
  static bool number_unsigned(Json::number_unsigned_t) { return true; }
  static bool number_float(Json::number_float_t, const std::string&) { return true; }
  static bool string(std::string&) { return true; }
  static bool binary(Json::binary_t&) { return true; }
  static bool parse_error(std::size_t at, const std::string&, const Json::exception&) {
    throw Refused("not JSON at byte " + std::to_string(at));
  }
};

}  // namespace

Json read_json(std::string_view text) {
  need(text.size() <= largest_text, "more than 1 MiB of text");
  try {
    Guard guard;
    Json::sax_parse(text, &guard);
    return Json::parse(text);
  } catch (const Json::exception& fault) {
    throw Refused(std::string("not JSON: ") + fault.what());
  }
}

const Json& member(const Json& object, const char* name) {
  need(object.is_object(), std::string("no object where ") + name + " is looked for");
  const auto found = object.find(name);
  need(found != object.end(), std::string("no member ") + name);
  return *found;
}

std::string text(const Json& object, const char* name) {
  const Json& value = member(object, name);
  need(value.is_string(), std::string(name) + " is not a text");
  return value.get<std::string>();
}

std::uint64_t count(const Json& object, const char* name, std::uint64_t most) {
  const Json& value = member(object, name);
  need(value.is_number_unsigned(), std::string(name) + " is not a whole number");
  const auto number = value.get<std::uint64_t>();
  need(number <= most, std::string(name) + " is larger than " + std::to_string(most));
  return number;
}

const Json& list(const Json& object, const char* name, std::size_t most) {
  const Json& value = member(object, name);
  need(value.is_array() && value.size() <= most, std::string(name) + " is no list, or a longer one than is read");
  return value;
}

std::size_t place(const Json& entry, std::size_t size, const char* what) {
  need(entry.is_number_unsigned() && entry < size, std::string("there is no such ") + what);
  return entry;
}

void only(const Json& object, const std::set<std::string>& names) {
  need(object.is_object(), "not an object");
  for (const auto& entry : object.items()) need(names.contains(entry.key()), "an unknown member " + entry.key());
}

}  // namespace assay::checker
