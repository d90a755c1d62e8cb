"""What a journal holds: hands with their decisions, each with the advice, what was done, and what both may bring."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.kelly.advice import bet_law, evaluate_bet
from engine.kelly.answer import KellyAnswer
from engine.kelly.growth import Wager
from engine.kelly.request import KellyRequest

Law = tuple[tuple[float, float], ...]
"""What an action may bring: (probability, net chips), the probabilities adding up to 1."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its chips, its growth (minus infinity where everything may be lost) and what it may bring."""

    action: str
    chips: float
    growth: float
    law: Law

    @property
    def expected(self) -> float:
        """The expected net chips."""
        return math.fsum(p * net for p, net in self.law)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of hero in a hand. ``at``: the time, as text; ``request``: the question that was answered.

    ``bankroll`` is that before the decision, without the chips in the pot.
    """

    at: str
    street: str
    bankroll: float
    pot: float
    to_call: float
    advised: Act
    done: Act
    request: Mapping[str, Any]

    @property
    def given_up(self) -> float:
        """Growth that what was done gave up against the advice; infinite where it risked everything."""
        return self.advised.growth - self.done.growth


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: the bankroll before it and, once it has ended, what is ``left``; ``showdown``: cards were shown."""

    number: int
    game: str
    begun: str
    ended: str | None
    bankroll: float
    left: float | None
    showdown: bool
    decisions: tuple[Decision, ...]

    @property
    def result(self) -> float | None:
        """Chips won in the hand; None while it is under way."""
        return None if self.left is None else self.left - self.bankroll


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of hero in a hand that is being played: what was done, and the decision if there was advice.

    Without one, what the journal has of the same action stays there.
    """

    action: str
    chips: float
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as far as it has been played: the ``place``-th of a ``session``, which together tell it from all others.

    ``at``: now, as text; ``left`` and ``showdown`` as in ``Hand``, None and False while it is under way.
    """

    session: str
    place: int
    game: str
    bankroll: float
    turns: tuple[Turn, ...]
    at: str
    left: float | None = None
    showdown: bool = False

    @property
    def decided(self) -> bool:
        """Whether there is anything to be kept."""
        return self.left is not None or any(turn.decision is not None for turn in self.turns)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal in the file: its number and name, when it was begun and how many hands it has."""

    number: int
    name: str
    created: str
    hands: int


def act(wager: Wager, action: str, chips: float) -> Act:
    """Return an action of hero's with what it may bring; a fold brings nothing."""
    if action == "fold":
        return Act(action, 0.0, 0.0, ((1.0, 0.0),))
    found = evaluate_bet(wager, action, chips)
    return Act(action, chips, found.growth, bet_law(wager, action, chips))


def decision(
    request: KellyRequest,
    answer: KellyAnswer,
    action: str,
    chips: float,
    *,
    at: str,
    street: str,
    values: Mapping[str, Any],
) -> Decision:
    """Return what a player did who was given this answer; ``chips`` is what the action put in, ``values`` the request
    as it was asked.
    """
    wager = request.wager
    return Decision(
        at=at,
        street=street,
        bankroll=wager.bankroll,
        pot=answer.pot.total,
        to_call=answer.to_call,
        advised=act(wager, answer.decision, answer.bet),
        done=act(wager, action, chips),
        request=values,
    )


def played_from_json(value: Mapping[str, Any]) -> PlayedHand:
    """Read what ``dataclasses.asdict`` makes of a played hand, written as JSON.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    turns = tuple(Turn(**{**turn, "decision": _decision(turn["decision"])}) for turn in value["turns"])
    return PlayedHand(**{**value, "turns": turns})


def _decision(value: Mapping[str, Any] | None) -> Decision | None:
    if value is None:
        return None
    acts = {key: Act(**{**value[key], "law": tuple(map(tuple, value[key]["law"]))}) for key in ("advised", "done")}
    return Decision(**{**value, **acts})
