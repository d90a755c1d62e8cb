"""The assumed ranges of hands that were not shown, further narrowed by what was done on the later streets.

In hold'em each street adds a filter to the range text, so that the text alone is what is assumed: ``22+ >
flop second pair+, flush draw > turn top pair+``. Bets, raises and calls keep the best hands on the board of that
street and the draws; checks keep the rest. In razz bets and calls keep two different low down cards that pair none of
the up cards. What each deed keeps, and why, is data: ``resources/histories/assumed.json``. A street that would leave
nothing is left out, and says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.cards import RANKS, TextError, card_mask, parse_cards
from engine.games import GAMES
from engine.histories.assumed import Assumed, Step, assumed_rows
from engine.histories.hand import UNKNOWN_CARD, Move, PlayedHand
from engine.players.kinds import PlayerKind
from engine.ranges.filtered import filtered, nearest_text
from engine.ranges.holdem import parse_range
from engine.scenario import Game

FLOP, RUN = 3, 5
"""Cards of a flop, and ranks of a straight."""
NONE_DOES = "By the assumption no hand that is left does this: the range stays as it was."
CALLED = ("called", "checked and called")
DOWN = ("x x", "9-9-", "8-8-", "7-7-")
"""The down cards of razz that are assumed, from any two on; the number is the highest rank."""


@dataclass(frozen=True, slots=True)
class _Row:
    did: str
    keeps: str
    river: str
    dry: str
    why: str

    def kept(self, last: bool, board: Sequence[str]) -> str:
        """Return what is kept on a street with this board; ``last``: whether it is the last one."""
        if last:
            return self.river
        return self.dry if len(board) == FLOP and is_dry(board) else self.keeps


@cache
def _rows(game: Game) -> Mapping[str, _Row]:
    rows: Any = assumed_rows()["later"][game]
    return {
        row["did"]: _Row(
            row["did"], row["keeps"], row.get("river", row["keeps"]), row.get("dry", row["keeps"]), row["why"]
        )
        for row in rows
    }


def later_deeds(hand: PlayedHand, moves: int) -> tuple[tuple[str, ...], ...]:
    """Return for each street after the first, within so many moves, what each player did there; "" for nothing.

    The last decision on a street counts; who had checked and calls has checked and called.
    """
    result: list[list[str]] = []
    raises, raiser = 0, None
    board = not GAMES[hand.game].stud
    for move in hand.moves[:moves]:
        if move.kind == "street":
            result.append([""] * len(hand.names))
            raises = 0
        elif move.player is not None and result:
            before = result[-1][move.player]
            initiative = board and len(result) == 1 and move.player == raiser
            result[-1][move.player] = _deed(move, raises, before if board else "", initiative) or before
            raises += move.kind == "bet/raise"
        elif move.kind == "bet/raise":
            raiser = move.player
    return tuple(map(tuple, result))


def _deed(move: Move, raises: int, before: str, initiative: bool) -> str:
    """Return what a move is, after so many bets and raises on its street and what its player did there ``before``."""
    if move.kind == "bet/raise":
        return "raised" if raises else "bet as the raiser" if initiative else "bet"
    if move.kind == "check/call":
        if not move.chips:
            return "checked"
        return "called a raise" if raises > 1 else "checked and called" if before == "checked" else "called"
    return ""


def plays_on(game: Game, street: int, bets: int) -> tuple[str, str, str]:
    """Return the action by which a player goes on against so many bets and raises of a street, the filter of the hands
    that do, and why."""
    row = _rows(game)["called" if bets == 1 else "called a raise"]
    return row.did, row.kept(street == len(GAMES[game].streets) - 1, ()), row.why


def goes_on(
    game: Game, street: int, bets: int, kind: PlayerKind, came: str, board: Sequence[str], mask: int
) -> tuple[str, str, str]:
    """Return the action by which a hold'em player of a kind goes on, the filter of what he goes on with, and why.

    Where his folds to first bets are known it is the filter, of those from tight to loose, that keeps most nearly as
    much of the range with which he ``came`` as he plays; else that of :func:`plays_on`.
    """
    did, usual, why = plays_on(game, street, bets)
    name = GAMES[game].streets[street]
    if bets == 1 and name in kind.folds:
        folds, rests = kind.folds[name]
        cards = [card for card, _ in parse_cards("".join(board))]
        if keeps := nearest_text(parse_range, came, name, 1.0 - folds, cards, mask):
            return did, keeps, f"{kind.name} folds {rests} to a bet on the {name}: his better hands go on."
    return did, usual, why


def is_dry(board: Sequence[str]) -> bool:
    """Return whether a flop has neither two cards of one suit nor three ranks within five."""
    values = {RANKS.index(card[0]) for card in board}
    ranks = values | ({-1} if RANKS.index("A") in values else set())
    runs = (sum(low <= rank < low + RUN for rank in ranks) for low in ranks)
    return len({card[1] for card in board}) == len(board) and max(runs) < FLOP


def narrowed_range(
    hand: PlayedHand,
    player: int,
    moves: int,
    found: Assumed,
    board: Sequence[str],
    known: str,
    kind: PlayerKind,
) -> Assumed:
    """Return what is left of an assumed range of hold'em; ``known``: all cards that it cannot hold, ``kind``: as whom
    the player plays."""
    cards = [card for card, _ in parse_cards("".join(board))]
    mask = card_mask(card for card, _ in parse_cards(known))
    for street, row in _done(hand, player, moves):
        name = GAMES[hand.game].streets[street]
        keeps, why = row.kept(street == len(GAMES[hand.game].streets) - 1, board[: street + 2]), row.why
        if row.did in CALLED:
            _, known_keeps, known_why = goes_on(hand.game, street, 1, kind, found.cards, board[: street + 2], mask)
            keeps, why = (known_keeps, known_why) if name in kind.folds else (keeps, why)
        text = f"{found.cards} > {name} {keeps}"
        try:
            filtered(parse_range(text), cards, mask)
        except TextError:
            step = Step(name, row.did, "", NONE_DOES)
        else:
            found, step = replace(found, cards=text), Step(name, row.did, keeps, why)
        found = replace(found, steps=(*found.steps, step))
    return found


def narrowed_down_cards(
    hand: PlayedHand, player: int, moves: int, found: Assumed, up: Sequence[str], known: Sequence[str]
) -> Assumed:
    """Return what is left of an assumed razz hand with these up cards; ``known``: all cards that it cannot hold."""
    down = next((cards for cards in reversed(DOWN) if cards in found.cards), DOWN[0])
    for street, row in _done(hand, player, moves):
        name, wanted = GAMES[hand.game].streets[street], max(down, row.keeps, key=DOWN.index)
        apart = _apart(up[: street + 1])
        if row.keeps == DOWN[0] or not apart:
            continue
        ranks = "A23456789"[: int(wanted[0])]
        free = [rank for rank in ranks if rank not in {card[0] for card in apart}]
        if not sum(sum(card[0] == rank for card in known) < 4 for rank in free) > 1:
            step = Step(name, row.did, "", NONE_DOES)
        else:
            down = wanted
            text = _down_text(wanted, apart, up)
            found, step = replace(found, cards=text), Step(name, row.did, text, row.why)
        found = replace(found, steps=(*found.steps, step))
    return found


def _down_text(down: str, apart: Sequence[str], up: Sequence[str]) -> str:
    """Return a razz hand whose ``down`` cards differ from one another and from the first up cards, those ``apart``."""
    rest = ["x" if card == UNKNOWN_CARD else card for card in up[len(apart) :]]
    return " ".join([f"({down}{''.join(apart)})", *rest])


def played_on(keeps: str, up: Sequence[str]) -> str:
    """Return the razz hands with these cards up that go on with the down cards ``keeps``."""
    return _down_text(keeps, _apart(up), up)


def _done(hand: PlayedHand, player: int, moves: int) -> Iterator[tuple[int, _Row]]:
    """Yield the streets after the first on which a player did something, each with the row of it."""
    for street, deeds in enumerate(later_deeds(hand, moves), 1):
        row = _rows(hand.game).get(deeds[player])
        if row is not None:
            yield street, row


def _apart(up: Sequence[str]) -> list[str]:
    """Return the first up cards as far as they are known and no two of them are of one rank."""
    result: list[str] = []
    for card in up:
        if card == UNKNOWN_CARD or card[0] in {other[0] for other in result}:
            break
        result.append(card)
    return result
