"""The question of ``steelwheel kelly`` and of the panel: a JSON object, checked field by field.

Beyond the SPEC's keys: ``can_raise`` (with a price: a raise is allowed too) and ``choices`` (the legal
amounts of fixed limit, such as ``{"call": 10, "raise": 20}``). ``lose`` may be left out; it is then the rest.

A pot that everybody folds to pays rake where a flop was dealt (``flop_seen``), or where the house does not keep the
rule "no flop, no drop" (``no_flop_no_drop``: false).

A price is a price whether it is given as ``to_call`` or follows from ``committed``: without ``can_raise`` or
``choices`` the answer is call or fold, and ``min_bet`` does not matter. The two differ in what a call wins. With
``committed`` every live opponent is at the showdown and matches hero, those too who have not yet put the price
in: a call of x wins ``retained + n x`` net, as in Cassandra's Example 2 (120 + 3 x, 210 for 30). Who cannot is told
by ``behind`` in it: the chips that each opponent has left, null where they are enough; ``growth`` says how a side pot
counts. With ``pot`` and ``to_call`` it is not known who has put in what, and a call wins the pot as it stands.
"""

import math
from dataclasses import dataclass
from typing import Any, cast

from engine.fields import Bounds, specs_of
from engine.kelly.advice import Terms, Zero
from engine.kelly.cassandra import estimate
from engine.kelly.fields import CHIPS, LIMIT, ROUNDING, SHARE, RequestInputs, read_request_inputs
from engine.kelly.growth import Wager
from engine.kelly.outcomes import Outcomes
from engine.kelly.pot import PotFacts, chips_text, pot_facts
from engine.reading import Collector, bounded, one_of

COMPOSED = ("outcomes", "showdowns", "zero_bet_means", "committed", "choices")
KEYS = (*(spec.key for spec in specs_of(RequestInputs)), *COMPOSED)
ACTIONS = ("call", "complete", "bet", "raise")
PROBABILITY, AMOUNT, ABOVE_0 = bounded(SHARE), bounded(CHIPS), bounded(LIMIT)
COUNT, COUNT_FROM_1 = (bounded(Bounds(at_least=low, at_most=2.0**63), whole=True) for low in (0, 1))


@dataclass(frozen=True, slots=True)
class KellyRequest:
    """A checked question. ``never_loses``: Cassandra's win + split = total, None without showdown counts.

    ``facts`` is the pot: as worked out from ``committed``, or from ``pot`` and ``to_call``.
    """

    inputs: RequestInputs
    wager: Wager
    terms: Terms
    facts: PotFacts
    never_loses: bool | None = None

    @property
    def stderr(self) -> float | None:
        """Sampling error of the equity, where it is given."""
        return self.inputs.stderr


def read_kelly_request(value: Any, outcomes: Outcomes | None = None) -> KellyRequest:
    """Check a request. ``outcomes``, of a run, take the place of the request's own.

    Raises:
        ScenarioError: all problems, each naming its field; ``incomplete`` marks a value not yet given.
    """
    fields = Collector(value, KEYS)
    inputs = read_request_inputs(fields)
    opponents = _opponents(fields, inputs, outcomes)
    found, never_loses = (outcomes, None) if outcomes is not None else _outcomes(fields, opponents)
    facts, callers = _pot(fields, inputs, opponents)
    terms = _terms(fields, inputs, facts)
    if inputs.p_all_fold and facts.to_call and not (terms.can_raise or terms.choices):
        fields.note("p_all_fold", "a call makes nobody fold: allow a raise, with can_raise")
    fields.done()
    assert found is not None
    assert inputs.bankroll is not None
    wager = Wager(
        inputs.bankroll,
        facts.retained,
        found,
        inputs.rake,
        inputs.rake_cap,
        inputs.p_all_fold,
        facts.total,
        callers,
        facts.reach,
        inputs.flop_seen or not inputs.no_flop_no_drop,
    )
    return KellyRequest(inputs, wager, terms, facts, never_loses)


def _opponents(fields: Collector, inputs: RequestInputs, outcomes: Outcomes | None) -> int:
    if not fields.good("opponents"):
        return 0
    count = inputs.opponents
    if count is None and outcomes is None:
        fields.note("opponents", "this value is missing", incomplete=True)
    elif count is not None and outcomes is not None and count != outcomes.opponents:
        fields.note("opponents", f"the result is against {outcomes.opponents}, not {count}")
    elif outcomes is not None and outcomes.opponents < 1:
        fields.note("opponents", "there is nobody to bet against")
    return count or (outcomes.opponents if outcomes is not None else 0)


def _outcomes(fields: Collector, opponents: int) -> tuple[Outcomes | None, bool | None]:
    given = [key for key in ("outcomes", "showdowns") if fields.given(key)]
    if not given:
        fields.note("outcomes", "this value is missing (or showdowns in its place)", incomplete=True)
        return None, None
    if len(given) == 2:
        fields.note("showdowns", "give outcomes or showdowns, not both")
        return None, None
    if given == ["outcomes"]:
        return _typed_outcomes(fields.inside("outcomes", ("win", "split", "lose")), opponents), None
    return _counted_outcomes(fields.inside("showdowns", ("win", "split", "total")), opponents)


def _typed_outcomes(fields: Collector, opponents: int) -> Outcomes | None:
    win = fields.take("win", PROBABILITY, math.nan, required=True)
    split = fields.take_all("split", PROBABILITY, math.nan)
    lose = fields.take("lose", PROBABILITY, math.inf)
    if not fields.good("win", "split", "lose"):
        return None
    if len(split) > opponents > 0:
        fields.note("split", f"{len(split)} entries, but only {opponents} can share the pot with hero")
        return None
    kept = math.fsum((win, *split))
    total = kept + lose if math.isfinite(lose) else max(kept, 1.0)
    if abs(total - 1.0) > ROUNDING:
        fields.note("win", f"win, split and lose add up to {total:.9g}, not to 1")
        return None
    if math.isinf(lose):
        lose = max(0.0, 1.0 - kept)
    scale = total if abs(total - 1.0) > 1e-12 else 1.0
    padded = (*split, *([0.0] * (opponents - len(split))))
    return Outcomes(win / scale, tuple(p / scale for p in padded), lose / scale)


def _counted_outcomes(fields: Collector, opponents: int) -> tuple[Outcomes | None, bool | None]:
    win, split = (fields.take(key, COUNT, math.nan, required=True) for key in ("win", "split"))
    total = fields.take("total", COUNT_FROM_1, math.nan, required=True)
    if not fields.good("win", "split", "total"):
        return None, None
    if win + split > total:
        fields.note("total", f"{win:d} won and {split:d} split are more than all {total:d} showdowns")
        return None, None
    if opponents >= total:
        fields.note("total", f"{opponents} opponents need more than {total:d} showdowns")
        return None, None
    return estimate(int(win), int(split), int(total), opponents), win + split == total


def _pot(fields: Collector, inputs: RequestInputs, opponents: int) -> tuple[PotFacts, float | None]:
    """Return the pot and how many opponents' chips a call is for, None for those of all.

    A plain ``pot`` with a price is what a call wins. As far as it holds a price for each opponent those are
    their bets, and the rest is retained; where it holds less, so many fewer have bet.
    """
    pot, price, bankroll = inputs.pot, inputs.to_call, inputs.bankroll
    if fields.given("committed"):
        return _committed(fields, inputs, opponents), None
    if bankroll is not None and price > bankroll:
        fields.note("to_call", f"more than the bankroll of {chips_text(bankroll)}: give the part that can be called")
    bets = min(opponents * price, pot)
    return PotFacts(pot, price, pot - bets), bets / price if price > 0.0 else None


def _committed(fields: Collector, inputs: RequestInputs, opponents: int) -> PotFacts:
    for key in ("pot", "to_call"):
        if fields.given(key):
            fields.note(key, "worked out from committed: leave one of them out")
    inside = fields.inside("committed", ("hero", "opponents", "folded", "behind"))
    hero = inside.take("hero", AMOUNT, math.nan, required=True)
    chips = inside.take_all("opponents", AMOUNT, math.nan)
    folded = inside.take("folded", AMOUNT, 0.0)
    if inside.good("opponents") and opponents and len(chips) != opponents:
        inside.note("opponents", f"{len(chips)} entries for {opponents} opponents")
    behind = inside.take_all("behind", AMOUNT, math.inf, required=False)
    if behind and inside.good("behind", "opponents") and len(behind) != len(chips):
        inside.note("behind", f"{len(behind)} entries for {len(chips)} opponents")
    if 0.0 in behind and inputs.p_all_fold > 0.0:
        fields.note("p_all_fold", "an opponent who is all in cannot fold")
    return pot_facts(hero, chips, folded, behind)


def _terms(fields: Collector, inputs: RequestInputs, facts: PotFacts) -> Terms:
    zero = fields.take("zero_bet_means", one_of("check", "fold"), None)
    faced = facts.to_call > 0.0
    if faced and zero == "check":
        fields.note("zero_bet_means", f"there are {chips_text(facts.to_call)} to call: adding nothing is a fold")
    if inputs.can_raise and not faced and fields.good("committed", "to_call"):
        fields.note("can_raise", "there is nothing to call, hence nothing to raise")
    low, high = inputs.min_bet, inputs.max_bet
    if high is not None and fields.good("min_bet", "max_bet") and low > high:
        fields.note("min_bet", f"the minimum of {chips_text(low)} is above the maximum of {chips_text(high)}")
    return Terms(
        min_bet=low,
        max_bet=high,
        chip=inputs.chip,
        multiplier=inputs.multiplier,
        zero=cast(Zero, zero or ("fold" if faced else "check")),
        price=facts.to_call if faced else None,
        can_raise=inputs.can_raise,
        choices=_choices(fields, facts.to_call if faced else 0.0, high),
    )


def _choices(fields: Collector, price: float, most: float | None) -> tuple[tuple[str, float], ...]:
    """Return the legal amounts; with a price those that go with it, or less where that is all that hero has."""
    if not fields.given("choices"):
        return ()
    inside = fields.inside("choices", ACTIONS)
    found = {key: inside.take(key, ABOVE_0, math.nan) for key in ACTIONS if inside.given(key)}
    call, least = found.get("call"), price if most is None else min(price, most)
    if call is not None and not price:
        inside.note("call", "there is nothing to call: give the price, to_call")
    elif call is not None and not (math.isclose(call, price) or math.isclose(call, least)):
        inside.note("call", f"a call costs {chips_text(price)}, not {chips_text(call)}")
    if price and "bet" in found:
        inside.note("bet", f"there are {chips_text(price)} to call: this would be a raise")
    for key in ("complete", "raise"):
        if found.get(key, math.inf) <= least:
            inside.note(key, f"with {chips_text(price)} to call it has to be more than that")
    return tuple(found.items())
