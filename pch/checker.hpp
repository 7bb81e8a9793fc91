// What most sources of the checker read, precompiled once. Nothing relies on it; every file includes what it uses.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gmpxx.h>
#include <nlohmann/json.hpp>
