#!/usr/bin/env python3
"""usage: ranks.py ROOT: which folder may include which, and whose headers stay inside which room."""
import re

import frame

# A file includes its own folder and those listed before it.
RANKS = (
    "core",
    "proofs",
    "accounting/numeric",
    "accounting/mechanism",
    "accounting/loss",
    "accounting/composition",
    "accounting/curve",
    "accounting/verdict",
    "accounting/audit",
    "scoring",
    "persuasive",
    "cli",
)
# Folders that see less than their rank allows.
NARROW = {"proofs/checker": ("proofs/checker",)}
# The outer libraries and the folders that may name them: arithmetic stays with the prover, the command line with cli.
OUTER = {
    re.compile(r"(flint/)?(arb|acb|arf|mag|fmpz|fmpq|flint)\w*\.h|flint/.*"): ("accounting",),
    re.compile(r"nlohmann/.*"): ("core", "proofs/checker"),
    re.compile(r"CLI/.*"): ("cli",),
    re.compile(r"iostream|cstdio|stdio\.h|print"): ("cli", "proofs/checker"),
}
OWN = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
OTHER = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
ALONE = {"cli/version.hpp"}  # written by the build


def inside(path, folder):
    return path.startswith(folder + "/")


def rank(path):
    return next((i for i, folder in enumerate(RANKS) if inside(path, folder)), None)


def includes_go_down(root):
    """an include names a folder of its own or a lower rank, by the full path from the root"""
    problems = []
    known = set(frame.sources(root)) | ALONE
    for path in sorted(known - ALONE):
        if rank(path) is None:
            problems.append(f"{path}: its folder has no rank")
            continue
        for name in OWN.findall(frame.code(frame.read(root, path))):
            if name not in known:
                problems.append(f"{path}: there is no {name}")
            elif rank(name) > rank(path):
                problems.append(f"{path}: includes {name}, of a higher rank")
    return problems


def narrow_folders(root):
    """the checker of certificates sees itself alone"""
    return [
        f"{path}: includes {name}"
        for folder, seen in NARROW.items()
        for path in frame.sources(root)
        if inside(path, folder)
        for name in OWN.findall(frame.code(frame.read(root, path)))
        if not any(inside(name, s) for s in seen)
    ]


def outer_libraries(root):
    """an outer library is named only in the room that owns it; libraries do not print"""
    return [
        f"{path}: includes <{name}>"
        for path in frame.sources(root)
        for name in OTHER.findall(frame.code(frame.read(root, path)))
        for pattern, rooms in OUTER.items()
        if pattern.fullmatch(name) and not any(inside(path, r) for r in rooms)
    ]


def own_header_first(root):
    """a source includes its own header before any other"""
    problems = []
    for path in frame.sources(root):
        header = path[:-4] + ".hpp"
        if not path.endswith(".cpp") or header not in frame.sources(root):
            continue
        first = re.search(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', frame.code(frame.read(root, path)), re.MULTILINE)
        if first is None or first[1] != header:
            problems.append(f"{path}: its first include is {first[1] if first else 'none'}")
    return problems


if __name__ == "__main__":
    frame.report(includes_go_down, narrow_folders, outer_libraries, own_header_first)
