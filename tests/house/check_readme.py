#!/usr/bin/env python3
"""What README.md quotes is what the files hold.

A line `<!-- quote: FILE -->` stands before a code block that equals FILE, whole, or the part between
lines of it that contain `readme: begin` and `readme: end`. --update writes the files' text.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUOTE = re.compile(r"(<!-- quote: (\S+) -->\n```\w*\n)(.*?)(^```$)", re.M | re.S)


def quoted_text(name):
    """The text of a file that the README shows; None while the file is not there."""
    path = ROOT / name
    if not path.exists():
        return None
    text = path.read_text()
    part = re.search(r"^[^\n]*readme: begin[^\n]*\n(.*?)^[^\n]*readme: end", text, re.M | re.S)
    return part.group(1) if part else text


def main():
    readme = ROOT / "README.md"
    text, differ = readme.read_text(), []

    def quote(match):
        wanted = quoted_text(match.group(2))
        if wanted is None or wanted == match.group(3):
            return match.group(0)
        differ.append(match.group(2))
        return match.group(1) + wanted + match.group(4)

    updated = QUOTE.sub(quote, text)
    if sys.argv[1:] == ["--update"]:
        readme.write_text(updated)
        return 0
    for name in differ:
        print(f"README.md does not quote {name} as it is; tests/house/check_readme.py --update writes it")
    print(f"{len(QUOTE.findall(text))} quotes, {len(differ)} differ")
    return 1 if differ or not QUOTE.search(text) else 0


if __name__ == "__main__":
    sys.exit(main())
