"""Random tables as one line of text: such as players have, such lines with slips, and what must hold of both."""

import random
from dataclasses import replace

from engine import Problem, Scenario, ScenarioError, Seat, problems
from engine.scenario import SubRange
from engine.table.one_line import FIELD, format_line, is_line, parse_line
from tests.fuzz_texts import holdem_text, mutated, razz_hands

NAMES = ("Hero", "UTG+1", "a v b", "x | y", 'he said "fold"', "back\\slash", "Ünal ♠", "", "fold", "razz", "dead")
BOARDS = ("", "7h8h2c", "7h 8h 2c", "Ah Kh Qh Jh", "2c3c4c5c6c")
DEAD = {"holdem": ("", "Ks2d", "Ks 2d Tc"), "razz": ("", "7 7 K", "QJ", "AhAd")}


def random_table(generator: random.Random) -> Scenario:
    """Return a table of either game with names, folded seats, weights, filters, actions, a board and dead cards."""
    pick = generator.choice
    game = pick(("holdem", "razz"))
    most, hands = (10, holdem_text) if game == "holdem" else (8, razz_hands)
    seats = tuple(
        Seat(pick((f"Seat {i + 1}", pick(NAMES))), pick((hands(generator), "")), generator.random() < 0.3)
        for i in range(pick((1, 2, 2, 3, most)))
    )
    table = Scenario(game, seats, dead=pick(DEAD[game]), dialect=pick(("core", "climb")))
    table = replace(table, order=pick((None, "v1", "v3")))
    if game == "razz":
        return table
    acting = [(generator.randrange(len(seats)), hand) for hand in pick(((), (), ("22+:0.5", "AKs:0.5")))]
    parts = tuple(SubRange(seat, pick(NAMES[:6]), hand, pick(range(6))) for seat, hand in acting)
    return replace(table, board=pick(BOARDS), subranges=parts)


def random_line(generator: random.Random) -> str:
    """Return the line of a table, in half of the cases with slips."""
    line = format_line(random_table(generator))
    return line if generator.random() < 0.5 else mutated(generator, line)


def check_table(table: Scenario) -> None:
    """Assert that a table comes back from its line."""
    line = format_line(table)
    assert is_line(line), table
    assert len(line.splitlines()) == 1, table
    assert parse_line(line) == table, line


def check_line(text: str) -> bool:
    """Assert that ``text`` is a table that comes back, or an error with a field and a place in it; say which."""
    result, wrong = look_at(text)
    for problem in wrong:
        assert problem.field, text
        assert problem.message, text
        assert problem.position is None or 0 <= problem.position <= len(text), text
        assert problem.field != FIELD or problem.position is not None, text
    if result is not None:
        check_table(result)
    return result is not None and not wrong


def look_at(text: str) -> tuple[Scenario | None, tuple[Problem, ...]]:
    """Return the table of a line if it is one, and its problems, the equities of filters not worked out."""
    result = None
    try:
        result = parse_line(text)
        return result, problems(result, at_once=True)
    except ScenarioError as error:
        return result, error.problems
