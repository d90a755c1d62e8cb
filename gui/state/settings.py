"""What the window remembers from one start to the next. Anything unreadable falls back to its default: the file may
hold whatever somebody has written into it, and its paths may lead where nobody may go any more.

Windows share one file. Each key is of the window that wrote it last, but the recent files are those of all. What
cannot be written (a folder that is read-only, a full disk) is told of once, and is in force until the window closes.
"""

import json
from contextlib import ExitStack, suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, QTimer, Signal, Slot

from engine.cards import whole_text
from engine.scenario.entries import LARGEST, SMALLEST
from gui.look.theme import PAPER_SIZES, PAPER_TEXTS, TEXT_SCALES, THEMES, WHOLE, Paper, ThemeName
from gui.state.files import absolute, exclusive, is_folder, path_from_text, path_to_text
from gui.state.foreign_files import files_among, folders_among

RECENT_LIMIT = 8
LIMITS = 8
"""So many limits of a game are remembered."""
RECENT_LOCK = ".recent.lock"
NO_JOURNAL = 0
"""In place of the number of a journal: hands are not kept."""
MOST_DIGITS = 18
"""Of a number in the file: so many fit into the numbers of a journal."""
NOT_KEPT = "Settings are not kept for the next start: {} cannot be written"
SETTLE_MS = 500
"""After the last change, so that a series of them is written once."""
PATIENCE = 0.2
"""Seconds to wait for another window that notes a recent file."""


class Settings(QObject):
    """Typed access to the settings file. ``failed`` carries a line for the status bar and that it is an error: once,
    when what was set could not be written.
    """

    failed = Signal(str, bool)
    bankroll_changed = Signal()

    def __init__(self, store: QSettings, trouble: str = "") -> None:
        super().__init__()
        self.trouble = trouble
        """What was in the place of the file and could not be read; empty where nothing was."""
        self._store = store
        self._told = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.sync)

    @Slot()
    def sync(self) -> None:
        """Write what was set, and read what other windows have written."""
        self._settle.stop()
        self._store.sync()
        if self._store.status() == QSettings.Status.AccessError and not self._told:
            self._told = True
            self.failed.emit(NOT_KEPT.format(whole_text(self._store.fileName())), True)

    def _set(self, key: str, value: object) -> None:
        self._store.setValue(key, value)
        self._settle.start()

    @property
    def theme(self) -> ThemeName | None:
        """Light, dark, or None: as the system."""
        value = self._store.value("theme")
        return value if isinstance(value, str) and value in THEMES else None

    @theme.setter
    def theme(self, value: ThemeName | None) -> None:
        self._set("theme", value or "system")

    @property
    def text_scale(self) -> int:
        """The size of text in the window in percent."""
        value = str(self._store.value("text_scale", ""))
        return {str(percent): percent for percent in TEXT_SCALES}.get(value, WHOLE)

    @text_scale.setter
    def text_scale(self, value: int) -> None:
        self._set("text_scale", value)

    @property
    def paper(self) -> Paper:
        """What exported pictures are drawn on."""
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
            self._set(f"paper/{key}", text or "window")
        self._set("paper/family", value.family)

    @property
    def four_colours(self) -> bool:
        """Whether each suit has a colour of its own."""
        return self._store.value("four_colours", "true") in (True, "true")

    @four_colours.setter
    def four_colours(self, value: bool) -> None:
        self._set("four_colours", value)

    @property
    def tint_deck(self) -> bool:
        """Whether undealt cards are tinted by what they would do."""
        return self._store.value("tint_deck", "true") in (True, "true")

    @tint_deck.setter
    def tint_deck(self, value: bool) -> None:
        self._set("tint_deck", value)

    @property
    def journal(self) -> int | None:
        """The number of the journal that hands go to, ``NO_JOURNAL`` where they are not kept; None: the first one."""
        value = self._store.value("journal")
        text = str(value) if isinstance(value, str | int) else ""
        return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None

    @journal.setter
    def journal(self, value: int) -> None:
        self._set("journal", value)

    @property
    def bankroll(self) -> float | None:
        """The player's bankroll at all tables that have none of their own; None where none was ever typed."""
        try:
            value = float(str(self._store.value("bankroll", "")))
        except ValueError:
            return None
        return value if SMALLEST <= value <= LARGEST else None

    @bankroll.setter
    def bankroll(self, value: float | None) -> None:
        self._set("bankroll", "" if value is None else repr(float(value)))
        self.bankroll_changed.emit()

    @property
    def bankroll_of_journal(self) -> bool:
        """Whether the bankroll goes with the chosen journal, whoever enters hands there."""
        return self._store.value("bankroll_of_journal", "false") in (True, "true")

    @bankroll_of_journal.setter
    def bankroll_of_journal(self, value: bool) -> None:
        self._set("bankroll_of_journal", value)

    @property
    def bankroll_seen(self) -> str:
        """The hand of the journal with which the bankroll has gone last."""
        value = self._store.value("bankroll_seen", "")
        return value if isinstance(value, str) else ""

    @bankroll_seen.setter
    def bankroll_seen(self, value: str) -> None:
        self._set("bankroll_seen", value)

    def limits(self, game: str) -> tuple[dict[str, object], ...]:
        """Return the limits that were played at a game, the latest first."""
        try:
            found = json.loads(str(self._store.value(f"limits/{game}", "[]")))
        except (ValueError, RecursionError):
            return ()
        return tuple(entry for entry in found if isinstance(entry, dict))[:LIMITS] if isinstance(found, list) else ()

    def add_limits(self, game: str, limits: dict[str, object]) -> None:
        """Remember the limits of a game as the latest ones."""
        others = [entry for entry in self.limits(game) if entry != limits]
        self._set(f"limits/{game}", json.dumps([limits, *others][:LIMITS]))

    @property
    def version_seen(self) -> str:
        """The version of the program that was started last; empty before the first start."""
        value = self._store.value("version_seen", "")
        return value if isinstance(value, str) else ""

    @version_seen.setter
    def version_seen(self, value: str) -> None:
        self._set("version_seen", value)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files used last that still exist, the latest first."""
        value = self._store.value("recent", [])
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        paths = [path_from_text(text) for text in texts if isinstance(text, str) and text][:RECENT_LIMIT]
        return files_among(paths)

    def add_recent(self, path: Path) -> None:
        """Put a file at the top of the recent ones, those of other windows among them."""
        path = absolute(path)
        with ExitStack() as held:
            with suppress(OSError):  # then it is noted without waiting for the others
                held.enter_context(exclusive(Path(self._store.fileName() + RECENT_LOCK), PATIENCE))
            self._store.sync()
            others = [p for p in self.recent if p != path]
            self._set("recent", [path_to_text(p) for p in (path, *others)][:RECENT_LIMIT])
            self.sync()

    @property
    def folder(self) -> str:
        """The folder that file dialogs start in: the one used last, at first the user's documents."""
        value = self._store.value("folder", "")
        if isinstance(value, str) and folders_among([Path(value)] if value else []):
            return value
        places = (QStandardPaths.StandardLocation.DocumentsLocation, QStandardPaths.StandardLocation.HomeLocation)
        return next(filter(lambda place: is_folder(Path(place)), map(QStandardPaths.writableLocation, places)), "")

    @folder.setter
    def folder(self, value: str) -> None:
        self._set("folder", whole_text(value))

    def layout(self, key: str) -> QByteArray:
        """Return the saved geometry or state called ``key``, empty where there is none."""
        value = self._store.value(f"layout/{key}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def save_layout(self, key: str, value: QByteArray) -> None:
        self._set(f"layout/{key}", value)
