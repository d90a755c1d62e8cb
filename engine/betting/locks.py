"""Habits of a player at a decision: how he really plays some of his hands, and usual ones to choose from."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Bools
from engine.betting.classes import is_bet
from engine.cards import COMBOS, RAZZ_RANKS, TextError, combo_text, parse_cards
from engine.equity.rules import prepare
from engine.ranges.holdem import parse_range
from engine.ranges.razz import read_razz_hand
from engine.ranges.street_filters import StreetView, kept_shares
from engine.scenario import Problem, Scenario, ScenarioError, Seat

STREET_OF_BOARD = {3: "flop", 4: "turn", 5: "river"}

NO_PAIR = "ace high, king high, nothing"
TOP_PAIR, TWO_PAIR, ANY_PAIR = "top pair+", "two pair+", "low pair+"


@dataclass(frozen=True, slots=True)
class Habit:
    """The play of a habit: texts of hands (None: all) with the frequencies of the actions, later ones standing."""

    title: str
    parts: tuple[tuple[str | None, Mapping[str, float]], ...]


def usual_habits(actions: Sequence[str], *, made_hands: bool) -> tuple[Habit, ...]:
    """Return usual habits at a decision with these actions; with ``made_hands`` also those that name such hands."""
    bets = [name for name in actions if is_bet(name)]
    if "fold" in actions:
        call, fold = {"call": 1.0}, {"fold": 1.0}
        habits = [Habit("Always calls", ((None, call),)), Habit("Always folds", ((None, fold),))]
        named = [
            Habit("Calls with top pair or better", ((None, fold), (TOP_PAIR, call))),
            Habit("Calls with any pair", ((None, fold), (ANY_PAIR, call))),
        ]
        if bets:
            named.append(Habit("Raises two pair or better only", ((None, call), (TWO_PAIR, {bets[0]: 1.0}))))
        return (*habits, *(named if made_hands else ()))
    check = {"check": 1.0}
    habits = [Habit("Always checks", ((None, check),))]
    if not bets:
        return tuple(habits)
    habits += [Habit(f"Always makes it “{name}”", ((None, {name: 1.0}),)) for name in bets[:1]]
    named = [
        Habit("Never bluffs: checks without a pair", ((NO_PAIR, check),)),
        Habit("Bets top pair or better only", ((None, check), (TOP_PAIR, {bets[0]: 1.0}))),
        Habit("Checks his best hands", ((TWO_PAIR, check),)),
    ]
    return (*habits, *(named if made_hands else ()))


def moved_shares(shares: Sequence[float], place: int, value: float) -> tuple[float, ...]:
    """Return frequencies that add up to 1, that at ``place`` being ``value``; the others keep their proportions."""
    rest = [share for i, share in enumerate(shares) if i != place]
    total, left = sum(rest), 1.0 - value
    scaled = [left * share / total if total > 0 else left / max(len(rest), 1) for share in rest]
    return (*scaled[:place], value if rest else 1.0, *scaled[place:])


def chosen_hands(names: Sequence[str], text: str | None, board: str, field: str = "hands") -> Bools:
    """Return which hands a text names, bool[hands]: words of made hands and draws on a board, in razz (without a board)
    down cards; None: all hands.

    Raises:
        ScenarioError: the text cannot be read.
    """
    if text is None:
        return np.ones(len(names), np.bool_)
    if not board:
        return _razz_chosen(names, text, field)
    whole = _on_board(text, board)
    try:
        streets = parse_range(whole).streets
        if len(streets) == 1 and streets[0].equity_position is None:
            view = StreetView(tuple(card for card, _ in parse_cards(board)), np.ones(len(COMBOS)))
            weights = kept_shares(streets[0], view)
        else:
            table = Scenario("holdem", (Seat("A", whole), Seat("B", "random")), board=board)
            weights = prepare(table).weights[0]  # type: ignore[union-attr]
    except (TextError, ScenarioError) as error:
        first = error.problems[0] if isinstance(error, ScenarioError) else Problem.from_text(field, error)
        position = None if first.position is None else max(first.position - len(whole) + len(text), 0)
        raise ScenarioError(Problem(field, first.message, position)) from None
    chosen = {combo_text(int(combo)) for combo in np.flatnonzero(weights)}
    return np.array([name in chosen for name in names], np.bool_)


def hands_notices(text: str | None, board: str) -> tuple[str, ...]:
    """Return the notices about a text of :func:`chosen_hands` on the board of its decision; none if it cannot be
    read."""
    try:
        if text is None:
            return ()
        return parse_range(_on_board(text, board)).notices if board else read_razz_hand(text).notices
    except TextError:
        return ()


def _on_board(text: str, board: str) -> str:
    """Return the range of any hands that are on a board what ``text`` says of them."""
    return f"random > {STREET_OF_BOARD[len(parse_cards(board))]} {text}"


def _razz_chosen(names: Sequence[str], text: str, field: str) -> Bools:
    try:
        hand = read_razz_hand(text)
    except TextError as error:
        raise ScenarioError(Problem.from_text(field, error)) from None
    fixed = np.bincount([card.rank for card in hand.cards], minlength=len(RAZZ_RANKS))
    fits = {tuple((row + fixed).tolist()) for row in hand.choices}
    result = []
    for name in names:
        pairs = itertools.combinations([RAZZ_RANKS.index(rank) for rank in name], 2)
        counts = (tuple(np.bincount(pair, minlength=len(RAZZ_RANKS)).tolist()) for pair in pairs)
        result.append(any(count in fits for count in counts))
    return np.array(result, np.bool_)
