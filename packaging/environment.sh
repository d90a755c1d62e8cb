# shellcheck shell=sh
# What run.sh, check.sh and build.sh share: a virtual environment in .venv, system packages, and messages.
# To be sourced after ROOT (the checkout) is set. Nothing here asks a question: what needs a password is told instead,
# all of it at once and before anything is downloaded.

venv="$ROOT/.venv"
bin="$venv/bin"
case $(uname -s) in MINGW* | MSYS*) bin="$venv/Scripts" ;; esac
python="$bin/python"
needed=""
wanted=""

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

# install_packages PACKAGE...: with apt-get, which must be allowed.
install_packages() {
    say "installing system packages: $*"
    apt="$(as_root) env DEBIAN_FRONTEND=noninteractive apt-get"
    # A fresh machine has no package lists, or old ones: fetch them when the first attempt fails.
    # shellcheck disable=SC2086  # the prefix is words
    $apt install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 ||
        { $apt update -qq && $apt install -qq -y --no-install-recommends "$@" >/dev/null; } >&2 && return
    say "apt-get could not install: $*"
    return 1
}

# The command that installs PACKAGE...: by sudo, or by su where that is not installed.
install_command() {
    sudo="" opening="" closing=""
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null; then sudo="sudo "; else opening="su - -c '" closing="'"; fi
    fi
    # shellcheck disable=SC2046  # package names are words
    set -- $(quoted "$@")
    case $(package_manager) in
    # A fresh machine has no package lists, and old lists name files that are gone.
    apt-get) command="${sudo}apt-get update && ${sudo}apt-get install $*" ;;
    dnf) command="${sudo}dnf install $*" ;;
    zypper) command="${sudo}zypper install $*" ;;
    pacman) command="${sudo}pacman -S $*" ;;
    *) echo "your system's package manager: $*" && return ;;
    esac
    echo "$opening$command$closing"
}

# quoted PACKAGE...: as a shell reads them; the names of libraries in rpm have brackets.
quoted() {
    for each; do
        case $each in *"("*) printf '"%s"\n' "$each" ;; *) printf '%s\n' "$each" ;; esac
    done
}

# need PACKAGE...: nothing works without it.  want PACKAGE...: something will be left out without it.
need() { needed="$needed $*"; }
want() { wanted="$wanted $*"; }

# needs_command COMMAND PACKAGE
needs_command() { command -v "$1" >/dev/null || need "$2"; }

# What is needed and wanted, in one go: installed where that is allowed, else named.
install_needed() {
    # shellcheck disable=SC2086  # package names are words
    set -- $needed $wanted
    [ $# != 0 ] || return 0
    if may_install; then
        # shellcheck disable=SC2086
        install_packages "$@" || [ -z "$needed" ] || { [ -n "$wanted" ] && install_packages $needed; } || exit 1
    elif [ -n "$needed" ]; then
        say "please install with: $(install_command "$@")"
        [ -z "$wanted" ] || say "(not necessary, but something is left out without:$wanted)"
        die "then call this again; nothing has been downloaded or changed"
    else
        say "something will be left out; to have it, install with: $(install_command "$@")"
    fi
    needed="" wanted=""
}

# Prints the first Python that this project can use.
find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# Whether .venv is usable and belongs to this place: not one that was moved or copied, or whose Python has gone.
has_venv() { [ "$(cat "$venv/made-for" 2>/dev/null)" = "$ROOT" ] && "$python" -c 'import pip' 2>/dev/null; }

# The Python to begin with, as $base, and a need where it cannot make environments. Without a Python that could be
# installed, $base is empty: it is needed then as all else, and told together with it.
needs_venv() {
    if has_venv; then
        base=$python
        return
    fi
    if ! base=$(find_python) && may_install; then
        install_packages python3 python3-venv || :
        base=$(find_python) || :
    fi
    if [ -z "$base" ]; then
        case $(package_manager) in
        apt-get) need python3 python3-venv ;;
        pacman) need python ;;
        unknown) die "Python 3.11 to 3.14 is needed and was not found (brew install python on macOS)" ;;
        *) need python3 ;;
        esac
        say "Python 3.11 to 3.14 is needed and was not found"
        return
    fi
    "$base" -c 'import ensurepip' 2>/dev/null ||
        need "$("$base" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
}

# needs_libraries [GROUP...]: the shared libraries that Qt loads; without GROUP, those of a window in this session.
needs_libraries() {
    [ "$(uname)" = Linux ] || return 0
    if [ -z "$base" ]; then
        # Nobody can tell what is missing without Python: all of them, which changes nothing for those that are there.
        case $(package_manager) in
        apt-get) name='\2' ;;
        pacman) name='\3' ;;
        *) name="\1()(64bit)" ;;
        esac
        row='^.*("\(lib[^"]*\)", "\([^"]*\)", "\([^"]*\)").*$'
        # shellcheck disable=SC2046  # package names are words
        need $(sed -n "s/$row/$name/p" "$ROOT/gui/shell/system_libraries.py" | sort -u)
        return
    fi
    # shellcheck disable=SC2046  # package names are words
    need $("$base" "$ROOT/gui/shell/system_libraries.py" "$(package_manager)" "$@")
}

make_venv() {
    ! has_venv || return 0
    say "making a virtual environment with $("$base" --version) in $venv"
    rm -rf "$venv"
    "$base" -m venv "$venv" || die "could not make $venv"
    printf '%s\n' "$ROOT" >"$venv/made-for"
}

# install_project EXTRAS: the project, editable, with its dependencies and EXTRAS ("" or "[dev]"); only when
# pyproject.toml has changed since the last time.
install_project() {
    sum=$(cksum <"$ROOT/pyproject.toml")
    [ "$(cat "$venv/installed$1" 2>/dev/null)" = "$sum" ] && return
    case $1 in "[dev]") size=205 ;; *) size=165 ;; esac
    say "installing the project's Python packages (about $size MB to fetch; only now and when they change)"
    pip_install --editable "$ROOT$1" ||
        die "the Python packages could not be installed; is there a connection to the package index?"
    printf '%s\n' "$sum" | tee "$venv/installed" >"$venv/installed$1"
}

# pip_install ARGUMENTS: shows its progress, without a terminal as a line a package. What is never imported need not be
# compiled to bytecode; the rest is when it is imported, which is half of the time.
pip_install() {
    set -- -m pip install --disable-pip-version-check --no-compile "$@"
    if [ -t 2 ]; then
        "$python" "$@" >&2
        return
    fi
    rm -f "$venv/pip-failed"
    { "$python" "$@" --progress-bar off 2>&1 || echo failed >"$venv/pip-failed"; } |
        while read -r line; do
            case $line in
            Downloading* | *cached* | Installing\ collected* | Successfully\ installed*) say "  $line" ;;
            Processing*.whl | ERROR* | error* | WARNING*) say "  $line" ;;
            esac
        done
    [ ! -e "$venv/pip-failed" ]
}
