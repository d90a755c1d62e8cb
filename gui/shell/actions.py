"""The table of actions: each menu entry with its shortcut and its handler."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from engine import GAMES, Game, GameSpec, Snapshot
from gui.export.files import forum_text, line_with_result, markdown_text, results_text
from gui.look.guard import Keyed
from gui.look.keys import own_keys
from gui.look.painting import icon
from gui.shell.commands import Commands
from gui.words.games import GAME_WORDS

Key = QKeySequence.StandardKey
SYNONYMS = "synonyms"
"""The property of an action with players' words for it, which the command palette finds."""
REDO_EVERYWHERE = ("Ctrl+Shift+Z", "Ctrl+Y")
"""Shortcuts in addition to that of the system, for players who are used to another system."""


def _always(commands: Commands) -> bool:
    return True


def _has_result(commands: Commands) -> bool:
    return commands.session.snapshot is not None


def _game(commands: Commands) -> GameSpec:
    return GAMES[commands.document.scenario.game]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action; the objectName of its menu entry is ``action.<id>``. ``enabled``: whether it is available now.

    ``synonyms``: other names that players use for it, separated by commas.
    """

    id: str
    menu: str
    text: str
    handler: Callable[[Commands], object]
    shortcut: str | Key | None = None
    icon: str | None = None
    enabled: Callable[[Commands], bool] = _always
    synonyms: str = ""


def _copying(write: Callable[[Snapshot], str], message: str) -> Callable[[Commands], object]:
    """Return the handler that copies the result as ``write`` formats it."""
    return partial(Commands.copy_result, write=write, message=message)


def _game_action(game: Game) -> ActionSpec:
    handler = partial(Commands.switch_game, game=game)
    return ActionSpec(game, "Scenario", f"&{GAMES[game].title}", handler, GAME_WORDS[game].key)


ACTIONS = (
    ActionSpec("new", "File", "&New table", Commands.new, Key.New),
    ActionSpec("newWindow", "File", "New &window", Commands.new_window, "Ctrl+Shift+N"),
    ActionSpec("open", "File", "&Open…", Commands.open, Key.Open, "open", synonyms="load"),
    ActionSpec("openHands", "File", "Open &hand histories…", Commands.open_hands, "Ctrl+Shift+O",
               synonyms="import, import hands, load hand history"),
    ActionSpec("save", "File", "&Save", Commands.save, Key.Save, "save"),
    ActionSpec("saveAs", "File", "Save &as…", Commands.save_as, "Ctrl+Shift+S"),
    ActionSpec("copyMarked", "Edit", "&Copy", Commands.copy_marked, Key.Copy),
    ActionSpec("pasteMarked", "Edit", "&Paste", Commands.paste_marked, Key.Paste),
    ActionSpec("pastePio", "Edit", "Paste from P&ioSOLVER", Commands.paste_pio,
               enabled=lambda c: _game(c).hands_are_combos),
    ActionSpec("copy", "Edit", "Copy &results", _copying(results_text, "Results copied"), "Ctrl+Shift+C",
               enabled=_has_result),
    ActionSpec("copyLine", "Edit", "Copy as one &line", Commands.copy_line, "Ctrl+L"),
    ActionSpec("copyLineResult", "Edit", "Copy as one line with &equities",
               _copying(line_with_result, "Line and equities copied"), enabled=_has_result),
    ActionSpec("copyForum", "Edit", "Copy results for a &forum", _copying(forum_text, "Results copied for a forum"),
               enabled=_has_result),
    ActionSpec("copyMarkdown", "Edit", "Copy results as &Markdown",
               _copying(markdown_text, "Results copied as Markdown"), enabled=_has_result),
    ActionSpec("paste", "Edit", "Paste to the &table", Commands.paste, "Ctrl+Shift+V"),
    ActionSpec("addSeat", "Scenario", "&Add a seat", Commands.add_seat, "Ctrl++", "add"),
    ActionSpec("clearBoard", "Scenario", "Clear the &board", lambda c: c.edit("Clear the board", board=""),
               enabled=lambda c: bool(c.document.scenario.board)),
    ActionSpec("clearDead", "Scenario", "Clear the &dead cards", lambda c: c.edit("Clear the dead cards", dead=""),
               enabled=lambda c: bool(c.document.scenario.dead)),
    ActionSpec("randomHand", "Scenario", "Random hand for the &selected seat", Commands.random_hand, "Ctrl+D"),
    ActionSpec("randomFlop", "Scenario", "Random f&lop", Commands.random_flop, "Ctrl+Shift+D",
               enabled=lambda c: _game(c).has_board),
    ActionSpec("typeDoors", "Scenario", "Type eight d&oor cards", Commands.type_doors, "Ctrl+Alt+D",
               enabled=lambda c: _game(c).stud),
    *(_game_action(game) for game in GAMES),
    ActionSpec("run", "Run", "&Run or pause", lambda c: c.front_run.run_or_pause(), "F5", "play"),
    ActionSpec("stop", "Run", "&Stop", lambda c: c.front_run.stop(), "Esc", "stop",
               enabled=lambda c: c.front_run.can_stop),
    ActionSpec("refine", "Run", "Re&fine", lambda c: c.front_run.refine(), "F6", "refine",
               enabled=lambda c: c.front_run.can_refine),
    ActionSpec("makeExact", "Run", "Make &exact", lambda c: c.session.make_exact(), "F7", "exact",
               enabled=lambda c: c.session.exact_offer is not None),
    ActionSpec("pin", "Run", "&Pin result for comparison", lambda c: c.session.pin(), "F8",
               enabled=lambda c: c.session.can_pin),
    ActionSpec("editOther", "Run", "&Edit the other table", Commands.edit_other, "Shift+F8",
               enabled=lambda c: c.session.can_exchange),
    ActionSpec("compare", "Run", "&Compare side by side", Commands.compare, "Ctrl+F8",
               enabled=lambda c: c.session.pinned is not None or c.session.can_pin),
    ActionSpec("unpin", "Run", "&Unpin", lambda c: c.session.unpin(), enabled=lambda c: c.session.pinned is not None),
)  # fmt: skip


class ActionSet:
    """The Qt actions of :data:`ACTIONS` by id, and undo and redo."""

    def __init__(self, commands: Commands, parent: QWidget) -> None:
        self._commands = commands
        self.by_id = {spec.id: self._build(spec, parent) for spec in ACTIONS}
        undo = commands.document.undo_stack.createUndoAction(parent, "Undo")
        redo = commands.document.undo_stack.createRedoAction(parent, "Redo")
        redo_keys = (*QKeySequence.keyBindings(Key.Redo), *map(QKeySequence, REDO_EVERYWHERE))
        for name, action, keys in (("undo", undo, Key.Undo), ("redo", redo, list(dict.fromkeys(redo_keys)))):
            action.setShortcuts(keys)
            action.setObjectName(f"action.{name}")
            self.by_id[name] = action
        names = {spec.id: spec.icon for spec in ACTIONS if spec.icon} | {"undo": "undo", "redo": "redo"}
        for name, picture in names.items():
            self.by_id[name].setIcon(icon(picture))
        self.refresh()

    def _build(self, spec: ActionSpec, parent: QWidget) -> QAction:
        action = QAction(spec.text, parent)
        action.setObjectName(f"action.{spec.id}")
        if spec.shortcut is not None:
            keys = own_keys(spec.shortcut) if isinstance(spec.shortcut, str) else spec.shortcut
            action.setShortcut(QKeySequence(keys))
        action.setProperty(SYNONYMS, spec.synonyms)
        action.triggered.connect(Keyed(action, spec.handler, self._commands).plain)
        return action

    def refresh(self) -> None:
        for spec in ACTIONS:
            self.by_id[spec.id].setEnabled(spec.enabled(self._commands))
        pinned = self._commands.session.pinned
        self.by_id["editOther"].setText("&Edit the other table" if pinned is None else f"&Edit table {pinned.letter}")
