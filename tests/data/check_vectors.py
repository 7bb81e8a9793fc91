#!/usr/bin/env python3
"""usage: check_vectors.py ASSAY DIGITS FILE...

Asks `assay batch` every request of the files at DIGITS digits, and judges each enclosure in exact arithmetic: it holds
the value that an independent computation gave, it is no wider than asked, and it names known theorems.
"""
import os
import sys

import answers

PAGES = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "theorems")


def fault(row, response, digits, known):
    """What is wrong with one answer, or None."""
    if not response["ok"]:
        return response["error"]
    found = answers.at(response, row["path"])
    if isinstance(found, str):  # a whole number
        found = {"lower": found, "upper": found}
    if found["upper"] == "inf" or found["lower"] == "inf":
        return None if found["lower"] == row["value"] == "inf" else f"{found}, the value is {row['value']}"
    lower, upper = answers.exact(found["lower"]), answers.exact(found["upper"])
    # The value is rounded: the truth lies within one unit of its last digit.
    value, unit = answers.exact(row["value"]), answers.last_place(row["value"])
    if not lower <= upper:
        return f"lower {lower} exceeds upper {upper}"
    if not (lower <= value + unit and value - unit <= upper):
        return f"[{found['lower']}, {found['upper']}] misses {row['value']}"
    if (upper - lower) * 10**digits > abs(upper) or not response["converged"]:
        return f"[{found['lower']}, {found['upper']}] is wider than 10^-{digits}"
    if not response["theorems"] or not set(response["theorems"]) <= known:
        return f"theorems {response['theorems']}"
    return None


def main():
    program, digits, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    known = {name[:-3] for name in os.listdir(PAGES)}
    rows = answers.rows(*files)
    requests = [{**row["request"], "id": row["id"], "digits": digits} for row in rows]
    failed = 0
    for row, response in zip(rows, answers.answers(program, requests)):
        problem = fault(row, response, digits, known)
        if problem is not None:
            failed += 1
            print(f"FAILED: {row['id']}: {problem}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
