"""Settings: whatever stands in the file, there is a value to start with."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from engine.scenario.tournament import Others, Tournament
from gui.look.theme import TEXT_SCALES
from gui.storage.files import absolute, files_in, is_file, is_folder, path_from_text, path_to_text
from gui.storage.settings import TOURNAMENTS, Settings
from tests.systems import BYTES_NAME

PROPERTIES = ("theme", "text_scale", "four_colours", "tint_deck", "version_seen", "recent", "folder")
LAYOUTS = ("window", "body", "side")
MALFORMED = (
    "", "light, dark", "x" * 5000, "/" + "x" * 5000, "@Invalid()", "@ByteArray(", "@ByteArray(\\xff)", "@Variant(\\0)",
    "@Variant(\\0\\0\\0\\b\\0\\0\\0\\0)", "@Rect(1 2 3)", "@Size(x)", "@", "@@", "true, false", "-1", "1e999", "\\x0",
    "/a\\x0b", "\\xd800", "@Variant(\\0\\0\\0\\t\\0\\0\\0\\x1\\0\\0\\0\\x2\\0\\0\\0\\x5)", ", , ,", "~", "//", "..",
)  # fmt: skip
"""Values as they may stand in the file: each is given to every key."""


@pytest.fixture
def store(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


def everything(settings):
    """Read every value; all have the types that they promise."""
    assert settings.theme in ("light", "dark", None)
    assert settings.text_scale in TEXT_SCALES
    assert isinstance(settings.four_colours, bool)
    assert isinstance(settings.tint_deck, bool)
    assert isinstance(settings.version_seen, str)
    assert all(isinstance(path, Path) for path in settings.recent)
    assert isinstance(settings.folder, str)
    assert all(isinstance(settings.layout(key), QByteArray) for key in LAYOUTS)
    return settings


@pytest.mark.parametrize("value", MALFORMED)
def test_whatever_the_file_says_there_is_a_value(qapp, tmp_path, value):
    path = tmp_path / "settings.ini"
    keys = [*PROPERTIES, *(f"layout\\{key}" for key in LAYOUTS)]
    path.write_text("[General]\n" + "".join(f"{key}={value}\n" for key in keys), encoding="utf-8")
    everything(Settings(QSettings(str(path), QSettings.Format.IniFormat)))


@pytest.mark.parametrize("value", [[], {}, ["a", 7], {"a": 1}, 7, 1.5, None, QByteArray(b"\xff"), "\0", b"x", (1, 2)])
def test_values_of_other_types_are_defaults(qapp, store, value):
    for key in (*PROPERTIES, *(f"layout/{key}" for key in LAYOUTS)):
        store.setValue(key, value)
    everything(Settings(store))


@pytest.mark.parametrize("error", [PermissionError(13, "no"), OSError(36, "too long"), OSError(5, "broken")])
def test_paths_that_cannot_be_looked_at_are_left_out(qapp, store, monkeypatch, error):
    def refuse(path, **_):
        raise error

    settings = Settings(store)
    store.setValue("recent", ["/secret/a.steelwheel", "/b.steelwheel"])
    store.setValue("folder", "/secret")
    monkeypatch.setattr(Path, "stat", refuse)
    assert settings.recent == ()
    assert settings.folder == ""
    settings.add_recent(Path("/c.steelwheel"))
    assert (is_file(Path("/a")), is_folder(Path("/a"))) == (False, False)


def test_a_folder_that_cannot_be_listed_is_empty(monkeypatch, tmp_path):
    def refuse(path, pattern):
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "glob", refuse)
    assert files_in(tmp_path, "*") == []


def test_a_name_that_is_too_long_or_holds_a_zero_is_no_file():
    assert not is_file(Path("/" + "x" * 5000))
    assert not is_folder(Path("a\0b"))


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_a_recent_file_whose_name_is_no_text_is_found_again(qapp, tmp_path):
    path = tmp_path / BYTES_NAME
    path.touch()
    for suffix in ("a.ini", "a.ini"):  # as it is, and as the next start reads it
        settings = Settings(QSettings(str(tmp_path / suffix), QSettings.Format.IniFormat))
        if not settings.recent:
            settings.add_recent(path)
            settings.folder = str(tmp_path)
            settings.sync()
        assert settings.recent == (path,)


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
@pytest.mark.parametrize("name", ["/a/b.steelwheel", f"/a b%/{BYTES_NAME}", "/a/%41%e9", "/a/ü", "relative/b"])
def test_paths_are_written_so_that_they_read_back(name):
    text = path_to_text(Path(name))
    assert text.encode().decode() == text
    assert path_from_text(text) == Path(name)


def test_a_deleted_working_folder_is_no_obstacle(tmp_path, monkeypatch):
    def gone(path):
        raise FileNotFoundError(2, "no such folder")

    monkeypatch.setattr(Path, "absolute", gone)
    assert absolute(Path("a")) == Path("a")


def test_a_number_of_a_journal_that_none_can_have_is_none(tmp_path):
    path = tmp_path / "long.ini"
    path.write_text(f"[General]\njournal={'9' * 5000}\n", encoding="utf-8")
    assert Settings(QSettings(str(path), QSettings.Format.IniFormat)).journal is None


def test_what_cannot_be_written_is_told_of_once(qapp, tmp_path, qtbot):
    (tmp_path / "file").touch()
    settings = Settings(QSettings(str(tmp_path / "file" / "settings.ini"), QSettings.Format.IniFormat))
    message = []
    settings.failed.connect(lambda line, bad: message.append((line, bad)))
    settings.theme = "dark"
    qtbot.waitUntil(lambda: bool(message))
    settings.theme = "light"
    settings.sync()
    ((line, bad),) = message
    assert line.startswith("Settings cannot be saved for the next start")
    assert "settings.ini" in line
    assert bad
    assert settings.theme == "light"  # in force


def test_what_is_written_is_no_matter(qapp, store):
    settings, text = Settings(store), []
    settings.failed.connect(lambda line, bad: text.append(line))
    settings.theme = "dark"
    settings.sync()
    assert text == []


def test_prizes_are_remembered_by_tournament_and_the_oldest_are_forgotten(qapp, store):
    settings = Settings(store)
    for number in range(TOURNAMENTS + 1):
        settings.add_prizes(str(1000 + number), Tournament((5.0, 7.0), (50.0, 0.5 + number)))
    assert len(settings.prizes) == TOURNAMENTS
    assert "1000" not in settings.prizes
    with_others = Tournament((), (7.0,), Others.of((3.0, 4.0)))
    settings.add_prizes("1001", with_others)
    settings.add_prizes("1002", Tournament((5.0, 7.0)))
    assert list(Settings(store).prizes)[-1] == "1001"
    assert Settings(store).prizes["1001"] == with_others
    assert "1002" not in settings.prizes


@pytest.mark.parametrize(
    "text",
    ['{"1": [NaN]}', '{"1": [-1]}', '{"1": "5"}', "[1]", "7", "[" * 99999, '{"1": [1e999]}', '{"1": {"others": {}}}'],
)
def test_prizes_that_are_none_are_left_out(qapp, store, text):
    store.setValue("hands/prizes", text)
    settings = Settings(store)
    assert settings.prizes == {}
    settings.add_prizes("2222", Tournament((), (1.0,)))
    assert settings.prizes == {"2222": Tournament((), (1.0,))}
