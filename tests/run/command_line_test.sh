#!/usr/bin/env bash
# command_line_test.sh PROGRAM: what `fusor run` says of wrong command lines, files and devices, and the
# exit status that goes with it.
set -uo pipefail
program=$(readlink -f -- "$1")
cd -- "$(dirname -- "$(readlink -f -- "$0")")" || exit 2
# shellcheck source=tests/run/run_kit.sh
. ./run_kit.sh
frame=../frames/chain-01.json

wrong_command_lines_are_status_2()
{
    run_fusor 2
    has stderr 'fusor: run: which frame?'
    run_fusor 2 "$frame" "$frame"
    has stderr 'too many arguments'
    run_fusor 2 "$frame" --fitt
    has stderr 'unknown option --fitt; "fusor help run" lists them'
    run_fusor 2 "$frame" --frames 0
    has stderr '--frames: 0 is no number from 1 to 100000'
    run_fusor 2 "$frame" --frames 3x
    has stderr '--frames: 3x is no number'
    run_fusor 2 "$frame" --frames -1
    has stderr '--frames: -1 is no number'
    run_fusor 2 "$frame" --fit --max-bytes 0
    has stderr '--max-bytes: 0 is no number'
    run_fusor 2 "$frame" --max-bytes 1000
    has stderr '--max-bytes needs --fit'
    run_fusor 2 "$frame" --check --dry-run
    has stderr '--check compares what --dry-run does not execute'
    run_fusor 2 "$frame" --png s_1
    has stderr '--png: give IMAGE=FILE'
    run_fusor 2 "$frame" --flip s_1
    has stderr '--flip: give NAME:BIT'
    run_fusor 2 "$frame" --flip s_1:x
    has stderr '--flip: give NAME:BIT'
    run_fusor 2 "$frame" --policy fuse=most
    has stderr 'unknown word most'
}

wrong_files_are_status_1()
{
    run_fusor 1 no-such-frame.json
    has stderr 'no-such-frame.json: No such file or directory'
    run_fusor 1 frames.txt
    has stderr 'frames.txt:1:1: not well-formed JSON'
    run_fusor 1 ../cli/wrong/never-written.json
    has stderr '[never-written]'
    run_fusor 1 "$frame" --png nothing=x.png
    has stderr '--png: the frame has no image "nothing"'
    run_fusor 1 "$frame" --flip nothing:0
    has stderr '--flip: no import with contents, and no buffer that the host writes, is named "nothing"'
    run_fusor 1 "$frame" --flip s_1:99999999
    has stderr 'is named "s_1" and has bit 99999999'
    run_fusor 1 "$frame" --png s_1=/nowhere/at/all.png
    has stderr '/nowhere/at/all.png: No such file or directory'
}

a_multisampled_output_cannot_be_compared()
{
    run_fusor 1 multisampled.json --check
    has stderr 'no output can be read back: nothing was compared; declare an output that a pass writes and that is not multisampled'
    run_fusor 0 multisampled.json
}

a_picture_is_written()
{
    run_fusor 0 "$frame" --frames 1 --png "s_1=$out/picture.png"
    expect "no PNG was written" grep -q PNG "$out/picture.png"
}

no_driver_is_status_3()
{
    : >"$out/no-driver.json"
    VK_DRIVER_FILES=$out/no-driver.json VK_ICD_FILENAMES=$out/no-driver.json run_fusor 3 "$frame"
    has stderr 'install a Vulkan loader and a driver (Debian: libvulkan1, mesa-vulkan-drivers)'
    run_fusor 3 "$frame" --gpu no-such-gpu
    has stderr 'or name another device with --gpu'
    run_fusor 3 "$frame" --gpu 77
    has stderr 'or name another device with --gpu'
    run_fusor 0 "$frame" --gpu 0 --frames 1
}

wrong_command_lines_are_status_2
wrong_files_are_status_1
a_multisampled_output_cannot_be_compared
a_picture_is_written
no_driver_is_status_3
report
