"""Garbage is collected in the window's thread, and nowhere else."""

import ctypes
import gc
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QObject

from gui.shell import process
from gui.shell.process import MAX_COLLECTED, Collector
from tests.kernel_cache import ROOT
from tests.qt_rules import FREEZE


class Node:
    """Part of a cycle, which only the collector can free."""

    def __init__(self, freed):
        self.own, self.freed = self, freed

    def __del__(self):
        self.freed.append(threading.current_thread())


def test_cycles_are_freed_by_the_thread_of_the_collector(qtbot):
    parent = QObject()
    collector, freed = Collector(parent), []

    def litter():
        for _ in range(5_000):
            Node(freed)

    thread = threading.Thread(target=litter)
    thread.start()
    thread.join()
    assert not gc.isenabled()
    assert freed == []
    qtbot.waitUntil(lambda: len(freed) == 5_000)
    assert set(freed) == {threading.main_thread()}
    collector.stop()


def test_a_full_collection_comes_in_its_turn():
    collector = Collector()
    for _ in range(200):
        kept = [[i] for i in range(2_000)]
        collector.collect()
    assert len(kept) == 2_000
    assert gc.get_stats()[2]["collections"] > 0
    assert gc.get_count()[2] <= gc.get_threshold()[2] + 1
    collector.stop()


def test_very_many_objects_are_looked_through_once(monkeypatch):
    collector, kept, freed, thresholds = Collector(), [[i] for i in range(MAX_COLLECTED + 1)], [], gc.get_threshold()
    gc.set_threshold(10, 2, 2)
    monkeypatch.setattr(gc, "freeze", FREEZE)
    try:
        for busy in (True, False):
            monkeypatch.setattr(process, "compiling", lambda busy=busy: busy)
            before = gc.get_freeze_count()
            for _ in range(20):
                kept += [[i] for i in range(20)]
                collector.collect()
            assert (gc.get_freeze_count() - before < MAX_COLLECTED) == busy
        Node(freed)
        gc.collect()
        assert len(freed) == 1
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        collector.stop()


MAPPED = """
import ctypes
from gui.shell.process import return_freed_memory

class Usage(ctypes.Structure):  # struct mallinfo2 of malloc.h
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd a b c d e".split()]

usage = ctypes.CDLL(None).mallinfo2
usage.restype = Usage
return_freed_memory()
for _ in range(3):  # glibc by itself takes the second one from its heap
    before = usage().hblkhd
    block = bytearray(8 << 20)
    assert usage().hblkhd - before >= len(block)
    del block
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="tells of glibc from 2.33 on"
)
def test_large_blocks_are_given_back_when_they_are_freed():
    """In a process of its own: options of the C library cannot be taken back."""
    subprocess.run([sys.executable, "-c", MAPPED], check=True, cwd=ROOT)


TRIMMED = """
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gui.shell.process import Collector

def resident():
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096

application = QCoreApplication([])
collector = Collector()
blocks = [bytearray(60_000) for _ in range(2_000)]
kept = blocks[::40]
del blocks
before = resident()
collector.trim()
assert before - resident() > 60_000_000, before - resident()
collector.stop()
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="tells of glibc alone"
)
def test_holes_between_blocks_in_use_are_given_back():
    subprocess.run([sys.executable, "-c", TRIMMED], check=True, cwd=ROOT)
