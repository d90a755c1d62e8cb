"""What is said of files: why one cannot be opened, what a result has lost, in what two tables differ."""

from pathlib import Path

from engine import GAMES, Scenario, ScenarioError
from engine.cards import whole_text
from gui.look.formatting import describe_problem
from gui.state import scenario_files

MOST_NAMED = 4
"""How many differences are named; the others are counted."""


def refusal(path: Path, error: ScenarioError | OSError) -> str:
    """Return why a file cannot be opened, with its name once."""
    name = whole_text(path.name)
    text = describe_problem(error.problems[0]) if isinstance(error, ScenarioError) else error.strerror or str(error)
    return whole_text(text) if path.name in text else f"{name}: {whole_text(text)}"


def without(opened: scenario_files.Opened) -> str:
    """Return what to say of the parts of a saved result that were left out and are computed anew."""
    if not opened.damaged:
        return ""
    first = opened.damaged[0]
    if opened.snapshot is None:
        return f"; its result is damaged, so it is computed anew ({first})"
    names = [problem.field.removeprefix("detail.").split("[")[0].split(".")[0] for problem in opened.damaged]
    spec = GAMES[opened.scenario.game]
    parts = ", ".join(dict.fromkeys(spec.detail_words(name, "an unknown detail") for name in names))
    return f"; left out as damaged: {parts} ({first})"


OTHER_PARTS = (
    ("run", "the run"),
    ("dialect", "the dialect"),
    ("order", "the order of hands"),
    ("kelly", "Kelly"),
    ("preflop", "the situation before the flop"),
    ("subranges", "the actions"),
)
"""Of a scenario beside its cards, as a message names them."""


def differences(here: Scenario, there: Scenario) -> str:
    """Return in what two tables differ, as in ``Hero's cards, the board cards``; empty where they are the same."""
    if here.game != there.game:
        return "the game"
    found = [] if len(here.seats) == len(there.seats) else ["the number of seats"]
    for mine, theirs in zip(here.seats, there.seats, strict=False):
        own = [part for part in ("name", "cards") if getattr(mine, part) != getattr(theirs, part)]
        own += ["folding"] if mine.folded != theirs.folded else []
        found += [f"{mine.name}'s {' and '.join(own)}"] if own else []
    found += [f"the {part} cards" for part in ("board", "dead") if getattr(here, part) != getattr(there, part)]
    found += [title for key, title in OTHER_PARTS if getattr(here, key) != getattr(there, key)]
    rest = len(found) - MOST_NAMED
    return ", ".join([*found[:MOST_NAMED], f"{rest} more"] if rest > 0 else found)
