#!/usr/bin/env python3
"""usage: check_tables.py ASSAY FILE: published tables with known answers, judged in exact arithmetic.

A row has a request and what must be true of its answer: ranges, number of completions, kappa, probability of the true
values, whole posteriors, verdicts of rules, what an insider sees, what printed means leave, or the code of the error.
"""
import sys

import answers


def key(at):
    return "|".join(at)


def same(enclosure, value):
    return answers.exact(enclosure["lower"]) == answers.exact(enclosure["upper"]) == answers.exact(value)


def ranges_fault(found, expected):
    ranges = {key(r["at"]): r for r in found}
    for cell, (low, high) in expected.items():
        if cell not in ranges:
            return f"no range of {cell}"
        if not (same(ranges[cell]["min"], low) and same(ranges[cell]["max"], high)):
            return f"{cell}: {ranges[cell]['min']}, {ranges[cell]['max']} for {low}, {high}"
    return None


def fault(row, response):
    """What is wrong with one answer, or None."""
    expect = row["expect"]
    if "error" in expect:
        return None if not response["ok"] and response["error"]["code"] == expect["error"] else response
    if not response["ok"]:
        return response["error"]
    result = response["result"]
    if not response["converged"]:
        return "not converged"
    if "ranges" in expect and (problem := ranges_fault(result["ranges"], expect["ranges"])):
        return problem
    if "completions" in expect and not same(result["completions"], expect["completions"]):
        return f"completions {result['completions']} for {expect['completions']}"
    for name in ("kappa_exact", "verdict"):
        if name in expect and result.get(name) != expect[name]:
            return f"{name} {result.get(name)} for {expect[name]}"
    truth = {key(cell["at"]): cell.get("truth") for cell in result.get("posterior", [])}
    for cell, probability in expect.get("truth", {}).items():
        if answers.exact(truth[cell]) != answers.exact(probability):
            return f"{cell}: {truth[cell]} for {probability}"
    for rule, cells in expect.get("unsafe", {}).items():
        unsafe = [key(v["at"]) for v in result["rules"] if str(v["rule"]) == rule and v["unsafe"]]
        if sorted(unsafe) != sorted(cells):
            return f"rule {rule}: {unsafe} for {cells}"
    for rule, cells in expect.get("protected", {}).items():
        judged = {key(v["at"]): v.get("protected") for v in result["rules"] if str(v["rule"]) == rule}
        for cell, is_protected in cells.items():
            if judged[cell] is not is_protected:
                return f"rule {rule}, {cell}: protected {judged[cell]} for {is_protected}"
    for cell, law in expect.get("law", {}).items():
        values = next(c["values"] for c in result["posterior"] if key(c["at"]) == cell)
        if {v["value"]: answers.exact(v["probability"]) for v in values} != {x: answers.exact(p) for x, p in law.items()}:
            return f"{cell}: {values} for {law}"
    means = {key(c["at"]): c for c in result.get("means", {}).get("cells", [])}
    for cell, (count, total) in expect.get("means", {}).items():
        found = [answers.exact(means[cell][part][end]) for part in ("count", "sum") for end in ("min", "max")]
        if found != [*count, *total]:
            return f"{cell}: {means[cell]} for {count}, {total}"
    for name in ("tables", "records"):
        if f"means_{name}" in expect and result["means"].get(name) != expect[f"means_{name}"]:
            return f"{name}: {result['means'].get(name)} for {expect[f'means_{name}']}"
    for name, expected in expect.get("insider", {}).items():
        seen = next(i for i in result["insider"] if i["name"] == name)
        if problem := ranges_fault(seen["ranges"], expected):
            return f"insider {name}: {problem}"
    return None


def main():
    program, file = sys.argv[1:]
    rows = answers.rows(file)
    failed = 0
    for row, response in zip(rows, answers.answers(program, [{**r["request"], "id": r["id"]} for r in rows])):
        problem = fault(row, response)
        if problem is not None:
            failed += 1
            print(f"FAILED: {row['id']}: {problem}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
