#!/usr/bin/env bash
# random_test.sh PROGRAM RANDOM-FRAMES FIRST COUNT: COUNT random frames run with everything on and leave the
# bytes that everything off leaves; those whose outputs are all multisampled run and do not count. A failure
# names its seed, which is the frame's file name. They are run under one layer a driver.
set -uo pipefail
program=$(readlink -f -- "$1")
frames=$(readlink -f -- "$2")
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh
[[ ${FUSOR_TEST_LAYER:-stable} != new ]] || exit 77

mkdir -- "$out/frames"
expect "random frames cannot be written" "$frames" "$out/frames" "$3" $(($4 * 2))
is_known_fault()
{
    awk -v seed="$1" -v driver="${FUSOR_TEST_DRIVER:-lavapipe}" \
        '$1 == seed && $2 == driver { found = 1 } END { exit !found }' known-faults.txt
}

compared=0
for file in "$out"/frames/*.json; do
    ((compared < $4)) || break
    status=0
    "$launch" "$program" run "$file" --fit --check --validate >"$out/stdout" 2>"$out/stderr" \
        </dev/null || status=$?
    if grep -q 'no output can be read back' "$out/stderr"; then
        status=$((status == 1 ? 0 : 1)) # all it leaves is multisampled
    elif is_known_fault "$(basename "$file" .json)"; then
        printf 'seed %s: a known fault\n' "$(basename "$file" .json)"
        continue
    else
        compared=$((compared + 1))
    fi
    expect "seed $(basename "$file" .json): status $status: $(tail -n 8 "$out/stderr" | cut -c1-900)" \
        test "$status" -eq 0
    expect "seed $(basename "$file" .json): messages" grep -q 'validation: 0 messages' "$out/stderr"
done
expect "only $compared of $4 frames could be compared" test "$compared" -eq "$4"
printf '%d frames compared\n' "$compared"
report
