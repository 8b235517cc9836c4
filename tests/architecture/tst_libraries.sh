#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A running program maps libraries of the build root and the build folder only; natively built ones may map the system's.
#
#   tst_libraries.sh ROOT BUILD PROGRAM [ARGUMENT…]      ROOT is empty on a native system
#
# The program is started with a standard input that stays open, and must live until it is looked at. It runs with
# folders of its own, so that it neither sees nor changes a person's sessions and settings.
set -u
root=$1 build=$2
shift 2

scratch=$(mktemp -d) || exit 1
finish() {
    [ -z "${program:-}" ] || kill "$program" 2>/dev/null
    rm -rf "$scratch"
}
trap finish EXIT
mkfifo "$scratch/input"
export COHORT_HOME="$scratch/home" QT_QPA_PLATFORM=offscreen
"$@" <"$scratch/input" >"$scratch/output" 2>&1 &
program=$!
exec 7>"$scratch/input" # held open: the program waits for input

# Settled when the number of libraries has not changed for half a second.
before=-1 looks=0
while [ $looks -lt 40 ]; do
    sleep 0.5
    now=$(grep -c '\.so' "/proc/$program/maps" 2>/dev/null)
    [ "${now:-0}" != "$before" ] || [ "${now:-0}" -lt 3 ] || break
    before=${now:-0} looks=$((looks + 1))
done
if ! kill -0 "$program" 2>/dev/null; then
    echo "$* ended before it could be looked at:"
    cat "$scratch/output"
    exit 1
fi

mapped=$(awk '$6 ~ /\.so(\.|$)/ { print $6 }' "/proc/$program/maps" | sort -u)
echo "$(echo "$mapped" | wc -l) libraries mapped"
[ -n "$mapped" ] || { echo "no library at all: the test looks at the wrong process"; exit 1; }
[ -n "$root" ] || exit 0
foreign=$(echo "$mapped" | while read -r library; do
    case $library in "$root"/* | "$build"/*) ;; *) echo "$library" ;; esac
done)
[ -z "$foreign" ] && exit 0
echo "These are of the host:"
echo "$foreign"
exit 1
