"""The dependency rule, and the other rules of CONTRIBUTING.md that can be checked automatically."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import get_args

import pytest

import engine
from engine import Game

ROOT = Path(__file__).parents[1]
QT = {"PySide6", "shiboken6", "pyqtgraph"}
COMPOSED = {"Document", "EngineRunner", "MainWindow"}
CONTRACTS = {
    contract["name"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
}
"""The rooms and their layers are listed in these contracts alone; the plan in CONTRIBUTING.md is compared with them."""
ENGINE_LAYERS = tuple(CONTRACTS["one way down in the engine"]["layers"])
WINDOW_LAYERS = tuple(CONTRACTS["one way down in the window"]["layers"])
WINDOW_CONTRACT = CONTRACTS["the window uses what the engine exports, its public folders and modules"]
PUBLIC = tuple(
    allowed.removeprefix("gui.** -> ").removesuffix(".**")
    for allowed in WINDOW_CONTRACT["ignore_imports"]
    if allowed.startswith("gui.** -> ")
)
"""The folders and modules of the engine from which the window imports, besides what ``engine`` itself exports."""
MAX_ENGINE_ROOMS = 24
MAX_EXPORTED = 45


def _sources(*folders: str) -> list[Path]:
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert paths
    return paths


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def _imports(path: Path) -> tuple[tuple[str, str], ...]:
    """Return (module, name) for each imported name; for ``import numba`` this is ("numba", "")."""
    result = list[tuple[str, str]]()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            result += ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{_name(path)}: relative import"
            result += ((node.module or "", alias.name) for alias in node.names)
    return tuple(result)


def _imports_of_functions(path: Path) -> set[str]:
    """Return the modules that are imported within the functions of a file."""
    functions = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef))
    inside = (node for function in functions for node in ast.walk(function))
    return {node.module for node in inside if isinstance(node, ast.ImportFrom) and node.module}


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _run_python(code: str) -> str:
    """Run ``code`` in a new interpreter at the root of the project and return its output."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_import_contracts() -> None:
    code = "from importlinter.cli import lint_imports as lint; exit(lint(no_cache=True, no_logo=True))"
    assert " 0 broken" in _run_python(code)


def _rooms(layers: tuple[str, ...]) -> set[str]:
    """Return the names in the layers of a contract, such as ``"(preflop) | (questions)"``."""
    return {room for layer in layers for room in re.findall(r"\w+", layer)}


def _modules_of(package: str) -> set[str]:
    """Return the folders and modules directly in a package."""
    return {path.stem for path in (ROOT / package).iterdir() if path.is_dir() or path.suffix == ".py"} - {
        "__init__", "__pycache__",
    }  # fmt: skip


def test_every_room_of_the_engine_has_its_layer() -> None:
    """The contract of the window is exhaustive, which import-linter checks; ``version`` is imported by all."""
    assert _rooms(ENGINE_LAYERS) == {room for room in _modules_of("engine") if not room.isupper()} - {"version"}
    assert len(_rooms(ENGINE_LAYERS)) <= MAX_ENGINE_ROOMS


def test_the_plan_names_every_room_once() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    plan = text.partition("## The plan")[2].partition("\n    resources/")[0]
    window, engine_plan = plan.split("\n    engine/")
    for lines, package, layers in ((window, "gui", WINDOW_LAYERS), (engine_plan, "engine", ENGINE_LAYERS)):
        named = [name for line in re.findall(r"^      (\w.*)$", lines, re.MULTILINE) for name in _first_names(line)]
        folders = [room for room in _rooms(layers) if (ROOT / package / room).is_dir()]
        assert sorted(name for name in named if name.endswith("/")) == sorted(f"{folder}/" for folder in folders)


def _first_names(line: str) -> list[str]:
    """Return the names at the beginning of a line of the plan, before its explanation."""
    return re.match(r"(?:[\w.]+(?:/|\.py) ?)*", line)[0].split()  # type: ignore[index]


def test_the_plan_shows_the_layers_as_arrows() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    arrows = text.partition("Imports point downwards:\n\n")[2].partition("\n\n")[0]
    window, engine_arrows = arrows.split("-> engine\n")
    for shown, layers in ((window, WINDOW_LAYERS), (engine_arrows, ENGINE_LAYERS)):
        floors = [set(re.findall(r"\w+", floor)) for floor in shown.split("->") if floor.strip()]
        listed = [_rooms((layer,)) for layer in layers]
        assert floors == [rooms for rooms in listed if rooms & set().union(*floors)], shown
        unnamed = set().union(*listed) - set().union(*floors)
        assert unnamed <= {"__main__", "self_test", "arrays", "processors"}


@pytest.mark.parametrize("package", ["engine", "gui"])
def test_no_modules_import_one_another_in_a_circle(package: str) -> None:
    """Imports within functions count, too. CycleError names the modules of the circle."""
    names = ((_name(path).removesuffix(".py").removesuffix("/__init__"), path) for path in _sources(package))
    modules = {name.replace("/", "."): path for name, path in names}
    graph = {}
    for module, path in modules.items():
        imported = {f"{parent}.{name}" if f"{parent}.{name}" in modules else parent for parent, name in _imports(path)}
        graph[module] = imported & set(modules) - {module}
    assert len(graph) > 100
    TopologicalSorter(graph).prepare()


HEADLESS = """
import contextlib, io, json, os, pathlib, sys, tempfile
scenario = {"steelwheel": 1, "game": "holdem", "board": "7h 8h 2c Ks 3d",
            "seats": [{"cards": "AhAd"}, {"cards": "KhKd"}]}
path = pathlib.Path(tempfile.mkdtemp()) / "scenario.json"
path.write_text(json.dumps(scenario))
os.environ.pop("OPENBLAS_NUM_THREADS", None)
blas = []
class BeforeNumPy:
    def find_spec(name, *_):
        if name == "numpy":
            blas.append(os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, BeforeNumPy)
from gui.__main__ import main
sys.argv = ["steelwheel", "solve", str(path)]
with contextlib.redirect_stdout(io.StringIO()) as out:
    status = main()
result = json.loads(out.getvalue())
wins = [s["win"] for s in result["seats"]]
print(json.dumps({"status": status, "win": wins, "modules": sorted(sys.modules), "blas": blas}))
"""
UNUSED = (
    *("engine.equity.holdem.by_hand", "engine.equity.holdem.details", "engine.equity.holdem.inspector"),
    *("engine.equity.razz", "engine.equity.details", "engine.kelly", "engine.preflop", "engine.histories"),
    *("engine.journal", "engine.ranges.holdem_hints"),
)
"""Modules that a table of two hands and a board does not need; loading them would take half of its time."""


def test_headless_verbs_work_without_qt() -> None:
    answer = json.loads(_run_python(HEADLESS))
    assert answer["status"] == 0
    assert answer["win"] == [0.0, 1.0]  # three kings
    assert answer["blas"] == ["1"], "it has to be set before NumPy is loaded: its threads would be in addition to ours"
    modules = answer["modules"]
    assert {"engine", "numpy"} <= set(modules)
    methods = _imports_of_functions(ROOT / "engine/equity/holdem/plan.py")
    assert len(methods) > 3
    assert [name for name in modules if any(_within(name, unused) for unused in (*QT, *UNUSED, *methods))] == []


def test_importing_the_engine_is_quiet_and_without_qt() -> None:
    code = "import engine, sys; print(*{name.split('.')[0] for name in sys.modules})"
    roots = set(_run_python(code).split())
    assert "engine" in roots
    assert not {"gui", *QT} & roots


LIGHT = {
    "a range": ("range", "22+, ATs+, KQo:0.5", "--json"),
    "a filter to come": ("range", "22+ > flop top pair+"),
    "a razz hand": ("range", "(7-7-7)", "--game", "razz"),
    "kelly": ("kelly", "{file}"),
}
HEAVY = ("numba", "engine.kernels", "numpy.ma")
OF_RANGES = ("engine.ranges", "engine.table")
KELLY = '{"bankroll": 100, "opponents": 1, "outcomes": {"win": 0.6, "split": [0.0], "lose": 0.4}}'


@pytest.mark.parametrize("verb", LIGHT.values(), ids=LIGHT)
def test_verbs_that_compute_nothing_long_answer_without_numba(verb: tuple[str, ...], tmp_path: Path) -> None:
    """Loading Numba would take most of their time; for kelly, so would the modules that read ranges."""
    file = tmp_path / "request.json"
    file.write_text(KELLY, encoding="utf-8")
    arguments = [word.format(file=file) for word in verb]
    code = f"import sys; from engine.cli.main import main; status = main({arguments}); print(status, *sys.modules)"
    status, *modules = _run_python(code).splitlines()[-1].split()
    assert status == "0"
    unused = HEAVY if verb[0] == "range" else (*HEAVY, *OF_RANGES)
    assert [name for name in modules if any(_within(name, heavy) for heavy in unused)] == []


OF_LATER_PAGES = ("sqlite3", "engine.kelly.answer", "engine.kelly.hand.session", "engine.preflop.run")
"""Modules of pages that are not displayed at the start."""


def test_the_window_starts_without_modules_for_the_network_or_for_single_verbs() -> None:
    """Each of them takes memory, and time until the first answer."""
    loaded = _run_python("import gui.application, sys; print(*sys.modules)").split()
    assert "gui.shell.main_window" in loaded
    assert not {"ssl", "http.client", "pokerkit", "distributed", *OF_LATER_PAGES} & set(loaded)


def test_a_start_of_the_window_keeps_no_sources() -> None:
    """Qt for Python would read the sources of all modules; see ``import_qt``."""
    window = "from gui.__main__ import import_qt; import_qt(); import gui.application"
    kept = _run_python(f"import linecache; {window}; print(*linecache.cache, sep='\\n')").splitlines()
    assert [path for path in kept if Path(path).parent.name in ("numpy", "numba", "shell", "state")] == []


def test_the_engine_imports_a_name_from_where_type_checkers_see_it() -> None:
    """``engine/__init__.py`` lists the modules twice: for type checkers, and for importing them on demand."""
    seen = {name: module for module, name in _imports(ROOT / "engine/__init__.py") if _within(module, "engine")}
    assert seen == {name: module for module, names in engine._MODULES.items() for name in names.split()}
    assert sorted(seen) == sorted(engine.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = engine.nothing  # type: ignore[attr-defined]


def test_the_window_imports_public_names_only() -> None:
    exported = set(engine.__all__)
    assert exported
    for path in _sources("gui"):
        for module, name in _imports(path):
            assert not _within(module, "numba"), _name(path)
            if any(_within(module, public) for public in PUBLIC):
                assert not name.startswith("_"), f"{_name(path)} imports {module}.{name}"
            elif _within(module, "engine") and _name(path) not in ("gui/__main__.py", "gui/self_test.py"):
                assert module == "engine", f"{_name(path)} imports {module}"
                assert name in exported, f"{_name(path)}: engine does not export {name!r}"


def test_everything_exported_is_there_once() -> None:
    assert len(set(engine.__all__)) == len(engine.__all__) <= MAX_EXPORTED
    assert [name for name in engine.__all__ if not hasattr(engine, name)] == []


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("numba", r"engine/(kernels/(atomic|jit|lanes)|equity/workers)\.py"),
        ("engine.kernels.jit", r"engine/kernels/(\w+/)?\w+\.py"),
        ("PySide6", r"gui/.*"),
        ("pyqtgraph", r"gui/charts/\w+\.py"),
    ],
)
def test_who_imports(package: str, allowed: str) -> None:
    for path in _sources("engine", "gui"):
        imported = [f"{module}.{name}" if name else module for module, name in _imports(path)]
        if any(_within(name, package) for name in imported):
            assert re.fullmatch(allowed, _name(path)), f"{_name(path)} imports {package}"


def test_numba_is_imported_after_the_choice_of_shipped_kernels() -> None:
    """Numba reads the processor for which it compiles when it is imported, and shipped kernels are for one level."""
    for path in _sources("engine"):
        modules = [module for module, _ in _imports(path)]
        numba = [at for at, module in enumerate(modules) if _within(module, "numba")]
        choice = [at for at, module in enumerate(modules) if _within(module, "engine.kernels")]
        if numba:
            assert choice, _name(path)
            assert choice[0] < numba[0], _name(path)


def test_kernels_are_serial() -> None:
    for path in _sources("engine"):
        nodes = list(ast.walk(_tree(path)))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        keywords = {node.arg for node in nodes if isinstance(node, ast.keyword)}
        assert not {"prange", "parallel"} & (names | attributes | keywords), _name(path)


def test_one_file_of_the_window_starts_threads() -> None:
    texts = {_name(path): path.read_text(encoding="utf-8") for path in _sources("gui")}
    threads = r"\b(QThread|QThreadPool|QRunnable|threading\.Thread|import Thread|concurrent\.futures)\b"
    assert [name for name, text in texts.items() if re.search(threads, text)] == ["gui/state/runner.py"]
    assert "class _Thread(Guarded, QThread)" in texts["gui/state/runner.py"]


def test_the_engine_knows_no_thread_of_qt() -> None:
    for path in _sources("engine"):
        assert not re.search(r"\bQThread\b", path.read_text(encoding="utf-8")), _name(path)


def test_one_file_composes_the_application() -> None:
    for path in _sources("gui"):
        calls = [node.func for node in ast.walk(_tree(path)) if isinstance(node, ast.Call)]
        built = COMPOSED & {call.id for call in calls if isinstance(call, ast.Name)}
        if _name(path) == "gui/application.py":
            assert built == COMPOSED
        else:
            assert not built, f"{_name(path)} constructs {built}"


def test_no_singletons_and_no_guessing_of_senders() -> None:
    for path in _sources("gui"):
        nodes = list(ast.walk(_tree(path)))
        used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert "instance" not in used, f"{_name(path)}: pass collaborators through constructors"
        assert "sender" not in used, f"{_name(path)}: connect with a key (gui.look.guard.Keyed)"
        statements = [node for node in nodes if isinstance(node, ast.Global)]
        assert not statements, f"{_name(path)}: module-level state"


def test_games_are_tables_not_branches() -> None:
    """A comparison with the name of a game has an ``else`` that means the other game and would be wrong for a third.

    Code asks for a property in ``engine.GAMES`` or has a ``GameTable``.
    """
    comparing = set()
    for path in _sources("engine", "gui"):
        for node in ast.walk(_tree(path)):
            texts = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant))
            if isinstance(node, ast.Compare | ast.pattern) and any(text in get_args(Game) for text in texts):
                comparing.add(_name(path))
    assert comparing == set()


def _public_functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public_functions(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield prefix + node.name, node


def test_public_functions_state_the_dtypes_and_shapes_of_their_arrays() -> None:
    """As in ``weights float64[seats, 1326]``; the sentence around it gives the meaning of each axis."""
    dtype = re.compile(r"\b(float|int|uint|bool)(8|16|32|64|)\[")
    arrays, silent = re.compile(r"\b(NDArray|Array|[FIU](8|16|32|64)|Bools|Places)\b"), []
    for path in _sources("engine"):
        for name, function in _public_functions(_tree(path).body):
            given = [a.annotation for a in (*function.args.args, *function.args.kwonlyargs)]
            types = " ".join(ast.unparse(t) for t in (*given, function.returns) if t is not None)
            if arrays.search(types) and not dtype.search(ast.get_docstring(function) or ""):
                silent.append(f"{_name(path)}: {name}")
    assert silent == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "engine/METHODS.md"])
def test_documents_name_files_that_are_there(document: str) -> None:
    """A path may leave out the folders before it."""
    text = (ROOT / document).read_text(encoding="utf-8")
    there = [
        path for folder in ("engine", "gui", "packaging", "resources", "tests") for path in (ROOT / folder).rglob("*")
    ]
    names = [f"/{_name(path)}{'/' * path.is_dir()}" for path in [*there, *ROOT.iterdir()]]
    named = re.findall(r"`([\w./-]+(?:\.(?:json|md|npz|py|sh|toml)|/))`", text)
    assert [path for path in named if not any(name.endswith(f"/{path}") for name in names)] == []


def test_methods_lists_all_sections_and_its_links_lead_to_them() -> None:
    methods = (ROOT / "engine/METHODS.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", methods, re.MULTILINE)
    assert [int(heading.split(".")[0]) for heading in headings] == list(range(1, len(headings) + 1))
    anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    contents, _, sections = methods.partition("\n## ")
    assert re.findall(r"\]\(#([^)]+)\)", contents) == anchors
    assert set(re.findall(r"\]\(#([^)]+)\)", sections)) <= set(anchors)
    assert {int(number) for number in re.findall(r"\bsection (\d+)", methods)} <= set(range(1, len(headings) + 1))


def test_every_method_that_a_game_offers_is_explained() -> None:
    methods = (ROOT / "engine/METHODS.md").read_text(encoding="utf-8")
    explained = re.findall(rf"\| `((?:{'|'.join(get_args(Game))})/\w+)\.py` \|", methods)
    offered = {
        module.removeprefix("engine.equity.").replace(".", "/")
        for game in get_args(Game)
        for module, name in _imports(ROOT / f"engine/equity/{game}/plan.py")
        if _within(module, f"engine.equity.{game}") and re.search(r"([Jj]ob|Sampler)$", name)
    }
    assert set(explained) == offered


def test_data_folders_are_no_packages() -> None:
    """A ``packaging`` package would shadow the one on PyPI."""
    for folder in ("packaging", "resources"):
        assert (ROOT / folder).is_dir()
        assert list((ROOT / folder).rglob("__init__.py")) == []
    assert list((ROOT / "resources").rglob("*.py")) == []


def test_top_level_is_fixed() -> None:
    """Only files in git count, if this is a repository: build results do not."""
    fixed = {"pyproject.toml", "README.md", "gui", "engine", "resources", "tests", "packaging"}
    joined = {"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}
    hidden = {".ci", ".github", ".gitignore"}
    assert all((ROOT / name).exists() for name in fixed | joined)
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
        top = {line.split("/")[0] for line in listed.stdout.splitlines()}
        assert top <= fixed | joined | hidden


def test_no_test_imports_from_another() -> None:
    for path in _sources("tests"):
        for module, name in _imports(path):
            assert not re.search(r"\.test_\w+$", f"{module}.{name}" if name.startswith("test_") else module), _name(
                path
            )


def test_text_files_are_read_and_written_as_utf8() -> None:
    """Without an encoding Windows takes that of its language."""
    for path in _sources("engine", "gui", "packaging", "tests"):
        for node in ast.walk(_tree(path)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            place = {"read_text": 0, "write_text": 1}.get(node.func.attr)
            if place is not None and len(node.args) <= place:
                assert "encoding" in {keyword.arg for keyword in node.keywords}, f"{_name(path)}:{node.lineno}"
