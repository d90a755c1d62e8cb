"""Every widget that can be operated has a name for tests and one for screen readers; renaming one is noticed."""

from collections import Counter

import pytest
from PySide6.QtWidgets import QApplication

from tests.gui.object_names import GAMES, INVENTORY, assemble, inventory, operated, show_all, switch_game


@pytest.fixture
def window(qtbot, tmp_path):
    assembled = assemble(QApplication.instance(), tmp_path)
    qtbot.addWidget(assembled.main_window)
    yield assembled.main_window
    assembled.main_window.close()
    assembled.shut_down()


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_can_be_operated_is_named(window, game):
    switch_game(window, game)
    found = {}
    for _ in show_all(window):
        assert [type(w).__name__ for w in operated(window) if not w.objectName()] == []
        found |= {id(w): w for w in operated(window) if w.isVisible()}
    assert len(found) > 40
    assert [w.objectName() for w in found.values() if not w.accessibleName()] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_name_stands_for_one_widget(window, game):
    switch_game(window, game)
    for _ in show_all(window):
        names = Counter(w.objectName() for w in operated(window))
        assert [name for name, count in names.items() if count > 1] == []


def test_the_inventory_is_up_to_date(window):
    """After a change that is meant: ``python -m tests.gui.object_names > tests/data/object_names.md``."""
    assert inventory(window) == INVENTORY.read_text(encoding="utf-8").splitlines()
