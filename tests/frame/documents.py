#!/usr/bin/env python3
"""usage: documents.py ROOT: what the docs name exists; the version has its section in the changelog."""
import glob
import os
import re

import frame

# A path in backquotes: its first part is a folder of the tree, or it is a file at the top; or the target of a link.
QUOTED = re.compile(r"`([^`\s]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|Users|workspace|mnt)/[\w.]|[A-Z]:\\\\")
SECTIONS = ("Soundness", "Tightness", "Added", "Changed", "Fixed")


def documents(root):
    return frame.files(root, ("",), (".md",))


def tracked_text(root):
    endings = (".md", ".hpp", ".cpp", ".py", ".build", ".txt", ".jsonl", ".json", ".in")
    scripts = [p for p in frame.files(root, ("scripts", ".ci", "bench"), ("",))]
    # Corpora of hostile text are bytes, not text of ours.
    return sorted(p for p in {*frame.files(root, ("",), endings), *scripts} if "/corpus/" not in p and "/data/" not in p)


def exists(root, document, name):
    """Whether a path stands for something; braces list variants, a star or <id> stands for any."""
    name = name.split("#")[0].rstrip("/")
    for variant in frame.variants(re.sub(r"<[^>]*>", "*", name)):
        if not any(glob.glob(os.path.join(folder, variant)) for folder in (root, os.path.join(root, os.path.dirname(document)))):
            return False
    return True


def is_path(root, text):
    if text.startswith(("http", "-", "/", "build", "{", "..", "&")) or "(" in text or "=" in text:
        return False
    first = text.split("/")[0]
    tops = {n for n in os.listdir(root) if not n.startswith("build")}
    return ("/" in text and first in tops) or text in tops or bool(re.fullmatch(r"\w[\w.-]*\.(md|build|hpp|cpp|py|jsonl)", text))


def paths_exist(root):
    """every path that a document names exists"""
    problems = []
    for document in documents(root):
        text = frame.read(root, document)
        named = {n for n in QUOTED.findall(text) if is_path(root, n)}
        named |= {n for n in LINK.findall(text) if not n.startswith(("http", "#", "mailto"))}
        problems += [f"{document}: there is no {n}" for n in sorted(named) if not exists(root, document, n)]
    return problems


def no_machine_paths(root):
    """no file names a path of somebody's machine"""
    return [
        f"{path}: {match[0]}"
        for path in tracked_text(root)
        for match in MACHINE.finditer(frame.read(root, path))
        if not path.startswith("tests/frame/") and not (path.startswith("tests/") and match[0].startswith("/tmp/"))
    ]


def version_has_section(root):
    """the changelog has the standing heading and a section for the version of meson.build"""
    version = re.search(r"version:\s*'([^']+)'", frame.read(root, "meson.build"))[1]
    headings = re.findall(r"^## \[?([^\]\s]+)\]?", frame.read(root, "CHANGELOG.md"), re.MULTILINE)
    problems = [] if headings[:1] == ["Unreleased"] else ["CHANGELOG.md: its first section is not Unreleased"]
    return problems + ([] if version in headings else [f"CHANGELOG.md: no section {version}"])


def changelog_sections(root):
    """the changelog's sections are the known ones, in their order"""
    problems = []
    for part in re.split(r"^## ", frame.read(root, "CHANGELOG.md"), flags=re.MULTILINE)[1:]:
        names = re.findall(r"^### (.*)$", part, re.MULTILINE)
        if names != [s for s in SECTIONS if s in names]:
            problems.append(f"{part.splitlines()[0]}: {', '.join(names)}")
    return problems


def plain_text(root):
    """docs are readable as they are: no LaTeX"""
    latex = re.compile(r"\\(?:frac|sum|int|epsilon|delta|mathbb|begin|left|cdot)\b|\$\$")
    return [f"{d}: {m[0]}" for d in documents(root) for m in latex.finditer(frame.read(root, d))]


if __name__ == "__main__":
    frame.report(paths_exist, no_machine_paths, version_has_section, changelog_sections, plain_text)
