"""Random Kelly requests against opponents who all call or all fold."""

from hypothesis import assume
from hypothesis import strategies as st

from tests.reference.naive_kelly import pot_of


@st.composite
def outcomes_(draw):
    n = draw(st.integers(1, 4))
    parts = [draw(st.integers(0, 60)) for _ in range(n + 2)]
    total = sum(parts)
    assume(total)
    return n, {"win": parts[0] / total, "split": [p / total for p in parts[1:-1]], "lose": parts[-1] / total}


@st.composite
def requests(draw):
    opponents, outcomes = draw(outcomes_())
    bankroll = draw(st.sampled_from([1.0, 100.0, 1000.0, 7777.0]))

    def chips(*shares):
        return draw(st.sampled_from(shares)) * bankroll

    asked = {"bankroll": bankroll, "opponents": opponents, "outcomes": outcomes}
    kind = draw(st.sampled_from(["free", "price", "chips"]))
    if kind == "chips":
        shares = (0.0, 0.01, 0.05, 0.2)
        asked["committed"] = {
            "hero": chips(*shares),
            "opponents": [chips(*shares) for _ in range(opponents)],
            "folded": chips(0.0, 0.03, 0.5),
        }
    else:
        asked["pot"] = chips(0.0, 0.01, 0.1, 0.5, 2.0)
    if kind == "price":
        asked["to_call"] = chips(0.01, 0.07, 0.3)
    price = float(pot_of(asked)[1])
    if price and draw(st.booleans()):
        asked["can_raise"] = True
    if not price and draw(st.booleans()):
        asked["zero_bet_means"] = "fold"
    return asked | draw(limits(bankroll, price)) | draw(house(not price or "can_raise" in asked))


@st.composite
def limits(draw, bankroll, price):
    """Limits as shares of the bankroll; or the amounts of fixed limit, which need no limits."""
    size = draw(st.sampled_from([0.013, 0.05, 0.4])) * bankroll
    result = {}
    if draw(st.booleans()):
        result["multiplier"] = draw(st.sampled_from([0.25, 0.5, 0.9, 1.5, 3.0]))
    if draw(st.integers(0, 3)) == 0:
        result["choices"] = {"call": price, "raise": price + size} if price else {"bet": size}
        return result
    if draw(st.booleans()):
        result["max_bet"] = max(price, draw(st.sampled_from([0.01, 0.025, 0.08, 0.5])) * bankroll)
    if draw(st.booleans()):
        result["min_bet"] = min(draw(st.sampled_from([0.005, 0.024, 0.3])) * bankroll, result.get("max_bet", bankroll))
    if draw(st.booleans()):
        result["chip"] = draw(st.sampled_from([0.0025, 0.01, 0.025, 0.2])) * bankroll
    return result


@st.composite
def house(draw, folds):
    """The rake; and how often everybody folds, where that may be."""
    result = {}
    if draw(st.booleans()):
        result["rake"] = draw(st.sampled_from([0.02, 0.05, 0.2]))
        if draw(st.booleans()):
            result["rake_cap"] = draw(st.sampled_from([0.0, 0.5, 3.0]))
        for key in ("flop_seen", "no_flop_no_drop"):
            if draw(st.booleans()):
                result[key] = draw(st.booleans())
    if folds and draw(st.booleans()):
        result["p_all_fold"] = draw(st.sampled_from([0.05, 0.4, 0.9]))
    return result
