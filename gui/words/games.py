"""The words and sizes by which the window shows the games: one row of ``GAME_WORDS`` a game."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine import GAMES, Estimate, Game
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import NAMED_HANDS
from engine.scenario.names import GameTable
from gui.look.theme import HELP_TEXTS
from gui.words.formatting import NO_BREAK, count, percent

Density = Literal["roomy", "compact", "dense", "narrow", "line"]
"""How much space the row of a seat takes; ``narrow``: the text has a line of its own; ``line``: all is in one line."""
LINE = 36
"""Height of a row of one line."""


@dataclass(frozen=True, slots=True)
class TableStyle:
    """The texts of empty fields, and the size of the row of a seat."""

    hint: str
    """A hint on how to fill the first seat."""
    seat_text: str
    dead_text: str
    captions: tuple[str, ...]
    """The texts in the empty slots of a hand."""
    heights: Mapping[Density, int]
    """Height of a row without a problem and without details."""
    widths: Mapping[Density, int]
    """Width below which the parts of a row do not fit side by side."""
    folded_card: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClassWords:
    """The names of the classes of a game's final hands, and how they are drawn.

    If ``standing``, they are vertical bars from the best class on, else horizontal ones from the worst class on.
    ``columns`` are their names on axes and in data, ``ticks`` those under narrow vertical bars.
    """

    tab: str
    title: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    ticks: tuple[str, ...] = ()
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """Classes of final hands whose chance is displayed at a seat.

    ``forms`` are their names, the longest first, ``meaning`` explains the chance.
    """

    classes: tuple[str, ...]
    forms: tuple[str, ...]
    meaning: str

    def share(self, estimate: Estimate) -> str:
        """Return the chance in whole percent."""
        return percent(sum(estimate.classes[name] for name in self.classes), exact_digits=0)


Section = tuple[str, tuple[tuple[str, str], ...]]
"""A title, and examples with their meanings."""
MANY = "Many at once"
"""The section of groups of hands."""


def _examples(game: Game, named: Mapping[str, str]) -> tuple[Section, ...]:
    """Return the examples of the help on ranges; ``named``: those of groups of hands that have a name."""
    sections = json.loads((HELP_TEXTS / f"{game}_ranges.json").read_text(encoding="utf-8"))
    return tuple(
        (title, (*rows.items(), *(named.items() if title == MANY else ()))) for title, rows in sections.items()
    )


@dataclass(frozen=True, slots=True)
class RangeWords:
    """The texts of a game about ranges.

    ``hint`` is a line about possible input, ``placeholder`` is that of the text, ``search`` that of the inspection.
    ``help_title``, ``rules`` and ``examples`` are those of the help; ``number`` returns the number of combos or suited
    ways of an example. ``reading`` explains the numbers of the inspection.
    """

    hint: str
    placeholder: str
    search: str
    help_title: str
    rules: str
    examples: tuple[Section, ...]
    number: Callable[[str], str]
    reading: str


def _combos(text: str) -> str:
    result = parse_range(text)
    weight = float(result.weights.sum())
    combos = f"{result.count}{NO_BREAK}combo{'' if result.count == 1 else 's'}"
    return combos if weight == result.count else f"{combos}, weight {weight:.4g}"


def _ways(text: str) -> str:
    from engine.ranges.razz import describe_razz

    ways = sum(row["combos"] for row in describe_razz(text)["items"])
    return f"{count(ways)} ways" if ways > 1 else ""


@dataclass(frozen=True, slots=True)
class GameWords:
    """How the window presents a game.

    ``key`` is the shortcut that switches to it, ``table`` the style of its seats, ``classes`` are its final hands,
    ``ranges`` its texts about ranges. ``lock_hint`` explains how to type the hands of locked play. ``glance`` has the
    classes whose chance is displayed next to the equity, or is None.
    """

    key: str
    table: TableStyle
    classes: ClassWords
    ranges: RangeWords
    lock_hint: str
    glance: Glance | None = None


GAME_WORDS: GameTable[GameWords] = GameTable("words in the window", {
    "holdem": GameWords(
        key="Ctrl+H",
        table=TableStyle(
            hint="Click two cards or type `ahkd`; a range works too: `TT+, AQs+`",
            seat_text="cards or range",
            dead_text="e.g. Ks 2d",
            captions=("", ""),
            heights={"roomy": 74, "compact": 64, "dense": 51, "narrow": 60, "line": LINE},
            widths={"roomy": 444, "compact": 436, "dense": 458, "narrow": 300, "line": 360},
            folded_card=(24, 31),
        ),
        classes=ClassWords(
            "Hands",
            "Hand categories at showdown",
            tuple(name.capitalize() for name in GAMES["holdem"].classes),
            GAMES["holdem"].classes,
        ),
        ranges=RangeWords(
            hint="`AA:0.5` 50 % of the time · `15%` top 15 % · `22+, !77` without 77",
            placeholder="e.g. 22+, ATs+, KQo:0.5",
            search="search: AK, Ah, TT+, suited",
            help_title="Ranges in hold'em",
            rules="Separate hands by commas, semicolons or spaces; upper and lower case are the same; 10 is T. Text "
            "with an error is underlined, and the range stays as it was.",
            examples=_examples("holdem", {hands.names[0]: hands.meaning for hands in NAMED_HANDS}),
            number=_combos,
            reading="Before: share of the range after removing the board and all dead and known cards. After: also "
            "after removing the cards of the other seats.",
        ),
        lock_hint="all hands; or top pair+, flush draw",
    ),
    "razz": GameWords(
        key="Ctrl+R",
        table=TableStyle(
            hint="Click two down cards and a door or type `a29`; a range works too: `(7-7-7)`; `x` is unknown",
            seat_text="cards",
            dead_text="e.g. 7 7 K",
            captions=("down", "down", "door", "4th", "5th", "6th", "7th"),
            heights={"roomy": 109, "compact": 88, "dense": 64, "narrow": 60, "line": LINE},
            widths={"roomy": 504, "compact": 428, "dense": 444, "narrow": 358, "line": 440},
            folded_card=(19, 25),
        ),
        classes=ClassWords(
            "Outcomes",
            "Outcomes: final lows",
            (
                "Wheel (five low)", "Six low", "Seven low", "Eight low", "Nine low", "Ten low", "Jack low", "Queen low",
                "King low", "Pair or worse",
            ),
            ("wheel", "6 low", "7 low", "8 low", "9 low", "T low", "J low", "Q low", "K low", "paired"),
            ("5", "6", "7", "8", "9", "T", "J", "Q", "K", "paired"),
            standing=True,
        ),
        ranges=RangeWords(
            hint="`7-` seven or lower · `[A25]` one of these · `(7-7-7)` no pair · `A39@50` 50 % of the time",
            placeholder="e.g. (7-7-7)",
            search="search: A, 7-7-, pairs",
            help_title="Hands in razz",
            rules="Two down cards, the door card, then the later streets in order. Cards that you leave out are dealt "
            "at random. Exact cards leave the deck first, then choices such as [A25] are dealt from what is left.",
            examples=_examples("razz", {}),
            number=_ways,
            reading="Ways: exact cards leave the deck first, then each choice is one of the cards of its rank that are "
            "left; the order of the down cards does not matter. Before: by weight and ways. After: with the cards of "
            "the other seats removed, too.",
        ),
        lock_hint="all hands; or down cards, e.g. [A-5][A-5]",
        glance=Glance(("5", "6", "7", "8"), ("8 or better", "8:"), "makes an 8 or better:"),
    ),
})  # fmt: skip
