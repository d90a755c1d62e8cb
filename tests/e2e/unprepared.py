"""An engine that is not prepared: no kernel can be used before the test says so, as on a first start."""

import threading
from contextlib import contextmanager
from unittest.mock import patch

from engine.kernels import jit
from engine.kernels.common.compiling import compiling_elsewhere, give_way

LOOK_S = 0.01


class UnpreparedEngine:
    """Work in the background waits at its first kernel until :meth:`finish`.

    ``in_window``: the names of the kernels that the thread of the window has called before any work in the background
    had called them. It would have had to wait for them, frozen.
    """

    def __init__(self):
        self.in_window = []
        self._used = set()
        self._finished = threading.Event()

    def finish(self):
        """Let all work go on."""
        self._finished.set()

    @contextmanager
    def installed(self):
        """Let the kernels of this process wait within a block."""
        call = jit._Kernel.__call__

        def wait_and_call(kernel, *args, **kwargs):
            if threading.current_thread() is not threading.main_thread():
                self._wait()
                self._used.add(kernel)
            elif kernel not in self._used:
                give_way()  # the caller may do without it
                self.in_window.append(kernel.py_func.__name__)
            return call(kernel, *args, **kwargs)

        with patch.object(jit._Kernel, "__call__", wait_and_call, create=True):
            try:
                yield self
            finally:
                self.finish()

    def _wait(self):
        if not self._finished.is_set():
            with compiling_elsewhere():
                while not self._finished.wait(LOOK_S):
                    give_way()
