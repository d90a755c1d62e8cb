"""Who wins at a showdown: five of seven cards by the rules of hold'em and of razz, and the shares of each pot."""

from collections import Counter
from collections.abc import Sequence

from engine.games import GAMES
from engine.histories.hand import Pot
from engine.scenario import Game

RANKS = "23456789TJQKA"
WHEEL = (12, 3, 2, 1, 0)
FIVE = 5
Value = tuple[tuple[int, ...], ...]


def high_value(cards: Sequence[str]) -> Value:
    """Return the value of the best five of up to seven cards; larger is better."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suits = Counter(card[1] for card in cards)
    flush = [RANKS.index(card[0]) for card in cards if suits[card[1]] >= FIVE]
    if flush and (top := _straight(flush)) is not None:
        return (8,), (top,)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    (first, most), second = groups[0], groups[1] if len(groups) > 1 else (0, 0)
    if most == 4:
        return (7,), (first, max(rank for rank in ranks if rank != first))
    if most == 3 and second[1] >= 2:
        return (6,), (first, second[0])
    if flush:
        return (5,), tuple(sorted(flush, reverse=True)[:FIVE])
    if (top := _straight(ranks)) is not None:
        return (4,), (top,)
    if most == 3:
        return (3,), (first, *[rank for rank in ranks if rank != first][:2])
    if most == 2 and second[1] == 2:
        return (2,), (first, second[0], max(rank for rank in ranks if rank not in (first, second[0])))
    if most == 2:
        return (1,), (first, *[rank for rank in ranks if rank != first][:3])
    return (0,), tuple(ranks[:FIVE])


def _straight(ranks: Sequence[int]) -> int | None:
    """Return the highest rank of a straight, None where there is none."""
    held = set(ranks)
    for top in range(12, 3, -1):
        if held.issuperset(range(top - 4, top + 1)):
            return top
    return 3 if held.issuperset(WHEEL) else None


def low_value(cards: Sequence[str]) -> Value:
    """Return the value of the lowest five of seven cards, aces low; larger is better."""
    counts = Counter((RANKS.index(card[0]) + 1) % len(RANKS) for card in cards)
    ranks = sorted(counts)
    chosen = Counter(ranks[:FIVE])
    while chosen.total() < FIVE:  # pairs, as few and as low as can be
        paired = min((rank for rank in ranks if chosen[rank] < counts[rank]), key=lambda rank: (chosen[rank], rank))
        chosen[paired] += 1
    groups = sorted(chosen.items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    return tuple(-count for count in shape), tuple(-rank for rank, _ in groups)


def value_of(game: Game, cards: Sequence[str], board: Sequence[str]) -> Value:
    """Return the value of a player's cards with those of the board; larger is better."""
    return high_value((*cards, *board)) if GAMES[game].board_cards else low_value((*cards, *board))


def shares(
    game: Game, pots: Sequence[Pot], cards: Sequence[Sequence[str]], boards: Sequence[Sequence[str]], *, whole: bool
) -> tuple[float, ...]:
    """Return by player what the pots give; each board takes an equal part of every pot.

    ``whole``: chips are not divided; the odd ones go to the first winners, one to each.
    """
    won = [0.0] * len(cards)
    for pot in pots:
        for part, board in zip(_parts(pot.chips, len(boards), whole=whole), boards, strict=True):
            values = {player: value_of(game, cards[player], board) for player in pot.players}
            best = max(values.values())
            winners = [player for player, value in values.items() if value == best]
            for winner, chips in zip(winners, _parts(part, len(winners), whole=whole), strict=True):
                won[winner] += chips
    return tuple(won)


def _parts(chips: float, count: int, *, whole: bool) -> list[float]:
    """Return chips in equal parts, the odd ones with the first."""
    if not whole:
        return [chips / count] * count
    part, odd = divmod(chips, count)
    return [part + (place < odd) for place in range(count)]
