#!/usr/bin/env python3
"""usage: program_test.py ASSAY

Runs the program itself: commands, exit statuses, hostile input, order, memory, closed pipes.
The last line is "N passed, N failed", N checks each; exit status 0 where none failed.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ASSAY = sys.argv[1]
SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "schema")
MIB = 1 << 20
with open(ASSAY, "rb") as program:
    # A sanitizer keeps freed memory for a while: four times the line is then still no proof of a leak.
    PEAK = 800 * MIB if b"__asan_init" in program.read() else 64 * MIB
passed = failed = 0


def check(what, truth, got=""):
    global passed, failed
    if truth:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}" + (f": {str(got)[:600]}" if got != "" else ""))


def run(*args, given=b"", **options):
    given = given.encode() if isinstance(given, str) else given
    return subprocess.run([ASSAY, *args], input=given, capture_output=True, timeout=300, **options)


def gaussian(**fields):
    return {"mechanism": "gaussian", "sigma": 1, **fields}


def delta(mechanism=None, **fields):
    return {"request": "delta", "composition": [mechanism or gaussian()], "epsilon": 0, **fields}


def verify(epsilon="1", delta="0.5", mechanism=None, **fields):
    return {"request": "verify", "composition": [mechanism or gaussian()],
            "claim": {"epsilon": epsilon, "delta": delta}, **fields}


def batch(text):
    """Exit status, responses, standard error."""
    done = run("batch", given=text)
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()], done.stderr.decode()


def lines(*requests):
    return "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)


def peak_of(command):
    """Exit status, output, and the largest memory in bytes that a process of the command (a shell line) had."""
    script = ("import resource, subprocess, sys\n"
              "done = subprocess.run(sys.argv[1], shell=True, capture_output=True)\n"
              "sys.stdout.buffer.write(done.stdout)\n"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
              "sys.exit(done.returncode)\n")
    done = subprocess.run([sys.executable, "-c", script, command], capture_output=True, timeout=600)
    return done.returncode, done.stdout.decode(), int(done.stderr.decode().split()[-1]) * 1024


def test_commands():
    for command in ("eval", "batch", "verify", "audit", "schema", "explain"):
        check(f"--help lists {command}", command in run("--help").stdout.decode())
        check(f"{command} --help", run(command, "--help").returncode == 0)
    version = run("--version")
    check("--version", version.returncode == 0 and version.stdout.decode().startswith("assay "), version)
    for args in ([], ["nonsense"], ["batch", "--no-such-option"], ["batch", "--jobs", "0"], ["batch", "a", "b"],
                 ["schema", "nonsense"], ["explain"], ["explain", "no_such_theorem"], ["check"]):
        done = run(*args)
        check(f"assay {' '.join(args)} ends with 2", done.returncode == 2, done)
        check(f"assay {' '.join(args)} keeps standard output empty", done.stdout == b"", done)
        check(f"assay {' '.join(args)} says why", done.stderr.strip() != b"")
    for kind in sorted(name[:-5] for name in os.listdir(SCHEMAS)):
        done = run("schema", kind)
        schema = json.loads(done.stdout)
        check(f"schema {kind}", done.returncode == 0 and schema["properties"]["request"] == {"const": kind})
    check("schema of every kind", len(json.loads(run("schema").stdout)["oneOf"]) == len(os.listdir(SCHEMAS)))


def test_explain():
    response = json.loads(run("eval", given=json.dumps(delta())).stdout)
    check("an answer rests on a theorem", len(response["theorems"]) > 0, response)
    for theorem in response["theorems"]:
        done = run("explain", theorem)
        check(f"explain {theorem}", done.returncode == 0 and theorem in done.stdout.decode(), done)


def test_eval():
    one = run("eval", given=json.dumps(delta(id="a", label="l")))
    response = json.loads(one.stdout)
    check("eval answers one request", one.returncode == 0 and response["ok"] is True, one)
    check("a response has the fields of the contract, in order",
          list(response) == ["id", "ok", "request", "label", "result", "method", "theorems", "hypotheses", "converged", "elapsed_ms"],
          response)
    check("id and label are echoed", response["id"] == "a" and response["label"] == "l", response)
    bound = response["result"]["delta"]
    # 2 Phi(1/2) - 1
    check("the enclosure holds the value", bound["lower"] <= "0.38292492254802620727" <= bound["upper"], bound)
    check("the enclosure is as narrow as asked", float(bound["upper"]) - float(bound["lower"]) < 4e-11, bound)
    many = run("eval", "-", given=json.dumps([delta(id=1), {"request": "nonsense", "id": 2}, delta(id=3, epsilon=[0, 1])]))
    responses = json.loads(many.stdout)
    check("eval answers an array by an array", [r["id"] for r in responses] == [1, 2, 3], many)
    check("one error makes the status 1", many.returncode == 1, many)
    check("a list is answered by a list", len(responses[2]["result"]["delta"]) == 2, responses[2])
    empty = run("eval", given="[]")
    check("an empty array is answered by one", empty.returncode == 0 and json.loads(empty.stdout) == [], empty)
    nothing = run("eval", given="")
    check("no text is invalid_json", nothing.returncode == 1 and
          json.loads(nothing.stdout)["error"]["code"] == "invalid_json", nothing)


def test_bad_input():
    def base(fields):
        return delta({"mechanism": "poisson_sampled", "rate": "0.01", "base": gaussian(), **fields})
    deep = "[" * 100_000
    cases = [
        ("sigma 0", delta(gaussian(sigma=0)), "invalid_parameter", "/composition/0/sigma"),
        ("sigma negative", delta(gaussian(sigma=-1)), "invalid_parameter", "/composition/0/sigma"),
        ("rate above 1", base({"rate": 1.5}), "invalid_parameter", "/composition/0/rate"),
        ("delta above 1", {"request": "epsilon", "composition": [gaussian()], "delta": 1.5}, "invalid_parameter", "/delta"),
        ("delta negative", {"request": "epsilon", "composition": [gaussian()], "delta": -0.5}, "invalid_parameter",
         "/delta"),
        ("claimed delta above 1", verify(delta=2), "invalid_parameter", "/claim/delta"),
        ("count 0", delta(gaussian(count=0)), "invalid_parameter", "/composition/0/count"),
        ("count -1", delta(gaussian(count=-1)), "invalid_parameter", "/composition/0/count"),
        ("count 1.5", delta(gaussian(count=1.5)), "invalid_parameter", "/composition/0/count"),
        ("count 10^30", delta(gaussian(count=10**30)), "invalid_parameter", "/composition/0/count"),
        ("unknown mechanism", delta({"mechanism": "gausian", "sigma": 1}), "invalid_parameter", "/composition/0/mechanism"),
        ("order of a Renyi guarantee at most 1", delta({"mechanism": "rdp", "alpha": [1], "epsilon": [1]}),
         "invalid_parameter", "/composition/0/alpha/0"),
        ("unknown request", {"request": "detla"}, "unknown_request", "/request"),
        ("missing field", delta({"mechanism": "gaussian"}), "missing_field", "/composition/0/sigma"),
        ("missing composition", {"request": "delta", "epsilon": 1}, "missing_field", "/composition"),
        ("unknown field", delta(sampling=0.5), "unknown_field", "/sampling"),
        ("unknown field of a mechanism", delta(gaussian(sampling=0.5)), "unknown_field", "/composition/0/sampling"),
        ("duplicate key", '{"id":ID,"request":"delta","epsilon":1,"epsilon":2,"composition":[]}', "invalid_json", "/epsilon"),
        ("NaN", '{"id":ID,"request":"delta","epsilon":NaN}', "invalid_json", "/epsilon"),
        ("NaN as text", delta(epsilon="NaN"), "invalid_parameter", "/epsilon"),
        ("inf as text", delta(gaussian(sigma="inf")), "invalid_parameter", "/composition/0/sigma"),
        ("hexadecimal", delta(gaussian(sigma="0x1p0")), "invalid_parameter", "/composition/0/sigma"),
        ("an integer of 10^6 digits", '{"id":ID,"request":"delta","composition":[{"mechanism":"gaussian","sigma":'
         + "7" * 1_000_000 + '}],"epsilon":1}', "limit_exceeded", "/composition/0/sigma"),
        ("a count of 10^6 digits", '{"id":ID,"request":"delta","composition":[{"mechanism":"gaussian","sigma":1,"count":'
         + "7" * 1_000_000 + '}],"epsilon":1}', "limit_exceeded", "/composition/0/count"),
        ("10^5 nested brackets", '{"id":ID,"request":"delta","epsilon":' + deep, "limit_exceeded", None),
        ("10^5 nested brackets, closed", '{"id":ID,"request":"delta","epsilon":' + deep + "]" * 100_000 + "}",
         "limit_exceeded", None),
        ("cut short", '{"id":ID,"request":"del', "invalid_json", None),
        ("two values", '{"id":ID} {}', "invalid_json", None),
    ]
    text = ""
    for index, (_, request, _, _) in enumerate(cases):
        text += (request.replace("ID", str(index)) if isinstance(request, str) else json.dumps({**request, "id": index}))
        text += "\n" + json.dumps(delta(id=f"after {index}")) + "\n"
    status, responses, errors = batch(text)
    check("a batch with errors ends with 1", status == 1)
    check("every line has its response", len(responses) == 2 * len(cases), len(responses))
    for index, (what, _, code, place) in enumerate(cases):
        error = responses[2 * index].get("error", {})
        check(f"{what}: {code}", error.get("code") == code, responses[2 * index])
        check(f"{what}: the id is echoed", responses[2 * index]["id"] == index, responses[2 * index])
        check(f"{what}: the message is a sentence", len(error.get("message", "")) > 10, error)
        if place is not None:
            check(f"{what}: at {place}", error.get("at") == place, error)
        after = responses[2 * index + 1]
        check(f"{what}: the next line is answered", after["id"] == f"after {index}" and after["ok"], after)
    done = run("batch", given=b'{"id":1,"label":"\xff"}\n\xc3\x28\n' + lines(delta(id=3)).encode())
    responses = [json.loads(line) for line in done.stdout.decode().splitlines()]
    check("invalid UTF-8 is invalid_json", [r.get("error", {}).get("code") for r in responses] ==
          ["invalid_json", "invalid_json", None], responses)
    check("the id before invalid UTF-8 is echoed", responses[0]["id"] == 1, responses)


def test_ids():
    ids = [None, True, 0, -1.5, "a", "\u00e9\n", [1, [2]], {"a": {"b": 1}}]
    status, responses, _ = batch(lines(*(delta(id=i) for i in ids)))
    check("any JSON value is an id", status == 0 and [r["id"] for r in responses] == ids, responses)
    out = run("batch", given='{"id":1.50,"request":"x"}\n{"id":100000000000000000000000,"request":"x"}\n').stdout
    check("a number's spelling is kept", out.startswith(b'{"id":1.50,') and
          b'\n{"id":100000000000000000000000,' in out, out)


def test_files():
    check("an empty file gives no responses", batch("") == (0, [], ""))
    check("blank lines are skipped", batch("\n \n\t\r\n") == (0, [], ""))
    check("the last line needs no break", len(batch(json.dumps(delta()))[1]) == 1)
    with tempfile.TemporaryDirectory() as folder:
        for command in ("eval", "batch", "verify"):
            for what, path in (("a directory", folder), ("a missing file", folder + "/missing")):
                done = run(command, path)
                check(f"{command} of {what} ends with 2", done.returncode == 2, done)
                check(f"{command} of {what} prints no response", done.stdout == b"", done)
                check(f"{command} of {what} names it", path in done.stderr.decode(), done)
        path = folder + "/requests"
        with open(path, "w", encoding="utf-8") as file:
            file.write(lines(delta(id=1), delta(id=2)))
        done = run("batch", path, "--jobs", "1")
        check("a named file is read", done.returncode == 0 and done.stdout.count(b"\n") == 2, done)
        open(path, "w", encoding="utf-8").close()
        check("an empty named file", run("batch", path).returncode == 0)


def test_order():
    """1,000 verify requests, 1 line in 10 malformed."""
    malformed = ['{"id":%d', "nonsense %d", '{"id":%d,"request":"verify"}', '{"id":%d,"id":%d}', "[%d]",
                 '{"request":"verify","id":%d,"composition":[{"mechanism":"gaussian","sigma":-%d}]}']
    mechanisms = [gaussian(), gaussian(sigma="2", count=4), {"mechanism": "laplace", "scale": "1"},
                  {"mechanism": "pure_dp", "epsilon": "1/2"}, {"mechanism": "randomized_response", "epsilon": "0.5"},
                  {"mechanism": "gdp", "mu": "1"}]
    text, expected = "", []
    for i in range(1000):
        if i % 10 == 3:
            bad = malformed[(i // 10) % len(malformed)]
            text += bad.replace("%d", str(i)) + "\n"
            expected.append("error")
        elif i % 2:
            text += json.dumps(verify("10", "0.01", mechanisms[i % len(mechanisms)], id=i)) + "\n"
            expected.append("holds")
        else:
            text += json.dumps(verify("1/1000", "1e-12", mechanisms[i % len(mechanisms)], id=i)) + "\n"
            expected.append("fails")
    outputs = []
    for jobs in ("1", "2", "7"):
        done = run("batch", "--jobs", jobs, given=text)
        responses = [json.loads(line) for line in done.stdout.decode().splitlines()]
        check(f"1000 lines, {jobs} jobs: 1000 responses", len(responses) == 1000, len(responses))
        check(f"1000 lines, {jobs} jobs: exit status 1", done.returncode == 1)
        check(f"1000 lines, {jobs} jobs: in order",
              all(r["ok"] is False or r["id"] == i for i, r in enumerate(responses)))
        got = [r["result"]["verdict"] if r["ok"] else "error" for r in responses]
        wrong = [(i, e, g) for i, (e, g) in enumerate(zip(expected, got)) if e != g]
        check(f"1000 lines, {jobs} jobs: every verdict", not wrong, wrong[:5])
        outputs.append([{k: v for k, v in r.items() if k != "elapsed_ms"} for r in responses])
    check("the number of jobs changes nothing", outputs[0] == outputs[1] == outputs[2])


def test_verify():
    good, bad = verify("10", "0.01", id="good"), verify("1/1000", "1e-12", id="bad", note="a remark")
    for requests, status in (([good], 0), ([good, bad], 1), ([good, {"request": "verify", "id": "broken"}], 2),
                             ([good, verify(mechanism={"mechanism": "group", "size": 2, "base": {"mechanism": "rdp", "alpha": [2], "epsilon": [1]}})], 3),
                             ([good, bad, {"request": "verify"}], 1), ([delta()], 2)):
        done = run("verify", given=json.dumps(requests))
        check(f"verify ends with {status}", done.returncode == status, done)
        check("verify prints a row a claim under a heading", done.stdout.count(b"\n") == len(requests) + 1, done)
        as_json = run("verify", "--json", given=json.dumps(requests))
        check(f"verify --json ends with {status}", as_json.returncode == status, as_json)
        check("verify --json gives responses", len(json.loads(as_json.stdout)) == len(requests), as_json)
    table = run("verify", given=json.dumps([good, bad])).stdout.decode()
    check("the table shows name, claim, verdict and note", all(
        word in table for word in ("good", "bad", "holds", "fails", "epsilon 10, delta 0.01", "a remark")), table)
    response = json.loads(run("eval", given=json.dumps(good)).stdout)
    check("a verification has verdict, delta, tightest and slack",
          list(response["result"]) == ["verdict", "delta", "tightest", "slack"], response)
    check("the tightest claim states the delta", response["result"]["tightest"]["delta"] == "0.01", response)
    check("slack is claimed minus tightest", abs(float(response["result"]["slack"]["epsilon"]["lower"]) + float(
        response["result"]["tightest"]["epsilon"]["upper"]) - 10) < 1e-8, response)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(lines(good, "", bad))
        file.flush()
        done = run("verify", file.name)
        check("verify reads a .jsonl file by lines", done.returncode == 1 and done.stdout.count(b"\n") == 3, done)


def test_as_printed():
    def verdicts(epsilon, sigma="1", **fields):
        request = verify(epsilon, "0.25", gaussian(sigma=sigma), as_printed=True, **fields)
        result = json.loads(run("eval", given=json.dumps(request)).stdout)["result"]
        return result["verdict"], result["verdict_as_printed"]
    # The tightest epsilon at delta 1/4 is about 0.455; delta "0.25" alone is read as [0.245, 0.255].
    check("a clear claim holds as printed", verdicts("1.0") == ("holds", "holds"), verdicts("1.0"))
    check("a clear falsehood fails as printed", verdicts("0.10") == ("fails", "fails"), verdicts("0.10"))
    check("a near truth depends", verdicts("0.5", sigma="1.0") == ("holds", "depends"), verdicts("0.5", sigma="1.0"))
    check("a near falsehood depends", verdicts("0.4", sigma="1.0") == ("fails", "depends"), verdicts("0.4", sigma="1.0"))
    exact = verify("1/2", "1/4", as_printed=True)
    result = json.loads(run("eval", given=json.dumps(exact)).stdout)["result"]
    check("exact numbers are read once", result["verdict_as_printed"] == result["verdict"] == "holds", result)


def test_memory():
    # The line is made in the pipe and never held by anyone but the program, which must not hold it either.
    good = json.dumps(delta(id="after"))
    command = (f"{{ printf '{{\"id\":1,\"x\":\"'; head -c 200000000 /dev/zero | tr '\\0' x; printf '\"}}\\n'; "
               f"echo '{good}'; }} | {ASSAY} batch --jobs 2")
    status, out, peak = peak_of(command)
    responses = [json.loads(line) for line in out.splitlines()]
    check("a 200 MB line: limit_exceeded", len(responses) == 2 and responses[0]["error"]["code"] == "limit_exceeded", out)
    check("a 200 MB line: the next line is answered", responses[-1].get("id") == "after" and responses[-1]["ok"], out)
    check("a 200 MB line: exit status 1", status == 1)
    check("a 200 MB line: memory stays bounded", peak < PEAK, f"{peak / MIB:.0f} MiB")
    line = json.dumps({"request": "delta", "id": 0, "x": "y" * 1000})
    status, out, peak = peak_of(f"yes '{line}' | head -n 100000 | {ASSAY} batch --jobs 2 | wc -l")
    check("100 MB of lines: every one answered", out.strip() == "100000", out)
    check("100 MB of lines: memory stays bounded", peak < PEAK, f"{peak / MIB:.0f} MiB")
    huge = run("eval", given=b" " * (9 * MIB))
    check("eval of too long a text ends with 2", huge.returncode == 2 and huge.stdout == b"", huge.returncode)


def test_closed_output():
    slow = lines(*(delta(id=i) for i in range(20_000)))
    process = subprocess.Popen([ASSAY, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(lines(delta(id="first")).encode())
    process.stdin.flush()
    first = json.loads(process.stdout.readline())
    check("a response comes before the input ends", first["id"] == "first", first)
    process.stdout.close()
    start = time.monotonic()
    try:
        process.stdin.write(slow.encode())
        process.stdin.flush()
    except BrokenPipeError:
        pass
    status = process.wait(timeout=60)
    check("a closed output pipe ends the batch with 2", status == 2, status)
    check("it ends at once", time.monotonic() - start < 20)
    check("it ends quietly", process.stderr.read() == b"")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([ASSAY, "batch"], input=lines(delta()).encode(), stdout=full, stderr=subprocess.PIPE)
    check("a full disk is told", done.returncode == 2 and b"written" in done.stderr, done)


def test_time():
    # A request that cannot be answered in its time still gets a response, with converged false or limit_exceeded.
    hard = {"mechanism": "poisson_sampled", "rate": "0.01", "base": gaussian(sigma="0.7"), "count": 1000}
    start = time.monotonic()
    _, responses, _ = batch(lines(delta(hard, epsilon="1", digits=900, max_seconds="0.2", id="hard"), delta(id="easy")))
    check("a response in spite of a small budget", [r["id"] for r in responses] == ["hard", "easy"], responses)
    check("time is kept", time.monotonic() - start < 60)
    if responses[0]["ok"]:
        bound = responses[0]["result"]["delta"]
        check("a valid, wider enclosure", float(bound["lower"]) <= float(bound["upper"]), bound)
    else:
        check("limit_exceeded", responses[0]["error"]["code"] == "limit_exceeded", responses[0])


def main():
    os.environ["LC_ALL"] = "C"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            try:
                test()
            except Exception as fault:  # a broken test counts, the others still run
                check(name, False, repr(fault))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
