#!/usr/bin/env python3
"""usage: style.py ROOT: macros, first comments, length of files."""
import re

import frame

DIRECTIVE = re.compile(r"^\s*#\s*(?!include\b|pragma\s+once\b)(.*)$", re.MULTILINE)
# doctest asks for its one line; macros of doctest, and the place of the sources, are used but not made here.
ALLOWED = {"tests/main.cpp": {"define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN"}}
MOST_LINES = 450
EVERYTHING = (*frame.ROOMS, "tests", "bench")


def no_macros(root):
    """the preprocessor is used for include and pragma once alone"""
    return [
        f"{path}: #{directive}"
        for path in frame.sources(root, EVERYTHING)
        for directive in DIRECTIVE.findall(frame.code(frame.read(root, path)))
        if directive.strip() not in ALLOWED.get(path, ())
    ]


def headers_guard(root):
    """every header says pragma once"""
    return [p for p in frame.sources(root, EVERYTHING) if p.endswith(".hpp") and "#pragma once" not in frame.read(root, p)]


def first_comment(root):
    """the first line of a header, or of a source that has none, says what the file is"""
    known = set(frame.sources(root, (*frame.ROOMS, "bench")))
    return [
        p
        for p in sorted(known)
        if not (p.endswith(".cpp") and p[:-4] + ".hpp" in known) and not frame.read(root, p).startswith("// ")
    ]


def short_files(root):
    """no file is long"""
    lines = {p: frame.read(root, p).count("\n") for p in frame.sources(root)}
    return [f"{p}: {n} lines, more than {MOST_LINES}" for p, n in lines.items() if n > MOST_LINES]


# What the checker reads of one kind of claim alone; all else of it every claim needs.
CHECKER = {
    "composition": ("composition", "pairs", "profiles", "discretise", "losses"),
    "persuasion": ("persuasion", "gains"),
    "release": ("release",),
    "table": ("table",),
}


def short_checker(root):
    """whoever trusts certificates of one kind can read the checker in one sitting: fewer than 2000 lines of code"""
    lines = {}
    for p in frame.sources(root, ("proofs/checker",)):
        name = p.rsplit("/", 1)[1].split(".")[0]
        kind = next((kind for kind, names in CHECKER.items() if name in names), "all")
        code = sum(1 for line in frame.read(root, p).splitlines() if line.strip() and not line.lstrip().startswith("//"))
        lines[kind] = lines.get(kind, 0) + code
    shared = lines.pop("all", 0)
    return [f"{kind}: {shared + own} lines" for kind, own in (lines or {"all": 0}).items() if shared + own >= 2000]


if __name__ == "__main__":
    frame.report(no_macros, headers_guard, first_comment, short_files, short_checker)
