"""The settings of the window. Unreadable values fall back to their defaults: the file may hold anything, and its paths
may lead where nobody may go.

Windows share one file. Each key is of the window that wrote it last, but the recent files are those of all. A value
that cannot be written (a read-only folder, a full disk) is reported once, and holds until the window closes.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, QTimer, Signal, Slot

from engine.cards import whole_text
from engine.scenario.fields import MAX_CHIPS, MIN_CHIPS
from engine.scenario.problems import ScenarioError
from engine.scenario.tournament import Tournament, read_tournament
from gui.look.theme import PAPER_SIZES, PAPER_TEXTS, TEXT_SCALES, THEMES, WHOLE, Paper, ThemeName
from gui.storage.files import absolute, exclusive, is_folder, path_from_text, path_to_text
from gui.storage.foreign_files import files_among, folders_among

RECENT_LIMIT = 8
LIMITS = 8
"""Limits of a game that are remembered."""
LIST_SHARE = 40
"""The share of the list of hands at first, in percent."""
TOURNAMENTS = 200
"""Tournaments whose prizes are remembered."""
RECENT_LOCK = ".recent.lock"
NO_JOURNAL = 0
"""Instead of the number of a journal: hands are not saved."""
MAX_DIGITS = 18
"""Digits of an integer in the file: more would not fit into the numbers of a journal."""
NOT_KEPT = "Settings cannot be saved for the next start: {} is not writable"
SETTLE_MS = 500
"""After the last change, so that a series of them is written once."""
PATIENCE = 0.2
"""Seconds to wait for another window that notes a recent file."""


T = TypeVar("T")


def _theme(value: object) -> ThemeName | None:
    return next((name for name in THEMES if name == value), None)


def _text_scale(value: object) -> int:
    return {str(percent): percent for percent in TEXT_SCALES}.get(str(value), WHOLE)


def _number(value: object) -> int | None:
    text = str(value) if isinstance(value, str | int) else ""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def _list_share(value: object) -> int:
    percent = _number(value)
    return percent if percent is not None and percent <= WHOLE else LIST_SHARE


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _on(value: object) -> bool:
    return value in (None, True, "true")


def _off(value: object) -> bool:
    return value in (True, "true")


def _same(value: object) -> object:
    return value


def _object(value: object) -> dict[str, Any]:
    """Return ``value`` parsed as a JSON object, or an empty dict if it is anything else."""
    try:
        values = json.loads(str(value or "{}"))
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _texts(value: object) -> dict[str, str]:
    return {name: str(text) for name, text in _object(value).items()}


def _filters(value: object) -> dict[str, str]:
    texts = _object(value).items()
    return {whole_text(name): whole_text(text) for name, text in texts if isinstance(text, str)}


def _objects(value: object) -> dict[str, dict[str, Any]]:
    return {name: entry for name, entry in _object(value).items() if isinstance(entry, dict)}


def _switches(value: object) -> dict[str, bool]:
    return {name: on for name, on in _object(value).items() if isinstance(on, bool)}


def _words(value: object) -> frozenset[str]:
    return frozenset(filter(None, str(value or "").split(" ")))


def _listed(value: object) -> list[Path]:
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return [path_from_text(text) for text in texts if isinstance(text, str) and text]


def _existing(value: object) -> tuple[Path, ...]:
    paths = _listed(value)
    there = {*files_among(paths), *folders_among(paths)}
    return tuple(path for path in paths if path in there)


class _Setting(Generic[T]):
    """A value in the file under ``key``: ``read`` converts it, whatever it is, ``write`` is the inverse."""

    def __init__(self, key: str, read: Callable[[object], T], write: Callable[[T], object] = _same) -> None:
        self._key, self._read, self._write = key, read, write

    def __get__(self, settings: "Settings", owner: type) -> T:
        return self._read(settings.value(self._key))

    def __set__(self, settings: "Settings", value: T) -> None:
        settings.put(self._key, self._write(value))


class Settings(QObject):
    """Typed access to the settings file. ``failed`` is emitted once if it cannot be written, with a line for the status
    bar and that it is an error.
    """

    failed = Signal(str, bool)
    bankroll_changed = Signal()

    theme = _Setting("theme", _theme, lambda name: name or "system")
    """Light, dark, or None: as the system."""
    text_scale = _Setting("text_scale", _text_scale)
    """The size of text in the window in percent."""
    four_colours = _Setting("four_colours", _on)
    """Whether each suit has a colour of its own."""
    tint_deck = _Setting("tint_deck", _on)
    """Whether undealt cards are tinted by the equity after them."""
    table_shown = _Setting("table_shown", _switches, json.dumps)
    """Whether the table is visible: by the title of a page that does not need it, and for all others under ""."""
    table_width = _Setting("table_width", _number)
    """The width of the visible table in pixels at 100 %, saved when it is hidden; None if it has never been hidden."""
    journal = _Setting("journal", _number)
    """The number of the journal for hands; ``NO_JOURNAL`` if they are not saved, None for the first one."""
    bankroll_of_journal = _Setting("bankroll_of_journal", _off)
    """Whether the bankroll follows the chosen journal, whoever enters hands there."""
    bankroll_seen = _Setting("bankroll_seen", _text)
    """The last hand of the journal that the bankroll has followed."""
    version_seen = _Setting("version_seen", _text)
    """The version of the program that was started last; empty before the first start."""
    filters = _Setting("filters", _filters, json.dumps)
    """The player's own presets of street filters, by name."""
    hand_files = _Setting("hands/files", _existing, lambda paths: [path_to_text(path) for path in paths])
    """The files and folders of hand histories that were listed last, without those that are not there any more."""
    hand_filters = _Setting("hands/filters", _texts, json.dumps)
    """The texts of the search and of the filters of the list of hands, exactly as typed."""
    hidden_columns = _Setting("hands/hidden", _words, lambda keys: " ".join(sorted(keys)))
    """The columns of the list of hands that are not shown, by their keys."""
    list_share = _Setting("hands/share", _list_share)
    """The share of the height that the list of hands has when a hand is open below it, in percent."""
    all_columns = _Setting("hands/all", _off)
    """Whether the list of hands scrolls sideways instead of leaving out columns when space is short."""
    export_formats = _Setting("export/formats", _texts, json.dumps)
    """The name of the format last selected in the export dialog, by kind (picture, table ...)."""
    flops_folder = _Setting("flops/folder", _text)
    """The folder for reports on flops; "" for the default one."""
    keep_flop_solutions = _Setting("flops/solutions", _on)
    """Whether the solution of each flop of a report is stored with its row."""
    bet_trees = _Setting("betting/trees", _objects, json.dumps)
    """The saved trees of the page *Betting* by name, each with keys of a betting request."""
    trainer_packs = _Setting("trainer/packs", _texts, json.dumps)
    """The pack of the trainer by game."""
    trainer_levels = _Setting("trainer/levels", _texts, json.dumps)
    """The number of the level by game and pack of the trainer."""

    def __init__(self, store: QSettings, trouble: str = "") -> None:
        super().__init__()
        self.trouble = trouble
        """The error if the file cannot be read, or ""."""
        self._store = store
        self._reported = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.sync)

    @Slot()
    def sync(self) -> None:
        """Write the values of this window to the file, and read those of other windows."""
        self._settle.stop()
        self._store.sync()
        if self._store.status() == QSettings.Status.AccessError and not self._reported:
            self._reported = True
            self.failed.emit(NOT_KEPT.format(whole_text(self._store.fileName())), True)

    def value(self, key: str) -> object:
        """Return the raw value of a key, or None if there is none."""
        return self._store.value(key)

    def put(self, key: str, value: object) -> None:
        """Set the value of a key; it is written a moment later."""
        self._store.setValue(key, value)
        self._settle.start()

    @property
    def paper(self) -> Paper:
        """Size and colours of exported pictures."""
        theme, size, text = (str(self._store.value(f"paper/{key}", "")) for key in ("theme", "size", "text"))
        sizes = {f"{width}x{height}": (width, height) for width, height in PAPER_SIZES}
        texts = {str(percent): percent for percent in PAPER_TEXTS}
        usual = Paper()
        width, height = sizes.get(size, (usual.width, usual.height))
        family = self._store.value("paper/family", usual.family)
        family = family.strip() if isinstance(family, str) else ""
        chosen = theme if theme in THEMES else None
        return Paper(chosen, width, height, texts.get(text, usual.text), family or usual.family)

    @paper.setter
    def paper(self, value: Paper) -> None:
        for key, text in (("theme", value.theme), ("size", f"{value.width}x{value.height}"), ("text", value.text)):
            self.put(f"paper/{key}", text or "window")
        self.put("paper/family", value.family)

    @property
    def bankroll(self) -> float | None:
        """The player's bankroll at all tables without one of their own, or None if none was ever entered."""
        try:
            value = float(str(self._store.value("bankroll", "")))
        except ValueError:
            return None
        return value if MIN_CHIPS <= value <= MAX_CHIPS else None

    @bankroll.setter
    def bankroll(self, value: float | None) -> None:
        self.put("bankroll", "" if value is None else repr(float(value)))
        self.bankroll_changed.emit()

    def limits(self, game: str) -> tuple[dict[str, object], ...]:
        """Return the limits that the player has used in a game, the latest first."""
        try:
            rows = json.loads(str(self._store.value(f"limits/{game}", "[]")))
        except (ValueError, RecursionError):
            return ()
        return tuple(entry for entry in rows if isinstance(entry, dict))[:LIMITS] if isinstance(rows, list) else ()

    def add_limits(self, game: str, limits: dict[str, object]) -> None:
        """Store the limits of a game as the latest ones."""
        others = [entry for entry in self.limits(game) if entry != limits]
        self.put(f"limits/{game}", json.dumps([limits, *others][:LIMITS]))

    @property
    def prizes(self) -> dict[str, Tournament]:
        """The entered prizes and players at other tables, by the number of the tournament; the latest at the end."""
        result = {}
        for number, typed in _object(self._store.value("hands/prizes")).items():
            with suppress(ScenarioError):
                result[number] = read_tournament({"payouts": typed} if isinstance(typed, list) else typed, "prizes")
        return result

    def add_prizes(self, number: str, typed: Tournament) -> None:
        """Store the prizes of a tournament and its players at other tables; without any, its entry is removed."""
        others = {other: known.to_json() for other, known in self.prizes.items() if other != number}
        own = Tournament(payouts=typed.payouts, others=typed.others)
        values = others if own.empty else {**others, number: own.to_json()}
        self.put("hands/prizes", json.dumps(dict(list(values.items())[-TOURNAMENTS:])))

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files used last that still exist, the latest first."""
        return files_among(_listed(self._store.value("recent"))[:RECENT_LIMIT])

    def add_recent(self, path: Path) -> None:
        """Put a file at the top of the recent ones, to which other windows may have added files."""
        path = absolute(path)
        with ExitStack() as held:
            with suppress(OSError):  # then it is noted without waiting for the others
                held.enter_context(exclusive(Path(self._store.fileName() + RECENT_LOCK), PATIENCE))
            # Read the additions of other windows, then write before the lock lets them add more.
            self._store.sync()
            others = [p for p in self.recent if p != path]
            self.put("recent", [path_to_text(p) for p in (path, *others)][:RECENT_LIMIT])
            self.sync()

    @property
    def folder(self) -> str:
        """The folder that file dialogs start in: the one used last, at first the user's documents."""
        if known := self._known_folder("folder"):
            return known
        places = (QStandardPaths.StandardLocation.DocumentsLocation, QStandardPaths.StandardLocation.HomeLocation)
        return next(filter(lambda place: is_folder(Path(place)), map(QStandardPaths.writableLocation, places)), "")

    @folder.setter
    def folder(self, value: str) -> None:
        self.put("folder", whole_text(value))

    @property
    def export_folder(self) -> str:
        """The folder for exported files: the one used last, at first that of the other file dialogs."""
        return self._known_folder("export/folder") or self.folder

    @export_folder.setter
    def export_folder(self, value: str) -> None:
        self.put("export/folder", whole_text(value))

    def _known_folder(self, key: str) -> str:
        """Return the folder stored under ``key`` if it still exists, else ""."""
        value = self._store.value(key, "")
        return value if isinstance(value, str) and folders_among([Path(value)] if value else []) else ""

    def layout(self, key: str) -> QByteArray:
        """Return the saved geometry or state called ``key``; empty if there is none."""
        value = self._store.value(f"layout/{key}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def save_layout(self, key: str, value: QByteArray) -> None:
        self.put(f"layout/{key}", value)
