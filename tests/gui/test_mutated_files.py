"""Stored files with anything in any place: no exception, and no entry lost that the damage has not touched."""

import pytest

from tests.mutated_files import check, kinds

NAMES = (
    *("library.json", "mine.txt", "history.json", "training.json", "settings.ini", "autosave/a.autosave"),
    *("table.steelwheel", "pin.json", "bankroll.sqlite", "orders/mine.json", "journal/waiting-1.json"),
)


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_cost_nothing_that_is_whole(qapp, tmp_path, name):
    made = tmp_path / "made"
    made.mkdir()
    found = {kind.name: kind for kind in kinds(made)}
    assert set(found) == set(NAMES)
    for seed in range(12):
        check(found[name], seed, tmp_path / str(seed))
