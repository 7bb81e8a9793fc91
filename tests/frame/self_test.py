#!/usr/bin/env python3
"""usage: self_test.py COMPILER...: each check of the repository passes on a small sound tree and finds a planted fault."""
import os
import sys
import tempfile

import documents
import doubles
import headers
import ranks
import style
import theorems

SOUND = {
    "meson.build": "project('small', version: '1.0')\n",
    "CHANGELOG.md": "# Changes\n\n## Unreleased\n\n## 1.0\n\n### Soundness\n\n### Added\n",
    "README.md": "See `core/a.hpp` and [b](accounting/loss/b.cpp).\n",
    "core/a.hpp": '// a\n#pragma once\n#include <string>\n',
    "core/a.cpp": '// a\n#include "core/a.hpp"\n',
    "accounting/loss/b.hpp": '// b\n#pragma once\n#include "core/a.hpp"\ninline double b = 0;\n',
    "accounting/loss/b.cpp": '// b\n#include "accounting/loss/b.hpp"\nstd::vector<std::string> theorems() { return {"one-two"}; }\n',
    "proofs/registry/c.cpp": '// c\nTheorems all() { return {\n{"one-two",\n "One", "Two"}}; }\n',
    "proofs/registry/probes.cpp": '// p\nProbes probes() { return {{"one-two", {"one is " "two", "E.three"}}}; }\n',
    "tests/e.test.cpp": '// e\nTEST_CASE("one is two") {}\n',
    "proofs/checker/d.cpp": "// d\n",
    "docs/theorems/one-two.md": "# One\n\n## Formal\n\n- E.three\n",
    "proofs/formal/E.v": "Theorem three : True. Proof. by []. Qed.\n",
    "proofs/formal/theorems.txt": "# all\nE.three\n",
    "tests/frame/doubles.txt": "chooses accounting/loss/b.hpp\n",
}

# check, file to change, its new text
FAULTS = (
    (ranks.includes_go_down, "core/a.cpp", '// a\n#include "accounting/loss/b.hpp"\n'),
    (ranks.includes_go_down, "core/a.cpp", '// a\n#include "core/missing.hpp"\n'),
    (ranks.includes_go_down, "accounting/other/e.cpp", "// e\n"),
    (ranks.narrow_folders, "proofs/checker/d.cpp", '// d\n#include "accounting/loss/b.hpp"\n'),
    (ranks.narrow_folders, "proofs/checker/d.cpp", '// d\n#include "core/a.hpp"\n'),
    (style.short_checker, "proofs/checker/d.cpp", "// d\n" + "int d();\n\n" * 2000),
    (ranks.outer_libraries, "core/a.cpp", '// a\n#include "core/a.hpp"\n#include <arb.h>\n'),
    (ranks.outer_libraries, "accounting/loss/b.cpp", '// b\n#include "accounting/loss/b.hpp"\n#include <iostream>\n'),
    (ranks.own_header_first, "core/a.cpp", '// a\n#include <string>\n#include "core/a.hpp"\n'),
    (style.no_macros, "core/a.cpp", '// a\n#include "core/a.hpp"\n#define X 1\n'),
    (style.no_macros, "core/a.cpp", '// a\n#include "core/a.hpp"\n#ifdef X\n#endif\n'),
    (style.headers_guard, "core/a.hpp", "// a\nint a();\n"),
    (style.first_comment, "core/a.hpp", "#pragma once\n"),
    (style.short_files, "core/a.cpp", "// a\n" + "\n" * 1000),
    (doubles.only_listed, "core/a.cpp", '// a\n#include "core/a.hpp"\nfloat x;\n'),
    (doubles.all_used, "accounting/loss/b.hpp", "// b has no double\n#pragma once\n"),
    (doubles.roles, "tests/frame/doubles.txt", "guesses accounting/loss/b.hpp\n"),
    (theorems.cited_exist, "accounting/loss/b.cpp", '// b\nauto f() { return ids.emplace_back("three"); }\n'),
    (theorems.cited_exist, "accounting/loss/b.cpp", '// b\nauto f() { return cite("one-three"); }\n'),
    (theorems.mentioned_exist, "core/a.cpp", "// theorem `none-such`\n"),
    (theorems.mentioned_exist, "core/a.cpp", "// theorems `none-such`, `nor-this`\n"),
    (theorems.entries_used, "accounting/loss/b.cpp", "// b cites nothing\n"),
    (theorems.pages_match, "docs/theorems/two.md", "# Two\n"),
    (theorems.formal_exist, "docs/theorems/one-two.md", "# One\n\n## Formal\n\n- E.four\n\n## Source\n"),
    (theorems.probed, "proofs/registry/probes.cpp", "// p\nProbes probes() { return {}; }\n"),
    (theorems.probed, "proofs/registry/probes.cpp", '// p\nauto p() { return {{"one-two", {}}}; }\n'),
    (theorems.probed, "proofs/registry/probes.cpp", '// p\nauto p() { return {{"one-two", {"a"}}, {"two", {"a"}}}; }\n'),
    (theorems.probes_exist, "tests/e.test.cpp", '// e\n// TEST_CASE("one is two")\n'),
    (theorems.probes_exist, "proofs/registry/probes.cpp", '// p\nauto p() { return {{"one-two", {"tests/data/none"}}}; }\n'),
    (theorems.formal_exist, "proofs/formal/E.v", "Theorem four : True. Proof. by []. Qed.\n"),
    (theorems.formal_exist, "proofs/formal/theorems.txt", "# E.three\n"),
    (documents.paths_exist, "README.md", "See `core/b.hpp`.\n"),
    (documents.paths_exist, "README.md", "See [b](docs/none.md).\n"),
    (documents.no_machine_paths, "README.md", "Run /home/me/assay.\n"),
    (documents.version_has_section, "meson.build", "project('small', version: '1.1')\n"),
    (documents.version_has_section, "CHANGELOG.md", "## 1.0\n"),
    (documents.changelog_sections, "CHANGELOG.md", "## Unreleased\n\n### Added\n\n### Soundness\n\n## 1.0\n"),
    (documents.plain_text, "README.md", "\\frac{1}{2}\n"),
)


def write(root, path, text):
    full = os.path.join(root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text)


def tree(files):
    root = tempfile.TemporaryDirectory()
    for path, text in files.items():
        write(root.name, path, text)
    return root


def main():
    passed = failed = 0
    for check in sorted({fault[0] for fault in FAULTS}, key=lambda c: c.__module__ + c.__name__):
        with tree(SOUND) as root:
            problems = check(root)
        passed, failed = passed + (not problems), failed + bool(problems)
        if problems:
            print(f"FAILED: {check.__module__}.{check.__name__} on the sound tree: {problems}")
    for check, path, text in FAULTS:
        with tree({**SOUND, path: text}) as root:
            found = bool(check(root))
        passed, failed = passed + found, failed + (not found)
        if not found:
            print(f"FAILED: {check.__module__}.{check.__name__} does not see {path}: {text!r}")
    with tree({**SOUND, "core/e.hpp": "// e\n#pragma once\nstd::string e;\n"}) as root:
        compiler = sys.argv[1:]
        proven = headers.proven_by_build(root)
        goods = (
            headers.compile_alone(root, root, compiler, "cstddef", "core/a.hpp") is None,
            headers.compile_alone(root, root, compiler, "cstddef", "core/e.hpp") is not None,
            "core/a.hpp" in proven,
            "core/e.hpp" not in proven,
        )
    for good in goods:
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f"FAILED: headers: {goods}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
