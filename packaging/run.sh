#!/bin/sh
# From a machine with Python alone to the running window:  sh packaging/run.sh [FILE]
# The first start makes .venv and installs what is needed; later ones start at once and need no network.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"

make_venv
install_project ""
compile_kernels
# shellcheck disable=SC2086  # none or one word
system_libraries offscreen x11 ${WAYLAND_DISPLAY:+wayland} || say "trying without: the window may not open"

if [ "$(uname)" = Linux ] && [ -z "${DISPLAY-}${WAYLAND_DISPLAY-}${QT_QPA_PLATFORM-}" ]; then
    say "there is no display to open a window on (DISPLAY is not set)."
    say "To try it on a virtual one: xvfb-run -a sh packaging/run.sh (from the packages xvfb and xauth)"
    exit 1
fi
exec "$python" -P -m gui "$@"
