// An audited table for people: plain text, one self-contained HTML page, or its picture as SVG.
#pragma once

#include <string>

#include "core/json.hpp"

namespace assay::cli {

/// A grid where the first table has two dimensions, else a list; suppressed cells show their range.
/// Shape: `request` of kind table that was answered, `response` an answer with ranges.
std::string table_as_text(const core::Json& request, const core::Json& response);

/// The same as a page without scripts or outer references: the range in each suppressed cell, its posterior on hover,
/// coloured by kappa (darker: more is learned), disclosed cells outlined.
std::string table_as_html(const core::Json& request, const core::Json& response);

/// The same as a picture: one rectangle a cell, without hover where the viewer has none.
std::string table_as_svg(const core::Json& request, const core::Json& response);

}  // namespace assay::cli
