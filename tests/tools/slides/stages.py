"""Pages of JupyterLab with shows, for tests: one that runs, and one for all as they are stored."""

import functools
import time

import nbformat

from tests.lessons import read
from tools.browser import PATIENCE, Page
from tools.notebook.blocks import blocks
from tools.repository import PATHS
from tools.slides import slides
from tools.slides import stage as stage_of_tools

(PATH,) = (path for path in PATHS if path.stem == "03_softmax_scaling_weighted_sum")


def write_show(path, folder):
    nbformat.write(slides.show(read(path)), folder / path.name)


class Walk(Page):
    def __init__(self, jupyter, address):
        super().__init__(jupyter, 1280, 720)
        self.places = {}  # {what is looked for: number of the slide}
        self.page.goto(address)
        self.ready()
        now = self.now()
        assert (now["running"], now["at"], now["step"]) == (True, 1, 0)

    def ready(self):
        self.page.wait_for_selector("[data-show-ready]", state="attached")

    def press(self, key):
        self.page.keyboard.press(key)
        return self.now()

    def now(self):
        self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        return self.page.evaluate(NOW)

    def reload(self):
        self.page.reload()
        self.page.wait_for_selector(".show-cover")  # and not JupyterLab as it is built
        self.ready()
        assert self.page.locator(".show-cover").count() == 0

    def until(self, is_there):
        """To the first slide that is the one, by the keys; the number of that slide."""
        self.run()
        self.press_here("Home")
        here = self.press_until(
            "PageDown", lambda here: is_there(here) or here["at"] == here["total"]
        )
        assert is_there(here), "there is no such slide"
        return here["at"]

    def go(self, number):
        """To the beginning of a slide, counted from 1, by the keys."""
        self.run()
        at = self.here()["at"]
        if number <= at - number:
            self.press_here("Home")
        self.press_until("PageDown", lambda here: here["at"] >= number)
        here = self.press_until("PageUp", lambda here: here["at"] <= number and not here["step"])
        assert here["at"] == number, f"there is no slide {number}"
        if here["kind"] == "question":
            self.page.get_by_label("Votes").blur()  # where a test before has typed
        return self.now()

    def run(self):
        if not self.page.evaluate("Boolean(document.querySelector('.show-stage'))"):
            self.page.keyboard.press("F5")

    def press_until(self, key, is_there):
        """Press a key until it has led there; what is there."""
        end = time.monotonic() + PATIENCE
        while not is_there(here := self.here()):
            assert time.monotonic() < end, f"{key} leads no further than {here['at']}"
            self.press_here(key)
        return here

    def press_here(self, key):
        """Also on a slide with a lab, which keeps the keys."""
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press(key)

    def here(self):
        """Where the show is and what is on the slide, without what takes long to measure."""
        return self.page.evaluate(HERE)

    def first(self, kind):
        """The number of the first slide of this kind."""
        return self.place(kind, lambda now: now["kind"] == kind)

    def with_text(self, text):
        """The number of the first slide on which this stands."""
        return self.place(text, lambda now: text in now["text"])

    def go_to_lab(self):
        """To the first lab, once it has the keys; the number of its slide."""
        number = self.first("lab")
        self.go(number)
        self.page.wait_for_selector("[data-lab]:focus")
        return number

    def speaker_view(self):
        with self.context.expect_page() as opened:
            self.press("s")
        return opened.value

    def place(self, what, is_there):
        if what not in self.places:
            self.places[what] = self.until(is_there)
        return self.places[what]


class Stage(stage_of_tools.Stage):
    """One page for all shows, as JupyterLab takes long to load. That a run gives what is stored,
    other tests find. JupyterLab does not follow from cell to cell, nor the address from slide to
    slide, as they do in the show that runs."""

    def __init__(self, chromium, address, folder):
        super().__init__(chromium, address)
        self.folder = folder
        self.shown = None  # the notebook whose show is there, for test after test
        self.walk = functools.cache(self.walk)

    def show(self, path):
        """Its slides, from the first one."""
        if self.shown != path:
            write_show(path, self.folder)
            self.slides = super().show(path)
            self.shown = path
        self.page.evaluate(AFRESH)
        return self.slides

    def leave(self):
        self.page.evaluate("window.stage?.panel.dispose()")
        self.shown = None

    def walk(self, path, width=1280, height=720):
        """What is on each slide without a lab, from the first to the last."""
        self.leave()
        write_show(path, self.folder)
        self.page.set_viewport_size({"width": width, "height": height})
        return self.page.evaluate(WALK, path.name)


AFRESH = """() => {
    window.stage.memory.set("answered", ""); // by a test before
    window.stage.begin();
    window.stage.go(0);
}"""
BLOCKS = """(node) => [...node.querySelectorAll(".jp-RenderedMarkdown")].map((text) =>
    [...text.children].flatMap((e) => (e.matches("ul, ol") ? [...e.children] : [e])).length)"""
WHERE = """
    const stage = document.querySelector(".show-stage .jp-WindowedPanel-outer");
    const where = document.querySelector(".show-where").textContent;
    const [at, total] = where.match(/(\\d+) (?:\\/|\\(\\d+ of) (\\d+)\\)?$/).slice(1).map(Number);
    const place = new URLSearchParams(location.hash.slice(1)).get("slide") ?? "";
    const [, step = 0] = place.split(".").map(Number);
    const all = (css) => [...(stage?.querySelectorAll(css) ?? [])];
    const cells = all(".show-cell");
    const kind = document.documentElement.dataset.show;
    const text = cells.map((cell) => cell.innerText).join("\\n");
"""
HERE = "() => {" + WHERE + "return { at, step, total, kind, text }; }"
NOW = (
    "() => {"
    + WHERE
    + """
    const seen = (e) => e.checkVisibility({ visibilityProperty: true });
    const hasText = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const zoomed = (e) => parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom;
    const drawn = (image) => {
        const box = atob(image.src.split(",")[1]).match(/viewBox="0 0 ([\\d.]+)/);
        const units = box ? box[1] : image.naturalWidth / 1.95; // a plot: plot.py
        return 16 * image.getBoundingClientRect().width / units;
    };
    const words = all(".show-cell *")
        .filter((e) => hasText(e) && !e.closest("mjx-container, [data-lab]") && seen(e));
    const images = all(".show-part img").filter(seen);
    const wide = ":is(.cm-scroller, pre, .jp-OutputArea-output, .jp-RenderedHTMLCommon)";
    const boxes = all(`.show-cell ${wide}`);
    const shrink = Math.min(1, innerWidth / 1280, innerHeight / 720);
    // the sign after a formula stands in its line, and what a field says of itself fits into it
    const followed = all(".show-cell .jp-RenderedMarkdown mjx-container").filter(seen)
        .filter((e) => /^[^\\s\\w]/.test(e.nextSibling?.data ?? ""));
    const signed = followed.every((e) => {
        const sign = new Range();
        sign.setStart(e.nextSibling, 0);
        sign.setEnd(e.nextSibling, 1);
        return sign.getBoundingClientRect().left >= e.getBoundingClientRect().right - 2;
    });
    const fields = all(".show-votes input").filter(seen);
    const told = fields.every((e) => {
        const { font, paddingLeft } = getComputedStyle(e);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = font;
        return pen.measureText(e.placeholder).width + 2 * parseFloat(paddingLeft) <= e.clientWidth;
    });
    const holds = (e) => e.scrollWidth <= e.clientWidth + 1;
    const folds = all(".show-cell details > div").filter(seen);
    return {
        at, step, total, kind, text,
        running: Boolean(stage),
        filled: words.length + images.length > 0,
        signed, told,
        fits: stage && stage.scrollHeight <= stage.clientHeight && boxes.every(holds)
            && cells.every((e) => e.getBoundingClientRect().bottom <= innerHeight - 28 * shrink),
        smallest: Math.min(...words.map(zoomed), ...images.map(drawn)),
        boxes: cells.map((e) => e.getBoundingClientRect()).map((box) => [box.top, box.height]),
        labels: [...new Set(folds.flatMap((box) => [box.parentElement, box]))]
            .map((e) => getComputedStyle(e, "::before").content),
        lab: document.activeElement?.closest?.("[data-lab]")?.innerText ?? "",
    };
}"""
)
WALK = (
    """async (path) => {
    const { Show } = await import("/lab/extensions/show/static/show.js");
    const panel = await jupyterapp.commands.execute("docmanager:open", { path });
    await panel.context.ready;
    const show = new Show(panel, { get: () => "", set: () => {} });
    show.activate = () => {};
    await show.prepare();
    show.begin();
    const blocks = ("""
    + BLOCKS
    + """)(panel.node);
    const seen = """
    + NOW
    + """;
    const now = () => ({ ...seen(), step: show.step });
    const walked = [now()];
    for (;;) {
        show.move(1);
        const { at, step } = walked.at(-1);
        const here = now();
        if (here.at === at && here.step === step) break;
        walked.push(here);
    }
    show.leave();
    panel.dispose();
    return { blocks, walked };
}"""
)


def counted(path):
    """How many blocks each text of a show has, as Python counts them."""
    texts = [cell.source for cell in slides.show(read(path)).cells if cell.cell_type == "markdown"]
    return [len(blocks(text)) for text in texts]


def check_way(walked):
    """Every slide once, in order, and what is answered a second time."""
    places = [(now["at"], now["step"]) for now in walked]
    assert {now["total"] for now in walked} == {walked[-1]["at"]}
    assert places == sorted(places)
    assert [at for at, step in places if step == 0] == list(range(1, walked[-1]["at"] + 1))
    sizes = {now["at"]: now["boxes"] for now in walked if not now["step"]}
    moved = [now["at"] for now in walked if now["boxes"] != sizes[now["at"]]]
    assert moved == []  # an answer's place is free from the start


def check_solutions(walked, path):
    """Page Down opens each, and it is called one way. A slide says once what is the answer."""
    copy = slides.show(read(path))
    shown = {piece["cell"] for slide in copy.metadata["show"] for piece in slide["pieces"]}
    count = sum(
        cell.id in shown and "yours" in cell.metadata.get("tags", []) for cell in copy.cells
    )
    opened = {(now["at"], now["step"]): now["labels"].count('"One way: "') for now in walked}
    at_last = {at: labels for (at, _), labels in opened.items()}
    assert sum(at_last.values()) == count
    assert not any(labels for (_, step), labels in opened.items() if not step)
    for now in walked:
        assert len([label for label in now["labels"] if label.startswith('"Answer')]) <= 1, now


def check_slide(now):
    assert now["fits"], now
    assert now["filled"], now
    assert now["signed"], now
    assert now["told"], now
    assert round(now["smallest"], 2) >= 18, now


def said(show):
    return show.page.locator(".show-where").inner_text()
