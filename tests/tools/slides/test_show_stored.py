"""The shows of all notebooks as they are stored, without a kernel: on no slide is something cut,
and none tells an answer before its question."""

import functools
import itertools
import re
import unicodedata

import pypdf
import pytest

from tests.lessons import read
from tests.tools.slides.stages import (
    PATH,
    check_slide,
    check_solutions,
    check_way,
    counted,
)
from tools.repository import PATHS, START
from tools.slides import pdf, slides

pytestmark = pytest.mark.long

OTHERS = [path for path in PATHS if path != PATH]
MASKING, WRITES = (path for path in PATHS if path.stem[:2] in ("05", "12"))
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


@pytest.mark.sample
def test_the_pdf_has_a_page_for_each_slide_with_all_that_a_lab_s_still_has(stage, tmp_path):
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


def letters(text):
    """Letters and digits alone: a PDF has other spaces and line ends."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text))


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
    stage.show(MASKING)
    assert stage.page.evaluate(LOOKS_BACK, [50, 50]) == [0, 0]
    (began,) = stage.page.evaluate(LOOKS_BACK, [70])
    assert began >= 70  # the lecture began only now


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


def test_the_code_of_an_answer_that_is_not_shown_is_not_there_either(stage):
    """It may have the answer in words."""
    slides = stage.show(MASKING)
    cells = [{piece["cell"] for piece in slide["pieces"]} for slide in slides]
    (at,) = [at for at, cells_of in enumerate(cells) if "zero-after-predict" in cells_of]
    words = ["Do the weights on visible keys change", "change of each, from tired to wide"]
    assert stage.page.evaluate(BEHIND, [at, words])[0] == words[:1]
    stage.page.evaluate("window.stage.move(1)")
    assert stage.page.evaluate(BEHIND, [len(slides) - 1, words])[0] == words


TIMES = """async ({ show, plan: sections }) => {
    const { Plan } = await import("/lab/extensions/show/static/plan.js");
    const plan = new Plan(show, sections, { get: () => "true", set: () => {} });
    const isTold = (at) => plan.timeAt(at) && !plan.isLeftOut(at);
    const told = show.flatMap(({ title }, at) => (isTold(at) ? [title] : []));
    return [[...new Set(told)], plan.timeAt(0)];
}"""


def test_after_a_gap_of_the_short_version_the_speaker_reads_what_to_say_in_its_place(stage):
    titles, told = stage.page.evaluate(TIMES, slides.show(read(WRITES)).metadata)
    assert titles == ["It writes", "The whole training on this page"]
    assert "Say that a table of which letter follows which" in " ".join(told.split())


SOLUTION = """() => {
    const box = document.querySelector(".show-cell details > div");
    const ownLine = getComputedStyle(box, "::before").display === "block";
    return [ownLine, stage.panel.content.node.style.getPropertyValue("--show-size")];
}"""


def test_a_solution_stands_below_its_label_and_is_large(stage):
    found = stage.show(MASKING)
    (at,) = [
        at
        for at, slide in enumerate(found)
        if any(piece["cell"] == "leak-yours" for piece in slide["pieces"])
    ]
    stage.page.evaluate("(at) => { stage.enterSlide(at); stage.move(1); }", at)
    own_line, size = stage.page.evaluate(SOLUTION)
    assert own_line
    assert float(size.removesuffix("px")) >= 24


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
    stage.show(MASKING)
    with stage.context.expect_page() as opened:
        stage.page.evaluate("window.stage.speaker.open()")
    view = opened.value
    view.set_viewport_size({"width": 1280, "height": 720})
    notes = stage.page.evaluate(NOTES)
    view.close()
    assert [over for over, _ in notes if over > 0] == []
    sections = slides.show(read(MASKING)).metadata["plan"]["sections"]
    ends = itertools.accumulate(section["minutes"] + section["more"] for section in sections)
    told = [re.search(r"this section to minute (\d+)", clock)[1] for _, clock in notes]
    assert [int(minute) for minute, _ in itertools.groupby(told)] == [*ends]


def test_the_phones_server_is_told_when_the_answer_is_open(stage):
    stage.show(MASKING)
    asked, answered, back, again = stage.page.evaluate(ROUNDS)[-4:]
    assert (asked, answered, back, again) == ([0, False], [0, True], [0, False], [1, False])


TOLD = {  # of notebook 05: what tells an answer, by the cell that asks
    "zero-after-predict": "who is struck off the list",
    "real": "A model that writes has a causal mask",
}


@pytest.mark.sample
def test_the_notebook_tells_nothing_that_follows_a_question_which_is_still_open(stage):
    """Wherever the slides are left; what the next section says is there, and what the slide has."""
    slides = stage.show(MASKING)
    places = {piece["cell"]: at for at, slide in enumerate(slides) for piece in slide["pieces"]}
    sections = ["Minus infinity before", "Padding", "Test for leaks"]
    behind = functools.partial(stage.page.evaluate, BEHIND)
    told = [*TOLD.values(), *sections]
    for cell in ["title", *TOLD, "recap"]:
        assert behind([places[cell], told]) == [sections, 0], cell
    limit = TOLD["real"]
    own = "it 63%, animal 10%"  # printed on a slide after the question
    assert behind([places["real"], [limit, own]]) == [[], 0]
    assert behind([places["real-inputs-run"], [limit, own, *told]])[0][:2] == [limit, own]
    first = next(iter(TOLD))
    stage.page.evaluate("(at) => { stage.go(at); stage.move(1); }", places[first])
    assert behind([0, told]) == [[TOLD[first], *sections], 0]


BACK = """() => {
    const { slides } = window.stage;
    const at = slides.findLastIndex(({ pieces }) => pieces.some(({ votes }) => votes));
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
    stage.show(MASKING)
    assert stage.page.evaluate(BACK) == [[0, 0], [0, 1], [1, 0], [0, 1]]


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


def test_what_runs_while_the_notebook_is_seen_tells_no_answer_either(stage):
    stage.show(MASKING)
    assert stage.page.evaluate(RUNS_BEHIND, "minus-infinity-run") == [True, False]
    stage.leave()
