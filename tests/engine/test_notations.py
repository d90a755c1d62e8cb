import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import TextError
from engine.ranges.holdem import HoldemRange, parse_range, write_range
from engine.ranges.holdem_meaning import read_pio
from engine.ranges.notations import NOTATION_NAMES, NOTATIONS
from tests.engine.range_strategies import ranges_of_classes

TEXT = "AA, KK:0.5, AQs:0.25, T9s-65s, AKo"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("22+, ATs+", "core"),
        ("AA:50%", "core"),
        ("15%, !AA", "core"),
        ("AA,AKs:0.5,QQ-TT:0.75,A5s-A2s:.25", "pio"),
        ("AhKh: 0.35, AsKs: 1", "pio"),
        ("100: AA, AKs, 75: AQs", "equilab"),
        ("99.99: AA", "equilab"),
        ("AA,[25%]AKs[/25%]", "flopzilla"),
        ("[82.0]QJs,Q4s,A9o[/82.0]", "flopzilla"),
        ("AQs+, 0.4(AsKs), 80%(22-55)", "eval7"),
        ("ATs+; Weights: AQs:75%, AJs@50", "pokercruncher"),
        ("AA-KK@100,QQ@50", "ppt"),
        ("AA@50, KK:0.5", "mixed"),
        ("[50]AA[/50], KK@50", "mixed"),
    ],
)
def test_a_notice_names_the_notation(text, notation):
    range_ = parse_range(text)
    assert range_.notation == notation
    assert notation in NOTATION_NAMES
    assert any("several programs" in notice for notice in range_.notices) == (notation == "mixed")


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("core", "AA, T9s-65s, AKo, KK:0.5, AQs:0.25"),
        ("pio", "AA,T9s-65s,AKo,KK:0.5,AQs:0.25"),
        ("equilab", "100: AA, T9s, 98s, 87s, 76s, 65s, AKo, 50: KK, 25: AQs"),
        ("flopzilla", "AA,T9s,98s,87s,76s,65s,AKo,[50.0]KK[/50.0],[25.0]AQs[/25.0]"),
        ("eval7", "AA, T9s, 98s, 87s, 76s, 65s, AKo, 0.5(KK), 0.25(AQs)"),
        ("pokercruncher", "KK+, AQs, T9s, 98s, 87s, 76s, 65s, AKo; Weights: KK:50%, AQs:25%"),
        ("ppt", "AA@100,T9s@100,98s@100,87s@100,76s@100,65s@100,AKo@100,KK@50,AQs@25"),
    ],
)
def test_a_range_in_the_ways_of_the_programs(notation, expected):
    assert write_range(parse_range(TEXT), notation) == expected


def test_programs_that_climb_get_no_plus_on_kickers():
    assert write_range(parse_range("ATs+, K9o+, 22+"), "ppt") == "22+,AKs-ATs,KQo-K9o"


def test_complete_ranges():
    every = parse_range("random")
    assert write_range(every, "core") == write_range(every, "equilab") == "random"
    for notation in ("pio", "flopzilla", "eval7", "pokercruncher"):
        assert write_range(every, notation).replace(" ", "").startswith("22+,A2+,K2+,Q2+")
        assert "random" not in write_range(every, notation)


def is_expected(notice, weights, notation):
    """Whether a text of ours may be told of: tiny percentages, and a weight that looks like a pair (``75: 66``)."""
    if "gives a weight to the hand" in notice:
        return notation == "equilab"
    return ("percent" in notice or "more notices" in notice) and weights[weights > 0].min() <= 0.01


def assert_round_trips(weights):
    range_ = HoldemRange(weights)
    for notation in NOTATIONS:
        text = write_range(range_, notation)
        if not weights.any():
            assert text == ""
            continue
        for dialect in ("core", "climb"):
            again = parse_range(text, dialect)
            assert again.weights.tobytes() == range_.weights.tobytes(), (notation, text)
            assert all(is_expected(message, weights, notation) for message in again.notices), (
                notation,
                text,
                again.notices,
            )
        plain = set(np.unique(weights)) <= {0.0, 1.0}
        assert again.notation == ("core" if plain else "pio" if notation == "core" else notation), text


@given(ranges_of_classes())
@settings(max_examples=40, deadline=None)
def test_ranges_of_classes_round_trip_in_every_notation(weights):
    assert_round_trips(weights)


@given(st.dictionaries(st.integers(0, 1325), st.floats(0, 1, exclude_min=True), max_size=20))
@settings(max_examples=60, deadline=None)
def test_single_combos_round_trip_in_every_notation(chosen):
    weights = np.zeros(1326)
    weights[list(chosen)] = list(chosen.values())
    assert_round_trips(weights)


def test_extreme_weights_round_trip_in_every_notation():
    for weight in (5e-324, 1e-300, np.nextafter(1, 0), 1 / 3, 0.01, 0.005, 1.0):
        weights = np.zeros(1326)
        weights[5:25] = weight
        assert_round_trips(weights)
    assert_round_trips(np.random.default_rng(3).random(1326))


HANDS = ("AA", "KQs", "J9o", "AK", "T8s+", "22-55", "A5s-A2s", "AhKh", "7h6h", "K5-K2", "QTs-86s", "15%", "5%-9%", "Kx")


def in_notation(notation, items):
    """A text made of (hand, percent), one by one, by the grammar of the notation alone."""
    if notation == "equilab":
        return ", ".join(f"{percent}: {hand}" for hand, percent in items)
    if notation == "pokercruncher":
        weights = ", ".join(f"{hand}:{percent}%" for hand, percent in items)
        return f"{', '.join(hand for hand, _ in items)}; Weights: {weights}"
    forms = {
        "core": "{0}:{1}%", "pio": "{0}:{2}", "flopzilla": "[{1}]{0}[/{1}]", "eval7": "{2}({0})", "ppt": "{0}@{1}",
    }  # fmt: skip
    return ", ".join(forms[notation].format(hand, percent, percent / 100) for hand, percent in items)


@given(
    st.sampled_from(NOTATIONS), st.lists(st.tuples(st.sampled_from(HANDS), st.integers(2, 100)), min_size=1, max_size=6)
)
@settings(max_examples=300, deadline=None)
def test_a_text_has_the_meaning_of_its_items(notation, items):
    """After a leading number ``15%`` would be its weight, so Equilab's lists hold no shares."""
    if notation == "equilab":
        items = [("AQs" if "%" in hand else hand, percent) for hand, percent in items]
    expected = np.zeros(1326)
    for hand, percent in items:
        expected[parse_range(hand).weights > 0] = percent / 100
    result = parse_range(in_notation(notation, items))
    assert np.array_equal(result.weights, expected)
    assert result.notation == notation


@pytest.mark.parametrize("number", ["1e309", "1e999", "1000001", "9" * 400])
def test_a_pio_weight_out_of_bounds_raises_an_error_with_the_weight(number):
    with pytest.raises(TextError, match=r"a weight of .* is above 1,000,000") as caught:
        read_pio(f"KK,AA:{number}")
    assert caught.value.position == 6


@pytest.mark.parametrize("number", ["inf", "nan", "-1", "-1e309", "1e99999", "Infinity", "0x1"])
def test_a_pio_weight_that_is_no_number_raises_an_error(number):
    with pytest.raises(TextError, match=r"is not a weight; a weight looks like 0\.5"):
        read_pio(f"AA:{number}")


def test_a_relative_weight_of_pio_may_be_large():
    result = read_pio("AA:1000000,KK:500000")
    assert sorted(set(result.weights)) == [0.0, 0.5, 1.0]
