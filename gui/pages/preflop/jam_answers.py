"""Jam or fold as it is shown: whose range, what it is worth, and in which words. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import __version__
from engine.preflop.jam import CriticalAnswer, JamAnswer, JamRequest, Played
from gui.charts.drawing import Heading
from gui.look.formatting import percent
from gui.pages.preflop.jam_map import Share, frequency_cells, stack_cells
from gui.pages.preflop.map_drawing import HandsMap
from gui.pages.preflop.words import chips, signed

CLOSES = "The first caller closes the action; cards of folded players stay in the deck."


@dataclass(frozen=True, slots=True)
class Shown:
    """A range of the equilibrium: its ``name`` and text, how often each hand plays, and the sentence above it."""

    name: str
    text: str
    shares: Mapping[str, Share]
    sentence: str


def positions_of(answer: JamAnswer | None) -> tuple[str, ...]:
    """Return who may go all in first; none for two players."""
    return tuple(seat.seat for seat in answer.positions) if answer is not None else ()


def callers_of(answer: JamAnswer | None, jammer: int) -> tuple[str, ...]:
    """Return who may call the ``jammer``; none for two players."""
    if answer is None or jammer >= len(answer.positions):
        return ()
    return tuple(name for name, _ in answer.positions[jammer].calls)


def shown_of(answer: JamAnswer, stack: float, *, calls: bool, jammer: int, caller: int) -> Shown | None:
    """Return the range to go all in with, or (``calls``) to call with; None where there is none."""
    if answer.positions:
        return _ring(answer, stack, calls=calls, jammer=jammer, caller=caller)
    if answer.jam is None or answer.call is None or answer.classes is None:
        return None
    sentence = (
        f"With {chips(stack)} chips the small blind goes all in with {_part(answer.jam)} of its hands, the big blind "
        f"calls with {_part(answer.call)}; for the small blind that is worth {signed(answer.value or 0.0)} big blinds."
    )
    if calls:
        shares = {name: Share(row.call, row.ev_call) for name, row in answer.classes.items()}
        return Shown("calls", answer.call.text, shares, sentence)
    shares = {name: Share(row.jam, row.ev_jam) for name, row in answer.classes.items()}
    return Shown("hands to go all in with", answer.jam.text, shares, sentence)


def _ring(answer: JamAnswer, stack: float, *, calls: bool, jammer: int, caller: int) -> Shown | None:
    seat = answer.positions[min(jammer, len(answer.positions) - 1)]
    name, call = seat.calls[min(caller, len(seat.calls) - 1)]
    sentence = (
        f"With {chips(stack)} chips {seat.seat} goes all in first with {_part(seat.jam)} of its hands; {name} calls "
        f"that with {_part(call)}. {CLOSES}"
    )
    if calls:
        shares = {hand: Share(often) for hand, often in call.frequencies.items()}
        return Shown(f"{name}’s calls of {seat.seat}", call.text, shares, sentence)
    shares = {hand: Share(often, seat.ev_jam[hand]) for hand, often in seat.jam.frequencies.items()}
    return Shown(f"hands to go all in with from {seat.seat}", seat.jam.text, shares, sentence)


def _part(played: Played) -> str:
    return percent(played.share, exact_digits=2)


def equilibrium_map(answer: JamAnswer, shown: Shown) -> HandsMap:
    """Return a range of the equilibrium for files."""
    cells = frequency_cells(shown.shares, "plays", stale=False)
    header = ("hand", "frequency", "ev against folding, big blinds")
    rows: list[tuple[object, ...]] = [
        (name, share.frequency, "" if share.worth is None else share.worth) for name, share in shown.shares.items()
    ]
    heading = _heading(f"Jam or fold: {shown.name}", answer.request, shown.sentence, answer.exploitability)
    return HandsMap(heading, cells, (header, rows))


def stacks_map(answer: CriticalAnswer, *, calls: bool) -> HandsMap:
    """Return the largest stacks for files, with all intervals of both in the data."""
    verb = "calls" if calls else "goes all in"
    header = ("hand", "does", "from big blinds", "to big blinds")
    rows: list[tuple[object, ...]] = [
        (name, does, *span)
        for does, found in (("all in", answer.jam), ("call", answer.call))
        for name, spans in found.items()
        for span in spans
    ]
    title = f"Up to how many big blinds each hand {verb}"
    words = "At least every second time, heads-up; marked hands have gaps."
    heading = _heading(title, answer.request, words, answer.exploitability)
    return HandsMap(heading, stack_cells(answer.call if calls else answer.jam, verb, stale=False), (header, rows))


def _heading(title: str, request: JamRequest, words: str, exploitability: float) -> Heading:
    stack = "" if request.stack is None else f"stack {chips(request.stack)}, "
    blinds = f"{chips(request.small_blind)} / {chips(request.big_blind)}"
    about = f"{request.players} players, {stack}blinds {blinds}, ante {chips(request.ante)}"
    origin = f"Equilibrium, at most {exploitability:.1g} big blinds to be gained · Steel Wheel {__version__}"
    return Heading(title, "", about, (about,), (words,), origin, "jam-or-fold")
