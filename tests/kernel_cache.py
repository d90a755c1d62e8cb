"""The folder of the kernels compiled for the tests; ``python -m tests.kernel_cache`` compiles all of them."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def kernel_cache() -> Path:
    """Return the folder for the present sources of all kernels: its name contains their digest.

    Numba itself compares only the file of a kernel. A kernel would be stale if a function that it calls, in another
    file, had changed.
    """
    sources = sorted((ROOT / "engine" / "kernels").rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return ROOT / ".pytest_cache" / "numba" / digest


def main() -> int:
    """Compile the kernels that are missing; return the exit status."""
    environment = {"NUMBA_CACHE_DIR": str(kernel_cache()), **os.environ}
    return subprocess.run([sys.executable, ROOT / "packaging" / "compile_kernels.py"], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
