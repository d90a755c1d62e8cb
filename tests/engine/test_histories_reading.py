"""Hand histories read and replayed: the moments against PokerKit's own replay, and texts of all formats."""

import re
import warnings
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from tomllib import loads

import pytest
from pokerkit.notation import HandHistory
from pokerkit.utilities import parse_value

from engine import Cancelled
from engine.histories.hand import UNKNOWN_CARD, HandError
from engine.histories.listing import hand_line
from engine.histories.phh import NO_FIELD
from engine.histories.reading import read_hand
from engine.histories.scenarios import scenario_at
from engine.histories.site_parser import amount_of
from engine.histories.sites import _PARSERS
from engine.histories.splitting import (
    CHUNK_LENGTH,
    NEVER,
    NO_REQUIRED_WORDS,
    decode_history,
    find_matches,
    find_on_lines,
    first_match_per_line,
    looks_like_hands,
    required_words,
    split_hands,
)
from engine.kelly.hand.session import tracked_session
from tests.engine.played_hands import (
    FILES,
    FOLDER,
    PHH,
    called_down,
    decisions,
    hand_of_text,
    hands_of,
    random_phh,
    raw_hands,
    replayed,
)
from tests.engine.replay_check import differences

EXAMPLES = Path(__file__).parents[2] / "resources" / "examples"


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
@pytest.mark.parametrize("seed", range(25))
def test_every_decision_is_that_of_pokerkits_replay(variant: str, seed: int) -> None:
    text = random_phh(variant, seed)
    hand = hand_of_text(text)
    assert decisions(hand) == replayed(HandHistory.loads(text))
    fields = loads(text, parse_float=parse_value)
    known = [[card for card in cards if card != UNKNOWN_CARD] for cards in hand.cards]
    dealt = [action.split() for action in fields["actions"] if action.startswith("d dh")]
    for player, cards in enumerate(known):
        stated = "".join(words[3] for words in dealt if words[2] == f"p{player + 1}")
        assert "".join(cards) == stated.replace("?", "")


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_every_number_of_wild_hands_is_that_of_pokerkits_replay(variant: str) -> None:
    for seed in range(40):
        hand = hand_of_text(random_phh(variant, seed, wild=True))
        assert differences(hand) == [], (variant, seed)


def test_side_pots_and_results() -> None:
    hand = hands_of("winamax.txt")[0]
    assert hand.gross == pytest.approx((-6.0, 22.25, -16.25, 0.0))
    assert hand.result == pytest.approx((-6.0, 21.5, -16.25, 0.0))
    assert hand.rake == 0.75
    river = hand.moments[hand.first_of(3) or 0]
    assert [(round(pot.chips, 2), pot.players) for pot in river.pots()] == [(18.25, (0, 1, 2)), (20.0, (1, 2))]
    unseen = hands_of("party.txt")[0]
    assert differences(unseen) == []


def test_a_player_all_in_with_his_ante_wins_as_much_of_each_even_ante() -> None:
    text = """variant = 'NT'
ante_trimming_status = true
antes = [3, 3, 3, 3]
blinds_or_straddles = [5, 10, 0, 0]
min_bet = 10
starting_stacks = [100, 100, 2, 1]
actions = ['d dh p1 AhKh', 'd dh p2 QhQs', 'd dh p3 ????', 'd dh p4 ????', 'p1 cc', 'p2 cc', 'd db 7h8h2c']
"""
    even, uneven = hand_of_text(text), hand_of_text(text.replace("true", "false"))
    assert [(pot.chips, pot.players) for pot in even.moments[-1].pots()] == [
        (4.0, (0, 1, 2, 3)),
        (3.0, (0, 1, 2)),
        (22.0, (0, 1)),
    ]
    assert [pot.chips for pot in uneven.moments[-1].pots()] == [9.0, 20.0]
    assert differences(even) == differences(uneven) == []


def test_a_list_of_phh_may_take_several_lines() -> None:
    (raw,) = split_hands(
        PHH.replace("[1, 2, 0]", "[\n  1,\n  2, # big\n  0,\n]") + 'players = [\n"Ann",\n"B]ob",\n"C"]\n'
    )
    line = hand_line(raw)
    assert (line.stakes, line.players, line.cards) == ("1/2", ("Ann", "B]ob", "C"), "AhKh")
    assert read_hand(raw).names == line.players


def test_a_community_card_of_razz_is_seventh_street() -> None:
    for players in (7, 8):
        hand = hand_of_text(called_down("FR", players, 1))
        last = hand.moments[-1]
        assert differences(hand) == []
        assert [hand.first_of(street) is None for street in range(5)] == [False] * 5
        assert (len(last.board), set(last.dealt)) == ((0, {7}) if players == 7 else (1, {6}))
        result = tracked_session(scenario_at(hand, last))
        assert result is not None
        assert result.state.street == last.street == 4


def test_a_raise_that_nobody_has_the_chips_to_call_is_a_call() -> None:
    (raw,) = raw_hands("ggpoker.txt")
    text = raw.text.replace("Hero: calls 6,600", "Hero: raises 20,000 to 31,000")
    hand = read_hand(replace(raw, text=text))
    assert hand.moments == read_hand(raw).moments
    with pytest.raises(HandError, match="out of turn or against the rules"):
        read_hand(replace(raw, text=raw.text.replace("5e6f7a8b: raises 6,600 to 11,000 and is all-in\n", "")))


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("39,483.56", "39483.56"),
        ("1,000,000", "1000000"),
        ("1.550", "1550"),
        ("1 500", "1500"),
        ("0.025", "0.025"),
        ("0,02", "0.02"),
        ("12", "12"),
        ("3.", "3"),
    ],
)
def test_chips_are_read_as_sites_write_them(text: str, chips: str) -> None:
    assert amount_of(text) == Decimal(chips)


def test_missed_small_blinds_are_dead_money() -> None:
    hand = hands_of("winamax.txt")[0]
    assert [chips.ante for chips in hand.moments[0].chips] == [0.0, 0.0, 0.25, 0.0]
    assert hand.moments[0].pot == pytest.approx(1.0)
    assert [chips.bet for chips in hands_of("ignition.txt")[0].moments[0].chips] == [0.25, 0.5, 0.5, 0.0]
    assert [chips.bet for chips in hands_of("888.txt")[0].moments[0].chips] == [0.5, 1.0, 1.0, 0.0]


def test_a_truncated_hand_leaves_the_next_one_intact() -> None:
    text = (FOLDER / "stars.txt").read_text(encoding="utf-8")
    whole = split_hands(text)
    cut = text[: text.index("*** RIVER")] + "*** RIVER *** [3c 6" + whole[1].text + "\n\n\n" + whole[2].text
    raws = split_hands(cut)
    assert [raw.name for raw in raws] == [raw.name for raw in whole]
    assert [read_hand(raw).moments[-1].pot for raw in raws[1:]] == [9.3, 10.5]


@pytest.mark.parametrize("name", ["stars.txt", "razz.phh"])
def test_splitting_a_long_file_can_be_cancelled(name: str) -> None:
    """Closing the window waits for it."""
    text, asked = (FOLDER / name).read_text(encoding="utf-8"), []
    text = f"{text}\n\n\n" * (20 * CHUNK_LENGTH // len(text) + 1)
    assert split_hands(text, partial(asked.append, True))
    assert len(asked) > 20

    def give_up() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        split_hands(text, give_up)


@pytest.mark.parametrize(
    "text", ["STATE:1::" + "|" * 1_000_000, "a:1::" + "a|" * 500_000, "xPokerStars Hand #1: " * 50_000]
)
def test_a_line_of_a_million_characters_is_no_hand(text: str) -> None:
    """It is gone through once: this would not end if every place in it were tried against all that follow."""
    assert not split_hands(text)
    assert not looks_like_hands(text)


def test_lines_that_are_indented_are_read() -> None:
    raw = raw_hands("stars.txt")[2]
    indented = "\n".join(f"  {line}" for line in raw.text.splitlines())
    assert read_hand(split_hands(indented)[0]).moments == read_hand(raw).moments


OTHER_GAMES = {
    "stars.txt": ("Hold'em No Limit", "Omaha Pot Limit", "not read: Omaha"),
    "winamax.txt": ("Holdem no limit", "5 Card Omaha pot limit", "not read: 5 Card Omaha"),
    "888.txt": ("No Limit Holdem", "Pot Limit OmahaHL", "not read: Omaha"),
    "ignition.txt": ("HOLDEM No Limit", "OMAHA HiLo Pot Limit", "not read: OMAHA HiLo"),
    "fulltilt.txt": ("No Limit Hold'em", "Limit 7 Card Stud", "not read: 7 Card Stud"),
    "ipoker.xml": ("Holdem NL", "Omaha PL", "not read: Omaha"),
}


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_unsupported_games_of_the_sites_are_named(name: str) -> None:
    before, after, message = OTHER_GAMES[name]
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert before in text
    raw, *others = split_hands(text.replace(before, after, 1))
    with pytest.raises(HandError, match=message):
        read_hand(raw)
    for other in others:
        assert read_hand(other).moments


SITES = {
    "fulltilt.txt": HandHistory.from_full_tilt_poker,
    "party.txt": HandHistory.from_partypoker,
    "absolute.txt": HandHistory.from_absolute_poker,
}


@pytest.mark.parametrize("name", SITES)
def test_sites_are_replayed_as_pokerkits_parsers_do(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(SITES[name]((FOLDER / name).read_text(encoding="utf-8"), error_status=True))
    ours = hands_of(name)
    assert len(theirs) == len(ours) > 0
    for hand, history in zip(ours, theirs, strict=True):
        assert decisions(hand) == replayed(history)
        assert list(hand.names) == history.players


EXPECTED = {
    "stars.txt": [
        ("holdem", "no-limit hold'em", "W2", "JdJs", 2080.0, "river"),
        ("razz", "razz", "anna", "2c5sAcTh6h3hKs", 9.3, "seventh street"),
        ("holdem", "limit hold'em", "p1", "AhKh", 10.5, "turn"),
    ],
    "fulltilt.txt": [("holdem", "no-limit hold'em", "alma", "AhKd", 70.5, "river")],
    "party.txt": [("holdem", "no-limit hold'em", "bodo", "AhAd", 91.0, "river")],
    "ongame.txt": [("holdem", "no-limit hold'em", "alma", "AhAc", 14.5, "turn")],
    "absolute.txt": [("holdem", "no-limit hold'em", "ALMA", "Ah9h", 40.5, "river")],
    "ipoker.xml": [("holdem", "no-limit hold'em", "alma", "AhKs", 14.0, "turn")],
    "acpc.txt": [
        ("holdem", "no-limit hold'em", "p3", "9c2d", 950.0, "turn"),
        ("holdem", "no-limit hold'em", "two", "7c6c", 1200.0, "river"),
    ],
    "winamax.txt": [
        ("holdem", "no-limit hold'em", "Amélie", "AhKd", 38.25, "river"),
        ("razz", "razz", "Amélie", "4sAdTdQh", 5.0, "fourth"),
    ],
    "888.txt": [
        ("holdem", "no-limit hold'em", "dora", "AcKh", 125.0, "river"),
        ("holdem", "limit hold'em", "anna", "7s7d", 8.0, "turn"),
    ],
    "ignition.txt": [("holdem", "no-limit hold'em", "Big Blind", "9d9s", 101.0, "river")],
    "ggpoker.txt": [("holdem", "no-limit hold'em", "Hero", "AhQd", 24900.0, "river")],
    "winning.txt": [
        ("holdem", "no-limit hold'em", "dora", "QsQd", 26.0, "flop"),
        ("holdem", "no-limit hold'em", "cleo", "TdJd", 69.0, "river"),
    ],
    "party2021.txt": [("holdem", "no-limit hold'em", "Hero", "KcKd", 4575.0, "river")],
    "runitonce.txt": [("holdem", "no-limit hold'em", "Bodo B", "7s7d", 15.5, "river")],
    "razz.phh": [("razz", "razz", "Bob", "As2s7d3dJh6h4h", 134.0, "seventh street")],
    "betonline.txt": [("holdem", "no-limit hold'em", "bodo", "ThJh", 85.5, "river")],
    "boss.xml": [
        ("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river"),
        ("holdem", "no-limit hold'em", "cleo", "KhKd", 680.0, "preflop"),
    ],
    "cake.txt": [
        ("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river"),
        ("holdem", "no-limit hold'em", "alma", "4s4c", 230.0, "preflop"),
    ],
    "everest.txt": [("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river")],
    "merge.xml": [
        ("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river"),
        ("holdem", "no-limit hold'em", "alma", "Ks7s", 2450.0, "river"),
        ("razz", "razz", "alma", "As7hKc4cJhQc8s", 6.75, "seventh street"),
    ],
    "microgaming.txt": [("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river")],
    "microgaming.xml": [("holdem", "no-limit hold'em", "cleo", "KhKd", 102.0, "river")],
    "tracker.txt": [
        ("holdem", "no-limit hold'em", "cleo", "KhKd", 100.5, "river"),
        ("holdem", "no-limit hold'em", "bodo", "AhKd", 2025.0, "river"),
    ],
}
NETS = {
    "betonline.txt": [{"alma": -40.0, "bodo": 43.0, "cleo": -4.0, "dora": -1.5}],
    "boss.xml": [{"alma": -50.0, "bodo": -0.5, "cleo": 47.5}, {"alma": -310.0, "bodo": -60.0, "cleo": 370.0}],
    "cake.txt": [{"alma": -50.0, "bodo": -0.5, "cleo": 47.5}, {"alma": 120.0, "bodo": -110.0, "cleo": -10.0}],
    "everest.txt": [{"alma": -50.0, "bodo": -0.5, "cleo": 47.5}],
    "merge.xml": [
        {"alma": -50.0, "bodo": -0.5, "cleo": 47.5},
        {"alma": -1225.0, "bodo": 1225.0},
        {"alma": -3.25, "bodo": 3.25, "cleo": -0.25},
    ],
    "microgaming.txt": [{"alma": -50.0, "bodo": -0.5, "cleo": 47.5}],
    "microgaming.xml": [{"alma & co": -50.0, "bodo": -0.5, "cleo": 49.0, "dora": -1.5}],
    "tracker.txt": [{"alma": -50.0, "bodo": -0.5, "cleo": 47.5}, {"alma": -25.0, "bodo": -1000.0, "cleo": 1025.0}],
}
"""What the players of each hand have won, the rake taken."""


def test_every_file_of_the_tests_has_its_row() -> None:
    assert sorted(EXPECTED) == FILES


@pytest.mark.parametrize("name", EXPECTED)
def test_games_heroes_pots_and_streets_of_all_formats(name: str) -> None:
    streets = {"holdem": ("preflop", "flop", "turn", "river"), "razz": ("third", "fourth", "fifth", "sixth", "seventh")}
    values = [
        (
            hand.game,
            hand.variant,
            hand.names[hand.hero],
            "".join(hand.cards[hand.hero]),
            round(hand.moments[-1].pot, 6),
            streets[hand.game][hand.moments[-1].street].removesuffix(" street"),
        )
        for hand in hands_of(name)
    ]
    assert values == [(*row[:-1], row[-1].removesuffix(" street")) for row in EXPECTED[name]]


@pytest.mark.parametrize("name", NETS)
def test_converted_hands_end_as_their_texts_state(name: str) -> None:
    hands = hands_of(name)
    assert [hand.faults for hand in hands] == [()] * len(hands)
    assert [differences(hand) for hand in hands] == [[]] * len(hands)
    assert [dict(zip(hand.names, hand.result or (), strict=False)) for hand in hands] == NETS[name]
    for hand in hands:
        line = hand_line(hand.raw)
        assert sorted(line.players) >= sorted(hand.names)
        assert (line.hero, line.cards[:4]) == (hand.names[hand.hero], "".join(hand.cards[hand.hero][:2]))
        assert "old'em" in line.game or "oldem" in line.game or line.game.startswith("Razz")
        assert line.date[:2] == "20"
        winner = max(range(len(hand.names)), key=lambda player: (hand.result or ())[player])
        assert line.won.startswith(hand.names[winner])


def test_short_blinds_antes_and_returned_bets() -> None:
    hand, *_ = hands_of("stars.txt")
    first, last = hand.moments[0], hand.moments[-1]
    assert hand.stakes.ante == 75.0
    assert hand.stakes.big_blind == 800.0  # who posted it had less
    assert [chips.bet for chips in first.chips] == [400.0, 690.0, 0.0, 0.0]
    assert [chips.ante for chips in first.chips] == [75.0] * 4
    assert last.chips[3].stack == 11815.0 - 75.0 - 690.0  # 910 went back
    assert last.pot == 2080.0


def test_mucked_cards_of_the_summary_and_up_cards_are_known() -> None:
    hand = hands_of("stars.txt")[1]
    assert hand.cards[2] == ("Ad", "2d", "8h", "7h", "Kc", "4c", "Qd")
    assert hand.cards[1] == (UNKNOWN_CARD, UNKNOWN_CARD, "Kd")


def test_a_broken_hand_leaves_the_others_intact_and_names_its_line() -> None:
    whole = "\n".join(f"[{i}]\n{PHH}" for i in (1, 2, 3, 4))
    raws = split_hands(whole.replace("min_bet = 2\n", "min_bet = = 2\n", 2).replace("min_bet = = 2", "min_bet = 2", 1))
    assert [raw.line for raw in raws] == [1, 9, 17, 25]
    errors = []
    for raw in raws:
        try:
            read_hand(raw)
        except HandError as error:
            errors.append((raw.number, error.line, error.name))
    assert errors == [(2, 13, "hand 2")]


MISTAKES = {
    "a card twice": (PHH.replace("7h8h2c", "7h8hAh"), "Ah is dealt twice"),
    "no players": (PHH.replace("starting_stacks = [100, 200, 50.5]\n", ""), "the field 'starting_stacks' is missing"),
    "another game": (PHH.replace("'NT'", "'PO'"), "not read: pot-limit Omaha"),
    "no game": (PHH.replace("'NT'", "7"), "not read: the variant 7"),
    "a wrong turn": (PHH.replace("'p3 cbr 6'", "'p2 cbr 6'"), "cannot be replayed"),
    "too large": (PHH.replace("50.5", "5e1000000000000000000"), "a number in it is too large"),
    "a list too short": (PHH.replace("[1, 2, 0]", "[1, 2]"), "'blinds_or_straddles' has 2 entries for 3 players"),
    "a text for chips": (PHH.replace("50.5", "'all'"), "'starting_stacks' has to be a list of numbers"),
    "one player": (
        "variant = 'NT'\nantes = [0]\nblinds_or_straddles = [1]\nmin_bet = 2\nstarting_stacks = [9]\nactions = []",
        "Hold'em has 2 to 10 players here, not 1",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_error_of_a_hand_is_reported(mistake: str) -> None:
    text, message = MISTAKES[mistake]
    with pytest.raises(HandError) as caught:
        hand_of_text(text)
    assert message in caught.value.message


def test_files_of_several_sites_line_ends_and_encodings() -> None:
    parts = [(FOLDER / name).read_text(encoding="utf-8") for name in ("stars.txt", "fulltilt.txt", "party.txt")]
    text = "\n\n".join(parts)
    assert [raw.form for raw in split_hands(text)] == ["stars", "stars", "stars", "fulltilt", "party"]
    for data in (
        text.replace("\n", "\r\n").encode("utf-8-sig"),
        text.encode("utf-16"),
        text.replace("anna", "ännä").encode("cp1252"),
        text.encode("utf-16-le"),
        text.replace("anna", "a\0nna").encode("utf-8"),
        text.encode("utf-8")[:-40],
    ):
        assert len(split_hands(decode_history(data))) == 5
    lines = text.splitlines()
    assert all(raw.name.removeprefix("hand ") in lines[raw.line - 1] for raw in split_hands(text))


def test_lines_name_each_winner_once() -> None:
    text = (FOLDER / "stars.txt").read_text(encoding="utf-8")
    (first, *_) = split_hands(text.replace("mucked [Jd Js]", "collected (2080)"))
    assert hand_line(first).won == "Lean Abadia 2080"
    assert hand_line(raw_hands("winamax.txt")[0]).won == "dora 19.5, dora 18"
    assert hand_line(raw_hands("888.txt")[0]).won == "carl 122"
    assert hand_line(raw_hands("ignition.txt")[0]).won == "Big Blind 98"


def test_lines_name_the_player_whose_hidden_cards_are_known() -> None:
    text = (FOLDER / "stars.txt").read_text(encoding="utf-8")
    lines = [hand_line(raw) for raw in split_hands(re.sub(r"Dealt to anna .*\n", "", text))]
    assert [(line.hero, line.cards) for line in lines] == [("W2", "JdJs"), ("", ""), ("p1", "AhKh")]
    tilt = text.replace("Dealt to bert", "Dealt to anna [2c 5s] [Ac]\nDealt to bert").replace(
        "anna [2c 5s Ac]\n", "carl [8h]\n"
    )
    assert [(line.hero, line.cards) for line in map(hand_line, split_hands(tilt))][1] == ("anna", "2c5sAc")
    assert [hand_line(raw).cards for raw in raw_hands("winamax.txt")] == ["AhKd", "4sAdTd"]
    assert hand_line(raw_hands("ipoker.xml")[0]).cards == "AhKs"


def test_other_texts_are_distinguished_from_histories() -> None:
    for text in ("", "AhKh", "22+, AKs v random", '{"steelwheel": 1}', "variant of a story: actions speak"):
        assert not split_hands(text)
        assert not looks_like_hands(text)
    assert all(looks_like_hands((FOLDER / name).read_text(encoding="utf-8")) for name in FILES)
    assert [raw.number for raw in raw_hands("stars.txt")] == [1, 2, 3]


def test_the_example_of_the_menu_can_be_read() -> None:
    (path,) = EXAMPLES.glob("*.phhs")
    hands = [read_hand(raw) for raw in split_hands(path.read_text(encoding="utf-8"))]
    assert [hand.game for hand in hands] == ["holdem", "holdem", "holdem", "razz", "razz"]
    assert {hand.names[hand.hero] for hand in hands} == {"Hero"}


WORDS = {
    r"^(?P<player>.+?): folds": (": folds",),
    r"^(?P<player>.+) (?:checks$|calls )": ("hecks", "alls "),
    r"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[)": ("FLOP ***", " *** ["),
    r"(?:abc)?d(?:ef)+": ("ef",),
    r"(?:abc|\d)x": ("x",),
    r"(?:abc|\d)": NO_REQUIRED_WORDS,
    r"(?i)folds": NO_REQUIRED_WORDS,
    r"(?i:folds) x": (" x",),
    r"(?!abc)d": ("d",),
}


@pytest.mark.parametrize("text", WORDS)
def test_the_required_words_of_a_pattern(text: str) -> None:
    assert required_words(re.compile(text)) == WORDS[text]


def test_a_pattern_that_matches_nothing_has_no_required_words() -> None:
    assert required_words(NEVER) == ()
    assert not list(find_matches(NEVER, "text"))
    assert not list(find_on_lines(NEVER, "text"))


@pytest.mark.parametrize("name", FILES)
def test_the_matches_are_those_of_the_complete_text(name: str) -> None:
    text = "\n".join(decode_history((FOLDER / name).read_bytes()).splitlines())
    for parser in _PARSERS.values():
        for pattern in filter(lambda value: isinstance(value, re.Pattern), vars(parser).values()):
            whole = [(match.span(), match.groups()) for match in pattern.finditer(text)]
            assert [(match.span(), match.groups()) for match in find_matches(pattern, text)] == whole
            lines = [match[0] for match in map(pattern.search, text.splitlines()) if match]
            assert [match[0] for match in first_match_per_line(pattern, text)] == lines


def test_lines_are_searched_between_two_ends_and_without_some() -> None:
    text = "a 1\nb 2\na 3 a 4\nc 5\na 6\n"
    pattern = re.compile(r"(?m)^a \d")
    assert [match.start() for match in find_on_lines(pattern, text)] == [0, 8, 20]
    assert [match.start() for match in find_on_lines(pattern, text, 4, 20)] == [8]
    assert [match.start() for match in find_on_lines(pattern, text, without={8})] == [0, 20]
    assert [match.start() for match in find_on_lines(pattern, text, words=("3",))] == [8]


@pytest.mark.parametrize(
    "nested",
    [
        ".".join("a" * 15_000) + " = 1",
        " . ".join(['"a"', "'b'"] * 4_000) + " = 1",
        "[" + ".".join("a" * 15_000) + "]",
        "x = " + "[" * 30_000 + "]" * 30_000,
        "x = " + "{a=" * 30_000 + "1" + "}" * 30_000,
    ],
    ids=["dotted key", "quoted key", "table", "lists", "tables in a line"],
)
def test_a_deeply_nested_phh_is_rejected_before_it_is_parsed(nested: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.histories.phh.loads", None)  # it takes a gigabyte for 30 kB
    *_, raw = split_hands(f"{PHH}{nested}\n")
    with pytest.raises(HandError, match=r"^line \d+, hand [^\n]{1,64}: this is not a hand: (a key|more than)"):
        read_hand(raw)


@pytest.mark.parametrize("text", ["a.b.c.d.e.f.g.h.i.j.k.l", "[[[[[[[[[[[[", '"' * 2, "'" * 3 + "\na.b"])
def test_brackets_in_strings_and_comments_of_a_phh_do_not_nest(text: str) -> None:
    more = f'# {text.splitlines()[-1]}\nnote = {text!r}\nlong = """{text}\n"""\nodd = [1.5, 2.5, 3.5, [4.5]]\n'
    (raw,) = split_hands(PHH + more)
    assert read_hand(raw).names == read_hand(split_hands(PHH)[0]).names


@pytest.mark.parametrize("chips", ["1e99999999", "9" * 400, "nan", "-1e16"])
def test_absurd_amounts_are_rejected_with_their_field(chips: str) -> None:
    (raw,) = split_hands(re.sub(r"starting_stacks = \[[^,]*", f"starting_stacks = [{chips}", PHH))
    with pytest.raises(HandError, match="'starting_stacks' has to be a list of numbers of chips"):
        read_hand(raw)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("seats 3", "'=' is missing after the name of a field"),
        ("venue = 'here", "a quotation mark is missing"),
        ('venue = "here', "a quotation mark is missing"),
        ("seats = [1, 2", "a closing bracket is missing"),
        ("_x = {a = 1", "a closing bracket is missing"),
        ("min_bet = 4", "a field appears twice"),
        ("venue = here", "a value is neither a number, a text in quotation marks nor a list in brackets"),
        ("venue = 'here' there", "unexpected text after the value of a field"),
        ("_date = 2026-02-31", "a date or a number cannot be read"),
        ('venue = "C:\\qqq"', "invalid backslash escape in a text"),
        ("= 3", NO_FIELD),
    ],
)
def test_error_messages_use_the_terms_of_the_file(line: str, words: str) -> None:
    *_, raw = split_hands(f"{PHH}{line}\n")
    with pytest.raises(HandError) as caught:
        read_hand(raw)
    assert str(caught.value).endswith(f": {words}")
    unclosed = line.endswith(("here", "2")) and words.endswith("is missing") and '"' not in line
    assert str(caught.value).startswith(f"line {1 if unclosed else len(PHH.splitlines()) + 1}, hand ")
    assert "TOML" not in str(caught.value)
