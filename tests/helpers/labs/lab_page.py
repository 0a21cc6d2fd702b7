"""A lab alone on a page, without Jupyter, and what a reader sees of a lab on any page."""

import contextlib
import html
import json
import re

from helpers.labs.engine.live import Live
from tools import browser

FIELDS = "input, select, button"


class Bare(browser.Page):
    """A page without Jupyter, for one lab at a time; Python answers in this process."""

    def __init__(self, chromium, **options):
        super().__init__(chromium, height=1600, **options)
        self.page.expose_function("ask", self._ask)

    def _ask(self, message):
        sent = []
        self.widget.send = sent.append
        self.widget._on_change(None, json.loads(message), [])
        return json.dumps(*sent or [self.widget.answer])

    def show(self, lab, before="() => {}", opened=True):
        """The root of a lab just begun; `before` runs in the page before the lab does. opened:
        whether all its controls are, in every setting."""
        self.widget = Live(lab)
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        self.page.set_content(f"<!doctype html><style>{Live._css}</style>{BARE}")
        self.page.evaluate(before)
        self.page.evaluate(BEGIN, [Live._esm, self.widget.lab, self.widget.answer])
        root = self.lab(lab.name)
        if opened:
            root.evaluate(KEEP_OPEN)
        return root


PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
KEEP_OPEN = """root => {
    const more = root.querySelector(".lab-more-controls");
    const open = () => more.hidden || more.ariaExpanded === "true" || more.click();
    new MutationObserver(open).observe(root, { attributeFilter: ["data-frame"] });
    open();
}"""
BARE = """<html lang="en"><title>A lab</title>
<style>body { width: 1032px; margin: 0; }</style>
<body data-jp-theme-light="true"></body></html>"""
BEGIN = """async ([script, lab, answer]) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { default: made, modelOf } = await import(url);
    const ask = async (message) => JSON.parse(await window.ask(message));
    window.model = modelOf({ lab, answer }, ask, window.kernel);
    made.render({ model, el: document.body });
}"""


def make_wide(page, width):
    """Give the page's body this width; what is on it then has the size that a reader would see."""
    page.evaluate("width => { document.body.style.width = width; }", width)
    page.evaluate(PAINTED)


@contextlib.contextmanager
def redrawn(root):
    """Do something inside; then wait until the lab has redrawn itself and nothing is on its way."""
    before = int(root.get_attribute("data-frame"))
    yield
    root.page.wait_for_function(
        "([root, before]) => Number(root.dataset.frame) > before && !('waiting' in root.dataset)",
        arg=[root.element_handle(), before],
    )


def rest(root):
    """Wait until nothing is on its way to Python or back."""
    waiting = "root => !('waiting' in root.dataset)"
    root.page.wait_for_function(waiting, arg=root.element_handle())


def settled(root):
    """Wait until all that moves is where it goes."""
    moving = "root => !('waiting' in root.dataset || 'moving' in root.dataset)"
    root.page.wait_for_function(moving, arg=root.element_handle())


def values(root):
    """The values that a bare page shows."""
    return root.page.evaluate(
        "() => ({ ...model.get('answer').values, ...model.get('answer').hovered })"
    )


def changed(lab, changes, values=None):
    """The lab's values after these changes, one after the other; at first those of its start."""
    controls = {control.name: control for control in lab.controls}
    values = lab.at(lab.presets[0]) if values is None else values
    for name, value in changes.items():
        parsed = controls[name].parse(value, values[name])
        values = lab.apply_dependencies(values | {name: parsed}, name)
    return values


def setting(lab, name):
    """The values of a setting."""
    return lab.at(next(preset for preset in lab.presets if preset.name == name))


def lines_of(part):
    """The lines of a text."""
    return ["".join(text for text, _ in line) for line in part.data()["lines"]]


def begin(live, lab, preset=0):
    """The page and the root of a lab just begun, at a setting."""
    tab, root = live(lab)
    if preset:
        choose(root, preset)
    return tab.page, root


def choose(root, preset):
    """Choose a setting, and wait until it is shown."""
    act(root, root.locator(".lab-bar select").select_option, index=preset)


def open_part(root, name):
    """Press the button of a part that is not in sight."""
    root.locator(f"[data-shows={name}]").click()


def act(root, action, *arguments, **options):
    """Do something, and wait until the lab has answered it."""
    with redrawn(root):
        action(*arguments, **options)


def shows(root, lab, at=None):
    """Assert that the page shows what the pure function says at these values, or at its own."""
    assert seen(root) == meant(lab, values(root) if at is None else at)


def seen(root):
    """{part: what a reader sees}: a matrix's cells, the lines of a text, a drawing's words."""
    return root.evaluate(
        """root => Object.fromEntries([...root.querySelectorAll("[data-part]")].map(part => {
            const all = (css, read) => [...part.querySelectorAll(css)].map(read);
            const text = e => e.textContent;
            const rows = read => all("tbody tr", tr => [...tr.querySelectorAll("td")].map(read));
            return [part.dataset.part, {
                title: text(part.querySelector(".lab-title")),
                rows: all("tbody th", text),
                columns: all("thead th:not(:first-child)", text),
                cells: rows(td => td.querySelector("input")?.value ?? td.textContent),
                marks: rows(td => td.classList.contains("lab-marked")),
                lines: all(".lab-lines > div", text),
                words: all("svg text:not([data-gone] *)", text),
            }];
        }))"""
    )


def meant(lab, at):
    """The same, from the lab's pure function at these values."""
    shown = {}
    for name, part in lab.show(**at).parts.items():
        data = part.data()
        shown[name] = {key: data.get(key, []) for key in ("rows", "columns", "cells", "marks")}
        shown[name] |= {
            "title": data["title"],
            "lines": ["".join(text for text, _ in line) for line in data.get("lines", [])],
            "words": words(data),
        }
    return shown


def words(data):
    """The words of a drawing."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", data.get("svg", ""), re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", text)) for text in texts]


def trouble(root):
    return root.locator(".lab-trouble").inner_text()


def light(page, on):
    """Jupyter's light theme, or its dark one, as far as a lab knows it."""
    page.evaluate("on => { document.body.dataset.jpThemeLight = on; }", str(on).lower())


def tab_through(root, keys=lambda kind: ()):
    """From the first field of a lab to its end by Tab alone, with these keys pressed at each; every
    field that had the focus is marked, and no key may lose it."""
    page = root.page
    root.evaluate("root => root.querySelectorAll('*').forEach((e) => delete e.dataset.reached)")
    root.locator(".lab-bar select").focus()
    for _ in range(300):
        held = page.evaluate(HELD)
        if held is None:
            return
        for key in keys(held["kind"]):
            page.keyboard.press(key)
            rest(root)
            assert page.evaluate(HELD) is not None, f"{key} at {held} lost the focus"
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not leave the lab")


HELD = """() => {
    const field = document.activeElement;
    if (!field.closest("[data-lab]")) return null;
    field.dataset.reached = "";
    return { kind: field.type || field.tagName, name: field.ariaLabel || field.outerHTML };
}"""


def contrasts(root):
    """The contrast of every text, as WCAG defines it; axe judges few of them in Jupyter."""
    settled(root)
    return root.evaluate(CONTRASTS)


CONTRASTS = """root => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => colour.slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (e) => {
        const [r, g, b, share = 1] = parts(getComputedStyle(e).backgroundColor);
        if (share === 1) return [r, g, b];
        const under = ground(e.parentElement);
        return [r, g, b].map((c, i) => share * c + (1 - share) * under[i]);
    };
    return [...root.querySelectorAll("*")]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
        .filter((e) => e.checkVisibility() && !e.disabled && !e.closest(":disabled"))
        .map((e) => {
            const [a, b] = [light(parts(getComputedStyle(e).color)), light(ground(e))];
            return { ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text: e.outerHTML };
        });
}"""


def text_sizes(root):
    """The size on the screen of every text that is seen, SVG included, but for lowered letters."""
    return root.evaluate(TEXT_SIZES)


TEXT_SIZES = """root => [...root.querySelectorAll("*")]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.value)
    .filter(e => e.checkVisibility() && !e.closest(".lab-spoken") && e.tagName !== "tspan")
    .map(e => {
        const size = parseFloat(getComputedStyle(e).fontSize);
        const svg = e.ownerSVGElement;
        const sheet = svg?.viewBox.baseVal.width;
        return svg ? size * svg.getBoundingClientRect().width / sheet : size;
    })"""
