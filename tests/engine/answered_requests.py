"""Random Kelly requests with opponents who answer a bet, and with side pots."""

from itertools import combinations

from hypothesis import assume
from hypothesis import strategies as st

from tests.reference.naive_reaction import price_of


@st.composite
def outcomes_(draw, opponents):
    parts = [draw(st.integers(0, 40)) for _ in range(opponents + 2)]
    total = sum(parts)
    assume(total)
    return {"win": parts[0] / total, "split": [p / total for p in parts[1:-1]], "lose": parts[-1] / total}


@st.composite
def hands_(draw):
    count = draw(st.integers(1, 12))
    values = []
    for i in range(count):
        win = draw(st.floats(0.0, 1.0)) * (i + 1) / count
        split = draw(st.floats(0.0, 1.0)) * (1.0 - win) * 0.3
        values.append([draw(st.integers(0, 20)), win, split])
    total = sum(row[0] for row in values)
    assume(total)
    rows = [(p / total, win, split) for p, win, split in sorted(values, key=lambda row: row[1])]
    return [{"p": p, "win": win, "split": split, "lose": 1.0 - win - split} for p, win, split in rows]


@st.composite
def shares(draw):
    return draw(
        st.sampled_from([{"defend": "pot odds"}, {"defend": "pot odds"}, {"calls": "all"}, {"fold": 1.0}])
        | st.builds(lambda share: {"fold": share}, st.sampled_from([0.0, 0.05, 0.4, 0.9]))
    )


@st.composite
def orders_(draw, opponents):
    """Weak orders of hero and the opponents with their probabilities."""
    rows = []
    for _ in range(draw(st.integers(1, 8))):
        places = [draw(st.integers(0, opponents)) for _ in range(opponents + 1)]
        groups = [[i for i, place in enumerate(places) if place == rank] for rank in sorted(set(places))]
        rows.append((draw(st.integers(1, 20)), groups))
    total = sum(weight for weight, _ in rows)
    return [{"p": weight / total, "order": order} for weight, order in rows]


@st.composite
def house(draw):
    result = {}
    if draw(st.booleans()):
        result["rake"] = draw(st.sampled_from([0.02, 0.05, 0.2]))
        if draw(st.booleans()):
            result["rake_cap"] = draw(st.sampled_from([0.0, 0.5, 3.0, 40.0]))
        for key in ("flop_seen", "no_flop_no_drop"):
            if draw(st.booleans()):
                result[key] = draw(st.booleans())
    return result


@st.composite
def requests(draw, opponents=None, ranked=False):
    n = draw(st.integers(1, 4)) if opponents is None else opponents
    bankroll = draw(st.sampled_from([1.0, 100.0, 1000.0, 7777.0]))

    def chips(*fractions):
        return draw(st.sampled_from(fractions)) * bankroll

    asked = {"bankroll": bankroll, "opponents": n, "min_bet": chips(0.001, 0.02, 0.1)} | draw(house())
    if ranked or draw(st.booleans()):
        put = (0.0, 0.01, 0.05, 0.2)
        committed = {"hero": chips(*put), "opponents": [chips(*put) for _ in range(n)], "folded": chips(0.0, 0.3)}
        asked["committed"] = committed
    else:
        asked["pot"] = chips(0.0, 0.003, 0.04, 0.3, 2.0)
        if draw(st.booleans()):
            asked["to_call"] = chips(0.01, 0.1)
    if price_of(asked):
        asked["can_raise"] = True
    if ranked:
        asked["committed"]["behind"] = [draw(st.sampled_from([None, 0.004, 0.07, 0.3, 0.6])) for _ in range(n)]
        asked["committed"]["behind"] = [b and b * bankroll for b in asked["committed"]["behind"]]
        asked["orders"] = draw(orders_(n))
    elif n == 1 and draw(st.booleans()):
        return asked | {"reaction": draw(shares()) | {"hands": draw(hands_())}}
    reactions = [draw(shares()) for _ in range(n)]
    if n > 1 and not ranked:
        sets = [callers for size in range(1, n + 1) for callers in combinations(range(n), size)]
        asked["outcomes_by_callers"] = [
            {"callers": list(callers), "outcomes": draw(outcomes_(len(callers)))} for callers in sets
        ]
        asked["outcomes"] = asked["outcomes_by_callers"][-1]["outcomes"]
    elif not ranked:
        asked["outcomes"] = draw(outcomes_(n))
    return asked | {"reaction": reactions if n > 1 else reactions[0]}
