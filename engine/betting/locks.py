"""Locks of decisions (node locking): the hands that a lock is about, and common locks to choose from.

A lock fixes the frequencies with which a player plays some of his hands, so that best play against him can be found.
"""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from engine.arrays import F64, Bools
from engine.betting.action_names import action_text, is_bet, plain_step
from engine.cards import COMBOS, RAZZ_RANKS, TextError, combo_text, parse_cards
from engine.equity.rules import prepare
from engine.ranges.holdem import parse_range
from engine.ranges.razz import read_razz_hand
from engine.ranges.street_filters import StreetView, kept_shares
from engine.scenario import Problem, Scenario, ScenarioError, Seat
from engine.scenario.betting import ANY_CARD, Fixed

CLASS_LENGTH = 3
"""The longest text of a class of hands, ``AKs``."""
NONE_OF_THESE = "the range of this player has none of these hands"
"""The text about a lock that locks no hand."""
STREET_OF_BOARD = {3: "flop", 4: "turn", 5: "river"}

NO_PAIR = "ace high, king high, nothing"
TOP_PAIR, TWO_PAIR, ANY_PAIR = "top pair+", "two pair+", "low pair+"


@dataclass(frozen=True, slots=True)
class LockPreset:
    """A common lock, with the text of its menu entry.

    ``entries``: texts of hands (None for all hands), each with the frequencies of the actions. If a hand is in several
    entries, the last one is used.
    """

    title: str
    entries: tuple[tuple[str | None, Mapping[str, float]], ...]


def lock_presets(actions: Sequence[str], *, made_hands: bool) -> tuple[LockPreset, ...]:
    """Return common locks of a decision with these actions.

    ``made_hands``: also return locks that are about made hands, which exist in hold'em only.
    """
    bets = [name for name in actions if is_bet(name)]
    # A decision with "fold" faces a bet; without it the player can check.
    if "fold" in actions:
        call, fold = {"call": 1.0}, {"fold": 1.0}
        presets = [LockPreset("Always calls", ((None, call),)), LockPreset("Always folds", ((None, fold),))]
        about_made_hands = [
            LockPreset("Calls with top pair or better", ((None, fold), (TOP_PAIR, call))),
            LockPreset("Calls with any pair", ((None, fold), (ANY_PAIR, call))),
        ]
        if bets:
            about_made_hands.append(
                LockPreset("Raises only two pair or better", ((None, call), (TWO_PAIR, {bets[0]: 1.0})))
            )
        return (*presets, *(about_made_hands if made_hands else ()))
    check = {"check": 1.0}
    presets = [LockPreset("Always checks", ((None, check),))]
    if not bets:
        return tuple(presets)
    presets += [LockPreset(f"Always “{action_text(name)}”", ((None, {name: 1.0}),)) for name in bets[:1]]
    about_made_hands = [
        LockPreset("Never bluffs: checks without a pair", ((NO_PAIR, check),)),
        LockPreset("Bets only top pair or better", ((None, check), (TOP_PAIR, {bets[0]: 1.0}))),
        LockPreset("Slow-plays: checks two pair or better", ((TWO_PAIR, check),)),
    ]
    return (*presets, *(about_made_hands if made_hands else ()))


def with_share(shares: Sequence[float], index: int, value: float) -> tuple[float, ...]:
    """Return ``shares`` with the one at ``index`` set to ``value``, the others scaled so that the sum is 1.

    >>> with_share((0.5, 0.25, 0.25), 0, 0.0)
    (0.0, 0.5, 0.5)
    """
    others = [share for i, share in enumerate(shares) if i != index]
    total, remaining = sum(others), 1.0 - value
    scaled = [remaining * share / total if total > 0 else remaining / max(len(others), 1) for share in others]
    return (*scaled[:index], value if others else 1.0, *scaled[index:])


def hands_named(names: Sequence[str], text: str | None, board: str, field: str = "hands") -> Bools:
    """Return which of the hands ``names`` a text contains, bool[hands].

    ``text``: classes of made hands and draws on ``board``, or a range (``AKs, QQ+, AhKh``); in razz, whose ``board`` is
    empty, down cards; None for all hands. ``field``: the field that an error names.

    Raises:
        ScenarioError: the text cannot be read.
    """
    if text is None:
        return np.ones(len(names), np.bool_)
    if not board:
        return _razz_hands_named(names, text, field)
    full_text = _on_board(text, board)
    try:
        streets = parse_range(full_text).streets
        # A filter by equity needs an opponent's range, hence a table; any other is read from the board alone.
        if len(streets) == 1 and streets[0].equity_position is None:
            view = StreetView(tuple(card for card, _ in parse_cards(board)), np.ones(len(COMBOS)))
            weights = kept_shares(streets[0], view)
        else:
            table = Scenario("holdem", (Seat("A", full_text), Seat("B", "random")), board=board)
            weights = prepare(table).weights[0]  # type: ignore[union-attr]
    except (TextError, ScenarioError) as error:
        range_weights = _weights_of_range(text)
        if range_weights is not None:
            return _among(names, range_weights)
        first = error.problems[0] if isinstance(error, ScenarioError) else Problem.from_text(field, error)
        # The player has typed only the last part of the text.
        position = None if first.position is None else max(first.position - len(full_text) + len(text), 0)
        raise ScenarioError(Problem(field, first.message, position)) from None
    return _among(names, weights)


def _weights_of_range(text: str) -> F64 | None:
    """Return the weights of a range text, float64[combos]; None if it is not a range or has street filters."""
    try:
        holdem = parse_range(text)
    except TextError:
        return None
    return None if holdem.streets else holdem.weights


def _among(names: Sequence[str], weights: F64) -> Bools:
    """Return which of the hands ``names`` have a weight in ``weights`` float64[combos], bool[hands]."""
    named_combos = {combo_text(int(combo)) for combo in np.flatnonzero(weights)}
    return np.array([name in named_combos for name in names], np.bool_)


_PAINTED_HAND = r"(?:[2-9TJQKA]{2}[so]?|(?:[2-9TJQKA][cdhs]){2})"
_PAINTED = re.compile(rf"{_PAINTED_HAND}(?:, {_PAINTED_HAND})*")
"""The text of a painted lock: classes of hands and single combos."""


def is_locked(fixed: Sequence[Fixed], path: Sequence[str]) -> bool:
    """Return True if one of the locks is at the end of ``path``.

    >>> lock = Fixed(0, ("check", "Check", "*"), None, {"check": 1.0})
    >>> is_locked([lock], ("check", "check", "7h")), is_locked([lock], ("check",))
    (True, False)
    """
    return any(_same_path(lock.path, path) for lock in fixed)


def _same_path(pattern: Sequence[str], path: Sequence[str]) -> bool:
    steps = zip(pattern, path, strict=False)
    return len(pattern) == len(path) and all(plain_step(a) in (ANY_CARD, plain_step(b)) for a, b in steps)


def with_painted(
    fixed: Sequence[Fixed], seat: int, path: tuple[str, ...], hands: Sequence[str], frequencies: Mapping[str, float]
) -> tuple[Fixed, ...]:
    """Return the locks after painting hands at a decision; without ``frequencies`` they are freed.

    ``hands``: classes (``AKs``) or combos (``AhKh``). A combo is in one painted lock at most: painting one of a locked
    class leaves the other combos of the class locked. Hands with the same frequencies share a lock. Locks of other
    texts stay; the painted ones come after them, and so prevail.

    >>> one = with_painted((), 1, ("check",), ("AKs", "QQ"), {"check": 1.0})
    >>> [lock.hands for lock in with_painted(one, 1, ("check",), ("QQ",), {"bet 50": 1.0})]
    ['AKs', 'QQ']
    >>> [lock.hands for lock in with_painted(one, 1, ("check",), ("AhKh",), {})]
    ['AsKs, AdKd, AcKc, QQ']
    """
    new = frozenset().union(*map(_combos_of, hands))
    others, painted = list[Fixed](), dict[tuple[tuple[str, float], ...], list[str]]()
    for lock in fixed:
        if names := _painted_hands(lock, seat, path):
            remaining = [rest for name in names for rest in _without(name, new)]
            painted.setdefault(tuple(sorted(lock.frequencies.items())), []).extend(remaining)
        else:
            others.append(lock)
    if frequencies:
        painted.setdefault(tuple(sorted(frequencies.items())), []).extend(dict.fromkeys(hands))
    return (
        *others,
        *(Fixed(seat, path, ", ".join(_merged(names)), dict(shares)) for shares, names in painted.items() if names),
    )


def is_painted(
    fixed: Sequence[Fixed], seat: int, path: tuple[str, ...], combo: str, frequencies: Mapping[str, float]
) -> bool:
    """Return True if a combo is in a painted lock of a decision with these frequencies.

    >>> one = with_painted((), 1, (), ("AKs",), {"check": 1.0})
    >>> is_painted(one, 1, (), "AhKh", {"check": 1.0}), is_painted(one, 1, (), "AhKd", {"check": 1.0})
    (True, False)
    """
    return any(
        dict(lock.frequencies) == dict(frequencies) and combo in _combos_of(name)
        for lock in fixed
        for name in _painted_hands(lock, seat, path)
    )


def _painted_hands(lock: Fixed, seat: int, path: tuple[str, ...]) -> Sequence[str]:
    """Return the hands of a painted lock of this decision; no hands if the lock is another one."""
    here = (lock.seat, lock.path) == (seat, path) and _PAINTED.fullmatch(lock.hands or "")
    return lock.hands.split(", ") if here and lock.hands else ()


@cache
def _combos_of(hand: str) -> frozenset[str]:
    """Return the combos of a class of hands, or of a combo."""
    return frozenset(combo_text(combo) for combo in np.flatnonzero(parse_range(hand).weights).tolist())


def _without(hand: str, removed: frozenset[str]) -> Sequence[str]:
    """Return a class or a combo without the combos ``removed``, as the class itself if it contains none of them."""
    combos = _combos_of(hand)
    if not combos & removed:
        return (hand,)
    return [text for text in map(combo_text, range(len(COMBOS))) if text in combos - removed]


def _merged(hands: Sequence[str]) -> Sequence[str]:
    """Return painted hands in which a class replaces its combos if all of them are painted one by one.

    >>> _merged(["QQ", "AsKs", "AdKd", "AcKc", "AhKh", "AhKd"])
    ['QQ', 'AKs', 'AhKd']
    """
    painted = set(hands)
    result = dict[str, None]()
    for hand in hands:
        if len(hand) > CLASS_LENGTH:
            suited = "" if hand[0] == hand[2] else "s" if hand[1] == hand[3] else "o"
            name = f"{hand[0]}{hand[2]}{suited}"
            hand = name if _combos_of(name) <= painted else hand
        result[hand] = None
    return list(result)


def on_any_card(lock: Fixed, cards: Sequence[str]) -> Fixed:
    """Return the lock with each of ``cards`` in its path replaced by "any card".

    >>> on_any_card(Fixed(0, ("check", "check", "7h"), None, {"check": 1.0}), ["7h"]).path
    ('check', 'check', '*')
    """
    dealt = set(map(plain_step, cards))
    return replace(lock, path=tuple(ANY_CARD if plain_step(step) in dealt else step for step in lock.path))


def hands_notices(text: str | None, board: str) -> tuple[str, ...]:
    """Return the notices about a text of :func:`hands_named`, or () if it cannot be read.

    ``board``: the board of the decision.
    """
    try:
        if text is None:
            return ()
        return parse_range(_on_board(text, board)).notices if board else read_razz_hand(text).notices
    except TextError:
        return ()


def _on_board(text: str, board: str) -> str:
    """Return the text of the range of all hands that ``text`` filters on the street of ``board``."""
    return f"random > {STREET_OF_BOARD[len(parse_cards(board))]} {text}"


def _razz_hands_named(names: Sequence[str], text: str, field: str) -> Bools:
    """Return which hands of a node contain the down cards of a razz text, bool[hands].

    ``names``: the hands as their private ranks (``A4``). Raises ScenarioError with ``field`` if the text is not a hand.
    """
    try:
        hand = read_razz_hand(text)
    except TextError as error:
        raise ScenarioError(Problem.from_text(field, error)) from None
    fixed = np.bincount([card.rank for card in hand.cards], minlength=len(RAZZ_RANKS))
    fits = {tuple((row + fixed).tolist()) for row in hand.choices}
    # On seventh street a hand has three private cards, any two of which can be the down cards of the text.
    result = []
    for name in names:
        pairs = itertools.combinations([RAZZ_RANKS.index(rank) for rank in name], 2)
        counts = (tuple(np.bincount(pair, minlength=len(RAZZ_RANKS)).tolist()) for pair in pairs)
        result.append(any(count in fits for count in counts))
    return np.array(result, np.bool_)
