"""Both tables in words, in two columns: what differs is set off by its weight and a mark between them."""

from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from engine import Snapshot
from gui.export.files import shortened
from gui.look.captions import how_exact
from gui.look.scale import set_text
from gui.look.styling import rich
from gui.look.theme import TEXT, Look
from gui.pages.compare.sides import LETTERS, Sides
from gui.pages.compare.words import DIFFERS, Line, lines_of
from gui.parts.build import drop, label, named

LONGEST = 160
"""As much of a long range as is told at a glance."""
TITLES = {True: "{}: on the left", False: "{}: pinned"}


def _state(snapshot: Snapshot | None, *, stale: bool) -> str:
    """Return how exact a result is, or why there is none."""
    if snapshot is None:
        return "no result yet"
    return "being computed" if stale else how_exact(snapshot)


class SidesView(QWidget):
    """Labels ``compare.a<row>`` and ``compare.b<row>``, between them ``compare.mark<row>``; the table that is edited
    has a bold head.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "compare.words", "Both tables in words")
        self._look = look
        self._sides: Sides | None = None
        self._labels: list[tuple[QLabel, ...]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        for column in (0, 2):
            self._grid.setColumnStretch(column, 1)
        self._heads = tuple(label(name=f"compare.{letter.lower()}.head", role="") for letter in LETTERS)
        self._grid.addWidget(self._heads[0], 0, 0)
        self._grid.addWidget(self._heads[1], 0, 2)
        look.changed.connect(self._on_look_changed)

    def show_sides(self, sides: Sides) -> None:
        """Show two tables."""
        self._sides = sides
        lines = lines_of(sides)
        self._fit(len(lines))
        for letter, head, snapshot in zip(LETTERS, self._heads, sides.snapshots, strict=True):
            edited = letter == sides.on_table
            set_text(head, TEXT, QFont.Weight.DemiBold if edited else QFont.Weight.Normal)
            told = _state(snapshot, stale=edited and sides.stale)
            head.setText(f"{TITLES[edited].format(letter)} · {told}")
        for line, (a, mark, b) in zip(lines, self._labels, strict=True):
            self._show(a, line, line.title, line.a)
            self._show(b, line, line.title_b or line.title, line.b)
            mark.setText(DIFFERS if line.differs else "")

    def _show(self, part: QLabel, line: Line, title: str, text: str) -> None:
        theme = self._look.theme
        color = theme.text if line.seat is None else theme.seat(line.seat).name()
        shown = shortened(text, LONGEST)
        words = f"<b>{escape(shown)}</b>" if line.differs else escape(shown)
        part.setText(rich(f"<span style='color:{color}'>{escape(title)}</span> {words}"))
        part.setAccessibleName(f"{title}: {text}{', differs' if line.differs else ''}")
        part.setToolTip(escape(text) if "…" in shown else "")

    def _fit(self, count_of_lines: int) -> None:
        """Have two labels for each line, and one for the mark."""
        while len(self._labels) > count_of_lines:
            drop(self._grid, *self._labels.pop())
        while len(self._labels) < count_of_lines:
            row = len(self._labels)
            made = tuple(label(name=f"compare.{letter.lower()}{row}", role="", wrap=True) for letter in LETTERS)
            for part, column in zip(made, (0, 2), strict=True):
                part.setTextFormat(Qt.TextFormat.RichText)
                part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                part.setAlignment(Qt.AlignmentFlag.AlignTop)
                self._grid.addWidget(part, row + 1, column)
            mark = label(name=f"compare.mark{row}", role="")
            set_text(mark, TEXT, QFont.Weight.DemiBold)
            self._grid.addWidget(mark, row + 1, 1, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
            self._labels.append((made[0], mark, made[1]))

    @Slot()
    def _on_look_changed(self) -> None:
        if self._sides is not None:
            self.show_sides(self._sides)
