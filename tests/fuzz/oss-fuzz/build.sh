#!/bin/bash -eu
#
# Build the fuzzer as OSS-Fuzz wants it: a program for each target in $OUT, with
# the inputs that are kept, a dictionary and options, and what programs need at
# run time.  The service sets CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE,
# SRC, WORK and OUT; this project and QEMU are in $SRC/fauxveau and $SRC/qemu.
# See docs/fuzzing.rst.
#
# SPDX-License-Identifier: GPL-2.0-or-later

name=qemu-fuzz-x86_64
top=$SRC/fauxveau
qemu=$SRC/qemu
build=$WORK/build
prefix=/opt/fauxveau
# Where programs look for firmware beside themselves
share=$OUT/qemu-bundle$prefix/share/qemu

options=(
    --prefix="$prefix"
    --cc="$CC" --cxx="$CXX"
    --target-list=x86_64-softmmu
    --without-default-features --without-default-devices
    --with-devices-x86_64=fauxveau
    # QEMU wants an accelerator; the fuzzer has none.
    --enable-fuzzing --enable-kvm --disable-tcg --enable-pixman
    --disable-install-blobs --disable-docs --disable-werror
    # At -O1 compilers don't see that what must not be reached isn't.
    --extra-cflags="-U__OPTIMIZE__"
    # Libraries look for each other there, too: DT_RPATH, not DT_RUNPATH.
    --extra-ldflags='-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib'
)
[ -e "$qemu/.git" ] || options+=(--disable-download)
[ -z "${PYTHON:-}" ] || options+=(--python="$PYTHON")

"${PYTHON:-python3}" "$top/scripts/qemu-tree.py" attach "$qemu"
# The machine and the card, and nothing else that would have to be built
printf 'CONFIG_%s=y\n' I440FX NV_GPU \
    > "$qemu/configs/devices/x86_64-softmmu/fauxveau.mak"
mkdir -p "$build" "$OUT/lib" "$share"
cd "$build"
[ -f build.ninja ] || "$qemu/configure" "${options[@]}"
ninja -j "${JOBS:-$(nproc)}" "$name"

# libc comes with the machine, as what starts programs does.
ldd "$name" | awk '$2 == "=>" { print $3 }' |
    grep -vE '/lib(c|m|dl|rt|pthread|resolv|util)\.so' |
    xargs -r cp -Lt "$OUT/lib"

for file in bios-256k.bin kvmvapic.bin vgabios-stdvga.bin; do
    for folder in "$qemu/pc-bios" /usr/share/seabios /usr/share/qemu; do
        if [ -f "$folder/$file" ]; then
            cp "$folder/$file" "$share"
            break
        fi
    done
    [ -f "$share/$file" ] || { echo "build.sh: there is no $file" >&2; exit 1; }
done

# The program's name says which target it is.
first=
for folder in "$top"/tests/fuzz/corpus/*/; do
    target=$(basename "$folder")
    program=$OUT/fauxveau-target-nv-$target
    rm -f "$program"
    if [ -z "$first" ]; then
        cp "$name" "$program"
        first=$program
    else
        ln "$first" "$program"
    fi
    # All that is kept: files, and the archive beside them, which has no times
    # (zip knows none before 1980)
    inputs=$WORK/corpus/$target
    rm -rf "${program}_seed_corpus.zip" "$inputs"
    mkdir -p "$inputs"
    cp "$folder"/* "$inputs"
    [ ! -f "${folder%/}.tar.xz" ] || tar -C "$inputs" -xJmf "${folder%/}.tar.xz"
    (cd "$inputs" && python3 -m zipfile -c "${program}_seed_corpus.zip" ./*)
    cp "$top/tests/fuzz/oss-fuzz/fauxveau.dict" "$program.dict"
    cp "$top/tests/fuzz/oss-fuzz/fauxveau.options" "$program.options"
done
