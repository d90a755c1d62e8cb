"""The situation of the page: what the table on the left does not say. Every valid entry is an edit of the scenario."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.preflop.panel import State, hero_seat, panel_of, rows_of
from engine.preflop.panel_edits import (
    from_template,
    kind_called,
    kind_of,
    with_after,
    with_entry,
    with_hero,
    with_kind,
    with_state,
)
from engine.preflop.players import table_templates
from engine.scenario.preflop import IN_MIDDLE, PANEL_FIELDS, AfterFlop
from gui.look.scale import at_least, fix, set_text
from gui.look.theme import TEXT_SMALL, Look
from gui.pages.preflop.after_field import AfterField
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.opponent_row import CHIPS_WIDTH, OpponentRow
from gui.pages.preflop.panel_numbers import PanelNumbers
from gui.pages.preflop.verdict import LEFT_OUT
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import told
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import SeatChoice
from gui.parts.number_field import NumberField, heading
from gui.state.document import Document

COLUMNS = 2
NOBODY = "No opponents yet: give a seat on the left cards or a range, or set a whole table."
TEMPLATES_TIP = "Sets blinds, raise, seats and neutral players in one click; your cards stay"


class SituationForm(PreflopView):
    """Blinds, raise and bets, then a row for each opponent."""

    def __init__(self, document: Document, model: PreflopModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(document, model, look, parent)
        self._rows: list[OpponentRow] = []
        self._build()
        self._render()

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 12, 0)
        self._column.setSpacing(6)
        self._column.addLayout(self._build_head())
        self._column.addWidget(self._build_numbers())
        self._after = AfterField(self._look, self)
        self._after.edited.connect(self._on_after)
        self._column.addWidget(self._after)
        self._column.addSpacing(4)
        self._column.addWidget(heading("Opponents"))
        self._nobody = QLabel(NOBODY)
        self._nobody.setObjectName("preflop.nobody")
        self._nobody.setProperty("role", "muted")
        self._nobody.setWordWrap(True)
        self._column.addWidget(self._nobody)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        self._column.addLayout(self._list)
        self._notices = _small("")
        self._notices.setObjectName("preflop.notices")
        self._notices.setWordWrap(True)
        self._column.addWidget(self._notices)
        self._column.addSpacing(8)
        self._column.addWidget(heading("What is left out"))
        for number, (_, sentence) in enumerate(LEFT_OUT):
            line = _small(sentence)
            line.setObjectName(f"preflop.leftOut{number}")
            line.setWordWrap(True)
            self._column.addWidget(line)
        self._column.addStretch(1)

    def _build_head(self) -> QHBoxLayout:
        self.templates = ChipButton("set a table ▾", self._look, self)
        self.templates.setObjectName("preflop.templates")
        self.templates.setAccessibleName("Set a table")
        self.templates.setToolTip(TEMPLATES_TIP)
        self.templates.clicked.connect(self._on_templates)
        self._hero = SeatChoice("preflop.hero", "The seat that the page is about", self._look, self)
        self._hero.setToolTip("The seat that the page is about: what it holds is looked at")
        self._hero.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        at_least(self._hero, width=110)
        self._hero.chosen.connect(self._on_hero)
        self._own = NumberField(IN_MIDDLE, "preflop.heroChips", self._look, self, title="Hero: in the middle")
        fix(self._own.entry, width=CHIPS_WIDTH)
        self._own.edited.connect(self._on_own)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(_small("Hero"))
        row.addWidget(self._hero)
        row.addWidget(_small("chips"))
        row.addWidget(self._own)
        row.addStretch(1)
        row.addWidget(self.templates)
        column = QVBoxLayout()
        column.addLayout(row)
        column.addWidget(self._own.problem_line)
        line = QHBoxLayout()
        line.addLayout(column)
        return line

    def _build_numbers(self) -> QWidget:
        keys = [spec.key for spec in PANEL_FIELDS if spec.group in ("blinds", "money")]
        self._numbers = PanelNumbers("preflop", keys, COLUMNS, self._document, self._look, self, base=self._base)
        self._numbers.refused.connect(self.message)
        return self._numbers

    def _base(self) -> Scenario:
        """Return what an edit changes: the table, or the example in its place, which is put on it by that."""
        return self._model.situation.scenario

    def _edit(self, what: str, scenario: Scenario, merge: str | None = None) -> None:
        wrong = self._document.replace(f"Pre-flop: {what}", scenario, merge=merge or None)
        if wrong:
            self.message.emit(wrong[0].message, True)

    @Slot(str, object, str)
    def _on_after(self, key: str, value: object, merge: str) -> None:
        self._edit("bets after the flop", with_after(self._base(), key, value), merge)

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self._edit("hero", with_hero(self._base(), seat))

    @Slot(object, str)
    def _on_own(self, value: object, merge: str) -> None:
        scenario = self._base()
        self._edit("chips", with_entry(scenario, hero_seat(scenario), "in", value), merge)

    @Slot(int, str)
    def _on_state(self, seat: int, state: State) -> None:
        scenario = self._base()
        name = scenario.seats[seat].name
        self._edit(f"{name} is {state}", with_state(scenario, seat, state, self._document.orders))

    @Slot(int, str)
    def _on_kind(self, seat: int, kind: str) -> None:
        scenario = self._base()
        self._edit(f"{scenario.seats[seat].name} plays {kind}", with_kind(scenario, seat, kind_called(kind)))

    @Slot(int, object, str)
    def _on_chips(self, seat: int, value: object, merge: str) -> None:
        self._edit("chips", with_entry(self._base(), seat, "in", value), merge)

    @Slot(int, str, str, str)
    def _on_text(self, seat: int, key: str, text: str, merge: str) -> None:
        scenario = self._base()
        self._edit(f"hands of {scenario.seats[seat].name}", with_entry(scenario, seat, key, text or None), merge)

    @Slot()
    def _on_templates(self) -> None:
        menu = template_menu(self)
        menu.triggered.connect(self._on_template)
        menu.popup(self.templates.mapToGlobal(self.templates.rect().bottomLeft()))

    @Slot(QAction)
    def _on_template(self, action: QAction) -> None:
        table, place = action.data()
        what = f"{table.name}, hero {table.positions[place]}"
        self._edit(what, from_template(self._base(), table, place))
        self._document.choose_seat(place)  # the next card is hero's

    def _render(self) -> None:
        scenario = self._model.situation.scenario
        if not GAMES[scenario.game].combo_ranges:
            return
        panel, rows = panel_of(scenario), rows_of(scenario)
        problems = {problem.field: problem for problem in reversed(self._model.situation.problems)}
        self._numbers.render_scenario(scenario, problems)
        self._after.show_after(panel.after if "after" not in panel.rejected else AfterFlop(), panel.big_blind)
        hero = hero_seat(scenario)
        self._hero.show_seats(range(len(rows)), [row.name for row in rows], hero)
        own = rows[hero]
        self._own.entry.setPlaceholderText(f"{own.posted:g}")
        self._own.show_value(None if own.chips == own.posted else own.chips)
        others = [row for row in rows if not row.hero and row.state != "out"]
        self._fit([row.seat for row in others])
        for widget, row in zip(self._rows, others, strict=True):
            widget.render_row(row, scenario.seats[row.seat].cards, kind_of(scenario, row.seat))
        self._nobody.setVisible(not others)
        self._report(problems)
        found = self._model.answer("decision")
        notices = () if found is None or found.stale else found.value.answer.notices
        self._notices.setText(" ".join(told(notice) for notice in notices))
        self._notices.setVisible(bool(notices))

    def _report(self, problems: Mapping[str, Problem]) -> None:
        self._after.report(problems)
        self._own.report(problems.get("in_hero"))
        for row in self._rows:
            row.report(problems)

    def _fit(self, seats: list[int]) -> None:
        """Have a row for each of these seats."""
        if [row.seat for row in self._rows] == seats:
            return
        for row in self._rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [OpponentRow(seat, self._document, self._look, self) for seat in seats]
        for row in self._rows:
            row.state_chosen.connect(self._on_state)
            row.kind_chosen.connect(self._on_kind)
            row.chips_edited.connect(self._on_chips)
            row.text_edited.connect(self._on_text)
            self._list.addWidget(row)


def template_menu(parent: QWidget) -> QMenu:
    """Return the menu of tables, hero's position below each; an action carries the table and the place."""
    menu = QMenu(parent)
    menu.setObjectName("preflop.templateMenu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    for number, table in enumerate(table_templates()):
        inner = menu.addMenu(table.name)
        inner.setObjectName(f"preflop.template{number}")
        inner.menuAction().setToolTip(table.why)
        for place, position in enumerate(table.positions):
            action = inner.addAction(f"Hero on {position}" if position != "UTG" else "Hero under the gun")
            action.setObjectName(f"preflop.template{number}.{position}")
            action.setData((table, place))
    return menu


def _small(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    set_text(label, TEXT_SMALL)
    return label
