"""Kernels that come compiled: which set fits a machine, and that one is loaded without being compiled."""

import json
import shutil
from hashlib import sha256

import numpy as np
import pytest
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from engine.kernels import jit
from engine.kernels import shipped as shipped_sets
from engine.kernels.jit import lean_kernel, subkernel
from engine.kernels.shipped import FEATURES, MANIFEST, NAME, KernelSet, choose_set, file_name, fits, read_set, set_name

V3 = next(level for level in shipped_sets.LEVELS if level.name == "x86-64-v3")
EVERYTHING = dict.fromkeys(V3.needs, True)


@subkernel
def squared(x):
    return x * x


def add_squares(values, found):
    for value in values:
        found[0] += squared(value)


VALUES = np.arange(5.0)


def call(kernel):
    result = np.zeros(1)
    kernel(VALUES, result)
    return float(result[0])


@pytest.fixture(scope="module")
def compiled():
    """The kernel above as it is shipped: name and content of its file."""
    kernel = lean_kernel(add_squares)
    assert call(kernel) == 30.0
    (signature,) = kernel.signatures
    stored = kernel._cache.file.load(signature, cpu_target.target_context.codegen())
    data = dumps(stored)
    return file_name(add_squares.__module__, "add_squares", repr(signature)), data


@pytest.fixture
def shipped(compiled, tmp_path, monkeypatch):
    """A set with that kernel, in place of what is shipped; returns its file."""
    name, data = compiled
    (tmp_path / name).write_bytes(data)
    target = cpu_target.target_context.codegen().magic_tuple()
    monkeypatch.setattr(jit, "SHIPPED", KernelSet(tmp_path, target, {name: sha256(data).hexdigest()}))
    return tmp_path / name


def looked_at_the_folder_of_the_user(kernel):
    return kernel._cache._made is not None


def test_a_shipped_kernel_is_loaded_without_reading_other_files(shipped):
    kernel = lean_kernel(add_squares)
    assert call(kernel) == 30.0
    assert not looked_at_the_folder_of_the_user(kernel)
    assert not kernel.stats.cache_misses


@pytest.mark.parametrize("fault", ["tampered", "missing"])
def test_a_damaged_file_is_not_loaded(fault, shipped, caplog):
    if fault == "missing":
        shipped.unlink()
    else:
        data = bytearray(shipped.read_bytes())
        data[len(data) // 2] ^= 1
        shipped.write_bytes(data)
    kernel = lean_kernel(add_squares)
    assert call(kernel) == 30.0
    assert looked_at_the_folder_of_the_user(kernel)
    assert [record.name for record in caplog.records] == ["steelwheel.kernels"]


def test_code_for_another_processor_is_not_loaded(shipped, monkeypatch):
    monkeypatch.setattr(jit, "SHIPPED", KernelSet(shipped.parent, ("triple", "name", ""), jit.SHIPPED.files))
    kernel = lean_kernel(add_squares)
    assert call(kernel) == 30.0
    assert looked_at_the_folder_of_the_user(kernel)


@pytest.mark.parametrize(
    ("features", "environment", "fitting"),
    [
        (EVERYTHING, {}, True),
        (EVERYTHING | {"avx512f": True}, {}, True),
        (EVERYTHING | {"avx2": False}, {}, False),
        ({}, {}, False),
        ({}, {NAME: "x86-64-v3", FEATURES: ""}, True),  # simulated
        (EVERYTHING, {NAME: "x86-64-v3"}, False),  # with the features of the host
        (EVERYTHING, {NAME: "x86-64-v2", FEATURES: ""}, False),
        (EVERYTHING, {FEATURES: "+avx2"}, False),
    ],
)
def test_a_level_fits_a_processor_with_all_features_unless_another_is_requested(features, environment, fitting):
    assert fits(V3, lambda: features, environment) == fitting


class TestChoosing:
    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        """A folder of sets with one for an imagined machine, which is this one."""
        monkeypatch.setattr(shipped_sets, "own_level", lambda: V3)
        self.make(tmp_path / set_name(V3.name))
        return tmp_path

    @staticmethod
    def make(folder):
        folder.mkdir()
        manifest = {"target": ["triple", "x86-64-v3", ""], "files": {}}
        (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")

    def test_numba_is_told_to_compile_for_the_same_level(self, folder):
        environment = {}
        assert choose_set(lambda: EVERYTHING, environment, folder).target == ("triple", "x86-64-v3", "")
        assert environment == {NAME: "x86-64-v3", FEATURES: ""}

    def test_a_processor_without_the_level_compiles_for_itself(self, folder):
        environment = {}
        assert choose_set(lambda: {"sse4.2": True}, environment, folder) is None
        assert environment == {}

    @pytest.mark.parametrize("change", ["sources_digest", "version"])
    def test_a_set_of_other_kernels_or_of_another_numba_is_not_found(self, change, folder, monkeypatch):
        monkeypatch.setattr(shipped_sets, change, lambda *_: "other")
        environment = {}
        assert choose_set(lambda: EVERYTHING, environment, folder) is None
        assert environment == {}

    def test_a_checkout_has_none(self, folder):
        shutil.rmtree(folder)
        assert choose_set(lambda: EVERYTHING, {}, folder) is None

    @pytest.mark.parametrize("text", ["", "[]", '{"target": null, "files": {}}', '{"files": {}}'])
    def test_a_manifest_that_cannot_be_read_is_no_set(self, text, folder):
        result = folder / set_name(V3.name)
        (result / MANIFEST).write_text(text, encoding="utf-8")
        assert read_set(result) is None
