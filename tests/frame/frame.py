"""What the checks of the repository share: the files, their code without comments, the count at the end."""
import os
import re
import sys

ROOMS = ("core", "proofs", "accounting", "scoring", "persuasive", "cli")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def files(root, folders, endings):
    """Paths below root, with forward slashes, sorted; hidden and build folders are left out."""
    found = []
    for folder in folders:
        for place, inner, names in os.walk(os.path.join(root, folder)):
            inner[:] = [d for d in inner if not d.startswith((".", "build", "__pycache__"))]
            found += [os.path.join(place, n) for n in names if n.endswith(tuple(endings))]
    return sorted(os.path.relpath(f, root).replace(os.sep, "/") for f in found)


def sources(root, folders=ROOMS):
    return files(root, folders, (".hpp", ".cpp"))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def code(text):
    """The text without its comments; string literals stay."""
    return COMMENT_OR_TEXT.sub(lambda m: m[0] if m[0].startswith(('"', "R")) else " ", text)


def variants(name):
    """a.{hpp,cpp} stands for a.hpp and a.cpp."""
    match = re.search(r"\{([^}]*)\}", name)
    if not match:
        return [name]
    return [v for part in match[1].split(",") for v in variants(name[: match.start()] + part + name[match.end() :])]


def report(*checks):
    """Runs checks over the tree named on the command line: each gives the list of what is wrong."""
    root = sys.argv[1]
    failed = 0
    for check in checks:
        problems = check(root)
        failed += bool(problems)
        print(f"{'FAILED' if problems else 'ok'}: {check.__doc__.strip().splitlines()[0]}")
        for problem in problems:
            print(f"  {problem}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
