#!/usr/bin/env python3
"""usage: check_claims.py ASSAY FILE...: every verdict of `assay batch` is the expected one, and agrees with its numbers.

`also_right` is a second verdict that a rigorous tool may give: where only a guarantee of the mechanism is known, and
the conversion is not proven tight for its class. `tightest_at_least` bounds the tightest epsilon of such a class.
"""
import sys

import answers


def epsilon_fault(row, result):
    """What the tightest epsilon contradicts, or None."""
    tightest = result["tightest"]["epsilon"]
    value = row.get("tightest_epsilon")
    if "inf" in (tightest["lower"], value):
        return None if tightest["lower"] == value else f"tightest {tightest}, expected {value}"
    if value is None or "also_right" in row or "tightest_at_least" in row:
        return None  # the value is one end of what is known
    truth, unit = answers.exact(value), answers.last_place(value)
    # Where the time ends before any upper end is proven, the enclosure says so.
    above = tightest["upper"] == "inf" or truth - unit <= answers.exact(tightest["upper"])
    lower = answers.exact(tightest["lower"])
    return None if lower <= truth + unit and above else f"tightest {tightest} misses {value}"


def verdict_fault(row, result):
    """A verdict must follow from the enclosure printed beside it, where the two are apart."""
    claim = row["request"]["claim"]
    if "delta" not in claim or result["delta"]["upper"] == "inf":
        return None
    delta = answers.exact(claim["delta"])
    lower, upper = answers.exact(result["delta"]["lower"]), answers.exact(result["delta"]["upper"])
    implied = "fails" if lower > delta else "holds" if upper <= delta else None
    return None if implied in (None, result["verdict"]) else f"{result['verdict']} beside delta {result['delta']}"


def fault(row, response):
    if not response["ok"]:
        return response["error"]
    result = response["result"]
    if result["verdict"] not in (row["expected"], row.get("also_right", row["expected"])):
        return f"{result['verdict']}, expected {row['expected']}"
    if result.get("verdict_as_printed") != row.get("expected_as_printed"):
        return f"as printed {result.get('verdict_as_printed')}, expected {row.get('expected_as_printed')}"
    if "epsilon" not in row["request"]["claim"]:
        return None
    return epsilon_fault(row, result) or verdict_fault(row, result)


def main():
    rows = answers.rows(*sys.argv[2:])
    failed = 0
    # Verdicts are quick; the tightest epsilon of a few claims takes whatever time is given.
    requests = [{"max_seconds": 20, **row["request"], "id": row["id"]} for row in rows]
    for row, response in zip(rows, answers.answers(sys.argv[1], requests)):
        problem = fault(row, response)
        if problem is not None:
            failed += 1
            print(f"FAILED: {row['id']}: {problem}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
