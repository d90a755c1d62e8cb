"""What is set behind *more*, in a few words; and the names of the panel's fields."""

from typing import Any

from engine import Scenario
from engine.kelly.fields import BY_KEY, PANEL_FIELDS
from engine.kelly.panel import panel_of, rows_of
from gui.look.formatting import percent
from gui.pages.kelly.callers import live_rows, may_choose_hands
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import chips
from gui.parts.field_text import is_number, write_number

ROWS = {"chips": "in the pot", "stacks": "behind", "answers": "answer to a bet"}


def summary(question: Question, scenario: Scenario) -> tuple[str, ...]:
    """Return what is set behind *more*: where the outcomes come from, what the opponents do, and all that is not as it
    is at first.
    """
    panel = panel_of(scenario)
    if panel.typed:
        who = "outcomes from counts" if panel.counted else "outcomes typed"
    else:
        who = f"{question.hero}'s result"
    parts = [who, _answers(scenario)]
    parts += ["chips by player"] if not panel.pot_typed and any(panel.chips) else []
    parts += ["opponents' stacks"] if any(s is not None for s in panel.stacks[1:]) else []
    parts += [f"dead money {chips(panel.dead)}"] if panel.dead and not panel.pot_typed else []
    follows = False
    for spec in PANEL_FIELDS:
        value = getattr(panel, spec.key)
        told = bool(spec.summary) and value != spec.default and spec.shown(panel)
        text = spec.summary.format(**_texts(value)) if told else ""
        if text.startswith(" ") and follows:
            parts[-1] += text
        elif told and not text.startswith(" "):
            parts.append(text)
        follows = told
    return tuple(parts)


def _texts(value: Any) -> dict[str, str]:
    """Return a number as the summaries of fields may name it."""
    if not is_number(value):
        return {}
    shares = {"percent": percent(value, exact_digits=1), "whole_percent": percent(value, exact_digits=0)}
    return {"chips": chips(value), "points": write_number(100 * value), **shares}


def _answers(scenario: Scenario) -> str:
    """Return what the opponents who are still in do when hero bets."""
    live, panel = live_rows(scenario), panel_of(scenario)
    names = {row.index: row.name for row in rows_of(scenario)}
    told = []
    for row in live:
        answer = panel.answer(row)
        if answer is None:
            continue
        if answer.way == "fold":
            share = "?" if answer.fold is None else write_number(round(100 * answer.fold, 6))
            told.append(f"{names[row]} folds {share} %")
        elif answer.way == "defend":
            told.append(f"{names[row]} folds by pot odds")
        elif answer.way == "rows":
            told.append(f"{names[row]} answers a list of bets")
    if may_choose_hands(scenario) and panel.best_hands:
        told.append(f"calls with the best hands against {panel.credited_range}")
    if not told:
        return "a bet is called by everybody" if len(live) > 1 else "a bet is called"
    return ", ".join(told)


def field_title(field: str, scenario: Scenario) -> str:
    """Return the name of a field of the panel for people: ``CO: behind`` for ``stacks1``."""
    if field in BY_KEY:
        return BY_KEY[field].label
    if field == "credited":
        return "He credits you with"
    for row in rows_of(scenario):
        for key, title in ROWS.items():
            if field == f"{key}{row.index}":
                return f"{row.name}: {title}"
    return ""
