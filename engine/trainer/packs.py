"""Packs of spots for the trainer, files of ``resources/training`` in the order of their names:

    {"steelwheel_pack": 1, "game": "holdem", "name": "Flops", "note": "What it teaches.",
     "asks": "equity", "whole": 0.3, "cards": [3],
     "spots": ["BTN open v BB call BTN"]}

A spot is a table as one line of text (``engine.table.one_line``): two seats, the first one the player's, whose texts
may be names of presets. The first seat is dealt a hand of its range, or in ``whole`` of all spots it holds the range.
``cards``: so many cards are dealt after that, one number drawn from the list: on the board, in razz to each seat face
up. In razz the up cards of ranges are dealt, too; ``folded`` [least, most] further doors are seen, hands of one card of
the text ``doors``. ``asks``: the ``equity`` of the first seat, or the ``price``: to call a last bet of a size that is
drawn, or to fold. A new file is a new pack.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args

from engine.games import GAMES
from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.reading import Reader, integer, list_of, one_of, read_json, share, text_up_to
from engine.table.one_line import parse_line

VERSION = 1
SHIPPED = Path(__file__).parents[2] / "resources" / "training"
LONGEST = 2_000
MOST_SPOTS = 1_000
MOST_CARDS = 5
MOST_FOLDED = 6
SEATS = 2
Asks = Literal["equity", "price"]
_KEYS = ("steelwheel_pack", "game", "name", "note", "asks", "whole", "cards", "folded", "doors", "spots")
_TEXT = text_up_to(LONGEST)


@dataclass(frozen=True, slots=True)
class SpotRange:
    """A range that spots are made of: its name and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Spots of one kind. ``name`` is that of its tally, ``title`` says more of it where it is not empty.

    ``spots``: tables of two seats, or ``ranges``, of which two different ones are drawn; the rest as in a file.
    """

    name: str
    game: Game
    spots: tuple[Scenario, ...] = ()
    ranges: tuple[SpotRange, ...] = ()
    note: str = ""
    title: str = ""
    asks: Asks = "equity"
    whole: float = 0.0
    cards: tuple[int, ...] = (0,)
    folded: tuple[int, int] = (0, 0)
    doors: str = "x"


@cache
def shipped_packs() -> tuple[Pack, ...]:
    """Return the packs that come with the program."""
    return tuple(read_pack(path.read_bytes()) for path in sorted(SHIPPED.glob("*.json")))


def read_pack(data: bytes) -> Pack:
    """Return the pack of a file.

    Raises:
        ScenarioError: it is no pack; the problem names the field.
    """
    try:
        return pack_from_json(read_json(data.decode()))
    except UnicodeDecodeError:
        raise ScenarioError(Problem("file", "this is no text")) from None


def pack_from_json(value: object) -> Pack:
    """Return the pack of a parsed file.

    Raises:
        ScenarioError: it is no pack; the problem names the field.
    """
    if not isinstance(value, dict) or value.get("steelwheel_pack") != VERSION:
        raise ScenarioError(Problem("steelwheel_pack", f"this is no pack of spots of version {VERSION}"))
    entries = Reader(value, "", _KEYS)
    game = cast("Game", entries.need("game", one_of(*get_args(Game))))
    folded = entries.get("folded", list_of(integer(0, MOST_FOLDED), SEATS), [0, 0])
    cards = entries.get("cards", list_of(integer(0, MOST_CARDS)), [0])
    if not cards:
        entries.fail("cards", "expected at least one number of cards")
    if folded[0] > folded[1]:
        entries.fail("folded", "expected the least number first")
    if any(folded) and not GAMES[game].stud:
        entries.fail("folded", "doors are seen in stud games alone")
    spots = entries.need("spots", list_of(_spot(game), most=MOST_SPOTS))
    if not spots:
        entries.fail("spots", "expected at least one spot")
    return Pack(
        entries.need("name", _TEXT),
        game,
        tuple(spots),
        note=entries.get("note", _TEXT, ""),
        asks=cast("Asks", entries.get("asks", one_of(*get_args(Asks)), "equity")),
        whole=entries.get("whole", share, 0.0),
        cards=tuple(cards),
        folded=(folded[0], folded[1]),
        doors=entries.get("doors", _TEXT, "x"),
    )


def _spot(game: Game) -> Callable[[Any, str], Scenario]:
    def convert(value: object, path: str) -> Scenario:
        try:
            spot = parse_line(_TEXT(value, path), game)
        except ScenarioError as error:
            raise ScenarioError(Problem(path, str(error.problems[0]))) from None
        if spot.game != game or len(spot.active_seats) != SEATS or len(spot.seats) != SEATS:
            raise ScenarioError(Problem(path, f"expected two seats of {GAMES[game].title}"))
        return spot

    return convert
