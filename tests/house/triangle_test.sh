#!/usr/bin/env bash
# triangle_test.sh PROGRAM: the README's program writes its picture, on the suite's driver and under its
# layer, which has nothing to say: without a messenger of the program's own it speaks on stdout.
set -euo pipefail

launch=$(dirname -- "$(readlink -f -- "$0")")/../../tools/dev/launch
launch=$(readlink -f -- "$launch")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

"$launch" "$1" >said 2>&1 || { cat said && exit 1; }
cat said
if grep -qE 'VUID|SYNC-HAZARD|Validation (Error|Warning)' said; then
    echo "the validation layer spoke"
    exit 1
fi
[[ $(head -c 4 triangle.png | tail -c 3) == PNG ]] || { echo "triangle.png is no PNG" && exit 1; }
