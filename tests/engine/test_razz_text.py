"""Razz hand texts: reading, canonical writing, splitting into slots, and errors with their place."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import TextError
from engine.ranges.names import preset_ranges
from engine.ranges.razz import reading_notices
from engine.ranges.razz_products import ALL_RANKS
from engine.ranges.razz_text import (
    RazzItem,
    RazzSlot,
    RazzText,
    first_slots,
    format_razz,
    parse_razz,
    slot_text,
    slot_texts,
)
from engine.scenario import RangeName
from tests.fuzz_texts import check_razz, razz_hands

FUZZ_TEXTS = 4_000


def particular(rank: int, suit: int | None = None) -> RazzSlot:
    return RazzSlot(1 << rank, particular=True, suit=suit)


def slots(text: str) -> tuple[RazzSlot, ...]:
    (item,) = parse_razz(text).items
    return item.slots


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("7", particular(6)),
        ("t", particular(9)),
        ("10", particular(9)),
        ("A", particular(0)),
        ("7H", particular(6, 1)),
        ("10♠", particular(9, 0)),
        ("7-", RazzSlot(0b1111111)),
        ("A-", RazzSlot(1)),
        ("j+", RazzSlot(0b1110000000000)),
        ("[A,2,5]", RazzSlot(0b10011)),
        ("[A25]", RazzSlot(0b10011)),
        ("[ A , 2 5 ]", RazzSlot(0b10011)),
        ("[5-8]", RazzSlot(0b11110000)),
        ("[8 - 5]", RazzSlot(0b11110000)),
        ("[A]", RazzSlot(1)),
        ("x", RazzSlot(ALL_RANKS, free=True)),
        ("*", RazzSlot(ALL_RANKS, free=True)),
        ("?", RazzSlot(ALL_RANKS, free=True)),
    ],
)
def test_a_slot(text: str, slot: RazzSlot) -> None:
    assert slots(text) == (slot,)


def test_blanks_and_case_do_not_matter() -> None:
    assert parse_razz(" a 2\t9 ") == parse_razz("A29")
    assert parse_razz("( 7- 7- ) 7 @ 50 %") == parse_razz("(7-7-)7:0.5")


def test_groups_are_numbered_in_order() -> None:
    assert [slot.group for slot in slots("(A2)3(45)x")] == [0, 0, -1, 1, 1, -1]


def test_items_and_weights() -> None:
    items = parse_razz("A29, A39@50, (7-7-7):0.25, x:75%").items
    assert [item.weight for item in items] == [1.0, 0.5, 0.25, 0.75]
    assert [item.position for item in items] == [0, 5, 13, 27]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("A29,", 4),
        ("A29,,A39", 4),
        ("A2?!", 3),
        ("((7-)7-)7", 1),
        ("7-7-)7", 4),
        ("(7-7", 0),
        ("()5", 0),
        ("[]23", 0),
        ("2[A5", 1),
        ("[Ah]", 2),
        ("[5-]", 3),
        ("A2345678", 7),
        ("7 -", 2),
        ("+5", 0),
        ("A29@", 4),
        ("A29@x", 4),
        ("A29@101", 4),
        ("A29@٥٠", 4),
        ("A29:1.5", 4),
        ("A29@50 3", 7),
        ("A29 1", 4),
        ("A29;A39", 3),
        ("A29\nA39", 4),
        ("(A29)\n(A39)", 6),
        ("A2/9", 2),
        ("A29 A39 A49", 9),
        ("all", 0),
        ("randomly", 0),
        ("A29:50", 4),
        (" !A29", 1),
        ("!A29, !(A39, A49)", 0),
        ("A29, !A29@50", 9),
        ("A29, !(A29, A39):0.5", 16),
        ("A29, !(A29, A39@50)", 15),
        ("A29, !(A29, A39", 6),
        ("A29, !(A29, !A39)", 12),
        ("A29, !(A29,)", 11),
        ("A29, !", 6),
        ("A29!", 3),
        ("A♠2♥️9, A♠Z", 10),
    ],
)
def test_unreadable_texts_are_reported_with_their_position(text: str, position: int) -> None:
    with pytest.raises(TextError) as caught:
        parse_razz(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("A29;A39", "separate hands with commas"),
        ("A29 | A39", "separate hands with commas"),
        ("A29 v 647", "paste a whole matchup at once"),
        ("A29 0.5", "write the weight after its hand: A29@50"),
        ("A29 50%", "write the weight after its hand"),
        ("[50]A29[/50]", "write the weight after its hand"),
        ("A2 up 9", "up cards follow the down cards"),
        ("A29\nA39", "write a comma between hands"),
        ("A29 A39 A49", "separate hands with commas"),
        ("A2/9", "up cards follow the down cards"),
        ("{A2}9", "a choice of ranks is [A25]"),
        ("A2]9", "no list of ranks is open"),
        ("129", "an ace is A"),
        ("A2o", "suits do not matter"),
        ("rough 8", "not the final low; did you mean (8-8-8)?"),
        ("A29, 7 or better", "not the final low; did you mean (7-7-7)?"),
        ("!A29", "did you mean random, !...?"),
        ("A!29", "after a comma"),
        ("A29:50", "did you mean 50%?"),
        ("A29@101", "above 100%"),
        ("[]23", "empty"),
        ("((7-)7-)7", "cannot be nested"),
    ],
)
def test_notices(text: str, hint: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_razz(text)
    assert hint in caught.value.message


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("A-5 7", "'A-5' is an ace followed by the next card; a span of ranks is [A-5]"),
        ("A29 A39", "'A29 A39' is one hand: separate hands with commas, not spaces"),
        ("A23, 457 89T@50", "'457 89T@50' is one hand"),
        ("A29:0,5", "':0,5' is the weight 0 and then another hand, 5; use a decimal point: ':0.5'"),
        ("A39, A29@33,3", "'@33,3' is the weight 33 and then another hand, 3; use a decimal point: '@33.3'"),
        ("A29@0.5", "'@0.5' means a weight of 0.5 percent; one half is 50"),
        ("A29@1", "'@1' means a weight of 1 percent"),
        ("A, 2, 9h", "'A, 2, 9h' is 3 hands of one card each; one hand is A29h"),
        ("A2, 9", "'A2, 9' is 2 hands, of 2 and 1 cards; one hand is A29"),
        ("6-7-8@50", "'6-7-8' is 6 or lower, 7 or lower, 8; one hand is 678"),
        ("(10-9-8)", "'10-9-8' is T or lower, 9 or lower, 8; one hand is T98"),
        ("[A 2 3]", "'[A 2 3]' is one card, A, 2 or 3; one hand is A23"),
        ("[10, 9, 8]", "'[10, 9, 8]' is one card, T, 9 or 8; one hand is T98"),
        ("[A23]@50", "'[A23]' is one card, A, 2 or 3; one hand is A23"),
        ("[a 2] 3", "'[a 2]' is one card, A or 2; 2 cards are A2"),
        ("(xx)8", "'(xx)' excludes pairs; any two cards are xx"),
        ("(x x) 8 3", "'(x x)' excludes pairs; any two cards are xx"),
    ],
)
def test_ambiguous_texts_have_a_notice(text: str, notice: str) -> None:
    parse_razz(text)
    (message,) = reading_notices(text)
    assert notice in message


@pytest.mark.parametrize(
    "text",
    [
        "A29",
        "[A-5]7",
        "(7-7-7)",
        "5-5-8",
        "A2 9 3",
        "A2 9345",
        "A29, A39",
        "A- 7",
        "\nA2\n9\n",
        "A29@50, 33",
        "A29:0, A39",
        "A29@1%",
        "A29@0.5 %",
        "A29@12.5",
        "A, 2@50",
        "7-, 8",
        "[A25]7",
        "A2[5,6,7]",
        "(A 2) 3",
        "(x8)",
        "A29, A39, 333",
    ],
)
def test_clear_texts_have_no_notice(text: str) -> None:
    parse_razz(text)
    assert reading_notices(text) == ()


def test_blanks_and_dashes_of_every_kind() -> None:
    assert parse_razz("\ufeffA\u00a02\u200b9,\nA 3\n9") == parse_razz("A29, A39")
    assert parse_razz("(7–7−7)@50") == parse_razz("(7-7-7)@50")
    assert parse_razz("[5\u20118]") == parse_razz("[5-8]")


def test_random_texts_agree_with_the_naive_reader() -> None:
    generator = random.Random(22)
    read = sum(check_razz(razz_hands(generator)) for _ in range(FUZZ_TEXTS))
    assert FUZZ_TEXTS // 4 < read < FUZZ_TEXTS // 2


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("( 7- 7- ) 7", "(7-7-)7"),
        ("a 2 9 , a39:50%", "A29, A39@50"),
        ("[A,2,5,6,7,8]x*?", "[A25-8]xxx"),
        ("[A]K+10hA-", "[A][K]Th[A]"),
        ("[2-K][A-K]", "2+K-"),
        ("A29:0.125", "A29@12.5"),
        ("random", "x"),
        ("Any@50, A29", "x@50, A29"),
        ("!33, (8-8-8)@50, ! A28", "(8-8-8)@50, !33, !A28"),
        ("x, !(A29, (3-3-)8)", "x, !A29, !(3-3-)8"),
        ("x, !(8-8-8)", "x, !(8-8-8)"),
        ("x, !((8-8-)8)", "x, !(8-8-)8"),
        ("x, !([A,5]3)", "x, !([A5]3)"),
        ("A29@0, A39, A49@0", "A29@0, A39, !A49"),
        ("A29@0", "A29@0"),
    ],
)
def test_canonical_texts(text: str, canonical: str) -> None:
    assert format_razz(parse_razz(text)) == canonical


@pytest.mark.parametrize("named", [named for named in preset_ranges() if named.game == "razz"], ids=lambda n: n.name)
def test_the_name_of_a_preset_is_its_text(named: RangeName) -> None:
    for text in (f'"{named.name}"', f" {named.name.upper()} " if "," not in named.name else f'"{named.name}"'):
        assert parse_razz(text) == parse_razz(named.text)
        at = len(text) - len(text.lstrip())
        assert {slot.position for item in parse_razz(text).items for slot in item.slots} == {at}
        (notice,) = reading_notices(text)
        title = "" if named.name in text else f"{named.name}: "
        assert notice.endswith(f"is read as {title}{named.text}")


def test_unknown_names_are_reported_with_similar_ones() -> None:
    for text, message in [
        ("door", "no range is named door; similar names: Door "),
        ("three to an 8", "similar names: Three to a six, Three to a seven, Three to an eight"),
        ("A29, Door 8", "expected a rank"),
        ("Door 8@50", "expected a rank"),
        ("my hand", "expected a rank"),
    ]:
        with pytest.raises(TextError) as caught:
            parse_razz(text)
        assert message in caught.value.message, text
        assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    ("text", "third"),
    [
        ("A2 9 3 4", "A29"),
        ("(8-8-8 K)@50, A29", "(8-8-8)@50, A29"),
        ("(8-8-)8, !(3-3-)8", "(8-8-)8, !(3-3-)8"),
        ("(8-8-)8 K, !(3-3-)8 [JK]", "(8-8-)8, !(3-3-)8"),
        ("(8-8-)8, !(3-3-)8 K", "(8-8-)8"),
        ("(8-8-)8 K, 999, !(3-3-)8 K", "(8-8-)8, 999"),
        ("A@0, !22", "A@0, 22@0"),
    ],
)
def test_the_first_slots(text: str, third: str) -> None:
    assert first_slots(parse_razz(text), 3) == parse_razz(third)


ANY_SLOT = st.one_of(
    st.just(RazzSlot(ALL_RANKS, free=True)),
    st.builds(particular, st.integers(0, 12), st.none() | st.integers(0, 3)),
    st.builds(RazzSlot, st.integers(1, ALL_RANKS)),
)


@st.composite
def items(draw: st.DrawFn) -> RazzItem:
    plain = draw(st.lists(ANY_SLOT, min_size=1, max_size=7))
    grouped, number, open_ = [], -1, False
    for slot in plain:
        starts, stays = draw(st.booleans()), draw(st.booleans())
        if starts:
            number, open_ = number + 1, True
        elif not stays:
            open_ = False
        group = number if open_ else -1
        grouped.append(RazzSlot(slot.ranks, slot.particular, slot.free, slot.suit, group))
    return RazzItem(tuple(grouped), draw(st.floats(0, 1)))


@given(st.lists(items(), min_size=1, max_size=4))
def test_parsing_a_formatted_hand_gives_the_hand(hand_items: list[RazzItem]) -> None:
    hand = RazzText(tuple(hand_items))
    text = format_razz(hand)
    assert parse_razz(text) == hand
    assert format_razz(parse_razz(text)) == text


@given(st.text(alphabet="aA27tTkK10xh-+[](),:@%. ", max_size=14))
def test_any_text_is_parsed_or_rejected_at_a_position_in_it(text: str) -> None:
    try:
        hand = parse_razz(text)
    except TextError as error:
        position = error.position
    else:
        position = max(item.position for item in hand.items)
    assert 0 <= position <= len(text)


@given(st.lists(ANY_SLOT, max_size=7))
def test_plain_texts_split_into_slots(plain: list[RazzSlot]) -> None:
    texts = tuple(slot_text(slot) for slot in plain)
    assert slot_texts("".join(texts)) == texts


@pytest.mark.parametrize("text", ["(7-7-)7", "A29, A39", "A29@50", "A2!"])
def test_texts_with_more_than_slots_are_not_split(text: str) -> None:
    assert slot_texts(text) is None


def test_a_blank_text_has_no_slots() -> None:
    assert slot_texts("  ") == ()
