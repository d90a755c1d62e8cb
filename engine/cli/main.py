"""The headless verbs ``solve``, ``kelly``, ``preflop`` and others: JSON out, messages on stderr, no window.

Each verb imports what it computes with when it is run: Numba and the kernels take longer to load than a range to read.

The only file of the engine that opens files and prints. Exit status 0, or 2 for bad input and 3 for a fault of ours,
which is then reported on stdout: ``{"error": {"field": ..., "message": ..., "position": ...}}``.
"""

import argparse
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO, TypeVar, cast, get_args

from engine.cards import escaped
from engine.cli.batches.answering import NotWrittenError, Shaped, answer_text, error_json
from engine.games import GAMES
from engine.scenario import Dialect, Game, Problem, RangeName, ScenarioError
from engine.scenario.reading import Reader, one_of, or_none, part_of_hand, read_json, text
from engine.storage.input_files import decoded, digest_of, lines_of, unreadable, whole
from engine.storage.log import LOG, log_to_stderr, unforeseen
from engine.storage.regular_files import open_regular, reason

if TYPE_CHECKING:
    from engine.equity.watching import Watch

A = TypeVar("A")
NOT_WRITTEN = 1
BAD_INPUT = 2
FAULT = 3
PACKED = ".gz"
"""The end of the names of files that gzip has packed."""
COLLECT_AFTER = 50_000
"""New objects after which garbage is collected."""
INTERRUPTED = 130
DESCRIPTION = "Equities in Texas hold'em and razz, without the window."
LINES_HELP = (
    'one {} per line in; one answer, or {{"error": ...}}, per line out, in order. '
    "An empty line is answered with an error, except at the end of the file"
)
RANGE_LINE = 'object ({"text": "22+", "game": "holdem", "known": ""}; also board, dialect, from, order, write)'
RANGE_KEYS = ("text", "game", "known", "board", "dialect", "from", "order", "write")
HOLDEM_ONLY = ("write", "board", "from")
LINES_ONLY = ("workers", "dask", "resume", "fields", "compact")


def run(argv: Sequence[str]) -> int:
    """Run one verb in a process that ends with it; return the exit status.

    Importing takes most of the time of a short answer and leaves no garbage: so Python collects it less often, and not
    at the end of the process.
    """
    gc.set_threshold(COLLECT_AFTER)
    log_to_stderr()
    status = main(argv)
    gc.freeze()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; ``argv`` is without the program's name. Return the exit status."""
    if sys.stdout is None:
        _say("the answer cannot be written: standard output is closed")
        return NOT_WRITTEN
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a suit sign where the terminal has none
    try:
        return _run_verb(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except NotWrittenError as error:
        if error.reason:
            _say(f"the answer cannot be written: {error.reason}")
        _leave_to_nobody(sys.stdout)
        return NOT_WRITTEN


def _say(text: str) -> None:
    """Print a message on stderr, if there is one that takes it; what it quotes cannot control the terminal."""
    if sys.stderr is None:
        return
    try:
        print(f"steelwheel: {escaped(text)}", file=sys.stderr, flush=True)
    except OSError:
        _leave_to_nobody(sys.stderr)


def _say_over(text: str) -> None:
    """Say something in place of what was said last, on a terminal."""
    with suppress(OSError):
        print(f"\r\033[Ksteelwheel: {escaped(text)}", end="", file=sys.stderr, flush=True)


def _leave_to_nobody(stream: TextIO) -> None:
    """Discard the unwritten rest of ``stream``: the interpreter complains if it cannot flush it at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise NotWrittenError(error) from None


def _run_verb(argv: Sequence[str] | None) -> int:
    try:
        options = _options(argv)
        status: int = options.verb(options)
    except ScenarioError as error:
        problem = error.problems[0]
        _print(error_json(problem))
        _say(str(problem))
        return BAD_INPUT
    except NotWrittenError:
        raise
    except Exception as error:
        _print(error_json(unforeseen(error, repr(argv))))
        return FAULT
    return status


class Parser(argparse.ArgumentParser):
    """Tells wrong arguments like any other bad input; options are written out."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Show the usage, and raise ScenarioError."""
        _say(" ".join(self.format_usage().split()))
        raise ScenarioError(Problem("arguments", message))

    def print_help(self, file: object = None) -> None:
        """Write the help where answers go."""
        _write(self.format_help())


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of ``argv``; a range text may begin with a dash, which then is no option."""
    argv = sys.argv[1:] if argv is None else argv
    parser = Parser(prog="steelwheel", description=DESCRIPTION)
    add_verbs(parser, argv)
    options, unknown = parser.parse_known_args(argv)
    if options.verb is _range and options.text is None:
        if not unknown:
            parser.error("the following arguments are required: TEXT")
        options.text = unknown.pop(0)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    unfit = _unfit(options) if options.verb is _range else None
    if unfit:
        parser.error(f"--{unfit} is for hold'em")
    if not options.lines:
        for name in LINES_ONLY:
            if getattr(options, name):
                parser.error(f"--{name} is for --lines")
    if options.dask and options.workers:
        parser.error("--workers and --dask exclude each other")
    options.names = _names(options.library) if getattr(options, "library", None) else ()
    if options.names:
        options.answer = partial(options.answer, names=options.names)
    return options


def _unfit(options: argparse.Namespace) -> str | None:
    """Return the option that only hold'em has of a range of another game; None if none is given."""
    asked = () if GAMES[options.game].hands_are_combos else HOLDEM_ONLY
    return next((name for name in asked if getattr(options, name)), None)


def add_verbs(parser: argparse.ArgumentParser, argv: Sequence[str]) -> "argparse._SubParsersAction[Any]":
    """Add all verbs to ``parser``, with the options of those that ``argv`` may mean; return what more can be added
    to."""
    verbs = parser.add_subparsers(required=True, title="verbs", metavar="VERB", prog=parser.prog)
    for name, answer, help_, what, page in ANSWERS:
        keys = f"Examples, and every key of a {what}: in the guide (menu Help of the window), page '{page}'."
        one = verbs.add_parser(name, help=help_, description=f"{help_.capitalize()}: JSON in, JSON out.", epilog=keys)
        line = IN_PLACE.get(answer, "")
        alone = "?" if answer in (_decided, _quizzed) else None
        one.add_argument("file", metavar="FILE", nargs=alone, help=f"a {what}{line}, - for standard input")
        _add_lines_options(one, LINES_HELP.format(what))
        if answer in NAMED_TABLES:
            _add_library_option(one)
        watched, lines = answer in WATCHED, answer in ANSWER_LINES
        one.set_defaults(verb=_file, answer=answer, name=name, reads_lines=lines, watched=watched)
        if answer is _bet:
            one.add_argument("--save", metavar="SOLUTION", help="write the solution to this file, which opens as FILE")
            one.add_argument("--path", metavar="STEPS", help="of a saved solution: the node, as in 'bet 120, call, 7s'")
            one.set_defaults(verb=_betting)
        if answer is _decided:
            pairs = "in place of FILE: print the exact equities of all pairs of the 169 starting hands as CSV"
            one.add_argument("--matchups", action="store_true", help=pairs)
            one.set_defaults(verb=_preflop)
        if answer is _asked:
            one.add_argument(
                "words", nargs="*", metavar="WORDS", help="of a line of text as FILE: an event, 'given ...', 'by ...'"
            )
            one.set_defaults(verb=_ask)
        if answer is _judged:
            one.add_argument(
                "printed",
                metavar="PRINTED",
                nargs="?",
                help="of a line of text as FILE: the file with the printed table",
            )
            one.add_argument("--deals", metavar="N", type=_count, help="of PRINTED: the number of deals of its shares")
            one.set_defaults(verb=_judge)
        if answer is _quizzed:
            one.add_argument("--game", choices=get_args(Game), help="of the name of a pack: its game")
            one.add_argument("--seed", metavar="N", type=_whole, help="of the name of a pack: the seed, 1 by default")
            one.add_argument("--count", metavar="N", type=_count, help="of the name of a pack: how many questions")
            one.set_defaults(verb=_quiz)
    words = verbs.add_parser("range", help="show what a range text means", description="Show what a range text means.")
    if "range" in argv:
        _add_range_options(words)
    words.set_defaults(verb=_range)
    moments = "list hand histories, or show a moment of a hand"
    played = verbs.add_parser("hands", help=moments, description=f"{moments.capitalize()}: JSON out.")
    if "hands" in argv:
        from engine.cli.histories import add_options

        add_options(played)
    played.set_defaults(verb=_hands, name="hands", lines=True, dask=None, resume=None)
    form = "print the JSON Schema of what a verb reads"
    schema = verbs.add_parser("schema", help=form, description=f"{form.capitalize()}.")
    schema.add_argument("of", metavar="VERB", choices=[name for name, *_ in ANSWERS], help="solve, kelly, betting, ...")
    schema.set_defaults(verb=_schema, name="schema", lines=True, dask=None, resume=None)
    return verbs


def _add_range_options(words: argparse.ArgumentParser) -> None:
    from engine.ranges.holdem_meaning import PROGRAMS
    from engine.ranges.notations import NOTATIONS
    from engine.ranges.orders import BUILT_IN_ORDERS, DEFAULT_ORDER

    built_in = f"{', '.join(BUILT_IN_ORDERS)} (equity against one, two, three random hands; razz: v1, v2)"
    words.add_argument(
        "text", metavar="TEXT", nargs="?", help="a hold'em range (22+, ATs+, KQo:0.5) or a razz hand (A29)"
    )
    words.add_argument("--game", choices=get_args(Game), default="holdem")
    words.add_argument("--known", metavar="CARDS", default="", help="cards out of play, as in 'Ah 7c'")
    words.add_argument("--board", metavar="CARDS", default="", help="cards on the board, for filters of streets")
    words.add_argument("--dialect", choices=get_args(Dialect), default="core", help="climb: T9s+ is T9s, JTs, .. AKs")
    words.add_argument("--from", choices=PROGRAMS, help="read the text by the rules of PioSOLVER")
    words.add_argument(
        "--order",
        metavar="NAME",
        help=f"the order of hands for percentages: {built_in}; {DEFAULT_ORDER} by default",
    )
    words.add_argument("--write", choices=NOTATIONS, help="also write the range as another program does")
    words.add_argument("--json", action="store_true", help="print JSON")
    _add_library_option(words)
    _add_lines_options(words, f"TEXT is a file: {LINES_HELP.format(RANGE_LINE)}")
    words.set_defaults(answer=_range_line, name="range")


def _add_library_option(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--library", metavar="FILE", help="ranges that texts may name, beside those of the presets")


def _add_lines_options(verb: argparse.ArgumentParser, lines_help: str) -> None:
    verb.add_argument("--lines", action="store_true", help=lines_help)
    workers = "of --lines: use N processes, as many as there are processors by default"
    verb.add_argument("--workers", metavar="N", type=_count, help=workers)
    cluster = "of --lines: use the Dask cluster whose scheduler is at ADDRESS (needs steelwheel[cluster])"
    verb.add_argument("--dask", metavar="ADDRESS", help=cluster)
    fields = "of --lines: of each answer only what has these keys, as in 'equity,stderr'"
    verb.add_argument("--fields", metavar="KEYS", type=_keys, help=fields)
    compact = "of --lines: without times, threads and scenario: the same bytes in every run"
    verb.add_argument("--compact", action="store_true", help=compact)
    resume = "of --lines: write the answers to ANSWERS; go on behind those that it has"
    verb.add_argument("--resume", metavar="ANSWERS", help=resume)


def _keys(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    if not keys:
        raise ValueError
    return keys


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _whole(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def _print(value: Any, indent: int | None = None) -> None:
    _write(answer_text(value, indent))


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path == "-":
        if sys.stdin is None:
            raise unreadable(path, "standard input is closed")
        return nullcontext(sys.stdin.buffer)
    try:
        if path.startswith(("/dev/std", "/dev/fd/", "/proc/self/fd/")):  # this one, or ``<(...)`` of a shell
            return open(path, "rb")
        return _unpacked(open_regular(path)) if path.endswith(PACKED) else open_regular(path)
    except (OSError, ValueError) as error:
        if _is_json(path):
            message = "this is JSON, not the name of a file: JSON is given by a file, or by standard input as -"
            raise ScenarioError(Problem("file", message)) from None
        raise unreadable(path, reason(error)) from None


def _is_json(path: str) -> bool:
    """Return True if what was given as the name of a file is meant as JSON, whole or not."""
    return path.lstrip().startswith(("{", "[{", "[["))


@contextmanager
def _unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    import gzip

    with file, gzip.open(file) as unpacked:
        yield cast(BinaryIO, unpacked)


def _file(options: argparse.Namespace) -> int:
    """Answer a file, or each of its lines, or a line of text where no file has that name."""
    if options.lines:
        return _print_lines(options.file, options)
    if options.reads_lines and _is_line(options.file):
        data = os.fsencode(options.file)
    else:
        with _opened(options.file) as file:
            data = whole(file, options.file)
    value = _watched(partial(options.answer, data, None)) if options.watched else options.answer(data, None)
    _print(value, indent=2)
    if options.reads_lines and not data.lstrip().startswith(b"{"):
        _report(value["notices"])
    return 0


def _watched(answer: Callable[..., A]) -> A:
    """Return what ``answer`` with a watch of its own returns, telling its progress on stderr if that takes long.

    Interrupted, what is known is printed, marked as not final, and KeyboardInterrupt raised; a second interrupt does
    not wait for it.
    """
    from engine.cli.batches.command import Waiting
    from engine.equity.watching import StoppedError, Watch

    waiting = Waiting(_say, _say_over)
    watch = Watch(waiting.report)
    try:
        with _stopping(watch.cancel.cancel):
            return answer(watch=watch)
    except StoppedError:
        waiting.end()
        _print(watch.partial, indent=2)
        raise KeyboardInterrupt from None
    finally:
        waiting.end()


@contextmanager
def _stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` at the first interrupt; the next one ends the process as always."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:  # in the background of a shell
        yield
        return

    def stopped(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    signal.signal(signal.SIGINT, stopped)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _report(notices: Sequence[str]) -> None:
    """Repeat the notices of an answer on stderr, for a person who typed the texts they are about."""
    for notice in notices:
        LOG.warning("%s", notice)


def _is_line(path: str) -> bool:
    """Return True if ``path`` is a table as text: one line, or a single hand. A file of that name wins."""
    from engine.table.one_line import is_table

    return not os.path.exists(path) and is_table(path)


def _betting(options: argparse.Namespace) -> int:
    """Answer a request, and save its solution where a file is given, or answer from a saved one."""
    from engine.betting.run import answer_with_solution
    from engine.betting.saved import answer_saved, is_solution, solution_bytes

    if options.lines:
        return _print_lines(options.file, options)
    with _opened(options.file) as file:
        data = whole(file, options.file)
    if is_solution(data):
        steps = None if options.path is None else [step.strip() for step in options.path.split(",") if step.strip()]
        _print(answer_saved(data, steps, options.workers), indent=2)
        return 0
    if options.path is not None:
        raise ScenarioError(Problem("path", "a request has its path inside; --path is for saved solutions"))
    value = read_json(decoded(data))
    answer, solution, progress = _watched(partial(answer_with_solution, value, workers=options.workers))
    if options.save is not None:
        from engine.storage.writing import write_atomically

        try:
            write_atomically(Path(options.save), solution_bytes(solution, progress, value))
        except OSError as error:
            raise ScenarioError(Problem("save", f"{options.save} cannot be written: {error.strerror}")) from None
    _print(answer, indent=2)
    return 0


def _ask(options: argparse.Namespace) -> int:
    """Answer a request, or a question about a line of text."""
    if not options.words:
        return _file(options)
    from engine.questions.answer import question_of_words, watched_json
    from engine.questions.typed import in_words
    from engine.table.named_hands import with_names
    from engine.table.one_line import line_notices

    question = question_of_words(options.file, options.words)
    question, words = in_words(replace(question, table=with_names(question.table, options.names)))
    if words:
        _say(f"the question is read as: {words}")
    value = _watched(partial(watched_json, question, line_notices(options.file), workers=options.workers))
    _print(value, indent=2)
    _report(value["notices"])
    return 0


def _judge(options: argparse.Namespace) -> int:
    """Answer a request, or compare a file of what was printed with a line of text."""
    if options.printed is None:
        if options.deals is not None:
            raise ScenarioError(Problem("deals", "a request has its number of deals inside; --deals is for PRINTED"))
        return _file(options)
    from engine.questions.judging import answer_json

    with _opened(options.printed) as file:
        printed = decoded(whole(file, options.printed))
    request = {"table": options.file, "printed": printed, "deals": options.deals}
    value = answer_json({key: x for key, x in request.items() if x is not None})
    _print(value, indent=2)
    _report(value["notices"])
    return 0


def _quiz(options: argparse.Namespace) -> int:
    """Answer requests, list the packs, or ask questions of the pack of a name."""
    from engine.trainer.quiz import answer_json, packs_json

    given = {key: x for key in ("game", "seed", "count") if (x := vars(options)[key]) is not None}
    name = options.file
    if name is None:
        if options.lines:
            raise ScenarioError(Problem("arguments", "the following arguments are required: FILE"))
        _print(packs_json(), indent=2)
        return 0
    if options.lines or name == "-" or "." in name or os.path.exists(name) or _is_json(name):
        if given:
            raise ScenarioError(
                Problem(next(iter(given)), "a request has this inside; the option is for a pack's name")
            )
        return _file(options)
    _print(answer_json({"pack": name, **given}), indent=2)
    return 0


def _preflop(options: argparse.Namespace) -> int:
    """Answer requests, or print the exact table of all matchups by class."""
    from engine.preflop.matchups import class_matchups

    if options.matchups:
        _write(class_matchups().csv())
        return 0
    if options.file is None:
        raise ScenarioError(Problem("arguments", "the following arguments are required: FILE"))
    return _file(options)


def _schema(options: argparse.Namespace) -> int:
    from engine.cli.schema import request_schema_of

    _print(request_schema_of(options.of), indent=2)
    return 0


def _hands(options: argparse.Namespace) -> int:
    """List the hands of files and folders, or show a moment of one."""
    from engine.cli.batches.command import Voices
    from engine.cli.histories import answer_hands, answer_players, files_among

    sources = []
    for path in files_among(options.files):
        with _opened(path) as file:
            sources.append((path, whole(file, path)))
    answer = answer_players if options.players else answer_hands
    answer(sources, options, Voices(_write, _say, _say_over))
    return 0


def _print_lines(path: str, options: argparse.Namespace) -> int:
    """Print the answers to the lines of a file, or add them to the file of ``--resume``."""
    from engine.cli.batches.command import Lines, Voices, answer_lines

    with _opened(path) as file:
        size, digest = _extent(file, path) if options.resume else (_size(file), None)
        lines = Lines(lines_of(file, path), size, digest)
        answer = Shaped(options.answer, options.fields or (), options.compact)
        answer_lines(lines, answer, options, Voices(_write, _say, _say_over))
    return 0


def _size(file: BinaryIO) -> int | None:
    """Return the number of bytes of a file, None where its end is not known."""
    return os.fstat(file.fileno()).st_size if isinstance(file, io.BufferedReader) and file.seekable() else None


def _extent(file: BinaryIO, path: str) -> tuple[int | None, str | None]:
    """Return size and digest of what is left to read of a file, None where it can be read only once."""
    size = _size(file)
    return (None, None) if size is None else (size, digest_of(file, path))


def _names(path: str) -> tuple[RangeName, ...]:
    """Return the names of the ranges in a library file.

    Raises:
        ScenarioError: it cannot be read, or is no library.
    """
    from engine.ranges.library import range_names
    from engine.ranges.library_files import LibraryError, folder_of, read_import

    with _opened(path) as file:
        data = whole(file, path)
    try:
        return range_names(folder_of(read_import(Path(path), data, lambda: None).entries))
    except LibraryError as error:
        raise ScenarioError(Problem("library", f"{path}: {error}")) from None


def _named(value: object, names: tuple[RangeName, ...]) -> Any:
    """Return the value of a scenario, or of a request with a table, with those of ``names`` that its texts use."""
    if not (names and isinstance(value, dict)):
        return value
    if "table" in value:
        return value | {"table": _named(value["table"], names)}
    from engine.table.named_hands import with_names
    from engine.table.serialize import scenario_from_json, scenario_to_json

    return scenario_to_json(with_names(scenario_from_json(value), names))


def _solved(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    from engine.equity.run import run as run_scenario
    from engine.equity.saved_results import snapshot_to_json
    from engine.equity.watching import Watch
    from engine.table.one_line import is_table, line_value
    from engine.table.serialize import scenario_from_json, scenario_value, spelled_notices
    from engine.table.text_notices import notice_lines

    text = decoded(data)
    one_line = not text.lstrip().startswith("{") and is_table(f"{text.strip()} ")  # AA v: the second seat is empty
    value = line_value(text) if one_line else scenario_value(text)
    scenario = scenario_from_json(_named(value, names))
    spelled = [str(notice) for notice in spelled_notices(value)]
    if not one_line:  # those of a line are reported with its answer, by the caller
        _report(spelled)
    written = partial(snapshot_to_json, notices=[*spelled, *notice_lines(scenario)])
    watch = watch or Watch()
    run_ = run_scenario(scenario, cancel=watch.cancel, workers=threads, every=watch.every)
    last = watch.last(run_, lambda s: s.final, lambda s: (s.progress, s.remaining_s), lambda s: partial(written, s))
    return written(last)


def _advised(data: bytes, threads: int | None) -> dict[str, Any]:
    from engine.kelly.answer import answer_json

    return answer_json(part_of_hand(read_json(decoded(data)), "kelly"))


def _decided(data: bytes, threads: int | None, watch: "Watch | None" = None) -> dict[str, Any]:
    from engine.preflop.run import answer_json

    return answer_json(read_json(decoded(data)), workers=threads, watch=watch)


def _bet(data: bytes, threads: int | None, names: tuple[RangeName, ...] = ()) -> dict[str, Any]:
    from engine.betting.run import answer_json

    return answer_json(_named(read_json(decoded(data)), names), workers=threads)


def _chopped(data: bytes, threads: int | None) -> dict[str, Any]:
    from engine.tournament.deals import icm_answer

    return icm_answer(read_json(decoded(data)))


def _third(data: bytes, threads: int | None, watch: "Watch | None" = None) -> dict[str, Any]:
    from engine.preflop.third.run import answer_json

    return answer_json(read_json(decoded(data)), workers=threads, watch=watch)


def _asked(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    from engine.questions.answer import answer_json

    return answer_json(_named(read_json(decoded(data)), names), workers=threads, watch=watch)


def _judged(data: bytes, threads: int | None) -> dict[str, Any]:
    from engine.questions.judging import answer_json

    return answer_json(read_json(decoded(data)), workers=threads)


def _quizzed(data: bytes, threads: int | None) -> dict[str, Any]:
    from engine.trainer.quiz import answer_json

    return answer_json(read_json(decoded(data)))


BEFORE_THE_FLOP, QUESTIONS = "Requests: before the flop", "Requests: questions and tournaments"
ANSWERS = (
    ("solve", _solved, "compute a scenario", "scenario", "The command line"),
    ("kelly", _advised, "size a bet on given outcomes", "request", "Requests: Kelly"),
    ("betting", _bet, "find both players' best play from a street on", "request", "Requests: betting"),
    ("preflop", _decided, "decide before the flop, make seat tables, solve jam or fold", "request", BEFORE_THE_FLOP),
    ("third", _third, "decide on third street in razz", "request", BEFORE_THE_FLOP),
    ("ask", _asked, "say how often an event happens, and what each seat is worth then", "request", QUESTIONS),
    ("icm", _chopped, "value tournament chips in prizes", "request", QUESTIONS),
    ("judge", _judged, "compare what another simulator prints with the exact lows of razz", "request", QUESTIONS),
    ("quiz", _quizzed, "ask questions of the trainer, with their answers", "request", QUESTIONS),
)
"""The verbs that take files: name, answer, help, what a file holds, the page of the guide with its keys."""
IN_PLACE = {
    _solved: " (in place of it a line such as 'AhKh v random | 7h8h2c')",
    _judged: " (in place of it a razz hand, or a line such as 'razz | A29 v xx7', and PRINTED)",
    _quizzed: " (in place of it the name of a pack of the trainer; nothing: list the packs)",
}
"""What may stand in place of a file, as the help has it."""
ANSWER_LINES = (_solved,)
"""Those that also read a scenario from a line of text."""
WATCHED = (_solved, _decided, _third, _asked)
"""Those whose progress is told while they are computed from a file, and that end with what is known; ``betting`` is a
verb of its own."""
NAMED_TABLES = (_solved, _bet, _asked)
"""Those whose tables may name ranges of a library."""


def _range(options: argparse.Namespace) -> int:
    if options.lines:
        return _print_lines(options.text, options)
    meaning = _meaning(options)
    if options.json:
        _print(meaning)
    else:
        from engine.table.hand_texts import HANDS

        lines = HANDS[options.game].meaning_lines(meaning)
        _write("\n".join(map(escaped, lines)) + "\n")  # notices quote what was typed
    return 0


def _meaning(options: argparse.Namespace) -> dict[str, Any]:
    from engine.table.hand_texts import HANDS

    rules = options.board, options.dialect, options.order, vars(options)["from"], options.write, options.names
    of_game = rules if GAMES[options.game].hands_are_combos else (options.order,)
    return HANDS[options.game].meaning(options.text, options.known, *of_game)


def _range_line(data: bytes, threads: int | None, names: tuple[RangeName, ...] = ()) -> dict[str, Any]:
    from engine.ranges.holdem_meaning import PROGRAMS
    from engine.ranges.notations import NOTATIONS

    fields = Reader(read_json(decoded(data)), "", RANGE_KEYS)
    options = argparse.Namespace(
        text=fields.need("text", text),
        game=fields.get("game", one_of(*get_args(Game)), "holdem"),
        known=fields.get("known", text, ""),
        board=fields.get("board", text, ""),
        dialect=fields.get("dialect", one_of(*get_args(Dialect)), "core"),
        order=fields.get("order", or_none(text), None),
        write=fields.get("write", or_none(one_of(*NOTATIONS)), None),
        names=names,
        **{"from": fields.get("from", or_none(one_of(*PROGRAMS)), None)},
    )
    unfit = _unfit(options)
    if unfit:
        fields.fail(unfit, "this is for hold'em")
    return _meaning(options)
