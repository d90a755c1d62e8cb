"""All-in adjusted results: held against every deal of the cards that were still to come."""

from dataclasses import replace

import pytest

from engine.equity.jobs import Cancelled
from engine.histories import winners
from engine.histories.all_in import adjusted_result, all_in_index
from engine.histories.hand import PlayedHand
from engine.histories.winners import KnownPot, OutOfReachError, WinnerCache, winner_distribution, winners_by_boards
from tests.engine.played_hands import hand_of_text, hands_of, random_phh
from tests.reference.naive_all_in import last_chip, mean, naive_laws

SEEDS = {"NT": (9, 15, 23, 40, 41, 95, 248, 261, 436), "FR": (12, 63, 90, 234, 265, 293, 495)}
"""Hands of up to six players with side pots, ties and antes, with one or two cards to come, of a razz player one."""
FLOP = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [60, 100, 100]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 {third}', 'p3 cbr 6', 'p1 cc', 'p2 cc', 'd db Qh7h2d',
  'p1 cbr 54', 'p2 cc', {last}, 'p1 sm AhKh', 'p2 sm {shown}', 'd db 3s', 'd db 9h']
"""
RAZZ = """variant = 'FR'
antes = [0, 0, 0]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [8, 20, 20]
actions = ['d dh p1 Ac2d3h', 'd dh p2 4c5dKh', 'd dh p3 {folded}', 'p2 pb', 'p3 f', 'p1 cbr 2', 'p2 cc',
  'd dh p1 9c', 'd dh p2 6d', 'p1 cbr 2', 'p2 cc', 'd dh p1 Tc', 'd dh p2 8d', 'p1 cbr 4', 'p2 cc',
  'd dh p1 Jc', 'd dh p2 9d', 'd dh p1 3d', 'd dh p2 As', 'p1 sm Ac2d3h9cTcJc3d', 'p2 sm 4c5dKh6d8d9dAs']
"""


def flop(third: str = "AcKd", last: str = "'p3 f'", shown: str = "QsQd") -> PlayedHand:
    return hand_of_text(FLOP.format(third=third, last=last, shown=shown))


def check_by_deals(hand: PlayedHand) -> None:
    result = adjusted_result(hand, WinnerCache())
    assert result is not None
    assert result.moment_index is not None
    moment = hand.moments[result.moment_index]
    assert moment is last_chip(hand)
    assert sum(result.expected) == pytest.approx(sum(result.result), abs=1e-6)
    for player, law in enumerate(naive_laws(hand)):
        if player not in moment.live:
            assert result.expected[player] == result.result[player]
            assert not result.distribution(player)
            continue
        assert result.expected[player] == pytest.approx(mean(law), abs=1e-6)
        own = {round(net, 5): p for p, net in result.distribution(player)}
        assert own == pytest.approx({round(net, 5): p for net, p in law.items()})


@pytest.mark.parametrize(("variant", "seed"), [(variant, seed) for variant in SEEDS for seed in SEEDS[variant]])
def test_random_hands_have_the_result_distribution_of_all_deals(variant, seed):
    check_by_deals(hand_of_text(random_phh(variant, seed, wild=True)))


@pytest.mark.parametrize("name", ["888.txt", "ignition.txt", "party.txt", "winning.txt"])
def test_the_rake_is_taken_in_proportion(name):
    hands = [hand for hand in hands_of(name) if all_in_index(hand) is not None]
    assert any(hand.rake for hand in hands)
    for hand in hands:
        check_by_deals(hand)


def test_three_players_with_two_pots_on_the_flop():
    hand = flop("7c7d", "'p3 cbr 94', 'p2 cc'", "QsQd', 'p3 sm 7c7d")
    assert [len(pot.players) for pot in last_chip(hand).pots()] == [3, 2]
    check_by_deals(hand)


def test_known_cards_of_folded_players_stay_in_the_deck_in_holdem():
    laws = WinnerCache()
    with_known, without = (adjusted_result(flop(third), laws) for third in ("AcKd", "????"))
    assert with_known.expected == without.expected
    assert with_known.expected[2] == with_known.result[2] == -6


def test_up_cards_of_folded_players_are_dead_in_razz():
    lowered = [hand_of_text(RAZZ.format(folded=cards)) for cards in ("????Qs", "????4s", "4d4hQs")]
    check_by_deals(lowered[1])
    values = [adjusted_result(hand, WinnerCache()).expected for hand in lowered]
    assert values[0] != values[1]
    assert values[0] == values[2]  # down cards of who folded are unknown


def test_an_all_in_with_unknown_cards_counts_with_its_result():
    text = FLOP.replace("'p2 sm {shown}', 'd db 3s', 'd db 9h'", "'d db 3s', 'd db 9h', 'p2 sm'")
    hand = hand_of_text(text.replace("QsQd", "????").format(third="AcKd", last="'p3 f'"))
    assert len(last_chip(hand).live) == 2
    assert all_in_index(hand) is None
    result = adjusted_result(hand, WinnerCache())
    assert result.moment_index is None
    assert result.expected == result.result == hand.result
    assert not result.distribution(0)


def test_a_hand_checked_down_by_players_with_chips_counts_with_its_result():
    text = FLOP.replace("'p1 sm AhKh', 'p2 sm {shown}', 'd db 3s', 'd db 9h'", "'d db 9h', 'p1 cc', 'p2 cc'")
    text = text.replace("[60,", "[90,").format(third="AcKd", last="'p3 f', 'd db 3s', 'p1 cc', 'p2 cc'")
    hand = hand_of_text(text.replace("'p2 cc']", "'p2 cc', 'p1 sm AhKh', 'p2 sm QsQd']"))
    assert all_in_index(hand) is None
    assert adjusted_result(hand, WinnerCache()).expected == hand.result


def test_an_unknown_result_is_not_adjusted():
    assert adjusted_result(replace(flop(), result=None), WinnerCache()) is None


def test_two_boards_have_the_same_mean_and_half_of_the_variance():
    hand = flop()
    once, twice = (adjusted_result(replace(hand, boards=boards), WinnerCache()) for boards in ((), (("3s",), ("4s",))))
    assert once.expected == pytest.approx(twice.expected)
    variances = [
        sum(p * (net - result.expected[0]) ** 2 for p, net in result.distribution(0)) for result in (once, twice)
    ]
    assert variances[1] == pytest.approx(variances[0] / 2)


def cards(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(hand[at : at + 2] for at in range(0, len(hand), 2)) for hand in text.split())


def test_two_hands_before_the_flop():
    law = winner_distribution(KnownPot("holdem", cards("AhAd KhKd")))
    assert law == pytest.approx({0b01: 1410336 / 1712304, 0b10: 292660 / 1712304, 0b11: 9308 / 1712304})


@pytest.mark.parametrize(
    ("hands", "gone"),
    [("AhKd QsQh JcTc", ""), ("AhAd AsAc 2c2d", "KhKd"), ("AhAd AsAc", "Kh2d"), ("7h2d 7d2c 7s2s", "")],
)
def test_shares_before_the_flop_are_those_of_all_boards(hands, gone):
    """The hands share pots with one other and with all, and cards are gone."""
    pot = KnownPot("holdem", cards(hands), cards(gone))
    assert winner_distribution(pot) == pytest.approx(winners_by_boards(pot), abs=1e-12)


def test_equal_pots_are_computed_once(monkeypatch):
    computed = []

    def counted(pot, check_cancelled):
        computed.append(pot)
        return winner_distribution(pot, check_cancelled)

    monkeypatch.setattr(winners, "winner_distribution", counted)
    laws = WinnerCache()
    flops = (("AhKh QsQd", "Qh7h2d"), ("KhAh QdQs", "7hQh2d"), ("AcKc QsQd", "Qc7c2d"), ("AcKc QsQd", "Qc7d2d"))
    values = [laws(KnownPot("holdem", cards(hands), board=cards(board)[0])) for hands, board in flops]
    assert len(computed) == 2
    assert values[0] == values[1] == values[2] != values[3]
    razz = ("Ac2d3h9cTc 4c5dKh6d8d", "2sAd3d9cTd 4c5hKh6c8d")
    assert laws(KnownPot("razz", cards(razz[0]))) == laws(KnownPot("razz", cards(razz[1])))
    assert len(computed) == 3


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_a_cancelled_computation_ends(game):
    hands = "AhKh QsQd 7c7d 2s2d" if game == "holdem" else "Ac2d3h 4c5dKh 7c8d9h"

    def check_cancelled():
        raise Cancelled

    with pytest.raises(Cancelled):
        winner_distribution(KnownPot(game, cards(hands)), check_cancelled)


def test_razz_hands_for_which_the_deck_is_too_small_are_out_of_reach():
    with pytest.raises(OutOfReachError):
        winner_distribution(KnownPot("razz", cards("Ac2d 3h4c"), tuple([("x",) * 7] * 8)))
