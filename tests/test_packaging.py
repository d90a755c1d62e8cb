"""What surrounds the program: set-up scripts, desktop integration, fonts and icons, and that they agree."""

import configparser
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

from engine import __version__, problems, scenario_from_json
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.scenario.reading import read_json
from gui.shell import system_libraries

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
RESOURCES = ROOT / "resources"
DESKTOP = RESOURCES / "desktop"
ID = "io.github.steelwheel.SteelWheel"
SCRIPTS = sorted([*PACKAGING.glob("*.sh"), ROOT / ".ci" / "run"])
SVG = "{http://www.w3.org/2000/svg}"

posix_only = pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")


def _metainfo() -> ET.Element:
    return ET.parse(DESKTOP / f"{ID}.metainfo.xml").getroot()


def _desktop_entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DESKTOP / f"{ID}.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def _project() -> dict[str, object]:
    project: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


@posix_only
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_parse(script: Path) -> None:
    shell = "bash" if script.name == "run" else "sh"
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_scripts_are_clean() -> None:
    command = ["shellcheck", "-x", *map(str, SCRIPTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "sh packaging/run.sh" in text
    assert "sh packaging/check.sh" in text
    assert len(text.encode()) <= 8000


def test_readme_and_scripts_name_the_same_download() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (PACKAGING / "environment.sh").read_text(encoding="utf-8")
    (size,) = re.findall(r"\*\) size=(\d+)", script)
    assert re.findall(r"(\d+) MB of Python packages|download of (\d+) MB", text) == [(size, ""), ("", size)]


def test_links_of_the_readme_work_on_a_package_index() -> None:
    """It is shown there too, without the files beside it: links are absolute, and lead to files that are there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]*)\)", text)
    home = _project()["urls"]["Homepage"]  # type: ignore[index]
    raw = home.replace("https://github.com/", "https://raw.githubusercontent.com/")
    paths = [re.fullmatch(rf"(?:{home}/(?:blob|tree)|{raw})/main/(.*)", target) for target in targets]
    assert [t for t, path in zip(targets, paths, strict=True) if path is None] == [f"{home}/releases"]
    assert [path[1] for path in paths if path is not None and not (ROOT / path[1]).exists()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="shared libraries of Linux")
@pytest.mark.parametrize(
    ("manager", "name"),
    [
        ("apt-get", "no-such-package"),
        ("dnf", "libno-such.so.1()(64bit)"),
        ("pacman", "no-such-arch"),
        ("unknown", "libno-such.so.1"),
    ],
)
def test_missing_libraries_are_named_for_the_package_manager(
    manager: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    present, missing = ("libc.so.6", "libc6", "glibc"), ("libno-such.so.1", "no-such-package", "no-such-arch")
    monkeypatch.setitem(system_libraries.LIBRARIES, "test", (present, missing))
    assert system_libraries.missing_packages(manager, "test") == [name]


def test_the_window_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "is_missing", {"libEGL.so.1", "libxcb-cursor.so.0"}.__contains__)
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: name in ("apt-get", "sudo"))
    monkeypatch.setattr(system_libraries.os, "geteuid", lambda: 1000, raising=False)
    command = "sudo apt-get update && sudo apt-get install"
    assert f"{command} libegl1 libxcb-cursor0" in system_libraries.window_obstacle({"DISPLAY": ":0"})
    assert system_libraries.window_obstacle({"QT_QPA_PLATFORM": "offscreen"}).endswith(f"{command} libegl1")
    monkeypatch.setattr(system_libraries.os, "geteuid", lambda: 0)  # a container need not have sudo
    assert ": apt-get update && apt-get install libegl1" in system_libraries.window_obstacle({"DISPLAY": ":0"})
    monkeypatch.setattr(system_libraries, "is_missing", lambda name: False)
    assert "xvfb-run -a" in system_libraries.window_obstacle({})
    assert system_libraries.window_obstacle({"WAYLAND_DISPLAY": "wayland-0"}) == ""


@posix_only
@pytest.mark.skipif(sys.platform != "linux", reason="system packages of Linux")
@pytest.mark.parametrize("manager", ["apt-get", "dnf", "zypper", "pacman"])
@pytest.mark.parametrize("user", ["root", "with sudo", "without sudo"])
def test_scripts_and_window_name_the_same_command_that_a_shell_understands(
    manager: str, user: str, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uid, programs = 0 if user == "root" else 1000, checkout / "programs"
    programs.mkdir()
    for name in (manager, *(["sudo"] if user == "with sudo" else [])):
        (programs / name).write_text('#!/bin/sh\nprintf "%s\\n" "${0##*/}" "$@"\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    names = [system_libraries.package(manager, *row) for row in system_libraries.LIBRARIES["x11"]]
    script = (
        f'ROOT={checkout}; . packaging/environment.sh; PATH={programs}; id() {{ echo {uid}; }}; install_command "$@"'
    )
    words = ["sh", "-c", script, "sh", *names]
    said = subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=True).stdout.strip()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(system_libraries.os, "geteuid", lambda: uid, raising=False)
    monkeypatch.setattr(
        system_libraries, "is_missing", {row[0] for row in system_libraries.LIBRARIES["x11"]}.__contains__
    )
    assert system_libraries.window_obstacle({"DISPLAY": ":0"}).endswith(f" install them with: {said}")
    run = f'su() {{ [ "$1 $2" = "- -c" ] && eval "$3"; }}\n{said}'
    done = subprocess.run(["/bin/sh", "-c", run], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-len(names) :] == names
    assert said.startswith({"root": manager, "with sudo": f"sudo {manager}", "without sudo": "su - -c"}[user])


@pytest.mark.skipif(sys.platform != "linux", reason="there is always a display elsewhere")
def test_without_a_display_the_program_ends_with_a_line(tmp_path: Path) -> None:
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-m", "gui"]
    done = subprocess.run(command, env=bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "DISPLAY is not set" in done.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The scripts in a place of their own, with what they call before they change anything."""
    for folder, names in {"packaging": ("*.sh",), "gui/shell": ("system_libraries.py",)}.items():
        (tmp_path / folder).mkdir(parents=True)
        for path in (path for name in names for path in (ROOT / folder).glob(name)):
            shutil.copy(path, tmp_path / folder)
    return tmp_path


def _run_script(checkout: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "HOME": str(checkout)} | environment
    script, *arguments = command
    words = ["sh", str(checkout / "packaging" / script), *arguments]
    return subprocess.run(words, env=bare, capture_output=True, text=True, check=False)


def _replace(checkout: Path, *functions: str) -> None:
    """Let functions of the shell be others than those of environment.sh."""
    with (checkout / "packaging" / "environment.sh").open("a", encoding="utf-8") as file:
        file.write("\n".join(("", *functions, "")))


@posix_only
@pytest.mark.skipif(sys.platform != "linux", reason="there is always a display elsewhere")
def test_run_without_a_display_says_what_to_do(checkout: Path) -> None:
    done = _run_script(checkout, "run.sh")
    assert done.returncode == 1
    assert "xvfb-run -a sh packaging/run.sh" in done.stderr
    assert not (checkout / ".venv").exists()


@posix_only
@pytest.mark.skipif(sys.platform != "linux", reason="system packages of Linux")
@pytest.mark.parametrize("script", ["run.sh", "check.sh", "build.sh", "guide.sh pictures"])
def test_without_permission_all_packages_are_named_at_once_before_the_work(script: str, checkout: Path) -> None:
    """With a Python that cannot make environments, and a library that is missing."""
    library = checkout / "gui" / "shell" / "system_libraries.py"
    library.write_text("print('libmissing1')\n", encoding="utf-8")
    python = checkout / "programs" / "python3"
    python.parent.mkdir()
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"\n', encoding="utf-8"
    )
    python.chmod(0o755)
    _replace(checkout, "may_install() { false; }", "package_manager() { echo apt-get; }")
    path = f"{python.parent}:{os.environ['PATH']}"
    done = _run_script(checkout, *script.split(), PATH=path, DISPLAY=":0")
    assert done.returncode == 1
    (line,) = (line for line in done.stderr.splitlines() if "apt-get install" in line)
    assert {f"python{sys.version_info.major}.{sys.version_info.minor}-venv", "libmissing1"} <= set(
        line.replace("'", " ").split()
    )
    assert not (checkout / ".venv").exists()


@posix_only
@pytest.mark.skipif(sys.platform != "linux", reason="system packages of Linux")
@pytest.mark.parametrize(
    ("script", "manager", "python", "library"),
    [
        ("run.sh", "apt-get", "python3-venv", "libxcb-cursor0"),
        ("build.sh bundle", "apt-get", "python3-venv", "libpython3-dev"),
        ("run.sh", "pacman", "python", "xcb-util-cursor"),
        ("run.sh", "dnf", "python3", "libxcb-cursor.so.0()(64bit)"),
    ],
)
def test_without_python_and_permission_all_packages_are_named_at_once(
    script: str, manager: str, python: str, library: str, checkout: Path
) -> None:
    """Which libraries are missing cannot be found out without Python, so all are named."""
    _replace(
        checkout, "find_python() { return 1; }", "may_install() { false; }", f"package_manager() {{ echo {manager}; }}"
    )
    done = _run_script(checkout, *script.split(), DISPLAY=":0")
    assert done.returncode == 1
    (line,) = (line for line in done.stderr.splitlines() if f"{manager} " in line)
    groups = ("offscreen", "x11", "wayland")
    listed = {system_libraries.package(manager, *row) for group in groups for row in system_libraries.LIBRARIES[group]}
    assert {python, library} | listed <= set(shlex.split(line.replace("'", " ")))
    assert not (checkout / ".venv").exists()


@posix_only
def test_the_build_script_makes_only_what_it_is_asked_for_and_fails_otherwise(checkout: Path) -> None:
    """With stand-ins for the environment and for all that takes long."""
    ready = ("needs_venv", "needs_libraries", "install_needed", "make_venv", "install_project")
    _replace(checkout, *(f"{name}() {{ :; }}" for name in ready), "python=true; bin=; base=true")
    done = _run_script(checkout, "build.sh", "sdist")
    assert (done.returncode, done.stderr) == (1, "steelwheel: not made: dist/steelwheel-.tar.gz\n")
    done = _run_script(checkout, "build.sh", "wheel", "whell")
    assert done.returncode == 1
    assert "'whell'" in done.stderr
    script = checkout / "packaging" / "build.sh"
    text = script.read_text(encoding="utf-8")
    start = text.index("if wants sdist;")
    steps = ("sdist", "kernels", "wheels", "bundle", "archive", "deb")
    said = "".join(f"{step}() {{ echo {step}; }}\n" for step in steps)
    script.write_text(text[:start] + said + text[start:], encoding="utf-8")
    for names, wanted in {("wheel",): "kernels wheels", ("deb", "sdist"): "sdist kernels bundle deb"}.items():
        done = _run_script(checkout, "build.sh", *names)
        assert (done.returncode, done.stdout.split()) == (0, wanted.split())


def test_desktop_entry_fits_the_rest() -> None:
    entry = _desktop_entry()
    assert entry["Exec"].split()[0] in _project()["scripts"]  # type: ignore[operator]
    assert _project()["gui-scripts"] == {"steelwheel-window": "gui.__main__:main"}
    assert entry["Icon"] == ID
    assert "Version" not in entry  # desktop-file-utils 0.26 refuses 1.5
    mime = ET.parse(DESKTOP / f"{ID}.mime.xml").getroot()
    kinds = [kind.get("type") for kind in mime if kind.tag.endswith("mime-type")]
    assert entry["MimeType"].split(";")[:-1] == kinds
    assert [item.text for item in _metainfo().findall("provides/mediatype")] == kinds


@pytest.mark.skipif(sys.platform != "linux", reason="desktops of Linux")
def test_a_verb_adds_the_menu_entry_and_takes_it_away(tmp_path: Path) -> None:
    data = tmp_path / "a home with $ and %" / "share"
    environment = os.environ | {"XDG_DATA_HOME": str(data)}
    command = [sys.executable, "-P", "-m", "gui", "desktop"]
    environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    entry = data / "applications" / f"{ID}.desktop"
    assert f'Exec="{sys.executable}" "-P" "-m" "gui" %f' in entry.read_text(encoding="utf-8")
    assert (data / "mime" / "packages" / f"{ID}.xml").is_file()
    assert (data / "icons" / "hicolor" / "scalable" / "apps" / f"{ID}.svg").is_file()
    if shutil.which("desktop-file-validate"):
        checked = subprocess.run(["desktop-file-validate", str(entry)], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stdout) == (0, "")
    done = subprocess.run([*command, "--remove"], env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0
    assert [path for path in data.rglob(f"{ID}*") if path.is_file()] == []


def test_licences_of_all_parts_are_collected() -> None:
    done = subprocess.run([sys.executable, str(PACKAGING / "licences.py")], capture_output=True, text=True, check=True)
    dependencies = [re.split(r"[^\w-]", line)[0] for line in _project()["dependencies"]]  # type: ignore[attr-defined]
    for part in ("Steel Wheel", "Inter", "DejaVu", "Python 3", "llvmlite", *dependencies):
        assert re.search(rf"^(Fonts: )?{part}", done.stdout.replace("_", "-"), re.MULTILINE | re.IGNORECASE), part
    for text in ("GNU LESSER GENERAL PUBLIC LICENSE", "Apache License", "Emoji Segmenter"):
        assert text in done.stdout


def test_metainfo_fits_the_rest() -> None:
    root = _metainfo()
    assert root.findtext("id") == ID
    assert root.findtext("metadata_license") == "CC0-1.0"
    assert root.findtext("launchable") == f"{ID}.desktop"
    assert (DESKTOP / f"{ID}.desktop").is_file()
    assert root.find("content_rating") is not None
    project = _project()
    assert root.findtext("project_license") == project["license"]
    assert root.findtext("url[@type='homepage']") == project["urls"]["Homepage"]  # type: ignore[index]
    images = [Path(image.text or "") for image in root.iterfind("screenshots/screenshot/image")]
    shown = {path.name for path in (RESOURCES / "screenshots").glob("*.png")}
    assert {image.name for image in images} == shown
    releases = root.findall("releases/release")
    assert releases[0].get("version") == __version__
    dates = [date.fromisoformat(release.get("date", "")) for release in releases]
    assert dates == sorted(dates, reverse=True)


def test_a_release_needs_its_day_in_change_log_and_metainfo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    specification = importlib.util.spec_from_file_location("release_notes", PACKAGING / "release_notes.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert module.released() == module.described()
    assert next(iter(module.released())) == __version__
    assert "the program is version" in module.obstacle("0.0.1")
    changes, metainfo = tmp_path / "CHANGELOG.md", tmp_path / "metainfo.xml"
    changes.write_text(
        f"## [{__version__}] - 2027-01-02\n\n* New\n\n## [0.0.1] - 2026-01-02\n\n* Old\n", encoding="utf-8"
    )
    monkeypatch.setattr(module, "METAINFO", metainfo)
    monkeypatch.setattr(module, "CHANGES", changes)
    for day, wanted in {"2027-01-03": "the metainfo 2027-01-03", "2027-01-02": ""}.items():
        metainfo.write_text(
            f"<c><releases><release version='{__version__}' date='{day}'/></releases></c>", encoding="utf-8"
        )
        assert wanted in module.obstacle(__version__)
    assert module.obstacle(__version__) == ""
    assert (module.notes(__version__), module.notes("0.0.1")) == ("* New", "* Old")
    reader, writer = os.pipe()
    os.close(reader)
    program = f"import sys; sys.path[:0] = [{str(PACKAGING)!r}, {str(ROOT)!r}]; import release_notes as module\n"
    program += "module.obstacle = lambda version: ''; module.main(module.UNRELEASED and next(iter(module.released())))"
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, ""), "notes of which only the beginning is read"
    changes.write_text(f"## [{__version__}] - unreleased\n", encoding="utf-8")
    assert "unreleased" in module.obstacle(__version__)


def test_wheels_with_kernels_are_for_the_systems_of_pyside() -> None:
    """PySide6's wheels need newer systems than Numba's; ``packaging.tags`` of pip decides by these names."""
    text = (PACKAGING / "wheel_hook.py").read_text(encoding="utf-8")
    tags = re.findall(r'"((?:manylinux|macosx|win)_\w+)"', text)
    assert tags == [
        "manylinux_2_34_x86_64", "manylinux_2_39_aarch64", "macosx_13_0_arm64", "macosx_13_0_x86_64", "win_amd64",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("system", "processor", "python", "wanted"),
    [
        ("linux", "x86_64", "3.11", {"numba": "<1,>=0.62", "PySide6-Essentials": "<6.12,>=6.10.3"}),
        ("darwin", "arm64", "3.14", {"numba": "<1,>=0.62", "PySide6-Essentials": "<7,>=6.10.3"}),
        ("darwin", "x86_64", "3.13", {"numba": "<0.63,>=0.62", "PySide6-Essentials": "<7,>=6.10.3"}),
        ("win32", "AMD64", "3.12", {"numba": "<1,>=0.62", "PySide6-Essentials": "<7,>=6.10.3"}),
    ],
)
def test_bounds_of_dependencies_follow_system_and_python(
    system: str, processor: str, python: str, wanted: dict[str, str]
) -> None:
    requirements = importlib.import_module("packaging.requirements")
    machine = {"sys_platform": system, "platform_machine": processor, "python_version": python}
    rows = [requirements.Requirement(row) for row in _project()["dependencies"]]  # type: ignore[attr-defined]
    there = [row for row in rows if row.marker is None or row.marker.evaluate(machine)]
    assert len({row.name for row in there}) == len(there)
    assert {row.name: str(row.specifier) for row in there if row.name in wanted} == wanted


def test_another_engine_on_the_path_is_named_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text("raise SystemError\n", encoding="utf-8")
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; sys.argv[1:] = ['--version']\n"
    code += f"sys.path.insert(1, {str(ROOT)!r}); from gui.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert repr(str(tmp_path / "engine")) in done.stderr
    assert "pipx install" in done.stderr


def test_icons_hold_the_drawing_in_all_sizes(tmp_path: Path) -> None:
    command = [sys.executable, str(PACKAGING / "build_icons.py"), str(tmp_path)]
    subprocess.run(command, check=True)
    for path in tmp_path.iterdir():
        reader = QImageReader(str(path))
        sizes = [reader.read().width() for i in range(reader.imageCount()) if reader.jumpToImage(i)]
        assert {16, 32, 128, 256} <= set(sizes)


def test_tables_are_as_their_digests_say() -> None:
    """The list is for checks of an installed program; after a table was built anew its digest belongs here."""
    tables = RESOURCES / "tables"
    listed = json.loads((tables / "digests.json").read_text(encoding="utf-8"))["files"]
    assert {path.name: sha256(path.read_bytes()).hexdigest() for path in tables.glob("*.npz")} == listed


@pytest.mark.parametrize("path", sorted((RESOURCES / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_icon_is_plain(path: Path) -> None:
    """Paths and shapes only (no fonts, scripts or links); those of commands are drawn in one way."""
    root = ET.parse(path).getroot()
    shapes = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert shapes <= {"svg", "title", "g", "path", "rect", "circle"}
    if path.stem != "steelwheel" and not path.stem.startswith("style-"):
        wanted = {"viewBox": "0 0 24 24", "fill": "none", "stroke": "currentColor", "stroke-width": "2"}
        assert {key: root.get(key) for key in wanted} == wanted


def test_fonts_come_with_their_licences() -> None:
    fonts = RESOURCES / "fonts"
    families = {path.name.split("-")[0].removesuffix("Sans.ttf") for path in fonts.glob("*.[ot]tf")}
    assert families == {"Inter", "DejaVu"}
    for family in families:
        (licence,) = fonts.glob(f"{family}-*.txt")
        assert "Copyright" in licence.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((RESOURCES / "examples").iterdir()), ids=lambda path: path.stem)
def test_example_can_be_run(path: Path) -> None:
    if path.suffix == ".phhs":
        assert [read_hand(raw) for raw in split_hands(path.read_text(encoding="utf-8"))]
        return
    assert path.suffix == ".steelwheel"
    assert problems(scenario_from_json(read_json(path.read_text(encoding="utf-8")))) == ()


@posix_only
def test_the_packaged_program_starts_the_processes_of_a_batch(tmp_path):
    """``sys.executable`` of a package is the program itself, and what is called with no Python's options."""
    program = tmp_path / "steelwheel"
    start = PACKAGING / "start.py"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {start} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    code = (
        "import sys, multiprocessing.spawn; sys.frozen = True\n"
        f"multiprocessing.spawn.set_executable({str(program)!r})\n"
        "from engine.cli.batches.batch import answer_batch; from engine.cli.batches.processes import Processes\n"
        "from engine.cli.answers import answer_kelly\n"
        "lines = iter([b'{}\\n', b'nonsense\\n'])\n"
        "found = answer_batch(lines, answer_kelly, lambda: Processes(2), at_once=True)\n"
        "print(*(answer.text for answer in found), sep='', end='')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240
    )
    assert done.stderr == ""
    assert [json.loads(line)["error"]["field"] for line in done.stdout.splitlines()] == ["bankroll", "file"]
