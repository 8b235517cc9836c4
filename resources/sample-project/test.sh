#!/bin/sh
# The tests of greet.sh. Ends with 0 when all of them pass.
failed=0

check() {
    expected=$1
    shift
    actual=$(./greet.sh "$@")
    if [ "$actual" = "$expected" ]; then
        printf '\033[32mPASS\033[0m greet %s\n' "$*"
    else
        printf '\033[31mFAIL\033[0m greet %s: expected "%s", got "%s"\n' "$*" "$expected" "$actual"
        failed=1
    fi
}

check 'Hello, Ada!' Ada
check 'Hello, Grace!' Grace
check 'Hello, world!'
exit $failed
