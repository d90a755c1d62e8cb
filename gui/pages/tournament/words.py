"""The sentences of the tournament page: the deal to ask for, and when an all-in is to be called."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Seat
from engine.tournament.deals import PlayerWorth, Worth, needed_against
from gui.look.formatting import NO_BREAK, chips, count, percent, prize, signed_prize

TEACH = (
    "Type stacks and prizes",
    ": what chips are worth, who is likely to finish where, what an all-in costs, and deals.",
)
MODEL = (
    "Malmuth and Harville: the next place goes to each player left in proportion to his chips. Skill, position and "
    "blinds to come count nothing."
)
SMALL = 5e-4
"""A difference of two deals, as a share of the prizes, that is none."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The head of the first line and its rest, the reason, the assumptions."""

    head: str
    rest: str
    reason: str
    assumes: str


def player_name(worth: Worth, player: PlayerWorth, seats: Sequence[Seat]) -> str:
    """Return the name of a player: of a seat, or by the place among the stacks, or that of players elsewhere."""
    if player.seat is None:
        others = worth.tournament.others
        if others is None or others.each:
            return f"elsewhere, {count(player.stack)}"
        return f"each of {others.players} others"
    return seats[player.seat].name if player.seat < len(seats) else f"Player {player.seat + 1}"


def missing(tournament: object, players: int) -> tuple[str, str]:
    """Return the line where chips are worth nothing yet."""
    if tournament is None:
        return TEACH
    if players < 2:
        return "Two stacks are needed", ", or one and players at other tables."
    return "Type the prizes", ", or choose usual ones: without them chips are only chips."


def sentences(worth: Worth, player: PlayerWorth, names: Sequence[str]) -> Sentences:
    """Return the words about one player; ``names`` of all."""
    total, name = worth.prizes, names[worth.players.index(player)]
    gap = player.by_chips - player.equity
    best, other = ("a deal by chips", "ICM") if gap > 0 else ("an ICM deal", "chips")
    amount = max(player.by_chips, player.equity)
    if abs(gap) <= SMALL * total:
        head, rest = f"{name}: {prize(player.equity, total)} by any deal", ", ICM or chips."
    else:
        head = f"{name}: ask for {best}"
        rest = f", {prize(amount, total)} of {chips(total)}: {prize(abs(gap), total)} more than by {other}."
    against = player.equity - player.even
    reason = (
        f"{count(player.stack)} chips, {percent(player.share, exact_digits=1)} of all, are worth "
        f"{prize(player.equity, total)} when play goes on, {signed_prize(against, total)} against this share of all "
        f"prizes. {_call_words(worth, player, names)}"
    )
    unpaid = f"{worth.left} players are left: the first {worth.left} prizes count. " if worth.unpaid else ""
    return Sentences(head, rest, reason.strip(), unpaid + MODEL)


def _call_words(worth: Worth, player: PlayerWorth, names: Sequence[str]) -> str:
    """Return against whom an all-in costs most; nothing where that is not known."""
    if worth.factors is None or player.seat is None:
        return ""
    row = worth.factors[worth.players.index(player)]
    known = [(factor, names[i]) for i, factor in enumerate(row) if factor is not None]
    if not known:
        return "No all-in can win this player anything."
    factor, other = max(known)
    return (
        f"An all-in is dearest against {other}: a loss costs {factor:.2f} times what a win brings, so a call needs "
        f"{percent(needed_against(factor), exact_digits=1)}, where by chips it needs 50{NO_BREAK}%."
    )
