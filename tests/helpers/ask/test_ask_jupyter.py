"""The box once in a real JupyterLab."""

import pytest

from tools import browser

SOURCES = [
    "from tests.helpers.ask.test_answers import Fake\nfrom helpers.ask import ask\nimport time",
    "model = Fake('Oslo ' * 40)\nfast = model.next_logits\n"
    "def slow(*given):\n    time.sleep(0.05)\n    return fast(*given)\n"
    "model.next_logits = slow\nask(model)",
    "pass",
]


@pytest.fixture
def tab(jupyter, lab_address, folder):
    browser.write_notebook(folder / "ask.ipynb", *SOURCES)
    tab = browser.Tab(jupyter, lab_address("ask.ipynb"), width=1366)
    tab.run_all()
    tab.page.locator("[data-ask]").wait_for()
    yield tab
    tab.close()


@pytest.mark.sample  # test_labs_jupyter.py has a lab there, test_ask_page.py the box alone
def test_in_jupyterlab_it_answers_while_it_is_interrupted_and_cells_run(tab):
    root = tab.page.locator("[data-ask]")
    assert not tab.page.locator(".ask-still").is_visible()
    field = root.get_by_label("You ask")
    cells = tab.cells()
    field.click()
    tab.page.keyboard.type("abcdmxyz 0123 dd")
    assert tab.cells()[0] == cells[0]
    assert field.input_value() == "abcdmxyz 0123 dd"
    tab.page.keyboard.press("Enter")
    root.locator(".ask-word").nth(5).wait_for()
    tab.run("print(6 * 7)")  # in between
    tab.page.get_by_text("42", exact=True).wait_for()
    assert root.locator(".ask-answer:not([data-ms])").count() == 1
    tab.menu("Kernel", "Interrupt Kernel")
    root.locator(".ask-answer[data-ms]").wait_for()
    said = root.locator(".ask-end").inner_text()
    assert "Interrupted" in said or "120" in said  # a kernel with subshells goes on
    field.fill("Again?")
    field.press("Enter")
    root.locator(".ask-answer:not([data-ms]) .ask-word").nth(2).wait_for()
    root.get_by_role("button", name="Stop").click()
    assert root.locator(".ask-end").inner_text() == "Stopped."
    assert tab.errors == tab.outside == []
