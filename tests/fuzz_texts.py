"""Random range texts for the fuzz tests, and what has to hold for every text."""

import random
from collections.abc import Iterable

from engine.cards import TextError
from engine.ranges.holdem import HoldemRange, format_range, parse_range, write_range
from engine.ranges.notations import Notation
from engine.scenario import Dialect

PIECES = (
    *"23456789TJQKAakqjt", "10", *"sohdcxSOX", *"♠♥♦♣", "+", "-", " - ", "–", ":", "@", "%", "!", "[", "]",
    "/", "(", ")", ",", ";", " ", "\t", "0.5", "50", "50%", "100", "1", "0", ".", "e-5", "random", "any", "*",
    "Weights:", "[50]", "[/50]", "80%(", "75:", "AKs", "ATs+", "22-55", "AhKh", "A5s-A2s", "Ax", "Ahx", "99",
    "\n", "\ufe0f", "=", "#", "١", "15%", "5%-20%", "fold-profile", "fold", "profile", "w", "y", "$", "{", "°",
    "!(", "random, !(",
)  # fmt: skip

GOOD = (
    "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo", "AA,AKs:0.5,QQ-TT:0.75,A5s-A2s:.25", "100: AA, AKs, 75: AQs, 50: AJs",
    "AA,[25%]AKs[/25%],[82.0]QJs,Q4s,A9o[/82.0]", "AQs+, 0.4(AsKs), 80%(22-55)", "ATs+; Weights: AQs:75%, AJs:50%",
    "AA-KK@100,QQ@50", "15%, !AA, 5%-20%:0.5", "random, !A2s-A5s, fold-profile@50", "T9s-65s; Ahx, 98s+ Kxo",
    "99.99: JJ+, 0.5: 15%", "A♠K♥, 10h9h, QTs-86s:30%", "random, !(22+, AA:0.5)", "22+, !(random, !(TT+, 77@30))",
)  # fmt: skip

LONGEST_NOTICE = 200


def random_text(generator: random.Random) -> str:
    """Return a text of pieces, or a good text with up to three characters changed, doubled or left out."""
    if generator.random() < 0.5:
        return "".join(generator.choices(PIECES, k=generator.randint(1, 9)))
    text = generator.choice(GOOD)
    for _ in range(generator.randint(0, 3)):
        at = generator.randrange(len(text)) if text else 0
        text = text[:at] + generator.choice(("", generator.choice(PIECES), text[at : at + 1] * 2)) + text[at + 1 :]
    return text


def attempt(text: str, dialect: Dialect) -> HoldemRange | TextError:
    """Return the range of a text, or the error that it cannot be read."""
    try:
        return parse_range(text, dialect)
    except TextError as error:
        return error


def check(text: str, dialect: Dialect, notations: Iterable[Notation] = ()) -> bool:
    """Assert that ``text`` is a range that comes back from its texts, or an error inside it; say which.

    The texts are the canonical one and those in ``notations``.
    """
    found = attempt(text, dialect)
    if isinstance(found, TextError):
        assert 0 <= found.position <= max(len(text) - 1, 0), text
        assert found.message, text
        return False
    assert found.weights.any(), text
    assert all(0 < len(notice) < LONGEST_NOTICE for notice in found.notices), text
    assert parse_range(format_range(found), dialect) == found, text
    for notation in notations:
        assert parse_range(write_range(found, notation), dialect) == found, (notation, text)
    return True
