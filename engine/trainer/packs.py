"""Packs of spots for the trainer, files of ``resources/training`` in the order of their names:

    {"steelwheel_pack": 1, "game": "holdem", "name": "Flops", "note": "What it teaches.",
     "asks": "equity", "whole": 0.3, "cards": [3],
     "spots": ["BTN open v BB call BTN"]}

A spot is a table as one line of text (``engine.table.one_line``) with two seats, the player's first; their texts may be
names of presets. The first seat gets a random hand of its range, or the whole range with probability ``whole``.
``cards``: how many cards are dealt after that, a number drawn from this list; they go to the board, in razz face up to
each hand. In razz the up cards of ranges are dealt as well, and ``folded`` [minimum, maximum] further door cards are
visible, drawn from the text ``doors``. ``asks``: ``equity`` of the first seat, or ``price``, whether to call a last bet
of a random size. To add a pack, add a file.
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
MAX_TEXT = 2_000
MAX_SPOTS = 1_000
MAX_CARDS = 5
MAX_FOLDED = 6
SEATS = 2
Asks = Literal["equity", "price"]
_KEYS = ("steelwheel_pack", "game", "name", "note", "asks", "whole", "cards", "folded", "doors", "spots")
_TEXT = text_up_to(MAX_TEXT)


@dataclass(frozen=True, slots=True)
class SpotRange:
    """A named range from which spots are made."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Spots of one kind. Answers are counted under its ``name``; ``title`` is a longer name, or "".

    A pack has ``spots``, which are tables of two seats, or ``ranges``, two of which are drawn. The other attributes are
    those of a file (see the module).
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
        ScenarioError: the file is not a valid pack; the problem names the field.
    """
    try:
        return pack_from_json(read_json(data.decode()))
    except UnicodeDecodeError:
        raise ScenarioError(Problem("file", "this file is not UTF-8 text")) from None


def pack_from_json(value: object) -> Pack:
    """Return the pack of a parsed JSON file.

    Raises:
        ScenarioError: the value is not a valid pack; the problem names the field.
    """
    if not isinstance(value, dict) or value.get("steelwheel_pack") != VERSION:
        raise ScenarioError(Problem("steelwheel_pack", f"this file is not a trainer pack of version {VERSION}"))
    entries = Reader(value, "", _KEYS)
    game = cast("Game", entries.need("game", one_of(*get_args(Game))))
    folded = entries.get("folded", list_of(integer(0, MAX_FOLDED), SEATS), [0, 0])
    cards = entries.get("cards", list_of(integer(0, MAX_CARDS)), [0])
    if not cards:
        entries.fail("cards", "expected at least one number of cards to deal")
    if folded[0] > folded[1]:
        entries.fail("folded", "expected the smaller number first")
    if any(folded) and not GAMES[game].stud:
        entries.fail("folded", "only stud games have door cards")
    spots = entries.need("spots", list_of(_spot(game), most=MAX_SPOTS))
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
    """Return the converter of a spot of a game."""

    def convert(value: object, path: str) -> Scenario:
        try:
            spot = parse_line(_TEXT(value, path), game)
        except ScenarioError as error:
            raise ScenarioError(Problem(path, str(error.problems[0]))) from None
        if spot.game != game or len(spot.active_seats) != SEATS or len(spot.seats) != SEATS:
            raise ScenarioError(Problem(path, f"expected two {GAMES[game].title} seats"))
        return spot

    return convert
