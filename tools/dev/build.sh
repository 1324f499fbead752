# shellcheck shell=bash
# Building: one tree in build/ for daily work, others (presets) in build/trees/.

build_jobs() { nproc 2>/dev/null || echo 2; }

# Everything; the tests are left out where there is no cmocka (./dev test installs it).
build_tree()
{
    build_configure dev "-DFUSOR_BUILD_TESTS=$(build_tests_switch)"
    build_make dev
}

build_demo()
{
    build_configure dev "-DFUSOR_BUILD_TESTS=$(build_tests_switch)"
    build_make dev --target fusor-demo
}

build_tests_switch()
{
    if pkg-config --exists cmocka && command -v python3 >/dev/null; then
        echo ON
    else
        say "tests are left out: cmocka or python3 is missing"
        echo OFF
    fi
}

build_preset()
{
    build_configure "$1"
    build_make "$1"
}

# build_configure PRESET [OPTIONS…]
build_configure()
{
    local preset=$1 generator=()
    shift
    if build_wants_ninja "$preset"; then
        generator=(-G Ninja)
    fi
    cmake --preset "$preset" "${generator[@]}" \
        "-DFUSOR_WERROR=${FUSOR_WERROR:-OFF}" "$@" >"$(build_log "$preset")" 2>&1 || {
        cat "$(build_log "$preset")" >&2
        die "cmake could not configure '$preset'"
    }
}

# build_make PRESET [OPTIONS…]
build_make()
{
    local preset=$1
    shift
    cmake --build "$(build_folder "$preset")" -j "$(build_jobs)" "$@" >&2 ||
        die "the build of '$preset' failed"
}

build_folder()
{
    if [[ $1 == dev ]]; then
        echo build
    else
        echo "build/trees/$1"
    fi
}

build_log()
{
    mkdir -p build
    echo "build/configure-$1.log"
}

# Ninja for a fresh tree if it is there; a tree keeps what it was made with.
build_wants_ninja()
{
    [[ -z ${CMAKE_GENERATOR:-} && ! -e $(build_folder "$1")/CMakeCache.txt ]] &&
        command -v ninja >/dev/null
}

build_run_benches()
{
    local program programs
    if (($# == 0)); then
        mapfile -t programs < <(find build/bench -maxdepth 1 -type f -executable 2>/dev/null | sort)
    else
        programs=("${@/#/build/bench/}")
    fi
    ((${#programs[@]} > 0)) || die "there are no benches in build/bench"
    for program in "${programs[@]}"; do
        say "bench: $program"
        "$program"
    done
}
