"""Contrast of every token on the grounds it stands on, seat colours told apart, the style sheet complete."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLineEdit

from gui.look.paths import ICONS
from gui.look.theme import DARK, LIGHT, SEAT_DASHES, SEAT_SYMBOLS, THEMES, Look, mixed, palette, stylesheet

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0
COLOUR_BLIND = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB."""

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def linear(color):
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in QColor(color).getRgbF()[:3])


def luminance(color):
    r, g, b = linear(color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    """WCAG 2 contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def oklab(rgb):
    r, g, b = (max(0.0, v) for v in rgb)
    long, middle, short = (
        (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3),
        (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3),
        (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3),
    )
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def difference(one, other, eyes):
    """Distance in OKLab as seen by ``eyes``; 0.02 is just noticeable side by side."""

    def seen(color):
        rgb = linear(color)
        return oklab(tuple(sum(m * v for m, v in zip(row, rgb, strict=True)) for row in COLOUR_BLIND[eyes]))

    return sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5


@themes
@pytest.mark.parametrize("token", ["text", "muted", "accent", "good", "bad", "warn", "worse", "better"])
@pytest.mark.parametrize("ground", ["background", "surface", "raised"])
def test_text_is_readable_on_every_ground(theme, token, ground):
    assert contrast(getattr(theme, token), getattr(theme, ground)) >= TEXT_CONTRAST


@themes
def test_text_is_readable_on_accent_and_selection(theme):
    assert contrast(theme.on_accent, theme.accent) >= TEXT_CONTRAST
    assert contrast(theme.text, theme.selection) >= TEXT_CONTRAST


@themes
@pytest.mark.parametrize("ground", ["background", "surface", "raised"])
def test_marks_stand_out_on_every_ground(theme, ground):
    for mark in (*theme.seats, theme.outline):
        assert contrast(mark, getattr(theme, ground)) >= MARK_CONTRAST


@themes
def test_suits_are_readable_on_their_cards(theme):
    for suits, ground in (
        (theme.suits, theme.card),
        (theme.suits_two, theme.card),
        (theme.deck_suits, theme.deck_card),
        (theme.deck_suits_two, theme.deck_card),
    ):
        for suit in suits:
            assert contrast(suit, ground) >= TEXT_CONTRAST


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_seats_are_told_apart_by_all_eyes(theme, eyes):
    for one, other in combinations(theme.seats, 2):
        assert difference(one, other, eyes) >= 0.04
    for one, other in combinations(theme.seats[:6], 2):
        assert difference(one, other, eyes) >= 0.06


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_better_and_worse_are_told_apart_by_all_eyes(theme, eyes):
    assert difference(theme.better, theme.worse, eyes) >= 0.1
    assert difference(theme.heat_high, theme.heat_low, eyes) >= 0.1


def test_no_two_seats_share_line_style_and_marker():
    signs = {(SEAT_DASHES[i % len(SEAT_DASHES)], SEAT_SYMBOLS[i % len(SEAT_SYMBOLS)]) for i in range(10)}
    assert len(signs) == 10
    assert LIGHT.seats[0] == LIGHT.accent
    assert DARK.seats[0] == DARK.accent


@themes
def test_the_style_sheet_uses_tokens_and_icons_that_exist(theme, qtbot):
    sheet = stylesheet(theme)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    icons = re.findall(r'url\("(.+?)"\)', sheet)
    assert icons
    assert all(Path(path).parent == ICONS and Path(path).is_file() for path in icons)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setStyleSheet(sheet)  # an unreadable sheet is a Qt warning, which fails the test
    field.show()
    assert field.grab().toImage().pixelColor(field.width() // 2, field.height() // 2) == QColor(theme.surface)


@themes
def test_the_palette_is_that_of_the_theme(theme):
    made = palette(theme)
    assert made.color(QPalette.ColorRole.Window) == QColor(theme.background)
    assert made.color(QPalette.ColorRole.Text) == QColor(theme.text)
    disabled = made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled != QColor(theme.text)


def test_mixing_goes_from_one_colour_to_the_other():
    assert mixed("#000000", "#ffffff", 0.0) == QColor("#000000")
    assert mixed("#000000", "#ffffff", 1.0) == QColor("#ffffff")
    assert mixed("#000000", "#ffffff", 0.5).red() == pytest.approx(128, abs=1)


def test_the_look_tells_of_changes(qtbot):
    look = Look(LIGHT)
    with qtbot.waitSignal(look.changed):
        look.set_theme("dark")
    assert look.theme is DARK
    four = look.suit_color(2)
    with qtbot.waitSignal(look.changed):
        look.set_four_colours(False)
    assert look.suit_color(2) != four
    assert look.suit_color(2) == look.suit_color(1)
    assert look.suit_color(0, deck=True) == QColor(DARK.deck_suits_two[0])
