"""Random spots of the trainer, the record of the guesses, and when a missed spot comes back."""

import json
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from engine import GAMES, Scenario, ScenarioError, problems
from engine.cards import RAZZ_RANKS, razz_rank
from engine.formats.one_line import format_line, parse_line
from engine.ranges.library import presets
from engine.ranges.razz_text import parse_razz
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import read_seat
from engine.table.slots import seat_cards
from engine.training.record import (
    FIRST_PAUSE,
    LAST_PAUSE,
    MOST_GUESSES,
    RECENT,
    Guess,
    Record,
    dump_record,
    read_record,
    running_means,
)
from engine.training.spots import NoSpotError, SpotRange, _starting_rows, _stud_hand, random_spot

SPOT = "AhKh v QQ+"
OTHER = "AcAd v 22+"


def ranges(game):
    return [SpotRange(entry.name, entry.text) for _, entry in presets().walk() if entry.game == game]


def guess(spot=SPOT, by=0.0, equity=0.5):
    return Guess(spot, "holdem", equity + by, equity)


def spots(game, number, seed=5):
    table = Scenario(game, ())
    return [random_spot(table, ranges(game), np.random.default_rng([seed, i])) for i in range(number)]


@pytest.mark.parametrize("game", GAMES)
def test_spots_can_be_computed_and_come_back_from_a_line(game):
    drawn = spots(game, 40)
    for spot in drawn:
        assert problems(spot) == ()
        assert len(spot.seats) == 2
        assert not spot.dead
        assert parse_line(format_line(spot), game) == spot
    assert drawn == spots(game, 40)
    assert len({format_line(spot) for spot in drawn}) > 35
    wholes = sum(spot.seats[0].name != "Hero" for spot in drawn)
    assert 5 < wholes < 25


def test_holdem_boards_have_no_three_or_four_cards_and_hands_are_of_the_range():
    text = "QQ+, AKs"
    table = Scenario("holdem", ())
    sizes = set()
    for i in range(40):
        spot = random_spot(table, [SpotRange("A range", text)], np.random.default_rng(i))
        sizes.add(len(spot.board.split()))
        assert spot.seats[1].cards == text
        if spot.seats[0].name == "Hero":
            cards = seat_cards(spot, 0)
            assert len(cards) == 2
            assert not set(cards) & set(plain_cards(spot.board) or ())
            index = read_seat(spot, 0).weights.argmax()
            assert read_seat(spot, 1).weights[index] == 1.0
        else:
            assert spot.seats[0].name == "Hero, A range"
    assert sizes == {0, 3, 4}


def test_razz_hands_are_of_the_range_and_further_cards_are_dealt_to_both():
    table = Scenario("razz", ())
    lengths = set()
    for i in range(60):
        spot = random_spot(table, [SpotRange("Low", "(5-5-6)")], np.random.default_rng(i))
        hero, other = (seat.cards for seat in spot.seats)
        assert other.startswith("(5-5-6)")
        lengths.add(len(other) - len("(5-5-6)"))
        if spot.seats[0].name == "Hero":
            assert set(hero[:2]) <= set("A2345")
            assert len(set(hero[:2])) == 2
            assert hero[2] == "6"
            assert len(hero) - 3 == len(other) - len("(5-5-6)")
    assert lengths == {0, 1, 2}


def test_weights_of_razz_ranges_count():
    table = Scenario("razz", ())
    listed = [SpotRange("Mostly", "23[A-K]@1, 45[A-K]@0.1")]
    drawn = [random_spot(table, listed, np.random.default_rng(i)).seats[0] for i in range(200)]
    heavy = sum(sorted(seat.cards[:2]) == ["2", "3"] for seat in drawn if seat.name == "Hero")
    light = sum(sorted(seat.cards[:2]) == ["4", "5"] for seat in drawn if seat.name == "Hero")
    assert heavy > 4 * light > 0


@pytest.mark.parametrize("text", ["23[A-K]@1, 45[A-K]@0.1", "(A-4 7-)x, x(23)@0.5, 3A7", "AA, 2-3-@0.25", "QQQ"])
def test_razz_hands_come_as_often_as_their_weights_say(text):
    """Beside all deals of three cards, one after the other."""
    chances, items = np.zeros((13, 13, 13)), parse_razz(text).items
    deals = Counter(tuple(razz_rank(card) for card in deal) for deal in permutations(range(52), 3))
    for ranks, ways in deals.items():
        for item in reversed(items):
            if any(holds(item, as_dealt) for as_dealt in (ranks, (ranks[1], ranks[0], ranks[2]))):
                chances[ranks] = item.weight * ways
                break
    for row in (rows := _starting_rows(text)):
        whole = sum(chances[ranks] for ranks in deals if in_row(row, ranks))
        assert row["share"] == pytest.approx(whole / chances.sum(), rel=1e-12)
    assert sum(row["share"] for row in rows) == pytest.approx(1.0, rel=1e-12)
    drawn = _stud_hand(text, np.random.default_rng(1))
    assert len(set(drawn)) == 3
    assert chances[tuple(razz_rank(card) for card in drawn)] > 0


def in_row(row, ranks):
    """Return whether three ranks as dealt are those of a row."""
    *down, up = (RAZZ_RANKS[rank] for rank in ranks)
    either = (down, down[::-1])
    return row["up"] in ("", up) and any(
        all(sign in ("x", card) for sign, card in zip(row["down"], cards, strict=True)) for cards in either
    )


def holds(item, ranks):
    """Return whether three ranks as dealt are those of an item."""
    dealt = list(zip(item.slots, ranks, strict=False))
    grouped = [(slot.group, rank) for slot, rank in dealt if slot.group >= 0]
    return all(slot.free or slot.ranks >> rank & 1 for slot, rank in dealt) and len(set(grouped)) == len(grouped)


@pytest.mark.parametrize("text", ["", "what?", "22+ > flop top pair+", "22+, " * 1000])
def test_ranges_that_make_no_spot_are_left_out(text):
    generator = np.random.default_rng(1)
    with pytest.raises(NoSpotError):
        random_spot(Scenario("holdem", ()), [SpotRange("Bad", text)], generator)
    both = [SpotRange("Bad", text), SpotRange("Good", "TT+")]
    assert random_spot(Scenario("holdem", ()), both, generator).seats[1].name == "Good"


def test_a_missed_spot_comes_back_and_the_pause_doubles():
    record = Record(1).with_guess(guess(by=0.2))
    asked, when = [], []
    for number in range(1, 60):
        due = record.due("holdem")
        if due is not None:
            asked.append(format_line(due))
            when.append(number)
        record = record.with_guess(guess(by=0.01) if due else guess(f"AhKh v {number % 8 + 2}s"))
    assert set(asked) == {format_line(parse_line(SPOT))}
    assert np.diff(when).tolist() == [2 * FIRST_PAUSE + 1, LAST_PAUSE + 1]
    assert when[0] == FIRST_PAUSE + 1
    assert record.due("razz") is None


def test_the_worst_comes_first_and_a_further_miss_begins_anew():
    record = Record(1).with_guess(guess(by=0.1)).with_guess(guess(OTHER, by=0.4))
    for _ in range(FIRST_PAUSE + 1):
        record = record.with_guess(guess("2c2d v 33"))
    assert record.due("holdem") == parse_line(OTHER)
    record = record.with_guess(guess(OTHER, by=-0.3))
    assert record.due("holdem") == parse_line(SPOT)
    record = record.with_guess(guess(SPOT, by=0.0))
    for _ in range(FIRST_PAUSE - 1):
        assert record.due("holdem") is None
        record = record.with_guess(guess("2c2d v 33"))
    assert record.due("holdem") == parse_line(OTHER)


def test_means_are_those_of_the_last_twenty_and_of_all():
    errors = np.random.default_rng(3).random(MOST_GUESSES + 30) / 2
    record = Record(1)
    assert (record.mean, record.recent_mean) == (None, None)
    for error in errors:
        record = record.with_guess(guess(by=float(error)))
    assert len(record.guesses) == MOST_GUESSES
    assert record.given == len(errors)
    assert record.mean == pytest.approx(errors.mean())
    assert record.recent_mean == pytest.approx(errors[-RECENT:].mean())
    assert running_means(record.guesses[:3]) == pytest.approx([errors[30], errors[30:32].mean(), errors[30:33].mean()])


def test_a_record_comes_back_as_it_was():
    record = Record(7).with_guess(guess(by=0.1)).with_guess(Guess('razz | A29 v "Ä": x', "razz", 0.25, 0.75))
    assert read_record(dump_record(record)) == (record, ())


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"guess": 1.5}, "guesses[0].guess"),
        ({"equity": "much"}, "guesses[0].equity"),
        ({"game": "omaha"}, "guesses[0].game"),
        ({"spot": "AhKh"}, "two seats"),
        ({"spot": "AhKh v 22+ | board 2h | board 3h"}, "line"),
        ({"more": 1}, "unknown key"),
    ],
)
def test_damaged_guesses_are_named_and_left_out(change, word):
    record = Record(7).with_guess(guess(by=0.1)).with_guess(guess(OTHER))
    value = json.loads(dump_record(record))
    value["guesses"][0] |= change
    result, damaged = read_record(json.dumps(value).encode())
    assert result.guesses == record.guesses[1:]
    assert result.given == 2
    assert len(damaged) == 1
    assert word in damaged[0]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"{}", b"\xff", b'{"steelwheel_training": 2}', b"[" * 100_000,
        b'{"steelwheel_training": 1, "seed": 1, "given": 0, "total": 1e999, "guesses": []}',
        b'{"steelwheel_training": 1, "seed": 1, "given": 0, "total": 0, "guesses": 5}',
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(data):
    with pytest.raises(ScenarioError):
        read_record(data)


@pytest.mark.parametrize("change", [{"seed": -1}, {"given": "x"}, {"total": None}, {"more": 1}])
def test_a_damaged_head_of_a_record_costs_no_guess(change):
    guess = Guess("AhKh v QQ+", "holdem", 0.5, 0.4)
    value = json.loads(dump_record(Record(7).with_guess(guess)))
    result, damaged = read_record(json.dumps(value | change).encode())
    assert (result.guesses, result.given) == ((guess,), 1)
    assert next(iter(change)) in damaged[0] or "unknown keys" in damaged[0]
