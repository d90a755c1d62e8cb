"""The page *Match*: programs and players of a description play against each other; who wins, from whom, and what their
bets reveal."""

import json
from functools import partial

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.matches.programs import MATCH_PROGRAMS
from engine.matches.result import MatchResult, MatchStanding
from engine.players.description import shipped_players
from engine.scenario.fields import FieldSpec
from engine.scenario.played import MATCH_FIELDS
from gui.charts.view import ChartView, MapView
from gui.export.files import AskPath, BuiltPage, ExportItem, ask_path, save_hands
from gui.look.scale import at_least, fix, px
from gui.look.theme import current_theme
from gui.pages.match.charts import (
    NO_MATRIX,
    NO_SIZES,
    NO_WINNINGS,
    Z95,
    has_sizes,
    matrix_chart,
    sizes_chart,
    winnings_chart,
)
from gui.pages.match.model import MatchModel
from gui.parts.answer_card import AnswerCard
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    combo_box,
    drop,
    filled,
    named,
    page_ground,
    scrolled,
    stacked,
    tab_in_order,
)
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar, seat_swatch
from gui.parts.form import PanelForm
from gui.parts.help import help_chip
from gui.parts.number_field import heading
from gui.parts.played import LIMITS, offer_players, phhs_text
from gui.parts.progress_line import ProgressLine
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import ProblemLine
from gui.state.context import PageContext, RunsModel
from gui.words.formatting import NO_BREAK, number_of, percent, signed_chips, time_left

VIEWS = {"winnings": "Winnings", "matrix": "Head-to-head results", "sizes": "Strength by bet size"}
TEACH = "Choose the players and press Run (F5): every deal is played once from each seat."
FIRST_HANDS = "Playing the first hands …"
PRESS_RUN = "Press Run (F5) to play the match"
COPY_TIP = "Copy this match as a request for `steelwheel match -`"
HANDS_TIP = "Save some of the hands that were played, and open them on the page Histories"
HELP_TIP = "About the programs and the numbers of this page"
CARD_TIP = (
    "<b>Won per 100 hands</b> in big blinds (razz: big bets), with the 95 % interval. With the same cards for "
    "everybody, luck with the cards cancels out. The winner has to be ahead of all others by two standard errors."
)
FORM_WIDTH, PLAYER_WIDTH, ROW_HEIGHT, CARD_HEIGHT = 292, 190, 24, 92
HOLDEM_FIELDS = ("stack", "small_blind", "big_blind", "ante", "rake", "rake_cap", "hands", "seed")
RAZZ_FIELDS = ("stack", "ante", "bring_in", "small", "big", "rake", "rake_cap", "hands", "seed")
FIXED_FIELDS = ("small", "big")
FIELDS = tuple(dict.fromkeys((*HOLDEM_FIELDS, *RAZZ_FIELDS)))
SWATCH = 12


def per_100(value: float, stderr: float) -> str:
    """Return winnings per 100 hands with their 95 % interval, as in ``+12.4 ± 3.1``."""
    return f"{'−' if value < 0 else '+'}{abs(value):.1f}{interval_of(stderr)}"


def interval_of(stderr: float) -> str:
    """Return the half width of a 95 % interval, or "" if the error is not known."""
    return f" ±{NO_BREAK}{Z95 * stderr:.1f}" if stderr == stderr else ""


def match_headline(result: MatchResult) -> tuple[str, str, str]:
    """Return who wins, how much, and the reason, of a match or its hands so far."""
    ranked = sorted(result.players, key=lambda player: -player.won_per_100)
    best = ranked[0]
    unit = result.unit.replace(" per 100 hands", "")
    # Not the second player alone: a player further behind may have a larger error of the difference.
    level = [player for player in ranked[1:] if not 2.0 * player.behind_best_stderr < player.behind_best]
    if level:
        head, rest = "No winner yet:", f"{best.name} and {level[0].name} are within the margin of error"
    else:
        head, rest = f"{best.name} wins", f"{per_100(best.won_per_100, best.stderr)} {unit} per 100 hands"
    others = [
        (value, player.name) for value, player in zip(best.won_from, result.players, strict=True) if player != best
    ]
    most, whom = max(others)
    reason = f"{number_of(result.hands, 'hand')}."
    if most > 0:
        reason += f" {best.name} won most against {whom}: {signed_chips(round(most, 1))} {unit} per 100 hands."
    ruined = [f"{player.name} {number_of(player.ruins, 'time')}" for player in result.players if player.ruins]
    reason += f" Bankroll lost: {', '.join(ruined)}." if ruined else ""
    return head, rest, reason


class MatchPlayerRow(QWidget):
    """A player of the match: who it is, and a button that takes it out."""

    def __init__(self, seat: int, model: MatchModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._seat, self._model = seat, model
        self.swatch = QLabel(self)
        self.choice = combo_box(f"match.player{seat}", f"Player {seat + 1}", self._on_chosen, width=PLAYER_WIDTH)
        self.remove = chip_button("✕", f"match.remove{seat}", self._on_remove, f"Remove player {seat + 1}", parent=self)
        filled(QHBoxLayout(self), self.swatch, (self.choice, 1), self.remove, spacing=6, margins=NO_MARGINS)

    def show_player(self, name: str, choices: list[str], *, removable: bool) -> None:
        """Show who it is."""
        self.swatch.setPixmap(seat_swatch(current_theme().seat(self._seat)).pixmap(px(SWATCH), px(SWATCH)))
        offer_players(self.choice, choices, name)
        self.choice.setToolTip(player_tip(name))
        self.remove.setEnabled(removable)

    @Slot(int)
    def _on_chosen(self, _index: int) -> None:
        self._model.set_player(self._seat, self.choice.currentText())

    @Slot()
    def _on_remove(self) -> None:
        self._model.remove_player(self._seat)


def player_tip(name: str) -> str:
    """Return a tool tip that explains a program or a shipped player."""
    if name in MATCH_PROGRAMS:
        return f"{name}: {MATCH_PROGRAMS[name].does}"
    return next((player.why for player in shipped_players() if player.name == name), "")


class MatchForm(ShownWidget):
    """The players of the match and its stakes."""

    def __init__(self, model: MatchModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._rows: list[MatchPlayerRow] = []
        self._players = filled(QVBoxLayout(), spacing=4, margins=NO_MARGINS)
        self.add = chip_button("+ add player", "match.add", self._on_add, "Add a player", parent=self)
        self._problem = named(ProblemLine(parent=self), "match.problem")
        self._form = PanelForm("match", self._on_edited)
        self._limit = self._form.choice("limit", "Limit", LIMITS, self._on_limit, parent=self)
        numbers = self._form.columns([MATCH_FIELDS[key] for key in FIELDS], 1, self)
        carry = self._form.switch(MATCH_FIELDS["carry"])
        filled(
            QVBoxLayout(self), heading("Players"), self._players, filled(QHBoxLayout(), self.add, STRETCH),
            self._problem, 4, self._limit, numbers, carry, STRETCH, spacing=6, margins=(0, 0, 10, 0),
        )  # fmt: skip
        model.changed.connect(self._on_changed)

    def _render(self) -> None:
        model, problems = self._model, self._model.problems
        names, choices = model.names, model.choices
        while len(self._rows) > len(names):
            drop(self._players, self._rows.pop())
        while len(self._rows) < len(names):
            self._rows.append(MatchPlayerRow(len(self._rows), model, self))
            self._players.addWidget(self._rows[-1])
        for row, name in zip(self._rows, names, strict=True):
            row.show_player(name, choices, removable=len(names) > 2)
        self.add.setEnabled(len(names) < model.most_players)
        self._problem.show_problem(problems.get("players"))
        fixed = model.panel.limit == "fixed"
        keys = RAZZ_FIELDS if model.is_stud else (*HOLDEM_FIELDS, *(FIXED_FIELDS if fixed else ()))
        self._limit.setVisible(not model.is_stud)
        self._limit.show_choice(model.panel.limit)
        self._form.render(model.panel, problems, shown=lambda spec: spec.key in keys or spec.kind == "switch")

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._model.edit(spec.label.lower(), spec.key, value, merge)

    def _on_limit(self, key: str) -> None:
        self._model.edit("limit", "limit", None if key == "none" else key)

    @Slot()
    def _on_add(self) -> None:
        self._model.add_player()


class ResultCard(AnswerCard):
    """The card that says who wins."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("match.card", "Result of the match", "match", CARD_TIP, parent)
        at_least(self, height=CARD_HEIGHT)


class MatchPage(ShownWidget, RunsModel[MatchModel]):
    """A match: the form at the left; at the right who wins, a chart and a table of the players."""

    run_changed = Signal()

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "matchPage", "Match")
        page_ground(self)
        self._context, self._ask = context, ask
        self.model = MatchModel(context.document, context.questions.apart("match"), context.players, self)
        self.form = MatchForm(self.model, self)
        self.card = ResultCard(self)
        self.progress = ProgressLine("match.progress", "match.timeLeft", "Progress", self)
        session = context.session
        self.winnings = ChartView("winnings", "Winnings", NO_WINNINGS, session, self, menu="players, view and export")
        self.matrix = MapView("wonFrom", "Head-to-head results", NO_MATRIX, session, self, menu="export")
        self.sizes = ChartView("betSizes", "Strength by bet size", NO_SIZES, session, self, menu="export")
        self.table: TableView[tuple[int, MatchStanding]] = TableView(
            "match.players", "Results of the players", self, height=ROW_HEIGHT
        )
        views = stacked(self.winnings, self.matrix, self.sizes)
        self.view = ChoiceBar("match.view", "View", VIEWS, self, on="winnings", views=views)
        self._hands = chip_button("open hands", "match.openHands", self._on_hands, "Open hands", HANDS_TIP, parent=self)
        self._copy = chip_button("copy", "match.copy", self._on_copy, "Copy as JSON", COPY_TIP, parent=self)
        explain = help_chip("match", HELP_TIP, parent=self)
        head = ChipFlow((self.view, self._hands, self._copy, explain), self)
        scroll = scrolled(self.form, "match.form", "Players and stakes")
        fix(scroll, width=FORM_WIDTH)
        # The table above the chart: in large text there is no room for both, and the chart is what scrolls.
        right = filled(QVBoxLayout(), self.card, self.progress, self.table, head, (views, 1), spacing=8)
        filled(QHBoxLayout(self), scroll, (right, 1), spacing=8, margins=(12, 10, 12, 8))
        tab_in_order(scroll, self.table, *self.view.chips.values(), self._hands, self._copy, explain)
        self.model.changed.connect(self._on_changed)
        self.model.changed.connect(self.run_changed)

    def _render(self) -> None:
        model, latest = self.model, self.model.latest
        running, stale = model.state == "running", model.stale
        result = latest.answer if latest is not None else None
        self._copy.setEnabled(not model.problems)
        self._hands.setEnabled(result is not None and bool(result.kept) and not running)
        if running:
            done = latest.progress if latest is not None else 0.0
            self.progress.show_state(done, time_left(latest.remaining_s) if latest is not None else "")
        else:
            waits = not model.problems and (result is None or stale)
            self.progress.show_state(0.0 if waits else None, PRESS_RUN if waits else "")
        if result is None or not result.hands:
            self.card.show_answer("", model.failure or (FIRST_HANDS if running else TEACH), "", "", stale=False)
            self.table.show_table(TableData())
            self._fit_table(shown=running)
            for chart in (self.winnings, self.matrix, self.sizes):
                chart.show_chart(None)
            return
        head, rest, reason = match_headline(result)
        self.card.show_answer(head, rest, reason, " ".join(result.notices), stale=stale or running)
        self.table.show_table(standings_table(result, stale=stale))
        self._fit_table(shown=True)
        panel, game = model.played_panel, model.played["game"]
        sizes = partial(sizes_chart, result, panel, game) if has_sizes(result) else None
        self.winnings.show_chart(partial(winnings_chart, result, panel, game), stale=stale, unfinished=running)
        self.matrix.show_chart(partial(matrix_chart, result, panel, game), stale=stale, unfinished=running)
        self.sizes.show_chart(sizes, stale=stale, unfinished=running)

    def _fit_table(self, *, shown: bool) -> None:
        """Give the table the height of all players, from the start of the match on: later nothing moves below it."""
        self.table.setFixedHeight(self.table.height_of(max(len(self.model.names), len(self.table.rows))))
        self.table.setVisible(shown)

    def customEvent(self, event: QEvent) -> None:
        self._fit_table(shown=self.table.isVisibleTo(self))

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(json.dumps(self.model.request(), indent=2) + "\n")
        self._context.message.emit("Request copied: paste it to `steelwheel match -`", False)

    @Slot()
    def _on_hands(self) -> None:
        latest = self.model.latest
        if latest is None or latest.answer is None:
            return
        path = save_hands(self, phhs_text(latest.answer.kept), "match", self._context, self._ask)
        if path is not None and self._context.hands_opened is not None:
            self._context.hands_opened.emit((path,))


def standings_table(result: MatchResult, *, stale: bool) -> TableData[tuple[int, MatchStanding]]:
    """Return the table of the players, the best first."""
    rows = tuple(sorted(enumerate(result.players), key=lambda row: -row[1].won_per_100))
    unit = "BB" if "blind" in result.unit else "bets"
    columns: list[Column[tuple[int, MatchStanding]]] = [
        Column("Player", lambda row: row[1].name, number=False, swatch=lambda row: row[0], max_width=140),
        Column(
            f"{unit} / 100", lambda row: per_100(row[1].won_per_100, row[1].stderr),
            f"won in {result.unit}, with the 95 % interval", bold=True,
            ink=lambda row: "good" if row[1].won_per_100 > 0 else "bad",
        ),
        Column(
            "Behind", _behind, f"{result.unit} less than the best player. Both played the same deals, so this 95 % "
            "interval decides whether one is better", hide_order=1,
        ),
        Column("Chips", lambda row: signed_chips(row[1].won), "chips won", hide_order=3),
    ]  # fmt: skip
    for index, statistic in enumerate(result.players[0].statistics):
        columns.append(
            Column(
                statistic.title, partial(_statistic, index=index), f"how often the player {statistic.counts}",
                hide_order=4 + index,
            )
        )  # fmt: skip
    columns.append(
        Column(
            "Sizing tells", _reveals, "share of the variance in hand strength that the bet sizes explain",
            hide_order=2,
        )
    )  # fmt: skip
    if any(player.ruins for player in result.players):
        columns.append(Column("Busts", lambda row: str(row[1].ruins), "how often the bankroll was lost", hide_order=1))
    return TableData(tuple(columns), rows, stale=stale, key=lambda row: row[0], keep_names=True)


def _statistic(row: tuple[int, MatchStanding], index: int) -> str:
    statistic = row[1].statistics[index]
    if not statistic.chances:
        return "–"
    return f"{statistic.share:.1f}" if statistic.title == "AF" else percent(statistic.share, exact_digits=0)


def _behind(row: tuple[int, MatchStanding]) -> str:
    if row[1].behind_best == 0.0:
        return "–"
    return f"{row[1].behind_best:.1f}{interval_of(row[1].behind_best_stderr)}"


def _reveals(row: tuple[int, MatchStanding]) -> str:
    share = row[1].reveals.share
    return "–" if share != share else percent(share, exact_digits=0)


def match_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = MatchPage(context)
    return page, (
        ExportItem("winnings", "Winnings", page, page.winnings),
        ExportItem("wonFrom", "Head-to-head results", page, page.matrix),
        ExportItem("betSizes", "Strength by bet size", page, page.sizes),
    )
