"""The programs whose notations for weights can be read and written, and the writers.

Readers recognize a notation by its form alone (``holdem_items``). A writer only uses words that its program is known to
read as we do, such as spans of one top card or of pairs, and never ``random``. Our reader restores the weights bit for
bit.
"""

from collections.abc import Callable, Iterator
from typing import Literal, get_args

import numpy as np

from engine.arrays import F64
from engine.ranges.holdem_format import Style, format_weights, range_words
from engine.ranges.weight_text import fraction_text, percent_text

Notation = Literal["core", "pio", "equilab", "flopzilla", "eval7", "pokercruncher", "ppt"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

MIXED = "mixed"
"""Several notations in one text. It can be read but not written."""

NOTATION_NAMES = {
    "core": "Steel Wheel",
    "pio": "PioSOLVER / GTO Wizard",
    "equilab": "Equilab",
    "flopzilla": "Flopzilla / GTO+",
    "eval7": "eval7",
    "pokercruncher": "PokerCruncher",
    "ppt": "ProPokerTools",
    MIXED: "several notations",
}

_PLAIN = Style(everything=False, diagonals=False)
_CLIMBING = Style(everything=False, diagonals=True)
_SPANS_ONLY = Style(everything=False, diagonals=False, kickers_up=False)


def weights_in_notation(weights: F64, notation: Notation) -> str:
    """Return ``weights`` float64[1326] in [0, 1] as text, "" if all are 0."""
    return _WRITERS[notation](weights)


def unwritable(weights: F64, notation: Notation) -> tuple[str, ...]:
    """Return notices about ``weights`` float64[1326] that the program rejects in its own ``notation``.

    ProPokerTools: "weights are integers between 1 and 100" (propokertools.net/oracle_help/weighted_ranges).
    """
    if notation != "ppt":
        return ()
    fine = sum("." in percent_text(float(weight)) for weight in np.unique(weights[weights > 0]))
    if not fine:
        return ()
    finer = "one weight is finer" if fine == 1 else f"{fine} of the weights are finer"
    return (f"ProPokerTools takes whole percentages from 1 to 100; {finer}",)


def _levels(weights: F64, style: Style) -> Iterator[tuple[float, list[str]]]:
    """Yield each weight with the words of its combos, the largest weight first."""
    for weight in np.unique(weights[weights > 0])[::-1]:
        yield float(weight), range_words(weights == weight, style)


def _pio(weights: F64) -> str:
    """``AA,AKs:0.5``. In Pio ``+`` climbs from connectors, but our words never use it there."""
    return ",".join(
        word if weight == 1 else f"{word}:{fraction_text(weight)}"
        for weight, result in _levels(weights, _CLIMBING)
        for word in result
    )


def _equilab(weights: F64) -> str:
    """``100: AA, AKs, 75: AQs``. If there is no weight, all hands weigh 100."""
    parts = [(weight, ", ".join(result)) for weight, result in _levels(weights, Style(diagonals=False))]
    if [weight for weight, _ in parts] == [1.0]:
        return parts[0][1]
    return ", ".join(f"{percent_text(weight)}: {result}" for weight, result in parts)


def _flopzilla(weights: F64) -> str:
    """``AA,[25.0]AKs,AQs[/25.0]``."""
    parts = []
    for weight, result in _levels(weights, _PLAIN):
        percent = percent_text(weight)
        percent += "" if "." in percent else ".0"
        text = ",".join(result)
        parts.append(text if weight == 1 else f"[{percent}]{text}[/{percent}]")
    return ",".join(parts)


def _eval7(weights: F64) -> str:
    """``AQs+, 0.4(AsKs, 22-55)``."""
    parts = [(weight, ", ".join(result)) for weight, result in _levels(weights, _PLAIN)]
    return ", ".join(result if weight == 1 else f"{fraction_text(weight)}({result})" for weight, result in parts)


def _pokercruncher(weights: F64) -> str:
    """``AA, ATs+; Weights: AQs:75%``: all hands first, then the weights other than 100%."""
    listed = ", ".join(range_words(weights > 0, _PLAIN))
    weighed = [
        f"{word}:{percent_text(weight)}%"
        for weight, values in _levels(weights, _PLAIN)
        if weight < 1
        for word in values
    ]
    return f"{listed}; Weights: {', '.join(weighed)}" if weighed else listed


def _ppt(weights: F64) -> str:
    """``AA@100,QQ@50``: either all hands have a weight or none. Spans are written out, because ``JT+`` climbs there."""
    levels = list(_levels(weights, _SPANS_ONLY))
    if [weight for weight, _ in levels] == [1.0]:
        return ",".join(levels[0][1])
    return ",".join(f"{word}@{percent_text(weight)}" for weight, result in levels for word in result)


_WRITERS: dict[Notation, Callable[[F64], str]] = {
    "core": format_weights,
    "pio": _pio,
    "equilab": _equilab,
    "flopzilla": _flopzilla,
    "eval7": _eval7,
    "pokercruncher": _pokercruncher,
    "ppt": _ppt,
}
