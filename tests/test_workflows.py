"""What GitHub runs is pinned, and nothing but the job that deploys may write."""

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
def test_only_the_job_that_deploys_may_write_and_it_runs_no_code_of_ours(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        if name == "deploy":
            assert not any("run" in step or "checkout" in step["uses"] for step in job["steps"])
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
