"""What the window remembers from one start to the next. Anything unreadable falls back to its default.

Windows share one file. Each key is of the window that wrote it last, but the recent files are those of all.
"""

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import cast

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from gui.file_lock import exclusive
from gui.theme import THEMES, ThemeName

RECENT_LIMIT = 8
RECENT_LOCK = ".recent.lock"
PATIENCE = 0.2
"""Seconds to wait for another window that notes a recent file."""


class Settings:
    """Typed access to the settings file."""

    def __init__(self, store: QSettings) -> None:
        self._store = store

    def sync(self) -> None:
        """Write everything to the disk now."""
        self._store.sync()

    @property
    def theme(self) -> ThemeName | None:
        """Light, dark, or None: as the system."""
        value = self._store.value("theme")
        return cast(ThemeName, value) if value in THEMES else None

    @theme.setter
    def theme(self, value: ThemeName | None) -> None:
        self._store.setValue("theme", value or "system")

    @property
    def four_colours(self) -> bool:
        """Whether each suit has a colour of its own."""
        return self._store.value("four_colours", "true") in (True, "true")

    @four_colours.setter
    def four_colours(self, value: bool) -> None:
        self._store.setValue("four_colours", value)

    @property
    def tint_deck(self) -> bool:
        """Whether undealt cards are tinted by what they would do."""
        return self._store.value("tint_deck", "true") in (True, "true")

    @tint_deck.setter
    def tint_deck(self, value: bool) -> None:
        self._store.setValue("tint_deck", value)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files used last that still exist, the latest first."""
        value = self._store.value("recent", [])
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return tuple(Path(text) for text in texts if isinstance(text, str) and Path(text).is_file())

    def add_recent(self, path: Path) -> None:
        """Put a file at the top of the recent ones, those of other windows among them."""
        path = path.absolute()
        with ExitStack() as held:
            with suppress(OSError):  # then it is noted without waiting for the others
                held.enter_context(exclusive(Path(self._store.fileName() + RECENT_LOCK), PATIENCE))
            self._store.sync()
            others = [p for p in self.recent if p != path]
            self._store.setValue("recent", [str(p) for p in (path, *others)][:RECENT_LIMIT])
            self._store.sync()

    @property
    def folder(self) -> str:
        """The folder that file dialogs start in: the one used last, at first the user's documents."""
        value = self._store.value("folder", "")
        if isinstance(value, str) and Path(value).is_dir() and value:
            return value
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return documents if Path(documents).is_dir() else str(Path.home())

    @folder.setter
    def folder(self, value: str) -> None:
        self._store.setValue("folder", value)

    def layout(self, key: str) -> QByteArray:
        """Return the saved geometry or state called ``key``, empty where there is none."""
        value = self._store.value(f"layout/{key}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def save_layout(self, key: str, value: QByteArray) -> None:
        """Remember a geometry or state."""
        self._store.setValue(f"layout/{key}", value)
