"""The page *Third street* in razz: fold, call or complete, with doors behind and bad fourth streets given up."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import CancelToken, Scenario
from engine.preflop.third.answer import ThirdAction, ThirdAnswer
from engine.preflop.third.panel import THIRD_STREET, fifth_street, fourth_street
from engine.preflop.third.request import ThirdRequest
from engine.preflop.third.run import Steals, run_steals, run_third
from gui.charts.view import ChartView, MapView
from gui.export.files import BuiltPage, ExportItem
from gui.look.scale import at_least, fix
from gui.pages.preflop.model import Ask, PageSituation, Question, Step, StreetTexts
from gui.pages.preflop.street_page import HeadChip, StreetPage
from gui.pages.preflop.third.charts import (
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
from gui.pages.preflop.third.form import ThirdForm
from gui.pages.preflop.work_bar import WorkBar
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, scrolled
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import TableView
from gui.state.context import PageContext

VIEWS = {"decision": "Decision", "situation": "Situation", "steals": "Steals"}
ACTIONS = {"complete": "After completing", "call": "After a call"}
SHOWN = {"map": "Map", "cards": "By hero's card"}
STEALS_SHOWN = {"bars": "Current door cards", "grid": "Other door cards and players"}
MIN_CHART_HEIGHT, ACTIONS_HEIGHT = 340, 122
EXAMPLE = "Example, because the table is empty: A46 with an eight and the bring-in behind. "
LINE_TIP = (
    "<b>EV vs the next best action</b>: the difference of their EVs in chips. All fourth streets are computed: hero "
    "gives up those on which continuing would lose; on the others both put in the bets under <i>Situation</i> and show "
    "down. Chips already in the pot belong to the pot."
)
TEXTS = StreetTexts(
    street=THIRD_STREET,
    has_page=lambda game: game.stud,
    name="third",
    title="Third street",
    street_name="on third street",
    heading="Best action on third street",
    verdict_tip=LINE_TIP,
    wrong_game="Razz only.",
    no_opponent="No opponents: enter door cards at the seats on the left, such as xxK.",
    no_rows="No opponents yet: enter their door cards at the seats on the left, such as xxK, or use the example.",
    looking="Computing all fourth streets …",
    left_out=LEFT_OUT,
)


def ask_decision(situation: PageSituation[ThirdRequest]) -> tuple[Question, ...]:
    """Ask for the value of hero's actions."""
    request = situation.request
    return () if request is None else (Question("decision", request, partial(_decide, request)),)


def ask_steals(situation: PageSituation[ThirdRequest]) -> tuple[Question, ...]:
    """Ask for the value of completing by doors."""
    request = situation.request
    return () if request is None else (Question("steals", request, partial(_steals, request)),)


def _decide(request: ThirdRequest, cancel: CancelToken) -> Iterator[Step]:
    for snapshot in run_third(request, cancel=cancel):
        yield Step(snapshot.progress, snapshot.answer, snapshot.remaining_s)


def _steals(request: ThirdRequest, cancel: CancelToken) -> Iterator[Step]:
    for steals in run_steals(request, cancel=cancel):
        yield Step(steals.progress, steals)


class ThirdPage(StreetPage):
    """Three views of one situation."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        chips = (
            HeadChip("fourth", "4th to Equity", "Open fourth street on the Equity page", self._on_fourth),
            HeadChip("fifth", "5th to Betting", "Open fifth street on the Betting page", self._on_fifth),
        )
        super().__init__(context, TEXTS, context.questions.apart("third"), VIEWS, chips, parent)
        self._action, self._fourth_view, self._steals_view = "complete", "map", "bars"
        self.table = TableView[Any]("third.actions", "Actions")
        self.cards = TableView[Any]("third.cards", "Hero's fourth cards")
        self.map = MapView("fourth", "Fourth streets", FOURTH, context.session, self, menu="export")
        self.chart = ChartView("steals", "Steals", STEALS, context.session, self, menu="export")
        self.grid = MapView("stealsByDoors", "Steals by door card", BY_DOORS, context.session, self, menu="export")
        self._build()
        self._begin()
        context.document.changed.connect(self._on_document_changed)

    def _build(self) -> None:
        """Build the choices and the three views, and arrange them below the verdict."""
        self._after = ChoiceBar("third.after", "Fourth streets", ACTIONS)
        self._after.chosen.connect(self._on_after)
        self._shown = ChoiceBar("third.shown", "View of fourth streets", SHOWN)
        self._shown.chosen.connect(self._on_shown)
        self._against = ChoiceBar("third.against", "Steals against", STEALS_SHOWN)
        self._against.chosen.connect(self._on_against)
        self._work = WorkBar("third.work", "third", self.model, self)
        self._doors = label("", self, name="third.doors", wrap=True)
        at_least(self.map, height=MIN_CHART_HEIGHT)
        fix(self.table, height=ACTIONS_HEIGHT)
        decision, steals, form = QWidget(self), QWidget(self), ThirdForm(self.model, self)
        choices = filled(QHBoxLayout(), self._after, STRETCH, self._shown, spacing=4)
        lower = (self.map, 1), (self.cards, 1)
        filled(QVBoxLayout(decision), self.table, choices, *lower, spacing=6, margins=NO_MARGINS)
        against = filled(QHBoxLayout(), self._against, STRETCH)
        drawn = (self.chart, 1), (self.grid, 1)
        filled(QVBoxLayout(steals), self._doors, against, *drawn, spacing=6, margins=NO_MARGINS)
        shown = scrolled(decision, "third.decision", "Decision"), scrolled(form, "third.form", "Situation")
        self._parts = dict(zip(VIEWS, (*shown, steals), strict=True))
        views = [(part, 1) for part in self._parts.values()]
        filled(QVBoxLayout(self), self._head, self._work, self.verdict, *views, spacing=4, margins=(12, 10, 12, 10))

    @property
    def answer(self) -> ThirdAnswer | None:
        """The answer to the current situation, or None if nothing is known yet."""
        answer: ThirdAnswer | None = self.model.answer("decision").current
        return answer

    def _display(self, key: str) -> None:
        for name, part in self._parts.items():
            part.setVisible(name == key)

    def _asks(self) -> tuple[Ask, ...]:
        return (ask_decision, ask_steals) if self.view == "steals" else (ask_decision,)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if self.isVisible():
            return
        # A hidden page is not drawn again, but its charts can be exported: they have to say that they are old.
        for chart, kind, ask in (
            (self.map, "decision", ask_decision), (self.chart, "steals", ask_steals), (self.grid, "steals", ask_steals),
        ):  # fmt: skip
            chart.set_stale(stale=self.model.earlier(kind, ask))

    @Slot(str)
    def _on_after(self, key: str) -> None:
        self._action = key
        self._render()

    @Slot(str)
    def _on_shown(self, key: str) -> None:
        self._fourth_view = key
        self._render()

    @Slot(str)
    def _on_against(self, key: str) -> None:
        self._steals_view = key
        self._render()

    def _render(self) -> None:
        """Show the state of the chips, the verdict and the answers of all views."""
        situation = self.model.situation
        self._chips["example"].setVisible(situation.example)
        for name in ("copy", "simulate"):
            self._chips[name].setEnabled(situation.request is not None)
        for name in ("fourth", "fifth"):
            self._chips[name].setEnabled(self.answer is not None and not situation.example)
        self._render_verdict()
        self._show_fourth()
        self._show_steals()

    def _verdict_texts(self, value: ThirdAnswer) -> tuple[str, str, str]:
        best, rest = headline(value)
        method = method_line(value)
        sentences = (notice.partition(": ")[2] for notice in value.notices)
        notices = "".join(f" {sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)
        opening = EXAMPLE if self.model.situation.example else ""
        return best, rest, f"{opening}{reason(value)} {method[:1].upper()}{method[1:]}.{notices}"

    def _show_fourth(self) -> None:
        """Show the actions and the fourth streets of one of them, as a map or as a table.

        The map needs hero's down cards to be open or a single opponent: without it there is the table alone.
        """
        latest = self.model.answer("decision")
        answer: ThirdAnswer | None = None if self.model.situation.obstacle else latest.value
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
        chart = fourth_map(self.model.situation_of("decision").scenario, answer, action)
        as_map = chart is not None and self._fourth_view == "map"
        self.map.setVisible(as_map)
        self.cards.setVisible(not as_map)
        self._shown.setVisible(chart is not None)
        self._shown.show_choice("map" if as_map else "cards")
        make = None if chart is None else lambda _: chart
        unfinished = self.model.unfinished("decision")
        self.map.show_chart(make, stale=latest.stale, unfinished=unfinished, empty=FOURTH)

    def _show_steals(self) -> None:
        """Show the values of completing by hero's door, or by both doors, and the sentence about them."""
        latest = self.model.answer("steals")
        rows: Steals | None = None if self.model.situation.obstacle else latest.value
        as_grid = self._steals_view == "grid"
        scenario = self.model.situation_of("steals").scenario
        chart = None if rows is None else (steals_map if as_grid else steals_chart)(scenario, rows)
        # Only the visible chart is drawn; the other one follows when it is selected.
        view, empty = (self.grid, BY_DOORS) if as_grid else (self.chart, STEALS)
        make = None if chart is None else lambda _: chart
        view.show_chart(make, stale=latest.stale, unfinished=self.model.unfinished("steals"), empty=empty)
        self.grid.setVisible(as_grid)
        self.chart.setVisible(not as_grid)
        self._against.show_choice(self._steals_view)
        # The doors are computed one after the other: a sentence about all of them needs the last.
        known = rows is not None and not latest.stale and (bool(rows.steals) or rows.progress == 1.0)
        self._doors.setText(doors_line(rows.doors) if rows is not None and known else "")

    @Slot()
    def _on_fourth(self) -> None:
        answer = self.answer
        if answer is not None:
            action = self._shown_name(answer)
            self._go_on("Fourth", "Equity", fourth_street(self.model.situation.scenario, action), action, answer)

    @Slot()
    def _on_fifth(self) -> None:
        answer = self.answer
        if answer is not None:
            action = self._shown_name(answer)
            self._go_on("Fifth", "Betting", fifth_street(self.model.situation.scenario, answer, action), action, answer)

    def _shown_action(self, answer: ThirdAnswer) -> ThirdAction | None:
        """Return the action whose fourth streets are displayed, or None if no action leads to one."""
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


def _played(answer: ThirdAnswer) -> dict[str, ThirdAction]:
    """Return the actions that a fourth street follows, by name."""
    return {action.action: action for action in answer.actions if action.by_mine}


def third_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = ThirdPage(context)
    return page, (
        ExportItem("fourth", "Fourth streets", page, page.map, "razz"),
        ExportItem("steals", "Steals", page, page.chart, "razz"),
        ExportItem("stealsByDoors", "Steals by door card", page, page.grid, "razz"),
    )
