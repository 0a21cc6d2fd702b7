"""How fast a lab follows the hand: from a key press to the painted page, in a real browser, for
every control of every lab; pressed as a hand presses, and held down.

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
PRESSED, HELD = 250, 50  # ms from the painted page to the next press
PAIRS = [  # of keys, of which the second undoes what the first does
    ("ArrowRight", "ArrowLeft"),
    ("ArrowLeft", "ArrowRight"),
    ("ArrowDown", "ArrowUp"),
    ("ArrowUp", "ArrowDown"),
    (" ", " "),
    ("2", "Backspace"),
    ("a", "Backspace"),
]
SHARE = 1 / 4  # of interact's time, at most
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
    """(name, milliseconds of each press, of each while the key is held), one after the other."""
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
        yield "interact, a new figure", *both(tab.page, watched, handle, False)
        tab.close()
        for lab in labs.LABS:
            if names and lab.name not in names:
                continue
            tab = opened(lab.name, f"labs.{lab.name}()")
            for control, pressed, held in times_of(tab, lab):
                yield f"lab {lab.name}, {control}", pressed, held
            tab.close()


def times_of(tab, lab):
    """(control with its kind, milliseconds as above) of the controls of a lab that are reached."""
    root = tab.lab(lab.name)
    for control in lab.controls:
        hand = reached(root, lab, control.name)
        if hand:
            kind = control.spec()["kind"]
            yield f"{control.name} ({kind})", *both(tab.page, root, hand, True)


def reached(root, lab, name):
    """Where the hand is at a control, in the first setting that has it in sight; else in the first
    one in which a button shows it, or the part that it is in; or None."""
    inside = f"[data-control={name}]"
    field = ":is(input, select, button):enabled:not([tabindex='-1'])"
    hand = root.locator(f"{inside} {field}:visible, {inside}{field}:visible").first
    for buttons in (":not(*)", ".lab-more-controls, .lab-rest button"):
        for preset in range(len(lab.presets)):
            root.locator(".lab-bar select").select_option(index=preset)
            root.page.wait_for_timeout(300)
            for button in root.locator(buttons).all():
                if not hand.count() and button.is_visible():
                    button.click()
            if hand.count():
                return hand
    return None


def both(page, watched, hand, attributes):
    """The milliseconds of each of many presses, and of as many while the key is held."""
    return [list(presses(page, watched, hand, attributes, pause)) for pause in (PRESSED, HELD)]


def presses(page, watched, hand, attributes, pause=PRESSED):
    """The milliseconds of each of many presses, there and back."""
    hand.scroll_into_view_if_needed()
    keys = next((pair for pair in PAIRS if answers(page, watched, hand, attributes, pair)), None)
    if keys is None:
        raise RuntimeError(f"No key moves {hand.evaluate('e => e.outerHTML')}")
    for number in range(PRESSES + WARM_UP):
        taken = press(page, watched, attributes, keys[number % 2], 10_000)
        if number >= WARM_UP:
            yield taken
        page.wait_for_timeout(pause)


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
    goal = "for comparison"
    for name, pressed, held in times(names):
        measured = f"{middle_and_late(pressed, unit=' ms')}; held {middle_and_late(held)}"
        print(f"| {name}: key to pixels | {measured} | {goal} |", flush=True)
        if goal == "for comparison":
            most = min(20, SHARE * statistics.median(pressed))
            goal = f"median {most:.0f} ms, p95 35 ms"


if __name__ == "__main__":
    print("| figure | measured | goal |\n|---|---|---|")
    print_rows(sys.argv[1:])
