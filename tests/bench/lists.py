"""Long lists: the hands of a file of histories, the names that the palette goes through."""

from engine.histories.listing import hand_line
from engine.histories.splitting import split_hands
from gui.shell.palette_sources import Names, PaletteItem
from tests.bench.figures import Figure, Goal, median_seconds
from tests.engine.played_hands import FOLDER, random_phh

COUNT = 10_000


def figures(runs: int) -> list[Figure]:
    """Return the times of listing the hands of files and of finding names."""
    phh = [random_phh(variant, seed) for variant in ("NT", "FT", "FR") for seed in range(10)]
    files = {
        "PHH": "\n\n".join(f"[{i}]\n{phh[i % len(phh)]}" for i in range(COUNT)),
        "PokerStars": ((FOLDER / "stars.txt").read_text(encoding="utf-8") + "\n\n\n") * (COUNT // 3),
    }
    result = [
        Figure(f"{COUNT} hands", f"list {name}", median_seconds(lambda text=text: _listed(text), runs), goal=Goal(3.0))
        for name, text in files.items()
    ]
    names = Names(PaletteItem(f"My range {i} against {i % 97}", "own", lambda: None) for i in range(COUNT))
    while names.gather():
        pass
    for typed in ("r", "my range 77", "zzz"):
        result.append(Figure(f"{typed} in {COUNT} names", "find", median_seconds(lambda t=typed: names.find(t), runs)))
    return result


def _listed(text: str) -> list[object]:
    return [hand_line(raw) for raw in split_hands(text)]
