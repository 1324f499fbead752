#!/usr/bin/env bash
# What ./dev does about packages, on machines made of stubs: apt-get, dpkg-query, sudo and id are
# scripts that note their calls, and nothing else of the system's package tools is on the PATH.
# shellcheck disable=SC2016,SC2317 # stubs expand their own variables; tests are called by name
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.."

here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
failed=0

# machine USER-ID [sudo|sudo-password]: a fresh stub machine with apt, no package and no Vulkan device.
machine()
{
    rm -rf "${here:?}"/*
    mkdir -p "$here/bin" "$here/vulkan-root"
    local tool
    for tool in bash env cat sed awk grep find sort tr wc head dirname readlink basename mkdir script true; do
        ln -s "$(type -P "$tool")" "$here/bin/$tool"
    done
    : >"$here/installed"
    : >"$here/calls"
    stub id "echo $1"
    stub dpkg-query 'name=${!#}; grep -qx -- "$name" '"$here/installed"' && echo installed'
    stub apt-get 'echo "${DEBIAN_FRONTEND:-} apt-get $*" >>'"$here/calls"'
        [[ $* != *--print-uris* ]] || echo "Need to get 2000 kB of archives."'
    case ${2:-} in
    sudo) stub sudo '[[ $1 != -n ]] || shift; echo sudo >>'"$here/calls"'; exec "$@"' ;;
    sudo-password) stub sudo '[[ $1 != -n ]] || exit 1; echo sudo >>'"$here/calls"'; exec "$@"' ;;
    esac
}

stub()
{
    printf '#!%s/bin/bash\n%s\n' "$here" "$2" >"$here/bin/$1"
    chmod +x "$here/bin/$1"
}

packages_of()
{
    bash -c 'source tools/dev/packages.sh; packages_lines "$1"' - "$1" | awk '{ print $1 }'
}

# need LIST: packages_need on the stub machine; sets status and leaves what was said in said.
need()
{
    status=0
    run_stubbed bash -c 'set -euo pipefail; source tools/dev/packages.sh; packages_need "$1"' - "$1" \
        >"$here/said" 2>&1 </dev/null || status=$?
}

run_stubbed()
{
    env -i PATH="$here/bin" HOME="$here" FUSOR_VULKAN_ROOT="$here/vulkan-root" "$@"
}

expect()
{
    local what=$1
    shift
    if ! "$@"; then
        printf 'FAILED: %s: %s\n' "${FUNCNAME[1]}" "$what"
        sed 's/^/    /' "$here/said" "$here/calls"
        failed=1
    fi
}

said() { grep -qF -- "$1" "$here/said"; }
called() { grep -qE -- "$1" "$here/calls"; }
not() { ! "$@"; }
status_is() { [[ $status == "$1" ]]; }

nothing_missing_touches_nothing()
{
    machine 0
    packages_of test >"$here/installed"
    need test
    expect "status 0" status_is 0
    expect "no call" not called apt-get
}

root_installs_what_is_missing_without_recommends()
{
    machine 0
    packages_of demo | grep -v -e libpng-dev -e '^cmake$' >"$here/installed"
    need demo
    expect "status 0" status_is 0
    expect "names them" said "cmake libpng-dev"
    expect "says the size" said "Need to get 2000 kB"
    expect "updates" called '^noninteractive apt-get update'
    expect "installs exactly them" called '^noninteractive apt-get install .*--no-install-recommends cmake libpng-dev$'
    expect "no sudo" not called sudo
}

sudo_without_password_is_used()
{
    machine 1000 sudo
    need demo
    expect "status 0" status_is 0
    expect "sudo" called '^sudo'
    expect "installs" called '^noninteractive apt-get install '
}

no_sudo_prints_the_line_and_ends_with_3()
{
    machine 1000
    need demo
    expect "status 3" status_is 3
    expect "the line" said "sudo apt-get update && sudo apt-get install --no-install-recommends gcc libc6-dev"
    expect "the size" said "Need to get 2000 kB"
    expect "installs nothing" not called 'apt-get (-qq )?(install|update)'
}

password_without_terminal_ends_with_3()
{
    machine 1000 sudo-password
    need demo
    expect "status 3" status_is 3
    expect "installs nothing" not called 'apt-get (install|update)'
}

password_on_a_terminal_is_asked_for()
{
    if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
        echo "    not tested: no pseudo-terminal can be had here"
        return 0
    fi
    machine 1000 sudo-password
    status=0
    printf 'y\n' | run_stubbed SHELL="$here/bin/bash" script -qec \
        'source tools/dev/packages.sh; packages_need demo' /dev/null >"$here/said" 2>&1 || status=$?
    expect "status 0" status_is 0
    expect "asks" said "install them with sudo?"
    expect "installs" called '^noninteractive apt-get install '
}

demo_takes_mesa_only_where_no_device_is()
{
    machine 0
    need demo
    expect "Mesa" called 'install .*mesa-vulkan-drivers'
    machine 0
    mkdir -p "$here/vulkan-root/vulkan/icd.d"
    echo '{}' >"$here/vulkan-root/vulkan/icd.d/some_gpu.json"
    need demo
    expect "installs" called 'install .*gcc'
    expect "no Mesa" not called mesa-vulkan-drivers
    expect "no test packages" not called cmocka
}

other_systems_get_a_list()
{
    machine 1000
    rm "$here/bin/apt-get" "$here/bin/dpkg-query"
    need demo
    expect "status 3" status_is 3
    expect "lists what is missing" said "MISSING  the compiler"
}

other_systems_go_on_when_all_is_there()
{
    machine 1000
    rm "$here/bin/apt-get" "$here/bin/dpkg-query"
    mkdir -p "$here/vulkan-root/vulkan/icd.d"
    echo '{}' >"$here/vulkan-root/vulkan/icd.d/some_gpu.json"
    local tool
    for tool in gcc cc cmake ninja pkg-config glslangValidator; do
        stub "$tool" :
    done
    need demo
    expect "status 0" status_is 0
    expect "lists what was found" said "found    the compiler"
}

dev_demo_itself_ends_with_3()
{
    machine 1000
    status=0
    run_stubbed "$PWD/dev" demo >"$here/said" 2>&1 </dev/null || status=$?
    expect "status 3" status_is 3
    expect "the line" said "sudo apt-get install --no-install-recommends"
}

for test in nothing_missing_touches_nothing root_installs_what_is_missing_without_recommends \
    sudo_without_password_is_used no_sudo_prints_the_line_and_ends_with_3 \
    password_without_terminal_ends_with_3 password_on_a_terminal_is_asked_for \
    demo_takes_mesa_only_where_no_device_is other_systems_get_a_list \
    other_systems_go_on_when_all_is_there dev_demo_itself_ends_with_3; do
    echo "$test"
    "$test"
done
exit "$failed"
