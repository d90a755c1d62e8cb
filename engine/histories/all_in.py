"""The all-in adjusted result of a hand: each player's average result over the cards that were still to come when the
last chip went in.

It needs the cards of all players who were still in, of whom there are at least two, as the history shows them. A hand
in which one of them is unknown, or which was decided in another way, counts with its actual result. Folded hands are
unknown: in hold'em they take no card out of the deck, in razz their up cards do. Each pot is won by the players who
contest it. The stated rake is taken from all pots in proportion; bets that nobody matched are in no pot. If the board
was dealt several times the average is the same, and the distribution is that of as many independent boards, each with
its share of the pots.

A player who cashed out has sold his equity to the house for a fee. He counts with his equity at the last chip minus
that fee, and the cards that came afterwards are not his luck. If the text does not state the fee, it is his equity on
the board on which he cashed out minus the payment that he received. An insurance counts with its premium and its
payment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum, prod

from engine.equity.jobs import CancelCheck, never_cancelled
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, HandPot, Moment, PlayedHand
from engine.histories.winners import (
    ROUNDING_ERROR,
    KnownPot,
    OutOfReachError,
    WinnerCache,
    WinnerDistribution,
    joint_winners_by_boards,
)
from engine.play.state import CHIP_DECIMALS

DOWN_CARDS = 2
RAZZ_CARDS = 7
HIDDEN_CARD = "x"
MAX_JOINT_BITS = 60
"""Largest number of players times pots for which the winners of all pots are counted together, as bits of an int64."""
ResultDistribution = tuple[tuple[float, float], ...]
"""The distribution of one player's result: pairs of a probability and the chips won or lost."""
StacksDistribution = tuple[tuple[float, tuple[float, ...]], ...]
"""The joint distribution of all stacks after a hand: pairs of a probability and the stacks by player."""


@dataclass(frozen=True, slots=True)
class AdjustedResult:
    """The all-in adjusted result of a hand, in chips net of the rake.

    ``result``: each player's gain or loss; ``expected``: the average of that over the cards to come. ``moment_index``:
    the index of the moment from which nobody could bet, or None if the hand counts with its result. ``distributions``:
    the distribution of each player's result at that moment, empty for a player who had folded; no distributions at all
    if the hand counts with its result.
    """

    result: tuple[float, ...]
    expected: tuple[float, ...]
    moment_index: int | None = None
    distributions: tuple[ResultDistribution, ...] = ()

    def distribution(self, player: int) -> ResultDistribution:
        """Return the distribution of a player's result at the last chip, or () if nothing was open."""
        return self.distributions[player] if self.distributions else ()


def all_in_index(hand: PlayedHand) -> int | None:
    """Return the index of the first moment from which nobody has a decision, cards are still to come and all live hands
    are known, or None if there is no such moment."""
    decision_indices = [i for i, moment in enumerate(hand.moments) if moment.to_act is not None]
    index = decision_indices[-1] + 1 if decision_indices else 0
    if index >= len(hand.moments):
        return None
    moment = hand.moments[index]
    known = all(UNKNOWN_CARD not in hand.cards[player] for player in moment.live)
    return index if len(moment.live) > 1 and known and _cards_come(hand, moment) else None


def _cards_come(hand: PlayedHand, moment: Moment) -> bool:
    """Return True if cards that can change the winner are dealt after ``moment``."""
    board_cards = GAMES[hand.game].board_cards
    if board_cards:
        return len(moment.board) < board_cards
    return moment.dealt[moment.live[0]] + len(moment.board) < RAZZ_CARDS


def adjusted_result(
    hand: PlayedHand, winner_cache: WinnerCache, check_cancelled: CancelCheck = never_cancelled
) -> AdjustedResult | None:
    """Return the all-in adjusted result of a hand, or None if its result is unknown.

    It replaces the cards that came after the last possible bet by the average over all cards that could have come. If
    there is no such moment, or the average would take too long to compute, it is the real result.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    if hand.result is None:
        return None
    index = all_in_index(hand)
    if index is None:
        return AdjustedResult(hand.result, hand.result)
    try:
        distributions = _result_distributions(hand, index, winner_cache, check_cancelled)
        expected = tuple(
            _mean(distribution) if distribution else net
            for distribution, net in zip(distributions, hand.result, strict=True)
        )
        # A player who cashed out has sold the risk: the result is certain, the mean less the fee.
        for player in {deal.player for deal in hand.deals if deal.kind == "cash-out"}:
            if distributions[player]:
                value = expected[player] - _fee(hand, player, index, expected[player], winner_cache, check_cancelled)
                value = round(value, CHIP_DECIMALS) + 0.0
                expected = (*expected[:player], value, *expected[player + 1 :])
                distributions = (*distributions[:player], ((1.0, value),), *distributions[player + 1 :])
    except OutOfReachError:
        return AdjustedResult(hand.result, hand.result)
    return AdjustedResult(hand.result, expected, index, distributions)


def _result_distributions(
    hand: PlayedHand, index: int, winner_cache: WinnerCache, check_cancelled: CancelCheck
) -> tuple[ResultDistribution, ...]:
    """Return the distribution of each player's result after a moment from which nobody can bet, leaving cash-outs
    aside. It is empty for a player who has folded.

    Raises:
        OutOfReachError: no exact method is fast enough.
    """
    moment = hand.moments[index]
    pots = moment.pots()
    won = [_by_player(pot, winner_cache(_known_pot(hand, moment, pot), check_cancelled)) for pot in pots]
    after_rake = 1.0 - (hand.rake or 0.0) / moment.pot
    costs = [chips.total + chips.ante for chips in moment.chips]
    for deal in hand.deals:
        if deal.kind == "insurance":
            costs[deal.player] += float(deal.paid) - float(deal.received)
    boards = max(len(hand.boards), 1)
    return tuple(
        _net(_pot_distribution(player, pots, won), after_rake, costs[player], boards) if player in moment.live else ()
        for player in range(len(costs))
    )


def _mean(distribution: ResultDistribution) -> float:
    """Return the expected value of a result, rounded, with -0.0 turned into 0.0."""
    return round(fsum(p * net for p, net in distribution), CHIP_DECIMALS) + 0.0


def _fee(
    hand: PlayedHand, player: int, index: int, value: float, winner_cache: WinnerCache, check_cancelled: CancelCheck
) -> float:
    """Return the chips that the house charged a player for the cash-out.

    ``value``: the player's expected result at the last chip, the moment ``index``. If the text does not state the fee,
    it is the expected result at the moment of the cash-out (which may be a later street) minus the actual result.

    Raises:
        OutOfReachError: no exact method is fast enough.
    """
    deals, result = hand.deals_of(player, "cash-out"), hand.result or ()
    if all(deal.fee is not None for deal in deals):
        return fsum(float(deal.fee or 0) for deal in deals)
    board = deals[0].board or 0
    later = next((i for i in range(index + 1, len(hand.moments)) if len(hand.moments[i].board) == board), index)
    if later > index and _cards_come(hand, hand.moments[later]):
        value = _mean(_result_distributions(hand, later, winner_cache, check_cancelled)[player])
    return value - result[player]


def stacks_distribution(
    hand: PlayedHand, winner_cache: WinnerCache, check_cancelled: CancelCheck = never_cancelled
) -> StacksDistribution:
    """Return the joint distribution of all stacks after a hand whose last chip went in before the last card. It is
    empty if nothing was open, or if it is unknown.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    index = all_in_index(hand)
    if index is None or hand.result is None or len(hand.boards) > 1 or hand.deals:
        return ()
    moment = hand.moments[index]
    pots = moment.pots()
    try:
        joint = _joint(hand, moment, pots, winner_cache, check_cancelled)
    except OutOfReachError:
        return ()
    # The rake is taken from all pots in proportion.
    after_rake = 1.0 - (hand.rake or 0.0) / moment.pot
    result: dict[tuple[float, ...], float] = {}
    for won, p in joint.items():
        stacks = [chips.stack for chips in moment.chips]
        for pot, winners in zip(pots, won, strict=True):
            for player in pot.players:
                if winners >> player & 1:
                    stacks[player] += after_rake * _share(player, pot, winners)
        after = tuple(round(stack, CHIP_DECIMALS) for stack in stacks)
        result[after] = result.get(after, 0.0) + p
    return tuple((p, stacks) for stacks, p in result.items())


def _joint(
    hand: PlayedHand, moment: Moment, pots: Sequence[HandPot], winner_cache: WinnerCache, check_cancelled: CancelCheck
) -> dict[tuple[int, ...], float]:
    """Return the joint distribution of the winners of all pots, as tuples with one set of players per pot.

    Whoever wins a pot also wins the next one if he contests it. If none of the winners does, the next pot's own
    distribution supplies the remaining probability. That determines everything while there is a single way to get
    there; otherwise all boards are dealt.
    """
    result: dict[tuple[int, ...], float] = {(): 1.0}
    for pot in pots:
        distribution = _by_player(pot, winner_cache(_known_pot(hand, moment, pot), check_cancelled))
        contenders = sum(1 << player for player in pot.players)
        # Of the winners so far, those who contest this pot win it, too.
        extended = {(*won, won[-1] & contenders): p for won, p in result.items() if won and won[-1] & contenders}
        without_winner = [won for won in result if not (won and won[-1] & contenders)]
        if len(without_winner) > 1:
            return _joint_by_boards(hand, moment, pots, check_cancelled)
        for winners, p in distribution.items() if without_winner else ():
            # The probability of this set of winners minus the cases in which it had won an earlier pot already.
            rest = p - fsum(q for won, q in extended.items() if won[-1] == winners and won[:-1] != without_winner[0])
            if rest > ROUNDING_ERROR:
                extended[*without_winner[0], winners] = rest
        result = extended
    return result


def _joint_by_boards(
    hand: PlayedHand, moment: Moment, pots: Sequence[HandPot], check_cancelled: CancelCheck
) -> dict[tuple[int, ...], float]:
    """Return the same as :func:`_joint`, by dealing all boards.

    Raises:
        OutOfReachError: the game is razz, or there are too many players and pots.
    """
    players = pots[0].players
    if GAMES[hand.game].stud or len(players) * len(pots) > MAX_JOINT_BITS:
        raise OutOfReachError("the law of each pot alone does not tell who wins which")
    groups = [sum(1 << at for at, player in enumerate(players) if player in pot.players) for pot in pots]
    joint = joint_winners_by_boards(_known_pot(hand, moment, pots[0]), groups, check_cancelled)

    def by_player(winners: int) -> int:
        return sum(1 << player for at, player in enumerate(players) if winners >> at & 1)

    return {tuple(map(by_player, won)): p for won, p in joint.items()}


def _known_pot(hand: PlayedHand, moment: Moment, pot: HandPot) -> KnownPot:
    """Return a pot with the cards of its players and the known cards of everybody else."""
    dealt = [cards[:count] for cards, count in zip(hand.cards, moment.dealt, strict=True)]
    dead = [dealt[player] for player in moment.live if player not in pot.players]
    if GAMES[hand.game].stud:
        dead += [_seen(dealt[player]) for player, folded in enumerate(moment.folded) if folded]
    return KnownPot(hand.game, tuple(dealt[player] for player in pot.players), tuple(dead), moment.board)


def _seen(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a razz hand as the other players see them: down cards are hidden."""
    return tuple(
        HIDDEN_CARD if index < DOWN_CARDS or index == RAZZ_CARDS - 1 or card == UNKNOWN_CARD else card
        for index, card in enumerate(cards)
    )


def _by_player(pot: HandPot, distribution: WinnerDistribution) -> WinnerDistribution:
    """Return the distribution with a player's number in the hand, instead of his position in the pot, as the bit."""
    bits = [1 << player for player in pot.players]
    return {sum(bit for k, bit in enumerate(bits) if winners >> k & 1): p for winners, p in distribution.items()}


def _pot_distribution(player: int, pots: Sequence[HandPot], won: Sequence[WinnerDistribution]) -> dict[float, float]:
    """Return the probabilities of the chips that a player gets out of the pots.

    A player who contests a pot contests all earlier ones as well, so the winners of a pot also win each later pot that
    they contest. Once the first pot that the player wins is known with its winners, so are the others. The probability
    that a pot is the *first* one he wins is that of winning it minus that of winning the previous one.
    """
    result: dict[float, float] = {}
    for index, pot in enumerate(pots):
        contenders = sum(1 << other for other in pot.players)
        first_won = {winners: p for winners, p in won[index].items() if winners >> player & 1}
        for winners, p in won[index - 1].items() if index else ():
            if winners >> player & 1 and winners & contenders in first_won:
                first_won[winners & contenders] -= p
        for winners, p in first_won.items():
            if p > ROUNDING_ERROR:
                chips = fsum(_share(player, later, winners) for later in pots[index:])
                result[chips] = result.get(chips, 0.0) + p
    result[0.0] = max(1.0 - fsum(result.values()), 0.0)
    return result


def _share(player: int, pot: HandPot, winners: int) -> float:
    """Return the chips of ``pot`` that a player gets if ``winners``, a set of players, win it; it is divided among
    those of them who contest it."""
    sharing = sum(winners >> other & 1 for other in pot.players)
    return pot.chips / sharing if player in pot.players else 0.0


def _net(distribution: dict[float, float], after_rake: float, paid: float, boards: int) -> ResultDistribution:
    """Return the distribution of a result as the mean over independent ``boards``.

    ``after_rake``: the share of the pots that is left after the rake; ``paid``: the chips that the player has put in.
    """
    result: dict[float, float] = {}
    for draw in product(distribution.items(), repeat=boards):
        chips = round(fsum(chips for chips, _ in draw) / boards * after_rake - paid, CHIP_DECIMALS) + 0.0
        result[chips] = result.get(chips, 0.0) + prod(p for _, p in draw)
    return tuple((p, chips) for chips, p in sorted(result.items()) if p > ROUNDING_ERROR)
