"""Charts of final hands: the names of the classes and the places of their bars; a row of ``WORDS`` a game."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import GAMES, Game
from gui.charts.forms import Form, GroupBar, Groups


@dataclass(frozen=True, slots=True)
class ClassWords:
    """How the classes of a game's hands are drawn and called: ``standing`` bars from the best on, else lying ones from
    the worst on; ``columns`` are their names on axes and in data, ``ticks`` those under narrow standing bars.
    """

    tab: str
    title: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    ticks: tuple[str, ...] = ()
    standing: bool = False


WORDS: Mapping[Game, ClassWords] = {
    "holdem": ClassWords(
        "Hands",
        "Hand categories at showdown",
        tuple(name.capitalize() for name in GAMES["holdem"].classes),
        GAMES["holdem"].classes,
    ),
    "razz": ClassWords(
        "Outcomes",
        "Outcomes: the low that each hand becomes",
        (
            "Wheel (five low)", "Six low", "Seven low", "Eight low", "Nine low", "Ten low", "Jack low", "Queen low",
            "King low", "Paired (fewer than five ranks)",
        ),
        ("wheel", "6 low", "7 low", "8 low", "9 low", "T low", "J low", "Q low", "K low", "paired"),
        ("5", "6", "7", "8", "9", "T", "J", "Q", "K", "paired"),
        standing=True,
    ),
}  # fmt: skip


def class_rows(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the classes of a game with their names in charts, in the order of reading: the best first."""
    pairs = tuple(zip(GAMES[game].classes, WORDS[game].columns, strict=True))
    return pairs if WORDS[game].standing else pairs[::-1]


def class_titles(game: Game) -> Mapping[str, str]:
    """Return the names of the classes of a game in charts by the class, the worst hand of hold'em and the best of razz
    first."""
    return dict(zip(GAMES[game].classes, WORDS[game].columns, strict=True))


def class_groups(
    game: Game,
    bars: Mapping[str, tuple[GroupBar, ...]],
    heads: tuple[str, ...],
    *,
    together: bool,
    paired: bool = False,
    note: str = "",
) -> Groups:
    """Return the ``bars`` of the classes of a game: in groups if ``together``, else in columns under ``heads``."""
    words, rows = WORDS[game], class_rows(game)
    groups = tuple(bars[name] for name, _ in rows) if heads else ()
    form: Form = "columns" if not together else "standing" if words.standing else "lying"
    axis = "highest card of the low" if form == "standing" else ""
    return Groups(tuple(title for _, title in rows), groups, form, heads, paired, words.ticks, axis, note=note)
