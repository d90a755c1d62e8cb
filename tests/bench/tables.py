"""Random tables, ordinary and awkward ones: what the cost models and the bounds of all work are tried on."""

from random import Random

from engine.scenario import RunOptions, Scenario, Seat

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
RANGES = (
    "QQ+, AKs", "TT+, AQs+, AKo", "22+, A2s+, KTs+, QTs+, JTs, ATo+, KQo", "random", "15%", "30%", "17%-53%",
    "AA", "77, 88", "AKo", "JTs, T9s, 98s", "A2s-A5s", "66-22", "5%-20%", "Ax", "45%", "TT+", "AA, KK, QQ",
)  # fmt: skip
AWKWARD = ("AA:1e-9, KK", "17%-53%:1e-9", "33:1e-6, 44", "QQ+:0.001, 22-55", "AhAd, AsAc", "AA", "KK, AA:1e-12")
RAZZ_SLOTS = ("7-", "8-", "x", "[A25]", "[2-6]", "5-", "9+", "x")


def random_table(random: Random, game: str, *, awkward: bool = False, run: RunOptions | None = None) -> Scenario:
    """Return a table of ``game``; it may be impossible."""
    return (_holdem if game == "holdem" else _razz)(random, awkward, run or RunOptions())


def _holdem(random: Random, awkward: bool, run: RunOptions) -> Scenario:
    deck = random.sample(DECK, 52)
    board = "".join(deck.pop() for _ in range(random.choice((0, 0, 3, 3, 4, 5))))
    dead = "".join(deck.pop() for _ in range(random.choice((0, 0, 0, 1, 2, 4))))
    count = random.randint(1, 10) if awkward else random.choice((2, 2, 2, 3, 3, 4, 5))
    texts = RANGES + AWKWARD * 2 if awkward else RANGES
    seats = []
    for place in range(count):
        cards = deck.pop() + deck.pop() if random.random() < 0.25 else random.choice(texts)
        seats.append(Seat(f"Seat {place + 1}", cards, place > 0 and random.random() < 0.25))
    return Scenario("holdem", tuple(seats), board, dead, run)


def _razz(random: Random, awkward: bool, run: RunOptions) -> Scenario:
    ranks = random.sample("A23456789TJQK" * 4, 52)
    count = random.randint(1, 8) if awkward else random.choice((2, 3, 3, 4, 5, 6, 7, 8))
    street = random.choice((3, 4, 5, 6, 6, 6, 7)) if count * 7 <= 52 else random.choice((3, 4, 5, 6, 6))
    seats = []
    for place in range(count):
        folded = place > 0 and random.random() < (0.3 if awkward else 0.15)
        length = random.randint(1, street) if folded else street
        known = random.random() < 0.5
        slots = [random.choice(RAZZ_SLOTS) if not known and slot < 2 else ranks.pop() for slot in range(length)]
        seats.append(Seat(f"Seat {place + 1}", "".join(slots), folded))
    dead = " ".join(ranks.pop() for _ in range(random.choice((0, 0, 1, 3))))
    return Scenario("razz", tuple(seats), "", dead, run)
