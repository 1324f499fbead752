#!/usr/bin/env bash
# `fusor diff` by its input and output: exit statuses, refusals, what is said of edits that people make.
# usage: diff_test.sh PROGRAM [--update]; --update writes what is there now into golden/diff-*.
# shellcheck source-path=SCRIPTDIR source=cli_kit.sh
source "$(dirname -- "$(readlink -f -- "$0")")/cli_kit.sh"

# in_folder STATUS ARGUMENTS…: as run(), with $out for the folder, so that no path of it is printed
in_folder()
{
    local here=$PWD
    cd -- "$out" || exit 2
    run "$@"
    cd -- "$here" || exit 2
}

# edit FRAME SED-SCRIPT: $out/a.json is the frame, $out/b.json the frame after the edit
edit()
{
    cp -- "$frames/$1.json" "$out/a.json"
    sed -e "$2" "$out/a.json" >"$out/b.json"
    if cmp -s "$out/a.json" "$out/b.json"; then
        say_failed "$1: the edit changes nothing: $2"
    fi
}

# edit_plan FRAME SED-SCRIPT: the same with the plan's document
edit_plan()
{
    "$program" plan "$frames/$1.json" --device tiler --format json >"$out/a.json" 2>/dev/null
    sed -e "$2" "$out/a.json" >"$out/b.json"
    if cmp -s "$out/a.json" "$out/b.json"; then
        say_failed "$1: the edit changes nothing: $2"
    fi
}

# is_told NAME OPTIONS…: the golden text, and a document that holds as many changes
is_told()
{
    local name=$1 lines rows
    shift
    in_folder 1 diff a.json b.json "$@"
    is_empty stderr
    same stdout "golden/diff-$name.txt"
    lines=$(grep -c '^  [-+~] ' "$out/stdout")
    in_folder 1 diff a.json b.json "$@" --format json
    rows=$(python3 -c 'import json, sys; d = json.load(sys.stdin); print(len(d["changes"]), d["equal"])' \
        <"$out/stdout")
    if [[ $rows == "$lines False" ]]; then
        say_ok
    else
        say_failed "$name: $lines changes as text, as a document: $rows"
    fi
}

# has_no STREAM TEXT
has_no()
{
    if grep -qF -- "$2" "$out/$1"; then
        say_failed "$1 has \"$2\":"
        grep -F -- "$2" "$out/$1"
    else
        say_ok
    fi
}

usage_is_status_2()
{
    run 2 diff
    has stderr 'fusor: diff: which plans? Give two files'
    run 2 diff a.json
    has stderr 'or a frame and --policy or --device twice'
    run 2 diff a.json b.json c.json
    has stderr 'too many arguments: c.json'
    run 2 diff a.json b.json --format dot
    has stderr '--format: unknown word dot; one of text, json'
    run 2 diff a.json --policy fuse=off --policy fuse=full --policy fuse=auto
    has stderr '--policy is there more than twice'
    run 2 diff "$frames/vkex-hdr.json" "$frames/vkex-ssao.json" --device geforce
    has stderr 'there is no device geforce'
    run 0 help diff
    has stdout 'Exit status: 0 equal, 1 different, 2 '
}

wrong_documents_are_status_2()
{
    local file
    run 2 diff no-such.json "$frames/vkex-hdr.json"
    has stderr 'fusor: no-such.json: No such file or directory'
    run 2 diff "$frames/vkex-hdr.json" no-such.json
    has stderr 'fusor: no-such.json: No such file or directory'
    for file in bad/*.json; do
        run 2 diff "$frames/vkex-hdr.json" "$file"
        is_empty stdout
        same stderr "${file%.json}.err"
    done
    run 2 diff wrong/never-written.json "$frames/vkex-hdr.json"
    has stderr '[never-written]; write it in an earlier pass, or import it'
    edit_plan vkex-hdr 's/"call": 0/"call": "soon"/'
    in_folder 2 diff a.json b.json
    is_empty stdout
    has stderr 'fusor: b.json: /barriers/0/call: '
}

frames_are_not_held_against_plans()
{
    run 2 diff "$frames/vkex-bloom.json" golden/vkex-bloom.tiler.json
    is_empty stdout
    has stderr 'golden/vkex-bloom.tiler.json is a plan, '
    has stderr 'make one of it first: fusor plan ../frames/vkex-bloom.json --format json'
    run 2 diff golden/vkex-bloom.tiler.json "$frames/vkex-bloom.json"
    has stderr 'make one of it first: fusor plan ../frames/vkex-bloom.json --format json'
    run 2 diff golden/vkex-bloom.tiler.json --policy fuse=off --policy fuse=full
    has stderr 'a plan cannot be planned again'
    run 2 diff golden/vkex-bloom.tiler.json golden/vkex-bloom.tiler.json --device tiler
    has stderr '--device and --policy are for frames; these are plans'
}

a_pass_that_is_added_shifts_nothing()
{
    edit khronos-subpasses '/"name": "lighting"/i\
  {"name": "decals", "kind": "raster", "color": [{"image": "albedo", "load": "load"}],\
   "depth": {"image": "depth", "read_only": true}},'
    is_told pass-added --device tiler --policy fuse=full
    edit chain-24 's/"passes": \[/&\n  {"name": "first of all", "kind": "compute", "side_effects": true},/'
    in_folder 1 diff a.json b.json
    has stdout '+ "first of all": runs, kind compute'
    has_no stdout 'barriers'
    has_no stdout 'resources'
}

policies_are_told_with_the_reasons()
{
    cp -- "$frames/vkex-deferred.json" "$out/a.json"
    cp -- "$frames/vkex-deferred.json" "$out/b.json"
    is_told policy --device tiler --policy fuse=off --policy fuse=full
    has_no stderr 'fusor:'
    in_folder 1 diff a.json --device tiler --policy fuse=off --policy fuse=full
    has stdout '~ "ui" joined "composition": was apart for policy'
    in_folder 1 diff a.json --device tiler --policy fuse=full --policy fuse=off
    has stdout '~ "ui" left "composition": policy'
    in_folder 0 diff a.json --policy fuse=off --policy fuse=off
}

an_image_of_another_size_is_told_once()
{
    edit vkex-hdr 's/"filter": {/&"size": {"of": "render", "divide": 2}, /'
    is_told resized
    has_no stderr 'fusor:'
}

a_barrier_that_is_weakened_is_told()
{
    edit_plan vkex-hdr '/"before": "bloom filter".*"resource": "color0"/s/"shader_sampled_read"//'
    is_told weakened
}

a_name_that_changes_is_a_line()
{
    edit khronos-subpasses 's/"albedo"/"base color"/; s/"lighting"/"shade"/'
    is_told renamed --device tiler --policy fuse=full
    edit khronos-subpasses 's/"lights"/"suns"/; s/"size": 65536/"size": 131072/'
    in_folder 1 diff a.json b.json
    has_no stdout 'renamed'
    has stdout '- "lights": kind transient, shape buffer'
    has stdout '+ "suns": kind transient, shape buffer'
}

wording_alone_is_a_difference_too()
{
    edit_plan vkex-hdr 's/does not join/keeps away from/'
    in_folder 1 diff a.json b.json
    has stdout 'only numbering differs, or the wording of a text'
}

# A policy for each frame in turn, and the keys of the one document sorted. That what is read is what was
# written, byte for byte, fusor-json's own test holds for every frame, device and policy of fusion.
plans_that_are_read_back_are_equal()
{
    local frame index=0
    local policies=(fuse=off fuse=adjacent fuse=full 'alias=off,pack=tight')
    mkdir -- "$out/written"
    for frame in "$frames"/*.json; do
        "$program" plan "$frame" --policy "${policies[index % 4]}" --format json \
            >"$out/written/${frame##*/}" 2>/dev/null
        index=$((index + 1))
    done
    cp -r -- "$out/written" "$out/sorted"
    python3 - "$out"/sorted/*.json <<'END'
import json, sys
for path in sys.argv[1:]:
    with open(path) as file:
        document = json.load(file)
    with open(path, "w") as file:
        json.dump(document, file, sort_keys=True)
END
    for frame in "$out"/written/*.json; do
        in_folder 0 diff "written/${frame##*/}" "sorted/${frame##*/}"
        has stdout 'the plans are equal'
    done
    in_folder 0 diff "written/${frame##*/}" "sorted/${frame##*/}" --format json
    has stdout '"equal": true,'
    has stdout '"changes": []'
}

names_cannot_disturb_the_terminal()
{
    edit khronos-subpasses 's/"gui"/"g\\u001b[31mi\\"\\\\"/'
    in_folder 1 diff a.json b.json
    has stdout '"gui" → "g\x1b[31mi"\"'
    in_folder 1 diff a.json b.json --format json
    has stdout '"g\u001b[31mi\"\\\"'
}

a_full_disk_is_no_answer()
{
    local status=0
    [[ -w /dev/full ]] || return 0
    "$program" diff "$frames/vkex-hdr.json" "$frames/vkex-hdr.json" >/dev/full 2>/dev/null || status=$?
    if ((status == 2)); then
        say_ok
    else
        say_failed "diff to a full disk: status $status"
    fi
}

usage_is_status_2
wrong_documents_are_status_2
frames_are_not_held_against_plans
a_pass_that_is_added_shifts_nothing
policies_are_told_with_the_reasons
an_image_of_another_size_is_told_once
a_barrier_that_is_weakened_is_told
a_name_that_changes_is_a_line
wording_alone_is_a_difference_too
plans_that_are_read_back_are_equal
names_cannot_disturb_the_terminal
a_full_disk_is_no_answer
report
