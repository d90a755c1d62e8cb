"""What the page has done in the background: reading a file, replaying its hands to find broken ones, following one.

Hands are read in Python alone, which holds up the window's thread for moments: between two of a long list it rests.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine import CancelToken
from engine.cards import whole_text
from engine.histories.hand import HandError, RawHand
from engine.histories.languages import in_another_language
from engine.histories.listing import HandLine, hand_line
from engine.histories.path import HandPath, hand_path
from engine.histories.reading import read_hand
from engine.histories.splitting import NOTHING, decoded, split_hands
from engine.ranges.orders import Order
from gui.state.foreign_files import read_foreign

LARGEST = 256_000_000
"""Bytes of a file of hands: reading one takes about three times as much memory."""
LANGUAGE_SHOWS = 40_000
"""Characters by which the language of a text is told that has no hand."""
LINES_AT_ONCE = 500
REST = 1.0
"""Rest after each hand that is checked, as a share of the time that it took."""
REPORT_S = 0.2


@dataclass(frozen=True, slots=True)
class Listed:
    """The hands of a file or a pasted text; ``problem``: why there are none."""

    title: str
    lines: tuple[HandLine, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """How many hands have been replayed, and why those that are broken cannot be, by number."""

    done: int
    broken: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Broken:
    """A hand that cannot be followed, and why."""

    raw: RawHand
    message: str


def list_file(path: Path, cancel: CancelToken) -> Iterator[Listed]:
    """Yield the hands of a file."""
    name = whole_text(path.name)
    try:
        data = read_foreign(path, LARGEST, cancel.guard)
        if len(data) > LARGEST:
            yield Listed(name, problem=f"{name} is longer than {LARGEST // 1_000_000} MB")
            return
        text = [decoded(data)]
        del data
    except OSError as error:
        yield Listed(name, problem=f"{name} cannot be read: {error.strerror}")
        return
    yield from list_text(text.pop(), name, cancel)  # nothing here keeps it


def list_text(text: str, title: str, cancel: CancelToken) -> Iterator[Listed]:
    """Yield the hands of a text."""
    lines = []
    beginning = text[:LANGUAGE_SHOWS]
    hands = split_hands(text, cancel.guard)
    del text  # each hand has its own part of it
    for raw in hands:
        line = hand_line(raw)
        _ = line.words  # here, so that the first search need not wait for them
        lines.append(line)
        if len(lines) % LINES_AT_ONCE == 0:
            cancel.guard()
            time.sleep(0.0)  # the window may have something to do
    yield Listed(title, tuple(lines), "" if lines else f"{title}: {in_another_language(beginning) or NOTHING}")


def check(lines: tuple[HandLine, ...], cancel: CancelToken) -> Iterator[Checked]:
    """Replay hands one after the other and yield which are broken."""
    broken: dict[int, str] = {}
    reported = time.monotonic()
    for done, line in enumerate(lines, 1):
        began = time.monotonic()
        try:
            read_hand(line.raw)
        except HandError as error:
            broken[line.raw.number] = _told(error)
        cancel.guard()
        now = time.monotonic()
        time.sleep(REST * (now - began))
        if now - reported > REPORT_S and done < len(lines):
            reported = now
            yield Checked(done, dict(broken))
    yield Checked(len(lines), broken)


def follow(
    raw: RawHand, painted: Mapping[int, str], orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[HandPath | Broken]:
    """Yield a hand with the equities of its moments as they become known."""
    try:
        hand = read_hand(raw)
    except HandError as error:
        yield Broken(raw, _told(error))
        return
    yield from hand_path(hand, painted, cancel, orders)


def _told(error: HandError) -> str:
    return whole_text(f"line {error.line}: {error.message}")
