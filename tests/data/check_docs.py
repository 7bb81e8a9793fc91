#!/usr/bin/env python3
"""usage: check_docs.py ASSAY ROOT: what the documents show runs: every command line of assay, every request.

Command lines are those of code blocks that call `assay` or `build/assay`, and whole commands in backquotes whose arguments
are no placeholders. They run in ROOT, with the program given, and must end with a status that is an answer (0, 1 or 3; 2 is
a command line or an input of no use). Programs are audited on fewer runs than shown: what the verdict is does not matter
here. Requests are the JSON objects with a "request" in code blocks and backquotes; each must be answered.
"""
import json
import os
import re
import subprocess
import sys

FEW_RUNS = 100
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\[|\.\.\.|claims\.jsonl|PROGRAM|file\.rda")


def documents(root):
    names = ["README.md", "examples/README.md"] + sorted("docs/" + n for n in os.listdir(os.path.join(root, "docs")) if n.endswith(".md"))
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as text:
            yield name, text.read()


def blocks(text):
    """Code blocks, fenced or indented, and the text without them."""
    fenced = re.findall(r"^```[a-z]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    rest = re.sub(r"^```[a-z]*\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    indented = re.findall(r"(?:^ {4}.*\n)+", rest, re.MULTILINE)
    return fenced + [re.sub(r"^ {4}", "", b, flags=re.MULTILINE) for b in indented], rest


def commands(text):
    in_code, rest = blocks(text)
    for block in in_code:
        lines = iter(block.splitlines())
        for line in lines:
            line = line.removeprefix("$ ")
            if not re.match(r"(build/)?assay |echo '", line):
                continue
            while line.count("'") % 2 == 1:  # a quoted request goes on
                line += "\n" + next(lines)
            yield line
    for quoted in re.findall(r"`(assay \w+ [^`]+)`", rest):
        if not PLACEHOLDER.search(quoted):
            yield quoted


def requests(text):
    in_code, rest = blocks(text)
    decoder = json.JSONDecoder()
    for piece in in_code + re.findall(r"`(\{[^`]*\})`", rest):
        for start in re.finditer(r"\{\s*\"request\"", piece):
            if piece[: start.start()].count("{") == piece[: start.start()].count("}"):
                yield decoder.raw_decode(piece[start.start():])[0]


def run_command(program, root, line):
    """What is wrong with a command line, or None."""
    build = os.path.dirname(program)
    line = re.sub(r"--runs \d+", f"--runs {FEW_RUNS}", line).replace("build/examples", build + "/examples")
    line = re.sub(r"(^|\| )(build/)?assay ", lambda m: f"{m[1]}{program} ", line)
    line = re.sub(r" > \S+$", "", line)
    try:
        done = subprocess.run(["bash", "-c", line], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return "does not end in ten minutes"
    if done.returncode not in (0, 1, 3) or not done.stdout:
        return f"status {done.returncode}: {done.stderr.strip()[:300]}"
    return None


def unanswered(program, rows):
    """The requests that are not answered, with their errors."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run([program, "batch"], input=text, capture_output=True, text=True, timeout=600, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(rows):
        return [f"{len(answers)} answers to {len(rows)} requests"]
    return [f"{json.dumps(row)[:200]}: {a['error']}" for row, a in zip(rows, answers) if not a["ok"]]


def main():
    program, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    tried, failed = 0, 0
    for name, text in documents(root):
        problems = []
        # All published claims take a minute or two; scripts/quickstart is the test of that command.
        lines = sorted(line for line in set(commands(text)) if "published-claims.jsonl" not in line)
        rows = list(requests(text))
        for line in lines:
            problem = run_command(program, root, line)
            if problem is not None:
                problems.append(f"{line}: {problem}")
        problems += unanswered(program, rows)
        tried += len(lines) + len(rows)
        failed += len(problems)
        for problem in problems:
            print(f"FAILED: {name}: {problem}")
    print(f"{tried - failed} passed, {failed} failed")
    sys.exit(1 if failed or tried < 30 else 0)


if __name__ == "__main__":
    main()
