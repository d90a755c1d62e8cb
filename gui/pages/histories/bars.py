"""The bars of the page: the filters and the chips of those that apply, the marks of the current hand (a star, tags that
complete themselves, a note), and the outlook on the hand that is followed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine.cards import TextError, whole_text
from engine.histories.filters import FILTERS, Filter
from engine.histories.listing import HandLine
from engine.histories.marks import MAX_NOTE_LENGTH, HandMark, read_tags
from engine.histories.players.counting import SitePlayer, site_of
from engine.players.description import NEUTRAL, Player, shipped_players
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least
from gui.pages.histories.replay import Replay
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    bare_grid,
    combo_box,
    empty_menu,
    filled,
    label,
    menu_entry,
    named,
)
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import FoldSwitch
from gui.parts.text_entry import EntryField
from gui.storage.players import PlayerStore

ACROSS = 5
"""Number of fields side by side."""
ANY = "any"
MAX_CHIP_LENGTH = 30
"""Characters of the text of a filter on its chip."""


class FilterField(EntryField):
    """A filter that is typed."""

    def __init__(self, spec: Filter, parent: QWidget | None = None) -> None:
        super().__init__(f"histories.filter.{spec.key}", spec.title, parent)
        self._spec = spec
        self.entry.setPlaceholderText(spec.example)
        self.entry.setToolTip(spec.tip)
        self.entry.setClearButtonEnabled(True)
        filled(QVBoxLayout(self), label(spec.title, self), self.entry, self.problem_line, spacing=1, margins=NO_MARGINS)

    def show_filter(self, text: str) -> None:
        """Show the current text; "" does not remove a text that is still being typed."""
        if not self.entry.pending or text:
            self.entry.show_text(text)

    def clear(self) -> None:
        """Empty the field, also if its text cannot be read."""
        self.entry.show_text("")

    def read(self, text: str) -> str:
        if text.strip():
            self._spec.read(text)
        return text


class FilterChoice(QWidget):
    """A filter with few choices; ``edited`` carries the choice ("" for any) like that of a :class:`FilterField`."""

    edited = Signal(object, str)

    def __init__(self, spec: Filter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec = spec
        self.combo = combo_box(f"histories.filter.{spec.key}", spec.title, self._on_chosen, spec.tip)
        self.combo.addItems([ANY, *spec.choices])
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        filled(QVBoxLayout(self), label(spec.title, self), self.combo, spacing=1, margins=NO_MARGINS)

    def show_filter(self, text: str) -> None:
        """Show the current choice."""
        self.combo.setCurrentIndex(self._spec.choices.index(text) + 1 if text in self._spec.choices else 0)

    def clear(self) -> None:
        """Show that there is no choice."""
        self.combo.setCurrentIndex(0)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self.edited.emit(self._spec.choices[index - 1] if index else "", "")


class FilterForm(QWidget):
    """All fields; ``filtered`` carries the key of a filter and its new text."""

    filtered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, FilterField | FilterChoice] = {}
        grid = bare_grid(self, 8, 4)
        for place, spec in enumerate(FILTERS):
            field = FilterChoice(spec, self) if spec.choices else FilterField(spec, self)
            field.edited.connect(Keyed(field, self._on_edited, spec.key).edited)
            self.fields[spec.key] = field
            grid.addWidget(field, place // ACROSS, place % ACROSS, Qt.AlignmentFlag.AlignTop)
        for column in range(ACROSS):
            grid.setColumnStretch(column, 1)

    def _on_edited(self, key: str, text: str, merge: str) -> None:
        self.filtered.emit(key, text)

    def show_filters(self, texts: Mapping[str, str]) -> None:
        """Show the texts of the filters that apply."""
        for key, field in self.fields.items():
            field.show_filter(texts.get(key, ""))

    def clear(self) -> None:
        """Empty all fields, also those whose texts cannot be read."""
        for field in self.fields.values():
            field.clear()


class FilterChips(ChipFlow):
    """A chip for each filter that applies, which removes it, and one that removes all; hidden if there is none.

    ``removed`` carries the key of a filter, ``cleared`` nothing.
    """

    removed = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__([], parent)
        self._texts: dict[str, str] = {}
        self.hide()

    def show_filters(self, texts: Mapping[str, str]) -> None:
        """Show the texts of the filters that apply."""
        if texts == self._texts:
            return
        self._texts = dict(texts)
        chips = []
        for spec in FILTERS:
            text = texts.get(spec.key, "")
            if text:
                short = text if len(text) <= MAX_CHIP_LENGTH else f"{text[: MAX_CHIP_LENGTH - 1]}…"
                title = f"Remove the filter {spec.title}: {text}"
                chip = chip_button(
                    f"{spec.title}: {short}  ×", f"histories.chip.{spec.key}", self.removed.emit, title, title,
                    parent=self, key=spec.key,
                )  # fmt: skip
                chips.append(chip)
        if chips:
            chips.append(
                chip_button("Clear all", "histories.chip.all", self.cleared.emit, "Remove all filters", parent=self)
            )
        self.set_chips(chips)
        self.setVisible(bool(chips))


KINDS_TIP = (
    "Types of the players in this hand, used in all hands: tight, neutral or loose, their own statistics in the open "
    "hands, or a saved player. The ranges of hands that were not shown depend on them"
)
HIDE_TIP = (
    "Treat hands that opponents showed as unknown and give them ranges instead. A range painted over a shown hand "
    "stays for the rest of the hand"
)


class OutlookBar(QWidget):
    """Shows and changes the outlook of a replay."""

    def __init__(self, replay: Replay, players: PlayerStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "histories.outlook", "View of the hand")
        self._replay, self._players = replay, players
        self._hide = chip_button(
            "hide shown hands", "histories.hide", self._on_hide, "Hide shown hands", HIDE_TIP, checkable=True
        )
        self._menu = named(QMenu(self), "histories.kindsMenu")
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._kinds = named(MenuButton(None, "players", self._menu), "histories.kinds", "Player types", KINDS_TIP)
        self._folds = FoldSwitch("histories.folds", self)
        self._folds.chosen.connect(self._on_folds)
        chips = filled(QHBoxLayout(), self._kinds, self._hide, STRETCH, spacing=12, margins=NO_MARGINS)
        filled(QVBoxLayout(self), chips, self._folds, spacing=4, margins=NO_MARGINS)
        replay.shift_changed.connect(self.render_outlook)

    @Slot()
    def render_outlook(self) -> None:
        """Show the outlook, and the effect of the folds on hero's equity at the current moment."""
        replay = self._replay
        hand = replay.hand
        self._hide.setChecked(replay.outlook.hidden)
        if hand is not None:
            hero = whole_text(hand.names[replay.hero])
            self._folds.show_choice(replay.outlook.any_folds, replay.shift, hero, busy=replay.counts_shift)
            self._folds.setVisible(replay.has_folds)

    @Slot()
    def _fill(self) -> None:
        """Fill the menu: for each player of the hand the kinds of players."""
        empty_menu(self._menu)
        hand = self._replay.hand
        if hand is None:
            return
        site, chosen = site_of(hand.raw), dict(self._replay.outlook.kinds)
        for place, name in enumerate(hand.names):
            player = SitePlayer(site, name)
            inner = named(self._menu.addMenu(whole_text(name)), f"histories.kindsMenu.{place}")
            watched = self._players.watched(name, site, hand.game)
            rows: list[tuple[str, Player | None]] = [(kind.name, kind) for kind in shipped_players()]
            # Every player is neutral unless an outlook says otherwise, so choosing "neutral" stores no kind at all.
            rows = [(title, None if title == NEUTRAL else kind) for title, kind in rows]
            for title, kind in (*rows, *watched):
                rests = f": {kind.why}" if kind is not None and len(rows) <= len(inner.actions()) else ""
                entry = menu_entry(inner, f"{title}{rests}")
                entry.setCheckable(True)
                entry.setChecked(chosen.get(player) == kind)
                entry.triggered.connect(Keyed(entry, self._on_kind, (player, kind)).plain)

    def _on_kind(self, chosen: tuple[SitePlayer, Player | None]) -> None:
        self._replay.set_kind(*chosen)

    @Slot()
    def _on_hide(self) -> None:
        self._replay.set_outlook(replace(self._replay.outlook, hidden=self._hide.isChecked()))

    @Slot(bool)
    def _on_folds(self, any_cards: bool) -> None:
        self._replay.set_outlook(replace(self._replay.outlook, any_folds=any_cards))


STAR_KEY, TAGS_KEY, NOTE_KEY = "Ctrl+Shift+M", "Ctrl+Shift+G", "Ctrl+Shift+E"
STARRED, PLAIN = "★", "☆"


class TagCompleter(Guarded, QCompleter):
    """Completes the last of several tags."""

    def __init__(self, field: QLineEdit) -> None:
        self._tags = QStringListModel(field)
        super().__init__(self._tags, field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = self.popup()
        assert popup is not None
        named(popup, f"{field.objectName()}.known", "Existing tags")

    def offer(self, tags: Sequence[str]) -> None:
        """Set the tags that are offered."""
        if list(tags) != self._tags.stringList():
            self._tags.setStringList(list(tags))

    # QCompleter calls the first method for the part of the text that it has to complete, and the second one for the
    # complete text that replaces it. For both, the tag in question is the text after the last comma.
    def splitPath(self, path: str) -> list[str]:  # noqa: N802
        return [path.rpartition(",")[2].strip()]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:  # noqa: N802
        before = self._field.text().rpartition(",")[0].strip()
        tag = str(index.data())
        return f"{before}, {tag}" if before else tag


class MarkBar(QWidget):
    """Shows and edits the star, the tags and the note of a hand.

    ``marked`` carries a hand and its new marks, ``message`` an error for the status bar.

    A text that is being typed stays when more is known of the hand. It belongs to that hand even if another one is
    shown before it is confirmed.
    """

    marked = Signal(object, object)
    message = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: HandLine | None = None
        self._mark = HandMark()
        tip = f"Mark this hand with a star ({STAR_KEY})"
        self.star = chip_button(PLAIN, "histories.star", self.toggle_star, "Star", tip, checkable=True)
        self.tags = named(QLineEdit(self), "histories.tags", "Tags", f"Tags, separated by commas ({TAGS_KEY})")
        self.tags.setPlaceholderText("Tags")
        at_least(self.tags, width=120)
        self.note = named(QLineEdit(self), "histories.note", "Note", f"A note on this hand ({NOTE_KEY})")
        self.note.setPlaceholderText("Note")
        self.note.setMaxLength(MAX_NOTE_LENGTH)
        self._completer = TagCompleter(self.tags)
        self.tags.setCompleter(self._completer)
        self._hand = label(name="histories.marked")
        for field in (self.tags, self.note):
            field.editingFinished.connect(self._on_edited)
        parts = self._hand, self.star, (self.tags, 1), (self.note, 2)
        filled(QHBoxLayout(self), *parts, spacing=8, margins=NO_MARGINS)

    def show_mark(self, line: HandLine | None, mark: HandMark, tags: Sequence[str]) -> None:
        """Show the marks of a hand (None: no hand is selected); ``tags`` are all tags in use, for completion."""
        # A text that was typed for the previous hand is read before its fields are overwritten. It is reported last,
        # when the bar already shows the new hand.
        same, before = line is self._line, self._line
        typed = None if same or before is None or not self._is_typed else self._typed(self._mark.star)
        self._line = line
        self._take(mark)
        self._hand.setText("" if line is None else f"Hand {line.raw.number}")
        self.setEnabled(line is not None)
        self._completer.offer(tags)
        for field, text in ((self.tags, ", ".join(mark.tags)), (self.note, mark.note)):
            if field.text() != text and not (same and field.isModified()):
                field.setText(text)
            elif not same:
                field.setModified(False)
        if typed is not None:
            self.marked.emit(before, typed)

    @property
    def _is_typed(self) -> bool:
        return self.tags.isModified() or self.note.isModified()

    def _take(self, mark: HandMark) -> None:
        self._mark = mark
        self.star.setChecked(mark.star)
        self.star.setText(STARRED if mark.star else PLAIN)

    @Slot()
    def toggle_star(self) -> None:
        """Set or remove the star of the hand."""
        if self.isEnabled():
            self._tell(not self._mark.star)

    @Slot()
    def _on_edited(self) -> None:
        if self._is_typed:
            self._tell(self._mark.star)

    def _tell(self, star: bool) -> None:
        """Report the marks in the fields with this star, unless the tags cannot be read."""
        mark = self._typed(star)
        if mark is not None and self._line is not None:
            for field in (self.tags, self.note):
                field.setModified(False)
            self._take(mark)
            self.marked.emit(self._line, mark)

    def _typed(self, star: bool) -> HandMark | None:
        """Return the marks in the fields, or None if the tags cannot be saved."""
        try:
            tags = read_tags(self.tags.text())
        except TextError as error:
            self.message.emit(f"The tags could not be saved: {error.message}", True)
            return None
        return HandMark(star, tags, self.note.text().strip())
