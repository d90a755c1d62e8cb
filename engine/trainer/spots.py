"""Spots drawn from packs, and the questions about them with their exact answers; razz hands are dealt by
their weights without trying again.

Of at most :data:`TRIES` spots the first one is taken that is worth a question: it was not asked lately, and its answer
is open (an equity that is not near 0 or 1; a price near what the hand needs). Where none is, the best of them is taken;
one that was asked since the program began, or whose equity nobody has to guess, never.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol, TypeAlias

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import RAZZ_RANKS, TextError
from engine.equity.jobs import Cancelled
from engine.equity.results import Snapshot
from engine.equity.rules import problems
from engine.equity.run import run
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.ranges.bases import filters_of
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.orders import Order
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT
from engine.ranges.razz_text import (
    RazzItem,
    RazzSlot,
    RazzText,
    format_razz,
    parse_razz,
    parse_razz_cards,
    written_slots,
)
from engine.scenario import Game, RunOptions, Scenario, Seat
from engine.table.one_line import format_line
from engine.table.random_cards import NothingLeftError, random_board, random_hand
from engine.table.slots import holds_range
from engine.trainer.packs import SEATS, Pack, SpotRange
from engine.trainer.record import OWN, USUAL, Choice, Guess, Record, spot_of

MOST_CARDS = 5
DOWN = 2
"""Cards face down that a hand begins with, in either order."""
FREE = RazzSlot(ALL_RANKS, free=True)


def with_slots(text: str, count: int) -> RazzText:
    """Return a text whose hands all have ``count`` cards, the further ones free.

    Raises:
        TextError: it cannot be read, or a hand has more cards.
    """
    hand = parse_razz(text)
    if count > MOST_CARDS or any(len(item.slots) > count for item in hand.items):
        raise TextError(f"a spot has hands of at most {min(count, MOST_CARDS)} cards")
    return RazzText(
        tuple(replace(item, slots=(*item.slots, *(FREE,) * (count - len(item.slots)))) for item in hand.items)
    )


def deal_chances(hand: RazzText, live: Sequence[int]) -> F64:
    """Return how likely each hand is dealt, up to a factor: its weight times its ways.

    ``hand`` has as many slots in all items; ``live`` are the cards left of each rank. float64[13, .., 13]: an axis a
    card, as they are dealt.
    """
    count = len(hand.items[0].slots)
    ranks = np.indices((RANK_COUNT,) * count, sparse=True)
    weights = np.zeros((RANK_COUNT,) * count)
    for item in hand.items:  # of items that fit the same cards the last one stands
        fits = _fits(item, ranks)
        if count >= DOWN:
            fits |= fits.swapaxes(0, 1)
        weights[fits] = item.weight
    left = np.array(live)
    for at in range(count):
        ways = left[ranks[at]] - sum((ranks[at] == ranks[before]).astype(np.int64) for before in range(at))
        weights *= np.maximum(ways, 0)
    return weights


def _fits(item: RazzItem, ranks: Sequence[I64]) -> Bools:
    fits = np.ones((RANK_COUNT,) * len(item.slots), np.bool_)
    for at, slot in enumerate(item.slots):
        fits &= (slot.ranks >> ranks[at] & 1).astype(np.bool_)
        for before in range(at):
            if slot.group >= 0 and slot.group == item.slots[before].group:
                fits &= ranks[at] != ranks[before]
    return fits


def deal(hand: RazzText, live: Sequence[int], generator: np.random.Generator) -> tuple[int, ...] | None:
    """Return the ranks of a hand, as they are dealt; None where none is left."""
    chances = deal_chances(hand, live)
    total = np.cumsum(chances)
    if not total[-1] > 0:
        return None
    place = int(np.searchsorted(total, generator.random() * total[-1], side="right"))
    return tuple(int(rank) for rank in np.unravel_index(min(place, chances.size - 1), chances.shape))


def with_up_cards(hand: RazzText, ups: Sequence[int]) -> str:
    """Return the text of the hands that show the up cards ``ups``; its down cards stay as they are."""
    items = []
    for item in hand.items:
        slots = list(item.slots)
        for at, rank in enumerate(ups, start=DOWN):
            if not slots[at].ranks >> rank & 1:
                break
            slots[at] = RazzSlot(1 << rank, particular=True, group=slots[at].group)
        else:
            grouped = [(slot.group, slot.ranks) for slot in slots if slot.group >= 0 and slot.particular]
            if len(set(grouped)) == len(grouped):
                items.append(replace(item, slots=tuple(slots)))
    return format_razz(RazzText(tuple(items)))


BOARDS, MORE_UP_CARDS = (0, 3, 4), (0, 1, 2)
"""Cards that are dealt to spots of the player's own ranges."""
RANGE_SHARE = 1 / 3
"""The probability that the first seat of such a spot holds a whole range."""
BANDS, BAND_TRIES, OTHER_BAND = (0.0, 0.45, 0.55, 1.0), 6, 0.9
"""A guess of 50 % for everything must not do: equities below, about and above it are wanted equally often, in the first
tries; what another band is worth."""
HERO = "Hero"
LONGEST_RANGE = 4_000
"""Longer texts are left out: the record keeps the spots."""
LONGEST_TITLE = 100
TRIES = 16
STARTING_CARDS = 3
LEAST, DECIDED = 0.06, 0.02
"""An equity below the first, or as near to 1, is asked where nothing better comes; below the second never."""
SIZES = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1.0, 3 / 2, 2.0)
"""Bets as shares of the pot."""
POTS = (24, 36, 48, 60, 84, 96, 120, 144, 180, 240)
NEAREST, FARTHEST = 0.015, 0.16
"""The distance of the equity from that of a call in a question about a price: a player can know, and can be wrong."""
CALL, FOLD = "call", "fold"
OPTIONS = RunOptions(target_stderr=0.0005, max_seconds=1.0)
"""Spots are exact; a range that has to be sampled has a second. The record's seed chooses the spot, and the answer to
a spot does not depend on when it is asked."""
DETAILS, DETAIL_SECONDS = ("matrix", "made", "down_cards"), 6.0
"""The values displayed after the answer; nobody waits for them, also on a busy machine they shall be there."""


class NoSpotError(ValueError):
    """No spot can be made of the ranges there are, or none is left."""

    def __init__(
        self, reason: str = "no open spot can be made of these ranges, or all of them have been asked"
    ) -> None:
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Option:
    """An action, what it is worth in chips, and how often it is played at equilibrium (None: not known)."""

    name: str
    ev: float
    frequency: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question about a ``spot`` of a pack, with its answer: the ``equity`` of the first seat with its ``stderr``
    or, where there are ``options``, the best of them.

    ``pot`` (with the bet) and ``bet`` are in chips. Losses up to ``blur``, a share of the pot, count as none.
    ``snapshot``: the result with its details, None until they are computed. ``again``: it was missed before. Of a
    played hand ``about`` says which, and ``did`` what the player did there.
    """

    pack: str
    spot: Scenario
    equity: float
    stderr: float = 0.0
    pot: float = 0.0
    bet: float = 0.0
    options: tuple[Option, ...] = ()
    blur: float = 0.0
    again: bool = False
    snapshot: Snapshot | None = None
    about: str = ""
    did: str = ""

    @property
    def line(self) -> str:
        """The spot as the record has it; a range as long as those of a solved hand is left out."""
        line = format_line(self.spot)
        if len(line) <= LONGEST_RANGE:
            return line
        return format_line(self.spot.with_seat(1, cards=GAMES[self.spot.game].any_hand))

    @property
    def needed(self) -> float:
        """The equity at which a call of the bet wins nothing and loses nothing."""
        return self.bet / (self.pot + self.bet) if self.bet > 0 else 0.0

    @property
    def best(self) -> Option:
        """The option that is worth most."""
        return max(self.options, key=lambda option: option.ev)

    def loss(self, option: Option) -> float:
        """Return the loss of an option against the best one, as a share of the pot."""
        loss = (self.best.ev - option.ev) / self.pot
        return loss if loss > self.blur else 0.0

    def guessed(self, share: float) -> Guess:
        """Return the guess of an equity as an answer."""
        return Guess(self.line, self.spot.game, share, self.equity, self.pack)

    def chosen(self, option: Option) -> Choice:
        """Return the choice of an option as an answer."""
        best, loss = self.best.name, self.loss(option)
        return Choice(self.line, self.spot.game, self.pack, self.pot, self.bet, option.name, best, loss)


@dataclass(frozen=True, slots=True, eq=False)
class HandPack:
    """Decisions of a player with each hand at one point of a solved hand.

    ``table``: the seat of the player, then that of the opponent with his range; ``hands``: their texts, and by hand
    ``weights`` and ``equities`` float64[hands], ``evs`` in chips and ``frequencies`` float64[actions, hands];
    ``faced``: what a call costs.
    """

    name: str
    title: str
    table: Scenario
    hands: tuple[str, ...]
    weights: F64
    equities: F64
    actions: tuple[str, ...]
    evs: F64
    frequencies: F64
    pot: float
    faced: float
    blur: float

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self.table.game

    def question(self, hand: int) -> Question:
        """Return the question about a hand."""
        options = zip(self.actions, self.evs[:, hand].tolist(), self.frequencies[:, hand].tolist(), strict=True)
        return Question(
            self.name,
            self.table.with_seat(0, cards=self.hands[hand]),
            float(self.equities[hand]),
            pot=self.pot,
            bet=self.faced,
            options=tuple(Option(*option) for option in options),
            blur=self.blur,
        )

    def draw(
        self, record: Record, level: int, asked: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> Question:
        """Return the question about a hand, by its weight, that is not among those ``asked``; where there is one, it
        was not asked before and is not worth the same as one that was. Each action is the best one as often.

        Raises:
            NoSpotError: no hand comes here, or none is left.
        """
        given = {answer.spot for answer in record.of(self.game, self.name)}
        worth = np.isfinite(self.evs).all(axis=0) & (np.ptp(self.evs, axis=0) > max(self.blur, LEAST_LOSS) * self.pot)
        worths = [tuple(worths) for worths in np.round(self.evs / self.pot, WORTH_DIGITS).T.tolist()]
        close = np.partition(self.evs, -2, axis=0)[-2:] if len(self.actions) > 1 else self.evs
        near = np.ptp(close, axis=0) <= DULL * self.pot
        lines = [self.question(hand).line for hand in range(len(self.hands))]
        known = {worths[hand] for hand, line in enumerate(lines) if line in given}
        new = np.array([each not in known for each in worths])
        left = np.array([line not in asked for line in lines])
        for fit in (worth & new & near, worth & new, worth):
            chances = self.weights * (fit & left)
            if chances.sum() > 0:
                generator, best = record.generator(), self.evs.argmax(axis=0)
                chances = chances * (best == generator.choice(np.unique(best[chances > 0])))
                return self.question(int(generator.choice(len(self.hands), p=chances / chances.sum())))
        raise NoSpotError("all hands that come here and have a choice to make have been asked")


LEAST_LOSS, DULL, WORTH_DIGITS = 0.01, 0.3, 3
"""A decision in which all actions are worth the same, to the first share of the pot, is no question; one in which the
best is ahead by more than the second is asked where no other is left."""


class Drawing(Protocol):
    """A source that draws its questions itself."""

    @property
    def name(self) -> str:
        """The name of its tally."""

    @property
    def title(self) -> str:
        """More than that, or nothing."""

    @property
    def game(self) -> Game:
        """The game of the spots."""

    def draw(
        self, record: Record, level: int, asked: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> Question:
        """Return the next question, which is not among those ``asked`` unless it was missed."""


Source: TypeAlias = Pack | Drawing


def questions(
    source: Source,
    record: Record,
    orders: Sequence[Order] = (),
    cancel: CancelToken | None = None,
    *,
    level: int = USUAL,
    asked: Set[str] = frozenset(),
) -> Iterator[Question]:
    """Yield the next question of a source, then the same with the details of its result. Where no new one is left, what
    was missed comes again.

    Equal sources and records give equal questions. ``level``: by which spots were missed; ``asked``: the lines of those
    that do not come again but for that.

    Raises:
        Cancelled: by ``cancel``, before a question was drawn.
        NoSpotError: there is none.
        ScenarioError: its details cannot be computed.
    """
    if isinstance(source, Pack):
        known = source.name, source.game, record, level, orders, cancel
        question = due_question(*known)
        if question is None:
            try:
                question = _drawn(source, record, asked, orders, cancel)
            except NoSpotError:
                question = due_question(*known, soon=True)
                if question is None:
                    raise
    else:
        question = source.draw(record, level, asked, orders, cancel)
    yield question
    details = tuple(name for name in DETAILS if name in GAMES[question.spot.game].details)
    snapshot = _result(question.spot, orders, cancel, details)
    if snapshot is not None:
        yield replace(question, snapshot=snapshot)


def _result(
    spot: Scenario, orders: Sequence[Order], cancel: CancelToken | None, details: tuple[str, ...] = ()
) -> Snapshot | None:
    table = replace(spot, run=replace(OPTIONS, detail=details, max_seconds=DETAIL_SECONDS) if details else OPTIONS)
    final = None
    for snapshot in run(table, cancel=cancel, every=float("inf"), orders=orders):
        final = snapshot if snapshot.final and snapshot.seats else None
    return final


def spot_question(pack: str, spot: Scenario, orders: Sequence[Order], cancel: CancelToken | None) -> Question | None:
    """Return the question about the equity of a spot; None where the spot cannot be computed, as an order of hands has
    gone, and where the run was cancelled."""
    if problems(spot, orders):
        return None
    result = _result(spot, orders, cancel)
    estimate = None if result is None else result.seats[0].estimate
    return None if estimate is None else Question(pack, spot, estimate.equity, estimate.stderr)


def due_question(
    pack: str,
    game: Game,
    record: Record,
    level: int,
    orders: Sequence[Order],
    cancel: CancelToken | None,
    *,
    soon: bool = False,
) -> Question | None:
    """Return the question of a pack that is to be asked again now, None where there is none, or where more than its
    equity would have to be computed."""
    answer = record.due(game, pack, level, soon=soon)
    if answer is None or (isinstance(answer, Choice) and answer.bet <= 0):
        return None
    question = spot_question(pack, spot_of(answer), orders, cancel)
    if question is None:
        return None
    question = replace(question, again=True)
    return question if isinstance(answer, Guess) else priced(question, answer.pot, answer.bet)


def option_of(text: str, options: Sequence[Option]) -> Option | None:
    """Return the option that a player means: by its number from 1 on, or by the beginning of its name; None where that
    is none or several."""
    plain = " ".join(text.split()).lower()
    if plain.isdecimal():
        return options[int(plain) - 1] if 1 <= int(plain) <= len(options) else None
    meant = [option for option in options if plain and option.name.lower().startswith(plain)]
    exact = [option for option in meant if option.name.lower() == plain]
    return (exact or meant)[0] if len(exact or meant) == 1 else None


def priced(question: Question, pot: float, bet: float) -> Question:
    """Return the question whether to call a bet for a pot that holds it; nothing is bet after that."""
    call = question.equity * (pot + bet) - bet
    return replace(question, pot=pot, bet=bet, options=(Option(CALL, call), Option(FOLD, 0.0)))


def is_open_price(question: Question) -> bool:
    """Return whether a price is near enough to what the hand needs that a player can know, and can be wrong."""
    return NEAREST <= abs(question.equity - question.needed) <= FARTHEST


def _drawn(
    pack: Pack, record: Record, asked: Set[str], orders: Sequence[Order], cancel: CancelToken | None
) -> Question:
    generator = record.generator()
    calls = bool(generator.random() < 1 / 2)
    band = int(generator.integers(1, len(BANDS)))
    before = record.of(pack.game, pack.name)
    lines = {answer.spot for answer in before}
    equities = {_law(spot_of(answer), answer.equity) for answer in before if isinstance(answer, Guess)}
    best: tuple[float, Question] | None = None
    for tried in range(TRIES):
        try:
            spot = _dealt(pack, generator, orders)
        except (NothingLeftError, TextError):
            continue
        if spot.seats[0].cards == spot.seats[1].cards:  # two ranges of razz, of the same up cards
            continue
        question = spot_question(pack.name, spot, orders, cancel)
        if cancel is not None and cancel.cancelled:
            raise Cancelled
        if question is None or question.line in asked or not DECIDED <= question.equity <= 1 - DECIDED:
            continue
        if pack.asks == "price":
            question, worth = _with_price(question, generator, calls=calls)
        else:
            worth = min(1.0, question.equity / LEAST, (1 - question.equity) / LEAST)
            if not BANDS[band - 1] <= question.equity <= BANDS[band]:
                worth *= OTHER_BAND
        if question.line in lines or _law(spot, question.equity) in equities:
            worth -= 1
        if best is None or worth > best[0]:
            best = worth, question
        if best[0] >= (1 if tried < BAND_TRIES else OTHER_BAND):
            break
    if best is None:
        raise NoSpotError
    return best[1]


def _law(spot: Scenario, equity: float) -> tuple[str, str, int]:
    """Return what is the same of two spots that differ in suits alone."""
    return spot.seats[1].cards, "".join(sorted(spot.board[::3])), round(equity * 1e9)


def _with_price(question: Question, generator: np.random.Generator, *, calls: bool) -> tuple[Question, float]:
    """Return a question with a bet that makes it a close one, and what it is worth: 1 if a call is right as wanted."""
    equity, pot = question.equity, int(generator.choice(POTS))
    distances = {size: equity - size / (1 + 2 * size) for size in SIZES}
    close = [size for size, distance in distances.items() if NEAREST <= abs(distance) <= FARTHEST and equity >= LEAST]
    wanted = [size for size in close if (distances[size] > 0) == calls]
    size = float(generator.choice(wanted or close or SIZES))
    bet = round(size * pot)
    return priced(question, pot + bet, bet), 1.0 if wanted else 0.5 if close else 0.0


def _dealt(pack: Pack, generator: np.random.Generator, orders: Sequence[Order]) -> Scenario:
    """Return a spot of a pack, which may have problems.

    Raises:
        NothingLeftError: too few cards are left.
        TextError: a text cannot be read.
    """
    whole = pack.asks == "equity" and bool(generator.random() < pack.whole)
    spot = _table(pack, generator, whole=whole)
    more = int(generator.choice(pack.cards))
    if GAMES[pack.game].stud:
        return _stud_spot(spot, pack, more, generator, whole=whole)
    if more:
        spot = random_board(spot, more, generator)
    return random_hand(spot, 0, generator, tuple(orders)) if holds_range(spot, 0) and not whole else spot


def _table(pack: Pack, generator: np.random.Generator, *, whole: bool) -> Scenario:
    """Return the ranges of a spot, named by their texts where a pack gives no names; ``whole``: the player holds the
    range, not a hand of it."""
    if pack.spots:
        spot = pack.spots[int(generator.integers(len(pack.spots)))]
        sides = [(seat.cards if seat.name == f"Seat {i + 1}" else "", seat) for i, seat in enumerate(spot.seats)]
    else:
        if len(pack.ranges) < SEATS:
            raise NothingLeftError
        pair = [pack.ranges[int(i)] for i in generator.choice(len(pack.ranges), SEATS, replace=False)]
        spot, sides = Scenario(pack.game, ()), [(entry.name, Seat(entry.name, entry.text)) for entry in pair]
    (mine, hero), (his, other) = sides
    names = (f"{HERO}, {mine}" if whole else HERO) if mine else hero.name, his or other.name
    seats = zip(names, (hero, other), strict=True)
    return replace(spot, seats=tuple(Seat(name[:LONGEST_TITLE], seat.cards) for name, seat in seats))


def _stud_spot(spot: Scenario, pack: Pack, more: int, generator: np.random.Generator, *, whole: bool) -> Scenario:
    """Deal the up cards of both seats, the other cards of the first one unless it holds a ``whole`` range, and the
    doors that have folded."""
    live = [4] * len(RAZZ_RANKS)
    dead = [card.rank for card in parse_razz_cards(spot.dead)]
    texts = [seat.cards for seat in spot.seats]
    count = max(STARTING_CARDS, *(written_slots(parse_razz(text)) for text in texts)) + more
    for seat, text in enumerate(texts):
        hand = with_slots(text, count)
        ranks = _taken(deal(hand, _without(live, dead), generator))
        shown = ranks if seat == 0 and not whole else ranks[DOWN:]
        texts[seat] = (
            with_up_cards(hand, shown) if len(shown) < count else _cards((*sorted(ranks[:DOWN]), *ranks[DOWN:]))
        )
        live = _without(live, shown)
    for _ in range(int(generator.integers(pack.folded[0], pack.folded[1] + 1))):
        dead += _taken(deal(with_slots(pack.doors, 1), _without(live, dead), generator))
    seats = tuple(replace(seat, cards=text) for seat, text in zip(spot.seats, texts, strict=True))
    return replace(spot, seats=seats, dead=_cards(dead))


def _taken(ranks: tuple[int, ...] | None) -> tuple[int, ...]:
    if ranks is None:
        raise NothingLeftError
    return ranks


def _without(live: Sequence[int], ranks: Iterable[int]) -> list[int]:
    result = list(live)
    for rank in ranks:
        result[rank] -= 1
    return result


def _cards(ranks: Iterable[int]) -> str:
    return "".join(RAZZ_RANKS[rank] for rank in ranks)


def own_pack(game: Game, ranges: Iterable[SpotRange], others: Iterable[SpotRange] = ()) -> Pack:
    """Return the pack of the player's own ranges; of ``others``, too, where these are not two different ones.

    Left out are equal ranges, and those that stand for cards that have been dealt (see :func:`is_start`).
    """
    usable: dict[str, SpotRange] = {}
    for entry in (*ranges, None, *others):
        if entry is None:
            if len(usable) >= SEATS:
                break
        elif is_start(game, entry.text):
            usable.setdefault("".join(entry.text.split()), entry)
    stud = GAMES[game].stud
    cards = MORE_UP_CARDS if stud else BOARDS
    return Pack(OWN, game, ranges=tuple(usable.values()), whole=RANGE_SHARE, cards=cards)


@lru_cache(maxsize=4096)
def is_start(game: Game, text: str) -> bool:
    """Return whether a text is a range of starting hands: without street filters, in stud games without later cards,
    and in hold'em without classes of which some suits are missing, as after a board; a single hand is one."""
    if not text.strip() or len(text) > LONGEST_RANGE or filters_of(text):
        return False
    try:
        if GAMES[game].stud:
            return all(len(item.slots) <= STARTING_CARDS for item in parse_razz(text).items)
        weights = parse_range(text).weights
    except TextError:
        return False
    if np.count_nonzero(weights) <= 1:
        return bool(weights.any())
    owner, sizes = class_of_combo()
    means = np.bincount(owner, weights) / sizes
    return bool(np.allclose(weights, means[owner]))
