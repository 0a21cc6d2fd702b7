"""What GitHub runs is pinned, and nothing may write but what deploys, and what a tag releases."""

import re

import pytest
import yaml

from tools.repository import ROOT

FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
every_workflow = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@every_workflow
def test_each_action_is_pinned_by_its_commit_with_the_version_behind_it(path):
    used = [line for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert used
    for line in used:
        assert re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


@every_workflow
def test_what_hangs_is_stopped(path):
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    assert [name for name, job in jobs.items() if "timeout-minutes" not in job] == []


@every_workflow
def test_who_may_write_runs_no_code_of_ours_or_only_for_a_tag(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        if name == "deploy":
            assert not any("run" in step or "checkout" in step["uses"] for step in job["steps"])
        elif name == "release":
            assert job["permissions"] == {"contents": "write"}
            assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML reads "on" as True
        else:
            assert "permissions" not in job, name


@pytest.mark.parametrize("command", ["make test-all ", "test-web-all"])
def test_github_runs_what_ci_run_leaves_to_it(command):
    assert command in (ROOT / ".github/workflows/test.yml").read_text("utf-8")


def test_uv_is_installed_in_the_version_of_the_tests():
    assert re.search("(?m)^uv==", (ROOT / "tests/requirements.txt").read_text("utf-8"))
    for path in FILES:
        for line in re.findall(r"pip install.* uv$", path.read_text("utf-8"), re.MULTILINE):
            assert "--constraint tests/requirements.txt" in line, line
