"""Kernels that another process compiles: by requests, by itself when it cannot, and no longer than it is needed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.kernels.early import first_compiler
from engine.processors import processors
from tests.systems import WAIT_S

ROOT = Path(__file__).parents[2]
WINDOW = """
import sys, time
import numpy as np
from engine.kernels.holdem.joint import fill_alias
from engine.kernels.jit import event
from engine.kernels.compiler import Compiler

class Compiled(event.Listener):
    count = 0
    def on_start(self, event):
        self.count += 1
    def on_end(self, event):
        pass

compiled = Compiled()
event.register("numba:compile", compiled)
compiler = Compiler(sys.argv[1:], {"PYTHONPATH": "."})
compiler.install()
if "--compile" in sys.argv:
    compiler.start()
aliases = np.zeros(2, np.uint64)
fill_alias(np.array([1.0, 3.0]), np.zeros(2), np.zeros(2, np.int64), aliases)
processes = [process.started.pid for process in (compiler._process, compiler._second) if process is not None]
print(compiled.count, aliases.sum() > 0, *processes, flush=True)
if sys.stdin.read(1):
    compiler.close()
    compiler.start()
    sys.stdin.read(1)
"""
COMPILER = (sys.executable, "-P", "-m", "gui", "--compile")


def window(tmp_path, *command):
    """Return a process that calls a kernel which is not on the disk, and what it prints."""
    process = subprocess.Popen(
        [sys.executable, "-c", WINDOW, *command], cwd=ROOT, env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return process, process.stdout.readline().split()


def wait_for_end(process):
    until = time.monotonic() + WAIT_S
    while os.path.exists(f"/proc/{process}"):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes")
@pytest.mark.parametrize("closed", [True, False])
def test_a_kernel_is_compiled_by_another_process_which_ends_with_this_one(tmp_path, closed):
    process, (here, right, *compilers) = window(tmp_path, *COMPILER)
    with process:
        assert (here, right, len(compilers)) == ("0", "True", min(processors(), 2))
        if closed:
            process.stdin.write("c")
            process.stdin.flush()
        else:
            process.kill()
        for compiler in compilers:
            wait_for_end(compiler)
        process.kill()


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "")])
def test_a_kernel_is_compiled_here_where_no_other_process_does(tmp_path, command):
    process, printed = window(tmp_path, *command)
    with process:
        assert int(printed[0]) > 0
        assert printed[1:] == ["True"]
        process.kill()


def test_it_is_started_before_the_window_where_nothing_is_compiled_yet(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    command = sys.executable, "-c", "import os, sys; sys.exit(os.environ['NUMBA_CACHE_DIR'] != sys.argv[1])", tmp_path
    process = first_compiler(command, {})
    assert process is not None
    with process:
        assert process.wait(WAIT_S) == 0
    (tmp_path / "holdem").mkdir()
    assert first_compiler(command, {}) is None
