"""``steelwheel``: the window, or a headless verb, for which Qt is not imported."""

import sys

VERBS = ("solve", "range", "kelly")

USAGE = """\
usage: steelwheel [FILE]              the window (FILE: a saved scenario or result)
       steelwheel solve FILE|-        scenario JSON in, result JSON out
       steelwheel solve --lines FILE|-  one scenario per line in, one result per line out
       steelwheel range TEXT          what a range text means
       steelwheel kelly FILE|-        bet sizing: request JSON in, advice JSON out
       steelwheel --version | --help
"""


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(USAGE)
        return 0
    if arguments[:1] == ["--version"]:
        from engine.version import __version__

        sys.stdout.write(f"steelwheel {__version__}\n")
        return 0
    if arguments and arguments[0] in VERBS:
        from engine.cli import main as headless

        return headless(arguments)
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.stderr.write(f"steelwheel: cannot make sense of '{arguments[-1]}'\n{USAGE}")
        return 2
    from gui.application import leave, run_window

    return leave(run_window(arguments[0] if arguments else None))


if __name__ == "__main__":
    sys.exit(main())
