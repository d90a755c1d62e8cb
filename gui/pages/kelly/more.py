"""What the Kelly panel asks for beyond its three lines: outcomes, answers, chips by player, house and doubt."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario
from engine.kelly.fields import BY_KEY, form_fields
from engine.kelly.panel import chosen_seat, may_complete, panel_of, put_in_of
from engine.scenario.fields import FieldSpec
from gui.look.formatting import percent
from gui.look.guard import Keyed
from gui.look.scale import fix
from gui.pages.kelly.answers import KellyAnswers
from gui.pages.kelly.callers import live_rows
from gui.pages.kelly.chips import KellyChips
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.lines import LINES
from gui.pages.kelly.question import Question
from gui.parts.build import SteadyArea, combo_box, filled, keep_room, label, named, offer, scrolling
from gui.parts.choice_bar import ChoiceBar
from gui.parts.field_text import write_chips
from gui.parts.number_field import NumberField, heading

WIDE, NARROW = 276, 244
SOURCES = {"result": "result", "typed": "typed", "counts": "counts"}
SOURCE_TIP = (
    "Take the outcomes from the result as it comes in, type them in percent, or estimate them from counts of showdowns "
    "as Cassandra does"
)
IN_LINES = {key for line in LINES for key, _ in line} | {"big_bet", "no_raise"}
"""Fields that stand in the three lines."""


class KellyMore(SteadyArea):
    """Every valid entry is an edit of the scenario; problems stand under their fields."""

    def __init__(self, edits: KellyEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._fields: dict[str, NumberField] = {}
        self._switches: dict[str, QCheckBox] = {}
        self.set_narrow(narrow=False)
        self._build()

    def set_narrow(self, *, narrow: bool) -> None:
        """Take less of a narrow page."""
        fix(self, width=NARROW if narrow else WIDE)

    def _build(self) -> None:
        body = QWidget()
        self._column = filled(QVBoxLayout(body), spacing=4, margins=(0, 0, 16, 0))
        self._group("Outcomes", self._build_source())
        self._seat = combo_box("kelly.seat", "Seat that is advised", self._on_seat, "The seat that is advised")
        self._column.addWidget(self._seat)
        self._add_fields("outcomes")
        self._outcomes = label(name="kelly.outcomes", weight=QFont.Weight.Normal, wrap=True)
        keep_room(self._outcomes)  # the fields below do not move away when a result comes in
        self._column.addWidget(self._outcomes)
        self._answering = self._group("When you bet, an opponent")
        self._answers = KellyAnswers(self._edits.document, self)
        self._column.addWidget(self._answers)
        self._group("Pot", self._build_pot_source())
        self._chips = KellyChips(self._pot_source.chips["typed"], self)
        self._chips.edited.connect(self._on_row_edited)
        self._column.addWidget(self._chips)
        self._add_fields("pot")
        self._limits = self._group("Limits")
        self._add_fields("limits")
        self._group("House and doubt")
        self._add_fields("house")
        self._column.addStretch(1)
        scrolling(self, body, "kelly.form", "More of what the advice is based on")

    def _group(self, title: str, bar: ChoiceBar | None = None) -> QWidget:
        """Begin a group of fields, and return its heading."""
        margins = (0, 8 if self._column.count() else 0, 0, 0)
        head = heading(title)
        row = (head, 1), *(() if bar is None else (bar,))
        self._column.addLayout(filled(QHBoxLayout(), *row, margins=margins))
        return head

    def _add_fields(self, group: str) -> None:
        for spec in form_fields(group):
            if spec.key in IN_LINES:
                continue
            if spec.kind == "switch":
                self._add_switch(spec)
                continue
            field = NumberField(spec, f"kelly.{spec.object_name}", self)
            field.edited.connect(Keyed(field, self._on_edited, spec).edited)
            self._fields[spec.key] = field
            self._column.addWidget(field)

    def _add_switch(self, spec: FieldSpec) -> None:
        box = named(QCheckBox(spec.text), f"kelly.{spec.object_name}", spec.text, spec.help)
        box.clicked.connect(Keyed(box, self._on_switched, spec).plain)
        self._switches[spec.key] = box
        self._column.addWidget(box)

    def _build_source(self) -> ChoiceBar:
        self._source = ChoiceBar("kelly.source", "Outcomes", SOURCES)
        self._source.setToolTip(SOURCE_TIP)
        self._source.chosen.connect(self._on_source)
        return self._source

    def _build_pot_source(self) -> ChoiceBar:
        self._pot_source = ChoiceBar("kelly.potSource", "Pot", {"chips": "by player", "typed": "typed"})
        self._pot_source.setToolTip("Work pot and price out from who put in what, or type them above")
        self._pot_source.chosen.connect(self._on_pot_source)
        return self._pot_source

    def render_question(self, question: Question, scenario: Scenario) -> None:
        """Show the values in force and what is wrong with them."""
        panel = panel_of(scenario)
        self._source.show_choice("counts" if panel.typed and panel.counted else "typed" if panel.typed else "result")
        self._pot_source.show_choice("typed" if panel.pot_typed else "chips")
        offer(self._seat, [seat.name for seat in scenario.seats])
        self._seat.setCurrentIndex(chosen_seat(scenario))
        self._seat.setVisible(not panel.typed)
        for key, field in self._fields.items():
            field.show_value(panel.entered(key))
            field.setVisible(BY_KEY[key].shown(panel))
        if panel.put_in is None:
            self._fields["put_in"].entry.setPlaceholderText(write_chips(put_in_of(scenario)))
        self._show_switches(question, scenario)
        self._chips.render_scenario(scenario)
        self._answers.render_scenario(scenario)
        self._answering.setVisible(bool(live_rows(scenario)))
        limits = [self._fields.get(spec.key) or self._switches.get(spec.key) for spec in form_fields("limits")]
        self._limits.setVisible(any(part is not None and not part.isHidden() for part in limits))
        problems = {problem.field: problem for problem in reversed(question.problems)}
        for key, field in self._fields.items():
            field.report(problems.get(key))
        self._chips.report(problems)
        self._answers.report(problems)
        self._write_outcomes(question)

    def _show_switches(self, question: Question, scenario: Scenario) -> None:
        panel, request = panel_of(scenario), question.weighed
        raked_folds = bool(panel.rake and panel.p_all_fold)
        price = 0.0 if request is None else request.facts.to_call
        useful = {
            "full_bet": may_complete(scenario, price),
            "no_flop_no_drop": raked_folds,
            "flop_seen": raked_folds and panel.no_flop_no_drop,
        }
        for key, box in self._switches.items():
            box.setChecked(getattr(panel, key) != BY_KEY[key].inverted)
            box.setVisible(BY_KEY[key].shown(panel) and useful.get(key, True))

    def _write_outcomes(self, question: Question) -> None:
        request, estimate = question.weighed, question.estimate
        self._outcomes.setVisible(estimate is not None or question.typed)
        if estimate is not None:
            shares = [percent(v, estimate.stderr) for v in (estimate.win, sum(estimate.split), estimate.lose)]
            self._outcomes.setText(f"win {shares[0]}, split {shares[1]}, lose {shares[2]}")
        elif request is None:
            self._outcomes.setText(" ")
        elif panel_of(question.scenario).counted:
            o = request.wager.outcomes
            shares = [percent(v) for v in (o.win, sum(o.split), o.lose)]
            self._outcomes.setText(f"estimate: win {shares[0]}, split {shares[1]}, lose {shares[2]}")
        else:
            self._outcomes.setText(f"the rest is lost: {percent(request.wager.outcomes.lose)}")

    def field_called(self, field: str) -> QWidget | None:
        """Return the widget of a field of the panel, None where it stands elsewhere."""
        if field in self._fields:
            return self._fields[field].entry
        if field == "seat":
            return self._seat
        return self._chips.field_called(field) or self._answers.field_called(field)

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._edits.set(spec.label, spec.key, value, merge)

    @Slot(str, int, object, str)
    def _on_row_edited(self, key: str, row: int, value: object, merge: str) -> None:
        self._edits.set_item("Chips", key, row, value, merge)

    @Slot(str)
    def _on_source(self, key: str) -> None:
        source = {"typed": None if key == "result" else True, "counted": True if key == "counts" else None}
        self._edits.replace("Outcomes", self._edits.panel.with_entries(source))

    @Slot(str)
    def _on_pot_source(self, key: str) -> None:
        self._edits.set("Pot", "pot_typed", True if key == "typed" else None)

    @Slot(int)
    def _on_seat(self, index: int) -> None:
        self._edits.set("Seat", "seat", index or None)

    def _on_switched(self, spec: FieldSpec) -> None:
        value = self._switches[spec.key].isChecked() != spec.inverted
        self._edits.set(spec.label, spec.key, None if value == spec.default else value)
