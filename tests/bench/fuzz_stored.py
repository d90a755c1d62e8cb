"""A long run of damaged stored files, by hand: ``python -m tests.bench.fuzz_stored [FILES] [SEED]``.

So many files of each stored kind are damaged and read. Anything that ends in an exception, or costs an entry that the
damage has not touched, stops the run and prints the kind and the seed.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.mutated_files import check, kinds

FILES = 1_000


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    with tempfile.TemporaryDirectory() as name:
        made = Path(name) / "made"
        made.mkdir()
        for kind in kinds(made):
            started = time.perf_counter()
            for seed in range(first, first + count):
                folder = Path(name) / "one"
                try:
                    check(kind, seed, folder)
                except Exception:
                    print(f"{kind.name}, seed {seed}", file=sys.stderr)
                    raise
                shutil.rmtree(folder)
            print(f"{kind.name}: {count} damaged files, {time.perf_counter() - started:.0f} s", flush=True)
    application.quit()


if __name__ == "__main__":
    main()
