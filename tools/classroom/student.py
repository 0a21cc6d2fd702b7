"""A simulated student of make class: no browser, but what JupyterLab would send."""

import asyncio
import json
import time
from dataclasses import dataclass
from uuid import uuid4

import httpx
from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

STARTING = 360  # seconds until a student gives up: the hub gives up before
RUNNING = 900  # for one cell: those of the notebooks that train wait for each other
PROTOCOL = "v1.kernel.websocket.jupyter.org"


class Trouble(Exception):
    """Something that a student would call broken."""


@dataclass
class Student:
    name: str
    hub: object
    notebook: str  # its path on the hub
    doing: str = "waiting"
    ready: float = 0  # seconds from the login to a kernel that answers
    ran: float = 0  # seconds in which all cells ran
    failure: str = ""

    async def attend(self):
        """A lesson; an error ends it, and `doing` says where."""
        async with httpx.AsyncClient(
            base_url=self.hub.address,
            headers={"User-Agent": "student", "Sec-Fetch-Mode": "navigate"},
            timeout=STARTING,
            follow_redirects=True,
            trust_env=False,  # a proxy of the environment does not lead to this machine
        ) as client:
            begun = time.perf_counter()
            await self.log_in(client)
            cells = await self.open_notebook(client)
            kernel = await self.start_kernel(client)
            self.ready = time.perf_counter() - begun
            await self.run_all(kernel, cells)
            self.ran = time.perf_counter() - begun - self.ready
            kernel.connection.close()

    async def log_in(self, client):
        """The form, the hub's page while the server starts, and the server's page."""
        self.doing = "logging in"
        await client.get("/hub/login")
        form = {"username": self.name, "password": self.hub.password}
        page = await client.post("/hub/login", data=form | {"_xsrf": cookie(client, "/hub/")})
        if page.status_code >= 400 or page.url.path == "/hub/login":
            raise Trouble(f"the hub answered {page.status_code} at {page.url.path}")
        self.doing = "starting the server"
        progress = f"/hub/api/users/{self.name}/server/progress"
        async with client.stream("GET", progress, headers=api(client, "/hub/")) as events:
            if events.status_code != 400:  # 400: it runs already, and there is nothing to tell
                await until_ready(events)
        self.doing = "opening JupyterLab"
        page = await client.get(f"{self.base}lab/tree/{self.notebook}")
        page.raise_for_status()
        if not page.url.path.startswith(f"{self.base}lab"):
            raise Trouble(f"the hub led to {page.url.path}")

    async def open_notebook(self, client):
        self.doing = "reading the notebook"
        path = f"{self.base}api/contents/{self.notebook}"
        page = await client.get(path, headers=api(client, self.base))
        page.raise_for_status()
        cells = page.json()["content"]["cells"]
        return [cell for cell in cells if cell["cell_type"] == "code" and cell["source"].strip()]

    async def start_kernel(self, client):
        self.doing = "starting a kernel"
        wanted = {
            "path": self.notebook,
            "name": "",
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        headers = api(client, self.base)
        page = await client.post(f"{self.base}api/sessions", json=wanted, headers=headers)
        page.raise_for_status()
        path = f"{self.base}api/kernels/{page.json()['kernel']['id']}/channels"
        kernel = await Kernel.connect(client, path)
        await kernel.ask("kernel_info_request", {}, seconds=STARTING)
        return kernel

    async def run_all(self, kernel, cells):
        for cell in cells:
            self.doing = f"running cell {cell['id']}"
            await kernel.run(cell["source"])

    @property
    def base(self):
        return f"/user/{self.name}/"


async def until_ready(events):
    """Read the hub's events until the server is ready."""
    if events.status_code >= 400:
        await events.aread()
        raise Trouble(f"the hub answered {events.status_code}: {events.text[:200]}")
    async for line in events.aiter_lines():
        if line.startswith("data:"):
            event = json.loads(line.removeprefix("data:"))
            if event.get("failed"):
                raise Trouble(event.get("message", "the hub says that it failed"))
            if event.get("ready"):
                return
    raise Trouble("the hub said no more")


def cookie(client, path):
    """The token against forged requests that belongs to this path."""
    for item in client.cookies.jar:
        if item.name == "_xsrf" and item.path == path:
            return item.value
    raise Trouble(f"no _xsrf cookie for {path}")


def api(client, path):
    """The headers with which a page asks an API."""
    return {"X-XSRFToken": cookie(client, path), "Sec-Fetch-Mode": "cors"}


class Kernel:
    """A student's kernel, through the websocket that JupyterLab would open."""

    def __init__(self, connection):
        self.connection = connection
        self.session = uuid4().hex

    @classmethod
    async def connect(cls, client, path):
        page = client.build_request("GET", path)
        origin = f"http://{page.headers['Host']}"
        headers = {name: page.headers[name] for name in ("Host", "Cookie", "User-Agent")}
        headers |= {"Origin": origin, "Sec-Fetch-Mode": "websocket"}
        request = HTTPRequest(
            str(page.url).replace("http", "ws", 1),
            headers=headers,
            connect_timeout=STARTING,
            request_timeout=STARTING,
        )
        return cls(await websocket_connect(request, subprotocols=[PROTOCOL]))

    async def send(self, kind, content):
        header = {"msg_id": uuid4().hex, "msg_type": kind, "session": self.session}
        header |= {"username": "student", "version": "5.4", "date": "2000-01-01T00:00:00Z"}
        parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        await self.connection.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)
        return header["msg_id"]

    async def answers(self, message):
        """(kind, content) of what answers this message."""
        while (raw := await self.connection.read_message()) is not None:
            _, parts = deserialize_msg_from_ws_v1(raw)
            header, parent, _, content = (json.loads(part) for part in parts[:4])
            if parent.get("msg_id") == message:
                yield header["msg_type"], content
        raise Trouble("the connection to the kernel was closed")

    async def ask(self, kind, content, seconds):
        """Send a request and wait for its reply and for all that comes with it."""
        message = await self.send(kind, content)
        reply, idle = None, False
        async with asyncio.timeout(seconds):
            async for answer, body in self.answers(message):
                if answer == kind.replace("request", "reply"):
                    reply = body
                idle = idle or body.get("execution_state") == "idle"
                if reply and idle:
                    return reply

    async def run(self, code):
        options = {"silent": False, "store_history": True, "allow_stdin": False}
        request = {"code": code, "stop_on_error": True, **options}
        reply = await self.ask("execute_request", request, seconds=RUNNING)
        if reply["status"] != "ok":
            raise Trouble(f"{reply.get('ename')}: {reply.get('evalue')}")
