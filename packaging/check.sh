#!/bin/sh
# All checks of the project, from a machine with Python alone:  sh packaging/check.sh [PYTEST ARGUMENTS]
# Stops at the first step that fails. With CI set, what can be installed for a check is installed and not skipped.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"

step() {
    printf '== %s\n' "$*"
    "$@" || die "failed: $*"
}

# tool_step PACKAGE COMMAND...: a step whose command comes from a system package, skipped where that is not there.
tool_step() {
    package=$1
    shift
    if ! command -v "$1" >/dev/null; then
        if [ -z "${CI-}" ] || ! may_install; then
            say "skipped: $1 is not installed (package $package)"
            return
        fi
        install_packages "$package" || die "needed in CI: $1"
    fi
    step "$@"
}

# screen_reader: what a test drives the window with as a blind player does; without it, that test is skipped.
screen_reader() {
    [ "$(uname)" = Linux ] || return 0
    complete=yes
    for needed in dbus-run-session Xvfb openbox; do
        command -v "$needed" >/dev/null || complete=no
    done
    bindings='import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi'
    /usr/bin/python3 -c "$bindings" 2>/dev/null || complete=no
    [ $complete = yes ] ||
        install_packages at-spi2-core dbus gir1.2-atspi-2.0 openbox python3-gi xvfb ||
        say "the test with a screen reader will be skipped"
}

make_venv
install_project "[dev]"
system_libraries offscreen x11 || say "trying without: tests of the window may fail"
screen_reader

step "$venv/bin/ruff" check
step "$venv/bin/ruff" format --check
step "$venv/bin/mypy"
step "$venv/bin/lint-imports"
tool_step desktop-file-utils desktop-file-validate resources/desktop/io.github.steelwheel.SteelWheel.desktop
tool_step appstream appstreamcli validate --no-net resources/desktop/io.github.steelwheel.SteelWheel.metainfo.xml
step "$python" -m tests.kernel_cache
printf '== pytest, in random order on two processors\n'
exec "$python" -m pytest -n 2 "$@"
