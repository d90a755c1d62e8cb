"""Judges the frequencies of final hands that another program printed: pasted at the left, held against the exact law of
the marked hand and against the laws of known mistakes at the right."""

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from engine import Scenario, Snapshot
from engine.cards import TextError
from engine.details.judging import CLASSES, Judgement, judge, read_frequencies
from engine.scenario.fields import FieldSpec
from engine.table.slots import rank_owners
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.parts.build import NO_MARGINS, filled, label, named
from gui.parts.number_field import NumberField
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import ProblemLine

HINT = "Paste what another program printed for the marked hand:\n\n5 0.0715\n6 0.1180\n…\npaired 0.0284"
WAITING = "The exact law of the marked hand is not known: give it cards, and let the table be computed exactly."
TEACH = "The class of a low is its highest card, 5 to 13 (K); paired: fewer than five different ranks."
DEALS = FieldSpec(
    "deals",
    "Number of deals",
    "trials",
    "How many deals the shares are of; counts need no number.",
    "none",
)
NOT_PRINTED = "–"
FAR = 3.0
"""Standard errors from which on a class betrays the program."""


def judge_table(result: Judgement | None) -> TableData[int]:
    """Return a row for each class: pasted, exact, off by so many standard errors, the law of the best mistake."""
    if result is None:
        return TableData()
    exact, shares = result.exact, result.frequencies.shares

    def off(row: int) -> str:
        return NOT_PRINTED if np.isnan(exact.off[row]) else f"{exact.off[row]:+.1f}".replace("-", "\u2212")

    columns: list[Column[int]] = [
        Column("Class", lambda row: CLASSES[row], number=False, bold=True),
        Column("Pasted", lambda row: NOT_PRINTED if np.isnan(shares[row]) else _share(shares, row)),
        Column("Exact", partial(_share, exact.law)),
        Column("Off, standard errors", off, ink=lambda row: "bad" if abs(exact.off[row]) > FAR else "text"),
    ]
    for mistake in result.mistakes:
        head = f"{mistake.name.capitalize()}: chi-square {mistake.chi_square:.1f}"
        columns.append(Column(head, partial(_share, mistake.law), keep=1, ink="muted"))
    return TableData(tuple(columns), tuple(range(len(CLASSES))))


def _share(law: NDArray[np.float64], row: int) -> str:
    return percent(float(law[row]), exact_digits=3)


class JudgeView(Guarded, QWidget):
    """Holds the pasted text against the law of the marked seat of an exact result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._seat = 0
        self.answer = label(TEACH, name="outcomes.judgement", role="", wrap=True)
        self.entry = named(QPlainTextEdit(), "outcomes.pasted", "What another program printed")
        self.entry.setPlaceholderText(HINT)
        self.entry.setTabChangesFocus(True)
        at_least(self.entry, width=150)
        self.deals = NumberField(DEALS, "outcomes.deals")
        self.line = ProblemLine(parent=self)
        self.table: TableView[int] = TableView("outcomes.judged", "The classes, pasted and exact", height=24)
        side = filled(QVBoxLayout(), (self.entry, 1), self.deals, self.line, spacing=8)
        below = filled(QHBoxLayout(), (side, 1), (self.table, 2), spacing=12)
        filled(QVBoxLayout(self), self.answer, (below, 1), spacing=8, margins=NO_MARGINS)
        self.entry.textChanged.connect(self._render)
        self.deals.edited.connect(self._on_deals)

    def show_seat(self, snapshot: Snapshot | None, seat: int) -> None:
        """Judge by the law of ``seat`` in an exact result; None: there is none."""
        self._snapshot, self._seat = snapshot, seat
        self._render()

    @Slot(object, str)
    def _on_deals(self, value: float | None, _: str) -> None:
        self.deals.show_value(value)
        self._render()

    @Slot()
    def _render(self) -> None:
        self.line.clear()
        law = _law(self._snapshot, self._seat)
        result, hand = None, ""
        if self.entry.toPlainText().strip() and law is not None and self._snapshot is not None:
            try:
                frequencies = read_frequencies(self.entry.toPlainText(), self.deals.value)
                scenario = self._snapshot.scenario
                hand = scenario.seats[self._seat].cards
                result = judge(hand, frequencies, law, _dead(scenario, self._seat))
            except TextError as error:
                self.line.show_error(error.message)
        self.answer.setText(WAITING if law is None else TEACH if result is None else f"{hand}: {result.sentence}")
        self.table.show_table(judge_table(result))


def _law(snapshot: Snapshot | None, seat: int) -> NDArray[np.float64] | None:
    """Return the probabilities of the classes, None where they are not exact or not known."""
    estimate = snapshot.seats[seat].estimate if snapshot is not None and seat < len(snapshot.seats) else None
    if snapshot is None or estimate is None or snapshot.method != "exact":
        return None
    known = all(name in estimate.classes for name in CLASSES)  # not so in a damaged result
    return np.array([estimate.classes[name] for name in CLASSES]) if known else None


def _dead(scenario: Scenario, seat: int) -> tuple[int, ...]:
    """Return the ranks of the cards that lie elsewhere than in a seat."""
    return tuple(rank for rank, slots in rank_owners(scenario).items() for slot in slots if slot.seat != seat)
