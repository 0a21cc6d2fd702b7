"""make lint and make test: every check runs, and those that failed are named."""

import subprocess
import sys

import pytest

from tools import run_checks

LINTS = ["format", "scripts", "lint", "types"]
COMMANDS = {"lint": LINTS, "test": [*LINTS, "tests"]}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("failing", [(), ("lint",), ("format", "tests"), ("scripts", "types")])
def test_every_check_runs_and_the_failed_are_named_after_what_they_print(
    monkeypatch, capfd, command, failing
):
    broken = [name for name in failing if name in COMMANDS[command]]
    marks = {str(run_checks.PRETTIER): "scripts", "--check": "format", "check": "lint"}
    marks |= {"--build": "types", "pytest": "tests"}
    begin = subprocess.Popen

    def stand_in(command, **options):
        name = next(name for mark, name in marks.items() if mark in command)
        code = f"import sys; print('what {name} says'); sys.exit({int(name in broken)})"
        return begin([sys.executable, "-c", code], **options)

    monkeypatch.setattr(run_checks.subprocess, "Popen", stand_in)
    if broken:
        with pytest.raises(SystemExit, match="Failed: " + ", ".join(broken)):
            run_checks.main([command])
    else:
        assert run_checks.main([command]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert any(line.startswith("All good") for line in lines) == (not broken)
    says = [line.split()[1] for line in lines if line.startswith("what ")]
    assert sorted(says) == sorted(COMMANDS[command])
    assert says[0] == COMMANDS[command][-1]  # it is seen as it runs
