"""What the Kelly panel asks for: outcomes, bankroll, pot, limits, the house and the doubt."""

from typing import Any

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine import Scenario
from engine.fields import FieldSpec
from engine.kelly.fields import BY_KEY, form_fields
from engine.kelly.panel import chosen_seat, may_complete, panel_of, rows_of, street_bet
from engine.kelly.pot import effective_stacks
from engine.table.values import values_of, with_item, with_value
from gui.look.formatting import percent
from gui.look.styling import set_rich_tip
from gui.look.theme import Look
from gui.pages.kelly.answers import KellyAnswers
from gui.pages.kelly.chips import KellyChips
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import chips
from gui.parts.build import combo_box, filled, label, named, offer, scrolling
from gui.parts.choice_bar import ChoiceBar
from gui.parts.field_text import MULTIPLES
from gui.parts.number_field import NumberField, heading
from gui.state.document import Document

WIDE, NARROW = 276, 244


class KellyForm(QScrollArea):
    """Every valid entry is an edit of the scenario; problems stand under their fields."""

    def __init__(self, document: Document, model: KellyModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model, self._look = document, model, look
        self._fields: dict[str, NumberField] = {}
        self._switches: dict[str, QCheckBox] = {}
        self.set_narrow(narrow=False)
        self._build()
        model.changed.connect(self._on_changed)
        self._render()

    def set_narrow(self, *, narrow: bool) -> None:
        """Take less of a narrow page."""
        self.setFixedWidth(NARROW if narrow else WIDE)

    def _build(self) -> None:
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 16, 0)
        self._column.setSpacing(4)
        self._group("Outcomes", self._build_source())
        self._build_seat()
        self._add_fields("outcomes")
        self._build_outcomes()
        self._group("Bankroll")
        self._add_fields("bankroll")
        self._multiple = ChoiceBar(
            "kelly.multiple", "Multiple of Kelly", {"1": "full", "0.5": "half", "0.25": "quarter"}, self._look
        )
        self._multiple.chosen.connect(self._on_multiple)
        self._column.insertWidget(self._after("multiplier"), self._multiple, alignment=Qt.AlignmentFlag.AlignRight)
        self._group("Pot", self._build_pot_source())
        self._add_fields("pot")
        self._build_pot()
        self._group("When you bet, an opponent")
        self._answers = KellyAnswers(self._document, self._look, self)
        self._column.addWidget(self._answers)
        self._group("Limits")
        self._add_fields("limits")
        self._group("House and doubt")
        self._add_fields("house")
        self._column.addStretch(1)
        scrolling(self, body, "kelly.form", "What the advice is based on")

    def _group(self, title: str, bar: ChoiceBar | None = None) -> None:
        margins = (0, 8 if self._column.count() else 0, 0, 0)
        row = (heading(title), 1), *(() if bar is None else (bar,))
        self._column.addLayout(filled(QHBoxLayout(), *row, margins=margins))

    def _add_fields(self, group: str) -> None:
        for spec in form_fields(group):
            if spec.kind == "switch":
                self._add_switch(spec)
                continue
            field = NumberField(spec, f"kelly.{spec.object_name}", self._look, self)
            field.edited.connect(self._on_edited)
            self._fields[spec.key] = field
            self._column.addWidget(field)

    def _add_switch(self, spec: FieldSpec) -> None:
        box = named(QCheckBox(spec.text), f"kelly.{spec.object_name}", spec.text, spec.help)
        box.clicked.connect(self._on_switched)
        self._switches[spec.key] = box
        self._column.addWidget(box)

    def _after(self, key: str) -> int:
        """Return the place below a field."""
        return self._column.indexOf(self._fields[key]) + 1

    def _build_source(self) -> ChoiceBar:
        self._source = ChoiceBar("kelly.source", "Outcomes", {"result": "result", "typed": "typed"}, self._look)
        self._source.setToolTip("Take the outcomes from the result as it comes in, or type them")
        self._source.chosen.connect(self._on_source)
        return self._source

    def _build_seat(self) -> None:
        tip = "The seat that is advised: the hero of this page"
        self._seat = combo_box("kelly.seat", "Seat that is advised", self._on_seat, tip)
        self._column.addWidget(self._seat)

    def _build_outcomes(self) -> None:
        self._outcomes = label(name="kelly.outcomes", weight=QFont.Weight.Normal, wrap=True)
        policy = self._outcomes.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the fields below do not move away when a result comes in
        self._outcomes.setSizePolicy(policy)
        self._column.addWidget(self._outcomes)

    def _build_pot_source(self) -> ChoiceBar:
        self._pot_source = ChoiceBar("kelly.potSource", "Pot", {"chips": "by player", "typed": "typed"}, self._look)
        self._pot_source.setToolTip("Work pot and price out from who put in what, or type them")
        self._pot_source.chosen.connect(self._on_pot_source)
        return self._pot_source

    def _build_pot(self) -> None:
        self._chips = KellyChips(self._look, self._fields["to_call"].entry, self)
        self._chips.edited.connect(self._on_row_edited)
        self._column.insertWidget(self._after("to_call"), self._chips)
        self._facts = label(name="kelly.pot.facts", weight=QFont.Weight.Normal, wrap=True)
        set_rich_tip(
            self._facts,
            "<b>Retained pot c</b>: what hero can win besides the matched bets, c = pot − Σ (theirs − hero's) over "
            "the live opponents. A bet of x called by n wins c + n x net.",
        )
        self._column.insertWidget(self._after("dead"), self._facts)

    def _edit(self, title: str, kelly: dict[str, Any] | None, merge: str | None = None) -> None:
        self._document.edit(f"Kelly: {title.lower()}", merge=merge, kelly=kelly)

    def _set(self, title: str, key: str, value: Any, merge: str | None = None) -> None:
        self._edit(title, with_value(values_of(self._document.scenario), key, value), merge)

    @Slot(object, str)
    def _on_edited(self, value: object, merge: str) -> None:
        sender: QObject | None = self.sender()
        if isinstance(sender, NumberField):
            self._set(sender.spec.label, sender.spec.key, value, merge)

    @Slot(str, int, object, str)
    def _on_row_edited(self, key: str, row: int, value: object, merge: str) -> None:
        self._edit("Chips", with_item(values_of(self._document.scenario), key, row, value), merge)

    @Slot(str)
    def _on_multiple(self, key: str) -> None:
        self._set("Multiplier", "multiplier", None if key == "1" else float(key))

    @Slot(str)
    def _on_source(self, key: str) -> None:
        self._set("Outcomes", "typed", True if key == "typed" else None)

    @Slot(str)
    def _on_pot_source(self, key: str) -> None:
        self._set("Pot", "pot_typed", True if key == "typed" else None)

    @Slot(int)
    def _on_seat(self, index: int) -> None:
        self._set("Seat", "seat", index or None)

    @Slot(bool)
    def _on_switched(self, on: bool) -> None:
        box: QObject | None = self.sender()
        key = next(key for key, other in self._switches.items() if other is box)
        spec = BY_KEY[key]
        value = on != spec.inverted
        self._set(spec.label, key, None if value == spec.default else value)

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    def _render(self) -> None:
        question, scenario = self._model.question, self._document.scenario
        values, panel = values_of(scenario), panel_of(scenario)
        self._source.show_choice("typed" if panel.typed else "result")
        self._pot_source.show_choice("typed" if panel.pot_typed else "chips")
        self._multiple.show_choice(f"{panel.multiplier:g}" if panel.multiplier in MULTIPLES else "")
        offer(self._seat, [seat.name for seat in scenario.seats])
        self._seat.setCurrentIndex(chosen_seat(scenario))
        self._seat.setVisible(not panel.typed)
        for key, field in self._fields.items():
            field.show_value(values.get(key))
            field.setVisible(BY_KEY[key].shown(panel))
        raked_folds = bool(panel.rake and panel.p_all_fold)
        request = question.request
        price = 0.0 if request is None else request.facts.to_call
        useful = {
            "no_raise": price > 0.0,
            "full_bet": may_complete(scenario, price),
            "no_flop_no_drop": raked_folds,
            "flop_seen": raked_folds and panel.no_flop_no_drop,
        }
        for key, box in self._switches.items():
            box.setChecked(getattr(panel, key) != BY_KEY[key].inverted)
            box.setVisible(BY_KEY[key].shown(panel) and useful.get(key, True))
        self._chips.render_scenario(scenario)
        self._answers.render_scenario(scenario)
        self._render_problems(question)
        self._render_notes(question)

    def _render_problems(self, question: Question) -> None:
        problems = {problem.field: problem for problem in reversed(question.problems)}
        for key, field in self._fields.items():
            field.report(problems.get(key))
        self._chips.report(problems)
        self._answers.report(problems)

    def _render_notes(self, question: Question) -> None:
        request = question.request
        self._outcomes.setVisible(question.estimate is not None or question.typed)
        self._facts.setVisible(request is not None)
        if question.estimate is not None:
            e = question.estimate
            shares = [percent(v, e.stderr) for v in (e.win, sum(e.split), e.lose)]
            self._outcomes.setText(f"win {shares[0]}, split {shares[1]}, lose {shares[2]}")
        elif request is not None:
            self._outcomes.setText(f"lose {percent(request.wager.outcomes.lose)}")
        else:
            self._outcomes.setText(" ")
        if request is not None:
            facts, most = request.facts, request.terms.max_bet
            n = request.wager.opponents
            parts = [f"pot {chips(facts.total)}", f"retained {chips(facts.retained)}"]
            parts[1:1] = [f"to call {chips(facts.to_call)}"] if facts.to_call else []
            texts = [", ".join(parts), f"{n} caller{'s' if n != 1 else ''}"]
            limit = street_bet(question.scenario)
            texts += [] if limit is None else [f"bets of {chips(limit)} on this street"]
            largest = "without a new side pot" if request.wager.reach else "that all can call"
            largest = "that anybody can call" if request.wager.orders is not None else largest
            texts += [f"largest bet {largest} {chips(most)}"] if most is not None else []
            self._facts.setText("; ".join((*texts, *effective(question.scenario))))

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._render()


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
