"""The values of a journal: hands with their decisions, each with the advised action, the action taken and their
outcomes.

``dataclasses.asdict`` of these classes is stored in files: the names of their fields are keys there and must not
change.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.kelly.answer import KellyAnswer
    from engine.kelly.growth import Wager
    from engine.kelly.request import KellyRequest

SUM = 1e-6
"""The tolerance of the sum of probabilities that are read from a file."""
MAX_NUMBER = 1e15
"""The bound of numbers that are read from a file; no bankroll is that large."""
OutcomeDistribution = tuple[tuple[float, float], ...]
"""The possible outcomes of an action: (probability, net chips) each, the probabilities adding up to 1."""


@dataclass(frozen=True, slots=True)
class JournalAction:
    """An action with its chips, its expected log growth (minus infinity if it may lose everything) and its outcomes
    ``law``."""

    action: str
    chips: float
    growth: float
    law: OutcomeDistribution

    @property
    def expected(self) -> float:
        """The expected net chips."""
        return math.fsum(p * net for p, net in self.law)


@dataclass(frozen=True, slots=True)
class JournalDecision:
    """One decision of hero in a hand: the advice, the action taken, and the Kelly ``request`` that was answered.

    ``at``: the time, as ISO text. ``bankroll``: chips before the decision, without those in the pot. ``put_in``: hero's
    chips in the pot from this street before the decision. ``called``: the outcomes of the action if somebody calls it,
    empty if it is never called. Both are None in decisions that an older version of the program has stored.
    """

    at: str
    street: str
    bankroll: float
    pot: float
    to_call: float
    advised: JournalAction
    done: JournalAction
    request: Mapping[str, Any]
    put_in: float | None = None
    called: OutcomeDistribution | None = None

    @property
    def given_up(self) -> float:
        """The growth lost against the advice; infinite if the action risked everything."""
        return self.advised.growth - self.done.growth


@dataclass(frozen=True, slots=True)
class JournalHand:
    """A hand of a journal. ``left``: the bankroll after it, None until it has ended; ``showdown``: whether it ended
    with one.

    ``unadvised``: hero acted again after the last stored decision, without advice, so that the end of the hand does not
    follow from this decision.
    """

    number: int
    game: str
    begun: str
    ended: str | None
    bankroll: float
    left: float | None
    showdown: bool
    decisions: tuple[JournalDecision, ...]
    unadvised: bool = False

    @property
    def counted(self) -> tuple[tuple[JournalDecision, ...], ...]:
        """The decisions that are evaluated, each after the checks on the same street that led to it.

        A check followed by an opponent's bet is not evaluated by itself, but as part of the answer to the bet.
        """
        result: list[tuple[JournalDecision, ...]] = []
        for one in self.decisions:
            before = result[-1] if result else ()
            goes_on = before and before[-1].done.action == "check" and before[-1].street == one.street
            result[len(result) - bool(goes_on) :] = [(*before, one) if goes_on else (one,)]
        return tuple(result)

    @property
    def last(self) -> JournalDecision | None:
        """The last decision, or None if the end of the hand does not follow from it."""
        return self.decisions[-1] if self.decisions and not self.unadvised else None

    @property
    def result(self) -> float | None:
        """Chips won in the hand, or None while it is being played."""
        return None if self.left is None else self.left - self.bankroll


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of hero in a hand that is being played: the action, and the decision if there was advice.

    Without a decision, the one that the journal already has for the same action stays.
    """

    action: str
    chips: float
    decision: JournalDecision | None


@dataclass(frozen=True, slots=True)
class TrackedHandRecord:
    """A tracked hand as far as it has been played, as the window passes it to the journal file.

    ``session`` and ``place`` (its number in the session) identify it among all hands. ``at``: the current time, as ISO
    text. ``left`` and ``showdown`` as in :class:`JournalHand`, None and False while it is being played.
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
        """Whether there is anything to store: the hand has ended, or a turn had advice."""
        return self.left is not None or any(turn.decision is not None for turn in self.turns)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal of the file: its number and name, when it was created and how many hands it has."""

    number: int
    name: str
    created: str
    hands: int


def journal_action(wager: "Wager", action: str, chips: float) -> JournalAction:
    """Return an action with its growth and its outcomes; a fold wins and loses nothing."""
    if action == "fold":
        return JournalAction(action, 0.0, 0.0, ((1.0, 0.0),))
    from engine.kelly.advice import (  # imported late: a journal that is only read needs neither
        evaluate_bet,
        net_distribution,
    )

    result = evaluate_bet(wager, action, chips)
    return JournalAction(action, chips, result.growth, net_distribution(wager, action, chips))


def journal_decision(
    request: "KellyRequest",
    answer: "KellyAnswer",
    action: str,
    chips: float,
    *,
    at: str,
    street: str,
    values: Mapping[str, Any],
    put_in: float | None = None,
) -> JournalDecision:
    """Return the decision of a player who saw ``answer`` and took ``action`` with ``chips``.

    ``values``: the typed request, to be stored. ``put_in``: his chips in the pot from this street before the action.
    """
    from engine.kelly.advice import net_distribution

    wager = request.wager
    is_fold = action == "fold"
    return JournalDecision(
        at=at,
        street=street,
        bankroll=wager.bankroll,
        pot=answer.pot.total,
        to_call=answer.to_call,
        advised=journal_action(wager, _on_street(answer.decision, put_in), answer.bet),
        done=journal_action(wager, _on_street(action, put_in), chips),
        request=values,
        put_in=put_in,
        called=((1.0, 0.0),) if is_fold else net_distribution(wager, action, chips, called_only=True),
    )


def _on_street(action: str, put_in: float | None) -> str:
    """Return the name of an action at the table: a bet by a player who already has chips in, as a blind, is a raise."""
    return "raise" if action == "bet" and put_in else action


def played_from_json(value: Mapping[str, Any]) -> TrackedHandRecord:
    """Return a hand record from the JSON of ``dataclasses.asdict``.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: ``value`` is not a valid record.
    """
    turns = tuple(Turn(**{**turn, "decision": _decision_from_json(turn["decision"])}) for turn in value["turns"])
    for turn in turns:
        _check_fields(turn, texts=("action",), numbers=("chips",))
    played = TrackedHandRecord(**{**value, "turns": turns})
    _check_fields(
        played, texts=("session", "game", "at"), numbers=("place", "bankroll", "showdown"), optional_numbers=("left",)
    )
    for time in (played.at, *(turn.decision.at for turn in turns if turn.decision is not None)):
        datetime.fromisoformat(time)
    if not isinstance(played.place, int):
        raise TypeError("place must be a whole number")
    return played


def _decision_from_json(value: Mapping[str, Any] | None) -> JournalDecision | None:
    """Return a decision from the JSON of ``dataclasses.asdict``, or None for null."""
    if value is None:
        return None
    acts = {
        key: JournalAction(**{**value[key], "law": tuple(map(tuple, value[key]["law"]))}) for key in ("advised", "done")
    }
    called = value.get("called")
    return checked_decision(
        JournalDecision(**{**value, **acts, "called": None if called is None else tuple(map(tuple, called))})
    )


def checked_decision(result: JournalDecision) -> JournalDecision:
    """Return ``result``, a decision that was read from a file, if all its values are valid.

    Raises:
        TypeError, ValueError: a value is not of its type or out of range.
    """
    _check_fields(result, texts=("at", "street"), numbers=("bankroll", "pot", "to_call"), optional_numbers=("put_in",))
    for done in (result.advised, result.done):
        _check_fields(done, texts=("action",), numbers=("chips",))
        if not isinstance(done.growth, float | int) or math.isnan(done.growth) or not _is_distribution(done.law):
            raise TypeError("a possible result is not a number")
    if result.called is not None and result.called and not _is_distribution(result.called):
        raise TypeError("a possible result after a call is not a number")
    if result.bankroll <= 0.0:
        raise ValueError("the bankroll is missing")
    if not isinstance(result.request, Mapping):
        raise TypeError("the request is not valid")
    return result


def _is_distribution(outcomes: OutcomeDistribution) -> bool:
    # x * 0.0 == 0.0 is False for infinite numbers and NaN, and raises a TypeError for any other type.
    finite = all(p * 0.0 + net * 0.0 == 0.0 and p >= 0.0 for p, net in outcomes)
    return finite and math.isclose(math.fsum(p for p, _ in outcomes), 1.0, abs_tol=SUM)


def checked_hand(result: JournalHand) -> JournalHand:
    """Return ``result``, a hand that was read from a file, if all its values are valid.

    Raises:
        TypeError, ValueError: a value is not of its type, or a bankroll is out of range.
    """
    ended = ("ended",) if result.ended is not None else ()
    _check_fields(result, texts=("game", "begun", *ended), numbers=("bankroll",), optional_numbers=("left",))
    if result.bankroll <= 0.0 or (result.left is not None and result.left < 0.0):
        raise ValueError("the bankroll is negative")
    return result


def _check_fields(
    record: object, *, texts: tuple[str, ...], numbers: tuple[str, ...], optional_numbers: tuple[str, ...] = ()
) -> None:
    """Check the types of attributes of ``record`` that were read from a file.

    ``texts`` and ``numbers`` name attributes that are required, ``optional_numbers`` those that may be None.

    Raises:
        TypeError: an attribute is not of its type.
    """
    present = [key for key in optional_numbers if getattr(record, key) is not None]
    for key in texts:
        if not isinstance(getattr(record, key), str):
            raise TypeError(f"{key} is not a text")
    for key in (*numbers, *present):
        number = getattr(record, key)
        if not isinstance(number, float | int) or not abs(number) < MAX_NUMBER:
            raise TypeError(f"{key} is not a number that can be stored")
