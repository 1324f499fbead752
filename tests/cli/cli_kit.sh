# shellcheck shell=bash
# What the tests of the command line tool share; sourced with their arguments: PROGRAM [--update].
set -uo pipefail
program=$(readlink -f -- "${1:-}")
[[ -f $program && -x $program ]] || {
    echo "usage: ${0##*/} PROGRAM [--update]" >&2
    exit 2
}
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
update=${2:-}
export frames=../frames
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
passed=0
failed=0

say_ok() { passed=$((passed + 1)); }

say_failed()
{
    failed=$((failed + 1))
    printf 'FAILED %s\n' "$*"
}

# run STATUS ARGUMENTS…: the program's streams go to $out/stdout and $out/stderr
run()
{
    local wanted=$1 status=0
    shift
    "$program" "$@" >"$out/stdout" 2>"$out/stderr" </dev/null || status=$?
    if ((status == wanted)); then
        say_ok
    else
        say_failed "fusor $*: status $status, not $wanted"
        cat "$out/stderr"
    fi
}

# has STREAM TEXT
has()
{
    if grep -qF -- "$2" "$out/$1"; then
        say_ok
    else
        say_failed "$1 has no \"$2\":"
        head -n 20 "$out/$1"
    fi
}

is_empty()
{
    if [[ -s $out/$1 ]]; then
        say_failed "$1 is not empty:"
        head -n 20 "$out/$1"
    else
        say_ok
    fi
}

# same STREAM FILE: equal bytes, or --update
same()
{
    if [[ $update == --update ]]; then
        cp -- "$out/$1" "$2"
    elif cmp -s -- "$out/$1" "$2"; then
        say_ok
    else
        say_failed "$2 differs (tests/cli/cli_test.sh PROGRAM --update accepts):"
        diff -- "$2" "$out/$1" | head -n 20
    fi
}

# To be the last thing that a test does.
report()
{
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0))
}
