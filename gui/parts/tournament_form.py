"""The form of a tournament: stacks, prizes, prize pool, usual prize structures, players at other tables."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from engine import Problem, Scenario, ScenarioError
from engine.kelly.hand.session import tracked_session
from engine.kelly.panel import is_tracking, kelly_panel
from engine.scenario.fields import Bounds, FieldSpec
from engine.scenario.tournament import (
    MAX_AMOUNT,
    MAX_PLAYERS,
    Others,
    Tournament,
    numbers_to_text,
    payouts_from_text,
    stacks_from_text,
)
from engine.tournament.deals import mean_stack, payout_structures
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.parts.build import NO_MARGINS, MenuButton, add_actions, bare_grid, column, filled, keep_room, label, named
from gui.parts.chip_button import chip_button
from gui.parts.number_field import NumberField
from gui.parts.text_entry import EntryField, TextField
from gui.state.document import Document

Numbers = tuple[float | None, ...]
POOL = FieldSpec(
    "pool", "Pool", "chips",
    "<b>Prize pool</b>: the sum of the prizes. Another sum scales all of them: percentages become money.",
    "", None, Bounds(above=0.0, at_most=MAX_AMOUNT),
)  # fmt: skip
OTHER_PLAYERS = FieldSpec(
    "players", "At other tables", "whole",
    "<b>Players at other tables</b>: how many are left there.",
    "none", None, Bounds(at_least=1, at_most=MAX_PLAYERS), name="others",
)  # fmt: skip
NOT_TYPED = "Nobody's stack is typed on Kelly (chips by player) or known from a hand."
STACKS_TIP = "In the order of the seats, as in 12000 8500 3k; - for a seat without a stack; further ones have no seat"
EACH_TIP = "Stacks at other tables: the mean one, or those of all players there, as in 12000 8k"
PRIZES_TIP = "The first place first, in money or in percent, as in 50 30 20"


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
        named(self, f"{name}.form", "Stacks and prizes")
        hint = "as in 12000 8500 3k"
        self.stacks = numbers_field(f"{name}.stacks", "Stacks", hint, STACKS_TIP, stacks_from_text, self)
        self.payouts = numbers_field(f"{name}.payouts", "Prizes", "as in 50 30 20", PRIZES_TIP, payouts_from_text, self)
        self.pool = NumberField(POOL, f"{name}.pool", self)
        self.others = NumberField(OTHER_PLAYERS, f"{name}.others", self, title=OTHER_PLAYERS.label, width=NARROW)
        title, hint = "Stacks at other tables", "the mean stack, or all"
        self.other_stack = numbers_field(f"{name}.otherStack", title, hint, EACH_TIP, others_from_text, self)
        self.take = chip_button(
            "from the table", f"{name}.take", self._on_take, "Stacks from the table",
            "Takes the chips of the seats as Kelly, a tracked hand or an opened hand have them, before the hand",
        )  # fmt: skip
        self.usual = named(MenuButton(self), f"{name}.usual", "Usual prizes", "Usual ways to share the prizes")
        self.usual.setText("usual")
        menu = QMenu(self.usual)
        rows = ((str(i), row.name, lambda _=False, i=i: self._use(i)) for i, row in enumerate(payout_structures()))
        add_actions(menu, f"{name}.usual", *rows)
        self.usual.setMenu(menu)
        self._build()
        self.stacks.edited.connect(self._on_stacks)
        self.payouts.edited.connect(self._on_payouts)
        self.pool.edited.connect(self._on_pool)
        self.others.edited.connect(self._on_others)
        self.other_stack.edited.connect(self._on_other_stack)
        self.render_tournament()

    def _build(self) -> None:
        """Lay out stacks and prizes in a row each with its problem below, then the numbers in one row."""
        grid = bare_grid(self, 8, 2)
        for row, (title, field, button) in enumerate(
            (("Stacks", self.stacks, self.take), ("Prizes", self.payouts, self.usual))
        ):
            words = label(title, role="")
            words.setBuddy(field.entry)
            grid.addWidget(words, 2 * row, 0)
            grid.addWidget(field, 2 * row, 1)
            grid.addWidget(button, 2 * row, 2)
            # The room for a problem is reserved, so that the form does not move while a text is typed.
            at_least(field.problem_line, height=PROBLEM_HEIGHT)
            keep_room(field.problem_line)
            grid.addWidget(field.problem_line, 2 * row + 1, 1, 1, 2)
        numbers = filled(QHBoxLayout(), self.pool, spacing=8)
        self.pool.setVisible(self._more is None)
        rest: dict[str, EntryField] = {"At other tables": self.others, "each": self.other_stack}
        if self._more is not None:
            rest["Bounties"] = self._more[0]
            grid.addWidget(self._more[1], 6, 0, 1, 3)
        for title, entry in rest.items():
            words = label(title, role="")
            words.setBuddy(entry.entry)
            filled(numbers, words, (entry, int(entry is not self.others)), spacing=8)
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
        self.pool.show_value(round(sum(now.payouts), 9) or None)
        self.pool.setEnabled(bool(now.payouts))
        self.others.show_value(now.others.players if now.others else None)
        self.other_stack.show_value(now.others.each or (now.others.stack,) if now.others else ())

    def _edit(self, label: str, tournament: Tournament, merge: str = "") -> Problem | None:
        """Replace the tournament as an undo step; if the new one has a problem, change nothing and return it."""
        if tournament.problem is not None:
            return tournament.problem
        problems = self._document.edit(f"Tournament: {label}", merge=merge or None, tournament=tournament)
        if problems:
            self._message(problems[0].message, True)
        return None

    @Slot(object, str)
    def _on_stacks(self, values: Numbers, merge: str) -> None:
        problem = self._edit("stacks", replace(self._now, stacks=values), merge)
        if problem is not None:
            self.stacks.entry.refuse(problem)

    @Slot(object, str)
    def _on_payouts(self, values: Numbers, merge: str) -> None:
        self._edit("prizes", replace(self._now, payouts=tuple(value or 0.0 for value in values)), merge)

    @Slot(object, str)
    def _on_pool(self, pool: float | None, merge: str) -> None:
        """Scale all prizes so that they add up to the typed prize pool."""
        payouts = self._now.payouts
        if pool is not None and sum(payouts) > 0.0:
            # Rounded against the noise of floating-point numbers, which the field would show.
            scaled = tuple(round(prize * pool / sum(payouts), 9) for prize in payouts)
            self._edit("prize pool", replace(self._now, payouts=scaled), merge)

    @Slot(object, str)
    def _on_others(self, players: int | None, merge: str) -> None:
        """Store the number of players at other tables, with the mean stack as that of each at first."""
        now = self._now
        stack = now.others.stack if now.others else mean_stack(now.stacks) or 1.0
        after = replace(now, others=None if players is None else Others(players, stack))
        problem = self._edit("players at other tables", after, merge)
        if problem is not None:
            self.others.entry.refuse(problem)

    @Slot(object, str)
    def _on_other_stack(self, stacks: tuple[float, ...], merge: str) -> None:
        """Set the stacks at other tables.

        Several stacks are those of all players. One stack, or none, is the average of a number of players that was
        typed; without such a number, no stack means no players.
        """
        now = self._now
        count = now.others.players if now.others else len(stacks)
        counted = count > 1 and now.others is not None and not now.others.each
        if len(stacks) > 1:
            others = Others.of(stacks)
        elif stacks or counted:
            others = Others(count, stacks[0] if stacks else mean_stack(now.stacks) or 1.0)
        else:
            others = None
        problem = self._edit("stacks at other tables", replace(now, others=others), merge)
        if problem is not None:
            self.other_stack.entry.refuse(problem)

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
