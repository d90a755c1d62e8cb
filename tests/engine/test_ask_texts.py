"""Questions as one text: its parts, its sentence and menus, its other readings, the questions that ship."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import GAMES, CancelToken, RunOptions, Scenario, ScenarioError, loads
from engine.cards import TextError
from engine.questions.answer import answer_steps, solve_question
from engine.questions.library import NamedQuestion, dump_questions, read_questions, shipped_questions
from engine.questions.one_text import question_of_text, question_parts, remove_seat
from engine.questions.readings import answer_with_readings, differ, other_readings
from engine.questions.sentence import clauses, sentence
from engine.scenario import AskPanel
from engine.table.folding import dealt_in
from engine.table.one_line import parse_line

RESOURCES = Path(__file__).parents[2] / "resources"
FOLDERS = ("examples", "templates")
TABLES = [path for folder in FOLDERS for path in sorted((RESOURCES / folder).glob("*.steelwheel"))]
TURN = parse_line("AhKh,AsQd v 9s9d,JhTh v 8s8c | Kd7h2h9c")
RAZZ = parse_line("razz | A23478 v A456TJ")


def test_the_parts_of_a_text() -> None:
    parts = question_parts("How often  1 wins given (turn h or 2 ties) by turn rank ")
    assert {key: part.text for key, part in parts.items()} == {
        "event": "1 wins", "given": "(turn h or 2 ties)", "by": "turn rank",
    }  # fmt: skip
    assert parts["event"].start == 11
    assert question_parts('"given" wins').keys() == {"event"}
    with pytest.raises(TextError):
        question_parts("1 wins by turn rank by river rank")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("1 wns", 2),
        ("1 wins given turn x", 18),
        ("1 wins given ", 13),
        ("1 wins by turn rnk", 15),
        ("how often 1 wins and", 20),
        ("", 0),
        ("1 wins by turn rank by river rank", 20),
    ],
)
def test_error_positions_are_those_of_the_complete_text(text: str, position: int) -> None:
    with pytest.raises(ScenarioError) as caught:
        question_of_text(TURN, text)
    problem = caught.value.problems[0]
    assert (problem.field, problem.position) == ("question", position)


SENTENCES = {
    "1 flop top pair+": "Seat 1 | on the flop | has top pair or better | +",
    "3 beats 2 and 1 beats 3 turn":
        "Seat 3 | beats | Seat 2 | and | Seat 1 | beats | Seat 3 | on the turn | +",
    "river pairs or turn h": "the river | pairs the board | or | the turn | is a heart | +",
    "not 1 wins and board turn two-tone": "not | Seat 1 | wins | and | the board | on the turn | is two-tone | +",
    "any turn set and not all river low pair+":
        "somebody | on the turn | has a set | and | not | everybody | on the river | has a low pair or better | +",
    "1 ahead now given river [9TJ]": "Seat 1 | is ahead | now | + | given that | the river | is 9, T or J | +",
    '("Seat 2" has QQ or 3 ties) by 1 river hand':
        "( | Seat 2 | holds | QQ | or | Seat 3 | ties | ) | + | split by | Seat 1: hand on the river",
    "2 turn flush draw, set or 1 river top pair/K":
        "Seat 2 | on the turn | has a flush draw or a set | or | Seat 1 | on the river | has top pair with a king "
        "kicker | +",
}  # fmt: skip
RAZZ_SENTENCES = {
    "1 fifth low 8 and 2 sixth pairs": "Seat 1 | on fifth street | has an 8 low or better | and | Seat 2 | on sixth "
        "street | pairs | +",
    "2 seventh [9-K] by 1 low": "Seat 2 | on seventh street | catches 9 to K | + | split by | Seat 1: final low",
    "1 has (8-8-)": "Seat 1 | holds | (8-8-) | +",
}  # fmt: skip
ALL = [*((TURN, *pair) for pair in SENTENCES.items()), *((RAZZ, *pair) for pair in RAZZ_SENTENCES.items())]


@pytest.mark.parametrize(("table", "text", "words"), ALL, ids=[text for _, text, _ in ALL])
def test_a_text_is_a_sentence(table: Scenario, text: str, words: str) -> None:
    assert " | ".join(word.label for word in sentence(text, table)) == words
    assert " ".join(text.split()) == text


@pytest.mark.parametrize(("table", "text"), [row[:2] for row in ALL], ids=[text for _, text, _ in ALL])
def test_menus_lead_to_questions(table: Scenario, text: str) -> None:
    """Every choice is a valid question, except some that leave out brackets or move draws to another street."""
    for word in sentence(text, table):
        good = 0
        for choice in word.choices:
            try:
                question_of_text(table, choice.text)
                good += 1
            except ScenarioError:
                assert "(" in text or "now" in choice.text, choice
        assert good or not word.choices, word


def test_clauses() -> None:
    event, given = clauses("not (1 flop top pair+ or 2 wins) given turn h", TURN)
    assert event == "it is not true that (Seat 1 has top pair or better on the flop or Seat 2 wins)"
    assert given == "the turn is a heart"
    assert sentence('"never closed', TURN) == ()


READINGS = [
    (TURN, "1 flop top pair", "1 flop top pair+"),
    (TURN, "not 1 wins and 2 turn set", "not (1 wins and 2 turn set)"),
    (TURN, "1 wins or 2 wins and river h", "(1 wins or 2 wins) and river h"),
    (TURN, "1 has AK", "(1 has AK and not 1 now low pair+)"),
    (TURN, "2 flop set, flush draw", "(2 flop set and 2 flop flush draw)"),
    (TURN, "1 wins given board river [K9]", "1 wins given (board river K and board river 9)"),
    (RAZZ, "1 seventh low 8", "(1 seventh low 8 and not 1 seventh low 7)"),
    (RAZZ, "1 has [A2]", "1 has [A2][A2]"),
    (RAZZ, "1 has (8-8-)", "1 has 8-8-"),
    (RAZZ, "1 has 8-8-", "1 has (8-8-)"),
    (RAZZ, "1 has A2", "1 has [A2][A2]"),
]


@pytest.mark.parametrize(("table", "text", "other"), READINGS, ids=[text for _, text, _ in READINGS])
def test_other_readings_of_a_text(table: Scenario, text: str, other: str) -> None:
    readings = other_readings(text, table)
    assert other in [reading.text for reading in readings]
    for reading in readings:
        assert reading.label
        solve_question(question_of_text(table, reading.text), workers=1)


@pytest.mark.parametrize(
    "text",
    [
        "1 flop top pair+",
        "1 wins",
        "not 1 wins",
        "board turn A or turn h",
        "river pairs",
        "2 has random",
        "any has AK",
        "any turn set, flush draw",
    ],
)
def test_unambiguous_text_has_no_other_readings(text: str) -> None:
    assert other_readings(text, TURN) == ()


def test_readings_with_another_answer_are_added() -> None:
    *_, last = answer_with_readings(TURN, "2 river two pair", (), CancelToken())
    assert last.final
    [(reading, other)] = last.others
    assert reading.text == "2 river two pair+"
    assert last.step.answer is not None
    assert differ(last.step.answer, other)
    *_, last = answer_with_readings(TURN, "1 flop top pair", (), CancelToken())
    assert last.others == ()  # nothing better is possible


def test_removing_a_seat_renumbers_the_question() -> None:
    text = "3 wins and not (2 beats 4 or board turn 9) given 4 has 22 by 3 river hand"
    table = replace(parse_line("AA v KK v QQ v JJ"), ask=AskPanel(question=text))
    after = remove_seat(table, 0).ask
    assert after.question == "2 wins and not (1 beats 3 or board turn 9) given 3 has 22 by 2 river hand"
    assert remove_seat(table, 1).ask is None
    about_first = replace(table, ask=AskPanel(question="1 has (3 2)"))
    assert remove_seat(about_first, 1).ask == about_first.ask


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_shipped_questions_on_every_table(path: Path) -> None:
    """Each has an answer from a few deals, or a plain sentence that explains why not."""
    table = dealt_in(loads(path.read_text(encoding="utf-8"))).without_panels
    table = replace(table, run=RunOptions(method="sampled", max_trials=512))
    for named in shipped_questions(table.game):
        try:
            question = question_of_text(table, named.question)
            *_, step = answer_steps(question, workers=1)
            assert step.answer is not None
        except ScenarioError as error:
            message = error.problems[0].message
            assert message[0].islower() or message[0] in "'", message
            assert "Error" not in message


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_questions(game: str) -> None:
    questions = shipped_questions(game)
    assert len({question.name for question in questions}) == len(questions) >= 12
    assert read_questions(dump_questions(questions)) == (questions, [])


def test_damaged_files_of_questions() -> None:
    good = NamedQuestion("razz", "An eight", "1 seventh low 8")
    text = dump_questions([good]).decode()
    broken = text.replace('"questions": [', '"questions": [{"game": "chess", "name": "x", "question": "1 wins"}, ')
    questions, damaged = read_questions(broken.encode())
    assert questions == (good,)
    assert len(damaged) == 1
    for data in (b"\xff", b"[]", b'{"steelwheel_questions": 2}'):
        with pytest.raises(ScenarioError):
            read_questions(data)
