#!/usr/bin/env bash
# consume.sh HOW SOURCE BUILD [COMPONENTS…]: builds and runs an outsider's program.
# HOW: install, find_package, pkg_config, fetch_content, fetch_content_shared. All that is written
# lies in BUILD/consumers.
set -euo pipefail

how=$1 source=$2 build=$3
shift 3
components=("$@")
here=$build/consumers/$how
prefix=$build/consumers/prefix
rm -rf "$here"
mkdir -p "$here"

install_fusor()
{
    rm -rf "$prefix"
    cmake --install "$build" --prefix "$prefix" >"$here/log"
    find "$prefix" -type f | sed "s#^$prefix/##" | sort
}

# build_and_run PROJECT OPTIONS…
build_and_run()
{
    local project=$1 program
    shift
    cmake -S "$source/tests/consumers/$project" -B "$here" -DCMAKE_BUILD_TYPE=Debug "$@" >"$here/log" 2>&1 ||
        { cat "$here/log" && return 1; }
    cmake --build "$here" >>"$here/log" 2>&1 || { cat "$here/log" && return 1; }
    for program in "$here/frame" "$here/components"; do
        [[ ! -x $program ]] || "$program"
    done
}

# The prefix is found by the folder of the .pc files alone, wherever it lies.
consume_pkg_config()
{
    local modules=(fusor) definitions=() component
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name fusor.pc)")
    export PKG_CONFIG_PATH
    for component in "${components[@]}"; do
        modules+=("fusor-$component")
        component=${component//-/_}
        definitions+=("-DFUSOR_WITH_${component^^}")
    done
    # shellcheck disable=SC2046 # flags are words
    "${CC:-cc}" -std=c11 -o "$here/frame" "$source/tests/consumers/frame.c" \
        $(pkg-config --cflags --libs --static fusor)
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=c11 "${definitions[@]}" -o "$here/components" "$source/tests/consumers/components.c" \
        $(pkg-config --cflags --libs --static "${modules[@]}")
    "$here/frame"
    "$here/components"
}

case $how in
install) install_fusor ;;
find_package)
    build_and_run find_package "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DCOMPONENTS=$(IFS=';' && echo "${components[*]}")"
    ;;
pkg_config) consume_pkg_config ;;
fetch_content) build_and_run fetch_content "-DFUSOR_SOURCE=$source" ;;
fetch_content_shared) build_and_run fetch_content "-DFUSOR_SOURCE=$source" -DBUILD_SHARED_LIBS=ON ;;
*)
    echo "consume.sh: unknown way $how" >&2
    exit 2
    ;;
esac
