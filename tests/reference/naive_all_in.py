"""All-in adjusted results by dealing every card that was still to come, each pot shared out deal by deal."""

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
    pots, kept = moment.pots(), 1.0 - (hand.rake or 0.0) / moment.pot
    laws: list[Law] = [{} for _ in hand.names]
    deals = 0
    for values in _deals(hand, moment):
        deals += 1
        won = [0.0] * len(laws)
        for pot in pots:
            best = max(values[player] for player in pot.players)
            winners = [player for player in pot.players if values[player] == best]
            for player in winners:
                won[player] += pot.chips / len(winners)
        for player, chips in enumerate(won):
            net = round(chips * kept - moment.chips[player].total - moment.chips[player].ante, 6)
            laws[player][net] = laws[player].get(net, 0.0) + 1.0
    return [{net: count / deals for net, count in law.items()} for law in laws]


def naive_stacks(hand: PlayedHand) -> dict[tuple[float, ...], float]:
    """Return the probability of all stacks after a hand, of one in which all who are in have shown."""
    moment = last_chip(hand)
    kept, counts, deals = 1.0 - (hand.rake or 0.0) / moment.pot, dict[tuple[float, ...], int](), 0
    for values in _deals(hand, moment):
        deals += 1
        stacks = [chips.stack for chips in moment.chips]
        for pot in moment.pots():
            best = max(values[player] for player in pot.players)
            winners = [player for player in pot.players if values[player] == best]
            for player in winners:
                stacks[player] += kept * pot.chips / len(winners)
        key = tuple(round(stack, 6) for stack in stacks)
        counts[key] = counts.get(key, 0) + 1
    return {stacks: count / deals for stacks, count in counts.items()}


def mean(law: Law) -> float:
    """Return what a law brings on average."""
    return sum(p * net for net, p in law.items())


def _deals(hand: PlayedHand, moment: Moment) -> Iterator[dict[int, HandValue]]:
    """Yield for each deal of the cards to come what the hands of all who are in are worth."""
    own = {player: hand.cards[player][: moment.dealt[player]] for player in moment.live}
    gone = {card for cards in own.values() for card in cards} | set(moment.board)
    if GAMES[hand.game].stud:
        gone |= {card for i, folded in enumerate(moment.folded) if folded for card in hand.cards[i][2:6]}
        gone.discard(UNKNOWN_CARD)
    deck = [text for card in range(52) if (text := card_text(card)) not in gone]
    if not GAMES[hand.game].stud:
        for board in combinations(deck, GAMES[hand.game].board_cards - len(moment.board)):
            yield {i: value_of(hand.game, own[i], (*moment.board, *board)) for i in own}
        return
    known: dict[tuple[int, tuple[str, ...]], HandValue] = {}

    def dealt(players: Sequence[int], left: list[str]) -> Iterator[dict[int, HandValue]]:
        if not players:
            yield {}
            return
        player = players[0]
        for cards in combinations(left, HAND - len(own[player])):
            if (player, cards) not in known:
                known[player, cards] = value_of(hand.game, (*own[player], *cards), ())
            for values in dealt(players[1:], [card for card in left if card not in cards]):
                yield {player: known[player, cards], **values}

    yield from dealt(list(own), deck)
