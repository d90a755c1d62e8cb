"""A third game that is a row of ``GAMES`` and nothing else is never taken for hold'em or razz.

Where it has no row in another table, the error names the game and what it lacks; where code depends on a property of
a game, it follows that property.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from engine import GAMES, Game, Problem, Scenario, ScenarioError, Seat, inspect, problems, solve
from engine.betting.panel import betting_situation, stack_of
from engine.histories.settlement import value_of
from engine.kelly.panel import big_bets, panel_rows
from engine.scenario import GameTable
from engine.table.clips import copied_text
from engine.table.first_to_act import first_on, first_to_act
from engine.table.folding import any_cards, dealt_in, offered_text, takes_part, with_fold
from engine.table.hand_words import shown_hand
from engine.table.named_hands import with_names
from engine.table.one_line import format_line
from engine.table.slots import Slot, seat_slot_texts, table_order
from engine.table.text_notices import seat_notices, table_notices

ROOT = Path(__file__).parents[2]
GAME: Any = "omaha"
MAX_FILES_OF_A_GAME = 30
OTHER_GAMES = re.compile(r"\brazz\b|hold'?em", re.IGNORECASE)


@pytest.fixture(params=["high", "low"])
def table(request, monkeypatch) -> Scenario:
    """A table of a board game with four cards, whose best or lowest hand wins."""
    spec = replace(
        GAMES["holdem"],
        title="Omaha",
        hole_cards=("first card", "second card", "third card", "fourth card"),
        any_hand="any",
        details={},
        hands_are_combos=False,
        low=request.param == "low",
    )
    monkeypatch.setitem(GAMES, GAME, spec)
    return Scenario(GAME, (Seat("Hero", "AhAdKhKd"), Seat("Villain", "QcQsJcJs")), board="2c 7d 9h")


def _tables() -> list[tuple[str, GameTable[Any]]]:
    """Return the tables with a row per game of all modules that make one."""
    paths = [path for folder in ("engine", "gui") for path in sorted((ROOT / folder).rglob("*.py"))]
    modules = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
        for path in paths
        if re.search(r"\bGameTable\(\s*\"", path.read_text(encoding="utf-8"))
    ]
    return [
        (f"{module}.{name}", value)
        for module in modules
        for name, value in vars(import_module(module)).items()
        if isinstance(value, GameTable) and (value is not GAMES or module == "engine.games")
    ]


def test_every_table_has_a_row_for_each_game() -> None:
    tables = _tables()
    assert len(tables) >= 12
    assert {name: set(rows) for name, rows in tables if set(rows) != set(get_args(Game))} == {}


def test_a_missing_row_is_an_error_that_names_the_game() -> None:
    for name, rows in _tables():
        with pytest.raises(ScenarioError) as caught:
            rows[GAME]
        assert caught.value.problems == (Problem("game", f"omaha has no {rows.label}"),), name


def test_rows_by_game_are_in_tables_that_name_what_is_missing() -> None:
    """A dictionary by game outside a ``GameTable`` would raise KeyError for a third one.

    Tables that are asked by ``get`` have rows only for games with something special.
    """
    special = {"engine/table/first_to_act.py", "gui/pages/range/inspection_model.py", "gui/pages/range/page.py"}
    bare = set()
    for path in (path for folder in ("engine", "gui") for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(f'"{game}"' in text for game in get_args(Game)):
            continue
        tree = ast.parse(text)
        inside = {
            id(argument)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "GameTable"
            for argument in call.args
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict) and id(node) not in inside:
                keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
                if keys & set(get_args(Game)):
                    bare.add(path.relative_to(ROOT).as_posix())
    assert bare == special


def test_a_third_game_needs_few_files() -> None:
    """CONTRIBUTING.md names the files outside the folders of a new game, those of all tables among them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| a third game |"))
    named = set(re.findall(r"`([\w./]+\.(?:py|md))`", row))
    tables = {module.rpartition(".")[0].replace(".", "/") + ".py" for module, _ in _tables()}
    assert tables <= named
    assert len(named) <= MAX_FILES_OF_A_GAME


def test_what_needs_no_code_of_a_game_works(table) -> None:
    assert with_fold(table, 0, True).seats[0] == Seat("Hero", "AhAdKhKd", folded=True)
    assert with_fold(with_fold(table, 0, True), 0, False) == table
    assert offered_text(table, 0) == offered_text(with_fold(table, 0, True), 0) == any_cards(GAME, "AhAdKhKd") == "any"
    assert dealt_in(table.with_seat(1, cards="")).seats[1] == Seat("Villain", "any", folded=True)
    assert not takes_part(GAME, Seat("Villain", "any", folded=True))
    assert first_to_act(table) is None
    assert first_on(table, 1, (0, 1)) == ()
    assert not big_bets(table)
    assert [row.name for row in panel_rows(table)] == ["Hero", "Villain"]
    assert seat_notices(table, 0) == ()
    assert table_notices(table) == ()
    assert with_names(table, ()) == table


def test_the_lowest_hand_wins_if_the_game_says_so(table) -> None:
    board = ("2c", "3d", "4h", "Ks", "Kc")
    wheel, kings = value_of(GAME, ("Ah", "5d"), board), value_of(GAME, ("Kh", "Kd"), board)
    assert (wheel > kings) == GAMES[GAME].low


CALLS: dict[str, Callable[[Scenario], object]] = {
    "problems": problems,
    "solve": solve,
    "inspect": lambda table: inspect(table, 0),
    "slots": lambda table: seat_slot_texts(table, 0),
    "order of slots": table_order,
    "copy": lambda table: copied_text(table, Slot("seat", 0)),
    "line": format_line,
    "hand in words": lambda table: shown_hand(table, 0),
    "betting": betting_situation,
    "stack of betting": stack_of,
}
"""Functions that need a row in other tables: for the invented game they raise the error or return it as a value."""


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_nothing_tells_a_third_game_that_it_is_another(table, call) -> None:
    try:
        result = call(table)
    except ScenarioError as error:
        result = str(error)
    assert not OTHER_GAMES.search(str(result))
