"""The Kelly request that the panel makes of its values (``engine.scenario.kelly``) and of a result."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.kelly.cassandra import cassandra_outcomes
from engine.kelly.finishing_orders import JointResult
from engine.kelly.outcomes import Outcomes
from engine.play.pots import PotFacts, largest_callable_bet, pot_facts
from engine.scenario import Problem, Scenario
from engine.scenario.codec import plain
from engine.scenario.kelly import BY_KEY, COPIED_TO_REQUEST, KellyPanel
from engine.scenario.kelly_responses import CALLS, OpponentResponse, response_field, with_hands, with_outcomes
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.slots import DOOR, seat_slot_texts

EMPTY_PANEL = KellyPanel()


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A player of the panel: the index in the lists, the name, whether it is hero, and whether it has folded or is not
    dealt in."""

    index: int
    name: str
    hero: bool
    folded: bool


def kelly_panel(scenario: Scenario) -> KellyPanel:
    """Return the panel of a scenario."""
    return scenario.kelly or EMPTY_PANEL


def is_tracking(scenario: Scenario) -> bool:
    """Return True if a hand is tracked."""
    return kelly_panel(scenario).tracker.begun


def with_bankroll(scenario: Scenario, bankroll: float | None) -> Scenario:
    """Return a scenario whose panel has another bankroll."""
    return replace(scenario, kelly=kelly_panel(scenario).with_entry("bankroll", bankroll))


def advised_seat(scenario: Scenario) -> int:
    """Return the seat that is advised: the selected one, or the first."""
    return min(kelly_panel(scenario).seat, len(scenario.seats) - 1)


def panel_rows(scenario: Scenario) -> tuple[PanelRow, ...]:
    """Return the players: the seats or, if the outcomes are typed, hero and as many opponents as the panel says."""
    panel = kelly_panel(scenario)
    if panel.typed:
        count = min(panel.opponents or 1, 9)
        names = ("Hero", *(f"Opponent {i}" for i in range(1, count + 1)))
        return tuple(PanelRow(i, name, i == 0, folded=False) for i, name in enumerate(names))
    hero = advised_seat(scenario)
    return tuple(PanelRow(i, seat.name, i == hero, not seat.plays) for i, seat in enumerate(scenario.seats))


def hero_row(scenario: Scenario) -> int:
    """Return the row of hero."""
    return next(row.index for row in panel_rows(scenario) if row.hero)


def live_rows(scenario: Scenario) -> tuple[int, ...]:
    """Return the indices of the opponents who are still in the hand."""
    return tuple(row.index for row in panel_rows(scenario) if not row.hero and not row.folded)


def kelly_request_json(scenario: Scenario, outcomes: Outcomes | None, **computed: Any) -> dict[str, Any]:
    """Return the panel as a Kelly request of JSON; the parameters are those of :func:`kelly_inputs`."""
    return cast(dict[str, Any], plain(kelly_inputs(scenario, outcomes, **computed)))


def kelly_inputs(
    scenario: Scenario,
    outcomes: Outcomes | None,
    *,
    orders: JointResult | None = None,
    hands: Sequence[Any] | None = None,
    by_callers: Sequence[Any] | None = None,
) -> dict[str, Any]:
    """Return the values of the panel's request by key, as ``read_kelly_request`` reads them; no JSON is made.

    ``outcomes``: those of the result, or None if there are none. The rest was computed for the table: ``orders``, the
    joint result of several opponents, with which bets may start a side pot; ``hands`` of a lone opponent, as the
    request has them; ``by_callers``, outcomes by sets of callers. A joint result of other players than those who are in
    the hand is left out. If it is sampled, it is matched to ``outcomes``.
    """
    panel, live = kelly_panel(scenario), live_rows(scenario)
    given = [key for key in COPIED_TO_REQUEST if panel.entered(key) is not None and BY_KEY[key].shown(panel)]
    request = {key: value for key in given if (value := getattr(panel, key)) is not None}
    reaction = response_input(panel, live, None if panel.typed else hands)
    if isinstance(reaction, dict) and "player" in reaction and not panel.typed and street_of(scenario):
        street = GAMES[scenario.game].streets[street_of(scenario)]
        reaction = {**reaction, "street": street.removesuffix(" street")}
    if reaction is not None:
        request["reaction"] = reaction
        if by_callers is not None and not panel.typed:
            request["outcomes_by_callers"] = list(by_callers)
    if panel.typed:
        request["opponents"] = panel.opponents or 1
        if panel.counted:
            if panel.won is not None and panel.showdowns is not None:
                request["showdowns"] = {"win": panel.won, "split": panel.tied or 0, "total": panel.showdowns}
        elif panel.win is not None or panel.split:  # the rest is lost
            request["outcomes"] = {"win": panel.win or 0.0, "split": list(panel.split)}
    elif outcomes is not None:
        request |= {"opponents": outcomes.opponents, "outcomes": outcomes}
    # Bets of a list without outcomes have those of the table, which the request needs for each of them.
    when_called = request.get("outcomes") or _estimated(panel)
    if isinstance(reaction, dict) and "rows" in reaction and when_called is not None:
        request["reaction"] = with_outcomes(reaction, when_called)
    if flop_seen(scenario):
        request["flop_seen"] = True
    price = panel.to_call
    if not panel.pot_typed:
        request["committed"], price = _committed(scenario)
    players = (hero_row(scenario), *live)
    usable = orders is not None and len(live) > 1 and not panel.typed and not panel.pot_typed
    joint = orders if usable and orders is not None and orders.players == players else None
    _add_actions(request, scenario, price)
    _add_stacks(request, scenario, price, joint=joint is not None)
    # The joint result replaces all other outcomes: every set of callers follows from it.
    if joint is not None:
        joint = joint if outcomes is None else joint.matched_to(outcomes)
        request["orders"] = joint
        request |= {"order_trials": joint.trials} if joint.trials else {}
        for key in ("outcomes", "outcomes_by_callers"):
            request.pop(key, None)
    return request


def response_input(panel: KellyPanel, live: Sequence[int], hands: Sequence[Any] | None = None) -> Any:
    """Return ``reaction`` of the request for the opponents in the rows ``live``, or None if all call everything.

    ``hands``: those of a single opponent in the order in which he calls, used if ``best_hands`` is set, or if he
    responds as a described player.
    """
    answers = [panel.answer(row) for row in live]
    if len(answers) == 1 and hands is not None and (panel.best_hands or responds_as_player(answers[0])):
        return with_hands(answers[0], hands)
    reactions = [None if answer is None else answer.reaction for answer in answers]
    if len(reactions) == 1:
        return reactions[0]
    return (
        [CALLS if answer is None else answer for answer in reactions] if any(a is not None for a in reactions) else None
    )


def responds_as_player(answer: OpponentResponse | None) -> bool:
    """Return True if an opponent responds as a described player."""
    return answer is not None and answer.way == "player"


def _estimated(panel: KellyPanel) -> Outcomes | None:
    """Return the outcomes against one opponent that follow from typed counts of showdowns.

    Returns None if no counts are typed, or if they are inconsistent or about a single showdown.
    """
    won, tied, total = panel.won, panel.tied or 0, panel.showdowns
    if not (panel.typed and panel.counted) or won is None or total is None or won + tied > total or total < 2:
        return None
    return cassandra_outcomes(won, tied, total, 1)


def street_of(scenario: Scenario) -> int:
    """Return the street by the cards on the table: 0 before the flop or on third street, 1 on the flop or fourth, …"""
    if GAMES[scenario.game].has_board:
        return max(len(plain_cards(scenario.board) or ()) - 2, 0)
    hands = [seat_slot_texts(scenario, i) or () for i, seat in enumerate(scenario.seats) if seat.plays]
    last = max((i for hand in hands for i, card in enumerate(hand) if card != UNKNOWN), default=DOOR)
    return max(last - DOOR, 0)


def put_in_of(scenario: Scenario) -> float:
    """Return hero's chips on this street: those typed, or by default his chips in the pot without the ante on the first
    street, and 0 later."""
    panel, rows = kelly_panel(scenario), panel_rows(scenario)
    if panel.put_in is not None:
        return panel.put_in
    if panel.typed or panel.pot_typed or street_of(scenario) > 0:
        return 0.0
    chips = [_at(panel.chips, row) or 0.0 for row in rows]
    own = next(paid for paid, row in zip(chips, rows, strict=True) if row.hero)
    return own - (min(chips) if GAMES[scenario.game].stud else 0.0)


def flop_seen(scenario: Scenario) -> bool:
    """Return True if the flop (in razz fourth street) is dealt; with typed outcomes the player says so."""
    panel = kelly_panel(scenario)
    return panel.flop_seen if panel.typed else street_of(scenario) > 0


def big_bets(scenario: Scenario) -> bool:
    """Return True if bets of fixed limit are big bets on this street; with typed outcomes they never are."""
    return not kelly_panel(scenario).typed and street_of(scenario) >= FIRST_BIG_BET_STREET


def street_bet(scenario: Scenario) -> float | None:
    """Return the fixed size of a bet or raise on this street, or None without a limit."""
    panel = kelly_panel(scenario)
    small, big = panel.limit_bet, panel.big_bet
    if small is None or not big_bets(scenario):
        return small
    return 2 * small if big is None else big


def may_complete(scenario: Scenario, price: float) -> bool:
    """Return True if ``price`` may be that of a bring-in, which is completed to a bet instead of raised."""
    third = GAMES[scenario.game].stud and not kelly_panel(scenario).typed and street_of(scenario) == 0
    return third and 0.0 < price < (street_bet(scenario) or 0.0)


def pot_of(scenario: Scenario) -> PotFacts:
    """Return the pot and the price that follow from the chips of each player, even if they are typed."""
    committed, _ = _committed(scenario)
    return pot_facts(committed["hero"], committed["opponents"], committed["folded"])


def _committed(scenario: Scenario) -> tuple[dict[str, Any], float]:
    """Return the chips in the pot as ``committed`` of a Kelly request, and the price of a call in chips.

    ``opponents`` has the chips of the live ones in the order of the seats, ``folded`` those of all others and dead
    money.
    """
    panel, rows = kelly_panel(scenario), panel_rows(scenario)
    chips = [_at(panel.chips, row) or 0.0 for row in rows]
    hero = next(chips[i] for i, row in enumerate(rows) if row.hero)
    live = [chips[i] for i, row in enumerate(rows) if not row.hero and not row.folded]
    max_winnable = hero + own_stack(scenario)  # of each player hero wins at most as much as he puts in himself
    gone = sum(min(chips[i], max_winnable) for i, row in enumerate(rows) if row.folded and not row.hero)
    committed = {"hero": hero, "opponents": live, "folded": gone + panel.dead if gone else panel.dead}
    return committed, pot_facts(hero, live).to_call


def _add_stacks(request: dict[str, Any], scenario: Scenario, price: float, *, joint: bool) -> None:
    """Put the limits by the stacks into the request if a stack is given: the largest bet, and who cannot match it.

    The largest bet is one that every opponent can match who can match more than the call; more would make a side pot.
    With a ``joint`` result, which pays side pots exactly, it is the most that any opponent can match. It is at
    least the minimum bet if somebody can match that. A player with less than the minimum, or whose opponents all have
    less, may bet all in. At fixed limit there is one size, whoever can match it.
    """
    panel, rows = kelly_panel(scenario), panel_rows(scenario)
    own, reach = own_stack(scenario), reaches(scenario)
    if math.isinf(own) and all(math.isinf(r) for r in reach):
        return
    own = (panel.bankroll or 0.0) if math.isinf(own) else own
    call = min(price, own)
    able = [r for r in reach if r > call]
    choices = request.get("choices")
    # Three cases: only a call is left, the sizes are fixed, or any size up to what opponents can match.
    if not able or (price and panel.no_raise):
        max_bet = matched = call
    elif choices is not None:
        max_bet, matched = own, min(max(choices.values()), own)
    else:
        largest = min(own, max(able)) if joint else largest_callable_bet(own, able)
        max_bet = matched = max(largest, min(request.get("min_bet", 0.0), own, max(able)))
    request["max_bet"] = max_bet
    if request.get("min_bet", 0.0) > max_bet:
        request["min_bet"] = max_bet
    short = [r < matched for r in reach]
    if "committed" in request and any(short):
        stacks = [_at(panel.stacks, row) for row in rows if not row.hero and not row.folded]
        request["committed"]["behind"] = [stack if less else None for stack, less in zip(stacks, short, strict=True)]


def own_stack(scenario: Scenario) -> float:
    """Return the stack of hero, or infinity if it is not given."""
    stack = _at(kelly_panel(scenario).stacks, next(row for row in panel_rows(scenario) if row.hero))
    return math.inf if stack is None else stack


def reaches(scenario: Scenario) -> tuple[float, ...]:
    """Return how many of the chips that hero adds each live opponent can match; infinity without a stack."""
    panel, rows = kelly_panel(scenario), panel_rows(scenario)
    hero = _at(panel.chips, next(row for row in rows if row.hero)) or 0.0
    result = []
    for row in rows:
        if row.hero or row.folded:
            continue
        stack = _at(panel.stacks, row)
        # Hero's first chips only match the chips that the opponent is ahead of him.
        ahead = panel.to_call if panel.pot_typed else (_at(panel.chips, row) or 0.0) - hero
        result.append(math.inf if stack is None else max(stack + ahead, 0.0))
    return tuple(result)


def _add_actions(request: dict[str, Any], scenario: Scenario, price: float) -> None:
    """Put the legal actions of hero into the request: any size, or the legal amounts of fixed limit."""
    panel, limit = kelly_panel(scenario), street_bet(scenario)
    if limit is None:
        if price and not panel.no_raise:
            request["can_raise"] = True
        return
    more = {"bet": limit}
    if price:
        # A bet above a bring-in completes it to the full bet of the street; above a full bet it raises by ``by``.
        completes = may_complete(scenario, price) and not panel.full_bet
        by = limit if panel.raise_by is None else panel.raise_by
        more = {"complete": limit} if completes else {"complete" if by < limit else "raise": price + by}
    request["choices"] = ({"call": price} if price else {}) | ({} if price and panel.no_raise else more)


def needed_shares(scenario: Scenario) -> tuple[float | None, ...]:
    """Return the equity that each seat needs to call, price / (pot + price).

    None if the seat has nothing to call or is not in the hand. Typed pot and price are those of every seat; otherwise
    each seat has its own price, at most its stack.
    """
    panel, rows = kelly_panel(scenario), panel_rows(scenario)
    if panel.typed:
        return (None,) * len(scenario.seats)
    if panel.pot_typed:
        share = panel.to_call / (panel.pot + panel.to_call) if panel.to_call > 0.0 else None
        return tuple(None if row.folded else share for row in rows)
    chips = [_at(panel.chips, row) or 0.0 for row in rows]
    max_chips = max((chips[row.index] for row in rows if not row.folded), default=0.0)
    shares: list[float | None] = []
    for row in rows:
        stack = _at(panel.stacks, row)
        price = min(max_chips - chips[row.index], math.inf if stack is None else stack)
        shares.append(None if row.folded else needed_share(chips, row.index, price, panel.dead))
    return tuple(shares)


def needed_share(chips: Sequence[float], player: int, price: float, dead: float) -> float | None:
    """Return the equity that a player needs who has ``price`` to call, or None if that is 0.

    ``chips``: the chips of each player in the pot; of each the player wins at most as much as it puts in itself.
    ``dead``: other chips in the pot.
    """
    reach = chips[player] + price
    pot = dead + sum(min(other, reach) for other in chips)
    return price / (pot + price) if price > 0.0 else None


def panel_problem(problem: Problem, scenario: Scenario) -> Problem:
    """Return a problem of a request with the name of the panel's field that it belongs to."""
    # The form has no field for most objects of a request: their problems belong to the field they follow from.
    head, _, rest = problem.field.partition(".")
    if head.startswith(("reaction", "outcomes_by_callers")):
        return replace(problem, field=response_field(problem.field, live_rows(scenario)))
    hero = hero_row(scenario)
    if head == "committed":
        if rest.startswith("opponents["):
            return replace(problem, field=f"chips{live_rows(scenario)[int(rest[10:-1])]}")
        return replace(problem, field="dead" if rest == "folded" else f"chips{hero}")
    limit = "big_bet" if big_bets(scenario) else "limit_bet"
    first = "won" if kelly_panel(scenario).counted else "win"
    names = {"max_bet": f"stacks{hero}", "outcomes": first, "choices": limit, "stderr": "points", "orders": "win"}
    names["showdowns"] = {"win": "won", "split": "tied", "total": "showdowns"}.get(rest, first)
    if head == "outcomes" and rest.startswith("split"):
        return replace(problem, field="split")
    return replace(problem, field=names.get(head, head))


def _at(items: Sequence[float | None], row: PanelRow) -> float | None:
    """Return a player's item of a list by row, or None if there is none."""
    return items[row.index] if row.index < len(items) else None
