"""All-in adjusted results by dealing every card that was still to come, each pot shared out deal by deal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.cards import card_text
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.settlement import HandValue, value_of

HAND = 7
Law = dict[float, float]


def last_chip(hand: PlayedHand) -> Moment:
    """Return the moment after the last decision of a hand."""
    after = hand.moments[0]
    for before, moment in zip(hand.moments, hand.moments[1:], strict=False):
        after = moment if before.to_act is not None else after
    return after


def naive_laws(hand: PlayedHand) -> list[Law]:
    """Return by player the probability of each net result, of a hand in which all who are in have shown."""
    moment = last_chip(hand)
    kept = 1.0 - (hand.rake or 0.0) / moment.pot
    laws: list[Law] = [{} for _ in hand.names]
    outcomes = _outcomes(hand, moment)
    for won, count in outcomes.items():
        for player, chips in enumerate(won):
            net = round(chips * kept - moment.chips[player].total - moment.chips[player].ante, 6)
            laws[player][net] = laws[player].get(net, 0.0) + count
    return [{net: count / outcomes.total() for net, count in law.items()} for law in laws]


def naive_stacks(hand: PlayedHand) -> dict[tuple[float, ...], float]:
    """Return the probability of all stacks after a hand, of one in which all who are in have shown."""
    moment = last_chip(hand)
    kept, counts = 1.0 - (hand.rake or 0.0) / moment.pot, Counter[tuple[float, ...]]()
    for won, count in _outcomes(hand, moment).items():
        stacks = [chips.stack + kept * more for chips, more in zip(moment.chips, won, strict=True)]
        counts[tuple(round(stack, 6) for stack in stacks)] += count
    return {stacks: count / counts.total() for stacks, count in counts.items()}


def _outcomes(hand: PlayedHand, moment: Moment) -> Counter[tuple[float, ...]]:
    """Return in how many deals the players win so much of the pots."""
    live, pots, result = sorted(moment.live), moment.pots(), Counter[tuple[float, ...]]()
    for deal, count in Counter(_deals(hand, moment, live)).items():
        values, won = dict(zip(live, deal, strict=True)), [0.0] * len(hand.names)
        for pot in pots:
            best = max(values[player] for player in pot.players)
            winners = [player for player in pot.players if values[player] == best]
            for player in winners:
                won[player] += pot.chips / len(winners)
        result[tuple(won)] += count
    return result


def mean(law: Law) -> float:
    """Return what a law brings on average."""
    return sum(p * net for net, p in law.items())


def _deals(hand: PlayedHand, moment: Moment, live: Sequence[int]) -> Iterator[tuple[HandValue, ...]]:
    """Yield for each deal of the cards to come what the hands of the players ``live`` are worth."""
    own = {player: hand.cards[player][: moment.dealt[player]] for player in live}
    gone = {card for cards in own.values() for card in cards} | set(moment.board)
    if GAMES[hand.game].stud:
        gone |= {card for i, folded in enumerate(moment.folded) if folded for card in hand.cards[i][2:6]}
        gone.discard(UNKNOWN_CARD)
    deck = [text for card in range(52) if (text := card_text(card)) not in gone]
    if not GAMES[hand.game].stud:
        for board in combinations(deck, GAMES[hand.game].board_cards - len(moment.board)):
            yield tuple(value_of(hand.game, own[i], (*moment.board, *board)) for i in own)
        return
    known: dict[tuple[int, tuple[str, ...]], HandValue] = {}

    def dealt(players: Sequence[int], left: list[str]) -> Iterator[tuple[HandValue, ...]]:
        if not players:
            yield ()
            return
        player = players[0]
        for cards in combinations(left, HAND - len(own[player])):
            if (player, cards) not in known:
                known[player, cards] = value_of(hand.game, (*own[player], *cards), ())
            value = known[player, cards]
            for values in dealt(players[1:], [card for card in left if card not in cards]):
                yield value, *values

    yield from dealt(list(own), deck)
