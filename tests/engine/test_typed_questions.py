"""The collections of typed questions: what coaches, students and forum regulars type has to be read as they mean it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, ScenarioError
from engine.questions.calculations import calculation_of_text
from engine.questions.library import shipped_questions
from engine.questions.typed import calculation_of_typed, read_typed, suggestions_for
from engine.table.one_line import parse_line
from tests.engine.typed_questions import TypedQuestion, same_meaning, typed_questions

WORDS = (
    *("how", "often", "do", "does", "i", "villain", "he", "the", "flop", "turn", "river", "on", "by", "if", "when"),
    *("my", "equity", "against", "hit", "miss", "ahead", "behind", "set", "over", "flush", "draw", "ace", "king"),
    *("pot", "odds", "50", "into", "100", "mdf", "bluff", "combos", "of", "AA", "board", "pairs", "and", "or", "not"),
    *("gets", "there", "what", "beats", "me", "75%"),
)
MIN_UNDERSTOOD = {"typed_questions": 0.9, "typed_questions_held_out": 0.8, "typed_questions_forum": 0.7}
"""The share of the sentences of a collection that has to be understood; none may be misunderstood."""


TABLES = {
    "holdem": ('"Hero": AhKh v "Villain": 22+, ATs+ | Kd7h2c', '"Hero": 22+, AK v QQ', "AKs, QQ v 77"),
    "razz": ('razz | "Hero": A23 v "Villain": 678', "razz | A27 v xx8"),
}


def reading(question: TypedQuestion) -> str | None:
    """Return how a sentence is read, or None if it is refused."""
    try:
        return read_typed(question.table, question.sentence, (), question.selected)
    except ScenarioError:
        return None


@pytest.mark.parametrize("name", MIN_UNDERSTOOD)
def test_sentences_are_read_as_they_are_meant(name: str) -> None:
    questions = typed_questions(name)
    understood = 0
    for question in questions:
        result = reading(question)
        if question.refused:
            assert result is None, (question.sentence, result)
        elif result is not None:
            meant = any(same_meaning(question.table, result, meaning) for meaning in question.meanings)
            assert meant, (question.sentence, result, question.meanings)
            understood += 1
    assert understood >= MIN_UNDERSTOOD[name] * len(questions)


@pytest.mark.parametrize("game", TABLES)
def test_the_example_questions_of_the_page_can_be_typed(game: Game) -> None:
    for line in TABLES[game]:
        table = parse_line(line)
        for named in shipped_questions(game):
            result = read_typed(table, named.name, (), 0)
            assert same_meaning(table, result, named.question), (line, named.name, result)


SUMS = [
    ("pot odds 50 into 100", "25\xa0%", {"odds": 3.0, "equity_needed": 0.25}),
    ("what equity do I need to call 50 into 100", "25\xa0%", {"odds": 3.0, "equity_needed": 0.25}),
    ("pot odds on a pot sized bet", "33.3\xa0%", {"odds": 2.0, "equity_needed": 1 / 3}),
    ("im getting 3 to 1, what equity do i need?", "25\xa0%", {"odds": 3.0, "equity_needed": 0.25}),
    ("call 20 to win 80, how much equity do i need", "20\xa0%", {"odds": 4.0, "equity_needed": 0.2}),
    ("mdf against a 75% pot bet", "57.1\xa0%", {"mdf": 1 / 1.75}),
    ("mdf 50 into 100", "66.7\xa0%", {"mdf": 2 / 3}),
    ("how often must a half pot bluff work", "33.3\xa0%", {"must_work": 1 / 3}),
    ("how much fold equity does a pot sized bluff need", "50\xa0%", {"must_work": 0.5}),
    ("what bluff to value ratio with a half pot bet", "25\xa0%", {"bluffs": 0.25}),
    ("how often does he have to call if i bet 75 into 100", "57.1\xa0%", {"mdf": 100 / 175}),
    ("how often does a pot size bluff have to work", "50\xa0%", {"must_work": 0.5}),
]


@pytest.mark.parametrize(("sentence", "headline", "values"), SUMS, ids=[row[0] for row in SUMS])
def test_sums_about_bets(sentence: str, headline: str, values: dict[str, float]) -> None:
    result = calculation_of_typed(parse_line("AhKh v QQ"), sentence)
    assert result is not None
    assert result.headline == headline
    assert result.values == pytest.approx(values)
    assert calculation_of_text(parse_line("AhKh v QQ"), result.text) == result


def test_a_bluff_without_a_size_lists_the_usual_sizes() -> None:
    result = calculation_of_typed(parse_line("AhKh v QQ"), "how often must a bluff work")
    assert result is not None
    assert "33.3\xa0% pot: 25\xa0%" in result.sentence
    assert "100\xa0% pot: 50\xa0%" in result.sentence


COMBOS = [
    ("how many combos of AA does he have", 3.0),
    ("how many combos does villain have", 64.0),
    ("how many combos of sets does he have", 7.0),
    ("combos of kings", 1.0),
]


@pytest.mark.parametrize(("sentence", "combos"), COMBOS)
def test_combos_are_counted_after_card_removal(sentence: str, combos: float) -> None:
    table = parse_line('"Hero": AhKh v "Villain": 22+ | Kd7s2c')
    result = calculation_of_typed(table, sentence)
    assert result is not None
    assert result.values["combos"] == combos


@given(text=st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@settings(max_examples=75, deadline=None)
def test_any_text_is_understood_or_gets_suggestions_that_are(text: str) -> None:
    for lines in TABLES.values():
        table = parse_line(lines[0])
        try:
            read_typed(table, text)
        except ScenarioError:
            for sentence in suggestions_for(table, text):
                read_typed(table, sentence)


def test_what_is_not_understood_gets_three_suggestions() -> None:
    table = parse_line(TABLES["holdem"][0])
    assert len(suggestions_for(table, "how often is he bluffing")) == 3
    with pytest.raises(ScenarioError) as caught:
        read_typed(table, "does he ever slowplay aces")
    message = caught.value.problems[0].message
    assert message.startswith("I did not understand \u201cdoes he ever slowplay ac...\u201d. Did you mean: \u201c")
