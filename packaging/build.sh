#!/bin/sh
# The packages of this system, into dist/:  sh packaging/build.sh [sdist] [wheel] [bundle] [deb] [installer]
#   sdist      the sources, from which the others can be made
#   wheel      a pure wheel, and one with compiled kernels for this system and Python
#   bundle     a folder with all it needs, as steelwheel-VERSION-SYSTEM.tar.xz (.zip on Windows and macOS)
#   deb        the same folder as a Debian package
#   installer  the same folder as a program that installs it on Windows
# Without a name: all that this system has. What is missing for them is installed or named before the work begins; the
# status says whether all was made. From one commit the same files come out as far as the tools allow
# (packaging/README.md says how far).
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"

case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
MINGW* | MSYS*) system=windows ;;
*) die "no packages are made on $(uname -s)" ;;
esac
platform=$system-$(uname -m)
app="dist/Steel Wheel.app"
folder=dist/steelwheel
program_files=$folder/_internal
[ $system != darwin ] || program_files="$app/Contents/Resources"

packages=${*:-sdist wheel bundle}
if [ $# = 0 ]; then
    if command -v dpkg-deb >/dev/null; then packages="$packages deb"; fi
    if [ $system = windows ]; then packages="$packages installer"; fi
fi
for name in $packages; do
    case $name:$system in
    sdist:* | wheel:* | bundle:* | deb:linux | installer:windows) ;;
    deb:* | installer:*) die "no $name is made on $system" ;;
    *) die "there is no package '$name': sdist, wheel, bundle, deb, installer" ;;
    esac
done

# wants NAME...: whether one of them is asked for.
wants() {
    for each; do
        case " $packages " in *" $each "*) return 0 ;; esac
    done
    return 1
}

# The tools that PyInstaller and the archives take, and Qt's libraries, which it loads to see what they load.
needs_tools() {
    [ $system = linux ] || return 0
    needs_command objdump binutils
    needs_command xz xz-utils
    needs_libraries offscreen x11 wayland
    if [ -z "$base" ]; then
        # The name of the library has the version of Python, which is not known yet; this package depends on it.
        [ "$(package_manager)" != apt-get ] || need libpython3-dev
        return
    fi
    "$base" -c 'import ctypes, sys; ctypes.CDLL("libpython%d.%d.so.1.0" % sys.version_info[:2])' 2>/dev/null ||
        need "$("$base" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])')"
}

inno_setup() {
    command -v iscc || {
        iscc="/c/Program Files (x86)/Inno Setup 6/ISCC.exe"
        [ -x "$iscc" ] && echo "$iscc"
    }
}

needs_venv
if wants bundle deb installer; then needs_tools; fi
if wants deb; then needs_command dpkg-deb dpkg; fi
if wants installer; then compiler=$(inno_setup) || die "the installer is made by Inno Setup 6, which is not here"; fi
install_needed

# Times in archives are those of the commit, and nothing depends on the order of hashes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
PYTHONHASHSEED=0
export SOURCE_DATE_EPOCH PYTHONHASHSEED
umask 022

make_venv
install_project "[package]"
version=$("$python" -c 'from engine.version import __version__; print(__version__)')
archive_name=steelwheel-$version-$platform
mkdir -p dist

# made FILE: says so, or fails where it is not there.
made() {
    [ -s "$1" ] || die "not made: $1"
    say "made: $1, $(du -h "$1" | cut -f1)"
}

kernels() {
    "$python" packaging/build_kernels.py build/kernels
}

sdist() {
    "$python" -m hatchling build --target sdist --directory dist
    made "dist/steelwheel-$version.tar.gz"
}

wheels() {
    rm -f "dist/steelwheel-$version-"*.whl
    "$python" -m hatchling build --target wheel --directory dist
    STEELWHEEL_KERNELS=build/kernels "$python" -m hatchling build --target wheel --directory dist
    for wheel in "dist/steelwheel-$version-py3-none-any.whl" "dist/steelwheel-$version-cp"*.whl; do made "$wheel"; done
}

bundle() {
    say "collecting the program and all that it needs: a minute or two"
    rm -rf "$folder" "$app"
    "$bin/pyinstaller" --noconfirm --log-level ERROR --distpath dist --workpath build/pyinstaller \
        packaging/steelwheel.spec
    [ $system != linux ] || strip_symbols
    mkdir -p "$program_files/resources/kernels"
    cp -R build/kernels/* "$program_files/resources/kernels/"
    # The sources are there for their digest; without bytecode each start would compile them. Found by no time of theirs.
    "$python" -m compileall -q --invalidation-mode unchecked-hash "$program_files/engine" "$program_files/gui"
    "$python" packaging/licences.py "$folder" >build/LICENCES.txt
    cp build/LICENCES.txt "$folder/"
    [ $system != darwin ] || finish_app
    answers || die "the program in $folder does not answer; see build/answer.json and build/self-test.txt"
    say "made: $folder, $(du -sh "$folder" | cut -f1)"
}

# Names that only debuggers look at. NumPy's own libraries are not touched: what has rearranged them moves sections.
strip_symbols() {
    find "$folder" \( -name '*.so' -o -name '*.so.*' \) -type f ! -path '*/numpy*' \
        -exec strip --strip-unneeded --preserve-dates {} +
}

# finish_app: licences into the app, and a signature over all of it: of the identity CODESIGN_IDENTITY, or one that says
# only that nothing has changed since. With NOTARY_PROFILE (of notarytool's key chain) Apple is asked to know the app.
finish_app() {
    cp build/LICENCES.txt "$program_files/"
    if [ -n "${CODESIGN_IDENTITY-}" ]; then
        codesign --force --deep --options runtime --timestamp --entitlements packaging/entitlements.plist \
            --sign "$CODESIGN_IDENTITY" "$app"
    else
        codesign --force --deep --sign - "$app"
    fi
    codesign --verify --deep --strict "$app"
    [ -n "${NOTARY_PROFILE-}" ] || return 0
    ditto -c -k --keepParent "$app" build/notary.zip
    xcrun notarytool submit build/notary.zip --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$app"
}

# answers: whether the program computes without compiling, and its window is well.
answers() {
    program=$folder/steelwheel
    [ $system != darwin ] || program="$app/Contents/MacOS/steelwheel"
    cache=$(mktemp -d)
    env -u PYTHONPATH NUMBA_CACHE_DIR="$cache" "$program" solve "AhKh v 22+ | 7h8h2c" >build/answer.json &&
        grep -q '"equity"' build/answer.json && [ -z "$(ls -A "$cache")" ] &&
        env -u PYTHONPATH NUMBA_CACHE_DIR="$cache" "$program" --self-test >build/self-test.txt
    status=$?
    rm -rf "$cache"
    return $status
}

archive() {
    case $system in
    linux)
        file=dist/$archive_name.tar.xz
        tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
            --transform="s,^steelwheel,$archive_name," -C dist -cf build/bundle.tar steelwheel
        xz -T0 "-${XZ_LEVEL:-6}" <build/bundle.tar >"$file"
        rm build/bundle.tar
        ;;
    darwin)
        file=dist/$archive_name.zip
        ditto -c -k --keepParent "$app" "$file"
        ;;
    windows)
        file=dist/$archive_name.zip
        "$python" -m zipfile -c "$file" "$folder"
        ;;
    esac
    made "$file"
}

deb() {
    "$python" packaging/build_deb.py "$folder" dist
    made "dist/steelwheel_${version}_$(dpkg --print-architecture).deb"
}

installer() {
    # The mark at its beginning tells Inno Setup that the text is UTF-8.
    { printf '\357\273\277' && cat build/LICENCES.txt; } >build/setup-licences.txt
    MSYS_NO_PATHCONV=1 "$compiler" /Qp "/DVersion=$version" packaging/steelwheel.iss
    made "dist/steelwheel-$version-setup.exe"
}

if wants sdist; then sdist; fi
if wants wheel bundle deb installer; then kernels; fi
if wants wheel; then wheels; fi
if wants bundle deb installer; then bundle; fi
if wants bundle; then archive; fi
if wants deb; then deb; fi
if wants installer; then installer; fi
