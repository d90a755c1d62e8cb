"""Records as histories of PokerKit, so that its replay can be compared with ours.

PokerKit replays them without its cap on raises where a hand goes beyond, with bets that nobody has the chips for as
calls, and with bets that are short because nobody else has more as all in.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import ClassVar

from pokerkit.games import FixedLimitRazz, FixedLimitTexasHoldem, Poker
from pokerkit.notation import HandHistory
from pokerkit.state import CheckingOrCalling, Folding, State
from pokerkit.utilities import parse_value

from engine.histories.record import HandAction, ParsedHand, size

CAP = FixedLimitTexasHoldem.max_completion_betting_or_raising_count or 0
"""Bets and raises of a street that PokerKit allows in games with fixed bets."""
VERBS = {"f": "folds", "cc": "checks or calls", "cbr": "bets or raises", "pb": "brings in", "sm": "shows"}


SPARE = 1
"""Chips behind that PokerKit is told of a player who sits out, all in with a post, and is folded."""


def history_of_record(record: ParsedHand) -> HandHistory:
    """Return a record as a history. PokerKit's players who are all in cannot fold, so that who does has chips lent; and
    chips of the house are posted by the first player.
    """
    stacks = list(record.stacks)
    antes = [ante + dead for ante, dead in zip(record.antes, record.dead or (0,) * len(stacks), strict=True)]
    spare = {}
    for player in {action.player for action in record.actions if action.verb == "fold"}:
        if stacks[player] <= antes[player] + size(record.posts[player]):
            stacks[player] += SPARE
            spare[player] = SPARE
    stacks[0] += record.drop
    antes[0] += record.drop
    turned = -1 if len(stacks) == 2 else 1
    wanted = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet"), "FR": ("bring_in", "small_bet", "big_bet")}
    return HandHistory(
        variant=record.variant,
        ante_trimming_status=record.even and not any(record.dead),
        antes=antes[::turned],
        **({} if record.variant == "FR" else {"blinds_or_straddles": list(record.posts)[::turned]}),
        **{name: getattr(record.limits, name) for name in wanted[record.variant]},
        starting_stacks=stacks,
        actions=[_action(action) for action in record.actions],
        players=list(record.names),
        user_defined_fields={"_spare": spare, "_drop": record.drop},
    )


def _action(action: HandAction) -> str:
    player, cards = f"p{action.player + 1}", "".join(action.cards)
    verbs = {
        "deal": f"d dh {player} {cards}",
        "board": f"d db {cards}",
        "fold": f"{player} f",
        "call": f"{player} cc",
        "raise": f"{player} cbr {action.amount}",
        "bring-in": f"{player} pb",
        "show": f"{player} sm {'-' if action.known else cards}".strip(),
    }
    return verbs[action.verb]


class _UncappedHoldem(FixedLimitTexasHoldem):
    max_completion_betting_or_raising_count = None


class _UncappedRazz(FixedLimitRazz):
    max_completion_betting_or_raising_count = None


class UncappedHistory(HandHistory):
    """A history with fixed bets and any number of raises, which many sites allow two players, and some five."""

    game_types: ClassVar[dict[str, type[Poker]]] = {
        **HandHistory.game_types,
        "FT": _UncappedHoldem,
        "FR": _UncappedRazz,
    }


def replayable(history: HandHistory, *, told: bool) -> HandHistory:
    """Return a history that PokerKit can replay as it stands.

    ``told``: the actions are those of PHH, which PokerKit itself completes; those of sites are checked one by one.

    Raises:
        ValueError: an action is out of turn or against the rules.
    """
    if history.variant in ("FT", "FR") and _most_raises(history.actions) > CAP:
        names = (field.name for field in fields(HandHistory) if field.init)
        history = UncappedHistory(**{name: getattr(history, name) for name in names})
    return history if told else _settled(history)


def covered(history: HandHistory) -> HandHistory | None:
    """Return a history in which who bets less than the least bet, since nobody else has more chips, has no more either:
    PokerKit lets only who is all in bet less. The chips that are left out are lent, below zero. None: nobody does so.
    """
    done = 0
    try:
        for state, action in history.state_actions:
            done += action is not None
            player, _, deed = history.actions[done].partition(" ") if done < len(history.actions) else ("", "", "")
            actor = state.actor_index
            if actor is not None and player == f"p{actor + 1}" and deed.startswith("cbr "):
                bet = parse_value(deed.split()[1])
                if _covers(state, actor, bet):
                    return _all_in(history, state, actor, bet)
    except ValueError:  # PokerKit's, at the end: what it made of the hand does not fit the actions
        return None
    return None


def _covers(state: State, actor: int, bet: int) -> bool:
    """Return whether a bet is too small for PokerKit, though nobody else has the chips for more."""
    least = state.min_completion_betting_or_raising_to_amount
    if least is None or not max(state.bets) < bet < least:
        return False
    others = (i for i in state.player_indices if i != actor and state.statuses[i])
    return all(state.stacks[i] + state.bets[i] <= bet for i in others)


def _all_in(history: HandHistory, state: State, actor: int, bet: int) -> HandHistory:
    """Return a history in which a player has no chips behind a bet."""
    fields, stacks = history.user_defined_fields, list(history.starting_stacks)
    needed = bet - state.bets[actor] - state.payoffs[actor]
    lent = {**fields.get("_spare", {}), actor: needed - stacks[actor]}
    stacks[actor] = needed
    return replace(history, starting_stacks=stacks, user_defined_fields={**fields, "_spare": lent})


def _most_raises(actions: Sequence[str]) -> int:
    """Return how many bets and raises there are between two dealings, at most."""
    streets = groupby(actions, key=lambda action: action.startswith("d "))
    return max((sum(" cbr" in action for action in street) for dealt, street in streets if not dealt), default=0)


def _settled(history: HandHistory) -> HandHistory:
    """Return a history in which a bet that nobody has the chips to call is a call."""
    while (stuck := _stuck_at(history)) is not None:
        done, whole = stuck
        player, _, deed = history.actions[done].partition(" ")
        if not (deed.startswith("cbr") and whole):
            raise ValueError(_stuck(history, done))
        actions = [*history.actions[:done], f"{player} cc", *history.actions[done + 1 :]]
        history = replace(history, actions=actions)
    return history


def _stuck_at(history: HandHistory) -> tuple[int, bool] | None:
    """Return the place of the first action that cannot be taken, and whether it is a bet that nobody else has the chips
    for; None where there is none. PokerKit itself would let the player fold or check instead, and go on; it may let him
    check who shows next: over a big blind that is all in for less it takes the call of a whole blind for a smaller one,
    and who is all in by the text has chips left.
    """
    done, read, no_raise = 0, 0, False
    try:
        for state, action in history.state_actions:
            played = (op for op in state.operations[read:] if isinstance(op, CheckingOrCalling | Folding))
            acted = next(played, None) if action is None else None
            player, _, deed = history.actions[done].partition(" ") if done < len(history.actions) else ("", "", "")
            shows = deed.startswith("sm") and isinstance(acted, CheckingOrCalling)
            if acted is not None and player == f"p{acted.player_index + 1}" and not shows:
                return done, no_raise
            done, read = done + (action is not None), len(state.operations)
            no_raise = state.actor_index is not None and not state.can_complete_bet_or_raise_to()
    except ValueError:
        return done, no_raise
    return None


def _stuck(history: HandHistory, done: int) -> str:
    """Return what is wrong: the action that does not fit, in words."""
    player, _, deed = history.actions[done].partition(" ")
    names = history.players or []

    def named(player: str) -> str:
        number = int(player[1:]) - 1
        return names[number] if number < len(names) else f"Player {number + 1}"

    if player == "d":
        words = deed.split()
        what = f"dealt to {named(words[1])}" if words[0] == "dh" else "on the board"
        return f"the cards {words[-1]} {what} cannot be dealt here"
    name = named(player)
    what = VERBS.get(deed.partition(" ")[0], deed)
    return f"{name} {what}{deed[3:] if deed.startswith('cbr') else ''} out of turn or against the rules"
