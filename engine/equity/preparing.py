"""How far the kernels are compiled, which happens on the first start only."""

import re
from functools import cache
from pathlib import Path

from engine import kernels
from engine.kernels.common.compiling import cache_folder
from engine.kernels.stored import stored_kernels

_KERNEL = re.compile(r"^(?:@linked\n)?@\w*(?:kernels?|inlined)\ndef (\w+)", re.MULTILINE)


def prepared_share() -> float:
    """Return the share of the kernels of this version that are in the cache folder, from 0 to 1."""
    names = _kernel_names()
    # The name of a file is the name and line of the kernel, the version of Python, and a digest.
    stored = {path.name.partition(".py")[0] for path in stored_kernels(cache_folder())}
    return len(names & stored) / max(len(names), 1)


@cache
def _kernel_names() -> frozenset[str]:
    """Return the names with which the files of all kernels begin, from the sources: importing them takes seconds."""
    names = set[str]()
    for path in Path(kernels.__path__[0]).rglob("*.py"):
        text = path.read_text("utf-8")
        for kernel in _KERNEL.finditer(text):
            line = text[: kernel.start()].count("\n") + 1
            names.add(f"{path.stem}.{kernel[1]}-{line}")
    return frozenset(names)
