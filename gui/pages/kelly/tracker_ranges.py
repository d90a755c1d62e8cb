"""The ranges of a tracked hand: of which kind its players are, and what those who have folded hold."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from engine import GAMES
from engine.cards import whole_text
from engine.kelly.hand.session import Tracked
from engine.preflop.players import PlayerKind, player_kinds
from gui.look.guard import Keyed
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import NO_MARGINS, MenuButton, empty_menu, filled, menu_entry, named
from gui.parts.fold_switch import FoldSwitch

TIP = (
    "Writes the range of an opponent by his position and by what he has done before the flop: of a tight, neutral or "
    "loose player, as he plays in the hands that are open, or of a player that was saved"
)


class TrackerRanges(QWidget):
    """The menu ``tracker.kinds``, where players have ranges by position, and the switch ``tracker.folds``."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._button = named(MenuButton(), "tracker.kinds", "Kinds of players", TIP)
        self._button.setText("players")
        self._menu = named(QMenu(self), "tracker.kindsMenu")
        self._menu.aboutToShow.connect(self._fill)
        self._button.setMenu(self._menu)
        self._folds = FoldSwitch("tracker.folds", self)
        self._folds.chosen.connect(model.set_any_folds)
        filled(QHBoxLayout(self), self._button, (self._folds, 1), spacing=12, margins=NO_MARGINS)

    def render_now(self, now: Tracked | None) -> None:
        """Show the switch of a session."""
        self.setVisible(now is not None)
        if now is not None:
            self._button.setVisible(GAMES[now.state.game].holdem_ranges)
            who, model = whole_text(now.state.players[now.state.hero].name), self._model
            self._folds.show_choice(now.setup.any_folds, model.shift, who, busy=model.counts_shift)
            self._folds.setVisible(model.has_folds)

    @Slot()
    def _fill(self) -> None:
        """Offer for each opponent who is in the kinds that there are."""
        empty_menu(self._menu)
        now, players = self._model.now, self._model.players
        for seat in () if now is None else now.state.opponents:
            name = now.state.players[seat].name if now is not None else ""
            inner = named(self._menu.addMenu(whole_text(name)), f"tracker.kindsMenu.{seat}")
            for title, kind in (*((kind.name, kind) for kind in player_kinds()), *players.watched(name)):
                entry = menu_entry(inner, f"{title}: {kind.why}" if kind.rests else title)
                entry.triggered.connect(Keyed(entry, self._on_kind, (seat, kind)).plain)

    def _on_kind(self, chosen: tuple[int, PlayerKind]) -> None:
        self._model.set_kind(*chosen)
