"""Spots on the first street whose advice any book gives, against neutral players."""

import json
from pathlib import Path

import pytest

from engine import RunOptions, Scenario, Seat
from engine.players.description import shipped_player
from engine.preflop.panel import PREFLOP
from engine.preflop.run import solve_preflop
from engine.preflop.seat_play import ALL_HANDS
from engine.preflop.third.panel import THIRD_STREET
from engine.preflop.third.run import solve_third
from engine.scenario import PreflopPanel, ThirdPanel

SPOTS = json.loads((Path(__file__).parents[1] / "data" / "book_spots.json").read_text(encoding="utf-8"))
NEUTRAL = shipped_player("neutral")
RUN = RunOptions(method="sampled", max_trials=200_000, seed=1)
EXACT = RunOptions()


def holdem_table(spot):
    """Return the table of a spot: seats named before hero have acted, all behind are to act."""
    names = SPOTS["holdem"]["table"]["positions"]
    hero = names.index(spot["hero"])
    seats, entries, chips = [], [], {}
    for name, action in spot["before"].items():
        chips[name] = float(action.split()[1])
    for at, name in enumerate(names):
        acted = name in chips
        if at == hero:
            seats.append(Seat("Hero", spot["hand"]))
            entries.append({"in": chips[name]} if acted else {})
        elif acted:
            seats.append(Seat(name, ALL_HANDS))
            entries.append({"in": chips[name], "kind": "neutral"})
        elif at < hero:
            seats.append(Seat(name, "", folded=True))
            entries.append({})
        else:
            seats.append(Seat(name, "random"))
            entries.append({"kind": "neutral"})
    sizes = NEUTRAL.games["holdem"].sizes
    raises = sorted({amount for amount in chips.values() if amount > 1})
    limpers = sum(amount == 1 for amount in chips.values())
    multiples = (sizes.three_bet, sizes.four_bet)
    raise_to = raises[-1] * multiples[len(raises) - 1] if raises else sizes.open + sizes.per_limper * limpers
    hero_entry = {**entries[hero], "seat": hero}
    others = [entry for at, entry in enumerate(entries) if at != hero]
    panel = {"raise_to": raise_to, "hero": hero_entry, "opponents": others}
    table = Scenario(
        "holdem", tuple(seats), run=EXACT if spot["hand"] == "AA" else RUN, preflop=PreflopPanel.read(panel)
    )
    for at, name in enumerate(names):
        if name in chips and at != hero:
            table = PREFLOP.with_kind(table, at, NEUTRAL)
    return table


def razz_table(spot):
    """Return the table of a spot: hero acts after the opponents who are named with an action."""
    table = SPOTS["razz"]["table"]
    seats, entries = [Seat("Hero", spot["hand"])], []
    for at, door in enumerate(spot["doors"]):
        action = spot["before"][at] if at < len(spot["before"]) else "to act"
        seats.append(Seat(f"Seat {at + 2}", f"xx{door}", folded=action == "fold"))
        entries.append({"in": table["complete_to"]} if action == "complete" else {})
    completed = "complete" in spot["before"]
    panel = {
        "raise_to": table["complete_to"] * (2 if completed else 1), "hero": {"in": spot.get("hero_in", 0)},
        "opponents": entries,
    }  # fmt: skip
    return Scenario("razz", tuple(seats), run=RUN, third=ThirdPanel.read(panel))


def best_of(table):
    asked = PREFLOP.request(table)
    assert asked.problems == ()
    return solve_preflop(asked.request).best


def spots(choice):
    chosen = [spot for spot in SPOTS["holdem"]["spots"] if choice(spot)]
    return pytest.mark.parametrize("spot", chosen, ids=lambda spot: f"{spot['hero']} {spot['hand']}")


@spots(lambda _: True)
def test_holdem_spots(spot, request):
    if "too_good" in spot:
        request.applymarker(pytest.mark.xfail(reason=spot["too_good"], strict=True))
    assert best_of(holdem_table(spot)) in spot["advice"]


@spots(lambda spot: "too_good" in spot)
def test_holdem_spots_without_the_raise(spot):
    """Call or fold is as in the book, where only the raise is too good: neutral players fold a lot to it."""
    assert best_of(PREFLOP.with_number(holdem_table(spot), "raise_to", None)) in spot["without_raises"]


@spots(lambda spot: spot["hero"] in ("SB", "BB") and len(spot["before"]) == 1 and spot["hand"] != "AA")
def test_holdem_spots_from_the_blinds_at_the_size_of_charts(spot, request):
    if spot["hand"] == "K5s":
        request.applymarker(pytest.mark.xfail(reason=spot["too_good"], strict=True))
    (opened,) = (float(action.split()[1]) for action in spot["before"].values())
    table = PREFLOP.with_number(holdem_table(spot), "raise_to", SPOTS["holdem"]["from_the_blinds"] * opened)
    assert best_of(table) in spot["advice"]


@pytest.mark.parametrize("spot", SPOTS["razz"]["spots"], ids=lambda spot: f"{spot['hand']} {spot['doors'][0]}")
def test_razz_spots(spot):
    asked = THIRD_STREET.request(razz_table(spot))
    assert asked.problems == ()
    best = solve_third(asked.request).best
    assert {"complete": "raise", "check": "call"}.get(best, best) in spot["advice"]
