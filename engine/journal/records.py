"""The values of a journal: hands with their decisions, each with the advice, the action and the results of both."""

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
"""The tolerance of the sum of probabilities in a file."""
LARGEST = 1e15
"""Of a number in a file: so many chips nobody has."""
Law = tuple[tuple[float, float], ...]
"""The results that an action may have: (probability, net chips), the probabilities adding up to 1."""


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

    ``bankroll`` is that before the decision, without the chips in the pot. ``put_in``: hero's chips on the street by
    then; ``called``: the results of the action given that not everybody folds to it, none where everybody always
    does. Both are None where an older version of the program kept the decision.
    """

    at: str
    street: str
    bankroll: float
    pot: float
    to_call: float
    advised: Act
    done: Act
    request: Mapping[str, Any]
    put_in: float | None = None
    called: Law | None = None

    @property
    def given_up(self) -> float:
        """Growth that what was done gave up against the advice; infinite where it risked everything."""
        return self.advised.growth - self.done.growth


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: the bankroll before it and, once it has ended, what is ``left``; ``showdown``: cards were shown.

    ``unadvised``: hero went on after the last of the decisions without an advice, so that it does not say what the hand
    may bring.
    """

    number: int
    game: str
    begun: str
    ended: str | None
    bankroll: float
    left: float | None
    showdown: bool
    decisions: tuple[Decision, ...]
    unadvised: bool = False

    @property
    def counted(self) -> tuple[tuple[Decision, ...], ...]:
        """The decisions, each after the checks on the same street that led to it.

        A check to which an opponent bets is no decision of its own: the answer to the bet takes its place.
        """
        result: list[tuple[Decision, ...]] = []
        for one in self.decisions:
            before = result[-1] if result else ()
            goes_on = before and before[-1].done.action == "check" and before[-1].street == one.street
            result[len(result) - bool(goes_on) :] = [(*before, one) if goes_on else (one,)]
        return tuple(result)

    @property
    def last(self) -> Decision | None:
        """The decision that says what the rest of the hand may bring; None where there is none."""
        return self.decisions[-1] if self.decisions and not self.unadvised else None

    @property
    def result(self) -> float | None:
        """Chips won in the hand; None while it is under way."""
        return None if self.left is None else self.left - self.bankroll


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of hero in a hand that is being played: the action, and the decision if there was advice.

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


def act(wager: "Wager", action: str, chips: float) -> Act:
    """Return an action of hero's with what it may bring; a fold brings nothing."""
    if action == "fold":
        return Act(action, 0.0, 0.0, ((1.0, 0.0),))
    from engine.kelly.advice import bet_law, evaluate_bet  # not where a journal is only read

    result = evaluate_bet(wager, action, chips)
    return Act(action, chips, result.growth, bet_law(wager, action, chips))


def decision(
    request: "KellyRequest",
    answer: "KellyAnswer",
    action: str,
    chips: float,
    *,
    at: str,
    street: str,
    values: Mapping[str, Any],
    put_in: float | None = None,
) -> Decision:
    """Return the decision of a player after this answer; ``chips`` are those that the action put in, ``values`` the
    request as it was asked, ``put_in`` what he had put in on the street before."""
    from engine.kelly.advice import bet_law

    wager = request.wager
    folded = action == "fold"
    return Decision(
        at=at,
        street=street,
        bankroll=wager.bankroll,
        pot=answer.pot.total,
        to_call=answer.to_call,
        advised=act(wager, _on_street(answer.decision, put_in), answer.bet),
        done=act(wager, _on_street(action, put_in), chips),
        request=values,
        put_in=put_in,
        called=((1.0, 0.0),) if folded else bet_law(wager, action, chips, called_only=True),
    )


def _on_street(action: str, put_in: float | None) -> str:
    """Return the name of an action at the table: who has chips in on the street, as a blind, raises."""
    return "raise" if action == "bet" and put_in else action


def played_from_json(value: Mapping[str, Any]) -> PlayedHand:
    """Read a played hand that ``dataclasses.asdict`` has turned into JSON.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: it is none.
    """
    turns = tuple(Turn(**{**turn, "decision": _decision(turn["decision"])}) for turn in value["turns"])
    for turn in turns:
        _check(turn, texts=("action",), numbers=("chips",))
    played = PlayedHand(**{**value, "turns": turns})
    _check(played, texts=("session", "game", "at"), numbers=("place", "bankroll", "showdown"), perhaps=("left",))
    for time in (played.at, *(turn.decision.at for turn in turns if turn.decision is not None)):
        datetime.fromisoformat(time)
    if not isinstance(played.place, int):
        raise TypeError("place is no whole number")
    return played


def _decision(value: Mapping[str, Any] | None) -> Decision | None:
    if value is None:
        return None
    acts = {key: Act(**{**value[key], "law": tuple(map(tuple, value[key]["law"]))}) for key in ("advised", "done")}
    called = value.get("called")
    return checked_decision(
        Decision(**{**value, **acts, "called": None if called is None else tuple(map(tuple, called))})
    )


def checked_decision(result: Decision) -> Decision:
    """Return a decision from a file.

    Raises:
        TypeError, ValueError: something in it is not of its type.
    """
    _check(result, texts=("at", "street"), numbers=("bankroll", "pot", "to_call"), perhaps=("put_in",))
    for done in (result.advised, result.done):
        _check(done, texts=("action",), numbers=("chips",))
        if not isinstance(done.growth, float | int) or math.isnan(done.growth) or not _is_law(done.law):
            raise TypeError("what an action may bring is no number")
    if result.called is not None and result.called and not _is_law(result.called):
        raise TypeError("what a called action may bring is no number")
    if result.bankroll <= 0.0:
        raise ValueError("there is no bankroll")
    if not isinstance(result.request, Mapping):
        raise TypeError("request is no question")
    return result


def _is_law(law: Law) -> bool:
    numbers = all(p * 0.0 + net * 0.0 == 0.0 and p >= 0.0 for p, net in law)
    return numbers and math.isclose(math.fsum(p for p, _ in law), 1.0, abs_tol=SUM)


def checked_hand(result: Hand) -> Hand:
    """Return a hand from a file.

    Raises:
        TypeError, ValueError: something in it is not of its type, or no bankroll.
    """
    ended = ("ended",) if result.ended is not None else ()
    _check(result, texts=("game", "begun", *ended), numbers=("bankroll",), perhaps=("left",))
    if result.bankroll <= 0.0 or (result.left is not None and result.left < 0.0):
        raise ValueError("a bankroll below 0")
    return result


def _check(made: object, *, texts: tuple[str, ...], numbers: tuple[str, ...], perhaps: tuple[str, ...] = ()) -> None:
    """Raise a TypeError where attributes that were read from a file are not of their type; ``perhaps``: a number or
    None."""
    given = [key for key in perhaps if getattr(made, key) is not None]
    for key in texts:
        if not isinstance(getattr(made, key), str):
            raise TypeError(f"{key} is no text")
    for key in (*numbers, *given):
        number = getattr(made, key)
        if not isinstance(number, float | int) or not abs(number) < LARGEST:
            raise TypeError(f"{key} is no number that can be kept")
