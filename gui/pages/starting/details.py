"""The words and colours of the razz starting hands. No widgets."""

from engine.cards import RAZZ_RANKS
from engine.details.next_tables import Z95
from engine.details.starting_chart import DeadCard, Pair, StartingChart
from gui.look.changes import change_text
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.painting import LEAST_REACH, HeatScale

STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}


def chart_scale(chart: StartingChart) -> HeatScale:
    """Return the scale of the colours: from the worst pair over the fair share to the best one.

    Where all pairs are on one side of the fair share the other side goes as far, within 0 and 1.
    """
    equities, fair = [pair.equity for pair in chart.pairs.values()], chart.fair
    below, above = fair - min(equities, default=0.0), max(equities, default=1.0) - fair
    below, above = below if below > 0 else min(above, fair), above if above > 0 else min(below, 1 - fair)
    return HeatScale(fair - max(below, LEAST_REACH), fair, fair + max(above, LEAST_REACH))


def pair_name(pair: Pair) -> str:
    """Return the name of a pair, as in ``A-2``."""
    return f"{RAZZ_RANKS[pair[0]]}-{RAZZ_RANKS[pair[1]]}"


def pair_reading(chart: StartingChart, pair: Pair) -> tuple[str, ...]:
    """Return what is known of a pair: its name, its equity, the change against the average, place and ways."""
    up = f" with {chart.beside}" if chart.up else ""
    found = chart.pairs.get(pair)
    if found is None:
        return (f"{pair_name(pair)}{up}", "cannot be dealt", "")
    share = f"{percent(found.equity, found.stderr, exact_digits=4)} {interval(found.stderr)}".strip()
    change = change_text(found.equity - chart.average, Z95 * found.stderr)
    ways = f"{found.combos} way{'s' if found.combos != 1 else ''} ({percent(found.probability)})"
    place = f"no.{NO_BREAK}{chart.rank_of(pair)} of {len(chart.pairs)}"
    return f"{pair_name(pair)}{up}", share, f"{change} against the average\n{place} · {ways}"


def dead_reading(dead: DeadCard | None, rank: int, name: str) -> str:
    """Return what one more dead card of a rank does, in words."""
    title = RAZZ_RANKS[rank]
    if dead is None or not dead.live:
        return f"{title}: none is live"
    if dead.equity is None or dead.change is None:
        return f"{title}: {dead.live} live; one less cannot be"
    change = change_text(dead.change, Z95 * dead.stderr, 3)
    return f"One more {title} dead: {name} {percent(dead.equity, dead.stderr)}, {change} points; {dead.live} live now"
