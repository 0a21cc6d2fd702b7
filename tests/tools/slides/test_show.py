"""The show in a real JupyterLab: Page Down alone walks a notebook that has run, and on no slide of
any notebook is something cut."""

import functools
import itertools
import re
import unicodedata

import nbformat
import numpy as np
import pypdf
import pytest

from tests.lessons import read
from tools.browser import Page, jupyter
from tools.jupyterlab import show_options
from tools.notebook.blocks import blocks
from tools.notebook.execute import executed
from tools.notebook.teaching import lecture_of
from tools.repository import PATHS, START
from tools.slides import pdf, slide_pieces, slides
from tools.slides import stage as stage_of_tools

pytestmark = pytest.mark.long

(PATH,) = (path for path in PATHS if path.stem == "03_softmax_scaling_weighted_sum")
OTHERS = [path for path in PATHS if path != PATH]
LECTURE = lecture_of(read(PATH))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With the shows of PATH, which begins, and of START; others are written where they are asked
    for."""
    folder = tmp_path_factory.mktemp("shows")
    slides.write(PATH, folder)
    write_show(START, folder)
    return folder


def write_show(path, folder):
    nbformat.write(slides.show(read(path)), folder / path.name)


@pytest.fixture(scope="module")
def lab_address(folder):
    """A JupyterLab in that folder."""
    options = [*show_options(folder), "--LabApp.expose_app_in_browser=True"]
    with jupyter(folder, *options) as address:
        yield address


@pytest.fixture(scope="module")
def show(jupyter, lab_address):
    """The show of notebook 03, run."""
    walk = Walk(jupyter, lab_address(PATH.name))
    yield walk
    walk.close()


@pytest.fixture(autouse=True)
def in_front(request):
    """Behind another page, a browser draws the show's once a second."""
    if "show" in request.fixturenames:
        request.getfixturevalue("show").page.bring_to_front()


@pytest.fixture(scope="module")
def stage(jupyter, lab_address, folder):
    """The shows of all notebooks, one after the other, as they are stored."""
    stage = Stage(jupyter, lab_address(START.name, view="lab/tree"), folder)
    yield stage
    stage.close()


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
        """The stored outputs are now those of this run: the slides may be filled in another way."""
        self.page.reload()
        self.places.clear()
        self.page.wait_for_selector(".show-cover")  # and not JupyterLab as it is built
        self.ready()
        assert self.page.locator(".show-cover").count() == 0

    def until(self, is_there):
        """To the first slide that is the one, by the keys; the number of that slide."""
        self.run()
        self.press_here("Home")
        while not is_there(here := self.here()):
            assert here["at"] < here["total"], "there is no such slide"
            self.press_here("PageDown")
        return here["at"]

    def go(self, number):
        """To the beginning of a slide, counted from 1, by the keys."""
        self.run()
        at = self.here()["at"]
        if number <= at - number:
            self.press_here("Home")
        while (here := self.here())["at"] < number:
            self.press_here("PageDown")
        while (here["at"], here["step"]) != (number, 0):
            assert here["at"] >= number, f"there is no slide {number}"
            self.press_here("PageUp")
            here = self.here()
        if here["kind"] == "question":
            self.page.get_by_label("Votes").blur()  # where a test before has typed
        return self.now()

    def run(self):
        if not self.page.evaluate("Boolean(document.querySelector('.show-stage'))"):
            self.page.keyboard.press("F5")

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
        self.walk = functools.cache(self.walk)

    def walk(self, path, width=1280, height=720):
        """What is on each slide without a lab, from the first to the last."""
        write_show(path, self.folder)
        self.page.set_viewport_size({"width": width, "height": height})
        return self.page.evaluate(WALK, path.name)


BLOCKS = """(node) => [...node.querySelectorAll(".jp-RenderedMarkdown")].map((text) =>
    [...text.children].flatMap((e) => (e.matches("ul, ol") ? [...e.children] : [e])).length)"""
WHERE = """
    const stage = document.querySelector(".show-stage .jp-WindowedPanel-outer");
    const where = document.querySelector(".show-where").textContent;
    const [at, total] = where.match(/(\\d+) (?:\\/|\\(\\d+ of) (\\d+)\\)?$/).slice(1).map(Number);
    const place = new URLSearchParams(location.hash.slice(1)).get("piece") ?? "";
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
    const holds = (e) => e.scrollWidth <= e.clientWidth + 1;
    const folds = all(".show-cell details > div").filter(seen);
    return {
        at, step, total, kind, text,
        running: Boolean(stage),
        filled: words.length + images.length > 0,
        fits: stage && stage.scrollHeight <= stage.clientHeight && boxes.every(holds)
            && cells.every((e) => e.getBoundingClientRect().bottom <= innerHeight - 28 * shrink),
        smallest: Math.min(...words.map(zoomed), ...images.map(drawn)),
        labels: folds.map((box) => getComputedStyle(box, "::before").content),
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
LEFT_OUT = """(rows) => rows.map((row) => [...row.querySelectorAll(".show-left-out")])
    .filter((buttons) => buttons.length).map((buttons) => {
        const numbers = buttons.map((button) => Number(button.textContent));
        return [numbers[0], numbers.at(-1)];
    })"""
# What the phones' server is told of a question: asked, answered, back again, a second vote.
ROUNDS = """() => {
    const told = [];
    const show = window.stage;
    const setQuestion = (asked) => told.push(asked && [asked.round, asked.answered]);
    const phones = { html: "", setQuestion };
    show.votes.phones = phones;
    show.go(show.slides.findIndex(({ pieces }) => pieces.some(({ votes }) => votes)));
    show.move(1);
    show.move(-1);
    show.votes.input.value = "a 3";
    show.votes.beginSecondVote();
    return told;
}"""
DIES = """() => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    kernel.requestExecute({ code: "import os; os._exit(1)" });
}"""
IS_BUSY = """() => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    kernel.requestExecute({ code: "import time; time.sleep(6)", silent: true });
}"""
IS_SHUT_DOWN = "() => jupyterapp.shell.currentWidget.sessionContext.shutdown()"
RESTARTS = """async () => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const { token } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const headers = { Authorization: `token ${token}` };
    await fetch(`/api/kernels/${kernel.id}/restart`, { method: "POST", headers });
}"""
STANDS_STILL = "() => Boolean(document.querySelector('.show-cell .lab-trouble')?.textContent)"
RUNS_NO_MORE = "!document.querySelector('.show-where').textContent.includes('is running')"
PLACE = "e => [...document.querySelectorAll('.jp-CodeCell')].indexOf(e)"


# --- every slide --------------------------------------------------------------------------------


@pytest.mark.sample
def test_on_a_larger_screen_everything_is_larger(stage):
    small, large = (stage.walk(START, *size)["walked"] for size in [(1280, 720), (1920, 1080)])
    for one, other in zip(small, large, strict=True):
        if one["kind"] != "lab":
            check_slide(other)
            assert other["smallest"] >= 1.4 * one["smallest"], (one, other)


@pytest.mark.sample
def test_in_a_smaller_window_the_same_slides_are_smaller(stage):
    for now in stage.walk(START, 800, 600)["walked"]:
        if now["kind"] != "lab":
            assert now["fits"], now
            assert now["filled"], now
            assert now["smallest"] >= 0.6 * 18, now


@pytest.mark.sample
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem[:2])
def test_nothing_is_cut_and_nothing_is_small_on_any_slide(stage, path):
    """That of notebook 03 is walked below, where it runs."""
    result = stage.walk(path)
    check_way(result["walked"])
    check_solutions(result["walked"], path)
    for now in result["walked"]:
        if now["kind"] != "lab":
            check_slide(now)
    assert result["blocks"] == counted(path)
    assert stage.errors == stage.outside == []


def counted(path):
    """How many blocks each text of a show has, as Python counts them."""
    texts = [cell.source for cell in slides.show(read(path)).cells if cell.cell_type == "markdown"]
    return [len(blocks(text)) for text in texts]


DIVIDED_AT_THE_END = """async () => {
    const show = window.stage;
    const divided = () => show.slides.map(({ pieces }) => pieces.length);
    const before = divided();
    show.go(show.slides.length - 1);
    await show.divide();
    return [before, divided()];
}"""


def test_slides_are_filled_in_the_same_way_while_the_last_one_is_seen(stage):
    """It has a layout of its own."""
    write_show(START, stage.folder)
    stage.show(START)
    before, after = stage.page.evaluate(DIVIDED_AT_THE_END)
    assert before == after
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


@pytest.mark.sample
def test_the_pdf_has_a_page_for_each_slide_with_all_that_a_lab_s_still_has(stage, tmp_path):
    write_show(START, stage.folder)
    file, count = pdf.write(stage, START, tmp_path)
    assert count == len(stage.page.evaluate("window.stage.slides"))
    pages = pypdf.PdfReader(file).pages
    assert {(page.mediabox.width, page.mediabox.height) for page in pages} == {(960, 540)}  # points
    texts = [page.extract_text() for page in pages]
    assert read(START).title in texts[0]
    for number, text in enumerate(texts, 1):
        assert f"{number} / {count}" in text
    stills = stage.page.locator(".lab-still").all_text_contents()
    for still in stills:
        last = still.strip()[-30:]
        assert any(letters(last) in letters(text) for text in texts), last
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


def letters(text):
    """Letters and digits alone: a PDF has other spaces and line ends."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text))


def check_way(walked):
    """Every slide once, in order, and what is answered a second time."""
    places = [(now["at"], now["step"]) for now in walked]
    assert {now["total"] for now in walked} == {walked[-1]["at"]}
    assert places == sorted(places)
    assert [at for at, step in places if step == 0] == list(range(1, walked[-1]["at"] + 1))
    assert {step for _, step in places} <= {0, 1}


def check_solutions(walked, path):
    """Page Down opens each, and it is called one way."""
    copy = slides.show(read(path))
    shown = {piece["cell"] for piece in copy.metadata["show"]}
    count = sum(
        cell.id in shown and "yours" in cell.metadata.get("tags", []) for cell in copy.cells
    )
    steps = [now["step"] for now in walked for label in now["labels"] if label == '"One way: "']
    assert steps == [1] * count


def check_slide(now):
    assert now["fits"], now
    assert now["filled"], now
    assert round(now["smallest"], 2) >= 18, now


# --- the way through ----------------------------------------------------------------------------


def test_page_down_alone_walks_from_the_first_slide_to_the_last(show):
    before = PATH.read_bytes()
    walked, now = [], show.go(1)
    while not walked or (now["at"], now["step"]) != (walked[-1]["at"], walked[-1]["step"]):
        walked.append(now)
        if now["kind"] == "lab":
            now = walk_through_lab(show, now)
        else:
            check_slide(now)
            now = show.press("PageDown")
    check_way(walked)
    check_solutions(walked, PATH)
    assert show.page.locator(".jp-Notebook").evaluate(BLOCKS) == counted(PATH)
    assert show.errors == show.outside == []
    assert PATH.read_bytes() == before


def walk_through_lab(show, now):
    """Page Down shows every setting, and then the next slide."""
    root = show.page.locator("[data-lab]:focus")
    settings = root.locator(".lab-bar select option:not([hidden], .lab-deeper)").count()
    assert settings > 1
    assert root.evaluate("e => e.getBoundingClientRect().width") >= 1280
    said = []
    at = now["at"]
    for _ in range(settings):
        assert now["at"] == at
        root.page.wait_for_function("e => !('waiting' in e.dataset)", arg=root.element_handle())
        said.append(root.locator(".lab-sentence").inner_text())
        now = show.press("PageDown")
    assert len(set(said)) == settings
    assert now["at"] == at + 1
    return now


def test_back_again_by_page_up_and_by_the_arrows(show):
    show.go(2)
    assert show.press("PageUp")["at"] == 1
    assert show.press("PageUp")["at"] == 1
    for on, back in [("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"), ("Space", "PageUp")]:
        assert show.press(on)["at"] == 2
        assert show.press(back)["at"] == 1
    end = show.press("End")
    assert end["at"] == end["total"]
    assert show.press("PageDown")["at"] == end["total"]
    assert show.press("Home")["at"] == 1


@pytest.mark.sample
def test_a_number_the_overview_and_a_key_that_is_held_lead_to_a_slide(show):
    show.go(1)
    for key in "12":
        show.press(key)
    where = show.page.locator(".show-where")
    assert where.inner_text().startswith("slide 12, then Enter")
    assert show.press("Enter")["at"] == 12
    show.press("PageDown")
    assert show.press("r")["at"] == 1  # where the number was typed
    assert show.press("r")["at"] == 13
    show.press("PageUp")
    overview, chosen = (
        show.page.locator(f".show-{name}") for name in ("overview", "number[data-chosen]")
    )
    show.press("o")
    show.press("F5")  # it leaves nothing open behind the slide
    assert show.press("PageDown")["at"] == 13
    show.go(12)
    hold(show, "b")  # what a remote control has in place of O and Enter
    assert overview.is_visible()
    assert not show.page.locator(".show-black").is_visible()
    assert chosen.inner_text() == "12"
    show.press("PageDown")
    first = int(chosen.inner_text())
    assert first > 12
    assert show.press("b")["at"] == first
    assert not overview.is_visible()
    show.press("l")
    short = f"short version, {LECTURE.short} min"
    assert where.inner_text().startswith(f"the {short}")
    assert not overview.is_visible()  # nothing covers the slide
    show.press("?")
    assert short in show.page.locator(".show-version").inner_text()
    assert show.page.locator(".show-number[data-vote]").count() == len(LECTURE.asks)
    assert "V: a second vote" in show.page.locator(".show-keys").inner_text()
    left_out = show.page.locator(".show-row").evaluate_all(LEFT_OUT)
    show.press("Escape")
    (begins, ends) = left_out[0]
    show.go(begins - 1)
    assert show.press("PageDown")["at"] == ends + 1
    assert f"slide {ends + 1} ({begins} of " in where.inner_text()
    assert show.press("PageUp")["at"] == begins - 1
    show.press("End")
    assert share(show) == 1
    show.press("PageUp")
    assert share(show) < 1  # there is something still to come
    show.press("l")
    show.press("o")
    assert show.page.locator(".show-left-out").count() == 0
    show.press("o")
    show.go(12)
    hold(show, "PageDown")
    assert show.now()["at"] == first


def share(show):
    """How long the line along the bottom is, of the width."""
    line = show.page.locator(".show-line")
    return float(line.evaluate("e => e.style.getPropertyValue('--share')"))


def hold(show, key):
    """It goes down and is repeated."""
    for _ in range(4):
        show.page.keyboard.down(key)
    show.page.keyboard.up(key)


@pytest.mark.sample
def test_the_speaker_s_view_has_this_slide_the_next_and_what_teaching_says(show):
    number = show.with_text("How many times as much weight")
    show.go(number)
    with show.context.expect_page() as opened:
        show.press("s")
    view = opened.value
    view.wait_for_function("document.querySelectorAll('.speaker-slide .show-cell').length > 1")
    now, after = view.locator(".speaker-slide").all_inner_texts()
    assert "How many times as much weight" in now
    assert "4.11 times" in after
    assert "4.11 times" not in now
    notes, clock = view.locator(".speaker-notes"), view.locator(".speaker-clock")
    assert f"Ask on slide {number}:" in notes.inner_text()
    assert f"of {LECTURE.with_all} min" in clock.inner_text()
    view.keyboard.press("b")
    assert "the screen is dark" in clock.inner_text()
    view.keyboard.press("b")
    assert "the screen is dark" not in clock.inner_text()
    view.keyboard.press("PageDown")  # the remote control works there, too
    view.close()
    assert show.now()["step"] == 1


PLACES = """(lab) => {
    const { left, top, width } = lab.getBoundingClientRect();
    return [...lab.querySelectorAll(".lab-part, .lab-control, .lab-bar")]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect())
        .map((box) => [(box.left - left) / width, (box.top - top) / width, box.width / width]);
}"""


@pytest.mark.sample
def test_the_speaker_s_view_has_the_lab_as_the_room_sees_it_and_names_the_next_setting(show):
    show.page.set_viewport_size({"width": 1600, "height": 900})
    show.go(show.first("lab"))
    show.page.wait_for_selector("[data-lab]:focus")
    settings = show.page.locator(".lab-settings:visible option").all_text_contents()
    with show.context.expect_page() as opened:
        show.press("s")
    view = opened.value
    view.locator("div", has_text=f"“{settings[1]}”: ").last.wait_for()
    room = show.page.locator("[data-lab].lab-full").evaluate(PLACES)
    copy = view.locator(".lab-full").evaluate(PLACES)
    view.close()
    show.page.set_viewport_size({"width": 1280, "height": 720})
    assert len(room) > 3
    assert np.allclose(room, copy, atol=0.02)


@pytest.mark.sample
def test_the_speaker_s_view_has_the_answer_and_formulas_that_are_set(show):
    show.go(show.first("question"))
    with show.context.expect_page() as opened:
        show.press("s")
    view = opened.value
    view.locator(".speaker-notes", has_text="Answer b:").wait_for()
    for key in ["End", "PageUp", "PageUp"]:  # the recap
        show.press(key)
    view.locator(".speaker-slide mjx-container").first.wait_for()
    assert "$" not in view.locator(".speaker-slide").first.inner_text()
    view.close()


# When the clock began, seconds after its first beginning, after each look at the first slide.
LOOKS_BACK = """(looks) => {
    const { now } = Date;
    let later = 0;
    Date.now = () => now.call(Date) + later;
    const show = window.stage;
    show.go(1);
    const first = Number(show.memory.get("began"));
    const began = looks.map((seconds) => {
        show.go(0);
        later += 1000 * seconds;
        show.go(1);
        return Math.round((Number(show.memory.get("began")) - first) / 1000);
    });
    Date.now = now;
    return began;
}"""


def test_a_look_back_at_the_first_slide_keeps_the_clock(stage):
    write_show(START, stage.folder)
    stage.show(START)
    assert stage.page.evaluate(LOOKS_BACK, [50, 50]) == [0, 0]
    (began,) = stage.page.evaluate(LOOKS_BACK, [70])
    assert began >= 70  # the lecture began only now
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


TIMES = """() => {
    const { plan, slides } = window.stage;
    plan.isShort = true;
    const isTold = (at) => plan.timeAt(at) && !plan.isLeftOut(at);
    const told = slides.flatMap(({ title }, at) => (isTold(at) ? [title] : []));
    return [...new Set(told)];
}"""


def test_after_a_gap_of_the_short_version_the_speaker_reads_what_to_say_in_its_place(stage):
    (path,) = [path for path in OTHERS if path.stem == "12_it_writes"]
    write_show(path, stage.folder)
    stage.show(path)
    told = stage.page.evaluate(TIMES)
    assert told == ["It writes", "The whole training in forty lines", "Where attention wins"]
    told = " ".join(stage.page.evaluate("window.stage.plan.timeAt(0)").split())
    assert "Say that a table of which letter follows which" in told
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


NOTES = """() => {
    const { slides, speaker } = window.stage;
    return slides.map((_, at) => {
        window.stage.go(at);
        speaker.update();
        const { scrollHeight, clientHeight } = speaker.notes;
        return [scrollHeight - clientHeight, speaker.clock.textContent];
    });
}"""


@pytest.mark.sample
def test_the_speaker_s_notes_fit_their_window(stage):
    (path,) = [path for path in OTHERS if path.stem == "05_masking"]
    write_show(path, stage.folder)
    stage.show(path)
    with stage.context.expect_page() as opened:
        stage.page.evaluate("window.stage.speaker.open()")
    view = opened.value
    view.set_viewport_size({"width": 1280, "height": 720})
    notes = stage.page.evaluate(NOTES)
    view.close()
    assert [over for over, _ in notes if over > 0] == []
    sections = slides.show(read(path)).metadata["plan"]["sections"]
    ends = itertools.accumulate(section["minutes"] + section["more"] for section in sections)
    told = [re.search(r"this section to minute (\d+)", clock)[1] for _, clock in notes]
    assert [int(minute) for minute, _ in itertools.groupby(told)] == [*ends]
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


LINES_OF_CODE = """() => [...document.querySelectorAll(".show-cell .cm-line")]
    .filter((line) => line.checkVisibility()).map((line) => line.innerText)"""


def test_a_result_without_its_code_has_the_lines_that_compute_it(stage):
    write_show(PATH, stage.folder)
    firsts = [slide["pieces"][0] for slide in stage.show(PATH)]
    (at,) = [i for i, x in enumerate(firsts) if x["madeIn"] and x["cell"] == "head-weights"]
    (code,) = [cell.source for cell in read(PATH).cells if cell.id == "head-weights"]
    lines = slide_pieces.spaced(code).split("\n")
    stage.page.evaluate("(at) => window.stage.go(at)", at)
    wanted = [lines[number - 1] for number in firsts[at]["madeIn"]]
    assert stage.page.evaluate(LINES_OF_CODE) == wanted
    stage.page.evaluate("(at) => window.stage.go(at)", at - 1)
    assert len(stage.page.evaluate(LINES_OF_CODE)) > len(wanted)
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


SIZES = """() => [".cm-content", ".jp-OutputArea-output pre"].map((css) => {
    const [box] = [...document.querySelectorAll(`.show-cell ${css}`)].filter((e) => e.clientWidth);
    return parseFloat(getComputedStyle(box).fontSize);
})"""


def test_what_is_printed_is_not_as_small_as_a_long_line_of_its_code(stage):
    (path,) = [path for path in OTHERS if path.stem == "02_queries_keys_scores"]
    write_show(path, stage.folder)
    (at,) = [
        at
        for at, slide in enumerate(stage.show(path))
        if {"source", "output"} <= {x["part"] for x in slide["pieces"] if x["cell"] == "takes-sum"}
    ]
    stage.page.evaluate("(at) => window.stage.go(at)", at)
    code, printed = stage.page.evaluate(SIZES)
    assert printed > 1.2 * code
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


@pytest.mark.sample
def test_a_link_to_another_notebook_opens_nothing(show):
    show.go(show.with_text("Next: 04"))
    before = show.page.url, len(show.context.pages)
    show.page.locator(".show-cell .jp-RenderedMarkdown a:visible").first.click()
    assert (show.page.url, len(show.context.pages)) == before
    assert show.now()["running"]


# --- questions and answers ----------------------------------------------------------------------


def test_a_prediction_is_answered_by_the_next_page_down(show):
    number = show.with_text("How many times as much weight")
    question = show.go(number)
    assert "How many times as much weight" in question["text"]
    assert "4.11" not in question["text"]
    answer = show.press("PageDown")
    assert (answer["at"], answer["step"]) == (number, 1)
    assert "4.11 times" in answer["text"]
    assert "Put your guess" not in answer["text"]
    assert show.press("PageDown")["at"] == number + 1
    assert show.press("PageUp")["step"] == 1
    assert "4.11" not in show.press("PageUp")["text"]


def test_votes_become_bars_and_stay(show):
    number = show.first("question")
    show.go(number)
    votes = show.page.get_by_label("Votes")
    votes.fill("a 31, b 80")
    now = show.now()
    assert "31 (28\xa0%)" in now["text"]
    assert "80 (72\xa0%)" in now["text"]
    widths = show.page.eval_on_selector_all(".show-bar", "all => all.map((e) => e.offsetWidth)")
    assert widths[0] > 0
    assert widths[1] / widths[0] == pytest.approx(80 / 31, rel=0.1)
    assert widths[2:] == [0, 0]
    assert "Answer b:" not in now["text"]
    now = show.press("PageDown")  # the keys work while the line has the focus
    assert "Answer b:" in now["text"]
    show.press("PageDown")
    show.press("PageUp")
    assert votes.input_value() == "a 31, b 80"
    assert "31 (28\xa0%)" in show.now()["text"]


def test_the_phones_server_is_told_when_the_answer_is_open(stage):
    (path,) = [path for path in OTHERS if path.stem == "05_masking"]
    write_show(path, stage.folder)
    stage.show(path)
    asked, answered, back, again = stage.page.evaluate(ROUNDS)[-4:]
    assert (asked, answered, back, again) == ([0, False], [0, True], [0, False], [1, False])
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


@pytest.mark.sample
def test_v_begins_a_second_vote_beside_the_first(show):
    at = show.go(show.first("question"))["at"]
    votes = show.page.get_by_label("Votes")
    votes.fill("")
    show.press("Escape")
    show.press("v")
    assert votes.input_value() == ""  # nobody has voted yet
    votes.fill("a 31, b 80")
    hold(show, "b")  # in the field, too, this is no letter
    assert votes.input_value() == "a 31, b 80 / "
    show.press("v")
    assert votes.input_value() == "a 31, b 80 / "
    show.press("Tab")
    show.page.keyboard.type("a 9, b 102")
    show.press("Escape")
    assert "102 (92\xa0%)" in show.now()["text"]
    show.press("PageDown")
    right = show.page.locator(".show-option.show-right")
    assert right.inner_text().split("\n") == ["b ✓", "80 (72\xa0%)", "102 (92\xa0%)"]
    assert right.locator(".show-bar").count() == 2
    show.press("PageUp")
    votes.fill("")
    assert show.now()["at"] == at


@pytest.mark.sample("Tab")
@pytest.mark.parametrize("key", ["Escape", "Enter", "Tab"])
def test_votes_are_typed_after_tab_and_left_by_a_key(show, key):
    at = show.go(show.first("question"))["at"]
    votes = show.page.get_by_label("Votes")
    votes.fill("")
    show.page.evaluate("document.activeElement.blur()")
    cells = show.page.locator(".jp-Notebook .jp-Cell").count()
    show.press("Tab")
    for typed in ["b", "b 8", "b 80, a", "b 80, a 20"]:
        assert "not a letter" not in show.now()["text"]  # nor while it is typed
        show.page.keyboard.type(typed.removeprefix(votes.input_value()))
        assert votes.input_value() == typed
    assert "80 (80\xa0%)" in show.now()["text"]
    assert not show.page.locator(".show-black").is_visible()
    now = show.press(key)
    assert (now["running"], now["at"]) == (True, at)
    assert show.page.evaluate("document.activeElement === document.body")
    show.press("b")
    assert show.page.locator(".show-black").is_visible()
    show.press("b")
    assert show.page.locator(".jp-Notebook .jp-Cell").count() == cells
    votes.fill("")


def test_tab_finds_nothing_else_to_press(show):
    show.go(1)
    for key in ["Tab", "Tab", "Shift+Tab", "Enter"]:
        now = show.press(key)
        assert show.page.evaluate("document.activeElement === document.body")
        assert (now["running"], now["at"]) == (True, 1)


def test_votes_need_no_comma(show):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill("a1 b 3")
    assert "3 (75\xa0%)" in show.now()["text"]
    votes.fill("")


@pytest.mark.sample("<b>")
@pytest.mark.parametrize("typed", ["e 3", "a three", "<b> 3", "a 3b 4"])
def test_nonsense_gets_a_sentence(show, typed):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill(typed)
    assert f"“{typed}” is not a letter from a to d and a number" in show.now()["text"]
    assert show.page.locator(".show-bar").count() == 0
    assert show.page.locator(".show-votes b").count() == 0
    votes.fill("")
    assert "%" not in show.now()["text"]
    assert "not a letter" not in show.now()["text"]


def test_b_typed_into_the_votes_is_a_letter(show):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill("")
    votes.press_sequentially("b 8")
    assert votes.input_value() == "b 8"
    assert not show.page.locator(".show-black").is_visible()
    votes.press(".")  # that of a remote control
    assert show.page.locator(".show-black").is_visible()
    votes.press(".")
    assert not show.page.locator(".show-black").is_visible()
    assert votes.input_value() == "b 8"
    votes.fill("")


COLOR = "e => getComputedStyle(e).color"


@pytest.mark.sample
def test_h_hides_the_bars_until_the_answer(show):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill("a 31, b 80 / a 9, b 102")
    show.press("Escape")
    assert votes.evaluate(COLOR) != "rgba(0, 0, 0, 0)"
    assert "votes: 111, then 111" in show.press("h")["text"]
    assert votes.evaluate(COLOR) == "rgba(0, 0, 0, 0)"  # what is typed is hidden, too
    assert show.page.locator(".show-bar").count() == 0
    show.press("PageDown")
    assert show.page.locator(".show-bar").count() == 8
    show.press("PageUp")
    assert show.page.locator(".show-bar").count() == 0
    show.press("h")
    assert show.page.locator(".show-bar").count() == 8
    votes.fill("")


# --- other keys, and a double click -------------------------------------------------------------


def test_a_double_click_opens_no_source(show):
    show.go(1)
    show.page.locator(".jp-RenderedMarkdown:visible").first.dblclick()
    assert show.page.locator(".jp-MarkdownCell .jp-InputArea-editor:visible").count() == 0


@pytest.mark.sample("b")
@pytest.mark.parametrize("key", ["b", "."])
def test_the_screen_goes_black_and_comes_back(show, key):
    before = show.go(3)
    black = show.page.locator(".show-black")
    show.press(key)
    assert black.is_visible()
    top = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).className"
    assert show.page.evaluate(top) == "show-black"
    show.press(key)
    assert not black.is_visible()
    show.press(key)
    assert show.press("PageDown") == before  # the first press only brings the slide back
    assert not black.is_visible()


PRESS = """([key, code]) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


@pytest.mark.sample
def test_with_caps_lock_and_in_other_layouts_the_remote_s_keys_are_the_same(show):
    """A remote control sends the places of b and of the full stop."""
    show.go(3)
    black = show.page.locator(".show-black")
    for name, key, code in [
        ("Caps Lock", "B", "KeyB"),
        ("Russian", "и", "KeyB"),
        ("French", ":", "Period"),
    ]:
        for is_dark in (True, False):
            show.page.evaluate(PRESS, [key, code])
            assert black.is_visible() == is_dark, name
    show.page.evaluate(PRESS, ["v", "Period"])  # Dvorak
    assert not black.is_visible()


def test_no_key_of_a_notebook_does_harm(show):
    show.go(2)
    cells = "document.querySelectorAll('.jp-Notebook .jp-Cell').length"
    before = show.page.evaluate(cells)
    show.page.locator(".show-cell .jp-RenderedMarkdown").first.click()  # JupyterLab has its keys
    for key in [*"abxcvdd", "0", "0", "m", "y", "Enter", "ArrowDown", "ArrowDown", "ArrowUp", "F5"]:
        now = show.press(key)
        assert show.page.evaluate(cells) == before, key
    if show.page.locator(".show-black").is_visible():
        now = show.press("b")
    assert (now["at"], now["running"]) == (2, True)


def test_escape_leaves_for_the_notebook_and_f5_comes_back(show):
    number = show.with_text("z_it += weight")
    show.go(number)
    assert not show.press("Escape")["running"]
    assert show.page.evaluate("document.documentElement.dataset.show") is None
    page = show.page
    page.wait_for_function(  # nothing is cut at the right
        """() => document.querySelector(".jp-Notebook").getBoundingClientRect().right
            <= document.querySelector(".jp-NotebookPanel").getBoundingClientRect().right"""
    )
    assert "z_it += weight" in page.locator(".jp-Cell.jp-mod-active").inner_text()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    for is_dark in (True, False):  # b inserts no cell
        show.press("b")
        assert page.locator(".show-black").is_visible() == is_dark
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    cell = page.locator(".jp-CodeCell", has_text="z_it += weight").first
    assert cell.is_visible()
    cell = page.locator(f".jp-CodeCell >> nth={cell.evaluate(PLACE)}")  # whatever it will hold
    assert page.locator(".jp-CodeCell", has_text="import math").first.evaluate(
        "e => e.checkVisibility()"
    )
    source = cell.locator(".cm-content").inner_text()
    cell.locator(".cm-content").fill('print("a question", "from the floor")')
    page.keyboard.press("Control+Enter")
    cell.locator(".jp-OutputArea-output", has_text="a question from the floor").wait_for()
    back = page.get_by_role("button", name=f"Back to slide {number}")
    assert back.is_visible()
    page.keyboard.press("Escape")  # out of the editor, and not into anything else
    now = show.press("F5")
    assert (now["running"], now["at"]) == (True, number)
    assert "a question from the floor" in now["text"]
    assert now["fits"]
    show.press("Escape")
    back.click()
    assert show.now()["running"]
    show.press("Escape")
    cell.locator(".cm-content").fill(source)
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Escape")
    assert show.press("F5")["running"]


def test_the_fonts_of_formulas_are_there_before_the_slides_are_filled(show):
    """Else the slides have other numbers after a reload."""
    fonts = "[...document.fonts].filter((font) => font.family.includes('MJX'))"
    status = show.page.evaluate(f"{fonts}.map((font) => font.status)")
    assert len(status) > 10
    assert set(status) == {"loaded"}


OPEN = "e => [...e.querySelectorAll('details')].filter((fold) => fold.open).length"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        ("You add 5 to every score", "is in every exponential and in their sum"),
        ("How many times as much weight", "4.11 times"),
    ],
    ids=["question", "prediction"],
)
def test_escape_shows_no_answer_that_the_slides_have_not_shown(show, ask, answer):
    """From the slide, and from the field for votes, which it only leaves."""
    number = show.with_text(ask)
    if show.go(number)["kind"] == "question":
        show.press("Tab")
        assert show.press("Escape")["running"]
    notebook, active = (
        show.page.locator(".jp-Notebook"),
        show.page.locator(".jp-mod-active.jp-Cell"),
    )
    assert not show.press("Escape")["running"]
    assert ask in active.inner_text()
    assert active.is_visible()
    assert notebook.evaluate(OPEN) == 0
    assert notebook.get_by_text(answer).count() > 0
    assert not any(found.is_visible() for found in notebook.get_by_text(answer).all())
    assert show.press("F5")["at"] == number
    now = show.press("PageDown")
    assert answer in now["text"]
    assert not show.press("Escape")["running"]
    assert (show.press("F5")["step"], show.now()["text"]) == (now["step"], now["text"])


@pytest.mark.sample
def test_escape_in_the_speaker_s_view_shows_no_answer_either(show):
    """It leaves the slides, as in their own window, and F5 there comes back."""
    ask, answer = "You add 5 to every score", "is in every exponential and in their sum"
    number = show.with_text(ask)
    show.go(number)
    with show.context.expect_page() as opened:
        show.press("s")
    view = opened.value
    view.locator(".speaker-slide", has_text=ask).first.wait_for()
    view.keyboard.press("Escape")
    view.locator(".speaker-clock", has_text="the room sees the notebook (F5 goes back)").wait_for()
    notebook = show.page.locator(".jp-Notebook")
    assert not show.now()["running"]
    assert ask in show.page.locator(".jp-mod-active.jp-Cell").inner_text()
    assert notebook.evaluate(OPEN) == 0
    assert notebook.get_by_text(answer).count() > 0
    assert not any(found.is_visible() for found in notebook.get_by_text(answer).all())
    view.keyboard.press("F5")
    view.locator(".speaker-clock", has_not_text="the room sees").wait_for()
    assert f"slide {number} /" in view.locator(".speaker-clock").inner_text()
    view.keyboard.press("PageDown")
    view.close()
    now = show.now()
    assert (now["running"], now["at"], now["step"]) == (True, number, 1)
    assert answer in now["text"]


# What the notebook behind a slide, counted from 0, shows of the cells with these beginnings.
BEHIND = """([at, beginnings]) => {
    const show = window.stage;
    show.go(at);
    show.leave();
    const nodes = [...document.querySelectorAll(".jp-Notebook *")];
    const seen = nodes.filter((e) => e.checkVisibility());
    const text = seen.flatMap((e) => [...e.childNodes].filter((n) => n.nodeType === 3));
    const all = text.map((node) => node.data).join("\\n");
    const found = beginnings.filter((beginning) => all.includes(beginning));
    const fields = seen.filter((e) => e.matches(".show-votes")).length;
    show.begin();
    return [found, fields];
}"""
TOLD = {  # of notebook 05: what tells an answer, by the cell that asks
    "zero-after-predict": "WRONG: change of each weight",
    "real-asked": "animal 0.70, later words",
}


@pytest.mark.sample
def test_the_notebook_tells_nothing_that_follows_a_question_which_is_still_open(stage):
    """Wherever the slides are left; what the next section says is there, and what the slide has."""
    (path,) = [path for path in OTHERS if path.stem == "05_masking"]
    write_show(path, stage.folder)
    slides = stage.show(path)
    places = {piece["cell"]: at for at, slide in enumerate(slides) for piece in slide["pieces"]}
    sections = ["Minus infinity before", "Padding", "Test for leaks"]
    behind = functools.partial(stage.page.evaluate, BEHIND)
    told = [*TOLD.values(), *sections]
    for cell in ["title", *TOLD, "recap"]:
        assert behind([places[cell], told]) == [sections, 0], cell
    limit = "So a model that writes has a causal mask"
    own = "it 63%, animal 10%"  # printed on a slide after the question
    assert behind([places["real-asked"], [limit, own]]) == [[], 0]
    assert behind([places["real-inputs-run"], [limit, own, *told]])[0][:2] == [limit, own]
    first = next(iter(TOLD))
    stage.page.evaluate("(at) => { stage.go(at); stage.move(1); }", places[first])
    assert behind([0, told]) == [[TOLD[first], *sections], 0]
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


# A cell gets a new output while the first question is open in the notebook.
RUNS_BEHIND = """async (id) => {
    const { slides, panel } = window.stage;
    const { node, model } = panel.content.widgets.find((cell) => cell.model.id === id);
    stage.go(slides.findIndex(({ pieces }) => pieces.some(({ asks }) => asks)));
    stage.leave();
    model.outputs.fromJSON([{ output_type: "stream", name: "stdout", text: "they change" }]);
    await new Promise((done) => setTimeout(done, 500));
    return [node.textContent.includes("they change"), node.checkVisibility()];
}"""


def test_the_code_of_an_answer_that_is_not_shown_is_not_there_either(stage):
    """It may have the answer in words."""
    write_show(START, stage.folder)
    slides = stage.show(START)
    cells = [{piece["cell"] for piece in slide["pieces"]} for slide in slides]
    (at,) = [at for at, cells_of in enumerate(cells) if "wide-question-asked" in cells_of]
    words = ["Where does the thickest arc lead now?", "has lost more than half of its"]
    assert stage.page.evaluate(BEHIND, [at, words])[0] == words[:1]
    stage.page.evaluate("window.stage.move(1)")
    assert stage.page.evaluate(BEHIND, [len(slides) - 1, words])[0] == words
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


def test_what_runs_while_the_notebook_is_seen_tells_no_answer_either(stage):
    (path,) = [path for path in OTHERS if path.stem == "05_masking"]
    write_show(path, stage.folder)
    stage.show(path)
    assert stage.page.evaluate(RUNS_BEHIND, "zero-after-picture") == [True, False]
    stage.page.evaluate("window.stage.panel.dispose()")


BACK = """() => {
    const { slides } = window.stage;
    const at = slides.findIndex(({ pieces }) => pieces.some(({ votes }) => votes));
    const places = [];
    const move = (by) => {
        stage.move(by);
        places.push([stage.at - at, stage.step]);
    };
    stage.go(at + 1);
    [-1, 1, 1, -1].forEach(move);
    return places;
}"""


def test_page_up_opens_no_answer_that_was_passed_over(stage):
    """By a number, the overview or a key that was held; an open answer would end the vote, too."""
    write_show(PATH, stage.folder)
    stage.show(PATH)
    assert stage.page.evaluate(BACK) == [[0, 0], [0, 1], [1, 0], [0, 1]]
    stage.page.evaluate("window.stage.leave(), window.stage.panel.dispose()")


@pytest.mark.sample("PageDown")
@pytest.mark.parametrize("key", ["PageDown", "PageUp", "Escape"])
def test_a_key_only_closes_the_phones_code(show, key):
    """Page Down would open the answer of the question behind it, and end its vote."""
    before = show.go(show.first("question"))
    code = show.page.locator(".show-code-large")
    code.evaluate("e => e.showPopover()")
    assert show.press(key) == before
    assert not code.is_visible()


ZOOMED = """() => {
    const box = document.querySelector(".show-zoom > div").getBoundingClientRect();
    const fits = Math.min(box.left, box.top) >= 0
        && box.right <= innerWidth && box.bottom <= innerHeight;
    return fits && Math.max(box.width / innerWidth, box.height / innerHeight) > 0.9;
}"""


@pytest.mark.sample
def test_a_picture_fills_the_screen_and_goes_back(show):
    at = show.go(show.place("three", lambda now: "queries ↓ keys →" in now["text"]))["at"]
    zoom = show.page.locator(".show-zoom")
    for key in ["PageDown", "PageUp", "Escape", "click"]:
        show.page.locator(".show-part table:visible").first.click()
        assert "queries ↓ keys →" in zoom.inner_text()
        assert show.page.evaluate(ZOOMED)
        if key == "click":
            zoom.click()
        else:
            show.press(key)
        assert not zoom.is_visible()
        assert (show.now()["running"], show.now()["at"]) == (True, at)
    count = show.page.locator(".show-part :is(table, img, pre):visible").count()
    show.press("z")
    assert zoom.is_visible()
    for _ in range(count):
        show.press("z")
    assert not zoom.is_visible()
    show.press("z")
    show.press("Home")
    assert (show.now()["at"], zoom.is_visible()) == (1, False)
    show.go(show.with_text("weights of it: [0.77 0.19 0.05]"))
    show.press("z")  # what is printed
    assert zoom.inner_text().strip().endswith("weights of it: [0.77 0.19 0.05]")
    assert show.page.evaluate(ZOOMED)
    show.press("Space")
    assert not zoom.is_visible()


BACKGROUND = "e => getComputedStyle(e).backgroundColor"


@pytest.mark.sample
def test_p_turns_the_mouse_into_a_dot_above_all_else_that_rests_with_it(show):
    show.go(1)
    dot = show.page.locator(".show-pointer")
    show.page.mouse.move(300, 200)
    assert not dot.is_visible()
    show.press("p")
    show.press("b")  # what comes later is not above it
    show.page.mouse.move(400, 300)
    box = dot.bounding_box()
    assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == (400, 300)
    dot.wait_for(state="hidden")
    show.press("b")
    show.go(show.with_text("z_it += weight"))
    line = show.page.locator(".show-cell .cm-line:visible", has_text="z_it += weight")
    plain = line.evaluate(BACKGROUND)
    line.hover()
    assert line.evaluate(BACKGROUND) != plain  # the line that it points at
    show.press("p")
    assert line.evaluate(BACKGROUND) == plain
    show.page.mouse.move(400, 300)
    assert not dot.is_visible()


@pytest.mark.sample
def test_escape_leaves_from_inside_a_lab(show):
    number = show.first("lab")
    show.go(number)
    assert show.now()["lab"]
    assert not show.press("Escape")["running"]
    assert show.page.locator("[data-lab]").evaluate("e => !e.matches(':popover-open')")
    now = show.press("F5")
    assert (now["at"], bool(now["lab"])) == (number, True)
    assert show.page.locator("[data-lab]").evaluate("e => e.matches(':popover-open')")


@pytest.mark.sample
def test_in_a_lab_too_the_corner_is_seen_and_a_number_leads_to_its_slide(show):
    number = show.first("lab")
    show.go(number)
    show.page.wait_for_selector("[data-lab]:focus")
    show.press("4")
    where = show.page.locator(".show-where")
    lab = show.page.locator("[data-lab]:focus").bounding_box()
    assert where.inner_text().startswith("slide 4, then Enter")
    assert where.bounding_box()["y"] >= lab["y"] + lab["height"]
    show.press("PageDown")
    assert where.inner_text().endswith(f"{number} / {show.now()['total']}")
    assert not where.inner_text().startswith("slide 4")
    assert show.press("Enter")["at"] == number
    show.press("4")
    assert show.press("Enter")["at"] == 4


@pytest.mark.sample
def test_page_down_says_once_that_a_lab_s_next_picture_is_to_come(show):
    show.go(show.first("lab"))
    show.page.wait_for_selector("[data-lab]:focus")
    show.page.wait_for_selector(".show-cell .lab-place:text('1 /')")
    show.page.evaluate(IS_BUSY)
    to_come = "the next picture is to come: Page Down again passes it over"
    show.press("PageDown")
    show.page.wait_for_function(f"({STANDS_STILL})()")  # the kernel is busy
    assert to_come not in said(show)
    at = show.press("PageDown")["at"]
    assert to_come in said(show)
    assert show.now()["at"] == at
    show.page.wait_for_selector(".show-cell .lab-place:text('2 /')")  # not passed over
    show.page.wait_for_function(f"!({STANDS_STILL})()")
    assert to_come not in said(show)  # it has come
    show.press("PageDown")
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")


@pytest.mark.sample
def test_a_lab_begins_at_its_first_setting_for_whoever_comes_from_the_slide_before(show):
    number = show.first("lab")
    show.go(number)
    show.page.wait_for_selector("[data-lab]:focus")
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=2)
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")
    for key in [*str(number - 1), "Enter", "PageDown"]:
        show.press(key)
    show.page.wait_for_selector(".show-cell .lab-place:text('1 /')")
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=2)
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")
    for key in ["1", "Enter", *str(number), "Enter"]:  # from elsewhere it is as it was left
        show.press(key)
    show.page.wait_for_timeout(300)
    assert show.page.locator(".show-cell .lab-place").inner_text().startswith("3 /")


@pytest.mark.sample
def test_a_reload_comes_back_to_the_slide_with_the_votes_and_the_speaker_s_view(show):
    number = show.first("question")
    show.go(number)
    with show.context.expect_page() as opened:
        show.press("s")
    view = opened.value
    show.page.bring_to_front()
    show.page.get_by_label("Votes").fill("c 7")
    show.press("PageDown")
    count = len(show.context.pages)
    show.reload()
    view.locator(".speaker-clock", has_text=f"slide {number} /").wait_for()
    view.keyboard.press("PageUp")
    assert show.now()["step"] == 0
    view.keyboard.press("PageDown")
    assert len(show.context.pages) == count
    view.close()
    show.page.wait_for_function("!location.hash.includes('speaker')")
    show.page.wait_for_function("document.querySelector('.show-where')?.textContent")
    now = show.now()
    assert (now["at"], now["step"]) == (number, 1)
    assert "7 (100\xa0%)" in now["text"]
    assert "Answer b:" in now["text"]
    assert show.errors == show.outside == []


@pytest.mark.sample
def test_after_a_reload_the_lab_of_the_slide_has_its_setting_and_the_keys(show):
    show.go(show.first("lab"))
    show.page.wait_for_selector("[data-lab]:focus")  # it lives again some time after a reload
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=1)
    second = ".show-cell .lab-place:text('2 /')"
    show.page.wait_for_selector(second)
    show.page.wait_for_timeout(300)
    show.reload()
    show.page.wait_for_selector("[data-lab]:focus")
    assert show.now()["kind"] == "lab"
    show.page.wait_for_selector(second)  # nothing has run again


@pytest.mark.sample
def test_where_a_kernel_has_died_the_cells_run_again(show):
    number = show.first("lab")
    show.go(number)
    show.page.evaluate(DIES)
    show.page.wait_for_function(f"({STANDS_STILL})()")
    show.page.wait_for_function(f"!({STANDS_STILL})() && {RUNS_NO_MORE}")
    assert show.page.locator(".jp-Dialog").count() == 0
    now = show.press("PageDown")  # no key is lost
    assert now["at"] == number
    show.page.wait_for_selector(".lab-place:text('2 /')")


@pytest.mark.sample
def test_where_the_kernel_was_shut_down_a_new_one_runs_the_cells(show):
    number = show.first("lab")
    show.go(number)
    show.page.wait_for_selector("[data-lab]:focus")
    show.page.evaluate(IS_SHUT_DOWN)
    show.page.wait_for_function(f"!({RUNS_NO_MORE})")
    show.page.wait_for_function(RUNS_NO_MORE)
    show.page.wait_for_selector("[data-lab]:focus")
    assert show.now()["at"] == number
    before = show.page.locator(".show-cell .lab-place").inner_text()
    show.press("PageDown")
    show.page.wait_for_function(
        "(before) => document.querySelector('.show-cell .lab-place').innerText !== before",
        arg=before,
    )


@pytest.mark.sample
def test_where_another_page_has_restarted_the_kernel_the_cells_run_again(show):
    show.go(show.first("lab"))
    show.page.wait_for_selector("[data-lab]:focus")
    show.page.evaluate(RESTARTS)
    show.press("PageDown")  # nobody answers
    show.page.wait_for_function(f"({STANDS_STILL})()")
    show.page.wait_for_function(
        "document.querySelector('.show-where').innerText.match(/is running/)"
    )
    show.page.wait_for_function(f"!({STANDS_STILL})() && {RUNS_NO_MORE}")
    show.page.wait_for_selector("[data-lab]:focus")
    place = show.page.locator(".show-cell .lab-place")
    before = place.inner_text()
    show.press("PageDown")
    show.page.wait_for_function(
        "(before) => document.querySelector('.show-cell .lab-place').innerText !== before",
        arg=before,
    )


@pytest.mark.sample
def test_slides_are_filled_again_once_outputs_have_come_that_were_missing(
    jupyter, lab_address, folder, tmp_path
):
    path = tmp_path / "71_it_prints.ipynb"
    lines = [f"number_{i} = {i}" for i in range(8)]
    prints = "\n".join([*lines, "print(*range(16), sep='\\n')"])
    run_notebook(path, {"setup": "import math", "prints": prints})
    write_show(path, folder)
    stored = nbformat.read(folder / path.name, as_version=4)
    for cell in stored.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbformat.write(stored, folder / path.name)
    walk = Walk(jupyter, lab_address(path.name))
    walk.press("End")
    walk.page.wait_for_function("document.querySelector('.show-where').innerText.endsWith('3 / 3')")
    for key in ("PageUp", "PageDown"):
        check_slide(walk.press(key))
    assert walk.now()["text"].strip().endswith("15")
    walk.close()


# --- a training on a slide ------------------------------------------------------------------------

TRAINS = """import numpy as np

from helpers import training
from helpers.figures import growing
from helpers.training import languages"""
MAKES = "model = training.Transformer(words=20, n=12, layers=1, heads=1)"
GROWS = """watch = growing("The loss", steps=400)
losses = training.train(model, languages.REVERSE, steps=400, rate=0.01, watch=watch)"""
CURVE = ".show-part img[alt^='The loss']"
WATCH = """(curve) => {
    window.sizes = new Set();
    window.emptied = 0;
    const { style } = document.querySelector(".jp-Notebook");
    const look = () => {
        sizes.add(style.getPropertyValue("--show-size") + style.getPropertyValue("--show-zoom"));
        requestAnimationFrame(look);
    };
    look();
    const outputs = document.querySelector(curve).closest(".jp-OutputArea");
    const check = () => { emptied += !outputs.querySelector(".jp-OutputArea-output"); };
    new MutationObserver(check).observe(outputs, { childList: true });
}"""
GROWING = """(curve) => {
    const bar = document.querySelector(".show-part progress");
    const image = document.querySelector(curve);
    const width = (node) => node.getBoundingClientRect().width;
    const { alt } = bar?.parentElement.querySelector("img") ?? {};
    return bar && image && [width(image), width(bar), alt];
}"""


def run_notebook(path, sources):
    """A notebook with a title, a section and these cells of code, {id: source}, which have run."""
    new = nbformat.v4
    cells = [new.new_markdown_cell("# A title\n\nAnd words.", id="title")]
    cells += [new.new_markdown_cell("## A section\n\n*2 minutes.* See.", id="section")]
    cells += [new.new_code_cell(source, id=name) for name, source in sources.items()]
    cells[2].metadata["tags"] = ["setup"]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(new.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    for text in executed(path, runs=1):
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def training_show(jupyter, lab_address, folder, tmp_path_factory):
    """The show of a notebook with one curve that grows."""
    path = tmp_path_factory.mktemp("trains") / "70_it_grows.ipynb"
    run_notebook(path, {"setup": TRAINS, "makes": MAKES, "grows": GROWS})
    write_show(path, folder)
    walk = Walk(jupyter, lab_address(path.name))
    yield walk
    walk.close()


def said(show):
    return show.page.locator(".show-where").inner_text()


def trained(show):
    """Wait for the end of a training that has begun."""
    show.page.wait_for_function(
        "!document.querySelector('.show-where').innerText.match(/training/)"
    )


@pytest.mark.sample
def test_a_curve_is_trained_anew_in_the_same_place_with_that_of_before_behind_it(training_show):
    show = training_show
    show.go(show.place(CURVE, lambda now: "training.train(model" in now["text"]))
    show.page.wait_for_selector(CURVE)
    show.page.evaluate(WATCH, CURVE)
    show.press("t")
    wide, bar, alt = show.page.wait_for_function(GROWING, arg=CURVE).json_value()
    assert said(show).startswith("training")
    assert wide > 0.8 * 1280
    assert bar == pytest.approx(wide, rel=0.1)
    assert "faint, from the time before" in alt
    trained(show)
    assert show.page.locator(CURVE).get_attribute("alt").startswith("The loss: 400 of 400 steps")
    assert show.page.locator(".show-part progress").count() == 0
    assert show.page.locator(CURVE).bounding_box()["width"] > 0.8 * 1280
    assert len(show.page.evaluate("[...sizes]")) == 1  # nothing has become larger or smaller
    assert show.page.evaluate("emptied") == 0  # JupyterLab took nothing away (keep_outputs.js)


@pytest.mark.sample
def test_page_down_says_that_a_curve_still_grows_before_it_leaves_it(training_show):
    show = training_show
    number = show.place(CURVE, lambda now: "training.train(model" in now["text"])
    show.go(number - 1)
    show.press("PageDown")
    show.page.wait_for_selector(CURVE)
    show.press("t")
    show.page.wait_for_selector(".show-part progress")
    assert show.press("PageDown")["at"] == number
    assert "it is still training: Page Down again goes on" in said(show)
    show.press("PageUp")
    assert show.now()["at"] == number - 1
    trained(show)


@pytest.mark.sample
def test_a_training_that_a_reload_cuts_off_begins_anew(training_show):
    show = training_show
    show.go(show.place(CURVE, lambda now: "training.train(model" in now["text"]))
    show.press("t")
    show.page.wait_for_selector(".show-part progress")
    show.page.reload()
    show.page.wait_for_selector(CURVE)  # that of before, at once, or the new one before it
    alt = show.page.locator(CURVE).get_attribute("alt")
    assert alt.startswith("The loss: 400 of 400 steps") or "faint, from the time before" in alt
    show.page.wait_for_selector(".show-part progress")
    assert said(show).startswith("training")
    show.ready()
    trained(show)
    alt = show.page.locator(CURVE).get_attribute("alt")
    assert alt.startswith("The loss: 400 of 400 steps")
    assert "faint, from the time before" in alt
    assert "trains" not in show.page.url
