// JSON Schema of the request `table`.
#pragma once

#include "core/json.hpp"

namespace assay::cli {

core::Json::Object table_properties();
core::Json::Object table_rest();

}  // namespace assay::cli
