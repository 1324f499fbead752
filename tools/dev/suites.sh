# shellcheck shell=bash
# Running the tests: once what needs no driver, then what does, once a driver and validation layer.
# In: the tree in build/. Out: build/reports/<suite>.xml (ctest's JUnit) and <suite>.env (what it was),
# which tools/dev/report.py adds up; it alone decides what passed.
#
# A test learns where it runs by environment variables only:
#   FUSOR_TEST_DRIVER    lavapipe, lavapipe-25, swiftshader, …
#   FUSOR_TEST_LAYER     stable (the installed layer) or new (a newer one, tools/dev/with-new-layer)
#   FUSOR_TEST_LAUNCHER  what starts a program under that layer, if anything: tools/dev/launch uses it
#   FUSOR_TEST_PRELOAD   libraries that tools/dev/launch preloads
#   FUSOR_TEST_KEEP      a library that tests/vulkan/keep_loaded.c, preloaded, keeps loaded
#   FUSOR_TEST_MOCK_ICD  an ICD file of the mock, which executes nothing; where ./dev drivers found one

suites_reports=build/reports

# suites_run [--all] [--ci] [ARGUMENTS OF CTEST…]
suites_run()
{
    local all=0 ci=0
    while [[ ${1:-} == --all || ${1:-} == --ci ]]; do
        [[ $1 != --all ]] || all=1
        [[ $1 != --ci ]] || ci=1
        shift
    done
    rm -rf "$suites_reports"
    mkdir -p "$suites_reports"
    suites_private_runtime_dir

    suites_run_one fast build - - -L '^fast$' "$@"
    local others='^(fast|vulkan)$'
    ((all)) || others='^(fast|vulkan|slow)$'
    suites_run_one other build - - -LE "$others" "$@"
    suites_run_vulkan "$all" "$@"
    if ((ci)); then
        if suites_build_sanitizers; then
            suites_run_sanitizers "$@"
        fi
        python3 tools/dev/report.py "$suites_reports" --require lavapipe
    else
        python3 tools/dev/report.py "$suites_reports"
    fi
}

# Vulkan drivers and Mesa complain where there is none.
suites_private_runtime_dir()
{
    if [[ -z ${XDG_RUNTIME_DIR:-} ]]; then
        mkdir -p build/runtime
        chmod 700 build/runtime
        export XDG_RUNTIME_DIR=$PWD/build/runtime
    fi
}

# A tree that cannot be built is a suite that failed: the others' results are still told.
suites_build_sanitizers()
{
    (build_preset asan-ubsan) && return 0
    suites_note fast-asan-ubsan - - 0 1
    return 1
}

# The fast tests, and the Vulkan tests on the installed lavapipe and layer.
suites_run_sanitizers()
{
    local tree=build/trees/asan-ubsan driver icd
    suites_run_one fast-asan-ubsan "$tree" - - -L '^fast$' "$@"
    while read -r driver icd; do
        if [[ $driver == lavapipe ]]; then
            suites_run_driver_sanitized "$tree" "$driver" "$icd" "$@"
        fi
    done < <(suites_drivers 0)
}

# The driver and the layer stay loaded to the end (FUSOR_TEST_PRELOAD, FUSOR_TEST_KEEP): what they leak
# could not be told from ours once they are unloaded and have no name.
suites_run_driver_sanitized()
{
    local tree=$1 driver=$2 icd=$3
    shift 3
    (
        FUSOR_TEST_PRELOAD=$(suites_icd_library "$icd"):$PWD/$tree/tests/keep-loaded.so
        FUSOR_TEST_KEEP=$(suites_icd_library "$(packages_layer_files |
            grep -m1 VkLayer_khronos_validation)")
        export FUSOR_TEST_PRELOAD FUSOR_TEST_KEEP
        export ASAN_OPTIONS=verify_asan_link_order=0
        export LSAN_OPTIONS=print_suppressions=0:suppressions=$PWD/tests/lsan-suppressions.txt
        suites_run_driver "$tree" "$driver" "$icd" stable "$@"
    )
}

# The library that an ICD file or a layer's file names, as the dynamic linker takes it: a path, or a bare name.
suites_icd_library()
{
    sed -n 's/.*"library_path" *: *"\([^"]*\)".*/\1/p' "$1"
}

suites_run_vulkan()
{
    local all=$1 driver icd layer mock=$PWD/build/drivers/swiftshader/mock_icd.json
    shift
    if [[ -e $mock ]]; then
        export FUSOR_TEST_MOCK_ICD=$mock
    fi
    while read -r driver icd; do
        for layer in $(suites_layers "$all"); do
            suites_run_driver build "$driver" "$icd" "$layer" "$@"
        done
    done < <(suites_drivers "$all" | suites_at_least_one)
}

# Lines "name icd-file": the drivers of this machine, then those under build/drivers.
suites_drivers()
{
    local all=$1 icd seen=' ' name
    while read -r icd; do
        name=$(suites_driver_name "$icd")
        if [[ -n $name && $seen != *" $name "* ]]; then
            seen+="$name "
            printf '%s %s\n' "$name" "$icd"
        fi
    done < <(packages_vulkan_files icd.d)
    if ((all)); then
        for icd in build/drivers/*/icd.json; do
            [[ ! -e $icd ]] || printf '%s %s\n' "$(basename "$(dirname "$icd")")" "$PWD/$icd"
        done
    fi
}

suites_at_least_one()
{
    grep . || say "there is no Vulkan driver: what needs one does not run"
}

# The name of the driver that an ICD file describes; nothing where its hardware is not there.
suites_driver_name()
{
    local library
    library=$(suites_icd_library "$1")
    case $library in
    *libvulkan_lvp*) echo lavapipe ;;
    *nvidia*) [[ ! -e /dev/nvidiactl ]] || echo nvidia ;;
    *vk_swiftshader*) echo swiftshader-installed ;;
    *intel* | *radeon* | *nouveau*)
        ! compgen -G '/dev/dri/renderD*' >/dev/null || basename "${library%.so}"
        ;;
    esac
}

suites_layers()
{
    if packages_probe vulkan:validation; then
        echo stable
    else
        say "no validation layer is installed; what needs one fails"
        echo none
    fi
    if (($1)); then
        if [[ -e build/drivers/new-layer/VkLayer_khronos_validation.json ]]; then
            echo new
        else
            say "no newer validation layer in build/drivers (./dev drivers fetches one)"
        fi
    fi
}

# suites_run_driver TREE DRIVER ICD-FILE LAYER CTEST-ARGUMENTS…
suites_run_driver()
{
    local tree=$1 driver=$2 icd=$3 layer=$4 name=vulkan-$2-$4
    shift 4
    [[ $tree == build ]] || name+=-$(basename "$tree")
    (
        export VK_ICD_FILENAMES=$icd VK_DRIVER_FILES=$icd
        suites_layer_environment "$layer"
        suites_run_one "$name" "$tree" "$driver" "$layer" -L '^vulkan$' "$@"
    )
}

# Core and synchronization validation with every check that the layer has. No message is cut off:
# by default a layer falls silent after ten of one id.
suites_layer_environment()
{
    local file
    export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
    export VK_KHRONOS_VALIDATION_ENABLE_MESSAGE_LIMIT=0
    case $1 in
    stable)
        file=$(packages_layer_files | grep -m1 VkLayer_khronos_validation)
        VK_LAYER_PATH=$(dirname "$file")
        VK_LAYER_ENABLES=VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT
        VK_LAYER_ENABLES+=:VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
        export VK_LAYER_PATH VK_LAYER_ENABLES
        ;;
    new)
        export VK_LAYER_PATH=$PWD/build/drivers/new-layer
        export VK_KHRONOS_VALIDATION_VALIDATE_SYNC=1
        export VK_KHRONOS_VALIDATION_SYNCVAL_SHADER_ACCESSES_HEURISTIC=1
        export VK_KHRONOS_VALIDATION_SYNCVAL_LOAD_OP_AFTER_STORE_OP_VALIDATION=1
        export FUSOR_TEST_LAUNCHER=$PWD/tools/dev/with-new-layer
        ;;
    none) unset VK_INSTANCE_LAYERS ;;
    esac
}

# suites_run_one NAME TREE DRIVER LAYER CTEST-ARGUMENTS…
suites_run_one()
{
    local name=$1 tree=$2 driver=$3 layer=$4 start=$SECONDS status=0
    shift 4
    say "suite $name"
    FUSOR_TEST_DRIVER=${driver#-} FUSOR_TEST_LAYER=${layer#-} \
        ctest --test-dir "$tree" --output-on-failure --no-tests=ignore -j "$(build_jobs)" \
        --test-output-size-passed 4000000 --test-output-size-failed 4000000 \
        --output-junit "$PWD/$suites_reports/$name.xml" "$@" >&2 || status=$?
    suites_note "$name" "$driver" "$layer" "$((SECONDS - start))" "$status"
}

# suites_note NAME DRIVER LAYER SECONDS STATUS: what the report reads beside ctest's file.
suites_note()
{
    printf '%s\n' "driver=$2" "layer=$3" "seconds=$4" "status=$5" >"$suites_reports/$1.env"
}
