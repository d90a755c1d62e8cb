"""The form of the situation on third street."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine import Problem, Scenario
from engine.cards import RAZZ_RANKS, TextError, whole_text
from engine.players.description import Player, shipped_players
from engine.preflop.first_street import SeatRow
from engine.preflop.third.panel import THIRD_STREET
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario.fields import FieldSpec
from engine.scenario.seat_panel import BETS, PAID, THIRD_FIELDS, AfterFlop, BetSize
from gui.pages.preflop.model import StreetModel
from gui.pages.preflop.seat_form import ACTIVE, LOCKED, OWN_RANGES, HandField, OpponentRow, StreetForm, bets_problems
from gui.parts.build import filled, offer
from gui.parts.form import PanelForm
from gui.words.formatting import percent

BETS_AFTER = replace(
    BETS, label="Bets after fourth street",
    help="<b>Bets after fourth street</b>: the total of hero's bets from fourth street on, if hero continues.",
)  # fmt: skip
PAID_AFTER = replace(
    PAID, help=PAID.help.replace("the flop", "fourth street").replace("every flop", "every fourth street")
)
DEFAULT_BETS = BetSize(4)
PAID_WIDTH = 72


class DownField(HandField):
    """A text of down cards behind the door of an opponent."""

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(name, title, parent)
        self._door: int | None = None

    def show_row(self, row: SeatRow, value: object, locked: str) -> None:
        """Show the text of an opponent; the tool tip says which share of all down cards it is."""
        super().show_row(row, value, locked)
        self._door = RAZZ_RANKS.index(row.spot) if row.spot else None
        self.entry.setToolTip(locked or _share_of(str(value), self._door))

    def read(self, text: str) -> str:
        if text.strip():
            down_weights(text, self._door)
        return text.strip()


def _share_of(text: str, door: int | None) -> str:
    """Return the share of all down cards behind a door that are in a text, in words; "" if it cannot be read."""
    try:
        weights = down_weights(text, door)
    except TextError:
        return ""
    ways = [6.0 if low == high else 16.0 for low, high in ALL_PAIRS]
    return f"{percent(float(weights @ ways) / sum(ways), exact_digits=1)} of any two down cards"


class ThirdOpponent(OpponentRow):
    """An opponent on third street."""

    KIND_WIDTH = 92

    def __init__(self, seat: int, model: StreetModel[Any], parent: QWidget) -> None:
        super().__init__(seat, model, parent)
        self._players: tuple[Player, ...] = shipped_players()
        self._kind.setToolTip("Type of player: the down cards that it plays with its door card by what has happened")

    def _hand_fields(self) -> Mapping[str, HandField]:
        return {
            "calls": DownField(f"{self._prefix}.calls", "calls with", self),
            "calls_raise": DownField(f"{self._prefix}.callsRaise", "calls a completion with", self),
        }

    def _show_hands(self, row: SeatRow, scenario: Scenario) -> None:
        """Show door and state, the kind of a player who is still to act, and the texts of the down cards."""
        door, acts = f"door {row.spot}" if row.spot else "no door yet", row.state == "to act"
        self._note.setText(f"{door}, {row.state}" if row.state != "in" else f"in, has {row.text[:24]}")
        self._kind.setVisible(acts or (row.state == "in" and row.kind != ""))
        self._show_kind(row, scenario)
        for key, field in self._fields.items():
            field.setVisible(row.state in ACTIVE)
            field.show_row(row, getattr(row, key), LOCKED if key == "calls" and row.locked else "")
            field.entry.setPlaceholderText("" if acts else "its whole range")

    def _show_kind(self, row: SeatRow, scenario: Scenario) -> None:
        """Offer the kinds of players, those watched in hand histories at the end, and select that of the row."""
        watched = self._model.players.watched(row.name, game="razz")
        own = {player.name: player for _, player in watched if player.name == row.kind}
        self._players = (*shipped_players(), *(player for _, player in watched))
        offer(self._kind, [OWN_RANGES, *(one.name for one in shipped_players()), *(title for title, _ in watched)])
        for index, player in enumerate(self._players, 1):
            self._kind.setItemData(index, player.name)
            self._kind.setItemData(index, player.why, Qt.ItemDataRole.ToolTipRole)
        name, names = THIRD_STREET.kind_of(scenario, row.seat, own), ["", *(one.name for one in self._players)]
        self._kind.setCurrentIndex(names.index(name) if name in names else 0)

    def _chosen_kind(self, scenario: Scenario, index: int) -> tuple[str, Scenario] | None:
        if not index:
            return None
        player = self._players[index - 1]
        return whole_text(player.name), THIRD_STREET.with_kind(scenario, self.seat, player)


class ThirdForm(StreetForm):
    """The situation on third street."""

    def __init__(self, model: StreetModel[Any], parent: QWidget | None = None) -> None:
        super().__init__(model, [spec for spec in THIRD_FIELDS if spec.group == "money"], parent)
        model.players.changed.connect(self._on_changed)
        self._render()

    def _after(self) -> Sequence[Any]:
        self._bets = PanelForm("third", self._on_bets)
        # Narrow enough for a page in text of 150 %: the form does not scroll across.
        fields = ((self._bets.field(spec, self, width=PAID_WIDTH), 1) for spec in (BETS_AFTER, PAID_AFTER))
        return (filled(QHBoxLayout(), *fields, spacing=16),)

    def _new_row(self, seat: int) -> ThirdOpponent:
        return ThirdOpponent(seat, self._model, self)

    def _show_after(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the bets on later streets; a share of the pot, which the field cannot express, is its placeholder."""
        panel = THIRD_STREET.panel(scenario)
        after = panel.after if "after" not in panel.rejected else AfterFlop()
        size = after.bets if isinstance(after.bets, BetSize) else DEFAULT_BETS
        self._bets.render(after, bets_problems(problems), values={"bets": None if size.of_pot else size.amount})
        default = f"{DEFAULT_BETS.amount:g}"
        text = f"{100 * size.amount:g} % of the pot" if size.of_pot else default
        self._bets.fields["bets"].entry.setPlaceholderText(text)

    def _on_bets(self, spec: FieldSpec, value: float | None, merge: str) -> None:
        """Set the bets, or the share of them that opponents pay."""
        entry: object = value
        if spec.key == "bets":
            entry = DEFAULT_BETS if value is None else BetSize(value)
        edited = THIRD_STREET.with_after(self._model.base(), spec.key, entry)
        self._model.edit("bets after fourth street", edited, merge)
