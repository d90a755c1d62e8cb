"""The benchmarks themselves: every row can be measured, names choose rows, the table says what is met."""

import pytest

from engine import problems
from tests.bench.__main__ import chosen, main
from tests.bench.figures import Figure, Goal, line, shown
from tests.bench.measures import scenario_of
from tests.bench.rows import GROUPS, Other

ROWS = [row for rows in GROUPS.values() for row in rows]


@pytest.mark.parametrize("row", [row for row in ROWS if not isinstance(row, Other)], ids=lambda row: row.work)
def test_every_table_can_be_computed(row):
    assert problems(scenario_of(row)) == ()


def test_no_row_is_there_twice():
    for rows in GROUPS.values():
        assert len(set(rows)) == len(rows)


def test_names_choose_groups_and_rows():
    assert len(chosen([])) == len(ROWS)
    assert {group for group, _ in chosen(["razz", "peers"])} == {"razz", "peers"}
    assert [GROUPS[group][number].work for group, number in chosen(["AKs / QQ"])] == ["AKs / QQ / JTs"]
    with pytest.raises(SystemExit):
        main(["no such row"])


@pytest.mark.parametrize(
    ("value", "goal", "word"),
    [(0.004, Goal(0.005), "yes"), (0.006, Goal(0.005), "NO"), (5.0, Goal(4.0, at_most=False), "yes")],
)
def test_a_line_says_whether_the_goal_is_met(value, goal, word):
    assert f" {word} " in line(Figure("work", "method", value, goal=goal), 120.0)
    assert " yes " not in line(Figure("work", "method", value), 120.0)


def test_values_have_units():
    assert [shown(0.0123, "s"), shown(2.5, "s"), shown(4e7, "/s")] == ["12.3 ms", "2.5 s", "40 M/s"]
