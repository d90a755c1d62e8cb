"""Garbage is collected in the window's thread, and nowhere else."""

import gc
import threading

from PySide6.QtCore import QObject

from gui.collecting import Collector


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
