import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import TextError
from engine.ranges.equilab_files import HEADER, read_hr, write_hr
from engine.ranges.holdem import HoldemRange, format_range, parse_range
from engine.ranges.library import Folder, NamedRange
from engine.scenario import ScenarioError
from tests.engine.range_strategies import ranges_of_classes
from tests.fuzz_texts import mutated

FILE = """[Userdefined]
.6-max
..Opening
...UTG{66+, A3s+, KJo+, AhKd}{first in, no antes}
...several weights{100: AA, AKs, 99.99: 99, KJs, 0.5: A8s, Q8s, }
..한글{AA}
.random{random}
.Full ring
..next line{22+, A2s+, }
{a note on its own line}
.empty folder
"""


def data(text):
    return text.replace("\n", "\r\n").encode("utf-16-le")


def names(folder):
    return [(path, item.name) for path, item in folder.walk()]


def test_a_file_with_folders_weights_and_notes():
    values = read_hr(data(FILE), "Imported")
    assert values.problems == ()
    assert values.folder.name == "Imported"
    assert names(values.folder) == [
        (("6-max", "Opening"), "UTG"),
        (("6-max", "Opening"), "several weights"),
        (("6-max",), "한글"),
        ((), "random"),
        (("Full ring",), "next line"),
    ]
    items = {item.name: item for _, item in values.folder.walk()}
    assert items["UTG"].note == "first in, no antes"
    assert items["next line"].note == "a note on its own line"
    assert items["UTG"].text == "66+, A3s+, KJo+, AhKd"
    weights = parse_range(items["several weights"].text)
    assert weights == parse_range("AA, AKs, 99:0.9999, KJs:0.9999, A8s:0.005, Q8s:0.005")
    assert parse_range(items["random"].text).count == 1326
    assert isinstance(values.folder.items[-1], Folder)
    assert values.folder.items[-1].name == "empty folder"


def test_groups_become_one_range_and_a_note():
    whole, inner = "96: random°0°0°192192192°°0°", "AA°3°1°000000000°4bet°1°"
    body = f"{whole}AA, AKs°1°0°228128115°Raise°0°AQs, 50: AKo°2°0°128255000°Call°0°{inner}"
    result = read_hr(data(f"{HEADER}\n.nested{{{body}}}{{mine}}\n"))
    ((_, item),) = result.folder.walk()
    assert result.problems == ()
    assert parse_range(item.text) == parse_range("random:0.96")
    assert item.note == "mine\nGroups: all: 96: random; Raise: AA, AKs; Call: 100: AQs, 50: AKo; 4bet: AA"
    parts = "J7s°0°0°192192192°°0°AA, KK°1°0°228128115°Raise°0°"
    ((_, item),) = read_hr(data(f"{HEADER}\n.parts{{{parts}}}")).folder.walk()
    assert parse_range(item.text) == parse_range("J7s, KK+")


def test_unreadable_ranges_are_kept_and_reported():
    values = read_hr(data(f"{HEADER}\n.good{{AA}}\n.bad{{AA, QJx}}\n}}oops\n.last{{KK}}\n"))
    assert names(values.folder) == [((), "good"), ((), "bad"), ((), "last")]
    assert [item.text for _, item in values.folder.walk()] == ["AA", "AA, QJx", "KK"]
    assert len(values.problems) == 2
    assert "bad: 'QJx'" in values.problems[0]
    assert "}oops" in values.problems[1]


def test_other_encodings():
    for encoding in ("utf-16", "utf-16-le", "utf-8", "utf-8-sig"):
        assert names(read_hr(f"{HEADER}\r\n.AA{{AA}}\r\n".encode(encoding)).folder) == [((), "AA")]


@pytest.mark.parametrize(
    "broken", [b"", b"PK\x03\x04", data("[Presets]\n.a{AA}"), HEADER.encode("utf-16-le") + b"\xd8"]
)
def test_other_files_raise_errors(broken):
    with pytest.raises(ScenarioError) as caught:
        read_hr(broken)
    assert caught.value.problems[0].field == "file"


def test_a_tree_comes_back():
    tree = Folder("Mine", (
        Folder("6-max", (
            NamedRange("UTG", "AA, 99:0.25, 9s8s:0.3", "a note"),
            Folder("deep", (NamedRange("any", "random"), NamedRange("top", "15%"))),
            Folder("empty"),
        )),
        NamedRange("last", "22+, A2s+, KJo"),
    ))  # fmt: skip
    written = write_hr(tree)
    assert written.startswith("[Userdefined]\r\n.6-max\r\n..UTG{100: AA, 25: 99".encode("utf-16-le")[:40])
    values = read_hr(written, "Mine")
    assert values.problems == ()
    assert names(values.folder) == names(tree)
    for (_, one), (_, other) in zip(values.folder.walk(), tree.walk(), strict=True):
        assert parse_range(one.text) == parse_range(other.text)
        assert one.note == other.note
    assert write_hr(values.folder) == written


def test_signs_with_a_meaning_do_not_break_the_file():
    tree = Folder("Mine", (NamedRange("..{a}\n°b", "AA", "x {y}\nz"), NamedRange("...", "KK")))
    values = read_hr(write_hr(tree))
    assert [(item.name, item.text, item.note) for _, item in values.folder.walk()] == [
        ("a b", "AA", "x y z"),
        ("range", "KK", ""),
    ]


@pytest.mark.parametrize("item", [NamedRange("razz", "A29", game="razz"), NamedRange("broken", "AA, QQx")])
def test_entries_that_equilab_cannot_store_raise_errors(item):
    with pytest.raises(ScenarioError) as caught:
        write_hr(Folder("Mine", (item,)))
    assert caught.value.problems[0].field == item.name


NAMES = st.text(alphabet="abcK9 .-:%,;+♠한é", min_size=1, max_size=12)


@st.composite
def folders(draw, depth=0):
    ranges = st.builds(
        lambda name, weights, note: NamedRange(name, format_range(HoldemRange(weights)), note),
        NAMES,
        ranges_of_classes().filter(np.any),
        st.sampled_from(["", "a note", "two\r\nlines"]),
    )
    inner = draw(st.lists(ranges if depth == 2 else ranges | folders(depth=depth + 1), max_size=3))
    return Folder(draw(NAMES), tuple(inner))


@given(folders())
@settings(max_examples=25, deadline=None)
def test_any_tree_comes_back_with_its_weights(tree):
    values = read_hr(write_hr(tree), tree.name)
    assert values.problems == ()
    assert [len(path) for path, _ in values.folder.walk()] == [len(path) for path, _ in tree.walk()]
    for (_, one), (_, other) in zip(values.folder.walk(), tree.walk(), strict=True):
        assert parse_range(one.text) == parse_range(other.text)
        assert one.name == (" ".join(other.name.split()).lstrip(".").strip() or "range")
        assert one.note == " ".join(other.note.split())
    assert write_hr(values.folder) == write_hr(tree)


def test_a_damaged_file_is_read_in_part_or_rejected():
    """Nothing but the error of a file; what is read can be looked at range by range."""
    generator = random.Random(7)
    readable = 0
    for _ in range(600):
        damaged = mutated(generator, FILE).encode("utf-16-le")
        try:
            values = read_hr(damaged)
        except ScenarioError:
            continue
        broken = 0
        for _, item in values.folder.walk():
            try:
                parse_range(item.text)
            except TextError:
                broken += 1
        assert broken <= len(values.problems)
        readable += not values.problems
    assert readable > 60
