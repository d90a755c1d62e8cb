"""Damaged results through the real window: opened, walked over, drawn; what is left out is said."""

import json
import random

from PySide6.QtWidgets import QApplication, QTabWidget

from tests.e2e.playing import part
from tests.mutated_results import mutated, saved_results

OPENED = 3
"""A window needs seconds for each of them; ``tests.bench.fuzz results`` opens as many as one likes without it."""


def walk(app):
    """Show every page of the game and draw the window."""
    pages = app.main_window.findChild(QTabWidget, "pages")
    for place in range(pages.count()):
        pages.setCurrentIndex(place)
        QApplication.processEvents()
        assert not pages.currentWidget().grab().isNull()


def said(app):
    return part(app, "status.text").text()


def test_the_faults_that_were_found(app, tmp_path):
    """A list where a number belongs, a huge number, an empty list and a share of more than everything."""
    path = tmp_path / "saved.json"
    faults = {
        ("detail", "next_card", 0, "equity", 1): ([], "damaged and left out: the next cards"),
        ("seats", 0, "classes", "straight"): (1e308, "its saved result is damaged, so it is computed again"),
        ("seats", 0, "split"): ([], "seats[0].split: expected a list of 1, found one of 0"),
        ("seats", 0, "equity"): (7.3, "seats[0].equity: expected a number from 0 to 1, found 7.3"),
    }
    for place, (value, words) in faults.items():
        data = json.loads(saved_results()[0])
        inner = data
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = value
        path.write_text(json.dumps(data), encoding="utf-8")
        assert app.main_window.commands.open_path(path)
        assert words in said(app)
        if "detail" in place:  # the others say what is wrong with a seat, and no page gets it
            walk(app)


def test_anything_may_stand_in_a_result(app, tmp_path):
    path, generator = tmp_path / "saved.json", random.Random(7)
    opened = 0
    for _ in range(OPENED):
        path.write_text(mutated(generator), encoding="utf-8")
        opened += app.main_window.commands.open_path(path)
        walk(app)
    assert opened > OPENED / 2
