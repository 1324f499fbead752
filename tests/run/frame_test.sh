#!/usr/bin/env bash
# frame_test.sh PROGRAM FRAME: a frame of tests/frames is run or refused as frames.txt says; with --fit
# it runs, and everything on leaves the bytes that everything off leaves. No message of a validation
# layer is allowed.
set -uo pipefail
program=$(readlink -f -- "$1")
frame=$2
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh
file=../frames/$frame.json

# find_row: sets outcome and why
find_row()
{
    local name driver
    while read -r name driver outcome why; do
        # shellcheck disable=SC2053
        [[ $frame == $name && ${FUSOR_TEST_DRIVER:-lavapipe} == $driver ]] && return 0
    done < <(grep -v '^#' frames.txt)
    outcome=
}

is_run_or_refused_as_listed()
{
    find_row
    case $outcome in
    ok)
        run_fusor 0 "$file" --validate --frames 1
        ;;
    loads)
        run_fusor 0 "$file" --validate --dry-run
        has stdout 'dry run: the device takes the frame'
        ;;
    refused)
        run_fusor 1 "$file" --validate --frames 1
        has stderr "$why"
        expect "refused, but outputs: $(cat "$out/stdout")" test ! -s "$out/stdout"
        ;;
    *)
        expect "frames.txt has no outcome for $frame" false
        ;;
    esac
    has stderr 'validation: 0 messages'
}

# known_message: the id that known-false.txt allows here, if any
known_message()
{
    awk -v frame="$frame" -v driver="${FUSOR_TEST_DRIVER:-}" -v layer="${FUSOR_TEST_LAYER:-}" \
        '$1 == frame && $2 == driver && $3 == layer { print $4 }' known-false.txt
}

only_known_messages()
{
    local known
    known=$(known_message)
    ! grep 'error: ' "$out/stderr" | grep -qv -- "error: ${known:-none}: "
}

# A message that is known to be false makes the status 1 all the same.
expect_status()
{
    local wanted=$1
    shift
    if [[ -n $(known_message) ]]; then
        "$launch" "$program" run "$file" "$@" >"$out/stdout" 2>"$out/stderr" </dev/null
        printf '%s known to be false\n' "$(grep -c 'error: ' "$out/stderr")"
    else
        run_fusor "$wanted" "$file" "$@"
        has stderr 'validation: 0 messages'
    fi
}

# 4 MiB: sizes at which CPUs take seconds, and at which every overlap and every mip is still there.
runs_equal_with_fit()
{
    if [[ $frame == chain-21 ]]; then # it has no output: nothing can be compared
        run_fusor 1 "$file" --fit --check --validate
        has stderr 'no output can be read back: nothing was compared'
    else
        expect_status 0 --fit --check --validate --max-bytes 4194304
        has stdout 'check: equal'
        expect "an output is all clear: $(grep ', 0 of' "$out/stdout")" \
            test "$(grep -c ', 0 of' "$out/stdout")" -eq 0
    fi
    expect "messages: $(grep 'error: ' "$out/stderr" | cut -c1-600)" only_known_messages
}

is_run_or_refused_as_listed
runs_equal_with_fit
report
