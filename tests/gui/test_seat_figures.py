"""The painted figure of a seat: a long difference with its error is made small enough for a narrow row."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from engine import Estimate
from engine.equity.details.changes import SeatChange
from gui.table.seat_figures import EquityFigure, SeatShare
from gui.table.seat_parts import FIGURES

SAMPLED = Estimate(0.1201, 5e-5, 0.1, (0.0201,), 0.8799, {})


@pytest.mark.parametrize("density", FIGURES)
def test_no_sign_of_a_difference_is_cut_off(qtbot, density):
    figure = EquityFigure()
    qtbot.addWidget(figure)
    figure.set_room(FIGURES[density])
    figure.show_share(SeatShare(SAMPLED, 1 / 6, change=SeatChange(SAMPLED, -0.4554, 6.1e-5)))
    assert figure.change_text().startswith("−45.54")
    figure.resize(QSize(FIGURES[density].width, FIGURES[density].height))
    picture = figure.grab().toImage()
    ground = QColor(picture.pixel(0, 0))
    assert all(QColor(picture.pixel(0, y)) == ground for y in range(picture.height()))
