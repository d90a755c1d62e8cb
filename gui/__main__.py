"""``steelwheel``: the window, or a headless verb, for which Qt is not imported."""

import builtins
import gc
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TextIO

from engine.processors import use_one_blas_thread

VERBS = ("solve", "range", "kelly", "preflop", "third", "betting", "ask", "icm", "judge", "quiz", "hands")
MENU_VERB = "desktop"
FILES_VERB, COMPILE_VERB, BACKWARDS = "--files", "--compile", "backwards"
"""The program for itself: gui.storage.foreign_files, engine.kernels.early."""
NOT_WRITTEN = 1
NO_WINDOW = 1
BAD_ARGUMENTS = 2
INTERRUPTED = 130

USAGE = """%(prog)s [FILE]
       %(prog)s VERB ...
       %(prog)s --self-test | --repair | --version | --help"""
DESCRIPTION = """An equity laboratory for Texas hold'em and razz. Without a verb the window opens, with FILE if there is
one: a saved scenario or result, or a scenario as one line of text. The verbs work without the window."""
STATUS = """Verbs end with status 0; 1 if the answer cannot be written; 2 for bad input, which is told on standard
output as {"error": {"field", "message", "position"}}; 3 for a fault of the program; 130 if interrupted."""


def program_parser(argv: Sequence[str] = VERBS) -> ArgumentParser:
    """Return the parser of the whole command, with the options of the verbs that ``argv`` may mean."""
    from engine.cli.arguments import Parser, add_verbs

    parser = Parser(prog="steelwheel", usage=USAGE, description=DESCRIPTION, epilog=STATUS)
    parser.add_argument("--self-test", action="store_true", help="check the installed program: files, numbers, window")
    repair = "delete the compiled kernels and compile the engine anew"
    parser.add_argument("--repair", action="store_true", help=repair)
    parser.add_argument("--version", action="store_true", help="show the version of the program")
    verbs = add_verbs(parser, argv)
    verbs.required = False
    menu = "put the program into the menu of a Linux desktop"
    desktop = verbs.add_parser(MENU_VERB, help=menu, description=f"{menu[0].upper()}{menu[1:]}.")
    desktop.add_argument("--remove", action="store_true", help="take it out of the menu again")
    return parser


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = sys.argv[1:]
    first = arguments[0] if arguments else ""
    if first == FILES_VERB:
        from engine.storage.regular_files import answer_parent

        os._exit(answer_parent(*arguments[1:]))
    use_one_blas_thread()
    if first in ("-h", "--help"):
        return _tell(program_parser(()).format_help())
    if first == "--version":
        from engine.version import __version__

        return _tell(f"steelwheel {__version__}\n")
    # Before the engine and Qt are imported, which takes a moment: nothing that a verb prints or keeps needs an orderly
    # end, nor a window that is not there yet (gui.shell.process).
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    if first == COMPILE_VERB:
        from engine.kernels.compiler import serve

        serve(_warm_up, backwards=arguments[1:] == [BACKWARDS])
    if first in VERBS:
        from engine.cli.main import run as headless

        return headless(arguments)
    if first == MENU_VERB or first.startswith("-") or len(arguments) > 1:
        return _look_after(arguments)
    if not _window_can_open():
        return NO_WINDOW
    from engine.kernels.early import first_compiler
    from gui.shell.own_program import command, sources

    compiler = first_compiler(command(COMPILE_VERB), dict([sources()]))  # while the window is built
    gc.disable()  # until the window collects by itself (gui.shell.process)
    import_qt()
    from gui.application import run_window

    gc.freeze()  # what is imported stays: looking through it each time would hold the window up for 40 ms
    return run_window(first or None, compiler)


def _warm_up(backwards: bool) -> None:
    from engine import CancelToken, warm_up  # nearly all of the engine: what is requested does not wait for it

    warm_up(CancelToken(), backwards=backwards)


def _look_after(arguments: Sequence[str]) -> int:
    """Do what is neither the window nor a verb of the engine."""
    from engine.cli.batches.answering import NotWrittenError
    from engine.scenario import ScenarioError

    parser = program_parser(arguments)
    try:
        options = parser.parse_args(arguments)
        if not (options.self_test or options.repair or "remove" in options):
            parser.error("the following arguments are required: VERB")
    except ScenarioError as error:
        _say(error.problems[0].message)
        return BAD_ARGUMENTS
    except NotWrittenError:
        _leave_to_nobody(sys.stdout)
        return NOT_WRITTEN
    if options.self_test:
        return _self_test()
    if options.repair:
        return _repair()
    return _change_menu(remove=options.remove)


def import_qt() -> None:
    """Import Qt, and take back the function by which it has Python import modules from then on.

    That one looks for ``from __feature__ import``, which nothing here says. For it the source of each module that is
    imported later, those of NumPy and Numba among them, is read, searched and kept: 30 MB
    (https://github.com/pyzo/pyzo/pull/851 explains it).
    """
    plain_import = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain_import


def _window_can_open() -> bool:
    """Return whether Qt finds what it needs; say what is missing. Qt itself would end with a traceback or abort."""
    if sys.platform != "linux":
        return True
    from gui.shell.system_libraries import obstacle

    reason = obstacle()
    if reason:
        _say(reason)
    return not reason


def _change_menu(*, remove: bool) -> int:
    from gui.shell.desktop_entry import add_desktop_entry, remove_desktop_entry

    try:
        return _tell(f"{remove_desktop_entry() if remove else add_desktop_entry()}\n")
    except OSError as error:
        _say(f"the menu cannot be changed: {error.strerror or error}")
        return NOT_WRITTEN


def _self_test() -> int:
    """Run the self-test without a screen; the window of it is built and closed, and Qt is left to itself."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not _window_can_open():
        return NO_WINDOW
    from gui.self_test import self_test

    status = self_test(_tell)
    os._exit(status)


def _repair() -> int:
    """Repair the compiled kernels; Ctrl-C ends it at once, in the middle of a kernel too."""
    try:
        from engine.equity.warm_up import repair
        from engine.storage.log import log_to_stderr

        log_to_stderr()
        return repair(_tell)
    except KeyboardInterrupt:
        _say("stopped: what is not compiled yet will be compiled when it is needed")
        os._exit(INTERRUPTED)


def _end(signal_number: int, frame: object) -> None:
    """End at once and quietly, whatever is under way: Ctrl-C."""
    os._exit(INTERRUPTED)


def _tell(text: str) -> int:
    if sys.stdout is None:
        _say("this cannot be written: standard output is closed")
        return NOT_WRITTEN
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _say(f"this cannot be written: {error.strerror}")
        _leave_to_nobody(sys.stdout)
        return NOT_WRITTEN
    return 0


def _say(text: str) -> None:
    """Write a line on stderr, if there is one that takes it; what it quotes cannot control the terminal."""
    from engine.cards import escaped

    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"steelwheel: {escaped(text)}\n")
        sys.stderr.flush()
    except OSError:
        _leave_to_nobody(sys.stderr)


def _leave_to_nobody(stream: TextIO) -> None:
    """Send what is left in ``stream`` nowhere: the interpreter complains if it cannot flush it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
