"""Players with statistics: those of the open hands, and saved ones, each in a file of its own.

A file is read when its player is first needed. A file that cannot be read stays unchanged, and ``message`` names it.
"""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import Game, Problem, ScenarioError
from engine.cards import whole_text
from engine.histories.players.counting import PlayerStatistics, SitePlayer
from engine.histories.players.frequencies import Profile
from engine.histories.players.learned import learned_player
from engine.histories.players.saved import MAX_FILE_BYTES, dump_profile, read_profile
from engine.players.description import Player
from engine.ranges.library_files import LibraryError, read_bounded
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from gui.storage.files import SharedFolder
from gui.storage.foreign_files import PATIENCE_S, read_foreign
from gui.storage.player_files import plain_name_of

SUFFIX = ".player.json"
AS_HE_PLAYS = "own statistics"


def has_ranges(profile: Profile, game: Game = "holdem") -> bool:
    """Return True unless all hands of a player are of another game."""
    return game in profile.games or not profile.games


class PlayerStore(QObject):
    """``changed``: other players were saved, or other hands are open."""

    changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        """``folder``: where players are saved; without one, none can be saved."""
        super().__init__(parent)
        self._folder = None if folder is None else SharedFolder(folder, SUFFIX)
        self._saved: dict[str, tuple[Path, Profile]] | None = None
        self.statistics = PlayerStatistics()
        """The players of the hands that are open."""
        self._players: dict[int, tuple[Profile, Player]] = {}
        self._profiles: dict[SitePlayer, Profile] = {}
        self.message = ""

    @property
    def saved(self) -> tuple[Profile, ...]:
        """The players that were saved, by name."""
        return tuple(profile for _, profile in sorted(self._read().values(), key=lambda row: row[1].name.lower()))

    def _read(self) -> dict[str, tuple[Path, Profile]]:
        """Return the saved players with their files, by name; the folder is read once."""
        if self._saved is None:
            self._saved = {}
            for path in [] if self._folder is None else self._folder.files:
                try:
                    profile = read_profile(read_bounded(path, MAX_FILE_BYTES))
                except (OSError, LibraryError, ScenarioError) as error:
                    self.message = f"The player in {path.name} cannot be read: {reason(error)}"
                    continue
                self._saved.setdefault(profile.name, (path, profile))
        return self._saved

    def show_learned(self, statistics: PlayerStatistics) -> None:
        """Take the players of the hands that are open."""
        if statistics is not self.statistics:
            self.statistics = statistics
            self._profiles.clear()
            self._players.clear()
            self.changed.emit()

    def learned(self, name: str, site: str | None = None) -> Profile | None:
        """Return a player of the open hands: on a site, else on the site with most of his hands."""
        keys = [key for key in self.statistics.players if key.name == name and site in (None, key.site)]
        if not keys:
            return None
        key = max(keys, key=lambda key: len(self.statistics.players[key]))
        if key not in self._profiles:
            hands = self.statistics.players[key]
            self._profiles[key] = Profile(key.name, hands, self.statistics.pooled, key.site)
        return self._profiles[key]

    def player(self, profile: Profile) -> Player:
        """Return the description of a player that his hands give."""
        known = self._players.get(id(profile))
        if known is None:
            # The profile is stored as well: as long as it exists, no other object gets its id.
            known = self._players[id(profile)] = profile, learned_player(profile)
        return known[1]

    def watched(self, name: str, site: str | None = None, game: Game = "holdem") -> tuple[tuple[str, Player], ...]:
        """Return the descriptions of watched players of a game, with their titles: who is called ``name`` as he plays
        in the hands that are open, then all that were saved.
        """
        learned = self.learned(name, site)
        own = () if learned is None or not has_ranges(learned, game) else ((AS_HE_PLAYS, self.player(learned)),)
        saved = (profile for profile in self.saved if has_ranges(profile, game))
        return (*own, *((whole_text(profile.name), self.player(profile)) for profile in saved))

    def save(self, profile: Profile) -> Profile:
        """Save a player under his name, or add his hands to those saved under it; return the saved profile.

        Raises:
            ScenarioError: this is no name for a file.
            OSError: it cannot be written.
        """
        if self._folder is None:
            raise OSError("there is no folder for players")
        plain = plain_name_of(profile.name, "a player needs a name")
        with self._folder.held():
            self._saved = None  # what other windows have saved meanwhile
            path, before = self._read().get(profile.name) or (self._folder.free_path(plain), None)
            merged = profile if before is None else before.with_hands(profile.hands, profile.others)
            data = dump_profile(merged)
            if len(data) > MAX_FILE_BYTES:
                raise OSError(f"{profile.name} has more hands than a file can hold")
            write_atomically(path, data)
        self._read()[profile.name] = path, merged
        self.changed.emit()
        return merged

    def import_file(self, path: Path) -> Profile:
        """Save the player of a file, or add his hands to those saved under his name.

        Raises:
            ScenarioError: it is no player.
            OSError: it cannot be read, or not be saved.
        """
        data = read_foreign(path, MAX_FILE_BYTES, patience=PATIENCE_S)
        if len(data) > MAX_FILE_BYTES:
            raise ScenarioError(Problem("file", f"{whole_text(path.name)} is too large for a player"))
        return self.save(read_profile(data))

    def remove(self, name: str) -> None:
        """Delete a saved player.

        Raises:
            OSError: the file cannot be deleted; the player stays then.
        """
        path, _ = self._read()[name]
        path.unlink(missing_ok=True)
        del self._read()[name]
        self.changed.emit()
