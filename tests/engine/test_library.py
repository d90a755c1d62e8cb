import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import TextError, whole_text
from engine.preflop.jam import JamRequest, solve_jam
from engine.ranges.equilab_files import write_hr
from engine.ranges.holdem import format_range, parse_range
from engine.ranges.library import Folder, NamedRange, library_from_json, library_to_json, presets
from engine.ranges.library_files import write_batch
from engine.ranges.names import PRESETS
from engine.ranges.razz import read_razz_hand
from engine.scenario import ScenarioError

names = st.text(max_size=12)
games = st.sampled_from(["holdem", "razz"])
ranges = st.builds(NamedRange, names, st.text(max_size=20), names, games)
trees = st.recursive(ranges, lambda inner: st.builds(Folder, names, st.lists(inner, max_size=3).map(tuple), names))
libraries = st.builds(Folder, names, st.lists(trees, max_size=4).map(tuple), names)


@given(libraries)
@settings(max_examples=100, deadline=None)
def test_a_library_comes_back_as_it_was(library):
    text = json.dumps(library_to_json(library), ensure_ascii=True)
    assert library_from_json(json.loads(text)) == library


def test_unreadable_texts_are_kept():
    library = Folder("Mine", (NamedRange("broken", "AA, QQx"), NamedRange("razz", "(7-7", game="razz")))
    again = library_from_json(library_to_json(library))
    assert again == library
    for (_, item), read, position in zip(again.walk(), (parse_range, read_razz_hand), (4, 0), strict=True):
        with pytest.raises(TextError) as caught:
            read(item.text)
        assert caught.value.position == position


GOOD = {"steelwheel_library": 1, "name": "Mine", "items": []}
DEEP: dict = {"folder": "x", "items": []}
for _ in range(40):
    DEEP = {"folder": "x", "items": [DEEP]}


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "steelwheel_library"),
        ({"items": []}, "steelwheel_library"),
        (GOOD | {"steelwheel_library": 7}, "steelwheel_library"),
        (GOOD | {"items": {}}, "items"),
    ],
)
def test_other_values_than_libraries_raise_errors(value, field):
    with pytest.raises(ScenarioError) as caught:
        library_from_json(value)
    assert caught.value.problems[0].field == field


WHOLE = {"name": "whole", "text": "AA"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colour": 1}, "colour"),
        ({"name": 1}, "name"),
        ({"items": [5, WHOLE]}, "items[0]"),
        ({"items": [WHOLE, {"name": "a"}]}, "items[1].text"),
        ({"items": [{"name": "a", "text": 1}, WHOLE]}, "items[0].text"),
        ({"items": [{"name": "a", "text": "", "game": "chess"}, WHOLE]}, "items[0].game"),
        ({"items": [{"name": "a", "text": "", "weight": 1}, WHOLE]}, "items[0].weight"),
        ({"items": [{"folder": "f", "items": [{"text": "AA"}, WHOLE]}]}, "items[0].items[0].name"),
        ({"items": [{"folder": "f", "items": 3}, WHOLE]}, "items[0].items"),
        ({"items": [{"folder": None, "items": [WHOLE]}]}, "items[0].folder"),
        ({"items": [{"folder": "f", "text": "AA", "items": [WHOLE]}]}, "items[0].text"),
        ({"items": [{"folder": "f", "note": 7, "items": [WHOLE]}]}, "items[0].note"),
    ],
)
def test_damaged_entries_are_reported_and_all_others_kept(change, field):
    values = library_from_json(GOOD | {"items": [WHOLE]} | change)
    assert [item.name for _, item in values.walk()] == ["whole"]
    (text,) = values.damaged
    assert field in text


def test_folders_do_not_nest_without_end():
    values = library_from_json(GOOD | {"items": [DEEP, WHOLE]})
    assert [item.name for _, item in values.walk()] == ["whole"]
    assert "at most 32 deep" in values.damaged[0]


def test_every_preset_can_be_read():
    values = list(presets().walk())
    assert len(values) > 40
    assert {item.game for _, item in values} == {"holdem", "razz"}
    assert len({(path, item.name) for path, item in values}) == len(values)
    for _, item in values:
        if item.game == "razz":
            assert read_razz_hand(item.text).text.items
        if item.game == "holdem":
            range_ = parse_range(item.text)
            assert range_.notices == ()
            assert format_range(range_) == item.text
    assert len(presets().items) == len(list(PRESETS.glob("*.json")))


def test_positions_open_up_towards_the_button():
    folders = {folder.name: folder for folder in presets().items if isinstance(folder, Folder)}
    for name in ("6-max RFI", "Full ring RFI"):
        shares = {item.name: parse_range(item.text).weights.sum() / 1326 for _, item in folders[name].walk()}
        seats = [share for seat, share in shares.items() if seat != "SB"]
        assert seats == sorted(seats)
        assert seats[-1] > 0.4 > shares["SB"] > 0.3


def test_the_groups_of_sklansky_and_malmuth():
    """81 classes of the 169 in eight groups, no hand in two of them."""
    groups = [item for path, item in presets().walk() if path[-1] == "Groups"]
    together = parse_range(", ".join(item.text for item in groups))
    assert together.notices == ()
    assert parse_range(groups[0].text) == parse_range("AA, KK, QQ, JJ, AKs")
    assert parse_range(groups[2].text) == parse_range("99, JTs, QJs, KJs, ATs, AQo")
    last = [item for path, item in presets().walk() if path[-1] == "Down to a group"][-1]
    assert parse_range(last.text) == together


HALF = "a\ud800b\udc00"


def test_every_library_that_can_be_read_can_be_saved():
    inner = {"folder": HALF, "note": HALF, "items": [{"name": HALF, "game": "holdem", "text": "AA", "note": HALF}]}
    value = {"steelwheel_library": 1, "name": HALF, "note": HALF, "items": [inner]}
    library = library_from_json(json.loads(json.dumps(value)))
    for data in (json.dumps(library_to_json(library), ensure_ascii=False).encode(), write_hr(library)):
        assert "a\ufffdb\ufffd".encode() in data or "a\ufffdb\ufffd".encode("utf-16-le") in data
    assert "a\ufffdb\ufffd" in write_batch(library).encode().decode()


def test_halves_that_belong_together_make_a_character():
    assert whole_text("\ud83c\udca1") == "\U0001f0a1"
    assert whole_text("\udca1\ud83c") == "\ufffd\ufffd"


def _presets_named(name):
    folder = next(folder for folder in presets().items if isinstance(folder, Folder) and folder.name == name)
    return {(path, item.name): parse_range(item.text).weights for path, item in folder.walk()}


def test_every_preset_names_its_source():
    for folder in presets().items:
        assert isinstance(folder, Folder)
        assert folder.note
        if "max" in folder.name or "ring" in folder.name:
            assert "not computed" in folder.note or "by hand" in folder.note
            assert all(item.note for _, item in folder.walk())


def test_a_later_position_opens_all_hands_of_an_earlier_one():
    for name in ("6-max RFI", "Full ring RFI"):
        seats = [weights for (_, seat), weights in _presets_named(name).items() if seat != "SB"]
        assert all(np.all(one <= other) for one, other in pairwise(seats))


def _played(found):
    """Return what each seat goes on with, by situation; raise and call of a hand add up to at most 1."""
    played = {}
    for (path, name), weights in found.items():
        key = path, name.split(":")[0]
        played[key] = played.get(key, 0) + weights
        assert played[key].max() <= 1, (path, name)
    return played


def test_against_a_later_opener_a_seat_goes_on_with_all_it_plays_against_an_earlier_one():
    values = _played(_presets_named("6-max, vs open"))
    assert len(values) == 15
    for seat in ("CO", "BTN", "SB", "BB"):
        rows = [weights for (_, name), weights in values.items() if name == seat]
        assert all(np.all(one <= other) and one.sum() < other.sum() for one, other in pairwise(rows)), seat


def test_a_3_bet_is_answered_with_hands_that_were_opened():
    opened = {seat.split()[0]: weights for (_, seat), weights in _presets_named("6-max RFI").items()}
    values = _played(_presets_named("6-max, vs 3-bet"))
    for (path, seat), weights in values.items():
        assert np.all(weights <= opened[seat]), seat
        earlier = [other for (where, _), other in values.items() if where == path]
        assert all(np.all(one <= other) for one, other in pairwise(earlier))


def test_jam_or_fold_presets_equal_the_computed_ranges():
    values = {
        name: text
        for path, item in presets().walk()
        if path[0] == "Shove or fold (jam) by stack"
        for name, text in [(item.name, item.text)]
    }
    for stack in (5, 10, 20):
        answer = solve_jam(JamRequest(stack=stack))
        assert values[f"{stack} BB, small blind jams"] == answer.jam.text
        assert values[f"{stack} BB, big blind calls"] == answer.call.text
    ring = solve_jam(JamRequest(stack=10, players=6))
    assert all(values[f"10 BB, {row.seat} jams"] == row.jam.text for row in ring.positions)
    calls = {(seat, row.seat): call.text for row in ring.positions for seat, call in row.calls if row.seat != "SB"}
    assert len(calls) == 14
    assert all(values[f"10 BB, {seat} calls {jammer} jam"] == text for (seat, jammer), text in calls.items())
