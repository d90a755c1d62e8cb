import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Scenario, Seat, problems
from engine.cards import (
    COMBO_MASKS,
    COMBOS,
    RAZZ_RANKS,
    TextError,
    card,
    card_mask,
    card_text,
    cards_text,
    combo_index,
    combo_text,
    parse_cards,
    plain_name,
    rank_of,
    razz_rank,
    read_card,
    spelled_cards,
    suit_of,
)
from engine.ranges.holdem import parse_range


def test_every_card_is_read_as_it_is_written():
    for number in range(52):
        assert read_card(card_text(number), 0) == (number, 2)
        assert card(rank_of(number), suit_of(number)) == number
    assert [card_text(c) for c in (0, 5, 50, 51)] == ["2s", "3h", "Ad", "Ac"]


@pytest.mark.parametrize(
    ("text", "expected"), [("tD", "Td"), ("10♠", "Ts"), ("A♥", "Ah"), ("a♥\ufe0f", "Ah"), ("K♢", "Kd"), ("2♧", "2c")]
)
def test_one_card_in_many_writings(text, expected):
    number, end = read_card(text, 0)
    assert (card_text(number), end) == (expected, len(text))


def test_cards_with_any_separators_keep_their_positions():
    assert parse_cards("[Ah Kd,\u00a010c]") == ((49, 1), (46, 4), (35, 8))
    assert parse_cards("AhKd") == ((49, 0), (46, 2))
    assert parse_cards(" ; ") == ()


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("AhK", 2, "expected a suit"),
        ("AhK7d", 2, "found '7'"),
        ("Ah 0c", 3, "expected a rank"),
        ("Ah Kd Ah", 6, "Ah is given twice"),
        ("A", 0, "the end"),
        ("Kd; Xd", 4, "found 'X'"),
    ],
)
def test_what_is_no_card_is_told_with_its_position(text, position, part):
    with pytest.raises(TextError, match=part) as caught:
        parse_cards(text)
    assert caught.value.position == position


def test_letters_that_merely_look_alike_are_refused():
    # The Kelvin sign and the long s turn into k and s when their case is changed.
    for text in ("\u212ah", "A\u017f", "Ａｈ"):
        with pytest.raises(TextError):
            parse_cards(text)


def test_combos_are_numbered_without_gaps():
    assert COMBOS.shape == (1326, 2)
    assert [combo_index(a, b) for a, b in COMBOS] == list(range(1326))
    assert [combo_index(b, a) for a, b in COMBOS] == list(range(1326))
    assert COMBO_MASKS.dtype == np.uint64
    assert [int(m) for m in COMBO_MASKS] == [card_mask(map(int, pair)) for pair in COMBOS]


def test_the_combo_text_has_the_higher_rank_first_and_suits_in_order():
    for spoken in ("AhKd", "AsAh", "AhAd", "AdAc", "7s2c"):
        (a, _), (b, _) = parse_cards(spoken)
        assert combo_text(combo_index(a, b)) == spoken


def test_razz_counts_from_the_ace():
    for number in range(52):
        assert RAZZ_RANKS[razz_rank(number)] == card_text(number)[0]


@given(st.lists(st.integers(0, 51), unique=True), st.sampled_from(["", " ", ", ", ";"]))
def test_lists_of_cards_round_trip(cards, separator):
    assert tuple(c for c, _ in parse_cards(cards_text(cards, separator))) == tuple(cards)


@given(st.text(alphabet="23456789TJQKA10shdc♠♥♦♣, []xz", max_size=12))
def test_any_text_is_cards_or_a_text_error(text):
    try:
        values = parse_cards(text)
    except TextError as error:
        values = error
    if isinstance(values, TextError):
        assert 0 <= values.position < len(text)
    else:
        assert len({c for c, _ in values}) == len(values)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("12d3h", "Qd3h"),
        ("1c", "Ac"),
        ("13s", "Ks"),
        ("11♥ 1♠", "JhAs"),
        ("10s", "Ts"),
        ("10s1c", "TsAc"),
        ("1S12C", "AsQc"),
        ("[1h, 13d; 10c]", "AhKdTc"),
        ("11h1h", "JhAh"),
        ("12\u200bd", None),
        ("110s", None),
        ("14s13d", "AsKd"),
        ("15s", None),
        ("14s As", None),
        ("01s", None),
        ("1", None),
        ("12", None),
        ("1 2c", None),
        ("111s", None),
        ("12d Qd", None),
        ("1d AD", None),
    ],
)
def test_ranks_may_be_numbers_where_cards_are_typed(text, cards):
    if cards is None:
        with pytest.raises(TextError):
            parse_cards(text)
        assert spelled_cards(text) == (text, ())
        return
    assert cards_text(card for card, _ in parse_cards(text)) == cards
    assert parse_cards(spelled_cards(text)[0])[0][0] == parse_cards(cards)[0][0]


def test_a_number_for_a_rank_is_reported():
    assert spelled_cards("12d, 10s 1♣\ufe0f") == (
        "Qd, 10s Ac",
        (
            "12d is read as Qd: 1 is an ace, 11, 12, 13 are J, Q, K",
            "1♣ is read as Ac: 1 is an ace, 11, 12, 13 are J, Q, K",
        ),
    )
    assert spelled_cards("14d")[1] == ("14d is read as Ad: 11, 12, 13, 14 are J, Q, K, A",)
    assert spelled_cards("10s9h") == ("10s9h", ())


def test_the_hint_reads_numbers_as_ranks():
    with pytest.raises(TextError, match=r"did you mean Qd3h\?"):
        parse_range("12d3h, AA")


@pytest.mark.parametrize("text", ["12d3h, AA", "1c+", "AK, 13s12s", "12d3h@50", "12d3h > flop set", "!12d3h", "1cx"])
def test_numbers_are_no_ranks_in_ranges(text):
    assert spelled_cards(text) == (text, ())
    with pytest.raises(TextError):
        parse_range(text)


def test_a_table_takes_cards_with_numbers():
    plain = Scenario("holdem", (Seat("A", "Qd3h"), Seat("B", "AA")), "Ac Kh 10s", "Js")
    numbered = Scenario("holdem", (Seat("A", "12d3h"), Seat("B", "AA")), "1c 13h 10s", "11s")
    assert numbered == plain
    assert not problems(numbered)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Hero", "Hero"),
        (" two  blanks ", " two  blanks "),
        ("日本 é 👍", "日本 é 👍"),
        ("a\tb\nc\r\u2028d", "a b c  d"),
        ("a\x00\x1b[31m\x7f\x9fb", "a[31mb"),
        ("half \ud800, none \uffff", "half \ufffd, none \ufffd"),
        ("\x00\x01", "\ufffd"),
        ("", ""),
    ],
)
def test_a_name_holds_no_control_characters(written, name):
    assert plain_name(written) == name


@given(st.text())
def test_a_plain_name_stays_as_it_is(text):
    assert plain_name(plain_name(text)) == plain_name(text)
