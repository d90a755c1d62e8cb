"""The advice on one line, why, and what it assumes."""

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from engine.kelly.request import KellyRequest
from gui.look.theme import TEXT, TEXT_HERO, TEXT_SMALL, Look, font
from gui.pages.kelly.model import range_note
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import answers_text, brief_advice, chips, headline, reason
from gui.parts.answer_card import AnswerCard

TIP = (
    "<b>What to do</b>: of all that is allowed this lets the bankroll W grow most in the long run, growth being "
    "g = Σ p ln(1 + net/W). Full Kelly bets just that, half Kelly half of it. The 95 % interval is what the "
    "error of the simulation leaves open; it closes as the run goes on."
)


class AdviceCard(AnswerCard):
    """Labels ``<name>.line``, ``<name>.reason`` and ``<name>.assumes``."""

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(name, "Advice", name, TIP, look, parent, margin=10)
        lines = sum(QFontMetrics(font(size)).height() for size in (TEXT_HERO, TEXT, TEXT_SMALL, TEXT_SMALL))
        self.setMinimumHeight(lines + 28)  # what stands below does not move when an advice comes or goes

    def show_message(self, text: str) -> None:
        """Show a text in place of an advice."""
        self._show_line("", text)
        self._reason.hide()
        self._assumes.hide()
        self.update()

    def render_question(self, question: Question) -> None:
        if question.answer is None or question.request is None:
            wrong = next((p for p in question.problems if not p.incomplete), None)
            self.show_message(question.missing or (f"Not yet: {wrong.message}." if wrong else ""))
            return
        text = headline(question.answer, question.request, question.put_in)
        short = brief_advice(question.answer, question.put_in)
        self._show_line(short, text[len(short) :], stale=question.stale)
        self._reason.setText(reason(question.answer, question.request))
        self._assumes.setText(assumptions(question))
        self._reason.show()
        self._assumes.show()
        self.update()


def assumptions(question: Question) -> str:
    """Return what the advice takes for granted."""
    request = question.request
    if request is None:
        return ""
    text = f"Assumes a showdown with no further betting (all in), and that {answers_text(request)}."
    note = "" if question.typed else range_note(question.scenario, question.seat)
    return " ".join(part for part in (text, side_pot_note(question), note) if part)


def side_pot_note(question: Question) -> str:
    """Return what is computed where the stacks make a side pot possible, or leave a part uncalled; else empty."""
    request, matched = question.request, question.matched
    if request is None or not matched:
        return ""
    most = question.own if request.terms.max_bet is None else request.terms.max_bet
    notes = []
    if request.wager.orders is not None:
        return "Side pots are exact: each is paid to the best of those who are in it."
    if request.wager.reach:
        least = min(request.wager.reach)
        can = f"can match only {chips(least)}" if least else "can match nothing more"
        who = f"{_names(question, request.wager.reach, least)} {can}"
        if len(matched) == 1:
            return f"{who}: the rest of a bet comes back to you."
        notes.append(
            f"Side pot: {who}. What you add{' beyond that' if least else ''} counts as won only if you beat everybody, "
            "so this is a lower bound and the advice on the careful side."
        )
    if most < question.own and not request.terms.choices and any(m > most for m in matched) and _may_bet(request):
        without = _names(question, matched, min(m for m in matched if m >= most))
        notes.append(f"Adding more than {chips(most)} would make a side pot without {without}: not considered.")
    return " ".join(notes)


def _names(question: Question, matched: tuple[float, ...], match: float) -> str:
    """Return who can match so much and no more."""
    return " and ".join(name for name, m in zip(question.opponents, matched, strict=True) if m == match)


def _may_bet(request: KellyRequest) -> bool:
    return request.terms.price is None or request.terms.can_raise
