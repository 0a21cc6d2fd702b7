"""What a lecturer has in hand: the key, and the plan of each lecture (make key).

python -m tools.handout.lecturer

Both name slides. A browser prints the plan; without one there is the key alone.
"""

from tools import browser
from tools.handout import key, plan
from tools.handout.handout import KATEX
from tools.notebook.lesson import read_with_outputs
from tools.notebook.places import places
from tools.repository import PATHS


def main():
    lessons = [read_with_outputs(path) for path in PATHS]
    slides = {lesson.number: places(lesson) for lesson in lessons}
    if browser.executable():
        with browser.chromium() as chromium:
            tab = browser.Page(chromium, color_scheme="light").page
            print(plan.write(tab, plan.html(lessons, slides, KATEX.as_uri())))
    else:
        print("No Chromium or Chrome, so no plan.")
    print(key.write(lessons, slides))


if __name__ == "__main__":
    main()
