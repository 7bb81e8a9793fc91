#!/usr/bin/env python3
"""usage: headers.py ROOT BUILD_ROOT COMPILER...: every header compiles alone, so includes all that it needs.

A header that is the first thing a source includes is compiled alone by the build, and so is the first thing that such
a header includes. The others are compiled here. All that the standard library and Boost give is precompiled:
includes.py sees to those.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import frame

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<[^>]+>)', re.MULTILINE)


def first_include(root, path):
    """The header of this project that the file includes before all else, if any."""
    match = INCLUDE.search(frame.code(frame.read(root, path)))
    return match[1] if match else None


def proven_by_build(root):
    proven = set()
    for source in (p for p in frame.sources(root) if p.endswith(".cpp")):
        header = first_include(root, source)
        while header and header not in proven and os.path.exists(os.path.join(root, header)):
            proven.add(header)
            header = first_include(root, header)
    return proven


def precompile(root, compiler, folder):
    """What the standard library and Boost give, compiled once; the name to include."""
    header = os.path.join(folder, "exact_numbers.hpp")
    shutil.copy(os.path.join(root, "pch", "exact_numbers.hpp"), header)
    subprocess.run([*compiler, "-std=c++20", "-x", "c++-header", header, "-o", header + ".gch"], check=True)
    return header


def compile_alone(root, build, compiler, precompiled, header):
    flags = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", root, "-I", build]
    done = subprocess.run(
        [*compiler, *flags, "-include", precompiled, "-x", "c++", "-"],
        input=f'#include "{header}"\n', capture_output=True, text=True, check=False,
    )
    return done.stderr if done.returncode else None


def main():
    root, build, compiler = sys.argv[1], sys.argv[2], sys.argv[3:]
    headers = [p for p in frame.sources(root) if p.endswith(".hpp")]
    rest = sorted(set(headers) - proven_by_build(root))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        precompiled = precompile(root, compiler, folder)
        faults = list(pool.map(lambda h: compile_alone(root, build, compiler, precompiled, h), rest))
    failed = 0
    for header, fault in zip(rest, faults):
        if fault is not None:
            failed += 1
            print(f"FAILED: {header}\n{fault[:2000]}")
    print(f"{len(headers)} headers, {len(rest)} of them compiled here")
    print(f"{len(headers) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not headers else 0)


if __name__ == "__main__":
    main()
