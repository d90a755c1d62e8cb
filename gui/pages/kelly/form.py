"""The form of the Kelly page: three lines; *more* opens the rest next to the numbers, so that no line moves.

The size of the pot, or the error of a field, has room reserved below the lines: nothing moves while one types. A
summary displays the settings behind *more* even while they are hidden.
"""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import Problem, Scenario
from engine.kelly.panel import advised_seat, hero_row, kelly_panel, may_complete, pot_of, put_in_of
from engine.scenario.kelly import BY_KEY, KellyPanel, KellySpec, form_fields
from gui.look.guard import Guarded
from gui.look.scale import fix, set_text
from gui.look.styling import set_rich_tip
from gui.look.theme import TEXT_SMALL, font
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.played_view import KellyPlayers
from gui.pages.kelly.players import KellyChips, KellyResponses
from gui.pages.kelly.question import KellyQuestion
from gui.pages.kelly.words import outcomes_summary, panel_summary, pot_summary, why_retained
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    SteadyArea,
    combo_box,
    filled,
    keep_room,
    label,
    named,
    offer,
    release_focus,
    scrolling,
)
from gui.parts.chip_button import ChipButton, chip_button
from gui.parts.field_text import MULTIPLES, write_chips
from gui.parts.form import PanelForm, first_problems
from gui.parts.text_entry import EntryField

STACK = replace(
    BY_KEY["stacks"],
    key="stack",
    label="Your stack",
    kind="chips",
    help="<b>Your stack</b>: the chips in front of you, the most that you can bet. Opponents' stacks are under "
    "<i>more</i>. Empty: up to the bankroll.",
)
LINES = (
    ("bankroll", "Bankroll", 0, 0),
    ("multiplier", "Kelly", 0, 2),
    ("pot", "Pot", 1, 0),
    ("to_call", "To call", 1, 2),
    ("stack", "Your stack", 2, 0),
    ("min_bet", "Minimum", 2, 2),
    ("limit_bet", "Fixed limit", 2, 4),
    ("big_bet", "Big bet", 2, 2),
)
"""The fields in the lines: title, row and column; the big bet replaces the minimum at fixed limit."""
IN_LINES = {key for key, *_ in LINES} | {"no_raise"}
GROUPS = ("outcomes", "pot", "limits", "bankroll", "house")
WIDTHS, NARROW_WIDTHS = (76, 72), (70, 66)
"""Widths of the fields of the first column and of the others; the second pair is for a narrow page."""
GAP, NARROW_GAP = 8, 4
MORE_WIDTH, NARROW_MORE_WIDTH = 276, 256
NOTE_LINES = 2
TYPED_POT = ("pot", "to_call")
MORE_TIP = "Outcomes, opponents' responses, chips by player, rake"
OWN = "separate bankroll"
OWN_TIP = (
    "On: this table has a bankroll of its own; click again to use the common one. Off: one bankroll for all tables of "
    "both games"
)
SOURCE_TIP = (
    "Take the outcomes from the equities on the table, enter them in percent, estimate them from counted showdowns as "
    "Cassandra does, or play the hand to its end with the betting of later streets"
)
POT_SOURCE_TIP = "Compute pot and price from the chips that each player put in, or enter them above"
POT_TIP = (
    "<b>Pot before the bet c</b>: what hero can win besides the matched bets, c = pot − Σ (theirs − hero's) over "
    "the live opponents. A bet of x called by n wins c + n x net."
)
SEPARATOR = "  ·  "


class KellyForm(ShownWidget):
    """A field ``kelly.<name>`` for each that is described in ``engine.scenario.kelly``, ``kelly.more`` and the summary.

    ``more`` is the area that *more* opens, placed by the owner; ``more_opened``: it is open, or closed.
    """

    more_opened = Signal(bool)

    def __init__(self, model: KellyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._form = PanelForm("kelly", self._on_edited)
        lines = self._build_lines()
        self.more = self._build_more()
        self.more.hide()
        self._toggle = named(ChipButton("more", self), "kelly.more", "More settings", MORE_TIP)
        self._toggle.setCheckable(True)
        self._toggle.toggled.connect(self._on_toggled)
        self._summary = named(FormSummary(self), "kelly.more.summary")
        own, title = model.bankroll.set_own, OWN.capitalize()
        self._own = chip_button(OWN, "kelly.ownBankroll", own, title, OWN_TIP, parent=self, checkable=True)
        row = filled(QHBoxLayout(), self._toggle, self._own, (self._summary, 1), spacing=8)
        filled(QVBoxLayout(self), lines, row, spacing=4, margins=NO_MARGINS)
        self.set_narrow(lines=False, more=False)
        model.changed.connect(self._on_changed)
        self._render()

    def _build_lines(self) -> QWidget:
        """Return the fields that are always visible, in a grid, with the multiple of Kelly and the text of the pot."""
        form, lines = self._form, named(QWidget(self), "kelly.lines", "Bankroll, pot and limits")
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(6, 1)
        for key, title, row, column in LINES:
            spec = STACK if key == "stack" else BY_KEY[key]
            field = form.field(spec, lines, title=spec.label)
            self._grid.addWidget(field.captioned(title, spec.help), row, column)
            self._grid.addWidget(field, row, column + 1)
        multiples = {"1": "full", "0.5": "half", "0.25": "quarter"}
        self._multiple = form.choice("multiple", "Multiple of Kelly", multiples, self._on_multiple)
        self._grid.addWidget(self._multiple, 0, 4, 1, 3)
        may_raise = form.switch(BY_KEY["no_raise"], "raise possible")
        keep_room(may_raise)
        self._grid.addWidget(may_raise, 1, 4, 1, 3, Qt.AlignmentFlag.AlignLeft)
        self._pot = FormNote("kelly.pot.facts", *form.fields.values())
        filled(QVBoxLayout(lines), self._grid, self._pot, spacing=4, margins=NO_MARGINS)
        return lines

    def _build_more(self) -> SteadyArea:
        """Return the scrolled area of all other fields, in titled sections."""
        form, area, body = self._form, SteadyArea(self), QWidget()
        sources = {"result": "result", "typed": "typed", "counts": "counts", "simulated": "simulated"}
        self._source = form.choice("source", "Outcomes", sources, self._on_source, SOURCE_TIP, wraps=True)
        self._seat = combo_box("kelly.seat", "Hero's seat", self._on_seat, "The seat that gets the advice")
        self._outcomes = label(name="kelly.outcomes", weight=QFont.Weight.Normal, wrap=True)
        keep_room(self._outcomes)  # the fields below do not move away when a result comes in
        self._answers = KellyResponses(self._model)
        self._players = KellyPlayers(self._model.played)
        pots = {"chips": "by player", "typed": "typed"}
        self._pot_source = form.choice("potSource", "Pot", pots, self._on_pot_source, POT_SOURCE_TIP)
        self._chips = KellyChips(self._model, self._pot_source.chips["typed"])
        fields = {group: [x for x in form_fields(group) if x.key not in IN_LINES] for group in GROUPS}
        parts = (
            *form.section("Outcomes", self._source, self._seat, *fields["outcomes"], self._outcomes, above=0),
            self._answers,
            self._players,
            *form.section("Pot", self._chips, *fields["pot"], beside=self._pot_source),
            *form.section("Limits", *fields["limits"]),
            *form.section("Rake and uncertainty", *fields["bankroll"], *fields["house"]),
        )
        filled(QVBoxLayout(body), *parts, STRETCH, spacing=4, margins=(0, 0, 16, 0))
        return scrolling(area, body, "kelly.form", "More settings of the advice")

    def go_to(self, name: str) -> None:
        """Scroll to a field and focus it, opening *more* if it is there."""
        key = "stack" if name == f"stacks{hero_row(self._model.document.scenario)}" else name
        entry: QWidget | None = self._seat if key == "seat" else None
        entry = self._form.fields[key].entry if key in self._form.fields else entry
        entry = entry or self._chips.field_called(key) or self._answers.field_called(key)
        if entry is None:
            return
        if key not in IN_LINES:
            self._toggle.setChecked(True)
            QApplication.sendPostedEvents()  # the area is laid out before it can be scrolled
            self.more.ensureWidgetVisible(entry, 8, 32)
        # On a low page the form itself is in an area that scrolls, possibly inside another one.
        parent = self.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(entry)
            parent = parent.parentWidget()
        entry.setFocus()
        if isinstance(entry, QLineEdit):
            entry.selectAll()

    def set_narrow(self, *, lines: bool, more: bool) -> None:
        """Make the lines, and the area that *more* opens, narrower on a narrow page."""
        self._grid.setHorizontalSpacing(NARROW_GAP if lines else GAP)
        first, others = NARROW_WIDTHS if lines else WIDTHS
        for key, _, _, column in LINES:
            fix(self._form.fields[key].entry, width=others if column else first)
        fix(self.more, width=NARROW_MORE_WIDTH if more else MORE_WIDTH)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        """Show or hide the further fields; the focus must not stay in a hidden field."""
        if not on:
            release_focus(self.more)
        self.more.setVisible(on)
        self._render()
        self.more_opened.emit(on)

    def _render(self) -> None:
        """Show the values and problems of the current question, and only the fields that it uses."""
        question, bankroll = self._model.question, self._model.bankroll
        scenario, panel = bankroll.scenario, kelly_panel(bankroll.scenario)
        problems = first_problems(question.problems)
        self._own.setChecked(bankroll.is_own)
        self._render_fields(question, scenario, panel, problems)
        self._multiple.show_choice(f"{panel.multiplier:g}" if panel.multiplier in MULTIPLES else "")
        self._source.show_choice(_source_of(panel))
        self._pot_source.show_choice("typed" if panel.pot_typed else "chips")
        offer(self._seat, [seat.name for seat in scenario.seats])
        self._seat.setCurrentIndex(advised_seat(scenario))
        self._seat.setVisible(not panel.typed)
        self._chips.render_scenario(scenario, problems)
        self._answers.setVisible(not question.simulated)
        self._players.setVisible(question.simulated)
        if question.simulated:
            self._players.render_scenario(scenario)
        else:
            self._answers.render_scenario(scenario, problems)
        self._outcomes.setVisible(question.estimate is not None or question.typed)
        self._outcomes.setText(outcomes_summary(question))
        self._pot.show_text(pot_summary(question))
        set_rich_tip(self._pot.label, "<br>".join(filter(None, (POT_TIP, why_retained(question)))))
        self._summary.show_text(SEPARATOR.join(panel_summary(question, scenario)))

    def _render_fields(
        self, question: KellyQuestion, scenario: Scenario, panel: KellyPanel, problems: Mapping[str, Problem]
    ) -> None:
        """Show the fields that are used, with the values that follow from the chips by player, and their errors."""
        facts, request, row = pot_of(scenario), question.weighed, hero_row(scenario)
        values, errors = {"stack": panel.item("stacks", row)}, dict(problems)
        if f"stacks{hero_row(question.scenario)}" in problems:
            errors["stack"] = problems[f"stacks{hero_row(question.scenario)}"]
        if not panel.pot_typed:
            # Ten digits hide the rounding errors of a sum such as 0.1 + 0.2.
            values |= {"pot": float(f"{facts.total:.10g}") or None, "to_call": float(f"{facts.to_call:.10g}") or None}
        raked_folds = bool(panel.rake and panel.p_all_fold)
        useful = {
            "no_raise": (panel.to_call if panel.pot_typed else facts.to_call) > 0.0,
            "full_bet": may_complete(scenario, 0.0 if request is None else request.facts.to_call),
            "no_flop_no_drop": raked_folds,
            "flop_seen": raked_folds and panel.no_flop_no_drop,
        }

        def shown(spec: KellySpec) -> bool:
            return spec.key in TYPED_POT or (spec.shown(panel) and useful.get(spec.key, True))

        self._form.render(panel, errors, values=values, shown=shown)
        if panel.limit_bet is not None:
            self._form.fields["big_bet"].entry.setPlaceholderText(write_chips(2 * panel.limit_bet))
        if panel.put_in is None:
            self._form.fields["put_in"].entry.setPlaceholderText(write_chips(put_in_of(scenario)))

    def _on_edited(self, spec: KellySpec, value: object, merge: str) -> None:
        """Store the value of a field: a stack, a field of the typed pot, or a value of the panel."""
        model, panel = self._model, self._model.panel
        if spec.key == "stack":
            model.set_item(spec.label, "stacks", hero_row(model.document.scenario), value, merge)
        elif spec.key in TYPED_POT:  # the displayed value of the other one stays
            shown = {} if panel.pot_typed else {key: self._form.fields[key].value for key in TYPED_POT}
            model.edit(spec.label, panel.with_entries({**shown, "pot_typed": True, spec.key: value}), merge)
        else:
            model.set(spec.label, spec.key, value, merge)

    @Slot(str)
    def _on_multiple(self, key: str) -> None:
        self._model.set("Multiplier", "multiplier", None if key == "1" else float(key))

    @Slot(str)
    def _on_source(self, key: str) -> None:
        source = {
            "typed": True if key in ("typed", "counts") else None, "counted": True if key == "counts" else None,
            "simulated": True if key == "simulated" else None,
        }  # fmt: skip
        self._model.edit("Outcomes", self._model.panel.with_entries(source))

    @Slot(str)
    def _on_pot_source(self, key: str) -> None:
        self._model.set("Pot", "pot_typed", True if key == "typed" else None)

    @Slot(int)
    def _on_seat(self, index: int) -> None:
        self._model.set("Seat", "seat", index or None)


def _source_of(panel: KellyPanel) -> str:
    """Return the key of the selected source of the outcomes."""
    if panel.typed:
        return "counts" if panel.counted else "typed"
    return "simulated" if panel.simulated else "result"


class FormNote(QWidget):
    """Two lines for a text, the label ``name``, which error messages of ``fields`` replace."""

    def __init__(self, name: str, *fields: EntryField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label(name=name, weight=QFont.Weight.Normal, wrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._problems = [field.problem_line for field in fields]
        fix(self, height=NOTE_LINES * QFontMetrics(font(TEXT_SMALL)).lineSpacing() + 2)
        filled(QVBoxLayout(self), *self._problems, self.label, STRETCH, spacing=0, margins=NO_MARGINS)
        for line in self._problems:
            line.changed.connect(self._on_problem_changed)

    def show_text(self, text: str) -> None:
        """Set the text that is displayed while no field has an error."""
        self.label.setText(text)
        self._on_problem_changed()

    @Slot()
    def _on_problem_changed(self) -> None:
        self.label.setVisible(not any(line.text for line in self._problems))


class FormSummary(Guarded, QLabel):
    """A line of small text, cut off if there is no room for it; its tool tip has the complete text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "muted")
        set_text(self, TEXT_SMALL)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.whole = ""

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._cut()

    def _cut(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()
