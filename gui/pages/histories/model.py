"""The state of the page: the hands of a file, the one that is followed, where in it, and the table that belongs to it.

The table follows the moment. All moments of a hand are one step of undo, as long as nothing else is changed between
them. Ranges that the player has painted over the assumed ones stay for the rest of the hand.

Hands are read in Python alone, which holds up the window's thread for moments: between two of a long list it rests.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, CancelToken, Game, Scenario, ScenarioError
from engine.cards import whole_text
from engine.histories.assumed import Assumptions
from engine.histories.betting import betting_of_hand
from engine.histories.filters import Test, read_filters, search_test, selected
from engine.histories.hand import (
    SUFFIXES,
    HandError,
    Moment,
    PlayedHand,
    RawHand,
    UnsupportedGameError,
    hand_id,
    merge_hands,
    without_shown,
)
from engine.histories.hero import HandFacts, HeroHand, WinningsSummary, hero_hand, winnings_summary
from engine.histories.listing import HandLine, hand_line, tournament_number
from engine.histories.marks import HandMark
from engine.histories.path import HandPath, hand_path
from engine.histories.players.counting import PlayerStatistics, SitePlayer, StatisticsTally, site_of
from engine.histories.prizes import TournamentHand, big_blind_seat, prize_lucks, tournament_hand, with_blinds
from engine.histories.quiz import HandView, PlayedPack
from engine.histories.reading import read_hand
from engine.histories.scenarios import assumed_at, can_be_painted, flop_table, scenario_at
from engine.histories.session import HandLuck, hand_luck
from engine.histories.splitting import (
    NOT_A_HISTORY,
    decode_history,
    in_another_language,
    looks_like_hands,
    split_hands,
    unread_site,
)
from engine.histories.tracking import tracker_values
from engine.histories.winners import WinnerCache
from engine.kelly.panel import panel_of
from engine.kelly.responses.fold_shift import FoldShift, any_folded, fold_shift
from engine.players.kinds import PlayerKind
from engine.ranges.orders import Order
from engine.scenario.kelly import SET_BY_HAND, Panel
from engine.scenario.preflop import PreflopPanel
from engine.scenario.tournament import Tournament
from engine.storage.regular_files import reason
from engine.trainer.packs import Pack
from gui.pages.histories.columns import sorted_by
from gui.parts.table import in_previous_order
from gui.state.document import Document, TableFile
from gui.state.latest import Answers, Questions
from gui.state.runner import Work
from gui.storage.foreign_files import folders_among, read_foreign
from gui.storage.player_files import HandMarks
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from gui.words.formatting import describe_problem

PASTED = "Pasted hands"
NO_PRIZES: dict[int, HandLuck] = {}
QUIZ, FLOP = "Flops of played hands", 3
"""The pack of the trainer that asks for equities on flops of a hand, and the cards of one."""
LARGEST = 256_000_000
"""Bytes of a file of hands: reading one takes about three times as much memory."""
LANGUAGE_SHOWS = 40_000
"""Characters by which the language of a text without a hand is recognized."""
LINES_AT_ONCE = 500
WORK_S = 0.005
REST = 0.1
"""Rest after each part of the check, as a share of the time that it took."""
REPORT_S, REPORT_SHARE = 0.5, 0.2
"""The check reports after this time, then after this share of its time so far: each report is shown and costs time."""
OF_A_HAND = (*SET_BY_HAND, "tracker", "kept", "away", "answers", "bankroll")
"""Fields of the panel about one hand; the others are the player's."""
OF_A_TOURNAMENT = ("calls", "bounties")
"""What the pre-flop page keeps from a hand to another of its tournament."""
NOT_TRACKED = "The tracker cannot follow this hand: a stack is not known, or a bet is not as its rules have it"


@dataclass(frozen=True, slots=True)
class Listed:
    """The hands of files or of a pasted text; ``problem``: why there are none, ``notes``: which files are not read."""

    title: str
    lines: tuple[HandLine, ...] = ()
    problem: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """How many hands have been replayed, and what is known of them since."""

    done: int = 0
    facts: HandFacts = field(default_factory=HandFacts)
    statistics: PlayerStatistics = field(default_factory=PlayerStatistics)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The hands of the list that fit the search and the filters, with their sums and those of all hands.

    ``sorted_for``: the reason to sort (see ``HistoriesModel``) that ``rows`` were last sorted for.
    """

    rows: tuple[HandLine, ...]
    facts: HandFacts
    sums: WinningsSummary
    all_sums: WinningsSummary
    sorted_for: int = 0


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a hand is looked at: whose cards are known from the start (``hero``, None: the hand's own), whether hands of
    others that were shown are ``hidden``, whether who folded holds any cards, and of which kinds players are.
    """

    hero: int | None = None
    hidden: bool = False
    any_folds: bool = False
    kinds: tuple[tuple[SitePlayer, PlayerKind], ...] = ()

    def seen(self, hand: PlayedHand) -> PlayedHand:
        """Return a hand as it is seen."""
        return without_shown(hand, hand.hero if self.hero is None else self.hero) if self.hidden else hand

    def assumptions(self, hand: PlayedHand) -> Assumptions:
        """Return what is assumed in a hand."""
        kinds, site = dict(self.kinds), site_of(hand.raw)
        known = {player: kinds.get(SitePlayer(site, name)) for player, name in enumerate(hand.names)}
        return Assumptions({player: kind for player, kind in known.items() if kind is not None}, not self.any_folds)


@dataclass(frozen=True, slots=True)
class Broken:
    """A hand that cannot be followed, and why."""

    raw: RawHand
    message: str


def list_files(paths: Sequence[Path], cancel: CancelToken) -> Iterator[Listed]:
    """Yield the hands of files, and of all files in folders, as one list."""
    files = [file for path in paths for file in _files_in(path, cancel)]
    name = whole_text(files[0].name) if len(files) == 1 else f"{len(files)} files"
    sources: list[tuple[str, tuple[RawHand, ...]]] = []
    problems, beginning = [], ""
    for file in files:
        own = whole_text(file.name)
        try:
            data = read_foreign(file, LARGEST, cancel.guard)
        except OSError as error:
            problems.append(f"{own} cannot be read: {error.strerror}")
            continue
        if len(data) > LARGEST:
            problems.append(f"{own} is longer than {LARGEST // 1_000_000} MB")
            continue
        text = decode_history(data)
        del data
        beginning = beginning or text[:LANGUAGE_SHOWS]
        sources.append((own if len(files) > 1 else "", split_hands(text, cancel.guard)))
        del text  # each hand has its own part of it
    hands = merge_hands(sources)
    if not hands:
        yield Listed(name, problem="; ".join(problems) or f"{name}: {why_no_hands(beginning)}")
        return
    yield Listed(name, _lines(hands, cancel), notes="; ".join(problems))


def _files_in(path: Path, cancel: CancelToken) -> Iterator[Path]:
    """Yield a file, or the files of hands in a folder and in those within it."""
    if not folders_among([path]):
        yield path
        return
    for file in sorted(path.rglob("*")):
        cancel.guard()
        if file.suffix.lower() in SUFFIXES:
            yield file


def list_text(text: str, title: str, cancel: CancelToken) -> Iterator[Listed]:
    """Yield the hands of a text."""
    beginning = text[:LANGUAGE_SHOWS]
    hands = merge_hands([("", split_hands(text, cancel.guard))])
    yield Listed(title, _lines(hands, cancel), "" if hands else f"{title}: {why_no_hands(beginning)}")


def why_no_hands(text: str) -> str:
    """Return what a text is in which no hand is found."""
    return in_another_language(text) or unread_site(text) or NOT_A_HISTORY


def _lines(hands: Sequence[RawHand], cancel: CancelToken) -> tuple[HandLine, ...]:
    lines = []
    for raw in hands:
        lines.append(hand_line(raw))
        if len(lines) % LINES_AT_ONCE == 0:
            cancel.guard()
            time.sleep(0.0)  # the window may have something to do
    return tuple(lines)


def check(lines: tuple[HandLine, ...], cancel: CancelToken) -> Iterator[Checked]:
    """Replay hands one after the other and yield what is known of them since."""
    heroes: dict[int, HeroHand] = {}
    lucks: dict[int, HandLuck] = {}
    tournaments: dict[int, TournamentHand] = {}
    laws = WinnerCache()
    broken: dict[int, str] = {}
    other: dict[int, str] = {}
    tally = StatisticsTally()
    first = reported = began = time.monotonic()
    for done, line in enumerate(lines, 1):
        number = line.raw.number
        try:
            hand = read_hand(line.raw)
            heroes[number] = hero_hand(hand)
            tally.add(hand)
            luck = hand_luck(hand, laws, cancel.guard)
            if luck is not None:
                lucks[number] = luck
            played = tournament_hand(hand, laws, cancel.guard)
            if played is not None:
                tournaments[number] = played
            if hand.faults:
                broken[number] = whole_text("; ".join(hand.faults))
        except UnsupportedGameError as error:
            other[number] = whole_text(error.message)
        except HandError as error:
            broken[number] = _error_text(error, line.raw)
        cancel.guard()
        now = time.monotonic()
        if now - began > WORK_S:
            time.sleep(REST * (now - began))
            began = time.monotonic()
        if now - reported > max(REPORT_S, REPORT_SHARE * (now - first)) and done < len(lines):
            reported = now
            yield Checked(done, HandFacts(dict(heroes), dict(broken), dict(other), dict(lucks), dict(tournaments)))
    statistics = tally.statistics()
    _ = statistics.pooled  # here, so that the window need not count them
    yield Checked(len(lines), HandFacts(heroes, broken, other, lucks, tournaments), statistics)


def viewed(
    lines: tuple[HandLine, ...],
    tests: Sequence[Test],
    facts: HandFacts,
    sorting: tuple[int, bool],
    sorted_for: int,
    previous: tuple[HandLine, ...] | None,
    cancel: CancelToken,
) -> Iterator[View]:
    """Yield the hands that fit all tests, with sums.

    They are sorted by the column and direction of ``sorting``, or, given the ``previous`` rows, keep the order of these
    with new ones at the end.
    """
    rows = selected(lines, facts, tests)
    cancel.guard()
    whole = winnings_summary(lines, facts)
    own = winnings_summary(rows, facts) if tests else whole
    cancel.guard()
    if previous is None:
        place, down = sorting
        rows = sorted_by(rows, place, facts, down=down)
    else:
        rows = in_previous_order(previous, rows, attrgetter("raw.number"))
    yield View(rows, facts, own, whole, sorted_for)


def follow(
    raw: RawHand, painted: Mapping[int, str], outlook: Outlook, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[HandPath | Broken]:
    """Yield a hand with the equities of its moments as they become known."""
    try:
        hand = read_hand(raw)
    except HandError as error:
        yield Broken(raw, _error_text(error, raw))
        return
    seen, assumptions = outlook.seen(hand), outlook.assumptions(hand)
    for path in hand_path(seen, painted, cancel, orders, hero=outlook.hero, assumptions=assumptions):
        yield replace(path, hand=hand)


def _error_text(error: HandError, raw: RawHand) -> str:
    source = f"{raw.source}, " if raw.source else ""
    return whole_text(f"{source}line {error.line}: {error.message}")


class HistoriesModel(QObject):
    """Lists, checks and follows hands in the background.

    ``listed``: another list; ``facts_changed``: more is known of its hands, or others of them fit; ``filters_changed``:
    others are in force. ``hand_changed``: another hand, or none, another moment, or more equities; ``shift_changed``:
    what the folds move. ``message`` is for the status line, ``page_wanted`` carries the title of a page to be shown,
    ``quiz_wanted`` the spots that the trainer shall draw.
    """

    listed = Signal()
    facts_changed = Signal()
    filters_changed = Signal()
    hand_changed = Signal()
    message = Signal(str, bool)
    shift_changed = Signal()
    tracked = Signal()
    page_wanted = Signal(str)
    quiz_wanted = Signal(object)

    def __init__(
        self,
        document: Document,
        questions: Questions,
        marks: HandMarks,
        players: PlayerStore,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self.players = document, players
        self._marks, self._settings = marks, settings
        self.chosen: HandLine | None = None
        """The hand that is followed, or is to be."""
        self.problem = ""
        """Why there is no list, or the chosen hand cannot be followed."""
        self.paths: tuple[Path, ...] = ()
        """The files and folders of the list."""
        self._quiet = False
        self.place = 0
        """The current moment."""
        self._begin = 0
        """The moment at which the chosen hand is to begin."""
        self.hero = 0
        self.painted: dict[int, str] = {}
        """The ranges by player that are painted over assumed ones in the hand that is followed."""
        self._bankroll: float | None = None
        """The bankroll that the player has typed for this hand."""
        self._event = ""
        """The number of the tournament of the hand on the table, empty outside of one."""
        self._put: Scenario | None = None
        """The table as the current moment has put it."""
        self._file: TableFile | None = None
        reader = questions.apart("histories list")
        self._list: Answers[Listed] = Answers(reader, "list", self)
        self._check: Answers[Checked] = Answers(reader, "check", self)
        self._view: Answers[View] = Answers(questions.apart("histories view"), "view", self)
        self._prizes: Answers[dict[int, HandLuck]] = Answers(questions.apart("histories prizes"), "prizes", self)
        self.words = ""
        """The text of the search."""
        self.filters: dict[str, str] = {}
        """The texts of the filters in force, by their keys."""
        self._sorting = 0, False
        self._sort_reasons = 0
        """How often there was a reason to sort: a title was clicked, other hands were selected, all values are known.
        Between two of them rows keep their positions while values arrive, so that none moves away under the mouse."""
        self._facts = HandFacts()
        self.outlook = Outlook()
        """How hands are looked at."""
        self._seen: tuple[object, PlayedHand] | None = None
        self._shift: Answers[FoldShift] = Answers(questions.apart("histories folds"), "folds", self)
        self._path: Answers[HandPath | Broken] = Answers(questions.apart("histories path"), "path", self)
        self._list.changed.connect(self._on_listed)
        self._check.changed.connect(self._on_checked)
        self._view.changed.connect(self._on_viewed)
        self._prizes.changed.connect(self._on_prizes)
        marks.changed.connect(self._ask_view)
        document.changed.connect(self._note_prizes)
        self._path.changed.connect(self._on_followed)
        self._shift.changed.connect(self.shift_changed)

    @property
    def title(self) -> str:
        """The name of the file, or of pasted hands."""
        listed = self._list.latest.current
        return "" if listed is None else listed.title

    @property
    def lines(self) -> tuple[HandLine, ...]:
        """The hands of the list."""
        listed = self._list.latest.current
        return () if listed is None else listed.lines

    @property
    def check(self) -> Checked:
        """How many hands have been replayed."""
        return self._check.latest.current or Checked()

    @property
    def view(self) -> View:
        """The hands that fit the search, as far as they are known."""
        return self._view.latest.value or View(self.lines, HandFacts(), WinningsSummary(), WinningsSummary())

    @property
    def path(self) -> HandPath | None:
        """The hand that is followed, with the equities that are known."""
        path = self._path.latest.value
        return path if isinstance(path, HandPath) else None

    @property
    def hand(self) -> PlayedHand | None:
        """The hand that is followed, as it is seen."""
        if self.path is None:
            return None
        key = id(self.path.hand), self.outlook.hidden, self.outlook.hero
        if self._seen is None or self._seen[0] != key:
            self._seen = key, self.outlook.seen(self.path.hand)
        return self._seen[1]

    @property
    def shift(self) -> FoldShift | None:
        """By how much the folds move hero's equity at the current moment, None while that is not known."""
        return self._shift.latest.current

    @property
    def has_folds(self) -> bool:
        """Whether anybody's fold says anything at the current moment."""
        return self._shift.latest.about is not None

    @property
    def counts_shift(self) -> bool:
        """Whether that is being computed."""
        return self._shift.latest.busy

    @property
    def moment(self) -> Moment | None:
        """The current moment."""
        return None if self.path is None else self.path.hand.moments[self.place]

    @property
    def assumed(self) -> tuple[str, ...]:
        """How the ranges of hands that were not shown came about, a line for each player and street."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return ()
        first = GAMES[hand.game].streets[0]
        lines = []
        can = can_be_painted(hand, moment, self.hero)
        for player, result in enumerate(assumed_at(hand, moment, self.outlook.assumptions(hand), self.painted)):
            painted = self.painted.get(player) if player in can else ""
            ways = (f"as you painted it: {painted}",) if painted else result.lines(first) if result else ()
            lines += [whole_text(f"{hand.names[player]}, {line}") for line in ways]
        return tuple(lines)

    def set_kind(self, player: SitePlayer, kind: PlayerKind | None) -> None:
        """Let a player be of a kind in all hands; None: neutral."""
        kinds = dict(self.outlook.kinds)
        kinds.pop(player, None)
        if kind is not None:
            kinds[player] = kind
        self.set_outlook(replace(self.outlook, kinds=tuple(kinds.items())))

    def set_outlook(self, outlook: Outlook) -> None:
        """Look at the hand in another way, on the table too."""
        if outlook != self.outlook:
            self._keep_painting()
            self.outlook = outlook
            if self.path is not None:
                self._ask_path()
                self.show_on_table()

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._list.latest.busy and not self.lines and not self.problem

    @property
    def on_table(self) -> bool:
        """Whether the table still is that of the hand."""
        return self._file is not None and self._document.file is self._file

    def open_files(self, paths: Sequence[Path], *, quiet: bool = False) -> None:
        """List the hands of files and folders; ``quiet``: no hand is put on the table, though it is the only one."""
        self.paths = tuple(paths)
        self._quiet = quiet
        self._open(partial(list_files, self.paths))

    def refresh(self) -> None:
        """Read the files of the list again, with those that are new in its folders."""
        if self.paths:
            self.open_files(self.paths, quiet=True)

    def open_text(self, text: str) -> bool:
        """List the hands of a pasted text; return whether it may have any: else it leaves the list."""
        if self.lines and not looks_like_hands(text):
            self.message.emit(f"{PASTED}: {why_no_hands(text[:LANGUAGE_SHOWS])}", True)
            return False
        self.paths, self._quiet = (), False
        self._open(partial(list_text, text, PASTED))
        return True

    def _open(self, work: Work) -> None:
        for answers in (self._list, self._check, self._view, self._prizes, self._path):
            answers.forget()
        self.problem, self.chosen, self._file = "", None, None
        self._list.ask(work, work)
        self.listed.emit()
        self.hand_changed.emit()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands."""
        return self._document.orders

    def open_at(self, line: HandLine, place: int) -> None:
        """Follow a hand from a moment on, as its hero."""
        if line is not self.chosen or self.hand is None:
            self.choose(line, place)
            return
        self.set_hero(self.hand.hero)
        self.go_to(place)
        if not self.on_table:
            self.show_on_table()

    def choose(self, line: HandLine, place: int = 0) -> None:
        """Follow a hand from a moment on, the first one."""
        self._path.forget()
        self._begin = place
        self.chosen, self.problem = line, ""
        self.painted, self._bankroll, self._file, self._put = {}, None, None, None
        self.outlook = replace(self.outlook, hero=None)
        self._shift.forget()
        self._ask_path()
        self.hand_changed.emit()

    def _ask_path(self) -> None:
        if self.chosen is not None:
            painted, outlook, orders = dict(self.painted), self.outlook, self._document.orders
            work = partial(follow, self.chosen.raw, painted, outlook, orders)
            self._path.ask((self.chosen, painted, outlook), work)

    @Slot()
    def _on_listed(self) -> None:
        """Show the list; once it is whole, follow the only hand, or check them all."""
        latest = self._list.latest
        if latest.error is not None:
            self._fail(latest.error)
        elif latest.busy and latest.value is not None:
            self.problem = latest.value.problem
            if self.problem:
                self.message.emit(self.problem, True)
            self._ask_view()
            self.listed.emit()
        elif self.lines:
            if latest.current is not None and latest.current.notes:
                self.message.emit(latest.current.notes, True)
            if len(self.lines) == 1 and not self._quiet:
                self.choose(self.lines[0])
            self._check.ask(self.title, partial(check, self.lines))

    @Slot()
    def _on_checked(self) -> None:
        latest = self._check.latest
        if latest.error is not None:
            self._fail(latest.error)
        if not latest.busy and latest.current is not None:
            self._sort_reasons += 1
            self.players.show_learned(latest.current.statistics)
            self._ask_prizes()
        if latest.error is None and not (
            latest.busy and self._view.latest.busy
        ):  # a view that is under way is not begun again
            self._ask_view()

    def search(self, text: str) -> None:
        """View the hands in whose texts all words of ``text`` stand."""
        self.words = text
        self._sort_reasons += 1
        self._ask_view()

    def set_filter(self, key: str, text: str = "") -> None:
        """Put a filter in force with another text, empty: not.

        Raises:
            TextError: the text cannot be read; nothing is changed then.
        """
        filters = {**self.filters, key: text}
        self.set_filters({key: text for key, text in filters.items() if text.strip()})

    def set_filters(self, filters: Mapping[str, str]) -> None:
        """Put these filters in force, and no others.

        Raises:
            TextError: a text cannot be read; nothing is changed then.
        """
        read_filters(filters)
        if filters != self.filters:
            self.filters = dict(filters)
            self._sort_reasons += 1
            self.filters_changed.emit()
            self._ask_view()

    def sort_by(self, place: int, *, down: bool) -> None:
        """Sort by a column."""
        self._sorting = place, down
        self._sort_reasons += 1
        self._ask_view()

    def mark(self, line: HandLine, mark: HandMark) -> None:
        """HandMark a hand."""
        self._marks.put(hand_id(line.raw), mark)

    def mark_of(self, line: HandLine) -> HandMark:
        """Return the marks of a hand."""
        return self.facts.mark(line)

    @property
    def facts(self) -> HandFacts:
        """What is known of the hands of the list, with the player's marks."""
        known, marks, prizes = self.check.facts, self._marks.marks, self._prizes.latest.value or NO_PRIZES
        now = self._facts
        if now.heroes is not known.heroes or now.marks is not marks or now.prizes is not prizes:
            self._facts = replace(known, marks=marks, prizes=prizes)
        return self._facts

    def read_marks(self) -> None:
        """Take the marks of other windows."""
        self._marks.refresh()

    @Slot()
    def _ask_view(self) -> None:
        if self.lines:
            facts, lines, sorting = self.facts, self.lines, self._sorting
            tests = [*([search_test(self.words)] if self.words.strip() else []), *read_filters(self.filters)]
            reason, view = self._sort_reasons, self._view.latest.value
            previous = view.rows if view is not None and view.sorted_for == reason else None
            about = self.words, tuple(self.filters.items()), facts, sorting, reason
            self._view.ask(about, partial(viewed, lines, tests, facts, sorting, reason, previous))

    @Slot()
    def _on_viewed(self) -> None:
        latest = self._view.latest
        if latest.error is not None:
            self._fail(latest.error)
        elif latest.busy:
            self.facts_changed.emit()

    @Slot()
    def _on_followed(self) -> None:
        latest = self._path.latest
        if latest.error is not None:
            self._fail(latest.error)
        elif isinstance(latest.value, Broken):
            self.problem = f"{latest.value.raw.name}, {latest.value.message}"
            self.hand_changed.emit()
        elif latest.busy and latest.value is not None:
            if self._put is None:
                hand = latest.value.hand
                self.place, self.hero = min(self._begin, len(hand.moments) - 1), hand.hero
                self.show_on_table()
            self.hand_changed.emit()

    def _fail(self, error: Exception) -> None:
        self.problem = f"This cannot be worked out: {reason(error)}"
        self.message.emit(self.problem, True)
        self.hand_changed.emit()

    def go_to(self, place: int) -> None:
        """Show another moment, on the table too."""
        if self.path is None:
            return
        place = min(max(place, 0), len(self.path.hand.moments) - 1)
        if place != self.place:
            repainted = self._keep_painting()
            self.place = place
            self.show_on_table()
            if repainted:
                self._ask_path()

    def set_hero(self, player: int) -> None:
        """Let the Kelly page advise another player."""
        if self.path is not None and player != self.hero:
            self._keep_painting()
            self.hero = player
            self.outlook = replace(self.outlook, hero=player)
            self._ask_path()
            self.show_on_table()

    def street(self, step: int) -> None:
        """Go to the beginning of this street or the one before (-1), or of the next (+1)."""
        hand = self.hand
        if hand is None:
            return
        starts = [i for i, moment in enumerate(hand.moments) if moment.actor is None]
        if step > 0:
            self.go_to(next((i for i in starts if i > self.place), len(hand.moments) - 1))
        else:
            self.go_to(next((i for i in reversed(starts) if i < self.place), 0))

    def _keep_painting(self) -> bool:
        """Save the player's changes of assumed ranges; return whether any is new."""
        hand, moment, put = self.hand, self.moment, self._put
        if hand is None or moment is None or put is None or not self.on_table:
            return False
        before, now = dict(self.painted), self._document.scenario
        if len(now.seats) == len(put.seats):
            for i in can_be_painted(hand, moment, self.hero):
                if now.seats[i].folded:
                    continue
                if now.seats[i].cards != put.seats[i].cards:
                    self.painted[i] = now.seats[i].cards
                elif self.painted.get(i) != now.seats[i].cards:  # undone
                    self.painted.pop(i, None)
        return before != self.painted

    def take_painting(self) -> None:
        """Let the lines and the equities of the hand follow the ranges that the player has painted at the current
        moment."""
        put, now = self._put, self._document.scenario
        if put is None or _of_the_hand(now) != _of_the_hand(put) or panel_of(now).entered("tracker") is not None:
            return
        if self._keep_painting():
            self._ask_path()
            self.hand_changed.emit()

    def show_on_table(self) -> None:
        """Put the moment on the table; without the painted ranges where the cards leave nothing of them."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        wrong = self._place(self._table_at(hand, moment, self.painted))
        if wrong and self.painted:
            wrong = self._place(self._table_at(hand, moment, {}))
        if wrong:
            self.message.emit(wrong, True)
        folds = replace(self.outlook.assumptions(hand), folds=True)
        table = scenario_at(hand, moment, self.hero, painted=self.painted, tracked=False, assumptions=folds)
        table = table.without_panels
        if moment.folded[self.hero] or len(moment.live) < 2 or any_folded(table) == table:
            self._shift.forget()
            self.shift_changed.emit()
        else:
            orders = self._document.orders
            self._shift.ask((table, self.hero), partial(fold_shift, table, self.hero, orders))
        self.hand_changed.emit()

    def _table_at(self, hand: PlayedHand, moment: Moment, painted: Mapping[int, str]) -> Scenario:
        assumptions = self.outlook.assumptions(hand)
        table = scenario_at(hand, moment, self.hero, painted=painted, tracked=False, assumptions=assumptions)
        now, before = self._document.scenario, self._event
        tournament = self._tournament_of(hand)
        if tournament is not None and tournament.big_blind is not None:
            own = now.preflop or PreflopPanel()
            if not self.on_table:
                own = own.only(OF_A_TOURNAMENT if before == self._event and now.tournament is not None else ())
            table = replace(table, preflop=with_blinds(own, hand))
        return replace(table, tournament=tournament)

    def _tournament_of(self, hand: PlayedHand) -> Tournament | None:
        """Return the tournament of a hand with the stacks before it, and what was typed at an earlier hand of the same
        one; None for a hand of none.
        """
        self._event = tournament_number(hand.raw.text)
        if not self._event:
            return None
        stacks = tuple(stack if 0.0 < stack < math.inf else None for stack in hand.starting)
        blind = None if GAMES[hand.game].stud else big_blind_seat(hand)
        return replace(self._settings.prizes.get(self._event, Tournament()), stacks=stacks, big_blind=blind)

    @Slot(object, object)
    def _note_prizes(self, before: Scenario, after: Scenario) -> None:
        """Remember what is typed at a hand for its tournament: prizes, players at other tables."""
        typed = after.tournament
        if self._event and self.on_table and typed is not None and typed != before.tournament:
            self._add_prizes(self._event, typed)

    @property
    def prizes(self) -> Mapping[str, Tournament]:
        """The prizes that were typed, by the number of the tournament."""
        return self._settings.prizes

    def set_prizes(self, event: str, payouts: tuple[float, ...]) -> None:
        """Take the prizes of a tournament, those on the table too if its hand is there."""
        now = self._document.scenario.tournament
        if event == self._event and self.on_table and now is not None:
            self._document.edit("Tournament: prizes", tournament=replace(now, payouts=payouts))
        else:
            self._add_prizes(event, replace(self.prizes.get(event, Tournament()), payouts=payouts))

    def _add_prizes(self, event: str, typed: Tournament) -> None:
        known = self.prizes.get(event, Tournament())
        if (typed.payouts, typed.others) != (known.payouts, known.others):
            self._settings.add_prizes(event, typed)
            self._ask_prizes()

    def _ask_prizes(self) -> None:
        """Work out what the hands of tournaments with known prizes have brought in prizes."""
        hands, prizes = self.check.facts.tournaments, self.prizes
        prizes = {hand.event: prizes[hand.event] for hand in hands.values() if hand.event in prizes}
        if prizes or self._prizes.latest.about is not None:
            self._prizes.ask((hands, prizes), partial(prize_lucks, hands, prizes))

    @Slot()
    def _on_prizes(self) -> None:
        if not self._prizes.latest.busy:
            self._sort_reasons += 1
            self._ask_view()

    def _place(self, scenario: Scenario) -> str:
        """Put a table in place of the current one; return its problem, empty where it has none."""
        document, step = self._document, f"hand {self._number_of_hand} of {self.title}"
        kelly = self._with_own(panel_of(scenario))
        scenario = replace(scenario, run=document.scenario.run, kelly=kelly)
        text = f"Hand {self._number_of_hand}"
        self._put = scenario
        if self.on_table:
            untouched = not document.file.took_work(document.scenario)
            wrong = document.replace(text, scenario, merge=step)
            if not wrong and untouched:
                document.came()
            return describe_problem(wrong[0], [seat.name for seat in scenario.seats]) if wrong else ""
        self._file = TableFile(None, None, begun=scenario)
        document.change_table(text, scenario, self._file, merge=step)
        return ""

    @property
    def _number_of_hand(self) -> int:
        return 0 if self.chosen is None else self.chosen.raw.number

    def _with_own(self, panel: Panel) -> Panel:
        """Return the panel of a moment with the player's own: rake, multiplier, a bankroll that was typed."""
        before = panel_of(self._document.scenario)
        put = Panel() if self._put is None else panel_of(self._put)
        if self.on_table and before.bankroll != put.bankroll:
            self._bankroll = before.bankroll
        of_hand = {key: panel.entered(key) for key in OF_A_HAND}
        return before.with_entries({**of_hand, "bankroll": self._bankroll})  # a stack is no bankroll

    def bet(self) -> None:
        """Put the situation of betting of the moment on show on the table, as a table of its own."""
        hand, moment, document = self.hand, self.moment, self._document
        if hand is None or moment is None:
            return
        self._keep_painting()
        at_moment = self._table_at(hand, moment, self.painted)
        table = replace(document.scenario, kelly=self._with_own(panel_of(at_moment)))
        try:
            scenario = betting_of_hand(hand, moment, self.hero, table, self.painted, self.outlook.assumptions(hand))
        except ScenarioError as error:
            self.message.emit(error.problems[0].message, True)
            return
        file = TableFile(None, None, begun=scenario)
        document.change_table(f"Best play of hand {self._number_of_hand}", scenario, file)
        self.page_wanted.emit("Betting")

    def size_bet(self) -> None:
        """Show the bet of the current moment on the Kelly page."""
        if self.hand is not None:
            if not self.on_table:
                self.show_on_table()
            self.page_wanted.emit("Kelly")

    def quiz(self) -> None:
        """Let the trainer draw flops for hero's hand against the range assumed of an opponent."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        try:
            spot = flop_table(hand, moment, self.hero, self.painted)
        except ScenarioError as error:
            self.message.emit(error.problems[0].message, True)
            return
        title = f"Flops of hand {self._number_of_hand}"
        self.quiz_wanted.emit(Pack(QUIZ, spot.game, (spot,), title=title, cards=(FLOP,)))

    def quiz_decisions(self, *, whole_list: bool) -> None:
        """Let the trainer ask for the decisions of the listed hands, or of the hand that is followed."""
        if not whole_list and self.hand is not None and self.chosen is not None:
            title = f"Decisions of hand {self._number_of_hand}"
            self.quiz_wanted.emit(PlayedPack(self.hand.game, (self.chosen.raw,), self._seen_as(), title))
            return
        game, packs = self._document.scenario.game, {pack.game: pack for pack in self.played(self.view.rows)}
        self.quiz_wanted.emit(packs.get(game, next(iter(packs.values()))))

    def played(self, lines: Sequence[HandLine]) -> tuple[PlayedPack, ...]:
        """Return the decisions of those hands that have a hero, by game."""
        games = {text: _game_of(text) for text in {line.game for line in lines}}
        hands: dict[Game, list[RawHand]] = {}
        for line in lines:
            if line.hero:
                hands.setdefault(games[line.game], []).append(line.raw)
        return tuple(
            PlayedPack(game, tuple(own), self._seen_as(), f"Decisions of {Path(self.title).stem}")
            for game, own in hands.items()
        )

    def _seen_as(self) -> HandView:
        return partial(_seen_by, replace(self.outlook, hero=None))

    def track(self) -> None:
        """Give the hand, up to the current moment, to the hand tracker."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        if not self.on_table:
            self.show_on_table()
        values = tracker_values(hand, moment, self.hero)
        if values is None:
            self.message.emit(NOT_TRACKED, True)
            return
        kelly = panel_of(self._document.scenario).with_entry("tracker", values)
        problems = self._document.edit(f"Track hand {self._number_of_hand}", kelly=kelly)
        message = describe_problem(problems[0]) if problems else "The hand tracker has this hand"
        self.message.emit(message, bool(problems))
        if not problems:
            self.tracked.emit()


def _seen_by(outlook: Outlook, hand: PlayedHand) -> tuple[PlayedHand, Assumptions]:
    return outlook.seen(hand), outlook.assumptions(hand)


def _game_of(text: str) -> Game:
    """Return the game that a hand says it is of; the first one where the text names none of them."""
    written = (game for game, spec in GAMES.items() if spec.title.lower() in text.lower())
    return next(written, next(iter(GAMES)))


def _of_the_hand(scenario: Scenario) -> tuple[object, ...]:
    """Return the values that identify the moment of a table, whatever its ranges are."""
    panel = panel_of(scenario)
    folded = tuple(seat.folded for seat in scenario.seats)
    return scenario.board, scenario.dead, folded, tuple(panel.entered(key) for key in SET_BY_HAND)
