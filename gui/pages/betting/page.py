"""The page *Betting*: both players' best play from a street on, with a walk through the tree, the form of the situation
and the chart of the exploitability.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.betting.panel import (
    PRESETS,
    SizesKind,
    is_limit,
    limit_of,
    preset_of,
    sizes_of,
    stack_of,
    streets_to_come,
    tree_json,
    with_edit,
    with_entries,
    with_limit,
    with_preset,
    with_sizes,
    with_tree,
)
from engine.betting.solver import Progress
from engine.betting.watch import BettingView
from engine.scenario.betting import (
    ANY_CARD,
    BY_KEY,
    DEFAULT_CAP,
    EVERY_STREET,
    LIMIT_FIELDS,
    PANEL_FIELDS,
    Size,
    actions_from_text,
    donks_from_text,
    donks_to_text,
    sizes_from_text,
    sizes_to_text,
)
from engine.scenario.fields import FieldSpec
from gui.charts.ticks import Tick, log_count_ticks
from gui.charts.values import Amount, Axis, Chart, Empty, Heading, Line, ReadOut, Row, Rule, Table
from gui.charts.view import ChartView
from gui.export.files import AskPath, BuiltPage, ExportItem, ask_path
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least
from gui.pages.betting.model import BettingModel
from gui.pages.betting.node_display import NodeDisplay
from gui.pages.betting.player_view import action_colors, player_names, rounded_chips
from gui.pages.betting.run_status import BUILDING, run_status
from gui.pages.betting.walk import CardGrid, WalkView, card_scale, is_narrow
from gui.pages.betting.words import (
    HONEST,
    actions_line,
    error_line,
    gain_line,
    hand_or_turn_line,
    pot_share_text,
    problem_line,
    setup_line,
    situation_line,
    size_line,
)
from gui.parts.answer_card import AnswerCard
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    ShownWidget,
    ask_text,
    bare_grid,
    empty_menu,
    filled,
    label,
    literal,
    menu_entry,
    menu_line,
    named,
    on_keys,
    scrolled,
    tab_in_order,
)
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar, SeatChoice
from gui.parts.form import PanelForm, first_problems
from gui.parts.help import help_chip
from gui.parts.number_field import heading
from gui.parts.progress_line import ProgressLine
from gui.parts.text_entry import TextField
from gui.state.context import PageContext, RunsModel, Tint
from gui.state.document import Document
from gui.storage.foreign_files import SOLUTION_FILTER, SOLUTION_SUFFIX
from gui.storage.settings import Settings
from gui.words.captions import brief, chips_note, file_stem, inputs
from gui.words.formatting import chips, duration, number_of

TITLE = "Exploitability"
EMPTY = Empty(TITLE, ("The exploitability of the solution is drawn here while the solver runs,", "down to the target."))
MIN_SHARE = 1e-7
"""Smaller shares of the pot, including 0, are drawn at this share: the axis is logarithmic."""
ROOM = 0.15
"""Room above and below the line, in powers of ten."""


SIZES_TIP = (
    "<i>33 75 150</i>: % of the pot · <i>120c</i>: chips · <i>all in</i> · raises also <i>3x</i> the bet. Empty: none."
)
TREES_TIP = "Bet sizes that you have saved under a name, to use them on other tables"
COLUMNS = 2
NO_LIMIT = ("min_bet", "all_in_from")
"""The fields that a fixed limit does not have."""
GROUPS = ("money", "house")
BOTH = "both"
WHOSE = {BOTH: "Same sizes for both players", "each": "Separate sizes"}
KINDS: dict[SizesKind, str] = {"bets": "bets", "raises": "raises", "donks": "donk bets"}
DONKS_TIP = (
    "Bets of the player who acts first, into the one who bet or raised last on the previous street. "
    "<i>none</i>: he always checks then. Empty: the same as other bets."
)
PLAYED_TITLE = "Actions so far"
PLAYED_HINT = "none: the street begins"
PLAYED_TIP = (
    "Checks, bets and raises already made on this street, as in <i>check, bet 50</i> (chips; a raise is the total). "
    "The ranges are those after them, pot and stacks those before them. Empty: the street begins."
)


class BettingForm(ShownWidget):
    """The form of the situation; ``message`` carries a text for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(
        self, document: Document, model: BettingModel, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._model, self._settings = document, model, settings
        self._trees_menu = named(QMenu(self), "betting.treesMenu")
        self._trees_menu.aboutToShow.connect(self._fill_trees)
        self._form = PanelForm("betting", self._on_edited)
        self._limit_form = PanelForm("betting.limit", self._on_limit)
        self.sizes: dict[tuple[str, int, SizesKind], TextField] = {}
        """The fields of sizes, by street, player (0 or 1) and kind (a key of ``KINDS``).

        Donk bets are on later streets only.
        """
        self._build()
        model.changed.connect(self._on_changed)
        self._render()

    def _build(self) -> None:
        """Lay out the fields in titled sections, and connect them."""
        form, groups = self._form, {key: [spec for spec in PANEL_FIELDS if spec.group == key] for key in GROUPS}
        # In the order on the screen, which is that of the tab key.
        money = form.columns(groups["money"], COLUMNS, self)
        presets = {preset.key: preset.title for preset in PRESETS}
        self.preset = form.choice("preset", "Bet sizes", presets, self._on_preset, parent=self)
        for preset in PRESETS:
            self.preset.chips[preset.key].setToolTip(preset.why)
        trees = named(MenuButton(self, "Saved trees", self._trees_menu), "betting.trees", "Saved trees", TREES_TIP)
        presets_row = ChipFlow((self.preset, trees), self)
        self.whose = form.choice("whose", "Same or separate sizes", WHOSE, self._on_whose, parent=self)
        self._sizes_grid = self._build_sizes()
        self._limits = self._build_limits()
        self.first = SeatChoice("betting.first", "First to act", self)
        self.first.setToolTip(
            "The player who acts first on every street. In razz the lowest board acts first, and this breaks ties."
        )
        self.first.chosen.connect(self._on_first)
        first = filled(QHBoxLayout(), label("First to act", self, role=""), self.first, STRETCH, spacing=8)
        read, write = actions_from_text, ", ".join
        self.played = TextField(
            "betting.played", PLAYED_TITLE, PLAYED_HINT, PLAYED_TIP, read, write, self, normalizes=True
        )
        caption = self.played.captioned(PLAYED_TITLE, PLAYED_TIP, self)
        played = filled(QHBoxLayout(), caption, (self.played, 1), spacing=8)
        self.played.edited.connect(self._on_played)
        title = "Your hand"
        hand = form.text(BY_KEY["hand"], self, title=title)
        house = form.columns(groups["house"], COLUMNS, self)
        parts = (
            *(heading("Pot and stacks"), money, heading("Bet sizes"), presets_row, self.whose, self._sizes_grid),
            *(self._limits, 4, first, played, heading(title), hand),
            *(heading("Rake, accuracy and bankroll"), house, STRETCH),
        )
        filled(QVBoxLayout(self), *parts, spacing=6, margins=(0, 0, 12, 0))

    def _fill_trees(self) -> None:
        """Fill the menu with the saved trees, and with entries to save and to delete one."""
        empty_menu(self._trees_menu)
        trees = self._settings.bet_trees
        for name in sorted(trees, key=str.casefold):
            menu_entry(self._trees_menu, literal(name), self.use_tree, name)
        if trees:
            menu_line(self._trees_menu)
        menu_entry(self._trees_menu, "Save this tree…", self._ask_tree_name, "")
        if trees:
            delete = QMenu("Delete", self._trees_menu)
            self._trees_menu.addMenu(delete)
            for name in sorted(trees, key=str.casefold):
                menu_entry(delete, literal(name), self.delete_tree, name)

    def _ask_tree_name(self, _key: str) -> None:
        ask_text(self.window(), "betting.treeName", "Save a tree", "Name of these bet sizes:", "", self.save_tree)

    def save_tree(self, name: str) -> None:
        """Save the bet sizes under a name; a tree of the same name is replaced."""
        name = " ".join(name.split())
        if name:
            self._settings.bet_trees = {**self._settings.bet_trees, name: tree_json(self._document.scenario)}
            self.message.emit(f"Saved the tree “{name}”", False)

    def use_tree(self, name: str) -> None:
        """Put a saved tree on the table, as one undo step."""
        tree = self._settings.bet_trees.get(name)
        if tree is not None:
            self._edit(f"tree “{name}”", with_tree(self._document.scenario, tree))

    def delete_tree(self, name: str) -> None:
        """Delete a saved tree."""
        self._settings.bet_trees = {other: tree for other, tree in self._settings.bet_trees.items() if other != name}
        self.message.emit(f"Deleted the tree “{name}”", False)

    def _build_limits(self) -> QWidget:
        area = QWidget(self)
        grid = bare_grid(area, 24, 4)
        for i, spec in enumerate(LIMIT_FIELDS):
            # Hold'em and razz have three streets each, of which only one game's are visible: they share three rows.
            grid.addWidget(self._limit_form.field(spec, area), i % 3 if spec.key != "cap" else 3, 0)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)
        return area

    def _build_sizes(self) -> QWidget:
        """Return a grid with a row for each street and six fields in it: bets, raises and donk bets of each player.

        If both players have the same sizes, only the first three fields are visible.
        """
        area = QWidget(self)
        grid = bare_grid(area, 12, 4)
        self._titles = [label("", area, role="muted") for _ in range(2)]
        self._heads = [label(text.capitalize(), area, role="muted") for _ in range(2) for text in KINDS.values()]
        self._streets = {street: label(street.capitalize(), area, role="") for street in EVERY_STREET}
        for player, head in enumerate(self._titles):
            grid.addWidget(head, 0, 1 + len(KINDS) * player, 1, len(KINDS))
        for column, head in enumerate(self._heads, 1):
            grid.addWidget(head, 1, column)
            grid.setColumnStretch(column, 1)
        for row, street in enumerate(EVERY_STREET, 2):
            grid.addWidget(self._streets[street], row, 0)
            for column, (player, kind) in enumerate(product((0, 1), KINDS), 1):
                title = f"{street.capitalize()}: {KINDS[kind]} of player {player + 1}"
                name = f"betting.sizes{player}.{street}.{kind}"
                read: Callable[[str], object] = partial(sizes_from_text, raises=kind == "raises")
                write: Callable[[Any], str] = sizes_to_text
                hint, tip = "none", SIZES_TIP
                if kind == "donks":
                    read, write, hint, tip = donks_from_text, donks_to_text, "as bets", DONKS_TIP
                field = TextField(name, title, hint, tip, read, write, area, normalizes=True)
                at_least(field.entry, width=52)
                field.edited.connect(Keyed(field, self._on_sizes, (street, player, kind)).edited)
                self.sizes[street, player, kind] = field
                grid.addWidget(field, row, column)
        return area

    def _edit(self, title: str, scenario: Scenario, merge: str = "") -> None:
        """Replace the table as one undo step; successive steps with the same ``merge`` become one."""
        problems = self._document.replace(f"Betting: {title}", scenario, merge=merge or None)
        if problems:
            self.message.emit(problems[0].message, True)

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._edit(spec.label.lower(), with_entries(self._document.scenario, **{spec.key: value}), merge)

    def _on_limit(self, spec: FieldSpec, value: float | None, merge: str) -> None:
        street = None if spec.key == "cap" else spec.key
        self._edit("limit", with_limit(self._document.scenario, street, value), merge)

    def _on_sizes(self, key: tuple[str, int, SizesKind], sizes: tuple[Size, ...] | None, merge: str) -> None:
        """Store the typed sizes of a street; ``key``: the street, the player, and a key of ``KINDS``."""
        street, player, kind = key
        scenario = self._document.scenario
        target = player if len(sizes_of(scenario)) == 2 else None  # None: the sizes of both players
        changed = with_sizes(scenario, street, player=target, kind=kind, sizes=sizes)
        self._edit(f"{KINDS[kind]} on the {street}", changed, merge)

    @Slot(str)
    def _on_preset(self, key: str) -> None:
        title = next(preset.title for preset in PRESETS if preset.key == key)
        self._edit(title.lower(), with_preset(self._document.scenario, key))

    @Slot(str)
    def _on_whose(self, key: str) -> None:
        scenario = self._document.scenario
        sizes = sizes_of(scenario)[0]
        self._edit(WHOSE[key].lower(), with_entries(scenario, sizes=(sizes,) if key == BOTH else (sizes, sizes)))

    @Slot(int)
    def _on_first(self, seat: int) -> None:
        scenario = self._document.scenario
        # The default is stored as None, so that it follows the seats when other ones play.
        is_default = scenario.active_seats[:1] == (seat,)
        self._edit("first to act", with_entries(scenario, first=None if is_default else seat))

    @Slot(object, str)
    def _on_played(self, actions: tuple[str, ...], merge: str) -> None:
        """Store the actions on this street that are over, and display the decision after them."""
        over = actions or None
        self._edit(PLAYED_TITLE.lower(), with_entries(self._document.scenario, played=over, path=over), merge)

    def _render(self) -> None:
        """Show the entries of the document, each with its problem or with the default that applies instead."""
        scenario, panel = self._document.scenario, self._model.situation.panel
        problems, limited, stack = first_problems(self._model.problems), is_limit(scenario), stack_of(scenario)
        bankroll = scenario.kelly.bankroll if scenario.kelly is not None else None
        self._form.fields["stack"].entry.setPlaceholderText("no limit" if stack is None else chips(stack))
        self._form.fields["bankroll"].entry.setPlaceholderText("none" if bankroll is None else chips(bankroll))
        self._form.render(panel, problems, shown=lambda spec: spec.key not in NO_LIMIT or not limited)
        self.preset.show_choice(preset_of(scenario))
        for key, chip in self.preset.chips.items():
            chip.setVisible(key == "limit" or not GAMES[scenario.game].fixed_limit)
        self._sizes_grid.setVisible(not limited)
        self._limits.setVisible(limited)
        self._render_sizes(scenario, limited=limited)
        self._render_limits(scenario, problems)
        self.played.show_value(panel.played)
        self.played.report(next((problem for key, problem in problems.items() if key.startswith("played")), None))
        seats = scenario.active_seats
        first = panel.first if panel.first in seats else (seats[0] if seats else -1)
        self.first.show_seats(seats, [scenario.seats[seat].name for seat in seats], first)

    def _render_sizes(self, scenario: Scenario, *, limited: bool) -> None:
        """Show the bet sizes of a game without a limit; the fields of other streets and players are hidden."""
        sizes, streets = sizes_of(scenario), streets_to_come(scenario)
        self.whose.setVisible(not limited)
        self.whose.show_choice(BOTH if len(sizes) == 1 else "each")
        names = [scenario.seats[seat].name for seat in scenario.active_seats]
        for player, title in enumerate(self._titles):
            title.setText(names[player] if player < len(names) else "")
            title.setVisible(len(sizes) == 2)
        kinds = list(KINDS)
        for i, head in enumerate(self._heads):
            possible = kinds[i % len(kinds)] != "donks" or len(streets) > 1
            head.setVisible(possible and i < len(kinds) * len(sizes))
        for street, line in self._streets.items():
            line.setVisible(street in streets)
        for (street, player, kind), field in self.sizes.items():
            possible = street in streets and player < len(sizes)
            # There is no previous street before the first one.
            field.setVisible(possible and (kind != "donks" or street in streets[1:]))
            if possible:
                field.show_value(getattr(sizes[player][street], kind))

    def _render_limits(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the bets of a limit game; ``problems`` by field of the panel."""
        limit, panel, streets = limit_of(scenario), self._model.situation.panel, streets_to_come(scenario)
        own = {spec.key: problems.get(f"limit.{spec.key}") for spec in LIMIT_FIELDS}
        values = dict.fromkeys(own) | dict(panel.limit.bets if panel.limit is not None else {})
        values["cap"] = None if limit.cap == DEFAULT_CAP else limit.cap
        self._limit_form.render(panel, own, values=values, shown=lambda spec: spec.key in (*streets, "cap"))
        for street in streets:
            self._limit_form.fields[street].entry.setPlaceholderText(chips(limit.bets[street]))


def pot_share_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of an axis of log10(percent of the pot).

    Powers of ten have labels, and 2 and 5 if there is room; ``length``: the length of the axis in pixels.
    """
    labelled = {1, 2, 5} if length / max(high - low, 1e-9) > 90 else {1}
    ticks = []
    for power in range(math.floor(low), math.floor(high) + 1):
        for digit in range(1, 10):
            value = power + math.log10(digit)
            if low <= value <= high:
                text = f"{digit * 10.0**power:.10g} %" if digit in labelled else ""
                ticks.append(Tick(value, text))
    return ticks


def _log_percent(share: float) -> float:
    return math.log10(100 * max(share, MIN_SHARE))


def exploitability_chart(view: BettingView, goal: float) -> Chart | None:
    """Return the exploitability of a run over its iterations, or None if it has not been computed yet.

    ``goal``: the target of the run, a share of the pot.
    """
    trace = view.trace
    if not trace:
        return None
    request = view.solution.request
    pot = request.pot
    xs = np.array([math.log10(max(point.iterations, 1)) for point in trace])  # both axes are logarithmic
    ys = np.array([_log_percent(_chips(point) / pot) for point in trace])
    target = _log_percent(goal)
    first, last = float(xs[0]), float(xs[-1])
    low, high = min(float(ys.min()), target) - ROOM, max(float(ys.max()), target) + ROOM
    scenario = request.table
    end = trace[-1]
    about = (*inputs(scenario), f"pot {pot:g}")
    heading = Heading(
        TITLE, brief(scenario), about, (HONEST,), "", file_stem(scenario, "betting"), always=False, titled=False
    )
    rule = Rule(
        target, level=True, label=f"target {pot_share_text(goal)}", label_position=0.98, color="good", dash="dash"
    )
    return Chart(
        heading,
        Axis(first, last if last > first else first + 1.0, log_count_ticks, "iterations (log scale)"),
        Axis(low, high, pot_share_ticks, "% of the pot"),
        (rule, Line(xs, ys, "accent", 2.0, markers=(len(trace) - 1,))),
        partial(_table, trace, pot),
        read=partial(_read, trace, pot),
        stops=tuple((float(x), None) for x in xs),
        hides=False,
        spoken=f"{pot_share_text(_chips(end) / pot)} of the pot after {number_of(end.iterations, 'iteration')}",
    )


def _chips(point: Progress) -> float:
    return max(point.exploitability or 0.0, 0.0)


def _table(trace: Sequence[Progress], pot: float) -> Table:
    head = ("Iterations", "Seconds", "Exploitability in chips", "Share of the pot")
    rows = [(point.iterations, Amount(point.solve_s), Amount(_chips(point)), _chips(point) / pot) for point in trace]
    return head, rows


def _read(trace: Sequence[Progress], pot: float, x: float, _: float) -> ReadOut:
    """Return the read-out of the point of ``trace`` that is nearest to ``x``, the logarithm of iterations."""
    point = min(trace, key=lambda other: abs(math.log10(max(other.iterations, 1)) - x))
    values = (f"{pot_share_text(_chips(point) / pot)} of the pot", f"after {duration(point.solve_s)}")
    row = Row(0, "exploitability", values)
    x = math.log10(max(point.iterations, 1))
    return ReadOut(number_of(point.iterations, "iteration"), (row,), x, _log_percent(_chips(point) / pot), True)


VIEWS = {"play": "Strategy", "convergence": "Convergence", "situation": "Situation"}
RUN_TEXTS = {"idle": "run", "running": "pause", "paused": "continue"}
RUN_CHIPS = 3
"""The number of chips that control the run; the ones for files follow."""
RUN_TIPS = {
    "idle": "Solve the situation (F5)",
    "running": "Pause the solver (F5) and compute the exploitability",
    "paused": "Continue the run (F5)",
}
CARD_HEIGHT = 102
"""Pixels at 100 % of the card with the strategy above the matrix: two lines for the reason."""
CARD_INDEX = 2
"""The row of the card above the panels, which follow it."""
LINE_TIP = (
    "<b>Frequencies</b> are those of all hands that reach this decision. "
    "<b>Better than</b>: the EV of the best action of this hand minus the EV of the next best one, in chips."
)
MIN_CHART_HEIGHT = 140
PROGRESS_LINES = 2
RUN_FIRST = "Press Run (F5): this tree is too large to be solved automatically."
SOLVING = "Solving …"
AskFile = Callable[[QWidget, str, str, str], tuple[str, str]]


class BettingPage(Guarded, QWidget, RunsModel[BettingModel]):
    """The page *Betting*; displays a :class:`BettingModel`. ``run_changed`` is emitted when a run starts or ends."""

    run_changed = Signal()

    def __init__(
        self, context: PageContext, ask: AskPath = ask_path, ask_open: AskFile = QFileDialog.getOpenFileName
    ) -> None:
        super().__init__()
        named(self, "betting", "Betting")
        self._document, self._settings, self._message = context.document, context.settings, context.message
        self._ask, self._ask_open = ask, ask_open
        self.model = BettingModel(context.document, context.questions, self)
        self.card = AnswerCard("betting.answer", "Strategy", "betting", LINE_TIP, self, assumed=HONEST)
        self.walk = WalkView(self)
        self.cards = CardGrid(self)
        self.display = NodeDisplay(context, self)
        self.form = BettingForm(context.document, self.model, context.settings, self)
        self.chart = ChartView("betting", "Exploitability", EMPTY, context.session, self, menu="export")
        at_least(self.chart, height=MIN_CHART_HEIGHT)
        self._deck = context.deck
        self.cards.hide()
        self.view = ""
        """The key of the displayed view, one of ``VIEWS``."""
        self._run_state: tuple[object, ...] = ()
        self._must_read = False
        """Whether the card explains why there is no answer."""
        self._build()
        for source in (self.model, self.form):
            source.message.connect(context.message)
        self.model.changed.connect(self._on_changed)
        self.walk.walked.connect(self.model.walk)
        self.display.compare.walked.connect(self.model.walk)
        self.display.side_changed.connect(self._on_changed)
        self.walk.sized.connect(self._on_sized)
        self.cards.picked.connect(self._on_card)
        self._deck.taken.connect(self._on_card)
        self._on_changed()

    def _build(self) -> None:
        """Build the chips, and lay out head, run bar, card and the panels of which one is visible."""
        self._view_bar = ChoiceBar("betting.view", "View", VIEWS, self)
        self._view_bar.chosen.connect(self.show_view)
        rows = (
            ("run", RUN_TIPS["idle"], self.model.run_or_pause),
            ("stop", "Stop the solver and keep the solution so far (Esc)", self.model.stop),
            ("refine", "Continue to a quarter of the current exploitability (F6)", self.model.refine),
            ("open", "Open a solution file", self._on_open),
            ("save", "Save the solution to a file, to open it later without solving again", self._on_save),
            ("copy", "Copy this situation as a request for `steelwheel betting -`", self._on_copy),
        )
        self.chips = {
            name: chip_button(name, f"betting.{name}", handler, name.capitalize(), tip, parent=self)
            for name, tip, handler in rows
        }
        self.chips["help"] = help_chip("betting", "About the solver and its assumptions", parent=self)
        run_chips, file_chips = list(self.chips.values())[:RUN_CHIPS], list(self.chips.values())[RUN_CHIPS:]
        head = ChipFlow((self._view_bar, *file_chips), self)
        self.setup = label("", self, name="betting.setup", weight=QFont.Weight.Normal, wrap=True)
        self.progress = ProgressLine(
            "betting.progress", "betting.progressText", "Progress to the target", self, lines=PROGRESS_LINES
        )
        self.notices = label("", self, name="betting.notices", weight=QFont.Weight.Normal, wrap=True)
        play, chart, form = QWidget(self), QWidget(self), scrolled(self.form, "betting.form", "Situation")
        filled(QVBoxLayout(play), self.walk, (self.display, 1), (self.cards, 1), spacing=6, margins=NO_MARGINS)
        filled(QVBoxLayout(chart), (self.chart, 1), margins=NO_MARGINS)
        self._panels = dict(zip(VIEWS, (play, chart, form), strict=True))
        panels = [(panel, 1) for panel in self._panels.values()]
        run = filled(QHBoxLayout(), *run_chips, 4, (self.progress, 1), spacing=4)
        # The size of the tree and the notices come with the first answer: below the panels they move nothing.
        below = self.setup, self.notices
        self._rows = filled(
            QVBoxLayout(self), head, run, self.card, *panels, *below, spacing=4, margins=(12, 10, 12, 10)
        )
        # The keyboard reaches the chips in the order on the screen, not in that in which they were created.
        tab_in_order(*self._view_bar.chips.values(), *file_chips, *run_chips)
        model = self.model
        on_keys(self, ("Alt+Left", model.back), ("Alt+Right", model.forward), ("Alt+Home", self._on_up))
        self.show_view("play")

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show the play, the chart of the run or the form of the situation; ``key``: one of ``VIEWS``."""
        self.view = key
        self._view_bar.show_choice(key)
        for name, panel in self._panels.items():
            panel.setVisible(name == key)
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        """Show the state of the run, and its latest view if it belongs to the game on the table."""
        model, view, stale = self.model, self.model.view, self.model.stale
        run = self.chips["run"]
        if run.text() != RUN_TEXTS[model.state]:
            run.setText(RUN_TEXTS[model.state])
            named(run, "betting.run", run.text().capitalize(), RUN_TIPS[model.state])
            run.updateGeometry()
        enabled = {
            "run": model.can_run, "stop": model.can_stop, "refine": model.can_refine, "save": model.can_save,
            "copy": model.situation.request is not None,
        }  # fmt: skip
        for name, is_enabled in enabled.items():
            self.chips[name].setEnabled(is_enabled)
        # A run sends many views a second: the window's actions are updated only if the buttons have changed.
        run_state = model.state, model.can_run, model.can_refine
        if run_state != self._run_state:
            self._run_state = run_state
            self.run_changed.emit()
        self._show_setup()
        self.progress.show_state(*run_status(model))
        # A hidden page is not rendered, but its charts can be exported: they must know whether they are stale.
        if not self.isVisible():
            self.display.set_stale(stale=stale)
            self.chart.set_stale(stale=stale)
            return
        other_game = view is not None and view.solution.request.table.game != self._document.scenario.game
        if view is not None and (other_game or not view.ready):
            view = None
        self._show_card(view, stale=stale)
        names = player_names(view) if view is not None else ("", "")
        colors = action_colors([action.name for action in view.node.actions]) if view is not None else ()
        self.walk.show_view(view, names, colors)
        self.walk.setEnabled(not stale)
        dealt = view is not None and view.node.cards is not None
        self.cards.setVisible(dealt)
        self.display.setVisible(not dealt)
        if view is not None and dealt:
            self.cards.show_cards(view.node, names, stale=stale)
        self.display.show_view(view, stale=stale)
        self._offer_cards(view if dealt and not stale else None, names)
        chart = None if view is None else exploitability_chart(view, model.goal)
        unfinished = view is not None and not view.final
        self.chart.show_chart(None if chart is None else lambda _: chart, stale=stale, unfinished=unfinished)

    def _offer_cards(self, view: BettingView | None, names: Sequence[str]) -> None:
        """Tint the cards that can be dealt next on the table's deck, so that they can be clicked there (hold'em)."""
        tints: dict[str, Tint] = {}
        if view is not None and view.node.board and self.view == "play":
            scale, pot = card_scale(view.node), view.node.pot
            for card in view.node.cards or ():
                ev = card.evs[0]
                if ev is not None:
                    tints[card.text] = Tint(scale.tone(ev), f"EV of {names[0]} after it: {rounded_chips(ev, pot)}")
        self._deck.show(tints)

    def _show_setup(self) -> None:
        """Show the situation and the size of its tree in one line, and below it notices and omissions."""
        model = self.model
        situation = model.situation
        size = model.size
        parts = [] if situation.missing else [setup_line(situation)]
        if size is not None and situation.request is not None:
            parts.append(size_line(size, situation.request))
        self.setup.setText("; ".join(parts))
        lines = [] if size is None else [*size.notices, *(f"Left out: {line}" for line in size.left_out)]
        if model.view is not None and not model.stale:
            lines += model.view.notices
        lines += [note for note in (chips_note(self._document.scenario),) if note]
        self.notices.setText("\n".join(line[:1].upper() + line[1:] for line in lines))
        self.notices.setVisible(bool(lines))

    def _show_card(self, view: BettingView | None, *, stale: bool) -> None:
        """Show what to do at the displayed node, or why there is no answer yet."""
        model = self.model
        problems = [problem_line(problem) for problem in model.problems if not problem.incomplete]
        # Missing entries come first: problems of fields and failures may only follow from them.
        obstacle = model.situation.missing or " ".join(problems[:2]) or model.failure
        if obstacle or view is None:
            waiting = self._running_line() if model.state == "running" else BUILDING
            if model.state != "running" and model.size is not None:
                waiting = RUN_FIRST
            self.card.show_answer("", obstacle or waiting, "", "", stale=True)
            self._must_read = bool(obstacle)
            self._place_card()
            return
        names, hand = player_names(view), model.situation.panel.hand
        line = hand_or_turn_line(view, names, hand)
        # Next to the matrix the locks state their gain: twice would push it away from under the brush that paints them.
        locks = self.display.shows_locks
        error = " ".join(filter(None, (error_line(view, locks=not locks), "" if locks else gain_line(view, names))))
        self.card.show_answer(actions_line(view.node), line, situation_line(view, names), error, stale=stale)
        self._must_read = False
        self._place_card()

    def _place_card(self) -> None:
        """Place the card above the panels, in a narrow page below them unless it says why there is no answer.

        In a narrow page it would push the matrix out of view, and the available actions show the strategy as well.
        """
        narrow = is_narrow(self)
        index = CARD_INDEX + (len(self._panels) if narrow and not self._must_read else 0)
        if self._rows.indexOf(self.card) != index:
            self._rows.insertWidget(index, self.card)
        # The form needs the height that the card would take.
        self.card.setVisible(self._must_read or not (narrow and self.view == "situation"))
        # The height of the longest answer is reserved, so that no headline moves the panels below.
        self.card.keep_height(0 if narrow else CARD_HEIGHT)

    def _running_line(self) -> str:
        """Return the text during the first iterations of a run, whose play is not yet meaningful."""
        view = self.model.view
        done = 0 if view is None or view.ready else view.progress.iterations
        return f"{SOLVING} {number_of(done, 'iteration')}" if done else SOLVING

    @Slot(str)
    def _on_card(self, text: str) -> None:
        view = self.model.view
        if view is not None:
            self.model.walk((*view.node.path, text))

    @Slot(object, object)
    def _on_sized(self, add: tuple[Size, ...], remove: tuple[Size, ...]) -> None:
        """Add or remove sizes at the displayed decision and below it, after any card, as one undo step."""
        view = self.model.view
        if view is not None:
            path = tuple(ANY_CARD if step.seat is None else step.step for step in view.steps)
            self._document.replace("Betting: sizes here", with_edit(self._document.scenario, path, add, remove))

    @Slot()
    def _on_up(self) -> None:
        if self.model.path:
            self.model.walk(self.model.path[:-1])

    @Slot()
    def _on_copy(self) -> None:
        values = {**self.model.situation.values, "path": list(self.model.path)}
        QGuiApplication.clipboard().setText(json.dumps(values, indent=2) + "\n")
        self._message.emit("Request copied: paste it to `steelwheel betting -`", False)

    @Slot()
    def _on_save(self) -> None:
        suggested = str(Path(self._settings.folder) / f"betting{SOLUTION_SUFFIX}")
        name = self._ask(self, "Save solution", suggested, SOLUTION_FILTER)
        if name:
            path = Path(name)
            self._settings.folder = str(path.parent)
            self.model.save(path if path.suffix else path.with_suffix(SOLUTION_SUFFIX))

    @Slot()
    def _on_open(self) -> None:
        name, _ = self._ask_open(self, "Open solution", self._settings.folder, SOLUTION_FILTER)
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Show the solution of a file."""
        self._settings.folder = str(path.parent)
        self.show_view("play")
        self.model.open(path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take one of the possible actions on a key from 1 to 9."""
        index = event.key() - Qt.Key.Key_1
        if 0 <= index < 9 and event.modifiers() == Qt.KeyboardModifier.NoModifier and self.view == "play":
            self.walk.choose(index)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the card for the new width, with the height that it needs there."""
        super().resizeEvent(event)
        self._place_card()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.watch(on=True)  # small trees are solved automatically only while the page is visible
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(on=False)
        self._deck.show({})


def betting_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = BettingPage(context)
    return page, (
        *page.display.exports(page),
        ExportItem("betting", "Exploitability", page, page.chart),
    )
