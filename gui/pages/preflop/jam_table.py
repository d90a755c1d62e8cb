"""The view of a final table: jam or fold with a stack for each player, in tournament money compared with chips."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, ScenarioError, __version__
from engine.preflop.jam import MAX_STACK, PositionPlay
from engine.preflop.jam_stacks import NOTICES, AnteBy, StacksAnswer, StacksRequest, read_stacks_request
from engine.preflop.panel import PREFLOP
from engine.scenario.problems import Problem
from engine.scenario.tournament import Tournament, payouts_from_text
from engine.table.positions import position_names
from gui.charts.forms import hand_map
from gui.charts.values import Chart, Heading
from gui.look.scale import at_least, keep_lines
from gui.look.theme import current_theme
from gui.pages.preflop.answers import JamTable, ask_table
from gui.pages.preflop.model import PreflopModel, PreflopPageSituation, Question
from gui.pages.preflop.view import SLIDER_STEPS, GiveBar, SliderView
from gui.pages.preflop.words import short_chips, signed
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, filled, label, offer, paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell, class_cells
from gui.parts.choice_bar import ChoiceBar
from gui.parts.form import first_problems
from gui.parts.tournament_form import TournamentForm, numbers_field
from gui.state.context import PageContext
from gui.words.formatting import count, percent, prize

KEYS = ("big_blind", "small_blind", "ante")
MAX_SLIDER = 60
"""The upper end of the slider in big blinds."""
DIFFERENT = 0.1
"""The difference of frequencies from which a hand is highlighted."""
MAX_NAMED = 6
NARROW = 60
"""The width of the fields of blinds and ante."""
NUMBERS_HEIGHT, READING_LINES = 58, 2
"""The height for an error of two lines under blinds and ante, so that nothing below moves, and under the maps."""
TITLES = {"money": "for tournament money", "chips": "for chips"}
FIRST_IN, NOBODY_ELSE = "folded to you", "no caller yet"
FILLED_TONE = 0.75
HINT = "Framed: different for money and for chips. Point at a hand."
TEACH = "Enter the stacks in the order of action, the prizes and the blinds; then choose who is the big blind."
BLINDS_FIRST = "Enter the blinds: with a big blind of 1, stacks of up to {} chips are too deep for jam or fold."
NO_STACK = "Each seat needs a stack: number {} has none."


def table_request(scenario: Scenario) -> StacksRequest:
    """Return the request for the stacks and prizes of the tournament, in order of action; it is not checked."""
    panel, tournament = PREFLOP.panel(scenario), scenario.tournament or Tournament()
    acting, others = tournament.acting, tournament.others
    stacks: Any = tuple(tournament.stacks[at] for at in acting)
    elsewhere, ante_by = others.stacks if others else (), cast(AnteBy, panel.ante_by)
    request = StacksRequest(
        stacks=stacks, small_blind=panel.small_blind, big_blind=panel.big_blind, ante=panel.ante, ante_by=ante_by,
        calls=panel.calls,
    )  # fmt: skip
    prizes, bounties = tournament.payouts[: len(stacks) + len(elsewhere)], panel.bounties
    if not any(prizes):
        return request
    if len(bounties) == len(acting):
        bounties = tuple(bounties[at] for at in acting)
    return replace(request, payouts=prizes, bounties=bounties, others=elsewhere)


def obstacle(scenario: Scenario) -> str:
    """Return why there is no question yet, or "" if there is one."""
    tournament = scenario.tournament
    if tournament is None or len(tournament.stacks) < 2:
        return TEACH
    if None in tournament.stacks:
        return NO_STACK.format(tournament.stacks.index(None) + 1)
    deepest = max(stack for stack in tournament.stacks if stack is not None)
    if PREFLOP.panel(scenario).entered("big_blind") is None and deepest > MAX_STACK:
        return BLINDS_FIRST.format(count(deepest))
    return ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision: the position that acts, the one that has gone all in (None: nobody has), and the one that called."""

    seat: int
    jammer: int | None = None
    caller: int | None = None

    def fits(self, table: JamTable) -> bool:
        """Return whether an answer, which may be about an earlier table, has this decision."""
        request = table.chips.request
        return self.seat < len(request.stacks) and (self.caller is None or request.calls > 1)

    def played(self, answer: StacksAnswer) -> PositionPlay:
        """Return the play of the position."""
        if self.jammer is None:
            return answer.jam(self.seat)
        if self.caller is None:
            return answer.call(self.jammer, self.seat)
        return answer.over(self.jammer, self.caller, self.seat)

    def worths(self, answer: StacksAnswer) -> dict[str, float]:
        """Return the EV of playing over a fold, by class of hands."""
        if self.jammer is None:
            return answer.ev_jam(self.seat)
        if self.caller is None:
            return answer.ev_call(self.jammer, self.seat)
        return answer.ev_over(self.jammer, self.caller, self.seat)

    def words(self, names: tuple[str, ...]) -> str:
        """Return the decision in words."""
        name = names[self.seat]
        if self.jammer is None:
            return f"{name} jams if folded to"
        if self.caller is None:
            return f"{name} calls {names[self.jammer]}’s jam"
        return f"{name} overcalls {names[self.jammer]}’s jam and {names[self.caller]}’s call"


def changed_hands(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[str, ...]:
    """Return the classes that are played differently in two plays, the largest differences first."""
    gaps = {name: abs(other[name] - one[name]) for name in one}
    return tuple(sorted((name for name in gaps if gaps[name] >= DIFFERENT), key=lambda name: -gaps[name]))


def table_cells(
    played: PositionPlay, worths: Mapping[str, float], other: PositionPlay | None, unit: str, *, stale: bool
) -> tuple[Cell, ...]:
    """Return the cells, filled as high as the hand is played; those played differently in ``other`` are highlighted."""
    changed = set() if other is None else set(changed_hands(other.frequencies, played.frequencies))

    def cell(name: str) -> Cell:
        """Return the cell of a class of hands; frequencies within half a percent of 0 or 1 count as pure."""
        part = played.frequencies[name]
        mixed = 0.005 < part < 0.995
        often = percent(part, exact_digits=0)
        speech = f"{name}: played {often}; EV {signed(worths[name])} {unit} vs folding"
        if other is not None and name in changed:
            speech += f"; on the other map {percent(other.frequencies[name], exact_digits=0)}"
        note = f"{100 * part:.0f}" if mixed else ""
        weight = part if part > 0.005 else 0.0
        return Cell(name, weight, note=note, speech=speech, stale=stale, framed=name in changed)

    return class_cells(cell)


def table_sentence(table: JamTable, spot: Spot, stack: float) -> str:
    """Return the play of a position for money and for chips, and the hands that change."""
    request = table.chips.request
    names, blinds = request.names, stack / request.big_blind
    head = f"{spot.words(names)} with {count(stack)} chips ({short_chips(round(blinds, 1))} BB)"
    in_chips = spot.played(table.chips)
    if table.money is None:
        why = "no prizes are set" if table.done else "range for money still computing"
        return f"{head}: {percent(in_chips.share, exact_digits=1)} of hands for chips; {why}."
    in_money = spot.played(table.money)
    changed = changed_hands(in_chips.frequencies, in_money.frequencies)
    gone = [name for name in changed if in_money.frequencies[name] < in_chips.frequencies[name]]
    new = [name for name in changed if name not in gone]
    parts = [f"{verb} {_named(hands)}" for verb, hands in (("without", gone), ("also", new)) if hands]
    return (
        f"{head}: {percent(in_money.share, exact_digits=1)} of hands for money, "
        f"{percent(in_chips.share, exact_digits=1)} for chips{', ' if parts else ''}{', '.join(parts)}."
    )


def _named(hands: list[str]) -> str:
    more = len(hands) - MAX_NAMED
    return ", ".join(hands[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def assumptions(table: JamTable) -> str:
    """Return how close the play is to an equilibrium, and the simplifications of the model."""
    so_far = "No player gains" if table.done else "So far no player gains"
    gain = f"{so_far} more than {table.chips.deviation:.1g} BB (chips)"
    if table.money is not None:
        prizes = sum(table.money.request.payouts)
        gain += f" or {table.money.deviation:.1g} of {prize(prizes, prizes)} (money)"
    law, unique = (notice[0].upper() + notice[1:] for notice in NOTICES)
    text = f"{gain} by deviating. {unique}. {law}."
    if table.chips.showdown_error is not None:
        text += f" Three-way showdown probabilities are accurate to {100 * table.chips.showdown_error:.2g} %."
    return text


class JamTableView(SliderView):
    """The maps for money and chips."""

    def __init__(self, context: PageContext, model: PreflopModel, parent: QWidget | None = None) -> None:
        super().__init__(context, model, ("preflop.table.slider", "Stack in big blinds", MAX_SLIDER), parent)
        self.sentence = paragraph("preflop.table.sentence", lines=2)
        numbers = self.number_fields("preflop.table", KEYS, 3, width=NARROW, gap=12)
        at_least(numbers, height=NUMBERS_HEIGHT)
        self._blind = combo_box("preflop.table.blindSeat", "Big blind", width=108)
        tip = "Bounty for each player, such as 50 50 25; used together with prizes"
        self.bounties = numbers_field("preflop.table.bounties", "Bounties", "none", tip, payouts_or_none, self)
        posts = QWidget(self)
        row = filled(QHBoxLayout(posts), (numbers, 1), self._blind, spacing=12, margins=NO_MARGINS)
        row.setAlignment(self._blind, Qt.AlignmentFlag.AlignTop)
        message = context.message.emit
        self.form = TournamentForm("preflop.table", context.document, message, self, more=(self.bounties, posts))
        self._calls = ChoiceBar("preflop.table.calls", "Maximum callers", {"1": "one call", "2": "two calls"}, self)
        antes = {"all": "all pay antes", "big blind": "big blind pays"}
        self._ante_by = ChoiceBar("preflop.table.anteBy", "Ante paid by", antes, self)
        self._seat = combo_box("preflop.table.seat", "Position", width=78)
        self._facing = combo_box("preflop.table.facing", "Action faced", width=112)
        self._called = combo_box("preflop.table.called", "Caller in between", width=118)
        self.maps = {
            "money": ClassMap("preflop.table.money", "Range for money", self, hint=HINT),
            "chips": ClassMap("preflop.table.chips", "Range for chips", self, hint=HINT),
        }
        for map_ in self.maps.values():
            keep_lines(map_.reading, READING_LINES)
        self._assumes = label(name="preflop.table.assumes", wrap=True)
        self._give = GiveBar("preflop.table.range", context, self)
        self._build()
        self.bounties.edited.connect(self._on_bounties)
        self._blind.activated.connect(self._on_blind)
        for box in (self._seat, self._facing, self._called):
            box.activated.connect(self._on_changed)
        self._calls.chosen.connect(self._on_calls)
        self._ante_by.chosen.connect(self._on_ante_by)
        self._document.changed.connect(self._on_changed)

    def _build(self) -> None:
        """Arrange the widgets: sentence, tournament, rules, decision, and the two maps side by side."""
        law = filled(QHBoxLayout(), self._calls, 8, self._ante_by, STRETCH, spacing=4)
        spot = filled(
            QHBoxLayout(), self._seat, self._facing, self._called, (self.slider, 1), label("stack"), spacing=8
        )
        halves = [filled(QVBoxLayout(), map_.legend, (map_, 1), map_.reading, spacing=2) for map_ in self.maps.values()]
        both = filled(QHBoxLayout(), (halves[0], 1), (halves[1], 1), spacing=12)
        parts = self.sentence, self.form, law, spot, (both, 1), self._assumes, self._give
        filled(QVBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)

    def ask(self, _situation: PreflopPageSituation) -> tuple[Question, ...]:
        """Ask for the play in chips and in money, unless something is missing or has a problem."""
        scenario = self._document.scenario
        return () if obstacle(scenario) or self._problems() else ask_table(table_request(scenario))

    @property
    def answer(self) -> JamTable | None:
        """The displayed play."""
        result: JamTable | None = self._model.answer("table").value
        return result

    @property
    def spot(self) -> Spot:
        """The decision that is displayed."""
        seat, facing = max(self._seat.currentIndex(), 0), self._facing.currentIndex() - 1
        if facing < 0:
            return Spot(seat)
        called = self._called.currentIndex() - 1
        return Spot(seat, facing, facing + 1 + called if called >= 0 else None)

    def _problems(self) -> tuple[Problem, ...]:
        try:
            read_stacks_request(table_request(self._document.scenario))
        except ScenarioError as error:
            return error.problems
        return ()

    def _render(self) -> None:
        """Show the fields with their problems, the decisions that can be selected, and the play."""
        scenario = self._document.scenario
        panel, tournament = PREFLOP.panel(scenario), scenario.tournament or Tournament()
        acting = tournament.acting
        missing = obstacle(scenario)
        problems = () if missing else self._problems()
        self.form.render_tournament()
        self.numbers.render(panel, first_problems((*panel.problems, *problems)))
        self.form.stacks.show_standing(_standing(problems, "stacks", self.form.stacks.entry.text(), acting))
        self.form.payouts.show_standing(_standing(problems, "payouts", self.form.payouts.entry.text()))
        self.bounties.show_value(panel.bounties)
        self.bounties.show_standing(_standing(problems, "bounties", self.bounties.entry.text(), acting))
        self._calls.show_choice(str(panel.calls))
        self._ante_by.show_choice(panel.ante_by)
        seats = scenario.seats
        names = (seats[at].name if at < len(seats) else f"stack {at + 1}" for at in range(len(acting)))
        offer(self._blind, [f"BB: {name}" for name in names])
        self._blind.setCurrentIndex(acting[-1] if acting else -1)
        self._blind.setEnabled(bool(acting))
        self._show_spots(len(acting), seconds=panel.calls > 1)
        seat = self.spot.seat
        stack = tournament.stacks[tournament.acting[seat]] if seat < len(tournament.stacks) else None
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(SLIDER_STEPS * (stack or 0.0) / (panel.big_blind or 1.0)))
        self.slider.setEnabled(stack is not None)
        self._show_play(missing or (f"Please check: {problems[0].message}." if problems else ""))

    def _show_spots(self, players: int, *, seconds: bool) -> None:
        """Offer the positions, and the bets that the selected position may face."""
        names = position_names(players) if 2 <= players <= 10 else ()
        offer(self._seat, names)
        seat = max(self._seat.currentIndex(), 0)
        faced = [f"facing {name}" for name in names[:seat]]
        last = bool(names) and seat == len(names) - 1
        # The entry is selected again by its text: its index depends on the number of players in front.
        offer(self._facing, [FIRST_IN, *faced], keep=True)
        if last and self._facing.currentIndex() == 0:  # the big blind is never first in
            self._facing.setCurrentIndex(len(faced))
        jammer = self._facing.currentIndex() - 1
        callers = names[jammer + 1 : seat] if seconds and jammer >= 0 else ()
        offer(self._called, [NOBODY_ELSE, *(f"called by {name}" for name in callers)], keep=True)
        self._called.setVisible(seconds)
        self._called.setEnabled(bool(callers))

    def _show_play(self, missing: str) -> None:
        """Show the maps for chips and for money; without an answer empty ones and the reason, ``missing`` if given."""
        table, theme, spot = self.answer, current_theme(), self.spot
        stale = self._model.answer("table").stale
        # The answer may be about an earlier table, which had fewer players or calls than this decision needs.
        if table is None or missing or not spot.fits(table):
            waiting = missing or self._model.why_absent("Computing ranges for chips and for money …", "table")
            self.sentence.setText(waiting)
            self._assumes.setText("")
            for map_ in self.maps.values():
                map_.show_cells(class_cells(lambda name: Cell(name, speech=name)), QColor(theme.accent))
            self._give.show_range("No range yet", "")
            return
        self.sentence.setEnabled(not stale)
        stack = table.chips.request.stacks[spot.seat]
        self.sentence.setText(table_sentence(table, spot, stack))
        self._assumes.setText(assumptions(table))
        tournament = self._document.scenario.tournament or Tournament()
        color = QColor(theme.seat(tournament.acting[spot.seat]))
        for key, title in TITLES.items():
            self.maps[key].show_legend([(color, title)])
        in_chips, money = spot.played(table.chips), table.money
        in_money = None if money is None else spot.played(money)
        cells = table_cells(in_chips, spot.worths(table.chips), in_money, "BB", stale=stale)
        self.maps["chips"].show_cells(cells, color)
        if money is None or in_money is None:
            cells = class_cells(lambda name: Cell(name, speech=name))
        else:
            cells = table_cells(in_money, spot.worths(money), in_chips, "in prizes", stale=stale)
        self.maps["money"].show_cells(cells, color)
        best = in_chips if in_money is None else in_money
        self._give.show_range(spot.words(table.chips.request.names), best.text)

    def chart(self) -> Chart | None:
        """Return the displayed range for files, with both ranges as data, or None if there is no result."""
        table, spot = self.answer, self.spot
        if table is None or not spot.fits(table):
            return None
        answer = table.money or table.chips
        other = table.chips if table.money is not None else None
        request, played = answer.request, spot.played(answer)
        worths = spot.worths(answer)
        frequencies = played.frequencies
        in_chips = spot.played(table.chips).frequencies
        cells = table_cells(played, worths, None if other is None else spot.played(other), "", stale=False)
        rows: list[tuple[object, ...]] = [
            (name, part, in_chips[name], worths[name]) for name, part in frequencies.items()
        ]
        header = ("hand", "frequency", "frequency for chips", "ev against folding")
        stacks = ", ".join(f"{name} {count(x)}" for name, x in zip(request.names, request.stacks, strict=True))
        small, big, ante = map(short_chips, (request.small_blind, request.big_blind, request.ante))
        blinds = f"blinds {small} / {big}, ante {ante}"
        prizes = ", ".join(short_chips(x) for x in request.payouts) or "none (chip EV)"
        about = f"Stacks: {stacks}", f"{blinds}; prizes: {prizes}"
        heading = Heading(
            f"Jam or fold: {spot.words(request.names)}", about[0], about,
            (table_sentence(table, spot, request.stacks[spot.seat]), assumptions(table)),
            f"Jam or fold by regret minimization · Steel Wheel {__version__}", "final-table",
        )  # fmt: skip
        return hand_map(heading, cells, (header, rows), filled=FILLED_TONE)

    def _put(self, what: str, key: str, value: object, merge: str = "") -> None:
        self.edit(what, PREFLOP.with_number(self._document.scenario, key, value), merge)
        self.wanted_changed.emit()

    @Slot(object, str)
    def _on_bounties(self, values: tuple[float | None, ...], merge: str) -> None:
        self._put("bounties", "bounties", tuple(value or 0.0 for value in values) or None, merge)

    @Slot(str)
    def _on_calls(self, key: str) -> None:
        self._put(f"{key} may call", "calls", int(key))

    @Slot(str)
    def _on_ante_by(self, key: str) -> None:
        self._put("ante paid by", "ante_by", key)

    def put_stack(self, stack: float, merge: str) -> None:
        """Set the stack of the player whose decision is displayed."""
        tournament, seat = self._document.scenario.tournament, self.spot.seat
        if tournament is None or seat >= len(tournament.stacks):
            return
        stacks = list(tournament.stacks)
        # Stacks are in the order of the table, decisions in the order of action.
        stacks[tournament.acting[seat]] = stack
        self._edit_tournament("stack", replace(tournament, stacks=tuple(stacks)), merge)

    @Slot(int)
    def _on_blind(self, place: int) -> None:
        tournament = self._document.scenario.tournament
        if tournament is not None:
            # The last stack is the default, which is not stored.
            last = None if place == len(tournament.stacks) - 1 else place
            self._edit_tournament("big blind", replace(tournament, big_blind=last))

    def _edit_tournament(self, what: str, after: Tournament, merge: str | None = None) -> None:
        problems = self._document.edit(f"Pre-flop: {what}", merge=merge, tournament=after)
        if problems:
            self._message.emit(problems[0].message, True)


def payouts_or_none(text: str) -> tuple[float, ...]:
    """Return the bounties in a text."""
    return tuple(value for part in text.split() for value in payouts_from_text(part))


def _standing(
    problems: tuple[Problem, ...], key: str, text: str, acting: tuple[int, ...] | None = None
) -> Problem | None:
    """Return the first problem with a list of numbers, with the position of the number in its text if it has one.

    ``acting``: for each player in order of action the index of its number in the text.
    """
    problem = next((p for p in problems if p.field == key or p.field.startswith(f"{key}[")), None)
    if problem is None or problem.field == key:
        return problem
    words = text.replace(",", " ").replace(";", " ")
    starts = [at for at, sign in enumerate(words) if sign != " " and (at == 0 or words[at - 1] == " ")]
    item = int(problem.field[len(key) + 1 : -1])
    item = item if acting is None else acting[item]
    return Problem(key, problem.message, starts[item] if item < len(starts) else None)
