"""Steals: completing with any two cards behind each door, against the doors behind as they are, and against others.

With one opponent still to act the others are all doors that he may show; he is of the kind whose texts he has, or keeps
his texts. With several they are fewer of them, the last ones, and all of them as each kind plays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.cards import RAZZ_RANKS
from engine.players.kinds import PlayerKind, third_kind_with, third_kinds
from engine.preflop.first_street import ANY
from engine.preflop.request import Opponent
from engine.preflop.third.exact import max_coming
from engine.preflop.third.request import ThirdRequest, door_of
from engine.preflop.third.situation import ThirdSituation, read_third_situation
from engine.ranges.razz_products import RANK_COUNT
from engine.scenario import ScenarioError

DOOR_ERROR = 0.004
"""The stderr at which a door is done, as a share of the chips in the middle."""
AS_THEY_ARE = ""


class Steal(NamedTuple):
    """Hero's ``door`` (a rank) against those ``behind``: a door as in ``K``, or words as in ``2 left``, ``tight``."""

    door: int
    behind: str
    situation: ThirdSituation


def columns(request: ThirdRequest) -> tuple[str, ...]:
    """Return who may be behind, as texts, without those who are."""
    return tuple(behind for behind, _ in _variants(request) if behind != AS_THEY_ARE)


def steals(request: ThirdRequest) -> Iterator[Steal]:
    """Yield what is to be valued, where such cards are left: first against the doors behind as they are."""
    for behind, other in _variants(request):
        for door in range(RANK_COUNT):
            try:
                yield Steal(door, behind, _situation(other, door))
            except ScenarioError:
                continue


def _situation(request: ThirdRequest, door: int) -> ThirdSituation:
    """Return the situation of any two cards behind a door of hero's; what is not exact at once is sampled."""
    situation = read_third_situation(replace(request, hero=ANY, door=RAZZ_RANKS[door], doors=False))
    run = request.run
    if run.method == "auto" and max_coming(situation) > 1:
        run = replace(run, method="sampled")
    if run.max_trials is None and run.target_stderr is None and run.max_seconds is None:
        run = replace(run, target_stderr=DOOR_ERROR * max(request.middle, request.raise_to or 0.0))
    return replace(situation, request=replace(situation.request, run=run))


def _variants(request: ThirdRequest) -> Iterator[tuple[str, ThirdRequest]]:
    yield AS_THEY_ARE, request
    waiting = [i for i, player in enumerate(request.opponents) if player.cards is None and not player.folded]
    if len(waiting) == 1:
        for door in RAZZ_RANKS:
            yield door, _with(request, waiting[0], _behind(request.opponents[waiting[0]], door))
        return
    for count in range(1, len(waiting)):
        yield f"{count} left", _folded(request, waiting[: len(waiting) - count])
    for kind in third_kinds() if waiting else ():
        other = request
        for place in waiting:
            player = request.opponents[place]
            other = _with(other, place, _playing(player, kind, RAZZ_RANKS[door_of(None, player.door)]))
        yield kind.name, other


def _with(request: ThirdRequest, place: int, player: Opponent) -> ThirdRequest:
    players = request.opponents
    return replace(request, opponents=(*players[:place], player, *players[place + 1 :]))


def _behind(player: Opponent, door: str) -> Opponent:
    """Return an opponent with another door, of the same kind."""
    kind = third_kind_with(RAZZ_RANKS[door_of(None, player.door)], player.calls, player.calls_raise)
    other = replace(player, door=door)
    return other if kind is None else _playing(other, kind, door)


def _playing(player: Opponent, kind: PlayerKind, door: str) -> Opponent:
    """Return an opponent as a kind plays behind a door; one that has paid the price goes on with everything."""
    calls = ANY if player.calls == ANY else kind.first_in[door]
    return replace(player, calls=calls, calls_raise=kind.against_raise[door])


def _folded(request: ThirdRequest, places: Sequence[int]) -> ThirdRequest:
    """Return the request after these opponents have folded: their doors and their chips stay."""
    for place in places:
        player = request.opponents[place]
        gone = replace(player, cards=f"xx{player.door}", door=None, calls=None, calls_raise=None, folded=True)
        request = _with(request, place, gone)
    return request
