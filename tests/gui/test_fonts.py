"""The bundled fonts: that Qt can load them and that they have what the window needs of them."""

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont
from pytestqt.qtbot import QtBot

from gui.look.theme import FONTS
from gui.pages.kelly.tracker_steps import SIZES


@pytest.mark.parametrize("path", sorted(FONTS.glob("*.[ot]tf")), ids=lambda path: path.stem)
def test_font_loads(qtbot: QtBot, path: object) -> None:
    assert QFontDatabase.addApplicationFont(str(path)) >= 0


@pytest.mark.parametrize("name", ["Regular", "Medium", "SemiBold", "Bold"])
def test_figures_are_tabular_on_request(qtbot: QtBot, name: str) -> None:
    number = QFontDatabase.addApplicationFont(str(FONTS / f"Inter-{name}.otf"))
    font = QFont(QFontDatabase.applicationFontFamilies(number)[-1])
    font.setPixelSize(24)
    proportional = QFontMetricsF(font)
    font.setFeature(QFont.Tag("tnum"), 1)
    tabular = QFontMetricsF(font)
    assert proportional.horizontalAdvance("888") - proportional.horizontalAdvance("111") > 2
    widths = [tabular.horizontalAdvance(3 * digit) for digit in "0123456789"]
    assert max(widths) - min(widths) < 0.2  # hinting rounds the glyphs apart by hundredths


def test_suit_signs_have_a_glyph_on_a_machine_without_fonts(qtbot: QtBot) -> None:
    """Inter has hearts only; DejaVu Sans stands in for what Inter lacks."""
    fallback = QRawFont(str(FONTS / "DejaVuSans.ttf"), 13.0)
    assert all(fallback.supportsCharacter(ord(sign)) for sign in "♠♥♦♣")


def test_the_sizes_of_bets_are_written_with_signs_that_the_text_face_has(qtbot: QtBot) -> None:
    """A fraction from the face that stands in is thinner than its neighbours."""
    face = QRawFont(str(FONTS / "Inter-Regular.otf"), 13.0)
    assert all(face.supportsCharacter(ord(sign)) for _, text, _, _ in SIZES for sign in text)
