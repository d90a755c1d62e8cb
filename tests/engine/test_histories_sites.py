"""What sites write in their own ways, in short texts of the same form."""

import math
import re
from dataclasses import replace

import pytest

from engine.histories.hand import HandError, HandPot, UnsupportedGameError
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands, unread_site
from engine.histories.tracking import tracker_values
from tests.engine.played_hands import FOLDER, hand_of_text, hands_of, raw_hands
from tests.engine.replay_check import differences


def stars_hand(*lines: str, stakes: str = "$1/$2 USD", game: str = "Hold'em No Limit", chips: str = "$100") -> str:
    """Return a text of PokerStars: three players; ``lines``: posts, ``**`` for the deal, play."""
    seats = "\n".join(f"Seat {i}: {name} ({chips} in chips)" for i, name in enumerate(("alma", "bodo", "cleo"), 1))
    head = f"PokerStars Hand #7:  {game} ({stakes}) - 2024/01/02 3:04:05 ET\nTable 'Ara' 6-max Seat #3 is the button\n"
    return head + seats + "\n" + "\n".join(lines).replace("**", "*** HOLE CARDS ***")


BLINDS = ("alma: posts small blind $1", "bodo: posts big blind $2", "**")


def test_chips_of_the_house_are_in_the_pot_and_nobodys() -> None:
    text = stars_hand("Cash Drop to Pot : total $5", *BLINDS, "cleo: raises $4 to $6", "alma: calls $5", "bodo: folds")
    text += "\n*** FLOP *** [2c 7d Jh]\nalma: checks\ncleo: bets $10\nalma: folds\n"
    hand = hand_of_text(text)
    assert differences(hand) == []
    assert hand.starting == (100.0, 100.0, 100.0)
    assert hand.stakes.ante == 0.0
    assert [moment.pot for moment in hand.moments[:2]] == [8.0, 14.0]
    assert [chips.ante for chips in hand.moments[0].chips] == [0.0, 0.0, 0.0]
    assert hand.result == (-6.0, -2.0, 13.0)
    tracked = tracker_values(hand, hand.moments[-1], 2)
    assert tracked is not None
    assert tracked.setup.dead == 5.0


def test_cards_that_are_shown_after_a_fold_or_twice_are_known() -> None:
    text = stars_hand(*BLINDS, "cleo: folds [Qh 2d]", "alma: raises $4 to $6", "bodo: calls $4")
    text += "\n*** FLOP *** [2c 7d Jh]\nalma: checks\nbodo: checks\n*** TURN *** [2c 7d Jh] [3s]\nalma: checks\n"
    text += "bodo: checks\n*** RIVER *** [2c 7d Jh 3s] [4h]\nalma: checks\nbodo: checks\n"
    shown = "alma: shows [As Th] (Ace high)\nbodo: shows [Ks Kc] (a pair of Kings)\n"
    hand = hand_of_text(text + shown + "cleo: shows [Qh 2d] (a pair)\n" + shown)
    assert differences(hand) == []
    assert hand.cards == (("As", "Th"), ("Ks", "Kc"), ("Qh", "2d"))
    assert hand.result == (-6.0, 6.0, 0.0)
    won = stars_hand(*BLINDS, "cleo: folds", "alma: folds", "bodo: shows [Ah Ad] (a pair of Aces)")
    assert hand_of_text(won).cards[1] == ("Ah", "Ad")


POSTS = {
    "a dead small blind in a line of its own": ("cleo: posts small blind $1", "cleo: posts big blind $2"),
    "a missed blind": ("cleo: posts missed blind $1", "cleo: posts big blind $2"),
    "both at once": ("cleo: posts small & big blinds $3",),
    "both as one post": ("cleo: posts big blind $3",),
}


@pytest.mark.parametrize("kind", POSTS)
def test_a_player_who_posts_both_blinds_has_one_as_his_bet(kind: str) -> None:
    first = stars_hand("alma: posts small blind $1", "bodo: posts big blind $2", *POSTS[kind], "**")
    hand = hand_of_text(first + "\ncleo: raises $4 to $6\nalma: folds\nbodo: folds\n")
    assert differences(hand) == []
    assert [(chips.bet, chips.ante) for chips in hand.moments[0].chips] == [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0)]
    assert hand.moments[1].pot == 10.0


def test_both_blinds_at_partypoker_are_live_as_far_as_the_big_one_goes() -> None:
    (raw,) = raw_hands("party.txt")
    text = raw.text.replace("** Dealing down", "bodo posts big blind + dead [$1.50].\n** Dealing down")
    hand = read_hand(replace(raw, text=text.replace("bodo raises [$3 USD]", "bodo raises [$2 USD]")))
    assert differences(hand) == []
    assert [(chips.bet, chips.ante) for chips in hand.moments[0].chips] == [(0.5, 0.0), (1.0, 0.0), (1.0, 0.5)]
    assert hand.moments[1].pot == 5.0


def test_a_poster_after_the_big_blind_acts_first_without_a_small_blind() -> None:
    text = stars_hand("alma: posts big blind $2", "bodo: posts big blind $2", "**")
    hand = hand_of_text(text + "\nbodo: checks\ncleo: folds\nalma: raises $4 to $6\nbodo: folds\n")
    assert differences(hand) == []
    assert [(moment.to_act, moment.pot) for moment in hand.moments[:4]] == [(1, 4.0), (2, 4.0), (0, 4.0), (1, 8.0)]
    text = stars_hand("alma: posts small blind $2", "bodo: posts big blind $2", "**", stakes="$2/$2 USD")
    hand = hand_of_text(text + "\ncleo: calls $2\nalma: checks\nbodo: checks\n")
    assert [moment.to_act for moment in hand.moments] == [2, 0, 1, None]


SAT_DOWN = {
    "as the big blind": (
        "bodo posts small blind [$1 USD].\nemil has joined the table.\nemil posts big blind [$2 USD].\n",
        "cleo folds\ndora raises [$6 USD]\nalma folds\nbodo folds\nemil calls [$4 USD]\n",
        (("bodo", "emil", "cleo", "dora", "alma"), 13.0),
    ),
    "as the only blind": (
        "emil has joined the table.\nemil posts big blind [$2 USD].\n",
        "bodo folds\ncleo folds\ndora folds\nalma raises [$6 USD]\nemil calls [$4 USD]\n",
        (("emil", "bodo", "cleo", "dora", "alma"), 12.0),
    ),
    "behind the blinds": (
        "bodo posts small blind [$1 USD].\ncleo posts big blind [$2 USD].\nemil posts big blind [$2 USD].\n",
        "emil checks\ndora folds\nalma raises [$6 USD]\nbodo folds\ncleo folds\nemil calls [$4 USD]\n",
        (("bodo", "cleo", "emil", "dora", "alma"), 15.0),
    ),
    "between two others": (
        "bodo posts small blind [$1 USD].\ncleo posts big blind [$2 USD].\nemil posts big blind [$2 USD].\n",
        "dora folds\nemil raises [$4 USD]\nalma folds\nbodo folds\ncleo calls [$4 USD]\n",
        (("bodo", "cleo", "dora", "emil", "alma"), 13.0),
    ),
}
FOUR = "".join(f"Seat {i}: {name} ( $90 USD )\n" for i, name in enumerate(("alma", "bodo", "cleo", "dora"), 1))
PARTY = """***** Hand History for Game 7 *****
$200 USD NL Texas Hold'em - Friday, March 05, 10:11:12 EST 2010
Table Linden (Real Money)
Seat 1 is the button
"""


@pytest.mark.parametrize("where", SAT_DOWN)
def test_a_player_who_just_sat_down_at_partypoker_and_posts_plays(where: str) -> None:
    posts, play, (order, pot) = SAT_DOWN[where]
    hand = hand_of_text(f"{PARTY}{FOUR}{posts}** Dealing down cards **\n{play}")
    assert differences(hand) == []
    assert hand.names == order
    emil = order.index("emil")
    assert [math.isinf(stack) for stack in hand.starting] == [i == emil for i in range(5)]
    assert hand.moments[0].chips[emil].bet == 2.0
    assert hand.moments[-1].pot == pot


def test_a_player_listed_without_chips_who_posts_has_an_unknown_stack() -> None:
    posts, play, (_, pot) = SAT_DOWN["between two others"]
    seats = f"{FOUR}Seat 9: emil ( $0 USD )\n"
    hand = hand_of_text(f"{PARTY}{seats}{posts}** Dealing down cards **\n{play}")
    assert (hand.names[3], hand.starting[3], hand.moments[-1].pot) == ("emil", math.inf, pot)


TOLD = {"NL": "Blinds(50/100)", "PL": "Blinds-Antes(50/100 -25)", "FL": "Stakes(100/200)"}


@pytest.mark.parametrize("game", TOLD)
def test_the_last_stated_blinds_of_a_partypoker_tournament_count(game: str) -> None:
    head = f"{game} Texas Hold'em  Trny:5 Level:2  Blinds(20/40) - Friday, March 05, 10:11:12 EST 2010\n"
    head = f"Game #7 starts.\n\n#Game No : 7\n***** Hand History for Game 7 *****\n{head}Table Linden (Real Money)\n"
    seats = FOUR.replace(" ( $90 USD )", " ( 2,000 )")
    deal = f"{head}Seat 2 is the button\n{seats}Trny:5 Level:3\n{TOLD[game]}\n** Dealing down cards **\nalma folds\n"
    hand = hand_of_text(f"{deal}bodo raises [200]\ncleo folds\ndora folds\nbodo wins 350 chips\n")
    assert differences(hand) == []
    assert hand.names == ("cleo", "dora", "alma", "bodo")
    assert hand.moments[-1].pot == 250.0
    walk = hand_of_text(f"{deal}bodo folds\ncleo folds\ndora does not show cards.\ndora wins 150 chips\n")
    assert (walk.moments[-1].pot, walk.moments[-1].live) == (100.0, (1,))


def test_straddles_caps_and_bets_of_ggpoker() -> None:
    text = stars_hand("alma: posts small blind $1", "bodo: posts big blind $2", "cleo: straddle $4", "**", chips="$90")
    hand = hand_of_text(text + "\nalma: calls $3\nbodo: folds\ncleo: Bet & Muck $8\nalma: folds\n")
    assert differences(hand) == []
    assert [(moment.words, moment.pot) for moment in hand.moments] == [
        ("preflop", 7.0),
        ("calls 3", 10.0),
        ("folds", 10.0),
        ("raises to 8", 14.0),
        ("folds", 10.0),
    ]
    capped = hand_of_text(stars_hand(*BLINDS, "cleo: raises $38 to $40", stakes="$1/$2 - $40 Cap -  USD"))
    assert capped.starting == (40.0, 40.0, 40.0)
    assert capped.moments[-1].chips[2].stack == 0.0


def test_a_player_all_in_with_a_post_who_sits_out_folds() -> None:
    text = stars_hand("alma: posts small blind $1", "bodo: posts big blind $2 and is all-in", "**")
    text = text.replace("bodo ($100", "bodo ($2").replace("$2 in chips)", "$2 in chips) is sitting out")
    hand = hand_of_text(text + "\ncleo: raises $4 to $6\nalma: calls $5\nbodo: folds\n*** FLOP *** [2c 7d Jh]\n")
    assert hand.starting == (100.0, 2.0, 100.0)
    assert hand.moments[-1].folded == (False, True, False)
    assert [chips.stack for chips in hand.moments[-1].chips] == [94.0, 0.0, 94.0]
    assert hand.moments[-1].pot == 14.0


@pytest.mark.parametrize("raises", [4, 5, 9])
def test_fixed_bets_are_raised_as_often_as_in_the_text(raises: int) -> None:
    text = stars_hand(*BLINDS, "cleo: folds", game="Hold'em Limit", stakes="$2/$4 USD")
    for number in range(raises):
        text += f"\n{('alma', 'bodo')[number % 2]}: raises $2 to ${4 + 2 * number}"
    hand = hand_of_text(text + f"\n{('alma', 'bodo')[raises % 2]}: calls $2\n*** FLOP *** [2c 7d Jh]\n")
    assert differences(hand) == []
    assert hand.moments[-1].pot == 2 * (2 + 2 * raises)
    cards = "actions = ['d dh p1 ????', 'd dh p2 ????', "
    bets = ", ".join(f"'p{2 - number % 2} cbr {4 + 2 * number}'" for number in range(raises))
    stated = (
        f"variant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [2, 1]\nsmall_bet = 2\nbig_bet = 4\n{cards}{bets}]\n"
    )
    phh = hand_of_text(stated.replace("[2, 1]", "[1, 2]") + "starting_stacks = [200, 200]\n")
    assert phh.moments[-1].pot == 2 + 4 * raises
    assert differences(phh) == []


def test_a_big_bet_that_a_site_has_rounded_is_one() -> None:
    text = stars_hand(*BLINDS, "cleo: folds", game="Hold'em Limit", stakes="$0.12/$0.24 USD")
    text = text.replace("blind $1", "blind $0.06").replace("blind $2", "blind $0.12")
    text += "\nalma: calls $0.06\nbodo: checks\n*** FLOP *** [2c 7d Jh]\nalma: checks\nbodo: checks\n"
    hand = hand_of_text(text + "*** TURN *** [2c 7d Jh] [3s]\nalma: bets $0.25\nbodo: calls $0.25\n")
    assert hand.moments[-1].pot == pytest.approx(0.74)


def test_a_blind_below_the_stated_one_is_the_minimum_bet() -> None:
    text = stars_hand(*BLINDS, "cleo: folds", "alma: calls $1", "bodo: checks", stakes="$2/$4 USD")
    hand = hand_of_text(text + "\n*** FLOP *** [2c 7d Jh]\nalma: bets $2\n")
    assert hand.moments[-1].pot == 6.0


def test_attributes_of_ipoker_come_in_any_order_and_on_one_line() -> None:
    (raw,) = raw_hands("ipoker.xml")
    tag = re.compile(r"<(\w+) ([^>]*?)( ?/?)>")
    turned = tag.sub(lambda result: f"<{result[1]} {' '.join(result[2].split()[::-1])}{result[3]}>", raw.text)
    turned = turned.replace('<game gamecode="2233445566">', raw.text.splitlines()[0])
    for text in (turned, " ".join(turned.splitlines())):
        assert read_hand(replace(raw, text=text)).moments == read_hand(raw).moments


def test_hands_of_tournaments_and_skins_are_found() -> None:
    (ongame,) = raw_hands("ongame.txt")
    name = ongame.name.removeprefix("hand ")
    text = ongame.text.replace(f"hand {name} *", f'hand {name} (TOURNAMENT: "Daily", R-1-2, buy-in: €0) *')
    (raw,) = split_hands(text)
    assert read_hand(raw).moments == read_hand(ongame).moments
    antes = text.replace("bodo posts small", "bodo posts ante 3\nbodo posts small", 1)
    assert read_hand(split_hands(antes)[0]).moments[0].chips[0].ante == 3.0
    stars = stars_hand(*BLINDS, "cleo: folds", "alma: folds")
    for skin in ("PPPoker", "Full Tilt", "Full Tilt Rush", "PokerStars Zoom", "Poker"):
        assert len(hand_of_text(stars.replace("PokerStars", skin)).moments) == 3
    (tilt,) = raw_hands("fulltilt.txt")
    for skin in ("FullTiltPoker Game", "Full Tilt Poker.fr Game"):
        assert read_hand(split_hands(tilt.text.replace("Full Tilt Poker Game", skin))[0]).moments


def test_a_text_without_names_says_so() -> None:
    (raw, _) = raw_hands("888.txt")
    with pytest.raises(HandError, match="fewer than two named players act in this hand"):
        read_hand(replace(raw, text=re.sub(r"\b(?:anna|bert|carl|dora) ?", "", raw.text)))


def test_a_player_who_timed_out_has_acted() -> None:
    (raw,) = raw_hands("ignition.txt")
    text = raw.text.replace("All-in(raise) $147", "All-in(raise-timeout) $147").replace(
        "Raises $9", "Raises(timeout) $9"
    )
    assert text.count("timeout") == 2
    assert read_hand(replace(raw, text=text)).moments == read_hand(raw).moments


LIMP = """PokerStars Hand #7: Hold'em No Limit ($5/$10) - 2020/01/01 10:00:00 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: anna ($100 in chips)
Seat 2: bert ($100 in chips)
Seat 3: carl ($6 in chips)
bert: posts small blind $5
carl: posts big blind $6 and is all-in
*** HOLE CARDS ***
anna: calls $10
bert: calls $5
*** FLOP *** [2c 3d 4h]
bert: bets $90 and is all-in
anna: calls $90 and is all-in
*** TURN *** [2c 3d 4h] [5s]
*** RIVER *** [2c 3d 4h 5s] [9c]
*** SHOW DOWN ***
bert: shows [Ah Kh] (a straight)
anna: shows [Qh Qs] (a pair of Queens)
carl: shows [7h 2h] (a pair of Deuces)
*** SUMMARY ***
"""


def test_a_limp_over_a_short_big_blind_calls_the_full_blind() -> None:
    (raw,) = split_hands(LIMP)
    hand = read_hand(raw)
    assert [(moment.words, moment.price) for moment in hand.moments[:3]] == [
        ("preflop", 10.0),
        ("calls 10", 5.0),
        ("calls 5", 0.0),
    ]
    assert hand.moments[-1].pot == 206.0
    assert hand.moments[-1].pots() == (HandPot(18.0, (0, 1, 2)), HandPot(188.0, (0, 2)))
    assert hand.result == (106.0, -6.0, -100.0)
    with pytest.raises(HandError, match="bert checks or calls out of turn"):
        read_hand(replace(raw, text=LIMP.replace("anna: calls $90 and is all-in\n", "bert: checks\n")))


def test_hands_of_ipoker_on_one_line_are_all_found() -> None:
    (raw,) = raw_hands("ipoker.xml")
    about, game = raw.about, raw.text.partition("</session>")[0]
    games = "".join(game.replace("2233445566", str(number)) for number in (11, 12, 13))
    line = " ".join(f"{about}{games}</session>".splitlines())
    raws = split_hands(line)
    assert [raw.name for raw in raws] == ["hand 11", "hand 12", "hand 13"]
    assert {read_hand(raw).moments for raw in raws} == {read_hand(raw).moments}
    for named in (line.replace("<session", "<root").replace("</session", "</root"), line.replace('win="$', 'win="USD')):
        assert [read_hand(raw).result for raw in split_hands(named)] == [(-7.0, 6.8, 0.0)] * 3


FIRST_LINES = {
    "stars.txt": ("PokerStars Hand #", ("PokerMaster Hand #", "PokerBros Hand #", "Suprema Hand #", "GGPoker Hand #")),
    "ignition.txt": ("Ignition Hand", ("Bodog UK Hand", "Bovada Hand", "Ignition Casino Hand")),
    "888.txt": ("Hand History for Game", ("Hand History For Game",)),
    "absolute.txt": ("Stage #", ("Stage #C",)),
}


@pytest.mark.parametrize("name", FIRST_LINES)
def test_the_same_texts_under_other_first_lines_are_read(name: str) -> None:
    first, others = FIRST_LINES[name]
    texts = [raw.text for raw in raw_hands(name)]
    for other in others:
        raws = split_hands("\n\n\n".join(texts).replace(first, other))
        assert [read_hand(raw).moments for raw in raws] == [hand.moments for hand in hands_of(name)]


def test_split_holdem_is_another_game() -> None:
    for game in ("Split Hold'em No Limit", "6+ Hold'em No Limit"):
        (raw,) = split_hands(stars_hand(*BLINDS, "cleo: folds", "alma: folds", game=game))
        with pytest.raises(UnsupportedGameError, match="not read: "):
            read_hand(raw)


def test_an_unknown_head_starts_a_hand_of_its_own() -> None:
    text = (FOLDER / "runitonce.txt").read_text(encoding="utf-8")
    strange = text.replace("Run It Once Poker Hand #20300400", "Larch Poker Hand #20300401")
    first, unread, last = split_hands(f"{text}\n\n{strange}\n\n{text.replace('20300400', '20300402')}")
    assert read_hand(first).moments == read_hand(last).moments
    with pytest.raises(HandError, match="the header of this hand is not understood: Larch Poker Hand #20300401"):
        read_hand(unread)
    assert hand_line(unread).players == ()
    assert not split_hands(strange)
    assert unread_site(strange).startswith(
        "hands of Larch Poker are not supported. Supported: PHH files and hands of PokerStars,"
    )
    assert not unread_site("once upon a time")


@pytest.mark.parametrize(
    ("site", "text"),
    [
        ("PKR", "Table #44 - Larch\nStarting Hand #2080628024\nStart time of hand: 12 May 2012 03:37:34\n"),
        ("Seals with Clubs", "Hand #634-110 - 2013-05-02 02:14:03\nGame: Limit Hold'em\nSite: Seals With Clubs\n"),
        ("Entraction", 'Game # 2322970601 - Omaha High Pot Limit EUR 0.50/1 - Table "Larch 50BB"\n'),
        ("Enet", "Game #7732310: Omaha (€0,25/€0,50) - 23:31:54 29.7.2012 - %6 \n"),
        ("Unibet", "Game #146: Table €1 NL - 0.05/0.10 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04\n"),
        ("KingsClub", "#3583643: Pot Limit Omaha - 125/250\n2021-02-05 18:08:26\n"),
    ],
)
def test_an_unsupported_site_is_named(site: str, text: str) -> None:
    assert not split_hands(text)
    assert unread_site(text).startswith(
        f"hands of {site} are not supported. Supported: PHH files and hands of PokerStars,"
    )


def test_observed_hands_without_stacks_are_read() -> None:
    text = (FOLDER / "fulltilt.txt").read_text(encoding="utf-8")
    (seen,) = hands_of("fulltilt.txt")
    seats = "".join(line for line in text.splitlines(keepends=True) if re.match(r"Seat \d+: \w+ \(\$", line))
    hand = hand_of_text(text.replace(seats, ""))
    assert hand.faults == ()
    assert all(math.isinf(stack) for stack in hand.starting)
    assert (hand.names, hand.result) == (seen.names, seen.result)
    assert [moment.pot for moment in hand.moments] == [moment.pot for moment in seen.moments]
    assert tracker_values(hand, hand.moments[-1], 0) is None


def test_chips_that_winamax_adds_are_in_the_pot() -> None:
    raw = raw_hands("winamax.txt")[0]
    text = raw.text.replace("*** ANTE/BLINDS ***", "Hold-up to Pot: total 2.50€\n*** ANTE/BLINDS ***")
    assert text != raw.text
    before, hand = read_hand(raw), read_hand(replace(raw, text=text))
    assert (hand.drop, hand.moments[-1].pot) == (2.5, before.moments[-1].pot + 2.5)
    assert "the hand history has a total pot" in hand.faults[0]  # that of the text without them


def test_a_player_without_a_line_checks_if_nobody_bets() -> None:
    text = stars_hand(*BLINDS, "cleo: raises $4 to $6", "alma: calls $5", "bodo: folds")
    text += "\n*** FLOP *** [2c 7d Jh]\n*** TURN *** [2c 7d Jh] [3s]\nalma: bets $5\ncleo: calls $5\n"
    text += "*** RIVER *** [2c 7d Jh 3s] [4h]\nalma: shows [As Th] (Ace high)\ncleo: shows [Ks Kc] (a pair of Kings)\n"
    hand = hand_of_text(text)
    assert (hand.moments[-1].pot, hand.result) == (24.0, (-11.0, -2.0, 13.0))
    bet = text.replace("cleo: calls $5\n", "")
    with pytest.raises(HandError, match="the cards 4h on the board cannot be dealt here"):
        hand_of_text(bet)


def test_streets_only_in_the_summary_are_dealt_in_order() -> None:
    text = stars_hand(*BLINDS, "cleo: raises $4 to $6", "alma: calls $5", "bodo: folds")
    text += "\nalma: checks\ncleo: bets $8\nalma: calls $8\nalma: checks\ncleo: checks\n"
    hand = hand_of_text(f"{text}*** SUMMARY ***\nTotal pot $30 | Rake $0\nBoard [2c 7d Jh 3s 4h]")
    assert [moment.words for moment in hand.moments if moment.actor is None] == ["preflop", "flop", "turn", "river"]
    assert (hand.undecided, hand.moments[-1].pot) == (True, 30.0)
    assert hand.faults == ("the hand history does not say who won the pot, and the cards of alma, cleo are unknown",)


def test_limit_hands_of_bovada_without_lines_for_streets_are_read() -> None:
    text = """Bovada Hand #2607518885 TBL#1266397 HOLDEM Fixed Limit - 2012-05-22 14:54:12
Seat 1: Dealer ($40 in chips)
Seat 3: Small Blind ($80 in chips)
Seat 5: Big Blind [ME] ($250 in chips)
Dealer : Set dealer/Bring in spot [1]
Small Blind : Ante/Small Blind $1
Big Blind  [ME] : Big blind/Bring in $2
*** HOLE CARDS ***
Dealer : Card dealt to a spot [Kh 2d]
Small Blind : Card dealt to a spot [4d 4s]
Big Blind  [ME] : Card dealt to a spot [Ad 2h]
Dealer : Folds
Small Blind : Raises $4
Big Blind  [ME] : Calls $2
Small Blind : Bets $2
Big Blind  [ME] : Calls $2
Small Blind : Checks
Big Blind  [ME] : Bets $4
Small Blind : Folds
Big Blind  [ME] : Return uncalled portion of bet $4
Big Blind  [ME] : Hand result $11.50
*** SUMMARY ***
Total Pot($12) | Rake ($0.50)
Board [2s Qh 5c 5s  ]
"""
    hand = hand_of_text(text)
    assert (hand.faults, hand.variant, hand.moments[-1].pot) == ((), "limit hold'em", 12.0)
    assert hand.moments[-1].board == ("2s", "Qh", "5c", "5s")
    assert dict(zip(hand.names, hand.result or (), strict=True)) == {
        "Small Blind": -6.0,
        "Big Blind": 5.5,
        "Dealer": 0.0,
    }


def test_the_uncallable_part_of_an_all_in_raise_is_returned() -> None:
    text = stars_hand(*BLINDS, "cleo: raises $98 to $100 and is all-in", "alma: raises $50 to $150 and is all-in")
    text = text.replace("alma ($100", "alma ($150").replace("Seat #3", "Seat #3") + "\nbodo: folds\n"
    text += "*** FLOP *** [2c 7d Jh]\n*** TURN *** [2c 7d Jh] [3s]\n*** RIVER *** [2c 7d Jh 3s] [4h]\n"
    text += "alma: shows [As Th] (high card)\ncleo: shows [Ks Kc] (a pair)\nalma collected $50 from side pot\n"
    hand = hand_of_text(text + "cleo collected $202 from main pot\n*** SUMMARY ***\nTotal pot $252 | Rake $0\n")
    assert (hand.faults, hand.result) == ((), (-100.0, -2.0, 102.0))


WRONG = {
    "a total pot": ("Total pot 2080", "Total pot 2180", "the hand history has a total pot of 2180, the replay 2080"),
    "a collected amount": ("collected 2080 from pot", "collected 1980 from pot", "1980 collected"),
    "a winner": ("won (2080)", "won (2080)\nW2 collected 2080 from pot", "4160 collected"),
    "the board": ("Board [3c 6s 9d 8d Ks]", "Board [3c 6s 9d 8d Kc]", "the hand history has the board 3c 6s 9d 8d Kc"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_replay_that_contradicts_its_text_names_the_contradiction(what: str) -> None:
    (raw, *_) = raw_hands("stars.txt")
    assert read_hand(raw).faults == ()
    before, after, message = WRONG[what]
    assert before in raw.text
    hand = read_hand(replace(raw, text=raw.text.replace(before, after)))
    assert any(message in fault for fault in hand.faults)
    assert hand.result is hand.gross is None
