"""The hand tracker: the set-up, then a hand step by step with the advice at each of hero's turns, and its log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QGuiApplication, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Problem
from engine.cards import whole_text
from engine.kelly.hand.session import STAKES, TrackedSession, setup_of, with_setup
from engine.kelly.hand.table_sync import check_kept_filter
from engine.kelly.hand.typed import OK, TypedWord, typed_words
from engine.kelly.panel import kelly_panel
from engine.play.state import TablePlayer, TableState, is_bring_in_due, is_last_street
from engine.players.description import Player as Described
from engine.players.description import shipped_players
from engine.scenario.fields import FieldSpec, specs_of
from engine.scenario.kelly import BY_KEY
from engine.scenario.reading import is_number
from engine.scenario.tracked_hand import NEEDED, SessionSetup, SetupSpec, TrackedAction
from gui.export.files import FileActions, table_csv
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, set_text
from gui.look.theme import TEXT_SMALL
from gui.pages.kelly.advice import AdviceCard
from gui.pages.kelly.form import OWN_TIP
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.tracker_steps import Step, TrackerActions, TrackerDeal, TrackerNext, TrackerShowdown
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    ShownWidget,
    add_actions,
    bare_grid,
    combo_box,
    drop,
    empty_menu,
    filled,
    label,
    menu_entry,
    named,
    offer,
    push_button,
    scrolled,
    stacked,
    tab_in_order,
)
from gui.parts.choice_bar import FoldSwitch
from gui.parts.field_text import write_chips
from gui.parts.form import PanelForm
from gui.parts.number_field import NumberField, heading
from gui.parts.page_scroll import PageScroll
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import ProblemLine, TextEntry, TextField
from gui.storage.settings import Settings
from gui.words.formatting import chips

TIP = (
    "Set the range of an opponent by position and preflop action: for a tight, average or loose player, from his play "
    "in the open hands, or of a saved player"
)


SPECS: dict[str, SetupSpec] = {spec.key: spec for spec in specs_of(SessionSetup) if isinstance(spec, SetupSpec)}
STACK = replace(SPECS.pop("stacks"), kind="chips")
SPECS["bankroll"] = replace(SPECS["bankroll"], help=f"{BY_KEY['bankroll'].help} {SPECS['bankroll'].help}")
KEYS = (*STAKES, "fixed")
"""The fields that are the limits of a session."""
COMBOS = {"hero": "Hero", "button": "Button", "street": "Start on"}
INTRO = (
    "Follow a hand action by action, with advice whenever it is your turn. The board and "
    "folded seats are set on the table automatically; every step can be undone. The players are the seats on the left."
)

OWN_BANKROLL = "Bankroll at this table"
HALF_BET = "Half-bet rule for all-ins"
HALF_BET_TIP = (
    "<b>The half-bet rule</b>, as card rooms play fixed limit: an all-in bet or raise of half a bet or more "
    "counts as a full one. Players who have acted may raise again, and the next raise adds a bet to it. A smaller one "
    "does not count: players who have acted may only call it, the others may complete it to a full bet. Without this "
    "rule only full bets and raises reopen the betting."
)
LIMITS_TIP = "Blinds, antes, bring-in and bets of earlier sessions"
KEPT_FIELDS = {
    "bettor": (
        "Betting range",
        "After the flop the range of a player who bets or raises keeps these made hands and draws, as in a street "
        "filter: <b>top pair+, flush draw:0.5</b>. Empty: the hands with which such a player bets, with weights. "
        "Ranges are reset for the next hand.",
    ),
    "caller": ("Calling range", "The same for a player who calls. Empty: the hands with which such a player calls."),
}


class TrackerSetup(ShownWidget):
    """Fields ``tracker.bankroll`` …, ``tracker.stacks0`` …, and the button that begins."""

    def __init__(self, model: TrackerModel, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model, self._settings = model.document, model, settings
        self._form = PanelForm("tracker", self._on_number)
        self._fields = self._form.fields
        self._stacks: list[tuple[QLabel, NumberField]] = []
        self._keeps = {
            key: TextField(f"tracker.{key}", title, "by player type", tip, _read_kept, str, self, titled=True)
            for key, (title, tip) in KEPT_FIELDS.items()
        }
        for key, kept in self._keeps.items():
            kept.edited.connect(Keyed(kept, self._set, key).edited)
        body = filled(QHBoxLayout(), (self._build_players(), 1), (self._build_amounts(), 1), spacing=32)
        self._problem = named(ProblemLine(parent=self), "tracker.setup.problem")
        self._begin = push_button("Start the hand", "tracker.begin", self._on_begin, role="primary")
        intro = label(INTRO, wrap=True)
        column = filled(QVBoxLayout(self), intro, body, *self._keeps.values(), spacing=8, margins=NO_MARGINS)
        column.addWidget(self._begin, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._problem)
        column.addStretch(1)
        self._document.changed.connect(self._on_changed)
        model.bankroll.changed.connect(self._on_changed)
        self._render()

    def _build_players(self) -> QVBoxLayout:
        self._grid = bare_grid(None, 8, 6)
        self._combos: dict[str, tuple[QWidget, QComboBox]] = {}
        for key, title in COMBOS.items():
            combo = combo_box(f"tracker.{key}", title, width=140)
            combo.activated.connect(Keyed(combo, self._on_chosen, key).plain)
            name, row = label(title, role=""), QWidget()
            name.setBuddy(combo)
            filled(QHBoxLayout(row), (name, 1), combo, margins=NO_MARGINS)
            self._combos[key] = row, combo
        rows = (row for row, _ in self._combos.values())
        return filled(QVBoxLayout(), heading("Players and stacks"), self._grid, *rows, STRETCH, spacing=6)

    def _build_amounts(self) -> QVBoxLayout:
        """Return the column of the amounts: limits played before, fixed limit, and a field for each amount."""
        self._before = combo_box("tracker.limits", "Recent stakes", self._on_limits, LIMITS_TIP)
        self._before.setPlaceholderText("recent stakes …")
        column = filled(QVBoxLayout(), heading("Chips"), self._before, spacing=6)
        self._fixed = named(QCheckBox("Fixed limit"), "tracker.fixed", "Fixed limit")
        self._fixed.clicked.connect(self._on_fixed)
        self._half_bet = named(QCheckBox(HALF_BET), "tracker.halfBet", HALF_BET, HALF_BET_TIP)
        self._half_bet.clicked.connect(self._on_half_bet)
        self._own = named(QCheckBox(OWN_BANKROLL), "tracker.ownBankroll", OWN_BANKROLL, OWN_TIP)
        self._own.clicked.connect(self._model.bankroll.set_own)
        for key, spec in SPECS.items():
            if key == "small_bet":
                column.addWidget(self._fixed)
                column.addWidget(self._half_bet)
            column.addWidget(self._form.field(spec, self))
            if key == "bankroll":
                column.addWidget(self._own)
        column.addStretch(1)
        return column

    def take_focus(self) -> None:
        """Give the keyboard to the first field that is needed, or to the button."""
        fields = (*(field for _, field in self._stacks[:1]), *self._fields.values())
        needed = (
            f.entry for f in fields if f.isVisible() and not f.entry.text() and f.entry.placeholderText() == NEEDED
        )
        next(needed, self._begin).setFocus()

    def _render(self) -> None:
        """Show the setup of the document, and only the fields that its game and its limits use."""
        scenario, setup = self._document.scenario, setup_of(self._model.bankroll.scenario)
        self._own.setChecked(self._model.bankroll.is_own)
        self._fit(len(scenario.seats))
        largest = setup.largest_stack
        others = "largest" if largest is None else write_chips(largest)
        for i, (name, field) in enumerate(self._stacks):
            name.setText(scenario.seats[i].name)
            field.show_value(setup.item("stacks", i))
            field.entry.setPlaceholderText(NEEDED if i == 0 else others)
        names, spec = [seat.name for seat in scenario.seats], GAMES[scenario.game]
        last = len(names) - 1
        for key, items, chosen in (
            ("hero", names, setup.hero),
            ("button", names, last if setup.button is None else setup.button),
            ("street", [name.capitalize() for name in spec.streets], setup.street),
        ):
            row, combo = self._combos[key]
            offer(combo, items)
            combo.setCurrentIndex(min(chosen, len(items) - 1))
            row.setVisible(key != "button" or not spec.stud)  # there the cards say who is first
        for key, kept in self._keeps.items():
            kept.show_value(getattr(setup, key))
            kept.setVisible(spec.hands_are_combos)
        played = [limits_text(limits) for limits in self._settings.limits(scenario.game)]
        offer(self._before, played)
        self._before.setVisible(bool(played))
        tracked = limits_text(limits_of(setup))
        self._before.setCurrentIndex(played.index(tracked) if tracked in played else -1)
        self._fixed.setChecked(setup.fixed)
        self._half_bet.setChecked(setup.half_bet is not False)
        self._half_bet.setVisible(setup.fixed)
        self._form.render(setup, None, shown=lambda field: field.shown(setup, spec.stud))

    def _fit(self, count: int) -> None:
        """Have ``count`` fields of stacks, one for each seat, and put all fields into the order of the tab key."""
        while len(self._stacks) > count:
            name, field = self._stacks.pop()
            drop(self._grid, name, field, field.problem_line)
        for i in range(len(self._stacks), count):
            name, player = label(role=""), self._document.scenario.seats[i].name
            field = NumberField(STACK, f"tracker.stacks{i}", self, title=f"Stack of {player}")
            field.edited.connect(Keyed(field, self._on_stack, i).edited)
            self._grid.addWidget(name, 2 * i, 0)
            self._grid.addWidget(field, 2 * i, 1, Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(field.problem_line, 2 * i + 1, 0, 1, 2)
            self._stacks.append((name, field))
        amounts: list[QWidget] = [field.entry for field in self._fields.values()]
        at = list(self._fields).index("small_bet")
        amounts[at:at] = [self._fixed, self._half_bet]
        stacks, combos = (field.entry for _, field in self._stacks), (combo for _, combo in self._combos.values())
        kept = (field.entry for field in self._keeps.values())
        tab_in_order(*stacks, *combos, self._before, *amounts, *kept, self._begin)

    def _set(self, key: str, value: Any, merge: str | None = None) -> None:
        self._show_problem(None)
        self._document.replace("Set up the tracker", with_setup(self._document.scenario, key, value), merge=merge)

    def _on_stack(self, seat: int, value: object, merge: str) -> None:
        setup = kelly_panel(self._document.scenario).tracker.setup.with_item("stacks", seat, value)
        self._set("stacks", setup.entered("stacks"), merge)

    def _on_number(self, spec: FieldSpec, value: Any, merge: str) -> None:
        """Store a typed value; a bankroll that is the user's own is stored in the settings instead."""
        if spec.key == "bankroll" and self._model.bankroll.type(value, merge):
            self._show_problem(None)
        else:
            self._set(spec.key, value, merge)

    def _on_chosen(self, key: str) -> None:
        self._set(key, self._combos[key][1].currentIndex())

    @Slot(bool)
    def _on_fixed(self, on: bool) -> None:
        self._set("fixed", on)

    @Slot(bool)
    def _on_half_bet(self, on: bool) -> None:
        self._set("half_bet", None if on else False)

    @Slot(int)
    def _on_limits(self, index: int) -> None:
        """Take over limits that were played before, as one step."""
        scenario, limits = self._document.scenario, self._settings.limits(self._document.scenario.game)[index]
        for key in KEYS:
            scenario = with_setup(scenario, key, limits.get(key))
        self._show_problem(None)
        self._document.replace("Recent stakes", scenario)

    @Slot()
    def _on_begin(self) -> None:
        scenario, problem = self._document.scenario, self._model.begin()
        limits = limits_of(setup_of(scenario))
        self._show_problem(problem)
        if problem is None and limits:
            self._settings.add_limits(scenario.game, limits)

    def _show_problem(self, problem: Problem | None) -> None:
        """Show why it cannot begin, at the field that is concerned if there is one."""
        fields = {f"stacks{i}": field for i, (_, field) in enumerate(self._stacks)} | self._fields
        for key, field in fields.items():
            own = problem is not None and problem.field == key
            field.show_standing(problem if own else None)
        self._problem.show_problem(None if problem is None or problem.field in fields else problem)


def _read_kept(text: str) -> str:
    check_kept_filter(text)
    return text.strip()


def limits_of(setup: SessionSetup) -> dict[str, Any]:
    """Return the limits of a set-up: blinds, antes, bring-in and bets, which settings remember by game."""
    return {key: value for key in KEYS if (value := getattr(setup, key))}


def limits_text(limits: Mapping[str, Any]) -> str:
    """Return limits in words, as in ``blinds 1/2, ante 0.5``."""
    sizes = {key: value for key in STAKES if is_number(value := limits.get(key)) and 0.0 < value < 1e300}
    amounts = {key: chips(float(value)) for key, value in sizes.items()}
    blinds = [amounts.get(key, "") for key in ("small_blind", "big_blind")]
    bets = filter(None, (amounts.get(key) for key in ("small_bet", "big_bet")))
    texts = {
        "blinds": "/".join(blind or "0" for blind in blinds) if any(blinds) else "",
        "limit": "/".join(bets),
        "ante": amounts.get("ante"),
        "bring-in": amounts.get("bring_in"),
    }
    return ", ".join(f"{name} {text}" for name, text in texts.items() if text)


class TrackerRanges(QWidget):
    """The menu ``tracker.kinds``, where players have ranges by position, and the switch ``tracker.folds``."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._menu = named(QMenu(self), "tracker.kindsMenu")
        self._menu.aboutToShow.connect(self._fill)
        self._button = named(MenuButton(None, "players", self._menu), "tracker.kinds", "Player types", TIP)
        self._folds = FoldSwitch("tracker.folds", self)
        self._folds.chosen.connect(model.set_any_folds)
        filled(QHBoxLayout(self), self._button, (self._folds, 1), spacing=12, margins=NO_MARGINS)

    def render_now(self, tracked: TrackedSession | None) -> None:
        """Show the menu of kinds of players and the switch of folds of a session; hidden without one."""
        self.setVisible(tracked is not None)
        if tracked is not None:
            self._button.setVisible(GAMES[tracked.state.game].hands_are_combos)
            who, model = whole_text(tracked.state.players[tracked.state.hero].name), self._model
            self._folds.show_choice(tracked.setup.any_folds, model.shift, who, busy=model.counts_shift)
            self._folds.setVisible(model.has_folds)

    @Slot()
    def _fill(self) -> None:
        """Offer for each opponent who is in the kinds that there are."""
        empty_menu(self._menu)
        tracked, players = self._model.tracked, self._model.players
        for seat in () if tracked is None else tracked.state.opponents:
            name = tracked.state.players[seat].name if tracked is not None else ""
            inner = named(self._menu.addMenu(whole_text(name)), f"tracker.kindsMenu.{seat}")
            watched = ((f"{title}: {player.why}", player) for title, player in players.watched(name))
            for title, player in (*((player.name, player) for player in shipped_players()), *watched):
                menu_entry(inner, title, self._on_kind, (seat, player))

    def _on_kind(self, chosen: tuple[int, Described]) -> None:
        self._model.set_kind(*chosen)


MAX_ROWS = 6
FAIR = "For study and review: poker rooms forbid programs like this while you play."
BACK_TIP = "Take back the last step; typed cards stay. Undo (Ctrl+Z) takes back every change"
END_TIP = (
    "Return to the setup with the current stacks and bankroll. An unfinished hand is canceled and its chips are "
    "returned, except those that you put in before you folded. Export the log first."
)
LINE_TIP = (
    "<b>Keyboard only</b>: type and press Enter. Several entries are several steps, each with its own undo.<br>"
    "<b>f</b> folds, <b>c</b> calls or checks, <b>x</b> checks<br>"
    "<b>120</b> or <b>r120</b>: bet or raise to 120; <b>+60</b>: raise by 60<br>"
    "<b>1/2</b>, <b>75%</b>, <b>p</b>: of the pot; <b>a</b>: all in; <b>b</b>, <b>r</b>: as advised or the minimum<br>"
    "<b>7h8h2c</b>: the next cards; razz: one entry per player, <b>-</b> for none<br>"
    "<b>KdQd</b> at showdown: an opponent’s cards; or <b>w</b> (you win), <b>2</b>, <b>1=2</b>, <b>2&gt;1</b><br>"
    "<b>n</b>: next hand, <b>ok</b>: the highlighted button, <b>u</b>: one step back"
)


@dataclass(frozen=True, slots=True)
class TrackerPlayerRow:
    """A player of the hand: place at the table, chips, and marks such as ``button``; ``acts``: it is his turn."""

    place: int
    player: TablePlayer
    marks: str
    acts: bool


PLAYERS: tuple[Column[TrackerPlayerRow], ...] = (
    Column("TablePlayer", lambda row: row.player.name, number=False, wide=True),
    Column("Stack", lambda row: chips(row.player.stack), "Chips behind"),
    Column(
        "This street",
        lambda row: chips(row.player.street) if row.player.street else "",
        "Chips bet on this street, without antes",
    ),
    Column(
        "In the pot",
        lambda row: chips(row.player.committed) if row.player.committed else "",
        "Chips put in during the hand, antes included",
    ),
    Column("", lambda row: row.marks, number=False, ink="muted"),
)


def tracker_players_table(state: TableState, acting: int | None) -> TableData[TrackerPlayerRow]:
    """Return the players of a hand; ``acting``: whose turn it is."""
    rows = []
    for place, player in enumerate(state.players):
        marks = {
            "button": place == state.button and not GAMES[state.game].stud,
            "folded": player.folded and not player.out,
            "out": player.out,
            "all in": not player.folded and player.stack == 0.0 and not state.over,
            "to act": place == acting,
        }
        rows.append(
            TrackerPlayerRow(place, player, ", ".join(mark for mark, on in marks.items() if on), place == acting)
        )
    return TableData(
        PLAYERS,
        tuple(rows),
        key=lambda row: row.place,
        faint=lambda row: row.player.folded,
        strong=lambda row: row.acts,
        highlighted=lambda row: row.acts,
    )


class TrackerLine(QWidget):
    """The entry ``tracker.line`` for one word or many, then Enter; ``ready``: the step that ``ok`` does."""

    def __init__(
        self, model: TrackerModel, ready: Callable[[TableState], TrackedAction | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self._ready = model, ready
        self.entry = named(TextEntry(self), "tracker.line", "Keyboard entry", LINE_TIP)
        self.entry.setToolTipDuration(-1)
        self.entry.edited.connect(self._on_edited)
        self.entry.returnPressed.connect(self._on_entered)
        self._problem = named(ProblemLine(self.entry, self), "tracker.line.problem")
        head = label("Keys", self, role="")
        head.setBuddy(self.entry)
        row = filled(QHBoxLayout(), head, (self.entry, 1), spacing=8)
        filled(QVBoxLayout(self), row, self._problem, spacing=2, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Show an example of the words that can be typed now."""
        self.entry.setPlaceholderText(_placeholder(state))

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        self._show(None)

    @Slot()
    def _on_entered(self) -> None:
        """Do the steps that are typed, one after the other; an empty text confirms the step that is ready."""
        text, tracked = self.entry.text(), self._model.tracked
        words = list(typed_words(text))
        if not words and tracked is not None and (tracked.state.over or tracked.state.to_act is None):
            words = [TypedWord(OK, 0)]
        # Each step changes the hand, so the state is read again for the next word. After an error only the words
        # of the steps that were not done are left in the entry.
        while words:
            tracked = self._model.tracked
            used, problem = self._model.act_typed(words, None if tracked is None else self._ready(tracked.state))
            if problem is not None:
                start = words[0].at
                self.entry.show_text(text[start:])
                self.entry.selectAll()  # the next text that is typed replaces it
                at = None if problem.position is None else max(problem.position - start, 0)
                self._show(Problem(problem.field, problem.message, at))
                return
            words = words[used:]
        self.entry.show_text("")
        self._show(None)

    def _show(self, problem: Problem | None) -> None:
        self.entry.set_problem(problem)
        self._problem.show_problem(problem)


def _placeholder(state: TableState) -> str:
    """Return an example of the words that can be typed at this moment."""
    stud = GAMES[state.game].stud
    if state.over:
        return "n: next hand"
    if is_bring_in_due(state):
        return "A29 K 7: one entry per player"
    if state.to_act is not None:
        return "f, c, x, r" if state.stakes.fixed else "f, c, x, 120 (to), +60 (by), 1/2, p, a"
    if is_last_street(state):
        return f"cards shown, e.g. {'A2K (down cards)' if stud else 'KdQd'}; or w, 2, 1=2"
    if stud:
        return "your last card" if state.street_name == "sixth street" else "5 8: one entry per player"
    return "Ks" if state.street else "7h8h2c"


class _Log(Guarded, QPlainTextEdit):
    """The log as text; its last line stays visible when the widget gets lower."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.ensureCursorVisible()


class TrackerPage(ShownWidget):
    """Follows the document's tracked session. Everything it does is an edit that can be undone."""

    def __init__(
        self, model: TrackerModel, settings: Settings, files: FileActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        named(self, "tracker", "Hand tracker")
        self.model = model
        self._setup = TrackerSetup(model, settings, self)
        self._players: TableView[TrackerPlayerRow] = TableView("tracker.players", "Players of the hand", self)
        self._players.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._players.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._ranges = TrackerRanges(model, self)
        self._advice = AdviceCard("tracker.advice", self)
        self._actions, self._deal = TrackerActions(model, self), TrackerDeal(model, self)
        self._showdown, self._next = TrackerShowdown(model, self), TrackerNext(model, self)
        self._steps: tuple[Step, ...] = self._actions, self._deal, self._showdown, self._next
        self.line = TrackerLine(model, lambda state: self._step(state).ready(state), self)
        self._turn: tuple[Step, int] | None = None
        self._log = named(_Log(), "tracker.log", "Log of the session")
        self._log.setReadOnly(True)
        set_text(self._log, TEXT_SMALL)
        at_least(self._log, height=64)
        self._log.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # the remaining height
        self._menu = QMenu(self)
        files.add("csv", "Log as CSV data", lambda: "hands", lambda: table_csv(self.model.log_table()))
        files.add("txt", "Log as text", lambda: "hands", lambda: f"{self.model.log_text()}\n".encode())
        self._menu.addActions(files.actions)
        add_actions(self._menu, "tracker", ("copy", "Copy the log", self._on_copy))
        self._build()
        model.changed.connect(self._on_changed)
        self._render()

    def _build(self) -> None:
        """Lay out the setup and the hand (advice, steps, players, ranges, log), of which one is visible."""
        self._head = label(name="tracker.head", role="title", wrap=True)
        self._back = push_button("Step back", "tracker.stepBack", self.model.step_back, BACK_TIP)
        end = push_button("End session", "tracker.end", self.model.end, END_TIP)
        menu = named(MenuButton(None, "Log", self._menu), "tracker.menu", "Export the log")
        head = filled(QHBoxLayout(), (self._head, 1), self._back, menu, end, spacing=8)
        self._stage = QWidget()  # one of the steps is shown, in no more height than it needs: no QStackedWidget
        filled(QVBoxLayout(self._stage), *self._steps, margins=NO_MARGINS)
        self._stage.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        course, hand = QWidget(), QWidget()
        # What to do comes first, and the buttons that do it: in large text the rest is scrolled to.
        parts = head, self._advice, self._stage, self._players, self._ranges, (self._log, 1)
        filled(QVBoxLayout(course), *parts, spacing=10, margins=NO_MARGINS)
        area = PageScroll(course, "tracker.hand", "The hand", wraps=True)  # in a low window; the line stays visible
        filled(QVBoxLayout(hand), (area, 1), self.line, spacing=8, margins=NO_MARGINS)
        self._pages = stacked(scrolled(self._setup, "tracker.setup", "Session setup"), hand)
        fair = label(FAIR, name="tracker.fair", weight=QFont.Weight.Normal, wrap=True)
        filled(QVBoxLayout(self), (self._pages, 1), fair, spacing=8, margins=NO_MARGINS)

    def set_low(self, low: bool) -> None:
        """Leave more of a low page to the steps."""
        self._advice.set_low(low)

    def take_focus(self) -> None:
        """Give the keyboard to the line of the hand, or to the set-up."""
        if self.model.tracked is not None:
            self.line.entry.setFocus()
        else:
            self._setup.take_focus()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.model.log_text())

    def _render(self) -> None:
        """Show the current state of the session, or its setup if it has not begun."""
        tracked, problem = self.model.tracked, self.model.problem
        self._pages.setCurrentIndex(0 if tracked is None and problem is None else 1)
        for widget in (self._players, self._stage, self.line, self._log, self._back):
            widget.setVisible(tracked is not None)
        self.model.ask_shift()
        self._ranges.render_now(tracked)
        if tracked is None:
            self._turn = None
            self._head.setText("")
            self._advice.show()
            self._advice.show_message(f"{problem.message}." if problem else "")
            return
        state, question, bring_in = tracked.state, self.model.question, is_bring_in_due(tracked.state)
        board = f" {state.board}" if state.board else ""
        place = f"Hand {state.hand}, {state.street_name}{board}"
        self._head.setText(f"{place}: {tracker_pot_text(state)}, bankroll {chips(state.bankroll)}")
        self._back.setEnabled(self.model.can_step_back)
        self._players.show_table(tracker_players_table(state, None if bring_in else state.to_act))
        self._players.setFixedHeight(self._players.height_of(min(len(state.players), MAX_ROWS)))
        if state.to_act is not None and not bring_in:
            self._players.scrollTo(self._players.model().index(state.to_act, 0))
        if question is not None:
            self._advice.render_question(question)
        else:
            self._advice.show_message(_no_advice(state))
        step = self._step(state)
        step.render_state(state)
        self.line.render_state(state)
        self._show_step(step, len(state.log))
        text = self.model.log_text()
        if text != self._log.toPlainText():
            self._log.setPlainText(text)
            self._log.moveCursor(QTextCursor.MoveOperation.End)

    def _step(self, state: TableState) -> Step:
        """Return the step that is due: next hand, deal, showdown, or an action."""
        if state.over:
            return self._next
        if is_bring_in_due(state) or (state.to_act is None and not is_last_street(state)):
            return self._deal
        return self._showdown if state.to_act is None else self._actions

    def _show_step(self, step: Step, place: int) -> None:
        """Show a step at a position of the log; if the focus is in the tracker, it stays there."""
        typed = self.line.entry.hasFocus()  # before a step goes that has the keyboard, which Qt would give to the line
        held = self.isAncestorOf(QApplication.focusWidget() or self.window())
        for widget in self._steps:
            widget.setVisible(widget is step)
        self._advice.setVisible(step is not self._showdown)  # nothing is left to advise, and the places need the room
        if (step, place) != self._turn and held and not typed:
            (step.first if self._turn is not None else self.line.entry).setFocus()
        self._turn = step, place


def _no_advice(state: TableState) -> str:
    """Return the reason why there is no advice when it is not hero's turn."""
    if state.players[state.hero].out:
        return "You have no chips left: add chips between hands to be dealt in again."
    if state.over:
        return "The hand is over."
    if state.players[state.hero].folded:
        return "You have folded: no more decisions in this hand."
    if state.to_act is not None or is_bring_in_due(state):
        return "The advice comes when it is your turn."
    return "The betting on this street is over."


def tracker_pot_text(state: TableState) -> str:
    """Return the pot as text, with main pot and side pots if a player who is all in cannot win all of it."""
    text = f"pot {chips(state.pot)}"
    pots = [amount for amount, players in state.pots if len(players) > 1]
    if len(pots) < 2:
        return text
    side = " + ".join(chips(amount) for amount in pots[1:])
    return f"{text} (main {chips(pots[0])}, side {side})"
