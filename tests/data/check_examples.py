#!/usr/bin/env python3
"""usage: check_examples.py EXAMPLES CLAIMS: every shipped example is a claim whose verdict check_claims.py sees to.

The examples are the published claims among CLAIMS, under the same ids, each with its source and a note.
"""
import sys

import answers


def fault(example, row):
    if not example.get("source") or not example.get("note"):
        return "has no source or no note"
    if row is None:
        return "is not among the claims with a known verdict"
    asked = {key: example[key] for key in ("request", "composition", "adjacency", "claim", "as_printed") if key in example}
    return None if asked == row["request"] else f"asks {asked}, the claim is {row['request']}"


def main():
    examples = answers.rows(sys.argv[1])
    claims = {row["id"]: row for row in answers.rows(sys.argv[2])}
    failed = 0
    for example in examples:
        problem = fault(example, claims.get(example["id"]))
        if problem is not None:
            failed += 1
            print(f"FAILED: {example['id']}: {problem}")
    print(f"{len(examples) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not examples else 0)


if __name__ == "__main__":
    main()
