# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts in this folder share: where things are, how they speak, how they fail. Sourced, never run.
# shellcheck shell=bash

set -euo pipefail
umask 022

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cohort_cache=${XDG_CACHE_HOME:-$HOME/.cache}/cohort
cohort_logs=${XDG_STATE_HOME:-$HOME/.local/state}/cohort/packaging
jobs=$(nproc 2>/dev/null || echo 2)

# The level Cohort is written for, and the version of the recipe that makes the build root: raise it when the
# recipe changes in a way that a root made before does not have.
suite=trixie
recipe=2

# Progress goes to standard error: standard output belongs to results.
say() { printf '%s\n' "── $*" >&2; }

# fail SENTENCE… : one sentence of what is wrong, the others of what to do.
fail() {
    printf '\n%s\n' "$1" >&2
    shift
    local line
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    [ -z "${log:-}" ] || printf '  %s\n' "Everything that was said is in $log" >&2
    exit 1
}

# keep_log NAME : from here on everything said on standard error, and what logged commands say, is also in a file.
keep_log() {
    mkdir -p "$cohort_logs" 2>/dev/null || fail "The folder $cohort_logs cannot be written." "Make it writable, or set XDG_STATE_HOME to a folder that is."
    log=$cohort_logs/$1.log
    [ ! -f "$log" ] || mv -f "$log" "$log.1"
    : >"$log" || fail "The log $log cannot be written." "Free some disk space or make the folder writable."
}

# logged COMMAND… : runs it with its output in the log only.
logged() {
    printf '$ %s\n' "$*" >>"$log"
    "$@" >>"$log" 2>&1 </dev/null
}

# shown COMMAND… : runs it with its output on the terminal (standard error) and in the log.
shown() {
    printf '$ %s\n' "$*" >>"$log"
    "$@" </dev/null 2>&1 | tee -a "$log" >&2
}

# need_space FOLDER MEGABYTES WHAT
need_space() {
    local folder=$1 free
    while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
    free=$(df -Pm "$folder" | awk 'NR == 2 { print $4 }')
    [ "${free:-0}" -ge "$2" ] || fail "$3 needs $2 MB of free space in $1; there are $free MB." "Free some space and start again: what is done already is kept."
}

system_field() { (. /etc/os-release 2>/dev/null && eval "printf '%s' \"\${$1:-}\""); }

# at_least VERSION MINIMUM
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

# Is the system itself new enough (Debian 13's versions)? COHORT_NATIVE=1 or 0 overrules what is found.
native_system() {
    case ${COHORT_NATIVE:-} in
    1) return 0 ;;
    0) return 1 ;;
    esac
    local id version
    id=$(system_field ID)
    version=$(system_field VERSION_ID)
    case $id in
    debian) [ -z "$version" ] || at_least "$version" 13 ;; # testing and unstable have no number
    ubuntu) at_least "${version:-0}" 25.04 ;;
    *) return 1 ;;
    esac
}

package_list() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "$repository/packaging/packages"; }

# The folder of the build root for this package list; empty on a native system.
build_root() {
    native_system && return 0
    local key
    key=$( (package_list && echo "$suite $recipe") | sha256sum | cut -c1-12)
    printf '%s\n' "$cohort_cache/build-root/$key"
}

# The dynamic loader and library folder of a root, by architecture.
root_triplet() { case $(uname -m) in x86_64) echo x86_64-linux-gnu ;; aarch64) echo aarch64-linux-gnu ;; *) return 1 ;; esac; }
root_loader() { case $(uname -m) in x86_64) echo "$1/usr/lib64/ld-linux-x86-64.so.2" ;; aarch64) echo "$1/usr/lib/ld-linux-aarch64.so.1" ;; esac; }

# What decides how a preset is configured: when this changes, the build folder is configured again.
configuration_key() { # PRESET
    { (cd "$repository" && cat CMakePresets.json packaging/common.sh cmake/*.cmake) && build_root && echo "$1"; } | sha256sum | cut -c1-16
}

# build_preset PRESET [TARGET…] : configures when needed and builds. Ninja itself looks whether anything is to do.
build_preset() {
    local preset=$1 folder=$repository/build/$1 key
    shift
    mkdir -p "$folder" 2>/dev/null || fail "The folder $folder cannot be made." "Make the folder of the project writable for $(id -un)."
    exec 8>"$folder/.lock"
    flock -n 8 || { say "Waiting for another build of $preset" && flock 8; }
    key=$(configuration_key "$preset")
    if [ "$(cat "$folder/.configured" 2>/dev/null)" = "$key" ] && [ -f "$folder/build.ninja" ] &&
        "$repository/packaging/enter" ninja -C "$folder" -n "$@" 2>/dev/null | tail -n1 | grep -q 'no work to do'; then
        exec 8>&-
        return 0
    fi

    keep_log "build-$preset"
    need_space "$folder" 2000 "Building"
    if [ "$(cat "$folder/.configured" 2>/dev/null)" != "$key" ] || [ ! -f "$folder/build.ninja" ]; then
        say "Configuring $preset (log: $log)"
        (cd "$repository" && logged packaging/enter cmake --preset "$preset") || {
            grep -A12 'CMake Error' "$log" | head -n 40 >&2 || true
            fail "Configuring $preset failed." "The reason stands above; a missing library is named with its package."
        }
        printf '%s\n' "$key" >"$folder/.configured"
    fi
    say "Building $preset with $jobs jobs"
    (cd "$repository" && shown packaging/enter cmake --build --preset "$preset" ${*:+--target "$@"} -- -k 20) || {
        need_space "$folder" 50 "Building"
        fail "Building $preset failed." "The first error stands above. If a file is cut short after a crash, remove $folder and start again."
    }
    exec 8>&-
}
