"""Through a hand street by street and action by action: a slider, steps, streets, and the moment in words."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from engine import GAMES
from engine.cards import whole_text
from engine.histories.hand import Moment, PlayedHand
from engine.histories.path import HandPath
from gui.look.formatting import chips
from gui.look.guard import Keyed
from gui.pages.histories.chart import moment_words
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, filled, label, named, offer, push_button
from gui.parts.chip_button import ChipButton

MOST_STREETS = max(len(spec.streets) for spec in GAMES.values())
NEXT_KEY, LAST_KEY = "Ctrl+.", "Ctrl+,"
NEXT_STREET_KEY, LAST_STREET_KEY = "Ctrl+Shift+.", "Ctrl+Shift+,"


class Scrubber(QWidget):
    """``moved`` carries the moment to go to, ``street`` a step of a street, ``hero`` the player to advise."""

    moved = Signal(int)
    street = Signal(int)
    hero = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "histories.scrubber", "Moments of the hand")
        self.words = label(name="histories.moment", role="title", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "histories.slider", "Moment of the hand")
        self.slider.setPageStep(1)
        self.slider.valueChanged.connect(self.moved)
        back = push_button("‹", "histories.back", self._on_back, f"One action back ({LAST_KEY})")
        on = push_button("›", "histories.on", self._on_on, f"The next action ({NEXT_KEY})")
        back.setAccessibleName("One action back")
        on.setAccessibleName("The next action")
        self.streets = [ChipButton("", self) for _ in range(MOST_STREETS)]
        self._starts: list[int] = []
        for number, chip in enumerate(self.streets):
            named(chip, f"histories.street{number}")
            chip.setCheckable(True)
            chip.clicked.connect(Keyed(chip, self._on_street, number).plain)
        self._hero = combo_box("histories.hero", "Hero", self.hero.emit, "Whose decisions the Kelly page looks at")
        self._hero.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._hero.setMinimumContentsLength(10)
        line = filled(QHBoxLayout(), back, (self.slider, 1), on, spacing=6, margins=NO_MARGINS)
        chips_row = filled(QHBoxLayout(), *self.streets, STRETCH, label("Hero"), self._hero, spacing=4)
        filled(QVBoxLayout(self), self.words, line, chips_row, spacing=4, margins=NO_MARGINS)
        for key, handler in (
            (NEXT_KEY, self._on_on),
            (LAST_KEY, self._on_back),
            (NEXT_STREET_KEY, self._on_next_street),
            (LAST_STREET_KEY, self._on_last_street),
        ):
            QShortcut(QKeySequence(key), self).activated.connect(handler)

    def show_moment(self, path: HandPath, place: int, hero: int) -> None:
        """Show where in a hand it stands."""
        hand = path.hand
        moment = hand.moments[place]
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(hand.moments) - 1)
            self.slider.setValue(place)
        self.slider.setAccessibleDescription(moment_words(path, place))
        self.words.setText(sentence(path, place))
        names = GAMES[hand.game].streets
        self._starts = [start for i in range(len(names)) if (start := hand.first_of(i)) is not None]
        for number, chip in enumerate(self.streets):
            chip.setVisible(number < len(self._starts))
            if number < len(self._starts):
                name = names[number].removesuffix(" street").capitalize()
                if chip.text() != name:
                    chip.setText(name)
                    chip.setAccessibleName(f"Go to {names[number]}")
                    chip.updateGeometry()
                chip.setChecked(number == moment.street)
        offer(self._hero, [whole_text(name) for name in hand.names])
        self._hero.setCurrentIndex(hero)

    def _on_street(self, number: int) -> None:
        self.streets[number].setChecked(True)
        self.moved.emit(self._starts[number])

    @Slot()
    def _on_back(self) -> None:
        self.slider.setValue(self.slider.value() - 1)

    @Slot()
    def _on_on(self) -> None:
        self.slider.setValue(self.slider.value() + 1)

    @Slot()
    def _on_next_street(self) -> None:
        self.street.emit(1)

    @Slot()
    def _on_last_street(self) -> None:
        self.street.emit(-1)


def sentence(path: HandPath, place: int) -> str:
    """Return the moment in words: the action, the pot, whose turn it is and at what price."""
    hand, moment = path.hand, path.hand.moments[place]
    last = place == len(hand.moments) - 1
    parts = [moment_words(path, place), _pot(moment), _turn(hand, moment), _result(hand) if last else ""]
    return whole_text(" · ".join(part for part in parts if part))


def _pot(moment: Moment) -> str:
    """Return the pot in words, with the pots that it consists of where players are all in for less.

    Bets that are not answered yet part nothing: who has still to act may call them.
    """
    parts: list[float] = []
    below: frozenset[int] = frozenset()
    for pot in (pot for pot in moment.pots() if len(pot.players) > 1):
        players = frozenset(pot.players)
        if any(moment.chips[i].stack <= 0.0 for i in below - players) or not parts:
            parts.append(0.0)
        parts[-1] += pot.chips
        below = players
    pots = f" ({' + '.join(map(chips, parts))})" if len(parts) > 1 else ""
    return f"pot {chips(moment.pot)}{pots}"


def _result(hand: PlayedHand) -> str:
    """Return who has won how much, net of the rake, or in what the replay is not as the text has it; empty where
    neither the text nor the cards that were shown tell.
    """
    if hand.faults:
        return "; ".join(hand.faults)
    won = [(name, gain) for name, gain in zip(hand.names, hand.result or (), strict=False) if gain > 0.0]
    words = ", ".join(f"{name} +{chips(gain)}" for name, gain in won)
    if not (words and hand.rake and hand.gross):
        return words
    gross = ", ".join(f"+{chips(gain)}" for gain in hand.gross if gain > 0.0)
    return f"{words} (rake {chips(hand.rake)}, gross {gross})"


def _turn(hand: PlayedHand, moment: Moment) -> str:
    if moment.to_act is None:
        return ""
    name = hand.names[moment.to_act]
    return f"{name} to act, {chips(moment.price)} to call" if moment.price else f"{name} to act"
