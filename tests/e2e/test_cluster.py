"""A batch on a Dask cluster of this machine: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the package distributed")

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
SCHEDULER = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file"]
WORKER = ["worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--scheduler-file"]
SECONDS = 300
"""So long a process may take to be there."""
PATIENT = (
    f"from engine.cli.batches import processes; processes.WAIT_S = {SECONDS}; "
    "import sys; from engine.cli.main import main; sys.exit(main(sys.argv[1:]))"
)
COMMAND = [sys.executable, "-c", PATIENT, "range", "--lines"]


def lines(count):
    text = "22+, A{}s:0.{}, !KK"
    requests = [{"text": text.format("23456789TJQK"[i % 12], i + 1)} for i in range(count)]
    return [json.dumps(request) for request in requests]


@pytest.fixture
def dask(tmp_path):
    """Start a part of a cluster; return its process."""
    with ExitStack() as cluster:

        def start(*arguments):
            process = cluster.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "dask", *arguments, tmp_path / "cluster.json"],
                    cwd=tmp_path,
                    env=ENVIRONMENT,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            cluster.callback(process.kill)
            return process

        yield start


@pytest.fixture
def address(dask, tmp_path):
    """The address of a scheduler without workers."""
    dask(*SCHEDULER)
    file = tmp_path / "cluster.json"
    deadline = time.monotonic() + SECONDS
    while not (file.exists() and file.read_text(encoding="utf-8").strip()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return json.loads(file.read_text(encoding="utf-8"))["address"]


def test_a_batch_outlives_a_worker_and_its_client(address, dask, tmp_path):
    given, path = tmp_path / "ranges.jsonl", tmp_path / "answers.jsonl"
    given.write_text("\n".join(lines(2500)), encoding="utf-8")
    alone = subprocess.run([*COMMAND, given, "--workers", "1"], cwd=ROOT, capture_output=True, check=True)
    doomed, _ = dask(*WORKER), dask(*WORKER)
    command = [*COMMAND, given, "--dask", address, "--resume", path]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as client:
        while client.poll() is None and (not path.exists() or path.stat().st_size < 20_000):
            time.sleep(0.01)
        doomed.kill()
        size = path.stat().st_size
        while client.poll() is None and path.stat().st_size <= size:
            time.sleep(0.01)
        client.kill()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=2 * SECONDS)
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert path.read_bytes() == alone.stdout


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://nobody.invalid:8786", "nobody"])
def test_a_cluster_that_does_not_answer_is_told(address):
    """Nobody listens, there is no such machine, and no address: none of them needs the patience of Dask."""
    done = subprocess.run(
        [*COMMAND, "-", "--dask", address], input=b'{"text": "AA"}', cwd=ROOT, capture_output=True, timeout=SECONDS
    )
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["field"] == "--dask"
    assert f"no cluster answers at {address} (" in error["message"]
    assert b"Traceback" not in done.stderr


def test_a_cluster_without_workers_is_told(address):
    code = (
        "from distributed import Client; wait = Client.wait_for_workers;"
        "Client.wait_for_workers = lambda client, count, timeout: wait(client, count, timeout=1);"
        "import sys; from engine.cli.main import main;"
        f"sys.exit(main(['range', '--lines', '-', '--dask', '{address}']))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b'{"text": "AA"}', cwd=ROOT, capture_output=True)
    assert done.returncode == 2
    assert "has no workers" in json.loads(done.stdout)["error"]["message"]
