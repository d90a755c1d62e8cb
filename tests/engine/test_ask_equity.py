"""Equities under a condition (``1 equity given turn A``) against a reference that visits the deals one by one."""

from collections.abc import Callable

import pytest

from engine.questions.answer import TableQuestion, solve_question
from engine.table.one_line import parse_line
from tests.reference import naive_ask

HERO, QUEENS, KINGS = ("Ah", "Kh"), ("Qs", "Qc"), ("Ks", "Kc")
CONDITIONS: list[tuple[str, Callable[[naive_ask.Deal], bool]]] = [
    ("turn A", lambda deal: deal["board"][3][0] == "A"),
    ("river h and not turn h", lambda deal: deal["board"][4][1] == "h" and deal["board"][3][1] != "h"),
    ("2 now top pair+", lambda deal: naive_ask.holdem_has(deal, 1, 3, "top pair+")),
    ("2 has KK", lambda deal: deal["hands"][1] == KINGS),
]


@pytest.mark.parametrize(("given", "holds"), CONDITIONS, ids=[row[0] for row in CONDITIONS])
def test_equity_under_a_condition(given: str, holds: Callable[[naive_ask.Deal], bool]) -> None:
    board = ["Td", "7h", "2h"]
    table = parse_line("AhKh v QsQc, KsKc | Td7h2h")
    answer = solve_question(TableQuestion(table, "1 equity", given))
    deals = naive_ask.holdem_deals([{HERO: 1.0}, {QUEENS: 1.0, KINGS: 1.0}], board, [])
    probability, share, equities = naive_ask.answer(
        deals, (0, 1), lambda deal: naive_ask.holdem_order(deal, (0, 1), 5), lambda _: True, holds
    )
    assert answer.equity_method == "exact"
    assert answer.probability == probability == 1.0
    assert answer.given_probability == pytest.approx(share, abs=1e-12)
    assert answer.equity == pytest.approx(equities, abs=1e-12)


def test_turn_and_river_are_alike_before_the_flop() -> None:
    """Exact although a flop, a turn and a river in this order would be too many boards."""
    table = parse_line("AhKh v QsQc")
    turn, river = (solve_question(TableQuestion(table, "1 equity", f"{street} A")) for street in ("turn", "river"))
    assert turn.equity_method == river.equity_method == "exact"
    assert turn.equity == pytest.approx(river.equity, abs=1e-12)
    assert turn.given_probability == pytest.approx(3 / 48, abs=1e-12)
