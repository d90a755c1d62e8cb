"""How much of the engine is compiled, told by the files of the cache."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

from engine import kernels
from engine.equity import preparing
from engine.equity.preparing import prepared_share
from engine.kernels.jit import _Kernel
from engine.kernels.stored import SUFFIX


def test_an_empty_cache_and_one_with_half_of_the_kernels(monkeypatch, tmp_path):
    monkeypatch.setattr(preparing, "cache_folder", lambda: tmp_path)
    assert prepared_share() == 0.0
    folder = tmp_path / "kernels_1"
    folder.mkdir()
    names = sorted(preparing._kernel_names())
    for name in names[::2]:
        (folder / f"{name}.py311-{'0' * 32}{SUFFIX}").touch()
    (folder / f"other.kernel-7.py311-{'0' * 32}{SUFFIX}").touch()  # of an earlier version
    assert prepared_share() == pytest.approx(0.5, abs=1 / len(names))


def test_the_names_read_from_the_sources_are_those_of_all_kernels():
    modules = [import_module(found.name) for found in walk_packages(kernels.__path__, "engine.kernels.")]
    functions = {
        kernel.py_func
        for module in modules
        for kernel in vars(module).values()
        if isinstance(kernel, _Kernel) and kernel.py_func.__module__ == module.__name__
    }
    found = {
        f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-{function.__code__.co_firstlineno}"
        for function in functions
    }
    assert found == preparing._kernel_names()
