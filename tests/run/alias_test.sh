#!/usr/bin/env bash
# alias_test.sh PROGRAM: images that share bytes leave what they leave alone, byte for byte, also where what
# was discarded is overwritten, and without a message of validation.
set -uo pipefail
program=$(readlink -f -- "$1")
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh
frame=../frames/case-b01.json

# outputs ARGUMENTS…: what the frame leaves, without the numbers that placement changes
outputs()
{
    run_fusor 0 "$frame" --validate --frames 3 "$@"
    has stderr 'validation: 0 messages'
    grep '^output ' "$out/stdout" >"$out/outputs"
}

run_B01_aliased_equals_unaliased()
{
    local alias
    outputs --policy fuse=off,alias=off
    cp -- "$out/outputs" "$out/unaliased"
    expect 'nothing was left' test -s "$out/unaliased"
    for alias in proven recorded; do
        outputs --policy fuse=off,alias=$alias --poison
        expect "alias=$alias leaves something else: $(diff "$out/unaliased" "$out/outputs")" \
            cmp -s "$out/unaliased" "$out/outputs"
        run_fusor 0 "$frame" --check --validate --policy fuse=off,alias=$alias
        has stdout 'alias "A" = "B"'
        has stdout 'check: equal'
    done
}

run_B01_aliased_equals_unaliased
report
