"""The all-in adjusted result of a hand: what each player wins or loses on average over the cards that were still to
come when nobody could bet any more.

It needs the cards of all who were still in, at least two of them, as they were shown; a hand in which one of them was
not shown, or which was decided otherwise, counts with its result. Hands that had folded are unknown: in hold'em they
take no card out of the deck, in razz their up cards do. Each pot is won by those who are in it. The rake is what the
text says, in proportion from each pot; bets that nobody matched are in none. A board that was dealt several times has
the same average; what luck may bring is then that of as many independent boards, each with its part of the pots.

A player who cashed out has sold his equity to the house for a fee: he counts with the equity at the last chip less that
fee, and no luck of the cards that came afterwards is his. If the text does not state the fee it is what the equity was
worth on the board at which he cashed out, less what he received. An insurance counts with what it cost and paid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum, prod

from engine.equity.jobs import Guard, unguarded
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand, Pot
from engine.histories.winners import (
    NOTHING,
    KnownPot,
    OutOfReachError,
    WinnerLaw,
    WinnerLaws,
    joint_law_of_boards,
)
from engine.play.state import CHIP_DECIMALS

DOWN = 2
SEVENTH = 7
ANY = "x"
MOST_BITS = 60
"""Players times pots of which all together are counted."""
ResultLaw = tuple[tuple[float, float], ...]
"""The law of a result: probabilities, each with the chips won or lost."""
ChipsLaw = tuple[tuple[float, tuple[float, ...]], ...]
"""The law of all stacks after a hand: probabilities, each with the stacks."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A hand's ``result`` by player, net of the rake, and what it was worth on average at the last chip, ``expected``.

    ``place``: the moment after which nobody could bet, None where the hand counts with its result. ``laws``: by player
    what the result could be then, empty for who had folded, and where the hand counts with its result.
    """

    result: tuple[float, ...]
    expected: tuple[float, ...]
    place: int | None = None
    laws: tuple[ResultLaw, ...] = ()

    def law(self, player: int) -> ResultLaw:
        """Return what a player's result could be at the last chip; empty where nothing was open."""
        return self.laws[player] if self.laws else ()


def all_in_place(hand: PlayedHand) -> int | None:
    """Return the first moment from which on nobody has anything to decide, cards come and all hands are known; None
    where there is none."""
    decided = [i for i, moment in enumerate(hand.moments) if moment.to_act is not None]
    place = decided[-1] + 1 if decided else 0
    if place >= len(hand.moments):
        return None
    moment = hand.moments[place]
    known = all(UNKNOWN_CARD not in hand.cards[player] for player in moment.live)
    return place if len(moment.live) > 1 and known and _cards_come(hand, moment) else None


def _cards_come(hand: PlayedHand, moment: Moment) -> bool:
    """Return whether cards come after a moment that change what hands are worth."""
    board_cards = GAMES[hand.game].board_cards
    if board_cards:
        return len(moment.board) < board_cards
    return moment.dealt[moment.live[0]] + len(moment.board) < SEVENTH


def adjusted(hand: PlayedHand, laws: WinnerLaws, guard: Guard = unguarded) -> Adjusted | None:
    """Return the all-in adjusted result of a hand, None where its result is not known.

    Raises:
        Cancelled: raised by ``guard``.
    """
    if hand.result is None:
        return None
    place = all_in_place(hand)
    if place is None:
        return Adjusted(hand.result, hand.result)
    try:
        results = _result_laws(hand, place, laws, guard)
        expected = tuple(_mean(law) if law else net for law, net in zip(results, hand.result, strict=True))
        for player in {deal.player for deal in hand.deals if deal.kind == "cash-out"}:
            if results[player]:
                value = expected[player] - _fee(hand, player, place, expected[player], laws, guard)
                value = round(value, CHIP_DECIMALS) + 0.0
                expected = (*expected[:player], value, *expected[player + 1 :])
                results = (*results[:player], ((1.0, value),), *results[player + 1 :])
    except OutOfReachError:
        return Adjusted(hand.result, hand.result)
    return Adjusted(hand.result, expected, place, results)


def _result_laws(hand: PlayedHand, place: int, laws: WinnerLaws, guard: Guard) -> tuple[ResultLaw, ...]:
    """Return by player what the result could be after a moment at which nobody can bet any more, without cash-outs;
    empty for who had folded.

    Raises:
        OutOfReachError: no exact method is quick enough.
    """
    moment = hand.moments[place]
    pots = moment.pots()
    won = [_by_player(pot, laws(_known_pot(hand, moment, pot), guard)) for pot in pots]
    kept = 1.0 - (hand.rake or 0.0) / moment.pot
    costs = [chips.total + chips.ante for chips in moment.chips]
    for deal in hand.deals:
        if deal.kind == "insurance":
            costs[deal.player] += float(deal.paid) - float(deal.received)
    boards = max(len(hand.boards), 1)
    return tuple(
        _net(_law(player, pots, won), kept, costs[player], boards) if player in moment.live else ()
        for player in range(len(costs))
    )


def _mean(law: ResultLaw) -> float:
    return round(fsum(p * net for p, net in law), CHIP_DECIMALS) + 0.0


def _fee(hand: PlayedHand, player: int, place: int, value: float, laws: WinnerLaws, guard: Guard) -> float:
    """Return what the house charged a player for the cash-out; ``value``: the mean result at the last chip, ``place``.

    Raises:
        OutOfReachError: no exact method is quick enough.
    """
    deals, result = hand.deals_of(player, "cash-out"), hand.result or ()
    if all(deal.fee is not None for deal in deals):
        return fsum(float(deal.fee or 0) for deal in deals)
    board = deals[0].board or 0
    later = next((i for i in range(place + 1, len(hand.moments)) if len(hand.moments[i].board) == board), place)
    if later > place and _cards_come(hand, hand.moments[later]):
        value = _mean(_result_laws(hand, later, laws, guard)[player])
    return value - result[player]


def chips_law(hand: PlayedHand, laws: WinnerLaws, guard: Guard = unguarded) -> ChipsLaw:
    """Return what all players could have after a hand when nobody could bet any more, together; empty where nothing was
    open, or it is not known.

    Raises:
        Cancelled: raised by ``guard``.
    """
    place = all_in_place(hand)
    if place is None or hand.result is None or len(hand.boards) > 1 or hand.deals:
        return ()
    moment = hand.moments[place]
    pots = moment.pots()
    try:
        joint = _joint(hand, moment, pots, laws, guard)
    except OutOfReachError:
        return ()
    kept = 1.0 - (hand.rake or 0.0) / moment.pot
    result: dict[tuple[float, ...], float] = {}
    for won, p in joint.items():
        stacks = [chips.stack for chips in moment.chips]
        for pot, winners in zip(pots, won, strict=True):
            for player in pot.players:
                if winners >> player & 1:
                    stacks[player] += kept * _share(player, pot, winners)
        after = tuple(round(stack, CHIP_DECIMALS) for stack in stacks)
        result[after] = result.get(after, 0.0) + p
    return tuple((p, stacks) for stacks, p in result.items())


def _joint(
    hand: PlayedHand, moment: Moment, pots: Sequence[Pot], laws: WinnerLaws, guard: Guard
) -> dict[tuple[int, ...], float]:
    """Return how often who wins which pot, all pots together, as sets of players.

    The winners of a pot win the next one as far as they are in it. Where none of them is, its own law has the rest of
    the probability, which says all if there is one way to come there; else all boards are dealt.
    """
    result: dict[tuple[int, ...], float] = {(): 1.0}
    for pot in pots:
        law = _by_player(pot, laws(_known_pot(hand, moment, pot), guard))
        inside = sum(1 << player for player in pot.players)
        going = {(*won, won[-1] & inside): p for won, p in result.items() if won and won[-1] & inside}
        others = [won for won in result if not (won and won[-1] & inside)]
        if len(others) > 1:
            return _joint_by_boards(hand, moment, pots, guard)
        for winners, p in law.items() if others else ():
            rest = p - fsum(q for won, q in going.items() if won[-1] == winners and won[:-1] != others[0])
            if rest > NOTHING:
                going[*others[0], winners] = rest
        result = going
    return result


def _joint_by_boards(
    hand: PlayedHand, moment: Moment, pots: Sequence[Pot], guard: Guard
) -> dict[tuple[int, ...], float]:
    players = pots[0].players
    if GAMES[hand.game].stud or len(players) * len(pots) > MOST_BITS:
        raise OutOfReachError("the law of each pot alone does not tell who wins which")
    groups = [sum(1 << at for at, player in enumerate(players) if player in pot.players) for pot in pots]
    joint = joint_law_of_boards(_known_pot(hand, moment, pots[0]), groups, guard)

    def by_player(winners: int) -> int:
        return sum(1 << player for at, player in enumerate(players) if winners >> at & 1)

    return {tuple(map(by_player, won)): p for won, p in joint.items()}


def _known_pot(hand: PlayedHand, moment: Moment, pot: Pot) -> KnownPot:
    dealt = [cards[:count] for cards, count in zip(hand.cards, moment.dealt, strict=True)]
    gone = [dealt[player] for player in moment.live if player not in pot.players]
    if GAMES[hand.game].stud:
        gone += [_seen(dealt[player]) for player, folded in enumerate(moment.folded) if folded]
    return KnownPot(hand.game, tuple(dealt[player] for player in pot.players), tuple(gone), moment.board)


def _seen(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a razz hand as others have seen them."""
    return tuple(
        ANY if place < DOWN or place == SEVENTH - 1 or card == UNKNOWN_CARD else card
        for place, card in enumerate(cards)
    )


def _by_player(pot: Pot, law: WinnerLaw) -> WinnerLaw:
    """Return a law whose bits are players of the hand."""
    bits = [1 << player for player in pot.players]
    return {sum(bit for k, bit in enumerate(bits) if winners >> k & 1): p for winners, p in law.items()}


def _law(player: int, pots: Sequence[Pot], won: Sequence[WinnerLaw]) -> dict[float, float]:
    """Return the probabilities of what a player gets out of the pots.

    All who can win a pot can win the ones before it, so that the winners of a pot win each later one that they are in.
    Where the first pot won is known with its winners, so is the rest; it remains to leave out that the player has won
    the pot before already.
    """
    result: dict[float, float] = {}
    for at, pot in enumerate(pots):
        inside = sum(1 << other for other in pot.players)
        first = {winners: p for winners, p in won[at].items() if winners >> player & 1}
        for winners, p in won[at - 1].items() if at else ():
            if winners >> player & 1 and winners & inside in first:
                first[winners & inside] -= p
        for winners, p in first.items():
            if p > NOTHING:
                chips = fsum(_share(player, later, winners) for later in pots[at:])
                result[chips] = result.get(chips, 0.0) + p
    result[0.0] = max(1.0 - fsum(result.values()), 0.0)
    return result


def _share(player: int, pot: Pot, winners: int) -> float:
    """Return what a winner of a pot gets if ``winners`` win it, as far as they are in it."""
    sharing = sum(winners >> other & 1 for other in pot.players)
    return pot.chips / sharing if player in pot.players else 0.0


def _net(law: dict[float, float], kept: float, paid: float, boards: int) -> ResultLaw:
    """Return what a result may be, the rake taken, as the mean of independent ``boards``."""
    result: dict[float, float] = {}
    for draw in product(law.items(), repeat=boards):
        chips = round(fsum(chips for chips, _ in draw) / boards * kept - paid, CHIP_DECIMALS) + 0.0
        result[chips] = result.get(chips, 0.0) + prod(p for _, p in draw)
    return tuple((p, chips) for chips, p in sorted(result.items()) if p > NOTHING)
