"""How fast the book answers in a real browser, and how many bytes that takes.

python -m tools.bench.bench_book [book] [training] [slow]

training: the book while a model trains in a lab; slow: the book at 1.6 Mbit/s
"""

import gzip
import io
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from tools import browser
from tools.bench import bench_labs
from tools.book import book, serve
from tools.percentiles import middle_and_late

ZIPPED = {".html", ".css", ".js", ".mjs", ".json", ".wasm"}  # by servers such as GitHub's
PAGE = "05_masking.html"
VISITS = 3
SHOWN = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
PRESSED = """async ([button, done]) => {
    const start = performance.now();
    document.querySelector(button).click();
    do await new Promise((wait) => setTimeout(wait, 5));
    while (!document.querySelector(done));
    return performance.now() - start;
}"""
START = [".still .start", "[data-lab]"]
CHECK = ["[data-cell=check-leak] .run", "[data-cell=check-leak]:not(.running)"]
TRAINS = 1  # the setting of the lab write in which a model is trained
FRAMES = """async () => {
    const frame = () => Number(document.querySelector("[data-lab]").dataset.frame);
    const until = async (least) => {
        while (frame() < least) await new Promise(requestAnimationFrame);
        return performance.now();
    };
    const begun = await until(frame() + 20);  // the first ones compile
    return 60_000 / ((await until(frame() + 60)) - begun);
}"""

SPEED = 200_000  # bytes a second of a slow line: 1.6 Mbit/s
SHIFTS = """new Promise((done) => new PerformanceObserver((list) => {
    const shifts = list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput);
    done(shifts.reduce((sum, { value }) => sum + value, 0));
}).observe({ type: "layout-shift", buffered: true }))"""  # never done where nothing was moved
NO_SHIFT = "new Promise((done) => setTimeout(done, 1000, 0))"


class Slow(serve.Handler):
    """Files, packed as servers pack them, on a slow line that all connections share."""

    lock = threading.Lock()
    free = 0.0  # when the line is free again

    def send_head(self):
        path = Path(self.translate_path(self.path))
        if path.suffix not in ZIPPED or not path.is_file():
            return super().send_head()
        data = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def copyfile(self, source, outputfile):
        while part := source.read(4096):
            with self.lock:
                Slow.free = max(Slow.free, time.monotonic()) + len(part) / SPEED
                wait = Slow.free - time.monotonic()
            time.sleep(max(0, wait))
            outputfile.write(part)


def slow_visit(chromium, folder):
    """{what: seconds or shift} of one visit on a slow line, with an empty cache."""
    with serve.served(folder, handler=Slow) as address:
        tab = browser.Page(chromium, height=1000)
        tab.page.goto(f"{address}/{PAGE}")
        measured = {"shown": tab.page.evaluate(SHOWN) / 1000}
        tab.page.wait_for_timeout(3000)
        measured["shift"] = tab.page.evaluate(f"Promise.race([{SHIFTS}, {NO_SHIFT}])")
        tab.page.locator(START[0]).scroll_into_view_if_needed()
        measured["live"] = tab.page.evaluate(PRESSED, START) / 1000
        tab.close()
    return measured


def packed(file):
    """How many bytes of a file travel."""
    data = file.read_bytes()
    return len(gzip.compress(data)) if file.suffix in ZIPPED else len(data)


def visit(chromium, folder, address):
    """{what: seconds, MB or a list of milliseconds} of one visit, with an empty cache."""
    tab = browser.Page(chromium, height=1000)
    page, asked = tab.page, set()
    tab.context.on("request", lambda request: asked.add(request.url.removeprefix(f"{address}/")))
    page.goto(f"{address}/{PAGE}")
    page.wait_for_timeout(1000)
    measured = {"shown": page.evaluate(SHOWN) / 1000}
    page.locator(START[0]).scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    measured["live"] = page.evaluate(PRESSED, START) / 1000
    measured["MB"] = sum(packed(folder / name) for name in asked if (folder / name).is_file()) / 1e6
    lab = page.locator("[data-lab]")
    hand = lab.locator("input[type=range]:enabled").first
    measured["keys"] = list(bench_labs.presses(page, lab, hand, True))
    page.evaluate(PRESSED, CHECK)  # what stands above it runs, too
    measured["checks"] = [page.evaluate(PRESSED, CHECK) for _ in range(10)]
    tab.close()
    return measured


def print_rows(names=()):
    """names: some of PARTS, by default all."""
    if not browser.executable():
        print("| no browser here: the book not measured | | |")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        book.write(folder)
        with serve.served(folder) as address, browser.chromium() as chromium:
            for name in names or PARTS:
                PARTS[name](chromium, folder, address)


def print_book(chromium, folder, address):
    visits = [visit(chromium, folder, address) for _ in range(VISITS)]
    middle = {
        name: statistics.median(times[name] for times in visits) for name in ("shown", "live")
    }
    keys = [key for times in visits for key in times["keys"]]
    checks = statistics.median(check for times in visits for check in times["checks"])
    print(f"| book: page shown | {middle['shown']:.2f} s | 1 s |")
    print(
        f"| book: from the touch to a live lab, nothing cached | {middle['live']:.1f} s | 3.5 s |"
    )
    print(f"| book: what travels for both | {visits[0]['MB']:.1f} MB | 12 MB |")
    measured = middle_and_late(keys, unit=" ms")
    print(f"| book, lab masks: key to pixels | {measured} | median 30 ms, p95 45 ms |")
    print(f"| book: feedback to an answer, Python running | {checks:.0f} ms | 50 ms |")


def print_slow(chromium, folder, _):
    measured = slow_visit(chromium, folder)
    print(f"| book at 1.6 Mbit/s: page shown | {measured['shown']:.1f} s | 2 s |")
    print(f"| book at 1.6 Mbit/s: text moved (layout shift) | {measured['shift']:.3f} | 0.02 |")
    print(f"| book at 1.6 Mbit/s: from the touch to a live lab | {measured['live']:.0f} s | 70 s |")


def print_training(chromium, folder, address):
    tab = browser.Page(chromium, height=1000)
    tab.page.goto(f"{address}/embed/write.html")
    tab.page.evaluate(PRESSED, START)
    lab = tab.page.locator("[data-lab=write]")
    lab.locator(".lab-bar select").select_option(index=TRAINS)
    lab.locator(".lab-play:enabled").click()
    shown = tab.page.evaluate(FRAMES)
    tab.close()
    print(f"| book, lab write: pictures a second while it trains | {shown:.1f} | 10 |")


PARTS = {
    "book": print_book,
    "training": print_training,
    "slow": print_slow,
}

if __name__ == "__main__":
    print("| figure | measured | goal |\n|---|---|---|")
    print_rows(sys.argv[1:])
