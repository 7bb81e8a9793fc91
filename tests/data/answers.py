"""What the checks of shipped requests share: running `assay batch`, and numbers in exact arithmetic."""
import json
import subprocess
from fractions import Fraction


def rows(*files):
    found = []
    for file in files:
        with open(file, encoding="utf-8") as lines:
            found += [json.loads(line) for line in lines if line.strip()]
    return found


def answers(program, requests):
    """The responses of `assay batch`, one a request, in order."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program, "batch", "-"], input=text, capture_output=True, text=True, check=False)
    responses = [json.loads(line) for line in done.stdout.splitlines()]
    if len(responses) != len(requests):
        raise SystemExit(f"{len(responses)} responses to {len(requests)} requests; {done.stderr[-2000:]}")
    for request, response in zip(requests, responses):
        if response.get("id") != request["id"]:
            raise SystemExit(f"the response {response} stands where {request['id']} belongs")
    return responses


def exact(text):
    """A decimal or a fraction, as it is spelled."""
    return Fraction(str(text))


def last_place(text):
    """One unit of the last digit printed; 0 of an integer or a fraction."""
    text = str(text).lower()
    if "/" in text or not any(c in text for c in ".e"):
        return Fraction(0)
    digits, _, exponent = text.partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))


def at(response, path):
    """The enclosure at a dotted path of the result."""
    place = response["result"]
    for name in path.split("."):
        place = place[name]
    return place[0] if isinstance(place, list) else place
