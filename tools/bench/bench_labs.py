"""How fast a lab follows the hand: from a key press to the painted page, in a real browser.

For comparison, in the same run: ipywidgets' interact, drawing a new figure of 8 × 8 weights.
"""

import tempfile
from pathlib import Path

from tools import browser
from tools.percentiles import middle_and_late

PRESSES, WARM_UP = 60, 6
BASELINE = """
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact
from helpers import attention
scores = np.random.default_rng(0).standard_normal((8, 8))
def draw(scale=1):
    plt.matshow(attention.softmax(scores * scale))
    plt.show()
interact(draw, scale=(1, 60))
"""
# One press: the time from the key's event to the end of the frame that shows the change.
WATCH = """([watched, attributes]) => new Promise((done) => {
    let start;
    addEventListener("keydown", () => (start = performance.now()), { capture: true, once: true });
    const observer = new MutationObserver((changes) => {
        const drawn = changes.some((change) => change.attributeName === "data-frame"
            || [...change.addedNodes].some((node) => node.querySelector?.("img")));
        if (!drawn || start === undefined) return;
        observer.disconnect();
        requestAnimationFrame(() => {  // before the frame is painted; a message comes after it
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (window.taken = performance.now() - start);
            port2.postMessage(null);
        });
    });
    const what = attributes ? { attributes: true, attributeFilter: ["data-frame"] }
        : { childList: true, subtree: true };
    window.taken = undefined;
    observer.observe(watched, what);
    done();
})"""


def times():
    """{name: milliseconds of each press}, of every lab and of the baseline, a page for each."""
    from helpers.labs import LABS

    hands = "input[type=range]:enabled, .lab-handle, td button, .lab-box[aria-current=true]"
    taken = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        browser.chromium() as chromium,
        browser.jupyter(folder) as address,
    ):
        for name in [*(lab.name for lab in LABS), "interact"]:
            call = BASELINE if name == "interact" else f"labs.{name}()"
            path = Path(folder) / f"{name}.ipynb"
            browser.write_notebook(path, "from helpers import labs", call)
            tab = browser.Tab(chromium, address(path.name), height=1200)
            tab.run_all()
            if name == "interact":
                watched = tab.page.locator(".widget-interact")
                hand = watched.locator(".noUi-handle")
            else:
                watched = tab.lab(name)
                hand = watched.locator(hands).first
            taken[name] = list(presses(tab.page, watched, hand, name != "interact"))
            tab.close()
    return taken


def presses(page, watched, hand, attributes):
    hand.scroll_into_view_if_needed()
    hand.focus()
    keys = ["ArrowRight", "ArrowLeft"]
    if hand.evaluate("e => e.type === 'range' && e.value === e.max"):
        keys.reverse()
    for number in range(PRESSES + WARM_UP):
        page.evaluate(WATCH, [watched.element_handle(), attributes])
        page.keyboard.press(keys[number % 2])
        page.wait_for_function("window.taken !== undefined")
        if number >= WARM_UP:
            yield page.evaluate("window.taken")
        page.wait_for_timeout(50)


def print_rows():
    if not browser.executable():
        print("| no browser here: labs not measured | | |")
        return
    for name, taken in times().items():
        goal = "for comparison" if name == "interact" else "median 33 ms, p95 66 ms"
        label = "interact, a new figure" if name == "interact" else f"lab {name}"
        print(f"| {label}: key to pixels | {middle_and_late(taken, unit=' ms')} | {goal} |")


if __name__ == "__main__":
    print("| figure | measured | goal |\n|---|---|---|")
    print_rows()
