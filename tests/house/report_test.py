#!/usr/bin/env python3
"""tools/dev/report.py on made-up suites: what counts, what fails, and its last line."""
import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("report", ROOT / "tools/dev/report.py")
report = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(report)

CMOCKA = """[==========] Running 3 test(s).
[ RUN      ] a
[       OK ] a
[ RUN      ] b
[  SKIPPED ] b
[ RUN      ] c
[  FAILED  ] c
[  FAILED  ] 1 test(s), listed below:
[  FAILED  ] c
"""
FAILED = '<failure message=""/>'
SKIPPED = '<skipped message="SKIP_RETURN_CODE=77"/>'


def case(name, output="", inner="", status="run"):
    return f'<testcase name="{name}" status="{status}">{inner}<system-out>{output}</system-out></testcase>'


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def suite(self, name, *cases, driver="-", status=0):
        path = pathlib.Path(self.folder.name) / f"{name}.xml"
        path.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
        path.with_suffix(".env").write_text(f"driver={driver}\nlayer=-\nseconds=1\nstatus={status}\n")
        return report.Suite(path)

    def test_cmocka_program_counts_by_its_tests(self):
        suite = self.suite("s", case("p", CMOCKA, FAILED, "fail"))
        self.assertEqual(suite.tests, [("p/a", "passed"), ("p/b", "skipped"), ("p/c", "failed")])

    def test_other_program_counts_as_one(self):
        suite = self.suite("s", case("p", "hello"), case("q", "", SKIPPED, "notrun"))
        self.assertEqual(suite.tests, [("p", "passed"), ("q", "skipped")])

    def test_test_that_never_ends_failed(self):
        suite = self.suite("s", case("p", "[ RUN      ] a\n[ RUN      ] b\n", FAILED, "fail"))
        self.assertEqual(suite.tests, [("p/a", "failed"), ("p/b", "failed")])

    def test_failed_teardown_failed(self):
        suite = self.suite("s", case("p", "[ RUN      ] a\n[  ERROR   ] a\n", FAILED, "fail"))
        self.assertEqual(suite.tests, [("p/a", "failed")])

    def test_program_that_fails_after_its_tests_failed(self):
        suite = self.suite("s", case("p", "[ RUN      ] a\n[       OK ] a\n", FAILED, "fail"))
        self.assertEqual(suite.count("failed"), 1)

    def test_program_that_could_not_start_failed(self):
        suite = self.suite("s", case("p", "", '<skipped message="Unable to find executable"/>', "notrun"))
        self.assertEqual(suite.tests, [("p", "failed")])

    def test_suite_without_report_failed(self):
        path = pathlib.Path(self.folder.name) / "s.env"
        path.write_text("driver=-\nlayer=-\nseconds=1\nstatus=1\n")
        self.assertEqual(report.Suite(path.with_suffix(".xml")).count("failed"), 1)

    def test_ctest_status_without_failed_test_failed(self):
        self.assertEqual(self.suite("s", case("p"), status=8).count("failed"), 1)

    def test_skip_fails_unless_allowed_for_its_driver(self):
        suite = self.suite("s", case("p", "", SKIPPED, "notrun"), driver="lavapipe")
        report.forbid_skips(suite, [("lavapipe", "p")])
        self.assertEqual(suite.count("skipped"), 1)
        report.forbid_skips(suite, [("swiftshader", "p"), ("lavapipe", "q*")])
        self.assertEqual(suite.count("failed"), 1)

    def test_second_driver_is_required(self):
        one = self.suite("one", case("p"), driver="lavapipe")
        two = self.suite("two", case("p"), driver="swiftshader")
        none = self.suite("none", driver="lavapipe-25")
        self.assertEqual(report.drivers_missing([one, two], "lavapipe"), [])
        self.assertEqual(len(report.drivers_missing([one, none], "lavapipe")), 1)
        self.assertEqual(len(report.drivers_missing([two, none], "lavapipe")), 1)


if __name__ == "__main__":
    unittest.main()
