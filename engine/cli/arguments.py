"""The arguments of the verbs: their parser, and the checks that argparse cannot make."""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn, get_args

from engine.cli.answers import FILE_VERBS, FileVerb, answer_range, unsuitable_option
from engine.cli.inputs import library_names
from engine.cli.output import say, write_text
from engine.cli.verbs import (
    ask_verb,
    betting_verb,
    file_verb,
    hands_verb,
    judge_verb,
    players_verb,
    preflop_verb,
    quiz_verb,
    range_verb,
    schema_verb,
)
from engine.scenario import Dialect, Game, Problem, ScenarioError

DESCRIPTION = "Equities in Texas hold'em and razz, without the window."
LINES_HELP = (
    'read one {} from each line and write one answer, or {{"error": ...}}, for each, in the same order. '
    "An empty line gets an error, except at the end of the file"
)
RANGE_LINE = 'object ({"text": "22+", "game": "holdem", "known": ""}; also board, dialect, from, order, write)'
LINES_ONLY = ("workers", "dask", "resume", "fields", "compact")
"""The options that need ``--lines``."""
OF_PROCESSES = ("workers", "dask")
"""Those of them that work with ``betting --flops`` too."""


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments as any other bad input. Options cannot be abbreviated."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Show the usage, and raise ScenarioError."""
        say(" ".join(self.format_usage().split()))
        raise ScenarioError(Problem("arguments", message))

    def print_help(self, file: object = None) -> None:
        """Write the help to standard output, as answers are."""
        write_text(self.format_help())


def parse_options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of ``argv`` (None: those of the process), with the function of the verb as ``verb``.

    Raises:
        ScenarioError: the arguments are wrong, or the library cannot be read.
    """
    argv = sys.argv[1:] if argv is None else argv
    parser = Parser(prog="steelwheel", description=DESCRIPTION)
    add_verbs(parser, argv)
    options, unknown = parser.parse_known_args(argv)
    is_range = options.verb is range_verb
    if is_range and options.text is None:  # a range text may begin with a dash and is then unknown to the parser
        if not unknown:
            parser.error("the following arguments are required: TEXT")
        options.text = unknown.pop(0)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    option = unsuitable_option(options) if is_range else None
    if option:
        parser.error(f"--{option} works in hold'em only")
    if not options.lines:
        shared = OF_PROCESSES if getattr(options, "flops", False) else ()
        allowed = (*shared, *(("workers",) if getattr(options, "takes_processes", False) else ()))
        for name in LINES_ONLY:
            if getattr(options, name) and name not in allowed:
                parser.error(f"--{name} needs --lines")
    if options.dask and options.workers:
        parser.error("use either --workers or --dask, not both")
    # The names are bound to the answering function here, because the processes of a batch get only that function.
    options.names = library_names(options.library) if getattr(options, "library", None) else ()
    if options.names:
        options.answer = partial(options.answer, names=options.names)
    return options


def add_verbs(parser: argparse.ArgumentParser, argv: Sequence[str]) -> "argparse._SubParsersAction[Any]":
    """Add all verbs to ``parser``, and return the action to which more can be added.

    ``range`` and ``hands`` get their options only if ``argv`` names them, because importing their choices takes time.
    """
    verbs = parser.add_subparsers(required=True, title="verbs", metavar="VERB", prog=parser.prog)
    for verb in FILE_VERBS:
        keys = f"The guide (menu Help of the window) has examples and explains every key of a {verb.content}: "
        one = verbs.add_parser(
            verb.name,
            help=verb.help,
            description=f"{verb.help[0].upper()}{verb.help[1:]}. Input and output are JSON.",
            epilog=f"{keys}page '{verb.guide_page}'.",
        )
        _add_file_options(one, verb)
        if verb.name in OWN_OPTIONS:
            OWN_OPTIONS[verb.name](one)
    range_help = "show what a range text means"
    range_parser = verbs.add_parser("range", help=range_help, description=f"{range_help.capitalize()}.")
    if "range" in argv:
        _add_range_options(range_parser)
    range_parser.set_defaults(verb=range_verb)
    hands_help = "list hand histories, show a moment of a hand, or print player statistics"
    hands_parser = verbs.add_parser(
        "hands", help=hands_help, description=f"{hands_help.capitalize()}. The output is JSON."
    )
    if "hands" in argv:
        from engine.cli.histories import add_options

        add_options(hands_parser)
    hands_parser.set_defaults(verb=hands_verb, name="hands", lines=True, dask=None, resume=None)
    players_help = "learn players from hand histories, or print the statistics of a description"
    players_parser = verbs.add_parser(
        "players", help=players_help, description=f"{players_help.capitalize()}. The output is JSON."
    )
    if "players" in argv:
        from engine.cli.players import add_options as add_player_options

        add_player_options(players_parser)
    players_parser.set_defaults(verb=players_verb, name="players", lines=True, dask=None, resume=None)
    schema_help = "print the JSON Schema of what a verb reads"
    schema_parser = verbs.add_parser("schema", help=schema_help, description=f"{schema_help.capitalize()}.")
    names = [verb.name for verb in FILE_VERBS]
    schema_parser.add_argument("of", metavar="VERB", choices=names, help="solve, kelly, betting, ...")
    schema_parser.set_defaults(verb=schema_verb, name="schema", lines=True, dask=None, resume=None)
    return verbs


def _add_file_options(parser: argparse.ArgumentParser, verb: FileVerb) -> None:
    """Add the options of a verb that reads a file, and as defaults the function that runs it and its settings."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?" if verb.optional_file else None,
        help=f"a file with a {verb.content}{verb.in_place_of_file}, or - for standard input",
    )
    _add_lines_options(parser, LINES_HELP.format(verb.content), takes_processes=verb.takes_processes)
    if verb.takes_library:
        _add_library_option(parser)
    parser.set_defaults(
        verb=file_verb,
        answer=verb.answer,
        name=verb.name,
        reads_table_lines=verb.reads_table_lines,
        watched=verb.watched,
        takes_processes=verb.takes_processes,
    )


def _add_betting_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--save", metavar="SOLUTION", help="also write the solution to this file, which can be given as FILE later"
    )
    parser.add_argument(
        "--path", metavar="STEPS", help="with a saved solution: the node to show, as in 'bet 120, call, 7s'"
    )
    parser.add_argument(
        "--flops", action="store_true", help="FILE has a request for a report on many flops, which are solved in turn"
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        help="with --flops: keep the results and the solution of each flop here, and continue after those that are "
        "there",
    )
    parser.add_argument("--no-solutions", action="store_true", help="with --folder: keep the results only")
    parser.set_defaults(verb=betting_verb)


def _add_preflop_options(parser: argparse.ArgumentParser) -> None:
    pairs = "print the exact equities of all pairs of the 169 starting hands as CSV; needs no FILE"
    parser.add_argument("--matchups", action="store_true", help=pairs)
    parser.set_defaults(verb=preflop_verb)


def _add_ask_options(parser: argparse.ArgumentParser) -> None:
    words = "the question, if FILE is a table in one line: an event, then 'given ...' or 'by ...'"
    parser.add_argument("words", nargs="*", metavar="WORDS", help=words)
    parser.set_defaults(verb=ask_verb)


def _add_judge_options(parser: argparse.ArgumentParser) -> None:
    printed = "the file with what the simulator printed, if FILE is a hand or a table in one line"
    parser.add_argument("printed", metavar="PRINTED", nargs="?", help=printed)
    parser.add_argument(
        "--deals", metavar="N", type=_count, help="the number of deals behind the percentages in PRINTED"
    )
    parser.set_defaults(verb=judge_verb)


def _add_quiz_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=get_args(Game), help="the game of the pack")
    parser.add_argument("--seed", metavar="N", type=_whole, help="the seed of the questions (default: 1)")
    parser.add_argument("--count", metavar="N", type=_count, help="the number of questions")
    parser.set_defaults(verb=quiz_verb)


OWN_OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "betting": _add_betting_options,
    "preflop": _add_preflop_options,
    "ask": _add_ask_options,
    "judge": _add_judge_options,
    "quiz": _add_quiz_options,
}
"""The functions that add the options of single verbs."""


def _add_range_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``range``. Their choices come from modules that take time to import."""
    from engine.ranges.holdem_meaning import PROGRAMS
    from engine.ranges.notations import NOTATIONS
    from engine.ranges.orders import BUILT_IN_ORDERS, DEFAULT_ORDER

    built_in = f"{', '.join(BUILT_IN_ORDERS)} (by equity against one, two or three random hands; razz: v1, v2)"
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="a hold'em range (22+, ATs+, KQo:0.5) or a razz hand (A29)"
    )
    parser.add_argument("--game", choices=get_args(Game), default="holdem")
    parser.add_argument("--known", metavar="CARDS", default="", help="cards that the range cannot hold, as in 'Ah 7c'")
    parser.add_argument("--board", metavar="CARDS", default="", help="the cards on the board, for filters by street")
    parser.add_argument(
        "--dialect",
        choices=get_args(Dialect),
        default="core",
        help="core (default): T9s+ is T9s; climb: it is T9s, JTs, QJs, KQs, AKs",
    )
    parser.add_argument("--from", choices=PROGRAMS, help="read the text as PioSOLVER does")
    parser.add_argument(
        "--order",
        metavar="NAME",
        help=f"the ranking of hands behind percentages: {built_in}; default: {DEFAULT_ORDER}",
    )
    parser.add_argument("--write", choices=NOTATIONS, help="also print the range as text for another program")
    parser.add_argument("--json", action="store_true", help="print JSON")
    _add_library_option(parser)
    _add_lines_options(parser, f"TEXT is a file; {LINES_HELP.format(RANGE_LINE)}")
    parser.set_defaults(answer=answer_range, name="range")


def _add_library_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library", metavar="FILE", help="a library of ranges that texts may name, in addition to the presets"
    )


def _add_lines_options(parser: argparse.ArgumentParser, lines_help: str, *, takes_processes: bool = False) -> None:
    """Add ``--lines``, with ``lines_help`` as its help, and the options that need it (``--workers`` only without
    ``takes_processes``)."""
    parser.add_argument("--lines", action="store_true", help=lines_help)
    workers = "with --lines: use N processes (default: one for each processor)"
    if takes_processes:
        workers += "; without: N processes play this match (default: one process with a thread for each processor)"
    parser.add_argument("--workers", metavar="N", type=_count, help=workers)
    cluster = "with --lines: use the Dask cluster whose scheduler is at ADDRESS (needs steelwheel[cluster])"
    parser.add_argument("--dask", metavar="ADDRESS", help=cluster)
    fields = "with --lines: keep only these keys of each answer, as in 'equity,stderr'"
    parser.add_argument("--fields", metavar="KEYS", type=_keys, help=fields)
    compact = "with --lines: leave out times, threads and scenario, so that every run writes the same bytes"
    parser.add_argument("--compact", action="store_true", help=compact)
    resume = "with --lines: write the answers to ANSWERS, and continue after those that it already has"
    parser.add_argument("--resume", metavar="ANSWERS", help=resume)


# argparse reports a value as invalid if its type raises ValueError, and names the type by the function's name.


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
