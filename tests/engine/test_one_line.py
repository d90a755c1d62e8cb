"""A scenario as one line of text: what it means, that it comes back as it was, and where it is wrong."""

import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import RunOptions, Scenario, ScenarioError, Seat, dumps, loads, problems
from engine.scenario import PreflopPanel, SubRange
from engine.scenario.kelly import read_panel
from engine.table.one_line import FIELD, format_line, is_line, parse_line
from tests.function_calls import calls
from tests.fuzz_lines import check_line, check_table, random_line, random_table
from tests.fuzz_texts import holdem_text, razz_hands


def seats(*texts):
    return tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(texts))


MEANT = {
    "AhKh v random": Scenario("holdem", seats("AhKh", "random")),
    "AhKh v 22+,ATs+ v random | 7h8h2c | dead Ks2d": Scenario(
        "holdem", seats("AhKh", "22+,ATs+", "random"), "7h8h2c", "Ks2d"
    ),
    '"Hero": AhKh v "BB": 22+': Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "22+"))),
    "AhKh v fold 15%": Scenario("holdem", (Seat("Seat 1", "AhKh"), Seat("Seat 2", "15%", True))),
    'AhKh v fold "BB" : 15%': Scenario("holdem", (Seat("Seat 1", "AhKh"), Seat("BB", "15%", True))),
    'AhKh V "BB": FOLD 15% ': Scenario("holdem", (Seat("Seat 1", "AhKh"), Seat("BB", "15%", True))),
    "AhKh v fold fold-profile": Scenario("holdem", (Seat("Seat 1", "AhKh"), Seat("Seat 2", "fold-profile", True))),
    "AA v KK | order v3 | dialect climb": Scenario("holdem", seats("AA", "KK"), dialect="climb", order="v3"),
    'AA v KK | order "my | own"': Scenario("holdem", seats("AA", "KK"), order="my | own"),
    "AA v KK|7h8h2c|dead Ks": Scenario("holdem", seats("AA", "KK"), "7h8h2c", "Ks"),
    "AA v KK |  | dead Ks | ": Scenario("holdem", seats("AA", "KK"), dead="Ks"),
    "AA\u00a0v\u00a0KK\u00a0|\u00a0dead\u00a0Ks": Scenario("holdem", seats("AA", "KK"), dead="Ks"),
    "holdem | AhAd": Scenario("holdem", seats("AhAd")),
    "AhAd |": Scenario("holdem", seats("AhAd")),
    "AhAd": Scenario("holdem", seats("AhAd")),
    "AA v  v KK v": Scenario("holdem", seats("AA", "", "KK", "")),
    "22+ > flop top pair+ v KK": Scenario("holdem", seats("22+ > flop top pair+", "KK")),
    '"a v b | \\"c\\" \\\\": AA v "d:": KK': Scenario("holdem", (Seat('a v b | "c" \\', "AA"), Seat("d:", "KK"))),
    "razz | A29 v (7-7-7) v fold xxK | dead QJ": Scenario(
        "razz", (*seats("A29", "(7-7-7)"), Seat("Seat 3", "xxK", True)), dead="QJ"
    ),
    "Razz | A29": Scenario("razz", seats("A29")),
    'AA v KK | action 1 "raise": KK+ | action 1 "call" color 4: QQ': Scenario(
        "holdem", seats("AA", "KK"), subranges=(SubRange(0, "raise", "KK+", 0), SubRange(0, "call", "QQ", 4))
    ),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_line_means_a_scenario(text):
    assert parse_line(text) == MEANT[text]
    assert parse_line(format_line(MEANT[text])) == MEANT[text]


@pytest.mark.parametrize(
    "text",
    [
        "AhKh v random",
        "AhKh v 22+,ATs+ v random | 7h8h2c | dead Ks2d",
        '"Hero": AhKh v "BB": 22+',
        "AhKh v fold 15%",
        "AA v KK | dialect climb | order v3",
        "razz | A29 v (7-7-7) v fold xxK | dead QJ",
        "holdem | AhAd",
        "AhAd | 7h8h2c",
        '"Hero": v "Seat 2":',
        'AA v KK | action 1 "raise": KK+',
    ],
)
def test_a_line_is_written_as_one_would_write_it(text):
    assert format_line(parse_line(text)) == text


WRONG = {
    '"Hero: AhKh v KK': (FIELD, 0, "not closed"),
    'AA v "BB" 22+': (FIELD, 9, "seat 2: expected a colon"),
    'AA v 22+ "BB"': (FIELD, 9, "seat 2: write a name in quotes"),
    'AA v "a\\x": KK': (FIELD, 7, "in quotes a"),
    "AA v KK | 7h8h2c | Ks": (FIELD, 19, "two parts with the board"),
    "AA v KK | dead Ks | dead Qs": (FIELD, 20, "two parts with the dead"),
    "AA v KK | 7h v 8h": (FIELD, 12, "write the seats before"),
    "AA v KK | action raise: 22": (FIELD, 17, "an action is written"),
    'AA v KK | action 0 "raise": 22': (FIELD, 17, "number 1"),
    'AA v KK | action 9 "raise": 22': ("subranges[0].seat", None, "no seat 8"),
    'razz | A29 v 345 | action 1 "raise": A29': ("subranges", None, "none in razz"),
    "AA v KK | dialect pio": ("dialect", None, "climb"),
    " v ".join(["x"] * 11): ("seats", None, "1 to 10"),
    f'"{"n" * 1001}": AA v KK': ("seats[0].name", None, "1,000"),
}


@pytest.mark.parametrize("text", WRONG)
def test_errors_have_a_position(text):
    with pytest.raises(ScenarioError) as caught:
        parse_line(text)
    problem = caught.value.problems[0]
    assert (problem.field, problem.position) == WRONG[text][:2]
    assert WRONG[text][2] in problem.message


def test_hands_that_cannot_be_read_name_their_seat():
    result = problems(parse_line("AhKh v 22+, AKx+ | 7h 8h 2c"))[0]
    assert (result.field, result.position) == ("seats[1].cards", 5)


def test_only_a_text_with_a_separator_is_a_line():
    assert all(map(is_line, ("AA v KK", "razz | A29", "AA\u00a0v KK")))
    assert not any(map(is_line, ("AhKh", "22+, ATs+", "AAvKK", "table v2.json", "a|b", "")))


def test_options_of_the_run_and_of_pages_are_left_out():
    scenario = Scenario(
        "holdem",
        seats("AA", "KK"),
        run=RunOptions(seed=7),
        kelly=read_panel({"bankroll": 5}),
        preflop=PreflopPanel(rake=0.5),
    )
    assert parse_line(format_line(scenario)) == Scenario("holdem", seats("AA", "KK"))


AWKWARD = st.sampled_from(
    (
        " v ",
        " | ",
        '"',
        "\\",
        "fold ",
        "dead",
        "board ",
        "razz",
        ":",
        ",",
        "\n",
        "\u2028",
        "\u00a0",
        "v",
        "|",
        "é",
        "\ud800",
    )
)
TEXTS = st.lists(AWKWARD | st.text(max_size=5), max_size=6).map("".join)
GENERATORS = st.integers(0, 2**32).map(random.Random)
HANDS = {
    "holdem": TEXTS | GENERATORS.map(holdem_text) | st.sampled_from(("AhKh", "22+, ATs+:0.5", "random", "15%", "")),
    "razz": TEXTS | GENERATORS.map(razz_hands) | st.sampled_from(("A29", "(7-7-7)", "[A,2,5]x 7-", "x", "")),
}


@st.composite
def scenarios(draw):
    """Any scenario that a file can hold, with the run options, Kelly and pre-flop values of a new one."""
    game = draw(st.sampled_from(sorted(HANDS)))
    most = {"holdem": 10, "razz": 8}[game]
    seat = st.builds(Seat, TEXTS, HANDS[game], st.booleans()) | HANDS[game]
    drawn = draw(st.lists(seat, min_size=1, max_size=most))
    table = tuple(Seat(f"Seat {i + 1}", s) if isinstance(s, str) else s for i, s in enumerate(drawn))
    part = st.builds(SubRange, st.integers(0, len(table) - 1), TEXTS, st.just(""), st.integers(0, 5))
    parts = draw(st.lists(part, max_size=3)) if game == "holdem" else ()
    cards = st.sampled_from(("", "7h8h2c", "Ks 2d")) | TEXTS
    order = st.none() | st.sampled_from(("v1", "v3")) | TEXTS
    scenario = Scenario(
        game,
        table,
        draw(cards),
        draw(cards),
        dialect=draw(st.sampled_from(("core", "climb"))),
        order=draw(order),
        subranges=tuple(parts),
    )
    try:
        return loads(dumps(scenario))  # without halves of characters, which no file holds
    except ScenarioError:
        return replace(scenario, order=None, board="", dead="")


@given(scenarios())
@example(Scenario("holdem", (Seat("Seat 1", "razz"),), board="7h8h2c"))
@example(Scenario("holdem", (Seat("Seat 1", "fold"), Seat("", "", True))))
@example(Scenario("holdem", (Seat("Seat 1", "AA"),), order="v"))
@example(Scenario("holdem", (Seat("Seat 1", "AA"),), order="my own"))
@example(Scenario("holdem", (Seat("Seat 1", "AA"),), order=""))
def test_every_scenario_comes_back_from_its_line(scenario):
    line = format_line(scenario)
    assert len(line.splitlines()) == 1
    assert is_line(line)
    assert parse_line(line) == scenario
    assert parse_line(f" {line}\n") == scenario


@given(TEXTS | st.lists(TEXTS, min_size=2, max_size=5).map(" v ".join) | st.lists(TEXTS, max_size=5).map(" | ".join))
def test_any_text_is_a_scenario_or_an_error_with_a_place_in_it(text):
    try:
        result = parse_line(text)
    except ScenarioError as error:
        problem = error.problems[0]
        assert problem.field != FIELD or 0 <= problem.position <= len(text)
        return
    assert parse_line(format_line(result)) == result


@given(GENERATORS)
def test_tables_as_players_have_them_come_back_from_their_lines(generator):
    check_table(random_table(generator))


@given(GENERATORS)
def test_lines_with_slips_are_tables_or_errors_with_a_field(generator):
    check_line(random_line(generator))


MILLION = 1_000_000
HUGE = {
    "seats": " v " * (MILLION // 3),
    "parts": "AA v KK" + " | " * (MILLION // 3),
    "strings": "AA v KK | " + '""' * (MILLION // 2),
    "quotes": '"' * MILLION,
    "a name": f'"{"n" * MILLION}": AA v KK',
    "escapes": '"' + '\\"' * (MILLION // 2) + ": AA v KK",
    "a hand": "AA v " + "22+," * (MILLION // 4),
    "a quoted hand": 'AA v "' + "22+," * (MILLION // 4) + '"',
    "a razz hand": "razz | x v " + "(" * MILLION,
    "a filter": "AA v 22+ > flop " + "!(" * (MILLION // 2),
    "dead": "AA v KK | dead " + "Ks" * (MILLION // 2),
    "control characters": "AA v KK | " + "\x00\x01" * (MILLION // 2),
    "lines": "\n".join(["AA v KK"] * (MILLION // 8)),
    "actions": "AA v KK" + ' | action 1 "r": 22' * (MILLION // 19),
    "an order": "AA v KK | order " + "x" * MILLION,
    "signs of other alphabets": "AA v " + "\U0001f0a1" * (MILLION // 4),
}


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_line_is_rejected_without_reading_all_of_it(kind):
    def read():
        raise ScenarioError(*problems(parse_line(HUGE[kind])))

    assert calls(read) < MILLION / 50
    with pytest.raises(ScenarioError) as caught:
        read()
    text = caught.value.problems[0]
    assert text.field
    assert len(text.message) < 300
    assert text.position is None or 0 <= text.position <= MILLION
