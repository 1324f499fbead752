#!/usr/bin/env bash
# The same plans, byte for byte, from gcc and clang, without optimisation and with all of it, and from
# the build at hand. same_plans.sh SOURCE_DIR BUILT_PROGRAM; with one compiler only: skipped (77).
set -eu
root=$1 built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v gcc >/dev/null && command -v clang >/dev/null || exit 77
mapfile -t sources < <(find "$root/src" -name '*.c' -not -path '*/vulkan*' -not -path '*/webgpu*' | sort)
read -ra jansson <<<"$(pkg-config --cflags --libs jansson)"

build() # COMPILER LEVEL
{
    "$1" -std=c11 "$2" -ffp-contract=off -I"$root/include" -I"$root/src" -o "$work/$1$2" \
        "$root/tests/core/same_plans.c" "${sources[@]}" "${jansson[@]}"
}

build gcc -O0 &
build clang -O3
wait $!
cd "$root"
"$built" tests/frames/*.json >"$work/built.txt"
for name in gcc-O0 clang-O3; do
    "$work/$name" tests/frames/*.json >"$work/$name.txt"
    if ! cmp "$work/built.txt" "$work/$name.txt"; then
        echo "this build and $name make other plans:"
        diff "$work/built.txt" "$work/$name.txt" | head -5 | cut -c1-500
        exit 1
    fi
done
echo "3 builds make the same $(wc -c <"$work/built.txt") bytes of plans"
