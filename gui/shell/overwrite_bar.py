"""The bar that asks before a file is written over that somebody else has written."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from gui.look.theme import Look
from gui.parts.notice_bar import NoticeBar
from gui.shell.commands import Commands

ANSWERS = (
    ("replace", "Overwrite", "Save your table over the version in the file"),
    ("saveAs", "Save as…", "Save your table under another name"),
    ("look", "Look", "Open the version in the file; Undo brings yours back"),
    ("dismiss", "Not now", "Leave the file and your unsaved table as they are"),
)


class OverwriteBar(NoticeBar):
    """Follows the doubt of ``commands``."""

    def __init__(self, commands: Commands, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("overwrite", look, parent)
        self._commands = commands
        handlers = (commands.overwrite, commands.save_elsewhere, commands.look, commands.dismiss)
        for (name, text, meaning), handler in zip(ANSWERS, handlers, strict=True):
            self.add_button(name, text, meaning).clicked.connect(handler)
        commands.doubt_changed.connect(self.render_doubt)
        self.render_doubt()

    @Slot()
    def render_doubt(self) -> None:
        """Show the question of the present doubt."""
        doubt = self._commands.doubt
        self.show_words(doubt.statement if doubt else "", doubt.differences if doubt else "")
