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

# 4 MiB: sizes at which CPUs take seconds, and at which every overlap and every mip is still there.
runs_equal_with_fit()
{
    if [[ $frame == chain-21 ]]; then # it has no output: nothing can be compared
        run_fusor 1 "$file" --fit --check --validate
        has stderr 'no output can be read back: nothing was compared'
    else
        run_fusor 0 "$file" --fit --check --validate --max-bytes 4194304
        has stdout 'check: equal'
        expect "an output is all clear: $(grep ', 0 of' "$out/stdout")" \
            test "$(grep -c ', 0 of' "$out/stdout")" -eq 0
    fi
    has stderr 'validation: 0 messages'
}

is_run_or_refused_as_listed
runs_equal_with_fit
report
