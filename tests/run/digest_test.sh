#!/usr/bin/env bash
# digest_test.sh PROGRAM [--update]: what frames of integer and normalized formats leave is the same on
# every driver: the digests of digests.txt. --update writes there what this driver leaves.
set -uo pipefail
program=$(readlink -f -- "$1")
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh

files=(flip/compute flip/raster flip/copy flip/later ../frames/chain-{01..08} ../frames/chain-{20,22,23,24}
    ../frames/vkex-computecloth)
for file in "${files[@]}"; do
    run_fusor 0 "$file.json" --validate --policy fuse=full
    sed -n "s#^output \"\\([^\"]*\\)\" frame \\([0-9]*\\): \\([0-9a-f]*\\),.*#${file##*/} \\1 \\2 \\3#p" \
        "$out/stdout"
done >"$out/digests"
if [[ ${2:-} == --update ]]; then
    cp -- "$out/digests" digests.txt
else
    expect "digests differ: $(diff digests.txt "$out/digests" | head -n 20)" \
        cmp -s digests.txt "$out/digests"
fi
report
