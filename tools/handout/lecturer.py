"""What a lecturer has in hand: the key, and the plan of each lecture (make key).

python -m tools.handout.lecturer

Both name slides, which a browser measures. Without one there is the key alone.
"""

from tools import browser
from tools.handout import key, plan
from tools.handout.handout import KATEX
from tools.notebook.lesson import read_with_outputs
from tools.repository import PATHS
from tools.slides import places
from tools.slides.stage import on_stage


def main():
    lessons, slides = [read_with_outputs(path) for path in PATHS], {}
    if browser.executable():
        with on_stage([lesson.path for lesson in lessons]) as stage:
            slides = {lesson.number: places.measured(stage, lesson) for lesson in lessons}
            print(plan.write(stage.page, plan.html(lessons, slides, KATEX.as_uri())))
    else:
        print("No Chromium or Chrome, so no numbers of slides, and no plan.")
    print(key.write(lessons, slides))


if __name__ == "__main__":
    main()
