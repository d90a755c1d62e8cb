"""Small situations that load or compile the kernels of first streets, questions, players and betting, in this order."""

from collections.abc import Callable, Iterator
from functools import partial

from engine.equity.jobs import CancelCheck
from engine.preflop.warm_up import preflop_steps
from engine.questions.warm_up import question_steps

TURN = {"seats": [{"cards": "AhKh"}, {"cards": "QQ"}], "board": "2c3d4s8h"}


def betting_steps(check_cancelled: CancelCheck) -> Iterator[Callable[[], object]]:
    """Yield the computations that load the kernels of first streets, questions, players, third street and betting."""
    yield from preflop_steps(check_cancelled)
    yield from question_steps(check_cancelled)
    yield _rate_hands
    yield _play_programs
    yield _play_matches
    yield partial(_deal_third, check_cancelled)
    yield partial(_follow_third, check_cancelled)
    yield partial(_bet, check_cancelled)


def _rate_hands() -> None:
    """Compute the strengths of hands in both games, play a hand of each, and one in which the caller acts."""
    from engine.games import GAMES
    from engine.kernels.players.playing import (
        deal_cards,
        new_hand_state,
        play_on,
        put_action,
        start_hand,
        start_streams,
    )
    from engine.players.description import NEUTRAL, shipped_player
    from engine.players.hands import DESCRIBED, card_tables, compiled, seed_words, statistics_of
    from engine.players.strength import holdem_strengths, razz_strengths

    holdem_strengths("2c3d4s8hKd")
    razz_strengths([0, 1, 2, 3], [[4, 5, 6, 7]])
    for game in GAMES:
        statistics_of(shipped_player(NEUTRAL), game, hands=1)
    # Kernels that the batch above calls itself are loaded only if Python calls them, too.
    table, state = DESCRIBED["holdem"], new_hand_state(2)
    state.deck[:], state.stacks[:], state.players[:] = range(52), table.stack, -1
    start_streams(seed_words(1), 0, state.random)
    deal_cards(table.rules, state)
    start_hand(table.rules, state)
    tables, cards = compiled([shipped_player(NEUTRAL)], "holdem"), card_tables("holdem")
    put_action(play_on(table.rules, tables, cards, state), 0, table.rules, state)


def _play_programs() -> None:
    """Play a hand of each game between programs."""
    from engine.games import GAMES
    from engine.kernels.players.holdings import begin_log, forget
    from engine.kernels.players.playing import deal_cards, new_hand_state, start_hand, start_streams
    from engine.kernels.players.programs import play_with_programs
    from engine.players.hands import DESCRIBED, card_tables, seed_words
    from engine.players.programs import Program, holdings_of, seat_tables
    from engine.preflop.matchups import first_equities

    for game in GAMES:
        table, state = DESCRIBED[game], new_hand_state(2)
        seats = seat_tables([Program("honest"), Program("caller")], game)
        state.deck[:], state.stacks[:], state.players[:] = range(52), table.stack, seats.players
        start_streams(seed_words(1), 0, state.random)
        deal_cards(table.rules, state)
        start_hand(table.rules, state)
        holdings = holdings_of(seats, game, first_equities(), chip=1)
        begin_log(state, holdings)
        play_with_programs(table.rules, seats.tables, card_tables(game), state, seats.programs, holdings)
        forget(holdings)


def _play_matches() -> None:
    """Play a hand of a match in each game."""
    import numpy as np

    from engine.games import GAMES
    from engine.kernels.players.bankrolls import (
        cassandra_bet,
        high_chances,
        kelly_bet,
        kelly_growth,
        new_third_street_work,
    )
    from engine.kernels.players.matches import MatchTable, follow_bankrolls, new_match_work, play_match
    from engine.kernels.players.playing import new_hand_state
    from engine.kernels.tables import high_tables
    from engine.players.description import NEUTRAL, shipped_player
    from engine.players.hands import DESCRIBED, card_tables, seed_words
    from engine.players.programs import holdings_of, seat_tables
    from engine.preflop.matchups import first_equities

    for game in GAMES:
        table, work = DESCRIBED[game], new_match_work(2, 1)
        seats = seat_tables([shipped_player(NEUTRAL)] * 2, game)
        bankroll, cards = np.full(2, table.stack), card_tables(game)._replace(work=new_third_street_work())
        match = MatchTable(
            programs=np.zeros(2, np.int64), described=seats.models.copy(), samples=np.zeros(2, np.int64),
            stack=table.stack, top_up=1, rotations=2, hands=2, rake=0.0, rake_cap=-1, bankroll=bankroll,
            edges=np.zeros(4),
        )  # fmt: skip
        holdings = holdings_of(seats, game, first_equities(), chip=1)
        play_match(1, seed_words(1), table.rules, match, seats.tables, cards, new_hand_state(2), holdings, work)
        follow_bankrolls(work.results, bankroll, work.bankrolls, work.stacks)
    high_chances(0, 1, np.arange(2, 7), 5, high_tables(), np.zeros(2))
    cassandra_bet(0.6, 0.1, 990.0, 1, 0.5)
    kelly_growth(0.6, 1.0, kelly_bet(0.6, 1.0, 100.0, np.full(2, 50.0)), 100.0, np.full(2, 50.0))


THIRD = {"hero": {"cards": "A46"}, "opponents": [{"door": "K", "in": 1, "calls": "(8-8-)"}], "after": {"bets": 1}}


def _deal_third(check_cancelled: CancelCheck) -> object:
    """Sample a chunk of deals of a small situation on third street."""
    from engine.preflop.third.request import read_third_request
    from engine.preflop.third.sampled import Dealer
    from engine.preflop.third.situation import read_third_situation

    check_cancelled()
    return Dealer(read_third_situation(read_third_request(THIRD))).compute(0)


def _follow_third(check_cancelled: CancelCheck) -> object:
    """Compute a part of the exact decision on fourth street of the same situation."""
    from engine.preflop.third.exact import FourthDecision
    from engine.preflop.third.request import read_third_request
    from engine.preflop.third.situation import read_third_situation

    return FourthDecision(read_third_situation(read_third_request(THIRD)), check_cancelled).parts()[-1]()


def _bet(check_cancelled: CancelCheck) -> object:
    """Iterate once on a small betting tree with two streets."""
    from engine.betting.run import first_walks

    check_cancelled()
    table = {"steelwheel": 1, "game": "holdem", **TURN}
    return first_walks({"table": table, "pot": 2, "limit": {"turn": 1, "river": 1, "cap": 1}})
