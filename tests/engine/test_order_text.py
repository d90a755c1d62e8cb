"""Lists of hands that people keep, as orders."""

import json

import numpy as np
import pytest

from engine.cards import TextError
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.orders import find_order, order_from_text, order_to_json

V3 = find_order("v3")
BEST_FIRST = [class_text(*CLASSES[i]) for i in V3.best_first]


def same(order):
    return np.array_equal(order.best_first, V3.best_first)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(BEST_FIRST),
        ",".join(BEST_FIRST).lower(),
        "\n".join(f"{i + 1}. {name}" for i, name in enumerate(BEST_FIRST)),
        "\n".join(f"{i + 1}\t{name.replace('T', '10')}" for i, name in enumerate(BEST_FIRST)),
        "# mine\n\n" + "\n".join(f"{name}  # best but {i}" for i, name in enumerate(BEST_FIRST)),
        json.dumps(BEST_FIRST),
        json.dumps(order_to_json(V3)),
    ],
    ids=["blanks", "commas", "counted", "tabs", "remarks", "json list", "json"],
)
def test_a_list_from_the_best_on(text):
    result = order_from_text(text, "mine")
    assert same(result)
    assert result.name in ("mine", "v3")
    assert parse_range("20%", order=result) == parse_range("20%", order=V3)


@pytest.mark.parametrize("form", ["{} {:.9f}", "{};{:.9f}", "{} = {:.9f}%", "{}: {:.9f}"])
def test_strengths_in_any_order_of_lines(form):
    lines = [form.format(class_text(*CLASSES[i]), V3.strengths[i]) for i in range(169)]
    assert same(order_from_text("\n".join(lines), "mine"))


def test_strengths_that_look_like_pairs():
    lines = [f"{i + 1}) {name} {200 - i}" for i, name in enumerate(BEST_FIRST)]
    assert same(order_from_text("\n".join(lines), "mine"))


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("AA KK", "167 of the 169 classes are missing", 0),
        (" ".join([*BEST_FIRST, "AA"]), "AA is given twice", 0),
        ("AA 0.8\nKK 0.7", "167 of the 169", 0),
        ("AA\nAK", "did you mean AKs or AKo", 3),
        ("AAs", "did you mean AA", 0),
        ("AA, foo", "'foo' is no class", 4),
        ("AA 0.8 0.9\nKK 0.7 0.8", "'0.8' is no class", 3),
        ("0.8 AA\n0.7 KK", "'0.8' is no class", 0),
        ("1 2 AA\n2 3 KK", "'1' is no class", 0),
        ("AA 0,8\nKK 0,7", "'0' is no class", 3),
        ("AA 0.8\nKK", "'0.8' is no class", 3),
        ('{"steelwheel_order": 1}', "a text is expected", 0),
        ("{nonsense", "no JSON", 1),
        ("", "are missing", 0),
    ],
)
def test_what_is_wrong_is_told(text, message, position):
    with pytest.raises(TextError, match=message) as caught:
        order_from_text(text, "mine")
    assert caught.value.position == position
