"""Questions as players say them: who they are about, what they mean, and that the printed reading can be read again."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Scenario, ScenarioError
from engine.cli.main import main
from engine.questions.answer import TableQuestion, event_reader, solve_question
from engine.questions.expression import Event
from engine.questions.library import shipped_questions
from engine.questions.one_text import question_of_text, question_text
from engine.questions.sentence import clauses
from engine.questions.typed import calculation_of_typed, read_typed, to_grammar
from engine.table.one_line import parse_line

GUIDE = Path(__file__).parents[2] / "resources" / "guide"
HOLDEM = parse_line('"Hero": AhKh v "Bob": 22+ v "Villain": QJs | Kd7h2h')
RAZZ = parse_line('razz | "Hero": A23 v "Bob": 45K v "Villain": 678')
PREFLOP = parse_line("AhKh v 22+ v QJs")
TABLES = {"holdem": HOLDEM, "razz": RAZZ}


def read(table: Scenario, text: str, selected: int | None = None) -> str:
    return read_typed(table, text, (), selected)


def refusal(table: Scenario, text: str, selected: int | None = None) -> str:
    with pytest.raises(ScenarioError) as caught:
        read_typed(table, text, (), selected)
    problem = caught.value.problems[0]
    assert problem.field == "question"
    assert problem.position is not None
    assert 0 <= problem.position <= len(text)
    return problem.message


def events(table: Scenario, text: str) -> tuple[Event[Any] | None, ...]:
    """Return the parsed event and condition of a text in the grammar, for comparison."""
    question, parse = question_of_text(table, text), event_reader(table)
    return tuple(parse(part) if part else None for part in (question.event, question.given))


PREDICATES = {
    "holdem": (
        *("has a flush", "has a set", "makes a full house", "has a pair", "hits a straight", "has second pair"),
        *("has a flush draw", "flops a set", "turns a flush draw", "rivers two pair", "has quads by the river"),
        *("has top pair or better on the turn", "has a set or trips on the turn", "has AA", "has queens", "holds AK"),
        *("has an ace and a king", "wins", "ties", "loses", "doesn't win", "is ahead", "is behind on the turn"),
        *("is not ahead on the flop", "never flops a set", "has no pair", "has exactly a pair", "flops a set with 77"),
        *("has AA or KK", "has top pair and a flush draw on the flop", "turn set", "flop tp & fd", "wins or ties"),
    ),
    "razz": (
        *("bricks fourth", "catches a king on fourth", "catches a K or Q on 5th street", "pairs on fifth"),
        *("makes an 8 low", "makes a wheel", "makes an 8 or better by sixth", "has a 7 low", "wins", "doesn't tie"),
        *("is ahead on fifth", "has an 8 or 9 low", "holds A2", "catches 9 or higher on fourth", "ends with a 6 low"),
    ),
}  # fmt: skip
"""What sentences say of a seat, all templates of it."""
WHO = (
    *("{n}", "seat {n}", "player {n}", "#{n}", "the {name}", "{name}", '"{name}"', "does seat {n}", "is {name}"),
    *("how often does seat {n}", "odds of seat {n}", "what is the chance that {name}"),
)  # fmt: skip


def seats_in(table: Scenario, text: str) -> set[int]:
    """Return the seats, from 1, that the event and the condition of a text are about."""
    return {atom.seat + 1 for event in events(table, text) if event is not None for atom in event.atoms()}


@pytest.mark.parametrize("game", TABLES)
def test_every_template_is_about_the_seat_in_the_sentence(game: str) -> None:
    # With nothing but pocket pairs, a set of Bob would mean a set or better.
    table, same = (
        parse_line('"Hero": AhKh v "Bob": 22+, AK v "Villain": QJs | Kd7h2h') if game == "holdem" else RAZZ,
        dict[str, str](),
    )
    for predicate in PREDICATES[game]:
        for number, name in enumerate(("Hero", "Bob", "Villain"), 1):
            for who in WHO:
                text = f"{who.format(n=number, name=name)} {predicate}"
                result = read(table, text)
                assert seats_in(table, result) == {number}, (text, result)
                plain = repr(events(table, result)).replace(f"seat={number - 1}", "seat=N")
                assert plain == same.setdefault(predicate, plain)
            condition = read(table, f"Bob wins given seat {number} {predicate}")
            assert seats_in(table, condition) == {2, number}, condition
            assert condition.startswith("2 wins given "), condition


def test_a_hand_means_its_seat_only_as_the_subject() -> None:
    assert read(PREFLOP, "QJs wins") == "3 wins"
    assert read(PREFLOP, "does 22+ have a set by the river") == "2 river set+"
    assert read(PREFLOP, "seat 2 have QJs") == "2 has QJs"
    assert read(parse_line('"Hero": AA v "Villain": 22+'), "how often does villain have AA") == "2 has AA"
    assert "could be Seat 1 or Seat 2" in refusal(parse_line("AA v AA"), "AA wins")
    named = parse_line('"Ten": AA v "Turn": KK v "Seat 2": QQ')
    assert read(named, "the turn a ten") == "turn T"
    assert read(named, "ten wins") == "1 wins"
    assert read(named, "Turn turns a set") == "2 turn set+"
    assert read(named, "seat 2 wins") == "3 wins"  # its name, which the player sees
    assert read(named, "2 wins") == "2 wins"


HERO_SECOND = '"Villain": QQ v "Hero": AhKh | Ks7h2d'
PRONOUNS = [
    (HERO_SECOND, None, "how often do I win", "2 wins"),
    (HERO_SECOND, 0, "how often do I win", "2 wins"),
    (HERO_SECOND, None, "villain has queens", "1 has QQ"),
    (HERO_SECOND, None, "does hero lose to villain", "1 wins"),
    (HERO_SECOND, None, "flop a set", "2 flop set"),
    ('"x": QQ v "hero": AhKh', None, "he has a set", "1 river set+"),
    ("AA v KK", 1, "how often do I win", "2 wins"),
    ("AA v KK", 1, "how often does villain win", "1 wins"),
    ("AA v KK", None, "how often do we chop", "1 ties"),
    ("77", None, "odds of flopping a set", "1 flop set+"),
    ("fold QQ v AA v KK", 2, "villain has a pair", "2 river pair+"),
    ("fold QQ v AA v KK", 2, "we chop", "2 ties"),
    ('"Villain": AA v "Bob": KK', 0, "how often do I win", "2 wins"),
    ('"Bob": QQ v "Hero": AhKh v "Villain": JJ', None, "villain loses to everybody", None),
    ('"Bob": QQ v "Hero": AhKh v "Villain": JJ', 0, "I win if villain has AK", "2 wins given 3 has AK"),
    ("AA v KK", None, "how often do I win", "Which seat is yours?"),
    ("AA v KK", None, "villain wins", "Which seat is yours?"),
    ("AA v KK", None, "flop a set", "Which seat is yours?"),
    ('"Hero": AA v KK v QQ', None, "how often does villain win", "“villain” could be Seat 2 or Seat 3"),
    ('"Hero": AA v KK v QQ', None, "I win if they have a set", "“they” could be Seat 2 or Seat 3"),
    ('"Hero": AA v KK v QQ', None, "both have a set", "“both” could be two of Hero, Seat 2 and Seat 3"),
    ('"Hero": AA v "Hero": KK', None, "I win", "several seats are called Hero"),
    ('"Hero": fold QQ v AA v KK', None, "I win", "has folded"),
    ("AA v KK", None, "seat 3 wins", "there is no seat 3"),
    ("AA v KK", None, '"Bob" wins', "no seat has this name"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "selected", "text", "meant"), PRONOUNS, ids=[f"{r[0]}: {r[2]}" for r in PRONOUNS])
def test_meaning_of_i_and_villain(line: str, selected: int | None, text: str, meant: str | None) -> None:
    table = parse_line(line)
    if meant is None:
        refusal(table, text, selected)
    elif meant[0].isdigit():
        assert read(table, text, selected) == meant
    else:
        assert meant in refusal(table, text, selected)


SAID = [
    ("how often does somebody have a set on the turn", "any turn set"),
    ("nobody has a pair", "not any now pair"),
    ("somebody does not have a pair", "not all now pair"),
    ("anyone else has a set on the flop", "2 flop set+ or 3 flop set"),
    ("no opponent has AA", "not (2 has AA or 3 has AA)"),
    (
        "somebody has top pair and a flush draw",
        "1 now top pair and 1 now flush draw or 2 now top pair and 2 now flush draw "
        "or 3 now top pair and 3 now flush draw",
    ),
    (
        "nobody flops a set or turns a flush",
        "not (1 flop set or 1 turn flush or 2 flop set+ or 2 turn flush or 3 flop set or 3 turn flush)",
    ),
    ("2 or 3 has top pair and wins", "2 now top pair and 2 wins or 3 now top pair and 3 wins"),
    ("I don't win or tie", "not 1 wins and not 1 ties"),
    ("2 doesn't have a set or a flush draw", "not 2 now set+, flush draw"),
    ("2 has a set or no flush draw", "2 now set+ or not 2 now flush draw"),
    ("2 and 3 tie", "2 ties and 3 ties"),
    ("seat 2 beats seat 3", "2 beats 3"),
    ("Bob doesn't lose to Villain", "not 3 beats 2"),
    ("2 and 3 lose to me", "1 beats 2 and 1 beats 3"),
    ("22+ is ahead of QJs on the flop", "2 beats 3 flop"),
    ("somebody beats me", "1 loses"),
    ("nobody beats me on the flop", "not 1 behind flop"),
    ("seat 3 beats me on the turn", "3 beats 1 turn"),
    ("I beat everybody", "1 wins"),
    ("hero or seat 2 has a pair", "1 now pair or 2 now pair"),
    ("neither 2 nor 3 has a pair", "not (2 now pair or 3 now pair)"),
    ("the pot is split", "any ties"),
    ("seat 2 has second pair", "2 now second pair"),
    ("2 has a set or a flush draw", "2 now set+, flush draw"),
    ("Bob has nothing or ace high or king high on the flop", "2 flop nothing, ace high, king high"),
    ("2 has AA or KK and I win", "2 has AA, KK and 1 wins"),
    ("2 has AA and KK", "2 has AA, KK"),
    ("if seat 2 has QQ, how often do I win?", "1 wins given 2 has QQ"),
    ("(I win or tie) and the turn is a heart", "(1 wins or 1 ties) and turn h"),
    ("P(1 wins | 2 has QQ)", "1 wins given 2 has QQ"),
    ("I flop two pair with AhKh if Bob has 77", "1 flop two pair given 1 has AhKh and 2 has 77"),
    ("an ace by the river", "board river A"),
    ("an ace or king on the turn or river", "turn [AK] or river [AK]"),
    ("ace of spades on the river", "river As"),
    ("the board has T, J, Q, K or A on the river", "board river [TJQKA]"),
    ("I win by the river", "1 wins"),
    ("I win by river", "1 wins by river rank"),
    ("I win per turn card", "1 wins by turn rank"),
    ("I lose by Bob river hand", "1 loses by 2 river hand"),
    ("it is not so that I win", "not 1 wins"),
    ("seat 2 has a flush by the turn if the turn pairs the board", "2 turn flush given turn pairs"),
    ("the board pairs on the river", "river pairs"),
    ("the board is paired by the turn", "board turn paired"),
    ("the board doesn't pair", "not board river paired"),
]


@pytest.mark.parametrize(("text", "meant"), SAID, ids=[text for text, _ in SAID])
def test_meaning_of_sentences(text: str, meant: str) -> None:
    assert read(HOLDEM, text) == meant


def test_statements_without_a_street_mean_the_current_board() -> None:
    for board, street in (("", "flop"), ("Kd7h2h", "now"), ("Kd7h2h9c", "now"), ("Kd7h2h9c4c", "now")):
        table = replace(HOLDEM, board=board)
        assert read(table, "seat 2 has a flush draw") == f"2 {street} flush draw"
        assert read(table, "seat 2 has a flush") == ("2 now flush" if board else "2 river flush+")
        assert read(table, "seat 2 makes a flush") == "2 river flush+"
        assert read(table, "seat 2 flops a flush draw") == "2 flop flush draw"
    river = replace(HOLDEM, board="Kd7h2h9c4c")
    assert solve_question(question_of_text(river, read(river, "seat 2 has a flush draw"))).probability == 0.0


REFUSED = [
    "who is ahead on the flop", "how often do unicorns fly", "I have the nuts", "1 wins if",
    "if 2 has AA", "how often", "how often,", "everybody doesn't win", "2 has a queen on the flop", "I win by the turn",
    "I have a set on the flop on the turn", "somebody beats somebody", "I win on the flop", "seat 2 or", "2 beats 2",
    "everybody beats me", "win in style",
    "2 doesn't have a set and a flush draw", "I don't win and tie", "seat 2 has top pair before the flop",
    " or ".join(["AA"] * 60),
    "seat 2 has a set, " * 15 + "blah",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=[text[:30] for text in REFUSED])
def test_error_quotes_the_words_not_understood(text: str) -> None:
    assert refusal(HOLDEM, text)


@pytest.mark.parametrize("game", TABLES)
def test_the_sentences_of_the_page_can_be_typed(game: str) -> None:
    table = TABLES[game]
    for named in shipped_questions(table.game):
        event, condition = clauses(named.question, table)
        said = f"{event} given that {condition}" if condition else event
        meant = question_of_text(table, named.question)
        if "two pair" not in said:  # by the river these are two pair or better
            assert events(table, read(table, said)) == events(table, question_text(replace(meant, by=""))), said


def check_readable(table: Scenario, text: str) -> None:
    """Check that the printed reading of a text is read as the same again: typed, asked for, and on a command line."""
    question = question_of_text(table, read(table, text))
    printed = question_text(question)
    assert read(table, printed) == printed
    assert question_of_text(table, question_text(question)) == question
    assert to_grammar(TableQuestion(table, printed)) == (question, "")
    assert question_of_text(table, read(table, f"how often {printed}")) == question


@pytest.mark.parametrize("game", TABLES)
def test_readings_of_all_templates_are_readable(game: str) -> None:
    table = TABLES[game]
    for predicate in PREDICATES[game]:
        check_readable(table, f"how often does seat 2 {predicate}")
        check_readable(table, f"{'villain' if ' with ' in predicate else 'nobody'} {predicate}")
        check_readable(table, f"how often do I win when Bob {predicate}")
        check_readable(table, f"if seat 2 {predicate}, how often do I lose?")


def guide_texts() -> list[str]:
    """Return all questions that the guide's pages about them have between backticks."""
    texts = []
    for name in ("ask", "ask-requests"):
        page = (GUIDE / f"{name}.md").read_text(encoding="utf-8").split("A request to `icm`")[0]
        texts += re.findall(r"`([^`]*)`", page)
    return [text for text in texts if " " in text and "\n" not in text and not text.startswith(("{", "Ctrl"))]


def test_all_texts_of_the_guide_are_readable() -> None:
    texts = guide_texts()
    assert len(texts) > 30
    for text in texts:
        if text.startswith("by ") or text.endswith((" hand", " rank", " low")):  # what splits an event
            text = f"1 wins by {text.removeprefix('by ')}"
        if calculation_of_typed(parse_line('"Hero": AhKh v 22+ | Kd7h2h'), text) is not None:
            continue
        errors = []
        for table in (*TABLES.values(), parse_line('"Hero": AhKh v "Villain": 22+ | Kd7h2h')):
            try:
                check_readable(table, text)
            except ScenarioError as error:
                errors.append(error)
        assert len(errors) < 3, (text, errors[0].problems)


HOLDEM_ATOMS = st.sampled_from([
    "1 flop top pair+", "2 turn flush draw, open-ended", "any turn set", "all flop top pair/K", "3 has QQ+, AK",
    '"Hero" wins', "2 ties", "3 loses", "1 ahead flop", "2 behind now", "board flop two-tone", "board river [TJQKA]",
    "turn [9TJ]", "turn pairs", "2 beats 3", "3 beats 1 turn", "river h", "board now Kd",
    "1 has (QQ, JJ)", "2 now low pair +",
])  # fmt: skip
RAZZ_ATOMS = st.sampled_from([
    "2 fourth [9-K]", "1 sixth pairs", "1 fifth low 8", "any seventh low 9", "all fourth 10", "2 has (8-8-)",
    '"Hero" wins', "3 ties", "1 ahead now", "2 behind sixth", "1 has [A2]x", "2 beats 3 fifth", "3 third 8",
])  # fmt: skip
SPLITS = {
    "holdem": st.sampled_from(["", "turn rank", "river rank", "1 flop hand", '"Bob" river hand']),
    "razz": st.sampled_from(["", "1 low", "2 fourth rank", '"Bob" seventh rank']),
}


def event_texts(atoms: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            inner.map("not ({})".format), inner.map("({})".format),
            st.tuples(inner, st.sampled_from(["and", "or", " AND ", "Or"]), inner).map(" ".join),
        ),
        max_leaves=6,
    )  # fmt: skip


@pytest.mark.parametrize(("game", "atoms"), [("holdem", HOLDEM_ATOMS), ("razz", RAZZ_ATOMS)])
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_any_question_is_readable(game: str, atoms: st.SearchStrategy[str], data: st.DataObject) -> None:
    table, texts = TABLES[game], event_texts(atoms)
    question = TableQuestion(table, data.draw(texts), data.draw(st.just("") | texts), data.draw(SPLITS[game]))
    text = question_text(question)
    assert question_of_text(table, text) == question
    check_readable(table, text)


ANY_WORDS = (
    "how often does do I villain seat 2 hero win wins beat ties has have flop turn river a an the set flush pair AA "
    "queens and or not if given by , ( ) on somebody nobody both it with no exactly now"
)


@given(text=st.lists(st.sampled_from(sorted(set(ANY_WORDS.split()))), max_size=12).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_random_words_are_read_or_rejected(text: str) -> None:
    for table in TABLES.values():
        try:
            printed = read(table, text)
        except ScenarioError:
            assert refusal(table, text)
        else:
            check_readable(table, printed)


def test_command_line_accepts_a_question_as_one_text(capsys: pytest.CaptureFixture[str]) -> None:
    line = "AhKh v QQ | Kd7h2h"
    assert main(["ask", line, "1 wins given 1 ahead flop"]) == 0
    whole = capsys.readouterr()
    assert main(["ask", line, "1 wins", "given 1 ahead flop"]) == 0
    assert capsys.readouterr().out == whole.out
    assert main(["ask", line, "how often does seat 1 win given it is ahead"]) != 0
    assert "I did not understand" in capsys.readouterr().err
    assert main(["ask", line, "how often does seat 1 win given seat 1 is ahead on the flop"]) == 0
    said = capsys.readouterr()
    assert said.out == whole.out
    assert "the question is read as: 1 wins given 1 ahead flop" in said.err
    assert main(["ask", line, "how often do I win"]) == 0  # whoever asks on a command line names his own hand first
    assert "the question is read as: 1 wins" in capsys.readouterr().err
    assert main(["ask", line, "what equity do i need to call 50 into 100"]) == 0
    assert '"equity_needed": 0.25' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("how often am I up against QQ", "2 has QQ"),
        ("how often do I win against QQ", "1 wins given 2 has QQ"),
        ("how often do I tie vs a set", "1 ties given 2 river set+"),
        ("how often do I flop a set against QQ", "1 flop set given 2 has QQ"),
        ("How often do I beat QQ", "1 wins given 2 has QQ"),
        ("do I beat kings", "1 wins given 2 has KK"),
        ("how often does my hand beat aces", "1 wins given 2 has AA"),
        ("how often do I crack his aces by the river", "1 wins given 2 has AA"),
        ("how often do I beat a set", "1 wins given 2 river set+"),
        ("How often do I lose to QQ", "1 loses given 2 has QQ"),
        ("how often am I beaten by QQ+", "1 loses given 2 has QQ+"),
        ("how often does a set beat me", "1 loses given 2 river set+"),
        ("how often do I tie with QQ", "1 ties given 2 has QQ"),
        ("how often am I ahead of QQ on the flop", "1 ahead flop given 2 has QQ"),
        ("how often am I behind QQ on the turn", "1 behind turn given 2 has QQ"),
        ("how often does villain beat AK", "2 wins given 1 has AK"),
        ("how often does AK beat QQ", "1 wins given 2 has QQ"),
        ("how often does QQ beat me", "2 wins given 2 has QQ"),  # not: how often any hand of his wins
        ("how often does QQ flop a set", "2 flop set+ given 2 has QQ"),
        ("how often do I beat villain", "1 wins"),
    ],
)
def test_the_hand_that_something_happens_against_is_a_condition(text: str, wanted: str) -> None:
    assert read(parse_line('"Hero":AhKh v 22+'), text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("how often do I beat QQ", "1 wins given 2 has QQ"),
        ("how often does my hand lose to KK", "1 loses given 2 has KK"),
        ("how often does QQ beat me", "1 loses given 2 has QQ"),
        ("how often do I tie with 87", "1 ties given 2 has 87"),
        ("how often am I ahead of 87 on fifth", "1 ahead fifth given 2 has 87"),
    ],
)
def test_in_razz_down_cards_that_one_beats_are_a_condition(text: str, wanted: str) -> None:
    assert read(parse_line('razz | "Hero": A29 v xx8'), text) == wanted


@pytest.mark.parametrize("text", ["how often do I beat an 8", "how often do I lose to a 9", "does an eight beat me"])
def test_in_razz_a_low_that_one_beats_is_not_taken_for_this_low_or_better(text: str) -> None:
    assert "I did not understand" in refusal(parse_line('razz | "Hero": A29 v xx8'), text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("how often do I beat an 8 low", "1 wins given 2 seventh low 8 and not 2 seventh low 7"),
        ("how often does villain beat a wheel low", None),
        ("how often does villain beat a five low", "2 wins given 1 seventh low 5"),
        ("how often do I beat a king low", "1 wins given 2 seventh low K and not 2 seventh low Q"),
    ],
)
def test_in_razz_a_low_that_one_beats_is_exactly_this_low(text: str, wanted: str | None) -> None:
    table = parse_line('razz | "Hero": A29 v xx8')
    if wanted is None:
        assert "I did not understand" in refusal(table, text)
    else:
        assert read(table, text) == wanted


AT_RAZZ, AT_HOLDEM = parse_line('razz | "Hero": A29 v xx8'), parse_line('"Hero":AhKh v 22+')


@pytest.mark.parametrize(
    ("table", "text"),
    [
        *((AT_RAZZ, text) for text in ("how often do I flop a set", "do I hit the flop", "1 flop set", "set over set")),
        *((AT_RAZZ, text) for text in ("how often do I have a flush draw", "how often does he have aces")),
        *((AT_RAZZ, text) for text in ("how often does villain have a pair of queens", "my equity when he has a set")),
        *((AT_HOLDEM, text) for text in ("how often do I brick fourth", "how often do I make an 8 low")),
        *((AT_HOLDEM, text) for text in ("how often do I beat an 8 low", "how often does he beat a seven low")),
        *((AT_HOLDEM, text) for text in ("1 fourth [9-K]", "how often does he have two wheel cards in the hole")),
        (parse_line("razz | A29 v x v x v x v x v x v x v x"), "how often does seat 1 flop a set"),
    ],
)
def test_a_question_about_the_other_game_says_so(table: Scenario, text: str) -> None:
    there, here = ("hold'em", "razz") if table.game == "razz" else ("razz", "hold'em")
    message = refusal(table, text)
    assert message.startswith(f"I can answer this in {there}, but the table is {here}: switch the game, or ask “")


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (AT_RAZZ, "how often do I beat an eight"),  # in hold'em it could be read as a hand with an eight
        (AT_RAZZ, "how often do I get a ride"),
        (AT_HOLDEM, "how often do I get a ride"),
        (AT_HOLDEM, "how often do I flip a sett"),
    ],
)
def test_a_question_about_neither_game_is_not_understood(table: Scenario, text: str) -> None:
    assert refusal(table, text).startswith("I did not understand")


def test_one_of_several_opponents_has_the_hand_that_i_beat() -> None:
    table = parse_line('"Hero":AhKh v 22+ v ATs+, KK+')
    assert read(table, "how often do I beat KK") == "1 wins given 2 has KK or 3 has KK"


def test_a_question_is_understood_before_the_table_has_hands() -> None:
    table = parse_line('"Hero":AhKh v 22+')
    empty = replace(table, seats=tuple(replace(seat, cards="") for seat in table.seats))
    for text in ("how often do I flop a set", "my equity when villain has a set", "mdf against a 75% pot bet"):
        assert read(empty, text) == read(table, text)
    assert "Did you mean: “" in refusal(empty, "how often do I purple")


@pytest.mark.parametrize("text", ["²", "² wins", "seat ² wins", "#² wins"])
def test_a_raised_digit_is_no_seat(text: str) -> None:
    assert refusal(HOLDEM, text)


def test_the_questions_of_the_readme_are_understood() -> None:
    text = (GUIDE.parents[1] / "README.md").read_text(encoding="utf-8")
    paragraph = text[text.index("**Anything else.**") :].split("\n\n")[0]
    questions = [" ".join(quoted.split()) for quoted in re.findall(r"`([^`]+)`", paragraph) if quoted != "Ctrl+K"]
    assert len(questions) == 3
    for question in questions:
        assert read(parse_line('"Hero":AhKd v 22+, ATs+, KQo'), question) != question
