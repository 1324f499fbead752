#!/usr/bin/env python3
"""What the libraries ask of others and hold in memory.

Usage: check_symbols.py CC NAME=LIBRARY…

The core (fusor): undefined symbols are libc's only, none prints, exits or reads the environment, only
base allocates, nothing is global and mutable, and no Vulkan header is among what its sources include.
The auditor needs base, and from graph what reads a declaration; nothing of the rooms that make plans.
Every library: no global mutable data. fusor and fusor-vulkan: no undefined vk* symbol. Exported
symbols of each start with fusor_.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORBIDDEN = set((
    "printf vprintf puts putchar fputs fputc fprintf vfprintf fwrite perror stdout stderr stdin getenv "
    "secure_getenv setenv abort exit _exit system rand srand time clock __printf_chk __fprintf_chk").split())
HEAP = {"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "strdup", "strndup"}
COMPILER = {"_GLOBAL_OFFSET_TABLE_"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(library):
    """(object, kind, symbol) of each symbol of a static or shared library."""
    dynamic = ["-D"] if ".so" in pathlib.Path(library).name else []
    for line in output("nm", "-A", "-P", *dynamic, library).splitlines():
        match = re.match(r"(?:.*\[(.*)\]|[^:]*): (\S+) (\S)", line)
        if match:
            yield match.group(1) or library, match.group(3), match.group(2).split("@")[0]


def undefined(library):
    rows = list(symbols(library))
    defined = {symbol for _, kind, symbol in rows if kind not in "Uw"}
    return [(where, symbol) for where, kind, symbol in rows if kind == "U" and symbol not in defined]


def libc_symbols(compiler):
    path = output(compiler, "-print-file-name=libc.so.6").strip()
    return {symbol for _, kind, symbol in symbols(path) if kind not in "Uw"} | COMPILER


def check_core(compiler, library, problems):
    libc = libc_symbols(compiler)
    for where, symbol in undefined(library):
        if symbol not in libc:
            problems.append(f"{where}: needs {symbol}, which is not libc's")
        elif symbol in FORBIDDEN:
            problems.append(f"{where}: the core does not call {symbol}")
        elif symbol in HEAP and not where.startswith("base_"):
            problems.append(f"{where}: {symbol}: memory comes from the graph's allocator")


def room_of(name):
    return re.split(r"[_.]", pathlib.Path(name).name)[0]


def check_auditor(library, problems):
    """What proves plans shares nothing with what makes them."""
    rows = list(symbols(library))
    owner = {symbol: room_of(where) for where, kind, symbol in rows if kind not in "Uw"}
    for where, kind, symbol in rows:
        room = owner.get(symbol, "libc")
        shared = room not in ("audit", "base", "libc") and not (room == "graph" and symbol.startswith("fusor_graph_"))
        if kind == "U" and room_of(where) == "audit" and shared:
            problems.append(f"{where}: the auditor needs {symbol} of {room}")


def check_no_vulkan_symbol(library, problems):
    problems.extend(f"{where}: needs {symbol}: Vulkan is reached through get_instance_proc_addr"
                    for where, symbol in undefined(library) if re.match(r"vk[A-Z]", symbol))


def check_no_mutable_data(library, problems):
    """Tables of pointers lie in .data.rel.ro, which is read-only once loaded."""
    for line in output("objdump", "-t", library).splitlines():
        match = re.match(r"\S+ .{7} (\.(?:data|bss)\S*|\*COM\*)\s+([0-9a-f]+)\s+(?:\.hidden )?(\S+)$", line)
        if match and not match.group(1).startswith(".data.rel.ro") and int(match.group(2), 16) > 0:
            problems.append(f"{library}: {match.group(3)} is global and mutable ({match.group(1)})")


def check_exports(library, problems):
    """By ELF visibility: what is neither hidden nor local is offered to the world."""
    table = output("readelf", "-sW", library)
    for match in re.finditer(r"\s(?:FUNC|OBJECT)\s+GLOBAL DEFAULT\s+\d+ (\S+)", table):
        if not match.group(1).startswith("fusor_"):
            problems.append(f"{library}: exports {match.group(1)}")


def check_headers_of_core(compiler, problems):
    rooms = [line.split(":")[0] for line in (ROOT / "src/rooms.txt").read_text().splitlines()
             if re.match(r"\w+:(?!\s*public)", line)]
    files = [str(path) for room in rooms for path in sorted((ROOT / "src" / room).rglob("*.c"))]
    if files:
        depend = output(compiler, "-std=c11", "-M", f"-I{ROOT}/include", f"-I{ROOT}/src", *files)
        problems.extend(f"the core includes {name}"
                        for name in sorted(set(re.findall(r"\S*/(?:vulkan|vk_video)/\S+\.h", depend))))


def main():
    compiler, libraries = sys.argv[1], dict(argument.split("=", 1) for argument in sys.argv[2:])
    problems = []
    for name, library in libraries.items():
        if name in ("fusor", "fusor-vulkan"):
            check_no_vulkan_symbol(library, problems)
        if name == "fusor":
            check_core(compiler, library, problems)
            check_auditor(library, problems)
        if library.endswith(".a"):
            check_no_mutable_data(library, problems)
        check_exports(library, problems)
    check_headers_of_core(compiler, problems)
    print(*problems, sep="\n")
    print(f"{len(libraries)} libraries, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
