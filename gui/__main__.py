"""``steelwheel``: the window, or a headless verb, for which Qt is not imported."""

import builtins
import gc
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TextIO

VERBS = (
    "solve",
    "range",
    "kelly",
    "preflop",
    "third",
    "betting",
    "ask",
    "icm",
    "judge",
    "quiz",
    "hands",
    "match",
    "players",
    "schema",
    "simulate",
)
MENU_VERB = "desktop"
FILES_VERB, COMPILE_VERB, BACKWARDS = "--files", "--compile", "backwards"
"""Verbs by which the program calls itself (gui.storage.foreign_files, engine.kernels.early)."""
NOT_WRITTEN = 1
NO_WINDOW = 1
FOREIGN_ENGINE = 1
BAD_ARGUMENTS = 2
INTERRUPTED = 130

USAGE = """%(prog)s [FILE]
       %(prog)s VERB ...
       %(prog)s --self-test | --repair | --version | --help"""
DESCRIPTION = """An equity laboratory for Texas hold'em and razz. Without a command the window opens, with FILE if
there is one: a saved scenario or result, or a scenario as one line of text. The commands work without the window."""
STATUS = """Commands end with status 0; 1 if the answer cannot be written; 2 for bad input, which is reported on
standard output as {"error": {"field", "message", "position"}}; 3 for an internal error; 130 if interrupted."""


def program_parser(argv: Sequence[str] = VERBS) -> ArgumentParser:
    """Return the parser of the complete command line, with the options of the verbs that occur in ``argv``."""
    from engine.cli.arguments import Parser, add_verbs

    parser = Parser(prog="steelwheel", usage=USAGE, description=DESCRIPTION, epilog=STATUS)
    parser.add_argument("--self-test", action="store_true", help="check the installed program: files, numbers, window")
    repair = "delete the compiled kernels and recompile the engine"
    parser.add_argument("--repair", action="store_true", help=repair)
    parser.add_argument("--version", action="store_true", help="show the version of the program")
    verbs = add_verbs(parser, argv)
    verbs.required = False
    menu = "add the program to the applications menu of a Linux desktop"
    desktop = verbs.add_parser(MENU_VERB, help=menu, description=f"{menu[0].upper()}{menu[1:]}.")
    desktop.add_argument("--remove", action="store_true", help="remove it from the applications menu")
    return parser


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = sys.argv[1:]
    first = arguments[0] if arguments else ""
    if hidden := _hidden_engine():
        sys.stderr.write(f"steelwheel: {hidden}\n")
        return FOREIGN_ENGINE
    if first == FILES_VERB:
        from engine.storage.regular_files import answer_parent

        os._exit(answer_parent(*arguments[1:]))
    from engine.processors import use_one_blas_thread

    use_one_blas_thread()
    if first in ("-h", "--help"):
        return _tell(program_parser(()).format_help())
    if first == "--version":
        from engine.version import __version__

        return _tell(f"steelwheel {__version__}\n")
    # Set before the slow imports of the engine and Qt, so that Ctrl-C works from the start. Ending abruptly is safe:
    # verbs only write complete files, and the window installs its own handlers later (gui.shell.process).
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    if first == COMPILE_VERB:
        from engine.kernels.compiler import serve

        serve(_warm_up, backwards=arguments[1:] == [BACKWARDS])
    if first in VERBS:
        from engine.cli.main import run_process as headless

        return headless(arguments)
    if first == MENU_VERB or first.startswith("-") or len(arguments) > 1:
        return _maintain(arguments)
    if not _window_can_open():
        return NO_WINDOW
    from engine.kernels.early import first_compiler
    from gui.shell.own_program import command, sources

    compiler = first_compiler(command(COMPILE_VERB), dict([sources()]))  # compiles while the window is being built
    gc.disable()  # the window collects garbage itself (gui.shell.process)
    import_qt()
    from gui.application import run_window

    gc.freeze()  # imported objects are permanent: examining them in each collection would take 40 ms
    return run_window(first or None, compiler)


def _hidden_engine() -> str:
    """Return a message if Python finds another package named ``engine`` before the program's own, else "".

    The name is a common one, and the program would fail with an error that names neither package.
    """
    if getattr(sys, "frozen", False):  # a bundle has no other packages
        return ""
    own = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "engine")
    spec = find_spec("engine")
    places = list(spec.submodule_search_locations or [str(spec.origin)]) if spec is not None else []
    if not places or os.path.realpath(places[0]) == os.path.realpath(own):
        return ""
    return (
        f"another package named 'engine' in {places[0]!r} hides the program's own in {own!r}. "
        "Install Steel Wheel in an environment of its own: pipx install steelwheel"
    )


def _warm_up(backwards: bool) -> None:
    from engine import CancelToken, warm_up  # imports nearly the complete engine

    warm_up(CancelToken(), backwards=backwards)


def _maintain(arguments: Sequence[str]) -> int:
    """Run the options and the verb that concern the installation: self-test, repair, desktop menu, help."""
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
        _discard(sys.stdout)
        return NOT_WRITTEN
    if options.self_test:
        return _self_test()
    if options.repair:
        return _repair()
    return _change_menu(remove=options.remove)


def import_qt() -> None:
    """Import Qt, then undo its replacement of Python's import function.

    PySide6's function looks for ``from __feature__ import``, which is not used here. For that it reads, searches and
    stores the source of each module that is imported later, NumPy and Numba included: 30 MB
    (https://github.com/pyzo/pyzo/pull/851 explains it).
    """
    plain_import = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain_import


def _window_can_open() -> bool:
    """Return True if Qt can open a window, otherwise print the reason, such as a missing library."""
    if sys.platform != "linux":
        return True
    from gui.shell.system_libraries import window_obstacle

    reason = window_obstacle()
    if reason:
        _say(reason)
    return not reason


def _change_menu(*, remove: bool) -> int:
    from gui.shell.desktop_entry import add_desktop_entry, remove_desktop_entry

    try:
        return _tell(f"{remove_desktop_entry() if remove else add_desktop_entry()}\n")
    except OSError as error:
        _say(f"the applications menu cannot be changed: {error.strerror or error}")
        return NOT_WRITTEN


def _self_test() -> int:
    """Run the self-test without a screen, and end the process without destroying its Qt objects."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not _window_can_open():
        return NO_WINDOW
    from gui.self_test import self_test

    status = self_test(_tell)
    os._exit(status)


def _repair() -> int:
    """Repair the compiled kernels; Ctrl-C ends it immediately, even while a kernel is being compiled."""
    try:
        from engine.equity.warm_up import repair
        from engine.storage.log import log_to_stderr

        log_to_stderr()
        return repair(_tell)
    except KeyboardInterrupt:
        _say("stopped: what is not compiled yet will be compiled when it is needed")
        os._exit(INTERRUPTED)


def _end(signal_number: int, frame: object) -> None:
    """End immediately and without a message (the handler of Ctrl-C)."""
    os._exit(INTERRUPTED)


def _tell(text: str) -> int:
    """Write ``text`` to standard output; return the exit status."""
    if sys.stdout is None:
        _say("this cannot be written: standard output is closed")
        return NOT_WRITTEN
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        from engine.storage.writing import reader_has_ended

        if not reader_has_ended(error):
            _say(f"this cannot be written: {error.strerror}")
        _discard(sys.stdout)
        return NOT_WRITTEN
    return 0


def _say(text: str) -> None:
    """Write a line to stderr if it can be written; control characters are escaped for the terminal."""
    from engine.cards import escaped

    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"steelwheel: {escaped(text)}\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Redirect ``stream`` to the null device: the interpreter would complain if it could not flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
