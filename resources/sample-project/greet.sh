#!/bin/sh
# Greets whoever is named, or the world.
name=${1:-world}
printf 'Hello %s\n' "$name"
