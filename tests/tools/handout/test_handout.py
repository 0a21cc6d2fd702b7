"""make handout: two sheets a lesson that say what its notebook says."""

import re
import unicodedata
from dataclasses import dataclass

import pypdf
import pytest

from tests.lessons import read
from tests.notebooks import stored
from tools import browser
from tools.handout import contents, handout
from tools.notebook import blocks

PATHS = handout.NOTEBOOKS
A4 = 595, 842  # points

pytestmark = pytest.mark.skipif(
    not handout.KATEX.exists(), reason="the handouts need KaTeX, which tools/start.py installs"
)


def every(test):
    lessons = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
    return pytest.mark.sample("03")(lessons(test))


@dataclass
class Printed:
    """A handout in a tab, the pages of both PDFs, and the text of each."""

    tab: browser.Page
    pages: list
    questions: str
    recap: str

    @property
    def text(self):
        return self.questions + self.recap


@pytest.fixture(scope="module")
def printed(chromium, tmp_path_factory):
    """path → its handout."""
    folder, made = tmp_path_factory.mktemp("handouts"), {}

    def print_once(path):
        if path not in made:
            lesson = read(path)
            tab = handout.open_page(chromium, lesson, contents.contents(lesson))
            files = handout.print_sheets(tab, folder, path.stem)
            sheets = [list(pypdf.PdfReader(file).pages) for file in files]
            texts = ["".join(page.extract_text() for page in sheet) for sheet in sheets]
            made[path] = Printed(tab, sheets, *texts)
        return made[path]

    yield print_once
    for result in made.values():
        result.tab.close()


def core(path, *kinds):
    """The cells that are not Deeper, of these kinds or of all."""
    cells = [cell for cell in read(path).cells if not cell.deeper]
    return [cell for cell in cells if not kinds or cell.kind in kinds]


def core_questions(path):
    return [cell.entry for cell in core(path, "task") if contents.is_question(cell)]


def letters(text):
    """Letters and digits alone: a PDF has other spaces, quotes and line ends than the notebook."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text))


def pieces(source):
    """The words of Markdown, line by line and between its formulas and links."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", source)
    texts = re.split(r"(?s)\$\$.*?\$\$|\$[^$]*\$|\n", text)
    return [letters(piece) for piece in texts if letters(piece)]


@every
def test_it_has_a_sheet_of_questions_and_one_of_a4_for_the_recap(printed, path):
    questions, recap = (
        [(round(page.mediabox.width), round(page.mediabox.height)) for page in sheet]
        for sheet in printed(path).pages
    )
    assert questions == [A4] * (1 + any(core_questions(path)))
    assert recap in ([A4], [A4, A4])


@every
def test_it_says_what_lesson_it_is_of_and_each_question_with_its_options(printed, path):
    text = letters(printed(path).text)
    asked = [cell.source for cell in core(path, "task") if contents.is_question(cell)]
    wanted = [source.removeprefix(blocks.QUESTION) for source in asked]
    wanted += [read(path).title, read(path).opening[0]]
    assert [piece for source in wanted for piece in pieces(source) if piece not in text] == []
    assert path.name in printed(path).text


@every
def test_each_sheet_has_its_own(printed, path):
    """Nobody reads an answer in the recap before they vote."""
    asked = [cell.source.split("**Predict.**")[1] for cell in core(path, "predict")]
    recap = [cell.source for cell in core(path) if "recap" in cell.tags]
    questions, other = letters(printed(path).questions), letters(printed(path).recap)
    assert [x for source in asked for x in pieces(source) if x not in questions] == []
    long = [x for source in recap for x in pieces(source) if len(x) > 30]
    assert [x for x in long if x in questions] == []
    assert [x for source in recap for x in pieces(source) if x not in other] == []
    assert printed(path).tab.page.locator(".ask :is(figure, .recap)").count() == 0


@every
def test_the_questions_stand_behind_the_predictions(printed, path):
    """“One layer answers 1 in 4 questions correctly. Why?” answers a prediction."""
    front, *back = (letters(page.extract_text()) for page in printed(path).pages[0])
    asked = [piece for question in core_questions(path) for piece in pieces(question.ask)]
    whole = [piece for piece in asked if len(piece) > 9]  # and not one of two letters
    assert [piece for piece in whole if piece in front or piece not in "".join(back)] == []


@every
def test_it_gives_no_answer_away(printed, path):
    text = letters(printed(path).text)
    sources = "[...document.querySelectorAll('.room img')].map((image) => image.src)"
    shown = printed(path).tab.page.evaluate(sources)
    for cell in core(path, "prediction"):
        assert not cell.entry or letters(cell.entry.why) not in text, cell.id
        for output in cell.outputs:
            assert not set(shown) & set(stored.Markup(output.html).links)


def test_what_stands_below_a_prediction_comes_where_room_is_left_and_its_answer_never():
    figures = {figure.place: figure for figure in contents.contents(read(PATHS[6])).figures}
    (below,) = [cell for cell in core(PATHS[6]) if cell.id == "seventy-picture"]
    assert figures[below.place].if_room
    assert not [cell.place for cell in core(PATHS[6], "prediction") if cell.place in figures]


def test_the_recap_has_the_lecture_s_tables_where_room_is_left(printed):
    """Those of 05 are all tables: masks and weights of its own example."""
    (path,) = [path for path in PATHS if path.stem == "05_masking"]
    room = printed(path).tab.page.locator(".room")
    captions = [text for page in room.all() for text in page.locator("caption").all_inner_texts()]
    wanted = ["May see", "Weights, masked before the softmax"]
    assert [caption for caption in wanted if caption not in captions] == []
    size = "() => parseFloat(document.body.style.getPropertyValue('--figure'))"
    assert printed(path).tab.page.evaluate(size) >= 7.5  # points: as large as its map may be


@every
def test_every_lab_is_on_it_and_every_prediction_has_lines_to_write_on(printed, path):
    page = printed(path).tab.page
    assert page.locator(".room .lab").count() == len(core(path, "lab"))
    asked = len(core(path, "predict"))
    assert page.locator(".lines:has(> :not([hidden]))").count() == asked > 0
    assert page.locator(".room > *").count() > 0


@every
def test_the_formulas_are_set(printed, path):
    page = printed(path).tab.page
    assert page.locator(".katex-error").count() == 0
    assert not any("$" in text for text in page.locator("main").all_inner_texts())
    assert page.locator(".formula .katex-display").count() == (path != PATHS[0])


@every
def test_nothing_is_fetched(printed, path):
    tab = printed(path).tab
    assert tab.errors == []
    assert [address for address in tab.outside if not address.startswith("file:///")] == []


# What is cut, or reaches out of its page or into the next column, in words.
OVERFLOWS = """() => {
    const names = [];
    const check = (what, part, box) => {
        const fits = part.left >= box.left - 1 && part.right <= box.right + 1
            && part.top >= box.top - 1 && part.bottom <= box.bottom + 1;
        if (part.width && part.height && !fits) names.push(what);
    };
    for (const main of document.querySelectorAll("main")) {
        const page = main.getBoundingClientRect();
        for (const part of main.querySelectorAll("img, table, .formula, .lines > div")) {
            check(part.outerHTML.slice(0, 60), part.getBoundingClientRect(), page);
        }
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            const range = document.createRange();
            range.selectNodeContents(node);
            const block = node.parentElement.closest("p, li, td, th, h1, h2, h3");
            const columns = [...(block ?? main).getClientRects()];
            for (const rect of range.getClientRects()) {
                check(node.data, rect, page);
                const inside = (box) => rect.left >= box.left - 1 && rect.right <= box.right + 1;
                if (!node.parentElement.closest(".katex") && !columns.some(inside)) {
                    names.push(node.data);
                }
            }
        }
    }
    return names;
}"""


@every
def test_nothing_overflows(printed, path):
    page = printed(path).tab.page
    assert page.evaluate(OVERFLOWS) == []


@every
def test_no_heading_is_left_alone(printed, path):
    """Below each heading there is a line of its text, in the same column."""
    headings = printed(path).tab.page.locator("main h2, main h3")
    for heading in headings.all():
        box = heading.bounding_box()
        below = heading.evaluate("""(heading) => {
            const range = document.createRange();
            range.selectNodeContents(heading.nextElementSibling);
            const { x, y } = range.getClientRects()[0];
            return { x, y };
        }""")
        assert below["y"] > box["y"]
        assert abs(below["x"] - box["x"]) < 100


def test_a_text_that_is_too_long_is_refused(chromium):
    lesson = read(PATHS[3])
    long = contents.contents(lesson)
    long.recap *= 9
    with pytest.raises(SystemExit, match=r"03_softmax.*longer than its pages"):
        handout.open_page(chromium, lesson, long)


# Matrices of the formula that no line with a shape has: the reader's function computes with them,
# or our code calls them otherwise (05: S + M is S).
IN_NO_LINE = {"05": "M", "09": "KV", "10": "Y", "12": "PZ"}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_the_shapes_are_those_of_the_formula(path):
    """Each matrix of the formula is in a line of code whose shape is given in letters."""
    shapes = contents.contents(read(path)).shapes
    recap = read(path).recap
    formula = "".join(re.findall(r"(?s)\$\$.*\$\$", recap.source)) if recap else ""
    formula = re.sub(r"\\[a-z]+\{[A-Za-z]+\}", " ", formula)
    wanted = set(re.findall(r"W_[A-Z]|(?<![_^a-z])[A-Z](?![a-z])", formula.replace("W_i^", "W_")))
    code = " ".join(line for line, _ in shapes)
    missing = {x for x in wanted if not re.search(rf"(?<![A-Za-z_]){x}(?![A-Za-z])", code)}
    assert missing == {*IN_NO_LINE.get(read(path).number, "")}
    assert bool(shapes) == bool(wanted - missing)
    assert all(re.match(r"\([a-z]", shape) for _, shape in shapes)


def test_the_shapes_of_a_block_are_those_of_a_stream_that_is_added_to():
    """As in its formula; our model has the norms after the sums."""
    (path,) = [path for path in PATHS if path.stem.startswith("08_")]
    lines = [line for line, _ in contents.contents(read(path)).shapes]
    assert "Y = X + mlp(X, W_1, b_1, W_2, b_2)" in lines


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_no_line_of_the_recap_waits_for_the_formula_which_is_in_a_box(path):
    assert ":</p>" not in contents.contents(read(path)).recap


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_nothing_that_comes_after_the_recap_is_on_it(path):
    """There the reader's own functions run: 10 has a head after 0 steps, and the reader's 20."""
    recap = read(path).recap
    last = recap.place if recap else len(read(path).cells)
    assert all(figure.place < last for figure in contents.contents(read(path)).figures)


def test_of_a_drawing_that_comes_again_one_is_kept():
    def figure(place, title, description, is_lab=False):
        return contents.Figure(place, title, description, "", is_lab)

    steps = [figure(1, "made in steps", "half"), figure(4, "made in steps", "whole")]
    lit = [figure(2, "first", "the same"), figure(3, "second", "the same")]
    others = [figure(5, "", "", True), figure(6, "", "", True), figure(7, "third", "other")]
    kept = contents.without_repeats(sorted(steps + lit + others, key=lambda figure: figure.place))
    assert [figure.place for figure in kept] == [2, 4, 5, 6, 7]


def test_a_notebook_to_look_things_up_in_is_refused():
    with pytest.raises(SystemExit, match=r"90_the_documents.ipynb: .* has no handout"):
        handout.main(["notebooks/90_the_documents.ipynb"])
