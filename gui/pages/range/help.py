"""The help of the page of ranges."""

from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import QEvent, QPoint, QSize, QUrl, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from engine import Game
from gui.look.games import GAME_WORDS
from gui.look.guard import Guarded
from gui.look.scale import px, scaled_size, set_text
from gui.look.theme import TEXT_LARGE, TEXT_SMALL, current_theme
from gui.parts.build import filled, label, named

SCHEME = "try"
SIZE = QSize(540, 700)
TOP = 80


class RangeHelp(Guarded, QDialog):
    """Stays open beside the table. ``tried`` carries the text of an example."""

    tried = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game = "holdem"
        self._seat = ""
        self.setObjectName("rangeHelp")
        self.hint = label("", self, wrap=True)
        self.browser = named(QTextBrowser(self), "rangeHelp.examples", "Examples of range texts")
        self.browser.setOpenLinks(False)
        set_text(self.browser)
        self.browser.setStyleSheet("border: none; background: transparent; padding: 0px")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        filled(QVBoxLayout(self), self.hint, (self.browser, 1), buttons, spacing=8, margins=(20, 16, 20, 16))
        self.browser.anchorClicked.connect(self._on_clicked)

    def show_game(self, game: Game, seat: str) -> None:
        """Explain the texts of ``game``; examples are tried on ``seat``."""
        if (game, seat) != (self._game, self._seat):
            self._game, self._seat = game, seat
            self._render()

    @Slot()
    def _render(self) -> None:
        self.setWindowTitle(GAME_WORDS[self._game].ranges.help_title)
        hint = f"Click an example to try it on {self._seat} (Ctrl+Z takes it back), or select it and copy it."
        self.hint.setText(f"{hint} {GAME_WORDS[self._game].ranges.rules}")
        self.browser.setHtml(self.html())

    def html(self) -> str:
        """Return the sheet as rich text."""
        theme = current_theme()
        parts = []
        for title, examples in GAME_WORDS[self._game].ranges.examples:
            rows = "".join(
                f"<tr><td width='{px(190)}'><a style='color: {theme.accent}; text-decoration: none' "
                f"href='{SCHEME}:{quote(text)}'><b>{escape(text)}</b></a></td>"
                f"<td>{escape(meaning)} <span style='color: {theme.muted}; font-size: {px(TEXT_SMALL)}px'>"
                f"{GAME_WORDS[self._game].ranges.number(text)}</span></td></tr>"
                for text, meaning in examples
            )
            heading = f"<p style='font-size: {px(TEXT_LARGE - 2)}px; margin-bottom: 2px'><b>{escape(title)}</b></p>"
            parts.append(f"{heading}<table cellpadding='3'>{rows}</table>")
        return "".join(parts)

    @Slot(QUrl)
    def _on_clicked(self, url: QUrl) -> None:
        if url.scheme() == SCHEME:
            self.tried.emit(unquote(url.toString(QUrl.ComponentFormattingOption.FullyEncoded).split(":", 1)[1]))

    def open_beside(self, window: QWidget) -> None:
        """Show the sheet over the left of ``window``, where it leaves the range in sight."""
        if not self.isVisible():
            self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(window.size() - QSize(0, TOP)))
            self.move(window.mapToGlobal(QPoint(0, TOP)))
        self.show()
        self.raise_()
        self.activateWindow()

    def customEvent(self, event: QEvent) -> None:
        self._render()
