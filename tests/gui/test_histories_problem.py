"""Whether the page *Histories* still waits for a file: not once it is known what is wrong with it."""

from types import SimpleNamespace

import pytest

from gui.pages.histories.model import HistoriesModel


@pytest.mark.parametrize(("problem", "busy"), [("", True), ("x: this is no hand history", False)])
def test_a_file_that_cannot_be_read_is_not_being_read_any_more(problem, busy):
    reader = SimpleNamespace(key=("list", 1))  # it has answered, and is not through yet
    assert HistoriesModel.busy.fget(SimpleNamespace(_lists=reader, lines=(), problem=problem)) is busy
