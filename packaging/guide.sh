#!/bin/sh
# The guide as a site that can be searched, in build/guide:  sh packaging/guide.sh [pictures]
#   pictures  takes the pictures of the guide and of README.md anew before
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/packaging/environment.sh"
cd "$ROOT"

case $*: in
: | pictures:) ;;
*) die "expected nothing or 'pictures', not '$*'" ;;
esac

needs_venv
[ $# = 0 ] || needs_libraries offscreen
install_needed
make_venv
install_project "[docs]"
[ $# = 0 ] || "$python" packaging/take_pictures.py
"$venv/bin/sphinx-build" -q -W --keep-going -c packaging/guide resources/guide build/guide
cp build/guide/README.html build/guide/index.html
say "the guide is in build/guide/index.html"
