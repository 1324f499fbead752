#!/usr/bin/env python3
"""Adds up what the suites of ./dev test wrote, prints it, and decides whether it passed.

Usage: report.py FOLDER [--require DRIVER]

In FOLDER lie, for each suite, NAME.xml (ctest's JUnit file) and NAME.env (driver, layer, seconds,
ctest's status). A cmocka program counts by its own tests, any other ctest as one. A skip counts as
a failure unless tests/allowed-skips.txt names it. --require: fails unless that driver and at least
one other ran something. Exit status 0 if all is well; the last line is always the sum.
"""
import argparse
import fnmatch
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^\[\s*(RUN|OK|FAILED|ERROR|SKIPPED)\s*\] (\S+)\s*$", re.M)
OUTCOMES = {"OK": "passed", "FAILED": "failed", "ERROR": "failed", "SKIPPED": "skipped"}


class Suite:
    """One run of ctest: its name, where it ran, and [(test, outcome)]."""

    def __init__(self, path):
        self.name = path.stem
        self.env = dict(line.split("=", 1) for line in path.with_suffix(".env").read_text().split())
        self.tests = list(read_junit(path))
        if self.env["status"] != "0" and not any(outcome == "failed" for _, outcome in self.tests):
            self.tests.append((f"ctest ended with status {self.env['status']}", "failed"))

    def count(self, outcome):
        return sum(1 for _, result in self.tests if result == outcome)


def read_junit(path):
    """(name, outcome) of each test in one of ctest's JUnit files."""
    if not path.exists():
        yield f"{path.name} was not written", "failed"
        return
    for case in xml.parse(path).getroot().iter("testcase"):
        yield from read_case(case)


def read_case(case):
    """The tests of one ctest: those of a cmocka program by name, else the ctest itself."""
    name, outcome = case.get("name"), ctest_outcome(case)
    inner = list(cmocka_tests(case.findtext("system-out") or ""))
    if not inner or outcome == "skipped":
        yield name, outcome
        return
    for test, result in inner:
        yield f"{name}/{test}", result
    if outcome == "failed" and all(result != "failed" for _, result in inner):
        yield f"{name}/(the program itself)", "failed"


def ctest_outcome(case):
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        reason = (case.find("skipped").get("message") or "") if case.find("skipped") is not None else ""
        return "skipped" if "SKIP_RETURN_CODE" in reason else "failed"
    return "failed" if case.find("failure") is not None or case.get("status") == "fail" else "passed"


def cmocka_tests(output):
    """Pairs each RUN line with the line that ends it; a test that never ended has failed."""
    running = None
    for word, test in LINE.findall(output):
        if word == "RUN":
            if running:
                yield running, "failed"
            running = test
        elif test == running:
            yield test, OUTCOMES[word]
            running = None
    if running:
        yield running, "failed"


def read_allowed():
    """Lines `driver-pattern test-pattern why` of tests/allowed-skips.txt."""
    allowed = []
    for line in (ROOT / "tests/allowed-skips.txt").read_text().splitlines():
        words = line.split("#", 1)[0].split(None, 2)
        if len(words) == 3:
            allowed.append((words[0], words[1]))
        elif words:
            sys.exit(f"tests/allowed-skips.txt: a line needs a driver, a test and a reason: {line}")
    return allowed


def forbid_skips(suite, allowed):
    """Turns each skip that no line allows into a failure."""
    for index, (test, outcome) in enumerate(suite.tests):
        if outcome == "skipped" and not any(
                fnmatch.fnmatchcase(suite.env["driver"], driver) and fnmatch.fnmatchcase(test, pattern)
                for driver, pattern in allowed):
            suite.tests[index] = (f"{test}: skipped, tests/allowed-skips.txt does not allow it", "failed")


def print_suites(suites):
    print(f"\n{'suite':<34}{'seconds':>9}{'passed':>9}{'failed':>9}{'skipped':>9}")
    for suite in suites:
        counts = "".join(f"{suite.count(outcome):>9}" for outcome in ("passed", "failed", "skipped"))
        print(f"{suite.name:<34}{suite.env['seconds']:>9}{counts}")


def print_drivers(suites):
    drivers = sorted({suite.env["driver"] for suite in suites} - {"-"})
    for driver in drivers:
        mine = [suite for suite in suites if suite.env["driver"] == driver]
        counts = ", ".join(f"{sum(suite.count(outcome) for suite in mine)} {outcome}"
                           for outcome in ("passed", "failed", "skipped"))
        layers = ", ".join(suite.env["layer"] for suite in mine)
        print(f"driver {driver}: {counts} (layers: {layers})")


def drivers_missing(suites, required):
    """Why the drivers that ran are not enough; nothing if they are."""
    ran = {suite.env["driver"] for suite in suites if suite.count("passed") + suite.count("failed")} - {"-"}
    if required not in ran:
        return [f"driver {required} did not run"]
    return [] if len(ran) > 1 else [f"no driver ran beside {required}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--require")
    arguments = parser.parse_args()

    suites = [Suite(path.with_suffix(".xml")) for path in sorted(arguments.folder.glob("*.env"))]
    allowed = read_allowed()
    for suite in suites:
        forbid_skips(suite, allowed)
    failures = [f"{suite.name}: {test}" for suite in suites for test, outcome in suite.tests if outcome == "failed"]
    if arguments.require:
        failures += drivers_missing(suites, arguments.require)
    passed, skipped = (sum(suite.count(outcome) for suite in suites) for outcome in ("passed", "skipped"))
    if not passed and not failures:
        failures.append("no test ran")

    print_suites(suites)
    print_drivers(suites)
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{passed} passed, {len(failures)} failed, {skipped} skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
