"""Open Hand History, the log of PokerNow, and CoinPoker: the hands of each, and what of them cannot be read."""

import json

import pytest

from engine.histories.all_in import all_in_index
from engine.histories.hand import HandError, UnsupportedGameError, hand_id
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.histories.splitting import looks_like_hands, split_hands
from tests.engine.played_hands import FOLDER
from tests.engine.replay_check import differences


def text_of(name):
    return (FOLDER / "formats" / name).read_text(encoding="utf-8")


def hands_of(text):
    return [read_hand(raw) for raw in split_hands(text)]


@pytest.mark.parametrize("name", ["open.json", "pokernow.csv", "coinpoker.txt"])
def test_every_hand_is_replayed_to_its_own_end(name):
    text = text_of(name)
    assert looks_like_hands(text)
    hands = hands_of(text)
    assert hands
    for hand in hands:
        assert hand.faults == ()
        assert differences(hand) == []
        assert sum(hand.result) + hand.rake == pytest.approx(0)


def test_open_hand_history_has_the_players_money_and_cards():
    first, with_uncalled, all_in = hands_of(text_of("open.json"))
    assert first.names == ("Hero", "Dan", "Cleo")
    assert (first.hero, first.own, first.cards[0]) == (0, True, ("Ah", "Td"))
    assert first.result == (-18.9, -1.0, 18.7)
    assert with_uncalled.result == first.result  # whose pot counts the bet that came back
    assert all_in.result == (-1000.0, 1000.0)
    assert all_in_index(all_in) is not None
    line = hand_line(first.raw)
    assert (line.stakes, line.date, line.currency, line.hero) == ("$0.5/$1", "2026-02-03 18:00:01", "$", "Hero")
    assert hand_line(all_in.raw).event == "9988776"
    assert hand_id(first.raw) == "ohh Some Site 4711"


def test_raises_of_open_hand_history_are_read_either_way():
    """The specification writes what a raise adds, some programs what it comes to: the pot tells."""
    value = json.loads(text_of("open.json").split("\n\n")[0])
    (added,) = hands_of(json.dumps(value))
    raises = [action for one in value["ohh"]["rounds"] for action in one["actions"] if action["action"] == "Raise"]
    raises[1]["amount"] = 8.9  # with the small blind that lies there
    (total,) = hands_of(json.dumps(value))
    assert total.result == added.result
    assert [moment.words for moment in total.moments] == [moment.words for moment in added.moments]


def test_a_list_of_open_hands_is_read_as_hands_one_after_the_other():
    values = [json.loads(text) for text in text_of("open.json").split("\n\n")]
    assert [hand.result for hand in hands_of(json.dumps(values, indent=1))] == [
        hand.result for hand in hands_of(text_of("open.json"))
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game_type": "Omaha"}, "not read: Omaha"),
        ({"game_type": "StudHiLo"}, "not read: Stud hi-lo"),
        ({"game_type": "Razz"}, "not read: razz in Open Hand History"),
        ({"players": 3}, "'players' has to be a list of objects"),
        ({"rounds": [{"actions": [{"player_id": 99, "action": "Fold"}]}]}, "the player 99, who is not at the table"),
        ({"pots": [{"amount": True}]}, "True is not an amount"),
    ],
)
def test_the_unreadable_part_of_an_open_hand_is_named(change, message):
    value = json.loads(text_of("open.json").split("\n\n")[0])
    value["ohh"] |= change
    (raw,) = split_hands(json.dumps(value))
    with pytest.raises(HandError, match=message) as refused:
        read_hand(raw)
    assert isinstance(refused.value, UnsupportedGameError) == message.startswith("not read")


def test_an_unknown_action_is_a_fault_of_the_hand():
    value = json.loads(text_of("open.json").split("\n\n")[0])
    value["ohh"]["rounds"][1]["actions"].insert(0, {"player_id": 2, "action": "Burns Chips", "amount": 5})
    (hand,) = hands_of(json.dumps(value))
    assert hand.result is None
    assert "Burns Chips" in hand.faults[0]


def test_a_truncated_open_hand_is_rejected_and_the_others_are_read():
    first, second, _ = text_of("open.json").split("\n\n")
    raws = split_hands(f"{first[:300]}\n\n{second}")
    with pytest.raises(HandError):
        read_hand(raws[0])
    assert read_hand(raws[1]).result == (-18.9, -1.0, 18.7)


def test_the_owner_of_a_pokernow_log_shows_the_dealt_cards():
    first, second = hands_of(text_of("pokernow.csv"))
    assert [hand.names[hand.hero] for hand in (first, second)] == ["Bo", "Bo"]
    assert first.cards[first.hero] == ("Qs", "3s")
    assert second.cards[second.hero] == ("2c", "7d")
    assert (first.result, second.result) == ((120.0, -120.0), (-20.0, 20.0))
    assert hand_id(first.raw) == "pokernow h1"


def test_a_pokernow_log_with_an_unknown_owner_has_no_hero():
    text = "\n".join(line for line in text_of("pokernow.csv").splitlines() if "shows a" not in line)
    assert not any(hand.own for hand in hands_of(text))


def test_calls_of_pokernow_state_the_total_bet():
    """Bo raises to 60 on the flop after Ann has bet 20, and Ann calls 60: she adds 40."""
    lines = text_of("pokernow.csv").splitlines()
    at = next(i for i, line in enumerate(lines) if "Turn:" in line)
    added = [
        '"""Ann @ aaa"" calls 60",2026-01-02T20:00:12.900Z,11',
        '"""Bo @ bbb"" raises to 60",2026-01-02T20:00:12.800Z,11',
    ]
    lines[at + 1 : at + 3] = [*added, '"""Ann @ aaa"" bets 20",2026-01-02T20:00:12.700Z,11', *lines[at + 2 : at + 3]]
    text = "\n".join(lines).replace("collected 240", "collected 360")
    hand = hands_of(text)[0]
    assert hand.faults == ()
    assert hand.result == (180.0, -180.0)


def test_all_ins_of_coinpoker_state_the_added_chips():
    (hand,) = hands_of(text_of("coinpoker.txt"))
    assert dict(zip(hand.names, hand.result, strict=True)) == {
        "sb444444": -0.01, "bb555555": -0.06, "utg11111": -0.36, "Hero": 0.39, "btn33333": 0.0
    }  # fmt: skip
    assert hand.moments[-1].pot == pytest.approx(0.79)


def test_omaha_of_coinpoker_is_rejected_by_name():
    text = text_of("coinpoker.txt").replace("NLH", "PLO 4")
    (raw,) = split_hands(text)
    with pytest.raises(UnsupportedGameError, match="Omaha"):
        read_hand(raw)


@pytest.mark.parametrize("name", ["open.json", "pokernow.csv", "coinpoker.txt"])
def test_the_beginning_of_a_file_shows_that_it_has_hands(name):
    assert looks_like_hands(text_of(name)[:600])


def test_a_table_of_numbers_and_a_saved_table_are_no_hands():
    assert not looks_like_hands("entry,at\n1,2\n")
    assert not looks_like_hands('{"steelwheel": 1, "game": "holdem", "seats": []}')
