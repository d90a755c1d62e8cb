"""The texts of exported pictures: where they lie on the page, and whether one covers another."""

import re
import xml.etree.ElementTree as ET

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from gui.look.theme import Paper

SVG = "{http://www.w3.org/2000/svg}"
CAPITALS = 0.72
"""Height of figures and capitals, in sizes of their font."""
TOUCH = 0.5
"""Pixels by which boxes of texts may overlap."""
WIDE_FACE = "DejaVu Sans"
"""Comes with the program and is a sixth wider than its own face."""
PAPERS = (
    Paper(),
    Paper("dark", 640, 400),
    Paper("light", 640, 400, 150, WIDE_FACE),
    Paper("light", 960, 600, 150, WIDE_FACE),
    Paper("dark", 800, 800, 150, WIDE_FACE),
    Paper("light", 1600, 1000, 80, WIDE_FACE),
)


def text_boxes(svg):
    """Return the page, and every text with the box of its figures and capitals on it."""
    root, result = ET.fromstring(svg), []

    def walk(node, outer):
        numbers = re.fullmatch(r"matrix\(([^)]*)\)", (node.get("transform") or "").strip())
        inner = QTransform(*map(float, re.split(r"[ ,]+", numbers[1].strip()))) * outer if numbers else outer
        text = "".join(node.itertext()) if node.tag == f"{SVG}text" else ""
        if text.strip() and float(node.get("textLength")):
            x, y, size = (float(node.get(key)) for key in ("x", "y", "font-size"))
            box = QRectF(x, y - CAPITALS * size, float(node.get("textLength")), CAPITALS * size)
            result.append((text, inner.mapRect(box)))
        for child in node:
            walk(child, inner)

    walk(root, QTransform())
    return QRectF(*map(float, root.get("viewBox").split())), result


def faults(svg):
    """Return what lies beyond the page or over another text."""
    page, boxes = text_boxes(svg)
    assert len(boxes) > 5
    result = [f"{text!r} at {box}" for text, box in boxes if not page.contains(box)]
    for i, (text, box) in enumerate(boxes):
        for other, second in boxes[i + 1 :]:
            both = box.intersected(second)
            if both.width() > TOUCH and both.height() > TOUCH:
                result.append(f"{text!r} over {other!r}")
    return result


def assert_fits(chart):
    """Check a chart on pages of all kinds."""
    for paper in PAPERS:
        assert faults(chart.svg(paper)) == [], paper
