"""The request of a match: who plays, at which table, how many hands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import get_args

from engine.games import GAMES
from engine.kernels.players.playing import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Rules
from engine.matches.programs import MatchPlayer, match_player
from engine.players.limits import MAX_CHIPS, FixedLimit, Limit, read_limit
from engine.scenario import Game
from engine.scenario.codec import Request, json_field
from engine.scenario.fields import CHIPS, SOME_CHIPS, Bounds
from engine.scenario.reading import (
    Collector,
    boolean,
    bounded,
    each_of,
    integer,
    one_of,
    one_or_each,
    or_none,
    share,
    tuple_of,
)

CHIP = 100
"""Units of a chip: amounts are multiples of 1/100."""
MAX_HANDS = 1_000_000_000
MAX_SEED = 2**63 - 1
MAX_KEPT = 1_000
HOLDEM_SEATS = 6
"""Seats of a match at a game with a board; razz has the seats of the game."""

_CHIPS = bounded(Bounds(CHIPS.above, CHIPS.at_least, MAX_CHIPS))
_SOME_CHIPS = bounded(Bounds(SOME_CHIPS.above, SOME_CHIPS.at_least, MAX_CHIPS))
_BLINDS = tuple_of(_CHIPS, most=2)


_PLAYERS = each_of(match_player, None)
RAZZ_LIMIT = FixedLimit(2.0, 4.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRequest(Request):
    """A match. Amounts are in chips, in multiples of 1/100.

    ``blinds``: small and big, in a game with a board; ``bring_in``: in a stud game; ``ante``: None for 0, in a stud
    game 0.25. ``limit``: None (no limit; in a stud game the fixed limit 2 and 4), ``"pot"`` or a fixed limit.
    ``hands``: the number of hands, all rotations included. ``duplicate``: each deal is played once for each rotation of
    the players (None: if ``top_up`` is set). ``top_up``: every stack is reset to ``stack`` before each hand.
    ``bankroll``: of each player, or one number for all (None: ``stack``). A lost bankroll is replaced; if a player
    learns or bets by a bankroll, all bankrolls also start again with each fiftieth of the match. ``rake``: a share of
    the pot, up to ``rake_cap`` chips. ``keep``: how many hands the answer contains as texts.
    """

    VERSION_KEY = "steelwheel_match"
    game: Game = json_field(one_of(*get_args(Game)), "holdem", help_="the game")
    players: tuple[MatchPlayer, ...] = json_field(
        _PLAYERS, help_="the players, in the order of their seats: kinds, programs, described players"
    )
    stack: float = json_field(_SOME_CHIPS, 100.0, help_="chips of each player before a hand")
    blinds: tuple[float, ...] | None = json_field(_BLINDS, None, help_="hold'em: small and big blind (0.5 and 1)")
    ante: float | None = json_field(or_none(_CHIPS), None, help_="the ante of each player (0; razz: 0.25)")
    bring_in: float | None = json_field(or_none(_SOME_CHIPS), None, help_="razz: the bring-in (0.5)")
    limit: Limit = json_field(
        read_limit, None, help_='null (no limit; razz: fixed limit 2 and 4), "pot", or a fixed limit'
    )
    bankroll: tuple[float, ...] | None = json_field(
        or_none(one_or_each(_SOME_CHIPS, 1.0)), None,
        help_="the bankroll of programs that bet by one: a number or one for each player (the stack)",
    )  # fmt: skip
    hands: int = json_field(integer(1, MAX_HANDS), 20_000, help_="hands to play, over all rotations")
    duplicate: bool | None = json_field(
        or_none(boolean), None, help_="play each deal once for each rotation of the players (true with top_up)"
    )
    top_up: bool = json_field(boolean, True, help_="every stack is full before each hand")
    seed: int = json_field(integer(0, MAX_SEED), 1, help_="the seed of the cards and decisions")
    rake: float = json_field(share, 0.0, help_="the share of the pot that the house takes, if there is a flop")
    rake_cap: float | None = json_field(or_none(_CHIPS), None, help_="the cap of the rake in chips")
    keep: int = json_field(integer(0, MAX_KEPT), 20, help_="how many hands are in the answer as texts (PHH)")

    @property
    def rotations(self) -> int:
        """How often a deal is played."""
        return len(self.players) if self.duplicate else 1

    @property
    def fixed(self) -> FixedLimit | None:
        """The fixed limit, if there is one."""
        return self.limit if isinstance(self.limit, FixedLimit) else None

    @property
    def unit(self) -> float:
        """The unit in which winnings are stated, in chips: the big blind, in a stud game the big bet."""
        return self.fixed.big if self.fixed is not None and self.blinds is None else (self.blinds or (0.0, 1.0))[1]

    @property
    def rules(self) -> Rules:
        """The rules for the kernels, in units of 1/100 chip."""
        fixed = self.fixed
        limit = FIXED_LIMIT if fixed is not None else POT_LIMIT if self.limit == "pot" else NO_LIMIT
        small_blind, big_blind = self.blinds or (0.0, 0.0)
        bets = (fixed.small, fixed.big) if fixed is not None else (big_blind, 2 * big_blind)
        return Rules(
            stud=int(GAMES[self.game].stud),
            limit=limit,
            ante=units(self.ante or 0.0),
            small_blind=units(small_blind),
            big_blind=units(big_blind),
            bring_in=units(self.bring_in or 0.0),
            small_bet=units(bets[0]),
            big_bet=units(bets[1]),
            cap=4 if fixed is None else fixed.cap,
        )


def units(chips: float) -> int:
    """Return an amount in units of 1/100 chip."""
    return round(chips * CHIP)


def read_match_request(value: object) -> MatchRequest:
    """Read a request from JSON values, with the default of each field that depends on the game.

    Raises:
        ScenarioError: fields are missing or invalid; has all problems, each with its field.
    """
    request = value if isinstance(value, MatchRequest) else MatchRequest.read(value)
    fields = Collector({}, ())
    for field, message in _problems(request):
        fields.note(field, message)
    fields.done()
    stud = GAMES[request.game].stud
    ante = request.ante if request.ante is not None else 0.25 if stud else 0.0
    if stud:
        request = replace(
            request, ante=ante, bring_in=0.5 if request.bring_in is None else request.bring_in,
            limit=request.limit or RAZZ_LIMIT,
        )  # fmt: skip
    else:
        request = replace(request, ante=ante, blinds=request.blinds or (0.5, 1.0))
    bankroll = request.bankroll or (request.stack,)
    if len(bankroll) == 1:
        bankroll *= len(request.players)
    duplicate = request.top_up if request.duplicate is None else request.duplicate
    request = replace(request, bankroll=bankroll, duplicate=duplicate)
    for field, message in _impossible(request):
        fields.note(field, message)
    fields.done()
    return request


def _problems(request: MatchRequest) -> Iterator[tuple[str, str]]:
    """Yield the errors in the fields of a request, each as (field, message)."""
    spec, count = GAMES[request.game], len(request.players)
    seats = HOLDEM_SEATS if spec.has_board else spec.max_seats
    if not 2 <= count <= seats:
        yield "players", f"expected 2 to {seats} players in {spec.title}, found {count}"
    if spec.stud and request.blinds is not None:
        yield "blinds", f"{spec.title} has no blinds: it has ante, bring_in and limit"
    if spec.stud and request.limit == "pot":
        yield "limit", f"{spec.title} is played at fixed limit"
    if not spec.stud and request.bring_in is not None:
        yield "bring_in", f"{spec.title} has no bring-in: it has blinds"
    if request.blinds is not None and len(request.blinds) != 2:
        yield "blinds", f"expected the small and the big blind, found {len(request.blinds)} numbers"
    elif request.blinds is not None and not 0 < request.blinds[1] >= request.blinds[0]:
        yield "blinds", "the big blind has to be above 0, and at least the small one"
    if request.bankroll is not None and len(request.bankroll) not in (1, count):
        yield "bankroll", f"expected one number, or {count} for the {count} players, found {len(request.bankroll)}"
    if request.duplicate and not request.top_up:
        yield "duplicate", "a deal can be played from every seat only if stacks are topped up (top_up)"
    fixed = request.fixed
    if fixed is not None and fixed.small > fixed.big:
        yield "limit.big", "the big bet has to be at least the small one"
    amounts = {
        "stack": request.stack, "ante": request.ante, "bring_in": request.bring_in, "rake_cap": request.rake_cap,
        **{f"blinds[{i}]": blind for i, blind in enumerate(request.blinds or ())},
        **{f"bankroll[{i}]": chips for i, chips in enumerate(request.bankroll or ())},
        **({"limit.small": fixed.small, "limit.big": fixed.big} if fixed else {}),
    }  # fmt: skip
    for field, amount in amounts.items():
        if amount is not None and Decimal(str(amount)) % Decimal("0.01"):
            yield field, f"expected a multiple of 0.01 chips, found {amount:g}"


def _impossible(request: MatchRequest) -> Iterator[tuple[str, str]]:
    """Yield the reasons why a complete request cannot be played, each as (field, message)."""
    fixed, ante = request.fixed, request.ante or 0.0
    if request.blinds is None:
        assert fixed is not None
        assert request.bring_in is not None
        if request.bring_in > fixed.small:
            yield "bring_in", f"the bring-in is at most the small bet of {fixed.small:g}"
        least, text = ante + request.bring_in, "ante and the bring-in"
    else:
        if fixed is not None and request.blinds[1] > fixed.small:
            yield "limit.small", f"the small bet is at least the big blind of {request.blinds[1]:g}"
        least, text = ante + request.blinds[1], "ante and the big blind"
    if request.stack < least:
        yield "stack", f"a stack of {request.stack:g} cannot pay the {text} of {least:g}"
