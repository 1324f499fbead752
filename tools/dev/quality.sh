# shellcheck shell=bash
# Lint, layout, documentation. Each check is one function; lint runs all and fails if one did.

quality_lint()
{
    local failed=0 check
    build_tree
    for check in format shell spelling tidy cppcheck analyzer; do
        say "lint: $check"
        "quality_check_$check" || {
            say "lint: $check FAILED"
            failed=1
        }
    done
    return "$failed"
}

# The sources that are ours: tracked, or new and not ignored.
quality_files()
{
    git ls-files --cached --others --exclude-standard -- "$@" | sort -u |
        while read -r file; do [[ ! -e $file ]] || printf '%s\n' "$file"; done
}

quality_shell_files()
{
    quality_files | while read -r file; do
        case $file in
        *.sh) printf '%s\n' "$file" ;;
        *.*) ;;
        *) ! head -n 1 -- "$file" | grep -q '^#!.*bash' || printf '%s\n' "$file" ;;
        esac
    done
    printf '%s\n' .ci/run
}

quality_tool() { command -v "$1-14" || command -v "$1"; }

quality_check_format()
{
    quality_files '*.c' '*.h' | xargs -r "$(quality_tool clang-format)" --dry-run --Werror
}

quality_format()
{
    quality_files '*.c' '*.h' | xargs -r "$(quality_tool clang-format)" -i
}

quality_check_shell()
{
    quality_shell_files | sort -u | xargs -r shellcheck -x
}

quality_check_spelling()
{
    quality_files '*.c' '*.h' '*.md' '*.sh' '*.py' '*.txt' '*.cmake' dev |
        xargs -r codespell --ignore-words tools/dev/spelling.txt
}

# What the build compiles of ours; a file that no target has yet cannot be looked at.
quality_compiled_files()
{
    sed -n "s#.*\"file\": \"$PWD/\([^\"]*\)\".*#\1#p" build/compile_commands.json 2>/dev/null |
        grep -E '^(src|tools|examples|demo)/' | sort -u
}

quality_check_tidy()
{
    quality_compiled_files |
        xargs -r -n 4 -P "$(build_jobs)" "$(quality_tool clang-tidy)" -p build --quiet --warnings-as-errors='*'
}

quality_check_cppcheck()
{
    quality_files 'src/*.c' 'tools/*.c' |
        xargs -r cppcheck --quiet --std=c11 --enable=warning,portability --error-exitcode=1 \
            --inline-suppr --suppressions-list=tools/dev/cppcheck.txt -I include -I src -j "$(build_jobs)"
}

# gcc's own. A file a process: the analyzer's memory grows with what it has seen.
quality_check_analyzer()
{
    quality_files 'src/*.c' 'tools/*.c' |
        xargs -r -n 1 -P "$(build_jobs)" gcc -std=c11 -O1 -fanalyzer -Werror -I include -I src -c -o /dev/null
}

quality_docs()
{
    mkdir -p build
    doxygen tools/dev/Doxyfile
    tests/house/check_docs.py
    say "documentation: build/docs/html/index.html"
}
