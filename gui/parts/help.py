"""The help of pages: a text for each, shown in a window of its own."""

from functools import partial

from PySide6.QtWidgets import QWidget

from gui.look.guard import Keyed
from gui.look.theme import HELP_TEXTS
from gui.parts.build import named, show_sheet
from gui.parts.chip_button import ChipButton

HELP = {
    "kelly": "Kelly",
    "made": "Made hands",
    "preflop": "Pre-flop",
    "third": "Third street",
    "betting": "Betting",
    "flopReport": "Flop report",
    "ask": "Ask",
    "match": "Match",
    "simulate": "Simulate",
}
"""Titles by the name of a page; the text of each is the file of that name in ``resources/help``."""


def show_help(parent: QWidget, page: str) -> None:
    """Explain a page."""
    text = (HELP_TEXTS / f"{page}.html").read_text(encoding="utf-8")
    show_sheet(parent, HELP[page], text.rstrip("\n"))


def help_chip(page: str, tip: str, text: str = "help", parent: QWidget | None = None) -> ChipButton:
    """Return the chip that explains a page."""
    chip = named(ChipButton(text, parent), f"{page}.help", text.capitalize(), tip)
    chip.clicked.connect(Keyed(chip, partial(show_help, chip), page).plain)
    return chip
