#include "proofs/checker/json.hpp"

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t most_numbers = 4096;

/// What the reader reports while it reads, before any value is built: depth and duplicate keys are judged here.
struct Guard {
  std::vector<std::set<std::string>> open;  // the keys of each object or list that is open
  bool enter() {
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
  need(object.is_object() && object.contains(name), std::string("no member ") + name);
  return object[name];
}

std::string text(const Json& object, const char* name) {
  const Json& value = member(object, name);
  need(value.is_string(), std::string(name) + " is not a text");
  return value.get<std::string>();
}

Rational real(const Json& object, const char* name) { return read_rational(text(object, name)); }

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

std::vector<Rational> numbers(const Json& list, const std::string& what) {
  need(list.is_array() && list.size() <= most_numbers, what + " is not a list of at most 4096 numbers");
  std::vector<Rational> all;
  for (const Json& entry : list) {
    need(entry.is_string(), what + " holds something that is no text");
    all.push_back(read_rational(entry.get<std::string>()));
  }
  return all;
}

std::vector<Rational> distribution(const Json& list, const std::string& what) {
  std::vector<Rational> masses = numbers(list, what);
  Rational sum = 0;
  for (const Rational& mass : masses) {
    need(mass >= 0, what + " has a negative mass");
    kept_small(sum += mass);
  }
  need(sum == 1, what + " does not sum to 1");
  return masses;
}

std::size_t place(const Json& entry, std::size_t size, const char* what) {
  need(entry.is_number_unsigned() && entry < size, std::string("there is no such ") + what);
  return entry;
}

bool either(const Json& object, const char* one, const char* other) {
  need(object.contains(one) != object.contains(other), std::string("one of ") + one + ", " + other);
  return object.contains(one);
}

void only(const Json& object, const std::set<std::string>& names) {
  need(object.is_object(), "not an object");
  for (const auto& entry : object.items()) need(names.contains(entry.key()), "an unknown member " + entry.key());
}

}  // namespace assay::checker
