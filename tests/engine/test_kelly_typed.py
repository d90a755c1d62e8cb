"""The tracked hand by typed words: every word, what is refused and where, ranges that narrow and come back."""

import itertools
import random

import pytest

from engine import Scenario, ScenarioError, Seat, solve
from engine.cards import parse_cards
from engine.kelly.hand.record import log_text
from engine.kelly.hand.session import after_action, begin_session, step_back, tracked_session
from engine.kelly.hand.table_sync import check_kept_filter
from engine.kelly.hand.typed import pot_share, typed_step, typed_words
from engine.players.description import shipped_player
from engine.players.known import LaterStreet, SeenAction, known_range
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_format import text_on_board
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import BETTOR, TrackedAction
from engine.table.hand_words import best_high, best_low, distinct_texts, ranked_seats, shown_hand
from engine.table.slots import seat_slot_texts, with_seat_text


def session(seats, **setup):
    setup = {"stacks": [300] * len(seats), "bankroll": 1000, "button": 0} | setup
    game = setup.pop("game", "holdem")
    table = Scenario(
        game,
        tuple(Seat(f"P{i + 1}", text) for i, text in enumerate(seats)),
        kelly=read_panel({"tracker": {"setup": setup}}),
    )
    return begin_session(table)


def play(scenario, line, ready=None):
    words = list(typed_words(line))
    while words:
        now = tracked_session(scenario)
        step = typed_step(scenario, now, words, ready)
        scenario = step.table if step.action is None else after_action(step.table, now, step.action)
        words = words[step.used :]
    return scenario


def state(scenario):
    return tracked_session(scenario).state


def last(scenario):
    entry = state(scenario).log[-1]
    return entry.player, entry.action, entry.chips


BLINDS = {"small_blind": 5, "big_blind": 10}


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("f", ("P1", "fold", 0.0)),
        ("c", ("P1", "call", 10.0)),
        ("r30", ("P1", "raise", 30.0)),
        ("30", ("P1", "raise", 30.0)),
        ("+30", ("P1", "raise", 40.0)),
        ("r+30", ("P1", "raise", 40.0)),
        ("r", ("P1", "raise", 20.0)),
        ("p", ("P1", "raise", 35.0)),
        ("1/2", ("P1", "raise", 22.0)),
        ("200%", ("P1", "raise", 60.0)),
        ("a", ("P1", "raise", 300.0)),
        ("c 40", ("P2", "raise", 35.0)),
        ("c +30", ("P2", "raise", 35.0)),
        ("c c k", ("P3", "check", 0.0)),
        ("c,c;c", ("P3", "check", 0.0)),
        ("R30 F", ("P2", "fold", 0.0)),
    ],
)
def test_words_of_the_betting(line, entry):
    assert last(play(session(("AhKh", "random", "random"), **BLINDS), line)) == entry


@pytest.mark.parametrize(
    ("line", "message", "position"),
    [
        ("x", "10 to call", None),
        ("c 12", "a raise is to 20 … 300, not to 12", 2),
        ("c +400", "not to 410", 2),
        ("c zz", "not understood", 2),
        ("1/0", "not understood", 0),
        ("ok", "there is no default step", 0),
        ("c c c 7h8h", "the flop is 3 cards, not 2", 6),
        ("c c c 7h8h2c3d", "the flop is 3 cards, not 4", 6),
        ("c c c 7h8hzz", "z", 6),
        ("AhKhQh", "P1 has 2 cards", 0),
        ("f f x", "the hand is over", 4),
    ],
)
def test_what_means_nothing_is_refused_where_it_stands(line, message, position):
    with pytest.raises(ScenarioError, match=message) as refused:
        play(session(("AhKh", "random", "random"), **BLINDS), line)
    assert refused.value.problems[0].position == position


def test_a_bet_of_nothing_is_none():
    setup = {"stacks": [300], "bankroll": 1000, "street": 1, "pot": 20}
    seats = (Seat("P1", "AhKh"), Seat("P2", "random"))
    table = begin_session(Scenario("holdem", seats, board="7h 8h 2c", kelly=read_panel({"tracker": {"setup": setup}})))
    for line in ("0", "b", "+0", "0%"):
        with pytest.raises(ScenarioError, match="how much"):
            play(table, line)


def test_what_stands_ready_is_done():
    table = session(("AhKh", "random", "random"), **BLINDS)
    assert last(play(table, "ok", TrackedAction("raise", chips=77.0))) == ("P1", "raise", 77.0)
    assert last(play(table, "r", TrackedAction("raise", chips=77.0))) == ("P1", "raise", 77.0)
    assert last(play(table, "r", TrackedAction("call"))) == ("P1", "raise", 20.0)


def test_pot_sized_bets_are_legal():
    table = play(session(("AhKh", "random"), **BLINDS), "c k 7h8h2c")
    now = state(table)
    assert pot_share(now, 0.5, whole=True) == 10.0
    assert pot_share(now, 0.01, whole=True) == 10.0
    assert pot_share(now, 50.0, whole=True) == 290.0


def test_a_whole_hand_of_hold_em_with_its_showdown_in_words():
    table = session(("", "random", "random"), **BLINDS)
    table = play(table, "ahkh r30 f c 7h 8h 2c x p c Ks x x 3d k k")
    assert table.seats[0].cards == "AhKh"
    assert table.board == "7h 8h 2c Ks 3d"
    now = state(table)
    assert (now.pot, now.live) == (195.0, (0, 2))
    over = state(play(table, "kckd"))
    assert (over.over, over.bankroll) == (True, 905.0)
    assert over.log[-1].note == "P1: a pair of kings, ace kicker; P3: three kings, eight kicker"
    assert state(play(table, "QdQc")).bankroll == 1100.0
    assert state(play(table, "w")).bankroll == 1100.0
    assert state(play(table, "1=3")).bankroll == 1002.5
    assert state(play(table, "3>1")).bankroll == 905.0
    assert not state(play(table, "qd")).over
    assert state(play(table, "- n")).hand == 2
    for wrong in ("2", "9", "1>7", "zz"):
        with pytest.raises(ScenarioError):
            play(table, wrong)


def test_a_whole_hand_of_razz():
    razz = session(("", "", ""), game="razz", ante=1, bring_in=3, small_bet=10, fixed=True)
    table = play(razz, "A29 Kc 7 c r f c")
    assert [seat.cards for seat in table.seats] == ["A 2 9", "x x Kc", "x x 7"]
    assert state(table).log[-1].action == "call"
    table = play(table, "5 8 x x 6 3 x x T J c c 4")
    assert [table.seats[i].cards for i in (0, 2)] == ["A 2 9 5 6 T 4", "x x 7 8 3 J"]
    assert state(table).street_name == "seventh street"
    for known, shown in (("x x 7 8 3 J", "KQ2"), ("K Q 7 8 3 J", "2h"), ("K Q 7 8 3 J", "KQ2"), ("x x 7", "KQ783J2")):
        now = state(play(with_seat_text(table, 2, known), f"x x {shown}"))
        assert now.over
        assert now.log[-1].note == "P1: 6-5-4-2-A; P3: J-8-7-3-2"
    assert "\n  P1 has A 2 9 5: pot" in log_text(now)  # before fourth street, not on third


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A29 K", "one entry for each of P1, P2, P3"),
        ("A29 K K", "P2 and P3 have the same door card: add the suits"),
        ("A29 K -", "the door card of P3"),
        ("A2z K 7", "not a card"),
        ("A2 K 7", "all 3 that P1 has now"),
        ("A29 Kc 7 12", "fixed limit: `r` .or `b`. completes to 10, `c` calls"),
        ("A29 Kc 7 10 25", "fixed limit: `r` .or `b`. raises to 20, `c` calls"),
        ("A29 Kc 7 10 +10", "fixed limit"),
    ],
)
def test_razz_words_that_are_refused(line, message):
    razz = session(("", "", ""), game="razz", ante=1, bring_in=3, small_bet=10, fixed=True)
    with pytest.raises(ScenarioError, match=message):
        play(razz, line)


def test_the_legal_amount_of_fixed_limit_may_be_typed():
    razz = session(("", "", ""), game="razz", ante=1, bring_in=3, small_bet=10, fixed=True)
    by_amount, by_letter = play(razz, "A29 Kc 7 10 20 c c 5 8 6 10"), play(razz, "A29 Kc 7 r r c c 5 8 6 b")
    assert state(by_amount).log == state(by_letter).log
    assert [step.action for step in state(by_amount).log if step.action in ("complete", "raise", "bet")] == [
        "complete", "raise", "bet",
    ]  # fmt: skip


def test_the_bettor_keeps_what_the_filters_say_and_has_his_range_again_in_the_next_hand():
    start = session(("AhKh", "22+, ATs+, KQo"), **BLINDS, bettor=BETTOR, caller="low pair+")
    table = play(start, "r30 c 7h8h2c 20 c")
    assert table.seats[1].cards == f"22+, ATs+, KQo > flop {BETTOR}"
    table = play(table, "Ks x 20 c")
    assert table.seats[1].cards == f"22+, ATs+, KQo > flop {BETTOR} > turn low pair+"
    table = play(table, "3d x x w n")
    assert table.seats[1].cards == "22+, ATs+, KQo"


@pytest.mark.parametrize("bettor", ["", BETTOR])
def test_a_step_back_widens_the_range_again(bettor):
    before = play(session(("AhKh", "22+, ATs+, KQo"), **BLINDS, bettor=bettor), "r30 c 7h8h2c")
    after = play(before, "20")
    assert (">" in after.seats[1].cards) == bool(bettor)
    assert after.seats != before.seats
    assert step_back(after, tracked_session(after)).seats == before.seats


def test_a_range_that_was_edited_after_it_was_narrowed_stays_when_the_step_is_taken_back():
    after = play(session(("AhKh", "22+, ATs+, KQo"), **BLINDS), "r30 c 7h8h2c 20")
    edited = with_seat_text(after, 1, "AA, KK")
    assert step_back(edited, tracked_session(edited)).seats[1].cards == "AA, KK"


def test_each_action_narrows_the_range_as_the_description_plays():
    start = session(("AhKh", "22+, ATs+, KQo, 76s"), **BLINDS)
    table = play(start, "r30 c 7h8h2c 20 c Ks x 40 c")
    (bet, call) = (
        SeenAction("raise", LaterStreet(1, board="7h8h2c")),
        SeenAction("call", LaterStreet(2, price=40 / 180, last_raiser=True, board="7h8h2cKs")),
    )
    # Out of position he bets into the raiser, so that on the turn it is he who raised last.
    steps = play(start, "r30 c 7h8h2c 20"), table
    weights = parse_range("22+, ATs+, KQo, 76s").weights
    neutral = shipped_player("neutral")
    expected = known_range(neutral, "holdem", [bet], weights).round(2)
    assert steps[0].seats[1].cards == text_on_board(expected, [card for card, _ in parse_cards("7h8h2c")])
    checked = SeenAction("check", LaterStreet(2, last_raiser=True, board="7h8h2cKs"))
    for seen in (checked, call):
        expected = known_range(neutral, "holdem", [seen], expected).round(2)
    assert table.seats[1].cards == text_on_board(expected, [card for card, _ in parse_cards("7h8h2cKs")])
    again = play(table, "3d x x w n")
    assert again.seats[1].cards == "22+, ATs+, KQo, 76s"


def test_ranges_stay_where_there_is_nothing_to_narrow():
    start = session(("AhKh", "QdQc", "33"), **BLINDS, bettor="flush")
    table = play(start, "c c x 7s8d2c x 20 c 40")
    assert [seat.cards for seat in table.seats] == ["AhKh", "QdQc", "33"]


def test_a_villain_who_showed_his_cards_or_folded_has_his_range_again():
    start = session(("AhKh", "22+, ATs+, KQo", "15%"), **BLINDS)
    table = play(start, "r30 c f 7h8h2c x x Ks x x 3d x x kckd n")
    assert [seat.cards for seat in table.seats] == ["", "22+, ATs+, KQo", "15%"]
    assert not any(seat.folded for seat in table.seats)


def test_what_is_kept_is_checked():
    check_kept_filter("second pair+, flush draw:0.5")
    check_kept_filter("")
    for wrong in ("pear", "top pair > turn set"):
        with pytest.raises(ValueError, match=r"\w"):
            check_kept_filter(wrong)


HIGH = {
    "Ah Kh Qh Jh Th 2c 3d": "a royal flush",
    "5h 4h 3h 2h Ah Kc Kd": "a straight flush, five high",
    "7s 7h 7d 7c Kd Kc 2s": "four sevens, king kicker",
    "Kd Kc Ks 2s 2h 9c 8d": "a full house, kings over deuces",
    "Ah 9h 7h 4h 2h Kc Kd": "a flush, ace high",
    "Ah 2c 3d 4s 5h Kc Kd": "a straight, five high",
    "Ts 9c 8d 7h 6s 2c 2d": "a straight, ten high",
    "6s 6c 6d Ah Kc 2s 9h": "three sixes, ace kicker",
    "As Ac 8d 8h 3c 3s 2d": "two pair, aces and eights, three kicker",
    "6s 6c Ad Kh 9c 3s 2d": "a pair of sixes, ace kicker",
    "As Kc 9d 7h 5c 3s 2d": "ace high",
}


@pytest.mark.parametrize(("cards", "words"), HIGH.items())
def test_high_hands(cards, words):
    assert best_high([card for card, _ in parse_cards(cards)]).words == words


def test_low_hands():
    assert best_low([0, 1, 2, 3, 4, 12, 12]).words == "5-4-3-2-A"
    assert best_low([0, 1, 3, 5, 7, 12, 12]).words == "8-6-4-2-A"
    assert best_low([0, 0, 0, 0, 1, 1, 2]).words == "3-2-2-A-A, paired"
    order = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5], [8, 9, 10, 11, 12], [0, 0, 1, 2, 3], [1, 1, 0, 2, 3], [0, 0, 0, 1, 2]]
    keys = [best_low(ranks).key for ranks in order]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_hands_is_that_of_the_engine(seed):
    cards = random.Random(seed).sample([f"{r}{s}" for r in "23456789TJQKA" for s in "shdc"], 9)
    seats = (Seat("a", "".join(cards[:2])), Seat("b", "".join(cards[2:4])))
    check(Scenario("holdem", seats, board=" ".join(cards[4:])))
    deck = random.Random(seed).sample([f"{r}{s}" for r in "A234" for s in "shdc"], 14)
    check(Scenario("razz", (Seat("a", " ".join(deck[:7])), Seat("b", " ".join(deck[7:])))))


def check(scenario):
    values = [seat.estimate for seat in solve(scenario).seats]
    best = tuple(i for i in range(2) if values[i].lose == 0)
    places = ranked_seats(scenario, (0, 1))
    assert places[0] == best
    assert sorted(itertools.chain(*places)) == [0, 1]


def test_a_hand_that_is_not_known_is_not_named():
    table = Scenario("holdem", (Seat("a", "AhKh"), Seat("b", "22+")), board="2c 3c 4d 5s 9h")
    assert shown_hand(table, 1) is None
    assert ranked_seats(table, (0, 1)) == ((0,),)
    assert shown_hand(Scenario("razz", (Seat("a", "A 2 3"), Seat("b", "x x 4"))), 0) is None


@pytest.mark.parametrize(
    ("board", "hands", "words"),
    [
        ("Ac 7h 5d 4c 2s", "AsKd AhQd", "a pair of aces, king kicker|a pair of aces, queen kicker"),
        ("Kc Qh Jd 9c 3s", "Ks4d Kd8s", "a pair of kings, queen kicker|a pair of kings, queen kicker"),
        ("Kc Qh 9d 5c 3s", "KsTd Kd4s", "a pair of kings, queen-ten kickers|a pair of kings, queen-nine kickers"),
        ("7s 7h 7d 7c 2s", "5d4c Kc3c", "four sevens, five kicker|four sevens, king kicker"),
        ("Ah Jd Tc 3s 2d", "AsJs AcJc", "two pair, aces and jacks, ten kicker|two pair, aces and jacks, ten kicker"),
        ("Kc 7c 5c 2c 2h", "Jc9d AdTc", "a flush, king-jack high|a flush, king-ten high"),
        ("Kc 7c 5c 2c 2h", "Ac9d JdTc", "a flush, ace high|a flush, king high"),
        ("Kc Jd 9h 5c 2h", "Ac8c Ad7c", "ace-king-jack-nine-eight high|ace-king-jack-nine-seven high"),
    ],
)
def test_kickers_tell_the_hands_of_a_showdown_apart(board, hands, words):
    shown = [best_high([card for card, _ in parse_cards(f"{hand} {board}")]) for hand in hands.split()]
    assert distinct_texts(shown) == tuple(words.split("|"))


def test_a_word_for_a_folded_seat_may_be_left_out_or_a_dash():
    razz = session(("", "", ""), game="razz", ante=1, bring_in=3, small_bet=10, fixed=True)
    opened = play(razz, "A29 Kc 7 c f")  # P2 brings it in, P3 calls, P1 folds
    folded = next(i for i in range(3) if i not in state(opened).live)
    words = ["5", "8"]
    words.insert(folded, "-")
    for line in ("5 8", " ".join(words)):
        dealt = play(opened, line)
        assert state(dealt).street_name == "fourth street"
        assert [seat_slot_texts(dealt, i)[3] for i in state(dealt).live] == ["5", "8"]
    with pytest.raises(ScenarioError, match="enter the up cards of P3 up to fourth street"):
        play(opened, "5 -")
