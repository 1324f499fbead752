#!/usr/bin/env bash
# ./dev itself: its commands, the drivers that it finds, and how a test program is started.
# shellcheck disable=SC2317 # tests are called by name
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.."

here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
failed=0

expect()
{
    local what=$1 wanted=$2 got=$3
    if [[ $got != "$wanted" ]]; then
        printf 'FAILED: %s\n  wanted: %s\n  got:    %s\n' "$what" "$wanted" "$got"
        failed=1
    fi
}

status_of()
{
    local status=0
    "$@" >"$here/said" 2>&1 || status=$?
    echo "$status"
}

icd()
{
    mkdir -p "$here/root/vulkan/icd.d"
    printf '{"ICD": {"library_path": "%s"}}\n' "$2" >"$here/root/vulkan/icd.d/$1.json"
}

drivers()
{
    FUSOR_VULKAN_ROOT=$here/root bash -euo pipefail -c \
        'source tools/dev/packages.sh; source tools/dev/suites.sh; suites_drivers 0' |
        sed "s#$here/root/vulkan/icd.d/##" | sort | paste -sd' '
}

help_names_every_command()
{
    local command
    expect "status of help" 0 "$(status_of ./dev help)"
    for command in demo test build bench lint format docs drivers; do
        expect "$command in help" 1 "$(grep -cE "^  $command " "$here/said")"
    done
}

unknown_command_is_usage()
{
    expect "status" 2 "$(status_of ./dev nonesuch)"
}

drivers_are_named_by_their_library()
{
    expect "no driver" "" "$(drivers)"
    icd a /usr/lib/libvulkan_lvp.so
    icd b libvk_swiftshader.so
    icd c libsomething_else.so
    expect "two known drivers" "lavapipe a.json swiftshader-installed b.json" "$(drivers)"
}

program_is_launched_as_the_suite_wants()
{
    expect "plainly" "plain" "$(env -u FUSOR_TEST_LAUNCHER tools/dev/launch echo plain)"
    printf '#!/bin/sh\necho "by launcher: $*"\n' >"$here/launcher"
    chmod +x "$here/launcher"
    expect "by a launcher" "by launcher: prog arg" "$(FUSOR_TEST_LAUNCHER=$here/launcher tools/dev/launch prog arg)"
    expect "status passes through" 7 "$(status_of tools/dev/launch bash -c 'exit 7')"
}

new_layer_that_is_not_there_is_said()
{
    mkdir -p "$here/tools/dev"
    cp tools/dev/with-new-layer "$here/tools/dev/"
    expect "status" 3 "$(status_of "$here/tools/dev/with-new-layer" true)"
    expect "way out" 1 "$(grep -c './dev drivers fetches it' "$here/said")"
}

for test in help_names_every_command unknown_command_is_usage drivers_are_named_by_their_library \
    program_is_launched_as_the_suite_wants new_layer_that_is_not_there_is_said; do
    echo "$test"
    "$test"
done
exit "$failed"
