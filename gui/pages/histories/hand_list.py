"""The list of hands: the open ones, the facts about each, and those that fit the search and the filters.

Hands are read in pure Python, which holds the interpreter's lock and so delays the window's thread: the check of a long
list rests between its chunks of work.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken
from engine.cards import whole_text
from engine.histories.filters import Test, read_filters, search_test, selected
from engine.histories.hand import SUFFIXES, HandError, RawHand, UnsupportedGameError, hand_id, merge_hands
from engine.histories.hero import HandFacts, HeroHand, WinningsSummary, hero_hand, winnings_summary
from engine.histories.listing import HandLine, hand_line
from engine.histories.marks import HandMark
from engine.histories.players.counting import PlayerStatistics, StatisticsTally
from engine.histories.prizes import TournamentHand, prize_lucks, tournament_hand
from engine.histories.reading import read_hand
from engine.histories.session import HandLuck, hand_luck
from engine.histories.splitting import (
    NOT_A_HISTORY,
    decode_history,
    in_another_language,
    looks_like_hands,
    split_hands,
    unread_site,
)
from engine.histories.winners import WinnerCache
from engine.scenario.tournament import Tournament
from engine.storage.regular_files import reason
from gui.pages.histories.columns import sorted_by
from gui.parts.table import in_previous_order
from gui.state.latest import Answers, Questions
from gui.state.runner import Work
from gui.storage.foreign_files import folders_among, read_foreign
from gui.storage.player_files import HandMarks
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings

PASTED = "Pasted hands"
MAX_FILE_SIZE = 256_000_000
"""Bytes of a file of hands. Reading one takes about three times as much memory."""
LANGUAGE_SAMPLE = 40_000
"""Characters at the beginning of a text by which its language is recognized if it has no hand."""
LINES_PER_CHUNK = 500
MAX_WORK_S = 0.005
"""Seconds for which the check works before it rests."""
REST_SHARE = 0.1
"""Rest of the check, as a share of the time of the work before it."""
REPORT_S, REPORT_SHARE = 0.5, 0.2
"""The check reports after this time or, if longer, this share of its time so far, since showing a report takes time."""
NO_PRIZES: dict[int, HandLuck] = {}


@dataclass(frozen=True, slots=True)
class HandListing:
    """The hands of files or of a pasted text.

    ``problem`` is the reason why there are none, ``notes`` names files that could not be read.
    """

    title: str
    lines: tuple[HandLine, ...] = ()
    problem: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class HandCheck:
    """The number of hands that have been replayed (``done``), and the facts about them.

    ``statistics`` are complete only in the last report.
    """

    done: int = 0
    facts: HandFacts = field(default_factory=HandFacts)
    statistics: PlayerStatistics = field(default_factory=PlayerStatistics)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The hands of the list that fit the search and the filters, with their sums and those of all hands.

    ``sorted_for`` is the sort count (``HandList._sort_count``) for which ``rows`` were sorted.
    """

    rows: tuple[HandLine, ...]
    facts: HandFacts
    sums: WinningsSummary
    all_sums: WinningsSummary
    sorted_for: int = 0


def list_files(paths: Sequence[Path], cancel: CancelToken) -> Iterator[HandListing]:
    """Yield the hands of files, and of all files in folders, as one list."""
    files = [file for path in paths for file in _files_in(path, cancel)]
    title = whole_text(files[0].name) if len(files) == 1 else f"{len(files)} files"
    sources: list[tuple[str, tuple[RawHand, ...]]] = []
    problems, beginning = [], ""
    for file in files:
        name = whole_text(file.name)
        try:
            data = read_foreign(file, MAX_FILE_SIZE, cancel.check_cancelled)
        except OSError as error:
            problems.append(f"{name} cannot be read: {error.strerror}")
            continue
        if len(data) > MAX_FILE_SIZE:
            problems.append(f"{name} is longer than {MAX_FILE_SIZE // 1_000_000} MB")
            continue
        text = decode_history(data)
        # Each hand gets a copy of its own part of the text: bytes and text are dropped as soon as possible, so that
        # a large file is not in memory three times.
        del data
        beginning = beginning or text[:LANGUAGE_SAMPLE]
        sources.append((name if len(files) > 1 else "", split_hands(text, cancel.check_cancelled)))
        del text
    hands = merge_hands(sources)
    if not hands:
        yield HandListing(title, problem="; ".join(problems) or f"{title}: {why_no_hands(beginning)}")
        return
    yield HandListing(title, _lines(hands, cancel), notes="; ".join(problems))


def _files_in(path: Path, cancel: CancelToken) -> Iterator[Path]:
    """Yield a file, or the files of hands in a folder and its subfolders."""
    if not folders_among([path]):
        yield path
        return
    for file in sorted(path.rglob("*")):
        cancel.check_cancelled()
        if file.suffix.lower() in SUFFIXES:
            yield file


def list_text(text: str, title: str, cancel: CancelToken) -> Iterator[HandListing]:
    """Yield the hands of a text."""
    beginning = text[:LANGUAGE_SAMPLE]
    hands = merge_hands([("", split_hands(text, cancel.check_cancelled))])
    yield HandListing(title, _lines(hands, cancel), "" if hands else f"{title}: {why_no_hands(beginning)}")


def why_no_hands(text: str) -> str:
    """Return the reason why no hand is recognized in ``text``: its language, its site, or that it is something else."""
    return in_another_language(text) or unread_site(text) or NOT_A_HISTORY


def _lines(hands: Sequence[RawHand], cancel: CancelToken) -> tuple[HandLine, ...]:
    """Return a line for each hand, with the little that is known before the hands are replayed."""
    lines = []
    for raw in hands:
        lines.append(hand_line(raw))
        if len(lines) % LINES_PER_CHUNK == 0:
            cancel.check_cancelled()
            time.sleep(0.0)  # lets the window's thread run
    return tuple(lines)


def check(lines: tuple[HandLine, ...], cancel: CancelToken) -> Iterator[HandCheck]:
    """Replay the hands one after the other, and yield the facts about those so far from time to time."""
    heroes: dict[int, HeroHand] = {}
    lucks: dict[int, HandLuck] = {}
    tournaments: dict[int, TournamentHand] = {}
    cache = WinnerCache()
    broken: dict[int, str] = {}
    other: dict[int, str] = {}
    tally = StatisticsTally()
    start = last_report = work_start = time.monotonic()
    for done, line in enumerate(lines, 1):
        number = line.raw.number
        try:
            hand = read_hand(line.raw)
            heroes[number] = hero_hand(hand)
            tally.add(hand)
            luck = hand_luck(hand, cache, cancel.check_cancelled)
            if luck is not None:
                lucks[number] = luck
            played = tournament_hand(hand, cache, cancel.check_cancelled)
            if played is not None:
                tournaments[number] = played
            if hand.faults:
                broken[number] = whole_text("; ".join(hand.faults))
        except UnsupportedGameError as error:
            other[number] = whole_text(error.message)
        except HandError as error:
            broken[number] = hand_error_text(error, line.raw)
        cancel.check_cancelled()
        now = time.monotonic()
        # Python runs one thread at a time: without pauses the window would hardly get any time while hands are
        # replayed.
        if now - work_start > MAX_WORK_S:
            time.sleep(REST_SHARE * (now - work_start))
            work_start = time.monotonic()
        if now - last_report > max(REPORT_S, REPORT_SHARE * (now - start)) and done < len(lines):
            last_report = now
            # The window reads a report while this thread goes on: it gets copies.
            yield HandCheck(done, HandFacts(dict(heroes), dict(broken), dict(other), dict(lucks), dict(tournaments)))
    statistics = tally.statistics()
    _ = statistics.pooled  # a cached property, computed here rather than in the window's thread
    yield HandCheck(len(lines), HandFacts(heroes, broken, other, lucks, tournaments), statistics)


def hand_error_text(error: HandError, raw: RawHand) -> str:
    """Return the text of an error, with the file and the line of the hand."""
    source = f"{raw.source}, " if raw.source else ""
    return whole_text(f"{source}line {error.line}: {error.message}")


def viewed(
    lines: tuple[HandLine, ...],
    tests: Sequence[Test],
    facts: HandFacts,
    sorting: tuple[int, bool],
    sorted_for: int,
    previous: tuple[HandLine, ...] | None,
    cancel: CancelToken,
) -> Iterator[View]:
    """Yield the hands that pass all tests, with sums.

    They are sorted by ``sorting``, a column and whether it is descending. If there are ``previous`` rows, hands keep
    the order of these instead, and new ones come last.
    """
    rows = selected(lines, facts, tests)
    cancel.check_cancelled()
    all_sums = winnings_summary(lines, facts)
    # Without tests this is the same object: the page shows one line of sums then, not two equal ones.
    row_sums = winnings_summary(rows, facts) if tests else all_sums
    cancel.check_cancelled()
    if previous is None:
        column, down = sorting
        rows = sorted_by(rows, column, facts, down=down)
    else:
        rows = in_previous_order(previous, rows, attrgetter("raw.number"))
    yield View(rows, facts, row_sums, all_sums, sorted_for)


class HandList(QObject):
    """The open hands. They are read, replayed ("checked"), filtered and sorted in the background.

    ``opened``: a new list begins, and the previous one is gone. ``listed``: the hands have been read, or cannot be.
    ``only_hand`` carries the line of the single hand of a list, which the replay then follows; ``hand_requested`` that
    of another hand to be followed, and the moment at which to begin. ``facts_changed``: more is known of the hands, or
    other hands fit. ``filters_changed``: other filters apply. ``message`` is for the status line.
    """

    opened = Signal()
    listed = Signal()
    only_hand = Signal(object)
    hand_requested = Signal(object, int)
    facts_changed = Signal()
    filters_changed = Signal()
    message = Signal(str, bool)

    def __init__(
        self,
        questions: Questions,
        marks: HandMarks,
        players: PlayerStore,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._marks, self._players, self._settings = marks, players, settings
        self.problem = ""
        """The reason why there is no list or why its check stopped, or ""."""
        self.paths: tuple[Path, ...] = ()
        """The files and folders of the list; empty for pasted hands."""
        self._quiet = False
        self._follow: tuple[int, int] | None = None
        """The index of the hand to be followed once the list is there, and the moment at which to begin."""
        reader = questions.apart("histories list")
        self._list: Answers[HandListing] = Answers(reader, "list", self)
        self._check: Answers[HandCheck] = Answers(reader, "check", self)
        self._view: Answers[View] = Answers(questions.apart("histories view"), "view", self)
        self._prizes: Answers[dict[int, HandLuck]] = Answers(questions.apart("histories prizes"), "prizes", self)
        self.search_text = ""
        self.filters: dict[str, str] = {}
        """The texts of the filters that apply, by their keys."""
        self._sorting = 0, False
        self._sort_count = 0
        """The number of reasons to sort so far: a column title was clicked, other hands were selected, all values are
        known. Between two of them rows keep their positions while values arrive, so that none moves away under the
        mouse."""
        self._facts = HandFacts()
        self._list.changed.connect(self._on_listed)
        self._check.changed.connect(self._on_checked)
        self._view.changed.connect(self._on_viewed)
        self._prizes.changed.connect(self._on_prizes)
        marks.changed.connect(self._ask_view)

    @property
    def title(self) -> str:
        """The name of the file, or of pasted hands."""
        listed = self._list.latest.current
        return "" if listed is None else listed.title

    @property
    def lines(self) -> tuple[HandLine, ...]:
        """All hands of the list."""
        listed = self._list.latest.current
        return () if listed is None else listed.lines

    @property
    def check(self) -> HandCheck:
        """The latest report of the check."""
        return self._check.latest.current or HandCheck()

    @property
    def view(self) -> View:
        """The hands that fit the search and the filters; until the first ones are known, all hands."""
        return self._view.latest.value or View(self.lines, HandFacts(), WinningsSummary(), WinningsSummary())

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._list.latest.busy and not self.lines and not self.problem

    def open_files(self, paths: Sequence[Path], *, quiet: bool = False) -> None:
        """List the hands of files and folders. If ``quiet``, a single hand is not followed."""
        self.paths = tuple(paths)
        self._quiet = quiet
        self._open(partial(list_files, self.paths))

    def refresh(self) -> None:
        """Read the files of the list again, and those that are new in its folders."""
        if self.paths:
            self.open_files(self.paths, quiet=True)

    def open_text(self, text: str) -> bool:
        """List the hands of a pasted text.

        Return False, and keep the list, if there is one and the text has no hands.
        """
        if self.lines and not looks_like_hands(text):
            self.message.emit(f"{PASTED}: {why_no_hands(text[:LANGUAGE_SAMPLE])}", True)
            return False
        self.list_text(text, PASTED)
        return True

    def list_text(self, text: str, title: str, *, follow: tuple[int, int] | None = None) -> None:
        """List the hands of a text; ``follow``: the index of one to be followed, and the moment at which to begin."""
        self.paths, self._quiet = (), follow is not None
        self._open(partial(list_text, text, title))
        self._follow = follow

    def _open(self, work: Work) -> None:
        """Drop the previous list and read another one by ``work`` in the background."""
        for answers in (self._list, self._check, self._view, self._prizes):
            answers.forget()
        self.problem, self._follow = "", None
        self.opened.emit()
        self._list.ask(work, work)
        self.listed.emit()

    @Slot()
    def _on_listed(self) -> None:
        """Show the list when it arrives. When its reading has ended, check its hands, and follow a single hand.

        The check has to wait for the end: it uses the same thread, so asking for it earlier would cancel the reading.
        """
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
                self.only_hand.emit(self.lines[0])
            if self._follow is not None and self._follow[0] < len(self.lines):
                self.hand_requested.emit(self.lines[self._follow[0]], self._follow[1])
            self._check.ask(self.title, partial(check, self.lines))

    @Slot()
    def _on_checked(self) -> None:
        """Take a report of the check. The last one leads to the statistics of the players and the amounts in prizes."""
        latest = self._check.latest
        if latest.error is not None:
            self._fail(latest.error)
            return
        if not latest.busy and latest.current is not None:
            self._sort_count += 1
            self._players.show_learned(latest.current.statistics)
            self._ask_prizes()
        # A view that is being computed is not started anew by each report: a long list would never get one.
        if not (latest.busy and self._view.latest.busy):
            self._ask_view()

    def _fail(self, error: Exception) -> None:
        self.problem = f"This could not be computed: {reason(error)}"
        self.message.emit(self.problem, True)
        self.listed.emit()

    def search(self, text: str) -> None:
        """Select the hands whose texts contain all words of ``text``."""
        self.search_text = text
        self._sort_count += 1
        self._ask_view()

    def set_filter(self, key: str, text: str = "") -> None:
        """Set the text of a filter; an empty text removes the filter.

        Raises:
            TextError: the text cannot be read; nothing has changed.
        """
        filters = {**self.filters, key: text}
        self.set_filters({key: text for key, text in filters.items() if text.strip()})

    def set_filters(self, filters: Mapping[str, str]) -> None:
        """Apply these filters, and no others.

        Raises:
            TextError: a text cannot be read; nothing has changed.
        """
        read_filters(filters)
        if filters != self.filters:
            self.filters = dict(filters)
            self._sort_count += 1
            self.filters_changed.emit()
            self._ask_view()

    def sort_by(self, column: int, *, down: bool) -> None:
        """Sort by a column; ``down``: descending."""
        self._sorting = column, down
        self._sort_count += 1
        self._ask_view()

    def mark(self, line: HandLine, mark: HandMark) -> None:
        """Set the star, the tags and the note of a hand."""
        self._marks.put(hand_id(line.raw), mark)

    def mark_of(self, line: HandLine) -> HandMark:
        """Return the star, the tags and the note of a hand."""
        return self.facts.mark(line)

    def read_marks(self) -> None:
        """Read the marks that other windows have set."""
        self._marks.refresh()

    @property
    def facts(self) -> HandFacts:
        """The facts about the hands: the results of the check, the player's marks, amounts in prizes."""
        known, marks, prizes = self.check.facts, self._marks.marks, self._prizes.latest.value or NO_PRIZES
        cached = self._facts
        # Columns and widths are cached for one HandFacts object, so there is a new one only if a source has changed.
        if cached.heroes is not known.heroes or cached.marks is not marks or cached.prizes is not prizes:
            self._facts = replace(known, marks=marks, prizes=prizes)
        return self._facts

    @property
    def prizes(self) -> Mapping[str, Tournament]:
        """The prizes that the player has entered, by the number of the tournament."""
        return self._settings.prizes

    def add_prizes(self, event: str, entered: Tournament) -> None:
        """Store prizes and players at other tables of a tournament, and compute its hands in prizes."""
        known = self.prizes.get(event, Tournament())
        if (entered.payouts, entered.others) != (known.payouts, known.others):
            self._settings.add_prizes(event, entered)
            self._ask_prizes()

    def _ask_prizes(self) -> None:
        """Compute by how much hands of tournaments with known prizes have changed hero's expected prize."""
        hands, prizes = self.check.facts.tournaments, self.prizes
        prizes = {hand.event: prizes[hand.event] for hand in hands.values() if hand.event in prizes}
        if prizes or self._prizes.latest.about is not None:
            self._prizes.ask((hands, prizes), partial(prize_lucks, hands, prizes))

    @Slot()
    def _on_prizes(self) -> None:
        if not self._prizes.latest.busy:
            self._sort_count += 1
            self._ask_view()

    @Slot()
    def _ask_view(self) -> None:
        """Filter and sort the hands in the background.

        The rows of a view that was made for the same sort count are passed on, so that they keep their positions.
        """
        if self.lines:
            facts, lines, sorting = self.facts, self.lines, self._sorting
            tests = [
                *([search_test(self.search_text)] if self.search_text.strip() else []),
                *read_filters(self.filters),
            ]
            count, view = self._sort_count, self._view.latest.value
            previous = view.rows if view is not None and view.sorted_for == count else None
            about = self.search_text, tuple(self.filters.items()), facts, sorting, count
            self._view.ask(about, partial(viewed, lines, tests, facts, sorting, count, previous))

    @Slot()
    def _on_viewed(self) -> None:
        latest = self._view.latest
        if latest.error is not None:
            self._fail(latest.error)
        elif latest.busy:
            self.facts_changed.emit()
