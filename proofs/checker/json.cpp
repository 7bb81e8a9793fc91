#include "proofs/checker/json.hpp"

#include <vector>

#include "proofs/checker/refused.hpp"

namespace assay::checker {

Json read_json(std::string_view text) {
  constexpr int deepest = 16;
  need(text.size() <= largest_text, "more than 1 MiB of text");
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  // Called at every value, before the value is kept; what it throws ends the reading.
  const auto look = [&keys](int depth, Json::parse_event_t event, Json& value) {
    need(depth < deepest, "more than 16 levels");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key)
      need(keys.back().insert(value.get<std::string>()).second, "the key " + value.get<std::string>() + " twice");
    return true;
  };
  try {
    return Json::parse(text, look);
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

void only(const Json& object, const std::set<std::string>& names) {
  need(object.is_object(), "not an object");
  for (const auto& entry : object.items()) need(names.contains(entry.key()), "an unknown member " + entry.key());
}

}  // namespace assay::checker
