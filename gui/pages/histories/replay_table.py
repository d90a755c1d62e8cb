"""The current moment of a replay on the table, and what other pages get of it.

The table follows the moment. All moments of a hand are one step of undo, as long as nothing else is changed between
them. Ranges that the player has painted over the assumed ones stay for the rest of the hand.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, Game, Scenario, ScenarioError
from engine.histories.assumed import Assumptions
from engine.histories.betting import betting_of_hand
from engine.histories.hand import Moment, PlayedHand, RawHand
from engine.histories.listing import HandLine, tournament_number
from engine.histories.prizes import big_blind_seat, with_blinds
from engine.histories.quiz import HandView, JudgedDecision, JudgedPack, PlayedPack
from engine.histories.scenarios import can_be_painted, flop_scenario, scenario_at
from engine.histories.tracking import tracker_values
from engine.kelly.panel import kelly_panel
from engine.scenario.kelly import SET_BY_HAND, KellyPanel
from engine.scenario.played import SimulationPanel
from engine.scenario.preflop import PreflopPanel
from engine.scenario.tournament import Tournament
from engine.trainer.packs import Pack
from gui.pages.histories.hand_list import HandList
from gui.pages.histories.replay import Outlook, Replay
from gui.state.document import Document, TableFile
from gui.words.formatting import describe_problem

QUIZ, FLOP = "Flops of played hands", 3
"""The pack of the trainer that asks for equities on flops of a hand, and the number of cards of one."""
OF_A_HAND = (*SET_BY_HAND, "tracker", "kept", "away", "answers", "bankroll")
"""Fields of the Kelly panel that belong to one hand; the others are the player's."""
OF_A_TOURNAMENT = ("calls", "bounties")
"""Fields of the pre-flop page that stay from one hand to another of its tournament."""
NOBODY_S_TURN = "Go to a decision first: it is nobody's turn at this moment"
NOT_TRACKED = "The tracker cannot follow this hand: a stack is unknown, or a bet breaks the tracker's rules"


class ReplayTable(QObject):
    """Keeps the document's table at the moment of a replay, and hands the moment on to other pages.

    ``placed``: the moment has been put on the table. ``page_requested`` carries the title of a page that is to be
    shown, ``quiz_requested`` the spots that the trainer is to draw. ``tracked``: the hand tracker has got the hand.
    ``message`` is for the status line.
    """

    placed = Signal()
    page_requested = Signal(str)
    quiz_requested = Signal(object)
    tracked = Signal()
    message = Signal(str, bool)

    def __init__(self, hands: HandList, replay: Replay, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hands, self._replay, self._document = hands, replay, document
        self._bankroll: float | None = None
        """The bankroll that the player has entered for this hand."""
        self._event = ""
        """The number of the tournament of the hand on the table; "" if it is of none."""
        self._placed: Scenario | None = None
        """The table that was set for the current moment, before any edit of the player."""
        self._file: TableFile | None = None
        replay.hand_selected.connect(self._on_hand_selected)
        replay.leaving.connect(self._store_painting)
        replay.moved.connect(self.show)
        document.changed.connect(self._note_prizes)

    @property
    def is_current(self) -> bool:
        """Whether the table of the document is that of the replay."""
        return self._file is not None and self._document.file is self._file

    @Slot()
    def _on_hand_selected(self) -> None:
        self._bankroll, self._file, self._placed = None, None, None

    @Slot()
    def show(self) -> None:
        """Put the current moment on the table, without painted ranges if the cards leave no hand of them."""
        replay = self._replay
        hand, moment = replay.hand, replay.moment
        if hand is None or moment is None:
            return
        problem = self._place(self._table_at(hand, moment, replay.painted))
        if problem and replay.painted:
            problem = self._place(self._table_at(hand, moment, {}))
        if problem:
            self.message.emit(problem, True)
        self.placed.emit()

    def _place(self, scenario: Scenario) -> str:
        """Replace the table of the document; return the problem of the new one, or "" if it has none."""
        document, step = self._document, f"hand {self._hand_number} of {self._hands.title}"
        kelly = self._with_own_fields(kelly_panel(scenario))
        scenario = replace(scenario, run=document.scenario.run, kelly=kelly)
        text = f"Hand {self._hand_number}"
        self._placed = scenario
        if self.is_current:
            # Stepping through a hand is no work of the player: a table that had no unsaved changes still has none.
            untouched = not document.file.took_work(document.scenario)
            problems = document.replace(text, scenario, merge=step)
            if not problems and untouched:
                document.came()
            return describe_problem(problems[0], [seat.name for seat in scenario.seats]) if problems else ""
        self._file = TableFile(None, None, begun=scenario)
        document.change_table(text, scenario, self._file, merge=step)
        return ""

    @property
    def _hand_number(self) -> int:
        return 0 if self._replay.selected is None else self._replay.selected.raw.number

    def _with_own_fields(self, panel: KellyPanel) -> KellyPanel:
        """Return the Kelly panel of a moment with the fields of the player: rake, multiplier, an entered bankroll."""
        current = kelly_panel(self._document.scenario)
        placed = KellyPanel() if self._placed is None else kelly_panel(self._placed)
        # A bankroll other than the one that was placed has been entered by the player at this hand, and stays.
        if self.is_current and current.bankroll != placed.bankroll:
            self._bankroll = current.bankroll
        of_hand = {key: panel.entered(key) for key in OF_A_HAND}
        return current.with_entries({**of_hand, "bankroll": self._bankroll})  # the stack is not the bankroll

    def _table_at(self, hand: PlayedHand, moment: Moment, painted: Mapping[int, str]) -> Scenario:
        """Return the table of a moment, with the tournament of the hand and its blinds."""
        replay, current, previous_event = self._replay, self._document.scenario, self._event
        assumptions = replay.outlook.assumptions(hand)
        table = scenario_at(hand, moment, replay.hero, painted=painted, tracked=False, assumptions=assumptions)
        # The previous tournament was read above, because this call sets the number of the new one.
        tournament = self._tournament_of(hand)
        if tournament is not None and tournament.big_blind is not None:
            panel = current.preflop or PreflopPanel()
            if not self.is_current:
                same_event = previous_event == self._event and current.tournament is not None
                panel = panel.only(OF_A_TOURNAMENT if same_event else ())
            table = replace(table, preflop=with_blinds(panel, hand))
        return replace(table, tournament=tournament)

    def _tournament_of(self, hand: PlayedHand) -> Tournament | None:
        """Return the tournament of a hand, or None if it is of none.

        It has the stacks before the hand, and the prizes entered at earlier hands of the same tournament.
        Sets ``_event``.
        """
        self._event = tournament_number(hand.raw.text)
        if not self._event:
            return None
        # Some histories do not have all stacks: the missing ones are left empty, for the player to enter.
        stacks = tuple(stack if 0.0 < stack < math.inf else None for stack in hand.starting)
        blind = None if GAMES[hand.game].stud else big_blind_seat(hand)
        return replace(self._hands.prizes.get(self._event, Tournament()), stacks=stacks, big_blind=blind)

    @Slot(object, object)
    def _note_prizes(self, before: Scenario, after: Scenario) -> None:
        """Store prizes and players of other tables that the player has entered at a hand, for its tournament."""
        entered = after.tournament
        if self._event and self.is_current and entered is not None and entered != before.tournament:
            self._hands.add_prizes(self._event, entered)

    def set_prizes(self, event: str, payouts: tuple[float, ...]) -> None:
        """Set the prizes of a tournament, also on the table if a hand of the tournament is there."""
        tournament = self._document.scenario.tournament
        if event == self._event and self.is_current and tournament is not None:
            self._document.edit("Tournament payouts", tournament=replace(tournament, payouts=payouts))
        else:
            known = self._hands.prizes.get(event, Tournament())
            self._hands.add_prizes(event, replace(known, payouts=payouts))

    @Slot()
    def _store_painting(self) -> None:
        """Store the ranges that the player has painted: those in which the table differs from ``_placed``."""
        replay = self._replay
        hand, moment, placed = replay.hand, replay.moment, self._placed
        if hand is None or moment is None or placed is None or not self.is_current:
            return
        painted, seats = dict(replay.painted), self._document.scenario.seats
        if len(seats) == len(placed.seats):
            for i in can_be_painted(hand, moment, replay.hero):
                if seats[i].folded:
                    continue
                if seats[i].cards != placed.seats[i].cards:
                    painted[i] = seats[i].cards
                elif painted.get(i) != seats[i].cards:  # the painting was undone
                    painted.pop(i, None)
        replay.paint(painted)

    def take_painting(self) -> None:
        """Let lines and equities of the replay follow the ranges that the player has painted at the current moment.

        Called after each change of the document while the page is visible.
        """
        # If board, folds or chips differ as well, the player has made another table of it: its ranges are then no
        # painting of this moment.
        placed, current = self._placed, self._document.scenario
        if placed is None or _moment_values(current) != _moment_values(placed):
            return
        if kelly_panel(current).entered("tracker") is None:
            self._store_painting()

    def open_at(self, line: HandLine, index: int) -> None:
        """Follow a hand as its own hero, at the moment ``index``, and put that on the table."""
        replay = self._replay
        if line is not replay.selected or replay.hand is None:
            replay.select(line, index)
            return
        # Neither call does anything if hero and moment are the current ones, so the table is then placed here.
        replay.set_hero(replay.hand.hero)
        replay.go_to(index)
        if not self.is_current:
            self.show()

    def bet(self) -> None:
        """Put the betting situation of the moment on the table, as a table of its own, and show the Betting page."""
        replay, document = self._replay, self._document
        hand, moment = replay.hand, replay.moment
        if hand is None or moment is None:
            return
        self._store_painting()
        at_moment = self._table_at(hand, moment, replay.painted)
        table = replace(document.scenario, kelly=self._with_own_fields(kelly_panel(at_moment)))
        assumptions = replay.outlook.assumptions(hand)
        try:
            scenario = betting_of_hand(hand, moment, replay.hero, table, replay.painted, assumptions)
        except ScenarioError as error:
            self.message.emit(error.problems[0].message, True)
            return
        file = TableFile(None, None, begun=scenario)
        document.change_table(f"Solve hand {self._hand_number}", scenario, file)
        self.page_requested.emit("Betting")

    def bet_on(self, table: Scenario, number: int) -> None:
        """Put a decision that best play has judged on the table, and show the Betting page.

        ``table``: with the values of that page; ``number``: of the hand in the list.
        """
        document = self._document
        self._store_painting()
        scenario = replace(table, dialect=document.scenario.dialect, run=document.scenario.run)
        file = TableFile(None, None, begun=scenario)
        document.change_table(f"Best play of hand {number}", scenario, file)
        self.page_requested.emit("Betting")

    def simulate(self) -> None:
        """Put the moment on the table and its chips on the page *Simulate*, and show it; at the turn of a player."""
        hand, moment = self._replay.hand, self._replay.moment
        if hand is None or moment is None or moment.to_act is None:
            self.message.emit(NOBODY_S_TURN, True)
            return
        if not self.is_current:
            self.show()
        stakes, document = hand.stakes, self._document
        stacks = [None if chips.stack == math.inf else chips.stack for chips in moment.chips]
        panel = (document.scenario.simulation or SimulationPanel()).at_turn(
            moment.to_act, len(moment.chips) - 1, moment.pot, stacks, [chips.bet for chips in moment.chips]
        )
        panel = panel.with_limit(*((stakes.small_bet, stakes.big_bet) if stakes.fixed else (None, None)))
        panel = panel.with_entries({
            "min_bet": stakes.big_blind or None, "ante": stakes.ante or None, "bring_in": stakes.bring_in or None,
        })  # fmt: skip
        document.edit(f"Simulate hand {self._hand_number}", simulation=panel)
        self.page_requested.emit("Simulate")

    def size_bet(self) -> None:
        """Show the bet of the current moment on the Kelly page."""
        if self._replay.hand is not None:
            if not self.is_current:
                self.show()
            self.page_requested.emit("Kelly")

    def track(self) -> None:
        """Give the hand, up to the current moment, to the hand tracker."""
        hand, moment = self._replay.hand, self._replay.moment
        if hand is None or moment is None:
            return
        if not self.is_current:
            self.show()
        values = tracker_values(hand, moment, self._replay.hero)
        if values is None:
            self.message.emit(NOT_TRACKED, True)
            return
        kelly = kelly_panel(self._document.scenario).with_entry("tracker", values)
        problems = self._document.edit(f"Track hand {self._hand_number}", kelly=kelly)
        message = describe_problem(problems[0]) if problems else "Hand loaded into the tracker"
        self.message.emit(message, bool(problems))
        if not problems:
            self.tracked.emit()

    def quiz_flops(self) -> None:
        """Make the trainer draw flops for hero's hand against the range assumed of an opponent."""
        replay = self._replay
        hand, moment = replay.hand, replay.moment
        if hand is None or moment is None:
            return
        try:
            spot = flop_scenario(hand, moment, replay.hero, replay.painted)
        except ScenarioError as error:
            self.message.emit(error.problems[0].message, True)
            return
        title = f"Flops of hand {self._hand_number}"
        self.quiz_requested.emit(Pack(QUIZ, spot.game, (spot,), title=title, cards=(FLOP,)))

    def quiz_decisions(self, *, all_hands: bool) -> None:
        """Make the trainer ask for the decisions of the displayed hands, or of the hand that is followed."""
        hand, line = self._replay.hand, self._replay.selected
        if not all_hands and hand is not None and line is not None:
            title = f"Decisions of hand {self._hand_number}"
            self.quiz_requested.emit(PlayedPack(hand.game, (line.raw,), self._view_of_hero(), title))
            return
        game, packs = self._document.scenario.game, {pack.game: pack for pack in self.played(self._hands.view.rows)}
        self.quiz_requested.emit(packs.get(game, next(iter(packs.values()))))

    def quiz_judged(self, decisions: Sequence[JudgedDecision]) -> None:
        """Make the trainer ask for decisions that best play has judged, those of the current game if there are any."""
        games = {decision.game for decision in decisions}
        game = self._document.scenario.game
        game = game if game in games else next(iter(games), game)
        title = f"Mistakes of {Path(self._hands.title).stem}"
        own = tuple(decision for decision in decisions if decision.game == game)
        self.quiz_requested.emit(JudgedPack(game, own, self._view_of_hero(), title))

    def played(self, lines: Sequence[HandLine]) -> tuple[PlayedPack, ...]:
        """Return packs of the trainer with the decisions in those hands that have a hero, one for each game."""
        games = {text: _game_of(text) for text in {line.game for line in lines}}
        hands: dict[Game, list[RawHand]] = {}
        for line in lines:
            if line.hero:
                hands.setdefault(games[line.game], []).append(line.raw)
        title = f"Decisions of {Path(self._hands.title).stem}"
        return tuple(PlayedPack(game, tuple(raws), self._view_of_hero(), title) for game, raws in hands.items())

    def _view_of_hero(self) -> HandView:
        return partial(_seen_by, replace(self._replay.outlook, hero=None))


def _seen_by(outlook: Outlook, hand: PlayedHand) -> tuple[PlayedHand, Assumptions]:
    return outlook.seen(hand), outlook.assumptions(hand)


def _game_of(text: str) -> Game:
    """Return the game that the text of a hand names, or the first game if it names none."""
    named = (game for game, spec in GAMES.items() if spec.title.lower() in text.lower())
    return next(named, next(iter(GAMES)))


def _moment_values(scenario: Scenario) -> tuple[object, ...]:
    """Return the values by which two tables of the same moment are equal, whatever their ranges are."""
    panel = kelly_panel(scenario)
    folded = tuple(seat.folded for seat in scenario.seats)
    return scenario.board, scenario.dead, folded, tuple(panel.entered(key) for key in SET_BY_HAND)
