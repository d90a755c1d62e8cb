"""The card of the advice: one line, the reason, and the assumptions."""

import math

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine import Problem
from engine.kelly.sizes import SLACK, any_size_allowed, call_size, vanishes
from gui.look.scale import px, text_font
from gui.look.styling import set_rich_tip
from gui.look.theme import TEXT, TEXT_HERO, TEXT_LARGE, TEXT_SMALL, font
from gui.pages.kelly.played_words import played_line, played_reason
from gui.pages.kelly.question import SIDE_POTS, KellyQuestion, range_note
from gui.pages.kelly.words import (
    advice_headline,
    advice_reason,
    answers_text,
    odds_line,
    odds_reason,
    panel_field_title,
    side_pots_text,
)
from gui.parts.answer_card import AnswerCard
from gui.parts.build import label
from gui.parts.chip_button import chip_button
from gui.words.captions import chips_note
from gui.words.formatting import chips

TIP = (
    "<b>Advice</b>: of all legal actions this lets the bankroll W grow most in the long run, growth being "
    "g = Σ p ln(1 + net/W). Full Kelly bets exactly that, half Kelly half of it. The 95 % interval is the sampling "
    "error of the simulation; it narrows as the run continues."
)


SHRUNK_TIP = (
    "<b>Reduced for uncertainty</b>: f² / (f² + (df/dp)² s²) times the bet; s is how many points the true equity may "
    "be off: too large a bet costs more growth than one too small (Baker and McHale 2013)."
)
MARGIN, LOW_MARGIN = 10, 5
"""Pixels above and below the texts; the second on a page of little height."""
SIDES, TO_FIELD = 32, 104
"""Pixels to the left and right of the texts: the margins of the card, and the widgets that lead to a field."""
USUAL_LINE = "Raise to 2\u00a0000 by pot odds: need 33.33\u00a0%, have 60.00\u00a0%"
USUAL_REASON = (
    "EV in chips: fold 0, call 500 +400, raise to 1\u00a0250 (half pot) +550, raise to 2\u00a0000 (pot) +700."
)
USUAL_ASSUMPTION = (
    "Enter your bankroll: all your poker money without the pot. Until then the advice is by chip EV, without risk."
)
"""Texts of the usual length of an advice, by which the card gets its height; on a narrow page they wrap."""


class AdviceCard(AnswerCard):
    """Labels ``<name>.line``, ``<name>.reason`` and ``<name>.assumes``.

    If a field is wrong or missing, the chip ``<name>.go`` names it; a click emits ``field_wanted`` with its key.
    """

    field_wanted = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, fields: bool = False) -> None:
        """``fields``: whether the fields of the panel are on the same page, so that the card can link to them."""
        super().__init__(name, "Advice", name, TIP, parent, margin=MARGIN)
        self._fields, self._field = fields, ""
        self._shrunk = label(name=f"{name}.shrunk", weight=QFont.Weight.Normal)
        self._shrunk.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        set_rich_tip(self._shrunk, SHRUNK_TIP)
        self._shrunk.hide()
        self._row.addWidget(self._shrunk)
        self._go = chip_button("", f"{name}.go", self._on_go, "Go to the field", parent=self)
        self._go.hide()
        self._row.addWidget(self._go)
        self.set_low(False)

    def set_low(self, low: bool) -> None:
        """Use a smaller headline and one line of assumptions instead of two if the page is low."""
        self._low = low
        self._head_size = TEXT_LARGE if low else TEXT_HERO
        margin = self._margin
        self._row.setContentsMargins(16, margin, 16, margin)
        self.setMinimumHeight(self._least)
        self._show_line(self._head, self._rest, stale=self._stale)
        self._keep_height()

    def show_message(self, text: str) -> None:
        """Show a text instead of an advice."""
        self._show_go("", "")
        self._show_texts("", text)

    def render_question(self, question: KellyQuestion, assumed: str = "") -> None:
        """Show the advice; until there is one, the advice by chips alone, or the inputs that are missing.

        ``assumed``: the assumptions of an advice on simulated outcomes.
        """
        self._show_field(question)
        if question.played is not None:
            line = provisional_line(question, played_line(question))
            self._show_texts(*line, played_reason(question), assumed, stale=question.stale or bool(question.under_way))
        elif question.answer is not None and question.request is not None:
            line = provisional_line(
                question, advice_headline(question.answer, question.request, question.put_in, question.least_gain)
            )
            why = advice_reason(question.answer, question.request)
            assumes, shrunk = advice_assumptions(question), shrunk_text(question)
            self._show_texts(*line, why, assumes, shrunk, stale=not question.final)
        elif question.by_chips is not None:
            line, why = (
                provisional_line(question, odds_line(question.by_chips)),
                odds_reason(question.by_chips, question.put_in),
            )
            left_out = f"{question.missing} Until then the advice is by chip EV, without risk."
            self._show_texts(*line, why, left_out, stale=bool(question.under_way))
        else:
            problem = _wrong(question)
            self._show_texts("", question.missing or (f"Please check: {_named(problem, question)}." if problem else ""))

    def _show_texts(
        self, head: str, rest: str, why: str = "", assumed: str = "", shrunk: str = "", *, stale: bool = False
    ) -> None:
        """Show all texts of the card, so that none of an earlier advice stays; only the bet
        ``shrunk`` for doubt is next to the line."""
        self._show_line(head, rest, stale=stale)
        for part, text in ((self._reason, why), (self._assumes, assumed), (self._shrunk, shrunk)):
            part.setText(text)
            part.setVisible(bool(text))
        self._shrunk.setAccessibleName(shrunk.replace("\n", " "))
        self._shrunk.setEnabled(not stale)
        self._keep_height()
        self.update()

    @property
    def _margin(self) -> int:
        return LOW_MARGIN if self._low else MARGIN

    @property
    def _least(self) -> int:
        """The height of a usual advice, so that the widgets below do not move when an advice appears."""
        few = (TEXT_SMALL,) if self._low else (TEXT_SMALL, TEXT_SMALL)
        lines = px(sum(QFontMetrics(font(size)).height() for size in (self._head_size, TEXT, TEXT, *few)))
        return max(lines, self._wrapped) + 2 * self._margin + 8

    @property
    def _wrapped(self) -> int:
        """The height of the usual texts in the present width."""
        beside = SIDES + TO_FIELD if self._fields else SIDES
        room = QRect(0, 0, max(self.width() - px(beside), 1), 0)
        bold = QFont.Weight.DemiBold
        texts = (
            (text_font(TEXT_LARGE, bold), USUAL_LINE),
            (text_font(TEXT), USUAL_REASON),
            (text_font(TEXT_SMALL), USUAL_ASSUMPTION),
        )
        wrap = Qt.TextFlag.TextWordWrap
        head = QFontMetrics(text_font(self._head_size)).height() - QFontMetrics(text_font(TEXT_LARGE)).height()
        return head + sum(QFontMetrics(face).boundingRect(room, wrap, text).height() for face, text in texts)

    def _keep_height(self) -> None:
        """Keep at least the previous height, so that the widgets below do not move when a text gets shorter."""
        layout = self.layout()
        if layout is not None and self.isVisible():
            layout.activate()
            self.setMinimumHeight(max(self.minimumHeight(), layout.heightForWidth(self.width())))

    def _show_field(self, question: KellyQuestion) -> None:
        """Offer to go to the field that is wrong, else to one that is missing."""
        problem = _wrong(question) or next(iter(question.problems), None)
        title = "" if problem is None or not self._fields else panel_field_title(problem.field, question.scenario)
        self._show_go(problem.field if problem is not None and title else "", title)

    def _show_go(self, field: str, title: str) -> None:
        """Offer to go to a field with this title; "": to none."""
        self._field = field
        self._go.setText(f"go to {title}")
        self._go.setAccessibleName(f"Go to {title}")
        self._go.updateGeometry()
        self._go.setVisible(bool(self._field))

    @Slot()
    def _on_go(self) -> None:
        self.field_wanted.emit(self._field)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # An event without a change follows a change of the text size (``repeat_size``), which needs other heights.
        if event.oldSize().width() != event.size().width() or event.oldSize() == event.size():
            self.setMinimumHeight(self._least)
            self._keep_height()


def provisional_line(question: KellyQuestion, line: tuple[str, str]) -> tuple[str, str]:
    """Return the line of an advice; if it may still change, that replaces its reasons."""
    if not question.under_way:
        return line
    head = line[0] if question.stale else f"So far: {line[0][:1].lower()}{line[0][1:]}"
    return head, f", {question.under_way} …"


def _wrong(question: KellyQuestion) -> Problem | None:
    return next((problem for problem in question.problems if not problem.incomplete), None)


def _named(problem: Problem, question: KellyQuestion) -> str:
    title = panel_field_title(problem.field, question.scenario)
    return f"{title}: {problem.message}" if title else problem.message


def shrunk_text(question: KellyQuestion) -> str:
    """Return the bet reduced for uncertainty on three short lines, or "" if no bet of free size is advised."""
    answer, request, doubt = question.answer, question.request, question.doubt
    if answer is None or request is None or doubt is None or not doubt.factor or request.terms.choices:
        return ""
    if answer.decision not in ("bet", "raise") or vanishes(answer, request):
        return ""
    if math.isclose(doubt.shrunk, answer.bet, rel_tol=SLACK):  # a limit holds both
        return ""
    price = call_size(answer)
    already = question.put_in or 0.0
    if doubt.shrunk <= price * (1.0 + SLACK):
        size = request.terms.zero if not doubt.shrunk else f"call {chips(doubt.shrunk)}"
    else:
        size = f"{'to ' if already or price else ''}{chips(doubt.shrunk + already)}"
    return f"reduced for\nuncertainty\n{size} (× {doubt.factor:.2f})"


def advice_assumptions(question: KellyQuestion) -> str:
    """Return the assumptions of the advice."""
    request = question.request
    if request is None:
        return ""
    text = f"Assumes a showdown with no further betting (all in), and that {answers_text(request)}."
    note = "" if question.typed else range_note(question.scenario, question.seat)
    parts = text, chips_note(question.scenario), side_pot_note(question), note
    return " ".join(part for part in parts if part)


def side_pot_note(question: KellyQuestion) -> str:
    """Return how side pots are treated if the stacks allow one or leave a part uncalled, or ""."""
    request, matched = question.request, question.matched
    if request is None or not matched:
        return ""
    most = question.own if request.terms.max_bet is None else request.terms.max_bet
    notes = []
    if request.wager.finishing_orders is not None:
        return f"{side_pots_text(request)}."
    if request.wager.reach:
        least = min(request.wager.reach)
        short = [name for name, reach in zip(question.opponents, request.wager.reach, strict=True) if reach == least]
        can = f"can match only {chips(least)}" if least else ("is all in" if len(short) == 1 else "are all in")
        who = f"{' and '.join(short)} {can}"
        if len(matched) == 1:
            return f"{who}: the uncalled part of a bet is returned to you."
        if question.under_way == SIDE_POTS:
            return (
                f"Side pot: {who}. What you add{' beyond that' if least else ''} counts as won only if you beat "
                "everybody, until the side pots have been computed: a lower bound."
            )
        notes.append(
            f"Side pot: {who}. What you add{' beyond that' if least else ''} counts as won only if you beat everybody, "
            "so this is a lower bound and the advice is conservative."
        )
    free = any_size_allowed(request.terms) and most != request.pot_limit
    if most < question.own and free and any(m > most for m in matched):
        without = _names(question, matched, min(m for m in matched if m >= most))
        notes.append(f"A bet of more than {chips(most)} would create a side pot without {without}: not considered.")
    return " ".join(notes)


def _names(question: KellyQuestion, matched: tuple[float, ...], match: float) -> str:
    """Return the names of the opponents who can match exactly ``match``."""
    return " and ".join(name for name, m in zip(question.opponents, matched, strict=True) if m == match)
