"""The page *Simulate*: the EV of each action of hero with the hand played to its end."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Scenario
from engine.kelly.simulated import UNDECIDED_ERRORS, SimulatedAdvice, SimulatedGrowth
from engine.scenario.fields import FieldSpec
from engine.scenario.played import SIMULATION_FIELDS
from engine.simulation.answer import ActionResult, SeatOutcome, SimulationAnswer
from gui.charts.view import ChartView
from gui.export.files import AskPath, BuiltPage, ExportItem, ask_path, save_hands
from gui.look.guard import Keyed
from gui.look.scale import at_least, px
from gui.look.styling import set_rich_tip
from gui.look.theme import current_theme
from gui.pages.simulate.charts import NO_RESULTS, NO_VALUES, Z95, chips_with_error, results_chart, values_chart
from gui.pages.simulate.hands_view import SampleHandsView
from gui.pages.simulate.model import SimulateModel
from gui.parts.answer_card import AnswerCard
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
    stacked,
    tab_in_order,
)
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice, seat_swatch
from gui.parts.form import PanelForm
from gui.parts.help import help_chip
from gui.parts.number_field import NumberField, heading, small
from gui.parts.played import LIMITS, offer_players
from gui.parts.progress_line import ProgressLine
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import ProblemLine
from gui.state.context import ListedHands, PageContext, RunsModel
from gui.words.formatting import change_in_growth, chips, growth_text, number_of, percent, time_left

VIEWS = {"values": "Actions", "results": "Results in chips", "hands": "Hands", "situation": "Situation"}
TEACH = "Enter the pot, the stacks and the bets of this street under Situation."
COPY_TIP = "Copy this situation as a request for `steelwheel simulate -`"
STOPPED = "Stopped: press Run (F5) to simulate."
CORRECT = "Correct this under Situation."
LAST_ACTION = {
    "preflop": ("Ends preflop", "before the flop"),
    "third street": ("Ends on 3rd", "on third street"),
    "fourth street": ("Ends on 4th", "on fourth street"),
    "fifth street": ("Ends on 5th", "on fifth street"),
    "sixth street": ("Ends on 6th", "on sixth street"),
    "seventh street": ("Ends on 7th", "on seventh street"),
}
"""Title and tool tip of the column of a street; those of the others are made of their names."""
CHIPS_FIELDS = ("pot", "stacks", "street_bets")
ASSUMES = "The hand is played to its end; each player acts as selected under Situation."
ASSUMES_BRIEFLY = "Each player acts as selected under Situation."
HELP_TIP = "About the simulation and who plays how"
CARD_TIP = (
    "<b>EV</b>: the chips that an action earns on average from now to the end of the hand, betting included. A fold "
    "earns 0. All actions are played with the same cards and the same decisions of the others."
)
PLAYER_TIP = (
    "<b>Plays as</b>: how this player acts from now on. <i>tight</i>, <i>neutral</i> and <i>loose</i> are types of "
    "players, <i>honest</i> bets and calls when it pays and never bluffs, <i>caller</i> always calls."
)
STACK, BET = (replace(SIMULATION_FIELDS[key], kind="chips") for key in ("stacks", "street_bets"))
"""Of a single player."""
HOLDEM_FIELDS = ("pot", "min_bet", "rake", "rake_cap")
RAZZ_FIELDS = ("pot", "small", "big", "ante", "bring_in", "rake", "rake_cap")
FIXED_FIELDS = ("small", "big")
FIELDS = ("pot", "min_bet", "ante", "bring_in", "rake", "rake_cap", "small", "big")
"""In the order of two columns, so that those of either game are next to each other."""
CHIPS_WIDTH, SWATCH, ROW_HEIGHT, CARD_HEIGHT, KIND_WIDTH = 74, 12, 24, 92, 110


def simulation_headline(answer: SimulationAnswer) -> tuple[str, str]:
    """Return the best action, and how much more it earns than the next best."""
    ranked = sorted(answer.actions, key=lambda one: (one.behind_best, one.action != answer.best))
    best = next(one for one in ranked if one.action == answer.best)
    others = [one for one in ranked if one is not best]
    ev = f"{chips_with_error(best.ev, best.stderr)} chips"
    if not others:
        return best.action.capitalize() + ":", ev
    second = others[0]
    if answer.undecided:
        close = [one.action for one in others if not one.behind_best > 2.0 * one.behind_best_stderr]
        return f"{any_of([best.action.capitalize(), *close])}:", f"{ev}, too close to call"
    lead = chips_with_error(second.behind_best, second.behind_best_stderr).lstrip("+")
    return f"{best.action.capitalize()}:", f"{ev}, {lead} more than {second.action}"


def reason_line(answer: SimulationAnswer) -> str:
    """Return what happens after the best action."""
    best = answer.action(answer.best)
    parts = [number_of(answer.trials, "deal")]
    if best.everybody_folds:
        parts.append(f"everybody folds {percent(best.everybody_folds, exact_digits=0)}")
    if best.showdown:
        won = percent(best.won_at_showdown, exact_digits=0)
        parts.append(f"showdown {percent(best.showdown, exact_digits=0)}, of which hero wins {won}")
    return f"After {answer.best}: {'; '.join(parts[1:])} ({parts[0]})." if parts[1:] else f"{parts[0]}."


def growth_line(advice: SimulatedAdvice | None, bankroll: float | None) -> str:
    """Return which action grows the bankroll most, or which ones can lose all of it; "" without a bankroll."""
    if advice is None or bankroll is None:
        return ""
    lost = [one.action for one in advice.bets if one.growth is None]
    if lost:
        return f"{any_of(lost).capitalize()} can lose the whole bankroll of {chips(bankroll)}."
    best = advice.bet(advice.decision)
    if not advice.undecided:
        return f"Kelly with a bankroll of {chips(bankroll)}: {best.action}, growth {_growth(best)}."
    close = [
        one.action for one in advice.bets
        if one.behind_best is not None and one.behind_best <= UNDECIDED_ERRORS * (one.behind_best_stderr or 0.0)
    ]  # fmt: skip
    return f"Kelly with a bankroll of {chips(bankroll)}: {any_of(close)}, too close to call."


def any_of(names: Sequence[str]) -> str:
    """Return names as an enumeration, as in ``call, raise pot or all in``."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


class SimulatedSeatRow(QWidget):
    """A seat: its name, how it plays, its stack and its bet."""

    def __init__(self, seat: int, model: SimulateModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._seat, self._model = seat, model
        self._swatch, self._name = QLabel(self), label("", self, role="")
        self._kind = combo_box(f"simulate.player{seat}", "", self._on_kind, width=KIND_WIDTH)
        set_rich_tip(self._kind, PLAYER_TIP)
        self._fields = {}
        for spec in (STACK, BET):
            field = NumberField(
                spec, f"simulate.{spec.object_name}{seat}", self, title=f"Seat {seat + 1}: {spec.label.lower()}",
                width=CHIPS_WIDTH,
            )  # fmt: skip
            field.edited.connect(Keyed(field, self._on_number, spec).edited)
            self._fields[spec.key] = field
        row = filled(
            QHBoxLayout(), self._swatch, (self._name, 1), self._kind, small("stack"), self._fields["stacks"],
            small("bet"), self._fields["street_bets"], spacing=6, margins=NO_MARGINS,
        )  # fmt: skip
        lines = [field.problem_line for field in self._fields.values()]
        filled(QVBoxLayout(self), row, *lines, spacing=2, margins=NO_MARGINS)

    def show_seat(self, scenario: Scenario) -> None:
        """Show the values of the seat and their problems."""
        model, seat = self._model, scenario.seats[self._seat]
        self._swatch.setPixmap(seat_swatch(current_theme().seat(self._seat)).pixmap(px(SWATCH), px(SWATCH)))
        self._name.setText(self._name.fontMetrics().elidedText(seat.name, Qt.TextElideMode.ElideRight, px(130)))
        self._name.setToolTip(seat.name)
        offer_players(self._kind, model.choices, model.player_of(self._seat))
        self._kind.setAccessibleName(f"{seat.name} plays as")
        self._kind.setEnabled(not seat.folded)
        for key, field in self._fields.items():
            field.entry.setAccessibleName(f"{seat.name}: {field.spec.label.lower()}")
            field.show_value(model.panel.item(key, self._seat))
            field.report(model.problems.get(f"{key}{self._seat}"))

    @Slot(int)
    def _on_kind(self, _index: int) -> None:
        self._model.edit_seat("player", "players", self._seat, self._kind.currentText())

    def _on_number(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._model.edit_seat(spec.label.lower(), spec.key, self._seat, value, merge)


class SimulateForm(ShownWidget):
    """The situation: hero, the button, the chips, the limit, and how each seat plays."""

    def __init__(self, model: SimulateModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._rows: list[SimulatedSeatRow] = []
        self._hero = SeatChoice("simulate.hero", "The player whose actions are compared", self)
        self._button = SeatChoice("simulate.button", "The player who has the button", self)
        self._button_title = small("Button")
        self._hero.chosen.connect(self._on_hero)
        self._button.chosen.connect(self._on_button)
        self._seats = filled(QVBoxLayout(), spacing=4, margins=NO_MARGINS)
        self._problem = named(ProblemLine(parent=self), "simulate.problem")
        self._form = PanelForm("simulate", self._on_edited)
        self._limit = self._form.choice("limit", "Limit", LIMITS, self._on_limit, parent=self)
        numbers = self._form.columns([SIMULATION_FIELDS[key] for key in FIELDS], 2, self)
        actions = self._form.text(SIMULATION_FIELDS["actions"], self)
        area = QWidget(self)
        grid = bare_grid(area, 8, 4)
        grid.addWidget(small("Actions"), 0, 0)
        grid.addWidget(actions, 0, 1)
        top = filled(
            QHBoxLayout(), small("Hero"), self._hero, self._button_title, self._button, STRETCH, spacing=6,
            margins=NO_MARGINS,
        )  # fmt: skip
        filled(
            QVBoxLayout(self), top, self._problem, self._seats, 4, self._limit, numbers, area, STRETCH, spacing=6,
            margins=(0, 0, 10, 0),
        )  # fmt: skip
        model.changed.connect(self._on_changed)

    def _render(self) -> None:
        model, scenario, problems = self._model, self._model.scenario, self._model.problems
        count, names = len(scenario.seats), [seat.name for seat in scenario.seats]
        while len(self._rows) > count:
            drop(self._seats, self._rows.pop())
        while len(self._rows) < count:
            self._rows.append(SimulatedSeatRow(len(self._rows), model, self))
            self._seats.addWidget(self._rows[-1])
        for row in self._rows:
            row.show_seat(scenario)
        self._hero.show_seats(range(count), names, model.hero)
        self._button.show_seats(range(count), names, model.button)
        for part in (self._button, self._button_title, self._limit):
            part.setVisible(not model.is_stud)
        self._limit.show_choice(model.panel.limit)
        self._problem.show_problem(problems.get("table") or problems.get("hero") or problems.get("button"))
        fixed = model.panel.limit == "fixed"
        keys = RAZZ_FIELDS if model.is_stud else (*HOLDEM_FIELDS, *(FIXED_FIELDS if fixed else ()))
        self._form.render(model.panel, problems, shown=lambda spec: spec.key in (*keys, "actions"))

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._model.edit(spec.label.lower(), spec.key, value, merge)

    def _on_limit(self, key: str) -> None:
        self._model.edit("limit", "limit", None if key == "none" else key)

    @Slot(int)
    def _on_hero(self, seat: int) -> None:
        self._model.edit("hero", "hero", seat or None)

    @Slot(int)
    def _on_button(self, seat: int) -> None:
        self._model.edit("button", "button", seat)


class SimulatePage(ShownWidget, RunsModel[SimulateModel]):
    """The best action; below it the EV of each, the distribution of its results, or the form of the situation."""

    run_changed = Signal()

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "simulatePage", "Simulate")
        page_ground(self)
        self._context, self._ask = context, ask
        self.model = SimulateModel(
            context.document, context.questions.apart("simulate"), context.players, context.settings, self
        )
        self.card = AnswerCard("simulate.card", "Best action", "simulate", CARD_TIP, self)
        at_least(self.card, height=CARD_HEIGHT)
        self.progress = ProgressLine("simulate.progress", "simulate.timeLeft", "Progress", self)
        session = context.session
        self.values = ChartView("actionValues", "EV of each action", NO_VALUES, session, self, menu="export")
        self.results = ChartView(
            "actionResults", "Results in chips", NO_RESULTS, session, self, menu="actions, view and export"
        )
        self.by_action: TableView[tuple[int, ActionResult]] = TableView(
            "simulate.actionTable", "What happens after each action", self, height=ROW_HEIGHT
        )
        self.by_seat: TableView[tuple[int, SeatOutcome]] = TableView(
            "simulate.seatTable", "What the players do after the best action", self, height=ROW_HEIGHT
        )
        self.hands = SampleHandsView(self.model, self)
        self.hands.save_requested.connect(self._on_save_hands)
        self.hands.replay_requested.connect(self._on_replay)
        self.form = SimulateForm(self.model, self)
        self._who = heading("")
        values = QWidget(self)
        filled(
            QVBoxLayout(values), (self.values, 5), (self.by_action, 4), self._who, (self.by_seat, 3),
            spacing=6, margins=NO_MARGINS,
        )  # fmt: skip
        views = stacked(values, self.results, self.hands, scrolled(self.form, "simulate.form", "Situation"))
        self.view = ChoiceBar("simulate.view", "View", VIEWS, self, on="values", views=views)
        self._copy = chip_button("copy", "simulate.copy", self._on_copy, "Copy as JSON", COPY_TIP, parent=self)
        explain = help_chip("simulate", HELP_TIP, parent=self)
        head = ChipFlow((self.view, self._copy, explain), self)
        parts = self.card, self.progress, head, (views, 1)
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 8))
        tab_in_order(*self.view.chips.values(), self._copy, explain, self.by_action, self.by_seat)
        self.model.changed.connect(self._on_changed)
        self.model.changed.connect(self.run_changed)

    def _render(self) -> None:
        model, latest = self.model, self.model.latest
        running, stale = model.state == "running", model.stale
        problem = next(iter(model.problems.values()), None)
        self._copy.setEnabled(problem is None)
        done, left = model.progress
        self.progress.show_state(done, time_left(left))
        answer = latest.answer if latest is not None else None
        if problem is not None:
            hint = "" if problem.field == "table" else TEACH if problem.field in CHIPS_FIELDS else CORRECT
            self.card.show_answer("", f"{problem.message[:1].upper()}{problem.message[1:]}", "", hint, stale=False)
        elif answer is None:
            idle = STOPPED if model.stopped else ""
            self.card.show_answer("", model.failure or ("Dealing …" if running else idle), "", "", stale=False)
        else:
            notices = (f" {text}" for text in answer.notices if not text.startswith("table."))
            head, rest = simulation_headline(answer)
            growth = growth_line(model.growth_of(answer), model.bankroll)
            assumes = (f"{growth} {ASSUMES_BRIEFLY}" if growth else ASSUMES) + "".join(notices)
            self.card.show_answer(head, rest, reason_line(answer), assumes, stale=stale or running)
        if answer is None:
            self._show_nothing()
            return
        about = model.about
        grey = stale or problem is not None
        self.values.show_chart(partial(values_chart, answer, about), stale=grey, unfinished=running)
        self.results.show_chart(partial(results_chart, answer, about), stale=grey, unfinished=running)
        self.by_action.show_table(simulated_actions_table(answer, model.growth_of(answer), stale=grey))
        self._who.setText(f"After {answer.best}")
        self.by_seat.show_table(seat_actions_table(answer, self.model, stale=grey))

    def _show_nothing(self) -> None:
        for chart in (self.values, self.results):
            chart.show_chart(None)
        for table in (self.by_action, self.by_seat):
            table.show_table(TableData())
        self._who.setText("")

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(json.dumps(self.model.request(), indent=2) + "\n")
        self._context.message.emit("Request copied: paste it to `steelwheel simulate -`", False)

    @Slot(str)
    def _on_save_hands(self, text: str) -> None:
        save_hands(self, text, "simulation", self._context, self._ask)

    @Slot(str, int, int)
    def _on_replay(self, text: str, index: int, moment: int) -> None:
        if self._context.hands_listed is not None:
            self._context.hands_listed.emit(ListedHands("Simulated hands", text, index, moment))

    def showEvent(self, event: QShowEvent) -> None:
        self.model.watch(on=True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(on=False)


def simulated_actions_table(
    answer: SimulationAnswer, advice: SimulatedAdvice | None, *, stale: bool
) -> TableData[tuple[int, ActionResult]]:
    """Return the table of hero's actions, in the order of the request; ``advice``: how they grow the bankroll."""
    streets = tuple(answer.actions[0].ends)
    columns: list[Column[tuple[int, ActionResult]]] = [
        Column("Action", lambda row: row[1].action, number=False, swatch=lambda row: row[0]),
        Column(
            "EV", lambda row: chips_with_error(row[1].ev, row[1].stderr),
            "average chips from this decision to the end of the hand (fold = 0), with the 95 % interval", bold=True,
        ),
        Column(
            "EV loss", lambda row: _behind(row[1], answer),
            "how much less than the best action, with the interval of the difference",
        ),
        Column(
            "All fold", lambda row: percent(row[1].everybody_folds, exact_digits=0), "how often everybody else folds"
        ),
        Column("Showdown", lambda row: percent(row[1].showdown, exact_digits=0), "how often hero sees a showdown"),
        Column(
            "W$SD", lambda row: "–" if not row[1].showdown else percent(row[1].won_at_showdown, exact_digits=0),
            "how many of these showdowns hero wins", hide_order=1,
        ),
    ]  # fmt: skip
    if advice is not None:
        columns.insert(3, Column(
            "Growth", lambda row: _growth(advice.bets[row[0]]),
            "by how much the action grows the bankroll of the page Kelly on average, with the 95 % interval",
        ))  # fmt: skip
    for k, street in enumerate(streets):
        title, tip = LAST_ACTION.get(street, (f"Ends on {street}", f"on the {street}"))
        columns.append(
            Column(title, partial(_ends, street=street), f"how often the last action is {tip}", hide_order=2 + k)
        )
    rows = tuple(enumerate(answer.actions))
    return TableData(
        tuple(columns), rows, stale=stale, key=lambda row: row[1].action,
        strong=lambda row: row[1].action == answer.best, keep_names=True,
    )  # fmt: skip


def _growth(bet: SimulatedGrowth) -> str:
    return growth_text(None) if bet.growth is None else change_in_growth(bet.growth, Z95 * (bet.growth_stderr or 0.0))


def _behind(one: ActionResult, answer: SimulationAnswer) -> str:
    if one.action == answer.best:
        return "best"
    return chips_with_error(one.behind_best, one.behind_best_stderr).lstrip("+")


def _ends(row: tuple[int, ActionResult], street: str) -> str:
    return percent(row[1].ends[street], exact_digits=0)


def seat_actions_table(
    answer: SimulationAnswer, model: SimulateModel, *, stale: bool
) -> TableData[tuple[int, SeatOutcome]]:
    """Return the table of the seats after hero's best action."""
    columns: tuple[Column[tuple[int, SeatOutcome]], ...] = (
        Column("Player", lambda row: row[1].name, number=False, swatch=lambda row: row[0], max_width=140),
        Column("Plays as", lambda row: model.player_of(row[0]), "the type of player or program", number=False),
        Column("Folds", lambda row: percent(row[1].folds, exact_digits=0), "how often the player folds"),
        Column("Showdown", lambda row: percent(row[1].showdown, exact_digits=0), "how often he sees a showdown"),
    )
    return TableData(columns, tuple(enumerate(answer.seats)), stale=stale, key=lambda row: row[0], keep_names=True)


def simulate_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = SimulatePage(context)
    return page, (
        ExportItem("actionValues", "EV of each action", page, page.values),
        ExportItem("actionResults", "Results in chips", page, page.results),
    )
