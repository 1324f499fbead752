#!/usr/bin/env bash
# random_test.sh PROGRAM RANDOM-FRAMES FIRST COUNT: COUNT random frames run with everything on and leave the
# bytes that everything off leaves; those whose outputs are all multisampled run and do not count. A failure
# names its seed, which is the frame's file name. They are run under the newer layer alone: 1.3.239 forgets
# across submissions that a write was made available to what shares its bytes.
set -uo pipefail
program=$(readlink -f -- "$1")
frames=$(readlink -f -- "$2")
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh
[[ ${FUSOR_TEST_LAYER:-new} == new ]] || exit 77

mkdir -- "$out/frames"
expect "random frames cannot be written" "$frames" "$out/frames" "$3" $(($4 * 2))

is_known_fault()
{
    awk -v seed="$1" -v driver="${FUSOR_TEST_DRIVER:-lavapipe}" \
        '$1 == seed && $2 == driver { found = 1 } END { exit !found }' known-faults.txt
}

# Writers that promise not to overlap have no barrier, and a layer sees ranges, not elements.
no_other_messages()
{
    grep -q 'validation: 0 messages' "$out/stderr" && return 0
    grep -q '"concurrent"' "$1" || return 1
    printf '%s: messages about concurrent writers\n' "$(basename "$1")"
    ! grep 'error: ' "$out/stderr" | grep -qv 'error: SYNC-HAZARD-WRITE-AFTER-WRITE: '
}

compared=0
for file in "$out"/frames/*.json; do
    ((compared < $4)) || break
    seed=$(basename "$file" .json)
    "$launch" "$program" run "$file" --fit --check --validate >"$out/stdout" 2>"$out/stderr" \
        </dev/null
    if is_known_fault "$seed"; then
        printf 'seed %s: a known fault\n' "$seed"
        continue
    fi
    expect "seed $seed: $(tail -n 8 "$out/stderr" | cut -c1-900)" no_other_messages "$file"
    if ! grep -q 'no output can be read back' "$out/stderr"; then
        compared=$((compared + 1))
        expect "seed $seed: $(tail -n 8 "$out/stderr" | cut -c1-900)" \
            grep -q '^check: equal' "$out/stdout"
    fi
done
expect "only $compared of $4 frames could be compared" test "$compared" -eq "$4"
printf '%d frames compared\n' "$compared"
report
