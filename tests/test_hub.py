"""hub/values.yaml fits the chart of Zero to JupyterHub; hub/collect brings what students wrote."""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from tools.repository import ROOT

CHART = ROOT.parent / "shared" / "hub"  # the chart's own schema and defaults, where they lie there
VALUES = yaml.safe_load((ROOT / "hub/values.yaml").read_text("utf-8"))


def merged(default, value):
    """As Helm joins values: tables key by key, anything else is replaced."""
    if not (isinstance(default, dict) and isinstance(value, dict)):
        return value
    return default | {key: merged(default.get(key), x) for key, x in value.items()}


def faults(values):
    schema = yaml.safe_load((CHART / "values.schema.yaml").read_text("utf-8"))
    default = yaml.safe_load((CHART / "values.default.yaml").read_text("utf-8"))
    found = jsonschema.Draft7Validator(schema).iter_errors(merged(default, values))
    return [f"{'.'.join(map(str, fault.path))}: {fault.message}" for fault in found]


@pytest.mark.skipif(
    not CHART.is_dir(), reason="cannot be had here: the chart's schema, beside the repository"
)
def test_the_values_fit_the_chart():
    assert faults(VALUES) == []
    misspelt = merged(VALUES, {"singleuser": {"memory": {"garantee": "1G"}}})
    assert any("garantee" in fault for fault in faults(misspelt))


def test_the_values_are_those_of_the_hub_to_try():
    """hub/jupyterhub_config.py is measured with a class; the chart gets the same."""
    config = (ROOT / "hub/jupyterhub_config.py").read_text("utf-8")
    user = VALUES["singleuser"]
    server = user["extraFiles"]["kernels"]["data"]["MappingKernelManager"]
    assert f"kernel_info_timeout={server['kernel_info_timeout']}" in config
    assert f"start_timeout = {user['startTimeout']}" in config
    assert f"http_timeout = {VALUES['hub']['config']['KubeSpawner']['http_timeout']}" in config
    assert f"--timeout={VALUES['cull']['timeout']}" in config
    assert user["extraEnv"]["OPENBLAS_NUM_THREADS"] == "1"


def test_the_table_of_students_is_computed_from_the_values():
    memory = int(VALUES["singleuser"]["memory"]["guarantee"].removesuffix("M")) / 1024  # GB
    on_a_processor = round(1 / VALUES["singleuser"]["cpu"]["guarantee"])
    text = (ROOT / "hub/README.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) GB \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) == 4
    for row in rows:
        students, told_memory, processors, nodes = map(int, row)
        on_a_node = min(110, (32 - 2) // memory, 8 * on_a_processor)
        assert told_memory == round(students * memory)
        assert processors == math.ceil(students / on_a_processor)
        assert nodes == math.ceil(students / on_a_node)


KUBECTL = """#!{python}
import pathlib, subprocess, sys
words = sys.argv[1:]
if "get" in words:
    print({claims!r}, end="")
elif "run" in words:
    pathlib.Path({homes!r}, "pod " + words[words.index("run") + 1]).touch()
elif "delete" in words:
    pathlib.Path({homes!r}, "pod " + words[words.index("pod") + 1]).unlink()
elif "exec" in words:
    pod = words[words.index("exec") + 1]
    home = pathlib.Path({homes!r}, pod.removeprefix("collect-"))
    script = words[-1].replace("/home/student", str(home))
    sys.exit(subprocess.run(["sh", "-c", script]).returncode)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a script for bash")
def test_collect_brings_notebooks_and_nothing_else(tmp_path):
    """And where one cannot be copied, the others are, and no pod stays."""
    homes = {"claim-1": "ada", "claim-2": "łukasz@uni.example", "claim-3": "../out", "claim-4": ""}
    for claim in homes:
        notebooks = tmp_path / "homes" / claim / "series/notebooks"
        notebooks.mkdir(parents=True)
        (notebooks / "05_masking.ipynb").write_text("{}")
        (notebooks / "--help.ipynb").write_text("{}")
        (notebooks / "secret.txt").write_text("")
        (notebooks / "06_link.ipynb").symlink_to(Path("/etc/hostname"))
    kubectl = tmp_path / "bin/kubectl"
    kubectl.parent.mkdir()
    claims = "".join(f"{claim}\t{student}\n" for claim, student in homes.items())
    claims = f"claim-0\tbob\n{claims}"  # who has no folder
    kubectl.write_text(
        KUBECTL.format(python=sys.executable, claims=claims, homes=str(tmp_path / "homes")),
        encoding="utf-8",
    )
    kubectl.chmod(0o755)
    run = subprocess.run(
        [ROOT / "hub/collect", "series", tmp_path / "class"],
        env=os.environ | {"PATH": f"{kubectl.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        encoding="utf-8",
    )
    assert run.returncode == 1, run.stderr
    assert "bob" in run.stderr
    assert not [*tmp_path.glob("homes/pod *")]
    folder = tmp_path / "class"
    brought = {path.relative_to(folder).as_posix() for path in folder.glob("*/*")}
    assert brought == {
        f"{student}/{name}.ipynb"
        for student in ("ada", "łukasz@uni.example")
        for name in ("05_masking", "--help")
    }
    assert not (tmp_path / "out").exists()
    assert "claim-3" in run.stderr
    assert "claim-4" in run.stderr
