"""Street filters in range texts: reading, writing, applying, and the law of the table that they shape."""

import random

import numpy as np
import pytest

from engine import ScenarioError, inspect, problems, ranges_by_street, solve
from engine.cards import COMBO_MASKS, TextError, card_mask, combo_text, parse_cards
from engine.equity.holdem.prepare import prepare_holdem
from engine.ranges.bases import base_of, filters_of, with_base, without_street
from engine.ranges.filtered import filtered, unwritten_streets, waiting_notices
from engine.ranges.holdem import HoldemRange, complement, format_range, live, parse_range, write_range
from engine.ranges.made_hands import HAND_SETS
from engine.ranges.made_names import DRAWS, MADE
from engine.ranges.street_filters import best_share
from tests.engine.tables import holdem
from tests.fuzz_texts import HoldemTexts, attempt
from tests.reference import naive_streets

FULL = "22+, ATs+, KQo > flop top pair+, flush draw, gutshot@50 > turn second pair+, best 30%"


def numbers(text):
    return tuple(card for card, _ in parse_cards(text))


def as_mapping(weights):
    return {combo_text(i): float(weights[i]) for i in np.flatnonzero(weights)}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (FULL, "22+, ATs+, KQo > flop top pair+, flush draw, gutshot:0.5 > turn second pair+, best 30%"),
        ("22+>FLOP  Top  Pair / a , ! set", "22+ > flop top pair/A, !set"),
        ("22+ > river equity 45 % + ; equity 33.3%-:25%", "22+ > river equity 45%+, equity 33.3%-:0.25"),
        ("22+ > flop !(top pair+, !(set, flush draw@10))", "22+ > flop !(top pair+, !(set, flush draw:0.1))"),
        ("QQ:0.5 > turn top pair/10,, nothing +", "QQ:0.5 > turn top pair/T, nothing+"),
        ("22+ > flop open–ended", "22+ > flop open-ended"),
        ("22+ > flop set, QUADS, tptk, mp+", "22+ > flop set, four of a kind, top pair/A, second pair+"),
        ("22+ > flop tp/q+ & !fd@50, oesd", "22+ > flop top pair/Q+ & !flush draw:0.5, open-ended"),
        ("22+ > flop (tp,mp)&any draw, worst 20 %", "22+ > flop (top pair, second pair) & any draw, worst 20%"),
        ("22+ > turn !(set & draw), tp/A+", "22+ > turn !(set & any draw), top pair/A"),
    ],
)
def test_texts_both_ways(text, canonical):
    result = parse_range(text)
    assert format_range(result) == write_range(result, "core") == canonical
    assert parse_range(canonical) == result
    assert hash(parse_range(canonical)) == hash(result)
    assert result != parse_range(canonical.split(" > ")[0])


@pytest.mark.parametrize("name", [*MADE, *DRAWS, *HAND_SETS])
def test_every_name_can_be_written(name):
    assert format_range(parse_range(f"22+ > flop {name.upper()}")) == f"22+ > flop {name}"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("22+ > trun set", 6, "did you mean turn?"),
        ("22+ > preflop set", 6, "before the flop write the range itself"),
        ("22+ > ", 4, "a street and the hands to keep"),
        ("22+ > flop", 6, "write the hands to keep on the flop"),
        ("22+ > flop , ;", 6, "write the hands to keep on the flop"),
        ("22+ > turn set > flop set", 17, "the flop comes before the turn"),
        ("22+ > flop set > flop set", 17, "already has a filter"),
        ("22+ > flop set, fourtet of a kind", 16, "did you mean four of a kind?"),
        ("22+ > flop bottom pair+", 11, "did you mean low pair+?"),
        ("22+ > flop set &", 15, "write '&' between two words"),
        ("22+ > flop & set", 11, "write '&' between two words"),
        ("22+ > flop set:0.5 & fd", 11, "write the weight after everything that '&' joins"),
        ("22+ > flop set & flush drow", 17, "did you mean flush draw?"),
        ("22+ > flop (set, trips)", 11, "is not a made hand"),
        ("22+ > flop top pair, ace kicker", 21, "did you mean top pair/A?"),
        ("22+ > flop flush draw+", 11, "did you mean flush draw?"),
        ("22+ > flop top pair+ flush draw", 11, "did you mean top pair+, flush draw?"),
        ("22+ > flop gutshit", 11, "did you mean gutshot?"),
        ("22+ > flop tptk+", 11, "did you mean top pair/A, overpair+?"),
        ("22+ > flop set, fd or oesd", 16, "did you mean fd, oesd?"),
        ("22+ > flop combo draw", 11, "did you mean flush draw & (open-ended, gutshot)?"),
        ("22+ > flop flush draw or better", 11, "did you mean flush draw, top pair+?"),
        ("22+ > flop gutshot + overs", 11, "did you mean gutshot & overs?"),
        ("22+ > flop weak top pair", 11, "did you mean top pair & !top pair/T+?"),
        ("22+ > flop 30%", 11, "did you mean best 30%?"),
        ("22+ > flop top 30%", 11, "did you mean best 30%?"),
        ("22+ > flop equity 45+", 11, "did you mean equity 45%+?"),
        ("22+ > flop equity", 11, "did you mean equity 45%+?"),
        ("22+ > flop best 130%", 11, "at most 100%"),
        ("22+ > flop AKs", 11, "is not a made hand, draw or share"),
        ("22+ > flop set:1.5", 11, "above 1"),
        ("22+ > flop set:", 11, "the weight is missing"),
        ("22+ > flop !set@50", 11, "have no weight"),
        ("22+ > flop !(set)@50", 11, "have no weight"),
        ("22+ > flop !(set) trips", 11, "write a comma after the bracket"),
        ("22+ > flop !()", 11, "nothing in this bracket"),
        ("22+ > flop !(set", 12, "never closed"),
        ("22+ > flop set)", 14, "never opened"),
        ("22+ > flop :50%", 11, "there is no made hand or draw here"),
        ("22+ > flop !!set", 11, "is not a made hand"),
        ("22+ > flop " + "!(" * 9 + "set" + ")" * 9, 27, "too many nested brackets"),
        ("random, !(22+ > flop set)", 14, "after the whole range"),
        ("Zz > flop set", 0, "is not a hand"),
        ("> flop set", 0, "no hand is given"),
    ],
)
def test_errors_have_a_place_and_a_hint(text, position, message):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    assert caught.value.position == position
    assert message in caught.value.message


def test_small_percentages_have_a_notice():
    assert parse_range("22+ > flop set@0.5").notices == ("'set@0.5' means a weight of 0.5 percent; one half is 50",)


BOARDS = ("9c7dAs", "7h8h2c", "KsKd2h", "5s4d3c", "AhKhQh", "9c7dAs7h", "Ah2c3d4h", "7h8h2cTd3s", "2s3d4h5c9h")
WORDS = [*MADE, *(f"{name}+" for name in MADE), *DRAWS, *HAND_SETS, "top pair/K", "top pair/2", "top pair/9+"]


def random_items(generator, words, depth=0):
    parts = []
    for _ in range(generator.randint(1, 4)):
        form = generator.random()
        if form < 0.12 and depth < 3:
            parts.append(f"!({random_items(generator, words, depth + 1)})")
        elif form < 0.3:
            parts.append("!" + generator.choice(words))
        elif form < 0.45:
            inner = f"({random_items(generator, words, depth + 1)})" if depth < 3 else generator.choice(words)
            parts.append(f"{generator.choice(words)} & {generator.choice(['', '!'])}{inner}@50")
        else:
            parts.append(generator.choice(words) + generator.choice(["", "", "", "@50", ":0.25", ":75%", "@0"]))
    return ", ".join(parts)


@pytest.mark.parametrize("seed", range(3))
def test_filters_by_class_against_the_naive_reference(seed):
    generator = random.Random(seed)
    base = parse_range("22+, A2s+, K9s+, QTs+, JTs, T9s, 87s, A9o+, KTo+, QJo, 65s:0.5")
    for board in BOARDS:
        street = {3: "flop", 4: "turn", 5: "river"}[len(board) // 2]
        items = random_items(generator, WORDS)
        text = f"{format_range(base)} > {street} {items}"
        cards = [board[i : i + 2] for i in range(0, len(board), 2)]
        weights = as_mapping(live(base.weights, card_mask(numbers(board))))
        (filter_,) = naive_streets.read(f"{street} {items}")
        expected = naive_streets.apply(filter_[1], weights, cards, {})
        if not expected:
            with pytest.raises(TextError, match="no hand of this range is left"):
                filtered(parse_range(text), numbers(board), 0)
            continue
        result = filtered(parse_range(text), numbers(board), 0)
        assert as_mapping(live(result.weights, card_mask(numbers(board)))) == pytest.approx(expected, abs=1e-12), text
        assert result.streets == ()


@pytest.mark.parametrize(
    ("seats", "board", "folded"),
    [
        (("22+, A2s+, KTs+ > flop best 30%, flush draw@50", "random"), "7h8h2c", ()),
        (("22+, A2s+, KTs+ > flop !(equity 55%-), !best 10%", "99+, AJ+:0.5"), "9c7dAs", ()),
        (("22+ > turn equity 60%+:0.5, best 40%", "KK+", "random > turn !(top pair+, best 12.5%)"), "KsKd2h7c", (2,)),
        (("22+, A2s+ > river equity 50%+", "random > river equity 50%-, straight+"), "2s3d4h5c9h", ()),
        (("22+, A2s+ > flop best 50%",), "9c7dAs", ()),
        (("22+, A2s+, KTs+ > flop worst 30%, top pair & best 60%@75", "random"), "7h8h2c", ()),
    ],
)  # fmt: skip
def test_filters_by_equity_against_the_naive_reference(seats, board, folded):
    """The equities are those of the matrix of the table before the filters."""
    bases = [text.split(" > ")[0] for text in seats]
    result = list(ranges_by_street(holdem(*seats, board=board, folded=folded)).values())[-1]
    for seat, text in enumerate(seats):
        if ">" not in text:
            continue
        still = tuple(i for i in folded if i != seat)
        whole = solve(holdem(*bases, board=board, folded=still, method="exact", detail=("matrix",)))
        (row,) = [row for row in whole.details["matrix"].to_json() if row["seat"] == seat]
        equity = {name: cell["equity"] for name, cell in row["combos"].items()}
        weights = as_mapping(live(parse_range(bases[seat]).weights, card_mask(numbers(board))))
        (filter_,) = naive_streets.read(text.split(">", 1)[1])
        cards = [board[i : i + 2] for i in range(0, len(board), 2)]
        expected = naive_streets.apply(filter_[1], weights, cards, equity)
        assert as_mapping(live(result[seat], card_mask(numbers(board)))) == pytest.approx(expected, abs=1e-7)


def test_equities_are_those_of_ranges_as_earlier_streets_have_left_them():
    """Both filters of the turn look at what the flop has left, not at one another."""
    seats = "22+, A2s+ > flop top pair+ > turn best 50%", "random > flop best 40% > turn equity 30%+"
    whole = ranges_by_street(holdem(*seats, board="9c7dAs2h"))
    after_flop = [format_range(HoldemRange(weights)) for weights in whole["flop"]]
    again = ranges_by_street(
        holdem(f"{after_flop[0]} > turn best 50%", f"{after_flop[1]} > turn equity 30%+", board="9c7dAs2h")
    )
    for one, other in zip(whole["turn"], again["turn"], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_the_best_share_is_taken_in_part_at_the_boundary():
    live_weights, equity = np.zeros(1326), np.full(1326, np.nan)
    live_weights[[3, 5, 8, 9, 12]] = 1.0, 0.5, 0.5, 2.0, 7.0  # the last one cannot be held: it has no equity
    equity[[3, 5, 8, 9]] = 0.2, 0.7, 0.7 + 1e-12, 0.9
    assert best_share(live_weights, equity, 0.25)[[3, 5, 8, 9]] == pytest.approx([0, 0, 0, 0.5])
    assert best_share(live_weights, equity, 0.625)[[3, 5, 8, 9]] == pytest.approx([0, 0.5, 0.5, 1])
    assert best_share(live_weights, equity, 1.0)[[3, 5, 8, 9]] == pytest.approx([1, 1, 1, 1])
    assert best_share(live_weights, equity, 1.0)[12] == 0.0
    assert not best_share(live_weights, equity, 0.0).any()


@pytest.mark.parametrize("other", ["Ah3c", "Ah3c, Ah3d", "Ah3c, Ah3d, Ah3s"])
def test_best_ignores_known_cards_and_cards_that_a_range_must_have(other):
    """All that the other seat may hold has the ace of hearts, whether that is known to be there or not."""
    total = 3 + 3 * 6  # aces: three combos are left
    left = list(ranges_by_street(holdem("AA, KK, QQ, JJ > flop best 30%", other, board="7h8h2c")).values())[-1][0]
    assert left.sum() == pytest.approx(0.3 * total)


@pytest.mark.parametrize(
    "items",
    ["nothing+", "!flush draw", "!(flush draw)", "!set, !flush draw", "overpair, set", "!overpair", "top pair+"],
)
def test_no_filter_keeps_a_combo_with_a_card_of_the_board(items):
    result = filtered(parse_range(f"22+, AKs > flop {items}"), numbers("7h8h2c"), 0)
    assert not (COMBO_MASKS[result.weights > 0] & np.uint64(card_mask(numbers("7h8h2c")))).any()


@pytest.mark.parametrize("method", ["exact", "sampled"])
@pytest.mark.parametrize("others", [("random",), ("99+, AJs+", "KQs, 87s > flop flush draw, low pair+")])
def test_the_law_is_that_of_the_combos_that_are_left(method, others):
    board = "7h8h2c"
    filters = "22+, ATs+, KQo > flop top pair+, flush draw@50"
    plain = [
        format_range(HoldemRange(weights))
        for weights in ranges_by_street(holdem(filters, *others, board=board))["flop"]
    ]
    options = {"method": method, "max_trials": 20_000, "detail": ("made", "matrix")}
    one, other = (solve(holdem(*texts, board=board, **options)) for texts in ((filters, *others), plain))
    for a, b in zip(one.active, other.active, strict=True):
        assert a.estimate.equity == pytest.approx(b.estimate.equity, abs=1e-12)
    for a, b in zip(one.details["made"].seats, other.details["made"].seats, strict=True):
        for x, y in ((a.combos, b.combos), (a.share, b.share), (a.equity, b.equity), (a.stderr, b.stderr)):
            np.testing.assert_allclose(x, y, atol=1e-12)
    seat = inspect(holdem(filters, *others, board=board), 0)
    np.testing.assert_allclose(seat.probabilities, inspect(holdem(*plain, board=board), 0).probabilities, atol=1e-12)
    np.testing.assert_array_equal(seat.weights, parse_range(plain[0]).weights)


def test_filters_of_streets_to_come_wait():
    one = prepare_holdem(holdem("22+, ATs+ > turn set", "random", board="7h8h2c"))
    other = prepare_holdem(holdem("22+, ATs+", "random", board="7h8h2c"))
    np.testing.assert_array_equal(one.weights, other.weights)
    range_ = parse_range("22+ > flop set > turn best 30%")
    assert waiting_notices(range_.streets, ()) == (
        "'> flop set' applies from the flop",
        "'> turn best 30%' applies from the turn",
    )
    left = filtered(range_, numbers("7h8h2c"), 0)
    assert waiting_notices(left.streets, numbers("7h8h2c")) == ("'> turn best 30%' applies from the turn",)
    assert np.count_nonzero(live(left.weights, card_mask(numbers("7h8h2c")))) == 9
    assert "> turn best 30%" in unwritten_streets(left.streets)[0]
    assert unwritten_streets(()) == ()


@pytest.mark.parametrize(
    ("seats", "board", "field", "message", "position"),
    [
        (("22+ > flop straight+", "AA"), "7h8h2c", "seats[0].cards", "no hand of this range is left on the flop", 4),
        (("AA", "22+ > flop set, gutshit"), "7h8h2c", "seats[1].cards", "'gutshit'", 16),
        (("AA", "7c7d, 22 > turn full house+"), "7h8h2c2d", "seats[1].cards", "", None),
        (("AhKh > flop set", "AA"), "7h8h2c", "seats[0].cards", "no hand of this range is left on the flop", 5),
    ],
)  # fmt: skip
def test_a_filter_that_cannot_be_applied_is_a_problem_of_its_seat(seats, board, field, message, position):
    result = problems(holdem(*seats, board=board))
    if not message:
        assert result == ()
        return
    assert result[0].field == field
    assert message in result[0].message
    assert result[0].position == position


def test_equities_out_of_reach_are_a_problem():
    seats = ("random > flop !set, best 30%", *("22+, A2s+, K2s+",) * 6)
    (result,) = problems(holdem(*seats, board="7h8h2c"))
    assert (result.field, result.position) == ("seats[0].cards", 20)
    assert "needs an exact result" in result.message
    with pytest.raises(ScenarioError):
        solve(holdem(*seats, board="7h8h2c"))


def test_a_filter_that_only_leaves_blocked_combos_is_reported():
    (result,) = problems(holdem("22, AK > flop set", "random", board="2c8h7d2s2h"))
    assert "no hand of this range is left" in result.message


def test_the_complement_contains_the_hands_that_the_last_filter_drops():
    assert format_range(complement(parse_range("22+ > flop set > turn best 30%"))) == (
        "22+ > flop set > turn !(best 30%)"
    )
    board = numbers("9c7dAs")
    kept, dropped = (filtered(r, board, 0).weights for r in _both("22+, A2s+ > flop top pair+@50, flush draw"))
    mask = card_mask(board)
    np.testing.assert_allclose(live(kept + dropped, mask), live(parse_range("22+, A2s+").weights, mask))


def _both(text):
    return parse_range(text), complement(parse_range(text))


def test_a_table_without_a_possible_deal_is_reported():
    (result,) = problems(holdem("AsAh, AsAd > flop best 50%", "AsAc, AsKs", "AhAd, AhKh", board="7h8h2c"))
    assert "no deal is possible" in result.message


WHOLE = "22+, ATs+ > flop top pair+, flush draw@50 >turn !(set)>  river best 30%"


def test_a_text_is_split_at_its_first_filter():
    assert base_of(WHOLE) == "22+, ATs+"
    assert filters_of(WHOLE) == "> flop top pair+, flush draw@50 >turn !(set)>  river best 30%"
    assert (base_of(" 22+ "), filters_of("22+")) == ("22+", "")
    assert (base_of("(7-7-7)"), filters_of("(7-7-7)")) == ("(7-7-7)", "")


def test_a_text_that_cannot_be_cut_is_all_base():
    assert (base_of("[50](22+ > flop set"), filters_of("!(22+ > flop set")) == ("[50](22+ > flop set", "")


@pytest.mark.parametrize(
    ("text", "base", "after"),
    [
        ("22+ > flop set", "AA", "AA > flop set"),
        ("22+ > flop set", "", ""),
        ("22+ > flop set", "AA > turn set", "AA > turn set"),
        ("22+", "AA", "AA"),
        ("", "AA", "AA"),
        ("> flop set", "15%", "15% > flop set"),
    ],
)
def test_another_base_keeps_the_filters(text, base, after):
    assert with_base(text, base) == after


def test_removing_a_filter_keeps_the_later_ones():
    assert without_street(WHOLE, "flop") == "22+, ATs+ > turn !(set) > river best 30%"
    assert without_street(WHOLE, "river") == "22+, ATs+ > flop top pair+, flush draw@50 > turn !(set)"
    assert without_street("22+ > flop set", "flop") == "22+"
    assert without_street("22+ > flop set", "turn") == "22+ > flop set"


@pytest.mark.parametrize("seed", range(8))
def test_edits_of_random_texts_keep_the_rest(seed):
    texts = HoldemTexts(random.Random(seed))
    looked = 0
    while looked < 40:
        base, other, filters = texts.list(4), texts.list(4), texts.filters()
        text = f"{base}{filters}"
        result, wanted = attempt(text, "core"), attempt(other, "core")
        if isinstance(result, TextError) or isinstance(wanted, TextError) or not result.streets:
            continue
        looked += 1
        whole = parse_range(with_base(text, other))
        assert np.array_equal(whole.weights, wanted.weights)
        assert whole.streets == result.streets
        for filter_ in result.streets:
            less = parse_range(without_street(text, filter_.street))
            assert np.array_equal(less.weights, result.weights)
            assert less.streets == tuple(kept for kept in result.streets if kept != filter_)
