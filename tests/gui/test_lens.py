"""Small cells are shown larger next to the mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gui.parts.cell_grid import CellGrid, Lens
from gui.parts.cells import Cell


@pytest.mark.parametrize(("side", "enlarged"), [(13 * 18, True), (13 * 30, False)])
def test_a_small_cell_is_enlarged_under_the_mouse_but_not_while_painting(qtbot, side, enlarged):
    grid = CellGrid(13, 13)
    qtbot.addWidget(grid)
    grid.resize(side, side)
    grid.show_cells(tuple(Cell("AKs", 1.0) for _ in range(169)))
    grid.show()
    lens = grid.findChild(Lens)
    for row in (0, 12):
        point = grid.visualRect(grid.model_.index(row, 12)).center()
        QTest.mouseMove(grid.viewport(), point)
        grid._hover((row, 12))
        assert lens.isVisible() == enlarged
        if enlarged:
            assert grid.viewport().rect().contains(lens.geometry())
            assert not lens.geometry().contains(point)
    QTest.mousePress(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not lens.isVisible()
    grid._hover((1, 1))
    assert not lens.isVisible()
