"""Damage caches of compiled kernels at random and compare the numbers:  python -m tests.bench.damaged_kernels 50 [SEED]

Each time a copy of the cache gets files that are cut, empty, changed or exchanged, and the headless program has to
print the same numbers as before, and what it has found on stderr.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from engine.kernels.stored import SUM_BYTES, damaged_kernels, regular_file, stored_kernels
from tests.kernel_cache import ROOT, kernel_cache

TABLES = (
    "AhAd v KhKd",
    "AhKh v 22+ | 7h8h2c",
    "AA v KK,QQ v AKs | 2c 3d 4s 8h",
    "22+:0.5, AKs v JTs v fold 15% | 7h8h2cTd",
    "razz | A29 v 647",
    "razz | (8-8-8) v A23 v 456",
)
SHARE = 0.3
"""Of the files, on average at most, that are damaged in one cache."""


def main(caches: int, seed: int) -> int:
    """Damage so many caches; return the exit status."""
    chance = random.Random(seed)
    wanted, _ = solved(kernel_cache(), TABLES)
    print(f"verifying all files once: {verification_ms(kernel_cache()):.1f} ms")
    failures = 0
    for number in range(caches):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copytree(kernel_cache(), Path(folder) / "kernels"))
            damage(copy, chance)
            count = len(damaged_kernels(copy))
            tables = chance.sample(range(len(TABLES)), 2)
            got, said = solved(copy, [TABLES[table] for table in tables])
            right = got == [wanted[table] for table in tables]
            failures += not right
            print(f"{number}: {count} damaged, {'right' if right else 'WRONG'}, {said.strip()[:60]!r}", flush=True)
    print(f"{failures} of {caches} wrong")
    return 1 if failures else 0


def damage(folder: Path, chance: random.Random) -> None:
    """Damage some of the files."""
    files = stored_kernels(folder)
    share = chance.random() * SHARE
    for path in files:
        if chance.random() < share:
            data = path.read_bytes()
            other = chance.choice(files).read_bytes()
            place = chance.randrange(len(data))
            changed = (
                data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :] if data else b""
            )
            path.write_bytes(chance.choice((b"", data[:place], changed, other, bytes(len(data)))))


def solved(cache: Path, tables: list[str] | tuple[str, ...]) -> tuple[list[object], str]:
    """Return the equities of ``tables`` by the headless program with this cache, and what it says on stderr."""
    command = [sys.executable, "-m", "gui", "solve", "--lines", "--workers", "1", "-"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    given = "\n".join(tables)
    done = subprocess.run(command, input=given, capture_output=True, text=True, env=environment, cwd=ROOT, check=True)
    return [
        [seat.get("equity") for seat in json.loads(line)["seats"]] for line in done.stdout.splitlines()
    ], done.stderr


def verification_ms(cache: Path) -> float:
    """Return how long the checksums of all files take, which a start does for those alone that it loads."""
    data = [regular_file(path) or b"" for path in stored_kernels(cache)]
    started = time.process_time()
    for one in data:
        sha256(memoryview(one)[SUM_BYTES:]).digest()
    return (time.process_time() - started) * 1000


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 1))
