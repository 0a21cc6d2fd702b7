"""How fast the book answers in a real browser, and how many bytes that takes.

python -m tools.bench.bench_book
"""

import gzip
import statistics
import tempfile
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


def print_rows():
    if not browser.executable():
        print("| no browser here: the book not measured | | |")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        book.write(folder)
        with serve.served(folder) as address, browser.chromium() as chromium:
            print_book(chromium, folder, address)


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


if __name__ == "__main__":
    print("| figure | measured | goal |\n|---|---|---|")
    print_rows()
