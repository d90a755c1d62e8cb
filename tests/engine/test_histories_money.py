"""Money to the cent: who really received what, and what of a text was not read.

Each file of ``tests/data/hands/money`` is a hand that an earlier version read wrongly, or refused for the wrong reason.
"""

import json
from dataclasses import asdict, replace

import pytest

from engine.cli.histories import replayed_line
from engine.equity.workers import CancelToken
from engine.histories.all_in import adjusted_result
from engine.histories.decisions import decisions
from engine.histories.hand import HandError, PlayedHand, UnsupportedGameError
from engine.histories.hero import hero_hand
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.histories.session import hand_luck, session_luck
from engine.histories.splitting import decode_history, split_hands, unread_site
from engine.histories.winners import KnownPot, WinnerCache, winner_distribution
from tests.engine.played_hands import FOLDER, hand_of_text

MONEY = FOLDER / "money"


def text_of(name: str) -> str:
    return decode_history((MONEY / f"{name}.txt").read_bytes())


def nets(hand: PlayedHand) -> dict[str, float]:
    assert hand.faults == ()
    assert hand.result is not None
    return dict(zip(hand.names, hand.result, strict=True))


NETS: dict[str, dict[str, float]] = {
    "stars_cashout_hero": {"Hero": 5.4, "Player1": -10.42, "Player4": -0.05},
    "stars_cashout_loser": {"Hero": 9.47, "Player1": -6.52},
    "gg_cashout_risk": {"Hero": 21.12, "4d960f58": -44.37},
    "gg_insurance": {"Hero": 15.5, "P3": -20.0},
    "party2026": {"Hero": 18.3, "Player2": 2.81, "Player1": -0.1, "Player4": 0.0},
    "c1_no_collected": {"Hero": 2.67, "Player5": -2.83},
    "888_german_allin": {"Hero": -0.8, "P7": 0.78},
    "wpn_sng_highcard": {"Hero": 510.0, "P2": -500.0, "P3": -10.0},
    "stars_inr_nbsp": {"P3": 708.69, "P2": -446.41, "P5": -150.0},
    "cur_BRL_R_": {"P3": 158.75, "Hero": -150.0},
    "cur_SEK_kr": {"P3": 158.75, "Hero": -150.0},
    "stars_allin_bb_folds": {"P8": 215.0, "P4": -210.0, "P5": -5.0},
    "888_fl_button_is_sb": {"P1": 0.1, "P4": -0.04, "P6": -0.06},
    "bovada_posts_chip_live": {"Small Blind": 1.17, "UTG+2": -0.5},
    "stars_bomb": {"P1": 0.24, "P3": -0.12, "Hero": -0.12},
}


@pytest.mark.parametrize("name", NETS)
def test_all_results_agree_with_the_text(name: str) -> None:
    found = nets(hand_of_text(text_of(name)))
    assert {player: found[player] for player in NETS[name]} == pytest.approx(NETS[name], abs=1e-9)


FAULTS = {
    "c3_mask_equal_uncalled": "unknown line: Player4: posts a penalty $0.34",
    "c4_mask_not_equal": "unknown line: Player4: posts a penalty $0.20",
    "d_dame": "the cards [Ds Kc] cannot be read: 'Ds' is not a card",
    "d_sym": "the cards [♠A Kc] cannot be read: '♠A' is not a card",
    "e_call_amount": "the hand history has Hero call 5 instead of 0.13",
    "trunc": "the hand history does not say who won the pot, and the cards of Hero, Player5 are unknown",
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_unreadable_line_is_a_fault_and_leaves_no_result(name: str) -> None:
    hand = hand_of_text(text_of(name))
    assert hand.faults[0] == FAULTS[name]
    assert hand.result is hand.gross is None
    assert hand.undecided == (name == "trunc")
    assert hand.names[hand.hero] == "Hero"  # never the opponent whose mucked hand is known


STARS = text_of("c1_no_collected")
QUIET = (
    'Player4 said, "I bet you $20 on it"',
    "Player2 wins the $5 bounty for eliminating Player3",
    "Player2 re-buys and receives 1500 chips for $10",
    "Player2 has 15 seconds left to act",
    "12 Monkeys joins the table at seat #4",
    "Player3 finished the tournament in 12th place and received $4.50.",
    "Jackpot of $12,000.00 was hit at another table",
)
LOUD = (
    "Player4: antes $0.20",
    "Player4 puts $0.20 in",
    "Player4: pays a fee of $0.20",
    "Player4 posts $0.20 for the jackpot",
    "The dealer takes $1",
)


@pytest.mark.parametrize("line", [*QUIET, *LOUD])
def test_only_lines_without_effect_on_the_pot_are_skipped(line: str) -> None:
    hand = hand_of_text(STARS.replace("*** HOLE CARDS ***", f"{line}\n*** HOLE CARDS ***"))
    assert hand.faults == (() if line in QUIET else (f"unknown line: {line}",))


@pytest.mark.parametrize(
    ("written", "suits"),
    [
        ("german_allin", "Kh Qh Jd 2h 9d 9h 6c 3h 3s"),
        ("suits_es", "Kh Qh Jd 2h 9d 9h 6c 3h 3s"),
        ("suits_fr", "Kh Qh Jd 2h 9d 9h 6c 3h 3s"),
    ],
)
def test_suits_in_other_languages_are_read(written: str, suits: str) -> None:
    hand = hand_of_text(text_of(f"888_{written}"))
    hero, opponent = hand.names.index("Hero"), hand.names.index("P7")
    assert " ".join((*hand.cards[hero], *hand.moments[-1].board, *hand.cards[opponent])) == suits
    assert (hand.hero, hand.own) == (hero, True)
    assert hand_line(hand.raw).cards == "KhQh"


def test_a_german_card_is_read_on_any_site() -> None:
    hand = hand_of_text(text_of("d_board_german"))
    assert (hand.moments[-1].board, nets(hand)["Hero"]) == (("Kh", "7s", "5d", "Ad", "3c"), 2.67)


def test_spanish_letters_are_read_by_the_complete_file_and_rejected_if_contradictory() -> None:
    text = text_of("888_letters_es")
    hand = hand_of_text(text)
    assert hand.cards[:2] == (("9h", "Kh"), ("7d", "Ah"))
    assert hand.moments[-1].board == ("8h", "3h", "7h", "9s", "Tc")
    other = "***** TowerTorneosPoker Hand History for Game 7 *****\n" + text.partition("\n")[2].replace("Kc", "7c")
    other = other.replace("[ 9p ]", "[ 9c ]").replace("[ Dt ]", "[ Dd ]").replace("Jt, Jp", "Jd, Jc")
    first, second = split_hands(f"{text}\n\n{other}")
    assert (first.letters, second.letters) == ("Spanish", "Spanish")  # the second has c and d alone
    for raw in split_hands(f"{text}\n\n{other.replace('9c', '9h')}"):
        with pytest.raises(HandError, match="the suits in this file are ambiguous"):
            read_hand(raw)


def test_portuguese_letters_are_read() -> None:
    text = text_of("888_letters_es").replace("[ 9c, Kc ]", "[ 9c, Ke ]").replace("[ 7d, Ac ]", "[ 7o, Ac ]")
    hand = hand_of_text(text.replace("[ 9p ]", "[ 9o ]").replace("[ Dt ]", "[ Dp ]").replace("Jt, Jp", "Jo, Jp"))
    assert hand.cards == (("9h", "Ks"), ("7d", "Ah"), ("Jd", "Jc"))
    assert hand.moments[-1].board == ("8h", "3h", "7h", "9d", "Tc")


def test_the_currency_is_that_of_the_table() -> None:
    texts = {"stars_inr_nbsp": "₹", "cur_BRL_R_": "R$", "cur_SEK_kr": "kr", "c1_no_collected": "$"}
    for name, sign in texts.items():
        (raw,) = split_hands(text_of(name))
        assert hand_line(raw).currency == sign
    behind = text_of("cur_SEK_kr")
    for amount in ("25", "50", "1749.19", "7551.65", "2082.32", "100", "150", "296.41", "308.75", "325", "16.25"):
        behind = behind.replace(f"kr{amount}", f"{amount.replace('.', ',')}\u00a0€")
    assert nets(hand_of_text(behind))["P3"] == 158.75


def test_rejections_name_the_true_reason() -> None:
    (raw,) = split_hands(text_of("pokernow_evo22"))
    with pytest.raises(UnsupportedGameError, match="not read: a PokerNow hand written by a converter"):
        read_hand(raw)
    (xml, *_) = split_hands(decode_history((FOLDER / "ipoker.xml").read_bytes()))
    four = xml.text.replace("S2 H2", "S2 H2 DA CA").replace("X X", "X X X X")
    assert four != xml.text
    with pytest.raises(UnsupportedGameError, match="not read: Omaha"):
        read_hand(replace(xml, text=four))
    saved = "<HandHistory>\n<GameDescription><Site>PokerBaazi</Site></GameDescription></HandHistory>"
    assert unread_site(saved).startswith("hands of PokerBaazi in the XML of DriveHUD are not supported.")
    for site in ("9stacks", "Adda52"):
        assert unread_site(f"{site} Hand #17: Hold'em\n").startswith(f"hands of {site} are not supported.")


class TestCashOuts:
    """All-in cash-outs: the house pays, and takes the pot."""

    def test_counts_the_equity_less_the_fee(self) -> None:
        hand = hand_of_text(text_of("stars_cashout_hero"))
        fair = adjusted_result(hand, WinnerCache())
        assert fair is not None
        law = winner_distribution(KnownPot("holdem", (("Ad", "As"), ("8d", "8s"))))
        equity = law[1] + law.get(3, 0.0) / 2
        assert fair.expected[hand.hero] == pytest.approx(equity * 19.89 - 10.42 - 0.32)
        assert fair.expected[hand.names.index("Player1")] == pytest.approx((1 - equity) * 19.89 - 10.42)
        assert hero_hand(hand).cashed_out == 15.82
        luck = hand_luck(hand, WinnerCache())
        assert luck is not None
        assert session_luck([luck]).all_ins == 0  # nothing is left to chance

    def test_takes_the_fee_from_the_board_at_which_the_player_cashed_out(self) -> None:
        hand = hand_of_text(text_of("gg_cashout_risk"))
        fair = adjusted_result(hand, WinnerCache())
        assert fair is not None
        hands = (("Kd", "Qd"), ("Ac", "As"))
        flop, turn = (
            winner_distribution(KnownPot("holdem", hands, board=board)).get(1, 0.0)
            for board in (("Jc", "7s", "9s"), ("Jc", "7s", "9s", "Ts"))
        )
        fee = turn * 84.49 - (84.49 - 19)
        assert fair.expected[hand.hero] == pytest.approx(flop * 84.49 - fee - 44.37)
        assert hero_hand(hand).cashed_out == 65.49

    def test_both_can_cash_out_of_side_pots(self) -> None:
        hand = hand_of_text(SIDE_POTS)
        assert nets(hand) == pytest.approx({"aaa": 9.5, "bbb": -4.8, "Hero": -5.9})
        assert [(deal.player, float(deal.received)) for deal in hand.deals] == [(2, 4.1), (1, 5.2)]

    def test_a_summary_that_pays_something_else_is_a_fault(self) -> None:
        text = text_of("party2026").replace("Cashout Amount is 23.01", "Cashout Amount is 22.01")
        assert hand_of_text(text).faults == ("Player2 cashed out for 22.01, but the summary has 23.01 collected",)

    def test_is_in_the_lines_of_the_command(self) -> None:
        (raw,) = split_hands(text_of("stars_cashout_hero"))
        line = replayed_line(json.dumps(asdict(raw)).encode(), None)
        assert line["cashed_out"] == [{"player": "Hero", "received": 15.82, "paid": 0.0, "fee": 0.32}]
        (raw,) = split_hands(text_of("gg_insurance"))
        line = replayed_line(json.dumps(asdict(raw)).encode(), None)
        assert line["insured"] == [{"player": "Hero", "received": 0.0, "paid": 4.0}]


SIDE_POTS = """PokerStars Zoom Hand #4:  Hold'em No Limit ($0.05/$0.10) - 2024/07/14 8:18:00 ET
Table 'Ara' 6-max Seat #1 is the button
Seat 1: Hero ($10 in chips)
Seat 2: aaa ($5 in chips)
Seat 3: bbb ($10 in chips)
aaa: posts small blind $0.05
bbb: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Hero [Tc Ac]
Hero: raises $0.20 to $0.30
aaa: raises $4.70 to $5 and is all-in
bbb: raises $5 to $10 and is all-in
Hero: calls $9.70 and is all-in
*** FLOP *** [6d Kc 3c]
*** TURN *** [6d Kc 3c] [9h]
*** RIVER *** [6d Kc 3c 9h] [2s]
*** SHOW DOWN ***
bbb: shows [Qd Qh] (a pair of Queens)
Hero: shows [Tc Ac] (high card Ace)
Hero cashed out the hand for $4.10 | Cash Out Fee $0.08
bbb cashed out the hand for $5.20 | Cash Out Fee $0.11
aaa: shows [Kd 7d] (a pair of Kings)
aaa collected $14.50 from main pot
*** SUMMARY ***
Total pot $25 Main pot $14.50. Side pot $9.50. | Rake $1
Board [6d Kc 3c 9h 2s]
Seat 1: Hero (button) showed [Tc Ac] and lost with high card Ace (cashed out)
Seat 2: aaa (small blind) showed [Kd 7d] and won ($14.50) with a pair of Kings
Seat 3: bbb (big blind) showed [Qd Qh] and won ($9.50) with a pair of Queens (pot not awarded as player cashed out)
"""


def test_a_total_is_of_the_kinds_that_its_site_writes() -> None:
    walk = """Bovada Hand #3 TBL#1 HOLDEM No Limit - 2019-04-04 14:09:57
Seat 1: Dealer ($30 in chips)
Seat 2: Small Blind ($7 in chips)
Seat 3: Big Blind [ME] ($27 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.10
Big Blind  [ME] : Big blind $0.25
*** HOLE CARDS ***
Dealer : Card dealt to a spot [Kh 7s]
Small Blind : Card dealt to a spot [9d Jh]
Big Blind  [ME] : Card dealt to a spot [2h 3s]
Dealer : Folds
Small Blind : Folds
Big Blind  [ME] : Return uncalled portion of bet $0.15
Big Blind  [ME] : Does not show [2h 3s] (High Card)
Big Blind  [ME] : Hand result $0.20
*** SUMMARY ***
Total Pot($0.35)
"""
    assert nets(hand_of_text(walk))["Big Blind"] == 0.1
    raised = walk.replace("Dealer : Folds", "Dealer : Raises $0.75 to $0.75")
    raised = raised.replace("Small Blind : Folds", "Small Blind : Folds\nBig Blind  [ME] : Folds")
    raised = raised.replace("[ME] : Return uncalled portion of bet $0.15", "[ME] : Stand")
    raised = raised.replace("Big Blind  [ME] : Hand result $0.20", "Dealer : Return uncalled portion of bet $0.50")
    raised = raised.replace("*** SUMMARY", "Dealer : Hand result $0.60\n*** SUMMARY")
    assert hand_of_text(raised.replace("$0.35)", "$0.60)")).faults == ()
    assert hand_of_text(raised.replace("$0.35)", "$1.10)")).faults == (
        "the hand history has a total pot of 1.1, the replay 0.6",
    )


def test_cards_that_only_the_summary_has_are_known() -> None:
    shown = text_of("stars_cashout_loser").replace("Player1: shows [8d 8s] (two pair, Jacks and Eights)\n", "")
    hand = hand_of_text(shown)
    assert hand.cards[hand.names.index("Player1")] == ("8d", "8s")
    assert adjusted_result(hand, WinnerCache()) == adjusted_result(
        hand_of_text(text_of("stars_cashout_loser")), WinnerCache()
    )
    other = text_of("stars_cashout_loser").replace("Seat 1: Player1 showed [8d 8s]", "Seat 1: Player1 showed [8d 8h]")
    assert "Player1 holds 8d 8s, but 8d 8h in the summary" in hand_of_text(other).faults


def test_a_bomb_pot_on_two_boards_is_split() -> None:
    text = text_of("stars_bomb").partition("*** FLOP")[0]
    text += """*** FIRST FLOP *** [5d 9d 3h]
*** SECOND FLOP *** [Ah 8s 8c]
P3: checks
Hero: checks
P1: checks
*** FIRST TURN *** [5d 9d 3h] [Kd]
*** SECOND TURN *** [Ah 8s 8c] [6s]
P3: checks
Hero: checks
P1: checks
*** FIRST RIVER *** [5d 9d 3h Kd] [Ks]
*** SECOND RIVER *** [Ah 8s 8c 6s] [4c]
P3: checks
Hero: checks
P1: checks
*** FIRST SHOW DOWN ***
P3: shows [9c 9h] (a full house)
Hero: shows [2h Jc] (a pair)
P1: shows [Ad Tc] (a pair)
P3 collected 0.18 from pot
*** SECOND SHOW DOWN ***
P1 collected 0.18 from pot
*** SUMMARY ***
Total pot 0.36 | Rake 0
Hand was run twice
FIRST Board [5d 9d 3h Kd Ks]
SECOND Board [Ah 8s 8c 6s 4c]
"""
    hand = hand_of_text(text)
    assert nets(hand) == pytest.approx({"P3": 0.06, "Hero": -0.12, "P1": 0.06})
    assert len(hand.boards) == 2


def test_amounts_that_differ_by_a_few_cents_are_faults() -> None:
    text = STARS.replace("*** SUMMARY", "Hero collected $5.55 from pot\n*** SUMMARY")
    assert hand_of_text(text).faults == ("the text has 5.55 collected and a rake of 0.36, but a pot of 5.86",)
    folded = STARS.replace("Player2: folds", "Player2: folds [Zz Kd]")
    assert hand_of_text(folded).faults == ("the cards [Zz Kd] cannot be read: 'Zz' is not a card",)


def test_a_dead_blind_besides_the_big_one_is_in_the_pot_at_cake() -> None:
    text = """Hand#5 - $ Larch 2 -- $0.02/$0.04 NL Hold'em -- 2018/10/31 - 09:37:42
Dealer: Seat 9
Seat 3: alma ($1.77 in chips)
Seat 8: bodo ($4.17 in chips)
Seat 9: cleo ($4.32 in chips)
Seat 10: dora ($2 in chips)
dora: posts small blind $0.02
alma: posts big blind $0.04
bodo:posts dead blind $0.02 and big blind $0.04
bodo: checks
cleo: folds
dora: folds
alma: checks
*** FLOP *** [6h,Ad,7h]
alma: checks
bodo: bets $0.12
alma: folds
bodo: returns uncalled bet $0.12
bodo wins $0.12
"""
    assert nets(hand_of_text(text)) == pytest.approx({"dora": -0.02, "alma": -0.04, "bodo": 0.06, "cleo": 0.0})


SHORT = """Game ID: 7 1/2 Larch (Hold'em)
Seat 4 is the button
Seat 4: alma (74.56).
Seat 5: bodo (1.44).
Player alma has small blind (1)
Player bodo allin (1.44)
Player alma received a card.
Player alma received a card.
Player bodo received card: [Js]
Player bodo received card: [Qs]
Player alma calls (1)
Uncalled bet (0.56) returned to alma
*** FLOP ***: [6h As 8c]
*** TURN ***: [6h As 8c] [5h]
*** RIVER ***: [6h As 8c 5h] [9h]
------ Summary ------
Pot: 2.74. Rake 0.14
Board: [6h As 8c 5h 9h]
*Player alma shows: Straight to 9 [7d Ad]. Bets: 1.44. Collects: 2.74. Wins: 1.30.
Player bodo shows: High card A [Js Qs]. Bets: 1.44. Collects: 0. Loses: 1.44.
"""


def test_a_blind_that_is_all_in_at_the_winning_poker_network_is_posted() -> None:
    hand = hand_of_text(SHORT)
    assert (nets(hand), hand.variant) == ({"bodo": -1.44, "alma": 1.3}, "no-limit hold'em")
    anted = SHORT.replace("Player alma has", "Player alma ante (0.5)\nPlayer bodo allin (0.3)\nPlayer alma has", 1)
    anted = (
        anted.replace("Player alma calls (1)\n", "")
        .replace("Player bodo allin (1.44)\n", "")
        .replace("bodo (1.44)", "bodo (0.3)")
    )
    assert [chips.ante for chips in hand_of_text(anted).moments[0].chips] == [0.3, 0.3]


def test_tables_with_a_jackpot_take_an_unstated_fee() -> None:
    text = SHORT.replace("Larch (", "Larch (JP) (").replace("Pot: 2.74. Rake 0.14", "Pot: 0.88. Rake 0.14")
    hand = hand_of_text(text.replace("Collects: 2.74. Wins: 1.30", "Collects: 0.88. Loses: 0.56"))
    assert (nets(hand)["alma"], hand.rake) == (-0.56, 2.0)


def test_a_small_post_is_live_if_the_call_is_lower_by_it() -> None:
    text = STARS.replace(
        "Player1: posts big blind $0.05", "Player1: posts big blind $0.05\nPlayer3: posts small blind $0.02"
    )
    text = text.replace("Player3: raises $0.10 to $0.15", "Player3: {}").replace(
        "Player5: calls $0.15", "Player5: folds"
    )
    text = text.partition("Hero: calls $0.13")[0] + "Hero: folds\nPlayer1: checks\n*** FLOP *** [Kh 7c 5d]\n"
    live, dead = (hand_of_text(text.format(f"calls ${chips}")) for chips in ("0.03", "0.05"))
    assert [hand.moments[-1].pot for hand in (live, dead)] == [0.12, 0.14]


def test_the_equity_against_shown_hands_is_that_of_the_adjusted_result() -> None:
    hand = hand_of_text(text_of("stars_cashout_hero"))
    (*_, call) = decisions(hand, hand.hero, CancelToken())
    law = winner_distribution(KnownPot("holdem", (("Ad", "As"), ("8d", "8s"))))
    assert call.against_shown == (pytest.approx(law[1] + law.get(3, 0.0) / 2), 0.0)
