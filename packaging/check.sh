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

# tool_step COMMAND...: a step whose command comes from a system package, skipped where that is not there, but not in CI.
tool_step() {
    if command -v "$1" >/dev/null; then
        step "$@"
    else
        [ -z "${CI-}" ] || ! may_install || die "needed in CI: $1"
        say "skipped: $1 is not installed"
    fi
}

# screen_reader: what a test drives the window with as a blind player does; without it, that test is skipped.
screen_reader() {
    [ "$(uname)" = Linux ] || return 0
    complete=yes
    for command in dbus-run-session Xvfb openbox; do
        command -v "$command" >/dev/null || complete=no
    done
    bindings='import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi'
    /usr/bin/python3 -c "$bindings" 2>/dev/null || complete=no
    [ $complete = yes ] || want at-spi2-core dbus gir1.2-atspi-2.0 openbox python3-gi xvfb
}

needs_venv
needs_libraries offscreen x11
screen_reader
command -v desktop-file-validate >/dev/null || want desktop-file-utils
command -v appstreamcli >/dev/null || want appstream
command -v shellcheck >/dev/null || want shellcheck
install_needed
make_venv
install_project "[dev]"

step "$bin/ruff" check
step "$bin/ruff" format --check
step "$bin/mypy"
step "$bin/lint-imports"
tool_step desktop-file-validate resources/desktop/io.github.steelwheel.SteelWheel.desktop
tool_step appstreamcli validate --no-net resources/desktop/io.github.steelwheel.SteelWheel.metainfo.xml
step "$python" -m tests.kernel_cache
printf '== pytest, in random order on two processors\n'
exec "$python" -m pytest -n 2 "$@"
