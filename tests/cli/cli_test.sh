#!/usr/bin/env bash
# The command line tool by its input and output: exit statuses, what is on which stream, golden plans.
# usage: cli_test.sh PROGRAM [--update]; --update writes what is there now into bad/*.err and golden/.
# shellcheck source-path=SCRIPTDIR source=cli_kit.sh
source "$(dirname -- "$(readlink -f -- "$0")")/cli_kit.sh"
bad_plans=../bad-plans

usage_is_status_2()
{
    run 2
    has stderr 'usage: fusor COMMAND'
    is_empty stdout
    run 2 plam
    has stderr 'fusor: there is no command plam; "fusor help" lists them'
    run 2 plan
    has stderr 'fusor: plan: which frame?'
    run 2 plan a.json b.json
    has stderr 'too many arguments: b.json'
    run 2 plan --devise tiler a.json
    has stderr 'unknown option --devise; "fusor help plan" lists them'
    run 2 plan a.json --device
    has stderr '--device needs a value: NAME|FILE'
    run 2 plan a.json --format xml
    has stderr '--format: unknown word xml; one of text, json, dot'
    run 2 plan a.json --policy fuse=most
    has stderr '--policy fuse: unknown word most; one of auto, off, adjacent, full'
    run 2 plan a.json --policy=speed=high
    has stderr '--policy: speed=high is no part of it'
    run 2 plan a.json --target metal
    has stderr 'not there yet'
    run 2 plan "$frames/vkex-hdr.json" --device geforce
    has stderr 'there is no device geforce; built in: immediate tiler lavapipe-22 lavapipe-25'
    run 2 help plam
    is_empty stdout
}

help_goes_to_stdout()
{
    local arguments
    for arguments in --help -h help 'help plan' 'plan --help' 'help help'; do
        # shellcheck disable=SC2086
        run 0 $arguments
        has stdout 'usage: fusor'
        is_empty stderr
    done
    run 0 help plan
    has stdout '--device NAME|FILE'
    has stdout '--policy fuse='
    run 0 --version
    has stdout 'fusor 0.1.0'
}

files_that_cannot_be_read_are_status_1()
{
    run 1 plan no-such-frame.json
    has stderr 'fusor: no-such-frame.json: No such file or directory'
    run 1 plan .
    has stderr 'fusor: .: Is a directory'
    run 1 plan "$frames/vkex-hdr.json" --device ./no-such-device.json
    has stderr 'no-such-device.json: No such file or directory'
    run 1 plan "$frames/vkex-hdr.json" --device "$frames/vkex-hdr.json"
    has stderr 'vkex-hdr.json: /fusor_graph: unknown key; allowed: fusor_device'
}

wrong_documents_are_told_line_by_line()
{
    local file
    for file in bad/*.json; do
        run 1 plan "$file"
        is_empty stdout
        same stderr "${file%.json}.err"
        run 1 plan "$file" --format json
        has stdout '"fusor_plan": 1'
        has stdout '"errors": ['
    done
}

wrong_frames_are_told_with_their_place_and_a_way_out()
{
    run 1 plan wrong/never-written.json
    is_empty stdout
    has stderr 'fusor: wrong/never-written.json: /passes/0/reads/0: '
    has stderr '[never-written]; write it in an earlier pass, or import it'
    run 1 plan wrong/never-written.json --format json
    has stdout '"error": "the graph has errors; see its diagnostics"'
    has stdout '"code": "never-written"'
    run 1 plan wrong/extents.json
    has stderr '/passes/0/color/1: '
    has stderr '[extent-mismatch]'
}

warnings_do_not_fail()
{
    run 0 plan wrong/first-write.json
    has stderr 'warning: '
    has stderr '[first-write-undefined]; clear it or declare an overwrite'
    has stdout 'render passes'
}

many_notes_of_one_kind_are_counted()
{
    run 0 plan "$frames/helio-default.json"
    has stderr 'more [import-scope-unknown]; --format json lists them all'
    if (($(grep -c 'note: "' "$out/stderr") == 3)); then
        say_ok
    else
        say_failed "there are not 3 notes of a kind:"
        cat "$out/stderr"
    fi
}

plans_are_the_golden_ones()
{
    local name device policy
    while read -r name device policy; do
        run 0 plan "$frames/$name.json" --device "$device" --policy "$policy"
        same stdout "golden/$name.$device.txt"
        run 0 plan "$frames/$name.json" --device "$device" --policy "$policy" --format json
        same stdout "golden/$name.$device.json"
        if python3 -m json.tool <"$out/stdout" >/dev/null; then
            say_ok
        else
            say_failed "$name: the plan document is not JSON"
        fi
    done <<'END'
khronos-subpasses tiler fuse=full
khronos-msaa-post immediate fuse=auto
vkex-bloom tiler fuse=full,alias=proven,pack=tight
END
    run 0 plan "$frames/khronos-subpasses.json" --device tiler --policy fuse=full --format dot
    same stdout golden/khronos-subpasses.tiler.dot
    has stdout 'subgraph cluster_0'
    run 0 plan "$frames/vkex-bloom.json" --device tiler --policy fuse=full --format log
    same stdout golden/vkex-bloom.tiler.log
    has stdout 'fused: "ui" joins'
    has stdout 'not-fused: "scene"'
}

every_frame_plans_on_every_device_that_can_hold_it()
{
    local frame device
    for frame in "$frames"/*.json; do
        for device in immediate tiler lavapipe-22 lavapipe-25; do
            case ${frame##*/}/$device in
            ggml-llama3-8b-prompt.json/lavapipe-*)
                run 1 plan "$frame" --device "$device"
                has stderr '[limit-exceeded]; stay within'
                ;;
            vkex-deferredmultisampling.json/lavapipe-*)
                run 1 plan "$frame" --device "$device"
                has stderr '[samples-unsupported]; choose a sample count of the device'
                ;;
            chain-19.json/*) # a raster pass that is marked as a bridge
                run 1 plan "$frame" --device "$device"
                has stderr '[bridge-invalid]; only a compute pass can be a bridge'
                ;;
            *)
                run 0 plan "$frame" --device "$device" --policy fuse=full
                has stdout 'render passes'
                ;;
            esac
        done
    done
}

audit_proves_what_is_made_of_a_frame()
{
    local frame
    for frame in khronos-subpasses vkex-deferred granite-deferred; do
        run 0 audit "$frames/$frame.json" --device tiler --policy fuse=full,alias=recorded
        has stdout 'proven: the plan of '
        "$program" plan "$frames/$frame.json" --device tiler --format json >"$out/plan.json" 2>/dev/null
        run 0 audit "$frames/$frame.json" "$out/plan.json"
        has stdout 'proven: the plan of '
        run 0 audit "$frames/$frame.json" "$out/plan.json" --joined --device tiler
    done
}

audit_refutes_wrong_plans()
{
    local plan code frame device
    while read -r plan code frame device; do
        [[ $plan != '#' ]] || continue
        run 1 audit "$bad_plans/frames/$frame.json" "$bad_plans/$plan.json" --device "${device%%:*}"
        has stdout "refuted: $code: "
        is_empty stderr
    done <"$bad_plans/index.txt"
    run 1 audit "$bad_plans/frames/buffers.json" "$bad_plans/barrier-missing.json"
    has stdout '  first   frame 0, step 0: pass fill, work, bytes [0, 4096]'
    has stdout '  second  frame 0, step 1: pass count, work, bytes [0, 4096]'
    has stdout '  missing an execution dependency from compute_shader to compute_shader'
}

audit_refuses_what_it_cannot_judge()
{
    run 1 audit "$bad_plans/frames/buffers.json" "$bad_plans/frames/buffers.json"
    has stderr 'unknown key'
    is_empty stdout
    run 1 audit "$bad_plans/frames/buffers.json" no-such-plan.json
    has stderr 'no-such-plan.json: No such file or directory'
    run 1 audit wrong/never-written.json
    has stderr '[never-written]'
    is_empty stdout
    run 1 audit bad/syntax.json
    is_empty stdout
    run 2 audit
    has stderr 'audit: which frame?'
    run 2 audit "$frames/vkex-hdr.json" plan.json --policy fuse=full
    has stderr '--policy is for a plan that is made here; plan.json has its own'
}

a_frame_may_come_from_the_standard_input()
{
    local status=0
    "$program" plan - <"$frames/vkex-hdr.json" >"$out/stdout" 2>"$out/stderr" || status=$?
    "$program" plan "$frames/vkex-hdr.json" >"$out/file" 2>/dev/null
    if ((status == 0)) && cmp -s "$out/stdout" "$out/file"; then
        say_ok
    else
        say_failed "plan -: status $status, or another plan"
    fi
}

a_device_may_come_from_a_file()
{
    run 0 plan "$frames/vkex-hdr.json" --device ./device.json --format json
    has stdout '"device": "from a file"'
    run 1 plan "$frames/vkex-hdr.json" --device ./bad-device.txt
    has stderr 'fusor: ./bad-device.txt: /features/speed: unknown key; allowed: synchronization2'
}

a_full_disk_is_no_success()
{
    local status=0
    [[ -w /dev/full ]] || return 0
    "$program" --version >/dev/full 2>"$out/stderr" || status=$?
    if ((status == 1)); then
        say_ok
    else
        say_failed "--version to a full disk: status $status"
    fi
}

usage_is_status_2
help_goes_to_stdout
files_that_cannot_be_read_are_status_1
wrong_documents_are_told_line_by_line
wrong_frames_are_told_with_their_place_and_a_way_out
warnings_do_not_fail
many_notes_of_one_kind_are_counted
plans_are_the_golden_ones
every_frame_plans_on_every_device_that_can_hold_it
audit_proves_what_is_made_of_a_frame
audit_refutes_wrong_plans
audit_refuses_what_it_cannot_judge
a_frame_may_come_from_the_standard_input
a_device_may_come_from_a_file
a_full_disk_is_no_success
report
