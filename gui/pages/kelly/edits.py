"""Edits of what the Kelly panel holds."""

from dataclasses import dataclass
from typing import Any

from engine import Scenario
from engine.kelly.fields import Panel
from engine.kelly.panel import panel_of
from gui.state.bankroll import Bankroll
from gui.state.document import Document


@dataclass(frozen=True, slots=True)
class KellyEdits:
    """Changes one value of the document's panel at a time; ``merge`` joins the edits of one typing."""

    document: Document
    bankroll: Bankroll | None = None
    """Takes a bankroll that is typed at a table without one of its own."""

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    @property
    def panel(self) -> Panel:
        return panel_of(self.scenario)

    def replace(self, title: str, panel: Panel, merge: str | None = None) -> None:
        """Set another panel."""
        self.document.edit(f"Kelly: {title[:1].lower()}{title[1:]}", merge=merge or None, kelly=panel)

    def set(self, title: str, key: str, value: Any, merge: str | None = None) -> None:
        """Set a value, None takes it out."""
        if key == "bankroll" and self.bankroll is not None and self.bankroll.type(value, merge):
            return
        self.replace(title, self.panel.with_entry(key, value), merge)

    def set_item(self, title: str, key: str, row: int, value: Any, merge: str | None = None) -> None:
        """Set a player's entry of a list by row."""
        self.replace(title, self.panel.with_item(key, row, value), merge)
