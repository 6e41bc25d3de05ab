#!/bin/sh
# What a terminal shows of fonts and colours, in place of a shell that would
# say something else each time.
#
# SPDX-License-Identifier: GPL-2.0-or-later

for attribute in 0 1 4 7; do
    for colour in 31 32 33 34 35 36 37; do
        printf '\033[%s;%sm %s/%s \033[0m' \
               "$attribute" "$colour" "$attribute" "$colour"
    done
    echo
done
for number in 0 1 2 3 4 5 6 7 8 9; do
    printf '%s: The quick brown fox jumps over the lazy dog; ÄÖÜ ß æ € ┌─┐\n' \
           "$number"
done
exec cat
