"""The request of ``steelwheel kelly`` and of the panel, checked field by field.

The single values are described in ``engine.scenario.kelly``. Further keys, as objects or lists:

* ``outcomes`` (``lose`` may be left out; it is then the rest), ``showdowns`` or ``orders``: the result of a showdown.
  ``orders`` is the joint result; with ``behind`` in ``committed`` every side pot is paid to the best of the players who
  are in it. ``order_trials``: the number of deals of a sampled joint result, 0 or missing if all deals were counted;
  ``stderr`` is then the error of the equity in the main pot only.
* ``reaction``: how opponents respond to a bet (``engine.kelly.request_fields``). If it lists bets as ``rows``, these
  are the legal ones, and a price may be called too.
* ``choices``: the legal amounts of fixed limit, such as ``{"call": 10, "raise": 20}``.
* ``committed``: the chips of each player in the pot.
* ``simulated``: the actions of a simulation, which replace all other keys (``engine.kelly.simulated``).

With a price and without ``can_raise`` or ``choices`` the answer is call or fold, and ``min_bet`` does not matter. The
price is given as ``to_call`` or follows from ``committed``. The two differ in the win of a call:

* With ``committed`` every live opponent is at the showdown and matches hero, even if he has not put in the price yet: a
  call of x wins ``retained + n x`` net, as in Cassandra's Example 2 (120 + 3 x, 210 for 30). ``behind`` names the chips
  that each opponent has left, null if they are enough; ``engine.kelly.growth`` explains how side pots are valued.
* With ``pot`` and ``to_call`` it is not known who has put in what, and a call wins the given pot.

A price above the bankroll or above hero's stack is called all in, for the part of every bet that hero matches. A pot
that everybody folds to pays rake if a flop was dealt (``flop_seen``), or if the house does not have the rule "no flop,
no drop" (``no_flop_no_drop`` is false).
"""

import math
from dataclasses import dataclass, replace
from typing import cast

from engine.kelly.advice import Terms, Zero
from engine.kelly.finishing_orders import FinishingOrders, finishing_order_error
from engine.kelly.growth import Wager
from engine.kelly.outcomes import Outcomes
from engine.kelly.request_fields import (
    ABOVE_0,
    ChoicesInput,
    CommittedInput,
    KellyFields,
    ShowdownInput,
    counted_outcomes,
    read_orders,
    read_outcomes,
    read_reaction,
)
from engine.kelly.response_model import BetResponseRow, ResponseModel
from engine.play.pots import PotFacts, chips_text, pot_facts
from engine.scenario.codec import keys_of, read_field, read_object
from engine.scenario.fields import fields_of
from engine.scenario.kelly import RequestInputs, read_request_inputs
from engine.scenario.reading import Collector

KEYS = keys_of(KellyFields)


@dataclass(frozen=True, slots=True)
class KellyRequest:
    """A checked request. ``never_loses``: whether win + split = total in showdown counts, None without them.

    ``facts``: the pot by ``committed``, or by ``pot`` and ``to_call``.
    """

    inputs: RequestInputs
    wager: Wager
    terms: Terms
    facts: PotFacts
    never_loses: bool | None = None

    @property
    def pot_limit(self) -> float | None:
        """The most chips that hero may add at pot limit, or None without pot limit."""
        return most_at_pot_limit(self.inputs, self.facts) if self.inputs.pot_limit else None

    @property
    def stderr(self) -> float | None:
        """The standard error of the equity in the main pot, or None if it is not given."""
        return self.inputs.stderr

    @property
    def order_trials(self) -> int:
        """The number of deals of a sampled joint result that the wager uses; 0 if it is exact or there is none."""
        return 0 if self.wager.finishing_orders is None else self.inputs.order_trials or 0

    @property
    def equity_error(self) -> float | None:
        """The standard error of the equity with that of the deepest side pot, or None if neither is known."""
        orders = self.wager.finishing_orders
        if orders is None or not self.order_trials:
            return self.stderr
        return math.hypot(self.stderr or 0.0, finishing_order_error(orders, orders.side_shares, self.order_trials))


def most_at_pot_limit(inputs: RequestInputs, facts: PotFacts) -> float:
    """Return the most chips that hero may add at pot limit: the call, and the pot after it."""
    return max(facts.to_call + facts.total + facts.to_call, inputs.min_bet)


def read_kelly_request(value: object, outcomes: Outcomes | None = None) -> KellyRequest:
    """Check a request of JSON, or the values of the panel (``request_inputs``).

    ``outcomes``: those of a run, used instead of the request's own.

    Raises:
        ScenarioError: all problems, each naming its field; ``incomplete`` marks a missing value.

    >>> request = read_kelly_request({"bankroll": 1000, "pot": 100, "opponents": 1, "outcomes": {"win": 0.6}})
    >>> request.wager.outcomes
    Outcomes(win=0.6, split=(0.0,), lose=0.4)
    """
    fields = Collector(value, KEYS)
    if fields.given("simulated"):
        fields.note("simulated", "these are the outcomes of a whole hand: not used here")
    inputs = read_request_inputs(fields)
    opponents = _opponents(fields, inputs, outcomes)
    result = _result(fields, opponents, outcomes)
    facts, callers, chips = _pot(fields, inputs, opponents)
    terms = _terms(fields, inputs, facts, result.reaction)
    if inputs.p_all_fold and facts.to_call and not (terms.can_raise or terms.choices):
        fields.note("p_all_fold", "a call makes nobody fold: allow a raise")
    _check_folds(fields, inputs, result.reaction, chips)
    if inputs.order_trials and not fields.given("orders"):
        fields.note("order_trials", "order_trials needs orders, which are missing")
    fields.done()
    assert result.outcomes is not None
    assert inputs.bankroll is not None
    # Side pots exist only if an opponent can match less than hero could bet.
    short = any(reach < inputs.bankroll for reach in facts.reach)
    reaction = _answering(result.reaction, exact=result.joint is not None and short)
    if reaction is not None and reaction.described is not None:
        most = min(inputs.bankroll, math.inf if terms.max_bet is None else terms.max_bet)
        described = replace(reaction.described, most=most, by_bets=bool(terms.choices))
        reaction = replace(reaction, described=described)
    orders = chips.ranked(result.joint) if result.joint is not None and chips is not None and short else None
    if orders is not None and (reaction is None or reaction.rows):  # else each set of callers has its own pots
        orders = orders.merged()
    wager = Wager(
        bankroll=inputs.bankroll,
        pot=facts.retained,
        outcomes=result.outcomes,
        rake=inputs.rake,
        rake_cap=inputs.rake_cap,
        p_all_fold=inputs.p_all_fold,
        fold_pot=facts.total,
        callers=callers,
        reach=facts.reach,
        rake_folds=inputs.flop_seen or not inputs.no_flop_no_drop,
        ahead=facts.ahead,
        response=reaction,
        finishing_orders=orders,
    )
    return KellyRequest(inputs, wager, terms, facts, result.never_loses)


def _answering(reaction: ResponseModel | None, *, exact: bool) -> ResponseModel | None:
    """Return the reaction, or None if nobody ever folds.

    ``exact``: the joint result has the outcomes of each set of callers, so that the reaction needs none.
    """
    if reaction is None or not (reaction.rows or reaction.described or any(share != 0.0 for share in reaction.folds)):
        return None
    return replace(reaction, by_callers=()) if exact and not reaction.rows else reaction


def _check_folds(
    fields: Collector, inputs: RequestInputs, reaction: ResponseModel | None, chips: CommittedInput | None
) -> None:
    """Note folds that are given twice, or of a player who is all in."""
    if fields.given("reaction") and inputs.p_all_fold:
        fields.note("p_all_fold", "the fold frequency is given twice: in the reaction and here")
    all_in = [i for i, left in enumerate(chips.behind) if left == 0.0] if chips is not None else []
    if all_in and inputs.p_all_fold > 0.0:
        fields.note("p_all_fold", "an opponent who is all in cannot fold")
    if reaction is None or not all_in:
        return
    if any(row.fold for row in reaction.rows) or any(reaction.folds[i] != 0.0 for i in all_in if reaction.folds):
        fields.note("reaction", "an opponent who is all in cannot fold")


def _opponents(fields: Collector, inputs: RequestInputs, outcomes: Outcomes | None) -> int:
    """Return the number of opponents, which is in the request or follows from ``outcomes``.

    It is 0 if neither is known. A missing number or a contradiction of both is noted as a problem.
    """
    if not fields.good("opponents"):
        return 0
    count = inputs.opponents
    if count is None and outcomes is None:
        fields.note("opponents", "this value is missing", incomplete=True)
    elif count is not None and outcomes is not None and count != outcomes.opponents:
        fields.note("opponents", f"the outcomes are against {outcomes.opponents} opponents, not {count}")
    elif outcomes is not None and outcomes.opponents < 1:
        fields.note("opponents", "there is no opponent to bet against")
    return count or (outcomes.opponents if outcomes is not None else 0)


@dataclass(frozen=True, slots=True)
class _Result:
    """The outcomes of a showdown by the request. ``joint``: the joint result, without chips."""

    outcomes: Outcomes | None = None
    never_loses: bool | None = None
    reaction: ResponseModel | None = None
    joint: FinishingOrders | None = None


def _result(fields: Collector, opponents: int, outcomes: Outcomes | None) -> _Result:
    """Return the outcomes and the reaction; ``outcomes``: those of a run, used instead of the request's own."""
    joint = read_orders(fields, opponents) if fields.given("orders") else None
    reaction = read_reaction(fields, opponents, joint)
    given = [key for key in ("outcomes", "showdowns", "orders") if fields.given(key)]
    for key in given[1:]:
        fields.note(key, f"give {given[0]} or {key}, not both")
    never_loses = None
    if reaction is not None and (against_all := reaction.against_all) is not None:
        if joint is not None:
            fields.note("orders", "the hands of the reaction contain the outcomes: omit one of the two")
        outcomes = against_all
    elif outcomes is None and len(given) < 2:
        outcomes, never_loses = _own_outcomes(fields, opponents, given, joint, reaction)
    if reaction is not None and opponents == 1 and outcomes is not None and not reaction.by_callers:
        reaction = replace(reaction, by_callers=(((0,), outcomes),))
    return _Result(outcomes, never_loses, reaction, joint)


def _own_outcomes(
    fields: Collector, opponents: int, given: list[str], joint: FinishingOrders | None, reaction: ResponseModel | None
) -> tuple[Outcomes | None, bool | None]:
    """Return the request's outcomes against all opponents, and whether showdown counts have no loss."""
    if given == ["showdowns"]:
        return counted_outcomes(fields.inside("showdowns", keys_of(ShowdownInput)), opponents)
    if given == ["outcomes"]:
        return read_outcomes(fields, "outcomes", opponents), None
    if given == ["orders"]:
        return None if joint is None else joint.outcomes, None
    against_all = dict(reaction.by_callers).get(tuple(range(opponents))) if reaction is not None else None
    if against_all is None and fields.good("reaction", "outcomes_by_callers"):
        fields.note("outcomes", "this value is missing (or give showdowns instead)", incomplete=True)
    return against_all, None


def _pot(
    fields: Collector, inputs: RequestInputs, opponents: int
) -> tuple[PotFacts, float | None, CommittedInput | None]:
    """Return the pot, the number of opponents who match a call (None: all), and the chips of each player if known.

    A call wins a plain ``pot``. The part of it up to one price per opponent counts as their bets, and the rest
    is retained; if it is less than that, fewer opponents have bet.
    """
    pot, price = inputs.pot, inputs.to_call
    if fields.given("committed"):
        chips = _committed(fields, opponents)
        return pot_facts(chips.hero, chips.opponents, chips.folded, chips.behind), None, chips
    # It is not known who has bet: one price per opponent is taken as far as the pot contains it.
    bets = min(opponents * price, pot)
    ahead = (bets / opponents,) * opponents if opponents else ()
    return PotFacts(pot, price, pot - bets, (), ahead), bets / price if price > 0.0 else None, None


def _committed(fields: Collector, opponents: int) -> CommittedInput:
    """Return the chips at ``committed``, of which some are NaN or missing if there is a problem, which is noted."""
    for key in ("pot", "to_call"):
        if fields.given(key):
            fields.note(key, "computed from committed: omit one of the two")
    inside = fields.inside("committed", keys_of(CommittedInput))
    chips = read_object(inside, CommittedInput)
    count, behind = len(chips.opponents), len(chips.behind)
    if inside.good("opponents") and opponents and count != opponents:
        inside.note("opponents", f"{count} entries for {opponents} opponents")
    if behind and inside.good("behind", "opponents") and behind != count:
        inside.note("behind", f"{behind} entries for {count} opponents")
    return chips if inside.good("hero") else replace(chips, hero=math.nan)


def _terms(fields: Collector, inputs: RequestInputs, facts: PotFacts, reaction: ResponseModel | None) -> Terms:
    """Return the bets that hero may make, and what adding nothing means; notes values that do not fit together."""
    zero = read_field(fields, fields_of(KellyFields)["zero_bet_means"])
    faced = facts.to_call > 0.0
    if faced and zero == "check":
        fields.note("zero_bet_means", f"there are {chips_text(facts.to_call)} to call: adding nothing is a fold")
    if inputs.can_raise and not faced and fields.good("committed", "to_call"):
        fields.note("can_raise", "there is nothing to call, hence nothing to raise")
    low, high, price = inputs.min_bet, inputs.max_bet, facts.to_call if faced else 0.0
    rows = reaction.rows if reaction is not None else ()
    if high is not None and fields.good("min_bet", "max_bet") and low > high:
        fields.note("min_bet", f"the minimum of {chips_text(low)} is above the maximum of {chips_text(high)}")
    if inputs.pot_limit:
        if fields.given("choices"):
            fields.note("pot_limit", "fixed limit already lists the amounts: omit one of the two")
        limit = most_at_pot_limit(inputs, facts)
        high = limit if high is None else min(high, limit)
    return Terms(
        min_bet=low,
        max_bet=high,
        chip=inputs.chip,
        multiplier=inputs.multiplier,
        zero=cast(Zero, zero or ("fold" if faced else "check")),
        price=facts.to_call if faced else None,
        can_raise=inputs.can_raise,
        choices=_listed(fields, rows, price) if rows else _choices(fields, price, high),
    )


def _listed(fields: Collector, rows: tuple[BetResponseRow, ...], price: float) -> tuple[tuple[str, float], ...]:
    """Return the amounts of a reaction that lists its bets: these, and a call if there is a price."""
    if fields.given("choices"):
        fields.note("choices", "the reaction already lists the bets: omit one of the two")
    if any(row.bet <= price for row in rows):
        fields.note("reaction.rows", f"with {chips_text(price)} to call a bet has to be more than that")
    bets = tuple(("raise" if price else "bet", row.bet) for row in rows)
    return (("call", price), *bets) if price else bets


def _choices(fields: Collector, price: float, max_bet: float | None) -> tuple[tuple[str, float], ...]:
    """Return the legal amounts of ``choices``; a call costs the price, or less if that is all that hero has."""
    if not fields.given("choices"):
        return ()
    inside = fields.inside("choices", actions := keys_of(ChoicesInput))
    choices = {key: inside.take(key, ABOVE_0, math.nan) for key in actions if inside.given(key)}
    # A call for less than the price is legal if it is all that hero has.
    call, call_cost = choices.get("call"), price if max_bet is None else min(price, max_bet)
    if call is not None and not price:
        inside.note("call", "there is nothing to call: to_call is missing")
    elif call is not None and inside.good("call") and not (math.isclose(call, price) or math.isclose(call, call_cost)):
        inside.note("call", f"a call costs {chips_text(price)}, not {chips_text(call)}")
    if price and "bet" in choices:
        inside.note("bet", f"there are {chips_text(price)} to call: this would be a raise")
    for key in ("complete", "raise"):
        if choices.get(key, math.inf) <= call_cost:
            inside.note(key, f"with {chips_text(price)} to call it has to be more than that")
    return tuple(choices.items())
