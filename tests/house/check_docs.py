#!/usr/bin/env python3
"""Each room of src/rooms.txt that has sources has docs/rooms/<room>.md, and links in docs lead somewhere."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rooms():
    names = re.findall(r"^(\w+):", (ROOT / "src/rooms.txt").read_text(), re.M)
    return [name for name in names if list((ROOT / "src" / name).glob("*.c"))]


def dead_links(page):
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in link and not (page.parent / link).exists():
            yield f"{page.relative_to(ROOT)}: {link} is not there"


def main():
    problems = [f"docs/rooms/{room}.md is missing" for room in rooms()
                if not (ROOT / f"docs/rooms/{room}.md").exists()]
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        problems.extend(dead_links(page))
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
