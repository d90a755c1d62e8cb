"""Hands beside PokerKit's own replay, by hand: ``python -m tests.bench.replays FOLDER | NUMBER [SEED]``.

A FOLDER of hand histories (a public data set, one's own hands): every hand that can be read is compared, moment by
moment, with PokerKit's replay of it; of sites that write a total the pot at the end is compared with that. A NUMBER
plays as many random hands of each variant instead. Hands of other games are counted, broken ones and differences are
listed; the exit status tells whether there was a difference.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.reading import read_hand
from engine.histories.site_parser import amount_of
from engine.histories.splitting import decode_history, split_hands
from tests.engine.played_hands import STAKES, random_phh
from tests.engine.replay_check import differences

SHOWN = 20
"""Lines of a kind that are printed."""
TOTAL = re.compile(r"(?im)^\s*total pot[ (]+\D?([0-9][0-9.,]*)(?![0-9.,]*k)")
RAKE = re.compile(r"(?i)rake \(?\D?([0-9.,]+)")
CLOSE = 0.006


def hands_of(folder: Path) -> Iterator[tuple[str, RawHand]]:
    """Yield the hands of all files of a folder, each with its file."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for raw in split_hands(decode_history(path.read_bytes())):
            yield str(path), raw


def random_hands(number: int, seed: int) -> Iterator[tuple[str, RawHand]]:
    """Yield random hands, as many of each variant."""
    for variant in STAKES:
        for at in range(seed, seed + number):
            (raw,) = split_hands(random_phh(variant, at, wild=True))
            yield f"{variant} {at}", raw


def wrong_total(hand: PlayedHand) -> str:
    """Return how the pot at the end differs from what the site wrote; a bet that nobody called may be in it."""
    result = TOTAL.search(hand.raw.text)
    if result is None:
        return ""
    rake = RAKE.search(hand.raw.text, result.end())
    text = float(amount_of(result[1]))
    last = hand.moments[-1]
    totals = sorted(chips.total for chips in last.chips)
    pots = (last.pot, last.pot - (totals[-1] - totals[-2]))
    told_whole = (text, text + float(amount_of(rake[1]))) if rake and hand.raw.form == "winamax" else (text,)
    near = any(abs(pot - whole) < CLOSE for pot in pots for whole in told_whole)
    return "" if near else f"the pot at the end is {last.pot:.10g}, the text has {text:.10g}"


def main() -> int:
    """Print what was found; return 1 where there was a difference."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    number, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    hands = random_hands(int(number), seed) if number.isdigit() else hands_of(Path(number))
    counts: Counter[str] = Counter()
    for name, raw in hands:
        try:
            hand = read_hand(raw)
        except HandError as error:
            kind = "of other games" if "is not read" in error.message else "broken"
            result = [] if kind == "of other games" else [error.message]
        else:
            result = differences(hand)
            kind = "different" if result else "the same"
            if not result and (total := wrong_total(hand)):
                kind, result = "with another total", [total]
        counts[kind] += 1
        if result and counts[kind] <= SHOWN:
            print(f"{kind}: {name}, line {raw.line}: {result[0]}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
