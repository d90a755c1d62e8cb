"""Edits of what the Kelly panel holds."""

from dataclasses import dataclass
from typing import Any

from engine import Scenario
from engine.table.values import values_of, with_item, with_value
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

    def replace(self, title: str, values: dict[str, Any] | None, merge: str | None = None) -> None:
        """Put other values in force."""
        self.document.edit(f"Kelly: {title[:1].lower()}{title[1:]}", merge=merge or None, kelly=values)

    def set(self, title: str, key: str, value: Any, merge: str | None = None) -> None:
        """Set a value, None takes it out."""
        if key == "bankroll" and self.bankroll is not None and self.bankroll.type(value, merge):
            return
        self.replace(title, with_value(values_of(self.scenario), key, value), merge)

    def set_item(self, title: str, key: str, row: int, value: Any, merge: str | None = None) -> None:
        """Set a player's entry of a list by row."""
        self.replace(title, with_item(values_of(self.scenario), key, row, value), merge)
