"""``steelwheel``: the window, or a headless verb, for which Qt is not imported."""

import builtins
import gc
import os
import signal
import sys
from typing import TextIO

from engine.processors import use_one_blas_thread

VERBS = ("solve", "range", "kelly", "preflop", "third", "betting", "ask", "icm", "hands")
FILES_VERB = "--files"
NOT_WRITTEN = 1
INTERRUPTED = 130

USAGE = """\
usage: steelwheel [FILE]              the window (FILE: a saved scenario or result, or a scenario as one line)
       steelwheel solve FILE|-        scenario JSON in, result JSON out
       steelwheel solve "AhKh v random | 7h8h2c"   the same of a scenario as one line of text
       steelwheel VERB --lines FILE|-  one scenario or request per line in, one answer per line out
       steelwheel range TEXT          what a range text means
       steelwheel kelly FILE|-        bet sizing: request JSON in, advice JSON out
       steelwheel preflop FILE|-      before the flop: fold, call or raise; seat tables; jam or fold
       steelwheel third FILE|-        razz before fifth street: complete, call or fold; fourth streets given up
       steelwheel betting FILE|-      both players' best play from a street on
       steelwheel ask FILE|-          how often an event happens, and what each seat is worth then
       steelwheel ask "AhKh v 22+ | Ks7h2d" "1 turn top pair+" ["given .."] ["by .."]   the same of a line of text
       steelwheel icm FILE|-          tournament chips in prizes: places, bubble factors, deals
       steelwheel hands FILE|-        hand histories: a line a hand; with --hand N [--street flop] a moment of one
       steelwheel desktop [--remove]  put the program into the menu of a Linux desktop
       steelwheel --self-test         check the installed program: files, numbers, window
       steelwheel --repair            delete the compiled kernels and compile the engine anew
       steelwheel --version | --help
"""


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = sys.argv[1:]
    if arguments[:1] == [FILES_VERB]:  # the packaged program, for itself: gui.state.foreign_files
        from engine.files.regular_files import answer_parent

        os._exit(answer_parent(*arguments[1:]))
    use_one_blas_thread()
    if arguments[:1] in (["-h"], ["--help"]):
        return _tell(USAGE)
    if arguments[:1] == ["--version"]:
        from engine.version import __version__

        return _tell(f"steelwheel {__version__}\n")
    if arguments in (["desktop"], ["desktop", "--remove"]):
        return _change_menu(remove=len(arguments) > 1)
    if arguments[:1] == ["--self-test"]:
        return _self_test()
    if arguments == ["--repair"]:
        return _repair()
    # Before the engine and Qt are imported, which takes a moment: nothing that a verb prints or keeps needs an orderly
    # end, nor a window that is not there yet (gui.shell.process).
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    if arguments and arguments[0] in VERBS:
        from engine.cli import run as headless

        return headless(arguments)
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        _say(f"cannot make sense of '{arguments[-1]}'\n{USAGE}")
        return 2
    gc.disable()  # until the window collects by itself (gui.shell.process)
    import_qt()
    from gui.application import run_window

    gc.freeze()  # what is imported stays: looking through it each time would hold the window up for 40 ms
    return run_window(arguments[0] if arguments else None)


def import_qt() -> None:
    """Import Qt, and take back the function by which it has Python import modules from then on.

    That one looks for ``from __feature__ import``, which nothing here says. For it the source of each module that is
    imported later, those of NumPy and Numba among them, is read, searched and kept: 30 MB
    (https://github.com/pyzo/pyzo/pull/851 explains it).
    """
    plain_import = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain_import


def _change_menu(*, remove: bool) -> int:
    from gui.shell.desktop_entry import add_desktop_entry, remove_desktop_entry

    try:
        return _tell(f"{remove_desktop_entry() if remove else add_desktop_entry()}\n")
    except OSError as error:
        _say(f"the menu cannot be changed: {error}\n")
        return NOT_WRITTEN


def _self_test() -> int:
    """Run the self-test without a screen; the window of it is built and closed, and Qt is left to itself."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.self_test import self_test

    status = self_test(_tell)
    os._exit(status)


def _repair() -> int:
    """Repair the compiled kernels; Ctrl-C ends it at once, in the middle of a kernel too."""
    try:
        from engine.files.log import log_to_stderr
        from engine.running.repair import repair

        log_to_stderr()
        return repair(_tell)
    except KeyboardInterrupt:
        _say("stopped: what is not compiled yet will be compiled when it is needed\n")
        os._exit(INTERRUPTED)


def _end(signal_number: int, frame: object) -> None:
    """End at once and quietly, whatever is under way: Ctrl-C."""
    os._exit(INTERRUPTED)


def _tell(text: str) -> int:
    if sys.stdout is None:
        _say("this cannot be written: standard output is closed\n")
        return NOT_WRITTEN
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _say(f"this cannot be written: {error.strerror}\n")
        _leave_to_nobody(sys.stdout)
        return NOT_WRITTEN
    return 0


def _say(text: str) -> None:
    """Write a line on stderr, if there is one that takes it."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"steelwheel: {text}")
        sys.stderr.flush()
    except OSError:
        _leave_to_nobody(sys.stderr)


def _leave_to_nobody(stream: TextIO) -> None:
    """Send what is left in ``stream`` nowhere: the interpreter complains if it cannot flush it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
