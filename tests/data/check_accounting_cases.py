#!/usr/bin/env python3
"""usage: check_accounting_cases.py ASSAY FILE...: what users of accountants stumbled over, each with the right answer.

A row has a request and what must be true of its answer: a value within a tolerance (the value is rounded, the answer an
enclosure: it must come that close, and be no wider than the tolerance), a verdict, an infinity, the values of named
theorems, or the code of the error. With `first`, the Renyi divergences at `orders` of that request are what the request
converts from. Every value comes from an independent computation in 50 digits, or from two in doubles whose agreement
is the tolerance.

Rows with a `source` are what the suites of other accountants expect of themselves, within their tolerance. Some of
those numbers are not what they claim to be: then `stated` says on which side of the truth they lie, and the answer must
prove it.

Cases that no request can state are not here: a Gaussian threshold for partitions, a pair of normal laws in a hundred
dimensions, the sum of two discrete Gaussians, and the joint inclusion of two items by a sampler; of the other
accountants a bound on batches cut to a size (a mixture of two mechanisms) and rates of counts without a confidence.
Two are answered otherwise than the reporters asked: a Renyi order below 1 is a number here, and an adjacency that is
not stated is add_remove, as the schema says.
"""
import sys
from fractions import Fraction

import answers


def near(enclosure, value, tolerance):
    low, high, truth = (answers.exact(x) for x in (enclosure["lower"], enclosure["upper"], value))
    if "exact" in tolerance:
        return low == high == truth
    reach = Fraction(tolerance["rel"]) * abs(truth) if "rel" in tolerance else Fraction(tolerance["abs"])
    return low - reach <= truth <= high + reach and high - low <= reach


def fault(row, response):
    """What is wrong with one answer, or None."""
    expect = row["expect"]
    if "error" in expect:
        right = not response["ok"] and response["error"]["code"] == expect["error"] and response["error"]["message"]
        return None if right else response
    if not response["ok"]:
        return response["error"]
    result = response["result"]
    if "verdict" in expect:
        return None if result["verdict"] == expect["verdict"] else result["verdict"]
    if "by_theorem" in expect:
        for name, value in expect["by_theorem"].items():
            if not near(result["by_theorem"][name], value, expect["tolerance"]):
                return f"{name}: {result['by_theorem'][name]} for {value}"
        return None
    found = answers.at(response, expect["path"])
    if isinstance(found, str):  # an exact number
        found = {"lower": found, "upper": found}
    if "stated" in expect:  # a number that is not the truth: the enclosure lies wholly on the other side of it
        stated = answers.exact(expect["value"])
        above, below = stated > answers.exact(found["upper"]), stated < answers.exact(found["lower"])
        return None if {"above": above, "below": below}[expect["stated"]] else f"{found} for a stated {expect['value']}"
    if expect.get("infinite"):
        return None if found == {"lower": "inf", "upper": "inf"} else found
    return None if near(found, expect["value"], expect["tolerance"]) else f"{found} for {expect['value']}"


def completed(program, rows):
    """The requests, those with `first` converted from its answers."""
    chained = [row for row in rows if "first" in row]
    firsts = answers.answers(program, [{**row["first"], "id": row["id"]} for row in chained])
    points = {}
    for row, response in zip(chained, firsts):
        epsilons = [point["upper"] for point in response["result"]["epsilon"]]
        points[row["id"]] = {"from": {"alpha": row["orders"], "epsilon": epsilons}}
    return [{"digits": 10 if "source" in row else 14, **row["request"], **points.get(row["id"], {}), "id": row["id"]}
            for row in rows]


def main():
    program, *files = sys.argv[1:]
    rows = answers.rows(*files)
    failed = 0
    for row, response in zip(rows, answers.answers(program, completed(program, rows))):
        problem = fault(row, response)
        if problem is not None:
            failed += 1
            print(f"FAILED: {row['id']}: {problem}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
