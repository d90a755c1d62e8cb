"""The rows of players in the Kelly panel: chips in the pot, stacks, and the opponents' responses to a bet."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.kelly.panel import PanelRow, hero_row, kelly_panel, live_rows, panel_rows
from engine.play.pots import effective_stacks
from engine.players.description import Player, brief_json, shipped_players
from engine.scenario.fields import FieldSpec
from engine.scenario.kelly import BY_KEY
from engine.scenario.kelly_responses import RANDOM, ListedBet, OpponentResponse, Way
from engine.table.hand_texts import HANDS
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, fix, px
from gui.look.styling import set_rich_tip
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.question import may_call_by_hands, may_respond_as_player
from gui.parts.build import NO_MARGINS, bare_grid, combo_box, drop, filled, label, named, offer, tab_in_order
from gui.parts.field_text import FieldError, read_chips, read_percent, write_chips, write_percent, write_text
from gui.parts.number_field import NumberField, heading
from gui.parts.text_entry import ProblemLine, TextField
from gui.words.formatting import chips

COLUMN = 74
CHIPS, STACKS = (replace(BY_KEY[key], kind="chips") for key in ("chips", "stacks"))
"""Of a single player."""
TITLES: dict[Way, str] = {
    "calls": "calls everything",
    "fold": "folds a fixed percentage",
    "defend": "folds by MDF",
    "rows": "listed bets",
}
PLAYS_AS = "plays as {}"
INITIAL_RESPONSES: dict[Way, OpponentResponse | None] = {
    "calls": None,
    "fold": OpponentResponse("fold", 0.3),
    "defend": OpponentResponse("defend"),
    "rows": OpponentResponse("rows"),
}
"""The initial value of each kind of response when it is selected; those of players follow."""
FOLDS = replace(
    BY_KEY["p_all_fold"],
    key="fold",
    label="Folds to a bet %",
    help="<b>Fixed percentage</b>: how often he folds to a bet of any size. A call makes nobody fold.",
)
ANSWER_TIP = (
    "<b>Response to a bet of x into the pot P</b>: calls everything; folds a fixed percentage; folds by MDF, so "
    "often that a bluff breaks even: x/(P + x), with n opponents the n-th root each; or as you list for each bet. From "
    "the flop on (razz: fourth street) a single opponent can play as a type of player: he folds, calls and raises by "
    "the strength of his hand and the price."
)
LIST_TIP = (
    "<b>Listed bets</b>: the bets to compare, how often each makes him fold, and, if you know it, how often you win "
    "when he calls, in percent: <i>50 30; 100 45; 200 60 48</i>. Without the last number the outcomes above apply."
)
CREDITED_TIP = (
    "<b>The range that he puts you on</b>: he does not see your cards. A range, in razz a hand such as <i>(7-7-)9</i>; "
    "empty: any cards, in razz under your up cards. He calls with the hands that have the most equity against it; your "
    "outcomes are against the hands that he really calls with."
)
BEST_HANDS = "calls with his best hands"
BEST_TIP = "He folds his worst hands, so your equity when called falls as the bet grows"
MIN_LETTERS, NAME_WIDTH = 8, 78
LIST_WANTED = "bet, fold %, optional win %: e.g. 50 30; 100 45"


class KellyChips(Guarded, QWidget):
    """Fields ``kelly.chips0`` … and ``kelly.stacks0`` …; Tab goes from the widget ``previous`` through the rows."""

    def __init__(self, model: KellyModel, previous: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._previous, self._with_chips = model, previous, True
        self._rows: tuple[PanelRow, ...] = ()
        self._widgets: list[tuple[QLabel, NumberField, NumberField]] = []
        self._grid = bare_grid(self, 4, 2)
        self._grid.setColumnStretch(0, 1)
        self._heads = [label(spec.label, weight=QFont.Weight.Normal) for spec in (CHIPS, STACKS)]
        for column, (head, spec) in enumerate(zip(self._heads, (CHIPS, STACKS), strict=True), start=1):
            set_rich_tip(head, spec.help)
            self._grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignRight)

    def render_scenario(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the rows of the panel and their errors; only the stacks if the pot is typed."""
        panel = kelly_panel(scenario)
        self._rows, self._with_chips = panel_rows(scenario), not panel.pot_typed
        self._fit()
        self._heads[0].setVisible(self._with_chips)
        stacks = (*panel.stacks, *[None] * len(self._rows))
        for (name, *fields), row in zip(self._widgets, self._rows, strict=True):
            name.setEnabled(not row.folded)
            name.setToolTip(_effective(row, stacks[hero_row(scenario)], stacks[row.index]))
            for field in fields:
                key = field.spec.key
                field.show_value(panel.item(key, row.index))
                field.setVisible(key == "stacks" or self._with_chips)
                field.report(problems.get(f"{key}{row.index}"))
            fields[-1].setEnabled(not row.folded)
        self._write_names()

    def _write_names(self) -> None:
        columns = 2 if self._with_chips else 1
        room = self.width() - columns * (px(COLUMN) + self._grid.horizontalSpacing()) - 2
        for (name, *_), row in zip(self._widgets, self._rows, strict=True):
            name.setText(name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write_names()

    def _fit(self) -> None:
        """Add or remove rows of widgets to match the number of players."""
        while len(self._widgets) > len(self._rows):
            name, *fields = self._widgets.pop()
            drop(self._grid, name, *fields, *(field.problem_line for field in fields))
        for place in range(len(self._widgets), len(self._rows)):
            name = QLabel(self)
            at_least(name, width=40)
            self._grid.addWidget(name, 2 * place + 1, 0)
            self._widgets.append((name, self._field(CHIPS, place, 1), self._field(STACKS, place, 2)))
        tab_in_order(self._previous, *(field.entry for _, *fields in self._widgets for field in fields))

    def _field(self, spec: FieldSpec, place: int, column: int) -> NumberField:
        title = f"{self._rows[place].name}: {spec.label.lower()}"
        field = NumberField(spec, f"kelly.{spec.key}{place}", self, title=title, width=COLUMN)
        field.edited.connect(Keyed(field, self._on_edited, (spec.key, place)).edited)
        self._grid.addWidget(field, 2 * place + 1, column)
        self._grid.addWidget(field.problem_line, 2 * place + 2, 0, 1, 3)
        return field

    def field_called(self, name: str) -> QWidget | None:
        """Return the entry of a field of the panel by name, or None if it is not among these rows."""
        entries = zip(self._widgets, self._rows, strict=True)
        named_so = (f.entry for (_, *fields), row in entries for f in fields if name == f"{f.spec.key}{row.index}")
        return next(named_so, None)

    def _on_edited(self, place: tuple[str, int], value: object, merge: str) -> None:
        key, row = place
        self._model.set_item("Chips", key, self._rows[row].index, value, merge)


def _effective(row: PanelRow, own: float | None, other: float | None) -> str:
    """Return the tool tip of a name: the effective stack against the player."""
    if row.hero:
        return f"{row.name}, the hero"
    if own is None or other is None:
        return row.name
    return f"{row.name}: effective stack {chips(effective_stacks(own, [other])[0])}, the smaller of both"


def read_list(text: str) -> OpponentResponse:
    """Read ``50 30; 100 45 60``: bets, how often each makes the opponent fold, and how often hero wins when called.

    Raises:
        FieldError: the text is not such a list.
    """
    rows = []
    for entry in re.split(r"[;\n]", text):
        parts = entry.replace("%", " ").replace(":", " ").split()
        if not parts:
            continue
        if len(parts) not in (2, 3):
            raise FieldError(LIST_WANTED)
        shares = [read_percent(part) for part in parts[1:]]
        rows.append(ListedBet(read_chips(parts[0]) or 0.0, shares[0], shares[1] if len(shares) > 1 else None))
    return OpponentResponse("rows", rows=tuple(rows))


def write_list(answer: OpponentResponse) -> str:
    """Write the bets of an answer as ``read_list`` reads them."""
    rows = ((write_chips(row.bet), write_percent(row.fold or 0), write_percent(row.win)) for row in answer.rows)
    return "; ".join(" ".join(filter(None, parts)) for parts in rows)


class ResponseRow(QWidget):
    """The answer of one opponent: ``kelly.answer<row>`` and its fields."""

    def __init__(self, model: KellyModel, row: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self.row = model, row
        name = f"kelly.answer{row}"
        self._name = label("", self, role="")
        fix(self._name, width=NAME_WIDTH)
        self.choice = combo_box(name, "Response to a bet", self._on_chosen)
        self._choices: list[OpponentResponse | None] = []
        """The response of each entry of the box."""
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(MIN_LETTERS)
        self.choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for part in (self._name, self.choice):
            set_rich_tip(part, ANSWER_TIP)
        self.share = NumberField(FOLDS, f"{name}.fold", self)
        self.share.edited.connect(self._on_share)
        title, hint = "Bets and fold percentages", "50 30; 100 45"
        self.bets = TextField(f"{name}.list", title, hint, LIST_TIP, read_list, write_list, self, titled=True)
        self.bets.edited.connect(self._edit)
        self._problem = named(ProblemLine(None, self), f"{name}.problem")
        grid = QGridLayout(self)
        grid.setContentsMargins(*NO_MARGINS)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._name, 0, 0)
        grid.addWidget(self.choice, 0, 1)
        for i, under in enumerate((self.share, self.bets, self._problem), start=1):
            grid.addWidget(under, i, 0, 1, 2)

    @property
    def focused(self) -> QWidget:
        """The widget in which an error of the response is corrected."""
        entries = (self.share.entry, self.bets.entry)
        return next((entry for entry in entries if entry.isVisibleTo(self)), self.choice)

    def show_answer(
        self,
        name: str,
        answer: OpponentResponse,
        problem: Problem | None,
        *,
        alone: bool,
        players: Sequence[tuple[str, Player]],
    ) -> None:
        """Show an opponent's answer and its error; only one who is ``alone`` may have a list of bets. ``players``: as
        whom he can respond, with their titles."""
        way = answer.way
        ways = [way for way in TITLES if alone or way != "rows"]
        titles = [TITLES[way] for way in ways] + [PLAYS_AS.format(title) for title, _ in players]
        described = [OpponentResponse("player", player=brief_json(player)) for _, player in players]
        self._choices = [*(INITIAL_RESPONSES[way] for way in ways), *described]
        if way == "player" and answer not in described:  # a player who is not known any more, or not on this street
            self._choices.append(answer)
            titles.append(PLAYS_AS.format(answer.player_name))
        offer(self.choice, titles)
        for index, (_, player) in enumerate(players, len(ways)):
            self.choice.setItemData(index, player.why, Qt.ItemDataRole.ToolTipRole)
        index = self._choices.index(answer) if way == "player" else ways.index(way) if way in ways else -1
        self.choice.setCurrentIndex(index)
        self.choice.setAccessibleName(f"{name}: response to a bet")
        self._name.setText(self._name.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, px(NAME_WIDTH)))
        self._name.setToolTip(escape(name))
        self.share.setVisible(way == "fold")
        self.share.show_value(answer.fold)
        self.share.entry.setAccessibleName(f"{name}: folds to a bet, percent")
        self.bets.setVisible(way == "rows" and alone)
        self.bets.show_value(OpponentResponse("rows", rows=answer.rows))
        self.bets.entry.setAccessibleName(f"{name}: bets and fold percentages")
        if problem is not None and problem.incomplete:
            problem = None
        in_share, in_list = self.share.isVisibleTo(self), self.bets.isVisibleTo(self)
        self.share.report(problem if in_share else None)
        self.bets.report(problem if in_list else None)
        self._problem.show_problem(None if in_share or in_list else problem)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self._edit(self._choices[index])

    @Slot(object, str)
    def _on_share(self, value: object, merge: str) -> None:
        self._edit({"fold": value or 0.0}, merge)

    @Slot(object, str)
    def _edit(self, answer: object, merge: str = "") -> None:
        self._model.set_item("Response to a bet", "answers", self.row, answer, merge)


class KellyResponses(QWidget):
    """A heading, the rows of the opponents, ``kelly.bestHands`` and ``kelly.credited``."""

    def __init__(self, model: KellyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._rows: list[ResponseRow] = []
        self._best = named(QCheckBox(BEST_HANDS), "kelly.bestHands", BEST_HANDS.capitalize(), BEST_TIP)
        self._best.clicked.connect(self._on_best)
        name, title, read = "kelly.credited", "He puts you on", self._read_range
        self._credited = TextField(name, title, RANDOM, CREDITED_TIP, read, write_text, self, titled=True)
        self._credited.edited.connect(self._on_credited)
        self._title = heading("When you bet, an opponent")
        head = filled(QHBoxLayout(), (self._title, 1), margins=(0, 8, 0, 0))
        self._column = filled(QVBoxLayout(self), head, self._best, self._credited, spacing=4, margins=NO_MARGINS)

    def render_scenario(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the answers of the opponents who are still in, with errors."""
        live, panel, may = live_rows(scenario), kelly_panel(scenario), may_call_by_hands(scenario)
        self._fit(live)
        self._title.setVisible(bool(live))
        names = {row.index: row.name for row in panel_rows(scenario)}
        for part in self._rows:
            answer, problem = panel.answer(part.row) or OpponentResponse("calls"), problems.get(f"answers{part.row}")
            name, players = names[part.row], self._players(scenario, names[part.row])
            part.show_answer(name, answer, problem, alone=len(live) == 1, players=players)
        self._best.setVisible(may)
        self._best.setChecked(panel.best_hands)
        self._credited.setVisible(may and panel.best_hands)
        self._credited.show_value(panel.credited if panel.credited_range != RANDOM else None)
        self._credited.report(problems.get("credited"))

    def _players(self, scenario: Scenario, name: str) -> list[tuple[str, Player]]:
        """Return the players whose description an opponent can use, with titles: shipped ones and those from hands."""
        if not may_respond_as_player(scenario):
            return []
        shipped = [(player.name, player) for player in shipped_players()]
        return [*shipped, *self._model.players.watched(name, game=scenario.game)]

    def field_called(self, field: str) -> QWidget | None:
        """Return the widget of a field of the panel by name, or None if it is not among these rows."""
        if field == "credited":
            return self._credited.entry
        return next((part.focused for part in self._rows if field == f"answers{part.row}"), None)

    def _fit(self, live: tuple[int, ...]) -> None:
        """Add or remove rows of widgets to match the opponents who are still in."""
        if tuple(part.row for part in self._rows) == live:
            return
        previous = {part.row: part for part in self._rows}
        drop(self._column, *(part for row, part in previous.items() if row not in live))
        self._rows = [previous.get(row) or ResponseRow(self._model, row, self) for row in live]
        for place, part in enumerate(self._rows, start=1):  # below the heading
            if part.row not in previous:
                self._column.insertWidget(place, part)

    def _read_range(self, text: str) -> str | None:
        """Return a range, or None for any two cards.

        The background computation reports whether it has a hand left at this table: filters by equity take long.
        """
        document = self._model.document
        if text.strip() in ("", RANDOM):
            return None
        HANDS[document.scenario.game].checked(text.strip(), document.named, document.orders)
        return text

    @Slot(bool)
    def _on_best(self, on: bool) -> None:
        self._model.set("Best hands", "best_hands", on or None)

    @Slot(object, str)
    def _on_credited(self, value: str | None, merge: str) -> None:
        self._model.set("Range he puts you on", "credited", value, merge)
