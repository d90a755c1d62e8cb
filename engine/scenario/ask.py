"""The part of a scenario that the page Ask saves: its question, as the player typed it."""

from dataclasses import dataclass

from engine.scenario.codec import Entries, json_field
from engine.scenario.reading import text


@dataclass(frozen=True, kw_only=True)
class AskPanel(Entries):
    """``question``: an event, then perhaps ``given`` and a condition, ``by`` and what splits the event."""

    question: str = json_field(text, "")
