"""The form in three lines: the bankroll, what is in the middle and to call, the limits.

Below them stands what the pot comes to, or what is wrong with a field: both in a place of their own, so that nothing
moves while one types.
"""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.kelly.fields import BY_KEY, KellySpec, Panel
from engine.kelly.panel import panel_of, pot_of, rows_of, street_bet
from engine.kelly.pot import effective_stacks
from gui.look.guard import Keyed
from gui.look.scale import fix
from gui.look.styling import set_rich_tip
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.note import Note
from gui.pages.kelly.question import Question
from gui.pages.kelly.why import why_retained
from gui.pages.kelly.words import chips
from gui.parts.build import NO_MARGINS, filled, keep_room, label, named
from gui.parts.choice_bar import ChoiceBar
from gui.parts.field_text import MULTIPLES, write_chips
from gui.parts.number_field import NumberField

WIDTHS, NARROW_WIDTHS = (76, 72), (70, 66)
"""Of the fields of the first column and of the others, where there is room and where there is little."""
GAP, NARROW_GAP = 8, 4
STACK = replace(
    BY_KEY["stacks"],
    key="stack",
    label="Your stack",
    kind="chips",
    help="<b>Your stack</b>: the chips in front of you, the most that you can bet. Opponents' stacks stand under "
    "<i>more</i>. Empty: up to the bankroll.",
)
LINES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("bankroll", "Bankroll"), ("multiplier", "Kelly")),
    (("pot", "In the middle"), ("to_call", "To call")),
    (("stack", "Your stack"), ("min_bet", "Minimum"), ("limit_bet", "Fixed limit")),
)
"""The fields of each line with their titles; the big bet takes the place of the minimum."""
FIRST = {line[0][0] for line in LINES}
"""The fields of the first column."""
TYPED_POT = ("pot", "to_call")
POT_TIP = (
    "<b>Retained pot c</b>: what hero can win besides the matched bets, c = pot − Σ (theirs − hero's) over "
    "the live opponents. A bet of x called by n wins c + n x net."
)


class KellyLines(QWidget):
    """Fields ``kelly.bankroll``, ``.pot``, ``.toCall``, ``.stack``, ``.minBet``, ``.limitBet``, ``.bigBet``."""

    def __init__(self, edits: KellyEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self.fields: dict[str, NumberField] = {}
        self._titles: dict[str, QLabel] = {}
        named(self, "kelly.lines", "Bankroll, pot and limits")
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(6, 1)
        for row, line in enumerate(LINES):
            for place, (key, title) in enumerate(line):
                self._add(key, title, row, 2 * place)
        self._add("big_bet", "Big bet", 2, 2)
        self._build_multiples()
        spec = BY_KEY["no_raise"]
        self._raise = named(QCheckBox("raise possible"), "kelly.canRaise", spec.text, spec.help)
        keep_room(self._raise)
        self._raise.clicked.connect(self._on_raise)
        self._grid.addWidget(self._raise, 1, 4, 1, 3, Qt.AlignmentFlag.AlignLeft)
        self._facts = Note("kelly.pot.facts", *self.fields.values())
        filled(QVBoxLayout(self), self._grid, self._facts, spacing=4, margins=NO_MARGINS)
        self.set_narrow(narrow=False)

    def set_narrow(self, *, narrow: bool) -> None:
        """Take less of a narrow page."""
        self._grid.setHorizontalSpacing(NARROW_GAP if narrow else GAP)
        first, others = NARROW_WIDTHS if narrow else WIDTHS
        for key, field in self.fields.items():
            fix(field.entry, width=first if key in FIRST else others)

    def _add(self, key: str, title: str, row: int, column: int) -> None:
        spec: KellySpec = STACK if key == "stack" else BY_KEY[key]
        field = NumberField(spec, f"kelly.{spec.object_name}", self, title=spec.label)
        field.edited.connect(Keyed(field, self._on_edited, field).edited)
        head = label(title, role="")
        head.setBuddy(field.entry)
        set_rich_tip(head, spec.help)
        self.fields[key], self._titles[key] = field, head
        self._grid.addWidget(head, row, column)
        self._grid.addWidget(field, row, column + 1)

    def _build_multiples(self) -> None:
        self._multiple = ChoiceBar(
            "kelly.multiple", "Multiple of Kelly", {"1": "full", "0.5": "half", "0.25": "quarter"}
        )
        self._multiple.chosen.connect(self._on_multiple)
        self._grid.addWidget(self._multiple, 0, 4, 1, 3)

    def render_question(self, question: Question, scenario: Scenario) -> None:
        """Show the values in force, with what is worked out of the chips by player, and what is wrong with them."""
        panel = panel_of(scenario)
        facts = pot_of(scenario)
        worked_out = {"pot": facts.total, "to_call": facts.to_call}
        for key, field in self.fields.items():
            if key == "stack":
                field.show_value(panel.item("stacks", _own_row(scenario)))
            elif key in TYPED_POT and not panel.pot_typed:
                field.show_value(float(f"{worked_out[key]:.10g}") or None)
            else:
                field.show_value(panel.entered(key))
        fixed = street_bet(scenario) is not None
        for key, shown in (("min_bet", not fixed), ("big_bet", fixed and BY_KEY["big_bet"].shown(panel))):
            self.fields[key].setVisible(shown)
            self._titles[key].setVisible(shown)
        if panel.limit_bet is not None:
            self.fields["big_bet"].entry.setPlaceholderText(write_chips(2 * panel.limit_bet))
        self._multiple.show_choice(f"{panel.multiplier:g}" if panel.multiplier in MULTIPLES else "")
        self._raise.setVisible((panel.to_call if panel.pot_typed else facts.to_call) > 0.0)
        self._raise.setChecked(not panel.no_raise)
        self._report(question)
        self._write_facts(question)

    def _report(self, question: Question) -> None:
        problems: dict[str, Problem] = {problem.field: problem for problem in reversed(question.problems)}
        own = f"stacks{_own_row(question.scenario)}"
        for key, field in self.fields.items():
            field.report(problems.get(own if key == "stack" else key))

    def _write_facts(self, question: Question) -> None:
        request = question.weighed
        if request is None:
            self._facts.show_text("")
            return
        facts, most = request.facts, request.terms.max_bet
        n = request.wager.opponents
        parts = [f"pot {chips(facts.total)}", f"retained {chips(facts.retained)}"]
        parts[1:1] = [f"to call {chips(facts.to_call)}"] if facts.to_call else []
        texts = [", ".join(parts), f"{n} caller{'s' if n != 1 else ''}"]
        limit = street_bet(question.scenario)
        texts += [] if limit is None else [f"bets of {chips(limit)} on this street"]
        largest = "without a new side pot" if request.wager.reach else "that all can call"
        largest = "that anybody can call" if request.wager.orders is not None else largest
        largest = "at pot limit" if most is not None and most == request.pot_limit else largest
        texts += [f"largest bet {largest} {chips(most)}"] if most is not None and limit is None else []
        self._facts.show_text("; ".join((*texts, *effective(question.scenario))))
        set_rich_tip(self._facts.label, "<br>".join(text for text in (POT_TIP, why_retained(question)) if text))

    def field_called(self, field: str) -> QWidget | None:
        """Return the entry of a field of the panel, None where it stands elsewhere."""
        own = f"stacks{_own_row(self._edits.scenario)}"
        found = self.fields.get("stack" if field == own else field)
        return None if found is None else found.entry

    def _on_edited(self, field: NumberField, value: object, merge: str) -> None:
        key, title = field.spec.key, field.spec.label
        if key == "stack":
            self._edits.set_item(title, "stacks", _own_row(self._edits.scenario), value, merge)
        elif key in TYPED_POT:
            self._edits.replace(title, self._with_typed(key, value), merge)
        else:
            self._edits.set(title, key, value, merge)

    def _with_typed(self, key: str, value: Any) -> Panel:
        """Return the panel with pot and price typed; what was worked out of the other one so far is kept."""
        panel = self._edits.panel
        shown = {} if panel.pot_typed else {name: self.fields[name].value for name in TYPED_POT}
        return panel.with_entries({**shown, "pot_typed": True, key: value})

    @Slot(str)
    def _on_multiple(self, key: str) -> None:
        self._edits.set("Multiplier", "multiplier", None if key == "1" else float(key))

    @Slot(bool)
    def _on_raise(self, on: bool) -> None:
        self._edits.set("Raise", "no_raise", None if on else True)


def _own_row(scenario: Scenario) -> int:
    return next(row.index for row in rows_of(scenario) if row.hero)


def effective(scenario: Scenario) -> tuple[str, ...]:
    """Return a text of the effective stacks against each opponent, where stacks were given; else none."""
    rows, stacks = rows_of(scenario), panel_of(scenario).stacks
    known = {row: stack for row, stack in zip(rows, stacks, strict=False) if stack is not None}
    own = next((stack for row, stack in known.items() if row.hero), None)
    others = {row.name: stack for row, stack in known.items() if not (row.hero or row.folded)}
    if own is None or not others:
        return ()
    sizes = effective_stacks(own, list(others.values()))
    texts = [f"{name} {chips(size)}" for name, size in zip(others, sizes, strict=True)]
    return (f"effective stack{'s' if len(texts) > 1 else ''} {', '.join(texts)}",)
