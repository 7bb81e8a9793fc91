#!/usr/bin/env python3
"""usage: includes.py ROOT: every header includes what it names of the standard library and of Boost."""
import re

import frame

# The name as code spells it, and the header that a reader may rely on for it.
HEADERS = {
    r"std::(vector)\b": "vector",
    r"std::(string|to_string)\b": "string",
    r"std::(string_view)\b": "string_view",
    r"std::(optional|nullopt)\b": "optional",
    r"std::(variant|visit|get_if|holds_alternative)\b": "variant",
    r"std::(span)\b": "span",
    r"std::(array|to_array)\b": "array",
    r"std::(map|multimap)\b": "map",
    r"std::(set)\b": "set",
    r"std::(function)\b": "functional",
    r"std::(unique_ptr|shared_ptr|make_unique|make_shared)\b": "memory",
    r"std::(u?int(?:8|16|32|64)_t)\b": "cstdint",
    r"std::(size_t|ptrdiff_t)\b": "cstddef",
    r"std::(pair|move|forward)\b": "utility",
    r"std::(sqrt|exp|log|isfinite|isnan|floor|ceil)\(": "cmath",
    r"std::(sort|min|max|find|clamp)\(": "algorithm",
    r"std::(chrono)\b": "chrono",
}
# A header that another brings along by its own contract.
BRINGS = {"cstddef": {"vector", "string", "array", "span", "cstdint"}, "utility": {"variant", "map", "vector", "optional"},
          "string": {"sstream"}}


def standard_names(root):
    """a header includes the standard headers whose names it uses"""
    faults = []
    for path in (p for p in frame.sources(root) if p.endswith(".hpp")):
        code = frame.code(frame.read(root, path))
        included = set(re.findall(r"^\s*#\s*include\s*<([^>]+)>", code, re.MULTILINE))
        for name, header in HEADERS.items():
            if header in included or included & BRINGS.get(header, set()):
                continue
            if used := re.search(name, code):
                faults.append(f"{path}: std::{used[1]} without <{header}>")
    return faults


if __name__ == "__main__":
    frame.report(standard_names)
