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
REASON = "the model has no re-raises, which make such a raise too good"
NEUTRAL = shipped_player("neutral")
RUN = RunOptions(method="sampled", max_trials=400_000, seed=1)
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


@pytest.mark.parametrize("spot", SPOTS["holdem"]["spots"], ids=lambda spot: f"{spot['hero']} {spot['hand']}")
def test_holdem_spots(spot, request):
    if spot.get("without_raises"):
        request.applymarker(pytest.mark.xfail(reason=REASON, strict=True))
    asked = PREFLOP.request(holdem_table(spot))
    assert asked.problems == ()
    assert solve_preflop(asked.request).best in spot["advice"]


WITHOUT_RAISES = [spot for spot in SPOTS["holdem"]["spots"] if spot.get("without_raises")]


@pytest.mark.parametrize("spot", WITHOUT_RAISES, ids=lambda spot: f"{spot['hero']} {spot['hand']}")
def test_holdem_spots_without_the_raise(spot):
    """Call or fold is as in the book, where only the raise is too good: opponents never raise again in this model."""
    table = PREFLOP.with_number(holdem_table(spot), "raise_to", None)
    assert solve_preflop(PREFLOP.request(table).request).best in spot["without_raises"]


@pytest.mark.parametrize("spot", SPOTS["razz"]["spots"], ids=lambda spot: f"{spot['hand']} {spot['doors'][0]}")
def test_razz_spots(spot):
    asked = THIRD_STREET.request(razz_table(spot))
    assert asked.problems == ()
    best = solve_third(asked.request).best
    assert {"complete": "raise", "check": "call"}.get(best, best) in spot["advice"]
