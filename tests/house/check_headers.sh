#!/usr/bin/env bash
# check_headers.sh CC CXX HEADER…: each public header compiles alone, included twice, as C11 and as
# C++17, without a warning. HEADER is as it is included: fusor/fusor.h.
set -euo pipefail

cc=$1 cxx=$2 status=0
shift 2
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only -I include)

for header in "$@"; do
    source=$(printf '#include <%s>\n#include <%s>\n' "$header" "$header")
    "$cc" -std=c11 -Wstrict-prototypes "${warnings[@]}" -x c - <<<"$source" || status=1
    "$cxx" -std=c++17 "${warnings[@]}" -x c++ - <<<"$source" || status=1
done
while read -r file; do
    [[ " $* " == *" ${file#include/} "* ]] || echo "$file belongs to no library (PUBLIC_HEADERS)"
done < <(find include -name '*.h' | sort)
echo "$# headers"
exit "$status"
