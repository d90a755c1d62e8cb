"""Opponents' responses to a bet, as the Kelly panel saves them and as the request has them.

``answers`` of the panel is a list with one item per row, as ``chips``: an object such as ``{"fold": 0.4}``,
``{"defend": "pot odds"}``, ``{"player": "tight"}`` (a player as in a request) or ``{"rows": [..]}`` (bets without
``outcomes`` have those of the table), or null if the player calls everything. A file may contain anything; the request
notes the problems of a response.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.scenario.codec import plain
from engine.scenario.reading import Members, as_list, is_number

Way = Literal["calls", "fold", "defend", "rows", "player"]
WAYS: tuple[Way, ...] = ("calls", "fold", "defend", "rows", "player")
CALLS = {"calls": "all"}
RANDOM = "random"
OUTCOMES = ("win", "split", "lose")


@dataclass(frozen=True, slots=True)
class ListedBet(Members):
    """A bet in chips, how often the opponent folds to it (None: never), and the outcomes when he calls (None: those of
    the table)."""

    bet: float
    fold: float | None = None
    win: float | None = None
    split: tuple[float, ...] | None = None
    lose: float | None = None

    def members(self) -> dict[str, Any]:
        """Return the bet as a row of the request."""
        given = {"win": self.win, "split": self.split, "lose": self.lose}
        outcomes = {key: value for key, value in given.items() if value is not None}
        row: dict[str, Any] = {"bet": self.bet} | ({} if self.fold is None else {"fold": self.fold})
        return {**row, "outcomes": outcomes} if outcomes else row

    def to_json(self) -> Any:
        """Return the bet as JSON."""
        return plain(self.members())


@dataclass(frozen=True, slots=True)
class OpponentResponse:
    """The response of an opponent to a bet. ``player``: as whom he responds, a name or the JSON of a description.
    ``rejected``: the JSON of a file if it could not be read."""

    way: Way
    fold: float | None = None
    rows: tuple[ListedBet, ...] = ()
    player: Any = None
    rejected: Any = None

    @property
    def player_name(self) -> str:
        """The name of the player as whom he responds."""
        return str(self.player.get("name", "")) if isinstance(self.player, Mapping) else str(self.player)

    @property
    def reaction(self) -> Any:
        """The response as ``reaction`` of the request: an object, or input that could not be read."""
        if self.rejected is not None:
            return self.rejected
        values = {"calls": "all", "fold": self.fold, "defend": "pot odds", "rows": self.rows, "player": self.player}
        return {self.way: values[self.way]}

    def to_json(self) -> Any:
        """Return the response as JSON."""
        return plain(self.reaction)


def responses_from(value: object, path: str) -> tuple[OpponentResponse | None, ...]:
    """Read the responses of all rows; a response that cannot be read is rejected input of its row."""
    return tuple(
        item if item is None or isinstance(item, OpponentResponse) else response_from(item)
        for item in as_list(value, path)
    )


def response_from(value: Any) -> OpponentResponse:
    """Read a response."""
    way: Way = next((way for way in WAYS if isinstance(value, Mapping) and way in value), "calls")
    fold: float | None = None
    rows: tuple[ListedBet, ...] = ()
    if way == "fold" and is_number(value["fold"]):
        fold = value["fold"]
    if way == "rows" and isinstance(value["rows"], list | tuple):
        rows = tuple(row for item in value["rows"] if (row := _row_from(item)) is not None)
    player = value["player"] if way == "player" and isinstance(value["player"], str | Mapping) else None
    answer = OpponentResponse(way, fold, rows, player)
    return answer if answer.to_json() == value else replace(answer, rejected=value)


def _row_from(value: object) -> ListedBet | None:
    """Return a bet with the values that can be read, or None if its chips cannot."""
    if not isinstance(value, Mapping) or not is_number(value.get("bet")):
        return None
    given = value.get("outcomes")
    outcomes = {key: x for key, x in given.items() if key in OUTCOMES} if isinstance(given, Mapping) else {}
    split = outcomes.pop("split", None)
    shares = tuple(split) if isinstance(split, list | tuple) and all(map(is_number, split)) else None
    numbers = {key: x for key, x in {"fold": value.get("fold"), **outcomes}.items() if is_number(x)}
    return ListedBet(value["bet"], split=shares, **numbers)


def with_hands(answer: OpponentResponse | None, hands: Sequence[Any]) -> Any:
    """Return the response of a single opponent with his ``hands``, in the order in which he calls with them.

    A list of bets is returned without them: it has outcomes of its own.
    """
    reaction = CALLS if answer is None else answer.reaction
    joins = isinstance(reaction, Mapping) and "rows" not in reaction
    return {**reaction, "hands": list(hands)} if joins else reaction


def with_outcomes(answer: dict[str, Any], outcomes: object) -> dict[str, Any]:
    """Return a response with a list of bets, of which those without outcomes have ``outcomes``."""
    rows = answer["rows"]
    if not isinstance(rows, list | tuple):
        return answer
    members = (row.members() if isinstance(row, ListedBet) else row for row in rows)
    return {**answer, "rows": [{"outcomes": outcomes, **row} if isinstance(row, dict) else row for row in members]}


def response_field(field: str, live: Sequence[int]) -> str:
    """Return the field of the form that has a problem of the reaction: ``answers2`` for the third row."""
    head = field.partition(".")[0]
    number = int(head[head.index("[") + 1 : -1]) if head.startswith("reaction[") else 0
    return f"answers{live[min(number, len(live) - 1)]}" if live else "answers0"
