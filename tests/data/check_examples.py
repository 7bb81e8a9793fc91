#!/usr/bin/env python3
"""usage: check_examples.py ASSAY EXAMPLES CLAIMS: every shipped example is answered, as the claims expect.

The examples are the published claims among CLAIMS, under the same ids, each with its source and a note.
"""
import sys

import answers


def fault(example, row, response):
    if not example.get("source") or not example.get("note"):
        return "has no source or no note"
    if row is None:
        return "is not among the claims with a known verdict"
    asked = {key: example[key] for key in ("request", "composition", "adjacency", "claim", "as_printed") if key in example}
    if asked != row["request"]:
        return f"asks {asked}, the claim is {row['request']}"
    if not response["ok"]:
        return response["error"]
    verdict = response["result"]["verdict"]
    return None if verdict in (row["expected"], row.get("also_right", row["expected"])) else verdict


def main():
    program, examples = sys.argv[1], answers.rows(sys.argv[2])
    claims = {row["id"]: row for row in answers.rows(sys.argv[3])}
    failed = 0
    for example, response in zip(examples, answers.answers(program, examples)):
        problem = fault(example, claims.get(example["id"]), response)
        if problem is not None:
            failed += 1
            print(f"FAILED: {example['id']}: {problem}")
    print(f"{len(examples) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not examples else 0)


if __name__ == "__main__":
    main()
