#!/usr/bin/env python3
"""The checks see planted faults: each runs on a small made-up tree, once clean, once with one fault."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HOUSE = pathlib.Path(__file__).resolve().parent
CC = sys.argv.pop(1) if len(sys.argv) > 1 else "cc"
CLEAN_C = '#include "base/base.h"\n#include <string.h>\n' \
    '__attribute__((visibility("default"))) size_t fusor_length(const char *text);\n' \
    'size_t fusor_length(const char *text) { return strlen(text); }\n'


class Tree(unittest.TestCase):
    """A tree with two rooms, an outer library and one test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(HOUSE, self.root / "tests/house", ignore=shutil.ignore_patterns("*_test.*", "__pycache__"))
        self.write("src/rooms.txt", "# rooms\nbase:\ngraph: base\n\njson: public\nvulkan: public\n")
        self.write("include/fusor/fusor.h", "#include <stdint.h>\n")
        self.write("src/base/base.h", "#include <stddef.h>\n")
        self.write("src/graph/graph.c", CLEAN_C)
        self.write("src/json/json.c", '#include "json.h"\n#include <fusor/fusor.h>\n#include <jansson.h>\n')
        self.write("src/json/json.h", "#include <stdint.h>\n")
        self.write("tests/case-ids.txt", "# ids\nH01 required\nH02 later\n")
        self.write("tests/core/CMakeLists.txt", "fusor_test(a)\n")
        self.write("tests/core/a.c", "static void fuse_H01_is_kept(void **state)\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, script, *arguments):
        return subprocess.run([sys.executable, self.root / "tests/house" / script, *arguments],
                              capture_output=True, text=True, check=False)

    def passes(self, *command):
        result = self.check(*command)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def fails(self, words, *command):
        result = self.check(*command)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(words, result.stdout)


class Rooms(Tree):
    def fault(self, words, name, text):
        self.write(name, text)
        self.fails(words, "check_rooms.py")

    def test_clean_tree_passes(self):
        self.passes("check_rooms.py")

    def test_looking_down(self):
        self.fault("room base may not include", "src/base/base.h", '#include "graph/graph.h"\n')

    def test_rooms_file_looking_down(self):
        self.fault("may not look down at graph", "src/rooms.txt", "base: graph\ngraph: base\njson: public\n")

    def test_vulkan_header_in_core(self):
        self.fault("the core may not include", "src/graph/graph.c", "#include <vulkan/vulkan.h>\n")

    def test_outer_library_looking_into_core(self):
        self.fault("json may include", "src/json/json.c", '#include "graph/graph.h"\n')

    def test_program_looking_into_sources(self):
        self.fault("public headers only", "tools/fusor/main.c", '#include "base/base.h"\n')

    def test_public_header_with_api_header(self):
        self.fault("may not include vulkan/vulkan.h", "include/fusor/fusor.h", "#include <vulkan/vulkan.h>\n")

    def test_folder_without_line(self):
        self.fault("is not in src/rooms.txt", "src/attic/attic.c", "")


class Symbols(Tree):
    def arguments(self, text=CLEAN_C):
        self.write("src/graph/graph.c", text)
        library = self.root / "libfusor.a"
        subprocess.run([CC, "-std=c11", "-fPIC", "-fvisibility=hidden", "-w", f"-I{self.root}/src", "-c", "-o",
                        self.root / "graph.c.o", self.root / "src/graph/graph.c"], check=True)
        subprocess.run(["ar", "rcs", library, self.root / "graph.c.o"], check=True)
        return "check_symbols.py", CC, f"fusor={library}"

    def fault(self, words, text):
        self.fails(words, *self.arguments(CLEAN_C + text))

    def test_clean_library_passes(self):
        self.passes(*self.arguments(CLEAN_C + "const char *const fusor_hidden[] = {\"a\", \"b\"};\n"))

    def test_vulkan_symbol(self):
        self.fault("vkCreateDevice", "int vkCreateDevice(void);\nint graph_a(void) { return vkCreateDevice(); }\n")

    def test_symbol_of_another_library(self):
        self.fault("which is not libc's", "int json_object(void);\nint graph_a(void) { return json_object(); }\n")

    def test_auditor_that_asks_a_maker_of_plans(self):
        self.write("src/audit/audit.c", "int graph_length(void);\nint audit_a(void) { return graph_length(); }\n")
        command = self.arguments(CLEAN_C + "int graph_length(void) { return 1; }\n")
        subprocess.run([CC, "-fPIC", "-fvisibility=hidden", "-w", "-c", "-o", self.root / "audit.c.o",
                        self.root / "src/audit/audit.c"], check=True)
        subprocess.run(["ar", "rs", self.root / "libfusor.a", self.root / "audit.c.o"], check=True,
                       capture_output=True)
        self.fails("the auditor needs graph_length of graph", *command)

    def test_printing(self):
        self.fault("does not call printf", "int printf(const char *, ...);\nint graph_a(int x) { return printf(\"%d\", x); }\n")

    def test_heap_outside_base(self):
        self.fault("graph's allocator", "void *malloc(size_t);\nvoid *graph_a(void) { return malloc(3); }\n")

    def test_mutable_data(self):
        self.fault("global and mutable", "static int counter; int graph_a(void) { return counter++; }\n")
        self.fault("global and mutable", "int graph_table[2] = {1, 2};\n")

    def test_export_without_prefix(self):
        self.fault("exports graph_a", '__attribute__((visibility("default"))) int graph_a(void) { return 1; }\n')


class CaseIds(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_case_ids.py")

    def test_required_id_without_test(self):
        self.write("tests/core/a.c", "static void fuse_is_kept(void **state)\n")
        self.fails("H01 is required", "check_case_ids.py")

    def test_unknown_id(self):
        self.write("tests/core/b.c", "static void fuse_H77_is_kept(void **state)\n")
        self.fails("does not list", "check_case_ids.py")


if __name__ == "__main__":
    unittest.main()
