import json
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import COMBOS, TextError, card_mask, card_text, combo_index, combo_text, parse_cards, rank_of, suit_of
from engine.cli.main import main
from engine.ranges.holdem import HoldemRange, complement, format_range, live, parse_range
from engine.ranges.holdem_items import MAX_NESTED
from engine.ranges.holdem_meaning import read_pio
from engine.ranges.orders import find_order
from tests.fuzz_texts import GOOD, attempt

RANKS = "23456789TJQKA"


def texts(text, dialect="core"):
    """The weights of a range by the texts of its combos."""
    weights = parse_range(text, dialect).weights
    return {combo_text(i): float(weights[i]) for i in np.flatnonzero(weights)}


def classes(text, dialect="core"):
    """The names of the starting-hand classes of a range, which must be whole and of weight one."""
    sizes: dict[str, int] = {}
    for name, weight in texts(text, dialect).items():
        assert weight == 1.0
        top, low = name[0], name[2]
        kind = "" if top == low else "s" if name[1] == name[3] else "o"
        sizes[top + low + kind] = sizes.get(top + low + kind, 0) + 1
    assert all(size == (6 if len(n) == 2 else 4 if n[2] == "s" else 12) for n, size in sizes.items())
    return set(sizes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AA", "AA"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("akS", "AKs"),
        ("a10O", "ATo"),
        ("1010", "TT"),
        ("QQ+", "QQ KK AA"),
        ("AA+", "AA"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("A8o+", "A8o A9o ATo AJo AQo AKo"),
        ("T8+", "T8s T8o T9s T9o"),
        ("AKs+", "AKs"),
        ("T9s+", "T9s"),
        ("99-66", "99 88 77 66"),
        ("66-99", "99 88 77 66"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("T9s-65s", "T9s 98s 87s 76s 65s"),
        ("65s-T9s", "T9s 98s 87s 76s 65s"),
        ("QTs-86s", "QTs J9s T8s 97s 86s"),
        ("AQo-86o", "AQo KJo QTo J9o T8o 97o 86o"),
        ("K5-K2", "K5s K5o K4s K4o K3s K3o K2s K2o"),
        ("AKs-AKs", "AKs"),
        ("A5s - A2s", "A5s A4s A3s A2s"),
        ("A5s–A2s", "A5s A4s A3s A2s"),
        ("A5s- A2s AA", "A5s A4s A3s A2s AA"),
        ("Axs", "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("2xo", "32o 42o 52o 62o 72o 82o 92o T2o J2o Q2o K2o A2o"),
        ("AA KK;QQ,JJ,, ;", "AA KK QQ JJ"),
        ("KK-JJ, !QQ", "KK JJ"),
        ("!QQ KK-JJ", "KK JJ"),
        ("Ax, !A2-AQ, !AK", "AA"),
    ],
)
def test_words_of_classes(text, expected):
    assert classes(text) == set(expected.split())


def test_the_climb_dialect_climbs_from_connectors_only():
    assert classes("T9s+", "climb") == {"T9s", "JTs", "QJs", "KQs", "AKs"}
    assert classes("98+", "climb") == {c + k for c in ("98", "T9", "JT", "QJ", "KQ", "AK") for k in "so"}
    for text in ("T8s+", "A8o+", "QQ+", "AK+"):
        assert classes(text, "climb") == classes(text)


def test_the_interpretation_of_connectors_is_reported():
    (notice,) = parse_range("AA, T9s+").notices
    assert "T9s alone" in notice
    assert "T9s-AKs" in notice
    assert parse_range("AKs+, T8s+, 99+").notices == ()
    assert parse_range("T9s+", "climb").notices == ()


@pytest.mark.parametrize("text", ["random", "any", "*", "100%", "RANDOM", "Any", "100.0%"])
def test_every_combo(text):
    assert parse_range(text) == HoldemRange(np.ones(1326))


def test_a_rank_with_any_second_card():
    assert classes("Ax") == {"AA"} | {"A" + low + kind for low in RANKS[:-1] for kind in "so"}
    assert parse_range("Ax").count == 198
    held = texts("Ahx")
    assert len(held) == 51
    assert all("Ah" in name for name in held)
    assert texts("a♥X") == held
    assert texts("AhxH") == texts("a♥x♥") == {name: 1.0 for name in held if name[1] == name[3]}
    assert parse_range("7x").count == 6 + 12 * 16


def test_single_combos_in_any_order_and_writing():
    for text in ("AhKd", "KdAh", "a♥k♦", "A♥\ufe0fK♦\ufe0f", "aHKD"):
        assert texts(text) == {"AhKd": 1.0}
    assert texts("10c10d") == {"TdTc": 1.0}


def test_our_writing_of_a_combo_is_read_as_any_other():
    for first, second in permutations(map(card_text, range(52)), 2):
        result, read = parse_range(first + second), parse_range(f" {first}{second}")
        assert result == read
        assert (result.notices, result.notation) == (read.notices, read.notation)


@pytest.mark.parametrize(
    "text",
    ["AA:0.5", "AA:.5", "AA:50%", "AA@50", "AA@50%", "AA:5e-1", "AA : 0.5", "AA: 0.5", "AA :50%", "AA @ 50",
     "[50]AA[/50]", "[50.0] AA [/50%]", "50: AA", "50:AA", "50%: AA", "0.5(AA)", "50%(AA)",
     "AA; Weights: AA:50%", "AA weights: AA@50"],
)  # fmt: skip
def test_one_half_in_every_notation(text):
    range_ = parse_range(text)
    assert set(range_.weights) == {0.0, 0.5}
    assert range_.count == 6
    assert range_.notices == ()


def weights_of(text):
    """The weights of a range by class, which must be whole."""
    result = {}
    for name, weight in texts(text).items():
        kind = "" if name[0] == name[2] else "s" if name[1] == name[3] else "o"
        assert result.setdefault(name[0] + name[2] + kind, weight) == weight
    return result


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100: AA, AKs, 75: AQs, 50: AJs", {"AA": 1, "AKs": 1, "AQs": 0.75, "AJs": 0.5}),
        ("100: AA 99.5: AKs", {"AA": 1, "AKs": 0.995}),
        ("99: AA", {"AA": 0.99}),
        ("99:22", {"22": 0.99}),
        ("99:0.5", {"99": 0.5}),
        ("99:1", {"99": 1}),
        ("98s:25%, 98o:1.0", {"98s": 0.25, "98o": 1}),
        ("75:25%", {"75s": 0.25, "75o": 0.25}),
        ("AA,[25%]AKs[/25%]", {"AA": 1, "AKs": 0.25}),
        ("[82.0]QJs,99[/82.0],KK", {"QJs": 0.82, "99": 0.82, "KK": 1}),
        ("[50]AA[/50][25]KK[/25]QQ", {"AA": 0.5, "KK": 0.25, "QQ": 1}),
        ("AQs+, 0.4(JJ KK), 80%(22-33)", {"AQs": 1, "AKs": 1, "JJ": 0.4, "KK": 0.4, "22": 0.8, "33": 0.8}),
        ("AJs+; Weights: AQs:75%, AJs@50", {"AKs": 1, "AQs": 0.75, "AJs": 0.5}),
        ("AA,AKs:0.5,QQ-JJ:0.75,A5s-A4s:.25",
         {"AA": 1, "AKs": 0.5, "QQ": 0.75, "JJ": 0.75, "A5s": 0.25, "A4s": 0.25}),
        ("QQ+:0.5, !KK", {"AA": 0.5, "QQ": 0.5}),
        ("0: 22, 100: AA", {"AA": 1}),
        ("[0]AA[/0], KK", {"KK": 1}),
    ],
)  # fmt: skip
def test_weights(text, expected):
    assert weights_of(text) == expected


def test_the_later_weight_wins_and_a_notice_says_so():
    range_ = parse_range("AKs, AK:0.5")
    assert set(range_.weights) == {0.0, 0.5}
    (notice,) = range_.notices
    assert notice.startswith("AKs is given twice")
    assert weights_of("22+, AA:0") == {r * 2: 1.0 for r in RANKS[:-1]}
    assert weights_of("AA:0, AA") == {"AA": 1.0}
    assert len(parse_range("AA, AA").notices) == 1
    assert len(parse_range("22+, random:0.5").notices) == 1
    assert parse_range("AKs, AKo").notices == ()


def test_exclusions_and_weights_without_effect_are_reported():
    assert parse_range("AA, !KK").notices == ("'!KK' excludes nothing",)
    assert parse_range("AKs; Weights: AQs:75%").notices == ("AQs: has a weight but is not in the list; added",)


@pytest.mark.parametrize(
    ("text", "position", "hint"),
    [
        ("AKx+", 0, "did you mean AK+?"),
        ("AA, AKx+", 4, "did you mean AK+?"),
        ("AAs", 0, "did you mean AA?"),
        ("KK-AAo", 0, "a pair is never offsuit"),
        ("xA", 0, "did you mean Ax?"),
        ("randon", 0, "did you mean random?"),
        ("Ahxs", 0, "did you mean Ahx or Ahxh?"),
        ("Ax+", 0, "did you mean Ax?"),
        ("A", 0, "did you mean Ax?"),
        ("Ah", 0, "a hand has two"),
        ("AhK", 0, "did you mean AK or AhKh?"),
        ("AhAh", 0, "the same card twice"),
        ("AhTd-AdTd", 0, "the same suits"),
        ("AhKh-QhTh", 0, "the ends of a span"),
        ("KQs-AQs", 0, "the ends of a span"),
        ("AA-A2", 0, "the ends of a span"),
        ("K7s-A2s", 0, "the ends of a span"),
        ("A5s-A2", 0, "did you mean A5s-A2s?"),
        ("T9s-87o", 0, "both ends of a span are suited"),
        ("99-", 0, "not a hand"),
        ("99 - ", 3, "not a hand"),
        ("0.1%", 0, "no combo is left in this range: 0.1% is 0 combos"),
        ("AA, 101%", 4, "at most 100%"),
        ("15%6h", 0, "did you mean 15%?"),
        ("%", 0, "not a hand"),
        ("-5%", 0, "did you mean 5%?"),
        ("1e1%", 0, "not a hand"),
        ("!15%", 0, "did you mean random, !15%?"),
        ("AA, !15%:0.5", 4, "have no weight"),
        ("foldprofile", 0, "did you mean fold-profile?"),
        ("AxKx", 0, "did you mean AKs?"),
        ("AwKy+", 0, "did you mean AKo+?"),
        ("AA:50", 0, "did you mean 50%?"),
        ("AA:1.5", 0, "above 1"),
        ("AA:-0.5", 0, "not a weight"),
        ("AA:half", 0, "not a weight"),
        ("AA:", 0, "the weight is missing"),
        ("AA@101", 0, "above 100%"),
        ("AA:101%", 0, "above 100%"),
        ("AA:0.5:0.5", 0, "not a weight"),
        ("AA:nan", 0, "not a weight"),
        ("AA:٥", 0, "not a weight"),
        (":0.5", 0, "no hand here"),
        ("AcKc=0.5", 0, "did you mean AcKc:0.5?"),
        ("QQ, !77:0.5", 4, "have no weight"),
        ("!", 0, "no hand here"),
        ("22+!77", 0, "write a comma before '!'"),
        ("!77", 0, "did you mean random, !77?"),
        ("", 0, "no hand is given"),
        (" ,; ", 0, "no hand is given"),
        ("AA:0", 0, "no combo is left"),
        ("77, !77", 0, "no combo is left"),
        ("AA, [50]KK", 4, "never closed"),
        ("AA[/50]", 2, "never opened"),
        ("[50]AA[/25]", 6, "does not match the opening tag"),
        ("[50][25]AA[/25][/50]", 4, "cannot be nested"),
        ("[50]AA:0.5[/50]", 4, "already has the weight"),
        ("[150]AA[/150]", 0, "above 100%"),
        ("[AA]", 0, "does not belong here"),
        ("80%(AA", 0, "never closed"),
        ("80%(AA]", 6, "does not belong here"),
        ("AA)", 2, "never opened"),
        ("(AA)", 0, "does not belong here"),
        ("80(AA)", 0, "above 1"),
        ("0.5(KK 0.5(AA))", 7, "cannot be nested"),
        ("AA, 75: AQs", 4, "need one too"),
        ("75: AQs:0.5", 4, "already has the weight"),
        ("75: [50]AA[/50]", 4, "cannot be nested"),
        ("150: AA", 0, "above 100%"),
        ("100: 100%", 0, "'100' is not a hand"),
        ("100: 15%", 0, "15%@75"),
        ("Weights: AA:50%", 0, "follows a list"),
        ("AA; Weights: KK", 13, "needs a weight"),
        ("#UTG# AA", 0, "tags"),
        ("AA/KK", 0, "not a hand"),
        ("\u212aK", 0, "did you mean KK?"),
        ("A\u017fKs", 0, "did you mean AsKs?"),
    ],
)  # fmt: skip
def test_errors_give_their_position(text, position, hint):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    assert caught.value.position == position
    assert hint in caught.value.message


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("KQo, ATs+, 22+", "22+, ATs+, KQo"),
        ("22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo", "22+, A2s+, K9s+, QTs+, JTs, A9o+, KTo+, QJo"),
        ("AKs, AKo", "AK"),
        ("AQs+ AQo+ AJs-ATs", "ATs+, AQo+"),
        ("66-99,AhAd", "99-66, AhAd"),
        ("65s 76s 87s", "87s-65s"),
        ("65s 76s", "76s, 65s"),
        ("*", "random"),
        ("*:0.25", "random:0.25"),
        ("KK:50%, AA, QQ@50", "AA, KK-QQ:0.5"),
        ("AcKc AsKs AhKh", "AsKs, AhKh, AcKc"),
        ("AsKs AhKh AdKd AcKc", "AKs"),
        ("KdAh, AsAh", "AsAh, AhKd"),
        ("Ax", "AA, A2+"),
    ],
)
def test_the_canonical_text(text, canonical):
    assert format_range(parse_range(text)) == canonical
    assert format_range(parse_range(canonical)) == canonical


def test_no_weights_no_text():
    assert format_range(HoldemRange(np.zeros(1326))) == ""


def test_live_removes_the_combos_with_known_cards():
    weights = parse_range("AA, KK:0.5").weights
    mask = card_mask(c for c, _ in parse_cards("Ah Kd 2c"))
    left = live(weights, mask)
    assert np.count_nonzero(left) == 6
    assert left.sum() == 3 + 1.5
    assert weights.sum() == 9
    assert np.array_equal(live(weights, 0), weights)
    every = live(np.ones(1326), mask)
    assert every.sum() == 49 * 48 / 2


def test_ranges_are_frozen_and_equal_by_their_weights():
    one, other = parse_range("AA, KK"), parse_range("KK, AA, AA")
    assert one == other
    assert hash(one) == hash(other)
    assert one != parse_range("AA")
    assert one != "AA, KK"
    with pytest.raises(ValueError, match="read-only"):
        one.weights[0] = 1.0
    source = np.ones(1326)
    range_ = HoldemRange(source)
    source[0] = 0.5
    assert range_.weights[0] == 1.0


@pytest.mark.parametrize("weights", [np.ones(1325), np.full(1326, 1.5), np.full(1326, -0.5), np.full(1326, np.nan)])
def test_impossible_weights_raise_errors(weights):
    with pytest.raises(ValueError, match="1326 weights"):
        HoldemRange(weights)


def test_every_class_by_its_definition():
    for top in range(13):
        for low in range(top + 1):
            for kind in [""] if top == low else ["", "s", "o"]:
                weights = parse_range(RANKS[top] + RANKS[low] + kind).weights
                for a, b in COMBOS:
                    ranks = {rank_of(a), rank_of(b)}
                    same_suit = suit_of(a) == suit_of(b)
                    inside = ranks == {top, low} and (kind == "" or same_suit == (kind == "s"))
                    assert weights[combo_index(a, b)] == inside


@pytest.mark.parametrize("text", ["A-{}A", "100{}x", "100{0}%{0}x", "[{0}5{0}x", "AA{0}:{0}x", "A5s{0}-{0}KK"])
def test_long_blanks_are_read_in_one_pass(text):
    """A pattern that tries every split of the blanks would take minutes here; the message stays short."""
    with pytest.raises(TextError) as caught:
        parse_range(text.format(" " * 200_000))
    assert len(caught.value.message) < 200


READABLE = [text for text in GOOD if ">" not in text and isinstance(attempt(text, "core"), HoldemRange)]


@pytest.mark.parametrize("text", READABLE)
def test_it_is_the_complement_in_every_notation(text):
    result = parse_range(f"random, !({text})")
    assert np.array_equal(result.weights, complement(parse_range(text)).weights)


def test_a_weighted_exclusion_removes_its_share_of_the_weight():
    result = parse_range("AA, KK:0.5, QQ, !(AA:0.25, KK:0.5)").weights
    for pair, weight in (("AA", 0.75), ("KK", 0.25), ("QQ", 1.0)):
        assert result[parse_range(pair).weights > 0] == pytest.approx(weight)


def test_a_single_word_needs_no_brackets():
    assert parse_range("random, !(15%)") == parse_range("random, !15%")
    played = parse_range("random, !fold-profile").weights
    assert played == pytest.approx(1 - parse_range("fold-profile").weights)


def test_a_weighted_list_excludes_completely():
    assert parse_range("50: AA, KK, !KK") == parse_range("AA:0.5")
    assert parse_range("50: AA, KK, !(KK)") == parse_range("AA:0.5")


def test_the_order_and_the_dialect_hold_inside():
    assert parse_range("random, !(20%)", order=find_order("v3")) == parse_range("random, !20%", order=find_order("v3"))
    assert parse_range("random, !(T9s+)", "climb").count == 1326 - 5 * 4


def test_notices_and_the_notation_come_out():
    result = parse_range("random, !(100: AA, 50: AA)")
    assert result.notation == "equilab"
    assert "given twice" in result.notices[0]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("random, !(AA, Zz)", 14),
        ("random, !(AA, !(KK, Zz))", 20),
        ("random, !(AA", 8),
        ("random, !()", 10),
        ("random, !(AA))", 13),
        ("[50]AA, !(KK)[/50]", 8),
        ("!(AA)", 0),
    ],
)
def test_errors_inside_brackets_give_their_position(text, position):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    assert caught.value.position == position


def test_deep_brackets_raise_an_error():
    parse_range("random, !(" * MAX_NESTED + "AA" + ")" * MAX_NESTED)
    with pytest.raises(TextError, match="too many"):
        parse_range("random, !(" * 5000 + "AA" + ")" * 5000)


@given(st.text(alphabet="!()AK,x ", max_size=24))
@settings(max_examples=300, deadline=None)
def test_any_brackets_give_a_range_or_an_error_inside_the_text(text):
    result = attempt(text, "core")
    if isinstance(result, TextError):
        assert 0 <= result.position <= max(len(text) - 1, 0)
    else:
        assert result.weights.any()


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("QsQh+", "QsQh, KsKh, AsAh"),
        ("QhQs+", "QsQh, KsKh, AsAh"),
        ("AhAs-QhQs", "AhAs, KhKs, QhQs"),
        ("TsTh - QhQs", "TsTh, JsJh, QsQh"),
        ("AhTd+", "AhTd, AhJd, AhQd, AhKd"),
        ("JdAh+", "AhJd, AhQd, AhKd"),
        ("A♥5♥-A♥3♥", "Ah5h, Ah4h, Ah3h"),
        ("10s9s-8s7s", "Ts9s, 9s8s, 8s7s"),
        ("9h8d+", "9h8d"),
    ],
)
def test_spans_of_suits(text, hands):
    assert parse_range(text) == parse_range(hands)


def test_spans_of_suits_climb_in_the_dialect_that_climbs():
    assert parse_range("QhJd+", "climb") == parse_range("QhJd, KhQd, AhKd")
    (text,) = parse_range("QhJd+").notices
    assert text == "QhJd+ is QhJd alone; other programs read it as QhJd-AhKd"


@pytest.mark.parametrize(
    ("text", "same"),
    [("25o", "52o"), ("KAs", "AKs"), ("910s", "T9s"), ("TAs+", "ATs+"), ("5As-2As", "A5s-A2s"), ("QA", "AQ")],
)
def test_the_lower_rank_may_stand_first(text, same):
    result = parse_range(f"22, {text}")
    assert result == parse_range(f"22, {same}")
    assert result.notices == (f"'{text}' is read as {same}",)
    assert format_range(result).endswith(format_range(parse_range(same)))


@pytest.mark.parametrize(
    ("text", "ours", "notices"),
    [
        ("AA,AKs:0.5", "AA, AKs:0.5", 0),
        ("AA:0.25,AA", "AA:0.25", 1),
        ("AA:0 AA:1 KK", "KK", 1),
        ("AA:2,KK:1,QQ:0.5", "AA, KK:0.5, QQ:0.25", 1),
        ("QJs+;2h2s:100", "QJs:0.01, KQs:0.01, AKs:0.01, 2h2s", 1),
        ("JhJs+:0.5,JJ", "JsJh:0.5, QsQh:0.5, KsKh:0.5, AsAh:0.5, JsJd, JsJc, JhJd, JhJc, JdJc", 1),
        ("25o", "52o", 1),
    ],
)
def test_texts_of_pio(text, ours, notices):
    result = read_pio(text)
    np.testing.assert_allclose(result.weights, parse_range(ours).weights, atol=1e-15)
    assert len(result.notices) == notices
    assert result.notation == "pio"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "no hand is given"),
        ("AA:0", 0, "no combo is left"),
        ("KK, AAx", 4, "did you mean AA?"),
        ("KK,AA:x", 6, "'x' is not a weight"),
        ("KK,AA:-1", 6, "'-1' is not a weight"),
        ("KK,AA:50%", 6, "'50%' is not a weight"),
        ("KK,AA:", 6, "'' is not a weight"),
        ("KK,:1", 3, "not a hand"),
        ("KK > flop set", 3, "'>'"),
    ],
)
def test_errors_in_texts_of_pio(text, position, message):
    with pytest.raises(TextError) as caught:
        read_pio(text)
    assert caught.value.position == position
    assert message in caught.value.message


def test_range_from_pio(capsys):
    assert main(["range", "AA:2,AA,QJs+", "--from", "pio", "--json"]) == 0
    meaning = json.loads(capsys.readouterr().out)
    assert meaning["canonical"] == "AA, AKs-QJs:0.5"
    assert len(meaning["notices"]) == 2
    assert main(["range", "A29", "--game", "razz", "--from", "pio"]) == 2
