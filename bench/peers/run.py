#!/usr/bin/env python3
"""usage: run.py ASSAY [--digits N] [--repeat N]: CPU time and answers of assay, and of peers that are installed here.

Peers are measured where their Python packages can be imported (dp_accounting, prv_accountant, opacus); the others are left
out. One process a workload and a program; times are CPU seconds of the best of the runs, without the start of Python. The
table has our enclosure, each peer's number, its error against the enclosure, and the ratio of CPU times.
"""
import importlib.util
import json
import os
import resource
import subprocess
import sys
import time
from fractions import Fraction


def ours(program, request, digits, repeat):
    text = json.dumps({**request, "digits": digits}) + "\n"
    best, memory = None, 0
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([program, "batch", "--jobs", "1", "-"], input=text, capture_output=True, text=True,
                              check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best, memory = spent if best is None else min(best, spent), max(memory, after.ru_maxrss)
    response = json.loads(done.stdout)
    if not response["ok"]:
        raise SystemExit(f"assay: {response['error']}")
    answer = next(iter(response["result"].values()))
    return best, memory / 1024, answer if isinstance(answer, list) else [answer]


def sampled(request):
    """(rate, sigma, steps) of a workload that is one Poisson-sampled Gaussian, or None."""
    parts = request["composition"]
    if request["request"] != "epsilon" or len(parts) != 1 or parts[0]["mechanism"] != "poisson_sampled":
        return None
    return float(Fraction(parts[0]["rate"])), float(parts[0]["base"]["sigma"]), parts[0]["count"]


def google_pld(request):
    from dp_accounting import dp_event
    from dp_accounting.pld import pld_privacy_accountant
    events = []
    for part in request["composition"]:
        base = part.get("base", part)
        if base["mechanism"] == "gaussian":
            event = dp_event.GaussianDpEvent(float(base["sigma"]))
        elif base["mechanism"] == "laplace":
            event = dp_event.LaplaceDpEvent(float(base["scale"]))
        else:
            return None
        if "rate" in part:
            event = dp_event.PoissonSampledDpEvent(float(Fraction(part["rate"])), event)
        events.append((event, part["count"]))
    accountant = pld_privacy_accountant.PLDAccountant()
    for event, count in events:
        accountant.compose(event, count)
    if request["request"] == "epsilon":
        asked = request["delta"]
        return [accountant.get_epsilon(float(d)) for d in (asked if isinstance(asked, list) else [asked])]
    if request["request"] == "delta":
        return [accountant.get_delta(float(e)) for e in request["epsilon"]]
    return None


def prv(request):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant
    parameters = sampled(request)
    if parameters is None or isinstance(request["delta"], list):
        return None
    rate, sigma, steps = parameters
    mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
    accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], eps_error=0.01,
                               delta_error=float(request["delta"]) / 1000)
    return [accountant.compute_epsilon(float(request["delta"]), [steps])[2]]


def opacus_rdp(request):
    from opacus.accountants import RDPAccountant
    parameters = sampled(request)
    if parameters is None or isinstance(request["delta"], list):
        return None
    rate, sigma, steps = parameters
    accountant = RDPAccountant()
    accountant.history = [(sigma, rate, steps)]
    return [accountant.get_epsilon(float(request["delta"]))]


PEERS = {"dp_accounting PLD": ("dp_accounting", google_pld), "prv_accountant 0.01": ("prv_accountant", prv),
         "opacus RDP": ("opacus", opacus_rdp)}


def measured(peer, request):
    start = time.process_time()
    numbers = peer(request)
    return None if numbers is None else (time.process_time() - start, numbers)


def error(number, enclosure):
    """Relative distance of a peer's number from the nearer end of an enclosure."""
    low, high = (float(enclosure[end]) for end in ("lower", "upper"))
    return 0.0 if low <= number <= high else min((number - high) / high, (number - low) / low, key=abs)


def main():
    arguments = sys.argv[1:]
    options = {"--digits": 10, "--repeat": 3}
    while len(arguments) > 1 and arguments[1] in options:
        options[arguments[1]] = int(arguments[2])
        del arguments[1:3]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "workloads.json"), encoding="utf-8") as file:
        workloads = json.load(file)
    found = {name: peer for name, (package, peer) in PEERS.items() if importlib.util.find_spec(package)}
    heads = "".join(f" {name}: CPU s, times ours, relative error |" for name in found)
    print("| workload | assay, CPU s | MB | answer |" + heads)
    print("| --- | --- | --- | --- |" + " --- |" * len(found))
    for workload in workloads:
        spent, memory, answers = ours(arguments[0], workload["request"], options["--digits"], options["--repeat"])
        row = f"| {workload['id']} | {spent:.3f} | {memory:.0f} | {', '.join(a['upper'] for a in answers)} |"
        for peer in found.values():
            try:
                got = measured(peer, workload["request"])
            except Exception as fault:  # a peer may fail in any way: the table says so
                got, row = "failed", row + f" {type(fault).__name__} |"
            if got is None:
                row += " - |"
            elif got != "failed":
                worst = max((error(n, a) for n, a in zip(got[1], answers)), key=abs)
                row += f" {got[0]:.3f}, {got[0] / spent:.0f}, {worst:.1e} |"
        print(row, flush=True)


if __name__ == "__main__":
    main()
