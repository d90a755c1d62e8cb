"""Hand histories read and replayed: the moments against PokerKit's own replay, and texts of all formats."""

import warnings
from pathlib import Path
from tomllib import loads

import pytest
from pokerkit.notation import HandHistory
from pokerkit.utilities import parse_value

from engine.histories.hand import UNKNOWN_CARD, HandError
from engine.histories.reading import read_hand
from engine.histories.splitting import decoded, looks_like_hands, split_hands
from tests.engine.played_hands import FILES, FOLDER, decisions, hand_of_text, hands_of, random_phh, raw_hands, replayed

EXAMPLES = Path(__file__).parents[2] / "resources" / "examples"
PHH = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 50.5]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 7h8h2c', 'p1 cc', 'p3 f']
"""


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
        told = "".join(words[3] for words in dealt if words[2] == f"p{player + 1}")
        assert "".join(cards) == told.replace("?", "")


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
        ("holdem", "limit hold'em", "p1", "AhKh", 12.5, "turn"),
    ],
    "fulltilt.txt": [("holdem", "no-limit hold'em", "alma", "AhKd", 70.5, "river")],
    "party.txt": [("holdem", "no-limit hold'em", "bodo", "AhAd", 91.0, "river")],
    "ongame.txt": [("holdem", "no-limit hold'em", "alma", "AhAc", 24.5, "turn")],
    "absolute.txt": [("holdem", "no-limit hold'em", "ALMA", "Ah9h", 40.5, "river")],
    "ipoker.xml": [("holdem", "no-limit hold'em", "alma", "AhKs", 24.0, "turn")],
    "acpc.txt": [
        ("holdem", "no-limit hold'em", "p3", "9c2d", 1450.0, "turn"),
        ("holdem", "no-limit hold'em", "two", "7c6c", 2100.0, "river"),
    ],
    "razz.phh": [("razz", "razz", "Bob", "As2s7d3dJh6h4h", 134.0, "seventh street")],
}


def test_every_file_of_the_tests_has_its_row() -> None:
    assert sorted(EXPECTED) == FILES


@pytest.mark.parametrize("name", EXPECTED)
def test_games_heroes_pots_and_streets_of_all_formats(name: str) -> None:
    streets = {"holdem": ("preflop", "flop", "turn", "river"), "razz": ("third", "fourth", "fifth", "sixth", "seventh")}
    found = [
        (
            hand.game,
            hand.variant,
            hand.names[hand.hero],
            "".join(hand.cards[hand.hero]),
            hand.moments[-1].pot,
            streets[hand.game][hand.moments[-1].street].removesuffix(" street"),
        )
        for hand in hands_of(name)
    ]
    assert found == [(*row[:-1], row[-1].removesuffix(" street")) for row in EXPECTED[name]]


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


def test_a_broken_hand_costs_no_other_and_names_its_line() -> None:
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
    "another game": (PHH.replace("'NT'", "'PO'"), "pot-limit Omaha is not read"),
    "no game": (PHH.replace("'NT'", "7"), "the variant 7 is not read"),
    "a wrong turn": (PHH.replace("'p3 cbr 6'", "'p2 cbr 6'"), "cannot be replayed"),
    "a list too short": (PHH.replace("[1, 2, 0]", "[1, 2]"), "'blinds_or_straddles' has 2 entries for 3 players"),
    "a text for chips": (PHH.replace("50.5", "'all'"), "'starting_stacks' has to be a list of numbers"),
    "one player": (
        "variant = 'NT'\nantes = [0]\nblinds_or_straddles = [1]\nmin_bet = 2\nstarting_stacks = [9]\nactions = []",
        "Hold'em has 2 to 10 players here, not 1",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_wrong_with_a_hand_is_told(mistake: str) -> None:
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
    ):
        assert len(split_hands(decoded(data))) == 5
    lines = text.splitlines()
    assert all(raw.name.removeprefix("hand ") in lines[raw.line - 1] for raw in split_hands(text))


def test_what_is_no_history_is_told_from_one() -> None:
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
