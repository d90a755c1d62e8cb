#!/bin/sh
# The guide as a site that can be searched, in build/guide:  sh packaging/guide.sh [pictures]
#   pictures  takes the pictures of the guide and of README.md anew before
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"

make_venv
install_project "[docs]"
if [ "${1-}" = pictures ]; then "$python" packaging/take_pictures.py; fi
"$venv/bin/sphinx-build" -q -W --keep-going -c packaging/guide resources/guide build/guide
cp build/guide/README.html build/guide/index.html
say "the guide is in build/guide/index.html"
