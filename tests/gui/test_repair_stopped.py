"""``steelwheel --repair`` that is stopped by Ctrl-C: a line on stderr and no traceback."""

import sys

import pytest

from engine.equity import warm_up as repair
from gui import __main__ as command


class EndedError(Exception):
    """Stands for the end of the process."""


def end(status: int) -> None:
    raise EndedError(status)


def stop(say: object) -> int:
    raise KeyboardInterrupt


def test_repair_can_be_stopped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["steelwheel", "--repair"])
    monkeypatch.setattr(repair, "repair", stop)
    monkeypatch.setattr("os._exit", end)
    with pytest.raises(EndedError) as ended:
        command.main()
    assert ended.value.args == (130,)
    assert capsys.readouterr().err.startswith("steelwheel: stopped: what is not compiled yet")
