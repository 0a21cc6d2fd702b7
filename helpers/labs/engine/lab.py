"""What a lab is: controls, a pure function from their values to what is shown, presets, challenges.

`Lab()` puts it on the page; session.py holds one copy of it in use. Nothing here draws or talks to
a browser.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class View:
    """What `show` returns: the parts on the page, top to bottom, and one sentence read aloud.

    main: the names of the parts that matter now. They are in sight, and each of the others has a
    button that shows it. None named: all matter. sentence: the line above the figure, true of these
    values; none given: the setting's, while nothing is changed.
    """

    parts: dict  # {id: Matrix, Drawing or Lines}
    spoken: str
    options: dict = field(default_factory=dict)  # {choice: texts} where they vary; fewer hide some
    off: tuple = ()  # names of controls that have no effect now, and are not seen
    main: tuple = ()
    sentence: str = ""


@dataclass(frozen=True)
class Preset:
    """A setting that a lecturer shows, with its sentence; other controls go to their start.

    deeper: whether it belongs to a part that can be skipped, which slides do. by_hand: what a
    reader does then, said after the sentence; a slide, which moves by Page Down, leaves it out.
    controls: the names of those in sight, by default the lab's first one, those that it sets, and
    those of `within` where a hand is to move them; what runs by itself is always in sight.
    main: the names of the parts in sight, as far as they are there; none: those of its View.
    through: the name of a Choice; Next and Page Down lead through its options, from the first.
    """

    name: str
    sentence: str
    values: dict = field(default_factory=dict)
    deeper: bool = False
    by_hand: str = ""
    controls: tuple = None
    main: tuple = ()
    through: str = ""

    def spec(self):
        """For the browser."""
        said = f"Deeper: {self.sentence}" if self.deeper else self.sentence
        spec = {"name": self.name, "sentence": said, "deeper": self.deeper}
        return spec | {"by_hand": self.by_hand, "through": self.through}


@dataclass(frozen=True)
class Challenge:
    """A task, and solved(values) that recognises it."""

    task: str
    solved: Callable


@dataclass(frozen=True)
class Lab:
    """A live figure; call it, `labs.softmax()`, to put it on the page.

    show(**values) → View. apply_dependencies(values, changed) returns the values after those that
    depend on the control `changed`, such as the cells of a new example; None stands for a preset.
    The lab begins with the first preset; its still shows the preset number `pictured`. within:
    in a lab with a run, such as a training, the controls that a setting's `by_hand` asks to move;
    they leave its name and sentence, unless the setting sets them itself. Such a setting keeps
    how far its run has gone, and in slides Page Down starts it.
    """

    name: str
    title: str
    controls: tuple
    show: Callable
    presets: tuple
    challenges: tuple
    apply_dependencies: Callable = lambda values, changed: values
    pictured: int = 0
    within: tuple = ()

    def __repr__(self):
        return f"The lab {self.name}. labs.{self.name}() puts it on the page."

    def __call__(self):
        """Put the lab on the page: a still picture, and live while a kernel answers."""
        from helpers.labs.engine.live import display_lab

        display_lab(self)

    def spec(self):
        """What never changes, for the browser."""
        controls = [
            {"name": control.name, "label": control.label, **control.spec()}
            | {"kept": control.name in self.kept}
            for control in self.controls
        ]
        return {
            "name": self.name,
            "title": self.title,
            "controls": controls,
            "presets": [
                preset.spec() | {"controls": self._seen(preset)} for preset in self.presets
            ],
            "challenges": [challenge.task for challenge in self.challenges],
        }

    def _seen(self, preset):
        """The names of the controls in sight at a preset. What runs always is."""
        runs = [control.name for control in self.controls if control.spec()["kind"] == "run"]
        by_hand = self.within if preset.by_hand else ()
        default = (self.controls[0].name, *preset.values)
        chosen = default if preset.controls is None else preset.controls
        return [*chosen, *by_hand, *runs]

    def main(self, preset, view):
        """The names of the parts in sight at a preset; none: all."""
        return tuple(name for name in preset.main if name in view.parts) or view.main

    @property
    def kept(self):
        """The names of the controls whose values a setting keeps while others are shown."""
        runs = [control.name for control in self.controls if control.spec()["kind"] == "run"]
        return self.within if set(runs) & set(self.within) else ()

    def at(self, preset):
        """The values of a preset."""
        values = {control.name: control.start for control in self.controls}
        return self.apply_dependencies(_as_lists(values | preset.values), None)

    def way(self, preset):
        """The values of each step of a preset, one after the other; the still shows the last."""
        stops = [
            {c.name: option}
            for c in self.controls
            if c.name == preset.through
            for option in c.options
        ]
        return [self.at(preset) | stop for stop in stops or [{}]]


def _as_lists(value):
    """Tuples as lists, as they come back from the browser."""
    if isinstance(value, dict):
        return {name: _as_lists(x) for name, x in value.items()}
    return [_as_lists(x) for x in value] if isinstance(value, list | tuple) else value
