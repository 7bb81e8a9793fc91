#!/usr/bin/env python3
"""usage: doubles.py ROOT: the files where binary floating point may occur are those of doubles.txt, no more, no fewer."""
import re

import frame

# Also where a double comes out of a Ball unnamed.
WORD = re.compile(r"\b(double|float)\b|\b(?:log_)?midpoint\(\)")
LIST = "tests/frame/doubles.txt"


def listed(root):
    """path -> role; a line of the list is 'role path'."""
    lines = (line.split("#")[0].split() for line in frame.read(root, LIST).splitlines())
    return {path: role for role, path in (line for line in lines if line)}


def used(root):
    return {p for p in frame.sources(root) if WORD.search(frame.code(frame.read(root, p)))}


def only_listed(root):
    """a file that uses floating point is listed, with the part it plays there"""
    return [f"{p}: uses double; move the number into a Ball or a Rational, or list the file" for p in sorted(used(root) - set(listed(root)))]


def all_used(root):
    """a listed file exists and uses floating point"""
    return [p for p in sorted(set(listed(root)) - used(root))]


def roles(root):
    """a role is one of chooses, carries, charged, timing"""
    return [f"{p}: {r}" for p, r in listed(root).items() if r not in ("chooses", "carries", "charged", "timing")]


if __name__ == "__main__":
    frame.report(only_listed, all_used, roles)
