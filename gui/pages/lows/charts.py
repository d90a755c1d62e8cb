"""Exact lows as curves, and the lows of two seats against each other as a map, for files and for the grid."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from engine import Snapshot
from engine.details.lows import CLASS_NAMES, MEETING_RESULTS, LowTable, Meeting
from gui.charts.forms import map_chart
from gui.charts.ticks import category_ticks, percent_ticks
from gui.charts.values import Axis, Cell, Cells, Chart, Heading, Line, Table
from gui.look.captions import PAIRED, class_of_low, errors_clause
from gui.look.formatting import interval, percent

SHORT = {"10": "T", "11": "J", "12": "Q", "13": "K", PAIRED: "pr"}
"""Short names of the outcome classes; the others are short as they are."""
WIDTH = 1.8
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""


def lows_chart(lows: LowTable, snapshot: Snapshot) -> Chart:
    """Return a rising line for each seat: how often it ends with a hand or a better one, by hand."""
    names, edges = class_words(class_sizes(lows)), np.array(hand_edges(lows))
    lines = []
    for i, seat in reversed(list(enumerate(lows.seats))):
        sums = 100 * np.array([0.0, *(hand.better[i] for hand in lows.hands)])
        markers = tuple(int((mark + 0.5) / MARKERS * len(sums)) for mark in range(MARKERS))
        lines.append(Line(edges, sums, seat, WIDTH, markers=markers))
    note = f"{len(lows.hands)} final hands, best first; a class begins at its tick, and all are equally wide"
    widest = max(lows.stderr, default=0.0)
    note += f"; sampled, each at most {interval(widest)}" if widest else ""
    title = "Exact lows: how often a seat ends with this hand or a better one"
    return Chart(
        Heading.of(snapshot, title, (note,), "lows"),
        Axis(0.0, len(names), category_ticks(names), "highest card of the low"),
        Axis(0.0, 102.0, percent_ticks),
        tuple(lines),
        lows_rows(lows),
        seats=tuple(zip(lows.seats, lows.names, strict=True)),
        lines=True,
    )


def lows_rows(lows: LowTable) -> Table:
    """Return the probability of every final hand by seat, and of it or a better one."""
    header = ("hand", *(title for name in lows.names for title in (name, f"{name} or better")))
    pairs = [zip(hand.shares, hand.better, strict=True) for hand in lows.hands]
    return header, [(hand.name, *chain.from_iterable(both)) for hand, both in zip(lows.hands, pairs, strict=True)]


def class_sizes(lows: LowTable) -> Counter[str]:
    """Return how many final hands each class has, the best class first."""
    return Counter(class_of_low(hand.name) if "-" in hand.name else PAIRED for hand in lows.hands)


def hand_edges(lows: LowTable) -> list[float]:
    """Return where each final hand begins and the last one ends, each class being 1 wide.

    Were all hands equally wide, the classes that win would share the first tenth: most lows are high cards.
    """
    inside = [place + i / size for place, size in enumerate(class_sizes(lows).values()) for i in range(size)]
    return [*inside, float(len(class_sizes(lows)))]


def class_words(classes: Iterable[str]) -> tuple[str, ...]:
    """Return the names of classes of lows on axes: ``T`` for ``10``, but ``paired`` in full."""
    return tuple(name if name == PAIRED else SHORT.get(name, name) for name in classes)


@dataclass(frozen=True, slots=True)
class Met:
    """Two classes that meet: how likely the first seat wins, ties and loses with them, the most likely of these as a
    sign, and its tone from -1 (loses) to 1 (wins), the stronger the likelier they meet.
    """

    row: int
    column: int
    results: tuple[float, float, float]
    sign: str
    tone: float

    @property
    def share(self) -> float:
        """How likely they meet."""
        return sum(self.results)

    @property
    def text(self) -> str:
        """The share in percent, empty where it would show as 0."""
        return f"{100 * self.share:.1f}" if self.share >= 0.0005 else ""


def mets(meeting: Meeting) -> Iterator[Met]:
    """Yield the classes of two seats against each other, row by row."""
    top = float(meeting.shares.sum(axis=0).max()) or 1.0
    for row, column in np.ndindex(meeting.shares.shape[1:]):
        win, tie, lose = meeting.shares[:, row, column].tolist()
        strength = ((win + tie + lose) / top) ** 0.5
        sign, tone = ("▲", strength) if win >= lose else ("▼", -strength)
        if tie > max(win, lose):
            sign, tone = "=", 0.0
        yield Met(row, column, (win, tie, lose), sign, tone)


def hand_words(name: str) -> str:
    """Return a class of lows as a hand."""
    return name if name == PAIRED else f"{SHORT.get(name, name)} low"


def met_words(meeting: Meeting, met: Met) -> str:
    """Return in words how likely two classes meet and who wins then."""
    error, (first, second) = meeting.stderr, meeting.names
    share = f"{percent(met.share, error)} {interval(error)}".strip()
    results = zip(MEETING_RESULTS, met.results, strict=True)
    parts = ", ".join(f"{name} {percent(result, error)}" for name, result in results if result > 0)
    hands = f"{first} {hand_words(CLASS_NAMES[met.row])}, {second} {hand_words(CLASS_NAMES[met.column])}"
    return f"{hands}: {share}" + (f" ({parts} for {first})" if parts else "")


def meeting_chart(meeting: Meeting, snapshot: Snapshot) -> Chart:
    """Return the lows of two seats against each other as a map."""
    names = class_words(CLASS_NAMES)
    shown, rows = [], []
    for met in mets(meeting):
        rows.append((names[met.row], names[met.column], *met.results))
        texts = (f"{met.text} {met.sign}",) if met.text else ()
        shown.append(Cell(met.row, met.column, texts, met.tone, faint=not texts))
    count = len(names)
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in MEETING_RESULTS)
    note = (
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{errors_clause([meeting.stderr])}"
    )
    heading = Heading.of(snapshot, f"{first} against {second}: who beats whom with what", (note,), "meeting")
    table = (first, second, "win", "tie", "lose"), list(rows)
    return map_chart(heading, (count, count), (Cells(tuple(shown)),), table, heads=(names, names))
