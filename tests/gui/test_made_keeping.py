"""Hands to keep of a range: boxes out of the items of a filter and back, text in its place, presets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ranges.bases import with_street
from engine.ranges.holdem import parse_range
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR
from engine.ranges.street_filters import StreetFilter, StreetView, kept_shares
from engine.ranges.street_text import format_items, format_streets
from gui.pages.made.keeping import PRESETS, Keeping

BOARD = (32, 25, 0)
EVERY = np.ones(CELLS, np.bool_)


def cell(name):
    return FIRST_DRAW + DRAWS.index(name) if name in DRAWS else MADE.index(name)


def of(text):
    return Keeping.of(parse_range(f"AA > flop {text}").streets[0].items)


def written(keeping, present=EVERY):
    return format_items(keeping.items(present))


def present(*names):
    result = np.zeros(CELLS, np.bool_)
    result[[cell(name) for name in names]] = True
    if "top pair" in names:
        result[FIRST_KICKER + 12] = result[FIRST_KICKER + 11] = True
    return result


@pytest.mark.parametrize(
    "text",
    [
        "top pair+, flush draw:0.5",
        "set",
        "straight, set, gutshot",
        "two pair+:0.5, overpair",
        "top pair/A, top pair/K:0.25",
        "best 30%",
        "flush draw, equity 45%+",
        "second pair+, best 20%, !(flush draw, gutshot)",
        "!top pair",
        "best 30%:0.5, equity 20%-",
    ],
)
def test_boxes_are_written_as_they_were_read(text):
    assert written(of(text)) == text


@pytest.mark.parametrize("text", ["top pair+, flush draw", "top pair", "second pair+"])
def test_a_range_without_top_pair_does_not_change_the_text(text):
    """A base that is changed behind its filter need not have all of its classes."""
    assert written(of(text), present("set", "overpair", "ace high")) == text


def test_a_run_of_kept_classes_is_written_as_or_better():
    has = present("set", "two pair", "overpair", "top pair", "low pair", "flush draw")
    keeping = Keeping()
    for name in ("set", "overpair", "two pair"):
        keeping = keeping.with_cell(cell(name), 1.0, has)
    assert written(keeping, has) == "overpair+"
    assert written(keeping.with_cell(cell("two pair"), 0.0, has), has) == "set, overpair"
    assert written(keeping.with_cell(cell("two pair"), 0.5, has), has) == "set, two pair:0.5, overpair"
    both = keeping.with_cell(TOP_PAIR, 1.0, has).with_cell(cell("flush draw"), 0.5, has)
    assert written(both, has) == "top pair+, flush draw:0.5"
    assert both.weights_in(TOP_PAIR, has) == {1.0}


def test_kickers_of_top_pair_are_kept_separately():
    has = present("set", "top pair", "low pair")
    keeping = Keeping().with_cell(TOP_PAIR, 1.0, has).with_cell(FIRST_KICKER + 11, 0.0, has)
    assert keeping.weights_in(TOP_PAIR, has) == {0.0, 1.0}
    assert written(keeping, has) == "top pair/A"
    assert written(keeping.with_cell(FIRST_KICKER + 11, 1.0, has), has) == "top pair"


def test_changing_a_box_clears_classes_without_hands():
    has = present("set", "overpair")
    keeping = of("set+").with_cell(cell("set"), 0.0, has)
    assert keeping.all_kept
    assert written(of("set+").with_cell(cell("overpair"), 1.0, has), has) == "overpair+"


def test_the_largest_weight_of_several_items_is_used():
    keeping = of("top pair+:0.25, set:0.5, top pair/A")
    assert keeping.weights_in(cell("set"), EVERY) == {0.5}
    assert keeping.weights_in(cell("flush"), EVERY) == {0.25}
    assert keeping.weights[FIRST_KICKER + 12] == 1.0


words = st.sampled_from([*MADE, *DRAWS, *(f"{name}+" for name in MADE), "top pair/A", "top pair/7"])
items = st.lists(st.tuples(words, st.sampled_from(["", ":0.5", ":0.25"])), min_size=1, max_size=6)


@given(items, st.booleans())
def test_boxes_keep_what_the_text_keeps(found, sparse):
    """Whatever a filter says of classes and draws, its boxes keep the same weight of every hand."""
    streets = parse_range(f"random > flop {', '.join(word + weight for word, weight in found)}").streets
    hands = made_hands(BOARD)
    live = (hands.made >= 0).astype(float)
    if sparse:
        live[::3] = 0
    view = StreetView(tuple(BOARD), live)
    has = hands.cells().astype(float) @ live > 0
    back = StreetFilter("flop", Keeping.of(streets[0].items).items(has))
    if not back.items:
        assert not (kept_shares(streets[0], view) * live).any()
        return
    assert np.allclose(kept_shares(back, view) * live, kept_shares(streets[0], view) * live)
    assert Keeping.of(back.items).items(has) == back.items


@pytest.mark.parametrize(
    ("text", "street", "after"),
    [
        ("22+, AKs", "flop", "22+, AKs > flop set"),
        ("22+,AKs  > flop top pair+ , gutshot@50", "flop", "22+,AKs > flop set"),
        ("22+ > turn best 30%", "flop", "22+ > flop set > turn best 30%"),
        ("22+>flop gutshot@50>river set", "turn", "22+ > flop gutshot@50 > turn set > river set"),
        ("22+ > flop set", "turn", "22+ > flop set > turn set"),
    ],
)
def test_a_street_filter_is_written_in_the_order_of_streets(text, street, after):
    items_ = parse_range("AA > flop set").streets[0].items
    assert with_street(text, street, items_) == after
    values = parse_range(after).streets
    others = [format_streets((f,)) for f in values if f.street != street]
    assert others == [format_streets((f,)) for f in parse_range(text).streets if f.street != street]
    assert parse_range(with_street(after, street, ())).streets == tuple(f for f in values if f.street != street)


def test_presets_are_filters_that_can_be_read_and_written():
    for preset in PRESETS:
        for board in (3, 4, 5):
            keeping = preset.keeping(board)
            assert of(written(keeping)) == keeping
            assert "draw" not in preset.title_on(5)
    bettor = next(preset for preset in PRESETS if preset.title == "Top 30 % + draws")
    assert written(bettor.keeping(3)) == "flush draw, open-ended, gutshot, best 30%"
    assert written(bettor.keeping(5)) == "king high, nothing, best 30%"
