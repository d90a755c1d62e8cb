import pytest

from engine.ranges.holdem import parse_range
from engine.ranges.library import Folder, NamedRange, presets
from engine.ranges.library_files import read_batch, write_batch
from engine.scenario import ScenarioError

TEXT = """Hand Range #1[EP1 RFI]:
{88+, 7h7s, ATs+, A5s-A4s}

hand range #2[6-max / UTG]:
{AA, ATs+; Weights: AQs:75%,
 AJs:50%}
Hand Range #3[6-max / BTN]: {QQx}
"""


def test_ranges_with_names_are_read():
    folder = read_batch(TEXT)
    assert [(path, item.name) for path, item in folder.walk()] == [
        ((), "EP1 RFI"),
        (("6-max",), "UTG"),
        (("6-max",), "BTN"),
    ]
    items = {item.name: item for _, item in folder.walk()}
    assert parse_range(items["UTG"].text).weights.sum() == 6 + 8 + 3 + 2
    assert items["BTN"].text == "QQx"


@pytest.mark.parametrize(
    ("text", "position"),
    [("", None), ("22+", 0), (TEXT + "oops", len(TEXT)), (TEXT.replace("{QQx}", "QQ"), TEXT.index("Hand Range #3"))],
)
def test_what_is_no_range_is_told(text, position):
    with pytest.raises(ScenarioError) as caught:
        read_batch(text)
    assert (caught.value.problems[0].field, caught.value.problems[0].position) == ("file", position)


def test_ranges_are_written_and_come_back():
    holdem = Folder("All", tuple(item for item in presets().items[:3]))
    again = read_batch(write_batch(holdem), "All")
    assert [path for path, _ in again.walk()] == [path for path, _ in holdem.walk()]
    for (_, one), (_, other) in zip(again.walk(), holdem.walk(), strict=True):
        assert one.name == other.name
        assert parse_range(one.text) == parse_range(other.text)


@pytest.mark.parametrize("item", [NamedRange("razz", "A29", game="razz"), NamedRange("broken", "AA, QQx")])
def test_what_cannot_be_exchanged_is_told(item):
    with pytest.raises(ScenarioError) as caught:
        write_batch(Folder("Mine", (item,)))
    assert caught.value.problems[0].field == item.name
