"""What the pinned table answers before the flop, asked in the background, and how the present answer differs."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, Scenario
from engine.preflop.changes import WorthChange, action_changes, class_changes
from engine.preflop.request import PreflopRequest
from engine.ranges.holdem_matrix import ALL_PLACES, class_name, kind_of
from gui.charts.figure import Table
from gui.look.changes import is_seen
from gui.pages.preflop.asks import Decided, EveryHand, ask_decision, ask_hands
from gui.pages.preflop.model import Ask, PreflopModel, Question, Step, situation_of
from gui.pages.preflop.words import action_name, margin, worth
from gui.parts.cells import Cell
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.session import Pinned, Session

KINDS = ("decision", "hands")
LEAST_TONE = 0.12


class PinnedAnswers(QObject):
    """Asks the question of the view on show about the pinned table as well; ``changed``: other differences are known.

    A pinned table without a situation of its own has that of the present one.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        model: PreflopModel,
        questions: Questions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._model, self._questions = document, session, model, questions
        self._kind = ""
        self._known: dict[str, tuple[Hashable, Any]] = {}
        """The last answer of each kind, and the key of its question."""
        self._wanted: Question | None = None
        self._about: tuple[Pinned | None, Scenario, str] | None = None
        self._asked: Question | None = None
        """The question ``about`` these, which is not read anew at every step of a run."""
        model.changed.connect(self._follow)
        session.changed.connect(self._follow)
        questions.answered.connect(self._on_answered)

    def want(self, kind: str) -> None:
        """Compare answers of this kind from now on, none where it is no kind that is compared."""
        self._kind = kind if kind in KINDS else ""
        self._follow()

    def actions(self) -> tuple[WorthChange, ...]:
        """Return how the worth of the actions differs, as far as that is known."""
        before, after = self._pair("decision")
        if isinstance(before, Decided) and isinstance(after, Decided):
            return action_changes(before.answer, after.answer)
        return ()

    def classes(self) -> Mapping[str, WorthChange]:
        """Return how the worth of the classes of hands differs, as far as that is known."""
        before, after = self._pair("hands")
        if isinstance(before, EveryHand) and isinstance(after, EveryHand):
            return class_changes(before.answer, after.answer)
        return {}

    def _pair(self, kind: str) -> tuple[Any, Any]:
        """Return both answers, None where one is not known or not that of the table."""
        present, (key, before) = self._model.answer(kind), self._known.get(kind, (None, None))
        wanted = self._question() if kind == self._kind else None
        if present is None or present.stale or wanted is None or wanted.key != key:
            return None, None
        return before, present.value

    def _question(self) -> Question | None:
        """Return the question about the pinned table; None where it is that of the present one, or there is none."""
        about = self._session.pinned, self._document.scenario, self._kind
        if self._about is None or any(one is not other for one, other in zip(about, self._about, strict=True)):
            self._about, self._asked = about, self._question_of(*about)
        return self._asked

    def _question_of(self, pinned: Pinned | None, scenario: Scenario, kind: str) -> Question | None:
        if not kind or pinned is None or not GAMES[scenario.game].combo_ranges:
            return None
        if pinned.scenario.game != scenario.game or self._model.situation.request is None:
            return None
        situation = situation_of(_with_situation(pinned.scenario, scenario), self._document.orders)
        if situation.example:
            return None
        ask: Ask = partial(ask_decision if kind == "decision" else ask_hands, self._document.orders)
        found, present = ask(situation), ask(self._model.situation)
        return found[0] if found and present and found[0].key != present[0].key else None

    @Slot()
    def _follow(self) -> None:
        question = self._question()
        known = self._known.get(self._kind, (None, None))[0]
        if question is None or question.key == known:
            if self._wanted is not None:
                self._wanted = None
                self._questions.stop()
        elif (self._wanted is None or self._wanted.key != question.key) and not self._model.busy:
            self._wanted = question
            self._questions.ask(question.key, question.work)

    @Slot(object, object)
    def _on_answered(self, key: Hashable, step: Step) -> None:
        if self._wanted is not None and key == self._wanted.key and step.value is not None:
            self._known[self._wanted.kind] = key, step.value
            self.changed.emit()


def _with_situation(before: Scenario, after: Scenario) -> Scenario:
    return replace(before, preflop=after.preflop) if before.preflop is None else before


def in_words(changes: tuple[WorthChange, ...], request: PreflopRequest) -> str:
    """Return how the actions differ from the pinned table, in a sentence; empty where there is nothing to say."""
    parts = []
    for change in changes:
        if change.actions[1] != "fold":
            around = margin(change.stderr)
            told = f"{worth(change.change, change.stderr)}{f' ({around})' if around else ''}"
            was = worth(change.before, change.stderr)
            parts.append(f"{action_name(change.actions[1], request.raise_to)} {told}, was {was}")
    return f"Against the pinned table: {'; '.join(parts)}." if parts else ""


def change_cells(changes: Mapping[str, WorthChange], chosen: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the 169 cells by how much more a hand is worth than on the pinned table: blue more, orange less; what the
    error leaves open is plain."""
    most = max((abs(change.change) for change in changes.values()), default=0.0)
    return tuple(_cell(class_name(place), kind_of(place) == "p", changes, chosen, most) for place in ALL_PLACES)


def changes_table(changes: Mapping[str, WorthChange]) -> Table:
    """Return the differences as header and rows, in chips."""
    header = ("hand", "pinned", "worth pinned", "now", "worth now", "change", "stderr")
    rows = ((n, c.actions[0], c.before, c.actions[1], c.after, c.change, c.stderr) for n, c in changes.items())
    return header, list(rows)


def _cell(name: str, pair: bool, changes: Mapping[str, WorthChange], chosen: tuple[str, ...], most: float) -> Cell:
    change = changes.get(name)
    bare = Cell(name, strong=pair, framed=name in chosen, speech=name)
    if change is None:
        return bare
    told, around = worth(change.change, change.stderr), margin(change.stderr)
    ends = f"{change.actions[0]} {worth(change.before)}, now {change.actions[1]} {worth(change.after)}"
    speech = f"{name}: {told}{f' {around}' if around else ''} against the pinned table: {ends}"
    if not is_seen(change):
        return replace(bare, speech=speech)
    depth = LEAST_TONE + (1 - LEAST_TONE) * abs(change.change) / most
    tone = depth if change.change > 0 else -depth
    return replace(bare, weight=1.0, hot=True, tone=tone, note=told, speech=speech)
