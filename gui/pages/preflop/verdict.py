"""The answer on one line, why it is so, and what it leaves out."""

from html import escape

from PySide6.QtWidgets import QWidget

from gui.look.styling import set_rich_tip
from gui.look.theme import Look
from gui.parts.answer_card import AnswerCard

TIP = (
    "<b>EV</b>: what the action gains on average, in chips, against folding now (0). Every flop is looked at: hero "
    "gives it up where going on would lose, else both bet as is said under <i>Situation</i> and the hands are shown. "
    "Chips that are in the middle already belong to it. The article behind this divides twice by the number of flops "
    "and charges a raise that everybody folds to; neither is done here."
)
LEFT_OUT = (
    ("Nobody re-raises", "A raise is called or folded to; a re-raise is not looked at."),
    ("opponents pay on every flop", "Opponents never fold after the flop: they pay their share on every one."),
    ("no stacks", "Everybody has the chips for all bets: there are no stacks and no side pots."),
    (
        "a free card counts as nothing",
        "Where checking is free, a flop that is given up is worth 0: that is a lower bound.",
    ),
)
"""What the model leaves out: in short, and in a sentence."""


class VerdictCard(AnswerCard):
    """Labels ``preflop.line``, ``preflop.reason`` and ``preflop.assumes``."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("preflop.verdict", "What to do before the flop", "preflop", TIP, look, parent, margin=8)
        self._assumes.setText(" · ".join(short for short, _ in LEFT_OUT))
        set_rich_tip(self._assumes, "<br>".join(escape(line) for _, line in LEFT_OUT))

    def show_verdict(self, head: str, rest: str, reason: str, *, stale: bool) -> None:
        """Show an answer: the best action, the others, and why; ``stale``: the situation has changed since."""
        self._show_line(head, rest, stale=stale)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._reason.setEnabled(not stale)
        self._assumes.setVisible(bool(head))
