"""Compiled kernels in the wheel (a hook of hatchling), where ``STEELWHEEL_KERNELS`` names the folder of sets, and the
changelog, of which the window shows what is new.

A wheel is made twice of one version: a pure one, with which the engine is compiled on the first start, and for each
system and Python one with compiled kernels, which pip prefers wherever it fits. The second has the tag of its machine
code: that of the processor and of the minor version of Python, and no ABI, as no extension module is in it. All have
the same metadata, as resolvers may read those of one for all; so the version of Numba is not pinned in the wheel with
kernels: with another one these are not found, and the engine is compiled.
"""

import os
import platform
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "STEELWHEEL_KERNELS"
SYSTEMS = {
    # The code is linked by Numba on the user's machine. So the oldest systems are those of the wheels of PySide6, which
    # need newer ones than the wheels of Numba.
    ("linux", "x86_64"): "manylinux_2_34_x86_64",
    ("linux", "aarch64"): "manylinux_2_39_aarch64",
    ("darwin", "arm64"): "macosx_13_0_arm64",
    ("darwin", "x86_64"): "macosx_13_0_x86_64",
    ("win32", "AMD64"): "win_amd64",
}


class KernelHook(BuildHookInterface[Any]):
    """Adds the changelog, the kernels and the tag."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel is made; an editable one is given neither."""
        if version == "editable":
            return
        build_data["force_include"][os.path.join(self.root, "CHANGELOG.md")] = "resources/CHANGELOG.md"
        folder = os.environ.get(VARIABLE)
        if not folder:
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{sys.version_info.major}{sys.version_info.minor}-none-{self._system()}"
        build_data["force_include"][os.path.abspath(folder)] = "resources/kernels"

    @staticmethod
    def _system() -> str:
        return SYSTEMS[sys.platform, platform.machine()]
