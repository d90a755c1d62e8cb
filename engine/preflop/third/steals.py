"""Steals: completing with any two cards behind each door card, against the players behind and against other players.

If one opponent is still to act, the others are the same opponent with every other door card: he plays as his kind does
with that door, or keeps his texts if he is of no kind. If several are still to act, the others are only the last of
them, and all of them playing as each kind does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.cards import RAZZ_RANKS
from engine.players.description import Player, shipped_players
from engine.preflop.first_street import ANY
from engine.preflop.request import Opponent
from engine.preflop.seat_play import SeatTurn, Street, raises_of, texts_of
from engine.preflop.third.exact import max_coming
from engine.preflop.third.request import ThirdRequest, door_of
from engine.preflop.third.situation import ThirdSituation, read_third_situation
from engine.ranges.razz_products import RANK_COUNT
from engine.scenario import ScenarioError

DOOR_ERROR = 0.004
"""The standard error at which the sample of a door ends, as a share of the chips in the middle."""
AS_THEY_ARE = ""


class Steal(NamedTuple):
    """A situation with a ``door`` (a rank) of hero's; ``behind``: who is behind, as ``K``, ``2 left`` or ``tight``."""

    door: int
    behind: str
    situation: ThirdSituation


def columns(request: ThirdRequest) -> tuple[str, ...]:
    """Return the names of the other players that may be behind."""
    return tuple(behind for behind, _ in _variants(request) if behind != AS_THEY_ARE)


def steals(request: ThirdRequest) -> Iterator[Steal]:
    """Yield all steals that can be dealt, first those against the current players behind."""
    for behind, other in _variants(request):
        for door in range(RANK_COUNT):
            try:
                yield Steal(door, behind, _situation(other, door))
            except ScenarioError:
                continue


def _situation(request: ThirdRequest, door: int) -> ThirdSituation:
    """Return the situation with any two cards behind one of hero's door cards.

    It is sampled if an exact answer would take long.
    """
    situation = read_third_situation(replace(request, hero=ANY, door=RAZZ_RANKS[door], doors=False))
    run = request.run
    # There are dozens of steals, and an exact answer with two opponents takes long for each.
    if run.method == "auto" and max_coming(situation) > 1:
        run = replace(run, method="sampled")
    if run.max_trials is None and run.target_stderr is None and run.max_seconds is None:
        run = replace(run, target_stderr=DOOR_ERROR * max(request.middle, request.raise_to or 0.0))
    return replace(situation, request=replace(situation.request, run=run))


def _variants(request: ThirdRequest) -> Iterator[tuple[str, ThirdRequest]]:
    """Yield the request with each set of players behind that is compared, and its name (see the module's docstring).

    The first one is the unchanged request, named :data:`AS_THEY_ARE`.
    """
    yield AS_THEY_ARE, request
    waiting = [i for i, player in enumerate(request.opponents) if player.cards is None and not player.folded]
    if len(waiting) == 1:
        for door in RAZZ_RANKS:
            yield door, _with(request, waiting[0], _behind(request, waiting[0], door))
        return
    for count in range(1, len(waiting)):
        yield f"{count} left", _folded(request, waiting[: len(waiting) - count])
    for kind in shipped_players() if waiting else ():
        other = request
        for place in waiting:
            other = _with(other, place, _playing(request, place, kind))
        yield kind.name, other


def _with(request: ThirdRequest, place: int, player: Opponent) -> ThirdRequest:
    players = request.opponents
    return replace(request, opponents=(*players[:place], player, *players[place + 1 :]))


def _behind(request: ThirdRequest, place: int, door: str) -> Opponent:
    """Return an opponent with another door card, of the same kind of player."""
    player = request.opponents[place]
    kind = next((kind for kind in shipped_players() if _playing(request, place, kind) == player), None)
    other = replace(player, door=door)
    return other if kind is None else _playing(_with(request, place, other), place, kind)


def _playing(request: ThirdRequest, place: int, kind: Player) -> Opponent:
    """Return an opponent as a kind plays with its door card; one that has paid the price calls with everything."""
    player = request.opponents[place]
    amounts = [request.hero_chips, *(other.chips for other in request.opponents)]
    price = min((amount for amount in amounts if amount > 0), default=0.0)  # the bring-in is the smallest bet
    turns = [
        SeatTurn(at, "" if other.door is None else RAZZ_RANKS[door_of(None, other.door)], other.chips, not other.door)
        for at, other in enumerate(request.opponents)
    ]
    hero = RAZZ_RANKS[door_of(request.hero, request.door)]
    street = Street("razz", price, raises_of(turns, price), 0, hero, request.raise_to)
    calls = ANY if player.calls == ANY else texts_of(kind, "razz", (street.answer(turns[place], None),))
    raised = street.answer_to_raise(turns[place], None)
    return replace(player, calls=calls, calls_raise=texts_of(kind, "razz", (raised,)))


def _folded(request: ThirdRequest, places: Sequence[int]) -> ThirdRequest:
    """Return the request after some opponents have folded, who leave their door cards and their chips."""
    for place in places:
        player = request.opponents[place]
        gone = replace(player, cards=f"xx{player.door}", door=None, calls=None, calls_raise=None, folded=True)
        request = _with(request, place, gone)
    return request
