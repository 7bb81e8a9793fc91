// Json -> canonical text: no white space, members in the order given, strings escaped minimally, UTF-8 kept.
#pragma once

#include <string>

#include "core/json.hpp"

namespace assay::core {

std::string write_json(const Json& value);

}  // namespace assay::core
