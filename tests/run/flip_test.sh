#!/usr/bin/env bash
# flip_test.sh PROGRAM FRAME: each bit that flip.txt names for a frame changes the outputs that it says,
# and no other one. What is compared is the digest that `fusor run` prints for the last frame.
set -uo pipefail
program=$(readlink -f -- "$1")
frame=$2
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh

# digests FRAMES ARGUMENTS…: lines "output digest" of the last frame
digests()
{
    local last=$1
    shift
    run_fusor 0 "flip/$frame.json" --frames "$last" "$@"
    sed -n "s/^output \"\\([^\"]*\\)\" frame $last: \\([0-9a-f]*\\),.*/\\1 \\2/p" "$out/stdout"
}

# base FRAMES: the digests without a flipped bit, made once
base()
{
    [[ -s $out/base-$1 ]] || digests "$1" --validate >"$out/base-$1"
    cat "$out/base-$1"
}

# check_bit INPUT BIT OUTPUTS FRAMES
check_bit()
{
    local changed wanted
    base "$4" >"$out/before"
    (unset VK_INSTANCE_LAYERS && digests "$4" --flip "$1:$2") >"$out/after"
    changed=$(diff "$out/before" "$out/after" | sed -n 's/^> \([^ ]*\) .*/\1/p' | sort | paste -sd,)
    wanted=$(tr ',' '\n' <<<"$3" | sort | paste -sd,)
    expect "bit $2 of $1 changes ${changed:--}, not $wanted" test "${changed:--}" = "$wanted"
}

rows=0
while read -r name input bits outputs frames; do
    [[ $name == "$frame" ]] || continue
    for bit in ${bits//,/ }; do
        check_bit "$input" "$bit" "$outputs" "${frames:-3}"
        rows=$((rows + 1))
    done
done <flip.txt
expect "flip.txt has no row for $frame" test "$rows" -gt 0
report
