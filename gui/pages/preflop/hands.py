"""All 169 hands in one situation: what each is worth, beside the order by their equity. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.preflop.answer import PreflopAnswer, WorthChange
from gui.charts.values import Table
from gui.look.changes import is_seen
from gui.look.formatting import percent
from gui.look.painting import equity_scale
from gui.pages.preflop.answers import EveryHand, seen_action
from gui.pages.preflop.words import HandNumbers, action_word, margin, worth
from gui.parts.cells import Cell, class_cells

MARKED = 6
"""So many hands that gain most against the order by equity are marked, and so many that lose most."""
LEAST_TONE, LEAST_CHANGE = 0.22, 0.12
GIVEN_UP = "fold"


@dataclass(frozen=True, slots=True)
class HandWorth:
    """A class of hands: what each action is worth to it, by name, ``best`` of them, and its all-in equity.

    ``place`` is its place among all by worth, ``equity_place`` the one by equity, both from 1.
    """

    name: str
    worths: Mapping[str, float]
    best: str
    equity: float
    stderr: float = 0.0
    place: int = 0
    equity_place: int = 0

    @property
    def value(self) -> float:
        """What it is worth to play: of an action other than a fold, the best."""
        return max((value for action, value in self.worths.items() if action != GIVEN_UP), default=0.0)

    @property
    def gain(self) -> int:
        """How many places it stands higher by worth than by equity."""
        return self.equity_place - self.place


@dataclass(frozen=True)
class AllHands:
    """All classes of a situation in the order of their worth, the best first."""

    hands: tuple[HandWorth, ...]

    @classmethod
    def of(cls, every: EveryHand) -> "AllHands":
        """Return the classes of an answer."""
        hands = [
            HandWorth(name, dict(row.evs), row.best, every.equities[name], max(row.stderrs.values(), default=0.0))
            for name, row in every.answer.classes.items()
        ]
        return cls(ranked(hands))

    @cached_property
    def by_name(self) -> Mapping[str, HandWorth]:
        """The classes by their names."""
        return {hand.name: hand for hand in self.hands}

    @cached_property
    def marked(self) -> frozenset[str]:
        """The hands whose two places differ most."""
        playable = [hand for hand in self.hands if hand.gain]
        up = sorted(playable, key=lambda hand: -hand.gain)[:MARKED]
        down = sorted(playable, key=lambda hand: hand.gain)[:MARKED]
        return frozenset(hand.name for hand in (*(h for h in up if h.gain > 0), *(h for h in down if h.gain < 0)))

    @cached_property
    def span(self) -> tuple[float, float]:
        """The least and the largest worth of a hand that is played."""
        values = [hand.value for hand in self.hands if hand.best != GIVEN_UP]
        return (min(values), max(values)) if values else (0.0, 0.0)

    def table(self) -> Table:
        """Return the hands as header and rows."""
        actions = sorted({action for hand in self.hands for action in hand.worths})
        values = (f"worth {action}" for action in actions)
        header = ("hand", "best", *values, "stderr", "equity", "place", "place by equity")
        rows: list[tuple[object, ...]] = [
            (h.name, h.best, *(h.worths.get(a, "") for a in actions), h.stderr, h.equity, h.place, h.equity_place)
            for h in self.hands
        ]
        return header, rows


def ranked(hands: list[HandWorth]) -> tuple[HandWorth, ...]:
    """Return the hands in the order of their worth, with their places in both orders."""
    by_equity = sorted(hands, key=lambda hand: -hand.equity)
    equity_places = {hand.name: place for place, hand in enumerate(by_equity, start=1)}
    by_worth = sorted(hands, key=lambda hand: (-hand.value, equity_places[hand.name]))
    return tuple(
        replace(hand, place=place, equity_place=equity_places[hand.name])
        for place, hand in enumerate(by_worth, start=1)
    )


def hand_cells(every: AllHands | None, chosen: tuple[str, ...], *, stale: bool) -> tuple[Cell, ...]:
    """Return the 169 cells: coloured by the best action (blue raise, orange call), the deeper the more it is worth."""

    def cell(name: str) -> Cell:
        hand = every.by_name.get(name) if every is not None else None
        bare = Cell(name, framed=name in chosen, speech=name)
        if every is None or hand is None:
            return bare
        speech = f"{name}: {spoken(hand)}"
        marked = name in every.marked
        if hand.best == GIVEN_UP:
            return replace(bare, mixed=marked, speech=speech)
        low, high = every.span
        depth = LEAST_TONE + (1 - LEAST_TONE) * (hand.value - low) / (high - low if high > low else 1.0)
        tone = depth if hand.best == "raise" else -depth
        note = worth(hand.value, hand.stderr).lstrip("+")
        return replace(bare, weight=1.0, hot=True, tone=tone, stale=stale, mixed=marked, note=note, speech=speech)

    return class_cells(cell)


def matchup_cells(name: str, shares: Mapping[str, float], chosen: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the 169 cells by their share of the pot against the hand ``name``, all cards dealt: blue above half."""
    scale = equity_scale(2)

    def cell(hand: str) -> Cell:
        share = shares[hand]
        speech = f"{hand} against {name}: {percent(share)} of the pot, all cards dealt"
        note, tone = f"{100 * share:.0f}", scale.tone(share)
        return Cell(hand, 1.0, hot=True, tone=tone, note=note, speech=speech, framed=hand in chosen)

    return class_cells(cell)


def spoken(hand: HandWorth) -> str:
    """Return a hand in words."""
    actions = ", ".join(
        f"{action_word(action)} {worth(v, hand.stderr)}" for action, v in hand.worths.items() if action != GIVEN_UP
    )
    place = f"number {hand.place} by worth, {hand.equity_place} by equity ({percent(hand.equity, exact_digits=1)})"
    return f"{actions}; best: {action_word(hand.best).lower()}; {place}"


def change_cells(changes: Mapping[str, WorthChange], chosen: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the 169 cells by how much more a hand is worth than on the pinned table: blue more, orange less; what the
    error leaves open is plain."""
    most = max((abs(change.change) for change in changes.values()), default=0.0)

    def cell(name: str) -> Cell:
        change = changes.get(name)
        bare = Cell(name, framed=name in chosen, speech=name)
        if change is None:
            return bare
        value, around = worth(change.change, change.stderr), margin(change.stderr)
        ends = f"{change.actions[0]} {worth(change.before)}, now {change.actions[1]} {worth(change.after)}"
        speech = f"{name}: {value}{f' {around}' if around else ''} against the pinned table: {ends}"
        if not is_seen(change):
            return replace(bare, speech=speech)
        depth = LEAST_CHANGE + (1 - LEAST_CHANGE) * abs(change.change) / most
        tone = depth if change.change > 0 else -depth
        return replace(bare, weight=1.0, hot=True, tone=tone, note=value, speech=speech)

    return class_cells(cell)


def changes_table(changes: Mapping[str, WorthChange]) -> Table:
    """Return the differences as header and rows, in chips."""
    header = ("hand", "pinned", "worth pinned", "now", "worth now", "change", "stderr")
    rows = ((n, c.actions[0], c.before, c.actions[1], c.after, c.change, c.stderr) for n, c in changes.items())
    return header, list(rows)


def numbers_of(name: str, answer: PreflopAnswer, wanted: str = "") -> HandNumbers | None:
    """Return what sets a hand apart from another."""
    action = seen_action(answer, wanted)
    return None if action is None else HandNumbers(name, action.ev, action.bettable or 0.0, action.stderr)
