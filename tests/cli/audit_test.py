#!/usr/bin/env python3
"""usage: audit_test.py ASSAY EXAMPLE...

Audits programs: the shipped mechanisms are refuted or consistent as they should be; programs that hang, flood, crash,
print garbage or leave children behind end in a clear error, in time, and nothing is left running.
The last line is "N passed, N failed", N checks each; exit status 0 where none failed.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ASSAY, EXAMPLES = sys.argv[1], {os.path.basename(e).removeprefix("example-"): e for e in sys.argv[2:]}
MARK = f"assay-audit-test-{os.getpid()}"
passed = failed = 0


def check(what, truth, got=""):
    global passed, failed
    if truth:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}" + (f": {str(got)[:600]}" if got != "" else ""))


def audit(program, first, second, *options, **rest):
    return subprocess.run([ASSAY, "audit", "--run", program, "--inputs", first, second, *options],
                          capture_output=True, text=True, timeout=300, check=False, **rest)


def running():
    """Processes whose command line carries this test's mark."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if MARK.encode() in file.read() and int(pid) != os.getpid():
                    found.append(int(pid))
        except OSError:
            pass
    return found


# name, inputs, claim, runs, what the runs should say. Noisy counts differ by 1, lists of counts by 1 in each place.
SHIPPED = [
    ("laplace_correct", "0", "1", ["--claim-epsilon", "1"], 20000, "consistent"),
    ("laplace_rounded", "0", "1", ["--claim-epsilon", "1"], 20000, "refuted"),
    ("gaussian_classical", "0", "1", ["--claim-epsilon", "8", "--claim-delta", "0.2"], 600000, "refuted"),
    ("randomized_response", "0", "1", ["--claim-epsilon", "1.6"], 20000, "refuted"),
    ("randomized_response", "0", "1", ["--claim-epsilon", "2.1973"], 20000, "consistent"),
    ("noisy_max", "1,0,0", "0,1,1", ["--claim-epsilon", "1"], 20000, "refuted"),
    ("sparse_vector_no_noise", "0,1", "1,0", ["--claim-epsilon", "1"], 20000, "refuted"),
    ("sparse_vector_unbounded", "1,1,1,1,1,0,0,0,0,0", "0,0,0,0,0,1,1,1,1,1", ["--claim-epsilon", "1"], 100000,
     "refuted"),
]


def test_shipped():
    check("every shipped mechanism is audited", set(EXAMPLES) == {row[0] for row in SHIPPED}, EXAMPLES)
    for name, first, second, claim, runs, expected in SHIPPED:
        done = audit(EXAMPLES[name], first, second, *claim, "--runs", str(runs), "--stream", "--json",
                     env={**os.environ, "AUDIT_SEED": "7"})
        result = json.loads(done.stdout)["result"] if done.returncode in (0, 1) else {}
        check(f"{name} is {expected}", result.get("verdict") == expected, (done.stdout, done.stderr))
        check(f"{name}: exit status", done.returncode == (expected == "refuted"), done)
    report = audit(EXAMPLES["randomized_response"], "0", "1", "--runs", "300", "--claim-epsilon", "1.6")
    check("without --stream one run is one start", report.returncode in (0, 1) and "300 runs" in report.stdout, report)
    for word in ("event", "epsilon is at least", "can prove at most", "(1.6, 0)-privacy"):
        check(f"the report says '{word}'", word in report.stdout, report)


def script(folder, name, text):
    path = os.path.join(folder, f"{name}-{MARK}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


BAD = [
    ("hang", 'sleep 100\n', [], "time ended"),
    ("spin", "while :; do :; done\n", [], "time ended"),
    ("late", "echo 1\nsleep 100\n", [], "time ended"),
    ("flood", "(setsid sh -c 'sleep 90; :' $0 &)\nwhile :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n",
     [], "more than 4096 bytes"),
    ("crash", "kill -SEGV $$\n", [], "signal 11"),
    ("status", "echo 1\nexit 3\n", [], "status 3"),
    ("silent", "exit 0\n", [], "printed nothing"),
    ("garbage", "printf '\\377\\376\\001'\n", [], "no text"),
    ("short stream", "echo 1\necho 2\n", ["--stream"], "printed 2 lines, not 20"),
    ("stream that hangs", "echo 1\nsleep 100\n", ["--stream"], "time ended after 1 of 20"),
    ("line without end", "while :; do printf yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n", ["--stream"],
     "more than 4096 bytes"),
    ("blank lines", "while :; do echo; done\n", ["--stream"], "printed nothing"),
]


def test_bad_programs(folder):
    for name, text, options, expected in BAD:
        start = time.monotonic()
        done = audit(script(folder, name.replace(" ", "-"), text), "0", "1", "--runs", "20", "--seconds", "3",
                     "--run-seconds", "1", *options)
        check(f"{name}: ends with 2", done.returncode == 2, done)
        check(f"{name}: says why", expected in done.stderr and done.stdout == "", done)
        check(f"{name}: in time", time.monotonic() - start < 60)
        check(f"{name}: nothing is left", running() == [], running())
    missing = audit(os.path.join(folder, "missing"), "0", "1")
    check("a program that is not there", missing.returncode == 2 and "No such file" in missing.stderr, missing)


def test_nothing_is_left(folder):
    script(folder, "daemon.child", "sleep 90\n")
    child = os.path.join(folder, f"daemon.child-{MARK}")
    daemon = script(folder, "daemon", f"(setsid sh {child} >/dev/null 2>&1 &)\nsh {child} >/dev/null 2>&1 &\necho 1\n")
    done = audit(daemon, "0", "1", "--runs", "5")
    check("a program that leaves children is audited", done.returncode == 0, done)
    check("its children are not left", running() == [], running())
    endless = script(folder, "endless", "while :; do echo 1; done\n")
    done = audit(endless, "0", "1", "--runs", "1000", "--stream")
    check("a stream without end is read as far as asked", done.returncode == 0 and running() == [], (done, running()))
    hang = script(folder, "hang", "sleep 100\n")
    with subprocess.Popen([ASSAY, "audit", "--run", hang, "--inputs", "0", "1"], stderr=subprocess.PIPE) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        check("an interrupt ends the runs", process.wait(30) == 2 and "interrupted" in said, said)
    check("and leaves nothing", running() == [], running())


def test_options():
    program = EXAMPLES["laplace_correct"]
    for options, word in ([["--confidence", "1"], "confidence"], [["--confidence", "0"], "confidence"],
                          [["--claim-epsilon", "-1"], "epsilon"], [["--claim-epsilon", "1", "--claim-mu", "1"], "both"],
                          [["--runs", "1"], "runs"], [["--claim-epsilon", "1", "--claim-delta", "x"], "delta"],
                          [["--seconds", "0"], "seconds"]):
        done = audit(program, "0", "1", *options)
        check(f"{options} is refused", done.returncode == 2 and word in done.stderr and done.stdout == "", done)
    check("a program is needed", subprocess.run([ASSAY, "audit"], capture_output=True, check=False).returncode == 2)


def main():
    test_shipped()
    test_options()
    with tempfile.TemporaryDirectory() as folder:
        test_bad_programs(folder)
        test_nothing_is_left(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
