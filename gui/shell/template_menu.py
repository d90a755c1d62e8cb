"""The menu of table templates: those that come with the program, the player's own, keeping and removing one."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from engine import ScenarioError
from engine.cards import whole_text
from gui.parts.build import add_actions, empty_menu
from gui.shell.commands import Commands
from gui.state.templates import Templates

ASKED = "Name of the template: it keeps the seats, blinds, antes and limits of this table, without its cards"


class TemplateMenu(QMenu):
    """``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, templates: Templates, commands: Commands, parent: QWidget) -> None:
        super().__init__("New table &from a template", parent)
        self.setObjectName("templateMenu")
        self._templates, self._commands, self._window = templates, commands, parent
        self._renamed: Path | None = None
        self._rename = QMenu("Re&name a template", parent)
        self._rename.setObjectName("templateMenu.rename")
        self._remove = QMenu("&Remove a template", parent)
        self._remove.setObjectName("templateMenu.remove")
        self.aboutToShow.connect(self.fill)  # another window may have kept one
        self.fill()

    @Slot()
    def fill(self) -> None:
        """List what there is now."""
        for menu in (self, self._rename, self._remove):
            empty_menu(menu)
        own = self._templates.own
        for paths in (self._templates.shipped, own):
            for path in paths:
                self._add(self, path, self._commands.open_template)
            self.addSeparator()
        for path in own:
            self._add(self._rename, path, self._on_rename)
            self._add(self._remove, path, self._on_remove)
        add_actions(self, "template", ("save", "&Keep this table as a template…", self._on_save))
        if own:
            self.addMenu(self._rename)
            self.addMenu(self._remove)

    def _add(self, menu: QMenu, path: Path, handler: Callable[[Path], object]) -> None:
        action = menu.addAction(whole_text(path.stem).replace("&", "&&"))
        action.triggered.connect(lambda _checked=False: handler(path))

    @Slot()
    def _on_save(self) -> None:
        name = f"My {len(self._commands.document.scenario.seats)} seats"
        self._ask("Keep a template", ASKED, name).textValueSelected.connect(self.keep)

    def _ask(self, title: str, asked: str, name: str) -> QInputDialog:
        dialog = QInputDialog(self._window)
        dialog.setObjectName("templateName")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(asked)
        dialog.setTextValue(name)
        dialog.open()
        return dialog

    def _on_rename(self, path: Path) -> None:
        self._renamed = path
        dialog = self._ask("Rename a template", f"New name of {whole_text(path.stem)}", path.stem)
        dialog.textValueSelected.connect(self.rename)

    @Slot(str)
    def rename(self, name: str) -> None:
        """Give the template that was chosen another name."""
        if self._renamed is None:
            return
        try:
            path = self._templates.rename(self._renamed, name)
        except (ScenarioError, OSError) as error:
            self.message.emit(f"Not renamed: {_reason(error)}", True)
            return
        self.message.emit(f"The template is called {whole_text(path.stem)} now", False)
        self.fill()

    @Slot(str)
    def keep(self, name: str) -> None:
        """Keep the table as a template called ``name``."""
        try:
            path = self._templates.save(name, self._commands.document.scenario)
        except (ScenarioError, OSError) as error:
            self.message.emit(f"Not kept: {_reason(error)}", True)
            return
        self.message.emit(f"Kept as a template: {whole_text(path.stem)}", False)
        self.fill()

    def _on_remove(self, path: Path) -> None:
        try:
            self._templates.remove(path)
        except OSError as error:
            self.message.emit(f"Not removed: {_reason(error)}", True)
            return
        self.message.emit(f"Removed the template {whole_text(path.stem)}", False)
        self.fill()


def _reason(error: ScenarioError | OSError) -> str:
    return error.problems[0].message if isinstance(error, ScenarioError) else error.strerror or str(error)
