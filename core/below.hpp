// The error of a part, seen from the whole.
#pragma once

#include <string_view>
#include <utility>

#include "core/result.hpp"

namespace assay::core {

/// The same error with `place` ("/base") before its pointer.
inline Error below(std::string_view place, Error error) {
  error.pointer.insert(0, place);
  return error;
}

}  // namespace assay::core
