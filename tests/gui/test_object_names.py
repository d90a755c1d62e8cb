"""Every widget that can be operated has a name for tests and one for screen readers; renaming one is noticed."""

import re
from collections import Counter

import pytest

from engine import GAMES
from tests.gui.object_names import HEAD, INVENTORY, inventory, operated, show_all, switch_game
from tests.gui.object_names import app as app


@pytest.fixture
def window(app):
    return app.main_window


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_can_be_operated_has_a_name_of_its_own(window, game):
    switch_game(window, game)
    values = {}
    for _ in show_all(window):
        there = operated(window)
        assert [type(w).__name__ for w in there if not w.objectName()] == []
        assert [name for name, count in Counter(w.objectName() for w in there).items() if count > 1] == []
        values |= {id(w): w for w in there if w.isVisible()}
    assert len(values) > 40
    assert [w.objectName() for w in values.values() if not w.accessibleName()] == []


def test_no_name_of_the_inventory_is_gone_and_no_page_is_missing(window):
    """After a change that is meant: ``python -m tests.gui.object_names > tests/data/object_names.md``."""
    written, found = INVENTORY.read_text(encoding="utf-8").splitlines(), inventory(window)
    assert sorted({*written} - {*found}) == []
    # Single new names may be missing until the next release, but none of those that a new page brings.
    rooms = [{re.split(r"[.`]", row)[1] for row in rows[len(HEAD) :]} for rows in (found, written)]
    assert sorted(rooms[0] - rooms[1]) == []
