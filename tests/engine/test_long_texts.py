"""Texts of any length: refused beyond a bound, and read in a number of steps that grows with their length alone."""

import numpy as np
import pytest

from engine import Scenario, ScenarioError, Seat, problems
from engine.cards import MAX_CARDS_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, TextError, parse_cards
from engine.ranges.holdem import MAX_NOTICES, HoldemRange, format_range, parse_range
from engine.ranges.razz import razz_notices, read_razz_hand
from engine.ranges.razz_pairs import read_branches
from engine.ranges.razz_text import _Reader, format_razz, parse_razz, parse_razz_cards
from engine.scenario.fields import Bounds
from engine.scenario.reading import MAX_VALUE_LENGTH, boolean, bounded, list_of, one_of
from engine.table.serialize import dumps, loads
from engine.table.slots import Slot, in_group, seat_slot_texts
from tests.function_calls import calls

RANKS = "A23456789TJQK"
HANDS = [a + b + c for a in RANKS for b in RANKS for c in RANKS]
LONG = {
    "shares": lambda n: "15%," * (n // 4) + "AA",
    "different shares": lambda n: ",".join(f"{i % 100}.{i}%" for i in range(n // 8)),
    "weights": lambda n: "AA:0.5,KK@20," * (n // 13) + "AA",
    "combos": lambda n: "AhKh," * (n // 5) + "AA",
    "exclusions": lambda n: "any," + "!(!(QQ),any)," * (n // 13) + "!AA",
    "brackets": lambda n: "any," + "!(" * (n // 2),
    "tags": lambda n: "[50]AA[/50]," * (n // 12) + "KK",
    "lists": lambda n: "50:AA," * (n // 6) + "KK",
    "profiles": lambda n: "fold-profile," * (n // 13) + "KK",
    "blanks": lambda n: "AA" + " " * n + "%",
    "digits": lambda n: "9" * n,
    "letters": lambda n: "a" * n,
    "colons": lambda n: "AA" + ":" * n,
    "signs": lambda n: "9 % " * (n // 4),
}
LONG_RAZZ = {
    "the same": lambda n: "A29@50," * (n // 7) + "A29",
    "nothing": lambda n: "x@5," * (n // 4) + "A29",
    "hands": lambda n: ",".join(f"{HANDS[i % len(HANDS)]}@{i % 100}" for i in range(n // 7)),
    "ranks": lambda n: "[" + "A" * n + "]29",
    "blanks": lambda n: "A29" + " " * n + "@5",
    "brackets": lambda n: "[" * n,
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_range_is_read_in_linear_time(kind):
    read = parse_range.__wrapped__
    read("AA")  # what is built on first use, as are the words of names
    with pytest.raises(TextError):
        read("no name")
    assert calls(read, LONG[kind](24_000)) < 6 * calls(read, LONG[kind](6_000)) + 2_000


@pytest.mark.parametrize("kind", LONG_RAZZ)
def test_a_long_razz_text_is_read_in_linear_time(kind):
    read = read_razz_hand.__wrapped__
    read("A29")
    assert calls(read, LONG_RAZZ[kind](24_000)) < 6 * calls(read, LONG_RAZZ[kind](6_000)) + 2_000


@pytest.mark.parametrize("kind", LONG_RAZZ)
def test_a_long_razz_text_is_split_for_painting_in_linear_time(kind):
    read = read_branches.__wrapped__
    read("A29")
    assert calls(read, LONG_RAZZ[kind](24_000)) < 6 * calls(read, LONG_RAZZ[kind](6_000)) + 2_000


@pytest.mark.parametrize("one", ["(", "(A29),", "(A)"])
def test_the_groups_of_a_long_razz_text_are_found_in_linear_time(one):
    def found(text):
        return in_group(Scenario("razz", (Seat("A", text),)), Slot("seat", 0, 0))

    assert calls(found, one * (24_000 // len(one))) < 6 * calls(found, one * (6_000 // len(one))) + 2_000


def test_a_long_razz_text_is_parsed_once_for_all_displays(monkeypatch):
    read, texts = _Reader.items, []

    def counted(reader):
        texts.append(reader.text)
        return read(reader)

    monkeypatch.setattr(_Reader, "items", counted)
    text = LONG_RAZZ["hands"](21_000) + ", A23"
    table = Scenario("razz", (Seat("A", text), Seat("B", "456")))
    for _ in range(3):
        assert not problems(table)
        assert seat_slot_texts(table, 0) is None
        assert read_branches(text)
        assert not in_group(table, Slot("seat", 0, 1))
    assert texts.count(text) == 1


@pytest.mark.parametrize(
    ("read", "most", "one"),
    [(parse_range, MAX_TEXT_LENGTH, "AA,"), (parse_razz, MAX_TEXT_LENGTH, "A29,"), (parse_cards, MAX_CARDS_LENGTH, " "),
     (parse_razz_cards, MAX_CARDS_LENGTH, " ")],
)  # fmt: skip
def test_a_too_long_text_raises_an_error(read, most, one):
    read((one * (most // len(one))).rstrip(","))
    for length in (most + 1, 20_000_000):
        text = (one * (length // len(one) + 1))[:length]
        with pytest.raises(TextError, match=f"at most {most:,} characters can be read") as caught:
            read(text)
        assert caught.value.position == most


def test_the_field_of_a_long_text_is_named():
    long = Scenario("holdem", (Seat("A", "AA"), Seat("B", "A" * (MAX_TEXT_LENGTH + 1))))
    (problem,) = problems(long)
    assert (problem.field, problem.position) == ("seats[1].cards", MAX_TEXT_LENGTH)
    with pytest.raises(ScenarioError, match=r"seats\[0\].name"):
        loads(dumps(Scenario("holdem", (Seat("x" * (MAX_NAME_LENGTH + 1), "AA"), Seat("B", "KK")))))


@pytest.mark.parametrize("read", [one_of("exact"), boolean, bounded(Bounds()), list_of(boolean)])
def test_a_long_value_in_a_message_is_shortened_within_its_quotes(read):
    with pytest.raises(ScenarioError) as caught:
        read("x" * MAX_TEXT_LENGTH, "method")
    assert caught.value.problems[0].message.endswith(f', found "{"x" * MAX_VALUE_LENGTH}..."')


def test_many_notices_are_counted():
    result = parse_range(",".join(f"{i / 100}%" for i in range(1, 5000)))
    assert len(result.notices) == MAX_NOTICES + 1
    assert result.notices[-1].endswith("more notices")


def test_too_complex_hands_raise_an_error():
    many = ",".join(f"({a}-{b}-{c}-{d}-{e}-)@{i % 99}" for i, (a, b, c, d, e) in enumerate(
        (a, b, c, d, e) for a in "789" for b in RANKS[2:] for c in "5678" for d in "JQK" for e in "9T"
    ))  # fmt: skip
    with pytest.raises(TextError, match="too complex together"):
        read_razz_hand(many)


def test_the_last_weight_of_a_repeated_hand_is_used_with_a_notice():
    once, again = read_razz_hand("333, A29@50, 444@10"), read_razz_hand("333, A29@20, 444, 333, A29@50, 444@10")
    assert (once.choices == again.choices).all()
    assert (once.ways == again.ways).all()
    assert "A29@20 and A29@50 overlap: the later weight is used" in razz_notices("333, A29@20, A29@50")
    assert (read_razz_hand("A29, A29").ways == read_razz_hand("A29, A29, A29").ways).all()
    assert read_razz_hand("A29, A29").choice_slots == 3


@pytest.mark.parametrize("scale", [1.0, 1e-30, 1e-100, 1e-290, 5e-310])
def test_a_range_of_any_weights_is_written_so_that_it_can_be_read(scale):
    weights = np.random.default_rng(1).random(1326) * scale + 5e-324
    weights[weights > 1.0] = 1.0
    range_ = HoldemRange(weights)
    assert parse_range(format_range(range_)) == range_
    hand = parse_razz(", ".join(f"{text}@{weights[i]:e}" for i, text in enumerate(HANDS[:1300])))
    assert parse_razz(format_razz(hand)) == hand
