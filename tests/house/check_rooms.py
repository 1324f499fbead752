#!/usr/bin/env python3
"""Holds every #include below src/, tools/, examples/ and demo/ against src/rooms.txt.

A core room includes "room/file.h" of rooms that its line allows, its own files, fusor/fusor.h,
fusor/format.h and C11's headers; an outer library its own folder, public headers and its dependency's;
programs public headers and their own folder. The order of rooms.txt is the order of the rooms: no line
allows a room below it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CORE_PUBLIC = {"fusor/fusor.h", "fusor/format.h"}
LIBC = {f"{name}.h" for name in (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
    "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time uchar wchar wctype").split()}
# What an outer room may include with <…>, beside libc and public headers.
OUTER = {"json": ("jansson.h",), "vulkan": ("vulkan/",), "vulkan_device": ("vulkan/",)}
# Public headers that include an API's header: those named after it.
API_HEADERS = ("vulkan", "webgpu")


def read_rooms(problems):
    """({core room: allowed rooms}, [outer rooms]) in the order of the file."""
    core, outer = {}, []
    for number, line in enumerate((ROOT / "src/rooms.txt").read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        room, _, allowed = line.partition(":")
        if allowed.strip() == "public":
            outer.append(room)
            continue
        for other in allowed.split():
            if other not in core:
                problems.append(f"src/rooms.txt:{number}: {room} may not look down at {other}")
        core[room] = set(allowed.split()) | {room}
    return core, outer


def includes(path):
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield f"{path.relative_to(ROOT)}:{number}", match.group(1) == '"', match.group(2)


def is_own(path, name):
    """A file beside the one that includes it."""
    return "/" not in name and (path.parent / name).exists()


def sources(folder):
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".c", ".h", ".inc")]


def check_core(room, allowed, problems):
    for path in sources(ROOT / "src" / room):
        for place, quoted, name in includes(path):
            other, slash, _ = name.partition("/")
            if name in CORE_PUBLIC or (quoted and is_own(path, name)):
                continue
            if quoted and (not slash or other not in allowed):
                problems.append(f'{place}: room {room} may not include "{name}"')
            if not quoted and name not in LIBC:
                problems.append(f"{place}: the core may not include <{name}>")


def check_outer(room, problems):
    for path in sources(ROOT / "src" / room):
        for place, quoted, name in includes(path):
            if name.startswith("fusor/") or (quoted and is_own(path, name)):
                continue
            if quoted and not name.startswith(f"{room}/"):
                problems.append(f'{place}: {room} may include its own folder and public headers, not "{name}"')
            if not quoted and name not in LIBC and not name.startswith(OUTER.get(room, ())):
                problems.append(f"{place}: {room} may not include <{name}>")


def check_program(folder, problems):
    for path in sources(folder):
        for place, quoted, name in includes(path):
            if quoted and (ROOT / "src" / name).exists():
                problems.append(f'{place}: a program includes public headers only, not "{name}"')


def check_public(problems):
    for path in sources(ROOT / "include"):
        for place, quoted, name in includes(path):
            api = next((api for api in API_HEADERS if name.startswith(f"{api}/")), None)
            if (quoted and not name.startswith("fusor/")) or (api and not path.stem.startswith(api)):
                problems.append(f"{place}: {path.name} may not include {name}")


def main():
    problems = []
    core, outer = read_rooms(problems)
    for path in sorted((ROOT / "src").iterdir()):
        if path.is_dir() and sources(path) and path.name not in core and path.name not in outer:
            problems.append(f"src/{path.name} is not in src/rooms.txt")
    for room, allowed in core.items():
        check_core(room, allowed, problems)
    for room in outer:
        check_outer(room, problems)
    for folder in ("tools", "examples", "demo"):
        check_program(ROOT / folder, problems)
    check_public(problems)
    print(*problems, sep="\n")
    print(f"{len(core) + len(outer)} rooms, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
