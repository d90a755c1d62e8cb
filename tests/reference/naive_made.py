"""Made hands and draws from the specification alone: card texts, sets and counts. Slow and obvious."""

from collections import Counter
from functools import cache
from itertools import combinations

RANKS = "23456789TJQKA"
BEST_FIRST = ["straight flush", "four of a kind", "full house", "flush", "straight"]


def ranks(cards):
    return [RANKS.index(card[0]) for card in cards]


def straight(values):
    """The top rank of the best straight in these ranks, None where there is none; the ace is low too."""
    present = set(values) | ({-1} if 12 in values else set())
    return max((top for top in range(3, 13) if all(top - i in present for i in range(5))), default=None)


def five(cards):
    """The category and the value of five cards: tuples that compare as hands do."""
    values = ranks(cards)
    groups = sorted(Counter(values).items(), key=lambda item: (-item[1], -item[0]))
    shape, order = [count for _, count in groups], [rank for rank, _ in groups]
    flush, top = len({card[1] for card in cards}) == 1, straight(values)
    if flush and top is not None:
        return 8, [top]
    if shape == [4, 1]:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if flush:
        return 5, sorted(values, reverse=True)
    if top is not None:
        return 4, [top]
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), order


def best(cards):
    return max(five(chosen) for chosen in combinations(cards, 5))


def made(hand, board):
    """The made class of two hole cards; ``(class, rank of the kicker or None)``."""
    return _made(tuple(hand), tuple(board))


@cache
def _made(hand, board):
    value = best(hand + board)
    if value[0] >= 4:
        if len(board) == 5 and best(board) == value:
            return "plays the board", None
        return BEST_FIRST[8 - value[0]], None
    a, b = ranks(hand)
    on_board, different = Counter(ranks(board)), sorted(set(ranks(board)), reverse=True)
    if a == b:
        if a in on_board:
            return "set", None
        if a > different[0]:
            return "overpair", None
        return ("pocket pair below top" if a > different[1] else "low pair"), None
    if on_board[a] >= 2 or on_board[b] >= 2:
        return "trips", None
    if on_board[a] and on_board[b]:
        return "two pair", None
    if on_board[a] or on_board[b]:
        paired, other = (a, b) if on_board[a] else (b, a)
        if paired == different[0]:
            return "top pair", RANKS[other]
        return ("second pair" if paired == different[1] else "low pair"), None
    return {12: "ace high", 11: "king high"}.get(max(a, b), "nothing"), None


def draws(hand, board):
    """The set of draws of two hole cards."""
    return _draws(tuple(hand), tuple(board))


@cache
def _draws(hand, board):
    result = set()
    if len(board) == 5:
        return result
    name = made(hand, board)[0]
    if name not in BEST_FIRST[:4]:
        for suit in "shdc":
            held = [card for card in hand if card[1] == suit]
            count = len(held) + sum(card[1] == suit for card in board)
            if held and count == 4:
                result.add("flush draw")
                if next(rank + suit for rank in RANKS[::-1] if rank + suit not in board) in hand:
                    result.add("nut flush draw")
            if held and count == 3 and len(board) == 3:
                result.add("backdoor flush draw")
    if name not in BEST_FIRST:
        ways = 0
        for rank in range(13):
            ours, boards = straight([*ranks(hand + board), rank]), straight([*ranks(board), rank])
            ways += ours is not None and (boards is None or ours > boards)
        if ways:
            result.add("open-ended" if ways >= 2 else "gutshot")
    if name in ("ace high", "king high", "nothing"):
        over = sum(rank > max(ranks(board)) for rank in ranks(hand))
        if over:
            result.add("two overcards" if over == 2 else "one overcard")
    return result


def more(name, hand, board):
    """Whether two hole cards are what filters name beside classes and draws."""
    own, suits = draws(hand, board), {card[1] for card in hand}
    if name == "any draw":
        return bool(own & {"flush draw", "open-ended", "gutshot"})
    if name in ("two-card flush draw", "one-card flush draw"):
        return "flush draw" in own and len(suits) == (1 if name.startswith("two") else 2)
    if name == "nut flush":
        if made(hand, board)[0] != "flush":
            return False
        suit = next(suit for suit in "shdc" if sum(card[1] == suit for card in hand + board) >= 5)
        return next(rank + suit for rank in RANKS[::-1] if rank + suit not in board) in hand
    if len(board) > 3 or made(hand, board)[0] in BEST_FIRST or own & {"open-ended", "gutshot"}:
        return False
    for pair in combinations(range(13), 2):
        ours, boards = straight([*ranks(hand + board), *pair]), straight([*ranks(board), *pair])
        if ours is not None and (boards is None or ours > boards):
            return True
    return False
