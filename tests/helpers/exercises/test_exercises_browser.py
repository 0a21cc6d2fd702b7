"""An exercise in a real JupyterLab: stub, hints by keyboard, a wrong and a right answer, axe; a
question and a prediction, answered by buttons."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers.exercises import CHECKED, check
from helpers.exercises.engine import present
from tools import browser as tools

pytestmark = pytest.mark.long

IMPORTS = "import numpy as np\n\nfrom helpers.exercises import check, predict, progress, yours"
QUESTION = 'check("all_at_once", ...)  # "a", "b", "c" or "d"'
PREDICTION = '# Your guess:\npredict("becomes", ...)  # "furry", "paved" or "neither"'
YOURS = 'softmax = yours("softmax", my_softmax)'
WRONG = """def my_softmax(scores):
e = np.exp(scores - scores.max())
return e / e.sum()"""


def test_an_exercise_from_the_stub_to_all_done(jupyter, lab_address, folder):
    path = folder / "exercise.ipynb"
    tools.write_notebook(
        path, IMPORTS, CHECKED["softmax"].source(), YOURS, "progress()", QUESTION, PREDICTION
    )
    tab = tools.Tab(jupyter, lab_address(path.name))
    tab.run_all()
    cell = tab.page.locator(".jp-CodeCell").nth(1)
    says(cell, "Not yet: a softmax that does not overflow")

    hint = cell.locator("summary", has_text="Hint 1")
    hint.focus()
    tab.page.keyboard.press("Enter")
    assert cell.get_by_text("Which axis does the sum run along?").is_visible()
    assert cell.get_by_text("Hint 2").is_visible()
    assert not cell.get_by_text("keepdims=True keeps it").is_visible()

    write(tab, cell, WRONG)
    says(cell, "Not right yet")
    says(cell, "each row is one query")
    assert cell.locator("caption").all_inner_texts() == [
        "Yours, shape (2, 3)",
        "Expected, shape (2, 3)",
    ]
    assert not cell.get_by_text("keepdims=True)").first.is_visible()  # the hints are closed
    assert cell.get_by_text(CHECKED["softmax"].why).count() == 0  # there is no solution
    place = at_the_last_cell(tab)
    for hint in cell.locator("summary").all():
        hint.click()
    one_way = tab.page.locator(".jp-CodeCell").nth(2).locator("details")
    assert one_way.count() == 1
    one_way.locator("summary").click()
    assert tab.cells() == place
    one_way.locator("summary").evaluate("(title) => (title.textContent = 'In other words')")
    cell.get_by_role("button", name="Show a solution").click()
    says(cell, CHECKED["softmax"].why[:40])
    assert tab.cells() == place
    assert one_way.count() == 0  # the solution stands in one place
    result = Axe().run(tab.page, context=".jp-CodeCell:nth-of-type(2) .jp-OutputArea-output")
    assert result.response["violations"] == [], result.generate_report()

    write(
        tab,
        cell,
        WRONG.replace("max()", "max(-1, keepdims=True)").replace("sum()", "sum(-1, keepdims=True)"),
    )
    says(cell, "Passed: a softmax that does not overflow")
    place = at_the_last_cell(tab)
    cell.locator("summary", has_text="A solution").click()
    says(cell, CHECKED["softmax"].why[:40])
    assert tab.cells() == place
    tab.run_all()
    assert "1 of" in tab.page.locator(".jp-CodeCell").nth(3).inner_text()
    assert one_way.count() == 0
    buttons_answer(tab)
    assert tab.errors == tab.outside == []
    tab.close()


def at_the_last_cell(tab):
    """The reader goes there: Shift+Enter runs it, whatever hint or solution they open before."""
    tab.page.locator(".jp-CodeCell .jp-InputPrompt").last.click()
    return tab.cells()


def buttons_answer(tab):
    """Each types its answer into the cell, where it stays, and runs it."""
    question, prediction = tab.page.locator(".jp-CodeCell").all()[4:]
    question.get_by_role("button", name="a", exact=True).click()
    says(question, check("all_at_once", "a").message)
    chosen = question.get_by_role("button", name="d", exact=True)
    chosen.focus()
    tab.page.keyboard.press("Enter")
    says(question, check("all_at_once", "d").message)
    assert chosen.get_attribute("aria-pressed") == "true"
    assert question.locator(".cm-content").inner_text() == QUESTION.replace("...", '"d"')
    prediction.get_by_role("button", name="paved").click()
    says(prediction, "Your guess: paved")
    assert prediction.locator(".cm-content").inner_text() == PREDICTION.replace("...", '"paved"')
    result = Axe().run(tab.page, context=".answer-choices")
    assert result.response["violations"] == [], result.generate_report()
    tab.run(f"guess = ...\n{QUESTION.replace('...', 'guess')}", nth=4)  # the reader's own code
    says(question, "Not yet")
    assert question.locator(".answer-choices").count() == 0


@pytest.mark.sample  # what follows asks the same of pages without JupyterLab
def test_the_next_morning_buttons_are_dead_and_no_answer_is_lost(jupyter, lab_address, folder):
    """In the reader's own notebook, whose kernel is another one; and when its kernel restarts, as
    far as JupyterLab's indicator says so: it leaves out what is over before it is drawn."""
    path = folder / "morning.ipynb"
    tools.write_notebook(path, IMPORTS, QUESTION)
    tab = tools.Tab(jupyter, lab_address(path.name))
    tab.run_all()
    question = tab.page.locator(".jp-CodeCell").nth(1)
    right = check("all_at_once", "d").message
    question.get_by_role("button", name="d", exact=True).click()
    says(question, right)
    answered = question.locator(".cm-content").inner_text()
    tab.page.keyboard.press("Control+s")
    tab.page.wait_for_function(
        """async (path) => (await (await fetch(`/api/contents/${path}`)).text()).includes('"d')""",
        arg=path.name,
    )

    tab.page.evaluate(RESTARTING)
    says(question, "run the first cell, then this one")
    choices = question.locator(".answer-choices button")
    assert choices.count() == 4
    assert all(button.is_disabled() for button in choices.all())
    tab.run(answered, nth=1)
    tab.run("del check", nth=0)  # as after a restart
    question.get_by_role("button", name="a", exact=True).click()
    says(question, "run the first cell, then this one")
    assert all(button.is_disabled() for button in choices.all())
    assert question.get_by_text("NameError").count() == 0
    tab.page.wait_for_function(
        "([editor, text]) => editor.innerText === text",
        arg=[question.locator(".cm-content").element_handle(), answered],
    )
    tab.run(IMPORTS, nth=0)
    tab.run(answered, nth=1)
    tab.page.keyboard.press("Control+s")
    tab.page.evaluate(SHUT_DOWN)
    says(question, "run the first cell, then this one")
    tab.close()

    tab = tools.Tab(jupyter, lab_address(path.name))
    question = tab.page.locator(".jp-CodeCell").nth(1)
    says(question, right)
    says(question, "run the first cell, then this one")
    assert all(button.is_disabled() for button in question.get_by_role("button", name="a").all())
    result = Axe().run(tab.page, context=".answer-choices")
    assert result.response["violations"] == [], result.generate_report()
    tab.run_all()
    question.get_by_role("button", name="a", exact=True).click()
    says(question, check("all_at_once", "a").message)
    tab.close()


def test_on_a_hub_the_buttons_ask_with_the_key_that_it_demands(chromium, monkeypatch):
    """A hub refuses a question that comes by a cookie alone."""
    monkeypatch.setattr(present, "kernel", lambda: "of-yesterday")
    tab = tools.Page(chromium)
    server, kernels = "http://127.0.0.1/user/ada/", []

    def answer(route):
        is_known = route.request.header_value("X-XSRFToken") == "key"
        kernels.append(route.request.url)
        route.fulfill(status=200 if is_known else 403, json=[{"id": "of-today"}])

    page = HUB.replace("BUTTONS", present.buttons(check("all_at_once", ...)))
    tab.page.route("**/*", lambda route: route.fulfill(body=page, content_type="text/html"))
    tab.page.route("**/api/kernels", answer)
    other = {"name": "_xsrf", "value": "of-the-hub", "domain": "127.0.0.1", "path": "/hub/"}
    tab.context.add_cookies([other, {**other, "value": "key", "path": "/user/ada/"}])
    with tab.page.expect_response("**/api/kernels") as answered:
        tab.page.goto(f"{server}lab/tree/notebook.ipynb")
    assert answered.value.status == 200
    tab.page.get_by_text("run the first cell, then this one").wait_for()
    assert kernels == [f"{server}api/kernels"]
    assert all(button.is_disabled() for button in tab.page.get_by_role("button").all())
    tab.close()


def test_a_kernel_that_went_away_unseen_leaves_dead_buttons(chromium, monkeypatch):
    """JupyterLab may go from "idle" to "unknown", without "disconnected" between them. It says
    "unknown" of a kernel that it connects to as well, whose buttons live."""
    monkeypatch.setattr(present, "kernel", lambda: "of-today")
    tab, kernels = tools.Page(chromium), [{"id": "of-today"}]
    page = PANEL.format(HUB.replace("BUTTONS", present.buttons(check("all_at_once", ...))))
    tab.page.route("**/*", lambda route: route.fulfill(body=page, content_type="text/html"))
    tab.page.route("**/api/kernels", lambda route: route.fulfill(json=kernels))
    with tab.page.expect_response("**/api/kernels"):
        tab.page.goto("http://127.0.0.1/user/ada/lab/tree/notebook.ipynb")
    buttons = tab.page.get_by_role("button")
    with tab.page.expect_response("**/api/kernels"):
        tab.page.evaluate(UNKNOWN)
    assert not any(button.is_disabled() for button in buttons.all())
    kernels.clear()
    tab.page.evaluate(UNKNOWN)
    tab.page.get_by_text("run the first cell, then this one").wait_for()
    assert all(button.is_disabled() for button in buttons.all())
    tab.close()


def test_buttons_answer_where_the_server_says_nothing_of_its_kernels(chromium, monkeypatch):
    """A proxy answers with its own page."""
    monkeypatch.setattr(present, "kernel", lambda: "of-today")
    tab = tools.Page(chromium)
    page = HUB.replace("BUTTONS", present.buttons(check("all_at_once", ...)))
    tab.page.route("**/*", lambda route: route.fulfill(body=page, content_type="text/html"))
    tab.page.goto("http://127.0.0.1/user/ada/lab/tree/notebook.ipynb")
    line = tab.page.locator(".cm-content div")
    line.evaluate(TYPES)
    tab.page.get_by_role("button", name="d", exact=True).click()
    tab.page.wait_for_function(
        "([line, text]) => line.textContent === text",
        arg=[line.element_handle(), QUESTION.replace("...", '"d"')],
    )
    assert tab.errors == []
    tab.close()


HUB = f"""<script id="jupyter-config-data" type="text/plain">{{"baseUrl": "/user/ada/"}}</script>
<div class="jp-CodeCell"><div class="cm-content"><div>{QUESTION}</div></div>BUTTONS</div>"""
PANEL = """<div class="jp-NotebookPanel">
<div class="jp-Notebook-ExecutionIndicator" data-status="idle"></div>{}</div>"""
UNKNOWN = """() => {
    document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status = "unknown";
}"""
TYPES = """line => line.parentElement.addEventListener(
    "paste", event => { line.textContent = event.clipboardData.getData("text/plain"); })"""
RESTARTING = """() => {
    document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status = "restarting";
}"""
SHUT_DOWN = """async () => {
    const [session] = (await (await fetch("/api/sessions")).json())
        .filter(({ path }) => location.pathname.endsWith(`/${path}`));
    const _xsrf = document.cookie.match(/_xsrf=([^;]+)/)[1];
    const options = { method: "DELETE", headers: { "X-XSRFToken": _xsrf } };
    await fetch(`/api/kernels/${session.kernel.id}`, options);
}"""


def write(tab, cell, function):
    """Type the function into the cell in the place of the old one, as a hand does, and run it."""
    cell.locator(".cm-content").click()
    tab.page.keyboard.press("Control+a")
    for line in function.splitlines():  # the editor indents
        tab.page.keyboard.insert_text(line)
        tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("Backspace")
    tab.page.keyboard.insert_text('check("softmax", my_softmax)')
    tab.page.keyboard.press("Control+Enter")


def says(cell, text):
    cell.locator(".jp-OutputArea-output", has_text=text).wait_for()
