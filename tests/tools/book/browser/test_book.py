"""The book in a browser: text without scripts, labs, exercises, what is kept, phones, barriers."""

import linecache
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers import labs
from helpers.data import recorded
from helpers.exercises import CHECKED, check
from helpers.figures import growing
from helpers.figures.arcs import in_a_row
from helpers.language import minilm
from helpers.training import one_file
from tests.helpers.exercises.answers import RIGHT, WRONG
from tests.helpers.labs import lab_page
from tests.lessons import read
from tests.tools.book.browser.hands import touch, write
from tools import browser
from tools.book import serve
from tools.notebook import alone
from tools.notebook.blocks import headings
from tools.repository import PATHS

NAMES = [path.stem for path in PATHS]
NAME, LAB = "05_masking", labs.masks
EXERCISE = CHECKED["causal_mask"]
BUDGET = 12_000_000  # bytes until a lab is live, from a server that packs nothing
# How many boxes fade, as what is in them is cut. The first is kept as `cut`.
CUT = """() => {
    const boxes = document.querySelectorAll(".outputs .more, .formula.more");
    const cut = [...boxes].filter((e) => e.scrollWidth > e.clientWidth + 1);
    window.cut = cut[0];
    return cut.length;
}"""
# Formulas whose comma, or another sign, begins the next line.
APART = """() => [...document.querySelectorAll(".held")].filter((held) => {
    const sign = document.createRange();
    sign.selectNodeContents(held.lastChild);
    const formula = [...held.querySelectorAll(".katex-base")].at(-1).getBoundingClientRect();
    return sign.getBoundingClientRect().left < formula.left;
}).length"""
TAUGHT = {  # words that are typed into the search → the page that teaches what they mean
    "softmax": "03",
    "mask": "05",
    "rotary": "07",
    "Adam": "10",
    "KV cache": "09",
    "residual": "06",
    "LayerNorm": "08",
    "heads": "06",
    "temperature": "03",
    "sink": "06",
    "QKᵀ": "02",
    "qk^t": "02",
}
LOW = re.compile(' height="[0-9]+"')
FITS = """() => {
    const { documentElement } = document.querySelector("iframe").contentDocument;
    const { scrollHeight, clientHeight } = documentElement;
    return clientHeight > 400 && scrollHeight <= clientHeight;
}"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def address(site):
    with serve.served(site) as address:
        yield lambda name: f"{address}/{name if '.html' in name else f'{name}.html'}"


@pytest.fixture
def opened(chromium, address):
    """name of a page, and what follows in its address; options → a tab; at the end nothing has
    failed and nothing was fetched."""
    tabs = []

    def open_page(name=NAME, **options):
        if chromium.browser_type.name == "firefox" and not options.get("java_script_enabled", True):
            pytest.skip("Playwright cannot turn scripts off in Firefox")
        tab = browser.Page(chromium, **options)
        tab.page.goto(address(name))
        tabs.append(tab)
        return tab.page

    yield open_page
    for tab in tabs:
        end(tab)


@pytest.fixture(scope="module")
def page(chromium, address):
    """One page, where Python keeps running, for tests that leave each other's cells alone."""
    tab = browser.Page(chromium)
    tab.page.goto(address(NAME))
    yield tab.page
    end(tab)


def end(tab):
    assert tab.errors == []
    assert tab.outside == []
    tab.close()


# --- the pages as files ---------------------------------------------------------------------------


def read_all(stem):
    """The cells of a notebook; index.html is the first."""
    return read(next((path for path in PATHS if path.stem == stem), PATHS[0])).cells


class Links(HTMLParser):
    """The ids of a page, where its links lead, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = [], [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "href" in attributes or "src" in attributes:
            (self.links if tag == "a" else self.loads).append(
                attributes.get("href") or attributes.get("src")
            )


def test_every_link_leads_somewhere(site):
    pages = {path.name: Links(path) for path in site.glob("*.html")}
    assert len(pages) == len(PATHS) + 1
    for name, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), name
        for link in page.links:
            place, anchor = urldefrag(link)
            if not place.startswith(("https://", "data:")):
                assert not anchor or unquote(anchor) in pages[place or name].ids, (name, link)
                assert (site / place.partition("?")[0]).exists(), (name, link)
        stem = name.removesuffix(".html")
        entries = {cell.entry.name for cell in read_all(stem) if cell.entry}
        assert entries <= set(page.ids), name  # where book_address leads
        for load in page.loads:
            assert load.startswith("data:") or (site / load).exists(), (name, load)


@pytest.mark.sample("00", NAME)
@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_without_scripts_a_page_is_the_whole_text(path, opened):
    page = opened(path.stem, java_script_enabled=False)
    codes = page.locator(".cell .code").all_text_contents()
    cells = [cell for cell in read(path).cells if "jupyter" not in cell.tags]
    assert [code.strip() for code in codes] == [
        alone.without(cell.source).strip() for cell in cells if cell.is_code
    ]
    heads = page.locator("main :is(h1, h2, h3)").count()
    how_to = 2 if path.stem.startswith("00") else 0  # its own headings
    texts = [cell.source for cell in cells if not cell.is_code]
    assert heads == sum(len(headings(text)) for text in texts) + how_to
    assert page.locator("nav.turn a").count() == 1 + (path not in (PATHS[0], PATHS[-1]))
    assert page.locator("button:visible, input:visible").count() == 0  # none that does nothing


# --- the pages in a browser -----------------------------------------------------------------------


SIZES = [(360, "light"), (768, "dark"), (1280, "light"), (1920, "dark")]


@pytest.mark.sample(f"360-light-{NAME}", "1920-dark-00")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_page_has_no_barriers_and_scrolls_down_only(opened, name, width, scheme):
    page = opened(name, width=width, height=800, color_scheme=scheme, reduced_motion="reduce")
    has_no_barriers(page, width)
    stills = page.locator(".still")
    if stills.count():  # a lab alone, too
        page.goto(urljoin(page.url, f"embed/{stills.first.get_attribute('data-lab-name')}.html"))
        has_no_barriers(page, width)


def has_no_barriers(page, width):
    result = Axe().run(page)
    assert result.response["violations"] == [], result.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_theme_is_the_systems_until_the_button_chooses(opened):
    page = opened(color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(17, 17, 17)"
    page.click("#theme")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    page.reload()
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


def test_the_search_leads_to_a_section_and_first_to_what_teaches_a_thing(opened):
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("cross-attention")  # not what has "attention" and "crosses" in more places
    page.locator("#results li").first.get_by_text("One sentence asks another").wait_for()
    page.keyboard.press("Control+a")
    page.keyboard.type("strict or not")
    first = page.locator("#results a").first
    first.wait_for()
    assert "Strict or not" in first.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**#Strict-or-not")
    page.keyboard.press("/")
    page.keyboard.press("Control+a")
    page.keyboard.type("qeury keys")  # two letters have changed places
    page.locator("#results a:has-text('query')").first.wait_for()
    page.keyboard.press("Control+a")
    page.keyboard.type("minus infinity replaces")
    page.locator("#results a:has-text('Minus infinity') math").first.wait_for()
    assert page.locator("#found").inner_text().startswith("Results: ")
    found = {}
    for words in TAUGHT:
        page.locator("#search").fill("")
        page.locator("#results").wait_for(state="hidden")
        page.locator("#search").fill(words)
        first = page.locator("#results a").first
        first.wait_for()
        found[words] = first.get_attribute("href")[:2]
    assert found == TAUGHT


def test_on_a_phone_a_button_opens_the_contents(opened):
    page = opened(width=360, height=740, has_touch=True, is_mobile=True)
    links = page.locator("#contents a[href='#Recap']")
    assert not links.is_visible()
    size = page.locator("#search").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 16  # a phone zooms into smaller fields
    touch(page.locator("#open-contents"))
    touch(links)
    page.wait_for_function("document.querySelector('#Recap').getBoundingClientRect().top < 200")
    page.wait_for_function(
        "!document.querySelector('#contents').checkVisibility({visibilityProperty: true})"
    )


# --- labs and cells -------------------------------------------------------------------------------


@pytest.mark.sample
@pytest.mark.parametrize("lab", labs.LABS, ids=lambda lab: lab.name)
def test_a_lab_lives_when_it_is_asked_to(opened, lab, without_model):
    name = next(path.stem for path in PATHS if f"labs.{lab.name}()" in path.read_text("utf-8"))
    page = opened(name)
    page.locator(f".still[data-lab-name={lab.name}] .start").focus()
    page.keyboard.press("Enter")
    root = page.locator(f"[data-lab={lab.name}]")
    root.wait_for()
    lab_page.choose(root, 1)
    assert lab_page.seen(root) == lab_page.meant(lab, lab.at(lab.presets[1]))
    if lab is labs.heads and minilm.is_installed():
        reads_any_sentence_with_the_model(page, root)


def reads_any_sentence_with_the_model(page, root):
    """Which is loaded when it is asked for."""
    field, problem = root.get_by_label("Or type one"), root.locator(".lab-problem")
    lab_page.act(root, field.fill, "A <b>wombat</b>")
    assert "load it below the lab" in "".join(problem.all_inner_texts())
    line = page.locator(".model")
    line.get_by_role("button").evaluate("button => { button.click(); button.click(); }")
    line.get_by_text("You stopped it.").wait_for()
    line.get_by_role("button").click()
    line.get_by_text("The model is loaded").wait_for()
    lab_page.act(root, field.fill, "A <b>wombat</b> sleeps.")
    assert "womb" in root.locator("[data-part=one]").inner_text()


def test_on_a_phone_lines_and_formulas_wrap_a_matrix_is_scrolled_and_what_is_cut_fades(opened):
    page = opened("06_multi_head", width=360, height=740, has_touch=True, is_mobile=True)
    is_wide = "e => e.scrollWidth > e.clientWidth + 1"
    printed, formulas = page.locator("pre.printed"), page.locator(".formula")
    assert not page.evaluate(APART)
    codes = page.locator("pre.code:visible")
    indent = "e => parseFloat(getComputedStyle(e).textIndent)"
    assert max(len(line) for each in printed.all() for line in each.inner_text().split("\n")) > 60
    assert not any(
        each.evaluate(is_wide) for each in [*printed.all(), *formulas.all(), *codes.all()]
    )
    assert printed.locator(".line").first.evaluate(indent) < 0  # it hangs
    assert printed.first.evaluate(f"e => {{ e.classList.add('table'); return ({is_wide})(e); }}")
    page.locator("[data-cell=check-split]").scroll_into_view_if_needed()
    page.locator(".cm-scroller").first.wait_for()
    assert not any(each.evaluate(is_wide) for each in page.locator(".cm-scroller").all())
    line = page.locator(".cm-line:has-text('reshape'), .cm-line").first
    assert line.evaluate(indent) < 0
    assert page.evaluate(CUT) > 3
    page.evaluate("cut.scrollTo(cut.scrollWidth, 0)")
    page.wait_for_function("!cut.matches('.more') && cut.matches('.more-left')")


def test_on_a_phone_pictures_open_at_what_they_are_about_and_are_whole_after_a_tap(opened):
    page = opened("00_start_here", width=390, height=844, has_touch=True, is_mobile=True)
    for name, sentence in (("arcs-tired", "too tired"), ("arcs-wide", "too wide")):
        tokens = recorded.tokens(sentence)
        image = page.locator(f"[data-cell={name}] img")
        for summary in page.locator(f"[data-cell={name}] .outputs summary").all():
            summary.click()
        image.scroll_into_view_if_needed()
        left, width = image.evaluate("e => [e.parentElement.scrollLeft, e.offsetWidth]")
        row, at = in_a_row(tokens), list(tokens).index("it")
        assert 20 < row.places[at] / row.width * width - left < 370
        touch(image)
        seen_whole = "e => e.getBoundingClientRect().right <= 390 && e.parentElement.scrollLeft < 1"
        page.wait_for_function(seen_whole, arg=image.element_handle())
        touch(image)
        page.wait_for_function("e => e.parentElement.scrollLeft > 10", arg=image.element_handle())
    page.goto(urljoin(page.url, "09_why_self_attention.html"))
    table = page.locator(".still table").last
    table.scroll_into_view_if_needed()
    table.evaluate("e => e.parentElement.scrollTo(60, 0)")
    corner, name = table.locator("thead th").first, table.locator("tbody th").first
    assert corner.bounding_box()["x"] == name.bounding_box()["x"] >= 0


def test_on_a_phone_a_table_of_numbers_fits_or_opens_with_whole_columns(opened):
    page = opened("02_queries_keys_scores", width=390, height=844, has_touch=True, is_mobile=True)
    what_is_written_below_a_picture_is_not_scrolled_with_it(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.reload()  # a first visit may do without the fonts
    table = page.locator("[data-cell=asks-words] .outputs table").element_handle()
    page.wait_for_function("e => e.getBoundingClientRect().right <= 390", arg=table)
    page.goto(urljoin(page.url, "11_trained_before_your_eyes.html"))
    table = page.locator("[data-cell=notes-picture] .outputs table")
    table.scroll_into_view_if_needed()
    page.set_viewport_size({"width": 380, "height": 844})  # it is shown anew
    page.evaluate(lab_page.PAINTED)
    name, *cells = table.locator("tbody tr").first.locator("th, td").all()
    edge = round(sum(name.bounding_box()[side] for side in ("x", "width")))
    boxes = [cell.bounding_box() for cell in cells]
    assert any(box["x"] < edge - 2 for box in boxes)  # it is scrolled
    assert not any(box["x"] + 2 < edge < box["x"] + box["width"] - 2 for box in boxes)


def what_is_written_below_a_picture_is_not_scrolled_with_it(page):
    image = page.locator("[data-cell=here] img")
    image.scroll_into_view_if_needed()
    assert image.evaluate("e => e.parentElement.scrollLeft") > 50
    below = page.locator("[data-cell=here] img + div")
    for each in [below.locator("div"), *below.locator("a").all()]:
        box = each.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390


def test_on_a_phone_a_table_of_words_has_its_rows_one_below_the_other(opened):
    page = opened("90_the_documents", width=390, height=844, has_touch=True, is_mobile=True)
    page.locator("[data-cell=list-000] summary").evaluate_all("all => all.map((e) => e.click())")
    table = page.locator("[data-cell=list-000] table.words")
    cells = table.locator("tbody tr").first.locator("td").all()
    names = [cell.evaluate("e => getComputedStyle(e, '::before').content") for cell in cells]
    assert any("what holds" in name for name in names)  # Firefox keeps it apart from the colon
    assert max(cell.bounding_box()["x"] for cell in cells) < 30
    assert table.evaluate("e => e.getBoundingClientRect().right") <= 390


GROWS = """html => {
    const outputs = document.querySelector("[data-cell=learn-train] .outputs");
    const node = document.createElement("div");
    node.className = "picture";
    node.innerHTML = html;
    outputs.replaceChildren(node);
    return [...node.querySelectorAll("img, progress")].map((e) => e.getBoundingClientRect().right);
}"""


def test_on_a_phone_a_curve_is_seen_whole_while_it_grows_and_at_its_end(opened, monkeypatch):
    page = opened("12_it_writes", width=390, height=844)
    stored = page.locator("[data-cell=learn-train] .outputs img").first
    assert stored.evaluate("e => e.getBoundingClientRect().right") <= 390
    shown = []

    class Handle:
        def display(self, bundle, raw):
            shown.append(bundle["text/html"])

        update = display

    monkeypatch.setattr(sys.modules["helpers.figures.growing"], "DisplayHandle", Handle)
    growing("A loss", steps=2000)([3.0])
    bar_and_curve = page.evaluate(GROWS, shown[-1])
    assert len(bar_and_curve) == 2
    assert max(bar_and_curve) <= 390


def test_a_lab_lives_on_a_phone_when_it_is_touched(opened, site):
    # what a service worker keeps for later does not count
    page = opened(width=360, height=740, has_touch=True, is_mobile=True, service_workers="block")
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    page.on("request", lambda request: asked.append(request.url))
    touch(page.locator(".still"), position={"x": 100, "y": 300})
    root = page.locator("[data-lab=masks]")
    root.wait_for()
    assert root.bounding_box()["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    files = {site / url.split("/", 3)[3] for url in (page.url, *asked) if url.startswith("http")}
    files.discard(site / "book" / "editor.js")  # it comes with the exercise below, which is in view
    assert sum(path.stat().st_size for path in files) < BUDGET


def run(page, name, code=None):
    """Run a cell, with this code if it is given. Returns what it shows."""
    cell = page.locator(f"[data-cell={name}]")
    cell.scroll_into_view_if_needed()
    fold = cell.locator("details.folded:not([open]) > summary")
    if fold.count():
        fold.click()
    if code is not None:
        write(cell.locator(".cm-content"), code)
    cell.hover()
    cell.locator(".run").click()
    has_run = "cell => !cell.classList.contains('running')"
    page.wait_for_function(has_run, arg=cell.element_handle(), polling=browser.POLLING)
    return cell.locator(".outputs").inner_text()


def typed(answer):
    """The code in which a student typed an answer."""
    return "".join(linecache.getlines(answer.__code__.co_filename)).strip()


def test_an_exercise_says_what_it_says_in_jupyter_and_is_kept(opened, address):
    page = opened()
    wrong, right = WRONG[EXERCISE.name][0][0], RIGHT[EXERCISE.name][0]
    call = f'\n\n\ncheck("{EXERCISE.name}", {EXERCISE.answer})'
    for answer in (wrong, right):
        said = run(page, f"check-{EXERCISE.name}", typed(answer) + call)
        for line in check(EXERCISE.name, answer).message.splitlines():
            assert line in said
    assert "Passed" in said
    place = f"[data-cell=check-{EXERCISE.name}]"
    assert Axe().run(page, place).response["violations"] == []
    page.reload()
    cell = page.locator(place)
    cell.scroll_into_view_if_needed()
    assert cell.locator(".cm-content").inner_text().split() == (typed(right) + call).split()
    assert cell.locator(".outputs").inner_text() == said  # nothing has run
    cell.get_by_text("Undo my changes").click()
    assert cell.locator(".outputs").inner_text().startswith("You have done this.")
    page.reload()
    cell.get_by_text("Bring back what I wrote").click()
    assert cell.locator(".outputs").inner_text() == said
    page.reload()
    cell.scroll_into_view_if_needed()
    assert cell.locator(".cm-content").inner_text().split() == (typed(right) + call).split()
    assert page.locator(f"#{EXERCISE.name}.done").count() == 1
    assert page.locator("#progress").inner_text().startswith("Done on this page: 1 of ")
    assert page.locator("#contents [aria-current=page] .count").inner_text().startswith("1/")

    with page.expect_download() as download:
        page.get_by_text("Download as a notebook").click()
    notebook = nbformat.reads(Path(download.value.path()).read_text("utf-8"), as_version=4)
    nbformat.validate(notebook)
    sources = {each.id: each.source for each in notebook.cells}
    assert sources[f"check-{EXERCISE.name}"] == typed(right) + call
    assert sources["check-leak"] == CHECKED["leak"].source()
    (shown,) = [each.outputs for each in notebook.cells if each.id == f"check-{EXERCISE.name}"]
    assert "Passed" in shown[0]["data"]["text/html"]

    with page.expect_download() as download:
        page.get_by_text("Download my functions").click()
    assert download.value.suggested_filename == "my_functions.py"
    functions = Path(download.value.path()).read_text("utf-8")
    assert f"# --- {NAME}: causal_mask\n" in functions
    assert typed(right) in functions

    page.goto(address("03_softmax_scaling_weighted_sum"))
    said = "1 of these 2 functions is yours: causal_mask. Taken from the series: split."
    report = 'from helpers import mine\nmine.report("causal_mask", "split")'
    assert said in run(page, "check-softmax", report)
    page.goto(address(NAME))
    cell.scroll_into_view_if_needed()

    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Clear", exact=True).click()
    assert "..." in cell.locator(".cm-content").inner_text()
    left = ["/03_softmax_scaling_weighted_sum/check-softmax"]  # of the other page
    assert page.evaluate("Object.keys(localStorage)") == left
    assert page.locator("#progress").inner_text().startswith("Done on this page: 0 of ")


def test_a_prediction_and_a_question_are_answered(page):
    assert "Not quite" in run(page, "real-answer", 'predict("same_words_before", "the same")')
    assert 'check("all_at_once", …) did not run' in run(page, "check-all_at_once", "x = 1")
    assert "Passed" in run(page, "check-all_at_once", 'check("all_at_once", "d")')
    page.locator("[data-cell=check-all_at_once] .run").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell=check-all_at_once]:not(.running)")
    assert page.evaluate("document.activeElement.textContent") == "Run"  # the focus is kept
    page.locator("#most_leaks").get_by_role("button", name="off by one", exact=True).click()
    page.locator("#most_leaks .outputs").get_by_text("Not quite").wait_for()
    given = page.locator("#most_leaks .cm-content").inner_text()
    assert 'predict("most_leaks", "off by one")' in given
    page.locator("#front_weight").scroll_into_view_if_needed()  # fill does not in Firefox
    page.get_by_label("Your number").fill("50,0 %")
    page.keyboard.press("Enter")
    page.locator("#front_weight .outputs").get_by_text("Not right yet").wait_for()
    assert "front_weight = 0.5  #" in page.locator("#front_weight .cm-content").inner_text()


def test_a_finger_answers_a_question_without_python_where_its_address_leads(opened, address):
    page = opened(f"{NAME}.html#all_at_once", width=390, height=844, has_touch=True, is_mobile=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    box = page.locator("#all_at_once")
    top, bar = (page.locator(each).bounding_box() for each in ("#all_at_once", ".bar"))
    assert bar["height"] <= top["y"] <= bar["height"] + 40
    for letter, verdict in (("b", "Not right yet"), ("d", "Passed")):
        option = box.locator("li button").nth("abcd".index(letter))
        touch(option)
        box.get_by_text(verdict).wait_for()
        assert check("all_at_once", letter).message in box.locator(".outputs").inner_text()
        assert option.get_attribute("aria-pressed") == "true"
    page.reload()
    box.get_by_text("Passed").wait_for()
    assert box.locator("[aria-pressed=true]").inner_text().startswith("d ")
    assert [url for url in asked if "/python/" in url] == []
    assert "#" in page.locator(".term").first.get_attribute("href")
    picture = page.locator("img[data-focus]").first  # of arcs from "it": it opens there
    assert picture.evaluate("e => e.parentElement.scrollLeft") > 50
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert min(code.evaluate(size) for code in page.locator("code:visible").all()) >= 14
    page.get_by_role("heading", name="Recap", exact=True).wait_for()  # nothing else is read
    labels = page.locator(".run").evaluate_all("all => all.map((e) => e.ariaLabel)")
    assert len(set(labels)) == len(labels)
    assert "Run: ten predictions at once" in labels
    assert page.locator(".outputs[aria-live]").count() == 0


def until_python_is_on_the_device(page):
    for _ in range(600):
        if page.evaluate("caches.match('book/python/pyodide.asm.wasm.bin').then(Boolean)"):
            return
        page.wait_for_timeout(100)
    pytest.fail("Python is not kept")


def test_an_address_holds_the_state_of_a_lab(opened, site):
    page = opened(f"{NAME}.html?lab={LAB.name}&setting=3#lab-{LAB.name}")
    page.locator("#offline button").wait_for()  # what comes now is kept
    assert not page.locator(".still img, .still svg").first.is_visible()  # of another state
    page.locator(".still .start").click()
    root = page.locator(f"[data-lab={LAB.name}]")
    root.wait_for()
    assert lab_page.seen(root) == lab_page.meant(LAB, LAB.at(LAB.presets[2]))
    lab_page.choose(root, 3)
    page.wait_for_url(f"**?lab={LAB.name}&setting=4#*")
    page.go_back()
    page.wait_for_function("document.querySelector('.lab-place').textContent.startsWith('3 ')")
    assert lab_page.seen(root) == lab_page.meant(LAB, LAB.at(LAB.presets[2]))
    lab_page.act(root, root.get_by_role("switch", name="animal, street", exact=True).click)
    seen = lab_page.seen(root)
    page.get_by_role("button", name="QR code, embed").click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator("svg").get_attribute("aria-label") == "The address as a QR code"
    link, frame = (field.input_value() for field in dialog.locator("textarea").all())
    assert link == page.url
    assert Axe().run(page, "dialog").response["violations"] == []
    until_python_is_on_the_device(page)
    low = LOW.sub(' height="99"', frame, 1)
    page.set_content(f"<h1>A course</h1><button>Next</button>{low}")
    page.locator("button").focus()
    alone = page.frame_locator("iframe")
    root = alone.locator(f"[data-lab={LAB.name}]")
    root.wait_for()  # nobody has started it
    assert lab_page.seen(root) == seen
    assert page.evaluate("document.activeElement.textContent") == "Next"
    page.wait_for_function(FITS)


def test_a_cell_runs_after_those_above_it_as_the_reader_changed_them(page):
    assert "with the series' own functions in place of" in run(
        page, "payoff"
    )  # what it uses has run
    code = typed(RIGHT["causal_mask"][0]) + '\n\ncheck("causal_mask", my_causal_mask)'
    page.locator("[data-cell=check-causal_mask]").scroll_into_view_if_needed()
    write(page.locator("[data-cell=check-causal_mask] .cm-content"), code)
    said = run(page, "payoff")
    assert page.locator("#notice").is_hidden()
    assert "Computed with your my_causal_mask, and with the series' own" in said
    assert "Passed" in page.locator("[data-cell=check-causal_mask] .outputs").inner_text()
    page.locator("[data-cell=payoff] .edit").click()
    assert "TypeError" in run(page, "payoff", "1 + 'a'")
    assert run(page, "payoff", "print(2 * 3)").strip() == "6"
    undo = page.locator("[data-cell=payoff] .undo")
    undo.click()
    assert "series' own function" in page.locator("[data-cell=payoff] .outputs").inner_text()
    undo.click()  # it brings back what was written
    assert "print(2 * 3)" in page.locator("[data-cell=payoff] .cm-content").inner_text()


@pytest.mark.sample
def test_an_answer_does_not_wait_for_a_training_and_what_waits_says_for_what(opened):
    page = opened("12_it_writes")
    name = "temperature_and_top_k"
    code = typed(RIGHT[name][0]) + f'\n\n\ncheck("{name}", {CHECKED[name].answer})'
    page.locator(f"[data-cell=check-{name}]").scroll_into_view_if_needed()
    assert "Passed" in run(page, f"check-{name}", code)
    cell = page.locator("[data-cell=known-run]")
    cell.locator(".folded > summary").click()
    cell.hover()
    cell.locator(".run").click()
    waits = cell.locator(
        ".waiting", has_text="First “The whole training on this page, code 12” has to run"
    )
    waits.wait_for()
    assert "about 3 minutes" in waits.inner_text()
    cell.locator(".stop").click()
    assert "Stopped" in cell.locator(".outputs").inner_text()


@pytest.mark.sample
def test_matplotlib_comes_with_the_first_cell_that_imports_it(opened):
    page, asked = opened("07_order_and_position"), []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("document.body.dataset.edition = 'of last week'")
    plots = page.locator("[data-cell=waves-distance-run] .outputs img")
    stored = plots.get_attribute("src")
    run(page, "order-turned")
    assert "new edition of this page" in page.locator("#notice").inner_text()
    assert not any("matplotlib" in url for url in asked)
    assert "Error" not in run(page, "waves-distance-run")
    assert any("/matplotlib-" in url for url in asked)
    assert plots.get_attribute("src") != stored  # another version of matplotlib drew it
    assert plots.evaluate("image => image.naturalWidth") == 1014


def test_a_solution_is_shown_where_it_is_asked_for(page):
    shown = page.locator("[data-cell=check-leak] .outputs")
    shown.scroll_into_view_if_needed()
    for summary in shown.locator("summary").all():
        summary.click()
    shown.get_by_role("button", name="Show a solution here").click()
    shown.get_by_text("A solution: ").wait_for()
    first, *_ = CHECKED["leak"].solution.strip().splitlines()
    assert first in shown.inner_text()


def downloaded(page, link):
    """The text of the file behind a link."""
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == link.inner_text()
    return Path(download.value.path()).read_text("utf-8")


def test_a_file_that_trains_a_transformer_can_be_downloaded_with_names_to_learn(opened):
    page = opened("12_it_writes")
    link = page.locator("[data-cell=payoff] .outputs a")
    assert downloaded(page, link) == one_file.written({})[0]
    names = page.get_by_role("link", name="names.txt")
    assert page.request.get(urljoin(page.url, names.get_attribute("href"))).text() == (
        one_file.names()
    )


def test_the_file_that_trains_a_transformer_has_what_the_reader_wrote(page):
    answer = typed(RIGHT["causal_mask"][0]) + '\n\ncheck("causal_mask", my_causal_mask)'
    page.locator("[data-cell=check-causal_mask]").scroll_into_view_if_needed()
    assert "Passed" in run(page, "check-causal_mask", answer)
    cell = "check-no_leak_found"
    said = run(page, cell, "from helpers import mine\nmine.write_file()")
    assert "Of its 10 parts from exercises, 1 is yours: causal_mask." in said
    link = page.locator(f"[data-cell={cell}] .outputs a")
    assert "# yours\ndef causal_mask(" in downloaded(page, link)


def test_scrolling_to_an_exercise_leaves_the_focus_where_it_is(page):
    exercise = "[data-cell=check-leak]"
    page.locator("#theme").focus()
    for place in (exercise, "h1", exercise):
        page.locator(place).scroll_into_view_if_needed()
        page.locator(exercise).locator(".cm-content").wait_for()
        page.evaluate(lab_page.PAINTED)
    assert page.evaluate("document.activeElement.id") == "theme"


def test_the_bar_makes_room_for_a_lab_that_its_cell_has_put_there_and_comes_back(page):
    run(page, "lab")
    page.locator("[data-cell=lab] [data-lab=masks] select").first.focus()
    for where, bar in [("'[data-lab]'", "bottom <= 0"), ("'h1'", "top === 0")]:
        page.evaluate(f"document.querySelector({where}).scrollIntoView()")
        page.wait_for_function(f"document.querySelector('.bar').getBoundingClientRect().{bar}")


def test_a_loop_without_end_is_stopped(page):
    endless = "def my_causal_mask(n, m):\n    while True:\n        pass\n\n\n"
    endless += 'check("causal_mask", my_causal_mask)'
    assert "your code had not returned" in run(page, "check-causal_mask", endless)

    cell = page.locator("[data-cell=check-causal_mask]")
    write(cell.locator(".cm-content"), "while True:\n    pass")
    cell.locator(".run").click()
    page.wait_for_timeout(500)
    cell.locator(".stop").click()
    assert "Stopped" in cell.locator(".outputs").inner_text()
    assert run(page, "check-causal_mask", "print(words)").startswith("(")
