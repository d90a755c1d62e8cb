"""The page *Third street* in razz: fold, call or complete, with doors behind and bad fourth streets given up; and
its form.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, CancelToken, Problem, Scenario, scenario_from_json
from engine.cards import RAZZ_RANKS, TextError
from engine.preflop.panel import PanelRequest
from engine.preflop.third.answer import Action, ThirdAnswer
from engine.preflop.third.panel import (
    Row,
    fifth_street,
    fourth_street,
    hero_seat,
    kind_of,
    panel_of,
    request_of,
    rows_of,
    third_example,
    third_kind,
    third_kinds,
    with_after,
    with_entries,
    with_hero,
    with_kind,
    with_number,
)
from engine.preflop.third.request import ThirdRequest, read_third_request
from engine.preflop.third.run import Steals, run_steals, run_third
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario.seat_panel import BETS, IN_MIDDLE, PAID, THIRD_FIELDS, AfterFlop, BetSize
from gui.charts.view import ChartView, MapView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, fix, px
from gui.look.theme import current_theme
from gui.pages.third.charts import (
    BY_DOORS,
    FOURTH,
    LEFT_OUT,
    STEALS,
    action_name,
    actions_table,
    cards_table,
    doors_line,
    fourth_map,
    headline,
    method_line,
    reason,
    steals_chart,
    steals_map,
)
from gui.parts.answer_card import VerdictCard
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    bare_grid,
    combo_box,
    drop,
    filled,
    label,
    named,
    page_ground,
    scrolled,
    tab_in_order,
)
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice, seat_swatch
from gui.parts.help import help_chip
from gui.parts.number_field import Base, Edit, NumberField, PanelNumbers, heading, small
from gui.parts.table import TableView
from gui.parts.text_entry import EntryField
from gui.state.context import PageContext
from gui.state.latest import SETTLE_MS, Answers, Latest, PageSituation, refusal
from gui.words.formatting import percent

VIEWS = {"decision": "Decision", "situation": "Situation", "steals": "Steals"}
ACTIONS = {"complete": "After completing", "call": "After a call"}
SHOWN = {"map": "Map", "cards": "By my card"}
STEALS_SHOWN = {"bars": "Doors as they are", "grid": "Other doors and players"}
LOWEST_CHART, ACTIONS_HEIGHT = 340, 122
NO_OPPONENT = "There is nobody to play against: write door cards at the seats on the left, as in xxK."
EXAMPLE = "Example, as the table is empty: A46 with an eight and the bring-in behind. "
HELP_TIP = "What is computed, what is assumed, what the views show"
LOOKING = "Looking at the fourth streets …"
LINE_TIP = (
    "<b>Worth over the next best</b>: what the action gains on average, in chips, more than the next best one. Every "
    "fourth street is looked at: hero gives it up where going on would lose, else both bet as is said under "
    "<i>Situation</i> and the hands are shown. Chips that are in the middle already belong to it."
)


COLUMNS, CHIPS_WIDTH, KIND_WIDTH, TITLE_WIDTH, SWATCH = 2, 58, 92, 168, 12
OWN = "own"
LOCKED = "Has paid the price: nobody can make it fold to a call"
NOBODY = "No opponents yet: write their door cards at the seats on the left, as in xxK, or take the example."
BETS_AFTER = replace(
    BETS, label="Bets after fourth street",
    help="<b>Bets after fourth street</b>: what hero puts in altogether, that street included, if it is worth it.",
)  # fmt: skip
PAID_AFTER = replace(PAID, help=PAID.help.replace("the flop", "fourth street").replace("every flop", "every one"))


class DownField(EntryField):
    """A text of down cards; ``edited`` carries one that can be read, empty where nothing is written."""

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(name, title, parent)
        self._title = title
        self._door: int | None = None
        caption = small(title)
        fix(caption, width=TITLE_WIDTH)
        caption.setBuddy(self.entry)
        layout = bare_grid(self, 8, 2)
        layout.addWidget(caption, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: object, owner: str, door: str, *, locked: str = "") -> None:
        """Show the current text of ``owner`` behind its ``door`` (empty: unknown); ``locked``: why it cannot be
        changed, empty where it can."""
        self._door = RAZZ_RANKS.index(door) if door else None
        written = text if isinstance(text, str) else str(text)
        self.entry.setAccessibleName(f"{owner} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(written)
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked or _share_of(written, self._door))

    def read(self, text: str) -> str:
        if text.strip():
            down_weights(text, self._door)
        return text.strip()


def _share_of(text: str, door: int | None) -> str:
    """Return the part of any two cards that a text keeps behind a door, empty where it cannot be read."""
    try:
        weights = down_weights(text, door)
    except TextError:
        return ""
    ways = [6.0 if low == high else 16.0 for low, high in ALL_PAIRS]
    return f"{percent(float(weights @ ways) / sum(ways), exact_digits=1)} of any two down cards"


class OpponentRow(QWidget):
    """What is said of an opponent beside its seat: its chips, its kind and with which down cards it comes along."""

    def __init__(self, seat: int, edit: Edit, base: Base, parent: QWidget) -> None:
        super().__init__(parent)
        self.seat, self._edit, self._base = seat, edit, base
        name = f"third.seat{seat}"
        named(self, name)
        self._swatch, self._name, self._state = QLabel(), QLabel(), small()
        title = f"Seat {seat + 1}: in the middle"
        self._chips = NumberField(IN_MIDDLE, f"{name}.chips", self, title=title, width=CHIPS_WIDTH)
        self._kind = combo_box(f"{name}.kind", "", self._on_kind)
        fix(self._kind, width=KIND_WIDTH)
        self._kind.addItem(OWN, "")
        for kind in third_kinds():
            self._kind.addItem(kind.name, kind.name)
            self._kind.setItemData(self._kind.count() - 1, kind.why, Qt.ItemDataRole.ToolTipRole)
        self._fields = {
            "calls": DownField(f"{name}.calls", "comes along with", self),
            "calls_raise": DownField(f"{name}.callsRaise", "meets a completion with", self),
        }
        titles = self._swatch, self._name, self._state, STRETCH
        head = filled(QHBoxLayout(), *titles, small("chips"), self._chips, self._kind, spacing=6)
        fields = self._fields.values()
        filled(QVBoxLayout(self), head, self._chips.problem_line, *fields, spacing=4, margins=(0, 4, 0, 6))
        self._chips.edited.connect(self._on_chips)
        for key, field in self._fields.items():
            field.edited.connect(Keyed(field, self._on_text, key).edited)

    def render_row(self, row: Row) -> None:
        """Show the opponent."""
        self._swatch.setPixmap(seat_swatch(current_theme().seat(self.seat)).pixmap(px(SWATCH), px(SWATCH)))
        self._name.setText(self._name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, px(120)))
        self._name.setToolTip(row.name)
        door = f"door {row.door}" if row.door else "no door yet"
        self._state.setText(f"{door}, {row.state}" if row.state != "in" else f"in with {row.text[:24]}")
        self._chips.entry.setAccessibleName(f"{row.name}: in the middle")
        self._chips.entry.setPlaceholderText(f"{row.posted:g}")
        self._chips.show_value(None if row.chips == row.posted else row.chips)
        acts = row.state == "to act"
        self._kind.setVisible(acts)
        self._kind.setAccessibleName(f"Kind of player: {row.name}")
        self._kind.setCurrentIndex(max(self._kind.findData(kind_of(row)), 0))
        self._kind.setToolTip("With which down cards it comes along behind its door")
        for key, field in self._fields.items():
            field.setVisible(row.state in ("in", "to act"))
            locked = LOCKED if key == "calls" and row.locked else ""
            field.show_text(getattr(row, key), row.name, row.door, locked=locked)
            field.entry.setPlaceholderText("" if acts else "all that it holds")

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong to this row."""
        for key, field in self._fields.items():
            field.report(problems.get(f"{key}{self.seat}"))
        self._chips.report(problems.get(f"in{self.seat}"))

    @Slot(object, str)
    def _on_chips(self, value: object, merge: str) -> None:
        self._edit("chips", with_entries(self._base(), self.seat, {"in": value}), merge)

    def _on_text(self, key: str, text: str, merge: str) -> None:
        scenario = self._base()
        after = with_entries(scenario, self.seat, {key: text or None})
        self._edit(f"hands of {scenario.seats[self.seat].name}", after, merge)

    @Slot(int)
    def _on_kind(self, index: int) -> None:
        name, scenario = self._kind.itemData(index), self._base()
        if name:
            after = with_kind(scenario, self.seat, third_kind(name))
            self._edit(f"{scenario.seats[self.seat].name} plays {name}", after, "")


class ThirdForm(Guarded, QWidget):
    """Ante, bring-in, completion and bets, then a row for each opponent."""

    def __init__(self, edit: Edit, base: Base, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit, self._base = edit, base
        self._rows: list[OpponentRow] = []
        self._hero = SeatChoice("third.hero", "The seat that the page is about", self)
        self._hero.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._hero.chosen.connect(self._on_hero)
        title = "Hero: in the middle"
        self._own = NumberField(IN_MIDDLE, "third.heroChips", self, title=title, width=CHIPS_WIDTH)
        self._own.edited.connect(self._on_own)
        self._numbers = PanelNumbers("third", THIRD_FIELDS, COLUMNS, edit, base, self, panel_of, with_number)
        self._bets = NumberField(BETS_AFTER, "third.bets", self)
        self._paid = NumberField(PAID_AFTER, "third.paid", self)
        self._bets.edited.connect(self._on_bets)
        self._paid.edited.connect(self._on_paid)
        self._nobody = label(NOBODY, name="third.nobody", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        head = filled(QHBoxLayout(), small("Hero"), self._hero, small("chips"), self._own, STRETCH, spacing=6)
        after = filled(QHBoxLayout(), (self._bets, 1), (self._paid, 1), spacing=24)
        left_out = (small(text, name=f"third.leftOut{n}", wrap=True) for n, (_, text) in enumerate(LEFT_OUT))
        money = head, self._own.problem_line, self._numbers, after, 4
        opponents = heading("Opponents"), self._nobody, self._list, 8, heading("What is left out")
        filled(QVBoxLayout(self), *money, *opponents, *left_out, STRETCH, spacing=6, margins=(0, 0, 12, 0))

    def show_situation(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the situation of a table, and what is wrong with it, by field."""
        panel, rows, hero = panel_of(scenario), rows_of(scenario), hero_seat(scenario)
        self._hero.show_seats(range(len(rows)), [row.name for row in rows], hero)
        own = rows[hero]
        self._own.entry.setPlaceholderText(f"{own.posted:g}")
        self._own.show_value(None if own.chips == own.posted else own.chips)
        self._own.report(problems.get("in_hero"))
        self._numbers.render_scenario(scenario, problems.values())
        after = panel.after if "after" not in panel.rejected else AfterFlop()
        size = after.bets if isinstance(after.bets, BetSize) else BetSize(4)
        self._bets.show_value(None if size.of_pot else size.amount)
        self._bets.entry.setPlaceholderText(f"{100 * size.amount:g} % of the pot" if size.of_pot else "4")
        self._paid.show_value(after.entered("paid"))
        for field, key in ((self._bets, "after.bets"), (self._paid, "after.paid")):
            field.report(next((p for name, p in problems.items() if name.startswith(key)), None))
        others = [row for row in rows if not row.hero and row.state != "out"]
        self._fit([row.seat for row in others])
        for widget, row in zip(self._rows, others, strict=True):
            widget.render_row(row)
            widget.report(problems)
        self._nobody.setVisible(not others)

    def _fit(self, seats: list[int]) -> None:
        """Have a row for each of these seats."""
        if [row.seat for row in self._rows] == seats:
            return
        drop(self._list, *self._rows)
        self._rows = [OpponentRow(seat, self._edit, self._base, self) for seat in seats]
        for row in self._rows:
            self._list.addWidget(row)

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self._edit("hero", with_hero(self._base(), seat), "")

    @Slot(object, str)
    def _on_own(self, value: object, merge: str) -> None:
        scenario = self._base()
        self._edit("chips", with_entries(scenario, hero_seat(scenario), {"in": value}), merge)

    @Slot(object, str)
    def _on_bets(self, value: object, merge: str) -> None:
        size = None if value is None else BetSize(value)  # type: ignore[arg-type]
        self._edit("bets after fourth street", with_after(self._base(), "bets", size or BetSize(4)), merge)

    @Slot(object, str)
    def _on_paid(self, value: object, merge: str) -> None:
        self._edit("bets after fourth street", with_after(self._base(), "paid", 1 if value is None else value), merge)


@cache
def _example() -> Scenario:
    return scenario_from_json(third_example())


def with_example(scenario: Scenario) -> Scenario:
    """Return a table with the seats and the situation of the example."""
    shown = _example()
    return replace(scenario, seats=shown.seats, third=panel_of(scenario).with_entries(panel_of(shown).entries))


def situation_of(scenario: Scenario) -> PageSituation[ThirdRequest]:
    """Return the question of the page about a table."""
    if not GAMES[scenario.game].stud:
        return PageSituation(scenario, PanelRequest({}, ()), missing="Razz only.")
    example = all(seat.empty for seat in scenario.seats)
    scenario = with_example(scenario) if example else scenario
    panel = request_of(scenario)
    if not panel.seats:
        return PageSituation(scenario, panel, problems=panel.problems, missing=NO_OPPONENT)
    return PageSituation.read(scenario, panel, read_third_request, example=example)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """How far the work is, 0 to 1, and the answer so far (None: nothing is known yet)."""

    progress: float
    answer: ThirdAnswer | None


def _steps(request: ThirdRequest, cancel: CancelToken) -> Iterator[Step]:
    answer = None
    for snapshot in run_third(request, cancel=cancel):
        answer = snapshot.answer or answer
        yield Step(1.0 if snapshot.final else snapshot.progress, answer)


def _steals(request: ThirdRequest, cancel: CancelToken) -> Iterator[Steals]:
    yield from run_steals(request, cancel=cancel)


class ThirdPage(ShownWidget):
    """Three views of one situation; what the one that is shown needs is computed while the page is in front."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "third", "Third street")
        page_ground(self)
        self._context, self._document = context, context.document
        self._situation: PageSituation[ThirdRequest] | None = None
        self._key, self._action, self._what, self._stolen = "decision", "complete", "map", "bars"
        self.decision: Answers[Step] = Answers(context.questions.apart("third"), "third", self)
        self.steals: Answers[Steals] = Answers(context.questions.apart("third steals"), "steals", self)
        self.verdict = VerdictCard("third", "What to do on third street", LINE_TIP, LEFT_OUT, self)
        self.table = TableView[Any]("third.actions", "Actions")
        self.cards = TableView[Any]("third.cards", "Hero's fourth cards")
        self.map = MapView("fourth", "Fourth streets", FOURTH, context.session, self, menu="export")
        self.chart = ChartView("steals", "Steals", STEALS, context.session, self, menu="export")
        self.grid = MapView("stealsByDoors", "Steals by doors", BY_DOORS, context.session, self, menu="export")
        self.form = ThirdForm(self._edit, self._base, self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask_now)
        self._build()
        context.document.changed.connect(self._on_document_changed)
        self.decision.changed.connect(self._on_changed)
        self.steals.changed.connect(self._on_changed)

    def _build(self) -> None:
        self._view = ChoiceBar("third.view", "View", VIEWS)
        self._view.chosen.connect(self.show_view)
        self._after = ChoiceBar("third.after", "Fourth streets", ACTIONS)
        self._after.chosen.connect(self._on_after)
        self._shown = ChoiceBar("third.shown", "What of the fourth streets is shown", SHOWN)
        self._shown.chosen.connect(self._on_shown)
        self._against = ChoiceBar("third.against", "Steals against", STEALS_SHOWN)
        self._against.chosen.connect(self._on_against)
        rows = (
            ("example", "use it", "Puts the example that is shown on the table", self._on_take),
            ("fourth", "fourth in Equity", "Opens the fourth street of the table in Equity", self._on_fourth),
            ("fifth", "fifth in Betting", "Opens the fifth street of the table in Betting", self._on_fifth),
            ("copy", "copy", "Copies the question: `steelwheel third -` answers it alike", self._on_copy),
        )
        chips = [
            chip_button(text, f"third.{n}", slot, text.capitalize(), tip, parent=self) for n, text, tip, slot in rows
        ]
        self._take, self._fourth, self._fifth, self._copy = chips
        chips.append(help_chip("third", HELP_TIP, parent=self))
        head = ChipFlow((self._view, *chips), self)
        self._work = label("", self, name="third.work")
        self._doors = label("", self, name="third.doors", wrap=True)
        at_least(self.map, height=LOWEST_CHART)
        fix(self.table, height=ACTIONS_HEIGHT)
        decision, steals = QWidget(self), QWidget(self)
        choices = filled(QHBoxLayout(), self._after, STRETCH, self._shown, spacing=4)
        lower = (self.map, 1), (self.cards, 1)
        filled(QVBoxLayout(decision), self.table, choices, *lower, spacing=6, margins=NO_MARGINS)
        against = filled(QHBoxLayout(), self._against, STRETCH)
        drawn = (self.chart, 1), (self.grid, 1)
        filled(QVBoxLayout(steals), self._doors, against, *drawn, spacing=6, margins=NO_MARGINS)
        shown = scrolled(decision, "third.decision", "Decision"), scrolled(self.form, "third.form", "Situation")
        self._parts = dict(zip(VIEWS, (*shown, steals), strict=True))
        views = [(part, 1) for part in self._parts.values()]
        filled(QVBoxLayout(self), head, self._work, self.verdict, *views, spacing=4, margins=(12, 10, 12, 10))
        tab_in_order(*self._view.chips.values(), *chips)
        self.show_view(self._key)

    @property
    def situation(self) -> PageSituation[ThirdRequest]:
        """The situation as the document has it."""
        if self._situation is None:
            self._situation = situation_of(self._document.scenario)
        return self._situation

    @property
    def answer(self) -> ThirdAnswer | None:
        """The answer to the current situation, as far as it is known."""
        step = self.decision.latest.current
        return None if step is None else step.answer

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show a view by its key."""
        self._key = key
        self._view.show_choice(key)
        for name, part in self._parts.items():
            part.setVisible(name == key)
        self.ask_now()
        self._render()

    @Slot()
    def ask_now(self) -> None:
        """Ask the questions of the displayed view; none while the page is hidden."""
        self._settle.stop()
        request = self.situation.request
        if not self.isVisible() or request is None:
            self.decision.stop()
            self.steals.stop()
            return
        scenario = self.situation.scenario
        self.decision.ask(_about(request), partial(_steps, request), scenario)
        if self._key == "steals":
            self.steals.ask(_about(request), partial(_steals, request), scenario)
        else:
            self.steals.stop()

    def _latest(self, answers: Answers[Any]) -> Latest[Any]:
        """Return the latest answer, which is stale as soon as the table asks something else."""
        latest, request = answers.latest, self.situation.request
        asked = None if request is None else _about(request)
        return replace(latest, stale=latest.value is not None and (latest.stale or latest.about != asked))

    def _base(self) -> Scenario:
        """Return what an edit changes: the table, or the example in its place, which is put on it by that."""
        return self.situation.scenario

    def _edit(self, what: str, scenario: Scenario, merge: str = "") -> None:
        problems = self._document.replace(f"Third street: {what}", scenario, merge=merge or None)
        if problems:
            self._context.message.emit(problems[0].message, True)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._situation = None
        if self.isVisible():
            self._settle.start()
            self._render()
            return
        for chart, answers in ((self.map, self.decision), (self.chart, self.steals), (self.grid, self.steals)):
            chart.mark(stale=answers.latest.of is not self.situation.scenario and self._latest(answers).stale)

    @Slot(str)
    def _on_after(self, key: str) -> None:
        self._action = key
        self._render()

    @Slot(str)
    def _on_shown(self, key: str) -> None:
        self._what = key
        self._render()

    @Slot(str)
    def _on_against(self, key: str) -> None:
        self._stolen = key
        self._render()

    def _render(self) -> None:
        situation = self.situation
        self._take.setVisible(situation.example)
        self._copy.setEnabled(situation.request is not None)
        for chip in (self._fourth, self._fifth):
            chip.setEnabled(self.answer is not None and not situation.example)
        if GAMES[situation.scenario.game].stud:
            problems = {problem.field: problem for problem in reversed(situation.problems)}
            self.form.show_situation(situation.scenario, problems)
        latest: Latest[Any] = self.steals.latest if self._key == "steals" else self.decision.latest
        step = latest.value
        self._work.setText(f"{percent(step.progress, exact_digits=0)} computed" if latest.busy and step else "")
        self._show_verdict()
        self._show_fourth()
        self._show_steals()

    def _show_verdict(self) -> None:
        latest, situation = self._latest(self.decision), self.situation
        answer = latest.value.answer if latest.value is not None else None
        if situation.obstacle or latest.error is not None or answer is None:
            error = latest.error
            text = situation.obstacle or (refusal(error) if error is not None else LOOKING)
            self.verdict.show_verdict("", text, "", stale=True)
            return
        head, rest = headline(answer)
        opening = EXAMPLE if situation.example else ""
        told = (notice.partition(": ")[2] for notice in answer.notices)
        notices = "".join(f" {notice[:1].upper()}{notice[1:]}." for notice in told)
        why = f"{opening}{reason(answer)} {method_line(answer)[:1].upper()}{method_line(answer)[1:]}.{notices}"
        self.verdict.show_verdict(head, rest, why, stale=latest.stale)

    def _show_fourth(self) -> None:
        latest = self._latest(self.decision)
        answer = latest.value.answer if latest.value is not None and not self.situation.obstacle else None
        action = None if answer is None else self._shown_action(answer)
        self._after.setVisible(answer is not None and len(_played(answer)) > 1)
        self.table.setVisible(action is not None)
        self.cards.setVisible(False)
        self._shown.setVisible(False)
        if answer is None or action is None:
            self.map.setVisible(True)
            self.map.show_chart(None, empty=FOURTH)
            return
        self._after.show_choice("complete" if action.action == "complete" else "call")
        self.table.show_table(actions_table(answer, stale=latest.stale))
        self.cards.show_table(cards_table(action, stale=latest.stale))
        chart = fourth_map(latest.of, answer, action)
        as_map = chart is not None and self._what == "map"
        self.map.setVisible(as_map)
        self.cards.setVisible(not as_map)
        self._shown.setVisible(chart is not None)
        self._shown.show_choice("map" if as_map else "cards")
        unfinished = latest.value is not None and latest.value.progress < 1.0
        make = None if chart is None else lambda _: chart
        self.map.show_chart(make, stale=latest.stale, unfinished=unfinished, empty=FOURTH)

    def _show_steals(self) -> None:
        latest = self._latest(self.steals)
        rows = latest.value if not self.situation.obstacle else None
        grid = self._stolen == "grid"
        chart = None if rows is None else (steals_map if grid else steals_chart)(latest.of, rows)
        view, empty = (self.grid, BY_DOORS) if grid else (self.chart, STEALS)
        make, unfinished = None if chart is None else lambda _: chart, rows is not None and rows.progress < 1.0
        view.show_chart(make, stale=latest.stale, unfinished=unfinished, empty=empty)
        self.grid.setVisible(grid)
        self.chart.setVisible(not grid)
        self._against.show_choice(self._stolen)
        known = rows is not None and not latest.stale and (bool(rows.steals) or rows.progress == 1.0)
        self._doors.setText(doors_line(rows.doors) if rows is not None and known else "")

    @Slot()
    def _on_take(self) -> None:
        self._document.replace("Example on third street", with_example(self._document.scenario))

    @Slot()
    def _on_fourth(self) -> None:
        answer = self.answer
        if answer is not None:
            action = self._shown_name(answer)
            self._go_on("Fourth", "Equity", fourth_street(self.situation.scenario, action), action, answer)

    @Slot()
    def _on_fifth(self) -> None:
        answer = self.answer
        if answer is not None:
            action = self._shown_name(answer)
            self._go_on("Fifth", "Betting", fifth_street(self.situation.scenario, answer, action), action, answer)

    def _shown_action(self, answer: ThirdAnswer) -> Action | None:
        """Return the action whose fourth streets are shown, None where no action leads to one."""
        played = _played(answer)
        wanted = "check" if self._action == "call" and "call" not in played else self._action
        return played.get(wanted, next(iter(played.values()), None))

    def _shown_name(self, answer: ThirdAnswer) -> str:
        action = self._shown_action(answer)
        return "complete" if action is None else action.action

    def _go_on(self, street: str, page: str, table: Scenario | str, action: str, answer: ThirdAnswer) -> None:
        """Open a later street on another page, or say why it cannot be."""
        if isinstance(table, str):
            self._context.message.emit(table, True)
            return
        what = action_name(action, answer.request).lower()
        if not self._document.replace(f"{street} street after {what}", table):
            self._context.page_requested.emit(page)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(json.dumps(self.situation.values, indent=2) + "\n")
        self._context.message.emit("Question copied: paste it to `steelwheel third -`", False)

    def showEvent(self, event: QShowEvent) -> None:
        self.ask_now()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.decision.stop()
        self.steals.stop()


def _played(answer: ThirdAnswer) -> dict[str, Action]:
    """Return the actions that a fourth street follows, by name."""
    return {action.action: action for action in answer.actions if action.by_mine}


def _about(request: ThirdRequest) -> str:
    return json.dumps(request.to_json(), sort_keys=True)


def third_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = ThirdPage(context)
    return page, (
        ExportItem("fourth", "Fourth streets", page, page.map, "razz"),
        ExportItem("steals", "Steals", page, page.chart, "razz"),
        ExportItem("stealsByDoors", "Steals by doors", page, page.grid, "razz"),
    )
