"""How a hand is looked at: with the hands that were shown or without, and what those who folded hold."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from engine.cards import whole_text
from engine.habits.counting import Player, site_of
from engine.preflop.players import NEUTRAL, PlayerKind, player_kinds
from gui.look.guard import Keyed
from gui.pages.histories.model import HistoriesModel
from gui.parts.build import NO_MARGINS, STRETCH, MenuButton, empty_menu, filled, menu_entry, named
from gui.parts.chip_button import chip_button
from gui.parts.fold_switch import FoldSwitch

KINDS_TIP = (
    "Of which kind the players of this hand are, in all hands: tight, neutral or loose; as they play in the hands that "
    "are open; or as a player that was saved. Ranges of hands that were not shown follow from it"
)
HIDE_TIP = (
    "His real hand or his range: with this on, hands that opponents showed are not known, and ranges stand in their "
    "seats. What you paint over a hand that was shown stays for the rest of the hand"
)


class OutlookBar(QWidget):
    """Follows the outlook of a model."""

    def __init__(self, model: HistoriesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "histories.outlook", "How the hand is looked at")
        self._model = model
        self._hide = chip_button(
            "hide shown hands", "histories.hide", self._on_hide, "Hide hands that were shown", HIDE_TIP, checkable=True
        )
        self._kinds = named(MenuButton(), "histories.kinds", "Kinds of players", KINDS_TIP)
        self._kinds.setText("players")
        self._menu = named(QMenu(self), "histories.kindsMenu")
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._kinds.setMenu(self._menu)
        self._folds = FoldSwitch("histories.folds", self)
        self._folds.chosen.connect(self._on_folds)
        chips = filled(QHBoxLayout(), self._kinds, self._hide, STRETCH, spacing=12, margins=NO_MARGINS)
        filled(QVBoxLayout(self), chips, self._folds, spacing=4, margins=NO_MARGINS)
        model.shift_changed.connect(self.render_outlook)

    @Slot()
    def render_outlook(self) -> None:
        """Show the outlook, and what the folds move at the moment."""
        model = self._model
        hand = model.hand
        self._hide.setChecked(model.outlook.hidden)
        if hand is not None:
            who = whole_text(hand.names[model.hero])
            self._folds.show_choice(model.outlook.any_folds, model.shift, who, busy=model.counts_shift)
            self._folds.setVisible(model.has_folds)

    @Slot()
    def _fill(self) -> None:
        """Offer for each opponent of the hand the kinds that there are."""
        empty_menu(self._menu)
        hand, model = self._model.hand, self._model
        if hand is None:
            return
        site, chosen = site_of(hand.raw), dict(model.outlook.kinds)
        for place, name in enumerate(hand.names):
            player = Player(site, name)
            inner = named(self._menu.addMenu(whole_text(name)), f"histories.kindsMenu.{place}")
            watched = model.players.watched(name, site)
            rows: list[tuple[str, PlayerKind | None]] = [(kind.name, kind) for kind in player_kinds()]
            rows = [(title, None if title == NEUTRAL else kind) for title, kind in rows]
            for title, kind in (*rows, *watched):
                rests = f": {kind.why}" if kind is not None and kind.rests else ""
                entry = menu_entry(inner, f"{title}{rests}")
                entry.setCheckable(True)
                entry.setChecked(chosen.get(player) == kind)
                entry.triggered.connect(Keyed(entry, self._on_kind, (player, kind)).plain)

    def _on_kind(self, chosen: tuple[Player, PlayerKind | None]) -> None:
        self._model.set_kind(*chosen)

    @Slot()
    def _on_hide(self) -> None:
        self._model.set_outlook(replace(self._model.outlook, hidden=self._hide.isChecked()))

    @Slot(bool)
    def _on_folds(self, any_cards: bool) -> None:
        self._model.set_outlook(replace(self._model.outlook, any_folds=any_cards))
