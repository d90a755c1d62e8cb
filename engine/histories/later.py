"""Assumed ranges on later streets, narrowed by each action of the player there.

In hold'em every street appends a filter to the range text, so that the text alone states the whole assumption: ``22+ >
flop second pair+, flush draw > turn top pair+``. Bets, raises and calls keep the best hands on the board of that street
and the draws; checks keep the remaining ones. In razz, bets and calls keep two different low down cards that pair none
of the up cards. The hands that each action keeps, with the reasons, are data: ``resources/histories/assumed.json``. A
street that would leave no hand is skipped, and the assumption says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.cards import RANKS, TextError, card_mask, parse_cards
from engine.games import GAMES
from engine.histories.assumed import AssumedRange, NarrowingStep, assumed_rows
from engine.histories.hand import UNKNOWN_CARD, HandMove, PlayedHand
from engine.players.kinds import PlayerKind
from engine.ranges.filtered import filtered, nearest_text
from engine.ranges.holdem import parse_range
from engine.scenario import Game

FLOP_CARDS, STRAIGHT_RANKS = 3, 5
NO_HAND_LEFT = "No remaining hand is assumed to do this: the range is unchanged."
CALLED = ("called", "checked and called")
DOWN_RANGES = ("x x", "9-9-", "8-8-", "7-7-")
"""The ranges of razz down cards, from any two cards to the strongest; the digit is the highest rank."""


@dataclass(frozen=True, slots=True)
class _ActionRow:
    """The filter of the hands that an action keeps: usually, on the last street (``river``) and on a dry flop
    (``dry``), and why."""

    action: str
    keeps: str
    river: str
    dry: str
    reason: str

    def kept(self, is_last_street: bool, board: Sequence[str]) -> str:
        """Return the filter of the hands that the action keeps on a street with this board."""
        if is_last_street:
            return self.river
        return self.dry if len(board) == FLOP_CARDS and is_dry(board) else self.keeps


@cache
def _rows(game: Game) -> Mapping[str, _ActionRow]:
    """Return the rows of later streets by action."""
    rows: Any = assumed_rows()["later"][game]
    return {
        row["did"]: _ActionRow(
            row["did"], row["keeps"], row.get("river", row["keeps"]), row.get("dry", row["keeps"]), row["why"]
        )
        for row in rows
    }


def later_street_actions(hand: PlayedHand, move_count: int) -> tuple[tuple[str, ...], ...]:
    """Return, for each street after the first within the first ``move_count`` moves, the action of each player there;
    "" for none.

    The player's last decision on a street counts; a check followed by a call is "checked and called".
    """
    result: list[list[str]] = []
    raises, raiser = 0, None
    is_holdem = not GAMES[hand.game].stud
    for move in hand.moves[:move_count]:
        if move.kind == "street":
            result.append([""] * len(hand.names))
            raises = 0
        elif move.player is not None and result:
            previous = result[-1][move.player]
            initiative = is_holdem and len(result) == 1 and move.player == raiser
            result[-1][move.player] = _action(move, raises, previous if is_holdem else "", initiative) or previous
            raises += move.kind == "bet/raise"
        elif move.kind == "bet/raise":
            raiser = move.player
    return tuple(map(tuple, result))


def _action(move: HandMove, raises: int, previous_action: str, initiative: bool) -> str:
    """Return the name of a move's action, or "" if it has none that narrows a range.

    ``raises``: the bets and raises on the street so far. ``previous_action``: the player's earlier action on the
    street. ``initiative``: the player raised last before the flop.
    """
    if move.kind == "bet/raise":
        return "raised" if raises else "c-bet" if initiative else "bet"
    if move.kind == "check/call":
        if not move.chips:
            return "checked"
        return "called a raise" if raises > 1 else "checked and called" if previous_action == "checked" else "called"
    return ""


def continuing_filter(game: Game, street: int, bets: int) -> tuple[str, str, str]:
    """Return the action that continues against ``bets`` bets and raises on a street, the filter of the hands that take
    it, and why."""
    row = _rows(game)["called" if bets == 1 else "called a raise"]
    return row.action, row.kept(street == len(GAMES[game].streets) - 1, ()), row.reason


def continuing_filter_of_kind(
    game: Game, street: int, bets: int, kind: PlayerKind, came: str, board: Sequence[str], mask: int
) -> tuple[str, str, str]:
    """Return the action with which a hold'em player of a kind continues, the filter of the hands that take it, and why.

    If it is known how often the player folds to a first bet, the filter is, among those from tight to loose, the one
    that keeps closest to the remaining share of the range ``came`` with which he reached the street. Otherwise it is
    that of :func:`continuing_filter`.
    """
    action, usual, reason = continuing_filter(game, street, bets)
    name = GAMES[game].streets[street]
    if bets == 1 and name in kind.folds:
        folds, rests = kind.folds[name]
        cards = [card for card, _ in parse_cards("".join(board))]
        if keeps := nearest_text(parse_range, came, name, 1.0 - folds, cards, mask):
            return (
                action,
                keeps,
                f"{kind.name} folds {rests} to a bet on the {name}: the best part of his range continues.",
            )
    return action, usual, reason


def is_dry(board: Sequence[str]) -> bool:
    """Return True if a flop has neither two cards of one suit nor three ranks within five (a straight draw)."""
    values = {RANKS.index(card[0]) for card in board}
    ranks = values | ({-1} if RANKS.index("A") in values else set())
    # The number of board ranks in each window of five, starting at a rank on the board; the ace is high and low.
    runs = (sum(low <= rank < low + STRAIGHT_RANKS for rank in ranks) for low in ranks)
    return len({card[1] for card in board}) == len(board) and max(runs) < FLOP_CARDS


def narrowed_range(
    hand: PlayedHand,
    player: int,
    moves: int,
    assumed: AssumedRange,
    board: Sequence[str],
    known: str,
    kind: PlayerKind,
) -> AssumedRange:
    """Return a hold'em range narrowed by the player's actions on later streets.

    ``moves``: the number of moves to consider. ``known``: the cards that the range cannot contain. ``kind``: the kind
    of the player, whose known folds to bets replace the rule for calls.
    """
    cards = [card for card, _ in parse_cards("".join(board))]
    mask = card_mask(card for card, _ in parse_cards(known))
    for street, row in _later_actions(hand, player, moves):
        name = GAMES[hand.game].streets[street]
        # Each street adds a filter to the text; one that leaves no hand is reported and skipped.
        keeps, why = row.kept(street == len(GAMES[hand.game].streets) - 1, board[: street + 2]), row.reason
        if row.action in CALLED:
            _, known_keeps, known_why = continuing_filter_of_kind(
                hand.game, street, 1, kind, assumed.cards, board[: street + 2], mask
            )
            keeps, why = (known_keeps, known_why) if name in kind.folds else (keeps, why)
        text = f"{assumed.cards} > {name} {keeps}"
        try:
            filtered(parse_range(text), cards, mask)
        except TextError:
            step = NarrowingStep(name, row.action, "", NO_HAND_LEFT)
        else:
            assumed, step = replace(assumed, cards=text), NarrowingStep(name, row.action, keeps, why)
        assumed = replace(assumed, steps=(*assumed.steps, step))
    return assumed


def narrowed_down_cards(
    hand: PlayedHand, player: int, moves: int, assumed: AssumedRange, up: Sequence[str], known: Sequence[str]
) -> AssumedRange:
    """Return an assumed razz hand narrowed by the player's actions on later streets. ``known``: the cards that it
    cannot contain."""
    down = next((cards for cards in reversed(DOWN_RANGES) if cards in assumed.cards), DOWN_RANGES[0])
    for street, row in _later_actions(hand, player, moves):
        name, narrower = GAMES[hand.game].streets[street], max(down, row.keeps, key=DOWN_RANGES.index)
        unpaired = _unpaired_up_cards(up[: street + 1])
        if row.keeps == DOWN_RANGES[0] or not unpaired:
            continue
        ranks = "A23456789"[: int(narrower[0])]
        free = [rank for rank in ranks if rank not in {card[0] for card in unpaired}]
        # The down cards need two different ranks of which at least one card is unseen.
        if not sum(sum(card[0] == rank for card in known) < 4 for rank in free) > 1:
            step = NarrowingStep(name, row.action, "", NO_HAND_LEFT)
        else:
            down = narrower
            text = _razz_text(narrower, unpaired, up)
            assumed, step = replace(assumed, cards=text), NarrowingStep(name, row.action, text, row.reason)
        assumed = replace(assumed, steps=(*assumed.steps, step))
    return assumed


def _razz_text(down: str, unpaired: Sequence[str], up: Sequence[str]) -> str:
    """Return a razz hand whose ``down`` cards differ from one another and from the ``unpaired`` up cards, followed by
    the other up cards."""
    rest = ["x" if card == UNKNOWN_CARD else card for card in up[len(unpaired) :]]
    return " ".join([f"({down}{''.join(unpaired)})", *rest])


def continuing_razz_hands(keeps: str, up: Sequence[str]) -> str:
    """Return the razz hands with these up cards that continue with the down cards ``keeps``."""
    return _razz_text(keeps, _unpaired_up_cards(up), up)


def _later_actions(hand: PlayedHand, player: int, moves: int) -> Iterator[tuple[int, _ActionRow]]:
    """Yield the streets after the first on which a player acted, each with the row of his action."""
    for street, actions in enumerate(later_street_actions(hand, moves), 1):
        row = _rows(hand.game).get(actions[player])
        if row is not None:
            yield street, row


def _unpaired_up_cards(up: Sequence[str]) -> list[str]:
    """Return the up cards up to the first that is unknown or pairs an earlier one."""
    result: list[str] = []
    for card in up:
        if card == UNKNOWN_CARD or card[0] in {other[0] for other in result}:
            break
        result.append(card)
    return result
