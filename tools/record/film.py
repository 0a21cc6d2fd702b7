"""Record the lab of notebook 02 as a looped picture (make film): its longest way, step by step, in
Chromium, each step as long as where the lab plays by itself."""

import io
import sys

from PIL import Image

from helpers import labs
from tools import browser
from tools.repository import ROOT

LAB = labs.query_key_value
FILE = ROOT / ".github" / "film_02.gif"
MOST = 2_000_000  # bytes
COLOURS = 128
WIDTH, FRAME = 700, 40  # pixels of the page; ms of a frame while something moves
LETTER, SHORTEST = 60, 2500  # ms: for a letter of a sentence, and for a step, at least
SLOWER = 12  # than it is seen, so that there is time to take pictures of what moves
SHARPER = 2  # pixels of the film for one of the page, in each direction
STYLE = f"""body {{ width: {WIDTH}px !important; }}
.lab-controls, .lab-title {{ display: none !important; }}"""
SLOWED = f"""() => {{
    const [now, frame] = [performance.now.bind(performance), window.requestAnimationFrame];
    performance.now = () => now() / {SLOWER};
    window.requestAnimationFrame = (show) => frame((time) => show(time / {SLOWER}));
}}"""


def longest():
    """The setting of the lab that leads through most steps: its index, and the values of each."""
    ways = [LAB.way(preset) for preset in LAB.presets]
    way = max(ways, key=len)
    return ways.index(way), way


def sentences():
    """What is said at each step."""
    index, way = longest()
    return [LAB.show(**values).sentence or LAB.presets[index].sentence for values in way]


def time_of(sentence):
    """How many ms a step is seen, to the 10 ms of the format."""
    return round(max(SHORTEST, LETTER * len(sentence)), -1)


def described():
    """The alt text."""
    return f"{LAB.title[0].upper()}{LAB.title[1:]}. {' '.join(sentences())}"


def film():
    """The frames of the lab's longest way, and how many ms each is seen."""
    from tests.helpers.labs.lab_page import Bare, act, choose, settled

    index, _ = longest()
    frames, times = [], []
    with browser.chromium() as chromium:
        bare = Bare(chromium, device_scale_factor=SHARPER)
        page = bare.page
        page.set_viewport_size({"width": WIDTH, "height": 700})
        root = bare.show(LAB, SLOWED, opened=False)
        page.add_style_tag(content=STYLE)
        choose(root, index)
        settled(root)
        clip = seen(root)
        onward = root.get_by_role("button", name="Next", exact=True)

        def take(ms):
            frames.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))
            times.append(ms)

        for step, sentence in enumerate(sentences()):
            if step:
                act(root, onward.click)
                page.mouse.move(0, 0)
                while root.get_attribute("data-moving") is not None:
                    page.wait_for_timeout(FRAME * SLOWER / 2)
                    take(FRAME)
            take(time_of(sentence))
    return frames, times


def seen(root):
    """Where the sentence and the pictures are."""
    top = root.locator(".lab-sentence").bounding_box()["y"]
    parts = root.locator(".lab-parts").bounding_box()
    return {"x": 1, "y": top, "width": WIDTH - 2, "height": parts["y"] + parts["height"] - top}


def main():
    frames, times = film()
    all_of_them = Image.new("RGB", (frames[0].width, frames[0].height * len(frames)))
    for k, frame in enumerate(frames):
        all_of_them.paste(frame, (0, k * frame.height))
    few = all_of_them.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)  # the same in all
    first, *others = [frame.quantize(palette=few, dither=Image.Dither.NONE) for frame in frames]
    first.save(FILE, save_all=True, append_images=others, duration=times, loop=0)
    size = FILE.stat().st_size
    print(f"{FILE.relative_to(ROOT)}: {sum(times) / 1000:.0f} s, {size / 1e6:.2f} MB")
    if size > MOST:
        sys.exit(f"needed at most {MOST / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
