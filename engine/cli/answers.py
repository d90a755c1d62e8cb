"""The answers of the verbs as functions from the bytes of a file to JSON, and the table of the verbs that take files.

Each function imports its methods when it is called: loading Numba and the kernels takes longer than reading a range.
The processes of a batch import these functions by their names.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from engine.cli.inputs import with_used_names
from engine.cli.output import report_notices
from engine.games import GAMES
from engine.scenario import Dialect, Game, RangeName
from engine.scenario.reading import Reader, one_of, or_none, part_of_hand, read_json, text
from engine.storage.input_files import decoded

if TYPE_CHECKING:
    from engine.equity.watching import Watch

RANGE_KEYS = ("text", "game", "known", "board", "dialect", "from", "order", "write")
KELLY_DIGITS, KELLY_DECIMALS = 12, 14
"""Significant digits and decimals of the numbers of ``kelly``."""
OF_COMBOS_ONLY = ("write", "board", "from")
"""The options of ``range`` for games whose hands are combos (hold'em)."""


def answer_scenario(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    """Return the result of a scenario, which is JSON or one line of text; texts may use ``names``."""
    from engine.equity.run import run
    from engine.equity.saved_results import snapshot_to_json
    from engine.equity.snapshots import AnswerSnapshot
    from engine.equity.watching import Watch
    from engine.table.one_line import is_table, line_value
    from engine.table.serialize import scenario_from_json, scenario_value, spelled_notices
    from engine.table.text_notices import notice_lines

    text = decoded(data)
    one_line = not text.lstrip().startswith("{") and is_table(f"{text.strip()} ")  # AA v: the second seat is empty
    value = line_value(text) if one_line else scenario_value(text)
    scenario = scenario_from_json(with_used_names(value, names))
    spelled = [str(notice) for notice in spelled_notices(value)]
    if not one_line:  # the caller reports those of a line together with its answer
        report_notices(spelled)
    as_json = partial(snapshot_to_json, notices=[*spelled, *notice_lines(scenario)])
    watch = watch or Watch()
    snapshots = run(scenario, cancel=watch.cancel, workers=threads, every=watch.every)
    states = (AnswerSnapshot(s.progress, s.remaining_s, s, s.final) for s in snapshots)
    return as_json(watch.last_answer(states, as_json))


def answer_kelly(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    """Return the advice on a Kelly request, or on the decision of a recorded hand; a request of a simulation in it is
    played first.

    Its numbers are rounded: logarithms differ in their last digit between the mathematical libraries of systems, and
    the same request shall have the same answer on all of them.
    """
    from engine.kelly.answer import answer_json
    from engine.kelly.simulated import has_simulation

    value = part_of_hand(read_json(decoded(data)), "kelly")
    if has_simulation(value):
        from engine.simulation import growth

        value = value | {"simulated": with_used_names(value["simulated"], names)}
        answer: dict[str, Any] = _rounded(growth.answer_json(value, workers=threads, watch=watch))
    else:
        answer = _rounded(answer_json(value))
    return answer


def _plays_hands(data: bytes) -> bool:
    """Return whether a Kelly request has a simulation, which takes long."""
    from engine.kelly.simulated import has_simulation

    return has_simulation(read_json(decoded(data)))


def _rounded(value: Any) -> Any:
    """Return a JSON value whose numbers have at most ``KELLY_DIGITS`` significant digits and ``KELLY_DECIMALS``
    decimals."""
    if isinstance(value, float):
        return round(float(f"{value:.{KELLY_DIGITS}g}"), KELLY_DECIMALS) + 0.0  # no -0.0
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def answer_preflop(data: bytes, threads: int | None, watch: "Watch | None" = None) -> dict[str, Any]:
    """Return the answer to a request before the flop."""
    from engine.preflop.run import answer_json

    return answer_json(read_json(decoded(data)), workers=threads, watch=watch)


def answer_betting(data: bytes, threads: int | None, names: tuple[RangeName, ...] = ()) -> dict[str, Any]:
    """Return the answer to a betting request."""
    from engine.betting.run import answer_json

    return answer_json(with_used_names(read_json(decoded(data)), names), workers=threads)


def answer_tournament(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return the values of the chips of a tournament."""
    from engine.tournament.deals import icm_answer

    return icm_answer(read_json(decoded(data)))


def answer_third(data: bytes, threads: int | None, watch: "Watch | None" = None) -> dict[str, Any]:
    """Return the answer to a request on third street."""
    from engine.preflop.third.run import answer_json

    return answer_json(read_json(decoded(data)), workers=threads, watch=watch)


def answer_question(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    """Return the answer to a question about a table."""
    from engine.questions.answer import answer_json

    return answer_json(with_used_names(read_json(decoded(data)), names), workers=threads, watch=watch)


def answer_judging(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return the comparison of what another simulator has printed with the exact distribution."""
    from engine.questions.judging import answer_json

    return answer_json(read_json(decoded(data)), workers=threads)


def answer_quiz(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return questions of the trainer with their answers."""
    from engine.trainer.quiz import answer_json

    return answer_json(read_json(decoded(data)))


def answer_match(
    data: bytes, threads: int | None, watch: "Watch | None" = None, processes: int | None = None
) -> dict[str, Any]:
    """Return the result of a match; ``processes``: the number of processes that play it, None for this one."""
    from engine.matches.run import answer_json

    value = read_json(decoded(data))
    if processes is not None:
        from engine.cli.matches import answer_by_processes

        return answer_by_processes(value, processes, watch)
    return answer_json(value, workers=threads, watch=watch)


def answer_simulation(
    data: bytes, threads: int | None, names: tuple[RangeName, ...] = (), watch: "Watch | None" = None
) -> dict[str, Any]:
    """Return the EV of each action with the hand played to its end."""
    from engine.simulation.run import answer_json

    return answer_json(with_used_names(read_json(decoded(data)), names), workers=threads, watch=watch)


def answer_range(data: bytes, threads: int | None, names: tuple[RangeName, ...] = ()) -> dict[str, Any]:
    """Return the meaning of a range, given as a JSON object with the options of the verb ``range``."""
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
    option = unsuitable_option(options)
    if option:
        fields.fail(option, "this key works in hold'em only")
    return range_meaning(options)


def unsuitable_option(options: argparse.Namespace) -> str | None:
    """Return the first given option of ``range`` that the game of the range does not have, or None."""
    names = () if GAMES[options.game].hands_are_combos else OF_COMBOS_ONLY
    return next((name for name in names if getattr(options, name)), None)


def range_meaning(options: argparse.Namespace) -> dict[str, Any]:
    """Return the meaning of the range in ``options.text`` as JSON."""
    from engine.table.hand_texts import HANDS

    of_combos = options.board, options.dialect, options.order, vars(options)["from"], options.write, options.names
    rules = of_combos if GAMES[options.game].hands_are_combos else (options.order,)
    return HANDS[options.game].meaning(options.text, options.known, *rules)


@dataclass(frozen=True, slots=True)
class FileVerb:
    """A verb that answers a file, or each line of one."""

    name: str
    answer: Callable[..., dict[str, Any]]
    help: str
    guide_page: str
    """The page of the guide that lists the keys of a file."""
    content: str = "request"
    """The content of a file, for the help: a scenario or a request."""
    in_place_of_file: str = ""
    """The alternatives to a file, for the help."""
    reads_table_lines: bool = False
    """Whether the file may be given as a table in one line of text."""
    watched: bool | Callable[[bytes], bool] = False
    """Whether ``answer`` takes a ``watch``: progress is reported, and an interrupt prints the answer so far. A function
    decides by the content of the file: a watch loads Numba, which an answer without a long computation can spare."""
    takes_library: bool = False
    """Whether ``answer`` takes ``names``, ranges of a library that texts may name."""
    optional_file: bool = False
    takes_processes: bool = False
    """Whether ``answer`` takes ``processes``: how many share the work of one request."""


BEFORE_THE_FLOP, QUESTIONS = "Requests: preflop", "Requests: questions and tournaments"
FILE_VERBS = (
    FileVerb(
        "solve", answer_scenario, "compute the equities of a table", "The command line", content="table",
        in_place_of_file=", a table in one line such as 'AhKh v random | 7h8h2c'", reads_table_lines=True,
        watched=True, takes_library=True,
    ),
    FileVerb(
        "kelly", answer_kelly, "compute how much to bet with a given bankroll", "Requests: Kelly",
        watched=_plays_hands, takes_library=True,
    ),
    FileVerb(
        "betting", answer_betting, "solve the betting from a given street on (GTO)", "Requests: betting",
        takes_library=True,
    ),
    FileVerb(
        "preflop", answer_preflop, "EV of call, raise and fold before the flop; opening ranges; jam or fold",
        BEFORE_THE_FLOP,
        watched=True, optional_file=True,
    ),
    FileVerb("third", answer_third, "EV of fold, call and complete on third street", BEFORE_THE_FLOP, watched=True),
    FileVerb(
        "ask", answer_question, "compute how often something happens, and the equities when it does", QUESTIONS,
        watched=True, takes_library=True,
    ),
    FileVerb(
        "match", answer_match, "play programs and described players against each other", "Matches", watched=True,
        takes_processes=True,
    ),
    FileVerb(
        "simulate", answer_simulation, "say what each action earns if the hand is played to its end",
        "Requests: simulation", watched=True, takes_library=True,
    ),
    FileVerb("icm", answer_tournament, "ICM: what tournament chips are worth in prizes", QUESTIONS),
    FileVerb(
        "judge", answer_judging, "check the lows that another razz simulator printed against the exact ones", QUESTIONS,
        in_place_of_file=", a razz hand or a table in one line such as 'razz | A29 v xx7' (then give PRINTED)",
    ),
    FileVerb(
        "quiz", answer_quiz, "print questions of the trainer with their answers", QUESTIONS,
        in_place_of_file=", the name of a pack of the trainer (nothing: list the packs)",
        optional_file=True,
    ),
)  # fmt: skip
