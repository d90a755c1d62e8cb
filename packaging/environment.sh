# shellcheck shell=sh
# What run.sh and check.sh share: a virtual environment in .venv, the system libraries that Qt loads, and messages.
# To be sourced after ROOT (the checkout) is set. Nothing here asks a question: what needs a password is told instead.

venv="$ROOT/.venv"
python="$venv/bin/python"

say() { printf 'steelwheel: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# The command that has root's rights without a question, as a prefix: empty for root itself. Fails if there is none.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        echo ""
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        echo "sudo -n"
    else
        return 1
    fi
}

may_install() { command -v apt-get >/dev/null && as_root >/dev/null; }

package_manager() {
    for manager in apt-get dnf zypper pacman; do
        command -v "$manager" >/dev/null && echo "$manager" && return
    done
    echo unknown
}

# install_packages PACKAGE...: with apt-get where that is allowed, else tells the command and fails.
install_packages() {
    if may_install; then
        say "installing system packages: $*"
        apt="$(as_root) env DEBIAN_FRONTEND=noninteractive apt-get"
        # A fresh machine has no package lists, or old ones: fetch them when the first attempt fails.
        # shellcheck disable=SC2086  # the prefix is words
        $apt install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 ||
            { $apt update -qq && $apt install -qq -y --no-install-recommends "$@"; } >&2 && return
        say "apt-get could not install: $*"
        return 1
    fi
    case $(package_manager) in
    apt-get) say "please install with: sudo apt-get install $*" ;;
    dnf) say "please install with: sudo dnf install $*" ;;
    zypper) say "please install with: sudo zypper install $*" ;;
    pacman) say "please install with: sudo pacman -S $*" ;;
    *) say "please install with your system's package manager: $*" ;;
    esac
    return 1
}

# Prints the first Python that this project can use.
find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# A usable .venv that belongs to this place; a moved or copied one, or one whose Python has gone, is made anew.
make_venv() {
    if [ "$(cat "$venv/made-for" 2>/dev/null)" = "$ROOT" ] && "$python" -c 'import pip' 2>/dev/null; then
        return
    fi
    base=$(find_python) ||
        die "Python 3.11 to 3.14 is needed and was not found (python3 in Debian 12 or Fedora; brew install python on macOS)"
    if ! "$base" -c 'import ensurepip' 2>/dev/null; then
        version=$("$base" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_packages "python$version-venv" || die "$base cannot make virtual environments without that package"
    fi
    say "making a virtual environment with $("$base" --version) in $venv"
    rm -rf "$venv"
    "$base" -m venv "$venv" || die "could not make $venv"
    printf '%s\n' "$ROOT" >"$venv/made-for"
}

# install_project EXTRAS: the project, editable, with its dependencies and EXTRAS ("" or "[dev]"); only when
# pyproject.toml has changed since the last time.
install_project() {
    wanted=$(cksum <"$ROOT/pyproject.toml")
    [ "$(cat "$venv/installed$1" 2>/dev/null)" = "$wanted" ] && return
    say "installing the project's Python packages (about 180 MB to fetch; only now and when they change)"
    "$python" -m pip install --quiet --disable-pip-version-check --editable "$ROOT$1" ||
        die "the Python packages could not be installed; is there a connection to the package index?"
    printf '%s\n' "$wanted" | tee "$venv/installed" >"$venv/installed$1"
}

# compile_kernels: what the engine computes with, for this machine; once, and again when the kernels have changed.
compile_kernels() {
    wanted=$(find "$ROOT/engine/kernels" -name '*.py' -exec cksum {} + | sort | cksum)
    [ "$(cat "$venv/compiled" 2>/dev/null)" = "$wanted" ] && return
    if "$python" "$ROOT/packaging/compile_kernels.py"; then
        printf '%s\n' "$wanted" >"$venv/compiled"
    else
        say "the engine could not be compiled; the window will try"
    fi
}

# system_libraries GROUP...: the shared libraries that Qt loads, installed where that is allowed, else named.
system_libraries() {
    [ "$(uname)" = Linux ] || return 0
    missing=$("$python" "$ROOT/packaging/system_libraries.py" "$(package_manager)" "$@") || exit 1
    # shellcheck disable=SC2086  # package names are words
    [ -z "$missing" ] || install_packages $missing
}
