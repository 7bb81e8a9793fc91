#!/usr/bin/env python3
"""usage: theorems.py ROOT: the ids that sources cite, the entries of the registry and the pages are the same set."""
import os
import re

import frame

# A cited id is a literal with a hyphen, or any literal that is put into a list named theorems or ids.
HYPHENATED = re.compile(r'"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"')
LISTED = re.compile(r'(?:theorems|ids)(?:\(\) const|\.\w+)?\s*[({][^;"]*"([a-z0-9-]+)"')
RETURNED = re.compile(r'return \{"([a-z0-9-]+)"[,}]')
NAMED = re.compile(r"theorems? ((?:`[a-z0-9-]+`(?:,? and |, )?)+)")  # "theorem `a`", "theorems `a`, `b` and `c`"
LINKED = re.compile(r"docs/theorems/([a-z0-9-]+)\.md")
PROBE = re.compile(r'\{"([a-z0-9-]+)",\s*\{((?:\s*"(?:[^"\\]|\\.)*"\s*,?)+)\}\}')
LITERALS = re.compile(r'((?:"(?:[^"\\]|\\.)*"\s*)+)')
CASE = re.compile(r'\bTEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
STATED = re.compile(r"^(?:Theorem|Corollary|Lemma) (\w+)", re.MULTILINE)
ENTRY = re.compile(r'^\s*(?:return )?\{+\s*"([a-z0-9-]+)",\s*"', re.MULTILINE)


def cited(root):
    found = {}
    for path in frame.sources(root, ("accounting", "scoring", "persuasive")):
        text = frame.code(frame.read(root, path))
        for pattern in (HYPHENATED, LISTED, RETURNED):
            for id in pattern.findall(text):
                found.setdefault(id, path)
    return found


def mentioned(root):
    """Ids that a comment or a page refers to: lemmas of a computation that no response lists."""
    places = frame.sources(root) + frame.files(root, ("docs",), (".md",))
    texts = [frame.read(root, path) for path in places]
    named = {id for text in texts for list in NAMED.findall(text) for id in re.findall(r"`([^`]+)`", list)}
    return named | {id for text in texts for id in LINKED.findall(text)}


def entries(root):
    return {
        id
        for path in frame.sources(root, ("proofs/registry",))
        for id in ENTRY.findall(frame.code(frame.read(root, path)))
    }


def pages(root):
    return {os.path.basename(p)[:-3] for p in frame.files(root, ("docs/theorems",), (".md",))}


def cited_exist(root):
    """every theorem that a source cites is in the registry"""
    known = entries(root)
    return [f"{path}: {id}" for id, path in sorted(cited(root).items()) if id not in known]


def mentioned_exist(root):
    """every theorem that a comment or a page names is in the registry"""
    return sorted(mentioned(root) - entries(root))


def entries_used(root):
    """every entry of the registry is cited or named somewhere"""
    return sorted(entries(root) - set(cited(root)) - mentioned(root))


def pages_match(root):
    """every entry has a page and every page an entry"""
    return sorted(entries(root) ^ pages(root))


def formal(root):
    """The theorems that pages list below Formal, by page."""
    found = {}
    for path in frame.files(root, ("docs/theorems",), (".md",)):
        for section in re.findall(r"^## Formal\n(.*?)(?=^## |\Z)", frame.read(root, path), re.MULTILINE | re.DOTALL):
            found.setdefault(path, []).extend(re.findall(r"^- (\S+)$", section, re.MULTILINE))
    return found


def formal_exist(root):
    """every theorem that a page calls formal is stated in proofs/formal and is one that its check asks Coq about"""
    stated = {
        f"{os.path.basename(path)[:-2]}.{name}"
        for path in frame.files(root, ("proofs/formal",), (".v",))
        for name in STATED.findall(frame.read(root, path))
    }
    listed = set()
    for path in frame.files(root, ("proofs/formal",), ("theorems.txt",)):
        listed |= {line.split("#")[0].strip() for line in frame.read(root, path).splitlines()}
    return [
        f"{path}: {name}" for path, names in formal(root).items() for name in names if name not in stated & listed
    ] + [f"proofs/formal/theorems.txt: {name}" for name in sorted(listed - stated - {""})]


def text(literals):
    """The text of adjacent string literals."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def probes(root):
    """What the registry's table of probes names, by id."""
    found = {}
    for path in frame.files(root, ("proofs/registry",), ("probes.cpp",)):
        for id, names in PROBE.findall(frame.code(frame.read(root, path))):
            found.setdefault(id, []).extend(text(name) for name in LITERALS.findall(names))
    return found


def definitions(root):
    pages = frame.files(root, ("docs/theorems",), (".md",))
    return {os.path.basename(p)[:-3] for p in pages if re.search(r"^`[a-z0-9-]+`, definition$", frame.read(root, p), re.MULTILINE)}


def probed(root):
    """every theorem of the registry, definitions apart, names a probe, and no other id has one"""
    known = entries(root)
    return sorted(known - definitions(root) - set(probes(root))) + sorted(set(probes(root)) - known)


def probes_exist(root):
    """every probe is a test case, a file of values, or a theorem that the formal layer's check asks Coq about"""
    cases = {
        text(name)
        for path in frame.files(root, ("tests",), (".cpp",))
        for name in CASE.findall(frame.code(frame.read(root, path)))
    }
    formal = set()
    for path in frame.files(root, ("proofs/formal",), ("theorems.txt",)):
        formal |= set(frame.read(root, path).splitlines())
    return [
        f"{id}: {name}"
        for id, names in sorted(probes(root).items())
        for name in names
        if not (name in cases or name in formal or (name.startswith("tests/data/") and os.path.isfile(os.path.join(root, name))))
    ]


if __name__ == "__main__":
    frame.report(cited_exist, mentioned_exist, entries_used, pages_match, formal_exist, probed, probes_exist)
