"""tools/start.py: what it installs and when, and what it says when something is in the way."""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pip
import pytest

from tests.running import ANYWAY
from tools import start
from tools.browser import PATIENCE


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """Give start a folder of its own and no uv, and list what it would have run."""
    for name in [*start.TEST_PINS, *start.NODE_PINS, "pyproject.toml", "data/settings.json"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    steps = []

    def output_of(*command, **_):
        steps.append(command[command.index("-m") + 1] if "-m" in command else command[0])
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(start, "output_of", output_of)
    monkeypatch.setattr(start, "uv_settings", dict)
    monkeypatch.setattr(start.shutil, "which", lambda name: None)
    return steps


@pytest.fixture
def installed(steps):
    """The same, after a first installation for the lab."""
    start.ensure(start.LAB_PINS)
    steps.clear()
    return steps


def test_any_python_from_3_6_can_read_the_file():
    ast.parse(Path(start.__file__).read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_named_with_the_way_out(monkeypatch):
    monkeypatch.setattr(start, "ensure", lambda pins: pytest.fail("installed all the same"))
    monkeypatch.setattr(sys, "version_info", (3, 10, 2, "final", 0))
    for command in ["lab", "test", "python"]:
        with pytest.raises(
            SystemExit, match=r"3\.11 or newer is needed, and this is 3\.10 .*3\.12"
        ):
            start.main([command])


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_missing_venv_module_is_named_with_its_package(steps, monkeypatch, capsys, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        start.ensure(start.LAB_PINS)
    assert steps == []
    assert capsys.readouterr().out == ""


def test_a_failing_pip_shows_the_line_that_it_calls_an_error(capfd):
    """And its last ones, of a long one its end."""
    script = "import sys; print('ERROR: no hashes', *range(200), 'x' * 999, sep='\\n'); sys.exit(1)"
    with pytest.raises(SystemExit) as end:
        start.quietly("Is there a network?", sys.executable, "-c", script)
    shown = ["Is there a network?", "ERROR: no hashes", "198", "199", 300 * "x"]
    assert str(end.value).splitlines() == shown


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An environment with pip in it, and a package."""
    folder = tmp_path_factory.mktemp("environment")
    venv = [sys.executable, "-m", "venv", "--without-pip", folder / ".venv"]
    subprocess.run(venv, check=True)
    (packages,) = (folder / ".venv").rglob("site-packages")
    shutil.copytree(Path(pip.__file__).parent, packages / "pip")  # ensurepip takes seconds
    with zipfile.ZipFile(folder / "small-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("small.py", "")
        about = "small-1.dist-info"
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    return folder


@pytest.mark.long
@pytest.mark.parametrize(("by", "setting"), [("variable", "target"), ("file", "prefix")])
def test_packages_go_into_venv_whatever_pip_is_told(
    environment, tmp_path, monkeypatch, setting, by
):
    """By PIP_TARGET, say, or by pip.conf: many set it on a cluster."""
    python = environment / ".venv" / start.PYTHON.relative_to(start.VENV)
    with monkeypatch.context() as patch:
        patch.setattr(start, "VENV", environment / ".venv")
        patch.setattr(start, "installed_by_uv", lambda wanted: True)
        start.install([], [], tmp_path / "installed.txt", anew=False)
    if by == "variable":
        monkeypatch.setenv(f"PIP_{setting.upper()}", str(tmp_path / "elsewhere"))
    else:
        configure_pip(f"[install]\n{setting} = {tmp_path / 'elsewhere'}\n", tmp_path, monkeypatch)
    pip = [python, "-m", "pip"]
    start.quietly("", *pip, "install", "--no-index", environment / "small-1-py3-none-any.whl")
    assert not (tmp_path / "elsewhere").exists()
    start.quietly("not in .venv", python, "-c", "import small")
    start.quietly("", *pip, "uninstall", "--yes", "small")


@pytest.mark.long
def test_uv_gets_packages_from_where_pip_is_told_and_a_variable_stands_above_a_file(
    environment, tmp_path, monkeypatch
):
    python = environment / ".venv" / start.PYTHON.relative_to(start.VENV)
    monkeypatch.setattr(start, "PYTHON", python)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    file = """[global]
index-url = https://file.example/simple
proxy = http://global.example:3128
extra-index-url =
    https://one.example/simple
    https://two.example/simple
[install]
proxy = http://install.example:3128
"""
    configure_pip(file, tmp_path, monkeypatch)
    monkeypatch.setenv("PIP_INDEX_URL", "https://variable.example/simple")
    told = {
        "UV_DEFAULT_INDEX": "https://variable.example/simple",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "ALL_PROXY": "http://install.example:3128",
    }
    settings = start.uv_settings()
    assert {name: settings[name] for name in told} == told
    monkeypatch.setenv("UV_INDEX", "the reader's")
    printed = "import os; print(os.environ['UV_INDEX'], os.environ['ALL_PROXY'])"
    result = start.output_of(sys.executable, "-c", printed, settings=told)
    assert result.stdout == f"the reader's {told['ALL_PROXY']}\n"


def test_npm_trusts_whom_the_system_trusts(monkeypatch):
    monkeypatch.delenv("NODE_USE_SYSTEM_CA", raising=False)
    printed = "import os; print(os.environ['NODE_USE_SYSTEM_CA'])"
    assert start.output_of(sys.executable, "-c", printed).stdout == "1\n"


def configure_pip(text, home, monkeypatch):
    for name in (".pip/pip.conf", "pip/pip.ini"):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text)
    for name in ("HOME", "APPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("PIP_CONFIG_FILE", raising=False)


def test_the_second_start_installs_nothing_and_the_tests_add_their_pins(steps, capsys):
    for _ in range(2):
        start.ensure(start.LAB_PINS)
        assert steps == ["venv", "pip", "uv"]
    assert len(capsys.readouterr().out.splitlines()) == 1
    for pins in (start.TEST_PINS, start.TEST_PINS, start.LAB_PINS):
        start.ensure(pins)
        assert steps[3:] == ["pip", "uv", start.NPM]
    assert (start.VENV / "package.json").read_text() == "package.json"


def test_a_uv_that_is_here_is_taken(steps, monkeypatch):
    monkeypatch.setattr(start.shutil, "which", lambda name: name)
    start.ensure(start.LAB_PINS)
    assert steps == ["venv", "uv"]


@pytest.mark.parametrize("failing", [["pip"], ["pip", "uv"]])
def test_pip_installs_where_it_finds_no_uv_or_uv_no_packages(steps, monkeypatch, failing):
    output_of = start.output_of

    def failing_at_last(*command, **options):
        output_of(*command, **options)
        return SimpleNamespace(returncode=int(steps[1:] == failing))

    monkeypatch.setattr(start, "output_of", failing_at_last)
    start.ensure(start.LAB_PINS)
    assert steps == ["venv", *failing, "pip"]


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml", "data/settings.json"])
def test_a_changed_file_is_installed_into_the_same_environment(installed, changed):
    (start.ROOT / changed).write_text("changed")
    (start.ROOT / "package.json").write_text("changed")  # which the tests alone need
    start.ensure(start.LAB_PINS)
    start.ensure(start.LAB_PINS)
    assert installed == ["pip", "uv"]


def test_an_interrupted_installation_is_made_anew(installed, monkeypatch):
    def interrupted(*command):
        raise KeyboardInterrupt

    (start.ROOT / "requirements.txt").write_text("changed")
    with monkeypatch.context() as patch:
        patch.setattr(start, "output_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            start.ensure(start.LAB_PINS)
    start.ensure(start.LAB_PINS)
    assert installed == ["venv", "pip", "uv"]


def test_an_interruption_while_venv_is_made_is_made_good(steps, monkeypatch):
    def interrupted(*command):
        (start.VENV / "lib").mkdir(parents=True)
        (start.VENV / "lib64").symlink_to("lib")
        (start.VENV / "pyvenv.cfg").write_text("half of it")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(start, "output_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            start.ensure(start.LAB_PINS)
    start.ensure(start.LAB_PINS)
    assert steps == ["venv", "pip", "uv"]
    assert sorted(path.stem for path in start.VENV.iterdir()) == ["installed", "pip"]


def test_a_second_command_waits_while_the_first_installs(installed, monkeypatch, capsys):
    stamp = start.VENV / "installed.txt"
    text = stamp.read_text()
    stamp.write_text("")
    first = start.only_one(stamp)
    first.__enter__()

    def sleep(seconds):
        assert installed == []
        stamp.write_text(text)
        first.__exit__(None, None, None)

    monkeypatch.setattr(start.time, "sleep", sleep)
    start.ensure(start.LAB_PINS)
    assert installed == []
    assert capsys.readouterr().out == "Another command is installing: waiting until it is done.\n"


def test_without_space_or_a_file_there_is_a_sentence_and_no_traceback(tmp_path):
    script = tmp_path / "tools/start.py"
    script.parent.mkdir()
    script.write_bytes(Path(start.__file__).read_bytes())
    done = subprocess.run([sys.executable, script, "lab"], stderr=subprocess.PIPE, encoding="utf-8")
    file = tmp_path / "requirements.txt"
    assert (done.returncode, done.stderr) == (1, f"No such file or directory: {file}\n")


def test_a_python_newer_than_the_pins_is_told_which_one_is_not(steps, monkeypatch):
    older = "{}.{}".format(*start.NEWEST)
    monkeypatch.setattr(sys, "version_info", (3, 99, 0, "final", 0))
    failed = SimpleNamespace(returncode=1, stdout="")
    monkeypatch.setattr(start, "output_of", lambda *_, **__: failed)
    start.VENV.mkdir()
    with pytest.raises(SystemExit, match=rf"3.99 is too new .* {older}, .*{older}"):
        start.install(start.LAB_PINS, [], start.VENV / "installed.txt", anew=False)


def test_what_ends_make_ends_what_it_runs(monkeypatch):
    ended = []
    process = SimpleNamespace(terminate=lambda: ended.append(True))
    process.wait = lambda: signal.raise_signal(signal.SIGTERM)
    monkeypatch.setattr(start, "ensure", lambda pins: None)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: process)
    before = signal.getsignal(signal.SIGTERM)
    start.main(["vote", "05"])
    assert ended == [True]
    assert signal.getsignal(signal.SIGTERM) == before


def test_an_environment_of_the_reader_s_own_is_left_alone(steps):
    start.VENV.mkdir()
    with pytest.raises(SystemExit, match="rename or remove it"):
        start.ensure(start.LAB_PINS)
    assert steps == []


@pytest.mark.parametrize("change", ["interpreter gone", "other Python", "folder moved"])
def test_an_environment_that_no_longer_fits_is_made_anew(installed, monkeypatch, change):
    if change == "interpreter gone":
        monkeypatch.setattr(start, "PYTHON", start.VENV / "bin/python")
    elif change == "other Python":
        monkeypatch.setattr(sys, "version_info", (3, 99, 0, "final", 0))
    else:
        moved = start.ROOT.rename(start.ROOT.with_name("moved"))
        monkeypatch.setattr(start, "ROOT", moved)
        monkeypatch.setattr(start, "VENV", moved / ".venv")
    start.ensure(start.LAB_PINS)
    assert installed == ["venv", "pip", "uv"]


@pytest.mark.parametrize("chosen", [{}, {"OPENBLAS_NUM_THREADS": "2"}, {"OMP_NUM_THREADS": "3"}])
def test_numpy_computes_in_one_thread_unless_told_otherwise(monkeypatch, capfd, chosen):
    for name in [*start.THREADS, "OMP_NUM_THREADS"]:
        monkeypatch.setenv(name, "")  # so that it is put back afterwards
        monkeypatch.delenv(name)
    for name, number in chosen.items():
        monkeypatch.setenv(name, number)
    monkeypatch.setattr(start, "ensure", lambda pins: None)
    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    code = "import os, json; print(json.dumps(dict(os.environ)))"
    assert start.main(["python", "-c", code]) == 0
    inherited = json.loads(capfd.readouterr().out)
    expected = {} if "OMP_NUM_THREADS" in chosen else dict.fromkeys(start.THREADS, "1")
    expected |= chosen
    assert {name: inherited[name] for name in inherited if "_THREADS" in name} == expected


@pytest.mark.parametrize("name", ["PYTHONPATH", "PYTHONHOME"])
def test_packages_of_another_python_are_kept_out(monkeypatch, capfd, name):
    monkeypatch.setenv(name, "/another/python")
    monkeypatch.setattr(start, "ensure", lambda pins: None)
    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    assert start.main(["python", "-c", f"import os; print({name!r} in os.environ)"]) == 0
    assert capfd.readouterr().out == "False\n"


WAITS = """
import subprocess, sys
sys.path.insert(0, {tools!r})
import start
inner = "import time; print('begun\\\\n', end='', flush=True); time.sleep(600)"  # in one write
other = subprocess.Popen([sys.executable, "-c", inner])
with start.ending(other):
    print("waits\\n", end="", flush=True)
    sys.exit(other.wait() != -{term})
"""


@pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}the signals of Windows")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_what_ends_a_command_ends_what_it_has_started(name):
    code = WAITS.format(tools=str(Path(start.__file__).parent), term=int(signal.SIGTERM))
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        assert {process.stdout.readline() for _ in range(2)} == {"begun\n", "waits\n"}
        process.send_signal(getattr(signal, name))
        assert process.wait(PATIENCE) == 0
        watchdog.cancel()


@pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}the signals of Windows")
def test_what_does_not_end_is_killed():
    """JupyterLab's last thread now and then waits for ever."""
    stays = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    stays += "print('begun', flush=True)\ntime.sleep(600)"
    command = [sys.executable, "-c", stays]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        assert process.stdout.readline() == "begun\n"
        with start.ending(process, patience=0.1):
            signal.raise_signal(signal.SIGTERM)
            assert process.wait() == -signal.SIGKILL
        assert watchdog.is_alive()
        watchdog.cancel()
