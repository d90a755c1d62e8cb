"""Axes of charts of final hands: what the classes are called and where they stand; a row of ``WORDS`` a game."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import GAMES, Game
from gui.charts.bars import HEAD, Form
from gui.charts.sheet import GAP, Axes
from gui.charts.ticks import category_ticks, nice_ceiling, share_ticks, wide_share_ticks

STANDING_LEFT, LYING_LEFT = 48.0, 96.0
STANDING_ROOM, LYING_ROOM = 1.1, 1.16
"""How much longer than the longest bar the axis is, for the labels."""


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
    """Return the classes of a game with what charts call them, in the order in which they are read: the best first."""
    pairs = tuple(zip(GAMES[game].classes, WORDS[game].columns, strict=True))
    return pairs if WORDS[game].standing else pairs[::-1]


def set_class_axes(axes: Axes, words: ClassWords, form: Form, top: float) -> None:
    """Let the axes fit bars of this form, the longest of ``top`` percent."""
    if form == "columns":
        _set_columns(axes, words, top)
        return
    room = top * (STANDING_ROOM if words.standing else LYING_ROOM)
    _set_groups(axes, words, room if words.standing and room > 100.0 else nice_ceiling(room))


def _set_columns(axes: Axes, words: ClassWords, top: float) -> None:
    sheet, names = axes.sheet, words.columns
    axes.x_grid = axes.y_grid = False
    axes.x_name, axes.x_ticks = "", None
    axes.y_ticks = category_ticks(names[::-1] if words.standing else names)
    sheet.left, sheet.top, sheet.right, sheet.bottom = LYING_LEFT, HEAD - GAP, 0.0, 4.0
    across = (-0.5, len(names) - 0.5)
    sheet.view_box.setRange(xRange=(0.0, top or 1.0), yRange=across, padding=0.0, disableAutoRange=True)


def _set_groups(axes: Axes, words: ClassWords, top: float) -> None:
    sheet, standing = axes.sheet, words.standing
    axes.x_grid, axes.y_grid = not standing, standing
    axes.x_name = "highest card of the low" if standing else ""
    sheet.left = STANDING_LEFT if standing else LYING_LEFT
    sheet.top, sheet.bottom = 0.0, 36.0 if standing else 20.0
    sheet.right = 0.0 if standing else 18.0
    across = (-0.5, len(words.names) - 0.5)
    if standing:
        axes.x_ticks, axes.y_ticks = category_ticks(words.columns, words.ticks), share_ticks
        sheet.view_box.setRange(xRange=across, yRange=(0.0, top), padding=0.0, disableAutoRange=True)
    else:
        axes.x_ticks, axes.y_ticks = wide_share_ticks, category_ticks(words.columns)
        sheet.view_box.setRange(xRange=(0.0, top), yRange=across, padding=0.0, disableAutoRange=True)
