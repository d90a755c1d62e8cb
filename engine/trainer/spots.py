"""Spots drawn at random from packs, and the questions that the trainer asks about them.

Of at most :data:`MAX_TRIES` random spots the first good question is taken: one that was not used lately and whose
answer is open (an equity that is not near 0 or 1; a price near the pot odds). If none of them is good, the best one is
taken, but never one that was used since the program started, nor one whose equity is obvious.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Protocol, TypeAlias

import numpy as np

from engine.cards import RAZZ_RANKS, TextError
from engine.equity.jobs import Cancelled
from engine.equity.results import Snapshot
from engine.equity.rules import problems
from engine.equity.run import final_snapshot
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.ranges.bases import filters_of
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.names import JAM, POSITIONS, name_words
from engine.ranges.orders import Order
from engine.ranges.razz_text import parse_razz, parse_razz_cards, written_slots
from engine.scenario import Game, RunOptions, Scenario, Seat
from engine.table.random_cards import NothingLeftError, random_board, random_hand
from engine.table.slots import holds_range
from engine.trainer.packs import SEATS, Pack, SpotRange
from engine.trainer.questions import (
    MAX_PRICE_DISTANCE,
    MAX_RANGE,
    MIN_PRICE_DISTANCE,
    NoSpotError,
    SpotQuestion,
    priced,
)
from engine.trainer.razz_deals import DOWN_CARDS, deal, with_card_count, with_up_cards
from engine.trainer.record import DEFAULT_LEVEL, OWN_PACK, ActionChoice, Guess, TrainingRecord, spot_of

BOARD_CARDS, MORE_UP_CARDS = (0, 3, 4), (0, 1, 2)
"""The numbers of further cards that are dealt to spots of the player's own ranges: on the board, or to each stud
hand."""
RANGE_SHARE = 1 / 3
"""The probability that the first seat of such a spot has a range instead of a hand."""
BANDS = (0.0, 0.45, 0.55, 1.0)
"""Bounds of low, medium and high equities. They come equally often, so that a guess of 50 % for everything
fails."""
BAND_TRIES, OTHER_BAND_SCORE = 6, 0.9
"""In the first tries an equity outside the drawn band does not end the search; its score, where 1 is a good
question."""
HERO = "Hero"
TOO_FEW = "save at least two starting ranges to the library (page Range), and the trainer deals spots between them"
_STACK = re.compile(r"\d\s*bb\b", re.IGNORECASE)
"""A stack in big blinds, which is not the seat of that name."""
_ACTS = frozenset(("open", "limp", "call", "3bet", "4bet", JAM))
"""Words of :func:`~engine.ranges.names.name_words` that name the actions of the player of a range."""
MAX_TITLE = 100
MAX_TRIES = 16
STARTING_CARDS = 3
MIN_OPEN_EQUITY, MIN_EQUITY = 0.06, 0.02
"""An equity below the first (or above 1 minus it) is used only if nothing better comes; below the second never."""
BET_SIZES = (1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1.0, 3 / 2, 2.0)
"""Bets as shares of the pot."""
POTS = (24, 36, 48, 60, 84, 96, 120, 144, 180, 240)
OPTIONS = RunOptions(target_stderr=0.0005, max_seconds=1.0)
"""Spots are computed exactly; a range that must be sampled gets a second. The seed is fixed, so that the answer to a
spot is always the same; the record's seed only chooses the spot."""
DETAILS, MAX_DETAIL_SECONDS = ("matrix", "made", "down_cards"), 6.0
"""The details displayed after the answer, and their time limit. They are computed while the player thinks."""


class QuestionSource(Protocol):
    """A source that draws its questions itself."""

    @property
    def name(self) -> str:
        """The name under which its answers are counted."""

    @property
    def title(self) -> str:
        """A longer name, or ""."""

    @property
    def game(self) -> Game:
        """The game of the spots."""

    def draw(
        self, record: TrainingRecord, level: int, used: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> SpotQuestion:
        """Return the next question, which is not among the lines ``used`` unless it was missed."""


Source: TypeAlias = Pack | QuestionSource


def questions(
    source: Source,
    record: TrainingRecord,
    orders: Sequence[Order] = (),
    cancel: CancelToken | None = None,
    *,
    level: int = DEFAULT_LEVEL,
    used: Set[str] = frozenset(),
) -> Iterator[SpotQuestion]:
    """Yield the next question of a source, then the same question with the details of its result.

    Spots that were missed come again when they are due, and immediately if no new one is left. Equal sources and
    records give equal questions.

    ``level``: the index in :data:`~engine.trainer.record.LEVELS` that defines a miss. ``used``: the lines of
    spots that must not come again unless they were missed.

    Raises:
        Cancelled: ``cancel`` was set before a question was drawn.
        NoSpotError: no question is left.
        ScenarioError: the details cannot be computed.
    """
    if isinstance(source, Pack):
        arguments = source.name, source.game, record, level, orders, cancel
        question = due_question(*arguments)
        if question is None:
            try:
                question = _drawn(source, record, used, orders, cancel)
            except NoSpotError:
                question = due_question(*arguments, soon=True)
                if question is None:
                    raise
    else:
        question = source.draw(record, level, used, orders, cancel)
    yield question
    details = tuple(name for name in DETAILS if name in GAMES[question.spot.game].details)
    snapshot = _result(question.spot, orders, cancel, details)
    if snapshot is not None:
        yield replace(question, snapshot=snapshot)


def _result(
    spot: Scenario, orders: Sequence[Order], cancel: CancelToken | None, details: tuple[str, ...] = ()
) -> Snapshot | None:
    """Return the final result of a spot, or None if the run was cancelled."""
    options = replace(OPTIONS, detail=details, max_seconds=MAX_DETAIL_SECONDS) if details else OPTIONS
    return final_snapshot(replace(spot, run=options), cancel=cancel, orders=orders)


def spot_question(
    pack: str, spot: Scenario, orders: Sequence[Order], cancel: CancelToken | None
) -> SpotQuestion | None:
    """Return the question about the equity of a spot.

    Returns None if the spot cannot be computed (its order of hands may have been deleted) or the run was cancelled.
    """
    if problems(spot, orders):
        return None
    result = _result(spot, orders, cancel)
    estimate = None if result is None else result.seats[0].estimate
    return None if estimate is None else SpotQuestion(pack, spot, estimate.equity, estimate.stderr)


def due_question(
    pack: str,
    game: Game,
    record: TrainingRecord,
    level: int,
    orders: Sequence[Order],
    cancel: CancelToken | None,
    *,
    soon: bool = False,
) -> SpotQuestion | None:
    """Return the question of a pack that is due again, or None.

    Choices without a bet are not repeated, because their EVs come from a solved hand that is not stored. ``soon``: do
    not wait until a missed spot is due.
    """
    answer = record.due(game, pack, level, soon=soon)
    if answer is None or (isinstance(answer, ActionChoice) and answer.bet <= 0):
        return None
    question = spot_question(pack, spot_of(answer), orders, cancel)
    if question is None:
        return None
    question = replace(question, again=True)
    return question if isinstance(answer, Guess) else priced(question, answer.pot, answer.bet)


def _drawn(
    pack: Pack, record: TrainingRecord, used: Set[str], orders: Sequence[Order], cancel: CancelToken | None
) -> SpotQuestion:
    """Return a random question of a pack; see the module for which one is taken."""
    generator = record.generator()
    call_is_right = bool(generator.random() < 1 / 2)
    band = int(generator.integers(1, len(BANDS)))
    earlier = record.of(pack.game, pack.name)
    lines = {answer.spot for answer in earlier}
    equities = {_suitless(spot_of(answer), answer.equity) for answer in earlier if isinstance(answer, Guess)}
    best: tuple[float, SpotQuestion] | None = None
    for attempt in range(MAX_TRIES):
        try:
            spot = _dealt(pack, generator, orders)
        except (NothingLeftError, TextError):
            continue
        if spot.seats[0].cards == spot.seats[1].cards:  # two razz ranges with the same up cards
            continue
        question = spot_question(pack.name, spot, orders, cancel)
        if cancel is not None and cancel.cancelled:
            raise Cancelled
        if question is None or question.line in used or not MIN_EQUITY <= question.equity <= 1 - MIN_EQUITY:
            continue
        # The score is 1 for a good question; less if the equity is extreme, outside the band, or was used before.
        if pack.asks == "price":
            question, score = _with_price(question, generator, call_is_right=call_is_right)
        else:
            score = min(1.0, question.equity / MIN_OPEN_EQUITY, (1 - question.equity) / MIN_OPEN_EQUITY)
            if not BANDS[band - 1] <= question.equity <= BANDS[band]:
                score *= OTHER_BAND_SCORE
        if question.line in lines or _suitless(spot, question.equity) in equities:
            score -= 1
        if best is None or score > best[0]:
            best = score, question
        if best[0] >= (1 if attempt < BAND_TRIES else OTHER_BAND_SCORE):
            break
    if best is None:
        raise NoSpotError(TOO_FEW) if not pack.spots and len(pack.ranges) < SEATS else NoSpotError
    return best[1]


def _suitless(spot: Scenario, equity: float) -> tuple[str, str, int]:
    """Return a key that is equal for spots that differ only in suits: villain's text, the board's ranks, the equity."""
    return spot.seats[1].cards, "".join(sorted(spot.board[::3])), round(equity * 1e9)


def _with_price(
    question: SpotQuestion, generator: np.random.Generator, *, call_is_right: bool
) -> tuple[SpotQuestion, float]:
    """Return the question with a pot and a bet to call, and its score.

    The bet is drawn so that the equity is close to the pot odds and, if possible, so that calling is right (or wrong)
    as requested; then the score is 1.
    """
    equity, pot = question.equity, int(generator.choice(POTS))
    distances = {size: equity - size / (1 + 2 * size) for size in BET_SIZES}
    close = [
        size
        for size, distance in distances.items()
        if MIN_PRICE_DISTANCE <= abs(distance) <= MAX_PRICE_DISTANCE and equity >= MIN_OPEN_EQUITY
    ]
    fitting = [size for size in close if (distances[size] > 0) == call_is_right]
    size = float(generator.choice(fitting or close or BET_SIZES))
    bet = round(size * pot)
    return priced(question, pot + bet, bet), 1.0 if fitting else 0.5 if close else 0.0


def _dealt(pack: Pack, generator: np.random.Generator, orders: Sequence[Order]) -> Scenario:
    """Return a random spot of a pack; it may have problems, which the caller checks.

    Raises:
        NothingLeftError: too few cards are left.
        TextError: a text cannot be read.
    """
    has_range = pack.asks == "equity" and bool(generator.random() < pack.whole)
    spot = _table(pack, generator, has_range=has_range)
    more = int(generator.choice(pack.cards))
    if GAMES[pack.game].stud:
        return _stud_spot(spot, pack, more, generator, has_range=has_range)
    if more:
        spot = random_board(spot, more, generator)
    return random_hand(spot, 0, generator, tuple(orders)) if holds_range(spot, 0) and not has_range else spot


def _table(pack: Pack, generator: np.random.Generator, *, has_range: bool) -> Scenario:
    """Return a table with two random ranges of a pack. Seats are named after their ranges.

    ``has_range``: the first seat keeps its range instead of getting a hand of it.
    """
    if pack.spots:
        spot = pack.spots[int(generator.integers(len(pack.spots)))]
        sides = [(seat.cards if seat.name == f"Seat {i + 1}" else "", seat) for i, seat in enumerate(spot.seats)]
    else:
        pair = _opponents(pack.ranges, generator)
        spot, sides = Scenario(pack.game, ()), [(entry.name, Seat(entry.name, entry.text)) for entry in pair]
    (own_range, hero), (other_range, other) = sides
    hero_name = (f"{HERO}, {own_range}" if has_range else HERO) if own_range else hero.name
    seats = zip((hero_name, other_range or other.name), (hero, other), strict=True)
    return replace(spot, seats=tuple(Seat(name[:MAX_TITLE], seat.cards) for name, seat in seats))


def _opponents(ranges: Sequence[SpotRange], generator: np.random.Generator) -> tuple[SpotRange, SpotRange]:
    """Return two random ranges that can meet (:func:`can_meet`).

    Raises:
        NothingLeftError: there are no two such ranges.
    """
    mixed = [ranges[int(i)] for i in generator.permutation(len(ranges))]
    for i, first in enumerate(mixed):
        second = next((entry for entry in mixed[i + 1 :] if can_meet(first.name, entry.name)), None)
        if second is not None:
            return first, second
    raise NothingLeftError


def can_meet(first: str, second: str) -> bool:
    """Return False if the names of two ranges say that their players cannot be the last two in a hand.

    The last two are the last raiser and a player who called that raise. So these cannot meet: two openers, two callers,
    two shoves, a 3-bet and an opener's whole range (part of which folds to it), two ranges of the same seat, a caller
    and another opener than the one he called. A name that says nothing of a seat or an action excludes nothing.

    >>> can_meet("BTN open", "BB call BTN"), can_meet("SB jam 10bb", "BTN jam 10bb"), can_meet("CO open", "BB 3-bet CO")
    (True, False, False)
    """
    one, other = (name_words(_STACK.sub("", name)) for name in (first, second))
    if one & _ACTS and other & _ACTS and ("call" in one) == ("call" in other):
        return False
    seats, more_seats = sorted((one & POSITIONS, other & POSITIONS), key=len)
    if len(seats) != 1:
        return True
    return seats != more_seats if len(more_seats) == 1 else seats <= more_seats


def _stud_spot(spot: Scenario, pack: Pack, more: int, generator: np.random.Generator, *, has_range: bool) -> Scenario:
    """Return the table with its cards dealt: ``more`` cards for each hand after those of its text, and folded doors.

    The second seat shows only its up cards; the first one all its cards, or only the up cards if it ``has_range``.
    """
    live = [4] * len(RAZZ_RANKS)
    dead = [card.rank for card in parse_razz_cards(spot.dead)]
    texts = [seat.cards for seat in spot.seats]
    count = max(STARTING_CARDS, *(written_slots(parse_razz(text)) for text in texts)) + more
    for seat, text in enumerate(texts):
        hand = with_card_count(text, count)
        ranks = _dealt_ranks(deal(hand, _without(live, dead), generator))
        visible = ranks if seat == 0 and not has_range else ranks[DOWN_CARDS:]
        if len(visible) < count:
            texts[seat] = with_up_cards(hand, visible)
        else:
            texts[seat] = _cards((*sorted(ranks[:DOWN_CARDS]), *ranks[DOWN_CARDS:]))
        live = _without(live, visible)
    for _ in range(int(generator.integers(pack.folded[0], pack.folded[1] + 1))):
        dead += _dealt_ranks(deal(with_card_count(pack.doors, 1), _without(live, dead), generator))
    seats = tuple(replace(seat, cards=text) for seat, text in zip(spot.seats, texts, strict=True))
    return replace(spot, seats=seats, dead=_cards(dead))


def _dealt_ranks(ranks: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the ranks of a dealt hand.

    Raises:
        NothingLeftError: no hand was left.
    """
    if ranks is None:
        raise NothingLeftError
    return ranks


def _without(live: Sequence[int], ranks: Iterable[int]) -> list[int]:
    """Return the numbers of cards left of each rank after ``ranks`` are gone."""
    result = list(live)
    for rank in ranks:
        result[rank] -= 1
    return result


def _cards(ranks: Iterable[int]) -> str:
    return "".join(RAZZ_RANKS[rank] for rank in ranks)


def own_pack(game: Game, ranges: Iterable[SpotRange]) -> Pack:
    """Return the pack of the player's own ranges.

    Equal ranges are used once, and ranges that depend on cards that have been dealt are left out (see
    :func:`is_starting_range`).
    """
    usable: dict[str, SpotRange] = {}
    for entry in ranges:
        if is_starting_range(game, entry.text):
            usable.setdefault("".join(entry.text.split()), entry)
    cards = MORE_UP_CARDS if GAMES[game].stud else BOARD_CARDS
    return Pack(OWN_PACK, game, ranges=tuple(usable.values()), whole=RANGE_SHARE, cards=cards)


@lru_cache(maxsize=4096)
def is_starting_range(game: Game, text: str) -> bool:
    """Return whether a text is a range of starting hands.

    A range with street filters is not, a stud range with cards of later streets is not, and neither is a hold'em range
    whose classes lack some suits, as after a board. A single hand is one.
    """
    if not text.strip() or len(text) > MAX_RANGE or filters_of(text):
        return False
    try:
        if GAMES[game].stud:
            return all(len(item.slots) <= STARTING_CARDS for item in parse_razz(text).items)
        weights = parse_range(text).weights
    except TextError:
        return False
    if np.count_nonzero(weights) <= 1:
        return bool(weights.any())
    # All combos of a class (AKs, say) must have the same weight.
    owner, sizes = class_of_combo()
    means = np.bincount(owner, weights) / sizes
    return bool(np.allclose(weights, means[owner]))
