"""How fast a lab follows the hand: from a key press to the painted page, in a real browser, for
every control of every lab.

For comparison, in the same run: ipywidgets' interact, drawing a new figure of 8 × 8 weights.

python -m tools.bench.bench_labs [LAB ...]
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import TimeoutError as Unanswered

from tools import browser
from tools.percentiles import middle_and_late

PRESSES, WARM_UP = 24, 4
PAIRS = [  # of keys, of which the second undoes what the first does
    ("ArrowRight", "ArrowLeft"),
    ("ArrowLeft", "ArrowRight"),
    ("ArrowDown", "ArrowUp"),
    ("ArrowUp", "ArrowDown"),
    (" ", " "),
    ("2", "Backspace"),
    ("a", "Backspace"),
]
SHARES = {"slider": 1 / 4}  # the goal: at most this share of interact's time
SHARE = 1 / 3  # of any other control
FIRST_ANSWER = 1500  # ms, in which a key does something or is another control's
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


def times(names):
    """(name, kind or None for the baseline, milliseconds of each press), one after the other."""
    from helpers import labs

    with (
        tempfile.TemporaryDirectory() as folder,
        browser.chromium() as chromium,
        browser.jupyter(folder) as address,
    ):

        def opened(name, call):
            path = Path(folder) / f"{name}.ipynb"
            browser.write_notebook(path, "from helpers import labs", call)
            tab = browser.Tab(chromium, address(path.name), height=1200)
            tab.run_all()
            return tab

        tab = opened("interact", BASELINE)
        watched = tab.page.locator(".widget-interact")
        handle = watched.locator(".noUi-handle")
        yield "interact", None, list(presses(tab.page, watched, handle, False))
        tab.close()
        for lab in labs.LABS:
            if names and lab.name not in names:
                continue
            tab = opened(lab.name, f"labs.{lab.name}()")
            for control, kind, taken in times_of(tab, lab):
                yield f"lab {lab.name}, {control} ({kind})", kind, taken
            tab.close()


def times_of(tab, lab):
    """(control, kind, milliseconds of each press) of the controls of a lab that are reached."""
    root = tab.lab(lab.name)
    for control in lab.controls:
        hand = reached(root, lab, control.name)
        if hand:
            yield control.name, control.spec()["kind"], list(presses(tab.page, root, hand, True))


def reached(root, lab, name):
    """Where the hand is at a control, in the first setting in which it has an effect; or None."""
    inside = f"[data-control={name}]"
    field = ":is(input, select, button):enabled:not([tabindex='-1'])"
    hand = root.locator(f"{inside} {field}:visible, {inside}{field}:visible").first
    for preset in range(len(lab.presets)):
        root.locator(".lab-bar select").select_option(index=preset)
        root.page.wait_for_timeout(300)
        if hand.count():
            return hand
    return None


def presses(page, watched, hand, attributes):
    """The milliseconds of each of many presses, there and back."""
    hand.scroll_into_view_if_needed()
    keys = next((pair for pair in PAIRS if answers(page, watched, hand, attributes, pair)), None)
    if keys is None:
        raise RuntimeError(f"No key moves {hand.evaluate('e => e.outerHTML')}")
    for number in range(PRESSES + WARM_UP):
        taken = press(page, watched, attributes, keys[number % 2], 10_000)
        if number >= WARM_UP:
            yield taken
        page.wait_for_timeout(50)


def answers(page, watched, hand, attributes, keys):
    """Whether the first of these keys changes something, and the second changes it back."""
    hand.focus()
    try:
        for key in keys:
            press(page, watched, attributes, key, FIRST_ANSWER)
    except Unanswered:
        return False
    return True


def press(page, watched, attributes, key, patience):
    page.evaluate(WATCH, [watched.element_handle(), attributes])
    page.keyboard.press(key)
    page.wait_for_function("window.taken !== undefined", timeout=patience)
    return page.evaluate("window.taken")


def print_rows(names=()):
    if not browser.executable():
        print("| no browser here: labs not measured | | |")
        return
    for name, kind, taken in times(names):
        measured = middle_and_late(taken, unit=" ms")
        if kind is None:
            baseline = statistics.median(taken)
            print(f"| interact, a new figure: key to pixels | {measured} | for comparison |")
        else:
            most = baseline * SHARES.get(kind, SHARE)
            print(f"| {name} | {measured} | median {most:.0f} ms |", flush=True)


if __name__ == "__main__":
    print("| figure | measured | goal |\n|---|---|---|")
    print_rows(sys.argv[1:])
