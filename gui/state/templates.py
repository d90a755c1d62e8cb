"""Table templates: the players, blinds and limits of a table without its cards, by name.

Each is a scenario file without cards: those that come with the program in ``resources/templates``, the player's own in
a folder. They can be copied from one machine to another like any file.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from engine import Problem, Scenario, ScenarioError
from engine.cards import whole_text
from engine.kelly.panel import tracker_of
from engine.scenario.preflop import OF_TABLE
from engine.table.values import values_of
from gui.state import scenario_files
from gui.state.files import exclusive, files_in, is_file

OF_KELLY = ("chips", "dead", "limit_bet", "big_bet", "rake", "rake_cap", "no_flop_no_drop", "chip", "min_bet")
"""What the Kelly page holds of a table, whatever its cards are; a bankroll of its own is not among it."""
OF_PLAYER = ("multiplier", "points")
LONGEST_NAME, LONGEST_BYTES = 80, 200
"""Of a name in signs and in bytes: that of a file has an end on every disk."""
LOCK = ".lock"
PATIENCE = 0.5
"""Seconds to wait for another window that keeps or renames a template."""
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


def as_template(scenario: Scenario) -> Scenario:
    """Return what a template keeps of a table: game, names and order of the seats, blinds, antes and limits."""
    from engine.kelly.hand.session import OF_SESSION  # when a template is made: it takes all bets along

    seats = tuple(replace(seat, cards="", folded=False) for seat in scenario.seats)
    kelly = {key: value for key, value in values_of(scenario).items() if key in OF_KELLY}
    setup = tracker_of(scenario).get("setup")
    if isinstance(setup, Mapping):
        kelly["tracker"] = {"setup": {key: value for key, value in setup.items() if key not in OF_SESSION}}
    preflop = scenario.preflop and scenario.preflop.only(OF_TABLE)
    bare = Scenario(scenario.game, seats, dialect=scenario.dialect, order=scenario.order)
    return replace(bare, kelly=kelly or None, preflop=preflop)


def from_template(template: Scenario, now: Scenario) -> Scenario:
    """Return the table of a template; the way to run, and what is the player's own, stay as they are ``now``.

    It has the common bankroll, whatever that of the table was of which the template was made.
    """
    from engine.kelly.hand.session import with_setup

    if "bankroll" in tracker_of(template).get("setup", {}):
        template = with_setup(template, "bankroll", None)
    own: dict[str, Any] = {key: value for key, value in values_of(now).items() if key in OF_PLAYER}
    return replace(template, run=now.run, kelly={**own, **(template.kelly or {})} or None)


class Templates:
    """The templates that come with the program, in the folder ``shipped``, and the player's own in ``folder``.

    Windows share the folder: a name is looked for and given while the others wait.
    """

    def __init__(self, shipped: Path, folder: Path) -> None:
        self._shipped, self._folder = shipped, folder

    @property
    def shipped(self) -> list[Path]:
        return _listed(self._shipped)

    @property
    def own(self) -> list[Path]:
        return _listed(self._folder)

    def _free_path(self, plain: str) -> Path:
        names = chain((plain,), (f"{plain} {number}" for number in count(2)))
        paths = (self._folder / f"{own}{scenario_files.SUFFIX}" for own in names)
        return next(path for path in paths if not is_file(path))

    def save(self, name: str, scenario: Scenario) -> Path:
        """Keep the table without its cards under ``name``, with a number where one is called so; return its file.

        Raises:
            ScenarioError: this is no name.
            OSError: it cannot be written.
        """
        plain = _plain(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        with exclusive(self._folder / LOCK, PATIENCE):
            path = self._free_path(plain)
            scenario_files.save(path, as_template(scenario))
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Call one of the player's own ``name``, with a number where one is called so; return its file.

        Raises:
            ScenarioError: this is no name.
            OSError: it cannot be renamed.
        """
        if name.strip() == path.stem:
            return path
        if path.parent != self._folder:
            return path
        plain = _plain(name)
        with exclusive(self._folder / LOCK, PATIENCE):
            return path.rename(self._free_path(plain))

    def remove(self, path: Path) -> None:
        """Delete one of the player's own.

        Raises:
            OSError: it cannot be deleted.
        """
        if path.parent == self._folder and is_file(path):
            path.unlink()


def _plain(name: str) -> str:
    """Return a name that a file may bear.

    Raises:
        ScenarioError: nothing is left of it.
    """
    plain = " ".join(_NOT_IN_NAMES.sub(" ", whole_text(name)).split())[:LONGEST_NAME]
    plain = plain.encode()[:LONGEST_BYTES].decode(errors="ignore").strip(". ")
    if not plain:
        raise ScenarioError(Problem("name", "a template needs a name"))
    return plain


def _listed(folder: Path) -> list[Path]:
    return sorted(files_in(folder, f"*{scenario_files.SUFFIX}"), key=lambda path: path.stem)
