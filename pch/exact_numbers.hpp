// Precompiled once a target: Boost.Multiprecision costs more to read than most sources here cost to compile.
// Nothing relies on it; every file includes what it uses.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <boost/multiprecision/gmp.hpp>
