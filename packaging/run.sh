#!/bin/sh
# From a machine with Python alone to the running window:  sh packaging/run.sh [FILE]
# The first start makes .venv and installs what is needed; later ones start at once and need no network.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"

needs_venv
# shellcheck disable=SC2119  # those of a window in this session
needs_libraries
if [ "$(uname)" = Linux ] && [ -z "${DISPLAY-}${WAYLAND_DISPLAY-}${QT_QPA_PLATFORM-}" ]; then
    say "there is no display to open a window on (DISPLAY is not set)."
    say "To try it on a virtual one: xvfb-run -a sh packaging/run.sh"
    needs_command xvfb-run "xvfb xauth"
    # shellcheck disable=SC2086  # package names are words
    [ -z "$needed" ] || say "which needs: $(install_command $needed)"
    exit 1
fi
install_needed
make_venv
install_project ""
exec "$python" -P -m gui "$@"
