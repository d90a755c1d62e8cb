"""The box of a read-out stands beside what it explains, inside its sheet."""

from itertools import product

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

from gui.charts.overlays import Reading, box_rect

SHEET, BOX = QSizeF(640, 400), QSizeF(170, 80)
INSIDE = QRectF(QPointF(0, 0), SHEET)
XS, YS = (0.0, 3.0, 150.0, 320.0, 500.0, 637.0, 640.0), (0.0, 2.0, 120.0, 200.0, 395.0, 400.0)
PLACES = list(product(XS, YS))


def reading(anchor, **what):
    return Reading("AA", (), anchor, **what)


def region_at(x, y, width, height):
    return QRectF(min(x, 640 - width), min(y, 400 - height), width, height)


@pytest.mark.parametrize(("x", "y"), PLACES)
@pytest.mark.parametrize("size", [(20, 20), (60, 400), (200, 300), (640, 40), (640, 200), (280, 400), (400, 230)])
def test_no_region_is_covered(x, y, size):
    region = region_at(x, y, *size)
    for anchor in (region.center(), region.topLeft(), region.bottomRight(), QPointF(region.right(), y)):
        box = box_rect(reading(anchor, region=region), BOX, SHEET)
        assert INSIDE.contains(box)
        assert not box.intersects(region)


@pytest.mark.parametrize(("x", "y"), PLACES)
def test_neither_a_line_nor_its_marks_are_covered(x, y):
    line = QLineF(x, 20, x, 380)
    marks = tuple((seat, QPointF(x, at)) for seat, at in enumerate((30.0, 190.0, 370.0)))
    box = box_rect(reading(QPointF(x, y), line=line, marks=marks), BOX, SHEET)
    assert INSIDE.contains(box)
    assert not box.intersects(QRectF(x - 4, 20, 8, 360))


@pytest.mark.parametrize(("x", "y"), PLACES)
def test_no_mark_is_covered_for_any_line_and_mouse_position(x, y):
    for at in (QPointF(min(x + 40, 640), 200), QPointF(320, 200), QPointF(x, y)):
        line, marks = QLineF(x, 0, x, 400), ((0, at),)
        box = box_rect(reading(QPointF(x, y), line=line, marks=marks), BOX, SHEET)
        assert INSIDE.contains(box)
        assert not box.intersects(QRectF(at.x() - 4, at.y() - 4, 8, 8))


@pytest.mark.parametrize(("region", "side"), [
    (QRectF(300, 100, 40, 40), "right"), (QRectF(500, 100, 40, 40), "left"),
    (QRectF(100, 200, 450, 40), "above"), (QRectF(100, 10, 450, 40), "below"),
])  # fmt: skip
def test_the_right_side_is_preferred_then_left_above_and_below(region, side):
    box = box_rect(reading(region.center(), region=region), BOX, SHEET)
    beside = {
        "right": box.left() > region.right(),
        "left": box.right() < region.left(),
        "above": box.bottom() < region.top(),
        "below": box.top() > region.bottom(),
    }
    assert [name for name, holds in beside.items() if holds] == [side]


def test_without_room_the_marks_stay_uncovered():
    whole, at = QRectF(0, 0, 640, 400), QPointF(600, 200)
    box = box_rect(reading(at, region=whole, marks=((1, at),)), BOX, SHEET)
    assert INSIDE.contains(box)
    assert not box.contains(at)


def test_without_region_line_and_marks_it_is_next_to_the_anchor():
    for x, y in PLACES:
        box = box_rect(reading(QPointF(x, y)), BOX, SHEET)
        assert INSIDE.contains(box)
        assert not box.contains(QPointF(x, y))


def test_a_box_larger_than_its_sheet_begins_inside():
    box = box_rect(reading(QPointF(50, 50)), QSizeF(300, 200), QSizeF(200, 100))
    assert (box.left(), box.top()) == (4.5, 4.5)
