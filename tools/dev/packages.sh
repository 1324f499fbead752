# shellcheck shell=bash
# Packages: which of a list (packages/*.txt) are missing, and how they get here.
# In: the list's name. Out: all of it is installed, or the program ends with status 3 and a way out.
# Promise: nothing is installed that is there, nothing is upgraded, nothing is asked without a terminal.

say() { printf '%s\n' "dev: $*" >&2; }

die()
{
    say "$*"
    exit 1
}

# packages_need LIST: the only entry.
packages_need()
{
    local list=$1 missing
    if packages_have_apt; then
        mapfile -t missing < <(packages_lines "$list" | packages_missing_dpkg)
        ((${#missing[@]} == 0)) || packages_install "$list" "${missing[@]}"
    else
        packages_probe_all "$list"
    fi
}

packages_have_apt()
{
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# The lines of a list, "package probe what for", with those of the lists that it takes in.
packages_lines()
{
    local line
    while read -r line; do
        case $line in
        '' | '#'*) ;;
        @*) packages_lines "${line#@}" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"packages/$1.txt"
}

# Reads lines of a list; writes the packages that dpkg does not have.
packages_missing_dpkg()
{
    local package probe what
    while read -r package probe what; do
        : "$what"
        if [[ $probe == vulkan:device ]] && packages_probe "$probe"; then
            continue
        fi
        packages_is_installed "$package" || printf '%s\n' "$package"
    done
}

# A package is there when it is installed, or one that provides it is (pkgconf is pkg-config).
packages_is_installed()
{
    if dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; then
        return 0
    fi
    dpkg-query -W -f '${db:Status-Status} ${Provides},\n' 2>/dev/null |
        sed -n 's/^installed //p' | tr ',' '\n' | awk -v name="$1" '$1 == name { found = 1 } END { exit !found }'
}

packages_install()
{
    local list=$1 as
    shift
    say "packages missing for '$list': $*"
    if ! as=$(packages_privilege); then
        packages_show_size "$@"
        say "they cannot be installed from here; run this, then try again:"
        printf '%s\n' "sudo apt-get update && sudo apt-get install --no-install-recommends $*" >&2
        exit 3
    fi
    # shellcheck disable=SC2086 # $as is empty or a command with its options
    $as env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        say "apt-get update failed; going on with the lists that are here"
    packages_show_size "$@"
    # shellcheck disable=SC2086
    $as env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y -o Dpkg::Use-Pty=0 \
        --no-install-recommends "$@" >&2 || {
        say "apt-get could not install them"
        exit 3
    }
}

# Writes what to put before a command that needs root: nothing, or sudo. Fails where there is no way.
packages_privilege()
{
    local answer
    if [[ $(id -u) == 0 ]]; then
        return 0
    fi
    command -v sudo >/dev/null || return 1
    if sudo -n true 2>/dev/null; then
        echo "sudo -n"
        return 0
    fi
    [[ -t 0 && -t 2 ]] || return 1
    read -r -p "dev: install them with sudo? [y/N] " answer </dev/tty 2>/dev/tty || return 1
    [[ $answer == [yY]* ]] || return 1
    echo "sudo"
}

# How much apt would fetch and unpack for these packages, by its own lists.
packages_show_size()
{
    local plan
    plan=$(LC_ALL=C apt-get -o Debug::NoLocking=1 --print-uris -y --no-install-recommends \
        install "$@" 2>/dev/null | grep -E 'newly installed|^Need to get|^After this operation') || {
        say "size: unknown, apt has no lists yet (apt-get update fetches them)"
        return 0
    }
    say "size: ${plan//$'\n'/ }"
}

# No apt here: name what is needed and what of it is found. All there: go on.
packages_probe_all()
{
    local package probe what lacking=0
    say "this system has no apt; needed for '$1' (Debian's package names):"
    while read -r package probe what; do
        if packages_probe "$probe"; then
            printf '  %-24s found    %s\n' "$package" "$what" >&2
        else
            printf '  %-24s MISSING  %s\n' "$package" "$what" >&2
            lacking=1
        fi
    done < <(packages_lines "$1")
    if ((lacking)); then
        say "install what is missing with this system's package manager, then try again"
        exit 3
    fi
}

packages_probe()
{
    local name=${1#*:}
    case $1 in
    command:*-14) command -v "$name" >/dev/null || command -v "${name%-14}" >/dev/null ;;
    command:*) command -v "$name" >/dev/null ;;
    module:*) pkg-config --exists "$name" 2>/dev/null ;;
    header:*) printf '#include <%s>\n' "$name" | "${CC:-cc}" -E -o /dev/null - 2>/dev/null ;;
    vulkan:device) [[ -n $(packages_icd_files) ]] ;;
    vulkan:lavapipe) packages_icd_files | grep -q lvp ;;
    vulkan:validation) packages_layer_files | grep -q VkLayer_khronos_validation ;;
    *) die "packages: unknown probe '$1'" ;;
    esac
}

# Where a Vulkan loader looks; FUSOR_VULKAN_ROOT stands for all of them in tests.
packages_vulkan_roots=(/etc /usr/local/etc /usr/local/share /usr/share
    "${XDG_DATA_HOME:-${HOME:-/nonexistent}/.local/share}")
if [[ -n ${FUSOR_VULKAN_ROOT:-} ]]; then
    packages_vulkan_roots=("$FUSOR_VULKAN_ROOT")
fi

# The ICD files that a Vulkan loader finds on this system, one a line.
packages_icd_files()
{
    packages_vulkan_files icd.d
    tr ':' '\n' <<<"${VK_DRIVER_FILES:-${VK_ICD_FILENAMES:-}}" | sed '/^$/d'
}

packages_layer_files() { packages_vulkan_files explicit_layer.d; }

packages_vulkan_files()
{
    local folder
    for folder in "${packages_vulkan_roots[@]}"; do
        find "$folder/vulkan/$1" -name '*.json' 2>/dev/null || true
    done
}
