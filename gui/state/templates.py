"""Table templates: the players, blinds and limits of a table without its cards, by name.

Each is a scenario file without cards: those that come with the program in ``resources/templates``, the player's own in
a folder. They can be copied from one machine to another like any file.
"""

import re
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from engine import Problem, Scenario, ScenarioError
from engine.cards import whole_text
from engine.kelly.fields import OF_PLAYER, OF_TABLE
from engine.kelly.hand.saved import OF_SESSION, Tracking
from engine.kelly.panel import panel_of
from engine.scenario.preflop import OF_TABLE as PREFLOP_OF_TABLE
from gui.state import scenario_files
from gui.state.files import exclusive, files_in, is_file

LONGEST_NAME, LONGEST_BYTES = 80, 200
"""Of a name in signs and in bytes: that of a file has an end on every disk."""
LOCK = ".lock"
PATIENCE = 0.5
"""Seconds to wait for another window that keeps or renames a template."""
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


def as_template(scenario: Scenario) -> Scenario:
    """Return what a template keeps of a table: game, names and order of the seats, blinds, antes and limits."""
    seats = tuple(replace(seat, cards="", folded=False) for seat in scenario.seats)
    panel = panel_of(scenario)
    setup = panel.tracker.setup.with_entries(dict.fromkeys(OF_SESSION))
    kelly = panel.only(OF_TABLE).with_entry("tracker", Tracking(setup=setup))
    preflop = scenario.preflop and scenario.preflop.only(PREFLOP_OF_TABLE)
    bare = Scenario(scenario.game, seats, dialect=scenario.dialect, order=scenario.order)
    return replace(bare, kelly=kelly, preflop=preflop)


def from_template(template: Scenario, now: Scenario) -> Scenario:
    """Return the table of a template; the way to run, and what is the player's own, stay as they are ``now``.

    It has the common bankroll, whatever that of the table was of which the template was made.
    """
    from engine.kelly.hand.session import with_setup

    template = with_setup(template, "bankroll", None)
    panel = panel_of(template)
    own = {key: panel_of(now).entered(key) for key in OF_PLAYER if panel.entered(key) is None}
    return replace(template, run=now.run, kelly=panel.with_entries(own))


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
