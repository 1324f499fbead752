#!/usr/bin/env bash
# M17, no quadratic path: instructions for each shape of the bench at 4,000 are at most 5 × those at 1,000; B49,
# near-linear to 10,000 passes: at most 12 × those at 1,000
# (counts.txt names shapes with another bound), and the program's own are within 3 % of those kept in counts.txt
# where the same compiler made the same kind of build. counts.sh BENCH KIND COMPILER [--update]; without valgrind: 77.
set -eu
bench=$1 build="$2, $3" update=${4:-}
counts="$(dirname -- "$(readlink -f -- "$0")")/counts.txt"
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the program itself takes: the C library's memset and the like are others on other processors. The
# line behind calls= is the callee's.
own_instructions()
{
    awk -v program="${bench##*/}" '
        function object(text, part) { split(text, part, " "); if (part[2]) name[part[1]] = part[2]; return name[part[1]] }
        /^cob=/ { object(substr($0, 5)) }
        /^ob=/ { path = object(substr($0, 4)); sub(/.*\//, "", path); own = path == program }
        /^calls=/ { getline; next }
        /^[-+*0-9]/ && own { sum += $2 }
        END { printf "%d\n", sum }' "$1"
}

count() # SHAPE N
{
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$bench" once "$1" "$2" fast \
        >/dev/null 2>"$work/log" || { cat "$work/log" >&2; return 1; }
    echo "$(sed -n 's/^summary: //p' "$work/out") $(own_instructions "$work/out")"
}

kept=$(sed -n 's/^# build: //p' "$counts")
bad=0
while read -r shape bound small large; do
    read -r all_small new_small <<<"$(count "$shape" 1000)"
    read -r all_large new_large <<<"$(count "$shape" 4000)"
    echo "$shape $bound $new_small $new_large" >>"$work/new"
    if ((all_large * 10 > all_small * bound)); then
        echo "$shape: $all_small instructions at 1,000, $all_large at 4,000: more than $bound / 10 ×"
        bad=1
    fi
    [[ $kept == "$build" && $update != --update ]] || continue
    for pair in "$small $new_small" "$large $new_large"; do
        read -r old new <<<"$pair"
        if ((new * 100 > old * 103 || new * 100 < old * 97)); then
            echo "$shape: $new instructions, $old are kept: if that is meant, counts.sh --update"
            bad=1
        fi
    done
done < <(grep -v '^#' "$counts")
read -r all_small _ <<<"$(count window 1000)"
read -r all_large _ <<<"$(count window 10000)"
if ((all_large > all_small * 12)); then
    echo "window: $all_small instructions at 1,000, $all_large at 10,000: more than 12 ×"
    bad=1
fi
if [[ $update == --update ]]; then
    { sed -n '/^# build: /q; /^#/p' "$counts"; echo "# build: $build"; cat "$work/new"; } >"$work/counts"
    cp "$work/counts" "$counts"
fi
exit $bad
