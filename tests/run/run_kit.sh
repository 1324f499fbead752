# shellcheck shell=bash
# What the tests of `fusor run` share: the program is started as the suite under way wants it, its
# streams are kept, what fails is counted. In: $program. Out: $out, a folder that is removed at the end.
: "${program:?}"
launch=$(pwd)/../../tools/dev/launch
out=$(mktemp -d)
trap 'rm -rf -- "$out"' EXIT
passed=0
failed=0

# expect COMPLAINT COMMAND…
expect()
{
    local complaint=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n' "$complaint"
    fi
}

# run_fusor STATUS ARGUMENTS…: `fusor run`; its streams go to $out/stdout and $out/stderr
run_fusor()
{
    local wanted=$1 status=0
    shift
    "$launch" "$program" run "$@" >"$out/stdout" 2>"$out/stderr" </dev/null || status=$?
    if ((status == wanted)); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED fusor run %s: status %s, not %s\n' "$*" "$status" "$wanted"
        cat -- "$out/stdout" "$out/stderr"
    fi >&2
}

# has STREAM TEXT
has()
{
    expect "$1 has no \"$2\": $(head -n 20 "$out/$1")" grep -qF -- "$2" "$out/$1"
}

report()
{
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0))
}
