#!/usr/bin/env python3
"""Each id that tests/case-ids.txt marks `required` occurs as _H04_ in a test's name below tests/.

Prints what is missing, and `later` ids that have a test by now (no failure: flip the row).
"""
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
ROW = re.compile(r"([HMVB]\d\d) (required|later)")


def read_rows():
    """{id: state}; a line that is neither a row nor a comment ends the check."""
    rows = {}
    for number, line in enumerate((TESTS / "case-ids.txt").read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = ROW.fullmatch(line.strip())
        if not match or match.group(1) in rows:
            sys.exit(f"tests/case-ids.txt:{number}: not `ID required|later`, or twice: {line}")
        rows[match.group(1)] = match.group(2)
    return rows


def ids_in_tests():
    """Ids in names of C functions and in what CMake and scripts call their tests."""
    found = set()
    for path in TESTS.rglob("*"):
        if path.is_file() and (path.suffix in (".c", ".py", ".sh") or path.name == "CMakeLists.txt"):
            if "house" not in path.relative_to(TESTS).parts:  # checks of checks name made-up ids
                found.update(re.findall(r"[a-z0-9]_([HMVB]\d\d)(?=_)", path.read_text(errors="replace")))
    return found


def main():
    rows, found = read_rows(), ids_in_tests()
    missing = [name for name, state in rows.items() if state == "required" and name not in found]
    unknown = sorted(found - rows.keys())
    ready = [name for name, state in rows.items() if state == "later" and name in found]
    if ready:
        print("have a test and could be `required`:", *ready)
    for name in missing:
        print(f"tests/case-ids.txt: {name} is required and no test carries _{name}_ in its name")
    for name in unknown:
        print(f"a test carries _{name}_ in its name, which tests/case-ids.txt does not list")
    required = sum(state == "required" for state in rows.values())
    print(f"{required} of {len(rows)} ids required, {len(missing)} of them without a test")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
