"""``steelwheel --repair``: deletes the kernels that were compiled on this machine and compiles all of them anew."""

import threading
from collections.abc import Callable
from pathlib import Path

from engine.kernels.common.compiling import cache_folder
from engine.kernels.shipped import FOLDER
from engine.kernels.stored import damaged_kernels, delete_kernels, stored_kernels
from engine.running.warm_up import warm_up
from engine.running.workers import CancelToken

EVERY_S = 5.0


def damage() -> tuple[Path, list[Path]]:
    """Return the folder of the kernels that were compiled on this machine, and those that are damaged."""
    folder = cache_folder()
    return folder, damaged_kernels(folder)


def repair(say: Callable[[str], object]) -> int:
    """Do it, with lines about it by ``say``; return the exit status.

    Kernels that came with the program are not changed: those that are damaged among them are compiled here.
    """
    folder, damaged = damage()
    deleted = delete_kernels(folder)
    say(f"{deleted} files of compiled kernels deleted, {len(damaged)} of them damaged, in {folder}\n")
    if FOLDER.is_dir():
        say("kernels that came with the program stay; of those only damaged ones are compiled\n")
    say("compiling the engine anew: this takes a minute or two\n")
    work = threading.Thread(target=warm_up, args=(CancelToken(),), daemon=True)
    work.start()
    while work.is_alive():
        work.join(EVERY_S)
        say(f"{len(stored_kernels(folder))} files\n")
    left = damaged_kernels(folder)
    for path in left:
        say(f"{path} cannot be replaced: delete it\n")
    say("some files are still damaged\n" if left else "all is well\n")
    return 1 if left else 0
