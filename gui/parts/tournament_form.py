"""The form of a tournament: stacks, prizes, prize pool, usual prize structures, players at other tables."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from engine import Problem, Scenario, ScenarioError
from engine.kelly.hand.session import tracked_session
from engine.kelly.panel import is_tracking, kelly_panel
from engine.scenario.fields import FieldSpec
from engine.scenario.tournament import (
    OTHER_PLAYERS,
    OTHER_STACKS,
    PAYOUTS,
    POOL,
    STACKS,
    Others,
    Tournament,
    numbers_to_text,
    payouts_from_text,
    stacks_from_text,
)
from engine.tournament.deals import mean_stack, payout_structures
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.parts.build import NO_MARGINS, MenuButton, add_actions, bare_grid, column, filled, keep_room, named
from gui.parts.chip_button import chip_button
from gui.parts.form import PanelForm
from gui.parts.text_entry import EntryField, TextField
from gui.state.document import Document

Numbers = tuple[float | None, ...]
NOT_TYPED = "No stacks are known: enter them on Kelly (chips by player) or open a hand."


NARROW = 56
"""Width in pixels of the field for a number of players."""
PROBLEM_HEIGHT = 22
"""Height reserved for an error below a field, so that nothing moves when it appears."""


def numbers_field(
    name: str, title: str, hint: str, tip: str, read: Callable[[str], Numbers], parent: QWidget
) -> TextField:
    """Return a field for a list of numbers, whose problem line the owner places."""
    return TextField(name, title, hint, tip, read, numbers_to_text, parent, below=False)


def others_from_text(text: str) -> tuple[float, ...]:
    """Return the stacks of players at other tables.

    Raises:
        ScenarioError: one of them is not a stack, with its position.
    """
    return tuple(stack for stack in stacks_from_text(text) if stack is not None)


def table_stacks(scenario: Scenario) -> Numbers:
    """Return the chips of each seat before the hand, from the tracked hand or the page *Kelly*.

    These are the stack and the chips in the pot. None: the chips of this seat are unknown; (): those of all seats are.
    """
    if is_tracking(scenario):
        try:
            hand = tracked_session(scenario)
        except ScenarioError:
            hand = None
        players = () if hand is None else hand.state.players
        return tuple(player.stack + player.committed or None for player in players)
    panel = kelly_panel(scenario)
    stacks: list[float | None] = []
    for seat in range(len(scenario.seats)):
        stack = panel.stacks[seat] if seat < len(panel.stacks) else None
        paid = panel.chips[seat] if seat < len(panel.chips) else None
        stacks.append(None if stack is None else stack + (paid or 0.0) or None)
    return tuple(stacks) if any(stacks) else ()


def with_pool(tournament: Tournament, pool: float | None) -> Tournament:
    """Return the tournament with its prizes scaled to another sum, unchanged without prizes or without a sum."""
    total = sum(tournament.payouts)
    if pool is None or total <= 0.0:
        return tournament
    # Rounded against the noise of floating-point numbers, which the field would show.
    return replace(tournament, payouts=tuple(round(prize * pool / total, 9) for prize in tournament.payouts))


def with_players(tournament: Tournament, players: int | None) -> Tournament:
    """Return the tournament with another number of players at other tables, who keep their mean stack."""
    stack = tournament.others.stack if tournament.others else mean_stack(tournament.stacks) or 1.0
    return replace(tournament, others=None if players is None else Others(players, stack))


def with_other_stacks(tournament: Tournament, stacks: tuple[float, ...]) -> Tournament:
    """Return the tournament with other stacks at other tables.

    Several stacks are those of all players. One stack, or none, is the average of a number of players that was
    typed; without such a number, no stack means no players.
    """
    old = tournament.others
    if len(stacks) > 1:
        return replace(tournament, others=Others.of(stacks))
    if not stacks and (old is None or old.each or old.players == 1):
        return replace(tournament, others=None)
    stack = stacks[0] if stacks else mean_stack(tournament.stacks) or 1.0
    return replace(tournament, others=Others(old.players if old else len(stacks), stack))


EDITS: Mapping[str, tuple[str, Callable[[Tournament, Any], Tournament]]] = {
    "stacks": ("stacks", lambda now, stacks: replace(now, stacks=stacks)),
    "payouts": ("prizes", lambda now, prizes: replace(now, payouts=tuple(prize or 0.0 for prize in prizes))),
    "pool": ("prize pool", with_pool),
    "others": ("players at other tables", with_players),
    "other_stack": ("stacks at other tables", with_other_stacks),
}
"""By field: the name of its edit, and the function that returns the tournament with its value."""


class TournamentForm(Guarded, QWidget):
    """A form that edits the tournament of the document."""

    def __init__(
        self,
        name: str,
        document: Document,
        message: Callable[[str, bool], object],
        parent: QWidget,
        *,
        more: tuple[TextField, QWidget] | None = None,
    ) -> None:
        """``name`` is the prefix of the objectNames; ``more``: a field instead of the pool, and a widget below."""
        super().__init__(parent)
        self._document, self._message, self._more = document, message, more
        named(self, f"{name}.form", "Stacks and payouts")
        form = self._form = PanelForm(name, self._on_edited)
        text = partial(form.text, parent=self, write=numbers_to_text, below=False)
        self.stacks, self.payouts = text(STACKS, read=stacks_from_text), text(PAYOUTS, read=payouts_from_text)
        self._pool = form.field(POOL, self)
        self._others = form.field(OTHER_PLAYERS, self, title=OTHER_PLAYERS.label, width=NARROW)
        self._other_stacks = text(OTHER_STACKS, read=others_from_text)
        self.take = chip_button(
            "from the table", f"{name}.take", self._on_take, "Stacks from the table",
            "Take the starting stacks of the seats from Kelly, a tracked hand or an opened hand",
        )  # fmt: skip
        self.usual = named(MenuButton(self), f"{name}.usual", "Typical payouts", "Typical payout structures")
        self.usual.setText("typical")
        menu = QMenu(self.usual)
        rows = ((str(i), row.name, lambda _=False, i=i: self._use(i)) for i, row in enumerate(payout_structures()))
        add_actions(menu, f"{name}.usual", *rows)
        self.usual.setMenu(menu)
        self._build()
        self.render_tournament()

    def _build(self) -> None:
        """Lay out stacks and prizes in a row each with its problem below, then the numbers in one row."""
        grid = bare_grid(self, 8, 2)
        for row, (field, button) in enumerate(((self.stacks, self.take), (self.payouts, self.usual))):
            grid.addWidget(field.captioned((STACKS, PAYOUTS)[row].label), 2 * row, 0)
            grid.addWidget(field, 2 * row, 1)
            grid.addWidget(button, 2 * row, 2)
            # The room for a problem is reserved, so that the form does not move while a text is typed.
            at_least(field.problem_line, height=PROBLEM_HEIGHT)
            keep_room(field.problem_line)
            grid.addWidget(field.problem_line, 2 * row + 1, 1, 1, 2)
        numbers = filled(QHBoxLayout(), self._pool, spacing=8)
        self._pool.setVisible(self._more is None)
        rest: dict[str, EntryField] = {OTHER_PLAYERS.label: self._others, "each": self._other_stacks}
        if self._more is not None:
            rest["Bounties"] = self._more[0]
            grid.addWidget(self._more[1], 6, 0, 1, 3)
        for title, entry in rest.items():
            filled(numbers, entry.captioned(title), (entry, int(entry is not self._others)), spacing=8)
        grid.addLayout(numbers, 4, 0, 1, 3)
        problems = column(*(entry.problem_line for entry in rest.values()), spacing=0, margins=NO_MARGINS)
        at_least(problems, height=PROBLEM_HEIGHT)
        grid.addWidget(problems, 5, 0, 1, 3)
        grid.setColumnStretch(1, 1)

    @property
    def _now(self) -> Tournament:
        return self._document.scenario.tournament or Tournament()

    def render_tournament(self) -> None:
        """Show the current values."""
        now = self._now
        self.stacks.show_value(now.stacks)
        self.payouts.show_value(now.payouts)
        self._pool.show_value(round(sum(now.payouts), 9) or None)
        self._pool.setEnabled(bool(now.payouts))
        self._others.show_value(now.others.players if now.others else None)
        self._other_stacks.show_value(now.others.each or (now.others.stack,) if now.others else ())

    def _edit(self, label: str, tournament: Tournament, merge: str = "") -> Problem | None:
        """Replace the tournament as an undo step; if the new one has a problem, change nothing and return it."""
        if tournament.problem is not None:
            return tournament.problem
        problems = self._document.edit(f"Tournament: {label}", merge=merge or None, tournament=tournament)
        if problems:
            self._message(problems[0].message, True)
        return None

    def _on_edited(self, spec: FieldSpec, value: Any, merge: str) -> None:
        """Set the value of a field; if the tournament would have a problem, show it at the field."""
        label, changed = EDITS[spec.key]
        problem = self._edit(label, changed(self._now, value), merge)
        if problem is not None:
            self._form.fields[spec.key].entry.refuse(problem)

    @Slot()
    def _on_take(self) -> None:
        stacks = table_stacks(self._document.scenario)
        if not stacks:
            self._message(NOT_TYPED, True)
            return
        self._edit("stacks from the table", replace(self._now, stacks=stacks))

    def _use(self, index: int) -> None:
        """Use the prizes of a usual structure, scaled to the current pool."""
        now, selected = self._now, payout_structures()[index].payouts
        # A pool that is the sum of some structure has not been typed: its prizes are percentages.
        usual = {sum(row.payouts) for row in payout_structures()}
        pool = sum(now.payouts)
        scale = pool / sum(selected) if pool and all(abs(pool - each) > 1e-6 for each in usual) else 1.0
        payouts = tuple(round(prize * scale, 9) for prize in selected)
        self._edit(payout_structures()[index].name, replace(now, payouts=payouts))
