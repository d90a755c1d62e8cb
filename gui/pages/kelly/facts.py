"""What stands behind the advice: numbers with their names, each explained with its formula in a tool tip."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.kelly.advice import nothing
from engine.kelly.answer import KellyAnswer
from engine.kelly.request import KellyRequest
from gui.look.formatting import chips, growth_text, percent, percent_digits, signed_chips
from gui.look.guard import Guarded
from gui.look.scale import px, unscaled
from gui.look.styling import set_rich_tip
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import cassandra_text, size_text
from gui.parts.build import label, named
from gui.parts.field_text import write_number

DASH = "–"
TWO_COLUMNS = 480
NARROWEST = 260
UNTIL_KNOWN = ("multiplied", "needed", "answered")
"""Numbers that have no place before they are there."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number: its name in objectNames, its title, and what it means."""

    name: str
    title: str
    tip: str


FACTS = (
    Fact(
        "chipEv", "Expected chips",
        "<b>Chip EV</b> = Σ p · net: what the advised action wins on average, in chips. Kelly also minds how much "
        "of the bankroll is at risk; chip EV does not.",
    ),
    Fact(
        "growth", "Growth",
        "<b>Growth</b> e<sup>g</sup> − 1 with g = Σ p ln(1 + net/W): by how much the bankroll W grows per decision "
        "like this one, in the long run.",
    ),
    Fact(
        "share", "Share of full growth",
        "<b>Share of the growth</b> that the growth-optimal bet adds, limits aside, which the advised one keeps: "
        "(g(bet) − g(0)) / (g(optimum) − g(0)). Of k times the optimum about k(2 − k): half Kelly keeps 3/4.",
    ),
    Fact(
        "halved", "Ever halved",
        "<b>Probability of ever losing half the bankroll</b> when this situation, played as advised, comes again and "
        "again: P = 0.5^t, t > 0 the root of E[R^−t] = 1, R the factor by which the bankroll changes. What is retained "
        "in the pot lowers it; without any about one half at full, 12.5 % at half Kelly. Of a fold there is none.",
    ),
    Fact(
        "doubt", "If equity is off",
        "<b>How the bet would move</b> if the true equity were so many points lower or higher: ranges are guesses. "
        "Not the sampling error, which is the 95 % interval of the advice.",
    ),
    Fact(
        "nearby", "Range a little off",
        "<b>How the bet would move</b> if the opponent's range were 15 % tighter or looser than it is written, the "
        "sampling error included. Safe is a bet, as a share of the bankroll, that in no case grows it less than "
        "putting nothing in; the band on the curve shows them all.",
    ),
    Fact(
        "cassandra", "Cassandra, as published",
        "<b>Cassandra</b> solves Σ p z/(1 + z x) = q/(1 − x) with z = (1 + n + c/(W x))/(1 + s) − 1. That is the best "
        "bet only when nothing is retained in the pot (c = 0); else it bets too much. What it costs is growth against "
        "the advice, at the same price, folds and limits; in brackets what its bet comes to under them. Against "
        "several it has its own estimate, from your showdowns against one of them.",
    ),
    Fact(
        "multiplied", "Cassandra: beats all",
        "<b>How likely you win alone</b>, against all opponents at once. Cassandra multiplies your odds against one, "
        "C(n, i) Π (win − k)/(total − k) Π (split − k)/(total − k), as if each met another hand of yours; really you "
        "hold the same cards against all. The counts are your computed odds against each opponent alone, the others "
        "folded, their mean where they differ, scaled to 1 000 000 showdowns.",
    ),
    Fact(
        "zero", "Zero-growth bet",
        "<b>Zero-growth bet</b>: from this size on a bet grows the bankroll less than putting nothing in: about "
        "twice the optimum.",
    ),
    Fact(
        "needed", "Needed (by chips)",
        "<b>Break even</b>: how often a call has to win, without ties. By growth −ln(1 − t)/(ln(1 + v) − ln(1 − t)), "
        "t = price/W, v = won/W; in brackets by chips, the pot odds price/(won + price).",
    ),
    Fact(
        "answered", "All fold, equity called",
        "<b>What opponents answer</b> to the advised bet: how likely nobody calls it, which wins the pot at once, and "
        "your share of the pot when somebody does.",
    ),
)  # fmt: skip


def fact_texts(question: Question) -> dict[str, str]:
    """Return the numbers of an answer by their names, empty where they have no place; nothing without an answer."""
    answer, request, doubt, band = question.answer, question.request, question.doubt, question.band
    if answer is None or request is None:
        return {}
    zero, run, needed, reaction = (
        nothing(request.wager, request.terms),
        answer.long_run,
        answer.break_even,
        answer.answered,
    )
    acts = answer.decision != zero.action
    beside = f", {zero.action} {signed_chips(zero.chip_ev)}", f", {zero.action} {growth_text(answer.growth_at_zero)}"
    texts = {
        "chipEv": signed_chips(answer.chip_ev) + (beside[0] if acts else ""),
        "growth": growth_text(answer.growth) + (beside[1] if acts else ""),
        "share": DASH if run.growth_share is None else percent(run.growth_share, exact_digits=0),
        "halved": DASH if run.p_ever_halved is None else percent(run.p_ever_halved, exact_digits=1),
        "doubt": DASH if doubt is None else _sizes(doubt.low, doubt.high, answer, request),
        "nearby": DASH if band is None else _sizes(*band.bets, answer, request),
        "cassandra": question.counting or cassandra_text(answer, request),
        "multiplied": "",
        "zero": DASH if answer.zero_growth_bet is None else chips(answer.zero_growth_bet),
        "needed": "" if needed is None else f"{percent(needed.growth)} ({percent(needed.chip_ev)})",
        "answered": "",
    }
    if request.terms.choices:  # there are no bets between the legal amounts
        texts["zero"] = ""
    elif band is not None:
        safe = None if band.safe is None else percent(band.safe / request.wager.bankroll)
        texts["nearby"] += ", no bet is safe" if safe is None else f", safe to {safe}"
    if question.multiplied is not None:
        digits = min(percent_digits(request.stderr or 0.0, 1), 1)
        product, truth = (percent(p, exact_digits=digits) for p in (question.multiplied, answer.probabilities.win))
        texts["multiplied"] = f"multiplied {product}, really {truth}"
    if reaction is not None:
        called = DASH if reaction.equity_called is None else percent(reaction.equity_called)
        texts["answered"] = f"{percent(reaction.folds)}, {called}"
    return texts


def _sizes(low: float, high: float, answer: KellyAnswer, request: KellyRequest) -> str:
    ends = dict.fromkeys(size_text(size, answer, request) for size in (low, high))
    return " to ".join(ends)


class KellyFacts(Guarded, QWidget):
    """The numbers ``kelly.fact.<name>`` in two columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "kelly.facts", "Numbers behind the advice")
        self._labels: dict[str, tuple[QLabel, QLabel]] = {}
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        for fact in FACTS:
            title = label(fact.title, self, weight=QFont.Weight.Normal)
            value = label("", self, name=f"kelly.fact.{fact.name}", role="", weight=QFont.Weight.DemiBold, wrap=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            for part in (title, value):
                set_rich_tip(part, fact.tip)
            self._labels[fact.name] = title, value
        self._grid.setColumnStretch(1, 1)
        self._arrange(1)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        rows = -(-len(FACTS) // columns)
        for i, fact in enumerate(FACTS):
            for place, part in enumerate(self._labels[fact.name]):
                self._grid.addWidget(part, i % rows, i // rows * 3 + place)
        self._grid.setColumnMinimumWidth(2, 12 * (columns - 1))
        self._grid.setColumnStretch(4, columns - 1)

    def render_question(self, question: Question) -> None:
        """Show the numbers of an answer, dashes without one."""
        texts = fact_texts(question)
        for fact in FACTS:
            title, value = self._labels[fact.name]
            text = texts.get(fact.name, DASH)
            value.setText(text)
            value.setAccessibleName(f"{fact.title}: {text}")
            value.setEnabled(not question.stale)
            for part in (title, value):
                part.setVisible(bool(text) and not (fact.name in UNTIL_KNOWN and text == DASH))
        doubt = question.doubt
        points = "" if doubt is None else write_number(round(100 * doubt.points, 6))
        self._labels["doubt"][0].setText(f"Equity {points} points off" if points else "If equity is off")

    def minimumSizeHint(self) -> QSize:
        return QSize(px(NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(2 if unscaled(self.width()) >= TWO_COLUMNS else 1)
