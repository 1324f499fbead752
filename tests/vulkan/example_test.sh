#!/usr/bin/env bash
# example_test.sh PROGRAM PICTURE: runs an example in an empty folder. It fails if the example does, if
# it says anything at all (validation layers speak on stdout), or if it leaves no picture.
set -euo pipefail

launch=$(dirname -- "$(readlink -f -- "$0")")/../../tools/dev/launch
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
"$launch" "$1" >said 2>&1 || {
    status=$?
    cat said
    exit "$status"
}
if [[ -s said ]]; then
    cat said
    echo "example_test.sh: $1 is not silent" >&2
    exit 1
fi
[[ -s $2 ]] || {
    echo "example_test.sh: $1 left no $2" >&2
    exit 1
}
