"""The examples in docstrings (``>>>``) of the engine and of the window give the results that they show.

A module is imported only if its source contains an example, so that this costs no more than the examples themselves.
"""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _modules_with_examples() -> list[str]:
    paths = sorted(path for folder in ("engine", "gui") for path in (ROOT / folder).rglob("*.py"))
    found = [path for path in paths if ">>> " in path.read_text(encoding="utf-8")]
    return [path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in found]


@pytest.mark.parametrize("module", _modules_with_examples())
def test_examples_give_what_they_show(module: str) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    examples = 0
    for test in doctest.DocTestFinder().find(import_module(module.removesuffix(".__init__"))):
        examples += len(test.examples)
        runner.run(test, out=report.append)
    assert examples, f"{module} contains >>>, but in no docstring"
    assert not report, "".join(report)
