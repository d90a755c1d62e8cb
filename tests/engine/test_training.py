"""Packs and spots of the trainer, the record of the answers, and when a missed spot comes back."""

import json
import math
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from engine import GAMES, Cancelled, CancelToken, Scenario, ScenarioError, Seat, problems, solve
from engine.cards import TextError
from engine.ranges.names import preset_ranges
from engine.ranges.razz_text import parse_razz
from engine.table.one_line import parse_line
from engine.table.seat_ranges import read_seat
from engine.table.slots import holds_range
from engine.trainer import spots
from engine.trainer.hand_packs import HandPack
from engine.trainer.packs import Pack, SpotRange, read_pack, shipped_packs
from engine.trainer.questions import MAX_PRICE_DISTANCE, MIN_PRICE_DISTANCE, ActionOption, NoSpotError, option_of
from engine.trainer.razz_deals import deal, deal_probabilities, with_card_count, with_up_cards
from engine.trainer.record import (
    DEFAULT_LEVEL,
    FIRST_PAUSE,
    LAST_PAUSE,
    LEVELS,
    MAX_ANSWERS,
    OWN_PACK,
    RECENT_ANSWERS,
    ActionChoice,
    Guess,
    TrainingRecord,
    dump_record,
    read_record,
    running_means,
)
from engine.trainer.spots import MIN_OPEN_EQUITY, can_meet, is_starting_range, own_pack, questions

SPOT = "AhKh v QQ+"
OTHER = "AcAd v 22+"


def ranges(game):
    return [SpotRange(named.name, named.text) for named in preset_ranges() if named.game == game]


def guess(spot=SPOT, by=0.0, equity=0.5):
    return Guess(spot, "holdem", equity + by, equity)


def first(source, record):
    """Return the question alone, without the details that follow."""
    return next(questions(source, record))


def answered(question):
    return question.chosen(question.best) if question.options else question.guessed(question.equity)


PACKS = (*shipped_packs(), *(own_pack(game, ranges(game)) for game in {pack.game: None for pack in shipped_packs()}))


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: f"{pack.game}-{pack.name}")
def test_a_pack_asks_open_questions_that_differ(pack):
    record, drawn, right = TrainingRecord(5), [], Counter()
    for _ in range(10):
        question = first(pack, record)
        assert problems(question.spot) == ()
        assert parse_line(question.line, pack.game) == question.spot
        assert question.stderr == 0.0
        assert MIN_OPEN_EQUITY <= question.equity <= 1 - MIN_OPEN_EQUITY
        texts = ["".join(seat.cards.split()) for seat in question.spot.seats]
        assert texts[0] != texts[1]
        if pack.asks == "price":
            assert MIN_PRICE_DISTANCE <= abs(question.equity - question.needed) <= MAX_PRICE_DISTANCE
            right[question.best.name] += 1
        drawn.append(question.line)
        record = record.with_answer(answered(question))
    assert len(set(drawn)) == 10
    assert pack.asks == "equity" or set(right) == {"call", "fold"}
    assert record.score(pack.game, pack.name).longest == (10,) * len(LEVELS)
    assert first(pack, TrainingRecord(5)).line == drawn[0]


def test_answers_are_those_of_the_engine_with_what_they_are_made_of(monkeypatch):
    monkeypatch.setattr(spots, "OPTIONS", replace(spots.OPTIONS, max_seconds=None))  # a busy machine takes longer
    for pack in (PACKS[1], PACKS[4]):
        question, whole = questions(pack, TrainingRecord(3))
        assert question.equity == pytest.approx(solve(question.spot).seats[0].estimate.equity, abs=1e-12)
        assert whole.spot == question.spot
        assert set(whole.snapshot.details) >= ({"made", "matrix"} if pack.game == "holdem" else {"down_cards"})


def test_a_price_is_worth_what_the_equity_makes_of_it():
    pack = next(pack for pack in shipped_packs() if pack.asks == "price")
    question = first(pack, TrainingRecord(3))
    call, fold = question.options
    assert (call.name, fold.name) == ("call", "fold")
    assert call.ev == pytest.approx(question.equity * (question.pot + question.bet) - question.bet)
    assert fold.ev == 0.0
    wrong = min(question.options, key=lambda option: option.ev)
    choice = question.chosen(wrong)
    assert choice.loss == pytest.approx(abs(call.ev) / question.pot)
    assert (choice.best, choice.missed(DEFAULT_LEVEL)) == (question.best.name, True)
    record = TrainingRecord(3).with_answer(choice)
    for _ in range(FIRST_PAUSE):
        record = record.with_answer(answered(first(pack, record)))
    again = first(pack, record)
    assert again.again
    assert (again.spot, again.pot, again.bet) == (question.spot, question.pot, question.bet)


@pytest.mark.parametrize(
    ("text", "name"),
    [("c", "check"), ("2", "bet 33"), ("bet", None), ("BET  6", "bet 66"), ("bet 33", "bet 33"), ("0", None)],
)
def test_an_option_is_meant_by_number_or_beginning(text, name):
    options = [ActionOption("check", 0.0), ActionOption("bet 33", 1.0), ActionOption("bet 66", 2.0)]
    meant = option_of(text, options)
    assert (meant.name if meant else None) == name


def test_hands_of_a_node_are_asked_each_once():
    table = Scenario("holdem", (Seat("Hero", ""), Seat("BTN", "JJ, AQs")), board="2c7d9hTsKc")
    hands, evs = ("KhKd", "AsQs", "6s5s"), np.array([[5.0, 1.0, 0.2], [9.0, 0.0, 0.2]])
    pack = HandPack(
        "Bet or check?", "Hero", table, hands, np.array([0.5, 0.3, 0.2]), np.array([0.9, 0.4, 0.1]), ("check", "bet 5"),
        evs, np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 0.5]]), pot=10.0, faced=0.0, blur=0.005,
    )  # fmt: skip
    record, seen = TrainingRecord(1), []
    for _ in range(2):
        question = first(pack, record)
        seen.append(question.spot.seats[0].cards)
        record = record.with_answer(question.chosen(question.best))
    assert set(seen) == {"KhKd", "AsQs"}  # whatever 65s does costs nothing
    with pytest.raises(NoSpotError, match="every hand with a real decision"):
        next(questions(pack, record, used={answer.spot for answer in record.guesses}))
    assert pack.question(0).loss(pack.question(0).options[0]) == pytest.approx(0.4)
    assert first(pack, record).spot.seats[0].cards in seen
    with pytest.raises(NoSpotError):
        first(replace(pack, weights=np.zeros(3)), record)


def test_a_spot_comes_twice_in_a_session_only_if_it_was_missed():
    few = Pack("Few", "holdem", (parse_line("AcAd v KcKd"), parse_line("QcQd v AhKh")))
    record, asked = TrainingRecord(1), set()
    for _ in range(2):
        question = next(questions(few, record, used=asked))
        assert question.line not in asked
        asked.add(question.line)
        record = record.with_answer(question.guessed(question.equity - 0.04))
    with pytest.raises(NoSpotError, match="no more close spots"):
        next(questions(few, record, used=asked))
    for _ in range(FIRST_PAUSE - 1):
        record = record.with_answer(Guess(SPOT, "holdem", 0.5, 0.5, "Few"))
    with pytest.raises(NoSpotError):  # four points are no miss
        next(questions(few, record, used=asked))
    missed = next(questions(few, record, used=asked, level=DEFAULT_LEVEL + 1))
    assert missed.again
    record = record.with_answer(missed.guessed(0.0))
    assert next(questions(few, record, used=asked)).line == missed.line  # nothing else is left


def test_what_is_decided_is_no_question():
    with pytest.raises(NoSpotError):
        first(Pack("Drawn dead", "holdem", (parse_line("AcAd v KcKd | board AhAs2c"),)), TrainingRecord(1))


def test_a_streak_of_a_file_before_levels_is_that_of_the_usual_one():
    value = json.loads(dump_record(TrainingRecord(7)))
    tally = {"game": "holdem", "pack": "X", "given": 9, "total": 1, "signed": 0, "streak": 3, "longest": 6}
    record, damaged = read_record(json.dumps(value | {"earlier": [tally]}).encode())
    assert damaged == ()
    assert (record.scores[0].streak, record.scores[0].longest) == ((0, 3, 0, 0), (0, 6, 0, 0))
    assert read_record(dump_record(record)) == (record, ())
    short = json.dumps(value | {"earlier": [tally | {"streak": [1, 2], "longest": [1, 2, 3, 4, 5]}]})
    assert read_record(short.encode())[0].scores[0].streak == (1, 2, 0, 0)


def test_a_drawing_that_is_cancelled_says_nothing_of_the_ranges():
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(questions(shipped_packs()[0], TrainingRecord(1), (), cancel))


def test_razz_spots_show_the_up_cards_of_both_and_the_doors_that_have_folded():
    packs = {pack.name: pack for pack in shipped_packs()}
    for name, cards in (("Third street", 3), ("Made hand vs draw", 5)):
        pack = packs[name]
        spot = first(pack, TrainingRecord(2)).spot
        hero, other = (parse_razz(seat.cards).items[0].slots for seat in spot.seats)
        assert all(slot.particular for slot in (*hero, *other[2:]))
        assert len(hero) == len(other) == cards
        assert not any(slot.particular for slot in other[:2])
        assert pack.folded[0] <= len(spot.dead) <= pack.folded[1]


def test_holdem_hands_are_of_their_range():
    pack = own_pack("holdem", [SpotRange("A range", "QQ+, AKs"), SpotRange("Another", "22-55")])
    sizes = set()
    for seed in range(12):
        spot = first(pack, TrainingRecord(seed)).spot
        sizes.add(len(spot.board.split()))
        if holds_range(spot, 0):
            assert spot.seats[0].name in ("Hero, A range", "Hero, Another")
        else:
            hand = read_seat(spot, 0).weights.argmax()
            own = "QQ+, AKs" if spot.seats[1].cards == "22-55" else "22-55"
            assert read_seat(Scenario("holdem", (Seat("", own),)), 0).weights[hand] == 1.0
    assert sizes == {0, 3, 4}


@pytest.mark.parametrize(
    ("game", "text", "usable"),
    [
        ("holdem", "22+, A2s+", True), ("holdem", "AA:0.5, KK", True), ("holdem", "AcAd", True), ("holdem", "", False),
        ("holdem", "what?", False), ("holdem", "22+ > flop top pair+", False), ("holdem", "AcKc, QsQh, JJ", False),
        ("holdem", "22+, " * 1000, False), ("razz", "(8-8-)7", True), ("razz", "(8-8-)7 4 K", False),
    ],
)  # fmt: skip
def test_ranges_saved_behind_a_board_are_left_out(game, text, usable):
    assert is_starting_range(game, text) == usable


@pytest.mark.parametrize("pack", shipped_packs(), ids=lambda pack: f"{pack.game}-{pack.name}")
def test_no_pack_deals_ranges_that_cannot_meet(pack):
    generator = np.random.default_rng(1)
    dealt = [spots._table(pack, generator, has_range=bool(i % 2)) for i in range(300)]
    for spot in dealt:
        hero, other = (seat.name.removeprefix("Hero, ") for seat in spot.seats)
        assert can_meet(hero, other)
        for seat in spot.seats:  # whoever opened has called the 3-bet that he faces
            assert "3-bet vs" not in other or "call 3-bet" in hero or hero == "Hero"
            assert problems(replace(spot, seats=(seat, Seat("", GAMES[pack.game].any_hand)))) == ()


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("BTN open", "BB call BTN", True), ("BTN", "BB", True), ("My 3-bets", "Tight", True),
        ("SB jam 10bb", "BB calls SB jam", True), ("CO RFI", "BTN: 3-bet", False), ("UTG", "utg 100bb", False),
        ("SB shove", "BTN all-in", False), ("BB call BTN", "SB call BTN", False), ("CO open", "BB call BTN", False),
        ("UTG: call the 3-bet", "BTN 3-bet UTG", True), ("UTG 4-bet", "BTN 3-bet UTG", False),
    ],
)  # fmt: skip
def test_names_say_which_ranges_can_meet(one, other, meet):
    assert (can_meet(one, other), can_meet(other, one)) == (meet, meet)
    pack = own_pack("holdem", [SpotRange(one, "QQ+, AKs"), SpotRange(other, "22-55")])
    for seed in range(5):
        if meet:
            assert first(pack, TrainingRecord(seed)).spot.seats[1].name in (one, other)
        else:
            with pytest.raises(NoSpotError):
                first(pack, TrainingRecord(seed))


def test_own_ranges_are_dealt_from_own_ranges_alone():
    same = [SpotRange("One", "22+"), SpotRange("Two", " 22+ ")]
    assert len(own_pack("holdem", same).ranges) == 1
    with pytest.raises(NoSpotError, match="save at least two starting ranges"):
        first(own_pack("holdem", same), TrainingRecord(1))
    pack = own_pack("holdem", [*same, SpotRange("Three", "AKs, KQs")])
    for seed in range(8):
        spot = first(pack, TrainingRecord(seed)).spot
        assert spot.seats[1].name in ("One", "Three")
        assert spot.seats[1].cards in ("22+", "AKs, KQs")
    doors = Pack("X", "razz", ranges=(SpotRange("One", "(8-8-A)"), SpotRange("Two", "(8-8-[A2])")), whole=1.0)
    for seed in range(5):  # Two is the same as One behind an ace
        assert {seat.cards for seat in first(doors, TrainingRecord(seed)).spot.seats} == {"(8-8-A)", "(8-8-2)"}


@pytest.mark.parametrize("text", ["23x@1, 45[A-K]@0.1", "(A-4-)x, x(23)@0.5, 3A7", "AA, 2-3-@0.25", "x, !(8-8-8-)"])
def test_razz_hands_come_as_often_as_their_weights_say(text):
    """Beside all deals of three ranks, in as many ways as there are suits left for each."""
    chances, hand = np.zeros((13, 13, 13)), with_card_count(text, 3)
    for ranks in product(range(13), repeat=3):
        ways = math.prod(4 - ranks[:place].count(rank) for place, rank in enumerate(ranks))
        for item in reversed(hand.items):
            if any(holds(item, as_dealt) for as_dealt in (ranks, (ranks[1], ranks[0], ranks[2]))):
                chances[ranks] += item.weight * ways
                break
    assert deal_probabilities(hand, [4] * 13) == pytest.approx(chances)
    assert chances[deal(hand, [4] * 13, np.random.default_rng(1))] > 0
    assert deal(with_card_count("AAA", 3), [2] + [4] * 12, np.random.default_rng(1)) is None


def holds(item, ranks):
    """Return whether three ranks as dealt are those of an item."""
    dealt = list(zip(item.slots, ranks, strict=True))
    grouped = [(slot.group, rank) for slot, rank in dealt if slot.group >= 0]
    return all(slot.free or slot.ranks >> rank & 1 for slot, rank in dealt) and len(set(grouped)) == len(grouped)


def test_up_cards_take_their_places_in_a_text():
    assert with_up_cards(with_card_count("(8-8-8-)", 4), (4, 12)) == "(8-8-5)K"
    assert with_up_cards(with_card_count("(5-5-5-), (8-8-)9+", 3), (9,)) == "(8-8-)T"
    assert with_up_cards(with_card_count("x", 3), (6,)) == "xx7"
    with pytest.raises(TextError):
        with_card_count("A23456", 5)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"steelwheel_pack": 2}, "steelwheel_pack"), ({"game": "chess"}, "game"), ({"spots": []}, "spots"),
        ({"spots": ["AhKh"]}, "spots[0]"), ({"spots": ["AA v KK", "AA v KK v QQ"]}, "spots[1]"),
        ({"asks": "why"}, "asks"), ({"spots": ["razz | A23 v x"]}, "spots[0]"), ({"cards": []}, "cards"),
        ({"folded": [1, 2]}, "folded"), ({"whole": 2}, "whole"), ({"more": 1}, "more"), ({"name": 7}, "name"),
    ],
)  # fmt: skip
def test_a_pack_that_cannot_be_read_says_where(change, field):
    value = {"steelwheel_pack": 1, "game": "holdem", "name": "Mine", "spots": ["AA v KK"]}
    assert read_pack(json.dumps(value).encode()) == Pack("Mine", "holdem", (parse_line("AA v KK"),))
    with pytest.raises(ScenarioError) as error:
        read_pack(json.dumps(value | change).encode())
    assert field in str(error.value.problems[0])


def test_a_missed_spot_comes_back_and_the_pause_doubles():
    record = TrainingRecord(1).with_answer(guess(by=0.2))
    asked, when = [], []
    for number in range(1, 60):
        if (again := due(record)) is not None:
            asked.append(again)
            when.append(number)
        record = record.with_answer(guess(by=0.01) if again else guess(f"AhKh v {number % 8 + 2}s"))
    assert set(asked) == {SPOT}
    assert np.diff(when).tolist() == [2 * FIRST_PAUSE + 1, LAST_PAUSE + 1]
    assert when[0] == FIRST_PAUSE + 1
    assert record.due("razz", OWN_PACK) is None


def test_the_worst_comes_first_and_a_further_miss_begins_anew():
    record = TrainingRecord(1).with_answer(guess(by=0.1)).with_answer(guess(OTHER, by=0.4))
    for _ in range(FIRST_PAUSE + 1):
        record = record.with_answer(guess("2c2d v 33"))
    assert due(record) == OTHER
    record = record.with_answer(guess(OTHER, by=-0.3))
    assert due(record) == SPOT
    record = record.with_answer(guess(SPOT, by=0.0))
    for _ in range(FIRST_PAUSE - 1):
        assert due(record) is None
        record = record.with_answer(guess("2c2d v 33"))
    assert due(record) == OTHER


def due(record):
    answer = record.due("holdem", OWN_PACK)
    return None if answer is None else answer.spot


def test_tallies_stand_when_the_answers_are_no_longer_kept():
    errors = np.random.default_rng(3).uniform(-0.3, 0.2, MAX_ANSWERS + 30)
    record = TrainingRecord(1).with_answer(ActionChoice(SPOT, "holdem", "Price", 30.0, 10.0, "fold", "call", 0.2))
    for error in errors:
        record = record.with_answer(guess(by=float(error)))
    assert (len(record.guesses), record.given) == (MAX_ANSWERS, len(errors) + 1)
    tally, price = record.score("holdem", OWN_PACK), record.score("holdem", "Price")
    assert tally.mean == pytest.approx(abs(errors).mean())
    assert tally.bias == pytest.approx(errors.mean())
    assert (price.given, price.mean, price.streak) == (1, 0.2, (0,) * len(LEVELS))
    for level, longest, streak in zip(LEVELS, tally.longest, tally.streak, strict=True):
        streaks = "".join("x" if abs(error) <= level.points else " " for error in errors)
        assert (longest, streak) == (max(map(len, streaks.split())), len(streaks) - len(streaks.rstrip("x")))
    assert record.score("razz", OWN_PACK).given == 0
    assert running_means(record.guesses)[-1] == pytest.approx(abs(errors[-RECENT_ANSWERS:]).mean())
    assert read_record(dump_record(record)) == (record, ())
    assert read_record(dump_record(record))[0].scores == record.scores


def test_a_record_comes_back_as_it_was():
    record = (
        TrainingRecord(7)
        .with_answer(guess(by=0.1))
        .with_answer(Guess('razz | A29 v "Ä": x', "razz", 0.25, 0.75, "Doors"))
    )
    record = record.with_answer(ActionChoice(SPOT, "holdem", "Price", 30.0, 10.0, "call", "call", 0.01))
    assert read_record(dump_record(record)) == (record, ())


def test_packs_of_an_older_record_have_their_new_names():
    record = TrainingRecord(7).with_answer(ActionChoice(SPOT, "holdem", "Call or fold", 30.0, 10.0, "call", "call", 0))
    old = dump_record(record).replace(b"Call or fold", b"Price or fold")
    assert read_record(old) == (record, ())


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"guess": 1.5}, "guesses[0].guess"),
        ({"equity": "much"}, "guesses[0].equity"),
        ({"game": "chess"}, "guesses[0].game"),
        ({"spot": "AhKh"}, "two seats"),
        ({"spot": "AhKh v 22+ | board 2h | board 3h"}, "line"),
        ({"more": 1}, "unknown key"),
    ],
)
def test_damaged_guesses_are_named_and_left_out(change, word):
    record = TrainingRecord(7).with_answer(guess(by=0.1)).with_answer(guess(OTHER))
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
        b"", b"[]", b"{}", b"\xff", b'{"steelwheel_training": 3}', b"[" * 100_000,
        b'{"steelwheel_training": 2, "seed": 1, "given": 1e999, "guesses": []}',
        b'{"steelwheel_training": 1, "seed": 1, "given": 0, "total": 0, "guesses": 5}',
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(data):
    with pytest.raises(ScenarioError):
        read_record(data)


@pytest.mark.parametrize("change", [{"seed": -1}, {"given": "x"}, {"earlier": [{"pack": 3}]}, {"more": 1}])
def test_a_damaged_head_of_a_record_costs_no_guess(change):
    guess = Guess("AhKh v QQ+", "holdem", 0.5, 0.4)
    value = json.loads(dump_record(TrainingRecord(7).with_answer(guess)))
    result, damaged = read_record(json.dumps(value | change).encode())
    assert (result.guesses, result.given) == ((guess,), 1)
    assert next(iter(change)) in damaged[0] or "unknown keys" in damaged[0]
