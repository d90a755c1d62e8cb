"""The list of hands: sorted by any column, searched by words; a broken hand says so in its row."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from engine.cards import whole_text
from engine.histories.listing import HandLine
from gui.look.theme import Look
from gui.parts.table import NEVER, Column, TableData, TableView

NUMBER, DATE, GAME, STAKES, PLAYERS, HERO, CARDS, WON = range(8)
LONGEST = 60
"""Characters of a cell."""
WIDEST_WON = 170
TIME, DAY = 16, 10
"""Characters of a date with and without the time of day."""


def hands_table(lines: tuple[HandLine, ...], words: tuple[str, ...], broken: Mapping[int, str]) -> TableData[HandLine]:
    """Return the hands in whose texts all ``words`` stand; ``broken`` tells by number why one cannot be read."""

    def is_broken(line: HandLine) -> bool:
        return line.raw.number in broken

    def ink(line: HandLine, usual: str, marked: str = "muted") -> str:
        return marked if is_broken(line) else usual

    def column(
        title: str, of: Callable[[HandLine], str], tip: str, *, ink: str = "text", marked: str = "muted", **more: Any
    ) -> Column[HandLine]:
        more = {"number": False, "sort": lambda line: of(line).lower(), "shown": any(map(of, lines)), **more}
        inks = {False: ink, True: marked}
        return Column(title, lambda line: whole_text(of(line)), tip, ink=lambda line: inks[is_broken(line)], **more)

    def won(line: HandLine) -> str:
        return broken.get(line.raw.number) or line.won[:LONGEST]

    columns = (
        column(
            "Hand", lambda line: str(line.raw.number), "place in the file; Enter or a click follows the hand",
            marked="bad", number=True, sort=lambda line: line.raw.number,
        ),
        column(
            "When", lambda line: line.date[:TIME], "when it was played", keep=4, ink="muted",
            short=(lambda line: whole_text(line.date[:DAY]),), sort=lambda line: line.date,
        ),
        column("Game", lambda line: line.game[:LONGEST], "game and limit", keep=2),
        column(
            "Stakes", lambda line: line.stakes[:LONGEST], "blinds, or small and big bet", keep=3, ink="muted",
            sort=lambda line: f"{len(line.stakes):03} {line.stakes}",
        ),
        column(
            "Seats", lambda line: str(len(line.players)), "how many players are dealt in", number=True,
            sort=lambda line: len(line.players),
        ),
        column("Hero", lambda line: line.hero[:LONGEST], "whose cards the history was written for", keep=1),
        column(
            "Cards", lambda line: line.cards[:LONGEST], "hero's first cards", bold=True, sort=lambda line: line.cards,
        ),
        column(
            "Won", won, "who won how much; or why the hand cannot be read", ink="muted", marked="bad", wide=True,
            most=WIDEST_WON, sort=lambda line: line.won.lower(), shown=True,
        ),
    )  # fmt: skip
    rows = tuple(line for line in lines if all(word in line.words for word in words)) if words else lines
    return TableData(columns, rows, key=lambda line: line.raw.number, tip=_tip, levels=(NEVER, 1), padding=(14, 14))


def _tip(line: HandLine) -> str:
    when = f", {line.date[:TIME]}" if line.date else ""
    won = f"\nWon: {line.won}" if line.won else ""
    return whole_text(f"{line.raw.name}{when}: {', '.join(line.players)}{won}")


class HandList(TableView[HandLine]):
    """The table ``histories.list``."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("histories.list", "Hands", look, parent, height=24)
        self._lines: tuple[HandLine, ...] = ()
        self._broken: Mapping[int, str] = {}
        self._words: tuple[str, ...] = ()

    def show_lines(self, lines: tuple[HandLine, ...]) -> None:
        """List other hands."""
        self._lines, self._broken = lines, {}
        self._show()

    def show_broken(self, broken: Mapping[int, str]) -> None:
        """Mark the hands that cannot be read, with the reason, by number."""
        if broken != self._broken:
            self._broken = broken
            self._show()

    def search(self, text: str) -> None:
        """List only hands in whose texts all words of ``text`` stand."""
        self._words = tuple(text.lower().split())
        self._show()

    def _show(self) -> None:
        self.show_table(hands_table(self._lines, self._words, self._broken))

    def mark(self, line: HandLine | None) -> None:
        """Choose the row of a hand, where it is in the list."""
        self.choose(None if line is None else line.raw.number)
