"""Where compiled kernels are kept between runs of the tests; ``python -m tests.kernel_cache`` compiles all of them."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def kernel_cache() -> Path:
    """Return a folder that is named after the sources of all kernels.

    Numba looks at the file of a kernel only: one whose callee in another file has changed would be stale.
    """
    sources = sorted((ROOT / "engine" / "kernels").rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return ROOT / ".pytest_cache" / "numba" / digest


def main() -> int:
    """Compile what is not there yet; return the exit status."""
    environment = {"NUMBA_CACHE_DIR": str(kernel_cache()), **os.environ}
    return subprocess.run([sys.executable, ROOT / "packaging" / "compile_kernels.py"], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
