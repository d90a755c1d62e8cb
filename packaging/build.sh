#!/bin/sh
# The packages that can be made on this machine, into dist/:  sh packaging/build.sh [wheel] [bundle] [deb]
#   wheel   a pure wheel, and one with compiled kernels for this system and Python
#   bundle  a folder with all it needs, as steelwheel-VERSION-SYSTEM.tar.xz (.zip on Windows and macOS)
#   deb     the same folder as a Debian package
# Without a name: all. From one commit the same files come out as far as the tools allow (packaging/README.md says how far).
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"

packages=${*:-wheel bundle deb}
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
folder="$ROOT/dist/steelwheel"
program_files="$folder/_internal"

wants() { case " $packages " in *" $1 "*) ;; *) return 1 ;; esac }

# Times in archives are those of the commit, and nothing depends on the order of hashes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
PYTHONHASHSEED=0
export SOURCE_DATE_EPOCH PYTHONHASHSEED
umask 022

make_venv
install_project "[package]"
version=$("$python" -c 'from engine.version import __version__; print(__version__)')

kernels() {
    "$python" packaging/build_kernels.py build/kernels
}

wheels() {
    "$python" -m pip wheel --quiet --no-deps --wheel-dir dist .
    STEELWHEEL_KERNELS=build/kernels "$python" -m pip wheel --quiet --no-deps --wheel-dir dist .
}

bundle() {
    rm -rf "$folder"
    "$venv/bin/pyinstaller" --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller \
        packaging/steelwheel.spec
    mkdir -p "$program_files/resources/kernels"
    cp -R build/kernels/* "$program_files/resources/kernels/"
    # The sources are there for their digest; without bytecode each start would compile them. Found by no time of theirs.
    "$python" -m compileall -q --invalidation-mode unchecked-hash "$program_files/engine" "$program_files/gui"
    "$python" packaging/licences.py "$folder" >"$folder/LICENCES.txt"
}

archive() {
    name="steelwheel-$version-$system"
    case $system in
    linux-*)
        tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
            --transform="s,^steelwheel,$name," -C dist -cf - steelwheel | xz -T0 "-${XZ_LEVEL:-6}" >"dist/$name.tar.xz"
        ;;
    darwin-*) ditto -c -k --keepParent "dist/Steel Wheel.app" "dist/$name.zip" ;;
    *) "$python" -m zipfile -c "dist/$name.zip" "$folder" ;;
    esac
}

if wants wheel || wants bundle || wants deb; then kernels; fi
if wants wheel; then wheels; fi
if wants bundle || wants deb; then bundle; fi
if wants bundle; then archive; fi
if wants deb; then
    if command -v dpkg-deb >/dev/null; then
        "$python" packaging/build_deb.py "$folder" dist
    else
        say "no Debian package: dpkg-deb is not here"
    fi
fi
