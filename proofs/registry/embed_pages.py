#!/usr/bin/env python3
"""usage: embed_pages.py FOLDER OUTPUT DEPFILE: writes the pages of FOLDER as a C++ source that defines proofs::page."""
import os
import sys


def main():
    folder, output, depfile = sys.argv[1:]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".md"))
    paths = [os.path.join(folder, name) for name in names]
    entries = []
    for name, path in zip(names, paths):
        with open(path, encoding="utf-8") as page:
            entries.append(f'    {{"{name[:-3]}", R"page({page.read()})page"}},\n')
    with open(output, "w", encoding="utf-8") as out:
        out.write(
            '#include <algorithm>\n#include <array>\n#include <utility>\n\n#include "proofs/registry/theorems.hpp"\n\n'
            "namespace assay::proofs {\nnamespace {\n\n"
            f"constexpr std::array<std::pair<std::string_view, std::string_view>, {len(names)}> pages = {{{{\n"
            f"{''.join(entries)}}}}};\n\n}}  // namespace\n\n"
            "std::string_view page(std::string_view id) {\n"
            "  const auto found = std::find_if(pages.begin(), pages.end(), [&](const auto& p) { return p.first == id; });\n"
            "  return found == pages.end() ? std::string_view() : found->second;\n}\n\n}  // namespace assay::proofs\n"
        )
    # The folder itself is listed so that a new page is seen.
    with open(depfile, "w", encoding="utf-8") as out:
        dependencies = (p.replace(" ", "\\ ") for p in [folder, *paths])
        out.write(f"{os.path.basename(output)}: {' '.join(dependencies)}\n")


if __name__ == "__main__":
    main()
