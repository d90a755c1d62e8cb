"""The assumed ranges of players whose cards a history does not show.

A range starts with any two cards. Each action multiplies the weight of a hand by the probability with which the
player's description takes the action with it (``engine.players.known``). That probability depends on position and
raises before the flop, later on the strength of the hand, the price and the opponents, and in razz on the up cards. A
fold leaves the hands that fold. In the texts of the ranges weights are rounded to hundredths.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, RAZZ_RANKS, TextError, card_mask, parse_cards, razz_rank
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, HandMove, Moment, PlayedHand
from engine.players.description import NEUTRAL, Player, shipped_player
from engine.players.first_hands import FIRST_HANDS, position_at
from engine.players.first_street import FirstStreet, range_row
from engine.players.known import ActionKind, LaterStreet, Narrowed, SeenAction, narrowed_ranges
from engine.ranges.filtered import filtered
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_format import text_on_board
from engine.ranges.made_hands import GROUPS, hand_groups
from engine.ranges.razz_pairs import read_branches, ways, with_weights, write_branches
from engine.ranges.razz_products import ALL_PAIRS, RANK_COUNT
from engine.scenario import Game

DOWN_CARDS, LAST_UP_CARD = 2, 6
RANK_SIZE = 4
MAX_LOW = 7
"""The rank of an eight: the highest of the low cards that a reason counts."""
CALLS = ("limped", "called", "called a 3-bet", "called a 4-bet")
RAISES = ("raised", "3-bet", "4-bet")
"""The names of calls and of raises before the flop by the number of raises before them; the last name is used for all
further ones."""
RAZZ_CALLS, RAZZ_RAISES = ("called",), ("completed", "reraised")
"""The same on third street."""
NO_ACTION, FOLDED = "nothing", "folded"
"""The action of a player who has not acted yet, and of one who has folded."""
WAITS = "No action yet, or only a forced bet: any two cards."
PAINTED = "As you painted it."
NONE_LEFT = "The known cards leave no hand of this range: any two cards."
NO_HAND_ACTS = "no hand of his range would do this, so the range is unchanged"
BOARD_CARDS = (0, 3, 4, 5)
"""Number of board cards by street."""
POT_SHARES = {"1/4": 0.25, "1/3": 1 / 3, "1/2": 0.5, "2/3": 2 / 3, "3/4": 0.75}
CACHED_TEXTS = 2048


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions about unseen cards.

    ``kinds``: the descriptions of the players, neutral if absent. ``folds``: a player who folded holds the part of his
    range that folds; if False he holds any cards.
    """

    kinds: Mapping[int, Player] = field(default_factory=dict)
    folds: bool = True

    def kind(self, player: int) -> Player:
        """Return the description of a player."""
        return self.kinds.get(player) or shipped_player(NEUTRAL)


DEFAULT_ASSUMPTIONS = Assumptions()


@dataclass(frozen=True, slots=True)
class NarrowingStep:
    """A player's action on a later street, the share of the range that it ``keeps``, and the hands that remain."""

    street: str
    action: str
    keeps: str
    reason: str


@dataclass(frozen=True, slots=True)
class AssumedRange:
    """The assumed range of a player.

    ``cards``: the range as the text of his seat. ``action``: his action on the first street, or that he folded;
    ``reason``: why such a player has this range. ``base``: the range after the first street; ``steps``: what narrowed
    it on later streets.
    """

    cards: str
    action: str
    reason: str
    base: str = ""
    steps: tuple[NarrowingStep, ...] = ()

    def lines(self, first_street: str) -> tuple[str, ...]:
        """Return how the range came about: a line for the first street and one for each later action."""
        later = (f"{step.street}, {step.action}: kept {step.keeps}: {step.reason}" for step in self.steps)
        done = "" if self.action == NO_ACTION else f", {self.action}"
        return (f"{first_street}{done}: {self.base}. {self.reason}", *later)


class PublicAction(NamedTuple):
    """A decision of a player: the index of its move, the street, the name of the action, and the turn. ``seen`` is None
    if cards that it depends on are unknown."""

    move: int
    player: int
    street: int
    label: str
    seen: SeenAction | None


def position_of(hand: PlayedHand, player: int) -> str:
    """Return the position of a hold'em player, which depends on how many players act after him before the flop; in razz
    his door card, "" if it is unknown."""
    if GAMES[hand.game].stud:
        ranks = _ranks(hand.cards[player][DOWN_CARDS : DOWN_CARDS + 1])
        return RAZZ_RANKS[ranks[0]] if ranks else ""
    players = len(hand.names)
    return position_at((player - 2) % players if players > 2 else 1 - player, players)


def _ranks(cards: Sequence[str]) -> tuple[int, ...] | None:
    """Return the ranks of razz cards, or None if one is unknown."""
    try:
        return None if UNKNOWN_CARD in cards else tuple(razz_rank(parse_cards(card)[0][0]) for card in cards)
    except TextError:  # a card without a suit does not come from a history
        return None


def public_actions(hand: PlayedHand, move_count: int) -> Iterator[PublicAction]:
    """Yield the decisions within the first ``move_count`` moves of a hand, each with the situation before it."""
    moments = {moment.moves: moment for moment in hand.moments}
    before = hand.moments[0]
    street, raises = 0, 0
    acted: set[int] = set()
    raiser: int | None = None
    previous_raiser: int | None = None
    for index, move in enumerate(hand.moves[:move_count]):
        before = moments.get(index, before)
        if move.kind == "street":
            street, raises, previous_raiser, raiser, acted = street + 1, 0, raiser, None, set()
            continue
        kind = _kind(move)
        if move.player is None or kind is None:
            continue
        player = move.player
        behind = previous_raiser in before.live and previous_raiser not in {player, *acted}
        turn = _turn(
            hand, before, player, raises=raises, raiser=raiser, last_raiser=player == previous_raiser,
            raiser_behind=behind,
        )  # fmt: skip
        acted.add(player)
        seen = None if turn is None else SeenAction(kind, turn)
        label = _first_label(hand.game, kind, raises) if not street else _later_label(before, move, kind, turn)
        yield PublicAction(index, player, street, label, seen)
        if kind == "raise":
            raises, raiser = raises + 1, player


def _kind(move: HandMove) -> ActionKind | None:
    """Return the kind of a decision, or None for forced bets."""
    if move.kind == "check/call":
        return "call" if move.chips else "check"
    return "raise" if move.kind == "bet/raise" else "fold" if move.kind == "fold" else None


def _first_label(game: Game, kind: ActionKind, raises: int) -> str:
    calls, names = (RAZZ_CALLS, RAZZ_RAISES) if GAMES[game].stud else (CALLS, RAISES)
    if kind in ("check", "fold"):
        return "checked" if kind == "check" else FOLDED
    labels = names if kind == "raise" else calls
    return labels[min(raises, len(labels) - 1)]


def _later_label(before: Moment, move: HandMove, kind: ActionKind, turn: FirstStreet | LaterStreet | None) -> str:
    """Return the name of an action on a later street, bets and calls with their size."""
    if kind in ("check", "fold"):
        return "checked" if kind == "check" else FOLDED
    bet = move.chips if kind == "raise" else before.price
    pot = before.pot if kind == "raise" else before.pot - before.price
    if kind == "raise" and before.price:
        return "raised"
    initiative = isinstance(turn, LaterStreet) and turn.last_raiser and turn.street == 1 and bool(turn.board)
    name = ("c-bet" if initiative else "bet") if kind == "raise" else "called"
    return f"{name} {pot_share_text(bet / pot)}" if pot > 0.0 else name


def pot_share_text(share: float) -> str:
    """Return a bet as a share of the pot before it: ``2/3 pot``, ``pot``, ``120 % pot``."""
    near = next((text for text, value in POT_SHARES.items() if abs(share - value) < 0.02), "")
    return f"{near} pot" if near else "pot" if abs(share - 1.0) < 0.02 else f"{100 * share:.0f} % pot"


def _turn(
    hand: PlayedHand,
    before: Moment,
    player: int,
    *,
    raises: int,
    raiser: int | None,
    last_raiser: bool,
    raiser_behind: bool = False,
) -> FirstStreet | LaterStreet | None:
    """Return a player's turn at a moment; ``raises``: the bets and raises on the street, the last one by ``raiser``;
    ``last_raiser`` and ``raiser_behind`` are those of :class:`LaterStreet`.

    It is None if it depends on unknown cards.
    """
    if not before.street:
        position = position_of(hand, player)
        all_in = raiser is not None and (
            before.chips[raiser].stack <= 0.0 or before.to_call(player) >= before.chips[player].stack
        )
        return FirstStreet(position, raises, _raiser_position(hand, raiser), all_in) if position else None
    others = [other for other in before.live if other != player]
    price = call_share(before, player) if raises else 0.0
    if not GAMES[hand.game].stud:
        return LaterStreet(before.street, len(others), price, last_raiser, raiser_behind, "".join(before.board))
    rows = [_ranks(hand.cards[i][DOWN_CARDS : min(before.dealt[i], LAST_UP_CARD)]) for i in range(len(hand.names))]
    own, opposing = rows[player], [rows[other] for other in others]
    known = [row for row in opposing if row is not None]
    if own is None or len(known) < len(opposing) or any(len(row) != len(own) for row in known):
        return None
    dead = [rank for i, row in enumerate(rows) if before.folded[i] for rank in row or ()]
    return LaterStreet(
        before.street, len(others), price, last_raiser, up=own, others=tuple(known), dead=tuple(sorted(dead))
    )


def _raiser_position(hand: PlayedHand, raiser: int | None) -> str | None:
    return None if raiser is None else position_of(hand, raiser) or None


def call_share(moment: Moment, player: int) -> float:
    """Return the price of a call as a share of the pot after it, without the chips that the player does not match."""
    price = moment.to_call(player)
    level = moment.chips[player].total + price
    dead = moment.pot - sum(chips.total for chips in moment.chips)
    pot = price + dead + sum(min(chips.total, level) for chips in moment.chips)
    return min(max(price / pot, 0.0), 1.0) if pot > 0.0 else 0.0


def turn_after_bet(hand: PlayedHand, moment: Moment, bettor: int, player: int) -> FirstStreet | LaterStreet:
    """Return a player's turn after the next move, a bet or raise of ``bettor``."""
    after = next(m for m in hand.moments if m.moves == moment.moves + 1)
    raises = raises_on_street(hand, moment.moves) + 1
    previous = [a for a in public_actions(hand, moment.moves) if a.street == moment.street - 1]
    last = next((a.player for a in reversed(previous) if a.seen is not None and a.seen.kind == "raise"), None)
    turn = _turn(hand, after, player, raises=raises, raiser=bettor, last_raiser=last == player)
    assert turn is not None  # only razz has unknown cards that a turn depends on
    return turn


def raises_on_street(hand: PlayedHand, move_count: int) -> int:
    """Return the number of bets and raises on the street of the next move."""
    begun = max((i for i, move in enumerate(hand.moves[:move_count]) if move.kind == "street"), default=0)
    return sum(move.kind == "bet/raise" for move in hand.moves[begun:move_count])


def assumed_range(
    hand: PlayedHand, moment: Moment, player: int, assumptions: Assumptions, known: Sequence[str], painted: str = ""
) -> AssumedRange | None:
    """Return the assumed range of a player at a moment; None for one who folded without a move of his own.

    ``known``: the cards that the range cannot contain. ``painted``: the custom range with which a player who folded
    reached this decision, which replaces the assumed one.
    """
    actions = [action for action in public_actions(hand, moment.moves) if action.player == player]
    if moment.folded[player] and not (actions and actions[-1].label == FOLDED):
        return None
    up = hand.cards[player][DOWN_CARDS : min(moment.dealt[player], LAST_UP_CARD)]
    view = _RangeView(hand.game, tuple(moment.board), up, tuple(known))
    first = [action for action in actions if not action.street]
    did = first[-1].label if first else NO_ACTION
    if painted:
        start = view.painted_weights(painted)
        if start is None:
            return AssumedRange(painted, FOLDED, PAINTED, painted)
        actions, did, base, reason = actions[-1:], FOLDED, painted, PAINTED
    else:
        start, base, reason = np.ones(FIRST_HANDS[hand.game].count), view.any_hand, WAITS
    kind, weights, steps = assumptions.kind(player), start, []
    told = [action for action in actions if action.seen is not None]
    results = narrowed_ranges(kind, hand.game, [a.seen for a in told if a.seen is not None], start, view.ways)
    for action, result in zip(told, results, strict=True):
        weights = result.weights
        if action.street or painted:
            name = GAMES[hand.game].streets[action.street]
            steps.append(NarrowingStep(name, action.label, *_step_text(view, action, result)))
        else:
            base, reason = view.text(weights), _first_reason(hand.game, kind, action, result)
    if moment.folded[player] and actions[-1].street == 0:
        did = FOLDED
        if len(first) > 1 and not painted:
            reason += f" Action before the fold: {first[-2].label}."
    if not view.has_hands(weights):
        return AssumedRange(view.any_hand, did, f"{reason} {NONE_LEFT}", base, tuple(steps))
    return AssumedRange(view.text(weights), did, reason, base, tuple(steps))


def _first_reason(game: Game, kind: Player, action: PublicAction, result: Narrowed) -> str:
    """Return why a player has a range on the first street: the reason of the row that he plays by."""
    assert action.seen is not None
    assert isinstance(action.seen.turn, FirstStreet)
    if result.by is None:
        return f"{NO_HAND_ACTS[0].upper()}{NO_HAND_ACTS[1:]}."
    why = range_row(result.by, game, action.seen.turn).why
    share = f"{100 * result.kept:.0f} % of his hands do this."
    if result.by.name != kind.name:
        other = f"A {kind.name} player never does this; as a {result.by.name} player does it."
        return " ".join(filter(None, (share, why, other)))
    if kind.name == NEUTRAL:
        return f"{share} {why}".strip()
    return f"{share} As {kind.name} plays{f': {why}' if why else '.'}"


def _step_text(view: "_RangeView", action: PublicAction, result: Narrowed) -> tuple[str, str]:
    """Return the share of a range that an action keeps, and the kinds of hands that remain, as texts."""
    if result.by is None:
        return "all of it", NO_HAND_ACTS
    street = BOARD_CARDS[action.street] if GAMES[view.game].has_board else action.street + 1
    return f"{100 * result.kept:.0f} % of his range", view.composition(result.weights, street)


@dataclass(frozen=True, slots=True)
class _RangeView:
    """The weights of a range as texts, for a player with the ``up`` cards (razz) on a ``board``; ``known`` are the
    cards that it cannot contain."""

    game: Game
    board: tuple[str, ...]
    up: tuple[str, ...]
    known: tuple[str, ...]

    @property
    def any_hand(self) -> str:
        """The text of any cards."""
        return " ".join(["x x", *_up_texts(self.up)]) if GAMES[self.game].stud else GAMES[self.game].any_hand

    @property
    def ways(self) -> F64:
        """How many ways there are to hold each hand without the known cards, float64[hands]."""
        if not GAMES[self.game].stud:
            return _live_combos("".join((*self.board, *self.known)))
        seen = np.bincount([razz_rank(parse_cards(card)[0][0]) for card in self.known], minlength=RANK_COUNT)
        live = {rank: max(RANK_SIZE - int(count), 0) for rank, count in enumerate(seen)}
        return np.array([ways(pair, live) for pair in ALL_PAIRS], np.float64)

    def has_hands(self, weights: F64) -> bool:
        """Return True if the text of a range has hands that the known cards leave."""
        return bool((np.round(weights, 2) * self.ways).any())

    def text(self, weights: F64) -> str:
        """Return the canonical text of a range with weights in hundredths."""
        rounded = np.round(weights, 2)
        if GAMES[self.game].stud:
            return _razz_text(rounded.tobytes(), self.up)
        return _holdem_text(rounded.tobytes(), "".join(self.board))

    def painted_weights(self, text: str) -> F64 | None:
        """Return the weights of a range that the user painted, or None if it cannot be narrowed."""
        if GAMES[self.game].stud:
            branches = read_branches(text)
            if branches is None or len(branches) != 1:
                return None
            weights = branches[0].weights
            return np.array([weights.get(pair, 0.0) if weights else 1.0 for pair in ALL_PAIRS])
        try:
            mask = card_mask(card for card, _ in parse_cards("".join(self.known)))
            range_ = filtered(parse_range(text), [card for card, _ in parse_cards("".join(self.board))], mask)
        except TextError:
            return None
        return None if range_.streets else range_.weights

    def composition(self, weights: F64, cards: int) -> str:
        """Return the two groups of hands of which a range has most; ``cards``: of the board, in razz of the up cards
        that lay on the table."""
        counts = weights * self.ways
        total = float(counts.sum()) or 1.0
        if GAMES[self.game].stud:
            up = _ranks([card for card in self.up[:cards] if card != UNKNOWN_CARD]) or ()
            low = [max(a, b) <= MAX_LOW and a != b and a not in up and b not in up for a, b in ALL_PAIRS]
            return f"{100 * counts[low].sum() / total:.0f} % two new low cards (8 or lower)"
        groups = hand_groups([card for card, _ in parse_cards("".join(self.board[:cards]))])
        shares = [(float(counts[groups == index].sum()) / total, name) for index, name in enumerate(GROUPS)]
        most = sorted(shares, reverse=True)[:2]
        return "mostly " + " and ".join(f"{name} ({100 * share:.0f} %)" for share, name in most if share > 0.0)


@lru_cache(maxsize=CACHED_TEXTS)
def _live_combos(known: str) -> F64:
    mask = np.uint64(card_mask(card for card, _ in parse_cards(known)))
    return np.asarray((COMBO_MASKS & mask) == 0, np.float64)


@lru_cache(maxsize=CACHED_TEXTS)
def _holdem_text(data: bytes, board: str) -> str:
    """Return the text of weights float64[1326] on a board."""
    return text_on_board(np.frombuffer(data), [card for card, _ in parse_cards(board)])


def _up_texts(up: Sequence[str]) -> list[str]:
    return ["x" if card == UNKNOWN_CARD else card for card in up]


@lru_cache(maxsize=CACHED_TEXTS)
def _razz_text(data: bytes, up: tuple[str, ...]) -> str:
    """Return the text of weights float64[91] of down cards in front of the up cards."""
    weights = np.frombuffer(data)
    plain = " ".join(["x x", *_up_texts(up)])
    branches = read_branches(plain)
    if branches is None or (weights == 1.0).all():
        return plain
    return write_branches([with_weights(branches[0], dict(zip(ALL_PAIRS, weights.tolist(), strict=True)))])
